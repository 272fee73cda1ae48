/* test_tournaments.c - tournaments run by themselves from the first entry to the last result. */
#include "base/times.h"
#include "service/core/order.h"
#include "testing.h"

#include "service/tournaments/tournaments.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANN, BOB, CLEO, DAN, EVE };

static struct tournament like(enum tournament_kind kind, int rounds, int max)
{
    struct tournament t = {
        .kind = kind, .rounds = rounds, .players_min = 2, .players_max = max, .steps = 2};
    snprintf(t.name, sizeof t.name, "Test Cup");
    t.like = (struct store_match){.width = 5, .height = 5, .seats_n = 2, .rated = true};
    snprintf(t.like.game, sizeof t.like.game, "levee");
    snprintf(t.like.clock, sizeof t.like.clock, "5m+5s");
    return t;
}

static int64_t make(struct world *w, struct tournament t)
{
    struct order o = {.kind = ORDER_TOURNAMENT, .asker = w->who[ANN]};
    struct outcome out;
    o.u.tournament.act = TOURNAMENT_MAKE;
    o.u.tournament.make = malloc(sizeof t);
    assert_non_null(o.u.tournament.make);
    *o.u.tournament.make = t;
    assert_int_equal(world_run(w, &o, &out), OUTCOME_DONE);
    return out.id;
}

static enum outcome_kind act(struct world *w, int64_t tournament, int who, enum tournament_act act)
{
    struct order o = {.kind = ORDER_TOURNAMENT, .asker = w->who[who], .match = tournament};
    o.u.tournament.act = act;
    return world_run(w, &o, NULL);
}

static struct tournament_rows rows_of(struct world *w, int64_t tournament)
{
    struct store *s = reader_store(w->r);
    struct tournament_rows rows = {.players = NULL};
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(tournaments_load(s, tournament, &rows), 0);
    store_rollback(s);
    return rows;
}

static int state_of(struct world *w, int64_t tournament)
{
    struct tournament_rows rows = rows_of(w, tournament);
    int state = (int)rows.tournament.state;
    tournaments_free(&rows);
    return state;
}

static int index_of(const struct world *w, int64_t player)
{
    for (int i = 0; i < WORLD_PLAYERS; i++)
        if (w->who[i].id == player)
            return i;
    return -1;
}

/* In every running match, the player who joined later resigns. Returns the number of matches. */
static int resign_all(struct world *w, int64_t tournament)
{
    struct tournament_rows rows = rows_of(w, tournament);
    int n = 0;
    for (int i = 0; i < rows.games_n; i++) {
        if (rows.games[i].result >= 0)
            continue;
        int a = index_of(w, rows.games[i].a);
        int b = index_of(w, rows.games[i].b);
        assert_int_equal(world_do(w, ORDER_RESIGN, rows.games[i].match, a > b ? a : b),
                         OUTCOME_DONE);
        n++;
    }
    tournaments_free(&rows);
    return n;
}

static const char *standing(struct world *w, int64_t tournament)
{
    static char text[300];
    int err;
    int n = 0;
    size_t i;
    json_t *p;
    json_t *v = reader_tournament(w->r, tournament, 0, &err);
    json_array_foreach(json_object_get(v, "players"), i, p)
    {
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%s %g", i > 0 ? ", " : "",
                      json_string_value(json_object_get(json_object_get(p, "player"), "name")),
                      json_real_value(json_object_get(p, "score")));
    }
    json_decref(v);
    return text;
}

