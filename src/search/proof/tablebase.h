/* tablebase.h - retrograde tables: the value and the distance of every position of a small board.
 *
 * A table holds each unfinished position that play can reach from the empty board, one of a class
 * (reach_key.h). Its *margin* is the best that the side to move reaches, counted as in pns.h: owned
 * points less the other's where the game has points, else +1 or -1. Its
 * *distance* is the number of plies to the end when both keep that margin and the player who is
 * ahead shortens the game; the player who is behind, and both players of a draw, lengthen it.
 *
 * No position repeats (pns.h), so one depth-first search in which every position is solved after
 * its successors gives both exactly.
 *
 * The file, all numbers little-endian:
 *
 *     bytes
 *         16  "hoshi-tablebase", a zero
 *          8  version 1, game, width, height, players, options (rules/game.h), bytes of a code
 *             (1 or 2), a zero
 *          8  positions P
 *          8  codes C, 1 to 65,536
 *         2C  what each code means: margin (signed byte), distance (byte)
 *        24B  B = ceiling(P / 256) blocks: key of the first position (16), where the block begins
 *             after these rows (8)
 *       . . . the blocks: for each position but the first, how much its key is greater than that of
 *             the one before, seven bits a byte, low bits first, the top bit set but in the last;
 *             then the codes of the block's positions
 *          8  checksum of all before: for each eight bytes, padded with zeros, w: sum =
 *             rng_mix(sum ^ w), from 0
 */
#ifndef TABLEBASE_H
#define TABLEBASE_H
#include "search/proof/pns_table.h"
#include "search/proof/reach_key.h"

struct tablebase_value {
    int8_t margin; /* of the side to move */
    uint8_t plies; /* to the end; 0: the game is over */
};

/* ---- making one ---- */

struct tablebase_made {
    uint64_t positions_n; /* unfinished classes */
    uint64_t bytes_n;
    int plies_max; /* greatest distance */
    struct tablebase_value start;
};

/* Called about four times a second with the positions solved so far; false: stop. */
typedef bool tablebase_progress(void *context, uint64_t positions_n);

/* Solves every position of a board for two players within memory_bytes and writes the table.
 * Returns 0 or ERR_RANGE (setup, or not two players), ERR_TOO_BIG (keys, depth or distances do not
 * fit), ERR_FULL (memory), ERR_NO_MEMORY, ERR_BUSY (stopped), ERR_IO (write failed). */
MUST_USE int tablebase_make(const struct setup *s, uint64_t memory_bytes,
                            tablebase_progress *progress, pns_write *write, void *context,
                            struct tablebase_made *out);

/* ---- reading one ---- */

/* A table in memory; the bytes are borrowed. */
struct tablebase {
    struct reach_keys keys;
    const uint8_t *codes, *rows, *blocks;
    uint64_t positions_n, blocks_n, blocks_bytes;
    uint32_t codes_n;
    int code_bytes;
};

/* Checks all of the bytes. Returns 0 or ERR_SYNTAX (no table, a damaged one, or one of another
 * version). */
MUST_USE int tablebase_open(struct tablebase *t, const void *bytes, uint64_t n);

/* The value of a position, over or not. False if p is of another setup, or if play from the empty
 * board does not lead to it. */
MUST_USE bool tablebase_get(const struct tablebase *t, const struct position *p,
                            struct tablebase_value *out);

/* Whether a is better than b for the player who may choose between them. */
static inline bool tablebase_better(struct tablebase_value a, struct tablebase_value b)
{
    if (a.margin != b.margin)
        return a.margin > b.margin;
    return a.margin > 0 ? a.plies < b.plies : a.plies > b.plies;
}

/* The value of a position whose best successor, for the other player, is `next`. */
static inline struct tablebase_value tablebase_before(struct tablebase_value next)
{
    return (struct tablebase_value){.margin = (int8_t)-next.margin,
                                    .plies = (uint8_t)(next.plies + 1)};
}

#endif
