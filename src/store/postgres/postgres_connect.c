/* postgres_connect.c - handles of the PostgreSQL back end and their connections: opened, opened
 * again when they break, and asked without a transaction. */
#include "base/err.h"
#include "platform/clock.h"
#include "store/postgres/postgres_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RETRY_MS = 500 };

void pg_note(struct pg *p, const char *message)
{
    snprintf(p->failure, sizeof p->failure, "%s", message);
    for (char *c = p->failure; *c != '\0'; c++) /* one line of a log */
        if (*c == '\n')
            *c = c[1] == '\0' ? '\0' : ' ';
}

int pg_err_of(const char *state)
{
    if (state == NULL)
        return ERR_STORE;
    if (strncmp(state, "23", 2) == 0)
        return ERR_CONFLICT;
    if (strncmp(state, "40", 2) == 0 || strcmp(state, "55P03") == 0 || strcmp(state, "57014") == 0)
        return ERR_BUSY;
    return ERR_STORE;
}

int pg_run(struct pg *p, const char *sql)
{
    PGresult *r = PQexec(p->conn, sql);
    ExecStatusType status = PQresultStatus(r);
    int err = 0;
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        err = pg_err_of(PQresultErrorField(r, PG_DIAG_SQLSTATE));
        pg_note(p, PQresultErrorMessage(r));
    }
    PQclear(r);
    return err;
}

/* The queries are written for SQLite, too, which has indexes and nested loops. A planner that is
 * free, and knows nothing of a table yet or only from when it was small, now and then reads all of
 * it for each move; jit would compile what it then takes for expensive. */
#define BY_INDEX                                                                                   \
    "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = "  \
    "off;"

/* A writer that hangs must not hold the lock for ever, and a reader must not hold up the pages of
 * others. A commit must be on the disk before it returns. The writer's queries are planned once:
 * with arrays a plan for the values at hand always seems worth its while. */
const char *const pg_settings[PG_ROLE_N] = {
    [PG_WRITER] = BY_INDEX " SET plan_cache_mode = force_generic_plan;"
                           " SET lock_timeout = '10s'; SET statement_timeout = '30s';"
                           " SET idle_in_transaction_session_timeout = '15s'; SELECT"
                           " set_config('synchronous_commit', 'on', false)"
                           " WHERE current_setting('synchronous_commit') = 'off'",
    [PG_READER] =
        BY_INDEX " SET statement_timeout = '5s'; SET idle_in_transaction_session_timeout = '15s'",
    [PG_LISTENER] = "LISTEN hoshi; LISTEN " PG_SAY_CHANNEL,
    [PG_KEEPER] = BY_INDEX " SET statement_timeout = '60s'",
};

/* The list a,b,c from its n-th entry on: "b,c,a". */
static char *turned(const char *list, int n)
{
    const char *from = list;
    for (; n > 0 && from != NULL; n--) {
        from = strchr(from, ',');
        from = from != NULL ? from + 1 : NULL;
    }
    char *out = NULL;
    if (from == NULL || from == list ||
        asprintf(&out, "%s,%.*s", from, (int)(from - list) - 1, list) < 0)
        return NULL;
    return out;
}

static int entries(const char *list)
{
    int n = list != NULL ? 1 : 0;
    for (; list != NULL && *list != '\0'; list++)
        n += *list == ',';
    return n;
}

/* A list of hosts and their ports, both from the n-th entry on. */
struct hosts {
    int n;
    char *host, *port; /* NULL: as they are */
};

static struct hosts hosts_from(const char *where, int first)
{
    struct hosts out = {.n = 1};
    const char *host = NULL;
    const char *port = NULL;
    PQconninfoOption *all = PQconninfoParse(where, NULL);
    for (const PQconninfoOption *o = all; o != NULL && o->keyword != NULL; o++) {
        if (strcmp(o->keyword, "host") == 0)
            host = o->val;
        else if (strcmp(o->keyword, "port") == 0)
            port = o->val;
    }
    if (host != NULL && entries(host) > 1) {
        out.n = entries(host);
        out.host = turned(host, first);
        out.port = entries(port) == out.n ? turned(port, first) : NULL;
    }
    PQconninfoFree(all);
    return out;
}

enum { KEYS_MAX = 12, TURN_MS = 3000 };

/* Connects with these settings beside the URL's, up to NULL. libpq asks the next host of a list
 * when one cannot be reached, but not when one breaks off, as a relay does whose database has died:
 * then the list is tried again from the next host on. */
