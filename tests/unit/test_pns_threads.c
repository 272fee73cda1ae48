/* test_pns_threads.c - the proof search with several threads: the right answers, and always one. */
#include "proving.h"

static void threads_agree_with_brute_force(void **state)
{
    assert_true(proving_compare_random(GAME_LEVEE, 5, 0, 8, 20, 3) >= 5);
    assert_true(proving_compare_random(GAME_PALISADE, 5, 0, 10, 10, 3) >= 5);
}

/* One thread has the answer while the others are on their way out, with what they knew before: it
 * is not lost. (It was, in about one question of 20,000.) */
static void threads_always_answer(void **state)
{
    enum { GAMES = 12000 };
    (void)state;
    struct setup s = proving_setup(GAME_LEVEE, 5, 0);
    struct pns *pns = proving_search(&s, 3);
    struct rng rng;
    rng_seed(&rng, 3);
    for (int g = 0; g < GAMES; g++) {
        struct pns_report r;
        struct position p;
        assert_int_equal(position_start(&p, &s), 0);
        for (int i = 0; i < 10 + g % 5 && !p.over; i++)
            position_play_legal(&p, position_random(&p, &rng));
        assert_int_equal(pns_solve(pns, &p, 1, 0, NULL, NULL, &r), 0);
        assert_int_not_equal(r.value, 0);
        assert_int_equal(pns_value(pns, &p, 1, NULL), r.value);
    }
    pns_free(pns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_agree_with_brute_force),
        cmocka_unit_test(threads_always_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
