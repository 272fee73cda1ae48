/* test_store.c - both back ends of the store pass one suite, and handle the failures of their own.
 * */
#include "testing.h"

#include "base/err.h"
#include "postgres.h"
#include "store/community/social.h"
#include "store/community/teams.h"
#include "store/core/cache.h"
#include "store/core/driver.h"
#include "store/core/touched.h"
#include "store/notifications/notification.h"
#include "store/people/mailbox.h"
#include "store/people/people.h"
#include "store/studies/studies.h"
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The store of this test: a path in a temporary folder, or the URL of a schema. */
struct place {
    char folder[128];
    char path[256];
};

static int make_schema(void **state)
{
    static struct place p;
    snprintf(p.path, sizeof p.path, "%s", postgres_schema());
    *state = &p;
    return 0;
}

static int make_place(void **state)
{
    static struct place p;
    snprintf(p.folder, sizeof p.folder, "%s/hoshi-store-XXXXXX", testing_folder());
    if (mkdtemp(p.folder) == NULL)
        return -1;
    snprintf(p.path, sizeof p.path, "%s/hoshi.db", p.folder);
    *state = &p;
    return 0;
}

static int remove_place(void **state)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-lock", "-journal"};
    struct place *p = *state;
    for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
        char name[300];
        snprintf(name, sizeof name, "%s%s", p->path, ends[i]);
        (void)unlink(name);
    }
    return rmdir(p->folder);
}

static struct store *must_open(const char *where)
{
    char buf[320];
    struct text why;
    struct store *s = NULL;
    text_init(&why, buf, sizeof buf);
    int err = store_open(where, &s, &why);
    if (err < 0)
        print_error("%s\n", buf);
    assert_int_equal(err, 0);
    return s;
}

/* Opening must fail with this error, and the reason must contain this text. */
static void must_not_open(const char *where, int expected, const char *reason)
{
    char buf[320];
    struct text why;
    struct store *s = NULL;
    text_init(&why, buf, sizeof buf);
    assert_int_equal(store_open(where, &s, &why), expected);
    assert_null(s);
    assert_non_null(strstr(buf, reason));
}

static struct store *must_read(struct store *writer)
{
    char buf[320];
    struct text why;
    struct store *s = NULL;
    text_init(&why, buf, sizeof buf);
    assert_int_equal(store_open_reader(writer, &s, &why), 0);
    return s;
}

static int64_t add_player(struct store *s, const char *name)
{
    int64_t id = 0;
    assert_int_equal(store_player_add(s, PLAYER_GUEST, name, 1000, &id), 0);
    assert_true(id > 0);
    return id;
}

static struct store_match levee_match(int64_t player)
{
    struct store_match m = {.created_at = 5,
                            .updated_at = 6,
                            .creator = player,
                            .state = MATCH_OPEN,
                            .game = "levee",
                            .width = 7,
                            .height = 7,
                            .seats_n = 2};
    m.seats[0] = (struct store_seat){.kind = SEAT_PLAYER, .player = {.id = player}};
    m.seats[1] = (struct store_seat){.kind = SEAT_OPEN};
    return m;
}

static void committed_rows_are_there_after_reopening(void **state)
{
    const struct place *p = *state;
    struct store *s = must_open(p->path);
    assert_int_equal(store_begin(s), 0);
    int64_t ann = add_player(s, "ann");
    struct store_match m = levee_match(ann);
    assert_int_equal(store_match_add(s, &m), 0);
    struct store_move move = {.ply = 1, .seat = 1, .side = 1, .move = "a1", .at = 7, .event = 9};
    assert_int_equal(store_move_add(s, m.id, &move), 0);
    assert_int_equal(store_commit(s), 0);
    store_close(s);

    s = must_open(p->path);
    struct store_match back;
    struct store_move move_back;
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_match_get(s, m.id, &back), 0);
    assert_string_equal(back.game, "levee");
    assert_string_equal(back.seats[0].player.name, "ann");
    assert_int_equal(back.seats[1].kind, SEAT_OPEN);
    assert_int_equal(back.seats[1].player.id, 0);
    assert_int_equal(store_move_get(s, m.id, 1, &move_back), 0);
    assert_string_equal(move_back.move, "a1");
    assert_int_equal(move_back.event, 9);
    assert_int_equal(store_move_get(s, m.id, 2, &move_back), ERR_NOT_FOUND);
    assert_int_equal(store_match_get(s, m.id + 1, &back), ERR_NOT_FOUND);
    store_rollback(s);
    store_close(s);
}

static void a_ply_of_a_match_is_unique(void **state)
{
    const struct place *place = *state;
    struct store *s = must_open(place->path);
    assert_int_equal(store_begin(s), 0);
    struct store_match m = levee_match(add_player(s, "ann"));
    assert_int_equal(store_match_add(s, &m), 0);
    struct store_move move = {.ply = 1, .seat = 1, .side = 1, .move = "a1"};
    assert_int_equal(store_move_add(s, m.id, &move), 0);
    move.ply = 2;
    assert_int_equal(store_move_add(s, m.id, &move), 0);
    assert_int_equal(store_commit(s), 0);
    assert_int_equal(store_begin(s), 0);
    int err = store_move_add(s, m.id, &move); /* reported at once, or by the commit (store.h) */
    assert_int_equal(err == 0 ? store_commit(s) : err, ERR_CONFLICT);
    store_rollback(s);
    assert_int_equal(store_begin(s), 0);
    move.ply = 3;
    assert_int_equal(store_move_add(s, m.id, &move), 0);
    assert_int_equal(store_commit(s), 0);
    store_close(s);
}

static void names_and_session_hashes_are_unique(void **state)
{
    const struct place *place = *state;
    struct store *s = must_open(place->path);
    struct people_session session;
    int64_t id;
    assert_int_equal(store_begin(s), 0);
    int64_t ann = add_player(s, "ann");
    assert_int_equal(store_player_add(s, PLAYER_GUEST, "Ann", 1, &id), ERR_CONFLICT);
    assert_int_equal(store_session_add(s, "h1", ann, "cookie", 1), 0);
    assert_int_equal(store_session_add(s, "h1", ann, "cookie", 1), ERR_CONFLICT);
    assert_int_equal(people_session_get(s, "h1", &session), 0);
    assert_int_equal(session.player.id, ann);
    assert_int_equal(people_session_get(s, "h2", &session), ERR_NOT_FOUND);
    assert_int_equal(store_session_forget(s, ann, "cookie"), 0);
    assert_int_equal(people_session_get(s, "h1", &session), ERR_NOT_FOUND);
    store_rollback(s);
    store_close(s);
}

