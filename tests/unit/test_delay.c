/* test_delay.c - what spectators of a match with a delay see, and when. */
#include "service/core/order.h"
#include "service/matches/matches_view.h"
#include "testing.h"

#include "base/err.h"
#include "service/matches/archive.h"
#include "service/matches/delay.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANN, BOB, CLEO };
static const char *const moves[] = {"a1", "b1", "a2", "b2", "a3"};

static int64_t begin(struct world *w, int plies, int64_t ms)
{
    struct order o = {.kind = ORDER_CREATE, .asker = w->who[ANN]};
    o.u.create.setup = setup_default(GAME_LEVEE);
    o.u.create.delay_plies = plies;
    o.u.create.delay_ms = ms;
    assert_int_equal(clock_parse("1h+5s", &o.u.create.clock), 0);
    o.u.create.wishes[0].kind = WISH_ME;
    o.u.create.wishes[1].kind = WISH_OPEN;
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
    assert_int_equal(world_do(w, ORDER_JOIN, o.out.match, BOB), OUTCOME_DONE);
    return o.out.match;
}

static void play(struct world *w, int64_t match, int from, int until)
{
    for (int i = from; i < until; i++)
        assert_int_equal(world_move(w, match, i % 2 == 0 ? ANN : BOB, moves[i]), OUTCOME_DONE);
}

/* The number of moves that a viewer sees, in all places with moves: the match, the list, the
 * record. */
static int seen(struct world *w, int64_t match, int who)
{
    struct store_filter f = {.state = -1, .limit = 10};
    struct record record;
    struct position last;
    int err;
    json_t *m = reader_match(w->r, match, w->who[who].id, NULL, &err);
    int n = (int)json_array_size(json_object_get(m, "moves"));
    assert_int_equal(json_integer_value(json_object_get(m, "ply")), n);
    bool delayed = json_is_true(json_object_get(m, "delayed"));
    assert_int_equal(json_is_null(json_object_get(m, "clock")), delayed);
    json_decref(m);
    json_t *list = reader_matches(w->r, &f, w->who[who].id, false, &err);
    m = json_array_get(json_object_get(list, "matches"), 0);
    assert_int_equal(json_integer_value(json_object_get(m, "ply")), n);
    json_decref(list);
    assert_int_equal(archive_record(w->r, match, w->who[who].id, NULL, &record, &last), 0);
    assert_int_equal(record_node_ply(record_main_end(&record)), n);
    record_free(&record);
    return n;
}

static int told(struct world *w, int64_t match)
{
    return world_events(w, topic_match(match), "move", NULL, 0);
}

static void spectators_lag_by_plies(void **state)
{
    struct world *w = *state;
    char data[400];
    int64_t match = begin(w, 2, 0);
    for (int n = 1; n <= 5; n++) {
        play(w, match, n - 1, n);
        assert_int_equal(seen(w, match, ANN), n);
        assert_int_equal(seen(w, match, CLEO), n > 2 ? n - 2 : 0);
        assert_int_equal(told(w, match), n > 2 ? n - 2 : 0);
    }
    assert_int_equal(world_events(w, topic_match(match), "move", data, sizeof data), 3);
    assert_non_null(strstr(data, "\"a2\""));
    assert_non_null(strstr(data, "\"clock\":null"));
    assert_int_equal(world_events(w, topic_inside(match), "move", NULL, 0), 5);
    assert_int_equal(world_events(w, topic_match(match), "turn", NULL, 0), 0);
    assert_int_equal(world_do(w, ORDER_RESIGN, match, ANN), OUTCOME_DONE);
    assert_int_equal(seen(w, match, CLEO), 5);
    assert_int_equal(told(w, match), 5);
    assert_int_equal(world_events(w, topic_match(match), "finished", NULL, 0), 1);
}

static void spectators_lag_by_time_also_after_a_restart(void **state)
{
    struct world *w = *state;
    int64_t match = begin(w, 0, 60000);
    play(w, match, 0, 2);
    world_pass(w, 30000);
    play(w, match, 2, 3);
    assert_int_equal(seen(w, match, BOB), 3);
    assert_int_equal(seen(w, match, CLEO), 0);
    world_pass(w, 29999);
    assert_int_equal(told(w, match), 0);
    world_restart(w, 1);
    world_settle(w);
    assert_int_equal(seen(w, match, CLEO), 2);
    assert_int_equal(told(w, match), 2);
    world_pass(w, 30000);
    assert_int_equal(seen(w, match, CLEO), 3);
    assert_int_equal(world_get(w, match).release_at, 0);
}

static void offers_and_take_backs_stay_inside(void **state)
{
    struct world *w = *state;
    int64_t match = begin(w, 3, 0);
    play(w, match, 0, 4);
    assert_int_equal(world_offer(w, ORDER_TAKEBACK, match, ANN, OFFER_ASK), OUTCOME_DONE);
    assert_int_equal(world_events(w, topic_match(match), "offer", NULL, 0), 0);
    assert_int_equal(world_offer(w, ORDER_TAKEBACK, match, BOB, OFFER_ACCEPT), OUTCOME_DONE);
    assert_int_equal(seen(w, match, CLEO), 1);
    assert_int_equal(world_events(w, topic_match(match), "takeback", NULL, 0), 0);
    /* Back behind what the others have seen: they get the news. */
    assert_int_equal(world_offer(w, ORDER_TAKEBACK, match, ANN, OFFER_ASK), OUTCOME_DONE);
    assert_int_equal(world_offer(w, ORDER_TAKEBACK, match, BOB, OFFER_ACCEPT), OUTCOME_DONE);
    assert_int_equal(seen(w, match, CLEO), 0);
    assert_int_equal(world_events(w, topic_match(match), "takeback", NULL, 0), 1);
}

static void the_topic_of_a_player_is_another(void **state)
{
    struct world *w = *state;
    int64_t match = begin(w, 2, 0);
    int64_t plain = world_match(w, "", ANN, BOB);
    struct topic topic = TOPIC_LOBBY;
    assert_int_equal(reader_topic(w->r, match, w->who[BOB].id, NULL, &topic), 0);
    assert_true(topic_same(topic, topic_inside(match)));
    assert_int_equal(reader_topic(w->r, match, w->who[CLEO].id, NULL, &topic), 0);
    assert_true(topic_same(topic, topic_match(match)));
    assert_int_equal(reader_topic(w->r, plain, w->who[BOB].id, NULL, &topic), 0);
    assert_true(topic_same(topic, topic_match(plain)));
    assert_int_equal(reader_topic(w->r, plain + 9, 0, NULL, &topic), ERR_NOT_FOUND);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, world_setup_on_disk, world_teardown)
    const struct CMUnitTest tests[] = {
        TEST(spectators_lag_by_plies),
        TEST(spectators_lag_by_time_also_after_a_restart),
        TEST(offers_and_take_backs_stay_inside),
        TEST(the_topic_of_a_player_is_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
