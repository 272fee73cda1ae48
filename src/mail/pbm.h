/* pbm.h - the command language of play by e-mail (docs/MAIL.md), as it is spoken by mail, by
 * `hoshi pbm` and over the API. It knows nothing of mail: text goes in, a reply comes out.
 *
 * Two steps. pbm_prepare, on any thread, takes the commands apart and checks their passwords
 * (Argon2id takes its time, and the writer must not wait for it). pbm_apply, inside a task of the
 * writer (service/task.h), does everything in one transaction: it remembers the Message-ID, runs
 * the commands, and puts what must be mailed to others into the outbox.
 *
 * Who acts: the player whose mail password a command gives; or, where the password is `-`, the one
 * who is proven otherwise (a session of the API, a reply address that was mailed to him only, or
 * an address that the receiving server vouches for). */
#ifndef MAIL_PBM_H
#define MAIL_PBM_H
#include "mail/keys.h"
#include "mail/words.h"
#include "record/reply.h"
#include "service/task.h"
#include "store/mailbox.h"

enum { PBM_COMMANDS_MAX = 50, PBM_BODY_BYTES = 16 * 1024, PBM_ID_BYTES = 80 };

struct pbm_row; /* table.h */

struct pbm_command {
    struct words words;                    /* after the game and the verb: arguments */
    const struct pbm_row *row;             /* NULL: not understood */
    const struct game *game;               /* NULL: none named */
    const char *body;                      /* its comment; borrowed */
    int64_t proved;                        /* the player whose password is right; 0: none */
    bool wrong_password;                   /* one was given and is not right */
    char against[MAILBOX_PASSWORD_BYTES];  /* the stored string it was compared with */
    char password[MAILBOX_PASSWORD_BYTES]; /* signup, change: the new one, hashed */
};

struct pbm_ask {
    const char *subject, *body;       /* borrowed, any bytes; pbm_prepare points them to `valid` */
    char from[MAILBOX_ADDRESS_BYTES]; /* lower case; "" for none */
    bool from_proven;                 /* somebody trusted vouches for it */
    struct store_player proven;       /* id 0: nobody */
    struct keys_seat grant;           /* of the reply address it was sent to; match 0: none */
    char message_id[PBM_ID_BYTES];    /* hash of it; "" for none */
    const struct mail_site *site;

    /* filled by pbm_prepare */
    struct pbm_command *commands; /* owned */
    int commands_n;
    char *valid[2]; /* owned: subject and body as valid UTF-8 */
    char *text;     /* owned: where bodies of `multiple` lie */
    bool is_multiple;

    /* filled by pbm_apply */
    struct reply reply;
    bool again;  /* this Message-ID was dealt with before; nothing was done */
    bool failed; /* at least one command was not done */
};

/* Addresses and keys of this server. */
struct mail_site {
    char address[MAILBOX_ADDRESS_BYTES]; /* "hoshi@example.org" */
    unsigned char key[KEYS_BYTES];
};

/* Takes the commands apart and checks passwords against what `store` (a reader's) holds. 0 or
 * ERR_*; pbm_free in any case. */
MUST_USE int pbm_prepare(struct pbm_ask *a, struct store *store);
/* For a task: context is the struct pbm_ask. */
MUST_USE int pbm_apply(struct work *w, void *context);
void pbm_free(struct pbm_ask *a);

#endif
