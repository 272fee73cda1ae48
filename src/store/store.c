/* store.c - the queries of the store, and its functions over whichever back end is open
 * (store.h). */
#include "store/store.h"

#include "base/err.h"
#include "platform/clock.h"
#include "store/allowance_sql.h"
#include "store/cache.h"
#include "store/driver.h"
#include "store/mailbox_sql.h"
#include "store/notification_sql.h"
#include "store/people_sql.h"
#include "store/rating_sql.h"
#include "store/social_sql.h"
#include "store/store_event_sql.h"
#include "store/store_match_sql.h"
#include "store/tournament_sql.h"
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
    Q_VACATION_GET,
    Q_VACATION_SET,
    Q_COUNTS,
    Q_END
};
_Static_assert((int)Q_END <= (int)STORE_QUERY_MATCH, "too many queries of store.c");

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
    [Q_VACATION_GET] = "SELECT away_from, away_until, away_year, away_days FROM player"
                       " WHERE id = $1",
    [Q_VACATION_SET] = "UPDATE player SET away_from = $1, away_until = $2, away_year = $3,"
                       " away_days = $4 WHERE id = $5",
    [Q_COUNTS] =
        "SELECT 'players ' || kind, count(*) FROM player GROUP BY kind"
        " UNION ALL SELECT 'matches ' || state, count(*) FROM match GROUP BY state"
        " UNION ALL SELECT 'moves', count(*) FROM move"
        " UNION ALL SELECT 'chat lines', count(*) FROM chat"
        " UNION ALL SELECT 'events', count(*) FROM event"
        " UNION ALL SELECT 'sessions ' || use, count(*) FROM session GROUP BY use"
        " UNION ALL SELECT 'mails ' || state, count(*) FROM outbox GROUP BY state ORDER BY 1",
#define QUERY_ROW(name, sql) [Q_##name] = (sql),
    STORE_MATCH_SQL(QUERY_ROW) STORE_EVENT_SQL(QUERY_ROW)
#undef QUERY_ROW
#define MAILBOX_ROW(name, sql) [MAILBOX_##name] = (sql),
        MAILBOX_SQL(MAILBOX_ROW)
#undef MAILBOX_ROW
#define PEOPLE_ROW(name, sql) [PEOPLE_##name] = (sql),
            PEOPLE_SQL(PEOPLE_ROW)
#undef PEOPLE_ROW
#define SOCIAL_ROW(name, sql) [SOCIAL_##name] = (sql),
                SOCIAL_SQL(SOCIAL_ROW)
#undef SOCIAL_ROW
#define RATING_ROW(name, sql) [RATING_##name] = (sql),
                    RATING_SQL(RATING_ROW)
#undef RATING_ROW
#define TOURNAMENT_ROW(name, sql) [TOURNAMENT_##name] = (sql),
                        TOURNAMENT_SQL(TOURNAMENT_ROW)
#undef TOURNAMENT_ROW
#define NOTIFICATION_ROW(name, sql) [NOTIFICATION_##name] = (sql),
                            NOTIFICATION_SQL(NOTIFICATION_ROW)
#undef NOTIFICATION_ROW
#define ALLOWANCE_ROW(name, sql) [ALLOWANCE_##name] = (sql),
                                ALLOWANCE_SQL(ALLOWANCE_ROW)
#undef ALLOWANCE_ROW
};

const struct store_deferred store_deferred[STORE_DEFERRED_N] = {
    {Q_EVENT_ADD, 0, "event", "iittii"},        {Q_EVENT_TOPIC_ADD, 0, "event_topic", "ii"},
    {Q_MOVE_ADD, 0, "move", "iiiitiii"},        {Q_MATCH_UPDATE, 1, "match", MATCH_UPDATE_TYPES},
    {Q_SEAT_ADD, 0, "seat", "iitiiiii"},        {Q_SEAT_UPDATE, 2, "seat", "tiiiiiiii"},
    {Q_OPENING_WAIT, 0, "opening_todo", "i"},   {Q_OPENING_ADD, 0, "opening", "ii"},
    {Q_OPENING_DONE, 0, "opening_todo", "i"},   {NOTIFICATION_CUT, 0, "notice", "it"},
    {NOTIFICATION_CUT_ONE, 0, "notice", "iit"},
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
    enum store_touch touch = s->cache == NULL || q == Q_MATCH_UPDATE || q == Q_SEAT_UPDATE
                                 ? TOUCH_NOTHING
                                 : store_cache_touch(store_queries[q]);
    if (touch == TOUCH_ROWS)
        store_cache_clear(s->cache);
    s->touched = s->touched || touch != TOUCH_NOTHING;
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
    free(s->signed_out);
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
    s->signed_out_n = 0;
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

void store_note_signed_out(struct store *s, int64_t player)
{
    for (int i = 0; i < s->signed_out_n; i++)
        if (s->signed_out[i] == player)
            return;
    if (s->signed_out_n == s->signed_out_cap) {
        s->signed_out_cap = 2 * s->signed_out_cap + 16;
        s->signed_out = realloc(s->signed_out, (size_t)s->signed_out_cap * sizeof *s->signed_out);
        if (s->signed_out == NULL)
            abort(); /* memory is exhausted: what is on the disk is safe */
    }
    s->signed_out[s->signed_out_n++] = player;
}

int64_t store_signed_out(struct store *s)
{
    return s->signed_out_n > 0 ? s->signed_out[--s->signed_out_n] : 0;
}

int store_session_forget(struct store *s, int64_t player, const char *use)
{
    store_note_signed_out(s, player);
    return store_done(store_query(s, Q_SESSION_FORGET, NULL, NULL, "it", player, use));
}

int store_sessions_trim(struct store *s, int64_t before_ms)
{
    return store_done(store_query(s, Q_SESSIONS_TRIM, NULL, NULL, "i", before_ms));
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