static void undoing_a_savepoint_leaves_the_others(void **state)
{
    const struct place *place = *state;
    struct store *s = must_open(place->path);
    struct store_player p;
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_savepoint(s), 0);
    (void)add_player(s, "ann");
    assert_int_equal(store_release(s), 0);
    assert_int_equal(store_savepoint(s), 0);
    (void)add_player(s, "bob");
    store_undo(s);
    assert_int_equal(store_savepoint(s), 0);
    (void)add_player(s, "cleo");
    assert_int_equal(store_release(s), 0);
    assert_int_equal(store_commit(s), 0);
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_player_named(s, "ann", &p), 0);
    assert_int_equal(store_player_named(s, "bob", &p), ERR_NOT_FOUND);
    assert_int_equal(store_player_named(s, "cleo", &p), 0);
    store_rollback(s);
    store_close(s);
}

static void a_rollback_leaves_nothing(void **state)
{
    const struct place *p = *state;
    struct store *s = must_open(p->path);
    struct store_player player;
    assert_int_equal(store_begin(s), 0);
    (void)add_player(s, "ann");
    store_rollback(s);
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_player_named(s, "ann", &player), ERR_NOT_FOUND);
    store_rollback(s);
    store_close(s);
}

static void a_reader_sees_what_is_committed_and_never_waits(void **state)
{
    const struct place *p = *state;
    struct store *w = must_open(p->path);
    struct store *r = must_read(w);
    struct store_player player;
    assert_int_equal(store_begin(w), 0);
    (void)add_player(w, "ann");
    assert_int_equal(store_begin(r), 0); /* while the writer is in its transaction */
    assert_int_equal(store_player_named(r, "ann", &player), ERR_NOT_FOUND);
    assert_int_equal(store_commit(r), 0);
    assert_int_equal(store_commit(w), 0);
    assert_int_equal(store_begin(r), 0);
    assert_int_equal(store_player_named(r, "ann", &player), 0);
    assert_int_equal(store_commit(r), 0);
    store_close(r);
    store_close(w);
}

static void a_reader_cannot_write(void **state)
{
    const struct place *p = *state;
    struct store *w = must_open(p->path);
    struct store *r = must_read(w);
    int64_t id;
    assert_int_equal(store_begin(r), 0);
    assert_true(store_player_add(r, PLAYER_GUEST, "ann", 1, &id) < 0);
    store_rollback(r);
    store_close(r);
    store_close(w);
}

static void a_store_in_memory_is_shared_with_its_readers(void **state)
{
    (void)state;
    struct store *w = must_open(":memory:");
    struct store *r = must_read(w);
    struct store_player player;
    assert_int_equal(store_begin(w), 0);
    (void)add_player(w, "ann");
    assert_int_equal(store_commit(w), 0);
    assert_int_equal(store_begin(r), 0);
    assert_int_equal(store_player_named(r, "ann", &player), 0);
    assert_int_equal(store_commit(r), 0);
    store_close(r);
    store_close(w);
}

static void on_event(void *context, const struct store_event *e)
{
    char *seen = context;
    size_t n = strlen(seen);
    snprintf(seen + n, 64 - n, "%s ", e->type);
}

static void events_come_in_order_once_and_for_their_topics(void **state)
{
    const struct place *place = *state;
    struct store *s = must_open(place->path);
    struct store_event first = {.match = 3,
                                .type = "a",
                                .data = "{}",
                                .topics = {topic_match(3), TOPIC_LOBBY},
                                .topics_n = 2};
    struct store_event other = {
        .match = 4, .type = "b", .data = "{}", .topics = {topic_match(4)}, .topics_n = 1};
    struct store_event last = {
        .match = 3, .type = "c", .data = "{}", .topics = {topic_player(3)}, .topics_n = 1};
    const struct topic both[] = {topic_match(3), TOPIC_LOBBY, topic_player(3)};
    char seen[64] = "";
    int64_t id;
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_event_last(s, &id), 0);
    assert_int_equal(id, 0);
    assert_int_equal(store_event_add(s, &first, 10), 0);
    assert_int_equal(store_event_add(s, &other, 20), 0);
    assert_int_equal(store_event_add(s, &last, 30), 0);
    assert_true(first.id < other.id && other.id < last.id);
    assert_int_equal(store_events(s, 0, INT64_MAX, both, 3, 10, on_event, seen), 2);
    assert_string_equal(seen, "a c ");
    seen[0] = '\0';
    assert_int_equal(store_events(s, first.id, INT64_MAX, both, 3, 10, on_event, seen), 1);
    assert_string_equal(seen, "c ");
    seen[0] = '\0';
    assert_int_equal(store_events(s, 0, INT64_MAX, both, 3, 1, on_event, seen), 1);
    assert_string_equal(seen, "a ");
    store_rollback(s);
    store_close(s);
}

/* PostgreSQL deletes whole parts (test_parts.c). */
static void forgotten_events_are_gone_and_their_numbers_too(void **state)
{
    const struct place *place = *state;
    struct store *s = must_open(place->path);
    struct store_event e = {
        .match = 1, .type = "a", .data = "{}", .topics = {TOPIC_LOBBY}, .topics_n = 1};
    int64_t first, last;
    assert_int_equal(store_begin(s), 0);
    for (int i = 1; i <= STORE_EVENTS_SLICE + 3; i++)
        assert_int_equal(store_event_add(s, &e, i), 0);
    int64_t newest = e.id;
    /* one slice; there may be more */
    assert_int_equal(store_events_forget(s, newest, newest - 1), 1);
    assert_int_equal(store_event_first(s, &first), 0);
    assert_int_equal(first, STORE_EVENTS_SLICE + 1);
    assert_int_equal(store_events_forget(s, newest, newest - 1), 1);
    assert_int_equal(store_event_first(s, &first), 0);
    assert_int_equal(first, newest - 1);
    assert_int_equal(store_events_forget(s, newest, newest - 1), 0); /* nothing was old enough */
    assert_int_equal(store_events_forget(s, newest + 100, newest + 50), 1);
    assert_int_equal(store_event_first(s, &first), 0);
    assert_int_equal(store_event_last(s, &last), 0);
    assert_int_equal(first, newest); /* the newest stays, so that numbers continue from it */
    assert_int_equal(last, newest);
    assert_int_equal(store_event_add(s, &e, newest + 1), 0);
    assert_int_equal(e.id, newest + 1);
    store_rollback(s);
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_event_last(s, &last), 0); /* undone in the cache, too */
    assert_int_equal(last, 0);
    store_rollback(s);
    store_close(s);
}

