/* test_redstone_playout.c - random games of Redstone draw each placement from all legal ones, and
 * end in the position to which the moves lead. Playouts that give only the result are the same. */
#include "testing.h"

#include "base/rng.h"
#include "rules/position.h"
#include <string.h>

static move_t moves[20000];

static void start(struct position *p, int size, uint8_t options)
{
    struct setup s = setup_default(GAME_REDSTONE);
    s.width = s.height = (uint8_t)size;
    s.options = options;
    assert_int_equal(position_start(p, &s), 0);
}

/* The kinds of placements in the list from which a playout draws: a red stone, an own stone where
 * red is legal too, or any other own stone. */
enum kind { KIND_RED, KIND_BESIDE_RED, KIND_OTHER, KIND_N };

static void kinds_count(const struct position *p, int count[KIND_N], uint8_t kind[MOVE_INDEX_N])
{
    move_t legal[MOVES_MAX];
    int n = position_legal(p, legal);
    memset(count, 0, KIND_N * sizeof *count);
    memset(kind, KIND_N, MOVE_INDEX_N);
    for (int i = n - 1; i >= 0; i--) { /* red ones come last in the list */
        bool beside = !move_is_red(legal[i]) && kind[legal[i] | MOVE_RED] == KIND_RED;
        kind[legal[i]] = move_is_red(legal[i]) ? KIND_RED : beside ? KIND_BESIDE_RED : KIND_OTHER;
        count[kind[legal[i]]]++;
    }
}

/* Compares how often each kind was drawn with how often it should be in the positions that
 * occurred: the sum of the differences is within five standard deviations. A playout that missed
 * one in a hundred of the points where red is legal would fail. */
static void r2_r3_every_ply_is_drawn_uniformly(void **state)
{
    (void)state;
    static const struct {
        int size, games;
    } boards[] = {{3, 20000}, {5, 6000}, {9, 3000}, {13, 600}, {25, 30}};
    double excess[KIND_N] = {0};
    double variance[KIND_N] = {0};
    struct rng r;
    rng_seed(&r, 5);
    for (size_t i = 0; i < ARRAY_LEN(boards); i++)
        for (int game = 0; game < boards[i].games; game++) {
            struct position p, q;
            start(&p, boards[i].size, 0);
            position_copy(&q, &p);
            struct playlog log = {.moves = moves, .cap = ARRAY_LEN(moves)};
            position_playout(&p, &r, &log);
            assert_in_range(log.n, 1, log.cap);
            for (uint32_t k = 0; k < log.n; k++) {
                int count[KIND_N];
                uint8_t kind[MOVE_INDEX_N];
                kinds_count(&q, count, kind);
                assert_in_range(kind[moves[k]], 0, KIND_N - 1); /* legal */
                int n = count[KIND_RED] + count[KIND_BESIDE_RED] + count[KIND_OTHER];
                for (int c = 0; c < KIND_N; c++) {
                    double share = (double)count[c] / n;
                    excess[c] += (kind[moves[k]] == c) - share;
                    variance[c] += share * (1 - share);
                }
                position_play_legal(&q, moves[k]);
            }
            assert_true(q.over);
        }
    for (int c = 0; c < KIND_N; c++) {
        print_message("kind %d: %.1f standard deviations squared\n", c,
                      excess[c] * excess[c] / variance[c]);
        assert_true(variance[c] > 10000);
        assert_true(excess[c] * excess[c] < 25 * variance[c]);
    }
}

/* A playout from p ends like its moves: with the same stones, result and hash. */
static void check_playout(struct position *p, struct rng *r)
{
    struct position q;
    position_copy(&q, p);
    struct playlog log = {.moves = moves, .cap = ARRAY_LEN(moves)};
    position_playout(p, r, &log);
    for (uint32_t k = 0; k < log.n; k++)
        assert_int_equal(position_play(&q, moves[k]), VERDICT_OK);
    assert_true(p->over && q.over && position_equal(p, &q));
    assert_int_equal(p->winner, q.winner);
    assert_int_equal(p->side, q.side);
    assert_int_equal(p->ply, q.ply);
    assert_int_equal(p->last, q.last);
    assert_true(p->hash == q.hash && p->hash == position_hash(p, 0));
}

