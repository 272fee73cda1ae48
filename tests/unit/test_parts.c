/* test_parts.c - the events of a PostgreSQL store lie in parts (store/postgres/postgres_parts.h):
 * there always is room, old ones go, and no move waits for that. */
#include "testing.h"

#include "base/err.h"
#include "base/times.h"
#include "postgres.h"
#include "store/core/copy.h"
#include "store/postgres/postgres_int.h"
#include "store/postgres/postgres_parts.h"
#include "store/postgres/postgres_sql.h"
#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PART                                                                                       \
    "(SELECT c.relname AS name, i.inhdetachpending AS pending FROM pg_inherits i"                  \
    " JOIN pg_class c ON c.oid = i.inhrelid"                                                       \
    " WHERE i.inhparent IN ('event'::regclass, 'event_topic'::regclass)) part"

enum { BESIDE = 52 }; /* the schema by which matches are written beside each other */
enum { LOOKS = 3000, LOOK_US = 10 * 1000 }; /* what another thread does is waited for */

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

static PGconn *must_connect(const char *url)
{
    PGconn *c = PQconnectdb(url);
    assert_int_equal(PQstatus(c), CONNECTION_OK);
    return c;
}

static void must_run(PGconn *c, const char *sql)
{
    PGresult *r = PQexec(c, sql);
    ExecStatusType status = PQresultStatus(r);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(c));
    PQclear(r);
}

/* Of one number or text. */
static void answer(PGconn *c, const char *sql, char *out, size_t size)
{
    PGresult *r = PQexec(c, sql);
    if (PQresultStatus(r) != PGRES_TUPLES_OK || PQntuples(r) != 1)
        fail_msg("%s: %s", sql, PQerrorMessage(c));
    snprintf(out, size, "%s", PQgetvalue(r, 0, 0));
    PQclear(r);
}

static int64_t number(PGconn *c, const char *sql)
{
    char out[64];
    answer(c, sql, out, sizeof out);
    return strtoll(out, NULL, 10);
}

/* The parts by name: "event_p1 event_p1000001 event_topic_p1 event_topic_p1000001". */
static void must_have_parts(PGconn *c, const char *names)
{
    char out[400];
    answer(c, "SELECT string_agg(name, ' ' ORDER BY name) FROM " PART, out, sizeof out);
    assert_string_equal(out, names);
}

static bool is_there(PGconn *c, const char *table)
{
    char sql[120];
    snprintf(sql, sizeof sql, "SELECT (to_regclass('%s') IS NOT NULL)::int", table);
    return number(c, sql) != 0;
}

/* Adds events of the lobby and of a match, in one transaction; returns the number of the last. */
static int64_t add(struct store *s, int n, int64_t at)
{
    struct store_event e = {.match = 1,
                            .type = "a",
                            .data = "{}",
                            .topics = {TOPIC_LOBBY, topic_match(1)},
                            .topics_n = 2};
    assert_int_equal(store_begin(s), 0);
    for (int i = 0; i < n; i++)
        assert_int_equal(store_event_add(s, &e, at), 0);
    assert_int_equal(store_commit(s), 0);
    return e.id;
}

/* As after this many events: only the last of them exists. Each transaction takes its numbers from
 * the next block of 16. */
static void jump(PGconn *c, int64_t event, int64_t at)
{
    char sql[240];
    snprintf(sql, sizeof sql,
             "INSERT INTO event (id, match, type, data, added_at, topic) VALUES (%lld, 1, 'a',"
             " '{}', %lld, 0); SELECT setval('event_block', %lld)",
             (long long)event, (long long)at, (long long)(event / 16));
    must_run(c, sql);
}

static int turn(PGconn *c, int64_t now, int64_t before)
{
    char buf[320];
    struct text why;
    text_init(&why, buf, sizeof buf);
    int err = pg_parts_turn(c, now, before, &why);
    if (err < 0)
        fail_msg("%s", buf);
    return err;
}

