/* test_timing.c - the clocks of matches are right on a server whose time the test sets: timeouts
 * that nobody claims, claims, pauses, vacations, restarts, jumps, the nights when clocks change. */
#include "service/core/order.h"
#include "service/matches/matches_view.h"
#include "testing.h"

#include "service/core/arrivals.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ANN, BOB, CLEO };
static const int64_t second = 1000, minute = 60000, hour = 3600000, day = 86400000;

static void lost_on_time(struct world *w, int64_t match, int winner)
{
    struct store_match m = world_get(w, match);
    assert_int_equal(m.state, MATCH_FINISHED);
    assert_int_equal(m.reason, END_TIME);
    assert_int_equal(m.winner_seat, winner);
    assert_int_equal(m.deadline, 0);
    assert_int_equal(m.wake_at, 0);
}

static void time_runs_out_when_nobody_looks(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "5m+5s", ANN, BOB);
    world_pass(w, 5 * minute);
    assert_int_equal(world_get(w, match).state, MATCH_RUNNING);
    world_pass(w, 1);
    lost_on_time(w, match, 2);
    assert_int_equal(world_events(w, topic_match(match), "finished", NULL, 0), 1);
}

/* The second match is due while the writer still handles the first. */
static void one_timeout_does_not_delay_the_next(void **state)
{
    struct world *w = *state;
    int64_t earlier = world_match(w, "30s", ANN, BOB);
    world_pass(w, 100);
    int64_t later = world_match(w, "30s", ANN, BOB);
    int64_t begun = world_get(w, later).clock_at;
    world_pass(w, 29 * second); /* the players have been reminded */
    world_pass_slowly(w, second - 99, 20);
    lost_on_time(w, earlier, 2);
    lost_on_time(w, later, 2);
    assert_true(world_get(w, later).updated_at - begun < 30 * second + 500);
}

static void each_clock_runs_only_on_its_own_turn(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "5m+5s", ANN, BOB);
    world_pass(w, 4 * minute);
    assert_int_equal(world_move(w, match, ANN, "a1"), OUTCOME_DONE);
    world_pass(w, 4 * minute);
    assert_int_equal(world_move(w, match, BOB, "b2"), OUTCOME_DONE);
    struct store_match m = world_get(w, match);
    assert_int_equal(m.seats[0].left_ms, minute + 5 * second);
    assert_int_equal(m.seats[1].left_ms, minute + 5 * second);
    assert_int_equal(m.deadline, w->now + minute + 5 * second);
    world_pass(w, minute + 5 * second + 1);
    lost_on_time(w, match, 2);
}

static void a_claim_is_needed_where_the_match_says_so(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "30s claim", ANN, BOB);
    assert_int_equal(world_do(w, ORDER_CLAIM, match, BOB), OUTCOME_CONFLICT);
    world_pass(w, hour);
    assert_int_equal(world_get(w, match).state, MATCH_RUNNING);
    assert_int_equal(world_do(w, ORDER_CLAIM, match, ANN), OUTCOME_DENIED);
    assert_int_equal(world_do(w, ORDER_CLAIM, match, CLEO), OUTCOME_DENIED);
    /* Until somebody claims the timeout, the move is accepted. */
    assert_int_equal(world_move(w, match, ANN, "a1"), OUTCOME_DONE);
    world_pass(w, hour);
    assert_int_equal(world_do(w, ORDER_CLAIM, match, ANN), OUTCOME_DONE);
    lost_on_time(w, match, 1);
}

static void a_reminder_comes_before_the_timeout(void **state)
{
    struct world *w = *state;
    struct topic me = topic_player(w->who[ANN].id);
    char data[200];
    int64_t match = world_match(w, "10d", ANN, BOB);
    world_pass(w, 9 * day - 1);
    assert_int_equal(world_events(w, me, "reminder", NULL, 0), 0);
    world_pass(w, 1);
    assert_int_equal(world_events(w, me, "reminder", data, sizeof data), 1);
    assert_non_null(strstr(data, "\"ply\":1"));
    world_pass(w, day + 1);
    assert_int_equal(world_events(w, me, "reminder", NULL, 0), 1);
    lost_on_time(w, match, 2);
}

