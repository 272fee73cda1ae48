#include "mail/notices.h"

#include "base/err.h"
#include "mail/pbm_int.h"
#include "platform/clock.h"
#include "service/notify.h"
#include "store/clubs.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOOK_EVENTS = 20 * 1000,
    AT_ONCE_US = 1500,
    MANY_MATCHES = 8,
    WAITING_MAX = 50,
    MEMBERS_MAX = 100
};
#define DAY_MS (INT64_C(24) * 3600 * 1000)

static const char cursor_key[] = "mail_event";

struct round {
    struct pbm_run run; /* for what handlers share; ask->site, w, store */
    struct pbm_ask ask;
    const struct notices *n;
};

static int number(const struct notices_event *e, const char *name)
{
    return (int)json_integer_value(json_object_get(e->data, name));
}

static bool is_away(const struct round *r, int64_t player)
{
    struct store_vacation v;
    return store_vacation_get(r->run.store, player, &v) == 0 && v.until > task_now(r->run.w);
}

/* Whether this player is mailed about that kind of event at once. */
static bool hears(struct round *r, int64_t player, enum bell_kind kind)
{
    struct mailbox_player settings;
    enum bell_way way;
    if (!r->n->send || notify_mail_way(r->run.store, player, kind, &way) < 0 || is_away(r, player))
        return false;
    int err = mailbox_player_get(r->run.store, player, &settings);
    if (err == 0 && settings.signed_off)
        return false;
    if (way != WAY_UNSET)
        return way == WAY_EACH;
    /* As it was set by mail; a challenge waits for an answer, whatever else is mailed, and a clock that
     * runs out does not wait for a digest. */
    if (err == 0 && kind == BELL_REMINDER)
        return settings.notices != NOTICES_NONE;
    if (settings.notices != NOTICES_AUTO || kind == BELL_CHALLENGE)
        return settings.notices == NOTICES_EVERY || kind == BELL_CHALLENGE;
    struct store_match list[MANY_MATCHES + 1];
    struct store_filter f = {
        .state = MATCH_RUNNING, .mine = player, .viewer = player, .limit = MANY_MATCHES + 1};
    return store_match_list(r->run.store, &f, list) <= MANY_MATCHES;
}

/* Mails one player a line, the match, and how to answer. */
static int tell(struct round *r, const struct store_match *m, int64_t player, enum bell_kind kind,
                const char *what, const char *more)
{
    struct reply text;
    char subject[160];
    if (player == 0 || !hears(r, player, kind))
        return 0;
    reply_init(&text);
    if (more[0] != '\0') {
        reply_say(&text, "%s", more);
        reply_say(&text, "%s", "");
    }
    int err = show_match(&text, r->run.w, m, -1);
    show_answers(&text, m, player);
    snprintf(subject, sizeof subject, "%s board %lld: %s", m->game, (long long)m->id, what);
    if (err == 0)
        err = pbm_post(&r->run, player, m->id, subject, &text);
    reply_done(&text);
    return err;
}

static int tell_all(struct round *r, const struct store_match *m, int64_t except,
                    enum bell_kind kind, const char *what, const char *more)
{
    int err = 0;
    for (int i = 0; err == 0 && i < m->seats_n; i++) {
        int64_t player = m->seats[i].player.id;
        if (player != except && show_seat_of(m, player) == i + 1)
            err = tell(r, m, player, kind, what, more);
    }
    return err;
}

/* --- events --- */

static int on_turn(struct round *r, const struct notices_event *e, const struct store_match *m)
{
    char what[64];
    if (m->state != MATCH_RUNNING || number(e, "ply") != m->ply + 1)
        return 0; /* it has gone on since */
    const struct store_player *p = &m->seats[m->turn_seat - 1].player;
    snprintf(what, sizeof what, "your turn, ply %d", m->ply + 1);
    return tell(r, m, p->id, BELL_TURN, what, "");
}

static int on_reminder(struct round *r, const struct notices_event *e, const struct store_match *m)
{
    char what[64];
    if (m->state != MATCH_RUNNING || number(e, "ply") != m->ply + 1)
        return 0;
    snprintf(what, sizeof what, "your time runs out, ply %d", m->ply + 1);
    return tell(r, m, m->seats[m->turn_seat - 1].player.id, BELL_REMINDER, what,
                "Play before the time is over that is told below.");
}

