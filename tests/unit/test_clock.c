/* test_clock.c - the arithmetic of game clocks, and their text. */
#include "base/times.h"
#include "testing.h"

#include "base/err.h"
#include "service/matches/clock.h"
#include <string.h>

static struct clock_rule rule(const char *text)
{
    struct clock_rule r;
    assert_int_equal(clock_parse(text, &r), 0);
    assert_int_equal(clock_check(&r, NULL), 0);
    return r;
}

static void rules_are_printed_as_they_are_read(void **state)
{
    static const char *const texts[] = {"",           "3d",     "30s",       "5m+5s",
                                        "30d+1d<60d", "90s+0s", "1h+1500ms", "10m+3x30s",
                                        "0s+5x20s",   "1d+12h", "3d claim",  "5m+5s claim"};
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        char out[CLOCK_TEXT_BYTES] = "";
        struct clock_rule r = rule(texts[i]);
        clock_print(&r, out);
        assert_string_equal(out, texts[i]);
    }
}

static void invalid_clock_rules_are_refused(void **state)
{
    static const char *const syntax[] = {
        "3",   "d",   "3x",        "5m+",    "5m+5",       "5m+3x",
        "-3d", "3d ", "3d claims", "5m+5s<", "5m+3x5s<1m", "99999999999999999999d",
        "3dd", " 3d", "5m+-1x5s"};
    static const char *const range[] = {"61d",      "500ms",     "366d+0s",    "0s+5s", "5m+5s<4m",
                                        "2d+3x30s", "10m+0x30s", "10m+26x30s", "5m+61d"};
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(syntax); i++) {
        struct clock_rule r = {.kind = CLOCK_DAYS, .move_ms = 7};
        assert_int_equal(clock_parse(syntax[i], &r), ERR_SYNTAX);
        assert_int_equal(r.move_ms, 7);
    }
    for (size_t i = 0; i < ARRAY_LEN(range); i++) {
        struct clock_rule r;
        char buf[200];
        struct text why;
        text_init(&why, buf, sizeof buf);
        assert_int_equal(clock_parse(range[i], &r), 0);
        assert_int_equal(clock_check(&r, &why), ERR_RANGE);
        assert_true(buf[0] != '\0');
    }
}

static void fischer_adds_after_each_move_up_to_its_cap(void **state)
{
    struct clock_rule r = rule("5m+5s<6m");
    struct clock_seat c = clock_full(&r);
    (void)state;
    assert_int_equal(c.left_ms, 300000);
    assert_true(clock_charge(&r, &c, 100000));
    assert_int_equal(c.left_ms, 200000);
    clock_moved(&r, &c);
    assert_int_equal(c.left_ms, 205000);
    c.left_ms = 358000;
    clock_moved(&r, &c);
    assert_int_equal(c.left_ms, 360000);
}

static void the_last_millisecond_counts_and_the_next_is_too_late(void **state)
{
    static const char *const texts[] = {"5m+5s", "3d", "30s", "10m+3x30s"};
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        struct clock_rule r = rule(texts[i]);
        struct clock_seat c = clock_full(&r);
        struct clock_seat d = c;
        int64_t all = clock_deadline(&r, &c, 1000) - 1000;
        assert_true(clock_charge(&r, &c, all));
        assert_false(clock_charge(&r, &d, all + 1));
        assert_int_equal(d.left_ms, 0);
    }
}

