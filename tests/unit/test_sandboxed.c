/* test_sandboxed.c - every query of the store answers inside the sandbox of the server, on a store
 * so large that sorts do not fit into a cache: nothing needs a temporary file, which Landlock
 * forbids, and no reader's query runs into its time limit.
 *
 * HOSHI_LARGE_STORE=1000000 makes a store of so many matches. */
#include "testing.h"

#include "base/err.h"
#include "platform/clock.h"
#include "platform/sandbox.h"
#include "store/core/queries.h"
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MATCHES = 30000, LACKS = 77, SLOW_US = 2000 * 1000 };

static char folder[] = "/tmp/hoshi-sandboxed-XXXXXX";
static char path[64];

static const char fill[] =
    "CREATE TEMP TABLE n AS WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c"
    "  WHERE i < %d) SELECT i FROM c;"
    "INSERT INTO player (id, kind, name, created_at)"
    "  SELECT i, iif(i %% 3 = 0, 'member', 'guest'), printf('player-%%09d-of-many', i), i FROM n"
    "  WHERE i <= %d / 3;"
    "INSERT INTO match (id, created_at, updated_at, creator, state, game, width, height, seats_n,"
    "  swap, jacked, private, winner_seat) SELECT i, i, i, 1 + i %% (%d / 3),"
    "  iif(i %% 10 = 0, 'running', 'finished'), 'levee', 9, 9, 2, 0, 0, 0, i %% 3 FROM n;"
    "INSERT INTO seat (match, seat, kind, player, level)"
    "  SELECT i, 1, 'player', 1 + i %% (%d / 3), 0 FROM n;"
    "INSERT INTO seat (match, seat, kind, player, level)"
    "  SELECT i, 2, 'player', 1 + i * 7 %% (%d / 3), 0 FROM n;"
    "INSERT INTO event (id, match, type, data, added_at)"
    "  SELECT i, i, 'move', '{}', i FROM n;"
    "INSERT INTO move (match, ply, seat, side, move, at, event)"
    "  SELECT i, 1, 1, 1, 'c3', i, i FROM n;"
    "INSERT INTO chat (match, player, text, at) SELECT i, 1 + i %% (%d / 3), 'hello', i FROM n;"
    "INSERT INTO rating (player, game, level, rating, deviation, volatility, matches, won, lost,"
    "  drawn, at) SELECT i, 'levee', 0, 1500 + i %% 700, 60, 1, 9, 3, 3, 3, i FROM n"
    "  WHERE i <= %d / 3;"
    "INSERT INTO rating_step (match, seat, player, game, level, at, rating, deviation, change)"
    "  SELECT i, 1, 1 + i %% (%d / 3), 'levee', 0, i, 1500, 60, 1 FROM n;";

static int matches(void)
{
    const char *n = getenv("HOSHI_LARGE_STORE");
    return n != NULL && atoi(n) > MATCHES ? atoi(n) : MATCHES;
}

static struct store *must_open(void)
{
    char buf[320];
    struct text why;
    struct store *s = NULL;
    text_init(&why, buf, sizeof buf);
    if (store_open(path, &s, &why) < 0)
        fail_msg("%s", buf);
    return s;
}

static int make_store(void **state)
{
    char sql[4000];
    sqlite3 *db = NULL;
    char *why = NULL;
    int n = matches();
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/hoshi.db", folder);
    store_close(must_open());
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    /* NOLINTNEXTLINE(clang-diagnostic-format-nonliteral) */
    snprintf(sql, sizeof sql, fill, n, n, n, n, n, n, n, n);
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s", why);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return 0;
}

static int remove_store(void **state)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-lock"};
    char name[80];
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        (void)unlink(name);
    }
    return rmdir(folder);
}

/* Runs a query with all numbers and all texts the same. Returns how many went wrong. */
static int try_query(struct store *s, int query, int64_t number, const char *text)
{
    struct store_value values[STORE_VALUES_MAX];
    const char *types = store_statements[query].types;
    int n = 0;
    for (; types[n] != '\0'; n++)
        values[n] =
            (struct store_value){.is_text = types[n] == 't', .number = number, .text = text};
    if (store_begin(s) < 0)
        return 1;
    int64_t begun_us = clock_thread_cpu_us();
    int rows = store_run(s, NULL, NULL, query, values, n);
    int64_t us = clock_thread_cpu_us() - begun_us;
    bool wrong = (rows < 0 && rows != ERR_CONFLICT) || (us > SLOW_US && !store_writes(query));
    if (wrong)
        fprintf(stderr, "query %d, %s, after %lld ms: %s\n", query,
                rows < 0 ? store_failure(s) : "too slow", (long long)us / 1000,
                store_statements[query].sql);
    store_rollback(s);
    return wrong;
}

static int try_all(struct store *s, bool writer)
{
    static const int64_t numbers[] = {1, 7, INT64_C(1) << 40};
    static const char *const texts[] = {"levee", "finished", "player", ""};
    int wrong = 0;
    for (int q = 0; q < STORE_QUERY_N; q++) {
        if (store_writes(q) != writer)
            continue;
        for (size_t i = 0; i < ARRAY_LEN(numbers); i++)
            for (size_t k = 0; k < ARRAY_LEN(texts) && (k == 0 || !writer); k++)
                wrong += try_query(s, q, numbers[i], texts[k]);
    }
    return wrong;
}

/* In a child. As the server: the store is opened before the sandbox, the readers after it. */
static int run_confined(void)
{
    char buf[200];
    struct text what;
    struct store *r = NULL;
    struct store *s = must_open();
    struct sandbox *box = sandbox_new();
    text_init(&what, buf, sizeof buf);
    sandbox_may(box, folder, SANDBOX_KEEP);
    sandbox_may(box, "/usr", SANDBOX_READ);
    (void)sandbox_enter(box, &what);
    if (strstr(buf, "Landlock") == NULL || strstr(buf, "not available") != NULL)
        return LACKS;
    text_init(&what, buf, sizeof buf);
    if (store_open_reader(s, &r, &what) < 0)
        return 1;
    int wrong = try_all(r, false) + try_all(s, true);
    store_close(r);
    store_close(s);
    return wrong > 0;
}

static void every_query_answers_in_the_sandbox(void **state)
{
    int status = 0;
    (void)state;
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        _exit(run_confined());
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == LACKS)
        skip();
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_query_answers_in_the_sandbox),
    };
    return cmocka_run_group_tests(tests, make_store, remove_store);
}