static PGconn *connect_to(const char *where, const char *const *keys, const char *const *values)
{
    const char *all_keys[KEYS_MAX] = {"dbname"};
    const char *all_values[KEYS_MAX] = {where};
    int64_t begun = clock_ms();
    PGconn *conn = NULL;
    int n = 1;
    for (; keys[n - 1] != NULL; n++) {
        ASSERT(n < KEYS_MAX - 3);
        all_keys[n] = keys[n - 1];
        all_values[n] = values[n - 1];
    }
    all_keys[n] = "host";
    all_keys[n + 1] = "port";
    for (int first = 0, hosts_n = 1; first < hosts_n; first++) {
        struct hosts hosts = hosts_from(where, first);
        hosts_n = hosts.n;
        all_values[n] = hosts.host; /* what is NULL counts as not given */
        all_values[n + 1] = hosts.port;
        PQfinish(conn);
        conn = PQconnectdbParams(all_keys, all_values, 1);
        free(hosts.host);
        free(hosts.port);
        if (PQstatus(conn) == CONNECTION_OK || clock_ms() - begun > TURN_MS)
            break;
    }
    return conn;
}

int pg_connect(struct pg *p)
{
    static const char *const keys[] = {"fallback_application_name", "client_encoding",
                                       "connect_timeout",           "keepalives_idle",
                                       "tcp_user_timeout",          NULL};
    static const char *const values[] = {"hoshi", "UTF8", "3", "10", "15000", NULL};
    PQfinish(p->conn);
    memset(p->prepared, 0, sizeof p->prepared);
    memset(p->own, 0, sizeof p->own);
    memset(p->many, 0, sizeof p->many);
    p->unread = false;
    p->steps_n = 0;
    p->room = 0;
    p->retry_at = clock_ms() + RETRY_MS;
    p->conn = connect_to(p->where, keys, values);
    if (p->conn == NULL || PQstatus(p->conn) != CONNECTION_OK) {
        pg_note(p, p->conn != NULL ? PQerrorMessage(p->conn) : "out of memory");
        return ERR_STORE;
    }
    atomic_store(&p->pid, PQbackendPID(p->conn));
    p->waiting_n = 0; /* the locks went with the former connection */
    if (p->role == PG_LISTENER)
        atomic_store(&p->writer->listener_pid, PQbackendPID(p->conn));
    int err = pg_run(p, pg_settings[p->role]);
    if (err == 0 && p->serves)
        err = pg_run(p, "SELECT pg_advisory_lock_shared(" PG_LOCK_SERVES ")");
    return err;
}

int pg_enter_pipeline(struct pg *p)
{
    return PQenterPipelineMode(p->conn) == 1 ? 0 : ERR_STORE;
}

/* Opens a connection that broke. */
int pg_ensure_connected(struct pg *p)
{
    if (p->conn != NULL && PQstatus(p->conn) == CONNECTION_OK)
        return 0;
    if (clock_ms() < p->retry_at)
        return ERR_STORE;
    int err = pg_connect(p);
    if (err == 0 && (p->role == PG_WRITER || p->role == PG_READER))
        err = pg_enter_pipeline(p);
    if (err < 0) {
        PQfinish(p->conn);
        p->conn = NULL;
    }
    return err;
}

/* A database that refuses the password or is not there says so itself. One that is starting, or of
 * which only a standby answers (target_session_attrs), can be reached but not yet used. */
int pg_answers(const char *where, struct text *why)
{
    static const char *const keys[] = {"connect_timeout", "target_session_attrs", NULL};
    static const char *const ping_keys[] = {"dbname", "connect_timeout", NULL};
    const char *const ping_values[] = {where, "3", NULL};
    const char *values[] = {"3", NULL, NULL};
    PGconn *conn = connect_to(where, keys, values);
    int err = 0;
    if (PQstatus(conn) != CONNECTION_OK) {
        const char *message = PQerrorMessage(conn);
        size_t n = strlen(message);
        text_mem(why, message, n > 0 && message[n - 1] == '\n' ? n - 1 : n);
        PGPing ping = PQpingParams(ping_keys, ping_values, 1);
        err = ping == PQPING_REJECT || ping == PQPING_NO_RESPONSE ? ERR_BUSY : ERR_STORE;
        values[1] = "any";
        PQfinish(conn);
        conn = err == ERR_STORE ? connect_to(where, keys, values) : NULL;
        if (PQstatus(conn) == CONNECTION_OK)
            err = ERR_BUSY; /* no server that may be written */
    }
    PQfinish(conn);
    return err;
}

struct pg *pg_handle_new(const char *where, enum pg_role role)
{
    struct pg *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    p->base.driver = &store_postgres;
    p->role = role;
    p->where = strdup(where);
    for (int k = 0; k < STORE_DEFERRED_N; k++)
        pg_rows_init(&p->rows[k], store_statements[store_deferred[k].query].types,
                     store_deferred[k].keys);
    if (p->where == NULL) {
        pg_handle_free(p);
        return NULL;
    }
    return p;
}

void pg_handle_free(struct pg *p)
{
    PQfinish(p->conn);
    for (int k = 0; k < STORE_DEFERRED_N; k++)
        pg_rows_done(&p->rows[k]);
    for (struct pg_said *next, *said = p->said; said != NULL; said = next) {
        next = said->next;
        free(said);
    }
    free(p->where);
    free(p->mine);
    free(p);
}
