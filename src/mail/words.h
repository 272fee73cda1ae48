/* words.h - a command line of the play-by-e-mail language as words and options.
 *
 *     "Re: [EXTERNAL] GAME challenge -size=7 ann bob"
 *       words   GAME challenge ann bob       blanks part words; "Re:", "Fwd:" and tags are dropped
 *       options size=7                           may stand anywhere after the first word
 *
 * The blanks, dashes, quotes and full-width letters of phones and other scripts are read as those
 * of ASCII (base/blanks.h), and quotes around a word are dropped. Pure: no I/O, no allocation. */
#ifndef MAIL_WORDS_H
#define MAIL_WORDS_H
#include "base/macros.h"
#include <stdbool.h>
#include <stddef.h>

enum { WORDS_MAX = 64, WORDS_OPTIONS_MAX = 16, WORDS_BYTES = 1024, WORDS_PLY_MAX = 9999 };

struct words {
    char bytes[WORDS_BYTES]; /* the words, each ended by NUL */
    const char *word[WORDS_MAX];
    int n;
    struct {
        const char *name, *value; /* value "" for `-name` alone */
    } option[WORDS_OPTIONS_MAX];
    int options_n;
};

/* 0, or ERR_TOO_BIG (too long, too many words). */
MUST_USE int words_split(const char *line, struct words *out);

/* The value of an option, case-insensitively; NULL when it is not there. */
const char *words_option(const struct words *w, const char *name);

/* Behind the "Re:" and "Fwd:" of mail programs in some thirty languages, and the tags of mail
 * servers ("[EXTERNAL]", "***SPAM***"), at the front of a subject. */
const char *words_skip_prefix(const char *subject);

/* Splits "12", "12#5" or "d4#5": copies the text before '#' to out, cut to size. Returns the number
 * after '#', -1 if there is no '#', or -2 if no number from 0 to 9999 follows it. */
int words_cut_ply(const char *word, char *out, size_t size);

/* A positive number of up to nine digits; 0 for any other word. */
long words_number(const char *word);

#endif
