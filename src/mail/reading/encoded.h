/* encoded.h - text that mail programs encode: base64, and the words of header fields (RFC 2047).
 *
 * Both are read as generously as people's programs write them. Thread-safe. */
#ifndef MAIL_ENCODED_H
#define MAIL_ENCODED_H
#include "base/macros.h"
#include <stddef.h>

/* Decodes base64 in place, and returns the length. Other characters are skipped (RFC 2045), but
 * once a text has ended at a whole byte, a line with such characters is one that a mailing list has
 * added below it: it ends the text. A last group that is cut counts as far as it goes. */
size_t encoded_base64(char *bytes, size_t n);

/* The value of a header field, unfolded, as valid UTF-8 without NUL. Character sets follow
 * platform/transcode.h; a character may begin in one word and end in the next; bytes that are not
 * encoded are UTF-8 or windows-1252. The caller frees; NULL when memory is short. */
MUST_USE char *encoded_words(const char *value, size_t n);

#endif
