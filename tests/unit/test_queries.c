/* test_queries.c - both back ends accept every query of the store, and its description is right.
 *
 * Its parameters have the types that PostgreSQL infers, and it uses the tables that SQLite finds.
 * Other tests check the answers. */
#include "testing.h"

#include "base/err.h"
#include "postgres.h"
#include "store/core/queries.h"
#include "store/postgres/postgres_sql.h"
#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { OID_INT8 = 20, OID_INT4 = 23, OID_TEXT = 25 };

static struct store *must_open(const char *where)
{
    char buf[320];
    struct text why;
    struct store *s = NULL;
    text_init(&why, buf, sizeof buf);
    if (store_open(where, &s, &why) < 0)
        fail_msg("%s", buf);
    return s;
}

static void describe(PGconn *c, int query)
{
    bool counted;
    const char *types = store_statements[query].types;
    char *sql = postgres_sql_query(store_statements[query].sql, &counted);
    PGresult *r = PQprepare(c, "", sql, 0, NULL);
    if (PQresultStatus(r) != PGRES_COMMAND_OK)
        fail_msg("query %d: %s%s", query, PQresultErrorMessage(r), sql);
    PQclear(r);
    r = PQdescribePrepared(c, "");
    if (PQnparams(r) != (int)strlen(types))
        fail_msg("query %d has %d parameters, not \"%s\": %s", query, PQnparams(r), types, sql);
    for (int i = 0; i < PQnparams(r); i++) {
        Oid type = PQparamtype(r, i);
        /* Next to a literal number, PostgreSQL infers a 4-byte integer. */
        bool fits = types[i] == 't' ? type == OID_TEXT : type == OID_INT8 || type == OID_INT4;
        if (!fits)
            fail_msg("query %d: $%d is not of type %c: %s", query, i + 1, types[i], sql);
    }
    PQclear(r);
    free(sql);
}

static void postgres_understands_every_query(void **state)
{
    PGconn *c = PQconnectdb(*state);
    assert_int_equal(PQstatus(c), CONNECTION_OK);
    for (int q = 0; q < STORE_QUERY_N; q++)
        describe(c, q);
    for (int k = 0; k < STORE_DEFERRED_N; k++) {
        int query = store_deferred[k].query;
        char *sql = postgres_sql_many(store_statements[query].sql, store_statements[query].types);
        PGresult *r = PQprepare(c, "", sql, 0, NULL);
        if (PQresultStatus(r) != PGRES_COMMAND_OK)
            fail_msg("query %d for many: %s", query, PQresultErrorMessage(r));
        PQclear(r);
        free(sql);
    }
    PQfinish(c);
}

/* Runs each query in its own transaction, which is rolled back. A row that refers to a missing
 * player may be refused. */
static void run_all(struct store *s)
{
    for (int q = 0; q < STORE_QUERY_N; q++) {
        struct store_value values[STORE_VALUES_MAX];
        const char *types = store_statements[q].types;
        int n = 0;
        for (; types[n] != '\0'; n++)
            values[n] = (struct store_value){.is_text = types[n] == 't', .text = ""};
        assert_int_equal(store_begin(s), 0);
        int rows = store_run(s, NULL, NULL, q, values, n);
        if (rows < 0 && rows != ERR_CONFLICT)
            fail_msg("query %d: %s: %s", q, store_failure(s), store_statements[q].sql);
        store_rollback(s);
    }
}

static void postgres_runs_every_query(void **state)
{
    struct store *s = must_open(*state);
    run_all(s);
    store_close(s);
}

static void sqlite_runs_every_query(void **state)
{
    (void)state;
    struct store *s = must_open(":memory:");
    run_all(s);
    store_close(s);
}

static const char *const table_name[] = {
#define TABLE_NAME(name) #name,
    STORE_TABLES(TABLE_NAME)
#undef TABLE_NAME
};

/* The tables that SQLite has found in a query. */
struct found {
    store_tables reads, adds, changes;
};

static store_tables table_of(const char *name)
{
    for (int i = 0; i < STORE_TABLE_N; i++)
        if (strcasecmp(table_name[i], name) == 0)
            return (store_tables)1 << i;
    return 0;
}

/* SQLite's authorizer: called for each table that a statement uses, while it is prepared. */
static int on_use(void *context, int action, const char *table, const char *column,
                  const char *database, const char *trigger)
{
    struct found *f = context;
    store_tables t = table != NULL ? table_of(table) : 0;
    (void)column;
    (void)database;
    (void)trigger; /* or the WITH that reads it; the schema has no triggers */
    if (action == SQLITE_READ)
        f->reads |= t;
    else if (action == SQLITE_INSERT)
        f->adds |= t;
    else if (action == SQLITE_UPDATE || action == SQLITE_DELETE)
        f->changes |= t;
    return SQLITE_OK;
}

