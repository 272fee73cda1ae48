#include "service/notifications/notify.h"

#include "base/err.h"
#include "base/times.h"
#include "platform/json.h"
#include "service/community/remote_presence.h"
#include "service/core/quota.h"
#include "service/core/service_int.h"
#include "service/core/view.h"
#include "service/notifications/notify_words.h"
#include "store/community/conversations.h"
#include "store/community/rooms.h"
#include "store/community/social.h"
#include "store/core/inbox.h"
#include "store/tournaments/tournament.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEEP_UNTAKEN_MS = 2 * INBOX_PRESENT_MS };

static const struct notification_setting defaults[NOTIFICATION_KIND_N] = {
    [NOTIFICATION_TURN] = {true, WAY_EACH, WAY_DIGEST},
    [NOTIFICATION_CHALLENGE] = {true, WAY_EACH, WAY_EACH},
    [NOTIFICATION_OVER] = {true, WAY_EACH, WAY_OFF},
    [NOTIFICATION_MESSAGE] = {true, WAY_EACH, WAY_DIGEST},
    [NOTIFICATION_REMINDER] = {true, WAY_EACH, WAY_EACH},
    [NOTIFICATION_TOURNAMENT] = {true, WAY_EACH, WAY_EACH},
    [NOTIFICATION_PUZZLE] = {true, WAY_OFF, WAY_OFF},
    [NOTIFICATION_TEAM] = {true, WAY_EACH, WAY_DIGEST},
    [NOTIFICATION_SIMUL] = {true, WAY_EACH, WAY_EACH},
    [NOTIFICATION_GUEST] = {true, WAY_OFF, WAY_OFF},
};

/* The setting of a player who has chosen nothing for the kind. */
static struct notification_setting unset(enum notification_kind kind)
{
    struct notification_setting v = defaults[kind];
    v.mail = WAY_UNSET;
    return v;
}

/* Play by e-mail has one setting for all kinds. It counts if the player has none for this kind. */
static enum notification_way mail_way(const struct notification_setting *v,
                                      enum notification_kind kind, bool by_mail)
{
    return v->mail == WAY_UNSET && !by_mail ? defaults[kind].mail : v->mail;
}

int notify_setting(struct store *s, int64_t player, enum notification_kind kind,
                   struct notification_setting *out)
{
    struct notification_setting v = unset(kind);
    int err = notification_setting_get(s, player, kind, &v);
    if (err == 0 || err == ERR_NOT_FOUND)
        *out = v;
    return err == ERR_NOT_FOUND ? 0 : err;
}

int notify_mail_way(struct store *s, int64_t player, enum notification_kind kind,
                    enum notification_way *out)
{
    struct notification_wishes wishes;
    int err = notification_wishes(s, player, kind, 0, &wishes);
    if (err < 0)
        return err;
    struct notification_setting v = wishes.said ? wishes.setting : unset(kind);
    *out = mail_way(&v, kind, wishes.by_mail);
    return 0;
}

int notify_quiet(struct store *s, int64_t player)
{
    int err = 0;
    for (int i = 0; err == 0 && i < NOTIFICATION_KIND_N; i++) {
        struct notification_setting v = {.page = true};
        err = notify_setting(s, player, (enum notification_kind)i, &v);
        v.mail = WAY_OFF;
        if (err == 0)
            err = notification_setting_put(s, player, (enum notification_kind)i, &v);
    }
    return err;
}

json_t *view_notification(const struct notification *n)
{
    json_t *match = n->match != 0 ? json_integer(n->match) : json_null();
    json_t *tournament = n->tournament != 0 ? json_integer(n->tournament) : json_null();
    json_t *ply = n->ply != 0 ? json_integer(n->ply) : json_null();
    return JSON_OBJECT(
        {"id", json_integer(n->id)}, {"kind", json_string(notification_kind_name[n->kind])},
        {"at", json_integer(n->at)}, {"read", json_boolean(n->read)}, {"match", match},
        {"tournament", tournament}, {"player", view_player(&n->other)}, {"ply", ply},
        {"text", json_string(n->text)}, {"data", notify_words_data(n)});
}

/* --- what an event means --- */

/* One line on every browser of the player. */
struct pushing {
    struct work *w;
    const char *payload;
    int err;
};

