#include "service/analysis/opponents.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/core/service_int.h"
#include "service/core/view.h"
#include "service/ratings/ratings.h"
#include "store/ratings/statistics.h"

enum { ROWS_MAX = 200 }; /* wins that are read to find OPPONENTS_BEATEN players */

static void on_sum(void *context, const struct statistics_sum *s)
{
    double plies = s->matches > 0 ? (double)s->plies / (double)s->matches : 0;
    json_array_append_new(
        context,
        JSON_OBJECT({"game", json_string(s->game)}, {"width", json_integer(s->width)},
                    {"height", json_integer(s->height)}, {"matches", json_integer(s->matches)},
                    {"won", json_integer(s->won)}, {"drawn", json_integer(s->drawn)},
                    {"lost", json_integer((json_int_t)(s->matches - s->won - s->drawn))},
                    {"rated", json_integer(s->rated)},
                    {"plies", json_real((double)(int64_t)(plies * 10 + 0.5) / 10)}));
}

struct winners {
    json_t *list;
    int64_t told[OPPONENTS_BEATEN]; /* their ids */
    int n;
};

/* Each player comes once, with their win over the highest rating. */
static void on_beaten(void *context, const struct statistics_beaten *b)
{
    struct winners *w = context;
    if (w->n == OPPONENTS_BEATEN)
        return;
    for (int i = 0; i < w->n; i++)
        if (w->told[i] == b->player.id)
            return;
    w->told[w->n++] = b->player.id;
    json_array_append_new(
        w->list, JSON_OBJECT({"match", json_integer(b->match)}, {"at", json_integer(b->created_at)},
                             {"game", json_string(b->game)}, {"player", view_player(&b->player)},
                             {"rating", json_integer(ratings_points(b->rating))},
                             {"provisional",
                              json_boolean(ratings_points(b->deviation) >= RATINGS_PROVISIONAL)}));
}

static json_t *read_level(struct store *s, int level, int *err)
{
    json_t *boards = json_array();
    struct winners winners = {.list = json_array()};
    bool more = false;
    *err = store_begin(s);
    if (*err == 0) {
        *err = statistics_level(s, level, OPPONENTS_MATCHES, on_sum, boards);
        if (*err == 0)
            *err = statistics_beaten(s, level, OPPONENTS_MATCHES, ROWS_MAX, on_beaten, &winners);
        if (*err == 0)
            *err = statistics_level_more(s, level, OPPONENTS_MATCHES, &more);
        store_end(s);
    }
    json_t *view =
        JSON_OBJECT({"level", json_integer(level)}, {"newest", json_integer(OPPONENTS_MATCHES)},
                    {"more", json_boolean(more)}, {"boards", boards}, {"beaten", winners.list});
    if (*err < 0) {
        json_decref(view);
        return NULL;
    }
    return view;
}

json_t *reader_opponent(struct reader *r, int64_t level, int *err)
{
    if (level < 1 || level > SERVICE_LEVEL_MAX) {
        *err = ERR_NOT_FOUND;
        return NULL;
    }
    struct reader_kept *kept = reader_kept(r, (int)level);
    int64_t now = service_steady(reader_service(r));
    *err = 0;
    if (kept->view == NULL || now >= kept->until) {
        json_t *view = read_level(reader_store(r), (int)level, err);
        if (view == NULL)
            return NULL;
        json_decref(kept->view);
        *kept = (struct reader_kept){view, now + OPPONENTS_KEPT_MS};
    }
    return json_incref(kept->view);
}
