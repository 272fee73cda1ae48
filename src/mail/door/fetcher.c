#include "mail/door/fetcher.h"

#include "base/err.h"
#include "base/times.h"
#include "mail/door/box.h"
#include "mail/message.h"
#include "platform/clock.h"
#include "platform/log.h"
#include "service/core/batch.h"
#include "service/core/mail_state.h"
#include <poll.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
    LIST_MAX = 200,                   /* mails of one look */
    LARGEST_BYTES = 25 * 1024 * 1024, /* of a larger mail not even the beginning is fetched */
    AGE_DAYS = 60,                    /* marks are forgotten after 90 */
    OLD_MAX = 50000,                  /* mails that may lie there at the first start (POP3) */
    POLL_MS = 20 * 1000,              /* of a mailbox that does not tell */
    LOOK_MS = 4 * 60 * 1000,          /* of one that does */
    BUSY_MS = 2000,                   /* until a mail that could not be dealt with is tried again */
    RETRY_MIN_MS = 2000,
    RETRY_MAX_MS = 60 * 1000,
    REFUSED_MIN_MS = 60 * 1000, /* a provider locks those out who try a password often */
    REFUSED_MAX_MS = 10 * 60 * 1000,
    LEASE_MS = 60 * 1000,
    LEASE_LOOK_MS = 15 * 1000,
    AGAIN_MS = 10 * 60 * 1000, /* until what could not be put away is tried again */
};

struct fetcher {
    struct service *service;
    struct commands *commands;
    const struct fetcher_options *options;
    struct reader *reader;
    struct wire_stop stop;
    pthread_t thread;
    char key[48];      /* of the mailbox in the store */
    char owner[24];    /* of the lease: this process */
    int64_t leased_ms; /* clock_ms() when the lease was taken or renewed; 0: it is not ours */
    struct {
        uint32_t validity, first; /* mails with smaller UIDs are older than the first start */
        int64_t started;          /* the first start, ms since 1970; 0: unknown */
    } known;
    bool by_date;     /* the UIDs are not those of the first start */
    uint32_t low;     /* all mails below are settled, in this connection */
    int64_t low_at;   /* clock_ms() when `low` was set back */
    bool unmoved;     /* some that are done could not be put away */
    GHashTable *kept; /* POP3: ids of mails that stay: old ones (1), refused ones (2) */
    char said[400];   /* what the log has last */
};

/* Once for each new trouble. */
static void complain(struct fetcher *f, const char *why)
{
    mail_state_note(f->service, MAIL_STATE_IN, why);
    if (strcmp(f->said, why) != 0)
        log_error("mailbox: %s", why);
    snprintf(f->said, sizeof f->said, "%s", why);
}

static void note_well(struct fetcher *f)
{
    mail_state_note(f->service, MAIL_STATE_IN, "");
    if (f->said[0] != '\0')
        log_error("mailbox: it works again");
    f->said[0] = '\0';
}

static bool stops(const struct fetcher *f)
{
    return atomic_load(&f->stop.stop);
}

/* False when it is time to stop. */
static bool pause_ms(struct fetcher *f, int ms)
{
    struct pollfd fd = {.fd = f->stop.fd, .events = POLLIN};
    if (!stops(f))
        (void)poll(&fd, 1, ms);
    return !stops(f);
}

/* --- the lease: one server of a site fetches --- */

static const char lease_key[] = "mailbox_lease";

static int apply_lease(struct work *w, void *context)
{
    struct fetcher *f = context;
    char text[80] = "";
    char owner[24] = "";
    long long until = 0;
    int err = store_meta_get(batch_store(w), lease_key, text, sizeof text);
    if (err < 0 && err != ERR_NOT_FOUND)
        return err;
    bool taken = err == 0 && sscanf(text, "%23s %lld", owner, &until) == 2;
    bool mine = !taken || strcmp(owner, f->owner) == 0 || until <= batch_now(w) ||
                !store_is_shared(batch_store(w));
    f->leased_ms = mine ? clock_ms() : 0;
    if (!mine)
        return 0;
    snprintf(text, sizeof text, "%s %lld", f->owner, (long long)(batch_now(w) + LEASE_MS));
    return store_meta_set(batch_store(w), lease_key, text);
}

