/* headers.h - the header fields of a mail, of which each may stand there several times.
 *
 * GMime's own look-up gives the first line of a field only. A reader of a field that may repeat
 * (To, Delivered-To, Authentication-Results, marks of automatic mail) walks through all of them. */
#ifndef MAIL_HEADERS_H
#define MAIL_HEADERS_H
#include <gmime/gmime.h>
#include <stdbool.h>

/* The next line of a field, from the top; *at begins with 0. The value is as it came: folded, not
 * decoded, without the blanks before it. It is valid as long as the message. NULL: there are no
 * more. name NULL: of any field. */
const char *headers_next(GMimeMessage *m, const char *name, int *at);
/* The name of the line that headers_next gave last. */
const char *headers_name(GMimeMessage *m, int at);
/* Whether there are several lines of a field that may stand once only (RFC 5322, 3.6): programs
 * disagree about which of them counts, so none does. */
bool headers_repeats(GMimeMessage *m, const char *name);
/* The first line of a field; NULL: there is none. */
const char *headers_first(GMimeMessage *m, const char *name);

#endif
