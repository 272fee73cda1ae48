/* postgres_turn.c - transactions that write beside others, and the numbers of events.
 *
 * Locks, in this order by all: the site's (PG_LOCK_WRITE, shared, or alone with STORE_SITE), that
 * of STORE_BESIDE, rows of matches ascending. So none waits for another in a circle.
 *
 * Numbers come from a sequence, PG_BLOCK at a time, after all locks are held: a transaction that
 * waited for another has greater numbers. Those of different matches may become visible in any
 * order. So a process reads events only up to where all are settled:
 *
 *     taker:   L = lock (shared) on the last block given out;  then blocks from the sequence
 *     reader:  V = the last block given out;  F = the smallest L that is held;  then a snapshot
 *
 * All blocks up to min (V, F) are settled: one that is given out later is greater than V. One that
 * was given out before, by a taker that still runs, is greater than its L, which the reader has
 * seen; and of a taker that has ended, the snapshot shows what it has committed, since locks go
 * after the commit is visible. No transaction of another program holds this up, a restored database
 * needs nothing, and numbers are never used twice. */
#include "base/err.h"
#include "platform/array.h"
#include "store/matches/store_match.h"
#include "store/postgres/postgres_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- what is settled --- */

static int ask_settled(struct pg *p, int64_t *event)
{
    PGresult *answers[STEP_N] = {NULL};
    enum step where;
    pg_send_settled(p);
    int err = pg_exchange(p, answers, &where);
    int64_t settled = err == 0 ? pg_take_settled(answers) : 0;
    pg_answers_free(answers);
    if (err == 0 && settled == 0)
        err = ERR_STORE;
    if (err == 0)
        *event = settled;
    return err;
}

/* Outside of a transaction a connection that was found broken is opened again. */
int pg_settled(struct store *base, int64_t *event)
{
    struct pg *p = pg_of(base);
    if (p->begun && p->lost)
        return ERR_STORE;
    if (p->begun) {
        pg_drain(p);
        pg_send_begin(p);
        int err = ask_settled(p, event);
        return err < 0 ? pg_lose(p, err) : 0;
    }
    for (int tries = 0;; tries++) {
        int err = pg_ensure_connected(p);
        if (err < 0)
            return err;
        pg_drain(p);
        err = ask_settled(p, event);
        if (err == 0 || PQstatus(p->conn) == CONNECTION_OK || tries > 0)
            return err;
        p->retry_at = 0;
    }
}

int pg_given(struct store *s, int64_t *event)
{
    int64_t block = 0;
    int err = pg_ask(pg_of(s), "SELECT last_value FROM event_block", &block);
    if (err == 0)
        *event = block * PG_BLOCK + PG_BLOCK - 1;
    return err;
}

int64_t pg_commit_settled(const struct store *writer)
{
    return ((const struct pg *)writer)->settled;
}

/* --- numbers --- */

static void send_allot(struct pg *p, int blocks)
{
    char n[16];
    const char *values[] = {n};
    snprintf(n, sizeof n, "%d", blocks);
    if (!p->allotted)
        pg_send_own(p, STEP_PLAIN, OWN_ALLOT, NULL, 0);
    p->allotted = true;
    pg_send_own(p, STEP_BLOCKS, OWN_BLOCKS, values, 1);
}

static void take_blocks(struct pg *p, const PGresult *r)
{
    p->block_at = 0;
    p->blocks_n = PQntuples(r) < PG_BLOCKS_MAX ? PQntuples(r) : PG_BLOCKS_MAX;
    for (int i = 0; i < p->blocks_n; i++) {
        p->blocks[i] = strtoll(PQgetvalue(r, i, 0), NULL, 10);
        ARRAY_MUST(p->mine, p->mine_n, &p->mine_cap);
        p->mine[p->mine_n++] = p->blocks[i];
    }
}

/* Blocks are only asked for once: those up to `since` are forgotten. */
bool pg_foreign(struct store *writer, int64_t since, int64_t until, int64_t *from, int64_t *to)
{
    struct pg *p = pg_of(writer);
    int gone = 0;
    while (gone < p->mine_n && p->mine[gone] * PG_BLOCK + PG_BLOCK - 1 <= since)
        gone++;
    p->mine_n -= gone;
    p->mine_before = p->mine_before > gone ? p->mine_before - gone : 0;
    if (gone > 0)
        memmove(p->mine, p->mine + gone, (size_t)p->mine_n * sizeof *p->mine);
    int64_t at = since + 1;
    int i = 0;
    for (; i < p->mine_n && p->mine[i] * PG_BLOCK <= at; i++)
        if (p->mine[i] * PG_BLOCK + PG_BLOCK > at)
            at = p->mine[i] * PG_BLOCK + PG_BLOCK;
    if (at > until)
        return false;
    *from = at;
    *to = i < p->mine_n && p->mine[i] * PG_BLOCK - 1 < until ? p->mine[i] * PG_BLOCK - 1 : until;
    return true;
}