/* A turn after which nothing is left; on a slow machine it may take more than one. */
static void must_turn(PGconn *c, int64_t now, int64_t before)
{
    int looks = 0;
    while (turn(c, now, before) != 0 && looks++ < 100)
        ;
    assert_true(looks < 100);
}

static void on_event(void *context, const struct store_event *e)
{
    *(int64_t *)context = e->id;
}

/* How many events a stream that stood at `since` is told, and the last of them. */
static int heard(struct store *s, int64_t since, int64_t *last)
{
    const struct topic topics[] = {topic_match(1), TOPIC_LOBBY};
    assert_int_equal(store_begin(s), 0);
    int n = store_events(s, since, INT64_MAX, topics, 2, 10000, on_event, last);
    store_rollback(s);
    return n;
}

static void first_and_last(struct store *s, int64_t *first, int64_t *last)
{
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_event_first(s, first), 0);
    assert_int_equal(store_event_last(s, last), 0);
    store_rollback(s);
}

/* --- a store of before --- */

/* Makes the tables as the program of that schema left them. */
static void make_version(PGconn *c, int version)
{
    must_run(c, postgres_sql_start);
    must_run(c, "CREATE TABLE migration (number BIGINT PRIMARY KEY, applied_at BIGINT NOT NULL)");
    for (int n = 1; n <= version; n++) {
        char mark[80];
        char *sql = postgres_sql_migration(store_migrations[n - 1].sql);
        const char *more = postgres_sql_after(n);
        if (*sql != '\0') /* nothing to do here */
            must_run(c, sql);
        if (more != NULL)
            must_run(c, more);
        snprintf(mark, sizeof mark, "INSERT INTO migration VALUES (%d, 0)", n);
        must_run(c, mark);
        free(sql);
    }
}

/* The migration that makes parts. */
static int of_parts(void)
{
    int n = 1;
    while (strcmp(store_migrations[n - 1].what, "events in parts") != 0)
        n++;
    return n;
}

static void events_of_before_become_the_first_part_without_being_copied(void **state)
{
    PGconn *c = must_connect(*state);
    make_version(c, of_parts() - 1);
    must_run(c,
             "DO $$ BEGIN CREATE ROLE reader; EXCEPTION WHEN duplicate_object THEN END $$;"
             "GRANT SELECT ON event TO reader; GRANT SELECT ON event_topic TO PUBLIC;"
             "INSERT INTO event (id, match, type, data, at, topic) SELECT n, 1, 'a', '{}', n, 0"
             " FROM generate_series(11, 20) n;"
             "INSERT INTO event_topic (topic, event) SELECT 5, n FROM generate_series(11, 20) n");
    int64_t file = number(c, "SELECT pg_relation_filenode('event')");
    int64_t topics = number(c, "SELECT pg_relation_filenode('event_topic')");
    int64_t index = number(c, "SELECT pg_relation_filenode('event_heard')");
    struct store *s = must_open(*state);
    int64_t first, last;
    must_have_parts(c, "event_p0 event_p21 event_topic_p0 event_topic_p21");
    assert_int_equal(number(c, "SELECT pg_relation_filenode('event_p0')"), file);
    assert_int_equal(number(c, "SELECT pg_relation_filenode('event_topic_p0')"), topics);
    assert_int_equal(number(c, "SELECT pg_relation_filenode(indexrelid) FROM pg_index WHERE"
                               " indrelid = 'event_p0'::regclass AND NOT indisunique"),
                     index);
    assert_int_equal(number(c, "SELECT count(*) FROM pg_index WHERE indrelid IN"
                               " ('event_p0'::regclass, 'event_topic_p0'::regclass)"),
                     4); /* none was made anew */
    assert_int_equal(number(c, "SELECT has_table_privilege('reader', 'event', 'SELECT')::int +"
                               " has_table_privilege('reader', 'event_topic', 'SELECT')::int"),
                     2);
    first_and_last(s, &first, &last);
    assert_int_equal(first, 11);
    assert_int_equal(last, 20);
    assert_int_equal(heard(s, 12, &last), 8);
    assert_int_equal(last, 20);
    assert_int_equal(add(s, 3, 100), 34);
    assert_int_equal(heard(s, 19, &last), 4);
    store_close(s);
    PQfinish(c);
}

