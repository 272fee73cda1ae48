/* test_arenas.c - an arena pairs those who are free at once, from its start to its end. */
#include "base/times.h"
#include "service/core/order.h"
#include "testing.h"

#include "service/core/batch.h"
#include "service/tournaments/arenas.h"
#include "service/tournaments/tournaments.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANN, BOB, CLEO, DAN, EVE };

static struct order order_of(struct world *w, int who, int64_t arena, enum tournament_act act)
{
    struct order o = {.kind = ORDER_TOURNAMENT, .asker = w->who[who], .match = arena};
    o.u.tournament.act = act;
    return o;
}

/* An arena of half an hour that begins in a minute. */
static int64_t make(struct world *w, int players_max, const char *clock)
{
    struct order o = order_of(w, ANN, 0, TOURNAMENT_MAKE);
    struct outcome out;
    struct tournament *t = calloc(1, sizeof *t);
    assert_non_null(t);
    t->kind = TOURNAMENT_ARENA;
    t->minutes = 30;
    t->players_min = 2;
    t->players_max = players_max;
    t->starts_at = w->now + MINUTE_MS;
    t->like = (struct store_match){.width = 5, .height = 5, .seats_n = 2, .rated = true};
    snprintf(t->name, sizeof t->name, "Test Arena");
    snprintf(t->like.game, sizeof t->like.game, "levee");
    snprintf(t->like.clock, sizeof t->like.clock, "%s", clock);
    o.u.tournament.make = t;
    assert_int_equal(world_run(w, &o, &out), OUTCOME_DONE);
    return out.id;
}

static enum outcome_kind act(struct world *w, int64_t arena, int who, enum tournament_act act)
{
    struct order o = order_of(w, who, arena, act);
    return world_run(w, &o, NULL);
}

static int64_t begin(struct world *w, int players, const char *clock)
{
    int64_t arena = make(w, 100, clock);
    for (int i = 0; i < players; i++)
        assert_int_equal(act(w, arena, i, TOURNAMENT_JOIN), OUTCOME_DONE);
    world_pass(w, MINUTE_MS);
    return arena;
}

static struct arena_player row(struct world *w, int64_t arena, int who)
{
    struct store *s = reader_store(w->r);
    struct arena_player p;
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(arena_player_get(s, arena, w->who[who].id, &p), 0);
    store_rollback(s);
    return p;
}

static int state_of(struct world *w, int64_t arena)
{
    struct store *s = reader_store(w->r);
    struct tournament t;
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(tournament_get(s, arena, &t), 0);
    store_rollback(s);
    return (int)t.state;
}

static void resign(struct world *w, int64_t arena, int who)
{
    int64_t match = row(w, arena, who).match;
    assert_true(match != 0);
    assert_int_equal(world_do(w, ORDER_RESIGN, match, who), OUTCOME_DONE);
}

/* Everybody who plays someone with an earlier name resigns. Returns how many matches there were. */
static int resign_all(struct world *w, int64_t arena, int players)
{
    int n = 0;
    for (int i = 0; i < players; i++) {
        struct arena_player p = row(w, arena, i);
        if (p.match == 0 || p.opponent > p.player.id)
            continue;
        resign(w, arena, i);
        n++;
    }
    return n;
}

/* "ann 4 2, bob …": points and wins in a row, by rank. */
static const char *standing(struct world *w, int64_t arena)
{
    static char text[300];
    int err;
    int n = 0;
    size_t i;
    json_t *p;
    json_t *v = reader_tournament(w->r, arena, 0, &err);
    json_array_foreach(json_object_get(v, "players"), i, p)
    {
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%s %lld %lld", i > 0 ? ", " : "",
                      json_string_value(json_object_get(json_object_get(p, "player"), "name")),
                      json_integer_value(json_object_get(p, "score")),
                      json_integer_value(json_object_get(p, "streak")));
    }
    json_decref(v);
    return text;
}

