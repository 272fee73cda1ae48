/* unicode.h - one spelling for what people type on different keyboards, by ICU.
 *
 * The same letter has several forms: "ß" is one character, but "ö" may be one or two, and a phone
 * adds a blank that is not ASCII's. Names and passwords are compared byte by byte, so they are
 * brought into one form first. */
#ifndef UNICODE_H
#define UNICODE_H
#include "base/macros.h"
#include <stdbool.h>
#include <stddef.h>

/* A name as it is meant: in NFC, on one line, without characters that nobody sees
 * (base/blanks.h), without blanks at its ends or side by side. False if it does not fit into
 * out, or is not UTF-8. */
MUST_USE bool unicode_name(const char *given, char *out, size_t size);

enum { UNICODE_SHAPE_BYTES = 1024 };

/* How a name looks, without regard to case: two names with the same shape are hard to tell apart
 * (the skeleton of UTS 39, "confusables"). "Iann", "lann" and a Cyrillic "lаnn" have one shape.
 * Names of players, which are ASCII, have it in the store's SQL (PLAYER_SHAPE). Never empty. A name
 * that is too long has itself as its shape, cut. */
void unicode_shape(const char *name, char out[UNICODE_SHAPE_BYTES]);

/* A password as an OpaqueString of RFC 8265: NFC, and each blank that is not ASCII's becomes
 * ASCII's. Nothing is trimmed, and case matters. False as above. */
MUST_USE bool unicode_password(const char *given, char *out, size_t size);

#endif
