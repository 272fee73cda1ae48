#include "service/people/passwords.h"

#include "base/err.h"
#include "service/core/service_int.h"
#include "service/core/unicode.h"
#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* Random bytes in the form of a string of passwords_make: no password fits them, and the check
 * takes as long as any other. */
static const char nobody[PEOPLE_PASSWORD_BYTES] =
    "$argon2id$v=19$m=65536,t=2,p=1$y+n3IHpo09nAm95oz1VK0A"
    "$mXfb+1bQnbUM8SZ61SUZ6yBCxhKt0NM6ndAHkCqPd9I";

enum { PREPARED_BYTES = 4 * (PASSWORDS_MAX + 1) }; /* NFC may be longer */

int passwords_make(const char *password, char out[PEOPLE_PASSWORD_BYTES])
{
    char prepared[PREPARED_BYTES];
    if (unicode_password(password, prepared, sizeof prepared))
        password = prepared;
    _Static_assert((int)crypto_pwhash_STRBYTES <= (int)PEOPLE_PASSWORD_BYTES, "too short");
    int err = crypto_pwhash_str(out, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                crypto_pwhash_MEMLIMIT_INTERACTIVE);
    sodium_memzero(prepared, sizeof prepared);
    return err == 0 ? 0 : ERR_NO_MEMORY;
}

bool passwords_fit(const char *stored, const char *password)
{
    char prepared[PREPARED_BYTES];
    bool other =
        unicode_password(password, prepared, sizeof prepared) && strcmp(prepared, password) != 0;
    bool fits = other && crypto_pwhash_str_verify(stored, prepared, strlen(prepared)) == 0;
    sodium_memzero(prepared, sizeof prepared);
    /* Older strings were made of passwords as they were typed. */
    return fits || crypto_pwhash_str_verify(stored, password, strlen(password)) == 0;
}

static void compute(struct password_job *j)
{
    j->fits = true;
    if (j->check) {
        bool known = j->stored[0] != '\0';
        j->fits = passwords_fit(known ? j->stored : nobody, j->given) && known;
    }
    if (j->fits && j->verify != NULL)
        j->fits = j->verify(j->context);
    j->made[0] = '\0';
    if (j->make && j->fits && passwords_make(j->fresh, j->made) < 0)
        j->made[0] = '\0';
    sodium_memzero(j->given, sizeof j->given);
    sodium_memzero(j->fresh, sizeof j->fresh);
}

static void run(struct pool_job *job, void *own)
{
    struct password_job *j = CONTAINER_OF(job, struct password_job, job);
    (void)own;
    compute(j);
    j->done(j);
}

static void drop(struct pool_job *job)
{
    struct password_job *j = CONTAINER_OF(job, struct password_job, job);
    j->dropped = true;
    sodium_memzero(j->given, sizeof j->given);
    sodium_memzero(j->fresh, sizeof j->fresh);
    j->done(j);
}

int passwords_submit(struct pool *p, struct password_job *j)
{
    j->dropped = false;
    j->job = (struct pool_job){.run = run,
                               .drop = drop,
                               .fair = {.caller = j->caller, .class = j->class},
                               .wait_ms = PASSWORDS_WAIT_MS};
    return pool_add(p, &j->job);
}

struct pool *passwords_of(struct service *s)
{
    return s->passwords;
}