static void an_arena_pairs_at_once_from_start_to_end(void **state)
{
    struct world *w = *state;
    int64_t arena = begin(w, 4, "5m+5s");
    int64_t before[4];
    assert_int_equal(state_of(w, arena), MATCH_RUNNING);
    assert_int_equal(world_events(w, topic_player(w->who[ANN].id), "paired", NULL, 0), 1);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 4; i++)
            before[i] = row(w, arena, i).opponent;
        assert_int_equal(resign_all(w, arena, 4), 2);
        assert_int_equal(row(w, arena, ANN).match, 0);
        world_pass(w, ARENAS_PAIR_MS);
        for (int i = 0; i < 4; i++)
            assert_true(row(w, arena, i).match != 0 && row(w, arena, i).opponent != before[i]);
        if (round == 1)
            world_restart(w, 1000); /* the matches and the pairings continue */
    }
    assert_int_equal(row(w, arena, ANN).won, 3);
    assert_int_equal(row(w, arena, ANN).points, 2 + 2 + 4);
    assert_int_equal(row(w, arena, DAN).points, 0);
    world_pass(w, 10 * MINUTE_MS); /* no player has moved: three of four are gone, or all */
    assert_int_equal(act(w, arena, EVE, TOURNAMENT_JOIN), OUTCOME_DONE);
    for (int i = 0; i < 4; i++)
        assert_int_equal(act(w, arena, i, TOURNAMENT_JOIN), OUTCOME_DONE);
    world_pass(w, ARENAS_PAIR_MS);
    int playing = 0;
    for (int i = 0; i < 5; i++)
        playing += row(w, arena, i).match != 0;
    assert_int_equal(playing, 4);
    world_pass(w, 30 * SECOND_MS);
    assert_int_equal(resign_all(w, arena, 5), 2);
    world_pass(w, 30 * MINUTE_MS); /* the last two matches end by their first move */
    world_pass(w, 30 * MINUTE_MS);
    assert_int_equal(state_of(w, arena), MATCH_FINISHED);
    for (int i = 0; i < 5; i++)
        assert_int_equal(row(w, arena, i).match, 0);
    assert_int_equal(act(w, arena, ANN, TOURNAMENT_JOIN), OUTCOME_CONFLICT);
    assert_int_equal(act(w, arena, ANN, TOURNAMENT_LEAVE), OUTCOME_CONFLICT);
}

static void points_and_streaks_stand_in_the_standings(void **state)
{
    struct world *w = *state;
    int64_t arena = begin(w, 2, "5m+5s");
    for (int round = 0; round < 3; round++) {
        resign(w, arena, BOB);
        world_pass(w, ARENAS_PAIR_MS); /* the same two: there are no others */
    }
    assert_string_equal(standing(w, arena), "ann 8 3, bob 0 0");
    resign(w, arena, ANN);
    assert_string_equal(standing(w, arena), "ann 8 0, bob 2 1");
    struct arena_player ann = row(w, arena, ANN);
    assert_true(ann.won == 3 && ann.lost == 1 && ann.drawn == 0 && ann.balance == 0);
}

static void a_player_who_pauses_is_not_paired_until_they_come_back(void **state)
{
    struct world *w = *state;
    int64_t arena = begin(w, 3, "5m+5s");
    int out = row(w, arena, ANN).match == 0 ? ANN : row(w, arena, BOB).match == 0 ? BOB : CLEO;
    int in = out == ANN ? BOB : ANN;
    assert_int_equal(act(w, arena, in, TOURNAMENT_LEAVE), OUTCOME_DONE); /* the match continues */
    assert_true(row(w, arena, in).match != 0);
    resign(w, arena, in);
    world_pass(w, ARENAS_PAIR_MS);
    assert_int_equal(row(w, arena, in).match, 0);
    assert_true(row(w, arena, out).match != 0);
    assert_int_equal(act(w, arena, in, TOURNAMENT_JOIN), OUTCOME_DONE);
    assert_int_equal(act(w, arena, in, TOURNAMENT_JOIN), OUTCOME_DONE); /* the same again */
    resign(w, arena, out);
    world_pass(w, ARENAS_PAIR_MS);
    assert_true(row(w, arena, in).match != 0);
}

