/* postgres.c - the store in a PostgreSQL database, which any number of processes share.
 *
 * One writer at a time. A write transaction begins with an advisory lock that every process asks
 * for (pg_advisory_xact_lock), held until the commit is on the disk. Three things follow:
 * (1) The service's assumptions about its one writer thread hold for all processes together.
 * (2) Events become visible in the order of their numbers, so a process that reads "all after n"
 *     never skips one that was committed late.
 * (3) The lock goes with its connection: a process that dies in the middle blocks no other, and one
 *     that hangs loses its transaction to idle_in_transaction_session_timeout.
 * A process with many orders carries them all in one transaction, so the lock costs a turn and not
 * throughput; rows locked one by one would cost a round trip for every move.
 *
 * Few round trips. Statements travel in libpq's pipeline mode. The rows of store_deferred are kept
 * here and sent as arrays, at the latest with the commit; savepoints are sent only when a statement
 * needs them. A move whose match is known to the process costs no round trip of its own.
 *
 *     verb begin:   nothing is sent yet
 *     query:        [BEGIN, lock] [rows kept, savepoints] [statement]  Sync: one round trip
 *     release:      RELEASE of a savepoint that was sent, with whatever is sent next
 *     verb commit:  [BEGIN, lock] [rows kept] [NOTIFY] COMMIT          Sync: one round trip
 *     reader:       [BEGIN READ ONLY] statement, Sync; its COMMIT is not waited for
 *
 * Invariants:
 * (1) The queue holds the rows of savepoints in order: marks[i] is where savepoint i begins. The
 *     first `real` savepoints exist in the database, and then nothing before them is in the queue.
 * (2) `lost`: the database has given the transaction up; every call fails until the rollback.
 * (3) A connection that broke is opened again at the next begin (postgres_connect.c). */
#include "base/err.h"
#include "store/core/driver.h"
#include "store/postgres/postgres_int.h"
#include "store/postgres/postgres_sql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OID_INT8 = 20,
    OID_TEXT = 25,
    ROWS_MAX = 20000, /* kept at once */
};

/* --- what travels --- */

static void step(struct pg *p, enum step kind, int ok)
{
    ASSERT(p->steps_n < STEPS_MAX);
    if (ok != 0)
        p->steps[p->steps_n++] = kind;
}

static void send_plain(struct pg *p, const char *sql)
{
    step(p, STEP_PLAIN, PQsendQueryParams(p->conn, sql, 0, NULL, NULL, NULL, NULL, 0));
}

/* Reads all answers; *main gets the result of STEP_MAIN. Returns the error of the first statement
 * that failed; *where says which it was. */
static int collect(struct pg *p, PGresult **main, enum step *where)
{
    int err = 0;
    int at = 0;
    bool was_null = true;
    *where = STEP_PLAIN;
    for (;;) {
        PGresult *r = PQgetResult(p->conn);
        if (r == NULL) {
            if (was_null || PQstatus(p->conn) == CONNECTION_BAD)
                break; /* it never comes */
            was_null = true;
            continue;
        }
        was_null = false;
        ExecStatusType status = PQresultStatus(r);
        if (status == PGRES_PIPELINE_SYNC) {
            PQclear(r);
            p->steps_n = 0;
            return err;
        }
        enum step kind = at < p->steps_n ? p->steps[at++] : STEP_PLAIN;
        if (status == PGRES_FATAL_ERROR && err == 0) {
            err = pg_err_of(PQresultErrorField(r, PG_DIAG_SQLSTATE));
            *where = kind;
            pg_note(p, PQresultErrorMessage(r));
        }
        if (kind == STEP_MAIN && main != NULL && err == 0) {
            PQclear(*main);
            *main = r;
        } else {
            PQclear(r);
        }
    }
    if (err == 0)
        pg_note(p, PQerrorMessage(p->conn));
    return ERR_STORE;
}

/* Sends the statements that were collected, and reads their answers. */
static int exchange(struct pg *p, PGresult **main, enum step *where)
{
    *where = STEP_PLAIN;
    if (PQpipelineSync(p->conn) != 1) {
        pg_note(p, PQerrorMessage(p->conn));
        return ERR_STORE;
    }
    return collect(p, main, where);
}

/* Reads the end of the last transaction if no caller has waited for it. */
static void drain(struct pg *p)
{
    enum step where;
    if (p->unread && collect(p, NULL, &where) < 0 && PQstatus(p->conn) == CONNECTION_OK)
        pg_note(p, "the end of a transaction failed");
    p->unread = false;
}

