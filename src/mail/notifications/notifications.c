#include "mail/notifications/notifications_int.h"

#include "base/err.h"
#include "base/times.h"
#include "service/core/order.h"
#include "service/matches/seats.h"
#include "service/notifications/notify.h"
#include "store/community/social.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAITING_MAX = 50, PLAYERS_AT_ONCE = 200 };

/* Mails one player a line, the match, and how to answer. */
static int tell(struct round *r, const struct store_match *m, int64_t player,
                enum notification_kind kind, const char *what, const char *more)
{
    struct reply text;
    char subject[160];
    if (player == 0 || !notifications_hears(r, player, kind))
        return 0;
    reply_init(&text);
    if (more[0] != '\0') {
        reply_say(&text, "%s", more);
        reply_say(&text, "%s", "");
    }
    int err = show_match(&text, r->run.store, m, -1);
    if (err == 0)
        err = show_answers(&text, r->run.store, m, player);
    snprintf(subject, sizeof subject, "%s board %lld: %s", m->game, (long long)m->id, what);
    if (err == 0)
        err = pbm_post(&r->run, player, m->id, subject, &text);
    reply_done(&text);
    return err;
}

static int tell_all(struct round *r, const struct store_match *m, int64_t except,
                    enum notification_kind kind, const char *what, const char *more)
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

static int on_turn(struct round *r, const struct store_match *m)
{
    char what[64];
    if (m->state != MATCH_RUNNING || notifications_number(r, "ply") != m->ply + 1)
        return 0; /* it has gone on since */
    const struct store_player *p = &m->seats[m->turn_seat - 1].player;
    snprintf(what, sizeof what, "your turn, #%d", m->ply);
    return tell(r, m, p->id, NOTIFICATION_TURN, what, "");
}

static int on_reminder(struct round *r, const struct store_match *m)
{
    char what[64];
    if (m->state != MATCH_RUNNING || notifications_number(r, "ply") != m->ply + 1)
        return 0;
    snprintf(what, sizeof what, "your time runs out, #%d", m->ply);
    return tell(r, m, m->seats[m->turn_seat - 1].player.id, NOTIFICATION_REMINDER, what,
                "Play before your time runs out; see the deadline below.");
}

static int on_chat(struct round *r, const struct store_match *m)
{
    char said[STORE_CHAT_BYTES + STORE_NAME_BYTES + 16];
    struct store_chat line;
    int64_t match = 0;
    int err = social_chat_get(r->run.store, notifications_number(r, "line"), &match, &line);
    if (err < 0 || line.deleted || line.text[0] == '\0') /* taken away meanwhile */
        return err == ERR_NOT_FOUND ? 0 : err;
    snprintf(said, sizeof said, "%s says: %s", line.player.name, line.text);
    return tell_all(r, m, line.player.id, NOTIFICATION_MESSAGE, "a message", said);
}

/* The mail to one player who is asked to sit in a match. */
static int mail_challenge(struct round *r, const struct store_match *m,
                          const struct store_player *p, const struct store_player *from)
{
    struct reply text;
    char subject[120 + STORE_NAME_BYTES];
    const struct game *g = game_find(m->game);
    const char *title = g != NULL ? g->title : m->game;
    int err = 0;
    reply_init(&text);
    if (p->id == from->id)
        reply_say(&text,
                  "%s, a challenge to %s was sent in your name. Accept it only if you sent it.",
                  p->name, title);
    else
        reply_say(&text, "%s, %s challenges you to a match of %s.", p->name, from->name, title);
    reply_say(&text, "%s", "");
    show_terms(&text, m, p->id);
    reply_say(&text, "%s", "");
    if (m->start_ply > 0) {
        err = show_match(&text, r->run.store, m, -1);
        reply_say(&text, "%s", "");
    }
    reply_say(&text,
              "To accept, answer this mail with the word `accept` in the first line; to refuse,");
    reply_say(&text, "with `decline`. Or send a mail with the Subject");
    reply_say(&text, "  %s accept %lld %s password", m->game, (long long)m->id, p->name);
    reply_say(&text, "`%s rules` explains the game.", m->game);
    snprintf(subject, sizeof subject, "%s board %lld: a challenge from %s", m->game,
             (long long)m->id, from->name);
    if (err == 0)
        err = pbm_post(&r->run, p->id, m->id, subject, &text);
    reply_done(&text);
    return err;
}

