/* notifications_told.c - whom mails tell, and the mails about events of no match: tournaments, and
 * answers of the owners of teams and the hosts of simultaneous exhibitions, messages of members. */
#include "mail/notifications/notifications_int.h"

#include "base/err.h"
#include "service/notifications/notify.h"
#include "store/community/conversations.h"
#include "store/community/rooms.h"
#include "store/tournaments/tournament.h"
#include <stdio.h>
#include <string.h>

bool notifications_away(const struct round *r, int64_t player)
{
    struct store_vacation v;
    return store_vacation_get(r->run.store, player, &v) == 0 && v.until > batch_now(r->run.w);
}

/* As the player has chosen. */
static bool hears(struct round *r, int64_t player, enum notification_kind kind)
{
    struct mailbox_player settings;
    enum notification_way way;
    if (notify_mail_way(r->run.store, player, kind, &way) < 0 || notifications_away(r, player))
        return false;
    int err = mailbox_player_get(r->run.store, player, &settings);
    if (err == 0 && settings.signed_off)
        return false;
    if (way != WAY_UNSET)
        return way == WAY_EACH;
    /* As it was set by mail; a challenge waits for an answer, whatever else is mailed, and a clock
     * that runs out does not wait for a digest. */
    if (err == 0 && kind == NOTIFICATION_REMINDER)
        return settings.mails != MAILBOX_MAILS_NONE;
    if (settings.mails != MAILBOX_MAILS_AUTO || kind == NOTIFICATION_CHALLENGE)
        return settings.mails == MAILBOX_MAILS_EVERY || kind == NOTIFICATION_CHALLENGE;
    struct store_match list[NOTIFICATIONS_MANY + 1];
    struct store_filter f = {
        .state = MATCH_RUNNING, .mine = player, .viewer = player, .limit = NOTIFICATIONS_MANY + 1};
    return store_match_list(r->run.store, &f, list) <= NOTIFICATIONS_MANY;
}

/* What waits for an answer is mailed at once, whatever may be sent. */
static bool can_wait(enum notification_kind kind)
{
    return kind != NOTIFICATION_TURN && kind != NOTIFICATION_CHALLENGE &&
           kind != NOTIFICATION_REMINDER;
}

bool notifications_hears(struct round *r, int64_t player, enum notification_kind kind)
{
    if (!hears(r, player, kind))
        return false;
    if (!r->ask.site->near_limit || !can_wait(kind))
        return true;
    /* It is in the digest instead; if it has no row there, it is mailed after all. */
    return notification_wait(r->run.store, player, kind) < 0;
}

/* --- tournaments --- */

static void say_tournament(struct reply *text, const struct round *r, const struct tournament *t,
                           const char *what)
{
    const char *url = service_site(batch_service(r->run.w))->url;
    reply_say(text, "The tournament \"%s\" (%s): %s.", t->name, t->like.game, what);
    if (t->state == MATCH_RUNNING && t->kind == TOURNAMENT_ARENA)
        reply_say(text, "The server pairs you as often as you are free. Open the tournament's "
                        "page to follow it, or to pause.");
    else if (t->state == MATCH_RUNNING && t->kind != TOURNAMENT_LADDER)
        reply_say(text, "If you play in this round, you find the match among your matches.");
    if (url[0] != '\0')
        reply_say(text, "%s/t/%lld", url, (long long)t->id);
}

/* Mails the players of a tournament who want every mail; the digest tells the others. */
static int on_tournament(struct round *r)
{
    struct tournament t;
    const json_t *to = json_object_get(r->data, "to");
    char what[64];
    char subject[TOURNAMENT_NAME_BYTES + 80];
    const char *state = json_string_value(json_object_get(r->data, "state"));
    if (state == NULL)
        return 0;
    int err = tournament_get(r->run.store, notifications_number(r, "tournament"), &t);
    if (err < 0)
        return err == ERR_NOT_FOUND ? 0 : err;
    if (strcmp(state, match_state_name[MATCH_RUNNING]) == 0 &&
        notifications_number(r, "round") == 0)
        snprintf(what, sizeof what, "it has begun");
    else if (strcmp(state, match_state_name[MATCH_RUNNING]) == 0)
        snprintf(what, sizeof what, "round %d", (int)notifications_number(r, "round"));
    else
        snprintf(what, sizeof what, "%s",
                 strcmp(state, match_state_name[MATCH_FINISHED]) == 0 ? "it is over"
                 : strcmp(state, match_state_name[MATCH_ABORTED]) == 0
                     ? "it is called off"
                     : "the list of players has changed");
    snprintf(subject, sizeof subject, "%s: %s", t.name, what);
    for (size_t i = 0; err >= 0 && i < json_array_size(to); i++) {
        int64_t player = json_integer_value(json_array_get(to, i));
        struct reply text;
        if (!notifications_hears(r, player, NOTIFICATION_TOURNAMENT))
            continue;
        reply_init(&text);
        say_tournament(&text, r, &t, what);
        err = pbm_post(&r->run, player, 0, subject, &text);
        reply_done(&text);
    }
    return err < 0 ? err : 0;
}

