/* test_placed.c - a position as the stones that stand there, in words (rules/placed.h). */
#include "testing.h"

#include "base/err.h"
#include "rules/placed.h"
#include <string.h>

enum { GAMES_EACH = 40 };

static void print(const struct position *p, struct text *out)
{
    struct cell cells[POINTS_MAX];
    for (int at = 0; at < p->setup.width * p->setup.height; at++)
        cells[at] = position_cell(p, (point_t)at);
    placed_print(&p->setup, cells, p->side, out);
}

/* Every position of random games, with captures, red stones and stacks. */
static void words_give_the_same_stones_back(void **state)
{
    static char bytes[12 * POINTS_MAX];
    struct rng rng;
    (void)state;
    rng_seed(&rng, 7);
    for (int game = 0; game < GAME_N; game++) {
        struct setup s = setup_default((enum game_id)game);
        s.width = s.height = 5;
        for (int i = 0; i < GAMES_EACH; i++) {
            struct position p;
            assert_int_equal(position_start(&p, &s), 0);
            for (; !p.over && p.ply < 60; position_play_legal(&p, position_random(&p, &rng))) {
                struct position q;
                struct text words;
                text_init(&words, bytes, sizeof bytes);
                print(&p, &words);
                assert_false(words.full);
                assert_int_equal(placed_start(bytes, &s, &q), 0);
                assert_int_equal(q.side, p.side);
                for (int at = 0; at < s.width * s.height; at++) {
                    struct cell a = position_cell(&p, (point_t)at);
                    struct cell b = position_cell(&q, (point_t)at);
                    assert_memory_equal(&a, &b, sizeof a);
                }
            }
        }
    }
}

static int start(enum game_id game, const char *words, struct position *out)
{
    struct setup s = setup_default(game);
    s.width = s.height = 5;
    return placed_start(words, &s, out);
}

static void no_words_are_the_empty_board(void **state)
{
    struct position p;
    (void)state;
    assert_int_equal(start(GAME_REDSTONE, "", &p), 0);
    assert_int_equal(p.side, 1);
    assert_int_equal(start(GAME_REDSTONE, "2", &p), 0);
    assert_int_equal(p.side, 2);
}

static void stacks_have_heights_and_flags(void **state)
{
    struct position p;
    (void)state;
    assert_int_equal(start(GAME_CLAIMS, "2 a1:1 c3:2h4jd", &p), 0);
    struct cell c = position_cell(&p, 2 * 5 + 2);
    assert_int_equal(c.owner, 2);
    assert_int_equal(c.height, 4);
    assert_int_equal(c.flags, CELL_JACKED | CELL_DOUBLED);
}

static void other_words_are_refused(void **state)
{
    static const char *const syntax[] = {
        "1 a1",    "1 a1:",    "1 a1:0",  "1 a1:5",   "1 a1:6",     "1 a1:n a1:n",
        "1 f1:n",  "1 pass:n", "1 a1r:n", "1 a1:1h0", "1 a1:1h256", "1 a1:1x",
        "1  a1:1", "1 a1:1 ",  "x",       "1a1:1",    "1 a1:1dj",   "1 toolongname:1"};
    struct position p = {.ply = 7};
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(syntax); i++)
        assert_int_equal(start(GAME_REDSTONE, syntax[i], &p), ERR_SYNTAX);
    assert_int_equal(start(GAME_REDSTONE, "3", &p), ERR_RANGE);
    assert_int_equal(start(GAME_REDSTONE, "1 a1:1h2", &p), ERR_RANGE);
    assert_int_equal(start(GAME_LEVEE, "1 c3:n", &p), ERR_ILLEGAL);
    assert_int_equal(p.ply, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_give_the_same_stones_back),
        cmocka_unit_test(no_words_are_the_empty_board),
        cmocka_unit_test(stacks_have_heights_and_flags),
        cmocka_unit_test(other_words_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