/* Its statements were prepared before. It knows neither the locks of matches nor the numbers of
 * blocks: what it writes must fail as a whole. */
static void a_server_of_before_cannot_write_beside_this_one(void **state)
{
    PGconn *c = must_connect(*state);
    make_version(c, BESIDE - 1);
    PGconn *old = must_connect(*state);
    must_run(old, "SET plan_cache_mode = force_generic_plan;"
                  "PREPARE put (bigint) AS INSERT INTO event (id, match, type, data, at, topic)"
                  " SELECT $1, 1, 'a', '{}', 5, 0 ON CONFLICT DO NOTHING");
    must_run(old, "EXECUTE put (1)");
    struct store *s = must_open(*state);
    PGresult *r = PQexec(old, "EXECUTE put (2)");
    assert_string_equal(PQresultErrorField(r, PG_DIAG_SQLSTATE), "42703"); /* no such column */
    PQclear(r);
    assert_int_equal(add(s, 1, 6), 16);
    assert_int_equal(number(c, "SELECT count(*) FROM event"), 2);
    store_close(s);
    PQfinish(old);
    PQfinish(c);
}

/* --- room --- */

static void there_is_always_a_spare_part(void **state)
{
    struct store *s = must_open(*state);
    PGconn *c = must_connect(*state);
    must_have_parts(c, "event_p1 event_topic_p1");
    (void)add(s, 1, 5);
    must_turn(c, 10, 0);
    must_have_parts(c, "event_p1 event_p1000001 event_topic_p1 event_topic_p1000001");
    must_turn(c, 10, 0);
    must_have_parts(c, "event_p1 event_p1000001 event_topic_p1 event_topic_p1000001");
    /* The spare one has been entered: the next has room for four times as many. */
    jump(c, 1900001, 10);
    must_turn(c, 10, 0);
    assert_int_equal(number(c, pg_parts_last), 2000001);
    assert_int_equal(number(c, pg_parts_end), 2000001 + 4 * 900000);
    jump(c, 5600000, 10);
    must_turn(c, 10, 0);
    assert_int_equal(number(c, pg_parts_last), 5600001);
    assert_int_equal(number(c, "SELECT count(*) FROM pg_index WHERE indrelid ="
                               " 'event_topic_p5600001'::regclass"),
                     2);
    store_close(s);
    PQfinish(c);
}

static void a_burst_beyond_the_last_part_finds_room(void **state)
{
    struct store *s = must_open(*state);
    struct store_event e = {.match = 1,
                            .type = "a",
                            .data = "{}",
                            .topics = {TOPIC_LOBBY, topic_match(2)},
                            .topics_n = 2};
    int64_t last;
    PGconn *c = must_connect(*state);
    jump(c, 999999, 5);
    /* An undone order undoes the part, too, and the next order finds room again. */
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_event_add(s, &e, 6), 0);
    assert_int_equal(e.id, 1000000);
    assert_int_equal(store_savepoint(s), 0);
    assert_int_equal(store_event_add(s, &e, 6), 0);
    assert_int_equal(e.id, 1000001);
    store_undo(s);
    assert_int_equal(store_savepoint(s), 0);
    assert_int_equal(store_event_add(s, &e, 6), 0);
    assert_int_equal(e.id, 1000002);
    assert_int_equal(store_release(s), 0);
    store_rollback(s);
    assert_int_equal(number(c, pg_parts_end), 1000001);
    assert_int_equal(add(s, 5, 7), 1000020);
    must_have_parts(c, "event_p1 event_p1000001 event_topic_p1 event_topic_p1000001");
    assert_int_equal(heard(s, 999999, &last), 5);
    assert_int_equal(last, 1000020);
    store_close(s);
    PQfinish(c);
}

