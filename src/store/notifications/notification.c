#include "store/notifications/notification.h"

#include "store/core/queries.h"

const char *const notification_kind_name[NOTIFICATION_KIND_N] = {
    "turn",       "challenge", "over", "message", "reminder",
    "tournament", "puzzle",    "team", "simul",   "guest"};
const char *const notification_way_name[WAY_N] = {"off", "each", "digest", "unset"};

ROW_READER(read_notification, struct notification, NOTIFICATION_TOLD)
ROW_BINDER(bind_notification, struct notification, NOTIFICATION_NEW)
ROW_READER(read_setting, struct notification_setting, SETTING_ROW)
ROW_BINDER(bind_setting, struct notification_setting, SETTING_ROW)
ROW_READER(read_digest, struct notification_digest, DIGEST_ROW)
ROW_BINDER(bind_digest, struct notification_digest, DIGEST_ROW)
ROW_READER(read_browser, struct notification_browser, BROWSER_ROW)
ROW_BINDER(bind_browser, struct notification_browser, BROWSER_VALUES)
ROW_READER(read_push, struct notification_push, PUSH_TOLD)

/* The context for the callbacks of a query. */
struct each {
    union {
        notification_on *notification;
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

/* --- notifications --- */

int notification_add(struct store *s, struct notification *n)
{
    struct store_value v[ROW_N(NOTIFICATION_NEW) + 1];
    n->data = n->data != NULL ? n->data : "";
    int columns = bind_notification(n, v);
    v[columns++] = store_number(n->hidden ? SEEN_HIDDEN : SEEN_NOT);
    int err = store_done(store_query(s, NULL, NULL, Q_NOTIFICATION_CUT_ONE, n->player, n->match,
                                     notification_kind_name[n->kind]));
    return err < 0 ? err
                   : store_some(store_run(s, store_on_int, &n->id, Q_NOTIFICATION_ADD, v, columns));
}

int notification_cut(struct store *s, int64_t match, enum notification_kind kind)
{
    return store_done(
        store_query(s, NULL, NULL, Q_NOTIFICATION_CUT, match, notification_kind_name[kind]));
}

int notification_cut_from(struct store *s, int64_t player, int64_t other)
{
    return store_done(store_query(s, NULL, NULL, Q_NOTIFICATION_CUT_FROM, player, other,
                                  notification_kind_name[NOTIFICATION_MESSAGE]));
}

int notification_has(struct store *s, int64_t player, int64_t match, enum notification_kind kind,
                     bool *out)
{
    int64_t n = 0;
    int err = store_some(store_query(s, store_on_int, &n, Q_NOTIFICATION_HAS, player, match,
                                     notification_kind_name[kind]));
    if (err == 0)
        *out = n > 0;
    return err;
}

int notification_unread(struct store *s, int64_t player, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_NOTIFICATION_UNREAD, player));
}

static void on_notification(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct notification n = {.hidden = false};
    read_notification(s, row, 0, &n);
    e->on.notification(e->context, &n);
}

int notification_list(struct store *s, int64_t player, bool unread, int64_t before, int limit,
                      notification_on *on, void *context)
{
    struct each e = {.on.notification = on, .context = context};
    return store_done(store_query(s, on_notification, &e,
                                  unread ? Q_NOTIFICATION_LIST_UNREAD : Q_NOTIFICATION_LIST, player,
                                  before != 0 ? before : INT64_MAX, limit));
}

int notification_due(struct store *s, int64_t player, int limit, notification_on *on, void *context)
{
    struct each e = {.on.notification = on, .context = context};
    return store_done(store_query(s, on_notification, &e, Q_NOTIFICATION_LIST_DUE, player, limit));
}

int notification_read_upto(struct store *s, int64_t player, int64_t id)
{
    return store_done(store_query(s, NULL, NULL, Q_NOTIFICATION_READ_UPTO, player, id));
}

