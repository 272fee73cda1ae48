/* box.h - a mailbox that mails are fetched from, over IMAP or POP3.
 *
 * A connection lists the mails that lie there, gives the bytes of one, and puts those that are done
 * away: over IMAP into the folder hoshi/done or hoshi/refused, which it makes when they are
 * missing, and in which the oldest mails go when there are too many. POP3 has no folders, so a mail
 * that is done is deleted and a refused one stays. After
 * ERR_NETWORK the connection is of no more use. Used by one thread. */
#ifndef MAIL_DOOR_BOX_H
#define MAIL_DOOR_BOX_H
#include "mail/door/wire.h"

enum { BOX_ID_BYTES = 100, BOX_REFUSED_MAX = 500, BOX_DONE_MAX = 5000, BOX_SILENT_MS = 25 * 1000 };

struct box; /* opaque */

struct box_mail {
    uint32_t number;       /* the UID, or of POP3 the number of this connection */
    char id[BOX_ID_BYTES]; /* the same mail in every connection: UIDVALIDITY and UID, or UIDL */
    int64_t size;          /* bytes; -1 unknown */
    int64_t at;            /* when the server got it, ms since 1970; 0 unknown */
};

/* What a mailbox was when it was last looked at: kept by the caller. */
struct box_state {
    uint32_t validity; /* UIDVALIDITY; of POP3 0 */
    uint32_t next;     /* UIDNEXT: later mails have at least this UID */
    uint32_t mails;
};

MUST_USE struct box *box_open(const struct place *p, struct credential *c, struct wire_stop *stop,
                              bool *refused, struct text *why);
void box_close(struct box *b); /* NULL is fine */
const char *box_why(const struct box *b);

void box_state(const struct box *b, struct box_state *out);
/* Lists mails in the order of their arrival; IMAP only those with a UID from `first` on that came
 * after since_ms less two days (0: whenever). At most `most`: those that came first. Appends struct
 * box_mail to out. */
MUST_USE int box_list(struct box *b, uint32_t first, int64_t since_ms, int most, GArray *out);
/* Appends the first bytes of a mail, at most so many; POP3 gives all or fails. ERR_NOT_FOUND: it is
 * not there any more. */
MUST_USE int box_fetch(struct box *b, const struct box_mail *m, size_t most, GString *out);
/* Puts a mail away. refused: the reason, or NULL for one that is done. ERR_UNSUPPORTED when the
 * server does not do it, with its words in box_why: the mail stays. */
MUST_USE int box_put_away(struct box *b, const struct box_mail *m, const char *refused);
/* Waits until something may have come: 1, or 0 after ms or BOX_SILENT_MS. POP3 does not wait on a
 * connection: ERR_UNSUPPORTED. */
MUST_USE int box_wait(struct box *b, int ms);
/* Whether box_wait hears of mails at once. */
bool box_hears(const struct box *b);

#endif
