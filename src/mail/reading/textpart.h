/* textpart.h - which part of a mail is its text, and that text as plain UTF-8.
 *
 * - Never in an attached mail (message/rfc822) and never in a part with a file name, whether it is
 *   shown inline or not.
 * - multipart/alternative is one text in several forms: plain text counts, unless it has no words
 *   of the sender's own and HTML has some.
 * - multipart/signed and related: their first part, or the one that `start` names. Encrypted mails
 *   and reports have no text.
 * - Any other multipart: the first part with words of the sender's own.
 *
 * "Words of the sender's own" is what mail/reading/quoting.h leaves of the text. Character sets
 * follow platform/transcode.h, format=flowed is joined (RFC 3676), HTML is read by
 * mail/reading/html.h, and blanks are tidied (base/blanks.h). Thread-safe. */
#ifndef MAIL_TEXTPART_H
#define MAIL_TEXTPART_H
#include "base/macros.h"
#include <gmime/gmime.h>
#include <stdbool.h>
#include <stddef.h>

/* What the sender wrote, without quotations and signatures. The caller frees; NULL when memory is
 * short. */
MUST_USE char *textpart_words(GMimeMessage *message);

/* Joins the lines of format=flowed text. The caller frees; NULL when memory is short. */
MUST_USE char *textpart_unflow(const char *text, bool delsp);

#endif