static void cutting_moves_keeps_those_before(void **state)
{
    const struct place *place = *state;
    struct store *s = must_open(place->path);
    struct store_move row;
    assert_int_equal(store_begin(s), 0);
    struct store_match m = levee_match(add_player(s, "ann"));
    assert_int_equal(store_match_add(s, &m), 0);
    for (int ply = 1; ply <= 4; ply++) {
        struct store_move move = {.ply = ply, .seat = 1, .side = 1, .move = "a1"};
        assert_int_equal(store_move_add(s, m.id, &move), 0);
    }
    assert_int_equal(store_moves_cut(s, m.id, 3), 0);
    assert_int_equal(store_move_get(s, m.id, 2, &row), 0);
    assert_int_equal(store_move_get(s, m.id, 3, &row), ERR_NOT_FOUND);
    store_rollback(s);
    store_close(s);
}

static void lists_know_state_game_player_and_privacy(void **state)
{
    const struct place *place = *state;
    struct store *s = must_open(place->path);
    struct store_match list[8];
    assert_int_equal(store_begin(s), 0);
    int64_t ann = add_player(s, "ann");
    int64_t bob = add_player(s, "bob");
    struct store_match open = levee_match(ann);
    struct store_match hidden = levee_match(bob);
    hidden.is_private = true;
    struct store_match running = levee_match(ann);
    running.seats[1] = (struct store_seat){.kind = SEAT_PLAYER, .player = {.id = bob}};
    assert_int_equal(store_match_add(s, &open), 0);
    assert_int_equal(store_match_add(s, &hidden), 0);
    assert_int_equal(store_match_add(s, &running), 0);
    running.state = MATCH_RUNNING;
    running.turn_seat = 2;
    assert_int_equal(store_match_update(s, &running), 0);

    struct store_filter f = {.state = -1, .limit = 8};
    assert_int_equal(store_match_list(s, &f, list), 2);
    assert_int_equal(list[0].id, running.id); /* newest first */
    f.viewer = bob;
    assert_int_equal(store_match_list(s, &f, list), 3);
    f.state = MATCH_OPEN;
    assert_int_equal(store_match_list(s, &f, list), 2);
    f.viewer = ann;
    assert_int_equal(store_match_list(s, &f, list), 1);
    f = (struct store_filter){.state = -1, .mine = ann, .viewer = ann, .limit = 8};
    assert_int_equal(store_match_list(s, &f, list), 2);
    f = (struct store_filter){.state = -1, .turn = ann, .viewer = ann, .limit = 8};
    assert_int_equal(store_match_list(s, &f, list), 0);
    f.turn = bob;
    assert_int_equal(store_match_list(s, &f, list), 1);
    f = (struct store_filter){.state = -1, .game = "redstone", .limit = 8};
    assert_int_equal(store_match_list(s, &f, list), 0);
    f = (struct store_filter){.state = -1, .before = running.id, .limit = 8};
    assert_int_equal(store_match_list(s, &f, list), 1);
    store_rollback(s);
    store_close(s);
}

/* Makes a store as the program with that schema left it. One transaction, because hundreds of them
 * would take a minute on a slow disk. */
