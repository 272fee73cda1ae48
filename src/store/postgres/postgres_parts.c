#include "store/postgres/postgres_parts.h"

#include "base/err.h"
#include "base/times.h"
#include "store/postgres/postgres_int.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The parts of both tables: begins <= number < ends. The first one of a store that is older than
 * parts begins with the smallest number of all. */
#define PARTS                                                                                      \
    "(SELECT p.relname AS of, c.relname AS name, i.inhdetachpending AS pending,"                   \
    " coalesce((regexp_match(b.b, 'FROM \\(''?(\\d+)'))[1]::bigint, 0) AS begins,"                 \
    " (regexp_match(b.b, 'TO \\(''?(\\d+)'))[1]::bigint AS ends"                                   \
    " FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent"                                   \
    " JOIN pg_class c ON c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) AS b (b)"          \
    " WHERE i.inhparent IN ('event'::regclass, 'event_topic'::regclass)) parts"

#define OF_EVENT " WHERE of = 'event' AND NOT pending"

const char pg_parts_end[] = "SELECT coalesce(max(ends), 0) FROM " PARTS OF_EVENT;
const char pg_parts_last[] = "SELECT coalesce(max(begins), 0) FROM " PARTS OF_EVENT;

void pg_parts_reach(int64_t event, int64_t size, char sql[PG_PART_SQL_BYTES])
{
    int n = snprintf(
        sql, PG_PART_SQL_BYTES,
        "DO $$ DECLARE tab text; first bigint; BEGIN"
        " PERFORM pg_advisory_xact_lock(" PG_LOCK_PART ");"
        " SELECT max(ends) INTO first FROM " PARTS OF_EVENT ";"
        " IF first <= %lld THEN FOREACH tab IN ARRAY ARRAY['event', 'event_topic'] LOOP"
        " EXECUTE format('CREATE TABLE %%s_p%%s (LIKE %%s INCLUDING ALL)', tab, first, tab);"
        " EXECUTE format('ALTER TABLE %%s ATTACH PARTITION %%s_p%%s FOR VALUES FROM (%%s) TO"
        " (%lld)', tab, tab, first, first);"
        " END LOOP; END IF; END $$",
        (long long)event, (long long)(event + size));
    ASSERT(n > 0 && n < PG_PART_SQL_BYTES);
}

/* --- a turn --- */

struct turn {
    PGconn *conn;
    int64_t now_ms, before_ms;
    bool waits; /* a statement has given up waiting for other transactions */
    struct text *why;
};

/* Runs SQL; *r, if it is wanted, is the caller's. One that has waited too long is ERR_BUSY, which
 * the rest of the turn does not mind. */
static int run(struct turn *t, PGresult **r, const char *format, ...) PRINTF_LIKE(3, 4);

static int run(struct turn *t, PGresult **r, const char *format, ...)
{
    char *sql = NULL;
    va_list args;
    va_start(args, format);
    int n = vasprintf(&sql, format, args);
    va_end(args);
    if (n < 0)
        return ERR_NO_MEMORY;
    PGresult *result = PQexec(t->conn, sql);
    ExecStatusType status = PQresultStatus(result);
    int err = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK
                  ? 0
                  : pg_err_of(PQresultErrorField(result, PG_DIAG_SQLSTATE));
    if (err == ERR_BUSY)
        t->waits = true;
    else if (err < 0)
        text_str(t->why, PQerrorMessage(t->conn));
    if (err == 0 && r != NULL)
        *r = result;
    else
        PQclear(result);
    free(sql);
    return err;
}

static int64_t number(const PGresult *r, int row, int column)
{
    return strtoll(PQgetvalue(r, row, column), NULL, 10);
}

/* The first number of an answer; *out stays as it is when there is no row. */
static int ask(struct turn *t, int64_t *out, const char *sql)
{
    PGresult *r = NULL;
    int err = run(t, &r, "%s", sql);
    if (err == 0 && PQntuples(r) > 0)
        *out = number(r, 0, 0);
    PQclear(r);
    return err;
}

/* The part of the newest event; none is there before the first event. */
struct newest {
    int64_t id, begins, ends;
    int64_t oldest_at; /* of the part's events */
};

static int find_newest(struct turn *t, struct newest *out)
{
    PGresult *r = NULL;
    int err =
        run(t, &r,
            "SELECT newest.id, begins, ends, (SELECT added_at FROM event WHERE id >= begins AND id"
            " < ends ORDER BY id LIMIT 1) FROM (SELECT max(id) AS id FROM event) newest,"
            " " PARTS OF_EVENT " AND begins <= newest.id AND newest.id < ends");
    *out = (struct newest){.id = 0};
    if (err == 0 && PQntuples(r) > 0)
        *out = (struct newest){number(r, 0, 0), number(r, 0, 1), number(r, 0, 2), number(r, 0, 3)};
    PQclear(r);
    return err;
}

/* One whole part behind the one of the newest event. */
static int make_spare(struct turn *t)
{
    char sql[PG_PART_SQL_BYTES];
    struct newest newest;
    int64_t ends = 0;
    int err = find_newest(t, &newest);
    if (err == 0)
        err = ask(t, &ends, pg_parts_end);
    if (err < 0 || newest.id == 0 || ends > newest.ends)
        return err;
    int64_t size = 4 * (newest.id - newest.begins);
    size = size < PG_PART_MIN ? PG_PART_MIN : size > PG_PART_MAX ? PG_PART_MAX : size;
    pg_parts_reach(newest.ends, size, sql);
    return run(t, NULL, "%s", sql);
}

