/* feature.c - the part of accounts in the life of the service. */
#include "service/core/service_int.h"
#include "service/people/idle.h"
#include "service/people/passwords.h"

enum { PASSWORD_THREADS = 2 };

static bool open_people(struct service *s)
{
    s->passwords = pool_new(PASSWORD_THREADS, NULL,
                            (struct pool_bounds){.most = PASSWORDS_QUEUE, .each = PASSWORDS_EACH});
    return s->passwords != NULL;
}

static void stop(struct service *s)
{
    pool_free(s->passwords);
}

const struct feature feature_people = {.open = open_people, .stop = stop, .tidy = idle_tidy};
