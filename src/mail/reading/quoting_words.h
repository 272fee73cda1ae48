/* quoting_words.h - the words of mail programs in many languages, for quoting.c: lower case, NFKC,
 * separated by '|', with one at each end. */
#ifndef MAIL_QUOTING_WORDS_H
#define MAIL_QUOTING_WORDS_H

/* Names of header fields above an earlier mail, by what they tell. */
enum field { FIELD_FROM, FIELD_DATE, FIELD_TO, FIELD_SUBJECT, FIELD_OTHER, FIELD_N };
extern const char *const quoting_fields[FIELD_N];

/* "wrote", wherever it stands in the attribution. */
extern const char quoting_wrote[];
/* The same in scripts that put no blanks between words. */
extern const char quoting_wrote_within[];
/* First words of an attribution: "On Monday …". */
extern const char quoting_starts[];
/* Lines that stand above an earlier mail, between dashes or alone. */
extern const char quoting_earlier[];
/* First words of an attribution that is cut before its date. */
extern const char quoting_before[];
/* How the last lines of mails from phones and from free mail services begin. */
extern const char quoting_sent_from[];
/* Words of sending or fetching, at the beginning or the end of such a line, ... */
extern const char quoting_sent[];
/* ... and what it is sent from. */
extern const char quoting_products[];
/* What programs against viruses write below a text. */
extern const char quoting_checked[];
/* What a company's banner about mail from outside says. */
extern const char quoting_banners[];

#endif
