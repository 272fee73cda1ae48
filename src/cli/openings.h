/* openings.h - the first moves of games of `hoshi match`, from a file: one opening a line, its moves
 * parted by blanks; empty lines and what follows a `#` are passed over. */
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

/* Reads a file for a board. Every opening must be legal and leave something to be played. Returns
 * an exit status, after a message that names the line. EXIT_OK: openings_done gives it back. */
MUST_USE int openings_load(const char *name, const struct setup *s, struct openings *out);
void openings_done(struct openings *o);

#endif
