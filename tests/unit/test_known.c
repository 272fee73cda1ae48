/* test_known.c - the cache of sessions and seats: entries in use are not evicted, and all are
 * dropped when one may have changed. */
#include "testing.h"

#include "base/rng.h"
#include "service/core/known.h"
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

static struct known_seats seats(int64_t match, int64_t player, bool open)
{
    return (struct known_seats){.match = match, .players = {player}, .n = 1, .open = open};
}

static void who_sits_in_a_match_is_known_until_somebody_may_have_come(void **state)
{
    enum { PLACES = 4096 }; /* known.c */
    (void)state;
    struct known *k = known_new();
    struct known_seats back;
    assert_non_null(k);
    struct known_seats runs = seats(7, 70, false);
    struct known_seats open = seats(8, 80, true);
    assert_false(known_seats_get(k, 7, 1, 0, &back));
    known_seats_put(k, 1, known_seats_events(k, 7), 0, &runs);
    known_seats_put(k, 1, known_seats_events(k, 8), 0, &open);
    assert_true(known_seats_get(k, 7, 1, 0, &back));
    assert_int_equal(back.players[0], 70);
    assert_true(known_seats_get(k, 8, 1, 59999, &back));
    assert_int_equal(back.n, 1);
    assert_false(known_seats_get(k, 8, 2, 0, &back));     /* players have changed */
    assert_false(known_seats_get(k, 8, 1, 60000, &back)); /* a minute later */
    assert_false(known_seats_get(k, 7 + PLACES, 1, 0, &back));
    known_seats_event(k, 7);
    known_seats_event(k, 8);
    assert_true(known_seats_get(k, 7, 1, 0, &back));
    assert_false(known_seats_get(k, 8, 1, 0, &back));
    /* A player came while it was read. */
    uint32_t before = known_seats_events(k, 8);
    known_seats_event(k, 8);
    known_seats_put(k, 1, before, 0, &open);
    assert_false(known_seats_get(k, 8, 1, 0, &back));
    known_seats_put(k, 1, known_seats_events(k, 8), 0, &open);
    assert_true(known_seats_get(k, 8, 1, 0, &back));
    /* Another match takes the place, and an event of the first one leaves it there. */
    struct known_seats other = seats(8 + PLACES, 90, true);
    known_seats_put(k, 1, known_seats_events(k, 8 + PLACES), 0, &other);
    known_seats_event(k, 8);
    assert_true(known_seats_get(k, 8 + PLACES, 1, 0, &back));
    assert_int_equal(back.players[0], 90);
    known_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_are_known_at_once),
        cmocka_unit_test(the_newest_are_known_where_there_are_too_many),
        cmocka_unit_test(who_sits_in_a_match_is_known_until_somebody_may_have_come),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
