/* test_ratings.c - which matches change ratings, by how much, and what players see of them. */
#include "testing.h"

#include "base/err.h"
#include "service/ratings.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANN, BOB, CLEO, DAN };

/* A rated match of Levee between two, after so many plies. */
static int64_t begin(struct world *w, int a, int b, int plies)
{
    static const char *const moves[] = {"a1", "b1", "a2", "b2"};
    struct order o = {.kind = ORDER_CREATE, .asker = w->who[a]};
    struct order accept = {.kind = ORDER_ACCEPT, .asker = w->who[b]};
    o.u.create.setup = setup_default(GAME_LEVEE);
    o.u.create.rated = true;
    o.u.create.wishes[0].kind = WISH_ME;
    o.u.create.wishes[1].kind = WISH_ASKED;
    snprintf(o.u.create.wishes[1].name, STORE_NAME_BYTES, "%s", w->who[b].name);
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
    accept.match = o.out.match;
    assert_int_equal(world_run(w, &accept, NULL), OUTCOME_DONE);
    for (int i = 0; i < plies; i++)
        assert_int_equal(world_move(w, accept.match, i % 2 == 0 ? a : b, moves[i]), OUTCOME_DONE);
    return accept.match;
}

static struct rating rating(struct world *w, int who)
{
    struct store *s = service_reader_store(w->r);
    struct rating r = {.rating = 1500000, .deviation = 350000};
    assert_int_equal(store_begin(s), 0);
    int err = rating_get(s, w->who[who].id, "levee", 0, &r);
    assert_true(err == 0 || err == ERR_NOT_FOUND);
    store_rollback(s);
    return r;
}

static void a_win_moves_both_by_the_same_at_first(void **state)
{
    struct world *w = *state;
    char told[400];
    int64_t match = begin(w, ANN, BOB, 2);
    assert_int_equal(world_do(w, ORDER_RESIGN, match, BOB), OUTCOME_DONE);
    struct rating a = rating(w, ANN);
    struct rating b = rating(w, BOB);
    assert_int_equal(ratings_points(a.rating), 1662);
    assert_int_equal(ratings_points(b.rating), 1338);
    assert_true(a.won == 1 && a.lost == 0 && b.lost == 1 && a.matches == 1);
    assert_int_equal(world_events(w, topic_match(match), "finished", told, sizeof told), 1);
    assert_non_null(strstr(told, "{\"seat\":1,\"before\":1500,\"after\":1662}"));
    int err;
    json_t *m = reader_match(w->r, match, 0, NULL, &err);
    assert_int_equal(json_array_size(json_object_get(m, "ratings")), 2);
    json_decref(m);
}

static void what_ends_before_ply_two_or_is_called_off_counts_nothing(void **state)
{
    struct world *w = *state;
    int64_t match = begin(w, ANN, BOB, 1);
    assert_int_equal(world_do(w, ORDER_RESIGN, match, BOB), OUTCOME_DONE);
    match = begin(w, ANN, BOB, 1);
    assert_int_equal(world_do(w, ORDER_ABORT, match, BOB), OUTCOME_DONE);
    match = world_match(w, "", ANN, BOB); /* not rated */
    assert_int_equal(world_do(w, ORDER_RESIGN, match, BOB), OUTCOME_DONE);
    assert_int_equal(rating(w, ANN).matches, 0);
    assert_int_equal(rating(w, BOB).matches, 0);
}

static void who_is_away_is_less_well_known(void **state)
{
    struct world *w = *state;
    for (int i = 0; i < 12; i++)
        (void)world_do(w, ORDER_RESIGN, begin(w, ANN, BOB, 2), i % 2 == 0 ? ANN : BOB);
    struct rating before = rating(w, ANN);
    assert_true(before.deviation < 350000 / 2);
    world_pass(w, 3650 * CLOCK_DAY_MS);
    (void)world_do(w, ORDER_RESIGN, begin(w, ANN, BOB, 2), BOB);
    assert_true(rating(w, ANN).deviation > before.deviation);
}

static void the_engine_is_rated_apart_and_by_level(void **state)
{
    struct world *w = *state;
    struct order o = {.kind = ORDER_CREATE, .asker = w->who[ANN]};
    struct store_player engine = {.id = service_engine(w->s), .kind = PLAYER_BOT};
    o.u.create.setup = setup_default(GAME_LEVEE);
    o.u.create.rated = true;
    o.u.create.wishes[0].kind = WISH_ME;
    o.u.create.wishes[1] = (struct wish){.kind = WISH_BOT, .level = 4};
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
    int64_t match = o.out.match;
    assert_int_equal(world_move(w, match, ANN, "a1"), OUTCOME_DONE);
    struct order reply = {.kind = ORDER_MOVE, .asker = engine, .match = match};
    reply.u.move.ply = 2;
    snprintf(reply.u.move.text, sizeof reply.u.move.text, "b1");
    assert_int_equal(world_run(w, &reply, NULL), OUTCOME_DONE);
    assert_int_equal(world_do(w, ORDER_RESIGN, match, ANN), OUTCOME_DONE);
    assert_int_equal(rating(w, ANN).matches, 0);
    struct ratings_ask ask = {.game = "levee", .bots = true, .provisional = true, .limit = 10};
    int err;
    json_t *page = reader_ranking(w->r, &ask, &err);
    json_t *row = json_array_get(json_object_get(page, "ratings"), 0);
    assert_int_equal(json_integer_value(json_object_get(row, "level")), 4);
    assert_int_equal(json_integer_value(json_object_get(row, "rating")), 1662);
    json_decref(page);
    ask.bots = false;
    page = reader_ranking(w->r, &ask, &err);
    assert_int_equal(json_array_size(json_object_get(page, "ratings")), 0);
    json_decref(page);
}