static void a_pause_needs_all_and_ends_by_one(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "5m+5s", ANN, BOB);
    world_pass(w, minute);
    assert_int_equal(world_offer(w, ORDER_PAUSE, match, BOB, OFFER_ACCEPT), OUTCOME_CONFLICT);
    assert_int_equal(world_offer(w, ORDER_PAUSE, match, ANN, OFFER_ASK), OUTCOME_DONE);
    assert_false(world_get(w, match).paused);
    assert_int_equal(world_offer(w, ORDER_PAUSE, match, BOB, OFFER_DECLINE), OUTCOME_DONE);
    assert_int_equal(world_get(w, match).pause_seat, 0);
    assert_int_equal(world_offer(w, ORDER_PAUSE, match, ANN, OFFER_ASK), OUTCOME_DONE);
    assert_int_equal(world_offer(w, ORDER_PAUSE, match, CLEO, OFFER_ACCEPT), OUTCOME_DENIED);
    assert_int_equal(world_offer(w, ORDER_PAUSE, match, BOB, OFFER_ACCEPT), OUTCOME_DONE);
    assert_true(world_get(w, match).paused);
    world_pass(w, day);
    assert_int_equal(world_get(w, match).state, MATCH_RUNNING);
    assert_int_equal(world_get(w, match).seats[0].left_ms, 4 * minute);
    assert_int_equal(world_do(w, ORDER_RESUME, match, CLEO), OUTCOME_DENIED);
    assert_int_equal(world_do(w, ORDER_RESUME, match, BOB), OUTCOME_DONE);
    assert_int_equal(world_do(w, ORDER_RESUME, match, BOB), OUTCOME_CONFLICT);
    world_pass(w, 4 * minute + 1);
    lost_on_time(w, match, 2);
}

static void moves_during_a_pause_cost_nothing(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "5m+5s", ANN, BOB);
    (void)world_offer(w, ORDER_PAUSE, match, ANN, OFFER_ASK);
    (void)world_offer(w, ORDER_PAUSE, match, BOB, OFFER_ACCEPT);
    world_pass(w, hour);
    assert_int_equal(world_move(w, match, ANN, "a1"), OUTCOME_DONE);
    struct store_match m = world_get(w, match);
    assert_int_equal(m.seats[0].left_ms, 5 * minute);
    assert_int_equal(m.clock_at, 0);
    assert_int_equal(world_do(w, ORDER_RESUME, match, ANN), OUTCOME_DONE);
    assert_int_equal(world_get(w, match).clock_at, w->now);
}

static enum outcome_kind vacation(struct world *w, int player, int days)
{
    struct order o = {.kind = ORDER_VACATION, .asker = w->who[player]};
    o.u.days = days;
    return world_run(w, &o, NULL);
}

static int days_left(struct world *w, int player)
{
    int err;
    json_t *v = reader_vacation(w->r, w->who[player].id, &err);
    int left = (int)json_integer_value(json_object_get(v, "left_days"));
    json_decref(v);
    return left;
}

static void a_vacation_stops_own_correspondence_clocks_only(void **state)
{
    struct world *w = *state;
    int64_t mine = world_match(w, "3d", ANN, BOB);
    int64_t theirs = world_match(w, "3d", BOB, ANN);
    int64_t live = world_match(w, "1h+5s", ANN, BOB);
    world_pass(w, 10 * minute);
    assert_int_equal(vacation(w, ANN, 7), OUTCOME_DONE);
    assert_int_equal(days_left(w, ANN), 23);
    world_pass(w, hour);
    lost_on_time(w, live, 2);
    world_pass(w, 3 * day);
    lost_on_time(w, theirs, 2);
    assert_int_equal(world_get(w, mine).state, MATCH_RUNNING);
    world_pass(w, 4 * day); /* the vacation is over, and her clock continues */
    struct store_match m = world_get(w, mine);
    assert_true(m.clock_at != 0);
    assert_int_equal(m.seats[0].left_ms, 3 * day - 10 * minute);
    world_pass(w, 3 * day);
    lost_on_time(w, mine, 2);
}

