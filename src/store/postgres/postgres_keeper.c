/* postgres_keeper.c - the parts of the events (postgres_parts.h) as the process that writes sees
 * them: the writer asks up to which number there are parts, and a thread beside it, the keeper,
 * makes new ones and drops old ones. While the keeper waits, no move waits for it. */
#include "base/err.h"
#include "platform/log.h"
#include "store/postgres/postgres_int.h"
#include "store/postgres/postgres_parts.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { AGAIN_S = 10 }; /* after a turn that has left something */

struct pg_keeper {
    struct pg *p; /* the thread's own */
    pthread_t thread;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t turned;
    int64_t now_ms, before_ms;
    bool wanted, stop;
};

/* One turn; whether another one is needed soon. */
static bool take_turn(struct pg *p, int64_t now_ms, int64_t before_ms, bool *told)
{
    char buf[320];
    struct text why;
    text_init(&why, buf, sizeof buf);
    int err = pg_ensure_connected(p);
    if (err < 0)
        text_str(&why, p->failure);
    else
        err = pg_parts_turn(p->conn, now_ms, before_ms, &why);
    if (err < 0 && !*told)
        log_error("old events are not dropped, and it is tried again: %s", buf);
    *told = err < 0;
    return err != 0;
}

static void *run(void *context)
{
    struct pg_keeper *k = context;
    bool again = false;
    bool told = false;
    (void)pthread_mutex_lock(&k->mutex);
    while (!k->stop) {
        struct timespec until;
        (void)clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec += AGAIN_S;
        int rc = 0;
        while (!k->stop && !k->wanted && rc != ETIMEDOUT)
            rc = again ? pthread_cond_timedwait(&k->turned, &k->mutex, &until)
                       : pthread_cond_wait(&k->turned, &k->mutex);
        if (k->stop)
            break;
        int64_t now_ms = k->now_ms;
        int64_t before_ms = k->before_ms;
        k->wanted = false;
        (void)pthread_mutex_unlock(&k->mutex);
        again = take_turn(k->p, now_ms, before_ms, &told);
        (void)pthread_mutex_lock(&k->mutex);
    }
    (void)pthread_mutex_unlock(&k->mutex);
    return NULL;
}

static void keeper_free(struct pg_keeper *k)
{
    (void)pthread_cond_destroy(&k->turned);
    (void)pthread_mutex_destroy(&k->mutex);
    pg_handle_free(k->p);
    free(k);
}

/* On ERR_NO_MEMORY the next call tries again. */
static int start(struct pg *writer)
{
    struct pg_keeper *k = calloc(1, sizeof *k);
    if (k == NULL)
        return ERR_NO_MEMORY;
    k->p = pg_handle_new(writer->where, PG_KEEPER); /* the thread connects */
    if (k->p == NULL) {
        free(k);
        return ERR_NO_MEMORY;
    }
    pthread_condattr_t attr;
    (void)pthread_condattr_init(&attr);
    (void)pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&k->turned, &attr);
    (void)pthread_condattr_destroy(&attr);
    (void)pthread_mutex_init(&k->mutex, NULL);
    if (pthread_create(&k->thread, NULL, run, k) != 0) {
        keeper_free(k);
        return ERR_NO_MEMORY;
    }
    writer->keeper = k;
    return 0;
}

int pg_forget_events(struct store *writer, int64_t now_ms, int64_t before_ms)
{
    struct pg *p = pg_of(writer);
    int err = p->keeper == NULL ? start(p) : 0;
    if (err < 0)
        return err;
    (void)pthread_mutex_lock(&p->keeper->mutex);
    p->keeper->now_ms = now_ms;
    p->keeper->before_ms = before_ms;
    p->keeper->wanted = true;
    (void)pthread_cond_signal(&p->keeper->turned);
    (void)pthread_mutex_unlock(&p->keeper->mutex);
    return 0;
}

void pg_keeper_stop(struct pg *writer)
{
    struct pg_keeper *k = writer->keeper;
    if (k == NULL)
        return;
    (void)pthread_mutex_lock(&k->mutex);
    k->stop = true;
    (void)pthread_cond_signal(&k->turned);
    (void)pthread_mutex_unlock(&k->mutex);
    (void)pthread_join(k->thread, NULL);
    keeper_free(k);
    writer->keeper = NULL;
}

/* The last part has been entered: the keeper makes the next one. */
static void ask_for_spare(struct pg *p)
{
    p->spare = INT64_MAX; /* until the next part is entered */
    if (p->keeper == NULL)
        return;
    (void)pthread_mutex_lock(&p->keeper->mutex);
    p->keeper->wanted = true;
    (void)pthread_cond_signal(&p->keeper->turned);
    (void)pthread_mutex_unlock(&p->keeper->mutex);
}

/* Asks which parts exist, since other processes may have made some; makes one if the event still
 * has none. */
static int find_room(struct pg *p, int64_t event)
{
    char sql[PG_PART_SQL_BYTES];
    int64_t room = 0;
    int64_t spare = 0;
    int err = pg_ask(p, pg_parts_end, &room);
    if (err == 0 && event >= room) {
        pg_parts_reach(event, PG_PART_MIN, sql);
        p->made_part = true;
        err = pg_ask(p, sql, NULL);
        if (err == 0)
            err = pg_ask(p, pg_parts_end, &room);
    }
    if (err == 0)
        err = pg_ask(p, pg_parts_last, &spare);
    if (err < 0)
        return err;
    p->room = room;
    p->spare = spare;
    return 0;
}

int pg_make_room(struct store *writer, int64_t event)
{
    struct pg *p = pg_of(writer);
    int err = event >= p->room ? find_room(p, event) : 0;
    if (err == 0 && event >= p->spare)
        ask_for_spare(p);
    return err;
}
