/* composed_view.c - puzzles that members make, as the API shows them (composed.h). */
#include "platform/json.h"
#include "service/core/view.h"
#include "service/puzzles/composed.h"

#include "base/err.h"
#include "service/core/service_int.h"
#include "service/matches/start_json.h"

static json_t *view_composed(const struct composed *c)
{
    const struct puzzle_row row = composed_row(c);
    return JSON_OBJECT(
        {"id", json_integer(c->id)}, {"state", json_string(composed_state_name[c->state])},
        {"game", json_string(c->game)}, {"width", json_integer(c->width)},
        {"height", json_integer(c->height)}, {"options", json_integer(c->options)},
        {"start", start_json_view(c->start, &row.setup)}, {"moves", view_words(c->moves)},
        {"puzzle", json_string(c->puzzle)}, {"solution", json_string(c->solution)},
        {"others", view_words(c->others)}, {"plies", json_integer(c->plies)},
        {"rating", json_integer(c->rating)}, {"themes", view_words(c->themes)},
        {"at", json_integer(c->at)},
        {"decided_at", c->decided_at != 0 ? json_integer((json_int_t)c->decided_at) : json_null()},
        {"reason", json_string(c->reason)}, {"by", view_player(&c->by)});
}

json_t *reader_composed(struct reader *r, int64_t id, int *err)
{
    struct store *store = reader_store(r);
    struct composed c;
    *err = store_begin(store);
    if (*err < 0)
        return NULL;
    *err = composed_get(store, id, &c);
    store_end(store);
    return *err < 0 ? NULL : view_composed(&c);
}

struct page {
    json_t *list;
    int64_t last;
    int n, limit;
};

static void on_composed(void *context, const struct composed *c)
{
    struct page *p = context;
    if (p->n++ >= p->limit)
        return;
    p->last = c->id;
    json_array_append_new(p->list, view_composed(c));
}

static json_t *answer_page(struct page *p, int n, int *err)
{
    *err = n < 0 ? n : 0;
    if (n < 0) {
        json_decref(p->list);
        return NULL;
    }
    return JSON_OBJECT({"composed", p->list},
                       {"next", p->n > p->limit ? json_integer((json_int_t)p->last) : json_null()});
}

json_t *reader_composed_of(struct reader *r, int64_t player, int64_t before, int limit, int *err)
{
    struct store *store = reader_store(r);
    struct page p = {.list = json_array(), .limit = limit};
    int n = store_begin(store);
    if (n == 0) {
        n = composed_of(store, player, before, limit + 1, on_composed, &p);
        store_end(store);
    }
    return answer_page(&p, n, err);
}

json_t *reader_composed_waiting(struct reader *r, int64_t before, int limit, int *err)
{
    struct store *store = reader_store(r);
    struct page p = {.list = json_array(), .limit = limit};
    int n = store_begin(store);
    if (n == 0) {
        n = composed_in(store, COMPOSED_UNIQUE, before, limit + 1, on_composed, &p);
        store_end(store);
    }
    return answer_page(&p, n, err);
}

json_t *reader_composed_job(struct reader *r, int64_t id, int *err)
{
    struct store *store = reader_store(r);
    struct composed c;
    *err = store_begin(store);
    if (*err < 0)
        return NULL;
    *err = composed_get(store, id, &c);
    store_end(store);
    if (*err < 0)
        return NULL;
    json_t *view = view_composed(&c);
    json_object_set_new(view, "placed", json_string(c.start));
    json_object_set_new(view, "nodes", json_integer(COMPOSED_NODES));
    return view;
}