/* Claims with three: who resigns first is behind both, the winner ahead of both. */
static void three_players_are_compared_by_pairs(void **state)
{
    struct world *w = *state;
    struct store_match m = {
        .seats_n = 3, .winner_seat = 2, .reason = END_RULES, .points = {4, 9, 4}};
    assert_int_equal(ratings_compare(&m, 2, 1), 2);
    assert_int_equal(ratings_compare(&m, 1, 2), 0);
    assert_int_equal(ratings_compare(&m, 1, 3), 1);
    m.points[2] = 5;
    assert_int_equal(ratings_compare(&m, 1, 3), 0);
    m.seats[2].resigned = true;
    assert_int_equal(ratings_compare(&m, 1, 3), 2);

    struct order o = {.kind = ORDER_CREATE, .asker = w->who[ANN]};
    o.u.create.setup = setup_default(GAME_CLAIMS);
    o.u.create.setup.players = 3;
    o.u.create.rated = true;
    o.u.create.wishes[0].kind = WISH_ME;
    o.u.create.wishes[1].kind = WISH_OPEN;
    o.u.create.wishes[2].kind = WISH_OPEN;
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
    int64_t match = o.out.match;
    assert_int_equal(world_do(w, ORDER_JOIN, match, BOB), OUTCOME_DONE);
    assert_int_equal(world_do(w, ORDER_JOIN, match, CLEO), OUTCOME_DONE);
    assert_int_equal(world_move(w, match, ANN, "a1"), OUTCOME_DONE);
    assert_int_equal(world_move(w, match, BOB, "b2"), OUTCOME_DONE);
    assert_int_equal(world_do(w, ORDER_RESIGN, match, CLEO), OUTCOME_DONE);
    assert_int_equal(world_do(w, ORDER_RESIGN, match, ANN), OUTCOME_DONE);
    struct store *s = service_reader_store(w->r);
    struct rating a = {.rating = 0};
    struct rating b = {.rating = 0};
    struct rating c = {.rating = 0};
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(rating_get(s, w->who[ANN].id, "claims", 0, &a), 0);
    assert_int_equal(rating_get(s, w->who[BOB].id, "claims", 0, &b), 0);
    assert_int_equal(rating_get(s, w->who[CLEO].id, "claims", 0, &c), 0);
    store_rollback(s);
    assert_true(b.rating > a.rating && a.rating == c.rating);
    assert_true(b.won == 1 && a.lost == 1 && c.lost == 1);
}

static void rankings_come_in_pages_and_history_is_kept(void **state)
{
    struct world *w = *state;
    char cursor[64];
    for (int i = 0; i < 3; i++) {
        (void)world_do(w, ORDER_RESIGN, begin(w, ANN, BOB, 2), BOB);
        (void)world_do(w, ORDER_RESIGN, begin(w, CLEO, DAN, 2), DAN);
        world_pass(w, 1000);
    }
    struct ratings_ask ask = {.game = "levee", .limit = 3, .provisional = true};
    int err;
    json_t *page = reader_ranking(w->r, &ask, &err);
    assert_int_equal(json_array_size(json_object_get(page, "ratings")), 3);
    snprintf(cursor, sizeof cursor, "%s", json_string_value(json_object_get(page, "next")));
    json_decref(page);
    ask.after = cursor;
    page = reader_ranking(w->r, &ask, &err);
    json_t *row = json_array_get(json_object_get(page, "ratings"), 0);
    assert_int_equal(json_integer_value(json_object_get(row, "rank")), 4);
    assert_true(json_is_null(json_object_get(page, "next")));
    json_decref(page);
    ask.after = "1:2";
    assert_null(reader_ranking(w->r, &ask, &err));
    ask.after = NULL;
    ask.provisional = false;
    page = reader_ranking(w->r, &ask, &err);
    assert_int_equal(json_array_size(json_object_get(page, "ratings")), 0);
    json_decref(page);
    page = reader_rating_history(w->r, "ann", "levee", 0, &err);
    json_t *history = json_object_get(page, "history");
    assert_int_equal(json_array_size(history), 3);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(history, 0), "change")),
                     162);
    json_decref(page);
    assert_null(reader_ratings(w->r, "nobody-here", &err));
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, world_setup, world_teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_win_moves_both_by_the_same_at_first),
        TEST(what_ends_before_ply_two_or_is_called_off_counts_nothing),
        TEST(who_is_away_is_less_well_known),
        TEST(the_engine_is_rated_apart_and_by_level),
        TEST(three_players_are_compared_by_pairs),
        TEST(rankings_come_in_pages_and_history_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
