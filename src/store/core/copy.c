/* copy.c - copies one store into another, through the two kinds of ends (copy_end.h), and handles
 * whole SQLite files. The tables and their columns are those of a new store in memory, in the order
 * in which the migrations made them, so that the rows to which a row refers are copied before
 * it. */
#include "store/core/copy.h"

#include "base/err.h"
#include "platform/must.h"
#include "store/core/copy_end.h"
#include <errno.h>
#include <fcntl.h>
#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TABLES_MAX = 128, PATH_BYTES = 4200 };

struct tables {
    struct copy_table t[TABLES_MAX];
    int n;
};

void copy_columns(const struct copy_table *t, struct text *out)
{
    for (int i = 0; i < t->columns_n; i++) {
        text_str(out, i > 0 ? ", " : "");
        text_str(out, t->columns[i]);
    }
}

static const char *column(sqlite3_stmt *st, int i)
{
    const unsigned char *t = sqlite3_column_text(st, i);
    return t != NULL ? (const char *)t : "";
}

static int read_columns(sqlite3 *db, struct copy_table *t)
{
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(db, "SELECT name, type FROM pragma_table_info(?1)", -1, &st, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_text(st, 1, t->name, -1, SQLITE_STATIC);
    while (rc == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW) {
        ASSERT(t->columns_n < COPY_COLUMNS_MAX);
        int i = t->columns_n++;
        snprintf(t->columns[i], sizeof t->columns[i], "%s", column(st, 0));
        t->types[i] = strcmp(column(st, 1), "TEXT") == 0 ? 't' : 'i';
    }
    (void)sqlite3_finalize(st);
    return rc == SQLITE_OK ? 0 : ERR_STORE;
}

/* Reads the tables that the migrations make. */
static int read_tables(struct tables *out)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_open(":memory:", &db);
    for (int i = 0; rc == SQLITE_OK && i < store_migrations_n; i++)
        rc = sqlite3_exec(db, store_migrations[i].sql, NULL, NULL, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_prepare_v2(db,
                                "SELECT name, instr(sql, 'AUTOINCREMENT') FROM sqlite_master"
                                " WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY rowid",
                                -1, &st, NULL);
    int err = rc == SQLITE_OK ? 0 : ERR_STORE;
    while (err == 0 && sqlite3_step(st) == SQLITE_ROW) {
        ASSERT(out->n < TABLES_MAX);
        struct copy_table *t = &out->t[out->n++];
        snprintf(t->name, sizeof t->name, "%s", column(st, 0));
        t->counts = sqlite3_column_int(st, 1) > 0;
        err = read_columns(db, t);
    }
    (void)sqlite3_finalize(st);
    (void)sqlite3_close(db);
    return err;
}

/* --- the check: what was written is read again --- */

/* The rows of a table in any order: how many, and the sum of a hash of each. */
struct digest {
    const struct copy_table *table;
    int64_t rows;
    uint64_t sum;
};

/* FNV-1a of the bytes, and their length before. */
static uint64_t mix(uint64_t hash, const void *bytes, size_t n)
{
    const unsigned char *c = bytes;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ c[i]) * 0x100000001b3u;
    return hash;
}

static uint64_t hash_of(const struct copy_table *t, const struct store_value *values,
                        const bool *nulls)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < t->columns_n; i++) {
        const struct store_value *v = &values[i];
        bool is_text = t->types[i] == 't';
        uint64_t n = nulls[i] ? UINT64_MAX : is_text ? strlen(v->text) : (uint64_t)v->number;
        hash = mix(hash, &n, sizeof n);
        if (is_text && !nulls[i])
            hash = mix(hash, v->text, (size_t)n);
    }
    hash = (hash ^ hash >> 33) * 0xff51afd7ed558ccdu; /* so that sums do not hide differences */
    return hash ^ hash >> 29;
}

static int add_row(void *context, const struct store_value *values, const bool *nulls)
{
    struct digest *d = context;
    d->rows++;
    d->sum += hash_of(d->table, values, nulls);
    return 0;
}

