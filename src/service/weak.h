/* weak.h - passwords that are guessed first.
 *
 * Nobody may choose one of the 10,000 most common passwords, nor, for an account, one of the
 * 10,000 most common that have its 8 characters. Both are in weak_common, which the build makes
 * of a published list (tools/embed_passwords.py). That list is mostly English. The words in
 * weak_words.c add what is chosen in German, in French and on this site. Around both there are
 * rules:
 *
 *  (1) digits and signs before and behind, at most 8 together, do not count: dragon2019!
 *  (2) nor do capital letters, nor the usual digits and signs instead of letters: P@ssw0rd
 *  (3) nor that something is written twice, or more often: abcabc
 *  (4) what consists of walks in a row of keys, the alphabet or digits is guessed: qwerty123
 *  (5) what is only digits, fewer than 12, is a date or a number
 *  (6) the user name counts as one of the words.
 *
 * Phrases of several words with something between them are not refused. Takes microseconds and
 * allocates nothing, so any thread may ask. */
#ifndef WEAK_H
#define WEAK_H
#include "base/macros.h"
#include <stddef.h>

extern const char *const weak_words[]; /* sorted, small letters */
extern const size_t weak_words_n;

/* The common passwords of one length in small letters, sorted, one behind the other. */
struct weak_common {
    size_t length, n;
    const char *text; /* length * n characters */
};
extern const struct weak_common weak_common[]; /* sorted by length */
extern const size_t weak_common_n;

/* Why nobody may choose this password, as a sentence for the player who does; NULL: they may.
 * name: the player's, or "". */
MUST_USE const char *weak_why(const char *password, const char *name);

#endif
