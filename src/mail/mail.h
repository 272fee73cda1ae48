/* mail.h - play by e-mail: takes messages and commands in, brings mails out.
 *
 *     mail_take ---> fair queue (platform/pool.h) ---> reading threads: GMime, passwords, reading
 *                      each command that writes ---> an order of its own ---\
 *                      the reply with the Message-ID ---> an order --------> done()
 *     events of the service ---> sending thread: notifications as one job ---> outbox ---> SMTP
 *
 * A message that was answered with MAIL_DONE is on the disk, with every mail that follows from it.
 * An MTA that gets another answer may deliver the message again; nothing is done twice. */
#ifndef MAIL_H
#define MAIL_H
#include "base/text.h"
#include "mail/waiting.h"
#include "platform/pool.h"
#include "service/core/service.h"
#include <stdbool.h>
#include <stddef.h>

struct mail; /* opaque */

enum { MAIL_THREADS = 2 }; /* that read messages and commands */

struct mail_options {
    const char *address; /* of this server; NULL: it sends no mail, but commands work */
    const char *smtp;    /* "smtp://localhost:25", "smtps://…" */
    const char *login;   /* "user:password", which requires TLS; NULL: no login */
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
    uint64_t caller; /* who pays for a command (platform/fair.h) */
    enum fair_class class;
    /* out */
    enum mail_status status;
    bool failed;       /* a command was not done */
    char *text, *html; /* the reply to a command; free() */
    /* of play by e-mail */
    struct mail *mail;
    int64_t from_ms; /* service_steady() when it was taken */
    struct waiting waiting;
    struct pool_job job;
};

/* Whether this server can have the address (NAME@HOST, without a +), and whether mails can go to a
 * URL (smtp://HOST or smtps://HOST, each with :PORT or not). */
bool mail_address_fits(const char *address);
bool mail_smtp_fits(const char *url);

/* The options fit. On failure NULL, with a sentence. */
MUST_USE struct mail *mail_start(struct service *s, const struct mail_options *o, struct text *why);
/* Finishes the queued mails. No more mails may be given to it. */
void mail_stop(struct mail *m);

/* Queues a job, which lives until its `done` was called. */
void mail_take(struct mail *m, struct mail_job *job);
/* The same, and waits. */
void mail_run(struct mail *m, struct mail_job *job);

#endif