static void a_round_robin_begins_when_full_and_ends_by_itself(void **state)
{
    struct world *w = *state;
    int64_t tournament = make(w, like(TOURNAMENT_ROBIN, 1, 4));
    for (int i = ANN; i <= CLEO; i++)
        assert_int_equal(act(w, tournament, i, TOURNAMENT_JOIN), OUTCOME_DONE);
    assert_int_equal(act(w, tournament, CLEO, TOURNAMENT_JOIN), OUTCOME_DONE); /* the same again */
    assert_int_equal(state_of(w, tournament), MATCH_OPEN);
    assert_int_equal(act(w, tournament, DAN, TOURNAMENT_JOIN), OUTCOME_DONE);
    assert_int_equal(state_of(w, tournament), MATCH_RUNNING);
    assert_int_equal(act(w, tournament, EVE, TOURNAMENT_JOIN), OUTCOME_CONFLICT);
    for (int round = 1; round <= 3; round++)
        assert_int_equal(resign_all(w, tournament), 2);
    assert_int_equal(state_of(w, tournament), MATCH_FINISHED);
    assert_string_equal(standing(w, tournament), "ann 3, bob 2, cleo 1, dan 0");
    assert_int_equal(world_events(w, TOPIC_LOBBY, "tournament", NULL, 0), 8);
}

static void a_swiss_survives_restarts_and_no_shows_lose_on_time(void **state)
{
    struct world *w = *state;
    int64_t tournament = make(w, like(TOURNAMENT_SWISS, 3, 16));
    for (int i = ANN; i <= EVE; i++)
        assert_int_equal(act(w, tournament, i, TOURNAMENT_JOIN), OUTCOME_DONE);
    assert_int_equal(act(w, tournament, BOB, TOURNAMENT_START), OUTCOME_DENIED);
    assert_int_equal(act(w, tournament, ANN, TOURNAMENT_START), OUTCOME_DONE);
    world_restart(w, 3600000);
    assert_int_equal(state_of(w, tournament), MATCH_RUNNING);
    world_pass(w, 300001); /* nobody has come: the player with the first move loses */
    world_restart(w, 1000);
    struct tournament_rows rows = rows_of(w, tournament);
    assert_int_equal(rows.tournament.round, 2);
    tournaments_free(&rows);
    world_pass(w, 300001);
    world_pass(w, 300001);
    assert_int_equal(state_of(w, tournament), MATCH_FINISHED);
    rows = rows_of(w, tournament);
    int byes = 0;
    int points = 0;
    for (int i = 0; i < rows.games_n; i++) {
        byes += rows.games[i].b == 0;
        points += rows.games[i].result == 0;
    }
    assert_int_equal(rows.games_n, 9);
    assert_int_equal(byes, 3);
    assert_int_equal(points, 6);
    tournaments_free(&rows);
}

static void a_tournament_starts_at_its_time_or_is_called_off(void **state)
{
    struct world *w = *state;
    struct tournament t = like(TOURNAMENT_SWISS, 0, 16);
    t.starts_at = w->now + 60000;
    int64_t tournament = make(w, t);
    int64_t few = make(w, t);
    assert_int_equal(act(w, tournament, ANN, TOURNAMENT_JOIN), OUTCOME_DONE);
    assert_int_equal(act(w, tournament, BOB, TOURNAMENT_JOIN), OUTCOME_DONE);
    assert_int_equal(act(w, tournament, CLEO, TOURNAMENT_JOIN), OUTCOME_DONE);
    assert_int_equal(act(w, tournament, CLEO, TOURNAMENT_LEAVE), OUTCOME_DONE);
    assert_int_equal(act(w, few, BOB, TOURNAMENT_JOIN), OUTCOME_DONE);
    world_pass(w, 59999);
    assert_int_equal(state_of(w, tournament), MATCH_OPEN);
    world_restart(w, 1);
    world_settle(w);
    assert_int_equal(state_of(w, tournament), MATCH_RUNNING);
    assert_int_equal(state_of(w, few), MATCH_ABORTED);
    struct tournament_rows rows = rows_of(w, tournament);
    assert_int_equal(rows.tournament.rounds, 1);
    assert_int_equal(rows.games_n, 1);
    /* A match of a tournament cannot be called off. */
    assert_int_equal(world_do(w, ORDER_ABORT, rows.games[0].match, ANN), OUTCOME_CONFLICT);
    assert_int_equal(world_do(w, ORDER_REMATCH, rows.games[0].match, ANN), OUTCOME_CONFLICT);
    tournaments_free(&rows);
    assert_int_equal(resign_all(w, tournament), 1);
    assert_int_equal(state_of(w, tournament), MATCH_FINISHED);
}