static void on_browser(void *context, const struct notification_browser *b)
{
    struct pushing *p = context;
    if (p->err == 0)
        p->err = notification_push_add(p->w->s->store, b->id, p->payload, p->w->now);
}

/* A message has room for less than the longest text, which two of its members may hold: the words
 * for old clients go first. */
static char *payload_of(json_t *what)
{
    char *payload = json_dumps(what, JSON_COMPACT);
    if (payload == NULL || strlen(payload) < NOTIFICATION_PAYLOAD_BYTES)
        return payload;
    free(payload);
    json_object_set_new(what, "text", json_string(""));
    payload = json_dumps(what, JSON_COMPACT);
    if (payload == NULL || strlen(payload) < NOTIFICATION_PAYLOAD_BYTES)
        return payload;
    free(payload);
    json_object_del(json_object_get(what, "data"), "reason");
    return json_dumps(what, JSON_COMPACT);
}

static int push(struct work *w, int64_t player, json_t *what)
{
    char *payload = payload_of(what);
    struct pushing p = {w, payload, payload != NULL ? 0 : ERR_NO_MEMORY};
    int err = p.err < 0 ? p.err : notification_browsers(w->s->store, player, on_browser, &p);
    free(payload);
    return err < 0 ? err : p.err;
}

/* Writes the notification, tells the page, and queues the push messages. Moves wait meanwhile, so
 * this takes one query and one row. By the player's choice for kind `as`. If *quiet, what would be
 * pushed or mailed at once waits for the digest; it becomes whether no mail may be sent now. */
static int tell_as(struct work *w, const struct notify_event *e, struct notification *n,
                   enum notification_kind as, bool *quiet)
{
    struct store *store = w->s->store;
    struct notification_wishes wishes;
    int err = notification_wishes(store, n->player, as, n->match, &wishes);
    if (err < 0)
        return err;
    struct notification_setting v = wishes.said ? wishes.setting : unset(as);
    enum notification_way mail = mail_way(&v, as, wishes.by_mail && as == n->kind);
    bool held = *quiet && (mail == WAY_EACH || mail == WAY_UNSET);
    n->at = w->now;
    n->mail_waits = (mail == WAY_DIGEST || held) && e->mails;
    v.push = *quiet ? WAY_OFF : v.push;
    *quiet = *quiet || (as != n->kind && mail != WAY_EACH);
    n->hidden = !v.page;
    if (v.page || n->mail_waits)
        err = notification_add(store, n);
    if (err == 0 && v.page) {
        json_int_t unread = (json_int_t)wishes.unread + 1;
        err = work_tell(
            w, EVENT_NOTIFICATION,
            JSON_OBJECT({"notification", view_notification(n)}, {"unread", json_integer(unread)}),
            0, n->player, NULL);
    }
    if (err == 0 && v.push == WAY_EACH && wishes.browsers > 0) {
        json_t *what = view_notification(n);
        err = push(w, n->player, what);
        json_decref(what);
    }
    return err;
}

/* The same with data, which are stolen (notify_words.h). */
static int tell_data_as(struct work *w, const struct notify_event *e, struct notification *n,
                        json_t *data, enum notification_kind as, bool *quiet)
{
    char *text = data != NULL ? json_dumps(data, JSON_COMPACT) : NULL;
    (void)notify_words_of(n->kind, data, n->text, sizeof n->text);
    json_decref(data);
    n->data = text;
    int err = text != NULL ? tell_as(w, e, n, as, quiet) : ERR_NO_MEMORY;
    free(text);
    return err;
}

static int tell_data(struct work *w, const struct notify_event *e, struct notification *n,
                     json_t *data)
{
    bool quiet = false;
    return tell_data_as(w, e, n, data, n->kind, &quiet);
}

/* What is played, by which people know a match. */
static json_t *match_data(const struct store_match *m)
{
    return JSON_OBJECT({"game", json_string(m->game)}, {"width", json_integer(m->width)},
                       {"height", json_integer(m->height)});
}

/* Whether the player needs notifications about this match at all: engines read the events
 * themselves, and a player who looks at it sees it. */
static bool wants(const struct work *w, const struct store_match *m, const struct store_player *p)
{
    return p->id != 0 && p->kind != PLAYER_BOT &&
           !remote_presence_hears(w->s, topic_match(m->id), p->id);
}

