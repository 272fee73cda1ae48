/* test_session_cache.c - the cache of sessions and seats: entries in use are not evicted, and
 * those that may have changed are dropped, but no others. */
#include "testing.h"

#include "base/rng.h"
#include "service/core/session_cache.h"
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
    struct session_cache *k = session_cache_new();
    assert_non_null(k);
    for (int n = 1; n <= SESSIONS; n++) {
        struct people_session s = session(n);
        session_cache_put(k, session_cache_changes(k), n, &s);
    }
    for (int n = 1; n <= SESSIONS; n++) {
        struct people_session s = session(n);
        struct people_session back;
        assert_true(session_cache_get(k, s.hash, SESSIONS, &back));
        assert_int_equal(back.player.id, n);
        assert_false(session_cache_get(k, s.hash, n + 60 * 1000, &back));
    }
    session_cache_free(k);
}

static void the_newest_are_known_where_there_are_too_many(void **state)
{
    (void)state;
    struct session_cache *k = session_cache_new();
    struct people_session back;
    assert_non_null(k);
    for (int n = 1; n <= 20 * SESSIONS; n++) {
        struct people_session s = session(n);
        session_cache_put(k, session_cache_changes(k), n, &s);
        session_cache_put(k, session_cache_changes(k), n, &s); /* again: in its own place */
        assert_true(session_cache_get(k, s.hash, n, &back));
    }
    for (int n = 20 * SESSIONS - 1000; n <= 20 * SESSIONS; n++) {
        struct people_session s = session(n);
        assert_true(session_cache_get(k, s.hash, 20 * SESSIONS, &back));
    }
    session_cache_free(k);
}

static struct cached_seats seats(int64_t match, int64_t player, bool open)
{
    return (struct cached_seats){.match = match, .players = {player}, .n = 1, .open = open};
}

static void who_sits_in_a_match_is_known_until_somebody_may_have_come(void **state)
{
    enum { PLACES = 4096 }; /* session_cache.c */
    (void)state;
    struct session_cache *k = session_cache_new();
    struct cached_seats back;
    assert_non_null(k);
    struct cached_seats runs = seats(7, 70, false);
    struct cached_seats open = seats(8, 80, true);
    assert_false(session_cache_seats_get(k, 7, 0, &back));
    session_cache_seats_put(k, session_cache_changes(k), session_cache_seats_events(k, 7), 0,
                            &runs);
    session_cache_seats_put(k, session_cache_changes(k), session_cache_seats_events(k, 8), 0,
                            &open);
    assert_true(session_cache_seats_get(k, 7, 0, &back));
    assert_int_equal(back.players[0], 70);
    assert_true(session_cache_seats_get(k, 8, 59999, &back));
    assert_int_equal(back.n, 1);
    assert_false(session_cache_seats_get(k, 8, 60000, &back)); /* a minute later */
    assert_false(session_cache_seats_get(k, 7 + PLACES, 0, &back));
    session_cache_seats_event(k, 7);
    session_cache_seats_event(k, 8);
    assert_true(session_cache_seats_get(k, 7, 0, &back));
    assert_false(session_cache_seats_get(k, 8, 0, &back));
    /* A player came while it was read. */
    uint32_t before = session_cache_seats_events(k, 8);
    session_cache_seats_event(k, 8);
    session_cache_seats_put(k, session_cache_changes(k), before, 0, &open);
    assert_false(session_cache_seats_get(k, 8, 0, &back));
    session_cache_seats_put(k, session_cache_changes(k), session_cache_seats_events(k, 8), 0,
                            &open);
    assert_true(session_cache_seats_get(k, 8, 0, &back));
    /* Another match takes the place, and an event of the first one leaves it there. */
    struct cached_seats other = seats(8 + PLACES, 90, true);
    session_cache_seats_put(k, session_cache_changes(k), session_cache_seats_events(k, 8 + PLACES),
                            0, &other);
    session_cache_seats_event(k, 8);
    assert_true(session_cache_seats_get(k, 8 + PLACES, 0, &back));
    assert_int_equal(back.players[0], 90);
    const struct touched matches = {.any = true, .seats = true};
    session_cache_touched(k, &matches);
    assert_false(session_cache_seats_get(k, 7, 0, &back));
    assert_false(session_cache_seats_get(k, 8 + PLACES, 0, &back));
    session_cache_free(k);
}

