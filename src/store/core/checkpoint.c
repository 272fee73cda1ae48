/* checkpoint.c - one thread that sleeps until the log is long. */
#include "store/core/checkpoint.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdlib.h>

enum {
    LOG_PAGES = 4000,      /* a log that long is copied (16 MiB): a move writes up to ten pages */
    LOG_PAGES_MAX = 65536, /* a log that long makes the writer wait (256 MiB) */
    LEFT_PAGES = 256,      /* so few pages may be left for the writer, */
    ROUNDS = 4,            /* unless they are still more after that many copies */
    BUSY_MS = 5000,
};

enum state { ASLEEP, AT_WORK, DONE };

struct checkpoint {
    sqlite3 *writer; /* borrowed; used in the writer's thread alone */
    sqlite3 *db;     /* the thread's own */
    pthread_t thread;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t turned;
    enum state state;
    bool stop;
};

/* Syncs the file to the disk. SQLite does this only when the log is empty, and then in the writer's
 * thread. */
static void sync_file(sqlite3 *db)
{
    sqlite3_file *file = NULL;
    if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK &&
        file != NULL && file->pMethods != NULL)
        (void)file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
}

static void copy_log(sqlite3 *db)
{
    for (int i = 0; i < ROUNDS; i++) {
        int pages = 0;
        int copied = 0;
        /* A failed checkpoint is tried again when the log has grown; the log itself is safe on the
         * disk. */
        int rc = sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, &pages, &copied);
        if (rc != SQLITE_OK)
            return;
        sync_file(db);
        if (pages - copied <= LEFT_PAGES)
            return;
    }
}

static void *run(void *context)
{
    struct checkpoint *c = context;
    (void)pthread_mutex_lock(&c->mutex);
    while (!c->stop) {
        if (c->state != AT_WORK) {
            (void)pthread_cond_wait(&c->turned, &c->mutex);
            continue;
        }
        (void)pthread_mutex_unlock(&c->mutex);
        copy_log(c->db);
        (void)pthread_mutex_lock(&c->mutex);
        c->state = DONE;
        (void)pthread_cond_broadcast(&c->turned);
    }
    (void)pthread_mutex_unlock(&c->mutex);
    return NULL;
}

/* After each commit of the writer, in its thread: `pages` are in the log. */
static int on_commit(void *context, sqlite3 *db, const char *name, int pages)
{
    struct checkpoint *c = context;
    (void)pthread_mutex_lock(&c->mutex);
    while (c->state == AT_WORK && pages >= LOG_PAGES_MAX)
        (void)pthread_cond_wait(&c->turned, &c->mutex);
    bool rest = c->state == DONE;
    if (rest)
        c->state = ASLEEP;
    else if (c->state == ASLEEP && pages >= LOG_PAGES) {
        c->state = AT_WORK;
        (void)pthread_cond_broadcast(&c->turned);
    }
    (void)pthread_mutex_unlock(&c->mutex);
    if (rest)
        (void)sqlite3_wal_checkpoint_v2(db, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return SQLITE_OK;
}

struct checkpoint *checkpoint_new(sqlite3 *db, const char *file)
{
    struct checkpoint *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->writer = db;
    (void)pthread_mutex_init(&c->mutex, NULL);
    (void)pthread_cond_init(&c->turned, NULL);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(file, &c->db, flags, NULL) != SQLITE_OK ||
        sqlite3_exec(c->db, "PRAGMA synchronous = FULL", NULL, NULL, NULL) != SQLITE_OK ||
        pthread_create(&c->thread, NULL, run, c) != 0) {
        (void)sqlite3_close(c->db);
        (void)pthread_cond_destroy(&c->turned);
        (void)pthread_mutex_destroy(&c->mutex);
        free(c);
        return NULL;
    }
    (void)sqlite3_busy_timeout(c->db, BUSY_MS);
    (void)sqlite3_wal_hook(db, on_commit, c);
    return c;
}

void checkpoint_free(struct checkpoint *c)
{
    if (c == NULL)
        return;
    (void)sqlite3_wal_hook(c->writer, NULL, NULL);
    (void)pthread_mutex_lock(&c->mutex);
    c->stop = true;
    (void)pthread_cond_broadcast(&c->turned);
    (void)pthread_mutex_unlock(&c->mutex);
    (void)pthread_join(c->thread, NULL);
    (void)sqlite3_close(c->db);
    (void)pthread_cond_destroy(&c->turned);
    (void)pthread_mutex_destroy(&c->mutex);
    free(c);
}
