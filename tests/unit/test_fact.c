/* test_fact.c - facts (search/tree/fact.h): packed facts unpack to the same, and joining two
 * keeps all that both know. */
#include "testing.h"

#include "base/rng.h"
#include "search/tree/fact.h"

/* Bounds of a margin that is known to the test. */
static fact_t about(int margin, struct rng *rng)
{
    int low = margin - (int)rng_below(rng, (uint32_t)(margin + POINTS_MAX + 1));
    int high = margin + (int)rng_below(rng, (uint32_t)(POINTS_MAX - margin + 1));
    return fact_make(0, rng_below(rng, 8) == 0 ? -FACT_FAR : low,
                     rng_below(rng, 8) == 0 ? FACT_FAR : high);
}

static void nothing_is_known_at_first(void **state)
{
    (void)state;
    assert_int_equal(fact_low(0), -FACT_FAR);
    assert_int_equal(fact_high(0), FACT_FAR);
    assert_int_equal(fact_proof(0), 0);
    assert_false(fact_exact(0));
    assert_int_equal(fact_make(0, -FACT_FAR, FACT_FAR), 0);
}

static void the_least_and_the_most_belong_to_a_seat(void **state)
{
    (void)state;
    fact_t f = fact_make(0, -3, 7);
    assert_int_equal(fact_least(f, 1), -3);
    assert_int_equal(fact_most(f, 1), 7);
    assert_int_equal(fact_least(f, 2), -7);
    assert_int_equal(fact_most(f, 2), 3);
}

static void bounds_prove_results(void **state)
{
    (void)state;
    assert_int_equal(proof_of(fact_proof(fact_make(0, 1, 9)), 1), PROOF_WIN);
    assert_int_equal(proof_of(fact_proof(fact_make(0, 1, 9)), 2), PROOF_LOSS);
    assert_int_equal(proof_of(fact_proof(fact_make(0, -9, -1)), 1), PROOF_LOSS);
    assert_int_equal(proof_of(fact_proof(fact_make(0, -9, -1)), 2), PROOF_WIN);
    assert_int_equal(proof_of(fact_proof(fact_make(0, 0, 0)), 2), PROOF_DRAW);
    assert_int_equal(fact_proof(fact_make(0, 0, 5)), 0);
    assert_int_equal(fact_proof(fact_make(0, -5, 0)), 0);
}

static void joining_facts_loses_no_knowledge(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 1);
    for (int i = 0; i < 20000; i++) {
        int margin = (int)rng_below(&rng, 2 * POINTS_MAX + 1) - POINTS_MAX;
        fact_t a = about(margin, &rng);
        fact_t b = about(margin, &rng);
        fact_t both = fact_join(a, b);
        assert_int_equal(both, fact_join(b, a));
        assert_int_equal(both, fact_join(both, a));
        assert_true(fact_low(both) <= margin && margin <= fact_high(both));
        assert_true(fact_low(both) == fact_low(a) || fact_low(both) == fact_low(b));
        assert_true(fact_low(both) >= fact_low(a) && fact_low(both) >= fact_low(b));
        assert_true(fact_high(both) <= fact_high(a) && fact_high(both) <= fact_high(b));
        assert_int_equal(fact_proof(both) & fact_proof(a), fact_proof(a));
        enum proof_value won = proof_of(fact_proof(both), 1);
        assert_true(won == PROOF_UNKNOWN || won == (margin > 0   ? PROOF_WIN
                                                    : margin < 0 ? PROOF_LOSS
                                                                 : PROOF_DRAW));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_known_at_first),
        cmocka_unit_test(the_least_and_the_most_belong_to_a_seat),
        cmocka_unit_test(bounds_prove_results),
        cmocka_unit_test(joining_facts_loses_no_knowledge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
