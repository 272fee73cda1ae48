/* gtp_vertex.h - GTP's words for moves: "A1" without the letter I, "D4r" for a red stone, "pass",
 * "swap" (docs/GTP.md). */
#ifndef GTP_VERTEX_H
#define GTP_VERTEX_H
#include "rules/game.h"

enum { GTP_VERTEX_BYTES = 8 };

/* Returns 0, ERR_SYNTAX, or ERR_RANGE for a point that is not on the board. */
MUST_USE int gtp_vertex_parse(const struct setup *s, const char *word, move_t *out);

/* Appends the word. */
void gtp_vertex_print(const struct setup *s, move_t m, struct text *out);

#endif