/* In the writers' order, as another writer: the event's time is not before that of the last one.
 * A part in which nothing has happened but that it was begun stays open. */
static int close_part(struct turn *t)
{
    struct newest newest;
    int64_t ends = 0;
    int err = find_newest(t, &newest);
    if (err == 0)
        err = ask(t, &ends, pg_parts_end);
    if (err < 0 || newest.id <= newest.begins || ends <= newest.ends ||
        newest.oldest_at > t->now_ms - PG_PART_DAYS * DAY_MS)
        return err;
    err = run(
        t, NULL,
        "BEGIN; SELECT pg_advisory_xact_lock(" PG_LOCK_WRITE ");"
        " SELECT setval('event_block', greatest(last_value, %lld)) FROM event_block;"
        " INSERT INTO event (id, match, type, data, added_at, topic) SELECT %lld, 0, 'peers',"
        " '{}', greatest(added_at, %lld), %d FROM (SELECT id, added_at FROM event ORDER BY id DESC"
        " LIMIT 1) newest WHERE id < %lld; NOTIFY hoshi; COMMIT",
        (long long)(newest.ends / PG_BLOCK), (long long)newest.ends, (long long)t->now_ms,
        (int)topic_number(TOPIC_PEERS), (long long)newest.ends);
    if (err < 0)
        (void)run(t, NULL, "ROLLBACK");
    return err;
}

/* --- what is old --- */

/* Runs a statement for each row of a query, with its two texts, up to one that waits: it and the
 * rest are left for the next turn. */
static int for_each(struct turn *t, const char *query, const char *before, const char *between,
                    const char *after)
{
    PGresult *r = NULL;
    int err = run(t, &r, "%s", query);
    for (int i = 0; err == 0 && i < PQntuples(r); i++)
        err = run(t, NULL, "%s%s%s%s%s", before, PQgetvalue(r, i, 0), between, PQgetvalue(r, i, 1),
                  after);
    PQclear(r);
    return err == ERR_BUSY ? 0 : err;
}

static int finalize(struct turn *t)
{
    return for_each(t, "SELECT of, name FROM " PARTS " WHERE pending", "ALTER TABLE ",
                    " DETACH PARTITION ", " FINALIZE");
}

/* A table of this name that is no part: it is made and becomes a part in one transaction, so it was
 * one. */
static int drop_detached(struct turn *t)
{
    return for_each(t,
                    "SELECT relname, '' FROM pg_class WHERE relkind = 'r' AND NOT relispartition"
                    " AND relnamespace = current_schema()::regnamespace"
                    " AND relname ~ '^event_(topic_)?p[0-9]+$' ORDER BY relname",
                    "DROP TABLE ", "", "");
}

/* The number below which all parts are old: those before the part of the newest event, up to the
 * first whose newest event is not. Events that were dropped before count, too. */
static int find_old(struct turn *t, const struct newest *newest, int64_t *out)
{
    PGresult *r = NULL;
    int err = run(t, &r, "SELECT name, begins, ends FROM " PARTS OF_EVENT " ORDER BY ends");
    *out = 0;
    for (int i = 0; err == 0 && i < PQntuples(r); i++) {
        PGresult *last = NULL;
        *out = number(r, i, 1);
        if (number(r, i, 2) > newest->id)
            break;
        err =
            run(t, &last, "SELECT added_at FROM %s ORDER BY id DESC LIMIT 1", PQgetvalue(r, i, 0));
        bool old = err == 0 && (PQntuples(last) == 0 || number(last, 0, 0) < t->before_ms);
        PQclear(last);
        if (!old)
            break;
    }
    PQclear(r);
    return err;
}

/* Events before their topics: no listener would get an event without its topics; topics without
 * their event do no harm. Of each table one part can be pending at a time. */
static int detach_old(struct turn *t)
{
    char query[sizeof PARTS + 160];
    struct newest newest;
    int64_t old = 0;
    int err = find_newest(t, &newest);
    if (err == 0 && newest.id != 0)
        err = find_old(t, &newest, &old);
    if (err < 0 || old == 0 || t->waits)
        return err;
    snprintf(query, sizeof query,
             "SELECT of, name FROM " PARTS " WHERE ends <= %lld AND NOT pending ORDER BY of, ends",
             (long long)old);
    return for_each(t, query, "ALTER TABLE ", " DETACH PARTITION ", " CONCURRENTLY");
}

int pg_parts_turn(PGconn *conn, int64_t now_ms, int64_t before_ms, struct text *why)
{
    int (*const steps[])(struct turn *) = {make_spare, close_part, make_spare,
                                           finalize,   detach_old, drop_detached};
    struct turn t = {conn, now_ms, before_ms, false, why};
    int64_t mine = 0;
    int err = run(&t, NULL, "SET lock_timeout = %d", (int)PG_PART_WAIT_MS);
    if (err == 0)
        err = ask(&t, &mine, "SELECT pg_try_advisory_lock(" PG_LOCK_PARTS ")::int");
    if (err < 0 || mine == 0)
        return err;
    for (size_t i = 0; err == 0 && i < ARRAY_LEN(steps); i++) {
        err = steps[i](&t);
        err = err == ERR_BUSY ? 0 : err;
    }
    if (PQstatus(conn) == CONNECTION_OK)
        (void)ask(&t, &mine, "SELECT pg_advisory_unlock(" PG_LOCK_PARTS ")::int");
    return err < 0 ? err : t.waits ? 1 : 0;
}
