#include "service/core/mail_state.h"

#include "platform/clock.h"
#include "service/core/service_int.h"
#include <stdlib.h>
#include <string.h>

struct mail_state {
    pthread_mutex_t mutex;
    struct mail_state_view part[MAIL_STATE_N];
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
