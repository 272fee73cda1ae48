#include "service/core/mail_state.h"

#include "base/err.h"
#include "base/prefix.h"
#include "platform/clock.h"
#include "service/core/batch.h"
#include "service/core/service_int.h"
#include "store/people/mailbox.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct mail_state {
    pthread_mutex_t mutex;
    struct mail_state_view part[MAIL_STATE_N];
    const char *address; /* set before other threads ask */
};

const char *const mail_state_name[MAIL_STATE_N] = {"in", "out", "consent"};

struct mail_state *mail_state_new(void)
{
    struct mail_state *m = calloc(1, sizeof *m);
    if (m != NULL)
        (void)pthread_mutex_init(&m->mutex, NULL);
    return m;
}

void mail_state_free(struct mail_state *m)
{
    if (m == NULL)
        return;
    (void)pthread_mutex_destroy(&m->mutex);
    free(m);
}

void mail_state_use(struct service *s, enum mail_state_part part)
{
    (void)pthread_mutex_lock(&s->mail_state->mutex);
    s->mail_state->part[part].used = true;
    (void)pthread_mutex_unlock(&s->mail_state->mutex);
}

void mail_state_note(struct service *s, enum mail_state_part part, const char *fault)
{
    struct mail_state_view *v = &s->mail_state->part[part];
    (void)pthread_mutex_lock(&s->mail_state->mutex);
    v->used = true;
    if (fault[0] == '\0')
        v->well_at = clock_unix_ms();
    snprintf(v->fault, sizeof v->fault, "%s", fault);
    (void)pthread_mutex_unlock(&s->mail_state->mutex);
}

void mail_state_look(struct service *s, enum mail_state_part part, struct mail_state_view *out)
{
    (void)pthread_mutex_lock(&s->mail_state->mutex);
    *out = s->mail_state->part[part];
    (void)pthread_mutex_unlock(&s->mail_state->mutex);
}

void mail_state_address(struct service *s, const char *address)
{
    s->mail_state->address = address;
}

/* --- the test --- */

static const char test_key[] = "mail_test"; /* "CODE SENT RECEIVED" */
static const char test_subject[] = "Test of the mailbox ";

struct test {
    char code[SERVICE_SECRET_BYTES];
    long long sent_at, received_at;
};

static int read_test(struct store *s, struct test *out)
{
    char text[160] = "";
    *out = (struct test){.sent_at = 0};
    int err = store_meta_get(s, test_key, text, sizeof text);
    if (err == 0 &&
        sscanf(text, "%43s %lld %lld", out->code, &out->sent_at, &out->received_at) != 3)
        *out = (struct test){.sent_at = 0};
    return err == ERR_NOT_FOUND ? 0 : err;
}

static int write_test(struct store *s, const struct test *t)
{
    char text[160];
    snprintf(text, sizeof text, "%s %lld %lld", t->code, t->sent_at, t->received_at);
    return store_meta_set(s, test_key, text);
}

int mail_state_test(struct work *w, void *unused)
{
    struct test t = {.sent_at = batch_now(w)};
    char hash[STORE_HASH_BYTES];
    char subject[sizeof test_subject + sizeof t.code];
    const char *address = w->s->mail_state->address;
    (void)unused;
    if (address == NULL)
        return work_refuse(w, OUTCOME_CONFLICT,
                           "This server sends no mail: set --mail-address (docs/MAIL.md).");
    service_secret(t.code, hash);
    snprintf(subject, sizeof subject, "%s%s", test_subject, t.code);
    struct mailbox_mail m = {
        .address = address,
        .answers = "",
        .reply_to = "",
        .subject = subject,
        .body =
            "An administrator tries whether mails go out and come in. Nothing needs to be done.\n",
        .html = "",
        .at = t.sent_at};
    int err = mailbox_post(batch_store(w), &m);
    return err < 0 ? err : write_test(batch_store(w), &t);
}

int mail_state_came(struct work *w, void *subject)
{
    struct test t;
    const char *code = prefix_after(subject, test_subject);
    int err = code != NULL ? read_test(batch_store(w), &t) : ERR_NOT_FOUND;
    if (err < 0 || t.sent_at == 0 || t.received_at != 0 || strcmp(code, t.code) != 0)
        return err == ERR_NOT_FOUND ? 0 : err;
    t.received_at = batch_now(w);
    return write_test(batch_store(w), &t);
}

json_t *reader_mail_state(struct reader *r, int *err)
{
    struct service *s = batch_reader_service(r);
    struct store *store = reader_store(r);
    struct test t = {.sent_at = 0};
    json_t *parts = json_array();
    *err = store_begin(store);
    if (*err == 0) {
        *err = read_test(store, &t);
        store_end(store);
    }
    for (int i = 0; i < MAIL_STATE_N; i++) {
        struct mail_state_view v;
        mail_state_look(s, (enum mail_state_part)i, &v);
        if (v.used)
            json_array_append_new(
                parts, json_pack("{ss so so}", "part", mail_state_name[i], "well_at",
                                 v.well_at != 0 ? json_integer(v.well_at) : json_null(), "fault",
                                 v.fault[0] != '\0' ? json_string(v.fault) : json_null()));
    }
    const char *address = s->mail_state->address;
    json_t *test = t.sent_at == 0
                       ? json_null()
                       : json_pack("{sI so}", "sent_at", (json_int_t)t.sent_at, "received_at",
                                   t.received_at != 0 ? json_integer(t.received_at) : json_null());
    json_t *out =
        json_pack("{so so so}", "address", address != NULL ? json_string(address) : json_null(),
                  "parts", parts, "test", test);
    if (*err < 0 || out == NULL) {
        json_decref(out);
        *err = *err < 0 ? *err : ERR_NO_MEMORY;
        return NULL;
    }
    return out;
}
