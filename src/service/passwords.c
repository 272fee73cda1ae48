#include "service/passwords.h"

#include "base/err.h"
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 8 };

struct passwords {
    pthread_mutex_t mutex;
    pthread_cond_t more;
    struct password_job *head, **tail;
    int queued;
    bool stop;
    int threads_n;
    pthread_t threads[THREADS_MAX];
};

/* The form of a string that passwords_make makes, of random bytes: nothing fits it, and to find that
 * out takes as long as with any other. */
static const char nobody[] = "$argon2id$v=19$m=65536,t=2,p=1$y+n3IHpo09nAm95oz1VK0A"
                             "$mXfb+1bQnbUM8SZ61SUZ6yBCxhKt0NM6ndAHkCqPd9I";

int passwords_make(const char *password, char out[PEOPLE_PASSWORD_BYTES])
{
    _Static_assert((int)crypto_pwhash_STRBYTES <= (int)PEOPLE_PASSWORD_BYTES, "too short");
    return crypto_pwhash_str(out, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0
               ? 0
               : ERR_NO_MEMORY;
}

bool passwords_fit(const char *stored, const char *password)
{
    return crypto_pwhash_str_verify(stored, password, strlen(password)) == 0;
}

static void compute(struct password_job *j)
{
    j->fits = true;
    if (j->check) {
        bool known = j->stored[0] != '\0';
        j->fits = passwords_fit(known ? j->stored : nobody, j->given) && known;
    }
    j->made[0] = '\0';
    if (j->make && j->fits && passwords_make(j->fresh, j->made) < 0)
        j->made[0] = '\0';
    sodium_memzero(j->given, sizeof j->given);
    sodium_memzero(j->fresh, sizeof j->fresh);
}

static void *thread_main(void *arg)
{
    struct passwords *p = arg;
    for (;;) {
        (void)pthread_mutex_lock(&p->mutex);
        while (p->head == NULL && !p->stop)
            (void)pthread_cond_wait(&p->more, &p->mutex);
        struct password_job *j = p->head;
        if (j != NULL) {
            p->head = j->next;
            p->queued--;
            if (p->head == NULL)
                p->tail = &p->head;
        }
        (void)pthread_mutex_unlock(&p->mutex);
        if (j == NULL)
            return NULL;
        compute(j);
        j->done(j);
    }
}

struct passwords *passwords_new(int threads)
{
    struct passwords *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    ASSERT(threads >= 1 && threads <= THREADS_MAX);
    p->tail = &p->head;
    (void)pthread_mutex_init(&p->mutex, NULL);
    (void)pthread_cond_init(&p->more, NULL);
    while (p->threads_n < threads &&
           pthread_create(&p->threads[p->threads_n], NULL, thread_main, p) == 0)
        p->threads_n++;
    if (p->threads_n == 0) {
        passwords_free(p);
        return NULL;
    }
    return p;
}

void passwords_free(struct passwords *p)
{
    if (p == NULL)
        return;
    (void)pthread_mutex_lock(&p->mutex);
    p->stop = true;
    (void)pthread_cond_broadcast(&p->more);
    (void)pthread_mutex_unlock(&p->mutex);
    for (int i = 0; i < p->threads_n; i++)
        (void)pthread_join(p->threads[i], NULL);
    (void)pthread_cond_destroy(&p->more);
    (void)pthread_mutex_destroy(&p->mutex);
    free(p);
}

int passwords_submit(struct passwords *p, struct password_job *j)
{
    j->next = NULL;
    (void)pthread_mutex_lock(&p->mutex);
    bool full = p->queued >= PASSWORDS_QUEUE || p->stop;
    if (!full) {
        *p->tail = j;
        p->tail = &j->next;
        p->queued++;
        (void)pthread_cond_signal(&p->more);
    }
    (void)pthread_mutex_unlock(&p->mutex);
    return full ? ERR_BUSY : 0;
}