/* Another server may fetch at once. */
static int apply_release(struct work *w, void *context)
{
    const struct fetcher *f = context;
    char text[80];
    char owner[24] = "";
    int err = store_meta_get(batch_store(w), lease_key, text, sizeof text);
    if (err == 0 && sscanf(text, "%23s", owner) == 1 && strcmp(owner, f->owner) == 0)
        err = store_meta_set(batch_store(w), lease_key, "- 0");
    return err == ERR_NOT_FOUND ? 0 : err;
}

static bool has_lease(struct fetcher *f)
{
    if (f->leased_ms != 0 && clock_ms() - f->leased_ms < LEASE_LOOK_MS)
        return true;
    if (batch_run_alone(f->service, apply_lease, f) != OUTCOME_DONE)
        f->leased_ms = 0;
    return f->leased_ms != 0;
}

/* --- what is known of the mailbox --- */

static int apply_known(struct work *w, void *context)
{
    struct fetcher *f = context;
    char text[80];
    snprintf(text, sizeof text, "%u %u %lld", (unsigned)f->known.validity, (unsigned)f->known.first,
             (long long)f->known.started);
    return store_meta_set(batch_store(w), f->key, text);
}

static int read_known(struct fetcher *f)
{
    char text[80] = "";
    unsigned validity = 0;
    unsigned first = 0;
    long long started = 0;
    struct store *store = reader_store(f->reader);
    int err = store_begin(store);
    if (err < 0)
        return err;
    err = store_meta_get(store, f->key, text, sizeof text);
    store_end(store);
    if (err == 0 && sscanf(text, "%u %u %lld", &validity, &first, &started) == 3) {
        f->known.validity = validity;
        f->known.first = first;
        f->known.started = started;
    }
    return err == ERR_NOT_FOUND ? 0 : err;
}

/* POP3 has no folders. A mail that stays has a mark more, which lasts: there are no numbers that
 * grow, and it must never be taken for a new one. */
enum stays { GOES, STAYS_OLD, STAYS_REFUSED };
static const char *const stays_mark[] = {"", "#old", "#refused"};
enum { MARK_BYTES = 220 };

static void mark_of(const struct fetcher *f, const struct box_mail *m, enum stays stays,
                    char out[MARK_BYTES])
{
    snprintf(out, MARK_BYTES, "%s:%s%s", f->key, m->id, stays_mark[stays]);
}

static int put_stays(struct store *s, const struct fetcher *f, const struct box_mail *m,
                     enum stays stays)
{
    char mark[MARK_BYTES];
    mark_of(f, m, stays, mark);
    int err = mailbox_seen(s, mark, INT64_MAX / 2);
    return err == ERR_CONFLICT ? 0 : err;
}

struct old_mails {
    const struct fetcher *fetcher;
    const GArray *list;
    const struct box_mail *refused; /* or this one */
};

static int apply_old(struct work *w, void *context)
{
    const struct old_mails *o = context;
    int err = 0;
    for (guint i = 0; err == 0 && i < o->list->len; i++)
        err = put_stays(batch_store(w), o->fetcher, &g_array_index(o->list, struct box_mail, i),
                        STAYS_OLD);
    return err;
}

static int ignore_old(struct fetcher *f, struct box *b)
{
    GArray *list = g_array_new(FALSE, FALSE, sizeof(struct box_mail));
    struct old_mails o = {.fetcher = f, .list = list};
    int err = box_list(b, 0, 0, OLD_MAX, list);
    if (err == 0 && list->len == OLD_MAX) {
        complain(f, "too many old mails lie in the mailbox: empty it first");
        err = ERR_TOO_BIG;
    }
    if (err == 0 && batch_run_alone(f->service, apply_old, &o) != OUTCOME_DONE)
        err = ERR_STORE;
    g_array_free(list, TRUE);
    return err;
}

/* The first time: what lies there is older than this start. Later: whether the numbers still mean
 * the same mails. */
