/* test_turns.c - which browser is pushed to next, in simulated time. */
#include "testing.h"

#include "push/turns.h"
#include <stdio.h>

static struct turn at_host(int64_t browser, int64_t player, const char *host)
{
    char url[100];
    snprintf(url, sizeof url, "https://%s/%d", host, (int)browser);
    return turns_of(browser, player, url);
}

static enum turns_say ask(struct turns *t, int64_t browser, int64_t player, const char *host,
                          int64_t now, int *slot)
{
    struct turn who = at_host(browser, player, host);
    return turns_ask(t, &who, now, slot);
}

static void a_site_is_what_somebody_has_registered(void **state)
{
    static const char *const same[][2] = {
        {"https://a.example.org/x", "https://b.c.example.org/y"},
        {"https://a.example.co.uk/x", "https://b.example.co.uk/y"},
        {"https://EXAMPLE.org/", "https://example.org"},
        {"https://push.example.org@example.com/x", "https://example.com/x"},
    };
    static const char *const other[][2] = {
        {"https://a.example.org/x", "https://a.example.com/x"},
        {"https://a.example.co.uk/x", "https://a.another.co.uk/x"},
        {"https://192.0.2.1/x", "https://198.0.2.1/x"},
        {"https://example.org:1/x", "https://example.org:2/x"},
        {"https://[2001:db8::1]/x", "https://[2001:db8::2]/x"},
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(same); i++)
        assert_true(turns_of(1, 1, same[i][0]).site == turns_of(2, 2, same[i][1]).site);
    for (size_t i = 0; i < ARRAY_LEN(other); i++)
        assert_true(turns_of(1, 1, other[i][0]).site != turns_of(2, 2, other[i][1]).site);
    assert_true(turns_of(1, 1, "https://fcm.googleapis.com/fcm/send/x").famous);
    assert_true(turns_of(1, 1, "https://wns2-par02p.notify.windows.com/w/?token=x").famous);
    assert_false(turns_of(1, 1, "https://fcm.googleapis.com.example.org/x").famous);
    assert_false(turns_of(1, 1, "https://fcm.googleapis.com@example.org/x").famous);
    assert_false(turns_of(1, 1, "https://notfcm.googleapis.com/x").famous);
    assert_false(turns_of(1, 1, "https://notify.windows.com.example.org/x").famous);
}

static void a_slow_browser_holds_one_slot_and_its_player_two(void **state)
{
    struct turns *t = turns_new();
    int slot;
    (void)state;
    assert_int_equal(ask(t, 1, 1, "a.example", 0, &slot), TURNS_BEGIN);
    assert_int_equal(ask(t, 1, 1, "a.example", 0, &slot), TURNS_WAIT);
    assert_int_equal(ask(t, 1, 1, "a.example", 90000, &slot), TURNS_WAIT);
    assert_int_equal(ask(t, 2, 1, "b.example", 0, &slot), TURNS_BEGIN);
    assert_int_equal(ask(t, 3, 1, "c.example", 0, &slot), TURNS_WAIT);
    assert_int_equal(ask(t, 3, 1, "c.example", 90000, &slot), TURNS_WAIT);
    assert_int_equal(ask(t, 3, 2, "c.example", 0, &slot), TURNS_BEGIN);
    turns_free(t);
}

/* Silent endpoints of as many players and sites as one likes take the slots of strangers only. */
static void strangers_leave_room_for_known_services(void **state)
{
    struct turns *t = turns_new();
    char host[40];
    int slot;
    int begun = 0;
    (void)state;
    assert_int_equal(ask(t, 1000, 1000, "honest.example", 0, &slot), TURNS_BEGIN);
    (void)turns_end(t, slot, true, 10); /* it has answered */
    for (int i = 0; i < 100; i++) {
        snprintf(host, sizeof host, "silent%d.example%d", i, i);
        begun += ask(t, i, i, host, 20, &slot) == TURNS_BEGIN;
    }
    assert_int_equal(begun, TURNS_STRANGE);
    assert_int_equal(ask(t, 1000, 1000, "honest.example", 30, &slot), TURNS_BEGIN);
    assert_int_equal(ask(t, 1001, 1001, "fcm.googleapis.com", 30, &slot), TURNS_BEGIN);
    turns_free(t);
}

