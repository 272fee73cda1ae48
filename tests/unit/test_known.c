/* test_known.c - sessions that are looked up again and again are not forgotten for one another, and all are
 * when something has changed. */
#include "testing.h"

#include "base/rng.h"
#include "service/known.h"
#include <stdio.h>
#include <string.h>

enum { SESSIONS = 2000 };

static struct people_session session(int n)
{
    struct people_session s;
    memset(&s, 0, sizeof s);
    snprintf(s.hash, sizeof s.hash, "%016llx%016llx", (unsigned long long)rng_mix((uint64_t)n),
             (unsigned long long)rng_mix((uint64_t)n + SESSIONS));
    s.player.id = n;
    return s;
}

static void many_are_known_at_once(void **state)
{
    (void)state;
    struct known *k = known_new();
    assert_non_null(k);
    for (int n = 1; n <= SESSIONS; n++) {
        struct people_session s = session(n);
        known_put(k, 1, n, &s);
    }
    for (int n = 1; n <= SESSIONS; n++) {
        struct people_session s = session(n);
        struct people_session back;
        assert_true(known_get(k, s.hash, 1, SESSIONS, &back));
        assert_int_equal(back.player.id, n);
        assert_false(known_get(k, s.hash, 2, SESSIONS, &back)); /* something has changed */
        assert_false(known_get(k, s.hash, 1, n + 60 * 1000, &back));
    }
    known_free(k);
}

static void the_newest_are_known_where_there_are_too_many(void **state)
{
    (void)state;
    struct known *k = known_new();
    struct people_session back;
    assert_non_null(k);
    for (int n = 1; n <= 20 * SESSIONS; n++) {
        struct people_session s = session(n);
        known_put(k, 1, n, &s);
        known_put(k, 1, n, &s); /* again: in its own place */
        assert_true(known_get(k, s.hash, 1, n, &back));
    }
    for (int n = 20 * SESSIONS - 1000; n <= 20 * SESSIONS; n++) {
        struct people_session s = session(n);
        assert_true(known_get(k, s.hash, 1, 20 * SESSIONS, &back));
    }
    known_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_are_known_at_once),
        cmocka_unit_test(the_newest_are_known_where_there_are_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
