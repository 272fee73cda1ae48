/* routes_social.c - profiles, private notes, blocks and reports; and the moderators' actions. */
#include "http/wire/route.h"

#include "base/err.h"
#include "base/text.h"
#include "platform/json.h"
#include "service/community/conversations.h"
#include "service/community/friends.h"
#include "service/community/moderation.h"
#include "service/community/teams.h"
#include "service/people/profile.h"
#include "service/ratings/statistics.h"
#include "service/studies/studies.h"
#include "service/tournaments/tournament_chat.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct social_arg {
    struct profile_act social;
    struct moderation_act moderation;
    struct study_act study; /* a report of a line of chat */
    struct team_act team;
    struct tournament_chat_act tournament;
    struct conversation_act conversation;
};

static struct social_arg *arg(const struct request *r)
{
    return r->arg;
}

static void answer_view(struct request *r, int status, json_t *view, int err)
{
    if (view != NULL)
        answer_json(r, status, view);
    else if (err == ERR_NOT_FOUND)
        answer_error(r, 404, "This does not exist, or you may not see it.");
    else
        answer_error(r, 503, "The store cannot be read now.");
}

/* Whether a text has at most so many characters; answers if not. */
static bool not_longer(struct request *r, const char *name, const char *text, int max)
{
    if (text == NULL || text_characters(text) <= max)
        return true;
    answer_error(r, 400, "%s must have at most %d characters.", name, max);
    return false;
}

/* --- players --- */

static void handle_profile(struct request *r)
{
    int err = 0;
    json_t *profile = reader_profile(r->reader, r->name, &r->asker, &err);
    answer_view(r, 200, profile, err);
}

static void handle_search(struct request *r)
{
    char words[STORE_NAME_BYTES];
    const char *q = request_words(r, "q", words, sizeof words);
    int64_t limit = 10;
    int err = 0;
    if (!route_number(r, "limit", 1, SERVICE_LIST_MAX, &limit))
        return;
    if (q == NULL || q[0] == '\0' || strlen(q) >= STORE_NAME_BYTES) {
        answer_error(r, 400, "q must be the beginning of a name, 1 to %d characters.",
                     STORE_NAME_BYTES - 1);
        return;
    }
    json_t *list = reader_players(r->reader, q, (int)limit, &err);
    answer_view(r, 200, list, err);
}

static void handle_statistics(struct request *r)
{
    int err = 0;
    json_t *statistics = reader_statistics(r->reader, r->name, r->asker.id, &err);
    answer_view(r, 200, statistics, err);
}

/* The note about the player or on the match of the path. */
static void finish_note(struct request *r)
{
    int err = 0;
    const char *name = r->name[0] != '\0' ? r->name : NULL;
    json_t *note = reader_note(r->reader, name, r->id, r->asker.id, &err);
    answer_view(r, 200, note, err);
}

static void handle_note(struct request *r)
{
    const struct field fields[] = {
        {"text", FIELD_WORDS, true, &arg(r)->social.text, 0, SOCIAL_NOTE_BYTES - 1},
    };
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)) ||
        !not_longer(r, "text", arg(r)->social.text, PROFILE_NOTE_CHARS))
        return;
    arg(r)->social.name = r->name[0] != '\0' ? r->name : NULL;
    arg(r)->social.match = r->id;
    route_submit(r, profile_note, &arg(r)->social);
}

static void handle_block(struct request *r)
{
    const struct field fields[] = {{"blocked", FIELD_BOOL, true, &arg(r)->social.blocked, 0, 0}};
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    arg(r)->social.name = r->name;
    route_submit(r, profile_block, &arg(r)->social);
}

static void finish_block(struct request *r)
{
    answer_json(r, 200, JSON_OBJECT({"blocked", json_boolean(arg(r)->social.blocked)}));
}

static void handle_follow(struct request *r)
{
    const struct field fields[] = {{"follow", FIELD_BOOL, true, &arg(r)->social.follows, 0, 0}};
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    arg(r)->social.name = r->name;
    route_submit(r, profile_follow, &arg(r)->social);
}

static void handle_friends(struct request *r)
{
    int err = 0;
    json_t *list = reader_friends(r->reader, r->asker.id, &err);
    answer_view(r, 200, list, err);
}

static void handle_blocks(struct request *r)
{
    int err = 0;
    json_t *list = reader_blocks(r->reader, r->asker.id, &err);
    answer_view(r, 200, list, err);
}

/* Reads a number that may be left out. */
static bool take_number(struct request *r, const char *name, const json_t *value, int64_t *out)
{
    if (value == NULL)
        return true;
    *out = json_integer_value(value);
    if (json_is_integer(value) && *out >= 1)
        return true;
    answer_error(r, 400, "%s must be a number.", name);
    return false;
}