static bool is_among(const json_t *list, int64_t player)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (json_integer_value(json_array_get(list, i)) == player)
            return true;
    return false;
}

/* Mails a challenge to those who must answer and have just been told of it. */
static int on_challenges(struct round *r, const struct store_match *m)
{
    struct store_player from = {.id = 0, .name = "somebody"};
    const json_t *to = json_object_get(r->data, "to");
    int err = 0;
    for (int i = 0; err == 0 && m->state == MATCH_OPEN && i < m->seats_n; i++) {
        const struct store_player *p = &m->seats[i].asked;
        if (m->seats[i].kind != SEAT_ASKED || !is_among(to, p->id) ||
            !notifications_hears(r, p->id, NOTIFICATION_CHALLENGE))
            continue;
        if (from.id == 0)
            err = store_player_get(r->run.store, m->creator, &from);
        if (err == 0 || err == ERR_NOT_FOUND)
            err = mail_challenge(r, m, p, &from);
    }
    return err;
}

/* --- offers, and matches that are called off --- */

static const char *text_of(const json_t *data, const char *name)
{
    const char *text = json_string_value(json_object_get(data, name));
    return text != NULL ? text : "";
}

/* Notifies the others of an offer, and its maker of a refusal. */
static int on_offer(struct round *r, const struct store_match *m)
{
    static const struct {
        const char *offer, *asks, *refuses;
    } kinds[] = {
        {"draw", "offers a draw", "refuses the draw"},
        {"takeback", "asks to take back", "refuses to take back"},
        {"pause", "asks to stop the clocks", "refuses to stop the clocks"},
    };
    char what[STORE_NAME_BYTES + 40];
    char more[STORE_NAME_BYTES + 120];
    const json_t *act = json_object_get(r->data, "act");
    const json_t *by = json_object_get(act, "by");
    int64_t asker = json_integer_value(json_object_get(by, "id"));
    int seat = (int)json_integer_value(json_object_get(act, "seat"));
    size_t i = 0;
    while (i < ARRAY_LEN(kinds) && strcmp(text_of(act, "offer"), kinds[i].offer) != 0)
        i++;
    if (i == ARRAY_LEN(kinds) || seat < 1 || seat > m->seats_n)
        return 0;
    if (strcmp(text_of(act, "did"), "refused") == 0) {
        const struct store_player *to = &m->seats[seat - 1].player;
        snprintf(what, sizeof what, "%s %s", text_of(by, "name"), kinds[i].refuses);
        snprintf(more, sizeof more, "You asked, and %s %s.", text_of(by, "name"), kinds[i].refuses);
        return to->id == asker ? 0 : tell(r, m, to->id, NOTIFICATION_MESSAGE, what, more);
    }
    int open[] = {m->draw_seat, m->takeback_seat, m->pause_seat};
    if (strcmp(text_of(act, "did"), "asked") != 0 || open[i] != seat)
        return 0; /* agreed to by one of several, or answered since */
    snprintf(what, sizeof what, "%s %s", text_of(by, "name"), kinds[i].asks);
    snprintf(more, sizeof more,
             "%s %s. Answer with the word `accept` or `reject` in the first line.",
             text_of(by, "name"), kinds[i].asks);
    return tell_all(r, m, asker, NOTIFICATION_MESSAGE, what, more);
}

/* Tells everybody who sits there, was asked to, or made the match. */
static int on_finished(struct round *r, const struct store_match *m)
{
    char what[STORE_NAME_BYTES + 40] = "called off";
    char more[STORE_NAME_BYTES + 80] = "";
    const json_t *by = json_object_get(r->data, "by");
    int64_t who = json_integer_value(json_object_get(by, "id"));
    if (m->state == MATCH_FINISHED)
        return tell_all(r, m, 0, NOTIFICATION_OVER, "it is over", "");
    if (m->state != MATCH_ABORTED)
        return 0;
    if (who != 0 && seats_asked(m, who) != 0) {
        snprintf(what, sizeof what, "%s declines", text_of(by, "name"));
        snprintf(more, sizeof more, "%s has declined the challenge.", text_of(by, "name"));
    } else if (who != 0) {
        snprintf(what, sizeof what, "called off by %s", text_of(by, "name"));
        snprintf(more, sizeof more, "%s has called the match off.", text_of(by, "name"));
    }
    int err = tell_all(r, m, who, NOTIFICATION_OVER, what, more);
    bool told = who == m->creator || show_seat_of(m, m->creator) != 0;
    for (int i = 0; err == 0 && i < m->seats_n; i++) {
        int64_t asked = m->seats[i].player.id == 0 ? m->seats[i].asked.id : 0;
        if (asked != who && seats_asked(m, asked) == i + 1)
            err = tell(r, m, asked, NOTIFICATION_OVER, what, more);
        told = told || asked == m->creator;
    }
    return err < 0 || told ? err : tell(r, m, m->creator, NOTIFICATION_OVER, what, more);
}

