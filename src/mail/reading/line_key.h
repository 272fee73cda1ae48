/* line_key.h - a line of a mail as it is compared, and what can be said of it: which words of a
 * list (quoting_words.h) it has, and whether there is an address, a date or a time in it. */
#ifndef MAIL_LINE_KEY_H
#define MAIL_LINE_KEY_H
#include <stdbool.h>
#include <stddef.h>

enum { LINE_KEY_BYTES = 400 /* of a line that are looked at */ };

typedef char line_key[LINE_KEY_BYTES * 3];

/* NFKC (a full-width colon is a colon), lower case, ASCII digits, single blanks, and no asterisks,
 * which programs put around what was bold. A long line is cut. */
void line_key_make(const char *line, int line_n, line_key out);

/* Whether a byte may belong to a word: of ASCII, or of a letter beyond it. */
bool line_key_is_inner(char c);

/* Whether the text is a word of the list, begins with one, ends with one before a colon or a point,
 * or has one anywhere. whole: no letter stands beside it. */
bool line_key_is_listed(const char *list, const char *text, size_t text_n);
bool line_key_begins(const char *list, const char *text, bool whole);
bool line_key_ends(const char *list, const char *text);
bool line_key_has(const char *list, const char *text, bool whole);
/* Whether one of its words begins with a listed one. */
bool line_key_has_beginning(const char *list, const char *text);

int line_key_words(const char *key);
bool line_key_has_address(const char *key);
/* A time (10:00), a year (2026), or a date of numbers (3.2.26, 2026/02/03). */
bool line_key_is_dated(const char *key);
/* A date with a time of day, as programs write it and people hardly do. */
bool line_key_is_stamped(const char *key);
bool line_key_ends_in_colon(const char *key);

#endif
