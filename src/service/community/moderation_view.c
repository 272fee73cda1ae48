/* moderation_view.c - the views for moderators, as JSON (moderation.h). */
#include "service/community/moderation.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/core/service_int.h"
#include "service/core/view.h"
#include "service/people/profile.h"
#include "store/community/fairplay.h"
#include "store/matches/spectators.h"
#include "store/people/security.h"
#include <stdlib.h>

int moderation_banned(struct store *store, int64_t player, int64_t now, char *out, size_t size)
{
    struct social_ban ban;
    char day[32] = "";
    struct tm tm;
    int err = social_ban_get(store, player, now, &ban);
    if (err < 0)
        return err;
    time_t until = (time_t)(ban.until / 1000);
    if (ban.until != 0 && gmtime_r(&until, &tm) != NULL)
        (void)strftime(day, sizeof day, " until %Y-%m-%d %H:%M UTC", &tm);
    snprintf(out, size, "This name is banned%s: %.200s", day, ban.reason);
    return 0;
}

static json_t *number_or_null(int64_t n)
{
    return n != 0 ? json_integer(n) : json_null();
}

static json_t *view_report(const struct social_report *r)
{
    json_t *chat = json_null();
    if (r->chat != 0)
        chat = JSON_OBJECT({"id", json_integer(r->chat)}, {"text", json_string(r->said)},
                           {"at", json_integer(r->chat_at)});
    return JSON_OBJECT(
        {"id", json_integer(r->id)}, {"at", json_integer(r->at)},
        {"state", json_string(r->closed_at != 0 ? "closed" : "open")}, {"by", view_player(&r->by)},
        {"player", view_player(&r->player)}, {"match", number_or_null(r->match)},
        {"study", number_or_null(r->study)}, {"team", number_or_null(r->team)},
        {"tournament", number_or_null(r->tournament)},
        {"conversation", number_or_null(r->conversation)}, {"chat", chat},
        {"reason", json_string(r->reason)}, {"closed_by", view_player(&r->closed_by)},
        {"closed_at", number_or_null(r->closed_at)}, {"answer", json_string(r->answer)});
}

/* Reports whose text the reader must not see yet: of spectators in the reader's own matches. */
struct secret {
    int64_t reports[SPECTATORS_REPORTS_MAX];
    int n;
};

static int read_secret(struct store *store, int64_t reader, struct secret *out)
{
    out->n = spectators_reports(store, reader, out->reports);
    return out->n < 0 ? out->n : 0;
}

static json_t *view_report_for(const struct secret *secret, const struct social_report *r)
{
    json_t *out = view_report(r);
    for (int i = 0; i < secret->n; i++)
        if (secret->reports[i] == r->id) {
            json_object_set_new(out, "reason", json_string(""));
            json_object_set_new(json_object_get(out, "chat"), "text", json_string(""));
        }
    return out;
}

/* A page of a list that is read newest first, by descending numbers. */
struct page {
    json_t *list;
    int left;     /* of the page */
    int64_t last; /* the number of the last that is on it */
    bool more;
    const struct secret *secret; /* of a list of reports */
};

static bool take(struct page *p, int64_t id)
{
    if (p->left == 0) {
        p->more = true;
        return false;
    }
    p->left--;
    p->last = id;
    return true;
}

static json_t *finish(struct page *p, const char *name, int err)
{
    json_t *next = p->more ? json_integer(p->last) : json_null();
    if (err == 0)
        return JSON_OBJECT({name, p->list}, {"next", next});
    json_decref(next);
    json_decref(p->list);
    return NULL;
}

static void on_report(void *context, const struct social_report *r)
{
    struct page *p = context;
    if (take(p, r->id))
        json_array_append_new(p->list, view_report_for(p->secret, r));
}

json_t *reader_reports(struct reader *r, int64_t asker, int closed, int64_t before, int limit,
                       int *err)
{
    struct store *store = reader_store(r);
    struct secret secret = {.n = 0};
    struct page page = {.list = json_array(), .left = limit, .secret = &secret};
    *err = store_begin(store);
    if (*err == 0) {
        *err = read_secret(store, asker, &secret);
        if (*err == 0)
            *err = social_reports(store, closed, before, limit + 1, on_report, &page);
        store_end(store);
    }
    return finish(&page, "reports", *err);
}