int notification_read_one(struct store *s, int64_t player, int64_t id)
{
    return store_done(store_query(s, NULL, NULL, Q_NOTIFICATION_READ_ONE, player, id));
}

int notification_trim(struct store *s, int64_t before_ms)
{
    return store_done(store_query(s, NULL, NULL, Q_NOTIFICATION_TRIM, before_ms));
}

int notification_forget(struct store *s, int64_t player)
{
    static const int steps[] = {Q_NOTIFICATION_FORGET_ALL, Q_NOTIFICATION_FORGET_SETTINGS,
                                Q_NOTIFICATION_FORGET_DIGEST, Q_NOTIFICATION_FORGET_BROWSERS};
    int err = 0;
    for (size_t i = 0; err == 0 && i < ARRAY_LEN(steps); i++)
        err = store_done(store_query(s, NULL, NULL, steps[i], player));
    return err;
}

/* --- settings and digests --- */

static void on_setting(void *context, const struct store *s, void *row)
{
    read_setting(s, row, 0, context);
}

struct wish_row {
    int64_t page; /* -1: the player has set nothing */
    struct notification_wishes of;
};
ROW_READER(read_wish, struct wish_row, NOTIFICATION_WISH)

static void on_wishes(void *context, const struct store *s, void *row)
{
    struct wish_row w = {.page = 0};
    read_wish(s, row, 0, &w);
    w.of.said = w.page >= 0;
    w.of.setting.page = w.page != 0;
    *(struct notification_wishes *)context = w.of;
}

int notification_wishes(struct store *s, int64_t player, enum notification_kind kind, int64_t match,
                        struct notification_wishes *out)
{
    return store_some(store_query(s, on_wishes, out, Q_NOTIFICATION_WISHES, player,
                                  notification_kind_name[kind], match));
}

int notification_setting_get(struct store *s, int64_t player, enum notification_kind kind,
                             struct notification_setting *out)
{
    return store_some(store_query(s, on_setting, out, Q_NOTIFICATION_SETTING_GET, player,
                                  notification_kind_name[kind]));
}

int notification_setting_put(struct store *s, int64_t player, enum notification_kind kind,
                             const struct notification_setting *setting)
{
    struct store_value v[ROW_N(SETTING_ROW) + 2];
    int n = bind_setting(setting, v);
    v[n++] = store_number(player);
    v[n++] = store_text(notification_kind_name[kind]);
    return store_done(store_run(s, NULL, NULL, Q_NOTIFICATION_SETTING_PUT, v, n));
}

int notification_mail_unset(struct store *s, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_NOTIFICATION_MAIL_UNSET, player));
}

static void on_digest(void *context, const struct store *s, void *row)
{
    read_digest(s, row, 0, context);
}

int notification_digest_get(struct store *s, int64_t player, struct notification_digest *out)
{
    *out = (struct notification_digest){.hour = 8};
    return store_done(store_query(s, on_digest, out, Q_NOTIFICATION_DIGEST_GET, player));
}

int notification_digest_put(struct store *s, int64_t player, const struct notification_digest *d)
{
    struct store_value v[ROW_N(DIGEST_ROW) + 1];
    int n = bind_digest(d, v);
    v[n++] = store_number(player);
    return store_done(store_run(s, NULL, NULL, Q_NOTIFICATION_DIGEST_PUT, v, n));
}

int notification_waiting(struct store *s, int64_t after, int limit, notification_on_id *on,
                         void *context)
{
    struct each e = {.on.id = on, .context = context};
    return store_done(store_query(s, on_id, &e, Q_NOTIFICATION_WAITING, after, limit));
}

int notification_told(struct store *s, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_NOTIFICATION_TOLD, player));
}

int notification_wait(struct store *s, int64_t player, enum notification_kind kind)
{
    int64_t id;
    return store_some(store_query(s, store_on_int, &id, Q_NOTIFICATION_WAIT, player,
                                  notification_kind_name[kind]));
}

