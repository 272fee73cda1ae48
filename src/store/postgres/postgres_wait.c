/* postgres_wait.c - how the processes that share a PostgreSQL store learn of each other. A listener
 * waits until another process has written, and sends the others news that the store does not keep
 * (store_say). It also tells them for which matches a move waits here: it holds an advisory lock
 * for each on its own connection. These locks need no turn of the writers and end with the process.
 * The writer asks for the others' locks. */
#include "base/err.h"
#include "base/ids.h"
#include "platform/clock.h"
#include "platform/must.h"
#include "store/postgres/postgres_int.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

static void keep_said(struct pg *p, const char *text)
{
    size_t bytes = strlen(text) + 1;
    struct pg_said *said = must_have(malloc(sizeof *said + bytes));
    said->next = NULL;
    memcpy(said->text, text, bytes);
    if (p->said == NULL)
        p->said_tail = &p->said;
    *p->said_tail = said;
    p->said_tail = &said->next;
}

/* Takes the notifications of NOTIFY that have come; whether one says that another process has
 * committed. */
static bool take_notices(struct pg *p)
{
    bool other = false;
    PGnotify *n;
    while ((n = PQnotifies(p->conn)) != NULL) {
        if (strcmp(n->relname, PG_SAY_CHANNEL) != 0)
            other = other || n->be_pid != atomic_load(&p->writer->pid);
        else if (n->be_pid != PQbackendPID(p->conn))
            keep_said(p, n->extra);
        PQfreemem(n);
    }
    return other;
}

char *pg_heard(struct store *listener)
{
    struct pg *p = pg_of(listener);
    struct pg_said *said = p->said;
    if (said == NULL)
        return NULL;
    p->said = said->next;
    char *text = must_have(strdup(said->text));
    free(said);
    return text;
}

int pg_say(struct store *listener, const char *text)
{
    struct pg *p = pg_of(listener);
    ASSERT(strlen(text) <= STORE_SAID_MAX);
    if (pg_ensure_connected(p) < 0)
        return ERR_STORE;
    PGresult *r = PQexecParams(p->conn, "SELECT pg_notify('" PG_SAY_CHANNEL "', $1)", 1, NULL,
                               &text, NULL, NULL, 0);
    bool ok = PQresultStatus(r) == PGRES_TUPLES_OK;
    PQclear(r);
    if (!ok)
        pg_note(p, PQerrorMessage(p->conn));
    return ok ? 0 : ERR_STORE;
}

int pg_wait(struct store *listener, int timeout_ms)
{
    struct pg *p = pg_of(listener);
    int64_t until = clock_ms() + timeout_ms;
    if (pg_ensure_connected(p) < 0) {
        (void)poll(NULL, 0, timeout_ms);
        return ERR_STORE;
    }
    for (;;) {
        if (PQconsumeInput(p->conn) != 1) {
            pg_note(p, PQerrorMessage(p->conn));
            PQfinish(p->conn);
            p->conn = NULL;
            return ERR_STORE;
        }
        if (take_notices(p))
            return 1;
        int64_t left = until - clock_ms();
        if (left <= 0)
            return 0;
        struct pollfd fd = {.fd = PQsocket(p->conn), .events = POLLIN};
        (void)poll(&fd, 1, (int)left);
    }
}

/* Takes the lock of a match, or gives it back. */
static bool lock(struct pg *p, const char *how, int64_t match)
{
    char sql[128];
    snprintf(sql, sizeof sql, "SELECT pg_advisory_%s_shared(" PG_LOCK_WAITING ", %lld)", how,
             (long long)(match & PG_WAITING_MASK));
    PGresult *r = PQexec(p->conn, sql);
    bool ok = PQresultStatus(r) == PGRES_TUPLES_OK;
    PQclear(r);
    return ok;
}

int pg_tell_waiting(struct store *listener, const int64_t *matches, int n)
{
    struct pg *p = pg_of(listener);
    bool ok = true;
    if (n == 0 && p->waiting_n == 0)
        return 0;
    if (pg_ensure_connected(p) < 0)
        return ERR_STORE;
    ASSERT(n <= STORE_WAITING_MAX);
    for (int i = 0; i < n && ok; i++)
        if (!ids_have(p->waiting, p->waiting_n, matches[i]))
            ok = lock(p, "lock", matches[i]);
    for (int i = 0; i < p->waiting_n && ok; i++)
        if (!ids_have(matches, n, p->waiting[i]))
            ok = lock(p, "unlock", p->waiting[i]);
    if (!ok) { /* the locks go with the connection */
        pg_note(p, PQerrorMessage(p->conn));
        PQfinish(p->conn);
        p->conn = NULL;
        return ERR_STORE;
    }
    for (int i = 0; i < n; i++)
        p->waiting[i] = matches[i];
    p->waiting_n = n;
    return 0;
}

/* A serving process holds a lock of its connection, which ends with it. If several join at once,
 * the order of writers orders them. */
int pg_join(struct store *base, int *others_n)
{
    struct pg *p = pg_of(base);
    int64_t n = 0;
    int err = pg_ask(p,
                     "SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database"
                     " WHERE d.datname = current_database() AND l.locktype = 'advisory'"
                     " AND l.pid <> pg_backend_pid() AND l.objsubid = 1"
                     " AND (l.classid::bigint << 32 | l.objid::bigint) = " PG_LOCK_SERVES,
                     &n);
    *others_n = (int)n;
    if (err == 0)
        err = pg_ask(p, "SELECT 1 FROM pg_advisory_lock_shared(" PG_LOCK_SERVES ")", &n);
    p->serves = p->serves || err == 0;
    return err;
}

/* Locks of other connections: with one number those who serve, with two the moves that wait
 * (postgres_wait.c). */
int pg_elsewhere(struct store *base, int64_t match, struct store_elsewhere *out)
{
    char sql[512];
    int64_t n = 0;
    snprintf(sql, sizeof sql,
             "SELECT sum(CASE WHEN l.objsubid = 1 THEN 1000 ELSE 1 END)"
             " FROM pg_locks l JOIN pg_database d ON d.oid = l.database"
             " WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.granted"
             " AND (l.objsubid = 1 AND l.pid <> pg_backend_pid()"
             " AND (l.classid::bigint << 32 | l.objid::bigint) = " PG_LOCK_SERVES
             " OR l.objsubid = 2 AND l.pid <> %d AND l.classid::bigint = " PG_LOCK_WAITING
             " AND l.objid::bigint = %lld)",
             atomic_load(&pg_of(base)->listener_pid), (long long)(match & PG_WAITING_MASK));
    int err = pg_ask(pg_of(base), sql, &n);
    out->others_n = (int)(n / 1000);
    out->waits = n % 1000 != 0;
    return err;
}

int pg_time(struct store *base, int64_t *ms)
{
    return pg_ask(pg_of(base), "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint", ms);
}
