/* test_pairing.c - pairings: in a round robin all players meet, in a Swiss no two players meet
 * twice. */
#include "testing.h"

#include "base/rng.h"
#include "service/tournaments/pairing.h"
#include <stdlib.h>
#include <string.h>

static void everybody_meets_everybody_once_with_fair_colours(void **state)
{
    (void)state;
    for (int n = 2; n <= 21; n++) {
        int met[PAIRING_MAX][PAIRING_MAX] = {{0}};
        int firsts[PAIRING_MAX] = {0};
        for (int round = 0; round < pairing_robin_rounds(n); round++) {
            struct pairing_game games[PAIRING_MAX];
            bool plays[PAIRING_MAX] = {false};
            int k = pairing_robin(n, round, false, games);
            assert_int_equal(k, n / 2);
            for (int i = 0; i < k; i++) {
                int a = games[i].a;
                int b = games[i].b;
                assert_true(a >= 0 && a < n && b >= 0 && b < n && a != b);
                assert_false(plays[a] || plays[b]);
                plays[a] = plays[b] = true;
                met[a][b]++;
                firsts[a]++;
                firsts[b]--;
            }
        }
        for (int a = 0; a < n; a++) {
            assert_true(abs(firsts[a]) <= 1);
            for (int b = 0; b < a; b++)
                assert_int_equal(met[a][b] + met[b][a], 1);
        }
    }
}

static void a_second_cycle_turns_the_colours(void **state)
{
    struct pairing_game one[PAIRING_MAX];
    struct pairing_game two[PAIRING_MAX];
    (void)state;
    int n = pairing_robin(6, 2, false, one);
    assert_int_equal(pairing_robin(6, 2, true, two), n);
    for (int i = 0; i < n; i++)
        assert_true(one[i].a == two[i].b && one[i].b == two[i].a);
}

/* Plays a whole Swiss with random results; returns how often two met again. */
static int play_swiss(int n, int rounds, uint64_t seed, int leaves)
{
    static struct pairing_game games[PAIRING_MAX * 20];
    static int met[PAIRING_MAX][PAIRING_MAX];
    int byes[PAIRING_MAX] = {0};
    int firsts[PAIRING_MAX] = {0};
    bool gone[PAIRING_MAX] = {false};
    int games_n = 0;
    int again = 0;
    struct rng rng;
    rng_seed(&rng, seed);
    memset(met, 0, sizeof met);
    for (int round = 0; round < rounds; round++) {
        struct pairing_game out[PAIRING_MAX];
        int plays[PAIRING_MAX] = {0};
        int here = 0;
        if (round < leaves)
            gone[rng_below(&rng, (uint32_t)n)] = true;
        for (int i = 0; i < n; i++)
            here += !gone[i];
        int k = pairing_swiss(n, gone, games, games_n, out);
        assert_int_equal(k, here / 2 + here % 2);
        for (int i = 0; i < k; i++) {
            assert_false(gone[out[i].a]);
            plays[out[i].a]++;
            if (out[i].b < 0) {
                byes[out[i].a]++;
                assert_int_equal(out[i].result, 2);
            } else {
                assert_false(gone[out[i].b]);
                plays[out[i].b]++;
                again += met[out[i].a][out[i].b];
                met[out[i].a][out[i].b] = met[out[i].b][out[i].a] = 1;
                firsts[out[i].a]++;
                firsts[out[i].b]--;
                out[i].result = (int)rng_below(&rng, 3);
            }
            games[games_n++] = out[i];
        }
        for (int i = 0; i < n; i++)
            assert_int_equal(plays[i], gone[i] ? 0 : 1);
    }
    for (int i = 0; i < n; i++) {
        assert_true(byes[i] <= 1 || rounds > n);
        assert_true(abs(firsts[i]) <= 3);
    }
    return again;
}

static void nobody_meets_twice_in_a_swiss(void **state)
{
    (void)state;
    for (int n = 4; n <= 40; n++)
        for (uint64_t seed = 1; seed <= 10; seed++)
            assert_int_equal(play_swiss(n, n < 8 ? 3 : 5, seed, 0), 0);
    assert_int_equal(play_swiss(200, 11, 1, 0), 0);
    assert_int_equal(play_swiss(199, 11, 2, 0), 0);
    assert_int_equal(play_swiss(30, 6, 3, 4), 0);
}

static void a_swiss_that_is_too_long_still_goes_on(void **state)
{
    (void)state;
    assert_true(play_swiss(4, 8, 1, 0) > 0);
    assert_true(play_swiss(5, 9, 1, 0) > 0);
}

static void equal_scores_meet_upper_half_against_lower(void **state)
{
    struct pairing_game out[PAIRING_MAX];
    const bool gone[8] = {false};
    (void)state;
    assert_int_equal(pairing_swiss(8, gone, NULL, 0, out), 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(abs(out[i].a - out[i].b), 4);
    const struct pairing_game games[] = {{0, 4, 2}, {5, 1, 0}, {2, 6, 2}, {7, 3, 0}};
    assert_int_equal(pairing_swiss(8, gone, games, 4, out), 4);
    for (int i = 0; i < 2; i++)
        assert_true(out[i].a < 4 && out[i].b < 4); /* the four winners among themselves */
}

/* Four players, all games: 0 beats all, 1 and 2 draw and beat 3. */
static void ties_are_broken_as_documented(void **state)
{
    const struct pairing_game games[] = {{0, 1, 2}, {2, 3, 2}, {2, 0, 0}, {1, 3, 2},
                                         {0, 3, 2}, {1, 2, 1}, {3, -1, 2}};
    struct pairing_standing s[PAIRING_MAX];
    (void)state;
    pairing_standings(4, games, 7, true, s);
    assert_int_equal(s[0].player, 0);
    assert_int_equal(s[0].score, 6);
    assert_int_equal(s[0].buchholz, 3 + 3 + 2);
    assert_int_equal(s[0].sonneborn, 2 * (3 + 3 + 2));
    assert_int_equal(s[1].rank, 2);
    assert_int_equal(s[2].rank, 2);
    assert_int_equal(s[1].player, 1); /* equal: by seed */
    assert_int_equal(s[3].player, 3);
    assert_int_equal(s[3].won, 1); /* the bye */
    const struct pairing_game wins[] = {{0, 1, 2}, {2, 3, 2}, {0, 2, 1}, {1, 3, 1}};
    pairing_standings(4, wins, 4, false, s);
    assert_true(s[0].player == 0 && s[1].player == 2 && s[1].rank == 1);
    const struct pairing_game more[] = {{0, 1, 2}, {2, 3, 2}, {0, 2, 1}, {1, 3, 2}};
    pairing_standings(4, more, 4, false, s);
    assert_true(s[0].player == 0 && s[1].player == 2 &&
                s[1].rank == 2); /* 1 is worth more than 3 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_meets_everybody_once_with_fair_colours),
        cmocka_unit_test(a_second_cycle_turns_the_colours),
        cmocka_unit_test(nobody_meets_twice_in_a_swiss),
        cmocka_unit_test(a_swiss_that_is_too_long_still_goes_on),
        cmocka_unit_test(equal_scores_meet_upper_half_against_lower),
        cmocka_unit_test(ties_are_broken_as_documented),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