static void a_vacation_waits_for_the_opponents_move(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "3d", BOB, ANN);
    assert_int_equal(vacation(w, ANN, 5), OUTCOME_DONE);
    assert_int_equal(world_move(w, match, BOB, "a1"), OUTCOME_DONE);
    assert_int_equal(world_get(w, match).clock_at, 0);
    world_pass(w, 5 * day + 1);
    assert_true(world_get(w, match).clock_at != 0);
}

static void days_that_were_not_used_come_back_and_the_year_has_thirty(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "3d", ANN, BOB);
    assert_int_equal(vacation(w, ANN, 30), OUTCOME_DONE);
    assert_int_equal(vacation(w, BOB, 31), OUTCOME_CONFLICT);
    world_pass(w, 4 * day + hour);
    assert_int_equal(vacation(w, ANN, 0), OUTCOME_DONE);
    assert_int_equal(days_left(w, ANN), 25); /* the fifth day had begun */
    assert_true(world_get(w, match).clock_at != 0);
    assert_int_equal(vacation(w, ANN, 26), OUTCOME_CONFLICT);
    world_pass(w, 300 * day); /* another year */
    assert_int_equal(days_left(w, ANN), 30);
}

/* A day has begun even in the millisecond in which the vacation began. */
static void the_first_day_begins_at_once(void **state)
{
    struct world *w = *state;
    assert_int_equal(vacation(w, ANN, 7), OUTCOME_DONE);
    assert_int_equal(vacation(w, ANN, 30), OUTCOME_CONFLICT);
    assert_int_equal(days_left(w, ANN), 23);
    assert_int_equal(vacation(w, ANN, 29), OUTCOME_DONE);
    assert_int_equal(days_left(w, ANN), 0);
    assert_int_equal(vacation(w, ANN, 0), OUTCOME_DONE);
    assert_int_equal(days_left(w, ANN), 28);
}

/* However the players took their seats, the clock of a match that begins knows of the vacation. */
static void a_vacation_that_began_before_the_match_stops_its_clock(void **state)
{
    struct world *w = *state;
    assert_int_equal(vacation(w, ANN, 7), OUTCOME_DONE);
    int64_t mine = world_match(w, "3d", ANN, BOB);
    int64_t joined = world_match(w, "3d", BOB, ANN);
    assert_int_equal(world_get(w, mine).clock_at, 0);
    assert_int_equal(world_move(w, joined, BOB, "a1"), OUTCOME_DONE);
    assert_int_equal(world_get(w, joined).clock_at, 0);
    world_pass(w, 4 * day);
    assert_int_equal(world_get(w, mine).state, MATCH_RUNNING);
    assert_int_equal(world_get(w, joined).state, MATCH_RUNNING);
    world_pass(w, 3 * day);
    assert_true(world_get(w, mine).clock_at != 0);
    world_pass(w, 3 * day + 1);
    lost_on_time(w, mine, 2);
    lost_on_time(w, joined, 1);
}

static void guests_have_no_vacation(void **state)
{
    struct world *w = *state;
    struct order o = {.kind = ORDER_VACATION, .asker = w->who[ANN]};
    o.asker.kind = PLAYER_GUEST;
    o.u.days = 1;
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DENIED);
}

static void nobody_loses_time_while_the_server_is_down(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "5m+5s", ANN, BOB);
    world_pass(w, 2 * minute);
    world_restart(w, day);
    struct store_match m = world_get(w, match);
    assert_int_equal(m.state, MATCH_RUNNING);
    assert_int_equal(m.deadline - w->now, 3 * minute);
    world_pass(w, 3 * minute);
    assert_int_equal(world_get(w, match).state, MATCH_RUNNING);
    world_pass(w, 1);
    lost_on_time(w, match, 2);
}

static void a_restart_with_the_system_clock_set_back_changes_nothing_either(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "3d", ANN, BOB);
    world_pass(w, day);
    world_restart(w, -5 * hour);
    assert_int_equal(world_get(w, match).deadline - w->now, 2 * day);
}

