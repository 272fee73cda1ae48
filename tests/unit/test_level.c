/* test_level.c - each playing level searches what it promises, and its names and numbers agree. */
#include "testing.h"

#include "base/err.h"
#include "rules/position.h"
#include "search/tree/level.h"
#include "searching.h"
#include <string.h>

static void each_level_thinks_no_less_than_the_one_below(void **state)
{
    (void)state;
    for (enum game_id game = 0; game < GAME_N; game++)
        for (int size = games[game]->size_min; size <= 25; size += games[game]->size_step)
            for (int net = 0; net < 2; net++) {
                struct setup s = setup_default(game);
                s.width = s.height = (uint8_t)size;
                int64_t before = 0;
                for (int level = LEVEL_MIN; level <= LEVEL_MAX; level++) {
                    struct engine_limits limits = {.level = level};
                    int64_t nodes = level_nodes(level, &s, net == 1);
                    assert_true(net == 1 ? nodes >= before : nodes > before);
                    before = nodes;
                    level_fill(&limits, &s, net == 1);
                    assert_int_equal(limits.nodes_cap, level == LEVEL_MAX ? 0 : nodes);
                    assert_int_equal(limits.think_ms > 0, level == LEVEL_MAX);
                }
            }
}

static void a_larger_board_gets_more_and_a_smaller_one_no_less(void **state)
{
    (void)state;
    struct setup s = setup_default(GAME_LEVEE);
    s.width = s.height = 9;
    int64_t at_9 = level_nodes(5, &s, false);
    s.width = s.height = 25;
    assert_int_equal(level_nodes(5, &s, false), at_9 * 625 / 81);
    s.width = s.height = 9;
    int64_t best_at_9 = level_nodes(8, &s, true);
    s.width = s.height = 11;
    assert_int_equal(level_nodes(8, &s, true), best_at_9 * 121 / 81);
    s.width = s.height = 25;
    assert_int_equal(level_nodes(8, &s, true), 2 * best_at_9);
    s.width = s.height = 3;
    assert_int_equal(level_nodes(5, &s, false), at_9);
}

static void limits_that_are_given_hold(void **state)
{
    (void)state;
    struct setup s = setup_default(GAME_REDSTONE);
    struct engine_limits limits = {.level = 3, .nodes_cap = 17, .think_ms = 5};
    level_fill(&limits, &s, true);
    assert_int_equal(limits.nodes_cap, 17);
    assert_int_equal(limits.think_ms, 5);
    limits = (struct engine_limits){.think_ms = 5};
    level_fill(&limits, &s, true);
    assert_int_equal(limits.nodes_cap, 0);
    limits = (struct engine_limits){0};
    level_fill(&limits, &s, false);
    assert_int_equal(limits.level, LEVEL_DEFAULT);
    assert_true(level_valid(&limits));
    limits = (struct engine_limits){.level = LEVEL_MAX + 1};
    assert_false(level_valid(&limits));
    limits = (struct engine_limits){.think_ms = -1};
    assert_false(level_valid(&limits));
}

/* Palisade and Redstone got patterns when their lowest levels had been measured: those do
 * without. */
static void the_lowest_levels_ask_no_patterns(void **state)
{
    static const enum game_id later[] = {GAME_PALISADE, GAME_REDSTONE};
    (void)state;
    for (int level = LEVEL_MIN; level <= LEVEL_MAX; level++) {
        assert_true(level_asks(level, GAME_LEVEE));
        for (size_t i = 0; i < ARRAY_LEN(later); i++)
            assert_int_equal(level_asks(level, later[i]), level >= 5);
    }
    for (size_t i = 0; i < ARRAY_LEN(later); i++)
        assert_true(level_asks(0, later[i])); /* a search without a level */
}

static struct search searched; /* without a net, so that the report alone counts */

/* How often each of three moves is drawn in a thousand: 1 and 2 with the visits given, and 3, which
 * has as many as the best but is known to lose. */
static void draw(enum game_id game, int level, uint32_t visits_1, uint32_t visits_2, int drawn[4])
{
    struct search_report report = {.candidates_n = 3};
    struct rng rng;
    rng_seed(&rng, 1);
    searched.root.setup.game = (uint8_t)game;
    report.candidates[0] = (struct candidate){.move = 1, .visits = visits_1};
    report.candidates[1] = (struct candidate){.move = 2, .visits = visits_2};
    report.candidates[2] =
        (struct candidate){.move = 3, .visits = visits_1, .proven = -1, .exact = true};
    memset(drawn, 0, 4 * sizeof *drawn);
    for (int i = 0; i < 1000; i++)
        drawn[level_choose(level, &searched, &report, &rng)]++;
}

static void the_lowest_levels_err_and_the_higher_the_less(void **state)
{
    (void)state;
    for (int game = 0; game < GAME_N; game++) {
        int sure = level_sure((enum game_id)game);
        int before = 1000;
        assert_in_range(sure, LEVEL_MIN + 3, LEVEL_MAX - 1);
        for (int level = LEVEL_MIN; level <= LEVEL_MAX; level++) {
            int drawn[4];
            draw((enum game_id)game, level, 100, 60, drawn);
            assert_int_equal(drawn[3], 0);
            assert_int_equal(drawn[2] > 0, level < sure);
            assert_true(drawn[2] <= before);
            if (level == LEVEL_MIN)
                assert_true(drawn[2] > 300); /* by weight 60 of 160 */
            if (level == sure - 1)
                assert_true(drawn[2] < 250);
            before = drawn[2];
            draw((enum game_id)game, level, 100, 100, drawn);
            assert_int_equal(drawn[2] > 0, level < sure);
            draw((enum game_id)game, level, 0, 0, drawn); /* nothing was tried */
            assert_int_equal(drawn[1], 1000);
        }
    }
}

