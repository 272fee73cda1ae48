/* postgres_pipe.c - statements in libpq's pipeline: what is sent, and the answers; the back end's
 * own statements, prepared when they are first used; and what is asked right after a commit. */
#include "base/err.h"
#include "store/matches/store_match.h"
#include "store/postgres/postgres_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The locks of takers: this in the upper 16 bits, and the block. */
#define TAG_BITS "26728"
#define TAG      "7523263177522413568"

static const char *const own_sql[OWN_N] = {
    [OWN_LOCK_SITE] = "SELECT pg_advisory_xact_lock(" PG_LOCK_WRITE ")",
    [OWN_LOCK_SHARED] = "SELECT pg_advisory_xact_lock_shared(" PG_LOCK_WRITE ")",
    [OWN_LOCK_BESIDE] = "SELECT pg_advisory_xact_lock(" PG_LOCK_BESIDE ")",
    [OWN_LOCK_MATCHES] = "SELECT count(*) FROM (SELECT id FROM match WHERE id = ANY ($1::bigint[])"
                         " ORDER BY id FOR NO KEY UPDATE) locked",
    [OWN_LAST] = "SELECT last_value FROM event_block",
    [OWN_FLIGHT] = "SELECT min((l.classid::bigint & 65535) << 32 | l.objid::bigint)"
                   " FROM pg_locks l WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted"
                   " AND l.classid::bigint >> 16 = " TAG_BITS " AND l.database ="
                   " (SELECT oid FROM pg_database WHERE datname = current_database())",
    [OWN_ALLOT] = "SELECT pg_advisory_xact_lock_shared(" TAG " | last_value) FROM event_block",
    [OWN_BLOCKS] = "SELECT nextval('event_block') FROM generate_series(1, $1::bigint)",
    [OWN_ROWS] = store_matches_changed,
    [OWN_SEATS] = store_seats_changed,
};

/* --- what travels --- */

void pg_step(struct pg *p, enum step kind, int ok)
{
    ASSERT(p->steps_n < STEPS_MAX);
    if (ok != 0)
        p->steps[p->steps_n++] = kind;
}

void pg_send_plain(struct pg *p, const char *sql)
{
    pg_step(p, STEP_PLAIN, PQsendQueryParams(p->conn, sql, 0, NULL, NULL, NULL, NULL, 0));
}

void pg_send_own(struct pg *p, enum step kind, enum own own, const char *const *values, int n)
{
    char name[16];
    snprintf(name, sizeof name, "own%d", (int)own);
    if (!p->own[own])
        pg_step(p, STEP_PLAIN, PQsendPrepare(p->conn, name, own_sql[own], 0, NULL));
    p->own[own] = true;
    pg_step(p, kind, PQsendQueryPrepared(p->conn, name, n, values, NULL, NULL, 0));
}

void pg_answers_free(PGresult **answers)
{
    for (int i = 0; i < STEP_N; i++)
        PQclear(answers[i]);
}

/* Reads all answers (pg_exchange). */
int pg_collect(struct pg *p, PGresult **answers, enum step *where)
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
        if (kind != STEP_PLAIN && answers != NULL && err == 0) {
            PQclear(answers[kind]);
            answers[kind] = r;
        } else {
            PQclear(r);
        }
    }
    if (err == 0)
        pg_note(p, PQerrorMessage(p->conn));
    return ERR_STORE;
}

int pg_exchange(struct pg *p, PGresult **answers, enum step *where)
{
    *where = STEP_PLAIN;
    if (PQpipelineSync(p->conn) != 1) {
        pg_note(p, PQerrorMessage(p->conn));
        return ERR_STORE;
    }
    return pg_collect(p, answers, where);
}

/* --- after a commit --- */

void pg_numbers_reset(struct pg *p)
{
    p->blocks_n = 0;
    p->block_at = 0;
    p->number = 0;
    p->number_end = 0;
    p->allotted = false;
    p->mine_before = p->mine_n;
}

void pg_numbers_lost(struct pg *p)
{
    p->mine_n = p->mine_before;
}

void pg_send_settled(struct pg *p)
{
    pg_send_own(p, STEP_LAST, OWN_LAST, NULL, 0);
    pg_send_own(p, STEP_FLIGHT, OWN_FLIGHT, NULL, 0);
}

int64_t pg_take_settled(PGresult *const *answers)
{
    const PGresult *last = answers[STEP_LAST];
    const PGresult *flight = answers[STEP_FLIGHT];
    if (last == NULL || flight == NULL || PQntuples(last) != 1 || PQntuples(flight) != 1)
        return 0;
    int64_t block = strtoll(PQgetvalue(last, 0, 0), NULL, 10);
    if (PQgetisnull(flight, 0, 0) == 0) {
        int64_t held = strtoll(PQgetvalue(flight, 0, 0), NULL, 10);
        block = held < block ? held : block;
    }
    return block * PG_BLOCK + PG_BLOCK - 1;
}

/* A notification inside the transaction would make all commits wait for each other. One that is
 * lost with the machine costs the others a tick. */
void pg_send_tell(struct pg *p)
{
    pg_send_plain(p,
                  "SELECT set_config('synchronous_commit', 'off', true), pg_notify('hoshi', '')");
}
