#include "store/notification.h"

#include "store/notification_sql.h"
#include <stdio.h>
#include <string.h>

const char *const notification_kind_name[NOTIFICATION_KIND_N] = {
    "turn", "challenge", "over", "message", "reminder", "tournament"};
const char *const notification_way_name[WAY_N] = {"off", "each", "digest", "unset"};

/* The number of a name in a list of names; the last for one that is not there. */
static int get_name(const struct store *s, void *row, int column, const char *const *names, int n)
{
    int i = 0;
    while (i < n - 1 && strcmp(names[i], store_row_text(s, row, column)) != 0)
        i++;
    return i;
}

/* What the callbacks of a query need. */
struct each {
    union {
        notification_on *notice;
        notification_on_id *id;
        notification_on_browser *browser;
        notification_on_push *push;
    } on;
    void *context;
};

static void on_id(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    e->on.id(e->context, store_row_int(s, row, 0));
}

/* --- notices --- */

int notification_add(struct store *s, struct notification *n)
{
    const char *kind = notification_kind_name[n->kind];
    int err = store_done(
        store_query(s, NOTIFICATION_CUT_ONE, NULL, NULL, "iit", n->player, n->match, kind));
    return err < 0 ? err
                   : store_some(store_query(s, NOTIFICATION_ADD, store_on_int, &n->id, "iiiitiiiti",
                                            n->player, n->at, n->match, n->tournament, kind,
                                            n->hidden ? (int64_t)2 : 0, n->other.id,
                                            (int64_t)n->ply, n->text, (int64_t)n->mail_waits));
}

int notification_cut(struct store *s, int64_t match, enum notification_kind kind)
{
    return store_done(
        store_query(s, NOTIFICATION_CUT, NULL, NULL, "it", match, notification_kind_name[kind]));
}

int notification_has(struct store *s, int64_t player, int64_t match, enum notification_kind kind,
                     bool *out)
{
    int64_t n = 0;
    int err = store_some(store_query(s, NOTIFICATION_HAS, store_on_int, &n, "iit", player, match,
                                     notification_kind_name[kind]));
    if (err == 0)
        *out = n > 0;
    return err;
}

int notification_unread(struct store *s, int64_t player, int64_t *n)
{
    return store_some(store_query(s, NOTIFICATION_UNREAD, store_on_int, n, "i", player));
}

static void on_notice(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct notification n = {
        .id = store_row_int(s, row, 0),
        .player = store_row_int(s, row, 1),
        .at = store_row_int(s, row, 2),
        .match = store_row_int(s, row, 3),
        .tournament = store_row_int(s, row, 4),
        .kind = (enum notification_kind)get_name(s, row, 5, notification_kind_name,
                                                 NOTIFICATION_KIND_N),
        .read = store_row_int(s, row, 6) == 1,
        .ply = (int)store_row_int(s, row, 7),
        .other = {.id = store_row_int(s, row, 9),
                  .kind = (enum player_kind)get_name(s, row, 10, player_kind_name, PLAYER_KIND_N)},
    };
    store_row_copy(s, row, 8, n.text, sizeof n.text);
    store_row_copy(s, row, 11, n.other.name, sizeof n.other.name);
    e->on.notice(e->context, &n);
}

int notification_list(struct store *s, int64_t player, bool unread, int64_t before, int limit,
                      notification_on *on, void *context)
{
    struct each e = {.on.notice = on, .context = context};
    return store_done(store_query(s, unread ? NOTIFICATION_LIST_UNREAD : NOTIFICATION_LIST,
                                  on_notice, &e, "iii", player, before != 0 ? before : INT64_MAX,
                                  (int64_t)limit));
}

int notification_due(struct store *s, int64_t player, int limit, notification_on *on, void *context)
{
    struct each e = {.on.notice = on, .context = context};
    return store_done(
        store_query(s, NOTIFICATION_LIST_DUE, on_notice, &e, "ii", player, (int64_t)limit));
}

int notification_read_upto(struct store *s, int64_t player, int64_t id)
{
    return store_done(store_query(s, NOTIFICATION_READ_UPTO, NULL, NULL, "ii", player, id));
}