static void make_version(const char *path, int version, int claimed)
{
    sqlite3 *db = NULL;
    char sql[160];
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    snprintf(sql, sizeof sql,
             "PRAGMA application_id = %d; BEGIN;"
             " CREATE TABLE migration (number INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL)",
             0x686f7368);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    for (int n = 1; n <= version; n++)
        assert_int_equal(sqlite3_exec(db, store_migrations[n - 1].sql, NULL, NULL, NULL),
                         SQLITE_OK);
    for (int n = 1; n <= claimed; n++) {
        snprintf(sql, sizeof sql, "INSERT INTO migration VALUES (%d, 0)", n);
        assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    }
    assert_int_equal(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void every_older_schema_is_brought_up_to_date(void **state)
{
    struct place *p = *state;
    for (int version = 0; version <= store_schema_latest(); version++) {
        make_version(p->path, version, version);
        struct store *s = must_open(p->path);
        assert_int_equal(store_schema(s), store_schema_latest());
        assert_int_equal(store_begin(s), 0);
        (void)add_player(s, "ann");
        assert_int_equal(store_commit(s), 0);
        store_close(s);
        void *again = p;
        assert_int_equal(remove_place(&again), 0);
        assert_int_equal(make_place(&again), 0);
    }
}

/* The numbers are in stores and on the wire between servers of a site: they must stay. */
static void the_numbers_of_topics_stay(void **state)
{
    (void)state;
    const struct {
        struct topic topic;
        int64_t number;
    } all[] = {
        {TOPIC_LOBBY, 0},
        {TOPIC_PEERS, 3},
        {topic_match(7), 29},
        {topic_player(7), 30},
        {topic_inside(7), 31},
        {topic_sessions(7), 28},
        {topic_tournament(7), INT64_C(36028797018963996)},
        {topic_here(7), INT64_C(72057594037927964)},
        {topic_spectators(7), INT64_C(144115188075855900)},
        {topic_team(7), INT64_C(288230376151711772)},
        {topic_friends(7), INT64_C(576460752303423516)},
        {topic_study(7, 1030), INT64_C(1152921504606875672)},
    };
    for (size_t i = 0; i < ARRAY_LEN(all); i++) {
        assert_true(topic_number(all[i].topic) == all[i].number);
        assert_true(topic_same(topic_of(all[i].number), all[i].topic));
        for (size_t k = 0; k < ARRAY_LEN(all); k++) {
            assert_int_equal(topic_same(all[i].topic, all[k].topic), i == k);
            int order = (all[i].number > all[k].number) - (all[i].number < all[k].number);
            assert_int_equal(topic_compare(all[i].topic, all[k].topic), order);
        }
    }
    assert_int_equal(topic_of(-1).kind, TOPIC_KIND_NONE);
    assert_int_equal(topic_of(topic_number(topic_match(INT64_C(999999999999999)))).id,
                     INT64_C(999999999999999));
}

static void on_told(void *context, const struct store_event *e)
{
    char *seen = context;
    for (int i = 0; i < e->topics_n; i++) {
        size_t n = strlen(seen);
        snprintf(seen + n, 64 - n, "%s%lld ", e->type, (long long)topic_number(e->topics[i]));
    }
}

/* Schema 17 had all topics of events in a table of their own. */
/* What is written to standard error while a store is opened. */
static void open_and_listen(const char *path, char *said, size_t size)
{
    char name[] = "/tmp/hoshi-said-XXXXXX";
    int file = mkstemp(name);
    int before = dup(STDERR_FILENO);
    assert_true(file >= 0 && before >= 0);
    (void)unlink(name);
    (void)dup2(file, STDERR_FILENO);
    struct store *s = must_open(path);
    (void)dup2(before, STDERR_FILENO);
    store_close(s);
    ssize_t n = pread(file, said, size - 1, 0);
    said[n > 0 ? n : 0] = '\0';
    (void)close(before);
    (void)close(file);
}

static void an_upgrade_says_what_it_did_once(void **state)
{
    const struct place *p = *state;
    char said[16 * 1024];
    char line[80];
    make_version(p->path, 3, 3);
    open_and_listen(p->path, said, sizeof said);
    snprintf(line, sizeof line, "the store was upgraded from schema 3 to %d",
             store_schema_latest());
    assert_non_null(strstr(said, line));
    assert_non_null(strstr(said, "schema 4: "));
    snprintf(line, sizeof line, "schema %d: ", store_schema_latest());
    assert_non_null(strstr(said, line));
    assert_null(strstr(said, "schema 3: "));
    open_and_listen(p->path, said, sizeof said);
    assert_string_equal(said, "");
}

static void events_keep_their_topics_in_a_newer_schema(void **state)
{
    const struct place *p = *state;
    sqlite3 *db = NULL;
    char seen[64] = "";
    const struct topic topics[] = {topic_match(2), topic_player(1), topic_sessions(5)};
    make_version(p->path, 17, 17);
    assert_int_equal(sqlite3_open(p->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "INSERT INTO event (id, match, type, data, at) VALUES"
                                  " (1, 2, 'a', '{}', 10), (2, 5, 'b', '{}', 20), (3, 5, 'c',"
                                  " '{}', 20);"
                                  "INSERT INTO event_topic (event, topic) VALUES (1, 9), (1, 6),"
                                  " (1, 13), (2, 20)",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    struct store *s = must_open(p->path);
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_events_after(s, 0, INT64_MAX, 10, on_told, seen), 3);
    assert_string_equal(seen, "a6 a9 a13 b20 ");
    for (int i = 0; i < 3; i++) {
        seen[0] = '\0';
        assert_int_equal(store_events(s, 0, INT64_MAX, &topics[i], 1, 10, on_event, seen), 1);
        assert_string_equal(seen, i < 2 ? "a " : "b ");
    }
    assert_int_equal(store_events_forget(s, 30, 15), 1);
    assert_int_equal(store_events(s, 0, INT64_MAX, topics, 3, 10, on_event, seen), 1);
    store_rollback(s);
    store_close(s);
}

static void a_newer_schema_is_refused(void **state)
{
    const struct place *p = *state;
    make_version(p->path, store_schema_latest(), store_schema_latest() + 1);
    must_not_open(p->path, ERR_UNSUPPORTED, "newer");
}

static void a_database_of_another_program_is_refused(void **state)
{
    const struct place *p = *state;
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(p->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "CREATE TABLE recipes (name)", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    must_not_open(p->path, ERR_STORE, "another program");
}

static void a_file_that_is_no_database_is_refused(void **state)
{
    const struct place *p = *state;
    FILE *f = fopen(p->path, "w");
    assert_non_null(f);
    for (int i = 0; i < 1000; i++)
        fputs("This is a letter.\n", f);
    assert_int_equal(fclose(f), 0);
    must_not_open(p->path, ERR_STORE, "not a database");
}

static void a_second_writer_is_refused(void **state)
{
    const struct place *p = *state;
    struct store *s = must_open(p->path);
    must_not_open(p->path, ERR_BUSY, "another process");
    store_close(s);
    s = must_open(p->path);
    store_close(s);
}

static void a_folder_that_is_not_there_is_refused(void **state)
{
    (void)state;
    must_not_open("/nonexistent/hoshi.db", ERR_IO, "No such file");
}

/* --- PostgreSQL only --- */

static struct store_event event_of(int64_t match)
{
    struct store_event e = {.match = match, .type = "a", .data = "{\"a\":1}", .topics_n = 2};
    e.topics[0] = topic_match(match);
    e.topics[1] = TOPIC_LOBBY;
    return e;
}

static void on_whole_event(void *context, const struct store_event *e)
{
    int64_t *sum = context;
    assert_int_equal(e->topics_n, 2);
    assert_string_equal(e->data, "{\"a\":1}");
    *sum = *sum * 10 + e->match;
}

static void events_are_read_back_with_their_topics(void **state)
{
    const struct place *place = *state;
    struct store *s = must_open(place->path);
    int64_t sum = 0;
    int64_t first = 0;
    assert_int_equal(store_begin(s), 0);
    for (int match = 1; match <= 3; match++) {
        struct store_event e = event_of(match);
        assert_int_equal(store_event_add(s, &e, 10), 0);
        first = match == 1 ? e.id : first;
    }
    assert_int_equal(store_commit(s), 0);
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_events_after(s, 0, INT64_MAX, 10, on_whole_event, &sum), 3);
    assert_int_equal(sum, 123);
    sum = 0;
    assert_int_equal(store_events_after(s, first, INT64_MAX, 1, on_whole_event, &sum), 1);
    assert_int_equal(sum, 2);
    store_rollback(s);
    store_close(s);
}

/* Rows whose writing is delayed still belong to their savepoints. */
static void delayed_rows_belong_to_their_savepoints(void **state)
{
    const struct place *place = *state;
    struct store *s = must_open(place->path);
    struct store_match back;
    struct store_move row;
    assert_int_equal(store_begin(s), 0);
    struct store_match m = levee_match(add_player(s, "ann"));
    assert_int_equal(store_match_add(s, &m), 0);
    for (int ply = 1; ply <= 6; ply++) {
        struct store_move move = {.ply = ply, .seat = 1, .side = 1, .move = "a1"};
        assert_int_equal(store_savepoint(s), 0);
        m.ply = ply;
        assert_int_equal(store_match_update(s, &m), 0);
        assert_int_equal(store_savepoint(s), 0); /* as each order does */
        assert_int_equal(store_move_add(s, m.id, &move), 0);
        if (ply % 3 == 0) /* a row that is written at once comes in between */
            (void)add_player(s, ply == 3 ? "bob" : "cleo");
        if (ply % 2 == 0)
            store_undo(s);
        else
            assert_int_equal(store_release(s), 0);
        if (ply > 4)
            store_undo(s);
        else
            assert_int_equal(store_release(s), 0);
    }
    assert_int_equal(store_commit(s), 0);
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_match_get(s, m.id, &back), 0);
    assert_int_equal(back.ply, 4);
    for (int ply = 1; ply <= 6; ply++)
        assert_int_equal(store_move_get(s, m.id, ply, &row),
                         ply == 1 || ply == 3 ? 0 : ERR_NOT_FOUND);
    struct store_player p;
    assert_int_equal(store_player_named(s, "bob", &p), 0);
    assert_int_equal(store_player_named(s, "cleo", &p), ERR_NOT_FOUND);
    store_rollback(s);
    store_close(s);
}

static bool has_notice(struct store *s, int64_t player, int64_t match)
{
    bool has = false;
    assert_int_equal(notification_has(s, player, match, NOTIFICATION_TURN, &has), 0);
    return has;
}

/* Every kind of delayed row is visible to queries, and is undone with its savepoint. */
static void delayed_rows_are_seen_in_order(void **state)
{
    const struct place *place = *state;
    struct store *s = must_open(place->path);
    struct store_match back;
    int64_t waiting[2];
    assert_int_equal(store_begin(s), 0);
    int64_t ann = add_player(s, "ann");
    struct store_match m = levee_match(ann);
    assert_int_equal(store_match_add(s, &m), 0);
    m.seats[0].left_ms = 500;
    assert_int_equal(store_seat_update(s, m.id, 1, &m.seats[0]), 0);
    m.seats[0].left_ms = 400; /* the last one counts */
    assert_int_equal(store_seat_update(s, m.id, 1, &m.seats[0]), 0);
    m.seats[1] = (struct store_seat){.kind = SEAT_PLAYER, .player = {.id = ann}, .left_ms = 7};
    assert_int_equal(store_seat_update(s, m.id, 2, &m.seats[1]), 0);
    assert_int_equal(store_match_get(s, m.id, &back), 0);
    assert_int_equal(back.seats[0].left_ms, 400);
    assert_int_equal(back.seats[1].left_ms, 7);
    assert_int_equal(back.seats[1].player.id, ann);
    assert_int_equal(store_opening_wait(s, m.id), 0);
    assert_int_equal(store_opening_wait(s, m.id), 0);
    assert_int_equal(store_openings_waiting(s, 2, waiting), 1);
    assert_int_equal(store_opening_add(s, 11, m.id), 0);
    assert_int_equal(store_opening_add(s, 11, m.id), 0);
    assert_int_equal(store_savepoint(s), 0);
    assert_int_equal(store_opening_done(s, m.id), 0);
    assert_int_equal(store_openings_waiting(s, 2, waiting), 0);
    store_undo(s);
    assert_int_equal(store_openings_waiting(s, 2, waiting), 1);

    struct notification n = {.player = ann, .match = m.id, .kind = NOTIFICATION_TURN, .at = 1};
    assert_int_equal(store_savepoint(s), 0);
    assert_int_equal(notification_add(s, &n), 0);
    assert_int_equal(notification_cut(s, m.id, NOTIFICATION_TURN), 0);
    assert_int_equal(notification_cut(s, m.id, NOTIFICATION_REMINDER), 0);
    assert_false(has_notice(s, ann, m.id));
    /* The writing of the cut may still be delayed. */
    assert_int_equal(notification_add(s, &n), 0);
    assert_int_equal(store_release(s), 0);
    assert_true(has_notice(s, ann, m.id));
    assert_int_equal(store_savepoint(s), 0);
    assert_int_equal(notification_cut(s, m.id, NOTIFICATION_TURN), 0);
    store_undo(s);
    assert_int_equal(store_commit(s), 0);
    store_close(s);

    s = must_open(place->path);
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_match_get(s, m.id, &back), 0);
    assert_int_equal(back.seats[0].left_ms, 400);
    assert_true(has_notice(s, ann, m.id));
    assert_int_equal(store_openings_waiting(s, 2, waiting), 1);
    store_rollback(s);
    store_close(s);
}

static void note_first(void *context, int64_t match, int ply, const char *move)
{
    struct text *t = context;
    text_int(t, match);
    text_char(t, ' ');
    text_int(t, ply);
    text_char(t, ' ');
    text_str(t, move);
    text_char(t, '\n');
}

static void first_moves_of_waiting_matches_are_read_at_once(void **state)
{
    const struct place *place = *state;
    struct store *s = must_open(place->path);
    char buf[200];
    struct text t;
    struct store_match m[3];
    assert_int_equal(store_begin(s), 0);
    int64_t ann = add_player(s, "ann");
    for (int i = 0; i < 3; i++) {
        m[i] = levee_match(ann);
        assert_int_equal(store_match_add(s, &m[i]), 0);
        for (int ply = 1; i != 1 && ply <= 3; ply++) { /* the second one has none */
            struct store_move move = {.ply = ply, .seat = 1, .side = 1, .left_ms = -1};
            move.move[0] = (char)('a' + i);
            move.move[1] = (char)('0' + ply);
            assert_int_equal(store_move_add(s, m[i].id, &move), 0);
        }
        assert_int_equal(store_opening_wait(s, m[i].id), 0);
    }
    assert_int_equal(m[0].id + 2, m[2].id);
    text_init(&t, buf, sizeof buf);
    assert_int_equal(store_openings_moves(s, 3, 2, note_first, &t), 0);
    char expected[200];
    snprintf(expected, sizeof expected, "%d 1 a1\n%d 2 a2\n%d 1 c1\n%d 2 c2\n", (int)m[0].id,
             (int)m[0].id, (int)m[2].id, (int)m[2].id);
    assert_string_equal(buf, expected);
    text_init(&t, buf, sizeof buf);
    assert_int_equal(store_openings_moves(s, 1, 1, note_first, &t), 0); /* the first match only */
    snprintf(expected, sizeof expected, "%d 1 a1\n", (int)m[0].id);
    assert_string_equal(buf, expected);
    store_rollback(s);
    store_close(s);
}

/* Releases many savepoints without waiting for an answer. */
static void a_transaction_holds_any_number_of_savepoints(void **state)
{
    enum { N = 600 };
    const struct place *place = *state;
    struct store *s = must_open(place->path);
    struct store_match back;
    assert_int_equal(store_begin(s), 0);
    int64_t ann = add_player(s, "ann");
    struct store_match m = levee_match(ann);
    assert_int_equal(store_match_add(s, &m), 0);
    for (int i = 0; i < N; i++) {
        char text[16];
        assert_int_equal(store_savepoint(s), 0);
        m.ply = i;
        assert_int_equal(store_match_update(s, &m), 0);
        snprintf(text, sizeof text, "%d", i);
        assert_int_equal(store_meta_set(s, "n", text), 0);
        m.ply = i + 1;
        assert_int_equal(store_match_update(s, &m), 0);
        assert_int_equal(store_release(s), 0);
    }
    assert_int_equal(store_commit(s), 0);
    store_close(s);
    s = must_open(place->path);
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_match_get(s, m.id, &back), 0);
    assert_int_equal(back.ply, N);
    store_rollback(s);
    store_close(s);
}

