/* test_pace.c - time for moves: no plan exceeds the clock, and a search ends in time. */
#include "testing.h"

#include "base/rng.h"
#include "search/tree/pace.h"
#include <stdbool.h>

/* Plays on a clock as the rules of time have it; each move takes usual or most time, and a lag.
 * True iff the clock never ran out. */
static bool lasts(struct pace_clock c, int moves_n, int64_t lag_ms, struct rng *rng)
{
    for (int n = 0; n < moves_n; n++) {
        int64_t to_go = (moves_n - n) / 2 > 12 ? (moves_n - n) / 2 : 12;
        struct pace p = pace_plan(&c, to_go);
        assert_true(p.usual_ms > 0);
        assert_true(p.usual_ms <= p.most_ms);
        c.left_ms -= (rng_below(rng, 3) == 0 ? p.most_ms : p.usual_ms) + lag_ms;
        if (c.stones == 0 && c.left_ms < 0 && c.period_moves > 0) { /* over into the period */
            c.left_ms += c.period_ms;
            c.stones = c.period_moves;
        }
        if (c.left_ms < 0)
            return false;
        if (c.stones > 0 && --c.stones == 0) {
            c.left_ms = c.period_ms;
            c.stones = c.period_moves;
        }
        c.left_ms += c.add_ms;
    }
    return true;
}

static void plans_last_for_the_game(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 3);
    const struct pace_clock clocks[] = {
        {.left_ms = 60000},
        {.left_ms = 10000},
        {.left_ms = 300000, .add_ms = 2000},
        {.left_ms = 5000, .add_ms = 1000},
        {.left_ms = 60000, .period_ms = 30000, .period_moves = 5},
        {.left_ms = 60000, .period_ms = 5000, .period_moves = 1},
    };
    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++)
        for (int moves_n = 1; moves_n <= 60; moves_n += 7)
            for (int round = 0; round < 50; round++)
                assert_true(lasts(clocks[i], moves_n, 8, &rng));
}

/* The moves of a period are made in it, and all of the last one's time may be used. */
static void periods_are_shared_out(void **state)
{
    (void)state;
    for (int64_t stones = 1; stones <= 25; stones++) {
        struct pace_clock c = {
            .left_ms = 30000, .stones = stones, .period_ms = 30000, .period_moves = stones};
        while (c.stones > 0) {
            struct pace p = pace_plan(&c, 40);
            assert_true(p.most_ms <= c.left_ms);
            c.left_ms -= p.most_ms;
            c.stones--;
        }
    }
    struct pace_clock last = {.left_ms = 30000, .stones = 1};
    assert_true(pace_plan(&last, 40).usual_ms >= 29000);
    struct pace_clock main_time = {.left_ms = 60000};
    int64_t alone = pace_plan(&main_time, 20).usual_ms;
    assert_in_range(alone, 2500, 3500);
    main_time.period_ms = 30000;
    main_time.period_moves = 3;
    assert_true(pace_plan(&main_time, 20).usual_ms > alone + 5000);
    struct pace_clock nothing = {.left_ms = 0};
    assert_in_range(pace_plan(&nothing, 20).most_ms, 1, 20);
}

static void a_settled_search_ends_in_its_usual_time(void **state)
{
    (void)state;
    const struct pace p = {.usual_ms = 1000, .most_ms = 3000};
    struct pace_look look = {
        .elapsed_ms = 999, .nodes_n = 100000, .first = 40000, .second = 39950, .promising = true};
    assert_false(pace_over(&p, &look));
    look.elapsed_ms = 1000;
    assert_true(pace_over(&p, &look));
    look.promising = false; /* another has the better mean */
    assert_false(pace_over(&p, &look));
    look.promising = true;
    look.leading_ms = 900; /* it came in front just now */
    assert_false(pace_over(&p, &look));
    look.elapsed_ms = 1150;
    assert_true(pace_over(&p, &look));
    look.promising = false;
    look.elapsed_ms = 2999;
    look.first = look.second;
    assert_false(pace_over(&p, &look));
    look.elapsed_ms = 3000;
    assert_true(pace_over(&p, &look));
}

static void a_search_ends_when_nothing_can_come_in_front(void **state)
{
    (void)state;
    const struct pace p = {.usual_ms = 1000, .most_ms = 3000};
    struct pace_look look = {
        .elapsed_ms = 600, .nodes_n = 60000, .first = 50000, .second = 9999, .promising = true};
    assert_true(pace_over(&p, &look)); /* 40,000 are to come */
    look.second = 10000;
    assert_false(pace_over(&p, &look));
    look.second = 9999;
    look.promising = false; /* then it may go on for longer */
    assert_false(pace_over(&p, &look));
    look = (struct pace_look){
        .elapsed_ms = 100, .nodes_n = 100, .first = 100000, .second = 0, .promising = true};
    assert_false(pace_over(&p, &look)); /* too early to know */
    look.elapsed_ms = 130;              /* the tree of the move before says it all */
    assert_true(pace_over(&p, &look));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_last_for_the_game),
        cmocka_unit_test(periods_are_shared_out),
        cmocka_unit_test(a_settled_search_ends_in_its_usual_time),
        cmocka_unit_test(a_search_ends_when_nothing_can_come_in_front),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