int notification_read_one(struct store *s, int64_t player, int64_t id)
{
    return store_done(store_query(s, NOTIFICATION_READ_ONE, NULL, NULL, "ii", player, id));
}

int notification_trim(struct store *s, int64_t before_ms)
{
    return store_done(store_query(s, NOTIFICATION_TRIM, NULL, NULL, "i", before_ms));
}

int notification_forget(struct store *s, int64_t player)
{
    static const enum notification_query steps[] = {
        NOTIFICATION_FORGET_NOTICES, NOTIFICATION_FORGET_SETTINGS, NOTIFICATION_FORGET_DIGEST,
        NOTIFICATION_FORGET_BROWSERS};
    int err = 0;
    for (size_t i = 0; err == 0 && i < ARRAY_LEN(steps); i++)
        err = store_done(store_query(s, (int)steps[i], NULL, NULL, "i", player));
    return err;
}

/* --- settings and digests --- */

static void on_setting(void *context, const struct store *s, void *row)
{
    struct notification_setting *v = context;
    v->page = store_row_int(s, row, 0) != 0;
    v->push = (enum notification_way)get_name(s, row, 1, notification_way_name, WAY_N);
    v->mail = (enum notification_way)get_name(s, row, 2, notification_way_name, WAY_N);
}

static void on_wishes(void *context, const struct store *s, void *row)
{
    struct notification_wishes *w = context;
    w->said = store_row_int(s, row, 0) >= 0;
    on_setting(&w->setting, s, row);
    w->by_mail = store_row_int(s, row, 3) != 0;
    w->unread = store_row_int(s, row, 4);
}

int notification_wishes(struct store *s, int64_t player, enum notification_kind kind, int64_t match,
                        struct notification_wishes *out)
{
    return store_some(store_query(s, NOTIFICATION_WISHES, on_wishes, out, "iti", player,
                                  notification_kind_name[kind], match));
}

int notification_setting_get(struct store *s, int64_t player, enum notification_kind kind,
                             struct notification_setting *out)
{
    return store_some(store_query(s, NOTIFICATION_SETTING_GET, on_setting, out, "it", player,
                                  notification_kind_name[kind]));
}

int notification_setting_put(struct store *s, int64_t player, enum notification_kind kind,
                             const struct notification_setting *v)
{
    return store_done(store_query(s, NOTIFICATION_SETTING_PUT, NULL, NULL, "ititt", player,
                                  notification_kind_name[kind], (int64_t)v->page,
                                  notification_way_name[v->push], notification_way_name[v->mail]));
}

int notification_mail_unset(struct store *s, int64_t player)
{
    return store_done(store_query(s, NOTIFICATION_MAIL_UNSET, NULL, NULL, "i", player));
}

static void on_digest(void *context, const struct store *s, void *row)
{
    struct notification_digest *d = context;
    d->hour = (int)store_row_int(s, row, 0);
    d->told_at = store_row_int(s, row, 1);
}

int notification_digest_get(struct store *s, int64_t player, struct notification_digest *out)
{
    *out = (struct notification_digest){.hour = 8};
    return store_done(store_query(s, NOTIFICATION_DIGEST_GET, on_digest, out, "i", player));
}

int notification_digest_put(struct store *s, int64_t player, const struct notification_digest *d)
{
    return store_done(store_query(s, NOTIFICATION_DIGEST_PUT, NULL, NULL, "iii", player,
                                  (int64_t)d->hour, d->told_at));
}

int notification_waiting(struct store *s, int64_t after, int limit, notification_on_id *on,
                         void *context)
{
    struct each e = {.on.id = on, .context = context};
    return store_done(store_query(s, NOTIFICATION_WAITING, on_id, &e, "ii", after, (int64_t)limit));
}

int notification_told(struct store *s, int64_t player)
{
    return store_done(store_query(s, NOTIFICATION_TOLD, NULL, NULL, "i", player));
}

/* --- browsers and what is pushed to them --- */

