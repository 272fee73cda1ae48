/* sqlite.c - the store in one SQLite file: WAL, synchronous=FULL, so that a commit that returned is
 * on the disk and readers never wait for the writer.
 *
 * Invariants:
 * (1) One process writes: it holds an exclusive flock on FILE-lock for as long as it lives. The
 *     lock goes with the process, however it ends.
 * (2) ":memory:" has one connection for the writer and its readers; a mutex is held from begin to
 *     commit or rollback, so that no reader sees uncommitted changes.
 * (3) The schema's number is the last row of `migration`; application_id marks the file as ours. */
#include "base/err.h"
#include "platform/clock.h"
#include "store/core/checkpoint.h"
#include "store/core/queries.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum {
    APPLICATION_ID = 0x686f7368 /* "hosh" */,
    BUSY_MS = 5000,
    STEPS = 20000,
    STATEMENT_US = 5 * 1000 * 1000
};

struct shared { /* of a ":memory:" writer and its readers */
    pthread_mutex_t mutex;
    int users_n;
};

struct sqlite {
    struct store base;
    sqlite3 *db;
    sqlite3_stmt *stmts[STORE_QUERY_N], *verbs[VERB_N];
    char *where;
    struct shared *shared;         /* NULL for a file */
    struct checkpoint *checkpoint; /* of a file's writer */
    bool reader;
    int64_t until_us; /* of a reader: its present statement ends by then, finished or not */
    int lock_fd;      /* -1: none */
    int schema;
};

static struct sqlite *of(struct store *s)
{
    return (struct sqlite *)s;
}

static int err_of(int rc)
{
    switch (rc & 0xff) {
    case SQLITE_OK:
    case SQLITE_DONE:
    case SQLITE_ROW:
        return 0;
    case SQLITE_CONSTRAINT:
        return ERR_CONFLICT;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_INTERRUPT: /* is_late */
        return ERR_BUSY;
    case SQLITE_NOMEM:
        return ERR_NO_MEMORY;
    default:
        return ERR_STORE;
    }
}

static void row_number(int *out, sqlite3_stmt *st)
{
    *out = sqlite3_step(st) == SQLITE_ROW ? sqlite3_column_int(st, 0) : -1;
}

/* The first number that a statement gives; -1 if it gives none. */
static int number(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *st = NULL;
    int out = -1;
    if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK)
        row_number(&out, st);
    sqlite3_finalize(st);
    return out;
}