/* --- rows --- */

struct carrier {
    struct copy_end *to;
    const struct copy_table *table;
    struct store_value values[COPY_ROWS * COPY_COLUMNS_MAX]; /* text is owned */
    bool nulls[COPY_ROWS * COPY_COLUMNS_MAX];
    int rows;
    struct digest digest; /* of all rows that were read */
};

static int unload(struct carrier *c)
{
    int err = c->rows > 0 ? c->to->kind->write(c->to, c->table, c->values, c->nulls, c->rows) : 0;
    for (int i = 0; i < c->rows * c->table->columns_n; i++)
        if (c->values[i].is_text)
            free((void *)(uintptr_t)c->values[i].text);
    c->rows = 0;
    return err;
}

static int on_row(void *context, const struct store_value *values, const bool *nulls)
{
    struct carrier *c = context;
    int n = c->table->columns_n;
    for (int i = 0; i < n; i++) {
        int at = c->rows * n + i;
        c->values[at] = values[i];
        c->nulls[at] = nulls[i];
        if (values[i].is_text)
            c->values[at].text = must_have(strdup(values[i].text));
    }
    (void)add_row(&c->digest, values, nulls);
    return ++c->rows == COPY_ROWS ? unload(c) : 0;
}

static int copy_one(struct copy_end *from, struct copy_end *to, const struct copy_table *t,
                    struct carrier *c, bool *from_failed)
{
    int64_t last = 0;
    c->to = to;
    c->table = t;
    c->rows = 0;
    c->digest = (struct digest){.table = t};
    int err = from->kind->read(from, t, on_row, c);
    *from_failed = err < 0;
    int rest = unload(c); /* frees, too */
    if (err < 0)
        return err;
    if (rest < 0 || !t->counts)
        return rest;
    err = from->kind->last(from, t, &last);
    *from_failed = err < 0;
    return err < 0 ? err : to->kind->set_last(to, t, last);
}

/* Reads a table of the target and compares it with what was read from the source. */
static int check_one(struct carrier *c, struct text *why)
{
    struct digest written = {.table = c->table};
    int err = c->to->kind->read(c->to, c->table, add_row, &written);
    if (err < 0 || (written.rows == c->digest.rows && written.sum == c->digest.sum))
        return err;
    text_str(why, "the copy differs in the table ");
    text_str(why, c->table->name);
    text_str(why, written.rows == c->digest.rows ? ": a row is not what it was" : ": ");
    if (written.rows != c->digest.rows) {
        text_int(why, written.rows);
        text_str(why, " rows instead of ");
        text_int(why, c->digest.rows);
    }
    text_str(why, "; nothing was kept");
    return ERR_CONFLICT;
}

static const struct copy_kind *kind_of(const char *where)
{
    return store_is_url(where) ? &copy_postgres : &copy_sqlite;
}

static int stop_at_row(void *context, const struct store_value *values, const bool *nulls)
{
    (void)values;
    (void)nulls;
    *(bool *)context = true;
    return 0;
}

static bool is_empty(struct copy_end *e, const struct tables *tables)
{
    bool found = false;
    for (int i = 0; i < tables->n && !found; i++)
        if (strcmp(tables->t[i].name, "player") == 0 &&
            e->kind->read(e, &tables->t[i], stop_at_row, &found) < 0)
            return false;
    return !found;
}

