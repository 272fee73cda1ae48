#include "mail/commands.h"

#include "base/err.h"
#include "mail/hook.h"
#include "mail/message.h"
#include "mail/pbm_int.h"
#include "mail/reading/automatic.h"
#include "mail/reading/bounce.h"
#include "platform/latch.h"
#include "platform/log.h"
#include "service/core/arrivals.h"
#include "service/core/mail_state.h"
#include "service/core/order.h"
#include "service/core/quota.h"
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUEUE_MAX = 2000, QUEUE_EACH = 1000 };

struct commands {
    struct service *service;
    struct mail_site site;
    const char *trust, *admins;               /* of the options */
    struct pool *pool;                        /* the threads that read messages and commands, */
    struct reader *readers[COMMANDS_THREADS]; /* each with one of these */
};

static enum mail_status run_batch(struct commands *m, int (*apply)(struct work *, void *),
                                  void *context)
{
    return batch_run_alone(m->service, apply, context) == OUTCOME_DONE ? MAIL_DONE : MAIL_BUSY;
}

/* The subject of the reply, without passwords and other secrets. */
static void title_of(const struct pbm_ask *a, char *out, size_t size)
{
    const struct pbm_command *c = a->commands_n == 1 ? &a->commands[0] : NULL;
    if (a->is_multiple || c == NULL)
        snprintf(out, size, "Re: your commands");
    else if (c->game != NULL)
        snprintf(out, size, "Re: your command for %s", c->game->title);
    else
        snprintf(out, size, "Re: your command");
}

struct inbound {
    struct pbm_ask ask;
    const struct message *mail;
    const char *origin;    /* of the job */
    bool proved;           /* it shows who wrote it, in one way or another */
    bool dropped, unheard; /* out: not looked at; not answered */
    const char *refused;   /* out: of the job */
};

/* Keeps that a mail of the mailbox is dealt with. */
static int apply_origin(struct work *w, void *context)
{
    const char *origin = context;
    int err = origin != NULL ? mailbox_seen(batch_store(w), origin, batch_now(w)) : 0;
    return err == ERR_CONFLICT ? 0 : err;
}

/* The reply to the sender, with the Message-ID: the mail is dealt with. */
static int apply_reply(struct work *w, void *context)
{
    struct inbound *in = context;
    char subject[120];
    char reply_to[MAILBOX_ADDRESS_BYTES + 64] = "";
    char box[MAILBOX_ADDRESS_BYTES];
    int64_t wait_ms = 0;
    int err = apply_origin(w, (void *)(uintptr_t)in->origin);
    if (err == 0 && in->ask.message_id[0] != '\0')
        err = mailbox_seen(batch_store(w), in->ask.message_id, batch_now(w));
    if (err < 0 || in->mail->from[0] == '\0')
        return err == ERR_CONFLICT ? 0 : err;
    /* Anybody can write any name into From, and this person must not be flooded with replies. */
    quota_box(in->mail->from, box, sizeof box);
    if (!in->proved)
        err = quota_take(w, QUOTA_MAIL_REPLY, &wait_ms, "%s", box);
    /* A program that answers each of our answers has no mark, and a proven address. */
    if (err == 0 && wait_ms == 0 && in->ask.failed)
        err = quota_take(w, QUOTA_MAIL_ERROR, &wait_ms, "%s", box);
    in->unheard = err == 0 && wait_ms > 0;
    if (err < 0 || in->unheard)
        return err;
    err = mailbox_comes_back(batch_store(w), in->mail->from);
    if (err != 0)
        return err < 0 ? err : 0;
    title_of(&in->ask, subject, sizeof subject);
    err = grant_reply_address(w, &in->ask, reply_to, sizeof reply_to);
    if (err < 0)
        return err;
    struct mailbox_mail l = {.address = in->mail->from,
                             .match = in->ask.grant.match,
                             .answers = in->mail->answers,
                             .reply_to = reply_to,
                             .subject = subject,
                             .body = in->ask.reply.text.buf,
                             .html = in->ask.reply.html.buf,
                             .at = batch_now(w)};
    return mailbox_post(batch_store(w), &l);
}