/* Notifications, moves and events must not drop cached rows of all matches. A renamed player or an
 * ended session must be announced to every cache. */
static void only_changes_of_cached_rows_are_announced(void **state)
{
    const struct place *place = *state;
    struct store *s = must_open(place->path);
    struct store_event e = {.type = "move", .data = "{}", .topics = {TOPIC_LOBBY}, .topics_n = 1};
    struct store_move move = {.ply = 1, .seat = 1, .side = 1, .move = "a1"};
    struct notification n = {.kind = NOTIFICATION_TURN};
    assert_int_equal(store_begin(s), 0);
    int64_t ann = add_player(s, "ann");
    struct store_match m = levee_match(ann);
    n.player = ann;
    assert_int_equal(store_match_add(s, &m), 0);
    assert_int_equal(store_match_update(s, &m), 0);
    assert_int_equal(store_seat_update(s, m.id, 1, &m.seats[0]), 0);
    assert_int_equal(store_move_add(s, m.id, &move), 0);
    assert_int_equal(store_event_add(s, &e, 1), 0);
    assert_int_equal(notification_add(s, &n), 0);
    assert_int_equal(social_note_put(s, ann, "match", m.id, "mine", 1), 0);
    assert_false(store_touched(s)->any);
    assert_int_equal(store_session_forget(s, ann, "cookie"), 0);
    assert_true(store_touched(s)->any);
    assert_int_equal(store_commit(s), 0);
    assert_int_equal(store_begin(s), 0);
    assert_false(store_touched(s)->any);
    assert_int_equal(people_rename(s, ann, PLAYER_MEMBER, "anna"), 0);
    assert_true(store_touched(s)->any);
    store_rollback(s);
    store_close(s);
}

