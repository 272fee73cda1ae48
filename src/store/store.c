/* store.c - the queries of the store, and its functions over whichever back end is open (store.h). Over
 * 600 lines because the numbered queries stand beside the functions that ask them. */
#include "store/store.h"

#include "base/err.h"
#include "platform/clock.h"
#include "store/bell_sql.h"
#include "store/cache.h"
#include "store/clubs_sql.h"
#include "store/driver.h"
#include "store/mailbox_sql.h"
#include "store/people_sql.h"
#include "store/social_sql.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const player_kind_name[PLAYER_KIND_N] = {"guest", "member", "bot"};
const char *const match_state_name[MATCH_STATE_N] = {"open", "running", "finished", "aborted"};
const char *const seat_kind_name[SEAT_KIND_N] = {"open", "invite", "player", "bot", "asked"};
const char *const end_reason_name[END_REASON_N] = {"", "rules", "resign", "draw", "abort", "time"};

enum query {
    Q_META_GET,
    Q_META_SET,
    Q_PLAYER_ADD,
    Q_PLAYER_GET,
    Q_PLAYER_NAMED,
    Q_SESSION_ADD,
    Q_SESSION_FORGET,
    Q_SESSIONS_TRIM,
    Q_MATCH_ADD,
    Q_MATCH_GET,
    Q_MATCH_UPDATE,
    Q_SEAT_ADD,
    Q_SEAT_UPDATE,
    Q_SEATS,
    Q_LIST_ANY,
    Q_LIST_STATE,
    Q_LIST_PLAYER,
    Q_SEARCH_OPENING,
    Q_SEARCH_PLAYER,
    Q_SEARCH_TOURNAMENT,
    Q_SEARCH_GAME,
    Q_SEARCH_STATE,
    Q_SEARCH_ANY,
    Q_OPENING_ADD,
    Q_OPENING_WAIT,
    Q_OPENINGS_WAITING,
    Q_OPENING_DONE,
    Q_FIRST_MOVES,
    Q_MATCH_DUE,
    Q_MATCH_WAKE,
    Q_RELEASE_DUE,
    Q_RELEASE_WAKE,
    Q_CLOCKS_SHIFT,
    Q_LIST_ASKED,
    Q_VACATION_GET,
    Q_VACATION_SET,
    Q_EVENT_TIME,
    Q_OPEN_COUNT,
    Q_OPEN_OLD,
    Q_MOVE_ADD,
    Q_MOVE_GET,
    Q_MOVES,
    Q_MOVES_CUT,
    Q_CHAT_ADD,
    Q_CHATS,
    Q_EVENT_ADD,
    Q_EVENT_TOPIC_ADD,
    Q_EVENT_FIRST,
    Q_EVENT_LAST,
    Q_EVENTS,
    Q_EVENTS_AFTER,
    Q_TOPICS_TRIM,
    Q_EVENTS_TRIM,
    Q_COUNTS,
    Q_N
};
_Static_assert((int)Q_N <= (int)STORE_QUERY_MAILBOX, "the queries of mailbox.c begin there");

#define MATCH_COLUMNS                                                                              \
    "m.id, m.created_at, m.updated_at, m.creator, m.state, m.game, m.width, m.height, m.seats_n,"  \
    " m.swap, m.jacked, m.private, m.invite, m.swapped, m.ply, m.turn_seat, m.turn_side,"          \
    " m.reason, m.winner_seat, m.winner_side, m.points1, m.points2, m.points3, m.points4,"         \
    " m.draw_seat, m.draw_yes, m.takeback_seat, m.takeback_ply, m.takeback_yes,"                   \
    " m.pause_seat, m.pause_yes, m.paused, m.clock, m.clock_at, m.deadline, m.wake_at, m.rated,"   \
    " m.start_ply, m.standing, m.rematch, m.delay_plies, m.delay_ms, m.tournament, m.round,"       \
    " m.conditional, m.told_ply, m.release_at"

/* A private match is listed for its players only. */
#define LIST_VISIBLE                                                                               \
    "(m.private = 0 OR EXISTS (SELECT 1 FROM seat v WHERE v.match = m.id AND v.player = $3))"

/* What every search asks for besides the index by which it finds: ids below $2, and the rest. */
#define SEARCH_REST                                                                                \
    " AND ($3 = '' OR m.state = $3) AND ($4 = '' OR m.game = $4)"                                  \
    " AND ($5 = 0 OR (m.width = $5 AND m.height = $6)) AND ($7 < 0 OR m.rated = $7)"               \
    " AND ($8 < 0 OR m.winner_seat = $8) AND ($9 = '' OR m.reason = $9)"                           \
    " AND m.created_at >= $10 AND m.created_at <= $11 AND ($12 = 0 OR m.tournament = $12)"         \
    " AND (m.private = 0 OR EXISTS (SELECT 1 FROM seat v WHERE v.match = m.id AND v.player = "     \
    "$13))"                                                                                        \
    " AND ($14 = 0 OR EXISTS (SELECT 1 FROM seat w WHERE w.match = m.id AND w.player = $14))"

