/* small_boards.h - boards so small that brute force finds their value, and searches that must find
 * it too. */
#ifndef SMALL_BOARDS_H
#define SMALL_BOARDS_H
#include "searching.h"

#include "rules/position.h"
#include <string.h>

/* The value of a position for seat 1 by brute force: 1 wins, 0 draws, -1 loses. An open hash table
 * remembers positions. */
enum { MEMO = 1 << 20 };
static struct {
    uint64_t hash;
    int8_t value;
} memo[MEMO];

static inline int small_boards_try(const struct position *p)
{
    if (p->over)
        return p->winner == 0 ? 0 : position_seat(p, p->winner) == 1 ? 1 : -1;
    /* The swap changes which player has a colour, so it belongs to the key. */
    uint64_t key = rng_mix(p->hash + (p->swapped ? 1 : 0)) | 1;
    size_t at = key >> 8 & (MEMO - 1);
    for (; memo[at].hash != 0; at = (at + 1) & (MEMO - 1))
        if (memo[at].hash == key)
            return memo[at].value;
    move_t legal[MOVES_MAX];
    int n = position_legal(p, legal);
    int sign = position_seat(p, p->side) == 1 ? 1 : -1;
    int best = -1;
    for (int i = 0; i < n && best < 1; i++) {
        struct position q = *p;
        position_play_legal(&q, legal[i]);
        int value = sign * small_boards_try(&q);
        best = value > best ? value : best;
    }
    for (at = key >> 8 & (MEMO - 1); memo[at].hash != 0;)
        at = (at + 1) & (MEMO - 1);
    memo[at].hash = key;
    memo[at].value = (int8_t)(sign * best);
    return sign * best;
}

static inline int small_boards_value(const struct position *p)
{
    memset(memo, 0, sizeof memo);
    return small_boards_try(p);
}

/* The engine proves the value that brute force gives. */
static inline void small_boards_prove(int threads)
{
    static const struct {
        enum game_id game;
        int size;
        int64_t nodes;
    } boards[] = {
        {GAME_PALISADE, 3, 200000}, {GAME_REDSTONE, 2, 200000}, {GAME_REDSTONE, 3, 400000},
        {GAME_LEVEE, 3, 200000},    {GAME_CLAIMS, 2, 400000},
    };
    struct engine *e = searching_engine(128 << 20, threads, 3);
    for (size_t i = 0; i < ARRAY_LEN(boards); i++) {
        struct position p;
        struct search_report report;
        searching_start(&p, boards[i].game, boards[i].size, 2);
        int value = small_boards_value(&p);
        searching_run(e, &p, boards[i].nodes, &report);
        print_message("%s %d: %d, %lld playouts\n", games[boards[i].game]->name, boards[i].size,
                      value, (long long)report.nodes_n);
        assert_int_equal(report.proven, value);
        assert_true(report.candidates[0].exact);
        struct position q = p;
        assert_int_equal(position_play(&q, report.best), VERDICT_OK);
        assert_int_equal(small_boards_try(&q), value);
    }
    engine_free(e);
}

#endif
