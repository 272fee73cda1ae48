/* test_known.c - the cache of sessions and seats: entries in use are not evicted, and those that
 * may have changed are dropped, but no others. */
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
        known_put(k, known_changes(k), n, &s);
    }
    for (int n = 1; n <= SESSIONS; n++) {
        struct people_session s = session(n);
        struct people_session back;
        assert_true(known_get(k, s.hash, SESSIONS, &back));
        assert_int_equal(back.player.id, n);
        assert_false(known_get(k, s.hash, n + 60 * 1000, &back));
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
        known_put(k, known_changes(k), n, &s);
        known_put(k, known_changes(k), n, &s); /* again: in its own place */
        assert_true(known_get(k, s.hash, n, &back));
    }
    for (int n = 20 * SESSIONS - 1000; n <= 20 * SESSIONS; n++) {
        struct people_session s = session(n);
        assert_true(known_get(k, s.hash, 20 * SESSIONS, &back));
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
    assert_false(known_seats_get(k, 7, 0, &back));
    known_seats_put(k, known_changes(k), known_seats_events(k, 7), 0, &runs);
    known_seats_put(k, known_changes(k), known_seats_events(k, 8), 0, &open);
    assert_true(known_seats_get(k, 7, 0, &back));
    assert_int_equal(back.players[0], 70);
    assert_true(known_seats_get(k, 8, 59999, &back));
    assert_int_equal(back.n, 1);
    assert_false(known_seats_get(k, 8, 60000, &back)); /* a minute later */
    assert_false(known_seats_get(k, 7 + PLACES, 0, &back));
    known_seats_event(k, 7);
    known_seats_event(k, 8);
    assert_true(known_seats_get(k, 7, 0, &back));
    assert_false(known_seats_get(k, 8, 0, &back));
    /* A player came while it was read. */
    uint32_t before = known_seats_events(k, 8);
    known_seats_event(k, 8);
    known_seats_put(k, known_changes(k), before, 0, &open);
    assert_false(known_seats_get(k, 8, 0, &back));
    known_seats_put(k, known_changes(k), known_seats_events(k, 8), 0, &open);
    assert_true(known_seats_get(k, 8, 0, &back));
    /* Another match takes the place, and an event of the first one leaves it there. */
    struct known_seats other = seats(8 + PLACES, 90, true);
    known_seats_put(k, known_changes(k), known_seats_events(k, 8 + PLACES), 0, &other);
    known_seats_event(k, 8);
    assert_true(known_seats_get(k, 8 + PLACES, 0, &back));
    assert_int_equal(back.players[0], 90);
    const struct touched matches = {.any = true, .seats = true};
    known_touched(k, &matches);
    assert_false(known_seats_get(k, 7, 0, &back));
    assert_false(known_seats_get(k, 8 + PLACES, 0, &back));
    known_free(k);
}

static struct known *all_known(void)
{
    struct known *k = known_new();
    assert_non_null(k);
    for (int n = 1; n <= SESSIONS; n++) {
        struct people_session s = session(n);
        known_put(k, known_changes(k), 1, &s);
    }
    return k;
}

static int count_known(struct known *k)
{
    int count = 0;
    for (int n = 1; n <= SESSIONS; n++) {
        struct people_session s = session(n);
        struct people_session back;
        count += known_get(k, s.hash, 1, &back);
    }
    return count;
}

/* A profile that somebody changes as often as they may must not send everybody to the store. */
static void what_a_player_changes_empties_the_entries_of_that_player_alone(void **state)
{
    (void)state;
    struct known *k = all_known();
    struct people_session mine = session(70);
    struct people_session back;
    struct touched touched = {.any = false};
    touched_people(&touched, 70);
    touched_people(&touched, 70);
    uint64_t before = known_changes(k);
    known_touched(k, &touched);
    assert_false(known_get(k, mine.hash, 1, &back));
    assert_int_equal(count_known(k), SESSIONS - 1);
    known_put(k, before, 1, &mine); /* it was read before the change */
    assert_false(known_get(k, mine.hash, 1, &back));
    known_put(k, known_changes(k), 1, &mine);
    assert_int_equal(count_known(k), SESSIONS);
    known_free(k);
}

static void a_change_of_anybody_empties_all(void **state)
{
    (void)state;
    struct known *k = all_known();
    struct touched touched = {.any = false};
    touched_seats(&touched);
    known_touched(k, &touched);
    assert_int_equal(count_known(k), SESSIONS);
    touched_people(&touched, 0);
    known_touched(k, &touched);
    assert_int_equal(count_known(k), 0);
    known_free(k);
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