static int meet(struct fetcher *f, struct box *b)
{
    struct box_state now;
    box_state(b, &now);
    int err = read_known(f);
    if (err < 0)
        return err;
    f->by_date = false;
    if (f->known.started == 0) {
        bool ignore = !f->options->old && now.mails > 0;
        f->known.validity = now.validity;
        f->known.first = ignore ? now.next : 1;
        f->known.started = f->options->old ? 1 : service_now(f->service);
        f->by_date = ignore && !f->options->place.pop && now.next == 0;
        if (ignore)
            log_error("mailbox: %u mails lay there before the first start and stay as they are; "
                      "--mailbox-old takes them, too",
                      (unsigned)now.mails);
        if (ignore && f->options->place.pop)
            err = ignore_old(f, b);
    } else if (f->known.validity == now.validity) {
        f->by_date = f->known.first == 0;
        f->low = f->known.first;
        return 0;
    } else {
        log_error("mailbox: its UIDVALIDITY has changed from %u to %u; what is done is known by "
                  "its content",
                  (unsigned)f->known.validity, (unsigned)now.validity);
        f->known.validity = now.validity;
        f->known.first = 0; /* from now on the time of arrival decides */
        f->by_date = true;
    }
    f->low = f->known.first;
    if (err == 0 && batch_run_alone(f->service, apply_known, f) != OUTCOME_DONE)
        err = ERR_STORE;
    return err;
}

/* --- one mail --- */

/* 1: it is dealt with already; 0: not yet. */
static int is_known(struct fetcher *f, const char *mark)
{
    struct store *store = reader_store(f->reader);
    int err = store_begin(store);
    if (err < 0)
        return err;
    err = mailbox_was_seen(store, mark);
    store_end(store);
    return err == ERR_CONFLICT ? 1 : err;
}

static int apply_mark(struct work *w, void *context)
{
    int err = mailbox_seen(batch_store(w), context, batch_now(w));
    return err == ERR_CONFLICT ? 0 : err;
}

/* Why a mail is not even fetched; NULL: it is. */
static const char *refuse_unread(const struct fetcher *f, const struct box_mail *m)
{
    if (m->size > LARGEST_BYTES || (f->options->place.pop && m->size > MESSAGE_BYTES_MAX))
        return "it is too large";
    if (!f->options->old && m->at > 0 && m->at < service_now(f->service) - AGE_DAYS * DAY_MS)
        return "it is older than 60 days";
    return NULL;
}

/* 0 when it may be put away, with the reason of a refusal or NULL; ERR_BUSY: again later. */
static int deal_with(struct fetcher *f, struct box *b, const struct box_mail *m, char *mark,
                     const char **refused)
{
    *refused = refuse_unread(f, m);
    if (*refused != NULL) {
        log_error("mailbox: mail %s is refused: %s (%lld bytes)", m->id, *refused,
                  (long long)m->size);
        return batch_run_alone(f->service, apply_mark, mark) == OUTCOME_DONE ? 0 : ERR_BUSY;
    }
    GString *bytes = g_string_new(NULL);
    int err = box_fetch(b, m, MESSAGE_BYTES_MAX, bytes);
    if (err == 0) {
        struct mail_job job = {
            .bytes = bytes->str, .n = bytes->len, .body = "", .recipient = "", .origin = mark};
        commands_run(f->commands, &job);
        *refused = job.status == MAIL_REFUSED ? "it is not a mail" : job.refused;
        err = job.status == MAIL_BUSY ? ERR_BUSY : 0;
        if (err == 0 && *refused != NULL)
            log_error("mailbox: mail %s is refused: %s", m->id, *refused);
    }
    g_string_free(bytes, TRUE);
    return err;
}

/* Whether a mail over POP3 stays where it is. */
static enum stays stays(struct fetcher *f, const struct box_mail *m)
{
    char mark[MARK_BYTES];
    enum stays found = (enum stays)GPOINTER_TO_INT(g_hash_table_lookup(f->kept, m->id));
    for (enum stays s = STAYS_OLD; found == GOES && s <= STAYS_REFUSED; s++) {
        mark_of(f, m, s, mark);
        if (is_known(f, mark) > 0)
            found = s;
    }
    if (found != GOES)
        g_hash_table_insert(f->kept, g_strdup(m->id), GINT_TO_POINTER((int)found));
    return found;
}

