/* test_sprt.c - the sequential test and the ratings of `hoshi match` agree with published figures.
 * */
#include "testing.h"

#include "arena/elo.h"
#include "arena/sprt.h"
#include "base/err.h"
#include "base/rng.h"
#include <math.h>

static void assert_near(double a, double b, double by)
{
    if (!(fabs(a - b) <= by))
        fail_msg("%g is not within %g of %g", a, by, b);
}

static void options_of_the_test_are_read(void **state)
{
    (void)state;
    struct sprt s;
    assert_int_equal(sprt_parse("0,20", &s), 0);
    assert_near(s.alpha, 0.05, 0);
    assert_int_equal(sprt_parse("-5.5,0,0.01,0.1", &s), 0);
    assert_near(s.elo0, -5.5, 0);
    assert_near(s.beta, 0.1, 0);
    assert_int_equal(sprt_parse("5", &s), ERR_SYNTAX);
    assert_int_equal(sprt_parse("0,20,0.05", &s), ERR_SYNTAX);
    assert_int_equal(sprt_parse("0,20,0.05,0.05,1", &s), ERR_SYNTAX);
    assert_int_equal(sprt_parse("0,x", &s), ERR_SYNTAX);
    assert_int_equal(sprt_parse("", &s), ERR_SYNTAX);
    assert_int_equal(sprt_parse("20,0", &s), ERR_RANGE);
    assert_int_equal(sprt_parse("0,nan", &s), ERR_RANGE);
    assert_int_equal(sprt_parse("0,20,0.5,0.05", &s), ERR_RANGE);
}

static void elo_and_score_are_inverse(void **state)
{
    (void)state;
    assert_near(sprt_score(0), 0.5, 1e-12);
    assert_near(sprt_score(400), 10.0 / 11, 1e-12);
    for (int elo = -700; elo <= 700; elo += 50)
        assert_near(sprt_elo(sprt_score(elo)), elo, 1e-6);
}

/* If every pair is won or lost as a whole, the result is Wald's ratio, which needs no maximum of a
 * likelihood. */
static void without_other_outcomes_it_is_walds_ratio(void **state)
{
    (void)state;
    struct sprt s = {.elo0 = -10, .elo1 = 40, .alpha = 0.05, .beta = 0.05};
    const int64_t counts[][2] = {{10, 10}, {60, 40}, {300, 500}, {1, 0}};
    for (size_t i = 0; i < ARRAY_LEN(counts); i++) {
        int64_t pairs[SPRT_OUTCOMES] = {counts[i][1], 0, 0, 0, counts[i][0]};
        double s0 = sprt_score(s.elo0);
        double s1 = sprt_score(s.elo1);
        double wald =
            (double)counts[i][0] * log(s1 / s0) + (double)counts[i][1] * log((1 - s1) / (1 - s0));
        assert_near(sprt_llr(&s, pairs), wald, 0.01 + 0.01 * fabs(wald));
    }
}

static void it_looks_the_same_from_the_other_side(void **state)
{
    (void)state;
    struct sprt s = {.elo0 = 0, .elo1 = 30, .alpha = 0.05, .beta = 0.05};
    struct sprt mirror = {.elo0 = -30, .elo1 = 0, .alpha = 0.05, .beta = 0.05};
    const int64_t pairs[SPRT_OUTCOMES] = {12, 30, 41, 38, 19};
    const int64_t turned[SPRT_OUTCOMES] = {19, 38, 41, 30, 12};
    assert_near(sprt_llr(&s, pairs), -sprt_llr(&mirror, turned), 1e-6);
    assert_near(sprt_upper(&s), log(19), 1e-9);
    assert_near(sprt_lower(&s), -log(19), 1e-9);
    const int64_t none[SPRT_OUTCOMES] = {0};
    assert_near(sprt_llr(&s, none), 0, 0);
}

/* A pair of games. The advantage of the first seat is worth a quarter of all games. */
static int play_pair(double elo, struct rng *rng)
{
    int points = 0;
    for (int seat = 0; seat < 2; seat++) {
        double chance = sprt_score(elo) + (seat == 0 ? 0.25 : -0.25);
        points += (double)rng_below(rng, 1000000) < chance * 1e6 ? 2 : 0;
    }
    return points;
}

/* A statistical test: 600 runs each, with a fixed seed. The probability of error is 5 %; three
 * standard errors of 600 runs are 2.7 %. */