static void two_servers_find_room_in_turn(void **state)
{
    struct store *a = must_open(*state);
    struct store *b = must_open(*state);
    PGconn *c = must_connect(*state);
    int64_t last;
    assert_int_equal(add(a, 1, 5), 16);
    assert_int_equal(add(b, 1, 5), 32);
    jump(c, 1000000, 5);
    assert_int_equal(add(a, 1, 6), 1000016); /* makes a part */
    assert_int_equal(add(b, 1, 6), 1000032); /* has to ask */
    assert_int_equal(add(a, 1, 6), 1000048);
    must_have_parts(c, "event_p1 event_p1000001 event_topic_p1 event_topic_p1000001");
    assert_int_equal(heard(a, 1000000, &last), 3);
    store_close(b);
    store_close(a);
    PQfinish(c);
}

/* --- old events --- */

static const int64_t day = DAY_MS;

static void a_part_is_closed_after_three_days(void **state)
{
    struct store *s = must_open(*state);
    PGconn *c = must_connect(*state);
    int64_t first, last;
    (void)add(s, 1, 1 * day);
    (void)add(s, 1, 5 * day + 7);
    must_turn(c, 3 * day, 0);
    first_and_last(s, &first, &last);
    assert_int_equal(last, 32);
    /* The time of a server that is behind does not make it older than the event before. */
    must_turn(c, 5 * day, 0);
    first_and_last(s, &first, &last);
    assert_int_equal(first, 16);
    assert_int_equal(last, 1000001);
    assert_int_equal(number(c, "SELECT added_at FROM event WHERE id = 1000001"), 5 * day + 7);
    assert_int_equal(heard(s, 32, &last), 0); /* it says nothing */
    /* A part in which nothing happens stays open. */
    must_turn(c, 50 * day, 0);
    first_and_last(s, &first, &last);
    assert_int_equal(last, 1000001);
    assert_int_equal(add(s, 1, 50 * day), 1000016);
    store_close(s);
    PQfinish(c);
}

/* Two events each in parts that were begun on day 0, 10 and 20. */
static void fill(struct store *s, PGconn *c)
{
    for (int i = 0; i < 3; i++) {
        if (i > 0)
            must_turn(c, i * 10 * day, 0);
        assert_int_equal(add(s, 2, i * 10 * day), i * 1000000 + 17);
    }
    must_turn(c, 20 * day, 0);
}

#define FILLED "event_p1 event_p1000001 event_p2000001 event_p3000001"

static void old_parts_are_dropped_and_newer_ones_stay(void **state)
{
    struct store *s = must_open(*state);
    PGconn *c = must_connect(*state);
    int64_t first, last;
    fill(s, c);
    must_turn(c, 21 * day, 0); /* nothing is old */
    must_have_parts(c, FILLED " event_topic_p1 event_topic_p1000001 event_topic_p2000001"
                              " event_topic_p3000001");
    assert_int_equal(heard(s, 0, &last), 6);
    must_turn(c, 21 * day, 5 * day);
    must_have_parts(c, "event_p1000001 event_p2000001 event_p3000001 event_topic_p1000001"
                       " event_topic_p2000001 event_topic_p3000001");
    assert_false(is_there(c, "event_p1"));
    assert_false(is_there(c, "event_topic_p1"));
    /* A stream that stood at an event that is gone: it is told what there is, and the first number
     * says that it has missed some (service/notifications/missed.c). */
    first_and_last(s, &first, &last);
    assert_int_equal(first, 1000001);
    assert_int_equal(heard(s, 1, &last), 4);
    assert_int_equal(last, 2000017);
    /* All of them are old: the newest stays, so that numbering continues from it. */
    must_turn(c, 90 * day, 60 * day);
    first_and_last(s, &first, &last);
    assert_int_equal(first, last);
    assert_int_equal(last, 3000001);
    must_have_parts(c, "event_p3000001 event_p4000001 event_topic_p3000001 event_topic_p4000001");
    assert_int_equal(add(s, 1, 90 * day), 3000016);
    store_close(s);
    PQfinish(c);
}

