/* routes_notifications.c - the notifications of the asker, and how they want to be told. */
#include "http/wire/route.h"

#include "base/err.h"
#include "service/notifications/notify.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct notify_act *arg(const struct request *r)
{
    return r->arg;
}

static void submit(struct request *r, int (*apply)(struct work *w, void *context))
{
    route_submit(r, apply, arg(r));
}

static void answer_view(struct request *r, int status, json_t *view)
{
    if (view != NULL)
        answer_json(r, status, view);
    else
        answer_error(r, 503, "The store cannot be read now.");
}

static void handle_notifications(struct request *r)
{
    int64_t unread = 0;
    int64_t before = 0;
    int64_t limit = 20;
    int err = 0;
    if (!route_number(r, "unread", 0, 1, &unread) ||
        !route_number(r, "before", 1, INT64_MAX, &before) ||
        !route_number(r, "limit", 1, SERVICE_LIST_MAX, &limit))
        return;
    answer_view(
        r, 200,
        reader_notifications(r->reader, r->asker.id, unread != 0, before, (int)limit, &err));
}

static void handle_read(struct request *r)
{
    const json_t *upto = NULL;
    const json_t *ids = NULL;
    const struct field fields[] = {
        {"upto", FIELD_ANY, false, &upto, 0, 0},
        {"ids", FIELD_ANY, false, &ids, 0, 0},
    };
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    size_t n = json_array_size(ids);
    bool right = (upto != NULL) != (ids != NULL) && (upto == NULL || json_is_integer(upto)) &&
                 (ids == NULL || (json_is_array(ids) && n <= NOTIFY_IDS_MAX));
    for (size_t i = 0; right && i < n; i++) {
        right = json_is_integer(json_array_get(ids, i));
        arg(r)->ids[i] = json_integer_value(json_array_get(ids, i));
    }
    if (!right) {
        answer_error(r, 400, "Send either upto, a number, or ids, at most %d of them.",
                     NOTIFY_IDS_MAX);
        return;
    }
    arg(r)->upto = json_integer_value(upto);
    arg(r)->ids_n = (int)n;
    submit(r, notify_read);
}

static void finish_read(struct request *r)
{
    int err = 0;
    answer_view(r, 200, reader_unread(r->reader, r->asker.id, &err));
}

static void finish_settings(struct request *r)
{
    int err = 0;
    bool made = strcmp(r->route->path, "account/push") == 0;
    answer_view(r, made ? 201 : 200, reader_notification_settings(r->reader, r->asker.id, &err));
}

/* off, each or digest; absent: WAY_UNSET. */
static bool take_way(const json_t *object, const char *name, enum notification_way *out)
{
    const json_t *value = json_object_get(object, name);
    *out = WAY_UNSET;
    if (value == NULL)
        return true;
    for (int i = 0; json_is_string(value) && i < WAY_UNSET; i++) {
        if (strcmp(notification_way_name[i], json_string_value(value)) == 0) {
            *out = (enum notification_way)i;
            return true;
        }
    }
    return false;
}

static bool take_kind(struct request *r, const char *name, const json_t *value)
{
    for (int i = 0; i < NOTIFICATION_KIND_N; i++) {
        const json_t *page = json_object_get(value, "page");
        size_t known = (page != NULL ? 1U : 0U) +
                       (json_object_get(value, "push") != NULL ? 1U : 0U) +
                       (json_object_get(value, "mail") != NULL ? 1U : 0U);
        if (strcmp(notification_kind_name[i], name) != 0)
            continue;
        arg(r)->kinds[i].set_page = page != NULL;
        arg(r)->kinds[i].page = json_is_true(page);
        return json_is_object(value) && json_object_size(value) == known &&
               (page == NULL || json_is_boolean(page)) &&
               take_way(value, "push", &arg(r)->kinds[i].push) &&
               arg(r)->kinds[i].push != WAY_DIGEST &&
               take_way(value, "mail", &arg(r)->kinds[i].mail);
    }
    return false;
}

static void handle_settings(struct request *r)
{
    json_t *kinds = NULL;
    const char *name;
    json_t *value;
    arg(r)->digest_at = -1;
    for (int i = 0; i < NOTIFICATION_KIND_N; i++)
        arg(r)->kinds[i].push = arg(r)->kinds[i].mail = WAY_UNSET;
    const struct field fields[] = {
        {"kinds", FIELD_ANY, false, &kinds, 0, 0},
        {"digest_at", FIELD_INT, false, &arg(r)->digest_at, 0, 23},
    };
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    if (kinds != NULL && !json_is_object(kinds)) {
        answer_error(r, 400, "kinds must be an object.");
        return;
    }
    json_object_foreach(kinds, name, value)
    {
        if (!take_kind(r, name, value)) {
            answer_error(
                r, 400,
                "kinds may have turn, challenge, over, message, reminder and tournament, each"
                " with page (true, false), push (off, each), mail (off, each, digest).");
            return;
        }
    }
    submit(r, notify_settings);
}