static void a_player_who_withdraws_is_not_paired_again(void **state)
{
    struct world *w = *state;
    int64_t robin = make(w, like(TOURNAMENT_ROBIN, 1, 4));
    int64_t swiss = make(w, like(TOURNAMENT_SWISS, 3, 4));
    for (int i = ANN; i <= DAN; i++) {
        assert_int_equal(act(w, robin, i, TOURNAMENT_JOIN), OUTCOME_DONE);
        assert_int_equal(act(w, swiss, i, TOURNAMENT_JOIN), OUTCOME_DONE);
    }
    assert_int_equal(act(w, robin, DAN, TOURNAMENT_LEAVE), OUTCOME_DONE);
    assert_int_equal(act(w, swiss, DAN, TOURNAMENT_LEAVE), OUTCOME_DONE);
    assert_int_equal(resign_all(w, robin), 2);
    assert_int_equal(resign_all(w, robin), 1);
    assert_int_equal(resign_all(w, robin), 1);
    assert_int_equal(state_of(w, robin), MATCH_FINISHED);
    assert_string_equal(standing(w, robin), "ann 3, bob 2, cleo 1, dan 0");
    assert_int_equal(resign_all(w, swiss), 2);
    assert_int_equal(resign_all(w, swiss), 1); /* one has the bye */
    assert_int_equal(resign_all(w, swiss), 1);
    assert_int_equal(state_of(w, swiss), MATCH_FINISHED);
}

static enum outcome_kind challenge(struct world *w, int64_t tournament, int who, int whom,
                                   struct outcome *out)
{
    struct order o = {.kind = ORDER_TOURNAMENT, .asker = w->who[who], .match = tournament};
    o.u.tournament.act = TOURNAMENT_CHALLENGE;
    snprintf(o.u.tournament.name, sizeof o.u.tournament.name, "%s", w->who[whom].name);
    return world_run(w, &o, out);
}

static void a_ladder_is_climbed_by_winning_from_below(void **state)
{
    struct world *w = *state;
    struct outcome out;
    struct tournament t = like(TOURNAMENT_LADDER, 0, 8);
    t.ends_at = w->now + 30 * DAY_MS;
    int64_t tournament = make(w, t);
    for (int i = ANN; i <= DAN; i++)
        assert_int_equal(act(w, tournament, i, TOURNAMENT_JOIN), OUTCOME_DONE);
    assert_int_equal(challenge(w, tournament, BOB, ANN, NULL), OUTCOME_CONFLICT); /* not begun */
    assert_int_equal(act(w, tournament, ANN, TOURNAMENT_START), OUTCOME_DONE);
    assert_int_equal(act(w, tournament, EVE, TOURNAMENT_JOIN), OUTCOME_DONE);     /* at its foot */
    assert_int_equal(challenge(w, tournament, DAN, ANN, NULL), OUTCOME_CONFLICT); /* three steps */
    assert_int_equal(challenge(w, tournament, ANN, BOB, NULL), OUTCOME_CONFLICT); /* downwards */
    assert_int_equal(challenge(w, tournament, DAN, BOB, &out), OUTCOME_DONE);
    assert_int_equal(challenge(w, tournament, CLEO, BOB, NULL), OUTCOME_CONFLICT); /* Bob plays */
    assert_int_equal(world_do(w, ORDER_RESIGN, out.match, BOB), OUTCOME_DONE);
    assert_string_equal(standing(w, tournament), "ann 0, dan 1, bob 0, cleo 0, eve 0");
    assert_int_equal(challenge(w, tournament, CLEO, BOB, &out), OUTCOME_DONE);
    assert_int_equal(world_do(w, ORDER_RESIGN, out.match, CLEO), OUTCOME_DONE);
    assert_string_equal(standing(w, tournament), "ann 0, dan 1, bob 1, cleo 0, eve 0");
    world_pass(w, 31 * DAY_MS);
    assert_int_equal(state_of(w, tournament), MATCH_FINISHED);
    assert_int_equal(challenge(w, tournament, CLEO, BOB, NULL), OUTCOME_CONFLICT);
}

