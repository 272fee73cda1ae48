/* test_cups.c - tournaments from the first entry to the last result, with nobody who looks after
 * them. */
#include "testing.h"

#include "service/cups.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANN, BOB, CLEO, DAN, EVE };

static struct cup like(enum cup_kind kind, int rounds, int max)
{
    struct cup c = {
        .kind = kind, .rounds = rounds, .players_min = 2, .players_max = max, .steps = 2};
    snprintf(c.name, sizeof c.name, "Test Cup");
    c.like = (struct store_match){.width = 5, .height = 5, .seats_n = 2, .rated = true};
    snprintf(c.like.game, sizeof c.like.game, "levee");
    snprintf(c.like.clock, sizeof c.like.clock, "5m+5s");
    return c;
}

static int64_t make(struct world *w, struct cup c)
{
    struct order o = {.kind = ORDER_CUP, .asker = w->who[ANN]};
    struct outcome out;
    o.u.cup.act = CUP_MAKE;
    o.u.cup.make = malloc(sizeof c);
    assert_non_null(o.u.cup.make);
    *o.u.cup.make = c;
    assert_int_equal(world_run(w, &o, &out), OUTCOME_DONE);
    return out.id;
}

static enum outcome_kind act(struct world *w, int64_t cup, int who, enum cup_act act)
{
    struct order o = {.kind = ORDER_CUP, .asker = w->who[who], .match = cup};
    o.u.cup.act = act;
    return world_run(w, &o, NULL);
}

static struct cup_rows rows_of(struct world *w, int64_t cup)
{
    struct store *s = service_reader_store(w->r);
    struct cup_rows rows = {.players = NULL};
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(cup_rows_load(s, cup, &rows), 0);
    store_rollback(s);
    return rows;
}

static int state_of(struct world *w, int64_t cup)
{
    struct cup_rows rows = rows_of(w, cup);
    int state = (int)rows.cup.state;
    cup_rows_free(&rows);
    return state;
}

static int index_of(const struct world *w, int64_t player)
{
    for (int i = 0; i < WORLD_PLAYERS; i++)
        if (w->who[i].id == player)
            return i;
    return -1;
}

/* In every game that runs the player who joined later resigns. Returns how many there were. */
static int resign_all(struct world *w, int64_t cup)
{
    struct cup_rows rows = rows_of(w, cup);
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
    cup_rows_free(&rows);
    return n;
}

static const char *standing(struct world *w, int64_t cup)
{
    static char text[300];
    int err;
    int n = 0;
    size_t i;
    json_t *p;
    json_t *v = reader_cup(w->r, cup, 0, &err);
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
    int64_t cup = make(w, like(CUP_ROBIN, 1, 4));
    for (int i = ANN; i <= CLEO; i++)
        assert_int_equal(act(w, cup, i, CUP_JOIN), OUTCOME_DONE);
    assert_int_equal(act(w, cup, CLEO, CUP_JOIN), OUTCOME_DONE); /* the same again */
    assert_int_equal(state_of(w, cup), MATCH_OPEN);
    assert_int_equal(act(w, cup, DAN, CUP_JOIN), OUTCOME_DONE);
    assert_int_equal(state_of(w, cup), MATCH_RUNNING);
    assert_int_equal(act(w, cup, EVE, CUP_JOIN), OUTCOME_CONFLICT);
    for (int round = 1; round <= 3; round++)
        assert_int_equal(resign_all(w, cup), 2);
    assert_int_equal(state_of(w, cup), MATCH_FINISHED);
    assert_string_equal(standing(w, cup), "ann 3, bob 2, cleo 1, dan 0");
    assert_int_equal(world_events(w, TOPIC_LOBBY, "tournament", NULL, 0), 8);
}