static void must_name(int query, const char *verb, store_tables said, store_tables found)
{
    for (int i = 0; i < STORE_TABLE_N; i++)
        if (((said ^ found) >> i & 1) != 0)
            fail_msg("query %d %s %s(%s): %s", query,
                     (said >> i & 1) != 0 ? "must not say" : "must say", verb, table_name[i],
                     store_statements[query].sql);
}

static void every_query_says_which_tables_it_uses(void **state)
{
    sqlite3 *db = NULL;
    struct found f;
    (void)state;
    assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
    for (int i = 0; i < store_migrations_n; i++)
        assert_int_equal(sqlite3_exec(db, store_migrations[i].sql, NULL, NULL, NULL), SQLITE_OK);
    (void)sqlite3_set_authorizer(db, on_use, &f);
    for (int q = 0; q < STORE_QUERY_N; q++) {
        const struct store_statement *said = &store_statements[q];
        sqlite3_stmt *st = NULL;
        f = (struct found){0};
        assert_int_equal(sqlite3_prepare_v2(db, said->sql, -1, &st, NULL), SQLITE_OK);
        sqlite3_finalize(st);
        must_name(q, "CHANGES", said->changes, f.changes);
        must_name(q, "ADDS", said->adds, f.adds & ~f.changes);
        must_name(q, "READS", said->reads, f.reads & ~f.adds & ~f.changes);
    }
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* One player's change must not empty the caches for everybody (touched.h). */
static void a_change_of_people_names_the_player(void **state)
{
    (void)state;
    const store_tables people = STORE_KEPT_PEOPLE | STORE_SET(PLAYER);
    int named = 0;
    for (int q = 0; q < STORE_QUERY_N; q++) {
        const struct store_statement *said = &store_statements[q];
        if ((said->changes & people) == 0 || said->unkept != 0 || q == Q_SESSIONS_TRIM ||
            q == Q_PEOPLE_SESSIONS_END_ALL) /* all players are meant */
            continue;
        if (said->player == 0)
            fail_msg("query %d must say OF_PLAYER(n): %s", q, said->sql);
        assert_true(said->player <= (int)strlen(said->types));
        assert_int_equal(said->types[said->player - 1], 'i');
        named++;
    }
    assert_true(named >= 10);
}

/* The check of queries would miss a table that no list names. */
static void every_table_of_the_schema_is_listed(void **state)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *st = NULL;
    store_tables seen = 0;
    (void)state;
    assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
    for (int i = 0; i < store_migrations_n; i++)
        assert_int_equal(sqlite3_exec(db, store_migrations[i].sql, NULL, NULL, NULL), SQLITE_OK);
    const char *sql =
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'";
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK);
    while (sqlite3_step(st) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(st, 0);
        if (table_of(name) == 0)
            fail_msg("store/core/tables.h does not list %s", name);
        seen |= table_of(name);
    }
    sqlite3_finalize(st);
    assert_true(seen == ((store_tables)1 << STORE_TABLE_N) - 1);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* Queries whose cost must not grow with the archive: its searches, and those of each rated match.
 * */
static bool must_use_an_index(const char *sql)
{
    static const char *const parts[] = {"$15 ORDER BY",
                                        "$15 AND NOT EXISTS",
                                        "min(x.id)",
                                        "FROM rating_pair WHERE game",
                                        "FROM rating WHERE game",
                                        "FROM rating_step WHERE game"};
    for (size_t i = 0; sql != NULL && i < ARRAY_LEN(parts); i++)
        if (strstr(sql, parts[i]) != NULL && strncmp(sql, "SELECT", 6) == 0)
            return true;
    return false;
}

enum { WITH_AN_INDEX = 16 };

static void searches_use_an_index_in_sqlite(void **state)
{
    (void)state;
    char path[] = "/tmp/hoshi-plans-XXXXXX";
    sqlite3 *db = NULL;
    int n = 0;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    (void)close(fd);
    store_close(must_open(path));
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    for (int q = 0; q < STORE_QUERY_N; q++) {
        sqlite3_stmt *st = NULL;
        char sql[4000];
        if (!must_use_an_index(store_statements[q].sql))
            continue;
        n++;
        snprintf(sql, sizeof sql, "EXPLAIN QUERY PLAN %s", store_statements[q].sql);
        assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK);
        while (sqlite3_step(st) == SQLITE_ROW) {
            const char *step = (const char *)sqlite3_column_text(st, 3);
            bool scan = strncmp(step, "SCAN ", 5) == 0 && strcmp(step, "SCAN x") != 0 &&
                        strcmp(step, "SCAN n") != 0;
            if (scan || strstr(step, "TEMP B-TREE") != NULL)
                fail_msg("query %d: %s: %s", q, step, store_statements[q].sql);
        }
        (void)sqlite3_finalize(st);
    }
    assert_int_equal(n, WITH_AN_INDEX);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    (void)unlink(path);
}