static void two_who_met_last_wait_for_others(void **state)
{
    struct world *w = *state;
    int64_t arena = begin(w, 4, "5m+5s");
    resign(w, arena, ANN);
    world_pass(w, ARENAS_PAIR_MS);
    assert_int_equal(row(w, arena, ANN).match, 0); /* the others play */
    world_pass(w, ARENAS_REPEAT_MS);
    assert_true(row(w, arena, ANN).match != 0);
}

static void a_player_who_does_not_move_loses_and_is_paused(void **state)
{
    struct world *w = *state;
    int64_t arena = begin(w, 2, "5m+5s");
    int absent = row(w, arena, ANN).moved_first ? ANN : BOB;
    int here = absent == ANN ? BOB : ANN;
    int64_t match = row(w, arena, ANN).match;
    world_pass(w, ARENAS_FIRST_MS);
    assert_int_equal(world_get(w, match).state, MATCH_RUNNING);
    world_pass(w, 1);
    assert_int_equal(world_get(w, match).reason, END_TIME);
    assert_true(row(w, arena, absent).paused);
    assert_false(row(w, arena, here).paused);
    assert_int_equal(row(w, arena, here).points, 2);
    world_pass(w, MINUTE_MS);
    assert_int_equal(row(w, arena, here).match, 0);
    assert_int_equal(act(w, arena, absent, TOURNAMENT_JOIN), OUTCOME_DONE);
    world_pass(w, ARENAS_PAIR_MS);
    match = row(w, arena, here).match;
    assert_true(match != 0);
    int first = row(w, arena, here).moved_first ? here : absent;
    assert_int_equal(first, here); /* it was the other's turn the last time */
    assert_int_equal(world_move(w, match, here, "b2"), OUTCOME_DONE);
    world_pass(w, ARENAS_FIRST_MS - 1);
    assert_int_equal(world_get(w, match).state, MATCH_RUNNING);
    assert_int_equal(world_move(w, match, absent, "c4"), OUTCOME_DONE);
    world_pass(w, 2 * ARENAS_FIRST_MS); /* from now on the clock alone counts */
    assert_int_equal(world_get(w, match).state, MATCH_RUNNING);
}

/* A minute before the end all are there, are paired, and make their first moves. */
static void begin_late(struct world *w, int64_t arena, int players)
{
    world_pass(w, 29 * MINUTE_MS); /* the first matches have ended without a move */
    for (int i = 0; i < players; i++)
        assert_int_equal(act(w, arena, i, TOURNAMENT_JOIN), OUTCOME_DONE);
    world_pass(w, ARENAS_REPEAT_MS);
    for (int turn = 0; turn < 2; turn++)
        for (int i = 0; i < players; i++)
            if (row(w, arena, i).moved_first == (turn == 0))
                assert_int_equal(world_move(w, row(w, arena, i).match, i, turn == 0 ? "b2" : "c4"),
                                 OUTCOME_DONE);
}

static void matches_count_until_they_end_and_nobody_is_paired(void **state)
{
    struct world *w = *state;
    int64_t arena = begin(w, 4, "5m+5s");
    begin_late(w, arena, 4);
    struct arena_player ann = row(w, arena, ANN);
    int rival = BOB;
    while (w->who[rival].id != ann.opponent)
        rival++;
    int third = rival == BOB ? CLEO : BOB;
    int points = row(w, arena, rival).points;
    world_pass(w, 2 * MINUTE_MS);
    assert_int_equal(state_of(w, arena), MATCH_RUNNING); /* two matches still count */
    assert_int_equal(act(w, arena, EVE, TOURNAMENT_JOIN), OUTCOME_CONFLICT);
    resign(w, arena, ANN);
    assert_true(row(w, arena, rival).points > points);
    world_pass(w, ARENAS_REPEAT_MS + ARENAS_PAIR_MS);
    assert_int_equal(row(w, arena, ANN).match, 0);
    assert_int_equal(state_of(w, arena), MATCH_RUNNING);
    resign(w, arena, third);
    world_pass(w, ARENAS_PAIR_MS);
    assert_int_equal(state_of(w, arena), MATCH_FINISHED);
}

