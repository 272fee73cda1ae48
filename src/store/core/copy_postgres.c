/* copy_postgres.c - a PostgreSQL database as an end of a copy. Rows are read with a cursor and
 * written as arrays (postgres_int.h), so that a table of any size passes through. */
#include "base/err.h"
#include "store/core/copy_end.h"
#include "store/postgres/postgres_int.h"
#include "store/postgres/postgres_parts.h"
#include "store/postgres/postgres_sql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SQL_BYTES = 8192 };

struct end {
    struct copy_end base;
    PGconn *conn;
};

static struct end *of(struct copy_end *e)
{
    return (struct end *)e;
}

static int run(PGconn *c, const char *sql)
{
    PGresult *r = PQexec(c, sql);
    ExecStatusType status = PQresultStatus(r);
    PQclear(r);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ? 0 : ERR_STORE;
}

static int open_end(const char *where, bool writes, struct copy_end **out, struct text *why)
{
    struct end *e = calloc(1, sizeof *e);
    if (e == NULL)
        return ERR_NO_MEMORY;
    e->base.kind = &copy_postgres;
    e->conn = PQconnectdb(where);
    int err = PQstatus(e->conn) == CONNECTION_OK ? 0 : ERR_STORE;
    if (err == 0)
        err = run(e->conn, "SET client_encoding = 'UTF8'; SET statement_timeout = 0");
    if (err == 0)
        err = run(e->conn, writes ? "BEGIN; SELECT pg_advisory_xact_lock(" PG_LOCK_WRITE ")"
                                  : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    if (err < 0) {
        text_str(why, PQerrorMessage(e->conn));
        PQfinish(e->conn);
        free(e);
        return err;
    }
    *out = &e->base;
    return 0;
}

static int give(const PGresult *r, const struct copy_table *t, copy_on_row *on_row, void *context)
{
    int err = 0;
    for (int row = 0; err == 0 && row < PQntuples(r); row++) {
        struct store_value values[COPY_COLUMNS_MAX];
        bool nulls[COPY_COLUMNS_MAX];
        for (int i = 0; i < t->columns_n; i++) {
            values[i] = (struct store_value){.is_text = t->types[i] == 't'};
            nulls[i] = PQgetisnull(r, row, i) != 0;
            if (values[i].is_text)
                values[i].text = PQgetvalue(r, row, i);
            else
                values[i].number = strtoll(PQgetvalue(r, row, i), NULL, 10);
        }
        err = on_row(context, values, nulls);
    }
    return err;
}

static int read_table(struct copy_end *base, const struct copy_table *t, copy_on_row *on_row,
                      void *context)
{
    char sql[SQL_BYTES];
    struct text text;
    PGconn *c = of(base)->conn;
    text_init(&text, sql, sizeof sql);
    text_str(&text, "DECLARE rows CURSOR FOR SELECT ");
    copy_columns(t, &text);
    text_str(&text, " FROM ");
    text_str(&text, t->name);
    int err = run(c, sql);
    snprintf(sql, sizeof sql, "FETCH %d FROM rows", COPY_ROWS);
    for (int n = 1; err == 0 && n > 0;) {
        PGresult *r = PQexec(c, sql);
        err = PQresultStatus(r) == PGRES_TUPLES_OK ? give(r, t, on_row, context) : ERR_STORE;
        n = PQntuples(r);
        PQclear(r);
    }
    return err < 0 ? err : run(c, "CLOSE rows");
}

/* The column with the number of the event by which the table is partitioned; -1 for other
 * tables. */
static int column_of_parts(const struct copy_table *t)
{
    const char *name = strcmp(t->name, "event") == 0         ? "id"
                       : strcmp(t->name, "event_topic") == 0 ? "event"
                                                             : NULL;
    for (int i = 0; name != NULL && i < t->columns_n; i++)
        if (strcmp(t->columns[i], name) == 0)
            return i;
    return -1;
}

/* Makes sure that the events' partitions exist. */
static int make_room(PGconn *c, const struct copy_table *t, const struct store_value *values,
                     int rows)
{
    char sql[PG_PART_SQL_BYTES];
    int64_t newest = 0;
    int column = column_of_parts(t);
    if (column < 0)
        return 0;
    for (int row = 0; row < rows; row++)
        if (values[row * t->columns_n + column].number > newest)
            newest = values[row * t->columns_n + column].number;
    pg_parts_reach(newest, PG_PART_MIN, sql);
    return run(c, sql);
}

static int write_table(struct copy_end *base, const struct copy_table *t,
                       const struct store_value *values, const bool *nulls, int rows)
{
    char sql[SQL_BYTES];
    struct text text;
    struct pg_rows kept;
    struct pg_arrays a;
    int err = 0;
    text_init(&text, sql, sizeof sql);
    text_str(&text, "INSERT INTO ");
    text_str(&text, t->name);
    text_str(&text, " (");
    copy_columns(t, &text);
    text_str(&text, ") VALUES (");
    for (int i = 1; i <= t->columns_n; i++) {
        text_str(&text, i > 1 ? ", $" : "$");
        text_int(&text, i);
    }
    text_str(&text, ")");
    char *many = postgres_sql_many(sql, t->types);
    if (many == NULL)
        return ERR_NO_MEMORY;
    pg_rows_init(&kept, t->types, 0);
    for (int row = 0; err == 0 && row < rows; row++) {
        struct store_value v[COPY_COLUMNS_MAX];
        for (int i = 0; i < t->columns_n; i++) {
            int at = row * t->columns_n + i;
            v[i] = values[at];
            if (nulls[at])
                v[i] = (struct store_value){.is_text = v[i].is_text, .is_null = true};
        }
        err = pg_rows_add(&kept, v, t->columns_n);
    }
    if (err == 0)
        err = make_room(of(base)->conn, t, values, rows);
    if (err == 0) {
        pg_rows_arrays(&kept, 0, rows, &a);
        char *quiet = NULL;
        if (asprintf(&quiet, "%s ON CONFLICT DO NOTHING", many) < 0)
            quiet = NULL;
        PGresult *r = quiet != NULL
                          ? PQexecParams(of(base)->conn, quiet, a.n, NULL,
                                         (const char *const *)a.values, a.lengths, a.formats, 0)
                          : NULL;
        err = PQresultStatus(r) == PGRES_COMMAND_OK ? 0 : ERR_STORE;
        PQclear(r);
        free(quiet);
        pg_arrays_done(&a);
    }
    pg_rows_done(&kept);
    free(many);
    return err;
}

static int last_number(struct copy_end *base, const struct copy_table *t, int64_t *out)
{
    char sql[400];
    if (strcmp(t->name, "event") == 0)
        snprintf(sql, sizeof sql, "SELECT last_value * %d + %d FROM event_block", PG_BLOCK,
                 PG_BLOCK - 1);
    else
        snprintf(
            sql, sizeof sql,
            "SELECT greatest((SELECT max(id) FROM %s), (SELECT last_value FROM"
            " pg_sequences WHERE schemaname = current_schema() AND sequencename = '%s_id_seq'), 0)",
            t->name, t->name);
    PGresult *r = PQexec(of(base)->conn, sql);
    int err = PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) == 1 ? 0 : ERR_STORE;
    if (err == 0)
        *out = strtoll(PQgetvalue(r, 0, 0), NULL, 10);
    PQclear(r);
    return err;
}

static int set_last_number(struct copy_end *base, const struct copy_table *t, int64_t last)
{
    char sql[256];
    if (last <= 0)
        return 0;
    /* Also where rows bring their own numbers, such as events, which count in blocks. */
    if (strcmp(t->name, "event") == 0)
        snprintf(sql, sizeof sql, "SELECT setval('event_block', %lld)",
                 (long long)(last / PG_BLOCK));
    else
        snprintf(sql, sizeof sql, "SELECT setval(pg_get_serial_sequence('%s', 'id'), %lld)",
                 t->name, (long long)last);
    return run(of(base)->conn, sql);
}

static int commit_end(struct copy_end *base)
{
    return run(of(base)->conn, "COMMIT");
}

static const char *failure(const struct copy_end *base)
{
    return PQerrorMessage(((const struct end *)base)->conn);
}

static void close_end(struct copy_end *base)
{
    PQfinish(of(base)->conn);
    free(base);
}

const struct copy_kind copy_postgres = {
    .open = open_end,
    .read = read_table,
    .write = write_table,
    .last = last_number,
    .set_last = set_last_number,
    .commit = commit_end,
    .failure = failure,
    .close = close_end,
};
