/* openings.h - the first moves of games of `hoshi match`, from a file: one opening a line, its
 * moves separated by blanks. Empty lines and text after a `#` are ignored. */
#ifndef OPENINGS_H
#define OPENINGS_H
#include "rules/game.h"

struct opening {
    move_t *moves;
    int n;
};

struct openings {
    struct opening *list;
    int n;
};

/* Reads a text for a board. Every opening must be legal and leave something to be played. Returns
 * 0: openings_done gives *out back; or ERR_SYNTAX, ERR_NO_MEMORY: *line is where and *why a
 * sentence. */
MUST_USE int openings_read(const char *text, size_t len, const struct setup *s,
                           struct openings *out, int *line, struct text *why);

void openings_done(struct openings *o);

#endif