static void what_is_proved_and_the_swap_are_not_drawn(void **state)
{
    (void)state;
    searched.root.setup.game = GAME_LEVEE;
    for (int level = LEVEL_MIN; level <= LEVEL_MAX; level++)
        for (int i = 0; i < 100; i++) {
            struct search_report report = {.candidates_n = 2};
            struct rng rng;
            rng_seed(&rng, (uint64_t)i);
            report.candidates[0] =
                (struct candidate){.move = 1, .visits = 1, .proven = 1, .exact = true};
            report.candidates[1] = (struct candidate){.move = 2, .visits = 50};
            assert_int_equal(level_choose(level, &searched, &report, &rng), 1);
            report.candidates[0] = (struct candidate){.move = MOVE_SWAP, .visits = 50};
            assert_int_equal(level_choose(level, &searched, &report, &rng), MOVE_SWAP);
            report.candidates[0] = report.candidates[1];
            report.candidates[1] = (struct candidate){.move = MOVE_SWAP, .visits = 50};
            assert_int_equal(level_choose(level, &searched, &report, &rng), 2);
        }
}

enum { DRAWS = 120 };

/* How many of DRAWS searches by a net, at a level of a board where one is built in, play the move
 * that comes first in the policy. */
static int likeliest(struct engine *e, const struct position *p, int level, move_t first)
{
    struct engine_limits limits = {.level = level};
    struct search_report report;
    int n = 0;
    for (int i = 0; i < DRAWS; i++) {
        engine_seed(e, (uint64_t)i);
        assert_int_equal(engine_search(e, p, &limits, NULL, NULL, &report), 0);
        assert_true(report.net != 0);
        assert_int_equal(position_judge(p, report.best), VERDICT_OK);
        n += report.best == first;
    }
    return n;
}

/* With few evaluations a level plays by the policy: the higher it is, the more often the move that
 * the net likes best. */
static void a_low_level_with_a_net_draws_from_the_policy(void **state)
{
    (void)state;
    struct engine *e = searching_engine(8 << 20, 1, 1);
    for (enum game_id game = 0; game < GAME_N; game++) {
        struct position p;
        struct search_report report;
        const struct engine_limits one = {.nodes_cap = 1};
        searching_start(&p, game, game == GAME_CLAIMS ? 8 : 9, 2);
        for (int i = 0; i < 4; i++) {
            move_t legal[MOVES_MAX];
            position_play_legal(&p, legal[position_legal(&p, legal) / (i + 2)]);
        }
        assert_int_equal(engine_search(e, &p, &one, NULL, NULL, &report), 0);
        int low = likeliest(e, &p, LEVEL_MIN, report.best);
        int high = likeliest(e, &p, LEVEL_MIN + 4, report.best);
        assert_true(low < DRAWS / 2);
        assert_true(low < high && high <= DRAWS);
    }
    engine_free(e);
}

/* Candidates without visits come in the order of the policy, not in that of the moves. */
static void what_a_net_prefers_comes_first(void **state)
{
    (void)state;
    struct engine *e = searching_engine(8 << 20, 1, 1);
    struct position p;
    struct search_report few;
    struct search_report many;
    const struct engine_limits one = {.nodes_cap = 1};
    const struct engine_limits more = {.nodes_cap = 400};
    searching_start(&p, GAME_REDSTONE, 9, 2);
    for (int i = 0; i < 9; i++)
        position_play_legal(&p, (move_t)(i * 7 % 81));
    assert_int_equal(engine_search(e, &p, &one, NULL, NULL, &few), 0);
    assert_int_equal(engine_search(e, &p, &more, NULL, NULL, &many), 0);
    int falls = 0;
    int seen = 0;
    for (int k = 2; k < CANDIDATES_MAX; k++)
        falls += few.candidates[k].move < few.candidates[k - 1].move;
    for (int k = 0; k < CANDIDATES_MAX; k++)
        seen += few.candidates[k].move == many.best;
    assert_true(falls > 0);
    assert_int_equal(seen, 1);
    engine_free(e);
}

static void a_level_is_rated_by_its_games_against_the_one_below(void **state)
{
    (void)state;
    for (enum game_id game = 0; game < GAME_N; game++) {
        assert_int_equal(level_rating(LEVEL_DEFAULT, game), 1500);
        for (int level = LEVEL_MIN + 1; level <= LEVEL_MAX; level++) {
            int ahead = level_rating(level, game) - level_rating(level - 1, game);
            /* 75 percent are 191 points, 90 percent 382; both ratings are rounded to tens. */
            assert_in_range(ahead, 180, 390);
        }
    }
    /* 400 log10(84 / 16) are 288, and 400 log10(85 / 15) 301. */
    assert_int_equal(level_rating(3, GAME_PALISADE), 1200);
    assert_int_equal(level_rating(5, GAME_PALISADE), 1800);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_level_thinks_no_less_than_the_one_below),
        cmocka_unit_test(a_larger_board_gets_more_and_a_smaller_one_no_less),
        cmocka_unit_test(limits_that_are_given_hold),
        cmocka_unit_test(a_level_is_rated_by_its_games_against_the_one_below),
        cmocka_unit_test(the_lowest_levels_ask_no_patterns),
        cmocka_unit_test(the_lowest_levels_err_and_the_higher_the_less),
        cmocka_unit_test(a_low_level_with_a_net_draws_from_the_policy),
        cmocka_unit_test(what_a_net_prefers_comes_first),
        cmocka_unit_test(what_is_proved_and_the_swap_are_not_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
