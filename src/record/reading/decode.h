/* decode.h - the bytes of a record as UTF-8, as the page reads them (web/src/analysis/formats.ts).
 *
 *   1. UTF-16 and UTF-32 by their byte order mark, or by their zero bytes without one.
 *   2. Text that is UTF-8 is UTF-8, whatever CA says; a character that the end has cut is left out.
 *   3. The charset of CA, by the names that the web knows (base/charset.h). It is ISO-2022-JP even
 *      if all bytes are ASCII.
 *   4. Without a usable CA: UTF-8 if most of its letters are; else a charset of East Asia, if the
 *      brackets of an SGF fit only then; else windows-1252, as SGF's default is Latin-1.
 *
 * What has no meaning in the charset becomes U+FFFD, zero bytes become blanks. */
#ifndef DECODE_H
#define DECODE_H
#include "record/record.h"

struct decoded {
    const char *text; /* UTF-8 without a byte order mark */
    size_t len;
    char *owned;       /* what decode_free gives back; NULL: text lies in the bytes */
    char warning[160]; /* a sentence for the reader of the record; "" none */
};

/* Returns 0 or ERR_NO_MEMORY. text may point into the bytes. */
MUST_USE int decode_bytes(const struct memory *memory, const char *bytes, size_t len,
                          struct decoded *out);
void decode_free(const struct memory *memory, struct decoded *d);

#endif