/* The player of a seat; NULL if they were already notified for an earlier seat. */
static const struct store_player *at_seat(const struct store_match *m, int seat)
{
    const struct store_player *p = &m->seats[seat - 1].player;
    for (int i = 0; i < seat - 1; i++)
        if (m->seats[i].player.id == p->id)
            return NULL;
    return p->id != 0 ? p : NULL;
}

static bool is_alone(const struct store_match *m)
{
    for (int i = 1; i < m->seats_n; i++)
        if (m->seats[i].player.id != m->seats[0].player.id)
            return false;
    return true;
}

static int number(const struct notify_event *e, const char *name)
{
    return (int)json_integer_value(json_object_get(e->data, name));
}

/* If the match has continued since, a later event tells of that. */
static int ring_turn(struct work *w, const struct notify_event *e, const struct store_match *m,
                     enum notification_kind kind)
{
    if (is_alone(m) || m->state != MATCH_RUNNING || number(e, "ply") != m->ply + 1 ||
        m->turn_seat == 0)
        return 0;
    int err =
        kind == NOTIFICATION_TURN ? notification_cut(w->s->store, m->id, NOTIFICATION_TURN) : 0;
    if (err == 0)
        err = notification_cut(w->s->store, m->id, NOTIFICATION_REMINDER);
    if (err < 0)
        return err;
    const struct store_player *p = &m->seats[m->turn_seat - 1].player;
    if (!wants(w, m, p))
        return 0;
    struct notification n = {.player = p->id, .match = m->id, .kind = kind, .ply = m->ply + 1};
    for (int i = 0; i < m->seats_n; i++) /* against whom, when there is one opponent */
        if (m->seats_n == 2 && m->seats[i].player.id != p->id)
            n.other = m->seats[i].player;
    return tell_data(w, e, &n, match_data(m));
}

/* Notifies all players of the match except one. */
static int ring_all(struct work *w, const struct notify_event *e, const struct store_match *m,
                    const struct store_player *from, enum notification_kind kind, const char *text)
{
    int err = 0;
    for (int seat = 1; err == 0 && seat <= m->seats_n; seat++) {
        const struct store_player *p = at_seat(m, seat);
        if (p == NULL || p->id == from->id || !wants(w, m, p))
            continue;
        struct notification n = {.player = p->id, .match = m->id, .kind = kind, .other = *from};
        snprintf(n.text, sizeof n.text, "%s", text);
        err = tell_data(w, e, &n, match_data(m));
    }
    return err;
}

static int ring_chat(struct work *w, const struct notify_event *e, const struct store_match *m)
{
    struct store_chat line;
    int64_t match = 0;
    int err = social_chat_get(w->s->store, number(e, "line"), &match, &line);
    if (err < 0 || line.deleted || line.text[0] == '\0') /* a moderator has taken it away */
        return err == ERR_NOT_FOUND ? 0 : err;
    return ring_all(w, e, m, &line.player, NOTIFICATION_MESSAGE, line.text);
}

static void on_message(void *context, const struct room *room, const struct store_chat *line)
{
    (void)room;
    *(struct store_chat *)context = *line;
}

/* A message between members. If they have read it meanwhile, they need not be told. */
static int ring_conversation(struct work *w, const struct notify_event *e)
{
    struct store_chat line;
    struct conversation c;
    int64_t to = json_integer_value(json_array_get(json_object_get(e->data, "to"), 0));
    int err = rooms_get(w->s->store, json_integer_value(json_object_get(e->data, "line")),
                        on_message, &line);
    if (err < 0 || line.deleted || line.player.id == to)
        return err == ERR_NOT_FOUND ? 0 : err;
    err = conversations_get(w->s->store, to, line.player.id, &c);
    if (err < 0 || c.unread == 0)
        return err == ERR_NOT_FOUND ? 0 : err;
    struct notification n = {.player = to, .kind = NOTIFICATION_MESSAGE, .other = line.player};
    snprintf(n.text, sizeof n.text, "%s", line.text);
    err = notification_cut_from(w->s->store, to, line.player.id);
    return err < 0 ? err : tell_data(w, e, &n, json_object());
}

static int ring_offer(struct work *w, const struct notify_event *e, const struct store_match *m)
{
    int seat = m->draw_seat != 0 ? m->draw_seat : m->takeback_seat;
    return seat == 0 ? 0 : ring_all(w, e, m, &m->seats[seat - 1].player, NOTIFICATION_MESSAGE, "");
}