static void send_begin(struct pg *p)
{
    if (p->sent)
        return;
    p->sent = true;
    if (p->role == PG_READER) {
        send_plain(p, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
        return;
    }
    send_plain(p, "BEGIN");
    if (!p->lock_prepared)
        step(p, STEP_PLAIN,
             PQsendPrepare(p->conn, "lock", "SELECT pg_advisory_xact_lock(" PG_LOCK_WRITE ")", 0,
                           NULL));
    p->lock_prepared = true;
    step(p, STEP_PLAIN, PQsendQueryPrepared(p->conn, "lock", 0, NULL, NULL, NULL, 0));
}

/* --- rows that are kept --- */

static void send_rows(struct pg *p, int kind, int from, int to)
{
    char name[16];
    int query = store_deferred[kind].query;
    struct pg_arrays a;
    if (from >= to)
        return;
    snprintf(name, sizeof name, "m%d", query);
    if (!p->many[kind]) {
        char *sql = postgres_sql_many(store_statements[query].sql, store_statements[query].types);
        ASSERT(sql != NULL);
        step(p, STEP_PLAIN, PQsendPrepare(p->conn, name, sql, 0, NULL));
        p->many[kind] = true;
        free(sql);
    }
    pg_rows_arrays(&p->rows[kind], from, to, &a);
    step(p, STEP_PLAIN,
         PQsendQueryPrepared(p->conn, name, a.n, (const char *const *)a.values, a.lengths,
                             a.formats, 0));
    pg_arrays_done(&a);
}

static void send_rows_until(struct pg *p, struct pg_marks *sent, const struct pg_marks *to)
{
    for (int k = 0; k < STORE_DEFERRED_N; k++) {
        send_rows(p, k, sent->at[k], to->at[k]);
        sent->at[k] = to->at[k];
    }
}

static struct pg_marks rows_now(const struct pg *p)
{
    struct pg_marks now;
    for (int k = 0; k < STORE_DEFERRED_N; k++)
        now.at[k] = p->rows[k].n;
    return now;
}

/* Sends the savepoints that are open and the rows in their order; the queue is empty then. */
static void send_kept(struct pg *p)
{
    struct pg_marks sent = {{0}};
    struct pg_marks now = rows_now(p);
    for (; p->real < p->depth; p->real++) {
        send_rows_until(p, &sent, &p->marks[p->real]);
        send_plain(p, "SAVEPOINT one");
    }
    send_rows_until(p, &sent, &now);
    for (int k = 0; k < STORE_DEFERRED_N; k++)
        pg_rows_cut(&p->rows[k], 0);
    memset(p->marks, 0, sizeof p->marks);
}

/* The part that this transaction has made may be undone with it. */
static void forget_part(struct pg *p)
{
    if (p->made_part)
        p->room = 0;
}

/* The transaction cannot continue. The prepared statements of the connection are unknown now: the
 * next begin opens another connection. */
static int lose(struct pg *p, int err)
{
    p->lost = true;
    forget_part(p);
    p->broken = PQstatus(p->conn) != CONNECTION_OK;
    p->retry_at = 0;
    PQfinish(p->conn);
    p->conn = NULL;
    return err;
}

static int kept_of(int query)
{
    for (int k = 0; k < STORE_DEFERRED_N; k++)
        if (store_deferred[k].query == query)
            return k;
    return -1;
}

/* Whether a query must see rows that are kept: it writes, or reads one of their tables. */
static bool needs_kept(const struct pg *p, int query)
{
    if (store_writes(query))
        return true;
    for (int k = 0; k < STORE_DEFERRED_N; k++) {
        const struct store_statement *kept = &store_statements[store_deferred[k].query];
        if (p->rows[k].n > 0 && (store_statements[query].reads & (kept->adds | kept->changes)) != 0)
            return true;
    }
    return false;
}

static int flush(struct pg *p)
{
    enum step where;
    drain(p);
    send_begin(p);
    send_kept(p);
    int err = exchange(p, NULL, &where);
    return err < 0 ? lose(p, err) : 0;
}

/* --- transactions --- */

static void forget_rows(struct pg *p)
{
    for (int k = 0; k < STORE_DEFERRED_N; k++)
        pg_rows_cut(&p->rows[k], 0);
    memset(p->marks, 0, sizeof p->marks);
    p->depth = 0;
    p->real = 0;
}

static int begin(struct pg *p)
{
    ASSERT(!p->begun);
    int err = pg_ensure_connected(p);
    if (err < 0)
        return err;
    p->begun = true;
    p->sent = false;
    p->wrote = false;
    p->lost = false;
    p->made_part = false;
    forget_rows(p);
    return 0;
}

/* Ends a reader's transaction, or one that has failed, without waiting for the answer. */
static void end_unheard(struct pg *p, const char *sql)
{
    p->begun = false;
    forget_rows(p);
    if (!p->sent || p->conn == NULL)
        return;
    drain(p);
    send_plain(p, sql);
    p->unread = PQpipelineSync(p->conn) == 1;
}

static int commit(struct pg *p)
{
    enum step where;
    PGresult *r = NULL;
    if (p->lost)
        return ERR_STORE;
    if (p->role == PG_READER || (!p->sent && !p->wrote)) {
        end_unheard(p, "COMMIT");
        return 0;
    }
    drain(p);
    send_begin(p);
    send_kept(p);
    if (p->wrote)
        send_plain(p, "NOTIFY hoshi");
    step(p, STEP_MAIN, PQsendQueryParams(p->conn, "COMMIT", 0, NULL, NULL, NULL, NULL, 0));
    int err = exchange(p, &r, &where);
    /* The COMMIT of a transaction that was given up succeeds as a ROLLBACK. */
    if (err == 0 && (r == NULL || strcmp(PQcmdStatus(r), "COMMIT") != 0))
        err = ERR_STORE;
    PQclear(r);
    if (err < 0)
        return lose(p, err);
    p->begun = false;
    return 0;
}

static void rollback(struct pg *p)
{
    forget_part(p);
    if (p->begun)
        end_unheard(p, "ROLLBACK");
}

static void undo(struct pg *p)
{
    enum step where;
    if (p->lost || p->depth == 0)
        return;
    p->depth--;
    for (int k = 0; k < STORE_DEFERRED_N; k++)
        pg_rows_cut(&p->rows[k], p->marks[p->depth].at[k]);
    if (p->real <= p->depth)
        return;
    p->real--;
    forget_part(p);
    drain(p);
    send_plain(p, "ROLLBACK TO one");
    send_plain(p, "RELEASE one");
    int err = exchange(p, NULL, &where);
    if (err < 0)
        (void)lose(p, err);
}

/* The caller does not wait for the answer: the rows that are kept belong to the outer savepoint
 * from now on, and a release that fails has lost the transaction. */
static int release(struct pg *p)
{
    enum step where;
    if (p->lost)
        return ERR_STORE;
    ASSERT(p->depth > 0);
    p->depth--;
    if (p->real <= p->depth)
        return 0;
    p->real--;
    send_plain(p, "RELEASE one");
    int err = p->steps_n >= STEPS_MAX / 2 ? exchange(p, NULL, &where) : 0;
    return err < 0 ? lose(p, err) : 0;
}

int pg_verb(struct store *base, enum store_verb verb)
{
    struct pg *p = pg_of(base);
    switch (verb) {
    case VERB_BEGIN:
        return begin(p);
    case VERB_COMMIT:
        return commit(p);
    case VERB_ROLLBACK:
        rollback(p);
        return 0;
    case VERB_SAVEPOINT:
        if (p->lost)
            return ERR_STORE;
        ASSERT(p->depth < SAVEPOINTS_MAX);
        p->marks[p->depth++] = rows_now(p);
        return 0;
    case VERB_RELEASE:
        return release(p);
    case VERB_UNDO:
        undo(p);
        return 0;
    case VERB_N:
        break;
    }
    return ERR_UNSUPPORTED;
}

/* --- queries --- */

struct pg_row {
    const PGresult *result;
    int row;
};

static int send_prepare(struct pg *p, int query, const struct store_value *values, int values_n)
{
    char name[16];
    Oid types[STORE_VALUES_MAX];
    char *sql = postgres_sql_query(store_statements[query].sql, &p->counted[query]);
    if (sql == NULL)
        return ERR_NO_MEMORY;
    for (int i = 0; i < values_n; i++)
        types[i] = values[i].is_text ? OID_TEXT : OID_INT8;
    snprintf(name, sizeof name, "q%d", query);
    step(p, STEP_PLAIN, PQsendPrepare(p->conn, name, sql, values_n, types));
    free(sql);
    return 0;
}

static void send_query(struct pg *p, int query, const struct store_value *values, int values_n)
{
    char name[16];
    char numbers[STORE_VALUES_MAX][24];
    const char *texts[STORE_VALUES_MAX];
    for (int i = 0; i < values_n; i++) {
        if (values[i].is_text || values[i].is_null) {
            texts[i] = values[i].text;
        } else {
            snprintf(numbers[i], sizeof numbers[i], "%lld", (long long)values[i].number);
            texts[i] = numbers[i];
        }
    }
    snprintf(name, sizeof name, "q%d", query);
    step(p, STEP_MAIN, PQsendQueryPrepared(p->conn, name, values_n, texts, NULL, NULL, 0));
}

/* Takes the rows; returns their number, or ERR_CONFLICT for an insert that has done nothing. */
static int give_rows(struct pg *p, int query, PGresult *r, store_on_row *on_row, void *context)
{
    int rows = PQntuples(r);
    if (p->counted[query] && strcmp(PQcmdTuples(r), "0") == 0)
        return ERR_CONFLICT;
    for (int i = 0; i < rows && on_row != NULL; i++) {
        struct pg_row row = {r, i};
        on_row(context, &p->base, &row);
    }
    return rows;
}

static int query_once(struct pg *p, int query, const struct store_value *values, int values_n,
                      store_on_row *on_row, void *context)
{
    bool writes = store_writes(query);
    int kept = p->role == PG_WRITER ? kept_of(query) : -1;
    PGresult *r = NULL;
    enum step where;
    ASSERT(p->begun && values_n <= STORE_VALUES_MAX);
    if (p->lost)
        return ERR_STORE;
    p->wrote = p->wrote || writes;
    if (kept >= 0) {
        int err = p->rows[kept].n >= ROWS_MAX ? flush(p) : 0;
        return err < 0 ? err : pg_rows_add(&p->rows[kept], values, values_n);
    }
    drain(p);
    send_begin(p);
    if (needs_kept(p, query))
        send_kept(p);
    if (!p->prepared[query]) {
        int err = send_prepare(p, query, values, values_n);
        if (err < 0)
            return lose(p, err);
    }
    if (writes)
        send_plain(p, "SAVEPOINT statement");
    send_query(p, query, values, values_n);
    if (writes)
        send_plain(p, "RELEASE statement");
    int err = exchange(p, &r, &where);
    if (err == 0) {
        p->prepared[query] = true;
        err = r != NULL ? give_rows(p, query, r, on_row, context) : lose(p, ERR_STORE);
    } else if (writes && where == STEP_MAIN && PQstatus(p->conn) == CONNECTION_OK) {
        /* Only the statement is undone, as in SQLite. */
        p->prepared[query] = true;
        send_plain(p, "ROLLBACK TO statement");
        send_plain(p, "RELEASE statement");
        if (exchange(p, NULL, &where) < 0)
            (void)lose(p, ERR_STORE);
    } else {
        (void)lose(p, err);
    }
    PQclear(r);
    return err;
}

/* A reader whose connection was found broken by its first statement has read nothing yet: it begins
 * again on another one. */
int pg_query(struct store *base, int query, const struct store_value *values, int values_n,
             store_on_row *on_row, void *context)
{
    struct pg *p = pg_of(base);
    bool first = p->role == PG_READER && !p->sent && !p->lost;
    int err = query_once(p, query, values, values_n, on_row, context);
    if (err >= 0 || !first || !p->lost || !p->broken || pg_ensure_connected(p) < 0)
        return err;
    p->lost = false;
    p->sent = false;
    return query_once(p, query, values, values_n, on_row, context);
}

int pg_ask(struct pg *p, const char *sql, int64_t *out)
{
    enum step where;
    PGresult *r = NULL;
    if (p->lost)
        return ERR_STORE;
    drain(p);
    send_begin(p);
    send_kept(p);
    step(p, STEP_MAIN, PQsendQueryParams(p->conn, sql, 0, NULL, NULL, NULL, NULL, 0));
    int err = exchange(p, &r, &where);
    if (err == 0 && out != NULL && r != NULL && PQntuples(r) == 1)
        *out = strtoll(PQgetvalue(r, 0, 0), NULL, 10);
    else if (err < 0 || out != NULL)
        err = lose(p, err < 0 ? err : ERR_STORE);
    PQclear(r);
    return err;
}

int64_t pg_row_int(void *row, int column)
{
    const struct pg_row *r = row;
    return strtoll(PQgetvalue(r->result, r->row, column), NULL, 10);
}

const char *pg_row_text(void *row, int column)
{
    const struct pg_row *r = row;
    return PQgetvalue(r->result, r->row, column);
}
