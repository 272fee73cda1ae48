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
    uint64_t hash; /* Zobrist, incremental: stones, side to move, and what bears on the future */
    struct setup setup; /* as started */
    uint8_t side;   /* side to move, 1 … players; stays the last mover's successor at the end */
    uint8_t winner; /* side; 0 while it lasts, or a draw */
    bool over;      /* nothing may be played any more */
    bool swapped;   /* R7: seat 2 holds side 1 */
    uint16_t ply;   /* plies played */
    move_t last;    /* the last move, or MOVE_NONE */
    union {
        struct palisade palisade;
        struct redstone redstone;
        struct levee levee;
        struct claims claims;
    } u;
};

#endif
