/* weak.h - passwords that are guessed first.
 *
 * A list of the 10,000 most common passwords is mostly a few hundred words with the same few
 * endings, and walks over a keyboard. So this is a list of such words (weak_words.c) and rules:
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

/* Why nobody may choose this password, as a sentence for the player who does; NULL: they may.
 * name: the player's, or "". */
MUST_USE const char *weak_why(const char *password, const char *name);

#endif