static void a_detachment_that_a_crash_interrupted_is_finished(void **state)
{
    struct store *s = must_open(*state);
    PGconn *c = must_connect(*state);
    fill(s, c);
    must_run(c, "CREATE TABLE event_plan (id bigint)"); /* not ours */
    must_run(c, "ALTER TABLE event DETACH PARTITION event_p1");
    must_turn(c, 21 * day, 5 * day);
    assert_false(is_there(c, "event_p1"));
    assert_false(is_there(c, "event_topic_p1"));
    must_run(c, "ALTER TABLE event DETACH PARTITION event_p1000001; DROP TABLE event_p1000001;"
                "ALTER TABLE event_topic DETACH PARTITION event_topic_p1000001");
    must_turn(c, 21 * day, 5 * day);
    assert_false(is_there(c, "event_topic_p1000001"));
    must_have_parts(c, "event_p2000001 event_p3000001 event_topic_p2000001 event_topic_p3000001");
    assert_true(is_there(c, "event_plan"));
    store_close(s);
    PQfinish(c);
}

/* Begins a transaction that has read events and stays open. */
static PGconn *reader_that_stays(const char *url)
{
    PGconn *c = must_connect(url);
    must_run(c, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    assert_true(number(c, "SELECT count(*) FROM event JOIN event_topic ON event = id") > 0);
    return c;
}

static void a_detachment_that_was_interrupted_is_finished_later(void **state)
{
    struct store *s = must_open(*state);
    PGconn *c = must_connect(*state);
    int64_t last;
    fill(s, c);
    PGconn *reader = reader_that_stays(*state);
    assert_int_equal(turn(c, 21 * day, 5 * day), 1); /* it has given up waiting */
    assert_int_equal(number(c, "SELECT count(*) FROM " PART " WHERE pending"), 1);
    assert_int_equal(turn(c, 21 * day, 5 * day), 1);
    assert_int_equal(add(s, 1, 21 * day), 2000032);
    assert_int_equal(heard(s, 0, &last), 5);
    assert_int_equal(number(reader, "SELECT count(*) FROM event_p1"), 2);
    must_run(reader, "COMMIT");
    must_turn(c, 21 * day, 5 * day);
    assert_false(is_there(c, "event_p1"));
    assert_false(is_there(c, "event_topic_p1"));
    store_close(s);
    PQfinish(reader);
    PQfinish(c);
}

struct keeper {
    PGconn *conn;
    atomic_bool stop;
    int last; /* of its turns */
};

static void *keep(void *context)
{
    struct keeper *k = context;
    char buf[320];
    struct text why;
    do {
        text_init(&why, buf, sizeof buf);
        k->last = pg_parts_turn(k->conn, 21 * day, 5 * day, &why);
    } while (k->last == 1 && !atomic_load(&k->stop));
    return NULL;
}

static void a_move_does_not_wait_while_an_old_part_waits_for_a_reader(void **state)
{
    struct store *s = must_open(*state);
    PGconn *c = must_connect(*state);
    struct keeper k = {.conn = must_connect(*state)};
    pthread_t thread;
    char sql[160];
    int looks = 0;
    fill(s, c);
    PGconn *reader = reader_that_stays(*state);
    snprintf(sql, sizeof sql, "SELECT count(*) FROM pg_locks WHERE pid = %d AND NOT granted",
             PQbackendPID(k.conn));
    assert_int_equal(pthread_create(&thread, NULL, keep, &k), 0);
    while (number(c, sql) == 0 && looks++ < LOOKS)
        (void)usleep(LOOK_US);
    assert_true(looks < LOOKS); /* it waits for the reader, */
    int64_t move = add(s, 1, 21 * day);
    assert_int_equal(move, 2000032);      /* the move is on the disk, */
    assert_true(is_there(c, "event_p1")); /* and the part has not gone yet */
    must_run(reader, "COMMIT");
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(k.last, 0);
    assert_false(is_there(c, "event_p1"));
    store_close(s);
    PQfinish(reader);
    PQfinish(k.conn);
    PQfinish(c);
}

static void one_keeper_takes_its_turn_at_a_time(void **state)
{
    struct store *s = must_open(*state);
    PGconn *c = must_connect(*state);
    PGconn *other = must_connect(*state);
    fill(s, c);
    must_run(other, "SELECT pg_advisory_lock(" PG_LOCK_PARTS ")");
    must_turn(c, 21 * day, 5 * day);
    assert_true(is_there(c, "event_p1"));
    PQfinish(other);
    int looks = 0; /* its lock ends with its connection, a moment later */
    while (is_there(c, "event_p1") && looks++ < LOOKS) {
        (void)usleep(LOOK_US);
        must_turn(c, 21 * day, 5 * day);
    }
    assert_false(is_there(c, "event_p1"));
    store_close(s);
    PQfinish(c);
}

static void a_store_that_forgets_does_all_of_this_by_itself(void **state)
{
    struct store *s = must_open(*state);
    PGconn *c = must_connect(*state);
    fill(s, c);
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_events_forget(s, 21 * day, 5 * day), 0);
    assert_int_equal(store_commit(s), 0);
    int looks = 0;
    while ((is_there(c, "event_p1") || is_there(c, "event_topic_p1")) && looks++ < LOOKS)
        (void)usleep(LOOK_US);
    assert_true(looks < LOOKS);
    /* The spare part is entered: no query for the next one is needed. */
    jump(c, 3000001, 21 * day);
    (void)add(s, 1, 21 * day);
    for (looks = 0; number(c, pg_parts_last) < 4000001 && looks < LOOKS; looks++)
        (void)usleep(LOOK_US);
    assert_true(looks < LOOKS);
    store_close(s);
    PQfinish(c);
}