static int on_chat(struct round *r, const struct notices_event *e, const struct store_match *m)
{
    char said[SERVICE_CHAT_CHARS_MAX * 4 + STORE_NAME_BYTES + 16];
    const json_t *line = json_object_get(e->data, "line");
    const json_t *who = json_object_get(line, "player");
    const char *name = json_string_value(json_object_get(who, "name"));
    const char *text = json_string_value(json_object_get(line, "text"));
    if (name == NULL || text == NULL || text[0] == '\0') /* taken away meanwhile */
        return 0;
    snprintf(said, sizeof said, "%s says: %s", name, text);
    return tell_all(r, m, json_integer_value(json_object_get(who, "id")), BELL_MESSAGE, "a message",
                    said);
}

/* Mails a challenge to those who must answer and have not been told of it. */
static int mail_challenges(struct round *r, const struct store_match *m)
{
    int err = 0;
    for (int i = 0; err == 0 && m->state == MATCH_OPEN && i < m->seats_n; i++) {
        const struct store_player *p = &m->seats[i].asked;
        struct reply text;
        char subject[120];
        bool told = true;
        if (m->seats[i].kind != SEAT_ASKED)
            continue;
        err = bell_has(r->run.store, p->id, m->id, BELL_CHALLENGE, &told);
        if (err < 0 || told || !hears(r, p->id, BELL_CHALLENGE))
            continue;
        reply_init(&text);
        reply_say(&text, "%s, you are asked for a match.", p->name);
        show_title(&text, m);
        reply_say(&text, "%s", "");
        reply_say(&text, "Answer this mail with the word `accept` or `decline` in its first line;");
        reply_say(&text, "or send a mail with the Subject");
        reply_say(&text, "  %s accept %lld %s password", m->game, (long long)m->id, p->name);
        reply_say(&text, "`%s rules` explains the game.", m->game);
        snprintf(subject, sizeof subject, "%s board %lld: a challenge", m->game, (long long)m->id);
        err = pbm_post(&r->run, p->id, m->id, subject, &text);
        reply_done(&text);
    }
    return err;
}

/* --- tournaments --- */

struct members {
    int64_t list[MEMBERS_MAX];
    int n;
};

static void on_member(void *context, int64_t player)
{
    struct members *m = context;
    if (m->n < MEMBERS_MAX)
        m->list[m->n++] = player;
}

static void say_cup(struct reply *text, const struct round *r, const struct cup *c,
                    const char *what)
{
    const char *url = service_site(task_service(r->run.w))->url;
    reply_say(text, "The tournament \"%s\" (%s): %s.", c->name, c->like.game, what);
    if (c->state == MATCH_RUNNING && c->kind != CUP_LADDER)
        reply_say(text, "Your match, if you have one in this round, waits among your matches.");
    if (url[0] != '\0')
        reply_say(text, "%s/t/%lld", url, (long long)c->id);
}

/* Mails those of a tournament who want every letter; the others have it in their digest. */
static int on_tournament(struct round *r, const struct notices_event *e)
{
    struct cup c;
    struct members all = {.n = 0};
    char what[64];
    char subject[CUP_NAME_BYTES + 80];
    const char *state = json_string_value(json_object_get(e->data, "state"));
    if (!r->n->send || state == NULL)
        return 0;
    int err = clubs_cup_get(r->run.store, number(e, "tournament"), &c);
    if (err < 0)
        return err == ERR_NOT_FOUND ? 0 : err;
    if (strcmp(state, match_state_name[MATCH_RUNNING]) == 0)
        snprintf(what, sizeof what, "round %d", number(e, "round"));
    else
        snprintf(what, sizeof what, "%s",
                 strcmp(state, match_state_name[MATCH_FINISHED]) == 0 ? "it is over"
                 : strcmp(state, match_state_name[MATCH_ABORTED]) == 0
                     ? "it is called off"
                     : "who takes part has changed");
    snprintf(subject, sizeof subject, "%s: %s", c.name, what);
    err = bell_topics(r->run.store, e->id, on_member, &all);
    for (int i = 0; err >= 0 && i < all.n; i++) {
        struct reply text;
        if (!hears(r, all.list[i], BELL_TOURNAMENT))
            continue;
        reply_init(&text);
        say_cup(&text, r, &c, what);
        err = pbm_post(&r->run, all.list[i], 0, subject, &text);
        reply_done(&text);
    }
    return err < 0 ? err : 0;
}