static void jumps_of_the_system_clock_are_nobodys_time(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "5m+5s", ANN, BOB);
    world_pass(w, minute);
    world_jump(w, hour);
    struct store_match m = world_get(w, match);
    assert_int_equal(m.state, MATCH_RUNNING);
    assert_int_equal(m.deadline - world_now(w), 4 * minute);
    world_jump(w, -2 * hour);
    assert_int_equal(world_get(w, match).deadline - world_now(w), 4 * minute);
    assert_int_equal(world_move(w, match, ANN, "a1"), OUTCOME_DONE);
    assert_int_equal(world_get(w, match).seats[0].left_ms, 4 * minute + 5 * second);
}

static void servers_of_one_site_agree_on_the_time_whatever_their_machines_say(void **state)
{
    struct world *w = *state;
    struct world other;
    int64_t match = world_match(w, "5m+5s", ANN, BOB);
    world_pass(w, minute);
    if (!world_join(&other, w, -3 * hour))
        return;
    int64_t apart = world_now(&other) - world_now(w); /* this test runs for so long */
    assert_in_range(apart, 0, 30 * second);
    assert_int_equal(world_move(&other, match, ANN, "a1"), OUTCOME_DONE);
    assert_int_equal(world_get(w, match).seats[0].left_ms, 4 * minute + 5 * second - apart);
    world_close(&other);
    world_settle(w);
    assert_int_equal(world_get(w, match).deadline - world_now(w), 5 * minute + apart);
}

/* On 2026-03-29 at 01:00 UTC, clocks in Berlin go from 01:59 to 03:00; on 2026-10-25 back again. */
static void the_nights_when_clocks_change_are_as_long_as_others(void **state)
{
    struct world *w = *state;
    setenv("TZ", "Europe/Berlin", 1);
    int64_t match = world_match(w, "1d", ANN, BOB);
    world_pass(w, day);
    assert_int_equal(world_get(w, match).state, MATCH_RUNNING);
    world_pass(w, 1);
    lost_on_time(w, match, 2);
    world_pass(w, 209 * day);
    match = world_match(w, "1d", ANN, BOB);
    world_pass(w, day);
    assert_int_equal(world_get(w, match).state, MATCH_RUNNING);
    world_pass(w, 1);
    lost_on_time(w, match, 2);
    unsetenv("TZ");
}

static void a_move_that_is_too_late_is_refused(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "0s+2x30s", ANN, BOB);
    world_pass(w, minute + 1);
    assert_int_equal(world_move(w, match, ANN, "a1"), OUTCOME_CONFLICT);
    lost_on_time(w, match, 2);
}

struct held_up {
    struct world *w;
    struct order move;
    int64_t pass_ms;
};

static void nobody(struct order *o)
{
    (void)o;
}

/* Runs in the writer: a move arrives, and the writer is free for it only much later. */
static int hold_up(struct work *work, void *context)
{
    struct held_up *h = context;
    service_submit(h->w->s, &h->move);
    (void)pthread_mutex_lock(&h->w->mutex);
    h->w->now += h->pass_ms;
    h->w->steady += h->pass_ms;
    (void)pthread_mutex_unlock(&h->w->mutex);
    return 0;
}

/* ann's first move arrives within her minute, but waits in the server for `pass_ms`. */
static void move_held_up(struct world *w, int64_t match, struct held_up *h, int64_t pass_ms)
{
    *h = (struct held_up){.w = w, .pass_ms = pass_ms};
    h->move = (struct order){.kind = ORDER_MOVE, .asker = w->who[ANN], .match = match};
    h->move.u.move.ply = 1;
    snprintf(h->move.u.move.text, sizeof h->move.u.move.text, "a1");
    h->move.done = nobody;
    struct order hold = {.kind = ORDER_BATCH};
    hold.u.batch.apply = hold_up;
    hold.u.batch.context = h;
    service_run(w->s, &hold);
    outcome_free(&hold.out);
    /* When a further order is done, the move is done too. */
    struct order after = {.kind = ORDER_WAKE, .match = match};
    service_run(w->s, &after);
    outcome_free(&after.out);
}

