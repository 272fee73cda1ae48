/* test_claims_legal.c - bits and lanes that the legal placements of Claims are read off
 * (rules/claims/claims_legal.h), by the code for machines without vector instructions. */
#undef __SSE2__
#include "testing.h"

#include "base/rng.h"
#include "rules/claims/claims_legal.h"

static void each_set_bit_is_counted_and_found(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 3);
    for (int i = 0; i < 1000; i++) {
        uint64_t v = rng_next(&r);
        for (int thin = i % 5; thin > 0; thin--)
            v &= rng_next(&r);
        v = i == 0 ? 0 : i == 1 ? UINT64_MAX : v;
        unsigned n = 0;
        for (int bit = 0; bit < 64; bit++)
            if (v >> bit & 1)
                assert_int_equal(bits_select(v, n++), bit);
        assert_int_equal(bits_count(v), n);
    }
}

static void the_signs_of_lanes_are_bits_in_their_order(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 4);
    for (int i = 0; i < 1000; i++) {
        lanes_t half[2];
        unsigned expected = 0;
        for (int k = 0; k < 2 * LANES; k++) {
            int16_t lane = (int16_t)rng_next(&r);
            if (i < 2 * LANES) /* one alone */
                lane = i == k ? -1 : INT16_MAX;
            half[k / LANES][k % LANES] = lane;
            expected |= (unsigned)(lane < 0) << k;
        }
        assert_int_equal(lanes_signs(half[0], half[1]), expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_set_bit_is_counted_and_found),
        cmocka_unit_test(the_signs_of_lanes_are_bits_in_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
