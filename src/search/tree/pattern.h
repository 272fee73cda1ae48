/* pattern.h - how good a placement looks from a little around it, before it is searched.
 *
 * A placement has some features, each with a weight that self-play taught (pattern_levee_table.h
 * and its kin, by tools/patterns.c). The sum of the weights is a logarithm: PATTERN_E more stood
 * for e times the share of a search's visits. Features are seen from the side to move, and
 * equivalent placements have the same features. The file of each game, pattern_GAME.c, lists its
 * features at the top. */
#ifndef PATTERN_H
#define PATTERN_H
#include "rules/position.h"

enum {
    PATTERN_PARTS_MAX = 12, /* features of a placement */
    PATTERN_N_MAX = 1024,   /* weights of a game */
    PATTERN_E = 24
};

/* A position, and the data that its placements share. */
struct pattern_view {
    const struct position *p; /* borrowed */
    int last_x, last_y;       /* the last placement, or far away */
    union {
        struct { /* Redstone: by place, and one behind the last (redstone.h) */
            uint8_t state[REDSTONE_PLACES_MAX + 1];
            uint16_t libs[REDSTONE_PLACES_MAX]; /* [head of a group] liberties */
            uint16_t size[REDSTONE_PLACES_MAX]; /* [head of a group] stones */
        };
        uint16_t beside[PALISADE_NODES_MAX]; /* Palisade: [node] what it means for placements beside
                                         * it */
    };
};

/* A game's patterns. */
struct pattern_set {
    int n;                                /* weights, at most PATTERN_N_MAX */
    const int8_t *weights;                /* [n] */
    void (*look)(struct pattern_view *v); /* what placements share; NULL: nothing */
    int (*parts)(const struct pattern_view *v, move_t m, int out[PATTERN_PARTS_MAX]);
    int (*kind)(int part); /* pattern_kind; NULL: each its own */
};

/* The number of weights of a game, at most PATTERN_N_MAX; 0 if it has no patterns. */
int pattern_n(enum game_id game);

/* Looks at a position of a game that has patterns. The view is valid while p stays as it is. */
void pattern_look(const struct position *p, struct pattern_view *out);

/* The features of a legal placement, as indices of weights; returns their number. A swap and a pass
 * have none. */
int pattern_parts(const struct pattern_view *v, move_t m, int out[PATTERN_PARTS_MAX]);

/* The least feature that is the same but for a turn of the board: they share their weight. */
int pattern_kind(enum game_id game, int part);

/* The sum of their weights. */
int pattern_weight(const struct pattern_view *v, move_t m);

#endif