int pg_number(struct store *writer, int64_t *event)
{
    enum { MORE = 4 }; /* where one was not enough */
    struct pg *p = pg_of(writer);
    if (p->number == p->number_end && p->block_at == p->blocks_n) {
        PGresult *answers[STEP_N] = {NULL};
        enum step where;
        if (p->lost)
            return ERR_STORE;
        pg_drain(p);
        pg_send_begin(p);
        send_allot(p, p->allotted ? MORE : 1);
        int err = pg_exchange(p, answers, &where);
        if (err == 0)
            take_blocks(p, answers[STEP_BLOCKS]);
        pg_answers_free(answers);
        if (err < 0)
            return pg_lose(p, err);
    }
    if (p->number == p->number_end) {
        p->number = p->blocks[p->block_at++] * PG_BLOCK;
        p->number_end = p->number + PG_BLOCK;
    }
    *event = p->number++;
    return 0;
}

/* --- begin --- */

/* The text of an array: {1,2,3}. */
static char *array_text(const int64_t *numbers, int n)
{
    char *out = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&out, &size);
    if (f == NULL)
        return NULL;
    fputc('{', f);
    for (int i = 0; i < n; i++)
        fprintf(f, "%s%lld", i > 0 ? "," : "", (long long)numbers[i]);
    fputc('}', f);
    if (fclose(f) != 0) {
        free(out);
        return NULL;
    }
    return out;
}

static void send_rows(struct pg *p, const char *const values[2])
{
    pg_send_own(p, STEP_ROWS, OWN_ROWS, values, 2);
    pg_send_own(p, STEP_SEATS, OWN_SEATS, values, 2);
}

int pg_read_matches(struct store *base, const int64_t *matches, const int64_t *revisions, int n,
                    store_on_row *on_match, store_on_row *on_seat, void *context)
{
    struct pg *p = pg_of(base);
    PGresult *answers[STEP_N] = {NULL};
    enum step where;
    if (p->lost)
        return ERR_STORE;
    char *texts[] = {array_text(matches, n), array_text(revisions, n)};
    const char *const values[] = {texts[0], texts[1]};
    int err = texts[0] != NULL && texts[1] != NULL ? 0 : ERR_NO_MEMORY;
    if (err == 0) {
        pg_drain(p);
        pg_send_begin(p);
        pg_send_kept(p);
        send_rows(p, values);
        err = pg_exchange(p, answers, &where);
        if (err < 0)
            (void)pg_lose(p, err);
    }
    if (err == 0) {
        pg_each_row(p, answers[STEP_ROWS], on_match, context);
        pg_each_row(p, answers[STEP_SEATS], on_seat, context);
    }
    pg_answers_free(answers);
    free(texts[0]);
    free(texts[1]);
    return err;
}

int pg_begin_turn(struct store *base, const struct store_turn *t, const int64_t *revisions,
                  store_on_row *on_match, store_on_row *on_seat, void *context, int64_t *settled)
{
    struct pg *p = pg_of(base);
    PGresult *answers[STEP_N] = {NULL};
    enum step where;
    int blocks = t->events / PG_BLOCK + (t->events % PG_BLOCK != 0);
    int err = base->driver->verb(base, VERB_BEGIN);
    if (err < 0)
        return err;
    char *texts[] = {array_text(t->matches, t->matches_n), array_text(revisions, t->matches_n)};
    const char *const values[] = {texts[0], texts[1]};
    if (texts[0] == NULL || texts[1] == NULL) {
        free(texts[0]);
        free(texts[1]);
        (void)base->driver->verb(base, VERB_ROLLBACK);
        return ERR_NO_MEMORY;
    }
    pg_drain(p);
    pg_send_begin(p);
    if (t->matches_n > 0)
        pg_send_own(p, STEP_PLAIN, OWN_LOCK_MATCHES, values, 1);
    pg_send_settled(p);
    if (blocks > 0)
        send_allot(p, blocks < PG_BLOCKS_MAX ? blocks : PG_BLOCKS_MAX);
    if (t->matches_n > 0)
        send_rows(p, values);
    err = pg_exchange(p, answers, &where);
    if (err == 0) {
        *settled = pg_take_settled(answers);
        if (blocks > 0)
            take_blocks(p, answers[STEP_BLOCKS]);
        if (t->matches_n > 0) {
            pg_each_row(p, answers[STEP_ROWS], on_match, context);
            pg_each_row(p, answers[STEP_SEATS], on_seat, context);
        }
    }
    pg_answers_free(answers);
    free(texts[0]);
    free(texts[1]);
    if (err < 0) {
        (void)pg_lose(p, err);
        (void)base->driver->verb(base, VERB_ROLLBACK);
    }
    return err;
}
