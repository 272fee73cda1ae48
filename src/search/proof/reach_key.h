/* reach_key.h - a whole position as one number, for tables of all positions of a small board.
 *
 * A position is all that affects the future, not its history: the stones, the side to move, the end
 * and the winner; whether a swap may come (R7); passes, additional plays and attackers (C7, C9).
 * All of it is written as the digits of one number of at most 128 bits, the *key*, so that two keys
 * are equal if and only if the positions are.
 *
 * A position counts as one with its images under those symmetries of the game that leave the sides
 * alone: together they are a *class*, whose key is the least of its members' keys. (Some quarter
 * turns exchange the sides. They never lead from one reachable position to another, since the
 * number of stones tells whose turn it is.) */
#ifndef REACH_KEY_H
#define REACH_KEY_H
#include "rules/position.h"
#include "search/proof/game_proof.h"

struct reach_key {
    uint64_t word[2]; /* [1] is the higher one */
};

enum {
    REACH_COMMON_DIGITS = 3,
    REACH_STATE_DIGITS = REACH_COMMON_DIGITS + GAME_STATE_DIGITS,
    REACH_DIGITS_MAX = POINTS_MAX + REACH_STATE_DIGITS,
};

/* How positions of one setup become keys; fill it with reach_keys_init, its members are private. */
struct reach_keys {
    struct setup setup;
    int point_radix; /* digits of points are below it */
    int points_n;
    int images_n;
    uint64_t below; /* all keys are less than this; 0: some need both words */
    struct {
        uint64_t weight; /* of a digit, in one of the two words */
        int word;
    } digit[REACH_DIGITS_MAX];
    point_t image[SYMMETRIES_MAX][POINTS_MAX]; /* [image][point] */
};

/* Returns 0, ERR_RANGE (setup) or ERR_TOO_BIG (keys of that board do not fit in 128 bits). */
MUST_USE int reach_keys_init(struct reach_keys *keys, const struct setup *s);

/* The key of the class of p, a position of the setup. *images_n (may be NULL): its members. */
struct reach_key reach_key_of(const struct reach_keys *keys, const struct position *p,
                              int *images_n);

static inline bool reach_key_less(struct reach_key a, struct reach_key b)
{
    return a.word[1] != b.word[1] ? a.word[1] < b.word[1] : a.word[0] < b.word[0];
}

static inline bool reach_key_same(struct reach_key a, struct reach_key b)
{
    return a.word[0] == b.word[0] && a.word[1] == b.word[1];
}

static inline uint64_t reach_key_hash(struct reach_key k)
{
    return rng_mix(k.word[0] ^ rng_mix(k.word[1]));
}

#endif