static int apply_bounce(struct work *w, void *context)
{
    const int64_t *mail = context;
    int err = mailbox_bounced(batch_store(w), *mail, batch_now(w));
    return err == ERR_NOT_FOUND ? 0 : err;
}

/* Notes a mail of ours that came back. It is known by the address that the report was sent to, or
 * by its own Message-ID in what was returned. */
static enum mail_status take_bounce(struct commands *m, const char *bytes, size_t n,
                                    const char *recipient, const struct message *l)
{
    struct bounce b;
    if (!bounce_read(bytes, n, &b) || !b.hard)
        return MAIL_DONE;
    int64_t mail = keys_find_mail(m->site.key, recipient);
    if (mail == 0)
        mail = keys_find_mail(m->site.key, l->recipients);
    if (mail == 0)
        mail = keys_find_mail(m->site.key, b.returned);
    return mail != 0 ? run_batch(m, apply_bounce, &mail) : MAIL_DONE;
}

static void on_any_owner(void *context, int64_t id)
{
    *(bool *)context = *(bool *)context || id != 0;
}

static int apply_host(struct work *w, void *context)
{
    struct inbound *in = context;
    int64_t wait_ms = 0;
    int err = quota_take(w, QUOTA_MAIL_HOST, &wait_ms, "%s", in->mail->host);
    in->dropped = err == 0 && wait_ms > 0;
    return err;
}

/* Whether a command looks like one, also with a slip. Subjects of spam begin with words such as
 * "change" and "message", too. */
static bool is_likely(const struct pbm_command *c)
{
    const char *verb = c->words.n > 0 ? c->words.word[0] : "";
    const struct pbm_row *row = c->row != NULL ? c->row : pbm_slip(verb);
    int args = c->row != NULL ? c->words.n : c->words.n - 1;
    return c->game != NULL ||
           (row != NULL && ((row->flags & PBM_MAKES_PLAYER) != 0 || pbm_wants(row, args)));
}

/* Whether the mail may be meant for the server: it has a command, or comes from a player. A mailbox
 * gets much that is not, and an answer to forged senders is spam, too. */
static int is_meant(const struct inbound *in, struct store *store, bool *meant)
{
    const struct pbm_ask *a = &in->ask;
    *meant = a->is_multiple || a->grant.match != 0 || a->grant_is_wrong || a->answered != 0;
    for (int i = 0; !*meant && i < a->commands_n; i++)
        *meant = is_likely(&a->commands[i]);
    return *meant ? 0 : mailbox_owners(store, in->mail->from, on_any_owner, meant);
}

/* A mail of the mailbox that proves nothing: whether it is left unread, and why. */
static int look_at_stranger(struct inbound *in, struct store *store)
{
    bool meant = true;
    int err = 0;
    if (in->mail->spam)
        in->refused = "the mail server takes it for spam, and nothing proves its sender";
    else if (in->origin != NULL)
        err = is_meant(in, store, &meant);
    if (!meant)
        in->refused = "it has no command, and its sender is no player";
    return err < 0 ? err : 0;
}

/* Carries out a mail, unless its sender is not proven and its host has delivered too many such
 * mails. */
static enum mail_status serve_mail(struct commands *m, struct inbound *in, struct reader *reader)
{
    struct pbm_ask *a = &in->ask;
    int err = pbm_prepare(a, reader_store(reader));
    if (err == 0)
        err = pbm_prove(a, reader, &in->proved);
    enum mail_status status = MAIL_DONE;
    if (err == 0 && !in->proved)
        err = look_at_stranger(in, reader_store(reader));
    if (err == 0 && !in->proved && in->refused == NULL)
        status = run_batch(m, apply_host, in);
    if (in->dropped)
        in->refused = "its host delivers too many mails that prove nothing";
    if (status != MAIL_DONE || in->refused != NULL)
        return status;
    if (err == 0)
        err = pbm_serve(a, reader);
    return err < 0 ? MAIL_BUSY : a->again ? MAIL_DONE : run_batch(m, apply_reply, in);
}