static void errors_are_as_rare_as_promised(void **state)
{
    (void)state;
    enum { TESTS = 600 };
    struct sprt s = {.elo0 = 0, .elo1 = 60, .alpha = 0.05, .beta = 0.05};
    struct rng rng;
    rng_seed(&rng, 20);
    for (int truth = 0; truth < 2; truth++) {
        int wrong = 0;
        int64_t pairs_n = 0;
        for (int test = 0; test < TESTS; test++) {
            int64_t pairs[SPRT_OUTCOMES] = {0};
            double llr = 0;
            while (llr > sprt_lower(&s) && llr < sprt_upper(&s)) {
                pairs[play_pair(truth == 0 ? s.elo0 : s.elo1, &rng)]++;
                llr = sprt_llr(&s, pairs);
                pairs_n++;
            }
            wrong += truth == 0 ? llr > 0 : llr < 0;
        }
        print_message("truth H%d: %d of %d wrong, %.0f pairs on average\n", truth, wrong, TESTS,
                      (double)pairs_n / TESTS);
        assert_true(wrong <= TESTS * 77 / 1000);
        assert_true(wrong > 0); /* it stops before it is certain, and so errs sometimes */
    }
}

static void pairs_have_a_mean_and_an_error(void **state)
{
    (void)state;
    double mean;
    double error;
    const int64_t even[SPRT_OUTCOMES] = {0, 0, 50, 0, 0};
    sprt_mean(even, &mean, &error);
    assert_near(mean, 0.5, 1e-12);
    assert_near(error, 0, 1e-12);
    const int64_t wide[SPRT_OUTCOMES] = {50, 0, 0, 0, 51};
    sprt_mean(wide, &mean, &error);
    assert_near(mean, 51.0 / 101, 1e-12);
    assert_near(error, 0.05, 1e-4);
}

/* Results that equal the expectation of some ratings give these ratings back. */
static void expected_results_give_their_ratings_back(void **state)
{
    (void)state;
    static const double truth[] = {310, 90, 0, -50, -350};
    struct elo_results r = {.n = ARRAY_LEN(truth)};
    struct elo_rating out[ELO_PLAYERS_MAX];
    for (int i = 0; i < r.n; i++)
        for (int j = 0; j < r.n; j++)
            if (i != j) {
                r.games[i][j] = 1e6;
                r.points[i][j] = 1e6 * sprt_score(truth[i] - truth[j]);
            }
    elo_rate(&r, out);
    double sum = 0;
    for (int i = 0; i < r.n; i++) {
        assert_near(out[i].elo, truth[i], 0.1);
        assert_true(out[i].error > 0 && out[i].error < 1);
        sum += out[i].elo;
    }
    assert_near(sum, 0, 1e-6);
}

/* The same through a chain, in which the first and the last have never met. */
static void players_are_compared_through_others(void **state)
{
    (void)state;
    struct elo_results r = {.n = 3};
    struct elo_rating out[ELO_PLAYERS_MAX];
    for (int i = 0; i < 2; i++) {
        r.games[i][i + 1] = r.games[i + 1][i] = 1e6;
        r.points[i][i + 1] = 1e6 * sprt_score(150);
        r.points[i + 1][i] = 1e6 * sprt_score(-150);
    }
    elo_rate(&r, out);
    assert_near(out[0].elo - out[2].elo, 300, 0.5);
    assert_true(out[0].error > out[1].error);
}

static void two_players_are_rated_as_their_share_says(void **state)
{
    (void)state;
    struct elo_results r = {.n = 2};
    struct elo_rating out[ELO_PLAYERS_MAX];
    r.games[0][1] = r.games[1][0] = 10000;
    r.points[0][1] = 7500;
    r.points[1][0] = 2500;
    elo_rate(&r, out);
    assert_near(out[0].elo - out[1].elo, sprt_elo(0.75), 0.1);
    /* The difference has the error 400 / ln 10 / sqrt(n s (1 - s)); each of the two players has
     * half. */
    double error = 1.96 * 400 / log(10) / sqrt(10000 * 0.75 * 0.25);
    assert_near(out[0].error, error / 2, 0.01);
    assert_near(out[1].error, error / 2, 0.01);
}

static void a_player_who_wins_everything_has_a_finite_rating(void **state)
{
    (void)state;
    struct elo_results r = {.n = 2};
    struct elo_rating out[ELO_PLAYERS_MAX];
    r.games[0][1] = r.games[1][0] = 20;
    r.points[0][1] = 20;
    elo_rate(&r, out);
    assert_true(out[0].elo > 200 && out[0].elo < 400);
    assert_near(out[0].elo, -out[1].elo, 1e-6);
    struct elo_results nobody = {.n = 3};
    elo_rate(&nobody, out); /* broken off before any game */
    for (int i = 0; i < 3; i++)
        assert_near(out[i].elo, 0, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_of_the_test_are_read),
        cmocka_unit_test(elo_and_score_are_inverse),
        cmocka_unit_test(without_other_outcomes_it_is_walds_ratio),
        cmocka_unit_test(it_looks_the_same_from_the_other_side),
        cmocka_unit_test(errors_are_as_rare_as_promised),
        cmocka_unit_test(pairs_have_a_mean_and_an_error),
        cmocka_unit_test(expected_results_give_their_ratings_back),
        cmocka_unit_test(players_are_compared_through_others),
        cmocka_unit_test(two_players_are_rated_as_their_share_says),
        cmocka_unit_test(a_player_who_wins_everything_has_a_finite_rating),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
