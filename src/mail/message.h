/* message.h - one message of RFC 5322 as the command language needs it, and one to be sent.
 *
 * Bytes of a mail go in, and what it says comes out: who sent it and whether that is proven, where
 * it was sent to, and the words that the person wrote (mail/reading/textpart.h,
 * mail/reading/quoting.h). GMime reads the structure. For any bytes, the result is valid UTF-8
 * within the limits, or an error. Blank lines, a byte order mark and the "From " line of a mailbox
 * before the header are skipped. Thread-safe. */
#ifndef MAIL_MESSAGE_H
#define MAIL_MESSAGE_H
#include "mail/pbm.h"

enum { MESSAGE_BYTES_MAX = 1024 * 1024, MESSAGE_ID_BYTES = 300 };

struct message {
    char from[MAILBOX_ADDRESS_BYTES]; /* lower case; "" if there is no address to answer */
    char subject[WORDS_BYTES];
    char *body;                     /* owned; the text that the person wrote */
    char *recipients;               /* owned; all lines that may hold a reply address */
    char *thread;                   /* owned; the Message-IDs that it answers */
    char *senders;                  /* owned; all lines that may hold an address of the sender */
    char message_id[PBM_ID_BYTES];  /* hash of the Message-ID, or of the whole mail */
    char content[PBM_ID_BYTES];     /* hash of the sender, Message-ID, date, subject and words */
    char answers[MESSAGE_ID_BYTES]; /* the Message-ID itself, for In-Reply-To; "" none */
    char host[NET_BYTES];           /* the address of the host that delivered it; "" unknown */
    bool automatic;                 /* must be neither answered nor executed */
    bool two_subjects;              /* nobody can say which of them is the command */
    bool spam;                      /* the receiving server takes it for spam */
    bool from_proven;               /* the receiving server vouches for `from` */
};

/* Readies GMime; the other functions do so themselves. */
void message_start(void);

/* own: this server's address; trust: the authserv-id whose Authentication-Results count, NULL none.
 * 0, or ERR_SYNTAX (no message at all, or several From), ERR_TOO_BIG, ERR_NO_MEMORY. message_done
 * in any case. */
MUST_USE int message_read(const char *bytes, size_t n, const char *own, const char *trust,
                          struct message *out);
void message_done(struct message *l);

/* A copy that is valid UTF-8 whatever the text is; the caller frees. NULL when memory is short. */
char *message_valid(const char *text);

struct message_out {
    const char *from, *to, *reply_to, *subject, *text, *html;
    const char *message_id, *answers, *thread; /* without <>; "" none */
    const char *unsubscribe;                   /* a mailto: URI, or "" */
    const char *unsubscribe_url;               /* an address for one click (RFC 8058), or NULL */
    bool is_answer;                            /* auto-replied rather than auto-generated */
};
/* The bytes to be sent, with CRLF; the caller frees. NULL when memory is short. */
char *message_compose(const struct message_out *l);

#endif
