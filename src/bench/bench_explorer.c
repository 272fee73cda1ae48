/* bench_explorer.c - fills the sums of the explorer with random openings, of which some are common
 * and most are rare, all on one board: the worst case for the positions that are asked for most.
 * A few more on a large board show what finding the moves costs there. Each filter is asked for. */
#include "bench/bench_explorer.h"

#include "base/err.h"
#include "base/ids.h"
#include "base/rng.h"
#include "base/text.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "rules/position.h"
#include "service/analysis/explored.h"
#include "service/analysis/explorer.h"
#include "service/analysis/opening_statistics.h"
#include "service/run/open.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    AT_ONCE = 2000, /* matches in a transaction */
    ASKED = 40,     /* questions of each kind */
    LARGE = 2000,   /* matches on the large board */
    YEARS = 8,
    WORDS_BYTES = 128,
};

struct board {
    const char *game;
    uint8_t side;
};
static const struct board usual = {"palisade", 9};
static const struct board large = {"redstone", 19};

static struct setup setup_of(const struct board *b)
{
    struct setup s = setup_default(game_find(b->game)->id);
    s.width = s.height = b->side;
    return s;
}

/* A move by taste: a hash of the position puts its moves in an order, the first ones are common. */
static move_t choose(const struct position *p, struct rng *rng)
{
    move_t moves[MOVES_MAX];
    uint32_t n = (uint32_t)position_legal(p, moves);
    uint32_t rank = rng_below(rng, 1 + rng_below(rng, 1 + rng_below(rng, n)));
    return moves[(rng_mix(p->hash) + rank) % n];
}

/* The first plies of a match; entered unless `s` is NULL. words: them with commas. */
static int play(struct store *s, const struct board *b, struct rng *rng, int plies, char *words)
{
    const struct setup setup = setup_of(b);
    struct position p;
    size_t n = 0;
    const struct explored_match match = {.counts = true,
                                         .kind = rng_below(rng, 2) == 0 ? EXPLORED_RATED
                                                                        : EXPLORED_UNRATED,
                                         .year = 2020 + (int)rng_below(rng, YEARS),
                                         .winner = 1 + (int)rng_below(rng, 2),
                                         .rating = 1000 + rng_below(rng, 1000)};
    int err = position_start(&p, &setup);
    int64_t before = opening_statistics_key(&p);
    words[0] = '\0';
    for (int ply = 0; err == 0 && ply < plies && !p.over; ply++) {
        char text[MOVE_TEXT_BYTES];
        move_t move = choose(&p, rng);
        move_print(move, setup.width, text);
        n += (size_t)snprintf(words + n, WORDS_BYTES - n, "%s%s", ply > 0 ? "," : "", text);
        position_play_legal(&p, move);
        int64_t after = opening_statistics_key(&p);
        if (s != NULL)
            err = explored_enter(s, &match, before, after);
        before = after;
    }
    return err;
}

static int fill(struct store *s, const struct board *b, int64_t matches, struct rng *rng)
{
    char words[WORDS_BYTES];
    int err = 0;
    for (int64_t n = 0; err == 0 && n < matches;) {
        err = store_begin(s);
        for (int i = 0; err == 0 && i < AT_ONCE && n < matches; i++, n++)
            err = play(s, b, rng, EXPLORED_PLIES, words);
        if (err == 0)
            err = store_commit(s);
    }
    return err;
}

/* What is asked: one filter each, and all that go together. */
static const struct filtered {
    const char *name;
    struct explorer_ask ask;
} asked[] = {
    {"none", {.since = EXPLORER_YEAR_MIN, .until = EXPLORER_YEAR_MAX, .rated = -1}},
    {"players",
     {.since = EXPLORER_YEAR_MIN,
      .until = EXPLORER_YEAR_MAX,
      .rated = -1,
      .source = EXPLORER_PLAYERS}},
    {"engine",
     {.since = EXPLORER_YEAR_MIN,
      .until = EXPLORER_YEAR_MAX,
      .rated = -1,
      .source = EXPLORER_ENGINE}},
    {"rated", {.since = EXPLORER_YEAR_MIN, .until = EXPLORER_YEAR_MAX, .rated = 1}},
    {"years", {.since = 2022, .until = 2024, .rated = -1}},
    {"ratings",
     {.since = EXPLORER_YEAR_MIN,
      .until = EXPLORER_YEAR_MAX,
      .rated = -1,
      .rating_min = 1200,
      .rating_max = 1800}},
    {"all", {.since = 2022, .until = 2026, .rated = 1, .rating_min = 1200, .rating_max = 1800}},
};

static double ms_of(int64_t *us, int at)
{
    qsort(us, ASKED, sizeof us[0], ids_compare);
    return (double)us[at] / 1000;
}