const char *const store_queries[STORE_QUERY_N] = {
    [Q_META_GET] = "SELECT value FROM meta WHERE key = $1",
    [Q_META_SET] = "INSERT INTO meta (key, value) VALUES ($1, $2)"
                   " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    [Q_PLAYER_ADD] = "INSERT INTO player (kind, name, created_at) VALUES ($1, $2, $3) RETURNING id",
    [Q_PLAYER_GET] = "SELECT id, kind, name FROM player WHERE id = $1",
    [Q_PLAYER_NAMED] = "SELECT id, kind, name FROM player WHERE name = $1",
    [Q_SESSION_ADD] = "INSERT INTO session (hash, player, use, created_at) VALUES ($1, $2, $3, $4)",
    [Q_SESSION_FORGET] = "DELETE FROM session WHERE player = $1 AND use = $2",
    [Q_SESSIONS_TRIM] = "DELETE FROM session WHERE use = 'cookie' AND created_at < $1",
    [Q_MATCH_ADD] = "INSERT INTO match (created_at, updated_at, creator, state, game, width,"
                    " height, seats_n, swap, jacked, private, invite, ply, clock, rated,"
                    " start_ply, standing, delay_plies, delay_ms, tournament, round)"
                    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,"
                    " $16, $17, $18, $19, $20, $21) RETURNING id",
    [Q_MATCH_GET] = "SELECT " MATCH_COLUMNS " FROM match m WHERE m.id = $1",
    [Q_MATCH_UPDATE] =
        "UPDATE match SET updated_at = $1, state = $2, swapped = $3, ply = $4, turn_seat = $5,"
        " turn_side = $6, reason = $7, winner_seat = $8, winner_side = $9, points1 = $10,"
        " points2 = $11, points3 = $12, points4 = $13, draw_seat = $14, draw_yes = $15,"
        " takeback_seat = $16, takeback_ply = $17, takeback_yes = $18, pause_seat = $19,"
        " pause_yes = $20, paused = $21, clock_at = $22, deadline = $23, wake_at = $24,"
        " standing = $25, rematch = $26, conditional = $27, told_ply = $28,"
        " release_at = $29 WHERE id = $30",
    [Q_SEAT_ADD] = "INSERT INTO seat (match, seat, kind, player, level, asked, left_ms, periods)"
                   " VALUES ($1, $2, $3, nullif($4, 0), $5, nullif($6, 0), $7, $8)",
    [Q_SEAT_UPDATE] = "UPDATE seat SET kind = $1, player = nullif($2, 0), level = $3,"
                      " resigned = $4, asked = nullif($5, 0), left_ms = $6, periods = $7"
                      " WHERE match = $8 AND seat = $9",
    [Q_SEATS] = "SELECT s.seat, s.kind, s.level, s.resigned, s.left_ms, s.periods, p.id, p.kind,"
                " p.name, p.away_until, a.id, a.kind, a.name FROM seat s"
                " LEFT JOIN player p ON p.id = s.player LEFT JOIN player a ON a.id = s.asked"
                " WHERE s.match = $1 ORDER BY s.seat",
    [Q_LIST_ANY] = "SELECT " MATCH_COLUMNS " FROM match m WHERE m.id < $1"
                   " AND ($2 = '' OR m.game = $2) AND " LIST_VISIBLE " ORDER BY m.id DESC LIMIT $4",
    [Q_LIST_STATE] = "SELECT " MATCH_COLUMNS " FROM match m WHERE m.id < $1"
                     " AND ($2 = '' OR m.game = $2) AND " LIST_VISIBLE
                     " AND m.state = $4 ORDER BY m.id DESC LIMIT $5",
    [Q_LIST_PLAYER] = "SELECT " MATCH_COLUMNS " FROM match m WHERE m.id < $1"
                      " AND ($2 = '' OR m.game = $2)"
                      " AND m.id IN (SELECT match FROM seat WHERE player = $3)"
                      " AND ($4 = '' OR m.state = $4) AND ($5 = 0 OR EXISTS (SELECT 1 FROM seat t"
                      " WHERE t.match = m.id AND t.seat = m.turn_seat AND t.player = $5))"
                      " ORDER BY m.id DESC LIMIT $6",
    [Q_SEARCH_OPENING] =
        "SELECT " MATCH_COLUMNS " FROM opening o JOIN match m ON m.id = o.match"
        " WHERE o.position = $1 AND o.match < $2" SEARCH_REST " ORDER BY o.match DESC LIMIT $15",
    [Q_SEARCH_PLAYER] =
        "SELECT " MATCH_COLUMNS " FROM seat s JOIN match m ON m.id = s.match"
        " WHERE s.player = $1 AND s.match < $2" SEARCH_REST
        " AND NOT EXISTS (SELECT 1 FROM seat e WHERE e.match = s.match AND e.player = s.player"
        " AND e.seat < s.seat) ORDER BY s.match DESC LIMIT $15",
    [Q_SEARCH_TOURNAMENT] =
        "SELECT " MATCH_COLUMNS " FROM match m WHERE m.tournament = $1"
        " AND m.tournament > 0 AND m.id < $2" SEARCH_REST " ORDER BY m.id DESC LIMIT $15",
    [Q_SEARCH_GAME] = "SELECT " MATCH_COLUMNS " FROM match m WHERE m.game = $1"
                      " AND m.id < $2" SEARCH_REST " ORDER BY m.id DESC LIMIT $15",
    [Q_SEARCH_STATE] = "SELECT " MATCH_COLUMNS " FROM match m WHERE m.state = $1"
                       " AND m.id < $2" SEARCH_REST " ORDER BY m.id DESC LIMIT $15",
    [Q_SEARCH_ANY] = "SELECT " MATCH_COLUMNS " FROM match m WHERE m.id > $1"
                     " AND m.id < $2" SEARCH_REST " ORDER BY m.id DESC LIMIT $15",
    [Q_OPENING_ADD] = "INSERT INTO opening (position, match) VALUES ($1, $2)"
                      " ON CONFLICT (position, match) DO NOTHING",
    [Q_OPENING_WAIT] = "INSERT INTO opening_todo (match) VALUES ($1)"
                       " ON CONFLICT (match) DO NOTHING",
    [Q_OPENINGS_WAITING] = "SELECT match FROM opening_todo ORDER BY match LIMIT $1",
    [Q_OPENING_DONE] = "DELETE FROM opening_todo WHERE match = $1",
    [Q_FIRST_MOVES] = "SELECT ply, seat, side, move, at, event, left_ms FROM move WHERE match = $1"
                      " AND ply <= $2 ORDER BY ply",
    [Q_MATCH_DUE] = "SELECT id FROM match WHERE wake_at > 0 AND wake_at <= $1"
                    " ORDER BY wake_at LIMIT $2",
    [Q_MATCH_WAKE] = "SELECT coalesce(min(wake_at), 0) FROM match WHERE wake_at > 0",
    [Q_RELEASE_DUE] = "SELECT id FROM match WHERE release_at > 0 AND release_at <= $1"
                      " ORDER BY release_at LIMIT $2",
    [Q_RELEASE_WAKE] = "SELECT coalesce(min(release_at), 0) FROM match WHERE release_at > 0",
    [Q_CLOCKS_SHIFT] = "UPDATE match SET clock_at = clock_at + $1, deadline = deadline + $1,"
                       " wake_at = CASE WHEN wake_at > 0 THEN wake_at + $1 ELSE 0 END"
                       " WHERE deadline > 0",
    [Q_LIST_ASKED] = "SELECT " MATCH_COLUMNS " FROM match m WHERE m.state = 'open' AND m.id IN"
                     " (SELECT match FROM seat WHERE asked = $1) ORDER BY m.id DESC LIMIT $2",
    [Q_VACATION_GET] = "SELECT away_from, away_until, away_year, away_days FROM player"
                       " WHERE id = $1",
    [Q_VACATION_SET] = "UPDATE player SET away_from = $1, away_until = $2, away_year = $3,"
                       " away_days = $4 WHERE id = $5",
    [Q_EVENT_TIME] = "SELECT coalesce(max(at), 0) FROM event",
    [Q_OPEN_COUNT] = "SELECT count(*) FROM match WHERE state = 'open' AND creator = $1",
    [Q_OPEN_OLD] = "SELECT id, creator FROM match WHERE state = 'open' AND updated_at < $1"
                   " ORDER BY id LIMIT $2",
    [Q_MOVE_ADD] = "INSERT INTO move (match, ply, seat, side, move, at, event, left_ms)"
                   " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    [Q_MOVE_GET] = "SELECT ply, seat, side, move, at, event, left_ms FROM move"
                   " WHERE match = $1 AND ply = $2",
    [Q_MOVES] =
        "SELECT ply, seat, side, move, at, event, left_ms FROM move WHERE match = $1 ORDER BY ply",
    [Q_MOVES_CUT] = "DELETE FROM move WHERE match = $1 AND ply >= $2",
    [Q_CHAT_ADD] =
        "INSERT INTO chat (match, player, text, at) VALUES ($1, $2, $3, $4) RETURNING id",
    /* The last thousand lines: enough for any page, and a bound on the answer. */
    [Q_CHATS] =
        "SELECT c.id, c.at, c.text, c.deleted, p.id, p.kind, p.name FROM (SELECT * FROM chat"
        " WHERE match = $1 ORDER BY id DESC LIMIT 1000) c JOIN player p ON p.id = c.player"
        " ORDER BY c.id",
    [Q_EVENT_ADD] = "INSERT INTO event (id, match, type, data, at) VALUES ($1, $2, $3, $4, $5)",
    [Q_EVENT_TOPIC_ADD] = "INSERT INTO event_topic (topic, event) VALUES ($1, $2)",
    [Q_EVENT_FIRST] = "SELECT coalesce(min(id), 0) FROM event",
    [Q_EVENT_LAST] = "SELECT coalesce(max(id), 0) FROM event",
    /* STORE_READ_TOPICS_MAX topics. */
    [Q_EVENTS] = "SELECT id, match, type, data FROM event WHERE id IN (SELECT event FROM"
                 " event_topic WHERE event > $1 AND topic IN ($2, $3, $4, $5, $6, $7, $8, $9,"
                 " $10, $11, $12, $13, $14, $15, $16, $17)) ORDER BY id LIMIT $18",
    [Q_EVENTS_AFTER] =
        "SELECT e.id, e.match, e.type, e.data, coalesce(t.topic, -1) FROM (SELECT id, match, type,"
        " data FROM event WHERE id > $1 ORDER BY id LIMIT $2) e LEFT JOIN event_topic t"
        " ON t.event = e.id ORDER BY e.id",
    [Q_TOPICS_TRIM] = "DELETE FROM event_topic WHERE event IN (SELECT id FROM event WHERE at < $1"
                      " AND id < (SELECT max(id) FROM event))",
    [Q_COUNTS] =
        "SELECT 'players ' || kind, count(*) FROM player GROUP BY kind"
        " UNION ALL SELECT 'matches ' || state, count(*) FROM match GROUP BY state"
        " UNION ALL SELECT 'moves', count(*) FROM move"
        " UNION ALL SELECT 'chat lines', count(*) FROM chat"
        " UNION ALL SELECT 'events', count(*) FROM event"
        " UNION ALL SELECT 'sessions ' || use, count(*) FROM session GROUP BY use"
        " UNION ALL SELECT 'letters ' || state, count(*) FROM outbox GROUP BY state ORDER BY 1",
    [Q_EVENTS_TRIM] = "DELETE FROM event WHERE at < $1"
                      " AND id < (SELECT max(id) FROM event)",
#define MAILBOX_ROW(name, sql) [MAILBOX_##name] = (sql),
    MAILBOX_SQL(MAILBOX_ROW)
#undef MAILBOX_ROW
#define PEOPLE_ROW(name, sql) [PEOPLE_##name] = (sql),
        PEOPLE_SQL(PEOPLE_ROW)
#undef PEOPLE_ROW
#define SOCIAL_ROW(name, sql) [SOCIAL_##name] = (sql),
            SOCIAL_SQL(SOCIAL_ROW)
#undef SOCIAL_ROW
#define CLUBS_ROW(name, sql) [CLUBS_##name] = (sql),
                CLUBS_SQL(CLUBS_ROW)
#undef CLUBS_ROW
#define BELL_ROW(name, sql) [BELL_##name] = (sql),
                    BELL_SQL(BELL_ROW)
#undef BELL_ROW
};

