/* routes_puzzles.c - puzzles that a member solves, and the lessons that they know. */
#include "http/wire/route.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/puzzles/puzzles.h"
#include <stdio.h>
#include <string.h>

static struct puzzle_act *arg(const struct request *r)
{
    return r->arg;
}

enum { HISTORY_MAX = 100 };
enum { LINES_OF_A_CHANGE = 10 }; /* each ten lines of a list cost as much as one change more */

static void submit(struct request *r, int (*apply)(struct work *w, void *context))
{
    snprintf(arg(r)->puzzle, sizeof arg(r)->puzzle, "%.*s", PUZZLES_ID_BYTES - 1, r->name);
    route_submit(r, apply, arg(r));
}

/* The game of the query; "" if there is none, NULL (and 400) if there is no such game. */
static const char *game_argument(struct request *r)
{
    const char *game = request_argument(r, "game");
    if (game == NULL)
        return "";
    const struct game *g = game_find(game);
    if (g == NULL)
        route_no_game(r);
    return g != NULL ? g->name : NULL;
}

/* --- puzzles --- */

static void handle_next(struct request *r)
{
    struct puzzles_wish wish = {.game = game_argument(r), .theme = request_argument(r, "theme")};
    int64_t limit = 1;
    int err = 0;
    if (wish.game == NULL)
        return;
    if (wish.game[0] == '\0') {
        route_no_game(r);
        return;
    }
    if (!route_number(r, "size", 2, SIDE_MAX, &wish.size) ||
        !route_number(r, "rating", 100, 4000, &wish.rating) ||
        !route_number(r, "limit", 1, PUZZLES_NEXT_MAX, &limit))
        return;
    wish.limit = (int)limit;
    json_t *view = reader_puzzles_next(r->reader, &wish, r->asker.id, &err);
    route_view(r, 200, view, err);
}

static void answer_puzzle(struct request *r)
{
    int err = 0;
    json_t *view = reader_puzzle(r->reader, r->name, r->asker.id, &err);
    if (view == NULL && err == ERR_NOT_FOUND)
        answer_error(r, 404, "There is no puzzle %s.", r->name);
    else
        route_view(r, 200, view, err);
}

static void handle_attempt(struct request *r)
{
    const struct field fields[] = {
        {"solved", FIELD_BOOL, true, &arg(r)->solved, 0, 0},
        {"moves", FIELD_TEXT, false, &arg(r)->moves, 0, PUZZLE_LINE_BYTES},
    };
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        submit(r, puzzles_attempt);
}

static void finish_attempt(struct request *r)
{
    int err = 0;
    json_t *view = reader_puzzle_try(r->reader, arg(r), r->asker.id, &err);
    route_view(r, 200, view, err);
}

static void handle_vote(struct request *r)
{
    const struct field fields[] = {{"vote", FIELD_INT, true, &arg(r)->vote, -1, 1}};
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        submit(r, puzzles_vote);
}

static void handle_report(struct request *r)
{
    const struct field fields[] = {
        {"text", FIELD_WORDS, true, &arg(r)->text, 1, PUZZLES_TEXT_BYTES - 1}};
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        submit(r, puzzles_report);
}

static void finish_report(struct request *r)
{
    answer_json(r, 200, JSON_OBJECT({"reported", json_boolean(1)}));
}

/* --- what a player did --- */

static void handle_history(struct request *r)
{
    const char *game = game_argument(r);
    int64_t before = INT64_MAX;
    int64_t limit = 20;
    int err = 0;
    if (game == NULL || !route_number(r, "before", 1, INT64_MAX, &before) ||
        !route_number(r, "limit", 1, HISTORY_MAX, &limit))
        return;
    json_t *view = reader_puzzle_history(r->reader, r->asker.id, game, before, (int)limit, &err);
    route_view(r, 200, view, err);
}

/* The list is checked by `apply`. */
static void submit_list(struct request *r, const char *name,
                        int (*apply)(struct work *w, void *context))
{
    json_t *list = NULL;
    const struct field fields[] = {{name, FIELD_ANY, true, &list, 0, 0}};
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    arg(r)->list = list;
    if (route_pays(r, (int)json_array_size(list) / LINES_OF_A_CHANGE))
        submit(r, apply);
}

static void handle_import(struct request *r)
{
    submit_list(r, "attempts", puzzles_import);
}

