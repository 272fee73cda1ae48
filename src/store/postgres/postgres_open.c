/* postgres_open.c - the PostgreSQL back end as the store sees it (driver.h): its stores opened and
 * closed, and the schema that is brought up to date when a writer opens. */
#include "base/err.h"
#include "platform/clock.h"
#include "store/postgres/postgres_int.h"
#include "store/postgres/postgres_sql.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAVE_MS = 1000 };

/* Gives up the lock of those who serve (pg_join) before the connection is closed. PostgreSQL
 * notices a closed connection only later, and until then the next process would count this one
 * among the others, so that the clocks would run on for the time in which no process served. It
 * waits at most LEAVE_MS for a database that does not answer. */
static void leave(struct pg *p)
{
    if (!p->serves || p->conn == NULL || PQstatus(p->conn) != CONNECTION_OK ||
        PQexitPipelineMode(p->conn) != 1 || PQsetnonblocking(p->conn, 0) != 0 ||
        PQsendQuery(p->conn, "SELECT pg_advisory_unlock_shared(" PG_LOCK_SERVES ")") != 1)
        return;
    int64_t until = clock_ms() + LEAVE_MS;
    while (PQisBusy(p->conn)) {
        struct pollfd answer = {.fd = PQsocket(p->conn), .events = POLLIN};
        int64_t left = until - clock_ms();
        if (left <= 0 || poll(&answer, 1, (int)left) <= 0 || PQconsumeInput(p->conn) != 1)
            return;
    }
}

static void pg_close(struct store *base)
{
    struct pg *p = pg_of(base);
    pg_keeper_stop(p);
    leave(p);
    pg_handle_free(p);
}

/* --- migrating --- */

/* The first number that a statement gives; -1 if it gives none. */
static int number(struct pg *p, const char *sql)
{
    PGresult *r = PQexec(p->conn, sql);
    int out = -1;
    if (PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) == 1)
        out = atoi(PQgetvalue(r, 0, 0));
    else
        pg_note(p, PQresultErrorMessage(r));
    PQclear(r);
    return out;
}

static int migrate_one(struct pg *p, int n)
{
    char mark[160];
    char *sql = postgres_sql_migration(store_migrations[n - 1].sql);
    const char *more = postgres_sql_after(n);
    if (sql == NULL)
        return ERR_NO_MEMORY;
    snprintf(mark, sizeof mark,
             "INSERT INTO migration (number, applied_at)"
             " VALUES (%d, extract(epoch FROM now())::bigint * 1000)",
             n);
    int err = pg_run(p, "BEGIN");
    if (err == 0 && *sql != '\0')
        err = pg_run(p, sql);
    if (err == 0 && more != NULL)
        err = pg_run(p, more);
    if (err == 0)
        err = pg_run(p, mark);
    if (err == 0)
        err = pg_run(p, "COMMIT");
    if (err < 0) {
        char failure[sizeof p->failure];
        memcpy(failure, p->failure, sizeof failure);
        (void)pg_run(p, "ROLLBACK");
        memcpy(p->failure, failure, sizeof failure);
    }
    free(sql);
    return err;
}

/* Brings the schema up to date, one process at a time. */
static int migrate(struct pg *p, struct text *why)
{
    int tables = number(p, "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()");
    int ours = number(p, "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
                         " AND tablename = 'migration'");
    int err = tables < 0 || ours < 0 ? ERR_STORE : 0;
    if (err == 0 && tables > 0 && ours == 0) {
        text_str(why, "it is a database of another program");
        return ERR_STORE;
    }
    if (err == 0 && ours == 0)
        err = pg_run(p, postgres_sql_start);
    if (err == 0 && ours == 0)
        err = pg_run(p, "CREATE TABLE migration (number BIGINT PRIMARY KEY,"
                        " applied_at BIGINT NOT NULL)");
    if (err == 0)
        p->schema = number(p, "SELECT coalesce(max(number), 0) FROM migration");
    if (p->schema > store_migrations_n) {
        text_str(why, "its schema (");
        text_int(why, p->schema);
        text_str(why, ") is newer than this program's (");
        text_int(why, store_migrations_n);
        text_str(why, "): use the newer hoshi");
        return ERR_UNSUPPORTED;
    }
    int before = p->schema;
    while (err == 0 && p->schema >= 0 && p->schema < store_migrations_n) {
        err = migrate_one(p, p->schema + 1);
        if (err == 0)
            p->schema++;
    }
    if (err < 0 || p->schema < 0) {
        text_str(why, "migrating it failed: ");
        text_str(why, p->failure);
        return ERR_STORE;
    }
    store_tell_migrated(before, p->schema);
    return 0;
}

