#include "mail/sender.h"

#include "base/err.h"
#include "base/prefix.h"
#include "mail/message.h"
#include "mail/notifications/notifications.h"
#include "mail/pbm.h"
#include "mail/rate.h"
#include "mail/smtp.h"
#include "platform/clock.h"
#include "platform/log.h"
#include "platform/ticker.h"
#include "service/core/inbox.h"
#include "service/core/mail_state.h"
#include "service/core/order.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAILS_AT_ONCE = 32,
    CLAIM_MS = 2 * 60 * 1000, /* longer than a slow mail server takes for one of these, */
    RENEW_MS = 30 * 1000,     /* and it is renewed before one that may take so long */
    TICK_MS = 1000,
    DAILY_MS = 600 * 1000, /* how often digests and reminders are looked for */
};

struct sender {
    struct service *service;
    struct sender_options options;
    struct mail_site site;
    struct rate rate;
    char host[MAILBOX_ADDRESS_BYTES]; /* of our address: in Message-IDs */
    const char *advice;               /* what the log has said of the mail server; NULL: it works */
    struct reader *reader;            /* the thread's */
    struct inbox_taker notifications;
    pthread_t thread;
    struct ticker ticker;
};

struct sending {
    struct sender *sender;
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

/* The subject, with the proof of the reply address (keys.h). */
static void put_proof(const struct mailbox_mail *l, char *out, size_t size)
{
    const char *plus = strchr(l->reply_to, '+');
    if (plus != NULL)
        snprintf(out, size, "%s [%.*s]", l->subject, (int)strcspn(plus + 1, "@"), plus + 1);
}

static void on_mail(void *context, const struct mailbox_mail *l)
{
    struct sending *b = context;
    const struct sender *m = b->sender;
    char id[MAILBOX_ADDRESS_BYTES + 64];
    char subject[400] = "";
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
    if (m->options.plain && l->reply_to[0] != '\0')
        put_proof(l, subject, sizeof subject);
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
                              .reply_to = m->options.plain ? "" : l->reply_to,
                              .subject = subject[0] != '\0' ? subject : l->subject,
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
    struct sending *b = context;
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
    const struct sending *b = context;
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
    const struct sending *b = context;
    int err = 0;
    for (int i = 0; err == 0 && i < b->mine; i++)
        err = mark(w, &b->due[i]);
    return err;
}

/* Before mail i is tried: renews the claims on it and on those after it, in time. False when they
 * are not ours any more: the server stops and leaves them to the next, or the store is away. */
static bool keep_left(struct sender *m, struct sending *b, int i, int64_t *claimed_at)
{
    int64_t now = clock_ms();
    bool goes_on = ticker_wait(&m->ticker, 0);
    if (goes_on && now - *claimed_at <= RENEW_MS)
        return true;
    *claimed_at = now;
    b->left = b->mine - i;
    b->left_ms = goes_on ? CLAIM_MS : 0;
    return batch_run_alone(m->service, apply_left, b) == OUTCOME_DONE && goes_on;
}

/* Says once that no mail can be sent, what to do, and when it works again. */
static void tell(struct sender *m, const char *advice, const char *failure)
{
    const char *url = m->options.smtp != NULL ? m->options.smtp : "the mail server of this machine";
    if (advice == m->advice)
        return;
    m->advice = advice;
    if (advice != NULL)
        log_error("mails wait, %s: %s (%s)", url, advice, failure);
    else
        log_error("mails go out again");
}

/* A refusal of one mail shows that the mail server works. */
static void note_answer(struct sender *m, enum smtp_answer answer, const char *failure)
{
    mail_state_note(m->service, MAIL_STATE_OUT, answer == SMTP_LATER ? failure : "");
}

/* Sends what is due; returns the number of mails that were tried. */
static int send_due(struct sender *m, struct smtp *smtp)
{
    struct sending *b = calloc(1, sizeof *b);
    struct store *store = reader_store(m->reader);
    if (b == NULL)
        return 0;
    b->sender = m;
    int64_t now = clock_unix_ms();
    if (store_begin(store) == 0) {
        int room = MAILS_AT_ONCE;
        int err = 0;
        if (m->options.rate != NULL)
            err = rate_room(store, &m->rate, now, MAILS_AT_ONCE, &room, &m->site.near_limit);
        if (err == 0 && room > 0)
            err = m->options.rate != NULL ? mailbox_due_first(store, now, room, on_mail, b)
                                          : mailbox_due(store, now, room, on_mail, b);
        b->n = err < 0 ? 0 : b->n;
        store_end(store);
    }
    if (b->n > 0 && batch_run_alone(m->service, apply_claims, b) != OUTCOME_DONE)
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
        note_answer(m, answer, d->failure);
        tell(m, smtp_advice(smtp), d->failure);
        d->refused = answer == SMTP_NOBODY;
        d->state = smtp_next(answer, d->tries, now - d->at, now, &d->due_at);
        if (strcmp(d->state, "failed") == 0)
            log_error("mail %lld cannot be delivered: %s", (long long)d->id, d->failure);
    }
    int n = b->n;
    for (int i = 0; i < n; i++)
        free(b->due[i].bytes);
    if (b->mine > 0)
        (void)batch_run_alone(m->service, apply_marks, b);
    free(b);
    return n;
}

