/* entities.h - makes the character references of an HTML text those that libxml2 knows.
 *
 * libxml2 reads those of HTML 4, each with its semicolon. Programs also write the names of HTML 5
 * ("&period;", "&ZeroWidthSpace;"), old names without a semicolon ("&nbsp d4"), and numbers that
 * mean windows-1252 ("&#146;"). Names that are no text of a mail, such as those of mathematics, are
 * left as they are. */
#ifndef MAIL_ENTITIES_H
#define MAIL_ENTITIES_H
#include "base/macros.h"
#include <stddef.h>

/* A copy of n bytes, in *out_n bytes and a NUL; the caller frees. NULL when memory is short. */
MUST_USE char *entities_mend(const char *html, size_t n, size_t *out_n);

#endif