static int pg_open(const char *where, struct store **out, struct text *why)
{
    enum { OLDEST = 140000 }; /* the first that detaches a partition beside readers and writers */
    struct pg *p = pg_handle_new(where, PG_WRITER);
    if (p == NULL)
        return ERR_NO_MEMORY;
    int err = pg_connect(p);
    if (err < 0) {
        text_str(why, p->failure);
        goto out;
    }
    if (PQserverVersion(p->conn) < OLDEST) {
        text_str(why, "it is older than PostgreSQL 14");
        err = ERR_UNSUPPORTED;
        goto out;
    }
    if (strcmp(PQparameterStatus(p->conn, "server_encoding"), "UTF8") != 0) {
        text_str(why, "its encoding is not UTF8");
        err = ERR_UNSUPPORTED;
        goto out;
    }
    /* Waits as long as another process migrates: longer than for a transaction. */
    err = pg_run(p, "SET lock_timeout = 0; SET statement_timeout = 0");
    if (err == 0)
        err = pg_run(p, "SELECT pg_advisory_lock(" PG_LOCK_MIGRATE ")");
    if (err == 0)
        err = migrate(p, why);
    else
        text_str(why, p->failure);
    if (err == 0)
        err = pg_run(p, "SELECT pg_advisory_unlock(" PG_LOCK_MIGRATE ")");
    if (err == 0)
        err = pg_run(p, pg_settings[PG_WRITER]);
    if (err == 0)
        err = pg_enter_pipeline(p);
out:
    if (err < 0)
        pg_close(&p->base);
    else
        *out = &p->base;
    return err;
}

static int pg_look(const char *where, struct store **out, struct text *why)
{
    struct pg *p = pg_handle_new(where, PG_READER);
    if (p == NULL)
        return ERR_NO_MEMORY;
    int err = pg_connect(p);
    if (err == 0)
        p->schema = number(p, "SELECT coalesce(max(number), 0) FROM migration");
    if (err == 0 && p->schema < 0)
        err = ERR_STORE;
    if (err == 0)
        err = pg_enter_pipeline(p);
    if (err < 0) {
        text_str(why, p->failure);
        pg_close(&p->base);
    } else {
        *out = &p->base;
    }
    return err;
}

static int open_beside(struct store *writer, enum pg_role role, struct store **out,
                       struct text *why)
{
    struct pg *w = pg_of(writer);
    struct pg *p = pg_handle_new(w->where, role);
    if (p == NULL)
        return ERR_NO_MEMORY;
    p->schema = w->schema;
    p->writer = w;
    int err = pg_ensure_connected(p);
    if (err < 0) {
        text_str(why, p->failure);
        pg_close(&p->base);
    } else {
        *out = &p->base;
    }
    return err;
}

static int pg_open_reader(struct store *writer, struct store **out, struct text *why)
{
    return open_beside(writer, PG_READER, out, why);
}

static int pg_open_listener(struct store *writer, struct store **out, struct text *why)
{
    return open_beside(writer, PG_LISTENER, out, why);
}

static int pg_schema(const struct store *s)
{
    return ((const struct pg *)s)->schema;
}

static const char *pg_failure(const struct store *s)
{
    return ((const struct pg *)s)->failure;
}

const struct store_driver store_postgres = {
    .open = pg_open,
    .answers = pg_answers,
    .open_reader = pg_open_reader,
    .look = pg_look,
    .open_listener = pg_open_listener,
    .close = pg_close,
    .verb = pg_verb,
    .query = pg_query,
    .wait = pg_wait,
    .tell_waiting = pg_tell_waiting,
    .say = pg_say,
    .heard = pg_heard,
    .elsewhere = pg_elsewhere,
    .join = pg_join,
    .time = pg_time,
    .make_room = pg_make_room,
    .number = pg_number,
    .settled = pg_settled,
    .given = pg_given,
    .commit_settled = pg_commit_settled,
    .begin_turn = pg_begin_turn,
    .read_matches = pg_read_matches,
    .foreign = pg_foreign,
    .forget_events = pg_forget_events,
    .row_int = pg_row_int,
    .row_text = pg_row_text,
    .schema = pg_schema,
    .failure = pg_failure,
};
