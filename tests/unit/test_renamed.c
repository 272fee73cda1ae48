/* test_renamed.c - a store whose tables had other names (cup, notice, deed) keeps every row when it
 * is brought up to date, and every index under its new name. */
#include "testing.h"

#include "base/err.h"
#include "postgres.h"
#include "store/community/social.h"
#include "store/core/driver.h"
#include "store/notifications/notification.h"
#include "store/people/mailbox.h"
#include "store/postgres/postgres_int.h"
#include "store/postgres/postgres_sql.h"
#include "store/tournaments/arena.h"
#include "store/tournaments/tournament.h"
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Players 1 and 2, the tournament 7 with both and a pairing, and what each was told. */
static const char rows[] =
    "INSERT INTO player (id, kind, name, created_at) VALUES (1, 'member', 'ann', 1),"
    " (2, 'member', 'bob', 1);"
    "INSERT INTO cup (id, creator, kind, state, name, text, game, width, height, swap, jacked,"
    " clock, rated, rounds, players_min, players_max, steps, created_at, starts_at, ends_at,"
    " wake_at, minutes) VALUES (7, 2, 'arena', 'open', 'Spring', 'Come', 'levee', 7, 7, 0, 0, '',"
    " 1, 3, 2, 8, 0, 5, 90, 0, 90, 40);"
    "INSERT INTO cup_player (cup, player, place, joined_at, withdrawn, points) VALUES"
    " (7, 1, 1, 6, 0, 4), (7, 2, 2, 7, 1, 0);"
    "INSERT INTO cup_game (cup, round, board, match, a, b, result) VALUES (7, 1, 1, 0, 1, 2, 2);"
    "INSERT INTO notice (player, at, match, tournament, kind, seen, other, ply, text, mail_due)"
    " VALUES (1, 5, 0, 7, 'tournament', 0, 2, 3, 'running', 1),"
    " (1, 6, 0, 0, 'message', 1, 2, 0, 'hello', 0);"
    "INSERT INTO notice_setting (player, kind, page, push, mail) VALUES"
    " (1, 'turn', 1, 'off', 'digest');"
    "INSERT INTO notice_digest (player, digest_at, told_at) VALUES (1, 9, 4);"
    "INSERT INTO deed (at, by_player, what, player, detail) VALUES (8, 2, 'ban', 1, 'spam');"
    "INSERT INTO mail_player (player, password, notices, accept_auto, broadcasts, signed_off,"
    " told_at) VALUES (1, '', 'digest', 0, 0, 0, 3);";

/* The number of the migration that renames. */
static int of_renames(void)
{
    int n = 1;
    while (n < store_migrations_n &&
           strcmp(store_migrations[n - 1].what,
                  "cups are tournaments, notices notifications, deeds the audit log") != 0)
        n++;
    return n;
}

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

/* --- what is read back --- */

static void on_player(void *context, const struct tournament_player *p)
{
    int *n = context;
    assert_string_equal(p->player.name, p->place == 1 ? "ann" : "bob");
    assert_int_equal(p->withdrawn, p->place == 2);
    ++*n;
}

static void on_pairing(void *context, const struct tournament_pairing *g)
{
    int *n = context;
    assert_int_equal(g->a, 1);
    assert_int_equal(g->b, 2);
    assert_int_equal(g->result, 2);
    ++*n;
}

static void on_notification(void *context, const struct notification *got)
{
    int *n = context;
    assert_string_equal(got->text, got->read ? "hello" : "running");
    assert_string_equal(got->other.name, "bob");
    assert_int_equal(got->tournament, got->read ? 0 : 7);
    ++*n;
}

static void on_audit(void *context, const struct social_audit *a)
{
    int *n = context;
    assert_string_equal(a->what, "ban");
    assert_string_equal(a->detail, "spam");
    assert_string_equal(a->by.name, "bob");
    assert_string_equal(a->player.name, "ann");
    ++*n;
}

static void every_row_is_there(struct store *s)
{
    struct tournament t;
    struct notification_setting setting;
    struct notification_digest digest;
    struct mailbox_player box;
    struct notification more = {
        .player = 1, .at = 9, .kind = NOTIFICATION_MESSAGE, .text = "more", .data = "{}"};
    int64_t at = 0, unread = 0;
    int players = 0, pairings = 0, told = 0, audit = 0;
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(tournament_get(s, 7, &t), 0);
    assert_string_equal(t.name, "Spring");
    assert_string_equal(t.creator.name, "bob");
    assert_int_equal(t.minutes, 40);
    assert_int_equal(t.players_n, 2);
    assert_int_equal(tournament_wake(s, &at), 0);
    assert_int_equal(at, 90);
    assert_int_equal(tournament_players(s, 7, on_player, &players), 0);
    assert_int_equal(players, 2);
    assert_int_equal(tournament_pairings(s, 7, on_pairing, &pairings), 0);
    assert_int_equal(pairings, 1);
    assert_int_equal(notification_list(s, 1, false, INT64_MAX, 9, on_notification, &told), 0);
    assert_int_equal(told, 2);
    assert_int_equal(notification_unread(s, 1, &unread), 0);
    assert_int_equal(unread, 1);
    assert_int_equal(notification_setting_get(s, 1, NOTIFICATION_TURN, &setting), 0);
    assert_int_equal(setting.mail, WAY_DIGEST);
    assert_int_equal(notification_digest_get(s, 1, &digest), 0);
    assert_int_equal(digest.hour, 9);
    assert_int_equal(social_audit_list(s, INT64_MAX, 9, on_audit, &audit), 0);
    assert_int_equal(audit, 1);
    assert_int_equal(mailbox_player_get(s, 1, &box), 0);
    assert_int_equal(box.mails, MAILBOX_MAILS_DIGEST);
    /* Numbers go on. */
    assert_int_equal(notification_add(s, &more), 0);
    assert_int_equal(more.id, 3);
    assert_int_equal(tournament_add(s, &t), 0);
    assert_int_equal(t.id, 8);
    assert_int_equal(store_commit(s), 0);
}