/* Other plans are disabled here. So if a plan still reads or sorts all rows, no index fits. */
static void searches_use_an_index_in_postgres(void **state)
{
    PGconn *c = PQconnectdb(*state);
    int n = 0;
    assert_int_equal(PQstatus(c), CONNECTION_OK);
    PQclear(PQexec(c, "SET enable_seqscan = off; SET enable_bitmapscan = off;"
                      " SET enable_sort = off; SET plan_cache_mode = force_generic_plan"));
    for (int q = 0; q < STORE_QUERY_N; q++) {
        bool counted;
        char sql[4200];
        if (!must_use_an_index(store_statements[q].sql))
            continue;
        n++;
        char *own = postgres_sql_query(store_statements[q].sql, &counted);
        snprintf(sql, sizeof sql, "PREPARE plan AS %s", own);
        PGresult *r = PQexec(c, sql);
        assert_int_equal(PQresultStatus(r), PGRES_COMMAND_OK);
        PQclear(r);
        int at = snprintf(sql, sizeof sql, "EXPLAIN EXECUTE plan (");
        for (int i = 0; i < (int)strlen(store_statements[q].types); i++)
            at += snprintf(sql + at, sizeof sql - (size_t)at, "%s%s", i > 0 ? ", " : "",
                           store_statements[q].types[i] == 't' ? "''" : "1");
        snprintf(sql + at, sizeof sql - (size_t)at, ")");
        r = PQexec(c, sql);
        assert_int_equal(PQresultStatus(r), PGRES_TUPLES_OK);
        for (int i = 0; i < PQntuples(r); i++) {
            const char *step = PQgetvalue(r, i, 0);
            bool small = strstr(step, "Seq Scan on player") != NULL;
            if ((strstr(step, "Seq Scan") != NULL && !small) || strstr(step, "Sort") != NULL)
                fail_msg("query %d: %s: %s", q, step, own);
        }
        PQclear(r);
        PQclear(PQexec(c, "DEALLOCATE plan"));
        free(own);
    }
    assert_int_equal(n, WITH_AN_INDEX);
    PQfinish(c);
}

static int start(void **state)
{
    if (postgres_start() < 0)
        return -1;
    static char url[256];
    (void)snprintf(url, sizeof url, "%s", postgres_schema());
    store_close(must_open(url)); /* makes the tables */
    *state = url;
    return 0;
}

static int stop(void **state)
{
    (void)state;
    postgres_stop();
    return 0;
}

/* --- several databases --- */

/* If matches lay on several databases, the rows of these tables would lie with their match. */
#define WITH_MATCH                                                                                 \
    (STORE_SET(MATCH, SEAT, MOVE, CHAT, EVENT, EVENT_TOPIC, INBOX, OPENING_TODO) |                 \
     STORE_SET(MAIL_LINE))

/* What would then ask two databases (docs/lab/writers.md says how each would go). */
static const int crossing[] = {
    Q_ARENA_UNMOVED,
    Q_CHATS,
    Q_COUNTS,
    Q_FAIRPLAY_ANNULMENTS,
    Q_LIST_FOLLOWED,
    Q_SEATS,
    Q_SEARCH_OPENING,
    Q_MAILBOX_STANDINGS,
    Q_SIMULS_GUESTS,
    Q_SOCIAL_CHATS_OF,
    Q_SOCIAL_CHAT_GET,
    Q_PEOPLE_IDLE_GUESTS,
    Q_SPECTATORS_LINES,
    Q_STATISTICS_ROWS,
    Q_SPECTATORS_REPORTS,
    Q_STATISTICS_BEATEN,
};

static void only_named_queries_cross_databases_and_none_that_writes(void **state)
{
    (void)state;
    size_t named = 0;
    for (int q = 0; q < STORE_QUERY_N; q++) {
        const struct store_statement *said = &store_statements[q];
        store_tables all = said->reads | said->adds | said->changes;
        bool listed = false;
        for (size_t i = 0; i < ARRAY_LEN(crossing); i++)
            listed = listed || crossing[i] == q;
        bool crosses = (all & WITH_MATCH) != 0 && (all & ~WITH_MATCH) != 0;
        if (crosses != listed)
            fail_msg("query %d %s: %s", q,
                     crosses ? "joins a match with what does not lie with it" : "crosses nothing",
                     said->sql);
        if (crosses && (said->adds | said->changes) != 0)
            fail_msg("query %d writes in two databases: %s", q, said->sql);
        named += crosses;
    }
    assert_int_equal(named, ARRAY_LEN(crossing));
}