static void the_row_of_a_match_is_what_the_transaction_sees(void **state)
{
    const struct place *place = *state;
    struct store *s = must_open(place->path);
    struct store *r;
    struct store_match back;
    assert_int_equal(store_begin(s), 0);
    int64_t ann = add_player(s, "ann");
    struct store_match m = levee_match(ann);
    assert_int_equal(store_match_add(s, &m), 0);
    assert_int_equal(store_commit(s), 0);
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_match_get(s, m.id, &m), 0);
    assert_int_equal(store_savepoint(s), 0);
    m.ply = 1;
    assert_int_equal(store_match_update(s, &m), 0);
    assert_int_equal(store_match_get(s, m.id, &back), 0);
    assert_int_equal(back.ply, 1);
    store_undo(s);
    assert_int_equal(store_match_get(s, m.id, &back), 0);
    assert_int_equal(back.ply, 0);
    assert_int_equal(store_savepoint(s), 0);
    m.ply = 2;
    assert_int_equal(store_match_update(s, &m), 0);
    assert_int_equal(store_release(s), 0);
    m.seats[0].resigned = true;
    assert_int_equal(store_seat_update(s, m.id, 1, &m.seats[0]), 0);
    assert_int_equal(store_match_get(s, m.id, &back), 0);
    assert_true(back.seats[0].resigned);
    assert_int_equal(back.ply, 2);
    store_rollback(s);
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_match_get(s, m.id, &back), 0);
    assert_int_equal(back.ply, 0);
    assert_false(back.seats[0].resigned);
    assert_int_equal(mailbox_player_forget(s, ann, "gone"), 0);
    assert_int_equal(store_match_get(s, m.id, &back), 0);
    assert_string_equal(back.seats[0].player.name, "gone");
    assert_int_equal(store_commit(s), 0);
    assert_true(store_touched(s)->any);
    r = must_read(s);
    assert_int_equal(store_begin(r), 0);
    assert_int_equal(store_match_get(r, m.id, &back), 0);
    assert_string_equal(back.seats[0].player.name, "gone");
    assert_int_equal(store_commit(r), 0);
    store_close(r);
    store_close(s);
}

struct chat_read {
    int n;
    char texts[64];
};

static void on_study_chat(void *context, int64_t study, const struct store_chat *line)
{
    struct chat_read *r = context;
    (void)study;
    r->n++;
    snprintf(r->texts + strlen(r->texts), sizeof r->texts - strlen(r->texts), "%s ", line->text);
}

static void the_newest_lines_of_a_chat_stay_in_its_study(void **state)
{
    const struct place *p = *state;
    struct store *s = must_open(p->path);
    assert_int_equal(store_begin(s), 0);
    struct study studies[2] = {{.name = "one"}, {.name = "two"}};
    struct store_chat line = {.player.id = add_player(s, "ann"), .at = 5};
    for (int i = 0; i < 2; i++) {
        studies[i].owner.id = line.player.id;
        assert_int_equal(studies_add(s, &studies[i], studies[i].name), 0);
    }
    for (int i = 0; i < 10; i++) {
        snprintf(line.text, sizeof line.text, "%d", i);
        assert_int_equal(studies_chat_add(s, studies[i == 1].id, 3, &line), 0);
    }
    struct chat_read read[2] = {{.n = 0}, {.n = 0}};
    for (int i = 0; i < 2; i++) {
        int n = studies_chat_page(s, studies[i].id, line.player.id, INT64_MAX, 100, on_study_chat,
                                  &read[i]);
        assert_int_equal(n, read[i].n);
    }
    assert_string_equal(read[0].texts, "9 8 7 ");
    assert_string_equal(read[1].texts, "1 ");
    assert_int_equal(store_commit(s), 0);
    store_close(s);
}