static void r5_a_playout_is_a_game_of_its_moves(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 8);
    for (int i = 0; i < 2000; i++) {
        struct position p;
        start(&p, 2 + i % (i % 4 == 0 ? SIDE_MAX - 1 : 8), i % 3 == 0 ? 0 : OPTION_SWAP);
        int plies = (int)rng_below(&r, 200);
        while (p.ply < plies && !p.over)
            position_play_legal(&p, position_random(&p, &r));
        if (!p.over)
            check_playout(&p, &r);
    }
}

/* A game that ends with one black stone looks like one in which a swap may come (R7). Only the red
 * stones tell them apart: those on the board before and those of the playout, together. */
static void r7_red_stones_from_before_a_playout_are_remembered(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 9);
    for (int i = 0; i < 6000; i++) {
        struct position p;
        start(&p, 2 + i % 3, OPTION_SWAP);
        bool red = false;
        while (!red && !p.over) {
            move_t m = position_random(&p, &r);
            position_play_legal(&p, m);
            red = move_is_red(m);
        }
        if (!p.over)
            check_playout(&p, &r);
    }
}

/* The games equal those of as many playouts, and leave the generator in the same state. */
static void endings_are_those_of_playouts(void **state)
{
    (void)state;
    enum { GAMES_CAP = 6, PLIES_CAP = 4000 };
    static move_t lines[GAMES_CAP][PLIES_CAP];
    struct rng r;
    rng_seed(&r, 10);
    for (int i = 0; i < 400; i++) {
        struct position p;
        start(&p, 2 + i % (i % 4 == 0 ? SIDE_MAX - 1 : 8), i % 3 == 0 ? 0 : OPTION_SWAP);
        int plies = (int)rng_below(&r, 60);
        while (p.ply < plies && !p.over)
            position_play_legal(&p, position_random(&p, &r));
        if (p.over)
            continue;
        int n = 1 + i % GAMES_CAP;
        struct ending endings[GAMES_CAP];
        struct playlog logs[GAMES_CAP];
        for (int k = 0; k < n; k++)
            logs[k] = (struct playlog){.moves = lines[k], .cap = PLIES_CAP, .n = 7};
        struct rng same = r;
        struct rng bare = r;
        assert_true(position_endings(&p, &same, n, logs, endings));
        for (int k = 0; k < n; k++) {
            struct position q;
            struct playlog log = {.moves = moves, .cap = ARRAY_LEN(moves)};
            int16_t points[PLAYERS_MAX];
            position_copy(&q, &p);
            position_playout(&q, &r, &log);
            position_score(&q, points);
            assert_int_equal(endings[k].plies, log.n);
            assert_int_equal(endings[k].winner, q.winner);
            assert_int_equal(endings[k].points[0], points[0]);
            assert_int_equal(endings[k].points[1], points[1]);
            assert_int_equal(logs[k].n, log.n);
            assert_memory_equal(lines[k], moves, log.n * sizeof moves[0]);
        }
        assert_true(rng_next(&same) == rng_next(&r));
        struct ending again[GAMES_CAP];
        assert_true(position_endings(&p, &bare, n, NULL, again));
        for (int k = 0; k < n; k++)
            assert_int_equal(again[k].plies, endings[k].plies);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r5_a_playout_is_a_game_of_its_moves),
        cmocka_unit_test(r7_red_stones_from_before_a_playout_are_remembered),
        cmocka_unit_test(r2_r3_every_ply_is_drawn_uniformly),
        cmocka_unit_test(endings_are_those_of_playouts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