static void read_mail(struct commands *m, struct mail_job *job, struct reader *reader)
{
    struct message l = {.from = ""};
    struct inbound in = {.mail = &l, .origin = job->origin};
    struct pbm_ask *a = &in.ask;
    struct hook h;
    int err = hook_read(job->type, job->bytes, job->n, &h);
    const char *bytes = h.made != NULL ? h.made : job->bytes;
    const char *recipient = job->recipient[0] != '\0' ? job->recipient : h.recipient;
    if (err == 0)
        err = message_read(bytes, h.n, m->site.address, m->trust, &l);
    job->status = err == ERR_NO_MEMORY ? MAIL_BUSY : MAIL_REFUSED;
    if (err == 0)
        job->status = l.automatic ? take_bounce(m, bytes, h.n, recipient, &l) : MAIL_DONE;
    /* The administrator's test; the code in it is known to this site only. */
    if (err == 0 && l.automatic && automatic_is_own(l.from, m->site.address))
        job->status = run_batch(m, mail_state_came, l.subject);
    if (err < 0 || l.automatic)
        goto out;
    a->subject = l.subject;
    a->body = l.body;
    a->from_proven = l.from_proven;
    a->site = &m->site;
    snprintf(a->from, sizeof a->from, "%s", l.from);
    snprintf(a->message_id, sizeof a->message_id, "%s",
             job->origin != NULL ? l.content : l.message_id);
    snprintf(a->caller, sizeof a->caller, "%s", l.host);
    a->senders = l.senders;
    if (l.two_subjects)
        snprintf(a->why, sizeof a->why,
                 "Your mail has several lines `Subject:`. Nothing was done. Send it with one.");
    const char *const carriers[GRANT_CARRIERS_N] = {recipient, l.recipients, l.subject, l.thread};
    grant_find(a, carriers);
    if (a->grant_is_wrong)
        service_note_proof(m->service);
    a->from_ms = job->from_ms;
    if (a->grant.match == 0)
        waiting_add_commands(&job->waiting, service_arrivals(m->service), job->from_ms, l.subject,
                             l.body);
    job->status = serve_mail(m, &in, reader);
    if (in.dropped || in.unheard) {
        service_note_mail(m->service, in.dropped);
        log_error("mail %s: too many that prove nothing %s",
                  in.dropped ? "dropped" : "not answered",
                  in.dropped ? "came from one host" : "name one sender");
    }
    job->failed = a->failed;
    job->refused = in.refused;
    pbm_free(a);
out:
    if (job->origin != NULL && job->status != MAIL_BUSY)
        job->status = run_batch(m, apply_origin, (void *)(uintptr_t)job->origin) == MAIL_DONE
                          ? job->status
                          : MAIL_BUSY;
    message_done(&l);
    hook_done(&h);
}

static void read_command(struct commands *m, struct mail_job *job, struct reader *reader)
{
    struct pbm_ask a = {.subject = job->bytes,
                        .body = job->body,
                        .proven = job->asker,
                        .site = &m->site,
                        .from_ms = job->from_ms};
    snprintf(a.caller, sizeof a.caller, "%s", job->address != NULL ? job->address : "");
    int err = pbm_prepare(&a, reader_store(reader));
    if (err == 0)
        err = pbm_serve(&a, reader);
    job->status = err < 0 ? MAIL_BUSY : MAIL_DONE;
    job->failed = a.failed;
    if (job->status == MAIL_DONE) {
        /* A word that was cut for the reply may end within a letter. */
        job->text = message_valid(a.reply.text.buf);
        job->html = message_valid(a.reply.html.buf);
    }
    pbm_free(&a);
}

/* Until the job is done, no clock that it may stop can run out. */
static void note_moves(struct commands *m, struct mail_job *job)
{
    struct arrivals *list = service_arrivals(m->service);
    struct keys_seat seat;
    if (job->is_command)
        waiting_add_commands(&job->waiting, list, job->from_ms, job->bytes, job->body);
    else if (keys_find_seat(m->site.key, job->recipient, &seat) == KEYS_RIGHT)
        waiting_add(&job->waiting, list, job->from_ms, seat.match);
    else
        waiting_add_message(&job->waiting, list, job->from_ms, job->bytes, job->n);
}

static void end_job(struct mail_job *job)
{
    waiting_end(&job->waiting, service_arrivals(job->commands->service));
    job->done(job);
}