/* Whoever is challenged more often than this finds the rest in the page and in the digest: neither
 * their mailbox nor their phone is an instrument of strangers. Every face makes the same event, so
 * all count together. Challenges that push and mail nothing anyway take nothing. */
static int too_many_challenges(struct work *w, const struct store_player *p,
                               const struct store_player *from, bool *quiet)
{
    enum notification_kind as =
        from->kind == PLAYER_GUEST ? NOTIFICATION_GUEST : NOTIFICATION_CHALLENGE;
    struct notification_setting v;
    int64_t wait_ms = 0;
    int err = notify_setting(w->s->store, p->id, as, &v);
    bool silent = as == NOTIFICATION_GUEST && v.push != WAY_EACH && v.mail != WAY_EACH;
    if (err == 0 && !silent && p->id != from->id)
        err = quota_take(w, QUOTA_CHALLENGED, &wait_ms, "%lld", (long long)p->id);
    *quiet = wait_ms > 0;
    return err;
}

static int ring_challenges(struct work *w, const struct notify_event *e,
                           const struct store_match *m)
{
    struct store_player from = {.id = 0};
    int err =
        m->state != MATCH_OPEN ? notification_cut(w->s->store, m->id, NOTIFICATION_CHALLENGE) : 0;
    for (int i = 0; err == 0 && m->state == MATCH_OPEN && i < m->seats_n; i++) {
        const struct store_player *p = &m->seats[i].asked;
        bool told = true;
        if (m->seats[i].kind != SEAT_ASKED || p->kind == PLAYER_BOT)
            continue;
        err = notification_has(w->s->store, p->id, m->id, NOTIFICATION_CHALLENGE, &told);
        if (err < 0 || told)
            continue;
        if (from.id == 0)
            err = store_player_get(w->s->store, m->creator, &from);
        struct notification n = {
            .player = p->id, .match = m->id, .kind = NOTIFICATION_CHALLENGE, .other = from};
        bool quiet = false;
        if (err == 0)
            err = too_many_challenges(w, p, &from, &quiet);
        if (err == 0)
            err = tell_data_as(
                w, e, &n, match_data(m),
                from.kind == PLAYER_GUEST ? NOTIFICATION_GUEST : NOTIFICATION_CHALLENGE, &quiet);
        if (err == 0 && !quiet && json_array_append_new(e->asked, json_integer(p->id)) < 0)
            err = ERR_NO_MEMORY;
    }
    return err;
}

/* How the match ended for a player, and what it did to their rating. */
static json_t *over_data(const struct notify_event *e, const struct store_match *m, int64_t player)
{
    const struct store_player *winner =
        m->winner_seat != 0 ? &m->seats[m->winner_seat - 1].player : NULL;
    const char *how = m->state == MATCH_ABORTED ? "aborted"
                      : winner == NULL          ? "drawn"
                      : winner->id == player    ? "won"
                                                : "lost";
    json_t *data =
        JSON_OBJECT({"how", json_string(how)}, {"reason", json_string(end_reason_name[m->reason])},
                    {"game", json_string(m->game)}, {"width", json_integer(m->width)},
                    {"height", json_integer(m->height)});
    json_t *r;
    size_t i;
    json_array_foreach(json_object_get(e->data, "ratings"), i, r)
    {
        int seat = (int)json_integer_value(json_object_get(r, "seat"));
        if (seat >= 1 && seat <= m->seats_n && m->seats[seat - 1].player.id == player)
            json_object_set_new(data, "rating",
                                json_integer(json_integer_value(json_object_get(r, "after")) -
                                             json_integer_value(json_object_get(r, "before"))));
    }
    return data;
}

/* The other one in a match of two. */
static struct store_player opponent(const struct store_match *m, int64_t player)
{
    struct store_player other = {.id = 0};
    for (int seat = 0; m->seats_n == 2 && seat < 2; seat++)
        if (m->seats[seat].player.id != player)
            other = m->seats[seat].player;
    return other;
}

