/* routes_matches.c - games, matches, the actions in them, and events. */
#include "http/wire/route.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/analysis/opening_statistics.h"
#include "service/core/view.h"
#include "service/matches/matches_view.h"
#include "service/matches/spectators.h"
#include <string.h>
#include <strings.h>

static struct spectators_act *arg(const struct request *r)
{
    return r->arg;
}

void route_match(struct request *r, int status, int64_t id, const char *invite)
{
    int err;
    json_t *match = reader_match(r->reader, id, r->asker.id, invite, &err);
    if (match != NULL)
        answer_json(r, status, match);
    else
        route_read_error(r, err);
}

static void handle_games(struct request *r)
{
    answer_json(r, 200, view_games());
}

/* Lists the abilities of this server, so that no face offers one that it lacks. */
static void handle_site(struct request *r)
{
    const struct service_site *site = service_site(r->http->service);
    answer_json(r, 200,
                JSON_OBJECT({"mails", json_boolean(site->mails)},
                            {"push", json_boolean(site->push_key[0] != '\0')}));
}

/* The arguments that only a search of the archive has. */
static bool is_search(struct request *r)
{
    static const char *const names[] = {"player", "size",  "rated",   "result",    "reason",
                                        "since",  "until", "opening", "tournament"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (request_argument(r, names[i]) != NULL)
            return true;
    return false;
}

/* result and reason; both mean matches that are over. */
static bool end_arguments(struct request *r, struct store_search *f)
{
    static const char *const results[] = {"draw", "seat1", "seat2", "seat3", "seat4"};
    const char *result = request_argument(r, "result");
    const char *reason = request_argument(r, "reason");
    for (int i = 0; result != NULL && i < (int)ARRAY_LEN(results); i++)
        if (strcmp(results[i], result) == 0)
            f->winner = i;
    for (int i = END_RULES; reason != NULL && i < END_REASON_N; i++)
        if (strcmp(end_reason_name[i], reason) == 0 && i != END_ABORT)
            f->reason = i;
    if (result != NULL || reason != NULL)
        f->state = MATCH_FINISHED;
    if ((result != NULL && f->winner < 0) || (reason != NULL && f->reason < 0)) {
        answer_error(r, 400,
                     "result must be seat1 to seat4 or draw; reason must be rules, resign, draw, "
                     "time or left.");
        return false;
    }
    return true;
}

bool route_size(struct request *r, int *width, int *height)
{
    const char *text = request_argument(r, "size");
    int used = 0;
    if (text == NULL)
        return true;
    if (sscanf(text, "%2dx%2d%n", width, height, &used) != 2 || text[used] != '\0') {
        used = 0;
        if (sscanf(text, "%2d%n", width, &used) != 1 || text[used] != '\0')
            *width = 0;
        *height = *width;
    }
    if (*width >= 1 && *height >= 1)
        return true;
    answer_error(r, 400, "size must be N or WxH.");
    return false;
}

/* opening=d4,e5 with the board of the other arguments. */
static bool opening_argument(struct request *r, struct store_search *f)
{
    const char *moves = request_argument(r, "opening");
    char buf[160];
    struct text why;
    if (moves == NULL)
        return true;
    if (f->game == NULL) {
        answer_error(r, 400, "opening needs game.");
        return false;
    }
    struct setup s = setup_default(game_find(f->game)->id);
    int64_t swap = (s.options & OPTION_SWAP) != 0;
    int64_t jacked = (s.options & OPTION_JACKED) != 0;
    int64_t seats = s.players;
    if (!route_number(r, "swap", 0, 1, &swap) || !route_number(r, "jacked", 0, 1, &jacked) ||
        !route_number(r, "seats", 2, STORE_SEATS_MAX, &seats))
        return false;
    if (f->width != 0) {
        s.width = (uint8_t)f->width;
        s.height = (uint8_t)f->height;
    }
    s.players = (uint8_t)seats;
    s.options = (uint8_t)((swap != 0 ? OPTION_SWAP : 0) | (jacked != 0 ? OPTION_JACKED : 0));
    text_init(&why, buf, sizeof buf);
    if (setup_check(&s, &why) < 0 || !opening_statistics_read(&s, moves, &f->opening, &why)) {
        answer_error(r, 400, "%s", buf);
        return false;
    }
    f->has_opening = true;
    f->width = s.width;
    f->height = s.height;
    return true;
}

/* The player of the search; false after an answer: 404 if no player has that name. */
static bool player_argument(struct request *r, struct store_search *f)
{
    char words[STORE_NAME_BYTES];
    const char *name = request_words(r, "player", words, sizeof words);
    int err = 0;
    if (name == NULL)
        return true;
    f->player = reader_player_named(r->reader, name, &err);
    if (f->player != 0)
        return true;
    if (err == ERR_NOT_FOUND)
        answer_error(r, 404, "There is no such player.");
    else
        route_read_error(r, err);
    return false;
}

static void handle_search(struct request *r, const struct store_filter *f, bool boards)
{
    struct store_search search = {.state = f->state,
                                  .reason = -1,
                                  .rated = -1,
                                  .winner = -1,
                                  .game = f->game,
                                  .before = f->before,
                                  .viewer = f->viewer,
                                  .player = f->mine,
                                  .limit = f->limit};
    int64_t rated = -1;
    int err = 0;
    if (f->turn != 0) {
        answer_error(r, 400, "turn can be combined with state and game only.");
        return;
    }
    if (!route_number(r, "rated", 0, 1, &rated) ||
        !route_number(r, "since", 0, INT64_MAX, &search.since) ||
        !route_number(r, "until", 1, INT64_MAX, &search.until) ||
        !route_number(r, "tournament", 1, INT64_MAX, &search.tournament) ||
        !end_arguments(r, &search) || !route_size(r, &search.width, &search.height) ||
        !opening_argument(r, &search) || !player_argument(r, &search))
        return;
    search.rated = (int)rated;
    json_t *list = reader_search(r->reader, &search, r->asker.id, boards, &err);
    if (list != NULL)
        answer_json(r, 200, list);
    else
        route_read_error(r, err);
}

/* The list was read after this event, so a reader that listens from this event on misses
 * nothing. */
static void answer_list(struct request *r, json_t *list, int64_t event)
{
    json_object_set_new(list, "event", json_integer(event));
    answer_json(r, 200, list);
}

static void handle_list(struct request *r)
{
    int64_t event = hub_last(service_hub(r->http->service));
    struct store_filter f = {.state = -1, .viewer = r->asker.id};
    const char *turn = request_argument(r, "turn");
    int64_t limit = 20;
    int64_t mine = 0;
    int64_t followed = 0;
    int64_t boards = 0;
    int err;
    if (!route_state(r, &f.state) || !route_number(r, "mine", 0, 1, &mine) ||
        !route_number(r, "followed", 0, 1, &followed) ||
        !route_number(r, "boards", 0, 1, &boards) ||
        !route_number(r, "before", 1, INT64_MAX, &f.before) ||
        !route_number(r, "limit", 1, SERVICE_LIST_MAX, &limit) || !route_game(r, &f.game))
        return;
    if (turn != NULL && strcmp(turn, "me") != 0) {
        answer_error(r, 400, "turn must be me.");
        return;
    }
    if ((turn != NULL || mine != 0 || followed != 0) && r->asker.id == 0) {
        answer_error(r, 401, "mine, turn and followed need a player.");
        return;
    }
    if (followed != 0 && (turn != NULL || mine != 0 || f.state >= 0 || is_search(r))) {
        answer_error(r, 400, "followed can be combined with game only.");
        return;
    }
    f.limit = (int)limit;
    f.mine = mine != 0 ? r->asker.id : 0;
    f.turn = turn != NULL ? r->asker.id : 0;
    f.followed = followed != 0 ? r->asker.id : 0;
    if (is_search(r)) {
        handle_search(r, &f, boards != 0);
        return;
    }
    json_t *list = reader_matches(r->reader, &f, r->asker.id, boards != 0, &err);
    if (list != NULL)
        answer_list(r, list, event);
    else
        route_read_error(r, err);
}

static void handle_match(struct request *r)
{
    route_match(r, 200, r->id, request_argument(r, "invite"));
}

static void handle_create(struct request *r)
{
    /* A creator who invites their own name means "me". */
    for (int i = 0; i < r->order.u.create.setup.players; i++) {
        struct wish *wish = &r->order.u.create.wishes[i];
        if (wish->kind == WISH_ASKED && strcasecmp(wish->name, r->asker.name) == 0)
            wish->kind = WISH_ME;
    }
    (void)route_within_limit(r, &r->http->matches);
}

void route_made(struct request *r)
{
    route_match(r, 201, r->order.out.match, NULL);
    route_location(r, "/api/matches", r->order.out.match);
}

/* With what was mended or left out in its record. */
static void finish_create(struct request *r)
{
    int err;
    json_t *match = reader_match(r->reader, r->order.out.match, r->asker.id, NULL, &err);
    if (match == NULL) {
        route_read_error(r, err);
        return;
    }
    if (json_array_size(r->order.u.create.warnings) > 0)
        json_object_set(match, "warnings", r->order.u.create.warnings);
    answer_json(r, 201, match);
    route_location(r, "/api/matches", r->order.out.match);
}

static void finish_match(struct request *r)
{
    route_match(r, 200, r->id, NULL);
}

static void finish_move(struct request *r)
{
    const struct outcome *o = &r->order.out;
    move_t move;
    char text[MOVE_TEXT_BYTES];
    /* The move as it was printed into the record; it was parsed already. */
    if (move_parse(r->order.u.move.text, SIDE_MAX, SIDE_MAX, &move) < 0)
        move = MOVE_NONE;
    answer_json(r, 200,
                JSON_OBJECT({"ply", json_integer(r->order.u.move.ply)},
                            {"move", json_string(move_print(move, SIDE_MAX, text))},
                            {"event", json_integer(o->event)},
                            {"state", json_string(match_state_name[o->state])}));
}

static void finish_chat(struct request *r)
{
    int err;
    json_t *line = reader_chat_line(r->reader, r->id, r->order.out.id, &err);
    if (line != NULL)
        answer_json(r, 201, line);
    else
        route_read_error(r, err);
}

/* --- spectators --- */

static void handle_spectators(struct request *r)
{
    const struct spectators_act of = {.match = r->id, .invite = request_argument(r, "invite")};
    int64_t before = INT64_MAX;
    int64_t limit = SPECTATORS_LINES_MAX;
    int err = 0;
    if (!route_number(r, "before", 1, INT64_MAX, &before) ||
        !route_number(r, "limit", 1, SPECTATORS_LINES_MAX, &limit))
        return;
    json_t *view = reader_spectators(r->reader, &of, &r->asker, before, (int)limit, &err);
    route_view(r, 200, view, err);
}

static void handle_spectators_say(struct request *r)
{
    const struct field fields[] = {
        {"text", FIELD_WORDS, true, &arg(r)->text, 1, STORE_CHAT_BYTES - 1},
        {"invite", FIELD_NAME, false, &arg(r)->invite, 1, STORE_TOKEN_BYTES - 1},
    };
    arg(r)->match = r->id;
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        route_submit(r, spectators_say, arg(r));
}

static const struct route rows[] = {
    ANSWERS("games", 0, handle_games),
    ANSWERS("site", 0, handle_site),
    ANSWERS("events", 0, stream_handle),
    READS("matches", 0, handle_list),
    ORDERS_BY_BODY("matches", POST_PLAYER | ROUTE_LARGE, ORDER_CREATE, body_create, handle_create,
                   finish_create),
    READS("matches/*", 0, handle_match),
    READS("matches/*/preview", 0, page_match_picture),
    READS("matches/*/record", 0, match_record_handle),
    ORDERS_BY_BODY("matches/*/join", POST_PLAYER, ORDER_JOIN, body_join, NULL, finish_match),
    ORDERS_BY_BODY_AT_ONCE("matches/*/moves", POST_PLAYER, ORDER_MOVE, body_move, NULL,
                           finish_move),
    ORDERS_BY_BODY("matches/*/resign", POST_PLAYER, ORDER_RESIGN, body_empty, NULL, finish_match),
    ORDERS_BY_BODY("matches/*/draw", POST_PLAYER, ORDER_DRAW, body_offer, NULL, finish_match),
    ORDERS_BY_BODY("matches/*/takeback", POST_PLAYER, ORDER_TAKEBACK, body_offer, NULL,
                   finish_match),
    ORDERS_BY_BODY("matches/*/abort", POST_PLAYER, ORDER_ABORT, body_empty, NULL, finish_match),
    ORDERS_BY_BODY("matches/*/chat", POST_PLAYER | ROUTE_CHAT | ROUTE_LARGE, ORDER_CHAT, body_chat,
                   NULL, finish_chat),
    READS("matches/*/spectators", 0, handle_spectators),
    ORDERS("matches/*/spectators", POST_PLAYER | ROUTE_MEMBER | ROUTE_CHAT | ROUTE_LARGE,
           handle_spectators_say, finish_chat),
};

const struct route_table routes_matches = {
    .rows = rows, .n = ARRAY_LEN(rows), .arg_bytes = sizeof(struct spectators_act)};
