/* test_opening_statistics.c - the archive finds matches by game, size, result, players, and first
 * moves. */
#include "service/core/order.h"
#include "testing.h"

#include "service/analysis/opening_statistics.h"
#include "service/core/batch.h"
#include "store/core/queries.h"
#include "world.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

enum { ANN, BOB, CLEO, MANY = 3000 };

/* A finished match with these moves. */
static int64_t played(struct world *w, int a, int b, const char *const *moves, int n)
{
    int64_t match = world_match(w, "", a, b);
    for (int i = 0; i < n; i++)
        assert_int_equal(world_move(w, match, i % 2 == 0 ? a : b, moves[i]), OUTCOME_DONE);
    assert_int_equal(world_do(w, ORDER_RESIGN, match, b), OUTCOME_DONE);
    return match;
}

static int enter(struct work *work, void *context)
{
    (void)context;
    int more = opening_statistics_enter(batch_store(work));
    return more < 0 ? more : 0;
}

static void enter_all(struct world *w)
{
    struct order o = {.kind = ORDER_BATCH};
    o.u.batch.apply = enter;
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
}

static struct store_search nothing_asked(void)
{
    return (struct store_search){.state = -1, .reason = -1, .rated = -1, .winner = -1, .limit = 50};
}

/* The numbers of the matches found, as text. */
static const char *found(struct world *w, const struct store_search *f)
{
    static char text[200];
    struct store *s = reader_store(w->r);
    struct store_match list[50];
    int len = 0;
    text[0] = '\0';
    assert_int_equal(store_begin(s), 0);
    int64_t rest;
    int n = store_match_search(s, f, list, &rest);
    store_rollback(s);
    assert_true(n >= 0);
    for (int i = 0; i < n; i++)
        len += snprintf(text + len, sizeof text - (size_t)len, "%s%d", i > 0 ? " " : "",
                        (int)list[i].id);
    return text;
}

static const char *by_opening(struct world *w, const char *moves)
{
    struct setup s = setup_default(GAME_LEVEE);
    struct store_search f = nothing_asked();
    char buf[200];
    struct text why;
    text_init(&why, buf, sizeof buf);
    s.width = s.height = 5;
    if (!opening_statistics_read(&s, moves, &f.opening, &why))
        return buf[0] != '\0' ? "refused" : "";
    f.has_opening = true;
    return found(w, &f);
}

static void openings_are_found_up_to_symmetry(void **state)
{
    static const char *const one[] = {"a1", "b1", "a2"};
    static const char *const turned[] = {"e5", "d5", "e4"}; /* a half turn of the same */
    static const char *const other[] = {"a1", "c1"};
    struct world *w = *state;
    assert_int_equal(played(w, ANN, BOB, one, 3), 1);
    assert_int_equal(played(w, ANN, BOB, turned, 3), 2);
    assert_int_equal(played(w, BOB, ANN, other, 2), 3);
    enter_all(w);
    assert_string_equal(by_opening(w, "a1"), "3 2 1");
    assert_string_equal(by_opening(w, "e5,d5"), "2 1");
    assert_string_equal(by_opening(w, "a1,b1,a2"), "2 1");
    assert_string_equal(by_opening(w, "a2,b1,a1"), "2 1"); /* another order, the same position */
    assert_string_equal(by_opening(w, "a1,c1"), "3");
    assert_string_equal(by_opening(w, "b2"), "");
    assert_string_equal(by_opening(w, "a1,a1"), "refused");
    assert_string_equal(by_opening(w, "a1,,b1"), "refused");
    assert_string_equal(by_opening(w, "a1,b1,a2,b2,a3,b3,a4,b4,a5"), "refused");
    assert_string_equal(by_opening(w, "z9"), "refused");
}

static void the_archive_is_searched_by_everything_at_once(void **state)
{
    static const char *const moves[] = {"a1", "b1"};
    struct world *w = *state;
    (void)played(w, ANN, BOB, moves, 2);  /* 1: ann wins */
    (void)played(w, BOB, CLEO, moves, 2); /* 2: bob wins */
    int64_t before = w->now;
    world_pass(w, 1000);
    (void)world_match(w, "", ANN, CLEO);        /* 3 runs */
    int64_t hot = world_match(w, "", ANN, BOB); /* 4 */
    assert_int_equal(world_do(w, ORDER_RESIGN, hot, ANN), OUTCOME_DONE);
    struct store_search f = nothing_asked();
    assert_string_equal(found(w, &f), "4 3 2 1");
    f.player = w->who[ANN].id;
    assert_string_equal(found(w, &f), "4 3 1");
    f.winner = 1;
    f.state = MATCH_FINISHED;
    assert_string_equal(found(w, &f), "1");
    f = nothing_asked();
    f.winner = 2;
    f.reason = END_RESIGN;
    assert_string_equal(found(w, &f), "4");
    f = nothing_asked();
    f.since = before + 1;
    assert_string_equal(found(w, &f), "4 3");
    f.since = 0;
    f.until = before;
    assert_string_equal(found(w, &f), "2 1");
    f = nothing_asked();
    f.game = "levee";
    f.width = f.height = 5;
    f.limit = 2;
    assert_string_equal(found(w, &f), "4 3");
    f.before = 3;
    assert_string_equal(found(w, &f), "2 1");
    f.width = f.height = 7;
    assert_string_equal(found(w, &f), "");
    f = nothing_asked();
    f.rated = 1;
    assert_string_equal(found(w, &f), "");
    f.rated = 0;
    f.game = "redstone";
    assert_string_equal(found(w, &f), "");
}