static void a_match_after_the_grace_does_not_count(void **state)
{
    struct world *w = *state;
    int64_t arena = begin(w, 2, "20m+5s");
    begin_late(w, arena, 2);
    int64_t match = row(w, arena, ANN).match;
    world_pass(w, 15 * MINUTE_MS);
    assert_int_equal(state_of(w, arena), MATCH_RUNNING);
    world_pass(w, MINUTE_MS);
    assert_int_equal(state_of(w, arena), MATCH_FINISHED);
    struct arena_player bob = row(w, arena, BOB);
    assert_int_equal(world_get(w, match).state, MATCH_RUNNING); /* as any other match */
    assert_int_equal(world_do(w, ORDER_RESIGN, match, ANN), OUTCOME_DONE);
    assert_int_equal(row(w, arena, BOB).points, bob.points);
    assert_int_equal(row(w, arena, BOB).won, bob.won);
}

static void an_arena_without_a_match_is_called_off(void **state)
{
    struct world *w = *state;
    int64_t alone = begin(w, 1, "5m+5s");
    int64_t none = make(w, 100, "5m+5s");
    assert_int_equal(act(w, none, BOB, TOURNAMENT_END), OUTCOME_DENIED);
    assert_int_equal(act(w, none, ANN, TOURNAMENT_END), OUTCOME_DONE);
    assert_int_equal(state_of(w, none), MATCH_ABORTED);
    assert_int_equal(act(w, alone, ANN, TOURNAMENT_END), OUTCOME_CONFLICT);
    world_pass(w, 30 * MINUTE_MS);
    assert_int_equal(state_of(w, alone), MATCH_ABORTED);
}

static void acts_at_the_wrong_time_or_by_the_wrong_player_are_refused(void **state)
{
    struct world *w = *state;
    int64_t arena = make(w, 2, "5m+5s");
    struct order guest = order_of(w, BOB, arena, TOURNAMENT_JOIN);
    guest.asker.kind = PLAYER_GUEST;
    assert_int_equal(world_run(w, &guest, NULL), OUTCOME_DENIED);
    assert_int_equal(act(w, arena, BOB, TOURNAMENT_LEAVE), OUTCOME_CONFLICT);
    assert_int_equal(act(w, arena, ANN, TOURNAMENT_START), OUTCOME_CONFLICT); /* too few */
    assert_int_equal(act(w, arena, ANN, TOURNAMENT_JOIN), OUTCOME_DONE);
    assert_int_equal(act(w, arena, BOB, TOURNAMENT_JOIN), OUTCOME_DONE);
    assert_int_equal(act(w, arena, CLEO, TOURNAMENT_JOIN), OUTCOME_CONFLICT); /* full */
    assert_int_equal(act(w, arena, BOB, TOURNAMENT_LEAVE), OUTCOME_DONE);
    assert_int_equal(act(w, arena, CLEO, TOURNAMENT_JOIN), OUTCOME_DONE);
    assert_int_equal(act(w, arena, BOB, TOURNAMENT_START), OUTCOME_DENIED);
    assert_int_equal(act(w, arena, ANN, TOURNAMENT_START), OUTCOME_DONE);
    assert_int_equal(act(w, arena, ANN, TOURNAMENT_START), OUTCOME_CONFLICT);
    assert_int_equal(act(w, arena, ANN, TOURNAMENT_CHALLENGE), OUTCOME_CONFLICT);
    assert_true(row(w, arena, ANN).match != 0 && row(w, arena, CLEO).match != 0);
}

struct remote_presence {
    struct store_player who[ARENA_RULES_PLAYERS_MAX];
};

