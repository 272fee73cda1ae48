/* test_puzzle_tries.c - ratings of puzzles follow from the levels that solve them (puzzle_tries.h).
 */
#include "testing.h"

#include "rules/position.h"
#include "search/proof/puzzle_tries.h"
#include "search/tree/level.h"
#include <string.h>

enum { ENGINE_BYTES = 8 << 20 };

/* A puzzle of the collection: Levee 5x5, a win in three plies. */
static void read_puzzle(struct puzzle *pz)
{
    static const char *const moves[] = {"a3", "e5", "d3", "b3", "b1", "d1", "a4"};
    memset(pz, 0, sizeof *pz);
    pz->setup = setup_default(GAME_LEVEE);
    pz->setup.width = pz->setup.height = 5;
    pz->goal = 1;
    pz->nodes = 12;
    pz->temptation = 430;
    assert_int_equal(position_start(&pz->position, &pz->setup), 0);
    for (size_t i = 0; i < ARRAY_LEN(moves); i++) {
        move_t m;
        assert_int_equal(move_parse(moves[i], 5, 5, &m), 0);
        assert_int_equal(position_play(&pz->position, m), VERDICT_OK);
    }
    assert_int_equal(move_parse("c4", 5, 5, &pz->solution), 0);
}

/* Levels from this one on solve it in all tries, those below in none. */
static int rating_from(const struct puzzle *pz, int level)
{
    struct puzzle_tries t = {.legal = 20};
    for (int l = LEVEL_MIN; l <= LEVEL_MAX; l++) {
        t.tries[l] = 4;
        t.solved[l] = l >= level ? 4 : 0;
    }
    return puzzle_tries_rating(pz, &t);
}

static void the_later_a_level_solves_it_the_higher_is_the_rating(void **state)
{
    struct puzzle pz;
    (void)state;
    read_puzzle(&pz);
    int before = 0;
    for (int level = LEVEL_MIN; level <= LEVEL_MAX + 1; level++) {
        int rating = rating_from(&pz, level);
        assert_true(rating > before);
        assert_in_range(rating, PUZZLE_RATING_LEAST, PUZZLE_RATING_MOST);
        before = rating;
    }
    /* Where the fourth is the first to solve it, it lies between the third and the fourth. */
    assert_in_range(rating_from(&pz, 4), level_rating(3, GAME_LEVEE) - 50,
                    level_rating(4, GAME_LEVEE) + 50);
}

static void without_tries_it_is_what_the_proof_lets_believe(void **state)
{
    struct puzzle pz;
    const struct puzzle_tries none = {.legal = 20};
    (void)state;
    read_puzzle(&pz);
    /* 12 nodes are half way from 8 to 16: 600 + 175 + 430. */
    assert_int_equal(puzzle_belief(&pz), 1205);
    assert_int_equal(puzzle_tries_rating(&pz, &none), 1205);
}

static void a_hit_says_less_where_luck_finds_it(void **state)
{
    struct puzzle pz;
    struct puzzle_tries t = {.tries = {0, 4}, .solved = {0, 2}};
    (void)state;
    read_puzzle(&pz);
    t.legal = 2;
    int lucky = puzzle_tries_rating(&pz, &t);
    t.legal = 40;
    assert_true(puzzle_tries_rating(&pz, &t) < lucky);
}

static void the_same_tries_again_and_none_above_two_sure_levels(void **state)
{
    const struct engine_options options = {.memory_bytes = ENGINE_BYTES, .no_net = true};
    const struct puzzle_tries_plan plan = {.seed = 3, .tries = 3, .top = LEVEL_MAX};
    struct puzzle_tries first;
    struct puzzle_tries again;
    struct puzzle pz;
    (void)state;
    read_puzzle(&pz);
    struct engine *e = engine_new(&options);
    assert_non_null(e);
    assert_int_equal(puzzle_tries_make(&pz, e, &plan, NULL, NULL, &first), 0);
    assert_int_equal(puzzle_tries_make(&pz, e, &plan, NULL, NULL, &again), 0);
    assert_memory_equal(&first, &again, sizeof first);
    int top = LEVEL_MIN;
    for (int level = LEVEL_MIN; level <= LEVEL_MAX; level++) {
        assert_in_range(first.solved[level], 0, first.tries[level]);
        top = first.tries[level] > 0 ? level : top;
    }
    assert_int_equal(first.tries[1], 3);
    /* The proof of a win in three plies is no work for the upper levels. */
    assert_true(top < LEVEL_MAX);
    assert_int_equal(first.solved[top], first.tries[top]);
    assert_int_equal(first.solved[top - 1], first.tries[top - 1]);
    engine_free(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_later_a_level_solves_it_the_higher_is_the_rating),
        cmocka_unit_test(without_tries_it_is_what_the_proof_lets_believe),
        cmocka_unit_test(a_hit_says_less_where_luck_finds_it),
        cmocka_unit_test(the_same_tries_again_and_none_above_two_sure_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
