/* postgres.c - the store in a PostgreSQL database, which any number of processes share.
 *
 * Writers work beside each other (postgres_turn.c): a transaction locks the site, alone or shared,
 * and the rows of the matches that it changes, until its commit is on the disk.
 * (1) All that is not of single matches is written under one more lock, or with the site's alone:
 *     there the service's assumptions about its one writer thread hold for all processes together.
 * (2) Events have numbers; a process reads them up to the one below which none is missing.
 * (3) Locks go with their connection: a process that dies in the middle blocks no other, and one
 *     that hangs loses its transaction to idle_in_transaction_session_timeout.
 *
 * Few round trips. Statements travel in libpq's pipeline mode. The rows of store_deferred are kept
 * here and sent as arrays, at the latest with the commit; savepoints are sent only when a statement
 * needs them. A move costs no round trip of its own.
 *
 *     verb begin:   nothing is sent yet (begin_turn: [BEGIN, locks, rows that have changed])
 *     query:        [BEGIN, lock] [rows kept, savepoints] [statement]  Sync: one round trip
 *     release:      RELEASE of a savepoint that was sent, with whatever is sent next
 *     verb commit:  [BEGIN, lock] [rows kept] COMMIT [NOTIFY, settled] Sync: one round trip
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

void pg_drain(struct pg *p)
{
    enum step where;
    if (p->unread && pg_collect(p, NULL, &where) < 0 && PQstatus(p->conn) == CONNECTION_OK)
        pg_note(p, "the end of a transaction failed");
    p->unread = false;
}

void pg_send_begin(struct pg *p)
{
    if (p->sent)
        return;
    p->sent = true;
    if (p->role == PG_READER) {
        pg_send_plain(p, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
        return;
    }
    pg_send_plain(p, "BEGIN");
    enum own site = p->base.reach == STORE_SITE ? OWN_LOCK_SITE : OWN_LOCK_SHARED;
    pg_send_own(p, STEP_PLAIN, site, NULL, 0);
    if (p->base.reach == STORE_BESIDE)
        pg_send_own(p, STEP_PLAIN, OWN_LOCK_BESIDE, NULL, 0);
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
        pg_step(p, STEP_PLAIN, PQsendPrepare(p->conn, name, sql, 0, NULL));
        p->many[kind] = true;
        free(sql);
    }
    pg_rows_arrays(&p->rows[kind], from, to, &a);
    pg_step(p, STEP_PLAIN,
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
void pg_send_kept(struct pg *p)
{
    struct pg_marks sent = {{0}};
    struct pg_marks now = rows_now(p);
    for (; p->real < p->depth; p->real++) {
        send_rows_until(p, &sent, &p->marks[p->real]);
        pg_send_plain(p, "SAVEPOINT one");
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

/* The prepared statements of the connection are unknown now: the
 * next begin opens another connection. */
int pg_lose(struct pg *p, int err)
{
    p->lost = true;
    pg_numbers_lost(p);
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
    pg_drain(p);
    pg_send_begin(p);
    pg_send_kept(p);
    int err = pg_exchange(p, NULL, &where);
    return err < 0 ? pg_lose(p, err) : 0;
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
    pg_numbers_reset(p);
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
    pg_drain(p);
    pg_send_plain(p, sql);
    p->unread = PQpipelineSync(p->conn) == 1;
}

static int commit(struct pg *p)
{
    enum step where;
    PGresult *answers[STEP_N] = {NULL};
    p->settled = 0;
    if (p->lost)
        return ERR_STORE;
    if (p->role == PG_READER || (!p->sent && !p->wrote)) {
        end_unheard(p, "COMMIT");
        return 0;
    }
    pg_drain(p);
    pg_send_begin(p);
    pg_send_kept(p);
    pg_step(p, STEP_MAIN, PQsendQueryParams(p->conn, "COMMIT", 0, NULL, NULL, NULL, NULL, 0));
    if (p->wrote)
        pg_send_tell(p);
    pg_send_settled(p);
    int err = pg_exchange(p, answers, &where);
    /* The COMMIT of a transaction that was given up succeeds as a ROLLBACK. What fails after it
     * undoes nothing: the others hear of it at their next tick. */
    PGresult *r = answers[STEP_MAIN];
    bool done = r != NULL && strcmp(PQcmdStatus(r), "COMMIT") == 0;
    if (done && err == 0)
        p->settled = pg_take_settled(answers);
    pg_answers_free(answers);
    if (!done)
        return pg_lose(p, err < 0 ? err : ERR_STORE);
    p->begun = false;
    return 0;
}