static int copy_all(const char *from_where, const char *to_where, const struct tables *tables,
                    copy_on_table *on_table, void *context, struct text *why)
{
    struct copy_end *from = NULL;
    struct copy_end *to = NULL;
    struct carrier *c = calloc(1, sizeof *c);
    bool from_failed = false;
    int err = c != NULL ? kind_of(from_where)->open(from_where, false, &from, why) : ERR_NO_MEMORY;
    if (err == 0)
        err = kind_of(to_where)->open(to_where, true, &to, why);
    if (err < 0 || from == NULL || to == NULL)
        goto out;
    if (!is_empty(to, tables)) {
        text_str(why, "the target is not empty");
        err = ERR_CONFLICT;
        goto out;
    }
    for (int i = 0; err == 0 && i < tables->n; i++) {
        err = copy_one(from, to, &tables->t[i], c, &from_failed);
        if (err == 0)
            err = check_one(c, why);
        if (err == 0 && on_table != NULL)
            on_table(context, tables->t[i].name, c->digest.rows);
    }
    if (err == 0)
        err = to->kind->commit(to);
    if (err < 0 && why->len == 0)
        text_str(why, from_failed ? from->kind->failure(from) : to->kind->failure(to));
out:
    if (to != NULL)
        to->kind->close(to);
    if (from != NULL)
        from->kind->close(from);
    free(c);
    return err;
}

int store_copy(const char *from, const char *to, copy_on_table *on_table, void *context,
               struct text *why)
{
    struct store *look = NULL;
    struct store *target = NULL;
    struct tables *tables = calloc(1, sizeof *tables);
    int err = tables != NULL ? read_tables(tables) : ERR_NO_MEMORY;
    if (err == 0)
        err = store_look(from, &look, why); /* of this program's schema */
    if (err == 0)
        err = store_open(to, &target, why); /* made and held while it is filled */
    if (err == 0)
        err = copy_all(from, to, tables, on_table, context, why);
    store_close(target);
    store_close(look);
    free(tables);
    return err;
}

/* --- SQLite files --- */

static int integrity(sqlite3 *db, struct text *why)
{
    sqlite3_stmt *st = NULL;
    int err = ERR_STORE;
    if (sqlite3_prepare_v2(db, "PRAGMA integrity_check(1)", -1, &st, NULL) == SQLITE_OK &&
        sqlite3_step(st) == SQLITE_ROW) {
        err = strcmp(column(st, 0), "ok") == 0 ? 0 : ERR_STORE;
        if (err < 0)
            text_str(why, column(st, 0));
    } else {
        text_str(why, sqlite3_errmsg(db));
    }
    (void)sqlite3_finalize(st);
    return err;
}

/* All pages of one moment, in one step: with a write-ahead log the writer can continue
 * meanwhile. */