static void handle_report(struct request *r)
{
    const json_t *match = NULL;
    const json_t *chat = NULL;
    const json_t *study = NULL;
    const json_t *team = NULL;
    const json_t *tournament = NULL;
    int64_t of_tournament = 0;
    int64_t of_study = 0;
    int64_t of_team = 0;
    const char *link = NULL;
    const char *conversation = NULL;
    const struct field fields[] = {
        {"player", FIELD_NAME, false, &arg(r)->social.name, 1, STORE_NAME_BYTES - 1},
        {"match", FIELD_ANY, false, &match, 0, 0},
        {"chat", FIELD_ANY, false, &chat, 0, 0},
        {"study", FIELD_ANY, false, &study, 0, 0},
        {"team", FIELD_ANY, false, &team, 0, 0},
        {"tournament", FIELD_ANY, false, &tournament, 0, 0},
        {"conversation", FIELD_NAME, false, &conversation, 1, STORE_NAME_BYTES - 1},
        {"link", FIELD_NAME, false, &link, 1, STORE_TOKEN_BYTES - 1},
        {"reason", FIELD_WORDS, true, &arg(r)->social.text, 1, SOCIAL_REASON_BYTES - 1},
    };
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)) ||
        !not_longer(r, "reason", arg(r)->social.text, PROFILE_REASON_CHARS) ||
        !take_number(r, "match", match, &arg(r)->social.match) ||
        !take_number(r, "chat", chat, &arg(r)->social.chat) ||
        !take_number(r, "study", study, &of_study) || !take_number(r, "team", team, &of_team) ||
        !take_number(r, "tournament", tournament, &of_tournament))
        return;
    if (of_study != 0 && arg(r)->social.chat != 0) {
        const struct study_act about = {.study = of_study,
                                        .line = arg(r)->social.chat,
                                        .text = arg(r)->social.text,
                                        .link = link};
        arg(r)->study = about;
        route_submit(r, studies_chat_report, &arg(r)->study);
        return;
    }
    if (of_team != 0 && arg(r)->social.chat != 0) {
        const struct team_act about = {
            .team = of_team, .line = arg(r)->social.chat, .text = arg(r)->social.text};
        arg(r)->team = about;
        route_submit(r, teams_chat_report, &arg(r)->team);
        return;
    }
    if (of_tournament != 0 && arg(r)->social.chat != 0) {
        const struct tournament_chat_act about = {
            .tournament = of_tournament, .line = arg(r)->social.chat, .text = arg(r)->social.text};
        arg(r)->tournament = about;
        route_submit(r, tournament_chat_report, &arg(r)->tournament);
        return;
    }
    if (conversation != NULL && arg(r)->social.chat != 0) {
        const struct conversation_act about = {
            .name = conversation, .line = arg(r)->social.chat, .text = arg(r)->social.text};
        arg(r)->conversation = about;
        route_submit(r, conversations_report, &arg(r)->conversation);
        return;
    }
    if (arg(r)->social.chat != 0 ? arg(r)->social.match == 0 : arg(r)->social.name == NULL) {
        answer_error(r, 400,
                     "Send either player, or chat with one of match, study, team, tournament and "
                     "conversation.");
        return;
    }
    route_submit(r, profile_report, &arg(r)->social);
}

static void finish_report(struct request *r)
{
    answer_json(r, 201, JSON_OBJECT({"id", json_integer(r->order.out.id)}));
}

/* --- administration --- */

/* Which page of a list is wanted. */
static bool take_page(struct request *r, int64_t *before, int64_t *limit)
{
    *before = 0;
    *limit = 20;
    return route_number(r, "before", 1, INT64_MAX, before) &&
           route_number(r, "limit", 1, SERVICE_LIST_MAX, limit);
}

static void handle_reports(struct request *r)
{
    const char *state = request_argument(r, "state");
    int64_t before;
    int64_t limit;
    int err = 0;
    if (!take_page(r, &before, &limit))
        return;
    if (state != NULL && strcmp(state, "open") != 0 && strcmp(state, "closed") != 0) {
        answer_error(r, 400, "state must be open or closed.");
        return;
    }
    int closed = state == NULL ? -1 : strcmp(state, "closed") == 0;
    json_t *list = reader_reports(r->reader, r->asker.id, closed, before, (int)limit, &err);
    answer_view(r, 200, list, err);
}

