/* game_search.h - what trees and playouts know of one game: a row for each, in
 * search/<game>/<game>_search.c, beside that for proofs (proof/game_proof.h).
 *
 * Trees and playouts ask the row and never test which game it is. A game without a row does not
 * link; an optional function is a pointer that may be NULL, and its comment says so. */
#ifndef GAME_SEARCH_H
#define GAME_SEARCH_H
#include "rules/position.h"
#include "search/engine.h"
#include "search/tree/pattern.h"

/* The strengths of the levels (level.h). */
struct level_ladder {
    int32_t side;                 /* of the board on which they were measured */
    int32_t nodes[LEVEL_MAX + 1]; /* [level] playouts or evaluations on that board */
    int16_t power[LEVEL_MAX + 1]; /* [level] how it errs: k of the weights in units of
                                     1 / LEVEL_ONE, or LEVEL_BEST */
    int8_t shares[LEVEL_MAX + 1]; /* [level] percent that it scores against the level below */
};
enum { LEVEL_ONE = 128, LEVEL_BEST = INT16_MAX };

struct game_levels {
    struct level_ladder playouts; /* without a net */
    bool low_ask;                 /* the lowest of them ask patterns too; so it was measured */
    struct level_ladder net;
};

/* The start values of a new child (worker.c). */
struct game_prior {
    /* It begins with this many playouts, as if its move had been made later in them. Their mean is
     * a half, and more, in units of 1 / AMAF_ONE: */
    int samples;
    int point;   /* for each point that the move wins at once */
    int pattern; /* for each PATTERN_E by which its pattern is better than that of all moves */
};

/* Playouts beside a net (worker.c): so many from each leaf, and the part of its value that their
 * mean makes up, in sixteenths. The part is the plies played / the points of the board, within
 * these bounds. 0 playouts: the net alone. */
struct game_beside {
    int8_t playouts, least, most;
};
enum { BESIDE_ALL = 16 };

/* A position that the signature searches (signature.h). */
struct game_sample {
    uint8_t width, height, players, options;
    uint8_t plies; /* random ones before the search */
};
enum { GAME_SAMPLES_MAX = 5 };

struct game_search {
    struct game_levels levels;
    struct game_prior prior;
    const struct pattern_set *patterns; /* NULL: the game has none */
    /* Plays *p to its end; NULL: position_playout, by MAST where the game has one. */
    void (*playout)(struct position *p, struct rng *r, struct playlog *log);
    int leaf_width;   /* several playouts from a leaf (leaf.h) gain on boards up to this width: */
    bool leaf_scalar; /* also one after the other; else in lanes only */
    /* Of several threads that share a tree each prefers its own children of busy nodes by so many
     * thousandths of a reward (worker.c); 0: it does not. */
    int lean;
    struct game_beside beside;
    void (*margin)(const struct position *p, int *low, int *high); /* sight_margin; NULL: false */
    struct game_sample signature[GAME_SAMPLES_MAX];                /* until one of width 0 */
};

#define GAME_SEARCH_ROW(NAME, name) extern const struct game_search search_##name;
GAME_LIST(GAME_SEARCH_ROW)
#undef GAME_SEARCH_ROW

extern const struct game_search *const game_searches[GAME_N];

/* The row of a position's game. */
static inline const struct game_search *game_search_of(const struct position *p)
{
    return game_searches[p->setup.game];
}

#endif