static void byoyomi_uses_up_periods_and_keeps_one_that_is_not_over(void **state)
{
    struct clock_rule r = rule("10m+3x30s");
    struct clock_seat c = clock_full(&r);
    (void)state;
    assert_int_equal(c.left_ms, 600000);
    assert_int_equal(c.periods, 3);
    assert_true(clock_charge(&r, &c, 590000));
    clock_moved(&r, &c);
    assert_int_equal(c.left_ms, 10000); /* the main time is not filled again */
    assert_true(clock_charge(&r, &c, 15000));
    assert_int_equal(c.periods, 2);
    assert_int_equal(c.left_ms, 25000);
    clock_moved(&r, &c);
    assert_int_equal(c.left_ms, 30000);
    assert_true(clock_charge(&r, &c, 30000)); /* in time, to the millisecond */
    clock_moved(&r, &c);
    assert_int_equal(c.periods, 2);
    assert_true(clock_charge(&r, &c, 75000)); /* two periods are gone */
    assert_int_equal(c.periods, 0);
    clock_moved(&r, &c);
    assert_int_equal(c.left_ms, 30000);
    assert_false(clock_charge(&r, &c, 30001));
}

static void byoyomi_without_main_time_begins_in_its_first_period(void **state)
{
    struct clock_rule r = rule("0s+5x20s");
    struct clock_seat c = clock_full(&r);
    (void)state;
    assert_int_equal(c.left_ms, 20000);
    assert_int_equal(c.periods, 4);
    assert_int_equal(clock_deadline(&r, &c, 0), 100000);
    clock_moved(&r, &c);
    assert_int_equal(c.left_ms, 20000);
}

static void a_clock_that_runs_backwards_takes_nothing(void **state)
{
    struct clock_rule r = rule("5m+5s");
    struct clock_seat c = clock_full(&r);
    (void)state;
    assert_true(clock_charge(&r, &c, -3600000));
    assert_int_equal(c.left_ms, 300000);
}

/* Whatever happens in between, charging in parts is charging at once. */
static void elapsed_time_may_be_charged_in_parts(void **state)
{
    struct clock_rule r = rule("60s+4x10s");
    (void)state;
    for (int64_t all = 0; all <= 101000; all += 777) {
        for (int64_t first = 0; first <= all; first += 1313) {
            struct clock_seat one = clock_full(&r);
            struct clock_seat two = one;
            bool a = clock_charge(&r, &one, all);
            bool b = clock_charge(&r, &two, first) && clock_charge(&r, &two, all - first);
            assert_int_equal(a, b);
            assert_int_equal(a, all <= 100000);
            if (a)
                assert_true(one.left_ms == two.left_ms && one.periods == two.periods);
        }
    }
}

static void correspondence_reminds_a_day_before_and_live_ten_seconds(void **state)
{
    struct clock_rule days = rule("3d");
    struct clock_rule bank = rule("30d+1d");
    struct clock_rule live = rule("5m+5s");
    struct clock_seat c = clock_full(&days);
    (void)state;
    assert_true(clock_is_slow(&days) && clock_is_slow(&bank) && !clock_is_slow(&live));
    assert_int_equal(clock_remind_at(&days, &c, 0), 3 * DAY_MS - 3 * DAY_MS / 10);
    c = clock_full(&bank);
    assert_int_equal(clock_remind_at(&bank, &c, 0), 29 * DAY_MS);
    c.left_ms = 3600000; /* an hour is left: after half of it */
    assert_int_equal(clock_remind_at(&bank, &c, 0), 1800000);
    c = clock_full(&live);
    assert_int_equal(clock_remind_at(&live, &c, 0), 290000);
    c.left_ms = 9000;
    assert_int_equal(clock_remind_at(&live, &c, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_are_printed_as_they_are_read),
        cmocka_unit_test(invalid_clock_rules_are_refused),
        cmocka_unit_test(fischer_adds_after_each_move_up_to_its_cap),
        cmocka_unit_test(the_last_millisecond_counts_and_the_next_is_too_late),
        cmocka_unit_test(byoyomi_uses_up_periods_and_keeps_one_that_is_not_over),
        cmocka_unit_test(byoyomi_without_main_time_begins_in_its_first_period),
        cmocka_unit_test(a_clock_that_runs_backwards_takes_nothing),
        cmocka_unit_test(elapsed_time_may_be_charged_in_parts),
        cmocka_unit_test(correspondence_reminds_a_day_before_and_live_ten_seconds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