/* --- live matches --- */

/* Two players in a round robin with live clocks of 5 min, a grace of one minute and a pause of
 * 20 s; its first match. */
static int64_t live_match(struct world *w, int64_t *tournament)
{
    struct tournament t = like(TOURNAMENT_ROBIN, 2, 2);
    t.like.grace_ms = MINUTE_MS;
    t.pause_ms = 20 * SECOND_MS;
    *tournament = make(w, t);
    assert_int_equal(act(w, *tournament, ANN, TOURNAMENT_JOIN), OUTCOME_DONE);
    assert_int_equal(act(w, *tournament, BOB, TOURNAMENT_JOIN), OUTCOME_DONE);
    struct tournament_rows rows = rows_of(w, *tournament);
    assert_int_equal(rows.games_n, 1);
    int64_t match = rows.games[0].match;
    tournaments_free(&rows);
    return match;
}

static void the_first_clock_waits_for_both_players(void **state)
{
    struct world *w = *state;
    int64_t tournament;
    int64_t match = live_match(w, &tournament);
    for (int i = ANN; i <= BOB; i++)
        assert_int_equal(world_events(w, topic_player(w->who[i].id), "paired", NULL, 0), 1);
    world_pass(w, 30 * SECOND_MS);
    assert_int_equal(world_get(w, match).clock_at, 0);
    assert_int_equal(world_do(w, ORDER_HERE, match, CLEO), OUTCOME_DENIED);
    assert_int_equal(world_do(w, ORDER_HERE, match, BOB), OUTCOME_DONE);
    assert_int_equal(world_do(w, ORDER_HERE, match, BOB), OUTCOME_DONE); /* the same again */
    assert_int_equal(world_get(w, match).clock_at, 0);
    assert_int_equal(world_do(w, ORDER_HERE, match, ANN), OUTCOME_DONE);
    struct store_match m = world_get(w, match);
    assert_int_equal(m.clock_at, world_now(w));
    assert_int_equal(m.deadline, world_now(w) + 5 * MINUTE_MS);
    assert_int_equal(m.hold_until, 0);
}

/* A player who moves is here; the clock of the other, who has not come, waits on. */
static void a_move_says_that_its_player_is_here(void **state)
{
    struct world *w = *state;
    int64_t tournament;
    int64_t match = live_match(w, &tournament);
    int first = index_of(w, world_get(w, match).seats[0].player.id);
    world_pass(w, 10 * SECOND_MS);
    assert_int_equal(world_move(w, match, first, "a1"), OUTCOME_DONE);
    assert_int_equal(world_get(w, match).clock_at, 0);
    world_pass(w, 50 * SECOND_MS + 1);
    struct store_match m = world_get(w, match);
    assert_int_equal(m.turn_seat, 2);
    assert_int_equal(m.deadline, m.clock_at + 5 * MINUTE_MS);
    assert_true(m.clock_at != 0);
}

static void the_clock_waits_for_a_grace_at_most_and_also_through_a_restart(void **state)
{
    struct world *w = *state;
    int64_t tournament;
    int64_t match = live_match(w, &tournament);
    world_pass(w, 30 * SECOND_MS);
    world_restart(w, HOUR_MS);
    assert_int_equal(world_get(w, match).clock_at, 0);
    world_pass(w, 29 * SECOND_MS);
    assert_int_equal(world_get(w, match).clock_at, 0);
    world_pass(w, 2 * SECOND_MS);
    assert_true(world_get(w, match).clock_at != 0);
}