#define MATCH_UPDATE_TYPES "itiiiitiiiiiiiiiiiiiiiiiiiiiii"
const struct store_deferred store_deferred[STORE_DEFERRED_N] = {
    {Q_EVENT_ADD, "iitti"},
    {Q_EVENT_TOPIC_ADD, "ii"},
    {Q_MOVE_ADD, "iiiitiii"},
    {Q_MATCH_UPDATE, MATCH_UPDATE_TYPES},
};

int store_ask(struct store *s, int q, store_on_row *on_row, void *context, const char *types,
              va_list args)
{
    struct store_value values[STORE_VALUES_MAX];
    int n = 0;
    for (; types[n] != '\0'; n++) {
        ASSERT(n < STORE_VALUES_MAX);
        values[n] = (struct store_value){.is_text = types[n] == 't'};
        if (values[n].is_text)
            values[n].text = va_arg(args, const char *);
        else
            values[n].number = va_arg(args, int64_t);
    }
    s->wrote = s->wrote || strncmp(store_queries[q], "SELECT ", 7) != 0;
    /* The two whose changes store_match_update and store_seat_update keep up with. */
    if (s->cache != NULL && q != Q_MATCH_UPDATE && q != Q_SEAT_UPDATE &&
        store_cache_is_touched_by(store_queries[q])) {
        store_cache_clear(s->cache);
        s->touched = true;
    }
    return s->driver->query(s, q, values, n, on_row, context);
}