static void the_time_a_move_waits_in_the_server_is_nobodys(void **state)
{
    struct world *w = *state;
    struct held_up h;
    int64_t match = world_match(w, "1m+0s", ANN, BOB);
    world_pass(w, 20 * second);
    move_held_up(w, match, &h, 5 * minute);
    assert_int_equal(h.move.out.kind, OUTCOME_DONE);
    struct store_match m = world_get(w, match);
    assert_int_equal(m.state, MATCH_RUNNING);
    assert_int_equal(m.seats[0].left_ms, 40 * second);
    assert_int_equal(m.deadline, w->now + minute); /* it starts when bob sees the move */
    outcome_free(&h.move.out);
}

/* The move has arrived, but the writer does not have it yet when it looks at the clock. */
static void a_move_that_has_come_is_judged_before_the_clock(void **state)
{
    struct world *w = *state;
    static const int64_t late[] = {59 * 1000, 61 * 1000};
    for (size_t i = 0; i < ARRAY_LEN(late); i++) {
        int64_t match = world_match(w, "1m+0s", ANN, BOB);
        world_pass(w, late[i]);
        struct arrival a = {.match = match, .from_ms = service_steady(w->s)};
        arrivals_add(service_arrivals(w->s), &a);
        world_pass(w, 20 * second);
        world_settle(w);
        (void)world_do(w, ORDER_CLAIM, match, BOB);
        assert_int_equal(world_get(w, match).state, i == 0 ? MATCH_RUNNING : MATCH_FINISHED);
        struct order move = {
            .kind = ORDER_MOVE, .asker = w->who[ANN], .match = match, .from_ms = a.from_ms};
        move.u.move.ply = 1;
        snprintf(move.u.move.text, sizeof move.u.move.text, "a1");
        assert_int_equal(world_run(w, &move, NULL), i == 0 ? OUTCOME_DONE : OUTCOME_CONFLICT);
        arrivals_remove(service_arrivals(w->s), &a);
        assert_int_equal(world_get(w, match).seats[0].left_ms, i == 0 ? second : 0);
    }
}

/* A timeout is not delayed by a move that came later, or by a request that was aborted. */
static void moves_that_come_too_late_delay_no_timeout(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "1m+0s", ANN, BOB);
    struct arrival a = {.match = match, .from_ms = service_steady(w->s)};
    arrivals_add(service_arrivals(w->s), &a);
    world_pass(w, 61 * second);
    assert_int_equal(world_get(w, match).state, MATCH_RUNNING);
    arrivals_remove(service_arrivals(w->s), &a);
    world_pass(w, 2 * second);
    assert_int_equal(world_get(w, match).state, MATCH_FINISHED);
    assert_int_equal(arrivals_first(service_arrivals(w->s), match), 0);
}

static enum match_state after_a_wait(struct world *w, int64_t match, int64_t ms)
{
    world_pass(w, ms);
    return world_get(w, match).state;
}

/* Another server has received the move, but has not handled it yet. */
static void a_move_that_waits_in_another_server_is_judged_before_the_clock(void **state)
{
    struct world *w = *state;
    struct world other;
    int64_t match = world_match(w, "1m+0s", ANN, BOB);
    int64_t quiet = world_match(w, "1m+0s", ANN, BOB);
    if (!world_join(&other, w, 0))
        return;
    struct arrival a = {.match = match, .from_ms = service_steady(other.s) - second};
    arrivals_add(service_arrivals(other.s), &a);
    (void)usleep(1500 * 1000); /* until the thread hears of it: it waits on the system's clock */
    assert_int_equal(after_a_wait(w, match, 61 * second), MATCH_RUNNING);
    /* The writer may not have heard yet that no move arrived there. */
    assert_int_equal(world_get(w, quiet).state, MATCH_RUNNING);
    assert_int_equal(after_a_wait(w, quiet, 3 * second), MATCH_FINISHED);
    assert_int_equal(world_get(w, match).state, MATCH_RUNNING);
    (void)world_do(w, ORDER_CLAIM, match, BOB);
    assert_int_equal(world_get(w, match).state, MATCH_RUNNING);
    struct order move = {
        .kind = ORDER_MOVE, .asker = w->who[ANN], .match = match, .from_ms = a.from_ms};
    move.u.move.ply = 1;
    snprintf(move.u.move.text, sizeof move.u.move.text, "a1");
    assert_int_equal(world_run(&other, &move, NULL), OUTCOME_DONE);
    arrivals_remove(service_arrivals(other.s), &a);
    (void)usleep(1500 * 1000);
    assert_int_equal(after_a_wait(w, match, 63 * second), MATCH_FINISHED); /* bob's turn */
    /* A server that hangs cannot delay a clock forever. */
    match = world_match(w, "1m+0s", ANN, BOB);
    a = (struct arrival){.match = match, .from_ms = service_steady(other.s) - second};
    arrivals_add(service_arrivals(other.s), &a);
    (void)usleep(1500 * 1000);
    assert_int_equal(after_a_wait(w, match, 85 * second), MATCH_RUNNING);
    assert_int_equal(after_a_wait(w, match, 10 * second), MATCH_FINISHED);
    arrivals_remove(service_arrivals(other.s), &a);
    world_close(&other);
}

