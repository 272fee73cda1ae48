/* commands.h - carries out commands of play by e-mail, whether they come by mail or over the API.
 *
 *     commands_take ---> fair queue (platform/pool.h) ---> reading threads: GMime, passwords,
 * reading
 *                          each command that writes ---> an order of its own ---\
 *                          the reply with the Message-ID ---> an order --------> done()
 *
 * A server has them whether it has mail or not; what brings mails out is sender.h.
 *
 * A message that was answered with MAIL_DONE is on the disk, with every mail that follows from it.
 * An MTA that gets another answer may deliver the message again; nothing is done twice. */
#ifndef MAIL_COMMANDS_H
#define MAIL_COMMANDS_H
#include "base/text.h"
#include "mail/keys.h"
#include "mail/waiting.h"
#include "platform/pool.h"
#include "service/core/service.h"
#include <stdbool.h>
#include <stddef.h>

struct commands; /* opaque */

enum { COMMANDS_THREADS = 2 };

struct commands_options {
    const char *address; /* of this server; NULL: it has none */
    const char *trust;   /* the authserv-id whose Authentication-Results count; NULL: none */
    const char *admins;  /* userids that may broadcast, separated by blanks; NULL: as before */
};

enum mail_status { MAIL_DONE, MAIL_REFUSED, MAIL_BUSY }; /* BUSY: deliver it again later */

struct mail_job {
    const char *bytes; /* borrowed until done: a message, or (with is_command) one command line */
    size_t n;
    bool is_command;
    const char *body;                   /* of a command; "" none */
    const char *recipient;              /* envelope recipient, or "" */
    const char *type;                   /* of a message that was posted (hook.h); NULL: as it is */
    const char *address;                /* of a command: the address of the network that asks */
    struct store_player asker;          /* the player whose identity is proven; id 0: none */
    void (*done)(struct mail_job *job); /* on the reading thread, or the caller's */
    void *context;
    /* Of a mail from a mailbox: its mark there. The transaction with its answer keeps the mark, and
     * what was done is known by its content, because Message-IDs repeat. NULL: of another way. */
    const char *origin;
    uint64_t caller; /* who pays for a command (platform/fair.h) */
    enum fair_class class;
    /* out */
    enum mail_status status;
    const char *refused; /* MAIL_DONE, but nobody was answered: the reason, static; NULL: not so */
    bool failed;         /* a command was not done */
    char *text, *html;   /* the reply to a command; free() */
    /* of play by e-mail */
    struct commands *commands;
    int64_t from_ms; /* service_steady() when it was taken */
    struct waiting waiting;
    struct pool_job job;
};

/* The options fit (pbm.h), and live as long. On failure NULL, with a sentence. */
MUST_USE struct commands *commands_start(struct service *s, const struct commands_options *o,
                                         struct text *why);
/* Finishes the queued jobs. No more may be given to it. NULL is fine. */
void commands_stop(struct commands *m);

/* Who pays for reading a mail: the player to whose reply address it was sent, whichever of them it
 * is; all other mail together, because everybody knows the site's own address. Never 0. */
uint64_t commands_caller(const unsigned char key[KEYS_BYTES], const char *recipient);

/* Queues a job, which lives until its `done` was called. */
void commands_take(struct commands *m, struct mail_job *job);
/* The same, and waits. */
void commands_run(struct commands *m, struct mail_job *job);

#endif