/* A site that answered once and is silent afterwards. */
static void turncoats_leave_room_for_well_known_services(void **state)
{
    struct turns *t = turns_new();
    char host[40];
    int slot;
    int begun = 0;
    (void)state;
    for (int i = 0; i < 100; i++) {
        snprintf(host, sizeof host, "turncoat%d.example%d", i, i);
        assert_int_equal(ask(t, i, i, host, 0, &slot), TURNS_BEGIN);
        (void)turns_end(t, slot, true, 1);
    }
    for (int i = 0; i < 100; i++) {
        snprintf(host, sizeof host, "turncoat%d.example%d", i, i);
        begun += ask(t, i, i, host, 2, &slot) == TURNS_BEGIN;
    }
    assert_int_equal(begun, TURNS_PROVEN);
    for (int i = 0; i < TURNS_N - TURNS_PROVEN; i++)
        assert_int_equal(ask(t, 500 + i, 500 + i, "fcm.googleapis.com", 3, &slot), TURNS_BEGIN);
    turns_free(t);
}

/* With any number of silent ones a newcomer, even at a site of theirs, waits for one patience. */
static void a_newcomer_takes_the_slot_of_a_silent_one(void **state)
{
    struct turns *t = turns_new();
    char host[40];
    int slot;
    int first = -1;
    (void)state;
    for (int i = 0; i < TURNS_STRANGE; i++) {
        snprintf(host, sizeof host, "silent%d.example%d", i / 2, i / 2);
        assert_int_equal(ask(t, i, i, host, i, &slot), TURNS_BEGIN);
        first = i == 0 ? slot : first;
    }
    assert_int_equal(ask(t, 99, 99, "new.example", TURNS_PATIENCE_MS - 1, &slot), TURNS_WAIT);
    assert_int_equal(ask(t, 99, 99, "new.example", TURNS_PATIENCE_MS, &slot), TURNS_INSTEAD);
    assert_int_equal(slot, first); /* the longest */
    assert_int_equal(turns_end(t, slot, false, TURNS_PATIENCE_MS), 1);
    assert_int_equal(ask(t, 99, 99, "new.example", TURNS_PATIENCE_MS, &slot), TURNS_BEGIN);
    /* A site that is full gives a slot of its own. */
    assert_int_equal(ask(t, 98, 98, "x.example5", 2 * TURNS_PATIENCE_MS, &slot), TURNS_INSTEAD);
    (void)turns_end(t, slot, false, 2 * TURNS_PATIENCE_MS);
    assert_int_equal(ask(t, 98, 98, "x.example5", 2 * TURNS_PATIENCE_MS, &slot), TURNS_BEGIN);
    /* A player who has one already takes nobody's. */
    assert_int_equal(ask(t, 97, 99, "y.example3", 3 * TURNS_PATIENCE_MS, &slot), TURNS_WAIT);
    turns_free(t);
}

static void silences_in_a_row_are_counted_for_each_browser(void **state)
{
    struct turns *t = turns_new();
    int slot;
    (void)state;
    for (int i = 1; i <= TURNS_MISSES; i++) {
        assert_int_equal(ask(t, 1, 1, "silent.example", i * 20000, &slot), TURNS_BEGIN);
        assert_int_equal(turns_end(t, slot, false, i * 20000 + 15000), i);
        assert_int_equal(ask(t, 2, 2, "honest.example", i * 20000, &slot), TURNS_BEGIN);
        assert_int_equal(turns_end(t, slot, true, i * 20000 + 10), 0);
    }
    assert_int_equal(ask(t, 1, 1, "silent.example", 900000, &slot), TURNS_BEGIN);
    assert_int_equal(turns_end(t, slot, true, 900010), 0); /* it answers again */
    turns_free(t);
}

static void the_player_who_used_least_time_is_next(void **state)
{
    struct turns *t = turns_new();
    int slot;
    (void)state;
    assert_int_equal(ask(t, 1, 1, "a.example", 0, &slot), TURNS_BEGIN);
    (void)turns_end(t, slot, true, 5000);
    assert_true(turns_used(t, 1) > turns_used(t, 2));
    /* Who has been away saves up nothing: at most the others are level with him. */
    assert_int_equal(ask(t, 1, 1, "a.example", 6000, &slot), TURNS_BEGIN);
    (void)turns_end(t, slot, true, 6010);
    assert_int_equal(turns_used(t, 2), 5001);
    turns_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_site_is_what_somebody_has_registered),
        cmocka_unit_test(a_slow_browser_holds_one_slot_and_its_player_two),
        cmocka_unit_test(strangers_leave_room_for_known_services),
        cmocka_unit_test(turncoats_leave_room_for_well_known_services),
        cmocka_unit_test(a_newcomer_takes_the_slot_of_a_silent_one),
        cmocka_unit_test(silences_in_a_row_are_counted_for_each_browser),
        cmocka_unit_test(the_player_who_used_least_time_is_next),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
