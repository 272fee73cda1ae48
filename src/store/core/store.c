/* store.c - the queries of the store, and its functions over whichever back end is open
 * (store.h). */
#include "store/core/store.h"

#include "base/blanks.h"
#include "base/err.h"
#include "platform/array.h"
#include "platform/clock.h"
#include "store/core/cache.h"
#include "store/core/driver.h"
#include "store/core/queries.h"
#include "store/core/touched.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const player_kind_name[PLAYER_KIND_N] = {"guest", "member", "bot"};
const char *const match_state_name[MATCH_STATE_N] = {"open", "running", "finished", "aborted"};
const char *const seat_kind_name[SEAT_KIND_N] = {"open", "invite", "player", "bot", "asked"};
const char *const end_reason_name[END_REASON_N] = {"",      "rules", "resign", "draw",
                                                   "abort", "time",  "left"};

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

int store_answers(const char *where, struct text *why)
{
    const struct store_driver *driver = driver_of(where);
    return driver->answers != NULL ? driver->answers(where, why) : 0;
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
    free(s->matches);
    free(s->read);
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
    store_turn_reset(s, STORE_SITE);
    return s->driver->verb(s, VERB_BEGIN);
}

/* Tells the other processes that what they have kept may be wrong. */
static int tell_peers(struct store *s)
{
    char buf[TOUCHED_TEXT_BYTES];
    struct text data;
    struct store_event e = {.type = "peers", .data = buf, .topics = {TOPIC_PEERS}, .topics_n = 1};
    int64_t now = s->now != 0 ? s->now : clock_unix_ms();
    if (!s->touched.any || !store_is_shared(s))
        return 0;
    text_init(&data, buf, sizeof buf);
    touched_print(&s->touched, &data);
    return store_event_add(s, &e, now);
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

void store_end(struct store *s)
{
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

int store_tell_waiting(struct store *listener, const int64_t *matches, int n)
{
    return listener->driver->tell_waiting(listener, matches, n);
}

int store_say(struct store *listener, const char *text)
{
    return listener->driver->say(listener, text);
}

char *store_heard(struct store *listener)
{
    return listener->driver->heard(listener);
}

int store_elsewhere(struct store *s, int64_t match, struct store_elsewhere *out)
{
    *out = (struct store_elsewhere){.others_n = 0};
    return s->driver->elsewhere != NULL ? s->driver->elsewhere(s, match, out) : 0;
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

const struct touched *store_touched(const struct store *s)
{
    return &s->touched;
}

int64_t store_room(const struct store *s)
{
    return s->driver->room != NULL ? s->driver->room(s) : INT64_MAX;
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
    return store_done(store_query(s, on_count, &each, Q_COUNTS));
}

int store_meta_get(struct store *s, const char *key, char *out, int out_bytes)
{
    struct text_out t = {out, (size_t)out_bytes};
    return store_some(store_query(s, on_text, &t, Q_META_GET, key));
}

int store_meta_set(struct store *s, const char *key, const char *value)
{
    return store_done(store_query(s, NULL, NULL, Q_META_SET, key, value));
}

static void on_player(void *context, const struct store *s, void *row)
{
    store_row_player(s, row, 0, context);
}

int store_player_add(struct store *s, enum player_kind kind, const char *name, int64_t at,
                     int64_t *id)
{
    return store_some(
        store_query(s, store_on_int, id, Q_PLAYER_ADD, player_kind_name[kind], name, at));
}

int store_player_get(struct store *s, int64_t id, struct store_player *out)
{
    return store_some(store_query(s, on_player, out, Q_PLAYER_GET, id));
}

int store_player_named(struct store *s, const char *name, struct store_player *out)
{
    char meant[STORE_NAME_BYTES];
    if (strlen(name) >= sizeof meant)
        return ERR_NOT_FOUND;
    snprintf(meant, sizeof meant, "%s", name);
    blanks_fold(meant);
    const char *from = meant + strspn(meant, " \t\n");
    size_t n = strlen(from);
    while (n > 0 && strchr(" \t\n", from[n - 1]) != NULL)
        n--;
    meant[(size_t)(from - meant) + n] = '\0';
    return store_some(store_query(s, on_player, out, Q_PLAYER_NAMED, from));
}

int store_player_like(struct store *s, const char *name, int64_t but, struct store_player *out)
{
    return store_some(store_query(s, on_player, out, Q_PLAYER_LIKE, name, but));
}

int store_session_add(struct store *s, const char *hash, int64_t player, const char *use,
                      int64_t at)
{
    return store_done(store_query(s, NULL, NULL, Q_SESSION_ADD, hash, player, use, at));
}

void store_note_signed_out(struct store *s, int64_t player)
{
    for (int i = 0; i < s->signed_out_n; i++)
        if (s->signed_out[i] == player)
            return;
    ARRAY_MUST(s->signed_out, s->signed_out_n, &s->signed_out_cap);
    s->signed_out[s->signed_out_n++] = player;
}

int64_t store_signed_out(struct store *s)
{
    return s->signed_out_n > 0 ? s->signed_out[--s->signed_out_n] : 0;
}

int store_session_forget(struct store *s, int64_t player, const char *use)
{
    store_note_signed_out(s, player);
    return store_done(store_query(s, NULL, NULL, Q_SESSION_FORGET, player, use));
}

int store_sessions_trim(struct store *s, int64_t before_ms)
{
    return store_done(store_query(s, NULL, NULL, Q_SESSIONS_TRIM, before_ms));
}

ROW_READER(read_vacation, struct store_vacation, VACATION_ROW)
ROW_BINDER(bind_vacation, struct store_vacation, VACATION_ROW)

static void on_vacation(void *context, const struct store *s, void *row)
{
    read_vacation(s, row, 0, context);
}

int store_vacation_get(struct store *s, int64_t player, struct store_vacation *out)
{
    return store_some(store_query(s, on_vacation, out, Q_VACATION_GET, player));
}

int store_vacation_set(struct store *s, int64_t player, const struct store_vacation *vacation)
{
    struct store_value v[ROW_N(VACATION_ROW) + 1];
    int n = bind_vacation(vacation, v);
    v[n++] = store_number(player);
    return store_done(store_run(s, NULL, NULL, Q_VACATION_SET, v, n));
}