json_t *reader_report(struct reader *r, int64_t asker, int64_t id, int *err)
{
    struct store *store = reader_store(r);
    struct secret secret = {.n = 0};
    struct social_report *report = malloc(sizeof *report);
    json_t *out = NULL;
    *err = report != NULL ? store_begin(store) : ERR_NO_MEMORY;
    if (*err == 0) {
        *err = social_report_get(store, id, report);
        if (*err == 0)
            *err = read_secret(store, asker, &secret);
        store_end(store);
    }
    if (*err == 0)
        out = view_report_for(&secret, report);
    free(report);
    return out;
}

/* Inside of a transaction. */
static json_t *view_admin(struct store *store, const struct store_player *p, int64_t now, int *err)
{
    struct people_account account;
    struct social_ban ban;
    int64_t since = 0;
    int64_t seen = 0;
    int64_t sessions = 0;
    int64_t tokens = 0;
    int64_t reports = 0;
    int64_t passkeys = 0;
    struct security_factor factor = {.confirmed = false};
    json_t *kept_out = json_null();
    *err = people_account_get(store, p->id, &account);
    if (*err == 0)
        *err = people_times(store, p->id, &since, &seen);
    if (*err == 0)
        *err = people_session_count(store, p->id, "cookie", &sessions);
    if (*err == 0)
        *err = people_session_count(store, p->id, "token", &tokens);
    if (*err == 0)
        *err = social_reports_about(store, p->id, &reports);
    if (*err == 0)
        *err = security_passkeys_count(store, p->id, &passkeys);
    if (*err == 0)
        *err = security_factor_get(store, p->id, &factor);
    if (*err == ERR_NOT_FOUND)
        *err = 0;
    if (*err == 0)
        *err = social_ban_get(store, p->id, now, &ban);
    if (*err == 0)
        kept_out = JSON_OBJECT({"at", json_integer(ban.at)}, {"until", number_or_null(ban.until)},
                               {"reason", json_string(ban.reason)}, {"by", view_player(&ban.by)});
    if (*err == ERR_NOT_FOUND)
        *err = 0;
    if (*err < 0)
        return NULL;
    return JSON_OBJECT(
        {"player", view_player(p)}, {"created_at", json_integer(since)},
        {"seen_at", number_or_null(seen)}, {"role", json_string(people_role_name[account.role])},
        {"ban", kept_out}, {"sessions", json_integer(sessions)}, {"tokens", json_integer(tokens)},
        {"reports", json_integer(reports)}, {"second_factor", json_boolean(factor.confirmed)},
        {"passkeys", json_integer(passkeys)});
}

struct found {
    struct store_player *list;
    int n, max;
};

static void on_player(void *context, const struct store_player *p)
{
    struct found *f = context;
    if (f->n < f->max)
        f->list[f->n++] = *p;
}

json_t *reader_admin_players(struct reader *r, const char *prefix, bool banned, int limit, int *err)
{
    struct store *store = reader_store(r);
    int64_t now = service_now(reader_service(r));
    struct found f = {.list = calloc((size_t)limit, sizeof *f.list), .max = limit};
    json_t *list = json_array();
    *err = f.list != NULL ? store_begin(store) : ERR_NO_MEMORY;
    if (*err == 0) {
        *err = social_players(store, prefix, banned, now, limit, on_player, &f);
        for (int i = 0; *err == 0 && i < f.n; i++) {
            json_t *one = view_admin(store, &f.list[i], now, err);
            if (one != NULL)
                json_array_append_new(list, one);
        }
        store_end(store);
    }
    free(f.list);
    if (*err == 0)
        return JSON_OBJECT({"players", list});
    json_decref(list);
    return NULL;
}

