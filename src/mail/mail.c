/* Over 600 lines because one struct mail has both directions: the threads that read mails in, and
 * the one that sends, which wakes when a batch of the former has written. */
#include "mail/mail.h"

#include "base/err.h"
#include "base/prefix.h"
#include "mail/hook.h"
#include "mail/message.h"
#include "mail/notifications.h"
#include "mail/pbm.h"
#include "mail/reading/bounce.h"
#include "mail/smtp.h"
#include "platform/clock.h"
#include "platform/latch.h"
#include "platform/log.h"
#include "platform/ticker.h"
#include "service/core/arrivals.h"
#include "service/core/inbox.h"
#include "service/core/order.h"
#include "service/core/quota.h"
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    QUEUE_MAX = 2000,
    QUEUE_EACH = 1000,
    MAILS_AT_ONCE = 32,
    CLAIM_MS = 2 * 60 * 1000, /* longer than a slow mail server takes for one of these, */
    RENEW_MS = 30 * 1000,     /* and it is renewed before one that may take so long */
    TICK_MS = 1000,
    DAILY_MS = 600 * 1000, /* how often digests and reminders are looked for */
};

struct mail {
    struct service *service;
    struct mail_options options;
    struct mail_site site;
    char host[MAILBOX_ADDRESS_BYTES]; /* of our address: in Message-IDs */
    struct pool *pool;                /* the threads that read messages and commands, */
    struct reader *readers[MAIL_THREADS], *sender_reader; /* each with one of these */
    struct inbox_taker notifications;                     /* of the thread that sends */
    pthread_t sending;
    struct ticker ticker;
};

/* --- what comes in --- */

static enum mail_status run_batch(struct mail *m, int (*apply)(struct work *, void *),
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
    bool proved;           /* it shows who wrote it, in one way or another */
    bool dropped, unheard; /* out: not looked at; not answered */
};

