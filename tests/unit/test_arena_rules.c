/* test_arena_rules.c - the points of an arena follow its table, and no player meets the same
 * opponent twice in a row if another is free. */
#include "base/times.h"
#include "testing.h"

#include "base/rng.h"
#include "service/tournaments/arena_rules.h"
#include <stdlib.h>
#include <string.h>

/* Plays w(in), d(raw), l(oss) against opponents rated 1500; returns the points. */
static int points_of(const char *results)
{
    struct arena_score s = {.points = 0};
    for (; *results != '\0'; results++)
        arena_rules_count(&s, *results == 'w' ? 2 : *results == 'd' ? 1 : 0, 1500);
    return s.points;
}

static void two_wins_begin_a_streak_that_doubles_the_points(void **state)
{
    static const struct {
        const char *results;
        int points;
    } table[] = {
        {"", 0},      {"w", 2},    {"d", 1},    {"l", 0},     {"ww", 4},      {"www", 8},
        {"wwww", 12}, {"wwd", 6},  {"wwl", 4},  {"wwdw", 8},  {"wwlw", 6},    {"wwdd", 7},
        {"wdw", 5},   {"wlww", 6}, {"wwwl", 8}, {"wwlww", 8}, {"wwlwww", 12}, {"dddd", 4},
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(table); i++)
        assert_int_equal(points_of(table[i].results), table[i].points);
}

static void standings_are_by_points_then_wins_then_performance(void **state)
{
    struct arena_score a = {.points = 0};
    struct arena_score b = {.points = 0};
    (void)state;
    assert_int_equal(arena_rules_performance(&a), 0);
    arena_rules_count(&a, 2, 1600);
    assert_int_equal(arena_rules_performance(&a), 2100);
    assert_true(arena_rules_compare(&a, &b) < 0);
    arena_rules_count(&b, 1, 1900);
    arena_rules_count(&b, 1, 1700);
    assert_int_equal(arena_rules_performance(&b), 1800);
    assert_true(arena_rules_compare(&b, &a) > 0); /* as many points, fewer wins */
    struct arena_score c = {.points = 0};
    arena_rules_count(&c, 2, 1500);
    assert_true(arena_rules_compare(&a, &c) < 0);
    assert_int_equal(arena_rules_compare(&a, &a), 0);
    arena_rules_count(&c, 0, 1500);
    assert_int_equal(arena_rules_performance(&c), 1500);
}

static int judge(const char *text)
{
    char buf[160];
    struct text why;
    struct clock_rule r;
    text_init(&why, buf, sizeof buf);
    assert_int_equal(clock_parse(text, &r), 0);
    return arena_rules_clock(&r, &why);
}

static void only_clocks_that_end_a_match_soon_are_allowed(void **state)
{
    (void)state;
    assert_int_equal(judge("5m+3s"), 0);
    assert_int_equal(judge("10m+30s"), 0); /* 10 and 40 times half a minute: exactly 30 */
    assert_int_equal(judge("45s"), 0);
    assert_int_equal(judge("10m+3x30s"), 0);
    assert_true(judge("10m+31s") < 0);
    assert_true(judge("31m+0s") < 0);
    assert_true(judge("46s") < 0);
    assert_true(judge("3d") < 0);
    assert_true(judge("5m+3s claim") < 0);
}

static struct arena_waiting player(int64_t id, int64_t opponent, int points, int64_t rating)
{
    return (struct arena_waiting){
        .who = (int)id, .player = id, .opponent = opponent, .points = points, .rating = rating};
}

static bool met(const struct arena_waiting *a, const struct arena_waiting *b)
{
    return a->opponent == b->player || b->opponent == a->player;
}

/* Everybody is in one pair at most, and no two met last; returns how many are paired. */
static int check(const struct arena_waiting *w, int n, const struct arena_pair *pairs, int pairs_n)
{
    bool plays[ARENA_RULES_PLAYERS_MAX] = {false};
    for (int i = 0; i < pairs_n; i++) {
        int a = pairs[i].a;
        int b = pairs[i].b;
        assert_true(a >= 0 && a < n && b >= 0 && b < n && a != b);
        assert_false(plays[a] || plays[b]);
        assert_false(met(&w[a], &w[b]));
        plays[a] = plays[b] = true;
    }
    return 2 * pairs_n;
}

/* The greatest number of pairs without a repeat among the players that are not `used`. */
static int best(const struct arena_waiting *w, int n, unsigned used)
{
    int i = 0;
    while (i < n && (used & 1u << i))
        i++;
    if (i == n)
        return 0;
    int most = best(w, n, used | 1u << i);
    for (int j = i + 1; j < n; j++)
        if (!(used & 1u << j) && !met(&w[i], &w[j])) {
            int pairs = 1 + best(w, n, used | 1u << i | 1u << j);
            most = pairs > most ? pairs : most;
        }
    return most;
}

