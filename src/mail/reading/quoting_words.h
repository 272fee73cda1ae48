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
/* How the last lines of mails from phones and from free mail services begin. */
extern const char quoting_sent_from[];
/* What a company's banner about mail from outside says. */
extern const char quoting_banners[];

#endif