/* The reply to the sender, with the Message-ID: the mail is dealt with. */
static int apply_reply(struct work *w, void *context)
{
    struct inbound *in = context;
    char subject[120];
    char box[MAILBOX_ADDRESS_BYTES];
    int64_t wait_ms = 0;
    int err = in->ask.message_id[0] != '\0'
                  ? mailbox_seen(batch_store(w), in->ask.message_id, batch_now(w))
                  : 0;
    if (err < 0 || in->mail->from[0] == '\0')
        return err == ERR_CONFLICT ? 0 : err;
    /* Anybody can write any name into From, and this person must not be flooded with replies. */
    quota_box(in->mail->from, box, sizeof box);
    if (!in->proved)
        err = quota_take(w, QUOTA_MAIL_REPLY, &wait_ms, "%s", box);
    in->unheard = err == 0 && wait_ms > 0;
    if (err < 0 || in->unheard)
        return err;
    err = mailbox_comes_back(batch_store(w), in->mail->from);
    if (err != 0)
        return err < 0 ? err : 0;
    title_of(&in->ask, subject, sizeof subject);
    struct mailbox_mail l = {.address = in->mail->from,
                             .match = in->ask.grant.match,
                             .answers = in->mail->answers,
                             .reply_to = "",
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
static enum mail_status take_bounce(struct mail *m, const char *bytes, size_t n,
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

static int apply_host(struct work *w, void *context)
{
    struct inbound *in = context;
    int64_t wait_ms = 0;
    int err = quota_take(w, QUOTA_MAIL_HOST, &wait_ms, "%s", in->mail->host);
    in->dropped = err == 0 && wait_ms > 0;
    return err;
}

/* Carries out a mail, unless its sender is not proven and its host has delivered too many such
 * mails. */
static enum mail_status serve_mail(struct mail *m, struct inbound *in, struct reader *reader)
{
    struct pbm_ask *a = &in->ask;
    int err = pbm_prepare(a, reader_store(reader));
    if (err == 0)
        err = pbm_prove(a, reader, &in->proved);
    enum mail_status status = MAIL_DONE;
    if (err == 0 && !in->proved)
        status = run_batch(m, apply_host, in);
    if (status != MAIL_DONE || in->dropped)
        return status;
    if (err == 0)
        err = pbm_serve(a, reader);
    return err < 0 ? MAIL_BUSY : a->again ? MAIL_DONE : run_batch(m, apply_reply, in);
}

static void read_mail(struct mail *m, struct mail_job *job, struct reader *reader)
{
    struct message l = {.from = ""};
    struct inbound in = {.mail = &l};
    struct pbm_ask *a = &in.ask;
    struct hook h;
    int err = hook_read(job->type, job->bytes, job->n, &h);
    const char *bytes = h.made != NULL ? h.made : job->bytes;
    const char *recipient = job->recipient[0] != '\0' ? job->recipient : h.recipient;
    if (err == 0)
        err = message_read(bytes, h.n, m->site.address, m->options.trust, &l);
    job->status = err == ERR_NO_MEMORY ? MAIL_BUSY : MAIL_REFUSED;
    if (err == 0)
        job->status = l.automatic ? take_bounce(m, bytes, h.n, recipient, &l) : MAIL_DONE;
    if (err < 0 || l.automatic)
        goto out;
    a->subject = l.subject;
    a->body = l.body;
    a->from_proven = l.from_proven;
    a->site = &m->site;
    snprintf(a->from, sizeof a->from, "%s", l.from);
    snprintf(a->message_id, sizeof a->message_id, "%s", l.message_id);
    snprintf(a->caller, sizeof a->caller, "%s", l.host);
    if (!keys_find_seat(m->site.key, recipient, &a->grant))
        (void)keys_find_seat(m->site.key, l.recipients, &a->grant);
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
    pbm_free(a);
out:
    message_done(&l);
    hook_done(&h);
}

static void read_command(struct mail *m, struct mail_job *job, struct reader *reader)
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
static void note_moves(struct mail *m, struct mail_job *job)
{
    struct arrivals *list = service_arrivals(m->service);
    struct keys_seat seat;
    if (job->is_command)
        waiting_add_commands(&job->waiting, list, job->from_ms, job->bytes, job->body);
    else if (keys_find_seat(m->site.key, job->recipient, &seat))
        waiting_add(&job->waiting, list, job->from_ms, seat.match);
    else
        waiting_add_message(&job->waiting, list, job->from_ms, job->bytes, job->n);
}

static void end_job(struct mail_job *job)
{
    waiting_end(&job->waiting, service_arrivals(job->mail->service));
    job->done(job);
}

/* On a thread of the pool. */
static void run_job(struct pool_job *j, void *own)
{
    struct mail_job *job = CONTAINER_OF(j, struct mail_job, job);
    if (job->is_command)
        read_command(job->mail, job, own);
    else
        read_mail(job->mail, job, own);
    end_job(job);
}

static void drop_job(struct pool_job *j)
{
    struct mail_job *job = CONTAINER_OF(j, struct mail_job, job);
    end_job(job); /* MAIL_BUSY */
}

/* The account that is charged for a message, derived from the address to which it was sent. Only
 * one player knows the address for their answers. Everybody knows the site's own address, and there
 * the sender is not proven. */
static uint64_t mail_caller(const struct mail *m, const char *recipient)
{
    unsigned char hash[16];
    uint64_t key;
    struct keys_seat seat;
    const char *name = keys_find_seat(m->site.key, recipient, &seat) ? recipient : "";
    crypto_generichash(hash, sizeof hash, (const unsigned char *)name, strlen(name), m->site.key,
                       KEYS_BYTES);
    memcpy(&key, hash, sizeof key);
    return key | 1;
}

void mail_take(struct mail *m, struct mail_job *job)
{
    /* Whoever delivers a mail must not wait for ever; it comes again later. */
    enum { COMMAND_WAIT_MS = 20 * 1000, MAIL_WAIT_MS = 60 * 1000 };
    job->mail = m;
    job->status = MAIL_BUSY;
    job->from_ms = service_steady(m->service);
    job->job = (struct pool_job){
        .run = run_job,
        .drop = drop_job,
        .fair = job->is_command ? (struct fair_job){.caller = job->caller, .class = job->class}
                                : (struct fair_job){.caller = mail_caller(m, job->recipient),
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

void mail_run(struct mail *m, struct mail_job *job)
{
    struct latch done;
    latch_init(&done);
    job->done = on_done;
    job->context = &done;
    mail_take(m, job);
    latch_wait(&done);
}

/* --- what goes out --- */

struct batch {
    struct mail *mail;
    struct smtp *smtp;
    struct due {
        int64_t id, due_at;
        const char *state;
        char failure[160];
        int tries;
        int64_t at;
        char *bytes;
        bool refused; /* the address is not good for mail */
        char from[MAILBOX_ADDRESS_BYTES + 64], to[MAILBOX_ADDRESS_BYTES];
    } due[MAILS_AT_ONCE]; /* those that are ours first */
    int n, mine, left;    /* read, claimed, and of these not tried yet, */
    int left_ms;          /* which remain claimed so much longer */
};

static void on_mail(void *context, const struct mailbox_mail *l)
{
    struct batch *b = context;
    const struct mail *m = b->mail;
    char id[MAILBOX_ADDRESS_BYTES + 64];
    char thread[MAILBOX_ADDRESS_BYTES + 64] = "";
    char unsubscribe[MAILBOX_ADDRESS_BYTES + 120] = "";
    char url[sizeof(((struct service_site *)NULL)->url) + 120] = "";
    const char *site = service_site(m->service)->url;
    if (b->n == MAILS_AT_ONCE)
        return;
    struct due *d = &b->due[b->n++];
    *d = (struct due){.id = l->id, .tries = l->tries, .at = l->at, .state = "waiting"};
    snprintf(d->to, sizeof d->to, "%s", l->address);
    /* The same mail has the same Message-ID however often it is sent. */
    keys_mail_id(m->site.key, m->site.address, l->id, id, sizeof id);
    keys_bounce_address(m->site.key, m->site.address, l->id, d->from, sizeof d->from);
    if (l->match != 0)
        snprintf(thread, sizeof thread, "match-%lld@%s", (long long)l->match, m->host);
    if (l->player != 0) {
        char code[KEYS_TOKEN_BYTES];
        keys_confirm(m->site.key, l->player, "quiet", code);
        snprintf(unsubscribe, sizeof unsubscribe, "mailto:%s?subject=quiet%%20%lld%%20%s",
                 m->site.address, (long long)l->player, code);
        /* RFC 8058 wants https; the page works without. */
        if (strncmp(site, "https://", 8) == 0)
            snprintf(url, sizeof url, "%s/api/mail/quiet?player=%lld&code=%s", site,
                     (long long)l->player, code);
    }
    struct message_out out = {.from = m->site.address,
                              .to = d->to,
                              .reply_to = l->reply_to,
                              .subject = l->subject,
                              .text = l->body,
                              .html = l->html,
                              .message_id = id,
                              .answers = l->answers,
                              .thread = thread,
                              .unsubscribe = unsubscribe,
                              .unsubscribe_url = url,
                              .is_answer = l->player == 0};
    d->bytes = message_compose(&out);
}

/* If several processes see a mail that is due, only the one that claims it sends it. */
static int apply_claims(struct work *w, void *context)
{
    struct batch *b = context;
    int kept = 0;
    for (int i = 0; i < b->n; i++) {
        int64_t now = batch_now(w);
        int err = mailbox_claim(batch_store(w), b->due[i].id, now, now + CLAIM_MS);
        if (err < 0 && err != ERR_NOT_FOUND)
            return err;
        if (err == 0) {
            struct due mine = b->due[i];
            b->due[i] = b->due[kept];
            b->due[kept++] = mine;
        }
    }
    b->mine = kept;
    return 0;
}

static int apply_left(struct work *w, void *context)
{
    const struct batch *b = context;
    int err = 0;
    for (int i = b->mine - b->left; err == 0 && i < b->mine; i++)
        err = mailbox_claim_on(batch_store(w), b->due[i].id, batch_now(w) + b->left_ms);
    return err;
}

static int mark(struct work *w, const struct due *d)
{
    int err = mailbox_mark(batch_store(w), d->id, d->state, d->due_at, d->failure);
    if (err == 0 && d->refused)
        err = mailbox_bounced(batch_store(w), d->id, batch_now(w));
    return err == ERR_NOT_FOUND ? 0 : err;
}

static int apply_marks(struct work *w, void *context)
{
    const struct batch *b = context;
    int err = 0;
    for (int i = 0; err == 0 && i < b->mine; i++)
        err = mark(w, &b->due[i]);
    return err;
}

/* Before mail i is tried: renews the claims on it and on those after it, in time. False when they
 * are not ours any more: the server stops and leaves them to the next, or the store is away. */
static bool keep_left(struct mail *m, struct batch *b, int i, int64_t *claimed_at)
{
    int64_t now = clock_ms();
    bool goes_on = ticker_wait(&m->ticker, 0);
    if (goes_on && now - *claimed_at <= RENEW_MS)
        return true;
    *claimed_at = now;
    b->left = b->mine - i;
    b->left_ms = goes_on ? CLAIM_MS : 0;
    return run_batch(m, apply_left, b) == MAIL_DONE && goes_on;
}

/* Sends what is due; returns the number of mails that were tried. */
static int send_due(struct mail *m, struct smtp *smtp)
{
    struct batch *b = calloc(1, sizeof *b);
    struct store *store = reader_store(m->sender_reader);
    if (b == NULL)
        return 0;
    b->mail = m;
    int64_t now = clock_unix_ms();
    if (store_begin(store) == 0) {
        if (mailbox_due(store, now, MAILS_AT_ONCE, on_mail, b) < 0)
            b->n = 0;
        store_end(store);
    }
    if (b->n > 0 && run_batch(m, apply_claims, b) != MAIL_DONE)
        b->mine = 0;
    int64_t claimed_at = clock_ms();
    for (int i = 0; i < b->mine; i++) {
        struct due *d = &b->due[i];
        enum smtp_answer answer = SMTP_LATER;
        if (!keep_left(m, b, i, &claimed_at)) {
            b->mine = i;
            break;
        }
        if (d->bytes != NULL)
            answer = smtp_send(smtp, d->from, d->to, d->bytes, d->failure, sizeof d->failure);
        d->refused = answer == SMTP_NOBODY;
        d->state = smtp_next(answer, d->tries, now - d->at, now, &d->due_at);
        if (strcmp(d->state, "failed") == 0)
            log_error("mail %lld cannot be delivered: %s", (long long)d->id, d->failure);
    }
    int n = b->n;
    for (int i = 0; i < n; i++)
        free(b->due[i].bytes);
    if (b->mine > 0)
        (void)run_batch(m, apply_marks, b);
    free(b);
    return n;
}

static void *sending_main(void *arg)
{
    struct mail *m = arg;
    struct smtp *smtp = smtp_new(m->options.smtp, m->options.login);
    int64_t daily_at = clock_ms();
    int64_t sent_at = 0;
    for (bool more = false; ticker_wait(&m->ticker, more ? INBOX_MORE_MS : INBOX_WAIT_MS);) {
        if (clock_ms() >= daily_at) {
            daily_at = clock_ms() + DAILY_MS;
            (void)run_batch(m, notifications_daily, &m->site);
            sent_at = 0;
        }
        more = inbox_round(&m->notifications, m->sender_reader);
        if (m->notifications.dealt > 0)
            sent_at = 0;
        m->notifications.dealt = 0;
        /* Replies come from no row: the outbox is looked at every second, and after each of these.
         * */
        if (smtp != NULL && clock_ms() - sent_at >= TICK_MS)
            sent_at = send_due(m, smtp) == MAILS_AT_ONCE ? 0 : clock_ms();
    }
    smtp_free(smtp);
    return NULL;
}

/* --- start and stop --- */

static int apply_start(struct work *w, void *context)
{
    struct mail *m = context;
    char line[400];
    int err = keys_load(batch_store(w), m->site.key);
    if (err == 0 && m->options.address != NULL && !store_is_shared(batch_store(w)))
        err = mailbox_free_claims(batch_store(w));
    if (err == 0 && m->options.address != NULL)
        err = inbox_present(batch_store(w), INBOX_MAIL, batch_now(w));
    if (err == 0 && m->options.admins != NULL) {
        snprintf(line, sizeof line, " %s ", m->options.admins);
        err = store_meta_set(batch_store(w), "mail_admins", line);
    }
    return err;
}

static bool open_readers(struct mail *m, struct text *why)
{
    void *own[MAIL_THREADS];
    m->sender_reader = reader_open(m->service, why);
    bool ok = m->sender_reader != NULL;
    for (int i = 0; ok && i < MAIL_THREADS; i++) {
        own[i] = m->readers[i] = reader_open(m->service, why);
        ok = own[i] != NULL;
    }
    if (!ok)
        return false;
    m->pool =
        pool_new(MAIL_THREADS, own, (struct pool_bounds){.most = QUEUE_MAX, .each = QUEUE_EACH});
    if (m->pool == NULL)
        text_str(why, "cannot start a thread: out of memory");
    return m->pool != NULL;
}

/* Gives back what it has; no thread may run. */
static void mail_done(struct mail *m)
{
    pool_free(m->pool);
    reader_close(m->sender_reader);
    for (int i = 0; i < MAIL_THREADS; i++)
        reader_close(m->readers[i]);
    ticker_done(&m->ticker);
    free(m);
}

bool mail_address_fits(const char *address)
{
    const char *at = strchr(address, '@');
    return at != NULL && at != address && at[1] != '\0' &&
           strlen(address) < sizeof((struct mail_site *)NULL)->address &&
           strpbrk(address, "+ <>\r\n") == NULL;
}

bool mail_smtp_fits(const char *url)
{
    const char *host = prefix_after_either(url, "smtps://", "smtp://");
    return host != NULL && host[0] != '\0' && strpbrk(url, " \r\n") == NULL;
}

struct mail *mail_start(struct service *s, const struct mail_options *o, struct text *why)
{
    struct mail *m = calloc(1, sizeof *m);
    const char *address = o->address != NULL ? o->address : "hoshi@localhost";
    ASSERT(mail_address_fits(address) && (o->smtp == NULL || mail_smtp_fits(o->smtp)));
    if (m == NULL)
        return NULL;
    m->service = s;
    m->options = *o;
    snprintf(m->site.address, sizeof m->site.address, "%s", address);
    snprintf(m->host, sizeof m->host, "%s", strchr(address, '@') + 1);
    ticker_init(&m->ticker);
    bool ok = open_readers(m, why);
    if (ok && run_batch(m, apply_start, m) != MAIL_DONE) {
        text_str(why, "play by e-mail does not start");
        ok = false;
    }
    if (!ok) {
        mail_done(m);
        return NULL;
    }
    notifications_taker(&m->notifications, &m->site);
    if (m->options.address != NULL && pthread_create(&m->sending, NULL, sending_main, m) != 0)
        abort();
    return m;
}

void mail_stop(struct mail *m)
{
    if (m == NULL)
        return;
    pool_stop(m->pool);
    ticker_stop(&m->ticker);
    if (m->options.address != NULL)
        (void)pthread_join(m->sending, NULL);
    mail_done(m);
}