static int migrate_one(sqlite3 *db, int n)
{
    char mark[160];
    int rc = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        return rc;
    rc = sqlite3_exec(db, store_migrations[n - 1].sql, NULL, NULL, NULL);
    snprintf(mark, sizeof mark,
             "INSERT INTO migration (number, applied_at) VALUES (%d, unixepoch() * 1000)", n);
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(db, mark, NULL, NULL, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        (void)sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return rc;
}

/* Brings the schema up to date; says in *why what is wrong with a file that cannot be used. */
static int migrate(struct sqlite *s, struct text *why)
{
    int tables = number(s->db, "SELECT count(*) FROM sqlite_master");
    int application = number(s->db, "PRAGMA application_id");
    if (tables < 0 || application < 0) {
        text_str(why, sqlite3_errmsg(s->db));
        return ERR_STORE;
    }
    if (tables > 0 && application != APPLICATION_ID) {
        text_str(why, "it is a database of another program");
        return ERR_STORE;
    }
    char mark[64];
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d", APPLICATION_ID);
    int rc = SQLITE_OK;
    if (application != APPLICATION_ID)
        rc = sqlite3_exec(s->db, mark, NULL, NULL, NULL);
    if (rc == SQLITE_OK && tables == 0)
        rc = sqlite3_exec(s->db,
                          "CREATE TABLE migration (number INTEGER PRIMARY KEY,"
                          " applied_at INTEGER NOT NULL)",
                          NULL, NULL, NULL);
    s->schema = number(s->db, "SELECT coalesce(max(number), 0) FROM migration");
    if (s->schema > store_migrations_n) {
        text_str(why, "its schema (");
        text_int(why, s->schema);
        text_str(why, ") is newer than this program's (");
        text_int(why, store_migrations_n);
        text_str(why, "): use the newer hoshi");
        return ERR_UNSUPPORTED;
    }
    int before = s->schema;
    while (rc == SQLITE_OK && s->schema >= 0 && s->schema < store_migrations_n) {
        rc = migrate_one(s->db, s->schema + 1);
        if (rc == SQLITE_OK)
            s->schema++;
    }
    if (rc != SQLITE_OK || s->schema < 0) {
        text_str(why, "migrating it failed: ");
        text_str(why, sqlite3_errmsg(s->db));
        return ERR_STORE;
    }
    store_tell_migrated(before, s->schema);
    return 0;
}

static void sqlite_close(struct store *base)
{
    struct sqlite *s = of(base);
    checkpoint_free(s->checkpoint);
    for (int i = 0; i < STORE_QUERY_N; i++)
        sqlite3_finalize(s->stmts[i]);
    for (int i = 0; i < VERB_N; i++)
        sqlite3_finalize(s->verbs[i]);
    bool last = s->shared == NULL || --s->shared->users_n == 0;
    if (last) {
        int rc = sqlite3_close(s->db);
        ASSERT(rc == SQLITE_OK); /* else a statement was left open */
        if (s->shared != NULL) {
            (void)pthread_mutex_destroy(&s->shared->mutex);
            free(s->shared);
        }
    }
    if (s->lock_fd >= 0)
        (void)close(s->lock_fd);
    free(s->where);
    free(s);
}

static struct sqlite *handle_new(const char *where)
{
    struct sqlite *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->base.driver = &store_sqlite;
    s->lock_fd = -1;
    s->where = strdup(where);
    if (s->where == NULL) {
        free(s);
        return NULL;
    }
    return s;
}

/* Invariant 1. */
static int take_lock(struct sqlite *s, struct text *why)
{
    char path[4200];
    int n = snprintf(path, sizeof path, "%s-lock", s->where);
    if (n < 0 || (size_t)n >= sizeof path) {
        text_str(why, "its path is too long");
        return ERR_TOO_BIG;
    }
    s->lock_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->lock_fd < 0) {
        text_str(why, strerror(errno));
        return ERR_IO;
    }
    if (flock(s->lock_fd, LOCK_EX | LOCK_NB) != 0) {
        text_str(why, "another process is serving from it");
        return ERR_BUSY;
    }
    return 0;
}

/* Called every STEPS steps of SQLite's machine: not 0 ends the statement. */
static int is_late(void *context)
{
    const struct sqlite *s = context;
    return clock_us() > s->until_us;
}