/* A player on two seats of a match counts once. */
static void a_match_against_oneself_is_found_once(void **state)
{
    struct world *w = *state;
    struct order o = {.kind = ORDER_CREATE, .asker = w->who[ANN]};
    o.u.create.setup = setup_default(GAME_LEVEE);
    o.u.create.wishes[0].kind = WISH_ME;
    o.u.create.wishes[1].kind = WISH_ME;
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
    struct store_search f = nothing_asked();
    f.player = w->who[ANN].id;
    assert_string_equal(found(w, &f), "1");
}

static void private_matches_are_found_by_their_players_only(void **state)
{
    struct world *w = *state;
    struct order o = {.kind = ORDER_CREATE, .asker = w->who[ANN]};
    o.u.create.setup = setup_default(GAME_LEVEE);
    o.u.create.wishes[0].kind = WISH_ME;
    o.u.create.is_private = true;
    o.u.create.wishes[1].kind = WISH_ME;
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
    struct store_search f = nothing_asked();
    assert_string_equal(found(w, &f), "");
    f.player = w->who[ANN].id;
    assert_string_equal(found(w, &f), "");
    f.viewer = w->who[ANN].id;
    assert_string_equal(found(w, &f), "1");
}

/* Every search goes through an index: no table is read from one end to the other. */
static void no_search_scans_a_table(void **state)
{
    struct world *w = *state;
    sqlite3 *db = NULL;
    int searches = 0;
    if (service_is_shared(w->s))
        skip(); /* the plans of SQLite */
    assert_int_equal(sqlite3_open_v2(w->path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    for (int i = 0; i < STORE_QUERY_N; i++) {
        char sql[4096];
        sqlite3_stmt *st = NULL;
        const char *text = store_statements[i].sql;
        if (strstr(text, "DESC LIMIT $16") == NULL &&
            strstr(text, "coalesce(min(x.id), 0)") == NULL)
            continue;
        searches++;
        snprintf(sql, sizeof sql, "EXPLAIN QUERY PLAN %s", text);
        assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK);
        while (sqlite3_step(st) == SQLITE_ROW) {
            const char *step = (const char *)sqlite3_column_text(st, 3);
            if ((strncmp(step, "SCAN", 4) == 0 && strcmp(step, "SCAN x") != 0) ||
                (strstr(step, "TEMP B-TREE") != NULL && strstr(text, "m.tournament > 0") == NULL))
                fail_msg("%s\n%s", text, step);
        }
        sqlite3_finalize(st);
    }
    sqlite3_close(db);
    assert_int_equal(searches, 12); /* with their windows */
}

/* One transaction that adds matches, of which only the first is of that size. */
static int add_many(struct work *work, void *context)
{
    const struct world *w = context;
    int err = 0;
    for (int i = 0; err == 0 && i < MANY; i++) {
        struct store_match m = {.created_at = i + 1,
                                .updated_at = i + 1,
                                .creator = w->who[0].id,
                                .state = MATCH_FINISHED,
                                .game = "levee",
                                .width = i == 0 ? 5 : 7,
                                .height = i == 0 ? 5 : 7,
                                .seats_n = 2};
        err = store_match_add(batch_store(work), &m);
        m.state = MATCH_FINISHED;
        if (err == 0)
            err = store_match_update(batch_store(work), &m);
    }
    return err;
}

/* Even if few matches fit, a page examines a bounded number, and says where to continue. */
static void a_search_for_rare_matches_comes_in_bounded_pages(void **state)
{
    struct world *w = *state;
    struct store *s = reader_store(w->r);
    struct order o = {.kind = ORDER_BATCH};
    o.u.batch.apply = add_many;
    o.u.batch.context = w;
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
    struct store_search f = nothing_asked();
    f.game = "levee";
    f.width = f.height = 5;
    int hits = 0;
    int pages = 0;
    do {
        struct store_match list[50];
        int64_t rest = 0;
        assert_int_equal(store_begin(s), 0);
        int n = store_match_search(s, &f, list, &rest);
        store_rollback(s);
        assert_true(n >= 0);
        hits += n;
        pages++;
        assert_true(rest == 0 || f.before == 0 || rest < f.before);
        f.before = rest;
    } while (f.before != 0 && pages < MANY);
    assert_int_equal(hits, 1);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, world_setup_on_disk, world_teardown)
    const struct CMUnitTest tests[] = {
        TEST(openings_are_found_up_to_symmetry),
        TEST(the_archive_is_searched_by_everything_at_once),
        TEST(a_match_against_oneself_is_found_once),
        TEST(private_matches_are_found_by_their_players_only),
        TEST(a_search_for_rare_matches_comes_in_bounded_pages),
        TEST(no_search_scans_a_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