int store_query(struct store *s, int q, store_on_row *on_row, void *context, const char *types, ...)
{
    va_list args;
    va_start(args, types);
    int rows = store_ask(s, q, on_row, context, types, args);
    va_end(args);
    return rows;
}

static const struct store_driver *driver_of(const char *where)
{
    return store_is_url(where) ? &store_postgres : &store_sqlite;
}

bool store_is_url(const char *where)
{
    return strncmp(where, "postgresql://", 13) == 0 || strncmp(where, "postgres://", 11) == 0;
}

void store_name(const char *where, char *out, size_t size)
{
    const char *at = strstr(where, "://");
    const char *end = at != NULL ? at + 3 + strcspn(at + 3, "/?#") : NULL;
    const char *host = end;
    while (host != NULL && host > at + 3 && host[-1] != '@')
        host--;
    if (store_is_url(where) && host != NULL)
        snprintf(out, size, "postgresql://%.*s", (int)strcspn(host, "?#"), host);
    else
        snprintf(out, size, "%s", where);
}

int store_open(const char *where, struct store **out, struct text *why)
{
    struct store *s = NULL;
    int err = driver_of(where)->open(where, &s, why);
    if (err < 0)
        return err;
    s->cache = store_cache_new();
    if (s->cache == NULL) {
        s->driver->close(s);
        return ERR_NO_MEMORY;
    }
    *out = s;
    return 0;
}

int store_look(const char *where, struct store **out, struct text *why)
{
    struct store *s = NULL;
    int err = driver_of(where)->look(where, &s, why);
    if (err < 0)
        return err;
    if (store_schema(s) != store_migrations_n) {
        text_str(why, "its schema (");
        text_int(why, store_schema(s));
        text_str(why, ") is not this program's (");
        text_int(why, store_migrations_n);
        text_str(why, store_schema(s) > store_migrations_n ? "): use the newer hoshi"
                                                           : "): serve it once with this hoshi");
        s->driver->close(s);
        return ERR_UNSUPPORTED;
    }
    *out = s;
    return 0;
}

bool store_is_shared(const struct store *s)
{
    return s->driver->open_listener != NULL;
}

int store_open_listener(struct store *writer, struct store **out, struct text *why)
{
    return writer->driver->open_listener(writer, out, why);
}

int store_wait(struct store *listener, int timeout_ms)
{
    return listener->driver->wait(listener, timeout_ms);
}

int store_open_reader(struct store *writer, struct store **out, struct text *why)
{
    return writer->driver->open_reader(writer, out, why);
}

void store_close(struct store *s)
{
    if (s == NULL)
        return;
    store_cache_free(s->cache);
    s->driver->close(s);
}

int store_schema_latest(void)
{
    return store_migrations_n;
}

int store_schema(const struct store *s)
{
    return s->driver->schema(s);
}

int store_begin(struct store *s)
{
    s->event = -1;
    s->wrote = false;
    s->touched = false;
    return s->driver->verb(s, VERB_BEGIN);
}

/* Tells the other processes that what they have kept may be wrong. */
static int tell_peers(struct store *s)
{
    struct store_event e = {.type = "peers", .data = "{}", .topics = {TOPIC_PEERS}, .topics_n = 1};
    int64_t now = s->now != 0 ? s->now : clock_unix_ms();
    return s->touched && store_is_shared(s) ? store_event_add(s, &e, now) : 0;
}

int store_commit(struct store *s)
{
    int err = tell_peers(s);
    if (err == 0)
        err = s->driver->verb(s, VERB_COMMIT);
    if (err < 0 && s->cache != NULL)
        store_cache_clear(s->cache);
    return err;
}

void store_rollback(struct store *s)
{
    if (s->cache != NULL && s->wrote)
        store_cache_clear(s->cache);
    (void)s->driver->verb(s, VERB_ROLLBACK);
}

int store_savepoint(struct store *s)
{
    if (s->cache != NULL)
        store_cache_savepoint(s->cache);
    return s->driver->verb(s, VERB_SAVEPOINT);
}

int store_release(struct store *s)
{
    if (s->cache != NULL)
        store_cache_release(s->cache);
    return s->driver->verb(s, VERB_RELEASE);
}

void store_undo(struct store *s)
{
    if (s->cache != NULL)
        store_cache_undo(s->cache);
    (void)s->driver->verb(s, VERB_UNDO);
}

int store_join(struct store *s, int *others_n)
{
    *others_n = 0;
    return s->driver->join != NULL ? s->driver->join(s, others_n) : 0;
}

int store_time(struct store *s, int64_t *ms)
{
    *ms = clock_unix_ms();
    return s->driver->time != NULL ? s->driver->time(s, ms) : 0;
}

void store_set_now(struct store *s, int64_t now_ms)
{
    s->now = now_ms;
}

bool store_touched(const struct store *s)
{
    return s->touched;
}

void store_forget(struct store *s, int64_t match)
{
    if (match != 0)
        store_cache_drop(s->cache, match);
    else
        store_cache_clear(s->cache);
}