/* --- browsers and what is pushed to them --- */

int notification_browser_put(struct store *s, const struct notification_browser *b)
{
    struct store_value v[ROW_N(BROWSER_VALUES)];
    int n = bind_browser(b, v);
    return store_done(store_run(s, NULL, NULL, Q_NOTIFICATION_BROWSER_PUT, v, n));
}

int notification_browser_count(struct store *s, int64_t player, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_NOTIFICATION_BROWSER_COUNT, player));
}

int notification_browser_end(struct store *s, int64_t player, int64_t id, const char *endpoint)
{
    int64_t ended = 0;
    int err = store_some(
        store_query(s, store_on_int, &ended, Q_NOTIFICATION_BROWSER_END, player, id, endpoint));
    return err < 0 ? err
                   : store_done(store_query(s, NULL, NULL, Q_NOTIFICATION_BROWSER_PUSHES, ended));
}

static void on_browser(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct notification_browser b;
    read_browser(s, row, 0, &b);
    e->on.browser(e->context, &b);
}

int notification_browsers(struct store *s, int64_t player, notification_on_browser *on,
                          void *context)
{
    struct each e = {.on.browser = on, .context = context};
    return store_done(store_query(s, on_browser, &e, Q_NOTIFICATION_BROWSERS, player));
}

int notification_push_add(struct store *s, int64_t browser, const char *payload, int64_t at)
{
    int err = store_done(store_query(s, NULL, NULL, Q_NOTIFICATION_PUSH_ADD, browser, payload, at));
    return err < 0 ? err
                   : store_done(store_query(s, NULL, NULL, Q_NOTIFICATION_PUSH_BOUND, browser,
                                            NOTIFICATION_PUSHES_MAX));
}

static void on_push(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct notification_push p;
    read_push(s, row, 0, &p);
    e->on.push(e->context, &p);
}

int notification_push_due(struct store *s, int64_t now, const struct notification_after *after,
                          int limit, notification_on_push *on, void *context)
{
    struct each e = {.on.push = on, .context = context};
    return store_done(store_query(s, on_push, &e, Q_NOTIFICATION_PUSH_DUE, now, after->due_at,
                                  after->due_at, after->id, now, limit));
}

int notification_push_claim(struct store *s, const struct notification_push *p, int64_t now,
                            int64_t until)
{
    return store_some(store_query(s, NULL, NULL, Q_NOTIFICATION_PUSH_CLAIM, until, p->id, now,
                                  p->browser.id, now));
}

int notification_push_release(struct store *s, int64_t id, int64_t now)
{
    return store_done(store_query(s, NULL, NULL, Q_NOTIFICATION_PUSH_RELEASE, now, id));
}

int notification_push_later(struct store *s, int64_t id, int64_t due_at)
{
    return store_done(store_query(s, NULL, NULL, Q_NOTIFICATION_PUSH_LATER, due_at, id));
}

int notification_push_trim(struct store *s, int64_t before_ms)
{
    return store_done(store_query(s, NULL, NULL, Q_NOTIFICATION_PUSH_TRIM, before_ms));
}

int notification_push_done(struct store *s, int64_t id)
{
    return store_done(store_query(s, NULL, NULL, Q_NOTIFICATION_PUSH_DONE, id));
}

int notification_browsers_end_all(struct store *s)
{
    int err = store_done(store_query(s, NULL, NULL, Q_NOTIFICATION_PUSHES_END_ALL));
    return err < 0 ? err : store_done(store_query(s, NULL, NULL, Q_NOTIFICATION_BROWSERS_END_ALL));
}

int notification_browser_gone(struct store *s, int64_t id)
{
    int err = store_done(store_query(s, NULL, NULL, Q_NOTIFICATION_BROWSER_PUSHES, id));
    return err < 0 ? err : store_done(store_query(s, NULL, NULL, Q_NOTIFICATION_BROWSER_GONE, id));
}