static struct session_cache *all_known(void)
{
    struct session_cache *k = session_cache_new();
    assert_non_null(k);
    for (int n = 1; n <= SESSIONS; n++) {
        struct people_session s = session(n);
        session_cache_put(k, session_cache_changes(k), 1, &s);
    }
    return k;
}

static int count_known(struct session_cache *k)
{
    int count = 0;
    for (int n = 1; n <= SESSIONS; n++) {
        struct people_session s = session(n);
        struct people_session back;
        count += session_cache_get(k, s.hash, 1, &back);
    }
    return count;
}

/* A profile that somebody changes as often as they may must not send everybody to the store. */
static void what_a_player_changes_empties_the_entries_of_that_player_alone(void **state)
{
    (void)state;
    struct session_cache *k = all_known();
    struct people_session mine = session(70);
    struct people_session back;
    struct touched touched = {.any = false};
    touched_people(&touched, 70);
    touched_people(&touched, 70);
    uint64_t before = session_cache_changes(k);
    session_cache_touched(k, &touched);
    assert_false(session_cache_get(k, mine.hash, 1, &back));
    assert_int_equal(count_known(k), SESSIONS - 1);
    session_cache_put(k, before, 1, &mine); /* it was read before the change */
    assert_false(session_cache_get(k, mine.hash, 1, &back));
    session_cache_put(k, session_cache_changes(k), 1, &mine);
    assert_int_equal(count_known(k), SESSIONS);
    session_cache_free(k);
}

static void a_change_of_anybody_empties_all(void **state)
{
    (void)state;
    struct session_cache *k = all_known();
    struct touched touched = {.any = false};
    touched_seats(&touched);
    session_cache_touched(k, &touched);
    assert_int_equal(count_known(k), SESSIONS);
    touched_people(&touched, 0);
    session_cache_touched(k, &touched);
    assert_int_equal(count_known(k), 0);
    session_cache_free(k);
}

static void other_processes_read_what_was_touched(void **state)
{
    (void)state;
    char buf[TOUCHED_TEXT_BYTES];
    struct text text;
    struct touched touched = {.any = false};
    struct touched back;
    for (int64_t n = 1; n <= TOUCHED_PLAYERS; n++)
        touched_people(&touched, INT64_MAX - n);
    assert_false(touched.everybody);
    text_init(&text, buf, sizeof buf);
    touched_print(&touched, &text);
    assert_false(text.full);
    touched_read(buf, &back);
    assert_false(back.everybody || back.seats);
    assert_int_equal(back.players_n, TOUCHED_PLAYERS);
    assert_memory_equal(back.players, touched.players, sizeof back.players);
    touched_seats(&touched);
    touched_people(&touched, 1); /* more than can be listed */
    text_init(&text, buf, sizeof buf);
    touched_print(&touched, &text);
    touched_read(buf, &back);
    assert_true(back.everybody && back.seats);
    touched_read("{}", &back); /* of an older version */
    assert_true(back.everybody && back.seats);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_are_known_at_once),
        cmocka_unit_test(the_newest_are_known_where_there_are_too_many),
        cmocka_unit_test(who_sits_in_a_match_is_known_until_somebody_may_have_come),
        cmocka_unit_test(what_a_player_changes_empties_the_entries_of_that_player_alone),
        cmocka_unit_test(a_change_of_anybody_empties_all),
        cmocka_unit_test(other_processes_read_what_was_touched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
