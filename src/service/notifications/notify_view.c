/* notify_view.c - notifications, and a player's settings for them, as JSON (notify.h). */
#include "service/notifications/notify.h"

#include "base/err.h"
#include "platform/json.h"
#include "store/people/mailbox.h"

/* A page of the list. */
struct page {
    json_t *list;
    int left;
    int64_t last;
    bool more;
};

static void on_notification(void *context, const struct notification *n)
{
    struct page *p = context;
    p->more = p->left == 0;
    if (p->more)
        return;
    p->left--;
    p->last = n->id;
    json_array_append_new(p->list, view_notification(n));
}

json_t *reader_notifications(struct reader *r, int64_t player, bool unread, int64_t before,
                             int limit, int *err)
{
    struct store *store = reader_store(r);
    struct page p = {.list = json_array(), .left = limit};
    int64_t n = 0;
    *err = store_begin(store);
    if (*err == 0) {
        *err = notification_list(store, player, unread, before, limit + 1, on_notification, &p);
        if (*err == 0)
            *err = notification_unread(store, player, &n);
        store_end(store);
    }
    json_t *next = p.more ? json_integer(p.last) : json_null();
    json_t *out = NULL;
    if (*err == 0)
        out = JSON_OBJECT({"notifications", json_incref(p.list)}, {"unread", json_integer(n)},
                          {"next", json_incref(next)});
    json_decref(next);
    json_decref(p.list);
    return out;
}

json_t *reader_unread(struct reader *r, int64_t player, int *err)
{
    struct store *store = reader_store(r);
    int64_t n = 0;
    *err = store_begin(store);
    if (*err < 0)
        return NULL;
    *err = notification_unread(store, player, &n);
    store_end(store);
    return *err < 0 ? NULL : JSON_OBJECT({"unread", json_integer(n)});
}

static void on_browser(void *context, const struct notification_browser *b)
{
    json_array_append_new(context,
                          JSON_OBJECT({"id", json_integer(b->id)}, {"made_at", json_integer(b->at)},
                                      {"agent", json_string(b->agent)}));
}

/* The setting that the page shows for a player who leaves it to their settings of play by
 * e-mail. */
static int mail_way_shown(struct store *store, int64_t player, enum notification_kind kind,
                          enum notification_way *out)
{
    static const enum notification_way ways[MAILBOX_MAILS_N] = {
        [MAILBOX_MAILS_AUTO] = WAY_EACH,
        [MAILBOX_MAILS_EVERY] = WAY_EACH,
        [MAILBOX_MAILS_DIGEST] = WAY_DIGEST,
        [MAILBOX_MAILS_NONE] = WAY_OFF,
    };
    struct mailbox_player settings;
    int err = notify_mail_way(store, player, kind, out);
    if (err < 0 || *out != WAY_UNSET)
        return err;
    err = mailbox_player_get(store, player, &settings);
    if (err == 0)
        *out = ways[settings.mails];
    return err;
}

json_t *reader_notification_settings(struct reader *r, int64_t player, int *err)
{
    const struct service_site *site = service_site(reader_service(r));
    struct store *store = reader_store(r);
    struct notification_digest d;
    json_t *kinds = json_object();
    json_t *browsers = json_array();
    json_t *out = NULL;
    *err = store_begin(store);
    if (*err < 0)
        goto out;
    for (int i = 0; *err == 0 && i < NOTIFICATION_KIND_N; i++) {
        struct notification_setting v = {.page = true};
        enum notification_way mail = WAY_OFF;
        *err = notify_setting(store, player, (enum notification_kind)i, &v);
        if (*err == 0)
            *err = mail_way_shown(store, player, (enum notification_kind)i, &mail);
        if (*err == 0)
            json_object_set_new(kinds, notification_kind_name[i],
                                JSON_OBJECT({"page", json_boolean(v.page)},
                                            {"push", json_string(notification_way_name[v.push])},
                                            {"mail", json_string(notification_way_name[mail])}));
    }
    if (*err == 0)
        *err = notification_digest_get(store, player, &d);
    if (*err == 0)
        *err = notification_browsers(store, player, on_browser, browsers);
    store_end(store);
    if (*err == 0)
        out = JSON_OBJECT(
            {"kinds", json_incref(kinds)}, {"digest_at", json_integer(d.hour)},
            {"mails", json_boolean(site->mails)},
            {"push_key", site->push_key[0] != '\0' ? json_string(site->push_key) : json_null()},
            {"browsers", json_incref(browsers)});
out:
    json_decref(browsers);
    json_decref(kinds);
    return out;
}