static int ring_over(struct work *w, const struct notify_event *e, const struct store_match *m)
{
    static const enum notification_kind old[] = {NOTIFICATION_TURN, NOTIFICATION_REMINDER,
                                                 NOTIFICATION_CHALLENGE};
    int err = 0;
    if (m->state != MATCH_FINISHED && m->state != MATCH_ABORTED)
        return 0;
    for (size_t i = 0; err == 0 && i < ARRAY_LEN(old); i++)
        err = notification_cut(w->s->store, m->id, old[i]);
    for (int seat = 1; err == 0 && !is_alone(m) && seat <= m->seats_n; seat++) {
        const struct store_player *p = at_seat(m, seat);
        if (p == NULL || !wants(w, m, p))
            continue;
        struct notification n = {.player = p->id,
                                 .match = m->id,
                                 .kind = NOTIFICATION_OVER,
                                 .other = opponent(m, p->id)};
        err = tell_data(w, e, &n, over_data(e, m, p->id));
    }
    return err;
}

/* The players to whom the event went out. */
static int ring_tournament(struct work *w, const struct notify_event *e)
{
    const json_t *to = json_object_get(e->data, "to");
    const char *state = json_string_value(json_object_get(e->data, "state"));
    struct tournament t = {.name = ""};
    int err = tournament_get(w->s->store, number(e, "tournament"), &t);
    err = err == ERR_NOT_FOUND ? 0 : err;
    for (size_t i = 0; err == 0 && state != NULL && i < json_array_size(to); i++) {
        struct notification n = {.player = json_integer_value(json_array_get(to, i)),
                                 .tournament = number(e, "tournament"),
                                 .kind = NOTIFICATION_TOURNAMENT,
                                 .ply = number(e, "round")};
        err = tell_data(w, e, &n,
                        JSON_OBJECT({"state", json_string(state)}, {"name", json_string(t.name)}));
    }
    return err;
}

/* What was done, the puzzle, and why. */
static int ring_puzzle(struct work *w, const struct notify_event *e)
{
    const json_t *to = json_object_get(e->data, "to");
    const char *did = json_string_value(json_object_get(e->data, "did"));
    const char *puzzle = json_string_value(json_object_get(e->data, "puzzle"));
    const char *reason = json_string_value(json_object_get(e->data, "reason"));
    int err = 0;
    if (did == NULL || puzzle == NULL || reason == NULL)
        return 0;
    for (size_t i = 0; err == 0 && i < json_array_size(to); i++) {
        struct notification n = {.player = json_integer_value(json_array_get(to, i)),
                                 .kind = NOTIFICATION_PUZZLE};
        err = tell_data(w, e, &n,
                        JSON_OBJECT({"did", json_string(did)}, {"puzzle", json_string(puzzle)},
                                    {"reason", json_string(reason)}));
    }
    return err;
}

/* What was done, the number of the team or the simultaneous exhibition, and the name where there is
 * one. The event goes to one player. */
static int ring_answer(struct work *w, const struct notify_event *e, enum notification_kind kind)
{
    const json_t *to = json_object_get(e->data, "to");
    const char *did = json_string_value(json_object_get(e->data, "did"));
    const char *name = json_string_value(json_object_get(e->data, "name"));
    int64_t by = json_integer_value(json_object_get(e->data, "by"));
    int64_t id = json_integer_value(json_object_get(e->data, "id"));
    struct notification n = {.kind = kind, .player = json_integer_value(json_array_get(to, 0))};
    int err = 0;
    if (did == NULL || n.player == 0)
        return 0;
    if (by != 0)
        err = store_player_get(w->s->store, by, &n.other);
    if (err < 0 && err != ERR_NOT_FOUND)
        return err;
    return tell_data(w, e, &n,
                     json_pack("{ss sI ss*}", "did", did, "id", (json_int_t)id, "name", name));
}

/* Somebody invites a player to a tournament. */
static int ring_invited(struct work *w, const struct notify_event *e)
{
    const json_t *to = json_object_get(e->data, "to");
    const char *name = json_string_value(json_object_get(e->data, "name"));
    struct notification n = {.kind = NOTIFICATION_TOURNAMENT,
                             .tournament = number(e, "id"),
                             .player = json_integer_value(json_array_get(to, 0))};
    int err = store_player_get(w->s->store, number(e, "by"), &n.other);
    if (n.player == 0 || name == NULL || err < 0)
        return err == ERR_NOT_FOUND ? 0 : err;
    return tell_data(w, e, &n,
                     JSON_OBJECT({"state", json_string("invited")}, {"name", json_string(name)}));
}

