/* conditional.h - conditional moves: "if they play this, I answer that".
 *
 * A player's tree is kept as its lines, each from the ply of its first move: theirs, mine, theirs,
 * mine … Only that player may read them. A conditional move is played like any other, in the
 * transaction of the move that it answers. m.conditional has a bit for each seat that may have
 * lines, so other matches need no query for them. */
#ifndef CONDITIONAL_H
#define CONDITIONAL_H
#include "service/core/reader.h"
#include "service/core/service.h"

struct work;
struct position;

enum { CONDITIONAL_LINES_MAX = 64, CONDITIONAL_MOVES_MAX = 40 };

/* The answer of the seat to move, if its player has one for the last move: 1 and the move's text;
 * 0: none. Lines that the match has left are forgotten. */
MUST_USE int conditional_next(struct work *w, char move[16]);
/* The answer was against the rules: deletes the player's lines. */
MUST_USE int conditional_drop(struct work *w);
/* The match went back or is over: deletes all lines. */
MUST_USE int conditional_forget(struct work *w);

/* ORDER_CONDITIONAL. */
MUST_USE int conditional_apply(struct work *w);

/* {"ply":…,"lines":[[…]]}; ERR_DENIED if the asker does not play. */
json_t *reader_conditional(struct reader *r, int64_t match, int64_t asker, int *err);

#endif