static void count_value(void *context, const struct study_value *v)
{
    int *n = context;
    (void)v;
    ++*n;
}

/* Nobody waits long: each step takes away a part. */
static void a_deleted_study_goes_little_by_little(void **state)
{
    enum { VALUES = 1200, EDITS = 250, MOST = 500 };
    const struct place *p = *state;
    struct store *s = must_open(p->path);
    assert_int_equal(store_begin(s), 0);
    struct study one = {.name = "one", .access = STUDY_PUBLIC};
    one.owner.id = add_player(s, "ann");
    struct study two = {.name = "two", .access = STUDY_PUBLIC, .owner = one.owner};
    struct study *studies[] = {&one, &two};
    struct study_chapter chapters[2];
    for (int i = 0; i < 2; i++) {
        assert_int_equal(studies_add(s, studies[i], studies[i]->name), 0);
        chapters[i] = (struct study_chapter){
            .study = studies[i]->id, .game = "levee", .record = "{}", .name = "first"};
        assert_int_equal(studies_chapter_add(s, &chapters[i]), 0);
        for (int k = 0; k < VALUES; k++) {
            char field[20];
            snprintf(field, sizeof field, "at %d", k);
            const struct study_value v = {"0", field, "o", 1};
            assert_int_equal(studies_value_put(s, chapters[i].id, &v), 0);
        }
        for (int k = 0; k < EDITS; k++) {
            char key[20];
            snprintf(key, sizeof key, "key-%d", k);
            struct study_edit e = {.study = studies[i]->id,
                                   .chapter = chapters[i].id,
                                   .player = one.owner,
                                   .key = key,
                                   .ops = "[]"};
            assert_int_equal(studies_edit_add(s, &e), 0);
        }
    }
    int64_t n = 0;
    bool writes;
    bool more = true;
    assert_int_equal(studies_end(s, one.id), 0);
    assert_int_equal(studies_member_get(s, one.id, one.owner.id, &writes), ERR_NOT_FOUND);
    assert_int_equal(studies_owned(s, one.owner.id, &n), 0);
    assert_int_equal(n, 1);
    int before = VALUES;
    int steps = 0;
    for (; more; steps++) {
        int left = 0;
        assert_int_equal(studies_wipe(s, &more), 0);
        assert_int_equal(studies_values(s, chapters[0].id, count_value, &left), 0);
        assert_true(before - left <= MOST);
        before = left;
    }
    assert_int_equal(before, 0);
    assert_true(steps >= 6); /* three times values, a chapter, two times edits, the study */
    struct study found;
    assert_int_equal(studies_get(s, one.id, &found), ERR_NOT_FOUND);
    int kept = 0;
    assert_int_equal(studies_values(s, chapters[1].id, count_value, &kept), 0);
    assert_int_equal(kept, VALUES);
    assert_int_equal(store_commit(s), 0);
    store_close(s);
}

static void the_newest_lines_of_a_chat_stay_in_its_team(void **state)
{
    const struct place *p = *state;
    struct store *s = must_open(p->path);
    assert_int_equal(store_begin(s), 0);
    struct team teams[2] = {{.name = "one"}, {.name = "two"}};
    struct store_chat line = {.player.id = add_player(s, "ann"), .at = 5};
    for (int i = 0; i < 2; i++) {
        teams[i].founder.id = line.player.id;
        assert_int_equal(teams_add(s, &teams[i], teams[i].name, teams[i].name), 0);
    }
    for (int i = 0; i < 10; i++) {
        snprintf(line.text, sizeof line.text, "%d", i);
        assert_int_equal(teams_chat_add(s, teams[i == 1].id, 3, &line), 0);
    }
    struct chat_read read[2] = {{.n = 0}, {.n = 0}};
    for (int i = 0; i < 2; i++) {
        int n = teams_chat_page(s, teams[i].id, line.player.id, INT64_MAX, 100, on_study_chat,
                                &read[i]);
        assert_int_equal(n, read[i].n);
    }
    assert_string_equal(read[0].texts, "9 8 7 ");
    assert_string_equal(read[1].texts, "1 ");
    assert_int_equal(store_commit(s), 0);
    store_close(s);
}

static void a_conflict_leaves_the_transaction_as_it_was(void **state)
{
    const struct place *place = *state;
    struct store *s = must_open(place->path);
    struct store_player p;
    struct people_session session;
    int64_t id;
    assert_int_equal(store_begin(s), 0);
    int64_t ann = add_player(s, "ann");
    assert_int_equal(store_player_add(s, PLAYER_GUEST, "ANN", 1, &id), ERR_CONFLICT);
    int64_t bob = add_player(s, "bob");
    assert_int_equal(store_session_add(s, "h", bob + 100, "cookie", 1), ERR_CONFLICT);
    assert_int_equal(store_session_add(s, "h", ann, "cookie", 1), 0);
    assert_int_equal(store_commit(s), 0);
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_player_named(s, "Bob", &p), 0);
    assert_int_equal(people_session_get(s, "h", &session), 0);
    store_rollback(s);
    store_close(s);
}

static void a_new_listener_hears_of_others_only(void **state)
{
    const struct place *place = *state;
    char buf[320];
    struct text why;
    struct store *a = must_open(place->path);
    struct store *b = must_open(place->path);
    struct store *ear = NULL;
    text_init(&why, buf, sizeof buf);
    assert_true(store_is_shared(a));
    assert_int_equal(store_open_listener(a, &ear, &why), 0);
    assert_int_equal(store_begin(a), 0);
    (void)add_player(a, "ann");
    assert_int_equal(store_commit(a), 0);
    assert_int_equal(store_wait(ear, 50), 0);
    assert_int_equal(store_begin(b), 0);
    (void)add_player(b, "bob");
    assert_int_equal(store_commit(b), 0);
    assert_int_equal(store_wait(ear, 5000), 1);
    assert_int_equal(store_wait(ear, 50), 0);
    store_close(ear);
    store_close(b);
    store_close(a);
}

static int others_who_serve(struct store *s)
{
    int n = -1;
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_join(s, &n), 0);
    assert_int_equal(store_commit(s), 0);
    return n;
}