/* --- answers --- */

static void say_team(struct reply *text, const char *did, const char *name, const char *by)
{
    if (strcmp(did, "accepted") == 0)
        reply_say(text, "%s has accepted you into the team \"%s\".", by, name);
    else
        reply_say(text, "%s has refused your request to join the team \"%s\".", by, name);
}

static void say_simul(struct reply *text, const char *did, const char *by)
{
    if (strcmp(did, "accepted") == 0)
        reply_say(text, "%s has accepted you as a guest. Your match begins when they start.", by);
    else if (strcmp(did, "refused") == 0)
        reply_say(text, "%s has not accepted you as a guest.", by);
    else if (strcmp(did, "begun") == 0)
        reply_say(text, "The exhibition of %s has begun without you.", by);
    else if (strcmp(did, "ended") == 0)
        reply_say(text, "%s has called the exhibition off.", by);
    else
        reply_say(text, "The exhibition was called off because it did not start within a day.");
}

/* An owner of a team, or the host of a simultaneous exhibition, has answered a player's request. */
static int on_answer(struct round *r, bool team)
{
    const char *url = service_site(batch_service(r->run.w))->url;
    const char *did = json_string_value(json_object_get(r->data, "did"));
    const char *name = json_string_value(json_object_get(r->data, "name"));
    enum notification_kind kind = team ? NOTIFICATION_TEAM : NOTIFICATION_SIMUL;
    int64_t player = json_integer_value(json_array_get(json_object_get(r->data, "to"), 0));
    struct store_player by = {.id = 0};
    struct reply text;
    if (did == NULL || player == 0 || !notifications_hears(r, player, kind))
        return 0;
    int err =
        store_player_get(r->run.store, json_integer_value(json_object_get(r->data, "by")), &by);
    if (err < 0 && err != ERR_NOT_FOUND)
        return err;
    reply_init(&text);
    if (team)
        say_team(&text, did, name != NULL ? name : "", by.name);
    else
        say_simul(&text, did, by.name);
    if (url[0] != '\0')
        reply_say(&text, "%s/%s/%lld", url, team ? "teams" : "simuls",
                  (long long)notifications_number(r, "id"));
    err = pbm_post(&r->run, player, 0,
                   team ? "Your request to join a team" : "A simultaneous exhibition", &text);
    reply_done(&text);
    return err;
}

static void on_message(void *context, const struct room *room, const struct store_chat *line)
{
    (void)room;
    *(struct store_chat *)context = *line;
}

/* A message of another member, unless they have read it in the page. */
static int on_conversation(struct round *r)
{
    const char *url = service_site(batch_service(r->run.w))->url;
    int64_t player = json_integer_value(json_array_get(json_object_get(r->data, "to"), 0));
    int64_t number = json_integer_value(json_object_get(r->data, "line"));
    struct store_chat line;
    struct conversation c;
    struct reply text;
    int err = rooms_get(r->run.store, number, on_message, &line);
    if (err == 0 && !line.deleted && line.player.id != player)
        err = conversations_get(r->run.store, player, line.player.id, &c);
    else
        return err == ERR_NOT_FOUND ? 0 : err;
    if (err < 0 || c.unread == 0 || !notifications_hears(r, player, NOTIFICATION_MESSAGE))
        return err == ERR_NOT_FOUND ? 0 : err;
    reply_init(&text);
    reply_say(&text, "%s writes:", line.player.name);
    reply_say(&text, "%s", "");
    reply_verbatim(&text, line.text);
    reply_say(&text, "%s", "");
    if (url[0] != '\0')
        reply_say(&text, "%s/inbox/%s", url, line.player.name);
    reply_say(&text, "To answer by mail, send one with the Subject");
    reply_say(&text, "  message userid password %s", line.player.name);
    err = pbm_post(&r->run, player, 0, "A message from another player", &text);
    reply_done(&text);
    return err;
}

int notifications_told(struct round *r)
{
    switch (r->type) {
    case EVENT_TOURNAMENT:
        return on_tournament(r);
    case EVENT_CONVERSATION:
        return on_conversation(r);
    case EVENT_TEAM_ANSWER:
        return on_answer(r, true);
    case EVENT_SIMUL_ANSWER:
        return on_answer(r, false);
    default:
        return 0;
    }
}