const char *store_failure(const struct store *s)
{
    return s->driver->failure(s);
}

struct text_out {
    char *out;
    size_t size;
};

static void on_text(void *context, const struct store *s, void *row)
{
    struct text_out *t = context;
    store_row_copy(s, row, 0, t->out, t->size);
}

struct each_count {
    store_on_count *call;
    void *context;
};

static void on_count(void *context, const struct store *s, void *row)
{
    const struct each_count *each = context;
    each->call(each->context, store_row_text(s, row, 0), store_row_int(s, row, 1));
}

int store_counts(struct store *s, store_on_count *call, void *context)
{
    struct each_count each = {call, context};
    return store_done(store_query(s, Q_COUNTS, on_count, &each, ""));
}

int store_meta_get(struct store *s, const char *key, char *out, int out_bytes)
{
    struct text_out t = {out, (size_t)out_bytes};
    return store_some(store_query(s, Q_META_GET, on_text, &t, "t", key));
}

int store_meta_set(struct store *s, const char *key, const char *value)
{
    return store_done(store_query(s, Q_META_SET, NULL, NULL, "tt", key, value));
}

static void on_player(void *context, const struct store *s, void *row)
{
    store_row_player(s, row, 0, context);
}

int store_player_add(struct store *s, enum player_kind kind, const char *name, int64_t at,
                     int64_t *id)
{
    return store_some(
        store_query(s, Q_PLAYER_ADD, store_on_int, id, "tti", player_kind_name[kind], name, at));
}

int store_player_get(struct store *s, int64_t id, struct store_player *out)
{
    return store_some(store_query(s, Q_PLAYER_GET, on_player, out, "i", id));
}

int store_player_named(struct store *s, const char *name, struct store_player *out)
{
    return store_some(store_query(s, Q_PLAYER_NAMED, on_player, out, "t", name));
}

int store_session_add(struct store *s, const char *hash, int64_t player, const char *use,
                      int64_t at)
{
    return store_done(store_query(s, Q_SESSION_ADD, NULL, NULL, "titi", hash, player, use, at));
}

int store_session_forget(struct store *s, int64_t player, const char *use)
{
    return store_done(store_query(s, Q_SESSION_FORGET, NULL, NULL, "it", player, use));
}

int store_sessions_trim(struct store *s, int64_t before_ms)
{
    return store_done(store_query(s, Q_SESSIONS_TRIM, NULL, NULL, "i", before_ms));
}

int store_match_add(struct store *s, struct store_match *m)
{
    int err = store_some(
        store_query(s, Q_MATCH_ADD, store_on_int, &m->id, "iiittiiiiiititiiiiiii", m->created_at,
                    m->updated_at, m->creator, match_state_name[m->state], m->game,
                    (int64_t)m->width, (int64_t)m->height, (int64_t)m->seats_n, (int64_t)m->swap,
                    (int64_t)m->jacked, (int64_t)m->is_private, m->invite, (int64_t)m->ply,
                    m->clock, (int64_t)m->rated, (int64_t)m->start_ply, (int64_t)m->standing,
                    (int64_t)m->delay_plies, m->delay_ms, m->tournament, (int64_t)m->round));
    for (int i = 0; err == 0 && i < m->seats_n; i++) {
        const struct store_seat *seat = &m->seats[i];
        err = store_done(store_query(s, Q_SEAT_ADD, NULL, NULL, "iitiiiii", m->id, (int64_t)i + 1,
                                     seat_kind_name[seat->kind], seat->player.id,
                                     (int64_t)seat->level, seat->asked.id, seat->left_ms,
                                     (int64_t)seat->periods));
    }
    return err;
}

static void read_match(const struct store *s, void *row, struct store_match *m)
{
    int c = 0;
    memset(m, 0, sizeof *m);
    m->id = store_row_int(s, row, c++);
    m->created_at = store_row_int(s, row, c++);
    m->updated_at = store_row_int(s, row, c++);
    m->creator = store_row_int(s, row, c++);
    m->state = (enum match_state)store_row_name(s, row, c++, match_state_name, MATCH_STATE_N);
    store_row_copy(s, row, c++, m->game, sizeof m->game);
    m->width = (int)store_row_int(s, row, c++);
    m->height = (int)store_row_int(s, row, c++);
    m->seats_n = (int)store_row_int(s, row, c++);
    m->swap = store_row_int(s, row, c++) != 0;
    m->jacked = store_row_int(s, row, c++) != 0;
    m->is_private = store_row_int(s, row, c++) != 0;
    store_row_copy(s, row, c++, m->invite, sizeof m->invite);
    m->swapped = store_row_int(s, row, c++) != 0;
    m->ply = (int)store_row_int(s, row, c++);
    m->turn_seat = (int)store_row_int(s, row, c++);
    m->turn_side = (int)store_row_int(s, row, c++);
    m->reason = (enum end_reason)store_row_name(s, row, c++, end_reason_name, END_REASON_N);
    m->winner_seat = (int)store_row_int(s, row, c++);
    m->winner_side = (int)store_row_int(s, row, c++);
    for (int i = 0; i < STORE_SEATS_MAX; i++)
        m->points[i] = (int)store_row_int(s, row, c++);
    m->draw_seat = (int)store_row_int(s, row, c++);
    m->draw_yes = (unsigned)store_row_int(s, row, c++);
    m->takeback_seat = (int)store_row_int(s, row, c++);
    m->takeback_ply = (int)store_row_int(s, row, c++);
    m->takeback_yes = (unsigned)store_row_int(s, row, c++);
    m->pause_seat = (int)store_row_int(s, row, c++);
    m->pause_yes = (unsigned)store_row_int(s, row, c++);
    m->paused = store_row_int(s, row, c++) != 0;
    store_row_copy(s, row, c++, m->clock, sizeof m->clock);
    m->clock_at = store_row_int(s, row, c++);
    m->deadline = store_row_int(s, row, c++);
    m->wake_at = store_row_int(s, row, c++);
    m->rated = store_row_int(s, row, c++) != 0;
    m->start_ply = (int)store_row_int(s, row, c++);
    m->standing = (int)store_row_int(s, row, c++);
    m->rematch = store_row_int(s, row, c++);
    m->delay_plies = (int)store_row_int(s, row, c++);
    m->delay_ms = store_row_int(s, row, c++);
    m->tournament = store_row_int(s, row, c++);
    m->round = (int)store_row_int(s, row, c++);
    m->conditional = (unsigned)store_row_int(s, row, c++);
    m->told_ply = (int)store_row_int(s, row, c++);
    m->release_at = store_row_int(s, row, c++);
}