/* Nobody listens in this test: both players have lost their connections. */
static void a_player_without_a_connection_gets_the_grace_once(void **state)
{
    struct world *w = *state;
    int64_t tournament;
    int64_t match = live_match(w, &tournament);
    (void)world_do(w, ORDER_HERE, match, ANN);
    (void)world_do(w, ORDER_HERE, match, BOB);
    world_pass(w, 5 * MINUTE_MS + 1);
    struct store_match m = world_get(w, match);
    assert_int_equal(m.state, MATCH_RUNNING);
    assert_int_equal(m.seats[0].left_ms, MINUTE_MS);
    assert_int_equal(m.deadline, world_now(w) + MINUTE_MS);
    int first = index_of(w, m.seats[0].player.id);
    assert_int_equal(world_move(w, match, first, "a1"), OUTCOME_DONE); /* back in time */
    assert_int_equal(world_move(w, match, 1 - first, "b1"), OUTCOME_DONE);
    world_pass(w, MINUTE_MS + 6 * SECOND_MS);
    m = world_get(w, match);
    assert_int_equal(m.state, MATCH_FINISHED);
    assert_int_equal(m.reason, END_TIME);
}

static void there_is_a_pause_between_the_rounds(void **state)
{
    struct world *w = *state;
    int64_t tournament;
    (void)live_match(w, &tournament);
    assert_int_equal(resign_all(w, tournament), 1);
    struct tournament_rows rows = rows_of(w, tournament);
    assert_int_equal(rows.tournament.round, 1);
    assert_int_equal(rows.tournament.wake_at, world_now(w) + 20 * SECOND_MS);
    tournaments_free(&rows);
    world_pass(w, 19 * SECOND_MS);
    assert_int_equal(resign_all(w, tournament), 0);
    world_pass(w, SECOND_MS);
    assert_int_equal(resign_all(w, tournament), 1);
    assert_int_equal(state_of(w, tournament), MATCH_FINISHED); /* none after the last */
}

static void acts_at_the_wrong_time_or_by_the_wrong_player_are_refused(void **state)
{
    struct world *w = *state;
    struct order guest = {.kind = ORDER_TOURNAMENT, .asker = w->who[BOB]};
    int64_t tournament = make(w, like(TOURNAMENT_LADDER, 0, 2));
    guest.asker.kind = PLAYER_GUEST;
    guest.match = tournament;
    guest.u.tournament.act = TOURNAMENT_JOIN;
    assert_int_equal(world_run(w, &guest, NULL), OUTCOME_DENIED);
    assert_int_equal(act(w, tournament, BOB, TOURNAMENT_END), OUTCOME_DENIED);
    assert_int_equal(act(w, tournament, BOB, TOURNAMENT_LEAVE), OUTCOME_CONFLICT);
    assert_int_equal(act(w, tournament, ANN, TOURNAMENT_START), OUTCOME_CONFLICT);
    assert_int_equal(act(w, tournament + 7, ANN, TOURNAMENT_JOIN), OUTCOME_NOT_FOUND);
    assert_int_equal(act(w, tournament, ANN, TOURNAMENT_END), OUTCOME_DONE);
    assert_int_equal(state_of(w, tournament), MATCH_ABORTED);
    for (int i = 0; i < TOURNAMENTS_OPEN_MAX; i++)
        (void)make(w, like(TOURNAMENT_SWISS, 0, 8));
    struct order o = {.kind = ORDER_TOURNAMENT, .asker = w->who[ANN]};
    struct tournament one = like(TOURNAMENT_SWISS, 0, 8);
    o.u.tournament.make = malloc(sizeof one);
    *o.u.tournament.make = one;
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_FULL);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, world_setup_on_disk, world_teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_round_robin_begins_when_full_and_ends_by_itself),
        TEST(a_swiss_survives_restarts_and_no_shows_lose_on_time),
        TEST(a_tournament_starts_at_its_time_or_is_called_off),
        TEST(a_player_who_withdraws_is_not_paired_again),
        TEST(a_ladder_is_climbed_by_winning_from_below),
        TEST(the_first_clock_waits_for_both_players),
        TEST(a_move_says_that_its_player_is_here),
        TEST(the_clock_waits_for_a_grace_at_most_and_also_through_a_restart),
        TEST(a_player_without_a_connection_gets_the_grace_once),
        TEST(there_is_a_pause_between_the_rounds),
        TEST(acts_at_the_wrong_time_or_by_the_wrong_player_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