int notification_browser_put(struct store *s, const struct notification_browser *b)
{
    return store_done(store_query(s, NOTIFICATION_BROWSER_PUT, NULL, NULL, "iitttt", b->player,
                                  b->at, b->endpoint, b->p256dh, b->auth, b->agent));
}

int notification_browser_count(struct store *s, int64_t player, int64_t *n)
{
    return store_some(store_query(s, NOTIFICATION_BROWSER_COUNT, store_on_int, n, "i", player));
}

int notification_browser_end(struct store *s, int64_t player, int64_t id, const char *endpoint)
{
    int64_t ended = 0;
    int err = store_some(store_query(s, NOTIFICATION_BROWSER_END, store_on_int, &ended, "iit",
                                     player, id, endpoint));
    return err < 0
               ? err
               : store_done(store_query(s, NOTIFICATION_BROWSER_PUSHES, NULL, NULL, "i", ended));
}

static void read_browser(const struct store *s, void *row, struct notification_browser *b)
{
    b->id = store_row_int(s, row, 0);
    b->player = store_row_int(s, row, 1);
    b->at = store_row_int(s, row, 2);
    store_row_copy(s, row, 3, b->endpoint, sizeof b->endpoint);
    store_row_copy(s, row, 4, b->p256dh, sizeof b->p256dh);
    store_row_copy(s, row, 5, b->auth, sizeof b->auth);
    store_row_copy(s, row, 6, b->agent, sizeof b->agent);
}

static void on_browser(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct notification_browser b;
    read_browser(s, row, &b);
    e->on.browser(e->context, &b);
}

int notification_browsers(struct store *s, int64_t player, notification_on_browser *on,
                          void *context)
{
    struct each e = {.on.browser = on, .context = context};
    return store_done(store_query(s, NOTIFICATION_BROWSERS, on_browser, &e, "i", player));
}

int notification_push_add(struct store *s, int64_t browser, const char *payload, int64_t at)
{
    return store_done(
        store_query(s, NOTIFICATION_PUSH_ADD, NULL, NULL, "iti", browser, payload, at));
}

static void on_push(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct notification_push p;
    read_browser(s, row, &p.browser);
    p.id = store_row_int(s, row, 7);
    p.at = store_row_int(s, row, 8);
    p.tries = (int)store_row_int(s, row, 9);
    store_row_copy(s, row, 10, p.payload, sizeof p.payload);
    e->on.push(e->context, &p);
}

int notification_push_due(struct store *s, int64_t now, int limit, notification_on_push *on,
                          void *context)
{
    struct each e = {.on.push = on, .context = context};
    return store_done(
        store_query(s, NOTIFICATION_PUSH_DUE, on_push, &e, "ii", now, (int64_t)limit));
}

int notification_push_claim(struct store *s, int64_t id, int64_t now, int64_t until)
{
    return store_some(store_query(s, NOTIFICATION_PUSH_CLAIM, NULL, NULL, "iii", until, id, now));
}

int notification_push_later(struct store *s, int64_t id, int64_t due_at)
{
    return store_done(store_query(s, NOTIFICATION_PUSH_LATER, NULL, NULL, "ii", due_at, id));
}

int notification_push_done(struct store *s, int64_t id)
{
    return store_done(store_query(s, NOTIFICATION_PUSH_DONE, NULL, NULL, "i", id));
}

int notification_browser_gone(struct store *s, int64_t id)
{
    int err = store_done(store_query(s, NOTIFICATION_BROWSER_PUSHES, NULL, NULL, "i", id));
    return err < 0 ? err
                   : store_done(store_query(s, NOTIFICATION_BROWSER_GONE, NULL, NULL, "i", id));
}

static void on_topic(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    int64_t topic = store_row_int(s, row, 0);
    if (topic % 4 == 2) /* topic_player */
        e->on.id(e->context, topic / 4);
}

int notification_topics(struct store *s, int64_t event, notification_on_id *on, void *context)
{
    struct each e = {.on.id = on, .context = context};
    return store_done(store_query(s, NOTIFICATION_TOPICS, on_topic, &e, "i", event));
}