int notify_ring(struct work *w, const struct notify_event *e, const struct store_match *m)
{
    switch (e->type) {
    case EVENT_TOURNAMENT:
        return ring_tournament(w, e);
    case EVENT_PUZZLE:
        return ring_puzzle(w, e);
    case EVENT_TOURNAMENT_ANSWER:
        return ring_invited(w, e);
    case EVENT_TEAM_ANSWER:
        return ring_answer(w, e, NOTIFICATION_TEAM);
    case EVENT_SIMUL_ANSWER:
        return ring_answer(w, e, NOTIFICATION_SIMUL);
    case EVENT_TURN:
        return m != NULL ? ring_turn(w, e, m, NOTIFICATION_TURN) : 0;
    case EVENT_REMINDER:
        return m != NULL ? ring_turn(w, e, m, NOTIFICATION_REMINDER) : 0;
    case EVENT_CONVERSATION:
        return ring_conversation(w, e);
    case EVENT_CHAT:
        return m != NULL ? ring_chat(w, e, m) : 0;
    case EVENT_MATCH:
        return m != NULL ? ring_challenges(w, e, m) : 0;
    case EVENT_FINISHED:
        return m != NULL ? ring_over(w, e, m) : 0;
    case EVENT_OFFER:
        return m != NULL ? ring_offer(w, e, m) : 0;
    default:
        return 0; /* nobody is notified of it (service/core/events.h) */
    }
}

int notify_tidy(struct work *w)
{
    int err = notification_trim(w->s->store, w->now - NOTIFY_DAYS * DAY_MS);
    if (err == 0)
        err = notification_push_trim(w->s->store, w->now - KEEP_UNTAKEN_MS);
    return err < 0 ? err : inbox_trim(w->s->store, INBOX_MAIL, w->now - KEEP_UNTAKEN_MS);
}

/* --- orders --- */

int notify_read(struct work *w, void *context)
{
    const struct notify_act *a = context;
    int err = 0;
    if (a->upto != 0)
        err = notification_read_upto(w->s->store, w->order->asker.id, a->upto);
    for (int i = 0; err == 0 && i < a->ids_n; i++)
        err = notification_read_one(w->s->store, w->order->asker.id, a->ids[i]);
    return err;
}

int notify_settings(struct work *w, void *context)
{
    const struct notify_act *a = context;
    struct store *store = w->s->store;
    int64_t player = w->order->asker.id;
    struct notification_digest d;
    int err = 0;
    for (int i = 0; err == 0 && i < NOTIFICATION_KIND_N; i++) {
        enum notification_kind kind = (enum notification_kind)i;
        struct notification_setting v = {.page = true};
        if (!a->kinds[i].set_page && a->kinds[i].push == WAY_UNSET && a->kinds[i].mail == WAY_UNSET)
            continue;
        err = notify_setting(store, player, kind, &v);
        v.page = a->kinds[i].set_page ? a->kinds[i].page : v.page;
        v.push = a->kinds[i].push != WAY_UNSET ? a->kinds[i].push : v.push;
        v.mail = a->kinds[i].mail != WAY_UNSET ? a->kinds[i].mail : v.mail;
        if (err == 0)
            err = notification_setting_put(store, player, kind, &v);
    }
    if (err < 0 || a->digest_at < 0)
        return err;
    err = notification_digest_get(store, player, &d);
    d.hour = a->digest_at;
    return err < 0 ? err : notification_digest_put(store, player, &d);
}

int notify_browser_add(struct work *w, void *context)
{
    struct notify_act *a = context;
    int64_t n = 0;
    if (w->s->site.push_key[0] == '\0')
        return work_refuse(w, OUTCOME_CONFLICT, "This server does not send web push.");
    int err = notification_browser_count(w->s->store, w->order->asker.id, &n);
    if (err == 0 && n >= NOTIFICATION_BROWSERS_MAX)
        return work_refuse(w, OUTCOME_FULL, "You get notifications in %d browsers; stop one first.",
                           NOTIFICATION_BROWSERS_MAX);
    a->browser.player = w->order->asker.id;
    a->browser.at = w->now;
    return err < 0 ? err : notification_browser_put(w->s->store, &a->browser);
}

int notify_browser_end(struct work *w, void *context)
{
    const struct notify_act *a = context;
    int err = notification_browser_end(w->s->store, w->order->asker.id, a->browser.id,
                                       a->browser.endpoint);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_NOT_FOUND, "None of your browsers matches.");
    return err;
}