/* --- around --- */

/* Each that follows what happens, from the newest event on. */
static void followers_read_the_newest_parts_only(void **state)
{
    static const int queries[] = {Q_EVENT_LAST, Q_EVENTS, Q_EVENTS_AFTER};
    struct store *s = must_open(*state);
    PGconn *c = must_connect(*state);
    fill(s, c);
    must_run(c, "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;"
                "SET plan_cache_mode = force_generic_plan");
    for (size_t q = 0; q < ARRAY_LEN(queries); q++) {
        const struct store_statement *st = &store_statements[queries[q]];
        char sql[4200];
        bool reads = false;
        snprintf(sql, sizeof sql, "PREPARE plan AS %s", st->sql);
        must_run(c, sql);
        int at = snprintf(sql, sizeof sql, "EXPLAIN EXECUTE plan (2000002");
        for (size_t i = 1; i < strlen(st->types); i++)
            at += snprintf(sql + at, sizeof sql - (size_t)at, ", 2000009");
        snprintf(sql + at, sizeof sql - (size_t)at, ")");
        PGresult *r = PQexec(c, sql);
        assert_int_equal(PQresultStatus(r), PGRES_TUPLES_OK);
        for (int i = 0; i < PQntuples(r); i++) {
            const char *step = PQgetvalue(r, i, 0);
            reads = reads || strstr(step, "_p2000001") != NULL;
            if (strstr(step, "Seq Scan") != NULL || strstr(step, "_p1 ") != NULL ||
                strstr(step, "_p1000001 ") != NULL)
                fail_msg("query %d: %s: %s", queries[q], step, st->sql);
        }
        assert_true(reads);
        PQclear(r);
        must_run(c, "DEALLOCATE plan");
    }
    store_close(s);
    PQfinish(c);
}

