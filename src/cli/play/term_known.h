/* term_known.h - whether the terminal's description is installed here. A file of its own, because
 * term.h defines many short words. newterm of ncurses, asked about an unknown terminal, fails too,
 * but keeps memory. */
#ifndef TERM_KNOWN_H
#define TERM_KNOWN_H
#include <stdbool.h>

/* Whether curses knows $TERM. */
bool term_known(void);

#endif