json_t *reader_admin_player(struct reader *r, const char *name, int *err)
{
    struct store *store = reader_store(r);
    struct store_player p;
    json_t *out = NULL;
    *err = store_begin(store);
    if (*err < 0)
        return NULL;
    *err = profile_find(store, name, service_now(reader_service(r)), &p);
    if (*err == 0)
        out = view_admin(store, &p, service_now(reader_service(r)), err);
    store_end(store);
    return out;
}

static void on_audit(void *context, const struct social_audit *d)
{
    struct page *p = context;
    if (take(p, d->id))
        json_array_append_new(
            p->list,
            JSON_OBJECT({"id", json_integer(d->id)}, {"at", json_integer(d->at)},
                        {"by", view_player(&d->by)}, {"what", json_string(d->what)},
                        {"player", view_player(&d->player)}, {"detail", json_string(d->detail)}));
}

json_t *reader_audit(struct reader *r, int64_t before, int limit, int *err)
{
    struct store *store = reader_store(r);
    struct page page = {.list = json_array(), .left = limit};
    *err = store_begin(store);
    if (*err == 0) {
        *err = social_audit_list(store, before, limit + 1, on_audit, &page);
        store_end(store);
    }
    return finish(&page, "log", *err);
}

/* --- fair play --- */

static json_t *view_pair(const struct fairplay_flag *f)
{
    return JSON_OBJECT({"id", json_integer(f->id)}, {"game", json_string(f->game)},
                       {"players", json_pack("[oo]", view_player(&f->a), view_player(&f->b))},
                       {"matches", json_integer(f->matches)}, {"match", json_integer(f->match)},
                       {"at", json_integer(f->at)}, {"closed_at", number_or_null(f->closed_at)});
}

static void on_pair(void *context, const struct fairplay_flag *f)
{
    struct page *p = context;
    if (take(p, f->id))
        json_array_append_new(p->list, view_pair(f));
}

json_t *reader_pairs(struct reader *r, bool closed, int64_t before, int limit, int *err)
{
    struct store *store = reader_store(r);
    struct page page = {.list = json_array(), .left = limit};
    *err = store_begin(store);
    if (*err == 0) {
        int n = fairplay_flags(store, closed, before, limit + 1, on_pair, &page);
        *err = n < 0 ? n : 0;
        store_end(store);
    }
    return finish(&page, "pairs", *err);
}

json_t *reader_pair(struct reader *r, int64_t id, int *err)
{
    struct store *store = reader_store(r);
    struct fairplay_flag f;
    *err = store_begin(store);
    if (*err == 0) {
        *err = fairplay_flag_get(store, id, &f);
        store_end(store);
    }
    return *err == 0 ? view_pair(&f) : NULL;
}

/* Rows come once for each seat; those of a private match tell no names. */
static void on_annulment(void *context, const struct fairplay_annulment *a)
{
    struct page *p = context;
    size_t n = json_array_size(p->list);
    json_t *row = n > 0 ? json_array_get(p->list, n - 1) : NULL;
    if (row == NULL || json_integer_value(json_object_get(row, "id")) != a->id) {
        if (!take(p, a->id))
            return;
        row = JSON_OBJECT({"id", json_integer(a->id)}, {"match", json_integer(a->match)},
                          {"game", json_string(a->game)}, {"at", json_integer(a->at)},
                          {"reason", json_string(a->reason)}, {"players", json_array()});
        json_array_append_new(p->list, row);
    }
    if (!a->is_private)
        json_array_append_new(json_object_get(row, "players"), view_player(&a->player));
}

json_t *reader_annulled(struct reader *r, int64_t before, int limit, int *err)
{
    struct store *store = reader_store(r);
    struct page page = {.list = json_array(), .left = limit};
    *err = store_begin(store);
    if (*err == 0) {
        *err = fairplay_annulments(store, before, limit + 1, on_annulment, &page);
        store_end(store);
    }
    return finish(&page, "annulled", *err);
}

json_t *moderation_annulled(struct store *s, int64_t match)
{
    struct fairplay_annulment a;
    if (fairplay_annulment_get(s, match, &a) < 0)
        return json_null();
    return JSON_OBJECT({"at", json_integer(a.at)}, {"reason", json_string(a.reason)});
}
