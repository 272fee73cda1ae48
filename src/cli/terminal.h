/* terminal.h - what commands write on standard output and standard error.
 *
 * Names, comments, chat, file names and answers of other programs are somebody else's words. A
 * control character in them could clear the screen, write to the clipboard, or hide what follows.
 * So terminal_guard puts a filter between stdio and the two files, through which only text passes
 * (base/blanks.h says what is left out; what is no UTF-8 becomes '?'). No command needs to remember
 * it. The few codes of our own go through terminal_own, and files that are written to a pipe pass
 * between terminal_file(true) and terminal_file(false). */
#ifndef TERMINAL_H
#define TERMINAL_H
#include "base/macros.h"
#include <stdbool.h>
#include <stdio.h>

enum { TERMINAL_NAME_BYTES = 512 };

/* Before anything is written: stdout and stderr become filtered streams. A carriage return passes
 * only as the first byte that is written to stderr at once, where progress is shown. */
void terminal_guard(void);

/* Codes for the terminal, and text with such codes; never anything of others. */
void terminal_own(FILE *to, const char *format, ...) PRINTF_LIKE(2, 3);

/* true: what is written to stdout from now on is a file, and passes as it is unless stdout is a
 * terminal; false: it is text again. */
void terminal_file(bool file);

/* Standard output without the filter, for the library that draws the screen. */
FILE *terminal_screen(void);

/* A name for a message, on one line; a longer one is cut. Returns out. */
const char *terminal_name(const char *name, char out[TERMINAL_NAME_BYTES]);

#endif
