/* postgres_open.c - connections of the PostgreSQL back end: opened, opened again, closed; and the
 * schema that is brought up to date when a writer opens. */
#include "base/err.h"
#include "platform/clock.h"
#include "store/postgres/postgres_int.h"
#include "store/postgres/postgres_sql.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RETRY_MS = 500, LEAVE_MS = 1000 };

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

static int run_plain(struct pg *p, const char *sql)
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
static const char *const settings[PG_ROLE_N] = {
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

static int pg_connect(struct pg *p)
{
    static const char *const keys[] = {"fallback_application_name", "client_encoding",
                                       "connect_timeout",           "keepalives_idle",
                                       "tcp_user_timeout",          NULL};
    static const char *const values[] = {"hoshi", "UTF8", "3", "10", "15000", NULL};
    PQfinish(p->conn);
    memset(p->prepared, 0, sizeof p->prepared);
    p->lock_prepared = false;
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
    int err = run_plain(p, settings[p->role]);
    if (err == 0 && p->serves)
        err = run_plain(p, "SELECT pg_advisory_lock_shared(" PG_LOCK_SERVES ")");
    return err;
}

static int enter_pipeline(struct pg *p)
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
        err = enter_pipeline(p);
    if (err < 0) {
        PQfinish(p->conn);
        p->conn = NULL;
    }
    return err;
}

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

void pg_close(struct store *base)
{
    struct pg *p = pg_of(base);
    pg_keeper_stop(p);
    leave(p);
    PQfinish(p->conn);
    for (int k = 0; k < STORE_DEFERRED_N; k++)
        pg_rows_done(&p->rows[k]);
    for (char *said; (said = pg_heard(base)) != NULL;)
        free(said);
    free(p->where);
    free(p);
}

static struct pg *handle_new(const char *where, enum pg_role role)
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
        pg_close(&p->base);
        return NULL;
    }
    return p;
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
    int err = run_plain(p, "BEGIN");
    if (err == 0 && *sql != '\0')
        err = run_plain(p, sql);
    if (err == 0 && more != NULL)
        err = run_plain(p, more);
    if (err == 0)
        err = run_plain(p, mark);
    if (err == 0)
        err = run_plain(p, "COMMIT");
    if (err < 0) {
        char failure[sizeof p->failure];
        memcpy(failure, p->failure, sizeof failure);
        (void)run_plain(p, "ROLLBACK");
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
        err = run_plain(p, postgres_sql_start);
    if (err == 0 && ours == 0)
        err = run_plain(p, "CREATE TABLE migration (number BIGINT PRIMARY KEY,"
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
    return 0;
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

int pg_open(const char *where, struct store **out, struct text *why)
{
    enum { OLDEST = 140000 }; /* the first that detaches a partition beside readers and writers */
    struct pg *p = handle_new(where, PG_WRITER);
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
    err = run_plain(p, "SET lock_timeout = 0; SET statement_timeout = 0");
    if (err == 0)
        err = run_plain(p, "SELECT pg_advisory_lock(" PG_LOCK_MIGRATE ")");
    if (err == 0)
        err = migrate(p, why);
    else
        text_str(why, p->failure);
    if (err == 0)
        err = run_plain(p, "SELECT pg_advisory_unlock(" PG_LOCK_MIGRATE ")");
    if (err == 0)
        err = run_plain(p, settings[PG_WRITER]);
    if (err == 0)
        err = enter_pipeline(p);
out:
    if (err < 0)
        pg_close(&p->base);
    else
        *out = &p->base;
    return err;
}

int pg_look(const char *where, struct store **out, struct text *why)
{
    struct pg *p = handle_new(where, PG_READER);
    if (p == NULL)
        return ERR_NO_MEMORY;
    int err = pg_connect(p);
    if (err == 0)
        p->schema = number(p, "SELECT coalesce(max(number), 0) FROM migration");
    if (err == 0 && p->schema < 0)
        err = ERR_STORE;
    if (err == 0)
        err = enter_pipeline(p);
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
    struct pg *p = handle_new(w->where, role);
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

int pg_open_reader(struct store *writer, struct store **out, struct text *why)
{
    return open_beside(writer, PG_READER, out, why);
}

int pg_open_listener(struct store *writer, struct store **out, struct text *why)
{
    return open_beside(writer, PG_LISTENER, out, why);
}

int pg_new_keeper(struct pg *writer, struct pg **out)
{
    *out = handle_new(writer->where, PG_KEEPER);
    return *out != NULL ? 0 : ERR_NO_MEMORY;
}