/* --- plans --- */

/* Tables that stay small, whatever players do: what an operator writes, a row for each game or
 * board, and lists of work at hand. */
static const char *const small_tables[] = {"meta",  "ban",       "rating_redo", "opening_todo",
                                           "inbox", "migration", "leaver"};

/* Queries that may read a whole table, and why. */
static const struct {
    int query;
    const char *why;
} may_scan[] = {
    {Q_COUNTS, "an operator's command counts all rows"},
    {Q_EVENT_TIME, "takes one row, by the primary key"},
    {Q_SOCIAL_PLAYERS_BANNED, "for moderators, in the order of names"},
};

/* What empties a table reads all of it. */
static bool is_allowed(int query)
{
    const char *sql = store_statements[query].sql;
    if (strncmp(sql, "DELETE FROM ", 12) == 0 && strstr(sql, " WHERE ") == NULL)
        return true;
    for (size_t i = 0; i < ARRAY_LEN(may_scan); i++)
        if (may_scan[i].query == query)
            return true;
    return false;
}

/* The table that a plan names by an alias; NULL: a part of the query itself, whose own plan is
 * looked at, too. */
static const char *table_named(const char *sql, const char *name)
{
    char text[160];
    for (int i = 0; i < STORE_TABLE_N; i++) {
        static const char *const before[] = {"FROM ", "JOIN ", "UPDATE ", "INTO ", ", "};
        for (size_t k = 0; k < ARRAY_LEN(before); k++) {
            static char table[64];
            size_t n = 0;
            for (; table_name[i][n] != '\0'; n++)
                table[n] = (char)(table_name[i][n] >= 'A' && table_name[i][n] <= 'Z'
                                      ? table_name[i][n] + 32
                                      : table_name[i][n]);
            table[n] = '\0';
            if (strcmp(table, name) == 0)
                return table;
            snprintf(text, sizeof text, "%s%s %s", before[k], table, name);
            const char *at = strstr(sql, text);
            if (at != NULL && strchr(" ,)", at[strlen(text)]) != NULL)
                return table;
        }
    }
    return NULL;
}

static bool is_small(const char *table)
{
    for (size_t i = 0; i < ARRAY_LEN(small_tables); i++)
        if (strcmp(small_tables[i], table) == 0)
            return true;
    return false;
}

/* Whether an index has the rows of a condition only, of which there are few. */
static bool is_partial(sqlite3 *db, const char *index)
{
    sqlite3_stmt *st = NULL;
    const char *sql = "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?1 AND sql LIKE"
                      " '% WHERE %'";
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK);
    (void)sqlite3_bind_text(st, 1, index, -1, SQLITE_STATIC);
    bool found = sqlite3_step(st) == SQLITE_ROW;
    (void)sqlite3_finalize(st);
    return found;
}

/* A line of a plan that reads a whole large table; NULL when there is none. The caller frees it. */
static char *find_scan(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *st = NULL;
    char *found = NULL;
    char *explain = sqlite3_mprintf("EXPLAIN QUERY PLAN %s", sql);
    assert_int_equal(sqlite3_prepare_v2(db, explain, -1, &st, NULL), SQLITE_OK);
    sqlite3_free(explain);
    while (found == NULL && sqlite3_step(st) == SQLITE_ROW) {
        char name[64] = "";
        char index[64] = "";
        const char *line = (const char *)sqlite3_column_text(st, 3);
        const char *by = strstr(line, "INDEX ");
        if (sscanf(line, "SCAN %63[a-z_0-9]", name) != 1)
            continue;
        if (by != NULL)
            (void)sscanf(by, "INDEX %63[a-z_0-9]", index);
        const char *table = table_named(sql, name);
        if (table != NULL && !is_small(table) && !is_partial(db, index))
            found = strdup(line);
    }
    (void)sqlite3_finalize(st);
    return found;
}

static sqlite3 *open_empty(void)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
    for (int i = 0; i < store_migrations_n; i++)
        assert_int_equal(sqlite3_exec(db, store_migrations[i].sql, NULL, NULL, NULL), SQLITE_OK);
    return db;
}