static void rollback(struct pg *p)
{
    forget_part(p);
    if (p->begun) {
        pg_numbers_lost(p);
        end_unheard(p, "ROLLBACK");
    }
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
    pg_drain(p);
    pg_send_plain(p, "ROLLBACK TO one");
    pg_send_plain(p, "RELEASE one");
    int err = pg_exchange(p, NULL, &where);
    if (err < 0)
        (void)pg_lose(p, err);
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
    pg_send_plain(p, "RELEASE one");
    int err = p->steps_n >= STEPS_MAX / 2 ? pg_exchange(p, NULL, &where) : 0;
    return err < 0 ? pg_lose(p, err) : 0;
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
    pg_step(p, STEP_PLAIN, PQsendPrepare(p->conn, name, sql, values_n, types));
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
    pg_step(p, STEP_MAIN, PQsendQueryPrepared(p->conn, name, values_n, texts, NULL, NULL, 0));
}

void pg_each_row(struct pg *p, PGresult *r, store_on_row *on_row, void *context)
{
    for (int i = 0; i < PQntuples(r) && on_row != NULL; i++) {
        struct pg_row row = {r, i};
        on_row(context, &p->base, &row);
    }
}

/* Takes the rows; returns their number, or ERR_CONFLICT for an insert that has done nothing. */
static int give_rows(struct pg *p, int query, PGresult *r, store_on_row *on_row, void *context)
{
    if (p->counted[query] && strcmp(PQcmdTuples(r), "0") == 0)
        return ERR_CONFLICT;
    pg_each_row(p, r, on_row, context);
    return PQntuples(r);
}

static int query_once(struct pg *p, int query, const struct store_value *values, int values_n,
                      store_on_row *on_row, void *context)
{
    bool writes = store_writes(query);
    int kept = p->role == PG_WRITER ? kept_of(query) : -1;
    PGresult *answers[STEP_N] = {NULL};
    enum step where;
    ASSERT(p->begun && values_n <= STORE_VALUES_MAX);
    if (p->lost)
        return ERR_STORE;
    p->wrote = p->wrote || writes;
    if (kept >= 0) {
        int err = p->rows[kept].n >= ROWS_MAX ? flush(p) : 0;
        return err < 0 ? err : pg_rows_add(&p->rows[kept], values, values_n);
    }
    pg_drain(p);
    pg_send_begin(p);
    if (needs_kept(p, query))
        pg_send_kept(p);
    if (!p->prepared[query]) {
        int err = send_prepare(p, query, values, values_n);
        if (err < 0)
            return pg_lose(p, err);
    }
    if (writes)
        pg_send_plain(p, "SAVEPOINT statement");
    send_query(p, query, values, values_n);
    if (writes)
        pg_send_plain(p, "RELEASE statement");
    int err = pg_exchange(p, answers, &where);
    PGresult *r = answers[STEP_MAIN];
    if (err == 0) {
        p->prepared[query] = true;
        err = r != NULL ? give_rows(p, query, r, on_row, context) : pg_lose(p, ERR_STORE);
    } else if (writes && where == STEP_MAIN && PQstatus(p->conn) == CONNECTION_OK) {
        /* Only the statement is undone, as in SQLite. */
        p->prepared[query] = true;
        pg_send_plain(p, "ROLLBACK TO statement");
        pg_send_plain(p, "RELEASE statement");
        if (pg_exchange(p, NULL, &where) < 0)
            (void)pg_lose(p, ERR_STORE);
    } else {
        (void)pg_lose(p, err);
    }
    pg_answers_free(answers);
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
    PGresult *answers[STEP_N] = {NULL};
    if (p->lost)
        return ERR_STORE;
    pg_drain(p);
    pg_send_begin(p);
    pg_send_kept(p);
    pg_step(p, STEP_MAIN, PQsendQueryParams(p->conn, sql, 0, NULL, NULL, NULL, NULL, 0));
    int err = pg_exchange(p, answers, &where);
    const PGresult *r = answers[STEP_MAIN];
    if (err == 0 && out != NULL && r != NULL && PQntuples(r) == 1)
        *out = strtoll(PQgetvalue(r, 0, 0), NULL, 10);
    else if (err < 0 || out != NULL)
        err = pg_lose(p, err < 0 ? err : ERR_STORE);
    pg_answers_free(answers);
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