static int copy_pages(const char *from, const char *to, struct text *why)
{
    sqlite3 *in = NULL;
    sqlite3 *out = NULL;
    int err = ERR_STORE;
    if (sqlite3_open_v2(from, &in, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) {
        text_str(why, sqlite3_errmsg(in));
        goto out;
    }
    (void)sqlite3_busy_timeout(in, 10000);
    if (sqlite3_open_v2(to, &out, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK) {
        text_str(why, sqlite3_errmsg(out));
        goto out;
    }
    sqlite3_backup *b = sqlite3_backup_init(out, "main", in, "main");
    int rc = b != NULL ? sqlite3_backup_step(b, -1) : SQLITE_ERROR;
    if (b != NULL && sqlite3_backup_finish(b) == SQLITE_OK && rc == SQLITE_DONE)
        /* One file without a log beside it, which can be carried anywhere. */
        err = sqlite3_exec(out, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL) == SQLITE_OK
                  ? integrity(out, why)
                  : ERR_STORE;
    else
        text_str(why, sqlite3_errmsg(out));
out:
    (void)sqlite3_close(out);
    (void)sqlite3_close(in);
    return err;
}

static int sync_path(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    int rc = fd >= 0 ? fsync(fd) : -1;
    if (fd >= 0)
        (void)close(fd);
    return rc;
}

/* The file and its name are on the disk. */
static int settle(const char *part, const char *file, struct text *why)
{
    char folder[PATH_BYTES];
    const char *slash = strrchr(file, '/');
    int n = slash == NULL ? 0 : slash == file ? 1 : (int)(slash - file);
    snprintf(folder, sizeof folder, "%.*s", n > 0 ? n : 1, n > 0 ? file : ".");
    if (sync_path(part) == 0 && rename(part, file) == 0 && sync_path(folder) == 0)
        return 0;
    text_str(why, strerror(errno));
    return ERR_IO;
}

static void remove_file(const char *path)
{
    static const char *const ends[] = {"", "-journal", "-wal", "-shm", "-lock"};
    char name[PATH_BYTES + 16];
    for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        (void)unlink(name);
    }
}

int store_backup(const char *from, const char *file, struct text *why)
{
    char part[PATH_BYTES];
    int err;
    if (access(file, F_OK) == 0) {
        text_str(why, "there is a file of this name already");
        return ERR_CONFLICT;
    }
    snprintf(part, sizeof part, "%s.part", file);
    remove_file(part);
    if (store_is_url(from)) {
        err = store_copy(from, part, NULL, NULL, why);
        if (err == 0)
            err = store_verify(part, why);
    } else {
        struct store *look = NULL;
        err = store_look(from, &look, why);
        if (err == 0)
            err = copy_pages(from, part, why);
        store_close(look);
    }
    if (err == 0)
        err = settle(part, file, why);
    remove_file(part);
    return err;
}

static int restore_file(const char *file, const char *to, struct text *why)
{
    char part[PATH_BYTES];
    char before[PATH_BYTES];
    struct store *held = NULL;
    snprintf(part, sizeof part, "%s.part", to);
    snprintf(before, sizeof before, "%s.before", to);
    bool there = access(to, F_OK) == 0;
    int err = there ? store_open(to, &held, why) : 0; /* no server uses it, and its log is merged
                                                       * into it */
    remove_file(part);
    if (err == 0)
        err = copy_pages(file, part, why);
    if (err == 0 && there) {
        struct store *former = held;
        held = NULL;
        store_close(former); /* the last connection leaves one whole file */
        if (rename(to, before) != 0) {
            text_str(why, strerror(errno));
            err = ERR_IO;
        }
    }
    if (err == 0) {
        remove_file(to);
        err = settle(part, to, why);
    }
    store_close(held);
    remove_file(part);
    return err;
}

int store_restore(const char *file, const char *to, struct text *why)
{
    struct store *look = NULL;
    int err = store_verify(file, why);
    if (err == 0)
        err = store_look(file, &look, why);
    store_close(look);
    if (err < 0)
        return err;
    return store_is_url(to) ? store_copy(file, to, NULL, NULL, why) : restore_file(file, to, why);
}

int store_verify(const char *where, struct text *why)
{
    sqlite3 *db = NULL;
    if (store_is_url(where)) {
        struct store *look = NULL;
        int err = store_look(where, &look, why);
        store_close(look);
        return err;
    }
    int err = ERR_STORE;
    if (sqlite3_open_v2(where, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK)
        err = integrity(db, why);
    else
        text_str(why, sqlite3_errmsg(db));
    (void)sqlite3_close(db);
    return err;
}

static int vacuum_url(const char *where, struct text *why)
{
    PGconn *c = PQconnectdb(where);
    PGresult *r = PQstatus(c) == CONNECTION_OK ? PQexec(c, "VACUUM ANALYZE") : NULL;
    int err = PQresultStatus(r) == PGRES_COMMAND_OK ? 0 : ERR_STORE;
    if (err < 0)
        text_str(why, PQerrorMessage(c));
    PQclear(r);
    PQfinish(c);
    return err;
}

int store_vacuum(const char *where, struct text *why)
{
    struct store *held = NULL;
    sqlite3 *db = NULL;
    if (store_is_url(where))
        return vacuum_url(where, why);
    int err = store_open(where, &held, why);
    if (err < 0)
        return err;
    if (sqlite3_open_v2(where, &db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK ||
        sqlite3_exec(db, "VACUUM; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL) !=
            SQLITE_OK) {
        text_str(why, sqlite3_errmsg(db));
        err = ERR_STORE;
    }
    (void)sqlite3_close(db);
    store_close(held);
    return err;
}