static void handle_close(struct request *r)
{
    const struct field fields[] = {
        {"answer", FIELD_WORDS, false, &arg(r)->moderation.text, 0, SOCIAL_REASON_BYTES - 1},
    };
    arg(r)->moderation.text = "";
    arg(r)->moderation.id = r->id;
    if (route_body(r, fields, (int)ARRAY_LEN(fields)) &&
        not_longer(r, "answer", arg(r)->moderation.text, PROFILE_REASON_CHARS))
        route_submit(r, moderation_close, &arg(r)->moderation);
}

static void finish_close(struct request *r)
{
    int err = 0;
    json_t *report = reader_report(r->reader, r->asker.id, r->id, &err);
    answer_view(r, 200, report, err);
}

static void handle_players(struct request *r)
{
    char prefix[STORE_NAME_BYTES];
    const char *name = request_words(r, "name", prefix, sizeof prefix);
    int64_t limit = 20;
    int64_t banned = 0;
    int err = 0;
    if (!route_number(r, "limit", 1, SERVICE_LIST_MAX, &limit) ||
        !route_number(r, "banned", 0, 1, &banned))
        return;
    if (name != prefix)
        snprintf(prefix, sizeof prefix, "%s", name != NULL ? name : "");
    for (char *c = prefix; *c != '\0'; c++)
        *c = (char)tolower((unsigned char)*c);
    json_t *list = reader_admin_players(r->reader, prefix, banned != 0, (int)limit, &err);
    answer_view(r, 200, list, err);
}

static void finish_player(struct request *r)
{
    int err = 0;
    json_t *player = reader_admin_player(r->reader, r->name, &err);
    answer_view(r, 200, player, err);
}

static void handle_ban(struct request *r)
{
    const json_t *until = NULL;
    const struct field fields[] = {
        {"reason", FIELD_WORDS, true, &arg(r)->moderation.text, 1, 2000},
        {"until", FIELD_ANY, false, &until, 0, 0},
    };
    arg(r)->moderation.name = r->name;
    if (route_body(r, fields, (int)ARRAY_LEN(fields)) &&
        not_longer(r, "reason", arg(r)->moderation.text, 500) &&
        take_number(r, "until", json_is_null(until) ? NULL : until, &arg(r)->moderation.until))
        route_submit(r, moderation_ban, &arg(r)->moderation);
}

static void handle_unban(struct request *r)
{
    arg(r)->moderation.name = r->name;
    if (route_body(r, NULL, 0))
        route_submit(r, moderation_unban, &arg(r)->moderation);
}

static void handle_chat_delete(struct request *r)
{
    arg(r)->moderation.id = r->id;
    if (route_body(r, NULL, 0))
        route_submit(r, moderation_chat_delete, &arg(r)->moderation);
}

static void finish_chat_delete(struct request *r)
{
    answer_json(r, 200, JSON_OBJECT({"id", json_integer(r->id)}));
}

static void handle_reset(struct request *r)
{
    arg(r)->moderation.name = r->name;
    if (route_body(r, NULL, 0))
        route_submit(r, moderation_reset, &arg(r)->moderation);
}

static void finish_reset(struct request *r)
{
    answer_json(
        r, 200,
        JSON_OBJECT({"token", json_string(arg(r)->moderation.secret)},
                    {"expires_at", json_integer((json_int_t)arg(r)->moderation.expires_at)}));
}

static void handle_factor_off(struct request *r)
{
    arg(r)->moderation.name = r->name;
    if (route_body(r, NULL, 0))
        route_submit(r, moderation_factor_off, &arg(r)->moderation);
}

static void handle_role(struct request *r)
{
    const char *role = "";
    const struct field fields[] = {{"role", FIELD_TEXT, true, &role, 1, 20}};
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    for (int i = 0; i < ROLE_N; i++) {
        if (strcmp(people_role_name[i], role) == 0) {
            arg(r)->moderation.name = r->name;
            arg(r)->moderation.role = (enum people_role)i;
            route_submit(r, moderation_role, &arg(r)->moderation);
            return;
        }
    }
    answer_error(r, 400, "role must be player, moderator or administrator.");
}

static void handle_log(struct request *r)
{
    int64_t before;
    int64_t limit;
    int err = 0;
    if (!take_page(r, &before, &limit))
        return;
    json_t *list = reader_audit(r->reader, before, (int)limit, &err);
    answer_view(r, 200, list, err);
}

/* --- fair play --- */

static void handle_pairs(struct request *r)
{
    int64_t closed = 0;
    int64_t before;
    int64_t limit;
    int err = 0;
    if (!take_page(r, &before, &limit) || !route_number(r, "closed", 0, 1, &closed))
        return;
    json_t *list = reader_pairs(r->reader, closed != 0, before, (int)limit, &err);
    answer_view(r, 200, list, err);
}