static void on_match(void *context, const struct store *s, void *row)
{
    read_match(s, row, context);
}

static void on_seat(void *context, const struct store *s, void *row)
{
    struct store_match *m = context;
    int64_t n = store_row_int(s, row, 0);
    if (n < 1 || n > STORE_SEATS_MAX)
        return;
    struct store_seat *seat = &m->seats[n - 1];
    seat->kind = (enum seat_kind)store_row_name(s, row, 1, seat_kind_name, SEAT_KIND_N);
    seat->level = (int)store_row_int(s, row, 2);
    seat->resigned = store_row_int(s, row, 3) != 0;
    seat->left_ms = store_row_int(s, row, 4);
    seat->periods = (int)store_row_int(s, row, 5);
    store_row_player(s, row, 6, &seat->player);
    seat->away_until = store_row_int(s, row, 9);
    store_row_player(s, row, 10, &seat->asked);
}

int store_match_get(struct store *s, int64_t id, struct store_match *out)
{
    struct store_match m;
    if (s->cache != NULL && store_cache_get(s->cache, id, out))
        return 0;
    int err = store_some(store_query(s, Q_MATCH_GET, on_match, &m, "i", id));
    if (err == 0)
        err = store_done(store_query(s, Q_SEATS, on_seat, &m, "i", id));
    if (err < 0)
        return err;
    *out = m;
    if (s->cache != NULL)
        store_cache_put(s->cache, &m);
    return 0;
}

int store_match_update(struct store *s, const struct store_match *m)
{
    if (s->cache != NULL)
        store_cache_put(s->cache, m);
    return store_done(store_query(
        s, Q_MATCH_UPDATE, NULL, NULL, MATCH_UPDATE_TYPES, m->updated_at,
        match_state_name[m->state], (int64_t)m->swapped, (int64_t)m->ply, (int64_t)m->turn_seat,
        (int64_t)m->turn_side, end_reason_name[m->reason], (int64_t)m->winner_seat,
        (int64_t)m->winner_side, (int64_t)m->points[0], (int64_t)m->points[1],
        (int64_t)m->points[2], (int64_t)m->points[3], (int64_t)m->draw_seat, (int64_t)m->draw_yes,
        (int64_t)m->takeback_seat, (int64_t)m->takeback_ply, (int64_t)m->takeback_yes,
        (int64_t)m->pause_seat, (int64_t)m->pause_yes, (int64_t)m->paused, m->clock_at, m->deadline,
        m->wake_at, (int64_t)m->standing, m->rematch, (int64_t)m->conditional, (int64_t)m->told_ply,
        m->release_at, m->id));
}

int store_seat_update(struct store *s, int64_t match, int seat, const struct store_seat *value)
{
    if (s->cache != NULL)
        store_cache_drop(s->cache, match);
    return store_done(store_query(s, Q_SEAT_UPDATE, NULL, NULL, "tiiiiiiii",
                                  seat_kind_name[value->kind], value->player.id,
                                  (int64_t)value->level, (int64_t)value->resigned, value->asked.id,
                                  value->left_ms, (int64_t)value->periods, match, (int64_t)seat));
}

struct match_list {
    struct store_match *out;
    int n, limit;
};

static void on_listed(void *context, const struct store *s, void *row)
{
    struct match_list *list = context;
    if (list->n < list->limit)
        read_match(s, row, &list->out[list->n++]);
}

static int read_seats(struct store *s, struct match_list *list, int err)
{
    for (int i = 0; err >= 0 && i < list->n; i++)
        err = store_query(s, Q_SEATS, on_seat, &list->out[i], "i", list->out[i].id);
    return err < 0 ? err : list->n;
}

int store_match_list(struct store *s, const struct store_filter *f, struct store_match *out)
{
    struct match_list list = {out, 0, f->limit};
    int64_t before = f->before > 0 ? f->before : INT64_MAX;
    int64_t limit = f->limit;
    const char *game = f->game != NULL ? f->game : "";
    const char *state = f->state >= 0 ? match_state_name[f->state] : "";
    int err;
    if (f->mine != 0 || f->turn != 0)
        err = store_query(s, Q_LIST_PLAYER, on_listed, &list,
                          "itit"
                          "ii",
                          before, game, f->mine != 0 ? f->mine : f->turn,
                          f->turn != 0 ? match_state_name[MATCH_RUNNING] : state, f->turn, limit);
    else if (f->state >= 0)
        err = store_query(s, Q_LIST_STATE, on_listed, &list, "ititi", before, game, f->viewer,
                          state, limit);
    else
        err = store_query(s, Q_LIST_ANY, on_listed, &list, "itii", before, game, f->viewer, limit);
    return read_seats(s, &list, err);
}

int store_match_asked(struct store *s, int64_t player, int limit, struct store_match *out)
{
    struct match_list list = {out, 0, limit};
    int err = store_query(s, Q_LIST_ASKED, on_listed, &list, "ii", player, (int64_t)limit);
    return read_seats(s, &list, err);
}

