/* pbm.h - the command language of play by e-mail (docs/MAIL.md), as it is spoken by mail, by
 * `hoshi pbm` and over the API. It knows nothing of mail: text goes in, a reply comes out.
 *
 * There are three steps, all on a thread with a reader. pbm_prepare parses the commands. pbm_prove,
 * which only a mail needs, looks for a proof of its sender before anything is done. pbm_serve
 * executes the commands. It checks the password unless that is done already (Argon2id is slow, and
 * the writer must not wait for it). A command that only reads is answered from the reader. A
 * command that writes becomes an order of its own (service/core/batch.h), together with the mails
 * to others that follow from it. The next command waits until the order is on the disk, so one
 * request never has more than one order in the writer's queue. The reader draws boards. The
 * commands of `multiple` share a limit of the reader's time; the reply names the commands beyond
 * it.
 *
 * Each order of a mail records which of its commands was done. So a mail that was answered only in
 * part, and is delivered again, continues where it stopped.
 *
 * The acting player is the one whose mail password a command gives. If the password is `-`, it is
 * the player who is proven otherwise (by a session of the API, a reply address that was mailed only
 * to them, or an address that the receiving server vouches for). Commands that change the account
 * itself (its addresses, its password, its end) always ask for a password; if the account has one
 * of its own, they accept only that one, because the mail password can only play. */
#ifndef MAIL_PBM_H
#define MAIL_PBM_H
#include "mail/keys.h"
#include "mail/words.h"
#include "platform/net.h"
#include "record/reply.h"
#include "service/core/batch.h"
#include "service/core/reader.h"
#include "store/people/mailbox.h"

enum { PBM_COMMANDS_MAX = 50, PBM_MISSED_MAX = 4, PBM_BODY_BYTES = 16 * 1024, PBM_ID_BYTES = 80 };

struct pbm_row; /* table.h */

struct pbm_command {
    struct words words;             /* after the game and the verb: arguments */
    const struct pbm_row *row;      /* NULL: not understood */
    const struct game *game;        /* NULL: none named */
    const char *body;               /* its comment; borrowed */
    int64_t proved;                 /* the player whose password is right; 0: none */
    bool wrong_password;            /* one was given and is not right */
    int64_t missed[PBM_MISSED_MAX]; /* the players for whom a wrong one was given */
    int missed_n;
    bool checked, noted;                   /* looked at; and that is in the store */
    int64_t wait_ms;                       /* too many were wrong: for so long none is checked */
    bool by_account;                       /* it was that of the account, not the mail password */
    char against[MAILBOX_PASSWORD_BYTES];  /* the stored string it was compared with */
    char password[MAILBOX_PASSWORD_BYTES]; /* signup, change: the new one, hashed */
};

struct pbm_ask {
    const char *subject, *body;       /* borrowed, any bytes; pbm_prepare points them to `valid` */
    char from[MAILBOX_ADDRESS_BYTES]; /* lower case; "" for none */
    struct store_player proven;       /* id 0: no identity is proven */
    struct keys_seat grant;           /* of the reply address it was sent to; match 0: none */
    int64_t answered;                 /* our mail that it answers; 0: none */
    const char *senders;           /* borrowed: header fields with addresses of the sender; NULL */
    char message_id[PBM_ID_BYTES]; /* hash of it; "" for none */
    char caller[NET_BYTES];        /* the address of the network that asks; "" unknown */
    const struct mail_site *site;
    int64_t from_ms; /* service_steady() when it came in: moves are judged by it; 0: now */

    bool from_proven;    /* a trusted server vouches for it */
    bool grant_is_weak;  /* it came in the subject, or in what the mail answers */
    bool grant_is_wrong; /* a reply address was given that this server has not made */
    bool grant_is_old;   /* or one of another form: of an older version, or cut */

    /* filled by pbm_prepare */
    bool is_multiple;
    bool is_stranger;             /* because somebody else has the proof of this seat */
    bool from_seat;               /* the sender's address is one of the player of the seat */
    int misses;                   /* wrong passwords */
    int64_t used_us;              /* of the reader's processor time, by all steps */
    struct pbm_command *commands; /* owned */
    int commands_n;
    char *valid[2]; /* owned: subject and body as valid UTF-8 */
    char *text;     /* owned: where bodies of `multiple` lie, and the text of a chat line */
    char why[520];  /* the mail is refused as a whole; "": it is not */
    char line[160]; /* of an answer: the line that was read, as it may be quoted */

    /* filled by pbm_serve */
    struct reply reply;
    bool again;  /* this Message-ID was dealt with before; nothing was done */
    bool failed; /* at least one command was not done */
};

/* Addresses and keys of this server. */
struct mail_site {
    char address[MAILBOX_ADDRESS_BYTES]; /* "hoshi@example.org"; "": it has no mail */
    unsigned char key[KEYS_BYTES];
    bool near_limit; /* of what may be sent: notifications that can wait become digests (rate.h) */
};

/* Whether a server can have the address (NAME@HOST, without a +). */
bool pbm_address_fits(const char *address);
/* Keeps the address of a server that sends mails, for the servers of the site that have none: mails
 * that follow from commands there are answered to it. */
MUST_USE int pbm_address_put(struct store *s, const char *address);

/* Where the proof of a seat may stand (keys.h). The last two count only in an answer to our mail
 * about that match, whose subject says so, and from an address of the player. */
enum { GRANT_RECIPIENT, GRANT_RECIPIENTS, GRANT_SUBJECT, GRANT_THREAD, GRANT_CARRIERS_N };
/* Sets grant, grant_is_weak, grant_is_wrong, grant_is_old and answered. site and subject are
 * set. */
void grant_find(struct pbm_ask *a, const char *const carriers[GRANT_CARRIERS_N]);
/* The reply address for the reply to an answer of the player, so that it can be answered in turn;
 * "" if the sender's address is none of the player's. */
MUST_USE int grant_reply_address(struct work *w, const struct pbm_ask *a, char *out, size_t size);

/* Takes the commands apart; `store` is a reader's. 0 or ERR_*; pbm_free in any case. */
MUST_USE int pbm_prepare(struct pbm_ask *a, struct store *store);
/* Finds the matches that commands are about, without a store: those of a mail to a reply address
 * are known from the address. Returns their number. */
int pbm_matches(const char *subject, const char *body, int64_t matches[PBM_COMMANDS_MAX]);
/* Whether anything proves the sender. Checks the passwords until one is right, and records the
 * wrong ones. 0 or ERR_*. */
MUST_USE int pbm_prove(struct pbm_ask *a, struct reader *reader, bool *proved);
/* Executes the commands. 0, or ERR_* if the store cannot be read or written: then some of the
 * commands may have been executed. */
MUST_USE int pbm_serve(struct pbm_ask *a, struct reader *reader);
void pbm_free(struct pbm_ask *a);

#endif