/* On a thread of the pool. */
static void run_job(struct pool_job *j, void *own)
{
    struct mail_job *job = CONTAINER_OF(j, struct mail_job, job);
    if (job->is_command)
        read_command(job->commands, job, own);
    else
        read_mail(job->commands, job, own);
    end_job(job);
}

static void drop_job(struct pool_job *j)
{
    struct mail_job *job = CONTAINER_OF(j, struct mail_job, job);
    end_job(job); /* MAIL_BUSY */
}

uint64_t commands_caller(const unsigned char key[KEYS_BYTES], const char *recipient)
{
    unsigned char hash[16];
    uint64_t caller;
    char name[32] = "";
    struct keys_seat seat;
    if (keys_find_seat(key, recipient, &seat) == KEYS_RIGHT)
        snprintf(name, sizeof name, "%lld", (long long)seat.player);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)name, strlen(name), key, KEYS_KEY);
    memcpy(&caller, hash, sizeof caller);
    return caller | 1;
}

void commands_take(struct commands *m, struct mail_job *job)
{
    /* Whoever delivers a mail must not wait for ever; it comes again later. */
    enum { COMMAND_WAIT_MS = 20 * 1000, MAIL_WAIT_MS = 60 * 1000 };
    job->commands = m;
    job->status = MAIL_BUSY;
    job->from_ms = service_steady(m->service);
    job->job = (struct pool_job){
        .run = run_job,
        .drop = drop_job,
        .fair = job->is_command
                    ? (struct fair_job){.caller = job->caller, .class = job->class}
                    : (struct fair_job){.caller = commands_caller(m->site.key, job->recipient),
                                        .class = FAIR_MAIL},
        .wait_ms = job->is_command ? COMMAND_WAIT_MS : MAIL_WAIT_MS};
    note_moves(m, job);
    if (pool_add(m->pool, &job->job) < 0)
        end_job(job);
}

static void on_done(struct mail_job *job)
{
    latch_open(job->context);
}

void commands_run(struct commands *m, struct mail_job *job)
{
    struct latch done;
    latch_init(&done);
    job->done = on_done;
    job->context = &done;
    commands_take(m, job);
    latch_wait(&done);
}

/* --- start and stop --- */

static int apply_start(struct work *w, void *context)
{
    struct commands *m = context;
    char line[400];
    int err = keys_load(batch_store(w), m->site.key);
    if (err == 0 && m->admins != NULL) {
        snprintf(line, sizeof line, " %s ", m->admins);
        err = store_meta_set(batch_store(w), "mail_admins", line);
    }
    return err;
}

static bool open_readers(struct commands *m, struct text *why)
{
    void *own[COMMANDS_THREADS];
    for (int i = 0; i < COMMANDS_THREADS; i++) {
        own[i] = m->readers[i] = reader_open(m->service, why);
        if (own[i] == NULL)
            return false;
    }
    m->pool = pool_new(COMMANDS_THREADS, own,
                       (struct pool_bounds){.most = QUEUE_MAX, .each = QUEUE_EACH});
    if (m->pool == NULL)
        text_str(why, "cannot start a thread: out of memory");
    return m->pool != NULL;
}

/* Gives back what it has; no thread may run. */
static void give_back(struct commands *m)
{
    pool_free(m->pool);
    for (int i = 0; i < COMMANDS_THREADS; i++)
        reader_close(m->readers[i]);
    free(m);
}

struct commands *commands_start(struct service *s, const struct commands_options *o,
                                struct text *why)
{
    struct commands *m = calloc(1, sizeof *m);
    ASSERT(o->address == NULL || pbm_address_fits(o->address));
    if (m == NULL)
        return NULL;
    m->service = s;
    m->trust = o->trust;
    m->admins = o->admins;
    if (o->address != NULL)
        snprintf(m->site.address, sizeof m->site.address, "%s", o->address);
    bool ok = open_readers(m, why);
    if (ok && batch_run_alone(s, apply_start, m) != OUTCOME_DONE) {
        text_str(why, "the commands of play by e-mail do not start");
        ok = false;
    }
    if (!ok) {
        give_back(m);
        return NULL;
    }
    return m;
}

void commands_stop(struct commands *m)
{
    if (m == NULL)
        return;
    pool_stop(m->pool);
    give_back(m);
}