/* Whether web push may be sent there: https to a host with a name, so that a player cannot make the
 * server send requests into the operator's own network. --push-any lifts it for tests. */
static bool good_endpoint(const struct request *r, const char *endpoint)
{
    const char *host = endpoint + strlen("https://");
    if (r->http->options.push_any)
        return strncmp(endpoint, "http", 4) == 0;
    if (strncmp(endpoint, "https://", 8) != 0)
        return false;
    size_t n = strcspn(host, "/");
    size_t letters = strcspn(host, "@:[ \t\\");
    return n >= 4 && letters >= n && memchr(host, '.', n) != NULL &&
           strspn(host, "0123456789.") < n;
}

static bool is_base64url(const char *text, size_t bytes_min, size_t bytes_max)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=";
    size_t n = strlen(text);
    return strspn(text, letters) == n && n * 3 / 4 >= bytes_min && n * 3 / 4 <= bytes_max;
}

static void handle_browser(struct request *r)
{
    const char *endpoint = "";
    const json_t *keys = NULL;
    const json_t *expires = NULL;
    const struct field fields[] = {
        {"endpoint", FIELD_TEXT, true, &endpoint, 1, NOTIFICATION_ENDPOINT_BYTES - 1},
        {"keys", FIELD_ANY, true, &keys, 0, 0},
        {"expirationTime", FIELD_ANY, false, &expires, 0, 0},
    };
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    struct notification_browser *b = &arg(r)->browser;
    const char *p256dh = json_string_value(json_object_get(keys, "p256dh"));
    const char *auth = json_string_value(json_object_get(keys, "auth"));
    if (!good_endpoint(r, endpoint) || p256dh == NULL || auth == NULL ||
        !is_base64url(p256dh, 65, 66) || !is_base64url(auth, 16, 18)) {
        answer_error(r, 400,
                     "Send what PushSubscription.toJSON() gives: an https endpoint, and"
                     " keys with p256dh and auth.");
        return;
    }
    const char *agent = request_header(r, "User-Agent");
    snprintf(b->endpoint, sizeof b->endpoint, "%s", endpoint);
    snprintf(b->p256dh, sizeof b->p256dh, "%s", p256dh);
    snprintf(b->auth, sizeof b->auth, "%s", auth);
    snprintf(b->agent, sizeof b->agent, "%s", agent != NULL ? agent : "");
    for (char *c = b->agent; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || (unsigned char)*c >= 127)
            *c = '?';
    submit(r, notify_browser_add);
}

static void handle_browser_end(struct request *r)
{
    const char *endpoint = NULL;
    const json_t *id = NULL;
    const struct field fields[] = {
        {"endpoint", FIELD_TEXT, false, &endpoint, 1, NOTIFICATION_ENDPOINT_BYTES - 1},
        {"id", FIELD_ANY, false, &id, 0, 0},
    };
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    if ((endpoint != NULL) == json_is_integer(id)) {
        answer_error(r, 400, "Send either endpoint or id.");
        return;
    }
    arg(r)->browser.id = json_integer_value(id);
    snprintf(arg(r)->browser.endpoint, sizeof arg(r)->browser.endpoint, "%s",
             endpoint != NULL ? endpoint : "");
    submit(r, notify_browser_end);
}

static const struct route rows[] = {
    READS("notifications", GET_ACCOUNT, handle_notifications),
    ORDERS("notifications/read", POST_ACCOUNT | ROUTE_LARGE, handle_read, finish_read),
    READS("account/notifications", GET_ACCOUNT, finish_settings),
    ORDERS("account/notifications", POST_ACCOUNT | ROUTE_LARGE, handle_settings, finish_settings),
    ORDERS("account/push", POST_ACCOUNT | ROUTE_LARGE, handle_browser, finish_settings),
    ORDERS("account/push/end", POST_ACCOUNT | ROUTE_LARGE, handle_browser_end, finish_settings),
};

const struct route_table routes_notifications = {
    .rows = rows, .n = ARRAY_LEN(rows), .arg_bytes = sizeof(struct notify_act)};