static int deal_with(struct round *r, struct notices_event *e)
{
    struct store_match m;
    int err = e->match != 0 ? store_match_get(r->run.store, e->match, &m) : 0;
    if (err < 0)
        return err == ERR_NOT_FOUND ? 0 : err;
    e->data = json_loads(e->text, 0, NULL);
    const struct notify_event event = {e->id, e->match, e->type, e->data};
    if (e->match == 0) {
        int told = notify_ring(r->run.w, &event, NULL);
        return told == 0 && strcmp(e->type, "tournament") == 0 ? on_tournament(r, e) : told;
    }
    if (strcmp(e->type, "match") == 0)
        err = mail_challenges(r, &m);
    if (err == 0)
        err = notify_ring(r->run.w, &event, &m);
    if (err < 0)
        return err;
    if (strcmp(e->type, "turn") == 0)
        return on_turn(r, e, &m);
    if (strcmp(e->type, "chat") == 0)
        return on_chat(r, e, &m);
    if (strcmp(e->type, "reminder") == 0)
        return on_reminder(r, e, &m);
    if (strcmp(e->type, "offer") == 0 && (m.draw_seat != 0 || m.takeback_seat != 0)) {
        int seat = m.draw_seat != 0 ? m.draw_seat : m.takeback_seat;
        return tell_all(r, &m, m.seats[seat - 1].player.id, BELL_MESSAGE,
                        m.draw_seat != 0 ? "a draw is offered" : "a move is to be taken back",
                        "Answer with the word accept or reject in the first line.");
    }
    if (strcmp(e->type, "finished") != 0 || (m.state != MATCH_FINISHED && m.state != MATCH_ABORTED))
        return 0;
    return tell_all(r, &m, 0, BELL_OVER, m.state == MATCH_ABORTED ? "called off" : "it is over",
                    "");
}

/* --- digests and reminders --- */

struct players {
    struct mailbox_player list[NOTICES_EVENTS];
    int n;
};

static void on_player(void *context, const struct mailbox_player *p)
{
    struct players *out = context;
    out->list[out->n++] = *p;
}

static int remind(struct round *r, struct mailbox_player *p)
{
    int64_t now = task_now(r->run.w);
    struct store_filter f = {
        .state = MATCH_RUNNING, .turn = p->player, .viewer = p->player, .limit = WAITING_MAX};
    if (p->signed_off || is_away(r, p->player) || p->notices == NOTICES_NONE ||
        now - p->told_at < DAY_MS)
        return 0;
    struct store_match *list = calloc(WAITING_MAX, sizeof *list);
    if (list == NULL)
        return ERR_NO_MEMORY;
    int n = store_match_list(r->run.store, &f, list);
    int64_t oldest = now;
    for (int i = 0; i < n; i++)
        oldest = list[i].updated_at < oldest ? list[i].updated_at : oldest;
    /* Who is mailed every turn hears of it again only after three days. */
    bool digest = p->notices == NOTICES_DIGEST || (p->notices == NOTICES_AUTO && n > MANY_MATCHES);
    bool due = n > 0 && (digest || (now - oldest > 3 * DAY_MS && now - p->told_at > 3 * DAY_MS));
    int err = n < 0 ? n : 0;
    if (err == 0 && due) {
        struct reply text;
        reply_init(&text);
        reply_say(&text, "These matches wait for your move:");
        for (int i = 0; i < n; i++)
            show_line(&text, &list[i]);
        reply_say(&text, "%s", "");
        reply_say(&text, "`GAME showas userid password board` shows one of them.");
        err = pbm_post(&r->run, p->player, 0, digest ? "Your matches" : "A reminder", &text);
        reply_done(&text);
        p->told_at = now;
        if (err == 0)
            err = mailbox_player_put(r->run.store, p);
    }
    free(list);
    return err;
}

