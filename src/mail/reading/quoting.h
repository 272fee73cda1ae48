/* quoting.h - what a person wrote in a mail, without what their mail program put around it.
 *
 * Removed are
 * - lines that begin with '>', and the attribution before them ("On Monday Ann wrote:"), over up to
 *   four lines, in some forty languages;
 * - the header of an earlier mail ("From: … Sent: … To: …", "-----Original Message-----",
 *   "---------- Forwarded message ---------", "Begin forwarded message:") and all that follows it,
 *   unless a quotation with '>' follows: then what stands below that counts again;
 * - an attribution with date and address behind which the earlier mail stands without marks;
 * - signatures ("-- ", a line of underscores), "Sent from my phone", the lines of PGP's armour, and
 *   banners of companies about mail from outside.
 *
 * Where a text could be either, it is kept, unless it holds an address: mail/privacy.h is the last
 * line of defence. Thread-safe; the work is proportional to the text. */
#ifndef MAIL_QUOTING_H
#define MAIL_QUOTING_H
#include "base/macros.h"

/* text: tidy UTF-8 (base/blanks.h). The caller frees the result; NULL when memory is short. */
MUST_USE char *quoting_strip(const char *text);

/* The first line with text in it, without the blanks around it: where it begins, and its length. */
const char *quoting_first_line(const char *text, int *n);

#endif
