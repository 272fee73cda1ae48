/* terminal.h - texts of others on a terminal: names, comments, chat, file names, answers.
 *
 * A control character in such a text could clear the screen, write to the clipboard or hide what
 * follows. These functions are the one way in which commands print them; base/blanks.h says what is
 * left out. */
#ifndef TERMINAL_H
#define TERMINAL_H
#include <stdio.h>

enum { TERMINAL_NAME_BYTES = 512 };

/* A name for a message, on one line; a longer one is cut. Returns out. */
const char *terminal_name(const char *name, char out[TERMINAL_NAME_BYTES]);

/* Prints a text; line breaks and tabs stay. */
void terminal_print(FILE *to, const char *text);

#endif
