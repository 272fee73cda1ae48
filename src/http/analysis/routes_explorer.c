/* routes_explorer.c - the opening explorer, and the engine's games that it counts. */
#include "http/wire/route.h"

#include "base/err.h"
#include "service/analysis/collection.h"
#include "service/analysis/explorer.h"
#include "service/analysis/opening_statistics.h"
#include <string.h>

/* game, size, seats, swap and jacked; what is not given is as the game has it. */
static bool setup_argument(struct request *r, struct setup *out, struct text *why)
{
    const char *name = request_argument(r, "game");
    const struct game *game = name != NULL ? game_find(name) : NULL;
    if (game == NULL) {
        route_no_game(r);
        return false;
    }
    struct setup s = setup_default(game->id);
    int width = s.width;
    int height = s.height;
    int64_t swap = (s.options & OPTION_SWAP) != 0;
    int64_t jacked = (s.options & OPTION_JACKED) != 0;
    int64_t seats = s.players;
    if (!route_size(r, &width, &height) || !route_number(r, "swap", 0, 1, &swap) ||
        !route_number(r, "jacked", 0, 1, &jacked) ||
        !route_number(r, "seats", 2, STORE_SEATS_MAX, &seats))
        return false;
    s.width = (uint8_t)width;
    s.height = (uint8_t)height;
    s.players = (uint8_t)seats;
    s.options = (uint8_t)((swap != 0 ? OPTION_SWAP : 0) | (jacked != 0 ? OPTION_JACKED : 0));
    *out = s;
    return setup_check(&s, why) >= 0;
}

/* source: all, players or engine. */
static bool source_argument(struct request *r, struct explorer_ask *a)
{
    const char *name = request_argument(r, "source");
    a->source = EXPLORER_ALL;
    if (name == NULL)
        return true;
    for (int i = 0; i < EXPLORER_SOURCE_N; i++) {
        a->source = (enum explorer_source)i;
        if (strcmp(name, explorer_source_name[i]) == 0)
            return true;
    }
    answer_error(r, 400, "source must be all, players or engine.");
    return false;
}

static bool filter_arguments(struct request *r, struct explorer_ask *a)
{
    enum { RATING_MAX = 4000 };
    int64_t since = EXPLORER_YEAR_MIN;
    int64_t until = EXPLORER_YEAR_MAX;
    int64_t rated = -1;
    int64_t least = 0;
    int64_t most = 0;
    if (!route_number(r, "since", EXPLORER_YEAR_MIN, EXPLORER_YEAR_MAX, &since) ||
        !route_number(r, "until", EXPLORER_YEAR_MIN, EXPLORER_YEAR_MAX, &until) ||
        !route_number(r, "rated", 0, 1, &rated) ||
        !route_number(r, "rating_min", 0, RATING_MAX, &least) ||
        !route_number(r, "rating_max", 0, RATING_MAX, &most))
        return false;
    a->since = (int)since;
    a->until = (int)until;
    a->rated = (int)rated;
    a->rating_min = (int)least;
    a->rating_max = (int)most;
    if (least % 100 != 0 || most % 100 != 0) {
        answer_error(r, 400, "rating_min and rating_max must be multiples of 100.");
        return false;
    }
    if (a->source != EXPLORER_ENGINE || (a->rated < 0 && least == 0 && most == 0))
        return true;
    answer_error(r, 400,
                 "Games of the engine against itself have no ratings: leave out rated, "
                 "rating_min and rating_max, or source.");
    return false;
}

static void handle_explorer(struct request *r)
{
    char buf[160];
    struct text why;
    struct explorer_ask ask = {.moves = request_argument(r, "moves")};
    int err = 0;
    text_init(&why, buf, sizeof buf);
    if (!setup_argument(r, &ask.setup, &why)) {
        if (!request_answered(r))
            answer_error(r, 400, "%s", buf);
        return;
    }
    if (!source_argument(r, &ask) || !filter_arguments(r, &ask))
        return;
    if (ask.moves == NULL)
        ask.moves = "";
    json_t *view = reader_explorer(r->reader, &ask, &err, &why);
    if (view != NULL)
        answer_json(r, 200, view);
    else if (err == ERR_ILLEGAL)
        answer_error(r, 400, "%s", buf);
    else
        route_read_error(r, err);
}

/* opening=d4,e5 on the board of the other arguments, as in a search of matches. */
static bool opening_argument(struct request *r, struct collection_ask *a)
{
    const char *moves = request_argument(r, "opening");
    char buf[160];
    struct text why;
    struct setup setup;
    if (moves == NULL)
        return true;
    text_init(&why, buf, sizeof buf);
    if (!setup_argument(r, &setup, &why) ||
        !opening_statistics_read(&setup, moves, &a->opening, &why)) {
        if (!request_answered(r))
            answer_error(r, 400, "%s", buf);
        return false;
    }
    a->has_opening = true;
    return true;
}

static void handle_collection(struct request *r)
{
    const char *game = NULL;
    struct collection_ask ask = {.game = NULL};
    int64_t limit = 20;
    int err = 0;
    if (!route_game(r, &game) || !route_number(r, "before", 1, INT64_MAX, &ask.before) ||
        !route_number(r, "limit", 1, SERVICE_LIST_MAX, &limit) ||
        !route_size(r, &ask.width, &ask.height) || !opening_argument(r, &ask))
        return;
    ask.game = game != NULL ? game_find(game) : NULL;
    ask.limit = (int)limit;
    json_t *view = reader_collection(r->reader, &ask, &err);
    route_view(r, 200, view, err);
}

static const struct route rows[] = {
    READS("collection", 0, handle_collection),
    READS("collection/*/record", 0, match_record_of_engine),
    READS("explorer", 0, handle_explorer),
};

const struct route_table routes_explorer = {.rows = rows, .n = ARRAY_LEN(rows)};