static void a_swiss_survives_restarts_and_no_shows_lose_on_time(void **state)
{
    struct world *w = *state;
    int64_t cup = make(w, like(CUP_SWISS, 3, 16));
    for (int i = ANN; i <= EVE; i++)
        assert_int_equal(act(w, cup, i, CUP_JOIN), OUTCOME_DONE);
    assert_int_equal(act(w, cup, BOB, CUP_START), OUTCOME_DENIED);
    assert_int_equal(act(w, cup, ANN, CUP_START), OUTCOME_DONE);
    world_restart(w, 3600000);
    assert_int_equal(state_of(w, cup), MATCH_RUNNING);
    world_pass(w, 300001); /* nobody has come: who had the first move loses */
    world_restart(w, 1000);
    struct cup_rows rows = rows_of(w, cup);
    assert_int_equal(rows.cup.round, 2);
    cup_rows_free(&rows);
    world_pass(w, 300001);
    world_pass(w, 300001);
    assert_int_equal(state_of(w, cup), MATCH_FINISHED);
    rows = rows_of(w, cup);
    int byes = 0;
    int points = 0;
    for (int i = 0; i < rows.games_n; i++) {
        byes += rows.games[i].b == 0;
        points += rows.games[i].result == 0;
    }
    assert_int_equal(rows.games_n, 9);
    assert_int_equal(byes, 3);
    assert_int_equal(points, 6);
    cup_rows_free(&rows);
}

static void it_starts_at_its_time_or_is_called_off(void **state)
{
    struct world *w = *state;
    struct cup c = like(CUP_SWISS, 0, 16);
    c.starts_at = w->now + 60000;
    int64_t cup = make(w, c);
    int64_t few = make(w, c);
    assert_int_equal(act(w, cup, ANN, CUP_JOIN), OUTCOME_DONE);
    assert_int_equal(act(w, cup, BOB, CUP_JOIN), OUTCOME_DONE);
    assert_int_equal(act(w, cup, CLEO, CUP_JOIN), OUTCOME_DONE);
    assert_int_equal(act(w, cup, CLEO, CUP_LEAVE), OUTCOME_DONE);
    assert_int_equal(act(w, few, BOB, CUP_JOIN), OUTCOME_DONE);
    world_pass(w, 59999);
    assert_int_equal(state_of(w, cup), MATCH_OPEN);
    world_restart(w, 1);
    world_settle(w);
    assert_int_equal(state_of(w, cup), MATCH_RUNNING);
    assert_int_equal(state_of(w, few), MATCH_ABORTED);
    struct cup_rows rows = rows_of(w, cup);
    assert_int_equal(rows.cup.rounds, 1);
    assert_int_equal(rows.games_n, 1);
    /* A match of it cannot be called off. */
    assert_int_equal(world_do(w, ORDER_ABORT, rows.games[0].match, ANN), OUTCOME_CONFLICT);
    assert_int_equal(world_do(w, ORDER_REMATCH, rows.games[0].match, ANN), OUTCOME_CONFLICT);
    cup_rows_free(&rows);
    assert_int_equal(resign_all(w, cup), 1);
    assert_int_equal(state_of(w, cup), MATCH_FINISHED);
}

static void who_withdraws_is_not_paired_again(void **state)
{
    struct world *w = *state;
    int64_t robin = make(w, like(CUP_ROBIN, 1, 4));
    int64_t swiss = make(w, like(CUP_SWISS, 3, 4));
    for (int i = ANN; i <= DAN; i++) {
        assert_int_equal(act(w, robin, i, CUP_JOIN), OUTCOME_DONE);
        assert_int_equal(act(w, swiss, i, CUP_JOIN), OUTCOME_DONE);
    }
    assert_int_equal(act(w, robin, DAN, CUP_LEAVE), OUTCOME_DONE);
    assert_int_equal(act(w, swiss, DAN, CUP_LEAVE), OUTCOME_DONE);
    assert_int_equal(resign_all(w, robin), 2);
    assert_int_equal(resign_all(w, robin), 1);
    assert_int_equal(resign_all(w, robin), 1);
    assert_int_equal(state_of(w, robin), MATCH_FINISHED);
    assert_string_equal(standing(w, robin), "ann 3, bob 2, cleo 1, dan 0");
    assert_int_equal(resign_all(w, swiss), 2);
    assert_int_equal(resign_all(w, swiss), 1); /* one rests */
    assert_int_equal(resign_all(w, swiss), 1);
    assert_int_equal(state_of(w, swiss), MATCH_FINISHED);
}

