/* copy_sqlite.c - a SQLite file as an end of a copy. */
#include "base/err.h"
#include "store/core/copy_end.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SQL_BYTES = 8192 };

struct end {
    struct copy_end base;
    sqlite3 *db;
};

static int open_end(const char *where, bool writes, struct copy_end **out, struct text *why)
{
    struct end *e = calloc(1, sizeof *e);
    if (e == NULL)
        return ERR_NO_MEMORY;
    e->base.kind = &copy_sqlite;
    int rc =
        sqlite3_open_v2(where, &e->db, writes ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY, NULL);
    if (rc == SQLITE_OK)
        (void)sqlite3_busy_timeout(e->db, 10000);
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(e->db,
                          writes ? "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
                                   "BEGIN IMMEDIATE"
                                 : "BEGIN",
                          NULL, NULL, NULL);
    if (rc != SQLITE_OK) {
        text_str(why, sqlite3_errmsg(e->db));
        (void)sqlite3_close(e->db);
        free(e);
        return ERR_STORE;
    }
    *out = &e->base;
    return 0;
}

static struct end *of(struct copy_end *e)
{
    return (struct end *)e;
}

static int read_table(struct copy_end *base, const struct copy_table *t, copy_on_row *on_row,
                      void *context)
{
    char sql[SQL_BYTES];
    struct text text;
    sqlite3_stmt *st = NULL;
    int err = 0;
    text_init(&text, sql, sizeof sql);
    text_str(&text, "SELECT ");
    copy_columns(t, &text);
    text_str(&text, " FROM ");
    text_str(&text, t->name);
    if (sqlite3_prepare_v2(of(base)->db, sql, -1, &st, NULL) != SQLITE_OK)
        return ERR_STORE;
    int rc;
    while (err == 0 && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        struct store_value values[COPY_COLUMNS_MAX];
        bool nulls[COPY_COLUMNS_MAX];
        for (int i = 0; i < t->columns_n; i++) {
            const unsigned char *s = t->types[i] == 't' ? sqlite3_column_text(st, i) : NULL;
            nulls[i] = sqlite3_column_type(st, i) == SQLITE_NULL;
            values[i] = (struct store_value){.is_text = t->types[i] == 't'};
            if (values[i].is_text)
                values[i].text = s != NULL ? (const char *)s : "";
            else
                values[i].number = sqlite3_column_int64(st, i);
        }
        err = on_row(context, values, nulls);
    }
    if (err == 0 && rc != SQLITE_DONE)
        err = ERR_STORE;
    (void)sqlite3_finalize(st);
    return err;
}

static int bind_row(sqlite3_stmt *st, const struct copy_table *t, const struct store_value *values,
                    const bool *nulls)
{
    int rc = SQLITE_OK;
    for (int i = 0; rc == SQLITE_OK && i < t->columns_n; i++)
        rc = nulls[i]            ? sqlite3_bind_null(st, i + 1)
             : values[i].is_text ? sqlite3_bind_text(st, i + 1, values[i].text, -1, SQLITE_STATIC)
                                 : sqlite3_bind_int64(st, i + 1, values[i].number);
    return rc;
}

static int write_table(struct copy_end *base, const struct copy_table *t,
                       const struct store_value *values, const bool *nulls, int rows)
{
    char sql[SQL_BYTES];
    struct text text;
    sqlite3_stmt *st = NULL;
    text_init(&text, sql, sizeof sql);
    text_str(&text, "INSERT INTO ");
    text_str(&text, t->name);
    text_str(&text, " (");
    copy_columns(t, &text);
    text_str(&text, ") VALUES (");
    for (int i = 0; i < t->columns_n; i++)
        text_str(&text, i > 0 ? ", ?" : "?");
    text_char(&text, ')');
    /* Rows of a new store (settings) are replaced. */
    text_str(&text, " ON CONFLICT DO NOTHING");
    int rc = sqlite3_prepare_v2(of(base)->db, sql, -1, &st, NULL);
    for (int row = 0; rc == SQLITE_OK && row < rows; row++) {
        rc = bind_row(st, t, values + (ptrdiff_t)row * t->columns_n,
                      nulls + (ptrdiff_t)row * t->columns_n);
        if (rc == SQLITE_OK && sqlite3_step(st) != SQLITE_DONE)
            rc = SQLITE_ERROR;
        (void)sqlite3_reset(st);
    }
    (void)sqlite3_finalize(st);
    return rc == SQLITE_OK ? 0 : ERR_STORE;
}

static int last_number(struct copy_end *base, const struct copy_table *t, int64_t *out)
{
    sqlite3_stmt *st = NULL;
    *out = 0;
    int rc = sqlite3_prepare_v2(of(base)->db, "SELECT seq FROM sqlite_sequence WHERE name = ?1", -1,
                                &st, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_text(st, 1, t->name, -1, SQLITE_STATIC);
    if (rc == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW)
        *out = sqlite3_column_int64(st, 0);
    (void)sqlite3_finalize(st);
    return rc == SQLITE_OK ? 0 : ERR_STORE;
}

static int set_last_number(struct copy_end *base, const struct copy_table *t, int64_t last)
{
    char sql[256];
    snprintf(sql, sizeof sql,
             "DELETE FROM sqlite_sequence WHERE name = '%s';"
             "INSERT INTO sqlite_sequence (name, seq) VALUES ('%s', %lld)",
             t->name, t->name, (long long)last);
    return sqlite3_exec(of(base)->db, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : ERR_STORE;
}

static int commit_end(struct copy_end *base)
{
    return sqlite3_exec(of(base)->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK ? 0 : ERR_STORE;
}

static const char *failure(const struct copy_end *base)
{
    return sqlite3_errmsg(((const struct end *)base)->db);
}

static void close_end(struct copy_end *base)
{
    (void)sqlite3_close(of(base)->db);
    free(base);
}

const struct copy_kind copy_sqlite = {
    .open = open_end,
    .read = read_table,
    .write = write_table,
    .last = last_number,
    .set_last = set_last_number,
    .commit = commit_end,
    .failure = failure,
    .close = close_end,
};
