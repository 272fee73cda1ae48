#include "store/core/examine.h"

#include "base/err.h"
#include "platform/clock.h"
#include "store/core/store.h"
#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int pragma(sqlite3 *db, const char *sql, int64_t *out)
{
    sqlite3_stmt *st = NULL;
    int err = ERR_STORE;
    if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW) {
        *out = sqlite3_column_int64(st, 0);
        err = 0;
    }
    (void)sqlite3_finalize(st);
    return err;
}

static int examine_file(const char *path, struct store_facts *out, struct text *why)
{
    sqlite3 *db = NULL;
    int err = ERR_STORE;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
        sqlite3_busy_timeout(db, 5000) == SQLITE_OK)
        err = pragma(db, "PRAGMA page_count", &out->pages);
    if (err == 0)
        err = pragma(db, "PRAGMA freelist_count", &out->free_pages);
    if (err == 0)
        err = pragma(db, "PRAGMA page_size", &out->page_bytes);
    if (err < 0)
        text_str(why, sqlite3_errmsg(db));
    (void)sqlite3_close(db);
    return err;
}

enum column {
    VERSION,
    FSYNC,
    COMMIT,
    STANDBY,
    ARCHIVES,
    STANDBYS,
    SYNCHRONOUS,
    WANTS,
    BEHIND,
    CONNECTIONS,
    CONNECTIONS_MAX,
    ARCHIVE_FAILED,
    NOW
};

/* Fields that this user of the database may not see stay empty. */
static const char facts_sql[] =
    "SELECT current_setting('server_version'), current_setting('fsync') = 'on',"
    " current_setting('synchronous_commit'), pg_is_in_recovery(),"
    " current_setting('archive_mode') <> 'off',"
    " (SELECT count(*) FROM pg_stat_replication),"
    " (SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')),"
    " current_setting('synchronous_standby_names') <> '',"
    " CASE WHEN pg_is_in_recovery() THEN 0 ELSE"
    "  (SELECT coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn)), 0)::bigint"
    "   FROM pg_stat_replication) END,"
    " (SELECT count(*) FROM pg_stat_activity), current_setting('max_connections'),"
    " (SELECT CASE WHEN last_failed_time > coalesce(last_archived_time, '-infinity')"
    "   THEN failed_count ELSE 0 END FROM pg_stat_archiver),"
    " (extract(epoch FROM clock_timestamp()) * 1000)::bigint";

static int64_t number(const PGresult *r, enum column column)
{
    return strtoll(PQgetvalue(r, 0, (int)column), NULL, 10);
}

static bool yes(const PGresult *r, enum column column)
{
    return PQgetvalue(r, 0, (int)column)[0] == 't';
}

static void take_facts(const PGresult *r, struct store_facts *out)
{
    snprintf(out->version, sizeof out->version, "%s", PQgetvalue(r, 0, VERSION));
    snprintf(out->synchronous_commit, sizeof out->synchronous_commit, "%s",
             PQgetvalue(r, 0, COMMIT));
    out->fsync = yes(r, FSYNC);
    out->is_standby = yes(r, STANDBY);
    out->archives = yes(r, ARCHIVES);
    out->standbys = (int)number(r, STANDBYS);
    out->synchronous = (int)number(r, SYNCHRONOUS);
    out->wants_synchronous = yes(r, WANTS);
    out->behind_bytes = number(r, BEHIND);
    out->connections = (int)number(r, CONNECTIONS);
    out->connections_max = (int)number(r, CONNECTIONS_MAX);
    out->archive_failed = number(r, ARCHIVE_FAILED);
}

static int examine_database(const char *url, struct store_facts *out, struct text *why)
{
    static const char *const keys[] = {"dbname", "connect_timeout", NULL};
    const char *const values[] = {url, "5", NULL};
    PGconn *conn = PQconnectdbParams(keys, values, 1);
    int64_t asked = clock_unix_ms();
    PGresult *r = PQstatus(conn) == CONNECTION_OK ? PQexec(conn, facts_sql) : NULL;
    int64_t answered = clock_unix_ms();
    int err = PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) == 1 ? 0 : ERR_STORE;
    if (err == 0) {
        take_facts(r, out);
        out->took_ms = answered - asked;
        out->ahead_ms = number(r, NOW) - (asked + out->took_ms / 2);
    } else {
        text_str(why, PQerrorMessage(conn));
    }
    PQclear(r);
    PQfinish(conn);
    return err;
}

int store_examine(const char *where, struct store_facts *out, struct text *why)
{
    memset(out, 0, sizeof *out);
    out->is_database = store_is_url(where);
    return out->is_database ? examine_database(where, out, why) : examine_file(where, out, why);
}
