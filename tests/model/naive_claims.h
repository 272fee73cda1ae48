/* naive_claims.h - Claims written straight from its rule sheet, slowly: the reference for
 * src/rules/claims/claims.c, with which it shares no code.
 *
 * A stack is the list of its pieces, each with the player who laid it. So the pieces themselves
 * show who played last, whether a player laid two in a row, and whether the stack is jacked. Claims
 * are computed anew each time. A planted fault makes the model wrong, to show that the comparison
 * notices it. */
#ifndef NAIVE_CLAIMS_H
#define NAIVE_CLAIMS_H
#include <stdbool.h>

enum { NAIVE_CLAIMS_SIDE = 25, NAIVE_CLAIMS_PIECES = 120, NAIVE_CLAIMS_PASS = -1 };

enum naive_claims_fault {
    NAIVE_CLAIMS_RIGHT,
    NAIVE_CLAIMS_NO_BLOCKING,     /* forgets C4 */
    NAIVE_CLAIMS_LONG_DIAGONALS,  /* C3: h - 1 squares instead of h - 2 */
    NAIVE_CLAIMS_ONE_SECOND_ONLY, /* C2: no second piece on a stack that was attacked */
    NAIVE_CLAIMS_ATTACKS_COUNTED, /* C9: counts attacks, not the players who attacked */
    NAIVE_CLAIMS_FAULTS
};

struct naive_stack {
    int n;                                    /* pieces */
    unsigned char piece[NAIVE_CLAIMS_PIECES]; /* player, from the bottom */
};

struct naive_claims {
    int width, height, players;
    bool jacked_scores;
    enum naive_claims_fault fault;
    struct naive_stack at[NAIVE_CLAIMS_SIDE * NAIVE_CLAIMS_SIDE]; /* [y * width + x] */
    int to_move;                                                  /* 1 ... players */
    int additional; /* C9: plays left in this turn after the next one */
    int passed_in_a_row;
    int attacks[5][5]; /* [victim][attacker] since the victim's last turn */
    bool over;
};

void naive_claims_start(struct naive_claims *n, int width, int height, int players,
                        bool jacked_scores, enum naive_claims_fault fault);

/* Puts a stack on a square: `player` on top, twice if doubled. Below are pieces of `below` and of
 * the player in turns; if there are any, the stack is jacked. height 0: empty. */
void naive_claims_put(struct naive_claims *n, int square, int player, int below, int height,
                      bool doubled);

/* The player on top, 0 if the square is empty. */
int naive_claims_occupant(const struct naive_claims *n, int square);
bool naive_claims_doubled(const struct naive_claims *n, int square);
bool naive_claims_jacked(const struct naive_claims *n, int square);

/* Does the stack on `from` claim the square `to` (C3, C4)? */
bool naive_claims_claims(const struct naive_claims *n, int from, int to);
int naive_claims_count(const struct naive_claims *n, int square, int player);

/* "" if the player may place a piece there now, else the rule that forbids it: "C2", "C5", "C6". */
const char *naive_claims_forbids(const struct naive_claims *n, int square, int player);

bool naive_claims_anybody_can_place(const struct naive_claims *n);

/* square or NAIVE_CLAIMS_PASS; must be legal. */
void naive_claims_play(struct naive_claims *n, int square);

/* C8: who scores a square (0: nobody), the points of a player, and the winner (0: a draw). */
int naive_claims_scorer(const struct naive_claims *n, int square);
int naive_claims_points(const struct naive_claims *n, int player);
int naive_claims_winner(const struct naive_claims *n);

#endif
