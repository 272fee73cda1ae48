/* position.h - a position of any of the games, as a plain value.
 *
 * The header is common; the union is the game's own and is read only by the game's file. A position
 * holds no pointers, so it may be copied by assignment, compared, stored and sent between threads.
 * Fields are open because search reads them in its inner loop; only rules/ writes them. */
#ifndef POSITION_H
#define POSITION_H
#include "rules/claims/claims.h"
#include "rules/game.h"
#include "rules/levee/levee.h"
#include "rules/palisade/palisade.h"
#include "rules/redstone/redstone.h"

struct position {
    uint64_t hash;      /* Zobrist, incremental: stones, side to move, and all else that affects the
                    * future */
    struct setup setup; /* as started */
    uint8_t side;   /* side to move, 1 … players; stays the last mover's successor at the end */
    uint8_t winner; /* side; 0 while it lasts, or a draw */
    bool over;      /* nothing may be played any more */
    bool swapped;   /* R7: seat 2 holds side 1 */
    uint16_t ply;   /* plies played */
    move_t last;    /* the last move, or MOVE_NONE */
    union {
#define POSITION_OF(NAME, name) struct name name;
        GAME_LIST(POSITION_OF)
#undef POSITION_OF
    } u;
};

/* The empty board. Returns 0 or setup_check's error; *out untouched then. */
MUST_USE int position_start(struct position *out, const struct setup *s);

/* A given position: cells[point], and the side to move (1..players). It counts as ply 0 without a
 * swap to come, without passes and attacks before. Returns 0, ERR_RANGE (setup, side, a cell that
 * the game has not), or ERR_ILLEGAL when no play leads there: a stone inside an enemy loop or on
 * the wrong parity (P1, P4), a bounded group (R4), a stone on the centre or a circuit (L3). If the
 * position is decided already (a side without channels), it is over. */
MUST_USE int position_set(struct position *out, const struct setup *s, const struct cell *cells,
                          int side_to_move);

/* The occupant of a point of the board. */
struct cell position_cell(const struct position *p, point_t at);

/* All legal moves, in increasing order of move_t; returns their number, 0 when the game is over.
 * In a running game of Claims, pass is always among them. */
int position_legal(const struct position *p, move_t out[MOVES_MAX]);

/* VERDICT_OK or the rule that forbids m; any 16 bits may be asked. */
enum verdict position_judge(const struct position *p, move_t m);

/* Judges and plays. Unless VERDICT_OK is returned, the position is unchanged (G3). */
MUST_USE enum verdict position_play(struct position *p, move_t m);

/* Plays a move known to be legal (from position_legal, or judged); for search. */
void position_play_legal(struct position *p, move_t m);

/* A uniformly random legal move; pass only if nothing else is legal, never swap. Not at the end. */
move_t position_random(struct position *p, struct rng *r);

/* Plays uniformly random legal placements to the end of the game. log may be NULL. */
void position_playout(struct position *p, struct rng *r, struct playlog *log);

/* Plays n games from p, which is not over, as position_playout would play them one after the other,
 * but works out only how they end. logs is NULL, or has one for each. Returns false, and plays
 * nothing, in games where that is no quicker. */
bool position_endings(const struct position *p, struct rng *r, int n, struct playlog *logs,
                      struct ending *out);

/* Makes averages (mast.h) for which all points are equal. Returns false, and writes nothing, in
 * games whose playouts do not learn. */
bool position_mast(const struct position *p, struct mast *out);

/* position_playout by averages that were made for this game and board. */
void position_playout_mast(struct position *p, struct rng *r, struct playlog *log,
                           const struct mast *mast);

/* Points per side as in result.points; Redstone and Levee: 1 for the winner, else 0. */
void position_score(const struct position *p, int16_t points[PLAYERS_MAX]);

/* A side's points less those of the best other side. */
static inline int points_margin(const int16_t *points, int players, int side)
{
    int best = INT16_MIN;
    for (int other = 1; other <= players; other++)
        if (other != side && points[other - 1] > best)
            best = points[other - 1];
    return points[side - 1] - best;
}

void position_result(const struct position *p, struct result *out);

/* Why m is illegal; verdict OK and empty if it is legal. */
void position_explain(const struct position *p, move_t m, struct explanation *out);

/* How many plays of the side to move follow this one in its turn (C9); mostly 0. */
int position_more(const struct position *p);

/* The seat (player) that holds a side: differs only after a Redstone swap. */
int position_seat(const struct position *p, int side);

/* Zobrist hash from scratch of the position seen through a symmetry of its game; with symmetry 0 it
 * equals p->hash. The caller must pass a symmetry that the game and board have. */
uint64_t position_hash(const struct position *p, int symmetry);

/* The least hash over all symmetries of the game and board: equal for equivalent positions. */
uint64_t position_hash_canonical(const struct position *p);

/* Bit s set iff symmetry s applies to this position's board (not transposing if not square). */
uint8_t position_symmetries(const struct position *p);

void position_copy(struct position *dst, const struct position *src);

/* Same game, setup, stones, side to move and all else that affects the future (not the history). */
bool position_equal(const struct position *a, const struct position *b);

/* G4: legal move sequences of exactly depth plies from p. */
uint64_t position_perft(const struct position *p, int depth);

#endif