static void no_query_scans_a_large_table_in_sqlite(void **state)
{
    (void)state;
    sqlite3 *db = open_empty();
    size_t allowed = 0;
    for (int q = 0; q < STORE_QUERY_N; q++) {
        char *scan = find_scan(db, store_statements[q].sql);
        if (scan != NULL && !is_allowed(q))
            fail_msg("query %d: %s: %s", q, scan, store_statements[q].sql);
        allowed += scan != NULL;
        free(scan);
    }
    assert_int_equal(allowed, ARRAY_LEN(may_scan)); /* what is not needed must not stay */
    /* The check sees what it looks for, also behind other names. */
    static const char *const bad[] = {
        "SELECT text FROM chat WHERE text = $1",
        "SELECT p.name FROM seat s JOIN player p ON p.id = s.player WHERE s.left_ms > $1",
        "SELECT count(*) FROM (SELECT m.id FROM match m WHERE m.width = $1) x",
        "DELETE FROM session WHERE seen_at < $1",
    };
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        char *scan = find_scan(db, bad[i]);
        assert_non_null(scan);
        free(scan);
    }
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* The table of a line of PostgreSQL's plan such as "->  Seq Scan on chat c  (cost=…)"; parts of a
 * table count as the table. */
static bool pg_scans(const char *line, char table[64])
{
    const char *at = strstr(line, "Seq Scan on ");
    table[0] = '\0';
    if (at == NULL || sscanf(at, "Seq Scan on %63[a-z_0-9]", table) != 1)
        return false;
    char *part = strstr(table, "_p");
    if (part != NULL && part[2] >= '0' && part[2] <= '9')
        *part = '\0';
    return table_of(table) != 0 && !is_small(table);
}

/* As above: where an index fits, it is used, because a scan is made to look dear. */
static void no_query_scans_a_large_table_in_postgres(void **state)
{
    PGconn *c = PQconnectdb(*state);
    assert_int_equal(PQstatus(c), CONNECTION_OK);
    PQclear(PQexec(c, "SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan"));
    char seen[64];
    PGresult *bad = PQexec(c, "EXPLAIN SELECT id FROM chat c WHERE text = 'x'");
    assert_true(pg_scans(PQgetvalue(bad, 0, 0), seen)); /* the check sees what it looks for */
    assert_string_equal(seen, "chat");
    PQclear(bad);
    for (int q = 0; q < STORE_QUERY_N; q++) {
        bool counted;
        const char *types = store_statements[q].types;
        char *own = postgres_sql_query(store_statements[q].sql, &counted);
        size_t size = strlen(own) + 400;
        char *sql = malloc(size);
        assert_non_null(sql);
        snprintf(sql, size, "PREPARE plan AS %s", own);
        PGresult *r = PQexec(c, sql);
        if (PQresultStatus(r) != PGRES_COMMAND_OK)
            fail_msg("query %d: %s", q, PQresultErrorMessage(r));
        PQclear(r);
        int at = snprintf(sql, size, "EXPLAIN EXECUTE plan %s", types[0] != '\0' ? "(" : "");
        for (int i = 0; types[i] != '\0'; i++)
            at += snprintf(sql + at, size - (size_t)at, "%s%s", i > 0 ? ", " : "",
                           types[i] == 't' ? "'1'" : "1");
        snprintf(sql + at, size - (size_t)at, "%s", types[0] != '\0' ? ")" : "");
        r = PQexec(c, sql);
        if (PQresultStatus(r) != PGRES_TUPLES_OK)
            fail_msg("query %d: %s", q, PQresultErrorMessage(r));
        for (int i = 0; i < PQntuples(r); i++) {
            char table[64];
            if (pg_scans(PQgetvalue(r, i, 0), table) && !is_allowed(q))
                fail_msg("query %d reads all of %s: %s", q, table, own);
        }
        PQclear(r);
        PQclear(PQexec(c, "DEALLOCATE plan"));
        free(sql);
        free(own);
    }
    PQfinish(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_named_queries_cross_databases_and_none_that_writes),
        cmocka_unit_test(no_query_scans_a_large_table_in_sqlite),
        cmocka_unit_test(no_query_scans_a_large_table_in_postgres),
        cmocka_unit_test(every_query_says_which_tables_it_uses),
        cmocka_unit_test(every_table_of_the_schema_is_listed),
        cmocka_unit_test(a_change_of_people_names_the_player),
        cmocka_unit_test(postgres_understands_every_query),
        cmocka_unit_test(postgres_runs_every_query),
        cmocka_unit_test(sqlite_runs_every_query),
        cmocka_unit_test(searches_use_an_index_in_sqlite),
        cmocka_unit_test(searches_use_an_index_in_postgres),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
