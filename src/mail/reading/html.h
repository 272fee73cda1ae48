/* html.h - the text of an HTML part, by libxml2's parser.
 *
 * A line of text for each block and each <br>; blanks as a browser shows them; table cells are
 * separate words. Nothing is kept that is not shown: styles, scripts, comments, hidden elements. A
 * quotation of an earlier mail (blockquote, or the element in which a mail program puts one)
 * becomes one line ">", so that mail/reading/quoting.h treats it like a quotation in plain text.
 * Where a program marks the place behind which everything is the earlier mail, the text ends.
 *
 * Elements nested deeper than 256 levels end the text: the parser's work would grow with the
 * depth. Thread-safe. */
#ifndef MAIL_HTML_H
#define MAIL_HTML_H
#include "base/macros.h"
#include <stddef.h>

/* n bytes of UTF-8, any bytes do. The caller frees the result; NULL when memory is short. */
MUST_USE char *html_text(const char *given, size_t given_n);

#endif
