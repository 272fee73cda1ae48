/* game_proof.h - what proofs and counts know of one game: a row for each, in
 * search/<game>/<game>_search.c. They are apart from those of trees (game_search.h), so that what
 * only plays does not carry them. */
#ifndef GAME_PROOF_H
#define GAME_PROOF_H
#include "rules/position.h"
#include "search/proof/pns_sight.h"

/* The code that distinguishes positions when they are counted (reach.h). A point holds a digit
 * 0..radix - 1. state holds anything else that affects the future in this game. */
enum { GAME_STATE_DIGITS = 2 + PLAYERS_MAX };
struct game_digits {
    int (*point_radix)(const struct setup *s);
    int (*point_digit)(const struct setup *s, struct cell c); /* c is not empty */
    /* Both NULL: there is no such state. */
    void (*state_radices)(const struct setup *s, int radix[GAME_STATE_DIGITS]);
    void (*state_digits)(const struct position *p, int digit[GAME_STATE_DIGITS]);
};

struct game_proof {
    int sight_codes; /* pns_sight_codes with two players; with more there are more in proportion */
    void (*sight)(const struct pns_keys *k, const struct position *p, struct pns_sight *out);
    /* The part of a running position that affects its value, if that is less than all of it: marks
     * the points (1, else 0) and returns whether the number of the other empty points is odd.
     * Positions that agree in both and in the side to move are worth the same
     * (docs/lab/sight-lemmas.md). NULL: the game uses no such lemma. */
    bool (*live)(const struct position *p, uint8_t live[POINTS_MAX]);
    struct game_digits digits;
    const char *puzzle_size; /* board of `hoshi puzzles` */
    int puzzle_least;        /* nodes that a proof takes at least for the position to be a puzzle */
};

#define GAME_PROOF_ROW(NAME, name) extern const struct game_proof proof_##name;
GAME_LIST(GAME_PROOF_ROW)
#undef GAME_PROOF_ROW

extern const struct game_proof *const game_proofs[GAME_N];

/* For game_digits: a point is empty or holds a stone whose owner is known from where it is, or does
 * not matter. */
int game_proof_two(const struct setup *s);
int game_proof_one(const struct setup *s, struct cell c);

#endif
