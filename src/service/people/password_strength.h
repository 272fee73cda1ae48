/* password_strength.h - refuses passwords that attackers guess first.
 *
 * A password must not be one of the 10,000 most common ones, or, for an account, one of the 10,000
 * most common ones with at least 8 characters. Both are in password_strength_common, which the
 * build makes from a published list (tools/embed_passwords.py). That list is mostly English.
 * password_strength_words.c adds common choices in German, in French and on this site. Further
 * rules extend both lists:
 *
 *  (1) digits and signs at the start and end, at most 8 together, do not count: dragon2019!
 *  (2) capital letters, and the usual digits and signs in place of letters, do not count: P@ssw0rd
 *  (3) repetition does not count: abcabc
 *  (4) sequences along a row of keys, the alphabet or the digits are guessed: qwerty123
 *  (5) fewer than 12 digits alone count as a date or a number
 *  (6) the user name counts as one of the words.
 *
 * Phrases of several words with something between them are not refused. Takes microseconds and
 * allocates nothing, so any thread may ask. */
#ifndef PASSWORD_STRENGTH_H
#define PASSWORD_STRENGTH_H
#include "base/macros.h"
#include <stddef.h>

extern const char *const password_strength_words[]; /* sorted, small letters */
extern const size_t password_strength_words_n;

/* The common passwords of one length in small letters, sorted, one behind the other. */
struct password_strength_common {
    size_t length, n;
    const char *text; /* length * n characters */
};
extern const struct password_strength_common password_strength_common[]; /* sorted by length */
extern const size_t password_strength_common_n;

/* The reason why this password is not allowed, as a sentence for the player; NULL: it is allowed.
 * name: the player's, or "". */
MUST_USE const char *password_strength_why(const char *password, const char *name);

#endif
