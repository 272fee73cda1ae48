/* proving.h - compares the proof search with brute force, for tests with one or several threads. */
#ifndef PROVING_H
#define PROVING_H
#include "testing.h"

#include "rules/position.h"
#include "search/proof/pns.h"

enum { BUDGET = 20000, NO_VALUE = 1000 };

static inline struct setup proving_setup(enum game_id id, int size, int options)
{
    struct setup s = setup_default(id);
    s.width = s.height = (uint8_t)size;
    s.options = (uint8_t)options;
    return s;
}

static inline struct pns *proving_search(const struct setup *s, int threads)
{
    const struct pns_options options = {.memory_bytes = 24 << 20, .threads = threads};
    struct pns *pns = pns_new(s, &options);
    assert_non_null(pns);
    return pns;
}

/* The margin of the side to move (after a swap: of the player to move) by brute force, or NO_VALUE
 * if that takes more than *budget positions. */
static inline int proving_brute(const struct position *p, int *budget)
{
    if (--*budget < 0)
        return NO_VALUE;
    if (p->over) {
        int16_t points[PLAYERS_MAX];
        position_score(p, points);
        return p->side == 1 ? points[0] - points[1] : points[1] - points[0];
    }
    move_t legal[MOVES_MAX];
    int n = position_legal(p, legal);
    int best = -NO_VALUE;
    for (int i = 0; i < n; i++) {
        struct position q;
        position_copy(&q, p);
        position_play_legal(&q, legal[i]);
        int v = proving_brute(&q, budget);
        if (v == NO_VALUE)
            return v;
        best = -v > best ? -v : best;
    }
    return best;
}

/* Asks about every margin near the true one. */
static inline void proving_compare(struct pns *pns, const struct position *p, int margin)
{
    for (int goal = margin - 3; goal <= margin + 3; goal++) {
        struct pns_report r;
        assert_int_equal(pns_solve(pns, p, goal, 0, NULL, NULL, &r), 0);
        assert_int_equal(r.value, margin >= goal ? 1 : -1);
    }
}

/* Compares random positions that are late enough for brute force. Returns their number. */
static inline int proving_compare_random(enum game_id id, int size, int options, int plies,
                                         int games_n, int threads)
{
    struct setup s = proving_setup(id, size, options);
    struct pns *pns = proving_search(&s, threads);
    struct rng rng;
    rng_seed(&rng, 7);
    int compared = 0;
    for (int g = 0; g < games_n; g++) {
        struct position p;
        assert_int_equal(position_start(&p, &s), 0);
        for (int i = 0; i < plies && !p.over; i++)
            position_play_legal(&p, position_random(&p, &rng));
        for (; !p.over; position_play_legal(&p, position_random(&p, &rng))) {
            int budget = BUDGET;
            int margin = proving_brute(&p, &budget);
            if (margin == NO_VALUE)
                continue;
            proving_compare(pns, &p, margin);
            compared++;
            break;
        }
    }
    pns_free(pns);
    return compared;
}

#endif