static int connect_db(struct sqlite *s, int flags, struct text *why)
{
    int rc = sqlite3_open_v2(s->where, &s->db, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
                             NULL);
    if (rc != SQLITE_OK) {
        text_str(why, s->db != NULL ? sqlite3_errmsg(s->db) : "out of memory");
        return err_of(rc);
    }
    (void)sqlite3_busy_timeout(s->db, BUSY_MS);
    /* Sorts and the undo data of savepoints stay in memory: the sandbox forbids temporary files. */
    rc = sqlite3_exec(s->db, "PRAGMA temp_store = MEMORY", NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        text_str(why, sqlite3_errmsg(s->db));
    return err_of(rc);
}

static int sqlite_open(const char *where, struct store **out, struct text *why)
{
    struct sqlite *s = handle_new(where);
    if (s == NULL)
        return ERR_NO_MEMORY;
    /* No caller asks for its memory use, and counting costs a lock for each allocation. The call
     * fails, and is not needed, if SQLite runs already. */
    (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    int err = 0;
    bool memory = strcmp(where, ":memory:") == 0;
    if (memory) {
        s->shared = calloc(1, sizeof *s->shared);
        if (s->shared == NULL) {
            err = ERR_NO_MEMORY;
            goto out;
        }
        s->shared->users_n = 1;
        (void)pthread_mutex_init(&s->shared->mutex, NULL);
    } else {
        err = take_lock(s, why);
        if (err < 0)
            goto out;
    }
    err = connect_db(s, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, why);
    if (err < 0)
        goto out;
    if (sqlite3_exec(s->db,
                     "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                     "PRAGMA foreign_keys = ON; PRAGMA cache_size = -65536;",
                     NULL, NULL, NULL) != SQLITE_OK) {
        text_str(why, sqlite3_errmsg(s->db));
        err = ERR_STORE;
        goto out;
    }
    err = migrate(s, why);
    if (err == 0 && !memory)
        s->checkpoint = checkpoint_new(s->db, s->where);
out:
    if (err < 0)
        sqlite_close(&s->base);
    else
        *out = &s->base;
    return err;
}

static int sqlite_look(const char *where, struct store **out, struct text *why)
{
    struct sqlite *s = handle_new(where);
    if (s == NULL)
        return ERR_NO_MEMORY;
    s->reader = true;
    int err = connect_db(s, SQLITE_OPEN_READONLY, why);
    if (err == 0 && number(s->db, "PRAGMA application_id") != APPLICATION_ID) {
        text_str(why, "it is not a store of hoshi");
        err = ERR_STORE;
    }
    if (err == 0)
        s->schema = number(s->db, "SELECT coalesce(max(number), 0) FROM migration");
    if (err < 0)
        sqlite_close(&s->base);
    else
        *out = &s->base;
    return err;
}

static int sqlite_open_reader(struct store *writer, struct store **out, struct text *why)
{
    struct sqlite *w = of(writer);
    struct sqlite *s = handle_new(w->where);
    if (s == NULL)
        return ERR_NO_MEMORY;
    s->reader = true;
    s->schema = w->schema;
    int err = 0;
    if (w->shared != NULL) {
        s->shared = w->shared;
        s->db = w->db;
        w->shared->users_n++;
    } else {
        err = connect_db(s, SQLITE_OPEN_READONLY, why);
        /* Of statements that do not come through sqlite_query none takes long. */
        s->until_us = INT64_MAX;
        if (err == 0)
            sqlite3_progress_handler(s->db, STEPS, is_late, s);
    }
    if (err < 0)
        sqlite_close(&s->base);
    else
        *out = &s->base;
    return err;
}

static int run_verb(struct sqlite *s, enum store_verb verb, const char *sql)
{
    int rc = SQLITE_OK;
    if (s->verbs[verb] == NULL)
        rc = sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &s->verbs[verb], NULL);
    if (rc != SQLITE_OK)
        return rc;
    rc = sqlite3_step(s->verbs[verb]);
    (void)sqlite3_reset(s->verbs[verb]);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static int sqlite_verb(struct store *base, enum store_verb verb)
{
    static const char *const sql[VERB_N] = {
        [VERB_BEGIN] = "BEGIN IMMEDIATE", [VERB_COMMIT] = "COMMIT",
        [VERB_ROLLBACK] = "ROLLBACK",     [VERB_SAVEPOINT] = "SAVEPOINT one",
        [VERB_RELEASE] = "RELEASE one",   [VERB_UNDO] = "ROLLBACK TO one",
    };
    struct sqlite *s = of(base);
    if (verb == VERB_BEGIN && s->shared != NULL)
        (void)pthread_mutex_lock(&s->shared->mutex);
    int rc = run_verb(s, verb, verb == VERB_BEGIN && s->reader ? "BEGIN" : sql[verb]);
    if (verb == VERB_UNDO && rc == SQLITE_OK)
        rc = run_verb(s, VERB_RELEASE, sql[VERB_RELEASE]);
    /* A begin that failed holds nothing. A commit that failed is always followed by a rollback,
     * which ends the transaction even if it returns an error (SQLite may have rolled back by
     * itself). */
    bool ended = verb == VERB_BEGIN    ? rc != SQLITE_OK
                 : verb == VERB_COMMIT ? rc == SQLITE_OK
                                       : verb == VERB_ROLLBACK;
    int err = err_of(rc);
    if (ended && s->shared != NULL)
        (void)pthread_mutex_unlock(&s->shared->mutex);
    return err;
}

static int prepare(struct sqlite *s, int query)
{
    int rc = sqlite3_prepare_v3(s->db, store_statements[query].sql, -1, SQLITE_PREPARE_PERSISTENT,
                                &s->stmts[query], NULL);
    if (rc != SQLITE_OK)
        return err_of(rc);
    for (int i = 1; i <= sqlite3_bind_parameter_count(s->stmts[query]); i++) {
        char name[16];
        snprintf(name, sizeof name, "$%d", i);
        /* The queries name their parameters in order (driver.h). */
        ASSERT(strcmp(sqlite3_bind_parameter_name(s->stmts[query], i), name) == 0);
    }
    return 0;
}

static int sqlite_query(struct store *base, int query, const struct store_value *values,
                        int values_n, store_on_row *on_row, void *context)
{
    struct sqlite *s = of(base);
    if (s->stmts[query] == NULL) {
        int err = prepare(s, query);
        if (err < 0)
            return err;
    }
    sqlite3_stmt *st = s->stmts[query];
    ASSERT(values_n == sqlite3_bind_parameter_count(st));
    int rc = SQLITE_OK;
    for (int i = 0; i < values_n && rc == SQLITE_OK; i++) {
        const struct store_value *v = &values[i];
        if (v->is_text ? v->text == NULL : v->is_null)
            rc = sqlite3_bind_null(st, i + 1);
        else if (!v->is_text)
            rc = sqlite3_bind_int64(st, i + 1, v->number);
        else
            rc = sqlite3_bind_text(st, i + 1, v->text, -1, SQLITE_STATIC);
    }
    int rows = 0;
    s->until_us = clock_us() + STATEMENT_US;
    while (rc == SQLITE_OK || rc == SQLITE_ROW) {
        rc = sqlite3_step(st);
        if (rc != SQLITE_ROW)
            break;
        rows++;
        if (on_row != NULL)
            on_row(context, base, st);
    }
    int err = rc == SQLITE_DONE ? 0 : err_of(rc);
    (void)sqlite3_reset(st);
    (void)sqlite3_clear_bindings(st);
    return err < 0 ? err : rows;
}

static int64_t sqlite_row_int(void *row, int column)
{
    return sqlite3_column_int64(row, column);
}

static const char *sqlite_row_text(void *row, int column)
{
    const unsigned char *t = sqlite3_column_text(row, column);
    return t != NULL ? (const char *)t : "";
}

static int sqlite_schema(const struct store *s)
{
    return ((const struct sqlite *)s)->schema;
}

static const char *sqlite_failure(const struct store *s)
{
    return sqlite3_errmsg(((const struct sqlite *)s)->db);
}

static int64_t sqlite_room(const struct store *base)
{
    const struct sqlite *s = (const struct sqlite *)(const void *)base;
    struct statvfs fs;
    if (s->shared != NULL || statvfs(s->where, &fs) != 0)
        return INT64_MAX;
    return (int64_t)fs.f_bavail * (int64_t)fs.f_frsize;
}

const struct store_driver store_sqlite = {
    .room = sqlite_room,
    .open = sqlite_open,
    .open_reader = sqlite_open_reader,
    .look = sqlite_look,
    .close = sqlite_close,
    .verb = sqlite_verb,
    .query = sqlite_query,
    .row_int = sqlite_row_int,
    .row_text = sqlite_row_text,
    .schema = sqlite_schema,
    .failure = sqlite_failure,
};
