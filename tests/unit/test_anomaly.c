/* test_anomaly.c - what an operator is told: the network that causes most of the work, and many
 * wrong sign-ins; and that an attack does not fill the log. */
#include "testing.h"

#include "platform/anomaly.h"
#include <stdio.h>
#include <string.h>

enum { SECOND_US = 1000 * 1000 };

static struct anomaly a;
static int64_t now;
static char line[ANOMALY_LINE_BYTES];

static int begin(void **state)
{
    (void)state;
    memset(&a, 0, sizeof a);
    now = 1000;
    return 0;
}

/* The lines told at the end of the minute. */
static int minute(void)
{
    int n = 0;
    now += ANOMALY_WINDOW_MS;
    while (anomaly_turn(&a, now, line) != 0)
        n++;
    return n;
}

static void work_of(const char *address, int seconds)
{
    for (int i = 0; i < seconds; i++)
        anomaly_note(&a, now, address, SECOND_US);
}

static void crowd(int n)
{
    for (int i = 0; i < n; i++) {
        char address[NET_BYTES];
        snprintf(address, sizeof address, "198.51.%d.%d", i / 250, i % 250);
        anomaly_note(&a, now, address, SECOND_US / 10);
    }
}

static void a_network_with_most_of_the_work_is_named(void **state)
{
    (void)state;
    work_of("192.0.2.7", 45);
    crowd(100); /* 10 s, each a little */
    assert_int_equal(minute(), 1);
    assert_non_null(strstr(line, "192.0.2.7"));
    assert_non_null(strstr(line, "82 %"));
    assert_true(a.share > 0.8 && a.share < 0.83);
    begin(state);
    for (int i = 0; i < 45; i++) { /* addresses of one customer */
        char address[NET_BYTES];
        snprintf(address, sizeof address, "2001:db8:1:2::%x", i + 1);
        anomaly_note(&a, now, address, SECOND_US);
    }
    crowd(50);
    assert_int_equal(minute(), 1);
    assert_non_null(strstr(line, "2001:db8:1:2::/64"));
}

static void a_crowd_and_a_quiet_site_are_nothing_to_tell(void **state)
{
    (void)state;
    crowd(400);
    assert_int_equal(minute(), 0);
    work_of("192.0.2.7", 30); /* half of it */
    crowd(300);
    assert_int_equal(minute(), 0);
    work_of("192.0.2.7", 5); /* all of very little */
    assert_int_equal(minute(), 0);
    work_of("127.0.0.1", 50); /* this machine, or a proxy that is not named */
    assert_int_equal(minute(), 0);
}

static void the_heaviest_is_found_among_more_networks_than_counters(void **state)
{
    (void)state;
    for (int i = 0; i < 100; i++) { /* they come in turns */
        crowd(10 * ANOMALY_COUNTERS);
        work_of("192.0.2.7", 160);
    }
    assert_int_equal(minute(), 1);
    assert_non_null(strstr(line, "192.0.2.7"));
}

static void an_attack_of_a_day_is_a_few_lines(void **state)
{
    (void)state;
    int lines = 0;
    for (int i = 0; i < 24 * 60; i++) {
        work_of("192.0.2.7", 30);
        for (int k = 0; k < 100; k++)
            anomaly_miss(&a, now);
        lines += minute();
    }
    assert_in_range(lines, 4, 2 * 48);
    assert_non_null(strstr(line, "since the last report"));
    assert_int_equal(a.found_n[ANOMALY_NETWORK], 24 * 60);
}

static int misses(int n)
{
    (void)anomaly_turn(&a, now, line); /* as the server does before each request */
    for (int i = 0; i < n; i++)
        anomaly_miss(&a, now);
    anomaly_note(&a, now, "192.0.2.7", 1);
    return minute();
}

static void ten_times_as_many_wrong_sign_ins_as_usual_are_told(void **state)
{
    (void)state;
    for (int i = 0; i < 60; i++)
        assert_int_equal(misses(5), 0);
    assert_int_equal(misses(45), 0);
    assert_int_equal(misses(80), 1);
    assert_non_null(strstr(line, "80 wrong sign-ins"));
    assert_non_null(strstr(line, "usually 5."));
    /* An attack does not become usual within hours, */
    now += ANOMALY_QUIET_MS;
    for (int i = 0; i < 30; i++)
        (void)misses(200);
    assert_true(a.usual < 20);
    /* and one on a site with no misses before is told, but a few misses are not. */
    begin(state);
    for (int i = 0; i < 30; i++)
        assert_int_equal(misses(0), 0);
    assert_int_equal(misses(ANOMALY_MISSES - 1), 0);
    assert_int_equal(misses(ANOMALY_MISSES), 1);
}

static void hours_without_a_request_are_usual_minutes(void **state)
{
    (void)state;
    for (int i = 0; i < 60; i++)
        (void)misses(15);
    assert_int_equal(misses(100), 0);
    now += 10 * 60 * ANOMALY_WINDOW_MS;
    (void)misses(0);
    assert_int_equal(misses(100), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_network_with_most_of_the_work_is_named, begin),
        cmocka_unit_test_setup(a_crowd_and_a_quiet_site_are_nothing_to_tell, begin),
        cmocka_unit_test_setup(the_heaviest_is_found_among_more_networks_than_counters, begin),
        cmocka_unit_test_setup(an_attack_of_a_day_is_a_few_lines, begin),
        cmocka_unit_test_setup(ten_times_as_many_wrong_sign_ins_as_usual_are_told, begin),
        cmocka_unit_test_setup(hours_without_a_request_are_usual_minutes, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