static void handle_profile(struct request *r)
{
    int err = 0;
    json_t *view = reader_puzzle_profile(r->reader, r->name, &err);
    if (view == NULL && err == ERR_NOT_FOUND)
        answer_error(r, 404, "There is no player %s.", r->name);
    else
        route_view(r, 200, view, err);
}

/* --- lessons --- */

static void answer_steps(struct request *r)
{
    int err = 0;
    json_t *view = reader_lesson_steps(r->reader, r->asker.id, &err);
    route_view(r, 200, view, err);
}

static void handle_learn(struct request *r)
{
    submit_list(r, "steps", puzzles_learn);
}

/* --- moderators --- */

static void handle_reports(struct request *r)
{
    int64_t before = INT64_MAX;
    int64_t limit = 20;
    int err = 0;
    if (!route_number(r, "before", 1, INT64_MAX, &before) ||
        !route_number(r, "limit", 1, HISTORY_MAX, &limit))
        return;
    json_t *view = reader_puzzle_reports(r->reader, request_argument(r, "closed") != NULL, before,
                                         (int)limit, &err);
    route_view(r, 200, view, err);
}

static void handle_close(struct request *r)
{
    arg(r)->id = r->id;
    if (route_body(r, NULL, 0))
        submit(r, puzzles_close);
}

static void handle_reported(struct request *r)
{
    int64_t before = INT64_MAX;
    int64_t limit = 20;
    int err = 0;
    if (!route_number(r, "before", 1, INT64_MAX, &before) ||
        !route_number(r, "limit", 1, HISTORY_MAX, &limit))
        return;
    json_t *view = reader_puzzles_reported(r->reader, before, (int)limit, &err);
    route_view(r, 200, view, err);
}

static void handle_decide(struct request *r)
{
    const struct field fields[] = {
        {"withdraw", FIELD_BOOL, true, &arg(r)->withdraw, 0, 0},
        {"reason", FIELD_WORDS, true, &arg(r)->text, 1, PUZZLES_TEXT_BYTES - 1},
    };
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        submit(r, puzzles_decide);
}

static void handle_withdrawn(struct request *r)
{
    int err = 0;
    json_t *view = reader_puzzles_withdrawn(r->reader, &err);
    route_view(r, 200, view, err);
}

static void finish_close(struct request *r)
{
    answer_json(r, 200, JSON_OBJECT({"closed", json_boolean(1)}));
}

#define POST_MEMBER (POST_PLAYER | ROUTE_MEMBER)

static const struct route rows[] = {
    READS("puzzles", 0, handle_next),
    READS("puzzles/withdrawn", 0, handle_withdrawn),
    READS("puzzles/@", 0, answer_puzzle),
    ORDERS("puzzles/@/attempt", POST_MEMBER | ROUTE_LARGE, handle_attempt, finish_attempt),
    ORDERS("puzzles/@/vote", POST_MEMBER, handle_vote, answer_puzzle),
    ORDERS("puzzles/@/report", POST_MEMBER | ROUTE_CHAT | ROUTE_LARGE, handle_report,
           finish_report),
    READS("players/@/puzzles", 0, handle_profile),
    READS("account/puzzles", GET_ACCOUNT | ROUTE_MEMBER, handle_history),
    ORDERS("account/puzzles", MEMBER_ACCOUNT | ROUTE_LARGE, handle_import, handle_history),
    READS("account/lessons", GET_ACCOUNT | ROUTE_MEMBER, answer_steps),
    ORDERS("account/lessons", MEMBER_ACCOUNT | ROUTE_LARGE, handle_learn, answer_steps),
    READS("admin/puzzles", ROUTE_PLAYER | ROUTE_SESSION | ROUTE_MODERATOR, handle_reported),
    ORDERS("admin/puzzles/@/decide", POST_PLAYER | ROUTE_SESSION | ROUTE_MODERATOR | ROUTE_LARGE,
           handle_decide, answer_puzzle),
    READS("admin/puzzles/reports", ROUTE_PLAYER | ROUTE_SESSION | ROUTE_MODERATOR, handle_reports),
    ORDERS("admin/puzzles/reports/*/close", POST_PLAYER | ROUTE_SESSION | ROUTE_MODERATOR,
           handle_close, finish_close),
};

const struct route_table routes_puzzles = {
    .rows = rows, .n = ARRAY_LEN(rows), .arg_bytes = sizeof(struct puzzle_act)};