static int deal_with(struct round *r, const struct store_match *m)
{
    switch (r->type) {
    case EVENT_MATCH:
        return on_challenges(r, m);
    case EVENT_TURN:
        return on_turn(r, m);
    case EVENT_CHAT:
        return on_chat(r, m);
    case EVENT_REMINDER:
        return on_reminder(r, m);
    case EVENT_OFFER:
        return on_offer(r, m);
    case EVENT_FINISHED:
        return on_finished(r, m);
    default:
        return 0;
    }
}

static struct round *round_new(struct work *w, const struct mail_site *site)
{
    struct round *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->ask.site = site;
    r->run = (struct pbm_run){.ask = &r->ask, .w = w, .store = batch_store(w)};
    return r;
}

static int deal(struct work *w, const struct inbox_row *row, void *context)
{
    struct store_match m;
    int err = row->match != 0 ? store_match_get(batch_store(w), row->match, &m) : 0;
    if (err < 0)
        return err == ERR_NOT_FOUND ? 0 : err;
    struct round *r = round_new(w, context);
    if (r == NULL)
        return ERR_NO_MEMORY;
    r->type = events_type(row->type);
    r->data = json_loads(row->data, 0, NULL);
    err = r->data == NULL ? ERR_SYNTAX : row->match != 0 ? deal_with(r, &m) : notifications_told(r);
    json_decref(r->data);
    free(r);
    return err;
}

void notifications_taker(struct inbox_taker *t, const struct mail_site *site)
{
    *t = (struct inbox_taker){.kind = INBOX_MAIL, .deal = deal, .context = (void *)(uintptr_t)site};
}

/* --- reminders --- */

struct players {
    struct mailbox_player list[PLAYERS_AT_ONCE];
    int n;
};

static void on_player(void *context, const struct mailbox_player *p)
{
    struct players *out = context;
    out->list[out->n++] = *p;
}

static int remind(struct round *r, struct mailbox_player *p)
{
    int64_t now = batch_now(r->run.w);
    struct store_filter f = {
        .state = MATCH_RUNNING, .turn = p->player, .viewer = p->player, .limit = WAITING_MAX};
    if (p->signed_off || notifications_away(r, p->player) || p->mails == MAILBOX_MAILS_NONE ||
        now - p->told_at < DAY_MS)
        return 0;
    struct store_match *list = calloc(WAITING_MAX, sizeof *list);
    if (list == NULL)
        return ERR_NO_MEMORY;
    int n = store_match_list(r->run.store, &f, list);
    int64_t oldest = now;
    for (int i = 0; i < n; i++)
        oldest = list[i].updated_at < oldest ? list[i].updated_at : oldest;
    /* A player who gets a mail for every turn is reminded only after three days. */
    bool digest = p->mails == MAILBOX_MAILS_DIGEST ||
                  (p->mails == MAILBOX_MAILS_AUTO && n > NOTIFICATIONS_MANY);
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
        err = mailbox_players(r->run.store, after, PLAYERS_AT_ONCE, on_player, all);
        for (int i = 0; err == 0 && i < all->n; i++)
            err = remind(r, &all->list[i]);
        if (err < 0 || all->n < PLAYERS_AT_ONCE)
            break;
        after = all->list[all->n - 1].player;
    }
    free(all);
    return err;
}

int notifications_daily(struct work *w, void *context)
{
    struct round *r = round_new(w, context);
    int err = r != NULL ? inbox_present(batch_store(w), INBOX_MAIL, batch_now(w)) : ERR_NO_MEMORY;
    if (err == 0)
        err = remind_all(r);
    free(r);
    if (err == 0)
        err = notifications_digests(w, context);
    return err < 0 ? err : mailbox_trim(batch_store(w), batch_now(w) - 90 * DAY_MS);
}