static int remind_all(struct round *r)
{
    struct players *all = calloc(1, sizeof *all);
    int64_t after = 0;
    int err = all != NULL ? 0 : ERR_NO_MEMORY;
    while (err == 0) {
        all->n = 0;
        err = mailbox_players(r->run.store, after, NOTICES_EVENTS, on_player, all);
        for (int i = 0; err == 0 && i < all->n; i++)
            err = remind(r, &all->list[i]);
        if (err < 0 || all->n < NOTICES_EVENTS)
            break;
        after = all->list[all->n - 1].player;
    }
    free(all);
    return err == 0 ? mailbox_trim(r->run.store, task_now(r->run.w) - 90 * DAY_MS) : err;
}

/* --- one round --- */

/* Where to go on. */
static int load_cursor(struct store *s, int64_t *cursor)
{
    char text[24];
    int err = store_meta_get(s, cursor_key, text, (int)sizeof text);
    if (err == 0)
        *cursor = strtoll(text, NULL, 10);
    return err;
}

static int save_cursor(struct store *s, int64_t cursor)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)cursor);
    return store_meta_set(s, cursor_key, text);
}

int notices_begin(struct work *w, struct notices *n)
{
    int err = load_cursor(task_store(w), &n->from);
    if (err == ERR_NOT_FOUND) {
        err = store_event_last(task_store(w), &n->from);
        if (err == 0)
            err = save_cursor(task_store(w), n->from);
    }
    n->applied = n->from;
    return err;
}

static void on_event(void *context, const struct store_event *e)
{
    struct notices *n = context;
    struct notices_event *out = &n->events[n->events_n++];
    *out = (struct notices_event){.id = e->id, .match = e->match, .text = strdup(e->data)};
    snprintf(out->type, sizeof out->type, "%s", e->type);
}

int notices_look(struct notices *n, struct store *s, int64_t upto, int64_t newest)
{
    if (n->events_n > 0)
        return n->events_n;
    if (upto > n->from + LOOK_EVENTS)
        upto = n->from + LOOK_EVENTS;
    if (newest > upto + LOOK_EVENTS)
        newest = upto + LOOK_EVENTS;
    int found = mailbox_events(s, n->from, upto, newest, NOTICES_EVENTS, on_event, n);
    n->looked = found == NOTICES_EVENTS ? n->events[found - 1].id : upto;
    return found;
}

/* Another process may have dealt with them since they were read. */
static int deal_with_all(struct round *r, struct notices *n, int64_t *cursor)
{
    int64_t until_us = clock_us() + AT_ONCE_US; /* moves wait meanwhile */
    for (int i = 0; i < n->events_n; i++) {
        struct notices_event *e = &n->events[i];
        if (e->id <= *cursor)
            continue;
        if (clock_us() > until_us)
            return 0;
        int err = e->text != NULL ? deal_with(r, e) : ERR_NO_MEMORY;
        if (err < 0)
            return err;
        *cursor = e->id;
    }
    if (*cursor < n->looked)
        *cursor = n->looked;
    return 0;
}

int notices_apply(struct work *w, void *context)
{
    struct notices *n = context;
    struct round *r = calloc(1, sizeof *r);
    if (r == NULL)
        return ERR_NO_MEMORY;
    r->n = n;
    r->ask.site = n->site;
    r->run = (struct pbm_run){.ask = &r->ask, .w = w, .store = task_store(w)};
    int err = load_cursor(r->run.store, &n->applied);
    if (err == 0)
        err = deal_with_all(r, n, &n->applied);
    if (err == 0 && n->daily && n->send)
        err = remind_all(r);
    if (err == 0 && n->daily)
        err = notify_daily(w);
    if (err == 0)
        err = save_cursor(r->run.store, n->applied);
    free(r);
    return err;
}

void notices_done(struct notices *n, bool done)
{
    int kept = 0;
    if (!done)
        n->applied = n->from;
    for (int i = 0; i < n->events_n; i++) {
        struct notices_event *e = &n->events[i];
        if (done && e->id > n->applied) {
            n->events[kept++] = *e;
            continue;
        }
        free(e->text);
        json_decref(e->data);
    }
    n->events_n = kept;
    if (done)
        n->from = kept == 0 && n->looked > n->applied ? n->looked : n->applied;
}