static void a_server_is_counted_until_its_connection_ends(void **state)
{
    const struct place *place = *state;
    struct store *a = must_open(place->path);
    struct store *b = must_open(place->path);
    int64_t now = 0;
    assert_int_equal(others_who_serve(a), 0);
    assert_int_equal(others_who_serve(a), 0);
    assert_int_equal(others_who_serve(b), 1);
    store_close(a);
    struct store *c = must_open(place->path);
    assert_int_equal(others_who_serve(c), 1);
    assert_int_equal(postgres_run(place->path,
                                  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                  " WHERE pid <> pg_backend_pid()"),
                     0);
    for (int i = 0; store_begin(b) < 0 || store_time(b, &now) < 0; i++) {
        store_rollback(b);
        assert_true(i < 100);
        (void)usleep(20 * 1000);
    }
    store_rollback(b);
    assert_true(now > 0);
    struct store *d = must_open(place->path);
    assert_int_equal(others_who_serve(d), 1); /* b, which has come back */
    store_close(d);
    store_close(c);
    store_close(b);
}

static void a_server_that_has_closed_is_not_counted_by_the_next(void **state)
{
    const struct place *place = *state;
    for (int i = 0; i < 40; i++) {
        struct store *s = must_open(place->path);
        assert_int_equal(others_who_serve(s), 0);
        store_close(s);
    }
}

/* Ends every backend except its own, as a restart of the database does. */
static void cut_connections(const char *url)
{
    assert_int_equal(postgres_run(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                       " WHERE application_name = 'hoshi'"),
                     0);
}

static void a_cut_connection_loses_the_transaction_and_comes_back(void **state)
{
    const struct place *place = *state;
    struct store *s = must_open(place->path);
    struct store *r = must_read(s);
    struct store_player p;
    int64_t id;
    assert_int_equal(store_begin(s), 0);
    (void)add_player(s, "ann");
    cut_connections(place->path);
    assert_true(store_player_add(s, PLAYER_GUEST, "bob", 1, &id) < 0);
    assert_true(store_commit(s) < 0);
    store_rollback(s);
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_player_named(s, "ann", &p), ERR_NOT_FOUND);
    (void)add_player(s, "bob");
    assert_int_equal(store_commit(s), 0);
    assert_int_equal(store_begin(r), 0);
    if (store_player_named(r, "bob", &p) < 0) { /* the store had not noticed the cut yet */
        store_rollback(r);
        assert_int_equal(store_begin(r), 0);
        assert_int_equal(store_player_named(r, "bob", &p), 0);
    }
    assert_int_equal(store_commit(r), 0);
    store_close(r);
    store_close(s);
}

static void a_newer_or_foreign_database_is_refused(void **state)
{
    const struct place *place = *state;
    assert_int_equal(postgres_run(place->path, "CREATE TABLE recipes (name text)"), 0);
    must_not_open(place->path, ERR_STORE, "another program");
    assert_int_equal(postgres_run(place->path, "DROP TABLE recipes"), 0);
    store_close(must_open(place->path));
    assert_int_equal(postgres_run(place->path, "INSERT INTO migration VALUES (9999, 0)"), 0);
    must_not_open(place->path, ERR_UNSUPPORTED, "newer");
}

static void the_name_of_a_store_has_no_password(void **state)
{
    (void)state;
    char name[128];
    store_name("postgresql://ann:s3cret@db.example/hoshi?sslmode=require", name, sizeof name);
    assert_string_equal(name, "postgresql://db.example/hoshi");
    store_name("postgres://db.example/hoshi?password=s3cret@x", name, sizeof name);
    assert_string_equal(name, "postgresql://db.example/hoshi");
    store_name("/var/lib/hoshi/a@b.db", name, sizeof name);
    assert_string_equal(name, "/var/lib/hoshi/a@b.db");
}

#define IN_PLACE(test)  cmocka_unit_test_setup_teardown(test, make_place, remove_place)
#define IN_SCHEMA(test) cmocka_unit_test_setup(test, make_schema)

/* Tests for both back ends. */
#define SHARED(X)                                                                                  \
    X(committed_rows_are_there_after_reopening), X(a_ply_of_a_match_is_unique),                    \
        X(names_and_session_hashes_are_unique), X(undoing_a_savepoint_leaves_the_others),          \
        X(a_rollback_leaves_nothing), X(a_reader_sees_what_is_committed_and_never_waits),          \
        X(a_reader_cannot_write), X(events_come_in_order_once_and_for_their_topics),               \
        X(cutting_moves_keeps_those_before), X(lists_know_state_game_player_and_privacy),          \
        X(events_are_read_back_with_their_topics), X(delayed_rows_are_seen_in_order),              \
        X(first_moves_of_waiting_matches_are_read_at_once),                                        \
        X(a_transaction_holds_any_number_of_savepoints),                                           \
        X(delayed_rows_belong_to_their_savepoints),                                                \
        X(the_row_of_a_match_is_what_the_transaction_sees),                                        \
        X(only_changes_of_cached_rows_are_announced),                                              \
        X(a_conflict_leaves_the_transaction_as_it_was),                                            \
        X(the_newest_lines_of_a_chat_stay_in_its_study), X(a_deleted_study_goes_little_by_little), \
        X(the_newest_lines_of_a_chat_stay_in_its_team)

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
    const struct CMUnitTest sqlite[] = {
        SHARED(IN_PLACE),
        cmocka_unit_test(a_store_in_memory_is_shared_with_its_readers),
        IN_PLACE(forgotten_events_are_gone_and_their_numbers_too),
        IN_PLACE(every_older_schema_is_brought_up_to_date),
        IN_PLACE(an_upgrade_says_what_it_did_once),
        IN_PLACE(events_keep_their_topics_in_a_newer_schema),
        IN_PLACE(a_newer_schema_is_refused),
        IN_PLACE(a_database_of_another_program_is_refused),
        IN_PLACE(a_file_that_is_no_database_is_refused),
        IN_PLACE(a_second_writer_is_refused),
        cmocka_unit_test(a_folder_that_is_not_there_is_refused),
        cmocka_unit_test(the_name_of_a_store_has_no_password),
        cmocka_unit_test(the_numbers_of_topics_stay),
    };
    const struct CMUnitTest postgres[] = {
        SHARED(IN_SCHEMA),
        IN_SCHEMA(a_new_listener_hears_of_others_only),
        IN_SCHEMA(a_server_is_counted_until_its_connection_ends),
        IN_SCHEMA(a_server_that_has_closed_is_not_counted_by_the_next),
        IN_SCHEMA(a_cut_connection_loses_the_transaction_and_comes_back),
        IN_SCHEMA(a_newer_or_foreign_database_is_refused),
    };
    int failed = cmocka_run_group_tests(sqlite, NULL, NULL);
    return failed + cmocka_run_group_tests(postgres, start, stop);
}
