/* blanks.h - characters that look like a blank, like nothing, or like a mark of ASCII.
 *
 * Mail programs and phones write no-break spaces, byte order marks, curly quotes and dashes where a
 * person typed a blank, nothing, or an ASCII mark. A reader of people's words calls one of these
 * functions first and then looks for ASCII only. Both work in place, never lengthen the text, and
 * keep bytes that are no UTF-8. */
#ifndef BLANKS_H
#define BLANKS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The character at *text, which is not at its end, and in *n its bytes. A byte that begins no
 * character of UTF-8 is UINT32_MAX, with one byte. */
uint32_t blanks_char(const char *text, size_t *n);

/* Whether a character looks like a blank, a line break, or nothing. */
bool blanks_has(uint32_t c);

/* For text that people read: every blank becomes ' ', every line break '\n'; tabs stay. Control
 * characters, byte order marks, bidirectional controls and characters without width vanish. Joiners
 * and variation selectors stay behind a character that is not ASCII, where they have a meaning. */
void blanks_tidy(char *text);

/* The same for a command: no joiner stays, double quotes become '"', single ones '\'', dashes and
 * minus signs '-', an ellipsis or an ideographic stop '.', and full-width forms of ASCII become
 * ASCII. */
void blanks_fold(char *text);

#endif