int store_match_search(struct store *s, const struct store_search *f, struct store_match *out)
{
    struct match_list list = {out, 0, f->limit};
    struct store_value v[15] = {
        {.number = 0},
        {.number = f->before > 0 ? f->before : INT64_MAX},
        {.is_text = true, .text = f->state >= 0 ? match_state_name[f->state] : ""},
        {.is_text = true, .text = f->game != NULL ? f->game : ""},
        {.number = f->width},
        {.number = f->height},
        {.number = f->rated},
        {.number = f->winner},
        {.is_text = true, .text = f->reason >= 0 ? end_reason_name[f->reason] : ""},
        {.number = f->since},
        {.number = f->until > 0 ? f->until : INT64_MAX},
        {.number = f->tournament},
        {.number = f->viewer},
        {.number = f->player},
        {.number = f->limit},
    };
    int q = Q_SEARCH_ANY;
    if (f->has_opening) {
        q = Q_SEARCH_OPENING;
        v[0].number = f->opening;
    } else if (f->player != 0) {
        q = Q_SEARCH_PLAYER;
        v[0].number = f->player;
    } else if (f->tournament != 0) {
        q = Q_SEARCH_TOURNAMENT;
        v[0].number = f->tournament;
    } else if (f->game != NULL) {
        q = Q_SEARCH_GAME;
        v[0] = v[3];
    } else if (f->state >= 0) {
        q = Q_SEARCH_STATE;
        v[0] = v[2];
    }
    int err = s->driver->query(s, q, v, (int)ARRAY_LEN(v), on_listed, &list);
    return read_seats(s, &list, err);
}

int store_match_due(struct store *s, int64_t now, int limit, int64_t *out)
{
    struct store_ids list = {out, 0, limit};
    int err = store_query(s, Q_MATCH_DUE, store_on_id, &list, "ii", now, (int64_t)limit);
    if (err >= 0)
        err = store_query(s, Q_RELEASE_DUE, store_on_id, &list, "ii", now, (int64_t)limit);
    return err < 0 ? err : list.n;
}

int store_match_wake(struct store *s, int64_t *at)
{
    int64_t release = 0;
    int64_t wake = 0;
    int err = store_some(store_query(s, Q_MATCH_WAKE, store_on_int, &wake, ""));
    if (err == 0)
        err = store_some(store_query(s, Q_RELEASE_WAKE, store_on_int, &release, ""));
    if (err == 0)
        *at = wake == 0 || (release != 0 && release < wake) ? release : wake;
    return err;
}

int store_opening_add(struct store *s, int64_t position, int64_t match)
{
    return store_done(store_query(s, Q_OPENING_ADD, NULL, NULL, "ii", position, match));
}

int store_opening_wait(struct store *s, int64_t match)
{
    return store_done(store_query(s, Q_OPENING_WAIT, NULL, NULL, "i", match));
}

int store_openings_waiting(struct store *s, int limit, int64_t *out)
{
    struct store_ids list = {out, 0, limit};
    int err = store_query(s, Q_OPENINGS_WAITING, store_on_id, &list, "i", (int64_t)limit);
    return err < 0 ? err : list.n;
}

int store_opening_done(struct store *s, int64_t match)
{
    return store_done(store_query(s, Q_OPENING_DONE, NULL, NULL, "i", match));
}

int store_clocks_shift(struct store *s, int64_t by_ms)
{
    return store_done(store_query(s, Q_CLOCKS_SHIFT, NULL, NULL, "i", by_ms));
}

static void on_vacation(void *context, const struct store *s, void *row)
{
    struct store_vacation *v = context;
    v->from = store_row_int(s, row, 0);
    v->until = store_row_int(s, row, 1);
    v->year = (int)store_row_int(s, row, 2);
    v->days = (int)store_row_int(s, row, 3);
}

int store_vacation_get(struct store *s, int64_t player, struct store_vacation *out)
{
    return store_some(store_query(s, Q_VACATION_GET, on_vacation, out, "i", player));
}

int store_vacation_set(struct store *s, int64_t player, const struct store_vacation *v)
{
    return store_done(store_query(s, Q_VACATION_SET, NULL, NULL, "iiiii", v->from, v->until,
                                  (int64_t)v->year, (int64_t)v->days, player));
}

int store_open_count(struct store *s, int64_t creator, int64_t *n)
{
    return store_some(store_query(s, Q_OPEN_COUNT, store_on_int, n, "i", creator));
}

struct old_list {
    struct store_old *out;
    int n, limit;
};

static void on_old(void *context, const struct store *s, void *row)
{
    struct old_list *list = context;
    if (list->n < list->limit)
        list->out[list->n++] =
            (struct store_old){store_row_int(s, row, 0), store_row_int(s, row, 1)};
}

int store_open_old(struct store *s, int64_t before_ms, int limit, struct store_old *out)
{
    struct old_list list = {out, 0, limit};
    int err = store_query(s, Q_OPEN_OLD, on_old, &list, "ii", before_ms, (int64_t)limit);
    return err < 0 ? err : list.n;
}

int store_move_add(struct store *s, int64_t match, const struct store_move *m)
{
    return store_done(store_query(s, Q_MOVE_ADD, NULL, NULL, "iiiitiii", match, (int64_t)m->ply,
                                  (int64_t)m->seat, (int64_t)m->side, m->move, m->at, m->event,
                                  m->left_ms));
}

static void read_move(const struct store *s, void *row, struct store_move *m)
{
    m->ply = (int)store_row_int(s, row, 0);
    m->seat = (int)store_row_int(s, row, 1);
    m->side = (int)store_row_int(s, row, 2);
    store_row_copy(s, row, 3, m->move, sizeof m->move);
    m->at = store_row_int(s, row, 4);
    m->event = store_row_int(s, row, 5);
    m->left_ms = store_row_int(s, row, 6);
}

static void on_one_move(void *context, const struct store *s, void *row)
{
    read_move(s, row, context);
}

int store_move_get(struct store *s, int64_t match, int ply, struct store_move *out)
{
    return store_some(store_query(s, Q_MOVE_GET, on_one_move, out, "ii", match, (int64_t)ply));
}

struct each_move {
    store_on_move *call;
    void *context;
};

static void on_each_move(void *context, const struct store *s, void *row)
{
    const struct each_move *each = context;
    struct store_move m;
    read_move(s, row, &m);
    each->call(each->context, &m);
}