static int add_crowd(struct work *w, void *context)
{
    struct remote_presence *c = context;
    struct store *s = batch_store(w);
    int err = 0;
    for (int i = 0; err == 0 && i < ARENA_RULES_PLAYERS_MAX; i++) {
        char name[32];
        snprintf(name, sizeof name, "crowd-%d", i);
        err = store_player_add(s, PLAYER_MEMBER, name, 0, &c->who[i].id);
        if (err == 0)
            err = store_player_get(s, c->who[i].id, &c->who[i]);
    }
    return err;
}

static int playing(struct world *w, int64_t arena)
{
    struct store *s = reader_store(w->r);
    struct arenas_roster all;
    int n = 0;
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(arenas_load(s, arena, &all), 0);
    store_rollback(s);
    for (int i = 0; i < all.n; i++)
        n += all.players[i].match != 0;
    arenas_free(&all);
    return n;
}

static void a_full_arena_is_paired_in_bounded_steps(void **state)
{
    static struct remote_presence crowd;
    struct world *w = *state;
    struct order o = {.kind = ORDER_BATCH};
    o.u.batch.apply = add_crowd;
    o.u.batch.context = &crowd;
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
    int64_t arena = make(w, ARENA_RULES_PLAYERS_MAX, "5m+5s");
    for (int i = 0; i < ARENA_RULES_PLAYERS_MAX; i++) {
        struct order join = order_of(w, ANN, arena, TOURNAMENT_JOIN);
        join.asker = crowd.who[i];
        assert_int_equal(world_run(w, &join, NULL), OUTCOME_DONE);
    }
    assert_int_equal(act(w, arena, ANN, TOURNAMENT_JOIN), OUTCOME_CONFLICT);
    assert_int_equal(act(w, arena, ANN, TOURNAMENT_START), OUTCOME_DONE);
    for (int n = 1; n <= ARENA_RULES_PLAYERS_MAX / 2 / ARENAS_PAIRS; n++, world_pass(w, 1))
        assert_int_equal(playing(w, arena), 2 * ARENAS_PAIRS * n);
    assert_int_equal(playing(w, arena), ARENA_RULES_PLAYERS_MAX);
    world_pass(w, ARENAS_FIRST_MS); /* some players never move: their matches end, and the winners
                                     * meet */
    int paired_again = ARENAS_ABSENT / 2 * 2;
    assert_int_equal(playing(w, arena), ARENA_RULES_PLAYERS_MAX - 2 * ARENAS_ABSENT + paired_again);
}

/* Two servers on one store: an arena that one of them has begun continues at the other. */
static void another_server_goes_on(void **state)
{
    struct world *w = *state;
    struct world other;
    if (!world_join(&other, w, 0))
        skip();
    int64_t arena = begin(w, 2, "5m+5s");
    assert_int_equal(world_do(&other, ORDER_RESIGN, row(w, arena, BOB).match, BOB), OUTCOME_DONE);
    world_pass(&other, ARENAS_PAIR_MS);
    assert_true(row(&other, arena, BOB).match != 0);
    assert_int_equal(row(w, arena, ANN).points, 2);
    world_close(&other);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, world_setup_on_disk, world_teardown)
    const struct CMUnitTest tests[] = {
        TEST(an_arena_pairs_at_once_from_start_to_end),
        TEST(points_and_streaks_stand_in_the_standings),
        TEST(a_player_who_pauses_is_not_paired_until_they_come_back),
        TEST(two_who_met_last_wait_for_others),
        TEST(a_player_who_does_not_move_loses_and_is_paused),
        TEST(matches_count_until_they_end_and_nobody_is_paired),
        TEST(a_match_after_the_grace_does_not_count),
        TEST(an_arena_without_a_match_is_called_off),
        TEST(acts_at_the_wrong_time_or_by_the_wrong_player_are_refused),
        TEST(a_full_arena_is_paired_in_bounded_steps),
        TEST(another_server_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