static void a_take_back_gives_no_time_back(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "5m+0s", ANN, BOB);
    world_pass(w, minute);
    assert_int_equal(world_move(w, match, ANN, "a1"), OUTCOME_DONE);
    world_pass(w, minute);
    assert_int_equal(world_offer(w, ORDER_TAKEBACK, match, ANN, OFFER_ASK), OUTCOME_DONE);
    assert_int_equal(world_offer(w, ORDER_TAKEBACK, match, BOB, OFFER_ACCEPT), OUTCOME_DONE);
    struct store_match m = world_get(w, match);
    assert_int_equal(m.turn_seat, 1);
    assert_int_equal(m.seats[0].left_ms, 4 * minute);
    assert_int_equal(m.seats[1].left_ms, 4 * minute);
    assert_int_equal(m.clock_at, w->now);
}

static void many_timeouts_at_once_are_all_found(void **state)
{
    struct world *w = *state;
    int64_t first = 0;
    int64_t last = 0;
    for (int i = 0; i < 450; i++) {
        last = world_match(w, "30s", ANN, BOB);
        first = first != 0 ? first : last;
    }
    world_pass(w, 31 * second);
    for (int i = 0; i < 3; i++)
        world_settle(w); /* two hundred in each transaction */
    lost_on_time(w, first, 2);
    lost_on_time(w, last, 2);
}

int main(void)
{
#define TEST(f)      cmocka_unit_test_setup_teardown(f, world_setup, world_teardown)
#define TEST_DISK(f) cmocka_unit_test_setup_teardown(f, world_setup_on_disk, world_teardown)
    const struct CMUnitTest tests[] = {
        TEST(time_runs_out_when_nobody_looks),
        TEST(one_timeout_does_not_delay_the_next),
        TEST(each_clock_runs_only_on_its_own_turn),
        TEST(a_claim_is_needed_where_the_match_says_so),
        TEST(a_reminder_comes_before_the_timeout),
        TEST(the_time_a_move_waits_in_the_server_is_nobodys),
        TEST(a_move_that_has_come_is_judged_before_the_clock),
        TEST(moves_that_come_too_late_delay_no_timeout),
        TEST(a_move_that_waits_in_another_server_is_judged_before_the_clock),
        TEST(a_pause_needs_all_and_ends_by_one),
        TEST(moves_during_a_pause_cost_nothing),
        TEST(a_vacation_stops_own_correspondence_clocks_only),
        TEST(a_vacation_waits_for_the_opponents_move),
        TEST(days_that_were_not_used_come_back_and_the_year_has_thirty),
        TEST(the_first_day_begins_at_once),
        TEST(a_vacation_that_began_before_the_match_stops_its_clock),
        TEST(guests_have_no_vacation),
        TEST_DISK(nobody_loses_time_while_the_server_is_down),
        TEST_DISK(a_restart_with_the_system_clock_set_back_changes_nothing_either),
        TEST(jumps_of_the_system_clock_are_nobodys_time),
        TEST(servers_of_one_site_agree_on_the_time_whatever_their_machines_say),
        TEST(the_nights_when_clocks_change_are_as_long_as_others),
        TEST(a_move_that_is_too_late_is_refused),
        TEST(a_take_back_gives_no_time_back),
        TEST(many_timeouts_at_once_are_all_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
