/* test_glicko.c - Glicko-2 against the example that its author has published, and what must hold of
 * any rating. */
#include "testing.h"

#include "service/ratings/glicko.h"
#include <math.h>

static void near(double a, double b, double by)
{
    if (fabs(a - b) > by)
        fail_msg("%f is not %f", a, b);
}

/* Glickman, "Example of the Glicko-2 system": 1464.06, 151.52, 0.05999; the last is the beginning
 * of exp(-5.62696 / 2), which the paper has, too. */
static void the_published_example_comes_out_to_the_decimal(void **state)
{
    const struct glicko before = {1500, 200, 0.06};
    const struct glicko_result results[] = {
        {{1400, 30, 0.06}, 1, 1}, {{1550, 100, 0.06}, 0, 1}, {{1700, 300, 0.06}, 0, 1}};
    struct glicko after = glicko_rate(&before, results, 3, 1);
    (void)state;
    near(after.rating, 1464.06, 0.01);
    near(after.deviation, 151.52, 0.005);
    near(2 * log(after.volatility), -5.62696, 0.00001);
    near(floor(after.volatility * 100000), 5999, 0);
}

/* Step 6 of the paper: who has not played is only less well known. */
static void without_matches_only_the_deviation_grows(void **state)
{
    const struct glicko before = {1700, 60, 0.06};
    struct glicko after = glicko_rate(&before, NULL, 0, 1);
    (void)state;
    near(after.rating, 1700, 1e-9);
    near(after.deviation, 60.898, 0.005); /* sqrt(60^2 + (173.7178 * 0.06)^2) */
    near(after.volatility, 0.06, 1e-12);
    after = glicko_rate(&before, NULL, 0, 1e6);
    near(after.deviation, 350, 1e-9);
}

static void equal_players_who_draw_stay_and_are_better_known(void **state)
{
    const struct glicko p = {1500, 200, 0.06};
    const struct glicko_result draw = {p, 0.5, 1};
    struct glicko after = glicko_rate(&p, &draw, 1, 0);
    (void)state;
    near(after.rating, 1500, 1e-9);
    assert_true(after.deviation < 200);
}

static void winning_raises_and_losing_lowers_by_the_same(void **state)
{
    const struct glicko p = {1500, 350, 0.06};
    const struct glicko_result won = {p, 1, 1};
    const struct glicko_result lost = {p, 0, 1};
    struct glicko up = glicko_rate(&p, &won, 1, 1);
    struct glicko down = glicko_rate(&p, &lost, 1, 1);
    (void)state;
    near(up.rating - 1500, 1500 - down.rating, 1e-6);
    near(up.rating, 1662.31, 0.05); /* what sites that use it show after a first win */
}

static void surprises_of_any_size_leave_sound_numbers(void **state)
{
    (void)state;
    for (int gap = -4000; gap <= 4000; gap += 100) {
        for (int i = 0; i <= 2; i++) {
            const struct glicko p = {1500, 45, 0.08};
            const struct glicko_result r = {{1500 + gap, 45, 0.06}, i / 2.0, 1};
            struct glicko after = glicko_rate(&p, &r, 1, 0.01);
            assert_true(isfinite(after.rating) && after.deviation > 0 && after.deviation <= 350);
            assert_true(after.volatility > 0 && after.volatility < 1);
            assert_true(i < 2 || after.rating >= 1500);
            assert_true(i > 0 || after.rating <= 1500);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_example_comes_out_to_the_decimal),
        cmocka_unit_test(without_matches_only_the_deviation_grows),
        cmocka_unit_test(equal_players_who_draw_stay_and_are_better_known),
        cmocka_unit_test(winning_raises_and_losing_lowers_by_the_same),
        cmocka_unit_test(surprises_of_any_size_leave_sound_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