static int apply_refused(struct work *w, void *context)
{
    const struct old_mails *o = context;
    return put_stays(batch_store(w), o->fetcher, o->refused, STAYS_REFUSED);
}

/* Of the refused mails that stay over POP3, the oldest go. */
static int trim_refused(struct fetcher *f, struct box *b, const GArray *list)
{
    int n = 0;
    int err = 0;
    for (guint i = list->len; err == 0 && i-- > 0;) {
        const struct box_mail *m = &g_array_index(list, struct box_mail, i);
        if (GPOINTER_TO_INT(g_hash_table_lookup(f->kept, m->id)) == STAYS_REFUSED &&
            ++n > BOX_REFUSED_MAX)
            err = box_put_away(b, m, NULL);
    }
    return err == ERR_UNSUPPORTED ? 0 : err;
}

/* Whether a mail is settled: 1, 0 when it must be looked at again, or ERR_NETWORK. */
static int settle(struct fetcher *f, struct box *b, const struct box_mail *m)
{
    char mark[MARK_BYTES];
    const char *refused = NULL;
    if (f->by_date && m->at != 0 && m->at < f->known.started)
        return 1;
    if (f->options->place.pop && stays(f, m) != GOES)
        return 1;
    mark_of(f, m, GOES, mark);
    int known = is_known(f, mark);
    if (known < 0)
        return 0;
    int err = known > 0 ? 0 : deal_with(f, b, m, mark, &refused);
    if (err == ERR_NOT_FOUND)
        return 1;
    if (err < 0)
        return err == ERR_NETWORK ? err : 0;
    if (refused != NULL && f->options->place.pop) {
        struct old_mails o = {.fetcher = f, .refused = m};
        (void)batch_run_alone(f->service, apply_refused, &o);
    }
    err = box_put_away(b, m, refused);
    if (err == ERR_UNSUPPORTED) {
        char why[400];
        snprintf(why, sizeof why,
                 "mails that are done cannot be moved to hoshi/done (they are not done twice): %s."
                 " Is the mailbox full?",
                 box_why(b));
        complain(f, why);
        f->unmoved = true;
        return 1;
    }
    return err < 0 ? err : 1;
}

/* --- a connection --- */

/* Deals with what lies there; *left: something must be looked at again soon. */
static int look(struct fetcher *f, struct box *b, bool *left)
{
    GArray *list = g_array_new(FALSE, FALSE, sizeof(struct box_mail));
    int most = f->options->place.pop ? OLD_MAX : LIST_MAX;
    if (f->unmoved && clock_ms() - f->low_at > AGAIN_MS) {
        f->low = f->known.first;
        f->unmoved = false;
    }
    if (f->low == f->known.first)
        f->low_at = clock_ms();
    int err = box_list(b, f->low, f->by_date ? f->known.started : 0, most, list);
    bool all = true;
    *left = err == 0 && list->len == (guint)most;
    for (guint i = 0; err == 0 && i < list->len; i++) {
        const struct box_mail *m = &g_array_index(list, struct box_mail, i);
        if (stops(f) || !has_lease(f))
            break;
        int done = settle(f, b, m);
        if (done < 0)
            err = done;
        all = all && done > 0;
        *left = *left || done == 0;
        if (all && !f->options->place.pop)
            f->low = m->number + 1;
    }
    if (err == 0 && f->options->place.pop)
        err = trim_refused(f, b, list);
    g_array_free(list, TRUE);
    return err;
}

/* As long as the connection holds. */
static int attend(struct fetcher *f, struct box *b)
{
    bool left = false;
    int err = meet(f, b);
    while (err == 0 && !stops(f) && has_lease(f)) {
        err = look(f, b, &left);
        if (err == 0 && !f->unmoved)
            note_well(f);
        if (err < 0 || f->options->place.pop)
            break;
        credential_tend(f->options->credential);
        if (left) {
            (void)pause_ms(f, BUSY_MS);
            continue;
        }
        int64_t until = clock_ms() + (box_hears(b) ? LOOK_MS : POLL_MS);
        int n = 0;
        while (n == 0 && clock_ms() < until && !stops(f) && has_lease(f)) {
            int ms = service_is_shared(f->service) ? LEASE_LOOK_MS : LOOK_MS;
            n = box_wait(b, ms < until - clock_ms() ? ms : (int)(until - clock_ms()));
        }
        err = n < 0 ? n : 0;
    }
    return err;
}