int store_moves(struct store *s, int64_t match, store_on_move *on_move, void *context)
{
    struct each_move each = {on_move, context};
    return store_done(store_query(s, Q_MOVES, on_each_move, &each, "i", match));
}

int store_first_moves(struct store *s, int64_t match, int plies, store_on_move *on_move,
                      void *context)
{
    struct each_move each = {on_move, context};
    return store_done(
        store_query(s, Q_FIRST_MOVES, on_each_move, &each, "ii", match, (int64_t)plies));
}

int store_moves_cut(struct store *s, int64_t match, int from_ply)
{
    return store_done(store_query(s, Q_MOVES_CUT, NULL, NULL, "ii", match, (int64_t)from_ply));
}

int store_chat_add(struct store *s, int64_t match, int64_t player, const char *text, int64_t at,
                   int64_t *id)
{
    return store_some(
        store_query(s, Q_CHAT_ADD, store_on_int, id, "iiti", match, player, text, at));
}

struct each_chat {
    store_on_chat *call;
    void *context;
};

static void on_each_chat(void *context, const struct store *s, void *row)
{
    const struct each_chat *each = context;
    struct store_chat line;
    line.id = store_row_int(s, row, 0);
    line.at = store_row_int(s, row, 1);
    store_row_copy(s, row, 2, line.text, sizeof line.text);
    line.deleted = store_row_int(s, row, 3) != 0;
    store_row_player(s, row, 4, &line.player);
    each->call(each->context, &line);
}

int store_chats(struct store *s, int64_t match, store_on_chat *on_chat, void *context)
{
    struct each_chat each = {on_chat, context};
    return store_done(store_query(s, Q_CHATS, on_each_chat, &each, "i", match));
}

int store_event_add(struct store *s, struct store_event *e, int64_t at)
{
    ASSERT(e->topics_n >= 1 && e->topics_n <= STORE_TOPICS_MAX);
    /* The only writer counts on by itself: no question for each event. */
    int err = s->event < 0 ? store_event_last(s, &s->event) : 0;
    if (err < 0)
        return err;
    e->id = ++s->event;
    err = store_done(
        store_query(s, Q_EVENT_ADD, NULL, NULL, "iitti", e->id, e->match, e->type, e->data, at));
    for (int i = 0; err == 0 && i < e->topics_n; i++)
        err = store_done(store_query(s, Q_EVENT_TOPIC_ADD, NULL, NULL, "ii", e->topics[i], e->id));
    return err;
}

int store_event_time(struct store *s, int64_t *at)
{
    return store_some(store_query(s, Q_EVENT_TIME, store_on_int, at, ""));
}

int store_event_first(struct store *s, int64_t *id)
{
    return store_some(store_query(s, Q_EVENT_FIRST, store_on_int, id, ""));
}

int store_event_last(struct store *s, int64_t *id)
{
    return store_some(store_query(s, Q_EVENT_LAST, store_on_int, id, ""));
}

struct each_event {
    store_on_event *call;
    void *context;
};

static void on_each_event(void *context, const struct store *s, void *row)
{
    const struct each_event *each = context;
    struct store_event e = {.id = store_row_int(s, row, 0),
                            .match = store_row_int(s, row, 1),
                            .type = store_row_text(s, row, 2),
                            .data = store_row_text(s, row, 3)};
    each->call(each->context, &e);
}

int store_events(struct store *s, int64_t since, const topic_t *topics, int topics_n, int limit,
                 store_on_event *on_event, void *context)
{
    struct each_event each = {on_event, context};
    struct store_value values[2 + STORE_READ_TOPICS_MAX];
    ASSERT(topics_n >= 1 && topics_n <= STORE_READ_TOPICS_MAX);
    values[0] = (struct store_value){.number = since};
    for (int i = 0; i < STORE_READ_TOPICS_MAX; i++) /* the last one again fills the rest */
        values[1 + i] = (struct store_value){.number = topics[i < topics_n ? i : topics_n - 1]};
    values[1 + STORE_READ_TOPICS_MAX] = (struct store_value){.number = limit};
    return s->driver->query(s, Q_EVENTS, values, (int)ARRAY_LEN(values), on_each_event, &each);
}

/* Events with their topics, put together from one row for each topic. */
struct each_told {
    store_on_event *call;
    void *context;
    struct store_event e; /* type and data are owned */
    int n, err;
};

static void tell_whole(struct each_told *t)
{
    if (t->e.id != 0 && t->err == 0) {
        t->n++;
        t->call(t->context, &t->e);
    }
    free((void *)(uintptr_t)t->e.type);
    free((void *)(uintptr_t)t->e.data);
    t->e = (struct store_event){.id = 0};
}

static void on_told(void *context, const struct store *s, void *row)
{
    struct each_told *t = context;
    int64_t id = store_row_int(s, row, 0);
    int64_t topic = store_row_int(s, row, 4);
    if (id != t->e.id) {
        tell_whole(t);
        t->e.id = id;
        t->e.match = store_row_int(s, row, 1);
        t->e.type = strdup(store_row_text(s, row, 2));
        t->e.data = strdup(store_row_text(s, row, 3));
        if (t->e.type == NULL || t->e.data == NULL)
            t->err = ERR_NO_MEMORY;
    }
    if (topic >= 0 && t->e.topics_n < STORE_TOPICS_MAX)
        t->e.topics[t->e.topics_n++] = topic;
}

int store_events_after(struct store *s, int64_t since, int limit, store_on_event *on_event,
                       void *context)
{
    struct each_told t = {.call = on_event, .context = context};
    int err = store_done(store_query(s, Q_EVENTS_AFTER, on_told, &t, "ii", since, (int64_t)limit));
    tell_whole(&t);
    return err < 0 ? err : t.err < 0 ? t.err : t.n;
}

int store_events_trim(struct store *s, int64_t before_ms)
{
    int err = store_done(store_query(s, Q_TOPICS_TRIM, NULL, NULL, "i", before_ms));
    return err < 0 ? err : store_done(store_query(s, Q_EVENTS_TRIM, NULL, NULL, "i", before_ms));
}