static void *sending_main(void *arg)
{
    struct sender *m = arg;
    struct smtp *smtp =
        smtp_new(m->options.smtp, m->options.login, m->options.credential, m->options.open);
    int64_t daily_at = clock_ms();
    int64_t sent_at = 0;
    for (bool more = false; ticker_wait(&m->ticker, more ? INBOX_MORE_MS : INBOX_WAIT_MS);) {
        if (clock_ms() >= daily_at) {
            daily_at = clock_ms() + DAILY_MS;
            (void)batch_run_alone(m->service, notifications_daily, &m->site);
            sent_at = 0;
        }
        more = inbox_round(&m->notifications, m->reader);
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
    struct sender *m = context;
    struct store *store = batch_store(w);
    int err = keys_load(store, m->site.key);
    if (err == 0 && !store_is_shared(store))
        err = mailbox_free_claims(store);
    if (err == 0)
        err = pbm_address_put(store, m->site.address);
    return err < 0 ? err : inbox_present(store, INBOX_MAIL, batch_now(w));
}

bool sender_smtp_fits(const char *url)
{
    const char *host = prefix_after_either(url, "smtps://", "smtp://");
    return host != NULL && host[0] != '\0' && strpbrk(url, " \r\n") == NULL;
}

struct sender *sender_start(struct service *s, const struct sender_options *o, struct text *why)
{
    struct sender *m = calloc(1, sizeof *m);
    ASSERT(pbm_address_fits(o->address) && (o->smtp == NULL || sender_smtp_fits(o->smtp)));
    if (m == NULL)
        return NULL;
    m->service = s;
    m->options = *o;
    snprintf(m->site.address, sizeof m->site.address, "%s", o->address);
    snprintf(m->host, sizeof m->host, "%s", strchr(o->address, '@') + 1);
    if (o->rate != NULL && rate_parse(o->rate, &m->rate) < 0)
        m->options.rate = NULL; /* the caller has checked it */
    notifications_taker(&m->notifications, &m->site);
    m->reader = reader_open(s, why);
    if (m->reader != NULL && batch_run_alone(s, apply_start, m) != OUTCOME_DONE) {
        text_str(why, "play by e-mail does not start");
        reader_close(m->reader);
        m->reader = NULL;
    }
    if (m->reader == NULL) {
        free(m);
        return NULL;
    }
    mail_state_use(s, MAIL_STATE_OUT);
    mail_state_address(s, o->address);
    ticker_init(&m->ticker);
    if (pthread_create(&m->thread, NULL, sending_main, m) != 0)
        abort(); /* memory is exhausted: what is on the disk is safe */
    return m;
}

void sender_stop(struct sender *m)
{
    if (m == NULL)
        return;
    ticker_stop(&m->ticker);
    (void)pthread_join(m->thread, NULL);
    reader_close(m->reader);
    ticker_done(&m->ticker);
    free(m);
}