static void handle_pair_close(struct request *r)
{
    arg(r)->moderation.id = r->id;
    if (route_body(r, NULL, 0))
        route_submit(r, moderation_pair_close, &arg(r)->moderation);
}

static void finish_pair_close(struct request *r)
{
    int err = 0;
    json_t *pair = reader_pair(r->reader, r->id, &err);
    answer_view(r, 200, pair, err);
}

static void handle_annul(struct request *r)
{
    const struct field fields[] = {
        {"reason", FIELD_WORDS, true, &arg(r)->moderation.text, 1, 2000},
    };
    arg(r)->moderation.id = r->id;
    if (route_body(r, fields, (int)ARRAY_LEN(fields)) &&
        not_longer(r, "reason", arg(r)->moderation.text, 500))
        route_submit(r, moderation_annul, &arg(r)->moderation);
}

static void finish_annul(struct request *r)
{
    answer_json(r, 200, JSON_OBJECT({"match", json_integer(r->id)}));
}

static void handle_annulled(struct request *r)
{
    int64_t before;
    int64_t limit;
    int err = 0;
    if (!take_page(r, &before, &limit))
        return;
    json_t *list = reader_annulled(r->reader, before, (int)limit, &err);
    answer_view(r, 200, list, err);
}

/* --- the rows --- */

#define GET_MODERATOR      (ROUTE_PLAYER | ROUTE_SESSION | ROUTE_MODERATOR)
#define POST_MODERATOR     (ROUTE_POST | GET_MODERATOR)
#define POST_ADMINISTRATOR (ROUTE_POST | ROUTE_PLAYER | ROUTE_SESSION | ROUTE_ADMINISTRATOR)

static const struct route rows[] = {
    READS("players", 0, handle_search),
    READS("players/@", 0, handle_profile),
    READS("players/@/statistics", 0, handle_statistics),
    READS("players/@/note", GET_ACCOUNT, finish_note),
    ORDERS("players/@/note", POST_ACCOUNT | ROUTE_LARGE, handle_note, finish_note),
    READS("matches/*/note", GET_ACCOUNT, finish_note),
    ORDERS("matches/*/note", POST_ACCOUNT | ROUTE_LARGE, handle_note, finish_note),
    ORDERS_AT_ONCE("players/@/block", POST_ACCOUNT, handle_block, finish_block),
    ORDERS("players/@/follow", MEMBER_ACCOUNT, handle_follow, handle_profile),
    READS("friends", GET_ACCOUNT | ROUTE_MEMBER, handle_friends),
    READS("account/blocks", GET_ACCOUNT, handle_blocks),
    ORDERS_AT_ONCE("reports", POST_PLAYER | ROUTE_CHAT | ROUTE_LARGE, handle_report, finish_report),
    READS("admin/reports", GET_MODERATOR, handle_reports),
    ORDERS("admin/reports/*/close", POST_MODERATOR | ROUTE_LARGE, handle_close, finish_close),
    READS("admin/players", GET_MODERATOR, handle_players),
    READS("admin/players/@", GET_MODERATOR, finish_player),
    ORDERS("admin/players/@/ban", POST_MODERATOR | ROUTE_LARGE, handle_ban, finish_player),
    ORDERS("admin/players/@/unban", POST_MODERATOR, handle_unban, finish_player),
    ORDERS_AT_ONCE("admin/players/@/reset", POST_ADMINISTRATOR, handle_reset, finish_reset),
    ORDERS("admin/players/@/factor-off", POST_ADMINISTRATOR, handle_factor_off, finish_player),
    ORDERS("admin/players/@/role", POST_ADMINISTRATOR, handle_role, finish_player),
    ORDERS_AT_ONCE("admin/chat/*/delete", POST_MODERATOR | ROUTE_LARGE, handle_chat_delete,
                   finish_chat_delete),
    READS("admin/pairs", GET_MODERATOR, handle_pairs),
    ORDERS("admin/pairs/*/close", POST_MODERATOR | ROUTE_LARGE, handle_pair_close,
           finish_pair_close),
    ORDERS_AT_ONCE("admin/matches/*/annul", POST_MODERATOR | ROUTE_LARGE, handle_annul,
                   finish_annul),
    READS("annulled", 0, handle_annulled),
    READS("admin/log", GET_MODERATOR, handle_log),
};

const struct route_table routes_social = {
    .rows = rows, .n = ARRAY_LEN(rows), .arg_bytes = sizeof(struct social_arg)};