static void nobody_meets_twice_in_a_row_where_it_can_be_avoided(void **state)
{
    struct rng rng;
    (void)state;
    rng_seed(&rng, 7);
    for (int round = 0; round < 20000; round++) {
        struct arena_waiting w[8];
        struct arena_pair out[ARENA_RULES_PLAYERS_MAX / 2];
        int n = 2 + (int)rng_below(&rng, 7);
        for (int i = 0; i < n; i++) {
            /* Few players, so that most have met, often all the same one. */
            int64_t opponent = (int64_t)rng_below(&rng, (uint32_t)n + 1);
            w[i] = player(i + 1, opponent == i + 1 ? 0 : opponent, (int)rng_below(&rng, 3), 1500);
            w[i].free_at = (int64_t)rng_below(&rng, 4);
        }
        int most = best(w, n, 0);
        int pairs = arena_rules_pair(w, n, -1, out);
        (void)check(w, n, out, pairs);
        assert_int_equal(pairs, most);
    }
}

static void two_who_met_last_meet_again_only_after_a_wait(void **state)
{
    struct arena_pair out[ARENA_RULES_PLAYERS_MAX / 2];
    struct arena_waiting w[2] = {player(1, 2, 4, 1500), player(2, 1, 0, 1500)};
    (void)state;
    w[0].free_at = 1000;
    w[1].free_at = 2000;
    assert_int_equal(arena_rules_pair(w, 2, 1999, out), 0);
    assert_int_equal(arena_rules_pair(w, 2, 2000, out), 1);
}

static void neighbours_in_points_then_in_rating_meet(void **state)
{
    struct arena_pair out[ARENA_RULES_PLAYERS_MAX / 2];
    struct arena_waiting w[6] = {player(1, 0, 0, 1200), player(2, 0, 8, 1500),
                                 player(3, 0, 0, 1900), player(4, 0, 6, 1400),
                                 player(5, 0, 0, 1210), player(6, 0, 0, 1850)};
    (void)state;
    assert_int_equal(arena_rules_pair(w, 6, 0, out), 3);
    for (int i = 0; i < 3; i++) {
        int64_t sum = w[out[i].a].player + w[out[i].b].player;
        assert_int_equal(sum, i == 0 ? 2 + 4 : i == 1 ? 3 + 6 : 1 + 5);
    }
}

static void the_first_move_goes_to_the_player_who_had_it_less_often(void **state)
{
    struct arena_pair out[ARENA_RULES_PLAYERS_MAX / 2];
    struct arena_waiting w[2] = {player(1, 0, 4, 1500), player(2, 0, 0, 1500)};
    (void)state;
    w[0].balance = 1;
    assert_int_equal(arena_rules_pair(w, 2, 0, out), 1);
    assert_int_equal(w[out[0].a].player, 2);
    w[0].balance = w[1].balance = 0;
    w[1].moved_first = true; /* equally often, but it was theirs the last time */
    assert_int_equal(arena_rules_pair(w, 2, 0, out), 1);
    assert_int_equal(w[out[0].a].player, 1);
}

static void the_player_who_has_waited_least_sits_out(void **state)
{
    struct arena_pair out[ARENA_RULES_PLAYERS_MAX / 2];
    struct arena_waiting w[3] = {player(1, 0, 9, 1500), player(2, 0, 4, 1500),
                                 player(3, 0, 0, 1500)};
    (void)state;
    w[1].free_at = 5;
    assert_int_equal(arena_rules_pair(w, 3, 0, out), 1);
    assert_true(w[out[0].a].player != 2 && w[out[0].b].player != 2);
}

/* The players of one arena, all free at once, again and again. */
static void five_hundred_players_play_forty_rounds(void **state)
{
    enum { ROUNDS = 40, N = ARENA_RULES_PLAYERS_MAX };
    static struct arena_waiting all[N];
    static struct arena_score scores[N];
    struct arena_pair out[N / 2];
    struct rng rng;
    (void)state;
    rng_seed(&rng, 3);
    for (int i = 0; i < N; i++)
        all[i] = player(i, -1, 0, 1000 + (int64_t)rng_below(&rng, 1000));
    for (int round = 0; round < ROUNDS; round++) {
        int n = arena_rules_pair(all, N, 0, out);
        assert_int_equal(check(all, N, out, n), N);
        for (int i = 0; i < n; i++) {
            struct arena_waiting *a = &all[out[i].a];
            struct arena_waiting *b = &all[out[i].b];
            int result = (int)rng_below(&rng, 3);
            arena_rules_count(&scores[a->player], result, b->rating);
            arena_rules_count(&scores[b->player], 2 - result, a->rating);
            a->opponent = b->player;
            b->opponent = a->player;
            a->moved_first = true;
            b->moved_first = false;
            a->balance++;
            b->balance--;
        }
        for (int i = 0; i < N; i++)
            all[i].points = scores[all[i].player].points;
    }
    for (int i = 0; i < N; i++)
        assert_true(abs(all[i].balance) <= 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_wins_begin_a_streak_that_doubles_the_points),
        cmocka_unit_test(standings_are_by_points_then_wins_then_performance),
        cmocka_unit_test(only_clocks_that_end_a_match_soon_are_allowed),
        cmocka_unit_test(nobody_meets_twice_in_a_row_where_it_can_be_avoided),
        cmocka_unit_test(two_who_met_last_meet_again_only_after_a_wait),
        cmocka_unit_test(neighbours_in_points_then_in_rating_meet),
        cmocka_unit_test(the_first_move_goes_to_the_player_who_had_it_less_often),
        cmocka_unit_test(the_player_who_has_waited_least_sits_out),
        cmocka_unit_test(five_hundred_players_play_forty_rounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