/* Questions of one kind after so many plies. */
static int ask(struct reader *r, const struct board *b, int ply, const struct filtered *with,
               struct rng *rng, json_t *rows)
{
    int64_t us[ASKED];
    int64_t cpu_us[ASKED];
    int64_t found = 0;
    int err = 0;
    for (int i = 0; err == 0 && i < ASKED; i++) {
        char words[WORDS_BYTES];
        char buf[160];
        struct text why;
        text_init(&why, buf, sizeof buf);
        err = play(NULL, b, rng, ply, words);
        struct explorer_ask a = with->ask;
        a.setup = setup_of(b);
        a.moves = words;
        int64_t from = clock_us();
        int64_t from_cpu = clock_thread_cpu_us();
        json_t *view = err == 0 ? reader_explorer(r, &a, &err, &why) : NULL;
        cpu_us[i] = clock_thread_cpu_us() - from_cpu;
        us[i] = clock_us() - from;
        found += json_integer_value(json_object_get(view, "n"));
        json_decref(view);
    }
    if (err < 0)
        return err;
    return json_array_append_new(
        rows, JSON_OBJECT({"game", json_string(b->game)}, {"side", json_integer((int)b->side)},
                          {"ply", json_integer(ply)}, {"filter", json_string(with->name)},
                          {"median_ms", json_real(ms_of(us, ASKED / 2))},
                          {"slowest_ms", json_real(ms_of(us, ASKED - 1))},
                          {"slowest_cpu_ms", json_real(ms_of(cpu_us, ASKED - 1))},
                          {"matches", json_real((double)found / ASKED)}));
}

static int ask_each(struct reader *r, const struct board *b, int plies, struct rng *rng,
                    json_t *rows)
{
    int err = 0;
    for (int ply = 0; err == 0 && ply < plies; ply++)
        for (size_t i = 0; err == 0 && i < ARRAY_LEN(asked); i++)
            err = ask(r, b, ply, &asked[i], rng, rows);
    return err;
}

static int ask_all(const char *where, uint64_t seed, json_t *rows, struct text *why)
{
    struct rng rng;
    rng_seed(&rng, seed + 1);
    struct service *service = service_look(where, why);
    struct reader *r = service != NULL ? reader_open(service, why) : NULL;
    int err = r != NULL ? 0 : ERR_STORE;
    if (err == 0)
        err = ask_each(r, &usual, EXPLORED_PLIES, &rng, rows);
    if (err == 0)
        err = ask_each(r, &large, 2, &rng, rows);
    reader_close(r);
    if (service != NULL)
        service_close(service);
    return err;
}

/* Fills it if it is new; *filled_ms: how long that took. */
static int make(const char *where, const struct bench_explorer *b, int64_t *filled_ms,
                struct text *why)
{
    static const char key[] = "bench_explorer";
    struct store *s = NULL;
    struct rng rng;
    char before[8];
    int64_t from = clock_ms();
    rng_seed(&rng, b->seed);
    int err = store_open(where, &s, why);
    if (err == 0)
        err = store_begin(s);
    if (err == 0) {
        err = store_meta_get(s, key, before, (int)sizeof before);
        bool filled = err == 0;
        if (err == ERR_NOT_FOUND)
            err = store_meta_set(s, key, "1");
        if (err == 0)
            err = store_commit(s);
        if (err == 0 && !filled)
            err = fill(s, &usual, b->matches, &rng);
        if (err == 0 && !filled)
            err = fill(s, &large, LARGE, &rng);
    }
    store_close(s);
    *filled_ms = clock_ms() - from;
    return err;
}

static int64_t bytes_of(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 ? (int64_t)st.st_size : 0;
}

/* The file, and what lies beside it. */
static void forget(const char *path)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-lock"};
    for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
        char name[80];
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        (void)unlink(name);
    }
}

int bench_explorer(const struct bench_explorer *b)
{
    char dir[] = "/tmp/hoshi-bench-XXXXXX";
    char path[64];
    char buf[300] = "";
    struct text why;
    int64_t filled_ms = 0;
    const char *where = b->store;
    text_init(&why, buf, sizeof buf);
    if (where == NULL) {
        if (mkdtemp(dir) == NULL) {
            perror("hoshi-bench: explorer");
            return EXIT_FAILURE;
        }
        snprintf(path, sizeof path, "%s/store.db", dir);
        where = path;
    }
    json_t *rows = json_array();
    int err = make(where, b, &filled_ms, &why);
    if (err == 0)
        err = ask_all(where, b->seed, rows, &why);
    json_t *out =
        JSON_OBJECT({"matches", json_integer(b->matches)}, {"filled_ms", json_integer(filled_ms)},
                    {"bytes", json_integer(bytes_of(where))}, {"questions", rows});
    if (err == 0)
        json_dumpf(out, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(4));
    else
        fprintf(stderr, "hoshi-bench: explorer: %s %s\n", err_text(err), buf);
    puts("");
    json_decref(out);
    if (b->store == NULL) {
        forget(path);
        (void)rmdir(dir);
    }
    return err < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
