/* test_ratings.c - the right matches change ratings by the right amounts, and players see them. */
#include "base/times.h"
#include "service/core/order.h"
#include "service/matches/matches_view.h"
#include "testing.h"

#include "base/err.h"
#include "service/community/moderation.h"
#include "service/ratings/ratings.h"
#include "store/community/fairplay.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANN, BOB, CLEO, DAN };

enum { LEAST = 4 }; /* a match on this board is rated from so many plies on */

static struct rating rating(struct world *w, int who)
{
    struct store *s = reader_store(w->r);
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
    int64_t match = world_rated_match(w, ANN, BOB, LEAST);
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

static void matches_that_end_early_or_are_called_off_are_not_rated(void **state)
{
    struct world *w = *state;
    int64_t match = world_rated_match(w, ANN, BOB, LEAST - 1);
    assert_int_equal(world_do(w, ORDER_RESIGN, match, BOB), OUTCOME_DONE);
    match = world_rated_match(w, ANN, BOB, 1);
    assert_int_equal(world_do(w, ORDER_ABORT, match, BOB), OUTCOME_DONE);
    match = world_match(w, "", ANN, BOB); /* not rated */
    assert_int_equal(world_do(w, ORDER_RESIGN, match, BOB), OUTCOME_DONE);
    assert_int_equal(rating(w, ANN).matches, 0);
    assert_int_equal(rating(w, BOB).matches, 0);
}

static void absence_makes_a_rating_less_certain(void **state)
{
    struct world *w = *state;
    for (int i = 0; i < 12; i++)
        (void)world_do(w, ORDER_RESIGN, world_rated_match(w, ANN, BOB, LEAST),
                       i % 2 == 0 ? ANN : BOB);
    struct rating before = rating(w, ANN);
    assert_true(before.deviation < 260000);
    world_pass(w, 3650 * DAY_MS);
    (void)world_do(w, ORDER_RESIGN, world_rated_match(w, ANN, BOB, LEAST), BOB);
    assert_true(rating(w, ANN).deviation > before.deviation);
}

static void the_engine_is_rated_apart_and_by_level(void **state)
{
    struct world *w = *state;
    struct order o = {.kind = ORDER_CREATE, .asker = w->who[ANN]};
    struct store_player engine = {.id = service_engine(w->s), .kind = PLAYER_BOT};
    o.u.create.setup = setup_default(GAME_LEVEE);
    o.u.create.setup.width = o.u.create.setup.height = 5;
    o.u.create.rated = true;
    o.u.create.wishes[0].kind = WISH_ME;
    o.u.create.wishes[1] = (struct wish){.kind = WISH_BOT, .level = 4};
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
    int64_t match = o.out.match;
    for (int ply = 1; ply <= LEAST; ply += 2) {
        assert_int_equal(world_move(w, match, ANN, ply == 1 ? "a1" : "a2"), OUTCOME_DONE);
        struct order reply = {.kind = ORDER_MOVE, .asker = engine, .match = match};
        reply.u.move.ply = ply + 1;
        snprintf(reply.u.move.text, sizeof reply.u.move.text, ply == 1 ? "b1" : "b2");
        assert_int_equal(world_run(w, &reply, NULL), OUTCOME_DONE);
    }
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

/* Claims with three: the player who resigns first is behind both, the winner ahead of both. */
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
    o.u.create.setup.width = o.u.create.setup.height = 5;
    o.u.create.rated = true;
    o.u.create.wishes[0].kind = WISH_ME;
    o.u.create.wishes[1].kind = WISH_OPEN;
    o.u.create.wishes[2].kind = WISH_OPEN;
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
    int64_t match = o.out.match;
    assert_int_equal(world_do(w, ORDER_JOIN, match, BOB), OUTCOME_DONE);
    assert_int_equal(world_do(w, ORDER_JOIN, match, CLEO), OUTCOME_DONE);
    static const char *const moves[] = {"a1", "b2", "c3", "d4", "e5", "a5"};
    for (int i = 0; i < (int)ARRAY_LEN(moves); i++)
        assert_int_equal(world_move(w, match, ANN + i % 3, moves[i]), OUTCOME_DONE);
    assert_int_equal(world_do(w, ORDER_RESIGN, match, CLEO), OUTCOME_DONE);
    assert_int_equal(world_do(w, ORDER_RESIGN, match, ANN), OUTCOME_DONE);
    struct store *s = reader_store(w->r);
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
        (void)world_do(w, ORDER_RESIGN, world_rated_match(w, ANN, BOB, LEAST), BOB);
        (void)world_do(w, ORDER_RESIGN, world_rated_match(w, CLEO, DAN, LEAST), DAN);
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

/* The second player loses, after so many plies. */
static int64_t beat(struct world *w, int winner, int loser, int plies)
{
    int64_t match = world_rated_match(w, winner, loser, plies);
    assert_int_equal(world_do(w, ORDER_RESIGN, match, loser), OUTCOME_DONE);
    world_pass(w, 60 * 1000);
    return match;
}

static size_t ranked(struct world *w)
{
    struct ratings_ask ask = {.game = "levee", .limit = 20};
    int err;
    json_t *page = reader_ranking(w->r, &ask, &err);
    size_t n = json_array_size(json_object_get(page, "ratings"));
    json_decref(page);
    return n;
}

/* The attack: new accounts of one person lose to another one. */
static void nobody_gains_by_playing_against_themselves(void **state)
{
    struct world *w = *state;
    for (int i = 0; i < 80; i++)
        (void)beat(w, ANN, BOB, 2);
    assert_int_equal(rating(w, ANN).matches, 0);
    for (int i = 0; i < 80; i++)
        (void)beat(w, ANN, BOB + i % (WORLD_PLAYERS - 1), LEAST);
    struct rating a = rating(w, ANN);
    assert_int_equal(a.matches, 80);
    assert_in_range(ratings_points(a.rating), 1500, 1700);
    assert_true(ratings_points(a.deviation) >= RATINGS_PROVISIONAL);
    assert_int_equal(ranked(w), 0);
}

static void a_pair_counts_less_and_less_for_a_month(void **state)
{
    struct world *w = *state;
    int64_t learnt = 1000000;
    for (int i = 0; i < 9; i++) {
        int64_t before = rating(w, BOB).deviation;
        (void)beat(w, i % 2 == 0 ? ANN : BOB, i % 2 == 0 ? BOB : ANN, LEAST);
        int64_t now = before - rating(w, BOB).deviation;
        assert_true(now < learnt);
        learnt = now;
    }
    assert_int_equal(learnt, 0); /* the ninth */
    int64_t before = rating(w, BOB).rating;
    (void)beat(w, BOB, ANN, LEAST);
    assert_int_equal(rating(w, BOB).rating, before);
    world_pass(w, 31 * DAY_MS);
    (void)beat(w, BOB, ANN, LEAST);
    assert_true(rating(w, BOB).rating > before);
}

/* All play each other once, and the first ones win. */
static void all_play_all(struct world *w)
{
    for (int a = 0; a < WORLD_PLAYERS; a++)
        for (int b = a + 1; b < WORLD_PLAYERS; b++)
            (void)beat(w, a, b, LEAST);
}

static void a_new_site_can_begin(void **state)
{
    struct world *w = *state;
    all_play_all(w); /* new accounts */
    assert_int_equal(ranked(w), 0);
    world_pass(w, 8 * DAY_MS);
    all_play_all(w);
    world_pass(w, 31 * DAY_MS);
    all_play_all(w);
    assert_in_range(ranked(w), 4, WORLD_PLAYERS);
    struct rating a = rating(w, ANN);
    assert_true(a.rating > rating(w, WORLD_PLAYERS - 1).rating);
}

static void established_players_gain_nothing_from_unknown_ones(void **state)
{
    struct world *w = *state;
    world_pass(w, 8 * DAY_MS);
    for (int i = 0; i < 4; i++) {
        for (int a = 0; a < WORLD_PLAYERS - 1; a++)
            for (int b = a + 1; b < WORLD_PLAYERS - 1; b++)
                (void)beat(w, a, b, LEAST);
        world_pass(w, 31 * DAY_MS);
    }
    struct rating before = rating(w, ANN);
    assert_true(ratings_points(before.deviation) < RATINGS_PROVISIONAL);
    (void)beat(w, ANN, WORLD_PLAYERS - 1, LEAST);
    int64_t gain = rating(w, ANN).rating - before.rating;
    assert_in_range(gain, 0, 1000);                             /* a point */
    assert_true(rating(w, WORLD_PLAYERS - 1).rating < 1500000); /* but the newcomer is rated */
}

/* The ratings of all players in Levee, as text. */
static void print_ratings(struct world *w, char *out, size_t size)
{
    struct text t;
    text_init(&t, out, size);
    for (int i = 0; i < WORLD_PLAYERS; i++) {
        struct rating r = rating(w, i);
        char line[160];
        snprintf(line, sizeof line, "%s %lld %lld %lld %d %d %d %d\n", w->who[i].name,
                 (long long)r.rating, (long long)r.deviation, (long long)r.volatility, r.matches,
                 r.won, r.lost, r.drawn);
        text_str(&t, line);
    }
}

static void wait_for_ratings(struct world *w)
{
    struct store *s = reader_store(w->r);
    char game[16];
    struct rating_when after;
    for (int err = 0; err == 0;) {
        world_settle(w);
        assert_int_equal(store_begin(s), 0);
        err = fairplay_redo_next(s, game, &after);
        store_rollback(s);
    }
}

/* Plays 60 matches. Matches from `from` up to `until` are left out, or annulled at the end. */
static void play_season(struct world *w, int from, int until, bool annul)
{
    int64_t matches[60];
    char why[200];
    struct text t;
    text_init(&t, why, sizeof why);
    for (int i = 0; i < 60; i++) {
        int a = i * 5 % WORLD_PLAYERS;
        int b = (a + 1 + i % (WORLD_PLAYERS - 1)) % WORLD_PLAYERS;
        bool left_out = i >= from && i < until && !annul;
        matches[i] = left_out ? 0 : beat(w, a, b, LEAST);
        if (left_out)
            world_pass(w, 60 * 1000);
        world_pass(w, DAY_MS / 4);
    }
    for (int i = until - 1; annul && i >= from; i--) {
        struct moderation_act act = {.id = matches[i], .text = "the same person"};
        assert_int_equal(moderation_run(w->s, moderation_annul, &act, &t), 0);
        assert_int_equal(moderation_run(w->s, moderation_annul, &act, &t), ERR_DENIED);
    }
    wait_for_ratings(w);
}

static void annulled_matches_leave_no_trace_in_ratings(void **state)
{
    struct world *w = *state;
    char with[1500];
    char without[1500];
    static const int ranges[][2] = {{0, 1}, {7, 15}, {30, 31}, {59, 60}, {0, 60}};
    for (size_t i = 0; i < ARRAY_LEN(ranges); i++) {
        world_close(w);
        world_open(w, false);
        play_season(w, ranges[i][0], ranges[i][1], true);
        print_ratings(w, with, sizeof with);
        world_close(w);
        world_open(w, false);
        play_season(w, ranges[i][0], ranges[i][1], false);
        print_ratings(w, without, sizeof without);
        assert_string_equal(with, without);
    }
}

static void annulments_are_announced_to_everybody(void **state)
{
    struct world *w = *state;
    int64_t match = beat(w, ANN, BOB, LEAST);
    int64_t short_one = beat(w, ANN, BOB, LEAST - 1);
    char why[200] = "";
    struct text t;
    int err;
    text_init(&t, why, sizeof why);
    struct moderation_act act = {.id = short_one, .text = "x"};
    assert_int_equal(moderation_run(w->s, moderation_annul, &act, &t), ERR_DENIED);
    act = (struct moderation_act){.id = match, .text = "one person, two accounts"};
    assert_int_equal(moderation_run(w->s, moderation_annul, &act, &t), 0);
    json_t *list = reader_annulled(w->r, 0, 10, &err);
    json_t *row = json_array_get(json_object_get(list, "annulled"), 0);
    assert_int_equal(json_integer_value(json_object_get(row, "match")), match);
    assert_int_equal(json_array_size(json_object_get(row, "players")), 2);
    assert_string_equal(json_string_value(json_object_get(row, "reason")), act.text);
    json_decref(list);
    json_t *m = reader_match(w->r, match, 0, NULL, &err);
    assert_true(json_is_null(json_object_get(m, "ratings")));
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(m, "annulled"), "reason")), act.text);
    json_decref(m);
    wait_for_ratings(w);
    assert_int_equal(rating(w, ANN).matches, 0);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, world_setup, world_teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_win_moves_both_by_the_same_at_first),
        TEST(matches_that_end_early_or_are_called_off_are_not_rated),
        TEST(absence_makes_a_rating_less_certain),
        TEST(the_engine_is_rated_apart_and_by_level),
        TEST(three_players_are_compared_by_pairs),
        TEST(rankings_come_in_pages_and_history_is_kept),
        TEST(nobody_gains_by_playing_against_themselves),
        TEST(a_pair_counts_less_and_less_for_a_month),
        TEST(a_new_site_can_begin),
        TEST(established_players_gain_nothing_from_unknown_ones),
        TEST(annulled_matches_leave_no_trace_in_ratings),
        TEST(annulments_are_announced_to_everybody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