static void a_number_that_was_undone_is_not_remembered(void **state)
{
    struct store *s = must_open(*state);
    struct store_event e = {
        .match = 1, .type = "a", .data = "{}", .topics = {TOPIC_LOBBY}, .topics_n = 1};
    int64_t last;
    assert_int_equal(add(s, 3, 5), 18);
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_event_add(s, &e, 5), 0);
    assert_int_equal(store_event_last(s, &last), 0);
    assert_int_equal(last, 32);
    store_rollback(s);
    assert_int_equal(add(s, 1, 5), 48); /* and is not used again */
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_event_last(s, &last), 0);
    assert_int_equal(last, 48);
    store_rollback(s);
    store_close(s);
}

static void remove_store(const char *path)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-lock", "-journal"};
    for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
        char name[96];
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        (void)unlink(name);
    }
}

static void a_copy_brings_events_with_any_numbers(void **state)
{
    char folder[] = "/tmp/hoshi-parts-XXXXXX";
    char there[64], back[64], buf[320];
    struct text why;
    sqlite3 *db = NULL;
    int64_t first, last;
    assert_non_null(mkdtemp(folder));
    snprintf(there, sizeof there, "%s/there.db", folder);
    snprintf(back, sizeof back, "%s/back.db", folder);
    store_close(must_open(there));
    assert_int_equal(sqlite3_open(there, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(
            db,
            "INSERT INTO event (id, match, type, data, added_at, topic) VALUES (7, 1, 'a',"
            " '{}', 5, 0), (25000000, 1, 'a', '{}', 6, 0), (5000000123, 1, 'a', '{}', 7, 0);"
            "INSERT INTO event_topic (topic, event) VALUES (5, 7), (5, 5000000123)",
            NULL, NULL, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    text_init(&why, buf, sizeof buf);
    if (store_copy(there, *state, NULL, NULL, &why) < 0 ||
        store_copy(*state, back, NULL, NULL, &why) < 0)
        fail_msg("%s", buf);
    const char *const ends[] = {*state, back};
    for (int i = 0; i < 2; i++) {
        struct store *s = must_open(ends[i]);
        first_and_last(s, &first, &last);
        assert_int_equal(first, 7);
        assert_int_equal(last, 5000000123);
        assert_int_equal(heard(s, 0, &last), 3);
        assert_int_equal(add(s, 1, 8), i == 0 ? 5000000128 : 5000000124);
        store_close(s);
    }
    remove_store(there);
    remove_store(back);
    assert_int_equal(rmdir(folder), 0);
}

static int make_schema(void **state)
{
    static char url[256];
    snprintf(url, sizeof url, "%s", postgres_schema());
    *state = url;
    return 0;
}

static int start(void **state)
{
    (void)state;
    return postgres_start();
}

static int stop(void **state)
{
    (void)state;
    postgres_stop();
    return 0;
}

#define IN_SCHEMA(test) cmocka_unit_test_setup(test, make_schema)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_SCHEMA(events_of_before_become_the_first_part_without_being_copied),
        IN_SCHEMA(a_server_of_before_cannot_write_beside_this_one),
        IN_SCHEMA(there_is_always_a_spare_part),
        IN_SCHEMA(a_burst_beyond_the_last_part_finds_room),
        IN_SCHEMA(two_servers_find_room_in_turn),
        IN_SCHEMA(a_part_is_closed_after_three_days),
        IN_SCHEMA(old_parts_are_dropped_and_newer_ones_stay),
        IN_SCHEMA(a_detachment_that_a_crash_interrupted_is_finished),
        IN_SCHEMA(a_detachment_that_was_interrupted_is_finished_later),
        IN_SCHEMA(a_move_does_not_wait_while_an_old_part_waits_for_a_reader),
        IN_SCHEMA(one_keeper_takes_its_turn_at_a_time),
        IN_SCHEMA(a_store_that_forgets_does_all_of_this_by_itself),
        IN_SCHEMA(followers_read_the_newest_parts_only),
        IN_SCHEMA(a_number_that_was_undone_is_not_remembered),
        IN_SCHEMA(a_copy_brings_events_with_any_numbers),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