/* --- SQLite --- */

static void sqlite_keeps_the_rows(void **state)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-lock"};
    char folder[128], path[160], name[180];
    sqlite3 *db = NULL;
    sqlite3_stmt *st = NULL;
    (void)state;
    snprintf(folder, sizeof folder, "%s/hoshi-renamed-XXXXXX", testing_folder());
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/hoshi.db", folder);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "PRAGMA application_id = 0x686f7368; BEGIN; CREATE TABLE"
                                  " migration (number INTEGER PRIMARY KEY, applied_at INTEGER NOT"
                                  " NULL)",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    for (int n = 1; n < of_renames(); n++) {
        char mark[80];
        snprintf(mark, sizeof mark, "INSERT INTO migration VALUES (%d, 0)", n);
        assert_int_equal(sqlite3_exec(db, store_migrations[n - 1].sql, NULL, NULL, NULL), 0);
        assert_int_equal(sqlite3_exec(db, mark, NULL, NULL, NULL), SQLITE_OK);
    }
    if (sqlite3_exec(db, rows, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s", sqlite3_errmsg(db));
    assert_int_equal(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);

    struct store *s = must_open(path);
    every_row_is_there(s);
    store_close(s);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db,
                                        "SELECT count(*) FROM sqlite_schema WHERE"
                                        " lower(coalesce(sql, name)) LIKE '%cup%' OR"
                                        " lower(coalesce(sql, name)) LIKE '%notice%' OR"
                                        " lower(coalesce(sql, name)) LIKE '%deed%'",
                                        -1, &st, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(st, 0), 0); /* no old name is left */
    assert_int_equal(sqlite3_finalize(st), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        (void)unlink(name);
    }
    assert_int_equal(rmdir(folder), 0);
}

/* --- PostgreSQL --- */

static void must_run(PGconn *c, const char *sql)
{
    PGresult *r = PQexec(c, sql);
    ExecStatusType status = PQresultStatus(r);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(c));
    PQclear(r);
}

static void postgres_keeps_the_rows(void **state)
{
    char url[256];
    (void)state;
    snprintf(url, sizeof url, "%s", postgres_schema());
    PGconn *c = PQconnectdb(url);
    assert_int_equal(PQstatus(c), CONNECTION_OK);
    must_run(c, "BEGIN");
    must_run(c, postgres_sql_start);
    must_run(c, "CREATE TABLE migration (number BIGINT PRIMARY KEY, applied_at BIGINT NOT NULL)");
    for (int n = 1; n < of_renames(); n++) {
        char mark[80];
        char *sql = postgres_sql_migration(store_migrations[n - 1].sql);
        const char *more = postgres_sql_after(n);
        snprintf(mark, sizeof mark, "INSERT INTO migration VALUES (%d, 0)", n);
        if (*sql != '\0')
            must_run(c, sql);
        if (more != NULL)
            must_run(c, more);
        must_run(c, mark);
        free(sql);
    }
    must_run(c, rows);
    must_run(c, "SELECT setval('cup_id_seq', 7)"); /* its number was given by hand */
    must_run(c, "COMMIT");
    struct store *s = must_open(url);
    every_row_is_there(s);
    store_close(s);
    PGresult *r = PQexec(c, "SELECT count(*) FROM pg_class WHERE relnamespace ="
                            " current_schema()::regnamespace AND relkind IN ('r', 'i', 'S') AND"
                            " (relname LIKE '%cup%' OR relname LIKE '%notice%' OR relname LIKE"
                            " '%deed%')");
    assert_string_equal(PQgetvalue(r, 0, 0), "0"); /* no old name is left */
    PQclear(r);
    PQfinish(c);
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

int main(void)
{
    const struct CMUnitTest sqlite[] = {cmocka_unit_test(sqlite_keeps_the_rows)};
    const struct CMUnitTest postgres[] = {cmocka_unit_test(postgres_keeps_the_rows)};
    int failed = cmocka_run_group_tests(sqlite, NULL, NULL);
    return failed + cmocka_run_group_tests(postgres, start, stop);
}