static void *fetching_main(void *arg)
{
    struct fetcher *f = arg;
    int wait_ms = RETRY_MIN_MS;
    int refused_ms = REFUSED_MIN_MS;
    while (!stops(f)) {
        char why_buf[400] = "";
        struct text why;
        bool refused = false;
        text_init(&why, why_buf, sizeof why_buf);
        if (!has_lease(f)) {
            (void)pause_ms(f, LEASE_LOOK_MS / 3);
            continue;
        }
        struct box *b =
            box_open(&f->options->place, f->options->credential, &f->stop, &refused, &why);
        int err = b != NULL ? attend(f, b) : ERR_NETWORK;
        if (err < 0 && b != NULL && !stops(f)) {
            text_str(&why, f->options->place.url);
            text_str(&why, ": ");
            text_str(&why,
                     err == ERR_NETWORK || err == ERR_UNSUPPORTED ? box_why(b) : err_text(err));
        }
        box_close(b);
        if (err == 0) {
            wait_ms = RETRY_MIN_MS;
            refused_ms = REFUSED_MIN_MS;
            (void)pause_ms(f, f->options->place.pop ? POLL_MS : 0);
        } else if (!stops(f)) {
            if (why_buf[0] != '\0')
                complain(f, why_buf);
            if (refused)
                credential_refused(f->options->credential);
            int *ms = refused ? &refused_ms : &wait_ms;
            (void)pause_ms(f, *ms);
            int most = refused ? REFUSED_MAX_MS : RETRY_MAX_MS;
            *ms = *ms * 2 < most ? *ms * 2 : most;
        }
    }
    (void)batch_run_alone(f->service, apply_release, f);
    return NULL;
}

/* --- start and stop --- */

/* Of this mailbox, whatever its password: another one begins anew. */
static void name_key(struct fetcher *f)
{
    unsigned char hash[8];
    char hex[2 * sizeof hash + 1];
    char text[PLACE_BYTES + PLACE_FOLDER_BYTES + 300];
    const struct place *p = &f->options->place;
    snprintf(text, sizeof text, "%s %s %s", p->host, p->folder,
             credential_user(f->options->credential));
    crypto_generichash(hash, sizeof hash, (const unsigned char *)text, strlen(text), NULL, 0);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    snprintf(f->key, sizeof f->key, "mailbox:%s", hex);
    randombytes_buf(hash, sizeof hash);
    sodium_bin2hex(f->owner, sizeof f->owner, hash, sizeof hash);
}

struct fetcher *fetcher_start(struct service *s, struct commands *c,
                              const struct fetcher_options *o, struct text *why)
{
    struct fetcher *f = calloc(1, sizeof *f);
    if (f == NULL)
        return NULL;
    f->service = s;
    f->commands = c;
    f->options = o;
    name_key(f);
    f->kept = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    f->stop.fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    f->reader = f->stop.fd >= 0 ? reader_open(s, why) : NULL;
    if (f->reader == NULL) {
        if (f->stop.fd >= 0)
            (void)close(f->stop.fd);
        g_hash_table_destroy(f->kept);
        free(f);
        return NULL;
    }
    mail_state_use(s, MAIL_STATE_IN);
    if (pthread_create(&f->thread, NULL, fetching_main, f) != 0)
        abort(); /* memory is exhausted: what is on the disk is safe */
    return f;
}

void fetcher_stop(struct fetcher *f)
{
    uint64_t one = 1;
    if (f == NULL)
        return;
    atomic_store(&f->stop.stop, true);
    if (write(f->stop.fd, &one, sizeof one) < 0)
        abort(); /* an eventfd always takes one */
    (void)pthread_join(f->thread, NULL);
    (void)close(f->stop.fd);
    reader_close(f->reader);
    g_hash_table_destroy(f->kept);
    free(f);
}