static enum outcome_kind challenge(struct world *w, int64_t cup, int who, int whom,
                                   struct outcome *out)
{
    struct order o = {.kind = ORDER_CUP, .asker = w->who[who], .match = cup};
    o.u.cup.act = CUP_CHALLENGE;
    snprintf(o.u.cup.name, sizeof o.u.cup.name, "%s", w->who[whom].name);
    return world_run(w, &o, out);
}

static void a_ladder_is_climbed_by_winning_from_below(void **state)
{
    struct world *w = *state;
    struct outcome out;
    struct cup c = like(CUP_LADDER, 0, 8);
    c.ends_at = w->now + 30 * CLOCK_DAY_MS;
    int64_t cup = make(w, c);
    for (int i = ANN; i <= DAN; i++)
        assert_int_equal(act(w, cup, i, CUP_JOIN), OUTCOME_DONE);
    assert_int_equal(challenge(w, cup, BOB, ANN, NULL), OUTCOME_CONFLICT); /* not begun */
    assert_int_equal(act(w, cup, ANN, CUP_START), OUTCOME_DONE);
    assert_int_equal(act(w, cup, EVE, CUP_JOIN), OUTCOME_DONE);            /* at its foot */
    assert_int_equal(challenge(w, cup, DAN, ANN, NULL), OUTCOME_CONFLICT); /* three steps */
    assert_int_equal(challenge(w, cup, ANN, BOB, NULL), OUTCOME_CONFLICT); /* downwards */
    assert_int_equal(challenge(w, cup, DAN, BOB, &out), OUTCOME_DONE);
    assert_int_equal(challenge(w, cup, CLEO, BOB, NULL), OUTCOME_CONFLICT); /* he plays */
    assert_int_equal(world_do(w, ORDER_RESIGN, out.match, BOB), OUTCOME_DONE);
    assert_string_equal(standing(w, cup), "ann 0, dan 1, bob 0, cleo 0, eve 0");
    assert_int_equal(challenge(w, cup, CLEO, BOB, &out), OUTCOME_DONE);
    assert_int_equal(world_do(w, ORDER_RESIGN, out.match, CLEO), OUTCOME_DONE);
    assert_string_equal(standing(w, cup), "ann 0, dan 1, bob 1, cleo 0, eve 0");
    world_pass(w, 31 * CLOCK_DAY_MS);
    assert_int_equal(state_of(w, cup), MATCH_FINISHED);
    assert_int_equal(challenge(w, cup, CLEO, BOB, NULL), OUTCOME_CONFLICT);
}

static void who_may_do_what(void **state)
{
    struct world *w = *state;
    struct order guest = {.kind = ORDER_CUP, .asker = w->who[BOB]};
    int64_t cup = make(w, like(CUP_LADDER, 0, 2));
    guest.asker.kind = PLAYER_GUEST;
    guest.match = cup;
    guest.u.cup.act = CUP_JOIN;
    assert_int_equal(world_run(w, &guest, NULL), OUTCOME_DENIED);
    assert_int_equal(act(w, cup, BOB, CUP_END), OUTCOME_DENIED);
    assert_int_equal(act(w, cup, BOB, CUP_LEAVE), OUTCOME_CONFLICT);
    assert_int_equal(act(w, cup, ANN, CUP_START), OUTCOME_CONFLICT);
    assert_int_equal(act(w, cup + 7, ANN, CUP_JOIN), OUTCOME_NOT_FOUND);
    assert_int_equal(act(w, cup, ANN, CUP_END), OUTCOME_DONE);
    assert_int_equal(state_of(w, cup), MATCH_ABORTED);
    for (int i = 0; i < CUPS_OPEN_MAX; i++)
        (void)make(w, like(CUP_SWISS, 0, 8));
    struct order o = {.kind = ORDER_CUP, .asker = w->who[ANN]};
    struct cup one = like(CUP_SWISS, 0, 8);
    o.u.cup.make = malloc(sizeof one);
    *o.u.cup.make = one;
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_FULL);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, world_setup_on_disk, world_teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_round_robin_begins_when_full_and_ends_by_itself),
        TEST(a_swiss_survives_restarts_and_no_shows_lose_on_time),
        TEST(it_starts_at_its_time_or_is_called_off),
        TEST(who_withdraws_is_not_paired_again),
        TEST(a_ladder_is_climbed_by_winning_from_below),
        TEST(who_may_do_what),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
