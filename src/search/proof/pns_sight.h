/* pns_sight.h - facts about a running position that the proof search sees without searching: which
 * positions have equal values, and bounds on the values.
 *
 * Two things prune, and each game's file proves its own lemmas:
 *
 *   key         Positions with equal keys have the same value for the party to move. So moves that
 *               lead to equal keys are looked at once: symmetric ones, and placements that only
 *               pass the turn, of which one stands for all.
 *   low, high   The margin of the party to move, both playing their best, is between them. A
 *               question outside is answered at once: points whose owner is settled, and moves
 *               that lose to an immediate win of the opponent.
 *
 * With two players the party to move is the side to move. With three or four it is the claimant, or
 * all others together (pns.h).
 *
 * tests/unit/test_pns_sight.c and test_pns_party.c compare both with brute force on all positions
 * of small boards. A written proof (proof_write.h) uses none of this except Levee's lemma 2: the
 * writer finds the proof again move by move in the real game, and proof_check.h knows no keys.
 *
 * search/<game>/sight_<game>.c has what is seen of one game. */
#ifndef PNS_SIGHT_H
#define PNS_SIGHT_H
#include "rules/position.h"
#include "search/proof/pns_key.h"

struct pns_sight {
    uint64_t key;             /* never 0 */
    int16_t low, high;        /* of the margin (pns.h) of the party to move */
    uint32_t proof, disproof; /* numbers to begin with, 1 … (pns_table.h) */
};

/* Kinds of points that the game's keys tell apart. */
int pns_sight_codes(const struct setup *s);

/* The margin that the party to move has on the board now; in a finished position, the party that
 * would be to move. */
int pns_margin(const struct pns_keys *k, const struct position *p);

/* The sight of a running position. */
void pns_sight(const struct pns_keys *k, const struct position *p, struct pns_sight *out);

/* Bounds of the final margin of a running position of two players, for any play: points of side 1
 * minus those of side 2. False if the game has no bounds that cost much less than a playout: with
 * loops (P3) the tree would grow a tenth more slowly, for bounds that its leaves give as well. */
bool sight_margin(const struct position *p, int *low, int *high);

#endif
