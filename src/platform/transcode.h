/* transcode.h - text of other character sets as UTF-8, by iconv of the system. Thread-safe. */
#ifndef TRANSCODE_H
#define TRANSCODE_H
#include "base/macros.h"
#include <stddef.h>

/* A copy of n bytes of the character set (a name of base/charset.h) as valid UTF-8 without NUL, in
 * *out_n bytes and a NUL; the caller frees. A byte that means nothing becomes U+FFFD, a NUL
 * vanishes. NULL when memory is short or the system lacks the character set. */
MUST_USE char *transcode(const char *charset, const char *bytes, size_t n, size_t *out_n);

/* The character set of a text that is said to be `label` (NULL: nothing is said): a byte order
 * mark counts most, then bytes that are valid UTF-8 and not ASCII alone, then the label, and
 * without one that is known windows-1252. Text in ISO-2022-JP is ASCII alone, and its label
 * counts. *mark_n: the length of the mark. */
const char *transcode_guess(const char *label, const char *bytes, size_t n, size_t *mark_n);

#endif
