/* puzzles_view.c - puzzles and lessons as the API shows them (puzzles.h). */
#include "platform/json.h"
#include "service/core/view.h"
#include "service/puzzles/puzzles.h"

#include "base/err.h"
#include "service/core/service_int.h"
#include "service/matches/start_json.h"
#include "service/puzzles/composed.h"
#include "service/ratings/glicko.h"
#include "service/ratings/ratings.h"
#include <stdlib.h>
#include <string.h>

enum {
    SMALL_BOARD = 24, /* points of a small board at most … */
    SMALL_PART = 10,  /* … on which one of so many offers is */
    NEAREST = 24,     /* of so many that are near, the next ones are taken */
    MADE_MAX = 1000,  /* puzzles of members that are offered in a game */
};

/* The record of docs/PUZZLES.md without the solution; `now` may be NULL. */
static json_t *view_puzzle(const struct puzzle_row *row, const struct puzzles_puzzle *now)
{
    int rating = now != NULL ? ratings_points(now->now.rating) : row->rating;
    return JSON_OBJECT(
        {"id", json_string(row->id)}, {"game", json_string(games[row->setup.game]->name)},
        {"width", json_integer(row->setup.width)}, {"height", json_integer(row->setup.height)},
        {"options", json_integer(row->setup.options)},
        {"start", start_json_view(row->start, &row->setup)}, {"moves", view_words(row->moves)},
        {"goal", json_integer(row->goal)}, {"plies", json_integer(row->plies)},
        {"themes", view_words(row->themes)}, {"rating", json_integer(rating)},
        {"tries", json_integer(now != NULL ? now->now.tries : 0)},
        {"solved", json_integer(now != NULL ? now->now.solved : 0)},
        {"up", json_integer(now != NULL ? now->up : 0)},
        {"down", json_integer(now != NULL ? now->down : 0)},
        {"author", row->author != NULL ? json_string(row->author) : json_null()});
}

static json_t *view_withdrawn(const struct puzzles_puzzle *now)
{
    return now != NULL && now->withdrawn_at != 0
               ? JSON_OBJECT({"at", json_integer(now->withdrawn_at)},
                             {"reason", json_string(now->reason)})
               : json_null();
}

static json_t *view_try(const struct puzzles_try *t)
{
    json_t *out = JSON_OBJECT({"id", json_integer(t->id)}, {"puzzle", json_string(t->puzzle)},
                              {"game", json_string(t->game)}, {"at", json_integer(t->at)},
                              {"solved", json_boolean(t->solved)},
                              {"rated", json_boolean(t->rated)}, {"vote", json_integer(t->vote)});
    if (t->rated) {
        json_object_set_new(out, "before", json_integer(ratings_points(t->before)));
        json_object_set_new(out, "rating", json_integer(ratings_points(t->rating)));
    }
    if (t->report[0] != '\0')
        json_object_set_new(out, "report", json_string(t->report));
    return out;
}

static json_t *view_solver(const struct puzzles_solver *p)
{
    return JSON_OBJECT(
        {"game", json_string(p->game)}, {"rating", json_integer(ratings_points(p->now.rating))},
        {"deviation", json_integer(ratings_points(p->now.deviation))},
        {"tries", json_integer(p->now.tries)}, {"solved", json_integer(p->now.solved)});
}

/* --- what to try next --- */

struct candidate {
    int row;
    int rating;
    int distance;
    uint64_t order; /* among those that are near */
};

/* Rows are those of the program, then those that members have made: the latest of the game, by
 * name. */
struct shelf {
    struct puzzle_row *made;   /* texts: their composed's */
    struct composed *composed; /* [MADE_MAX] */
    int made_n;
    int *rating; /* [row] now */
    bool *tried; /* [row] by the asker, or theirs, or withdrawn */
    int tries_n;
};

static const struct puzzle_row *row_at(const struct shelf *shelf, int row)
{
    return row < puzzle_rows_n ? &puzzle_rows[row] : &shelf->made[row - puzzle_rows_n];
}

static int index_of(const struct shelf *shelf, const char *id)
{
    const struct puzzle_row *row = puzzle_shelf_find(id);
    if (row != NULL)
        return (int)(row - puzzle_rows);
    int low = 0;
    for (int high = shelf->made_n; low < high;) {
        int middle = low + (high - low) / 2;
        if (strcmp(shelf->composed[middle].puzzle, id) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool is_made = low < shelf->made_n && strcmp(shelf->composed[low].puzzle, id) == 0;
    return is_made ? puzzle_rows_n + low : -1;
}

static void on_made(void *context, const struct composed *c)
{
    struct shelf *shelf = context;
    shelf->composed[shelf->made_n++] = *c;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct composed *)a)->puzzle, ((const struct composed *)b)->puzzle);
}

static void free_shelf(struct shelf *shelf)
{
    free(shelf->made);
    free(shelf->composed);
    free(shelf->rating);
    free(shelf->tried);
}

static void on_rated(void *context, const struct puzzles_puzzle *p)
{
    struct shelf *shelf = context;
    int row = index_of(shelf, p->id);
    if (row >= 0) {
        shelf->rating[row] = ratings_points(p->now.rating);
        shelf->tried[row] = p->withdrawn_at != 0;
    }
}

static void on_tried(void *context, const struct puzzles_try *t)
{
    struct shelf *shelf = context;
    int row = index_of(shelf, t->puzzle);
    if (row >= 0)
        shelf->tried[row] = true;
    shelf->tries_n++;
}

static int by_distance(const void *a, const void *b)
{
    const struct candidate *x = a;
    const struct candidate *y = b;
    return x->distance != y->distance ? x->distance - y->distance : x->row - y->row;
}

static int by_order(const void *a, const void *b)
{
    const struct candidate *x = a;
    const struct candidate *y = b;
    return (x->order > y->order) - (x->order < y->order);
}

/* Those that fit, the nearest in front; returns their number. */
static int choose(const struct puzzles_wish *wish, const struct shelf *shelf, int target,
                  struct candidate *out)
{
    int n = 0;
    for (int i = 0; i < puzzle_rows_n + shelf->made_n; i++) {
        const struct puzzle_row *row = row_at(shelf, i);
        if (shelf->tried[i] || strcmp(games[row->setup.game]->name, wish->game) != 0 ||
            (wish->size != 0 && row->setup.width != wish->size) ||
            (wish->theme != NULL && !puzzle_shelf_has_theme(row, wish->theme)))
            continue;
        out[n++] = (struct candidate){i, shelf->rating[i], abs(shelf->rating[i] - target), 0};
    }
    qsort(out, (size_t)n, sizeof *out, by_distance);
    return n;
}

/* Puts those to the front that are offered, the nearest of n, and returns their number. Small
 * boards teach the rules, but people play on others: few are offered while there are others. */
static int mix(const struct shelf *shelf, struct candidate *found, int n, bool any)
{
    int near = 0;
    int small = 0;
    for (int i = 0; i < n && near < NEAREST; i++) {
        const struct setup *s = &row_at(shelf, found[i].row)->setup;
        if (!any && s->width * s->height <= SMALL_BOARD && ++small > NEAREST / SMALL_PART)
            continue;
        struct candidate one = found[i];
        found[i] = found[near];
        found[near++] = one;
    }
    return near;
}

static int load_shelf(struct store *store, const char *game, int64_t asker, struct shelf *shelf)
{
    shelf->composed = calloc(MADE_MAX, sizeof *shelf->composed);
    if (shelf->composed == NULL)
        return ERR_NO_MEMORY;
    int err = composed_published(store, game, MADE_MAX, on_made, shelf);
    qsort(shelf->composed, (size_t)shelf->made_n, sizeof *shelf->composed, by_name);
    size_t n = (size_t)puzzle_rows_n + (size_t)shelf->made_n + 1;
    shelf->made = calloc((size_t)shelf->made_n + 1, sizeof *shelf->made);
    shelf->rating = calloc(n, sizeof *shelf->rating);
    shelf->tried = calloc(n, sizeof *shelf->tried);
    if (shelf->made == NULL || shelf->rating == NULL || shelf->tried == NULL)
        return ERR_NO_MEMORY;
    for (int i = 0; i < shelf->made_n; i++)
        shelf->made[i] = composed_row(&shelf->composed[i]);
    for (int i = 0; i + 1 < (int)n; i++)
        shelf->rating[i] = row_at(shelf, i)->rating;
    if (err == 0)
        err = puzzles_of_game(store, game, on_rated, shelf);
    /* One for each puzzle at most. */
    if (err == 0 && asker != 0)
        err = puzzles_tries(store, asker, game, INT64_MAX, (int)n, on_tried, shelf);
    for (int i = 0; i < shelf->made_n; i++)
        if (shelf->composed[i].player == asker)
            shelf->tried[puzzle_rows_n + i] = true;
    return err < 0 ? err : 0;
}

json_t *reader_puzzles_next(struct reader *r, const struct puzzles_wish *wish, int64_t asker,
                            int *err)
{
    struct store *store = reader_store(r);
    struct shelf shelf = {.tries_n = 0};
    struct puzzles_solver solver = {.now.rating = (int64_t)puzzle_shelf_middle(wish->game) * 1000};
    struct candidate *found = NULL;
    bool known = false;
    json_t *list = NULL;
    *err = store_begin(store);
    if (*err < 0)
        return NULL;
    if (asker != 0) {
        *err = puzzles_solver_get(store, asker, wish->game, &solver);
        known = *err == 0;
        if (*err == ERR_NOT_FOUND)
            *err = 0;
    }
    if (*err == 0)
        *err = load_shelf(store, wish->game, asker, &shelf);
    store_end(store);
    if (*err == 0)
        found = calloc((size_t)puzzle_rows_n + (size_t)shelf.made_n + 1, sizeof *found);
    if (*err == 0 && found == NULL)
        *err = ERR_NO_MEMORY;
    if (*err != 0)
        goto out;
    int target = wish->rating != 0 ? (int)wish->rating : ratings_points(solver.now.rating);
    int n = choose(wish, &shelf, target, found);
    int near = mix(&shelf, found, n, wish->size != 0);
    /* The same ones until one of them was tried; then others. */
    for (int i = 0; i < near; i++)
        found[i].order =
            rng_mix((uint64_t)found[i].row << 32 ^ (uint64_t)asker << 12 ^ (uint64_t)shelf.tries_n);
    qsort(found, (size_t)near, sizeof *found, by_order);
    list = json_array();
    for (int i = 0; i < near && i < wish->limit; i++) {
        json_t *one = view_puzzle(row_at(&shelf, found[i].row), NULL);
        json_object_set_new(one, "rating", json_integer(found[i].rating));
        json_array_append_new(list, one);
    }
out:
    free(found);
    free_shelf(&shelf);
    if (*err != 0)
        return NULL;
    return JSON_OBJECT({"puzzles", list}, {"you", known ? view_solver(&solver) : json_null()});
}

/* --- one puzzle --- */

/* The puzzle and the asker's attempt at it, if there is one. */
static int load_one(struct reader *r, const char *id, int64_t asker, struct puzzle_found *found,
                    struct puzzles_puzzle *puzzle, bool *rated, struct puzzles_try *t, bool *tried)
{
    struct store *store = reader_store(r);
    int err = store_begin(store);
    if (err < 0)
        return err;
    err = composed_find(store, id, found);
    if (err < 0) {
        store_end(store);
        return err;
    }
    err = puzzles_get(store, id, puzzle);
    *rated = err == 0;
    *tried = false;
    if ((err == 0 || err == ERR_NOT_FOUND) && asker != 0) {
        err = puzzles_try_get(store, asker, id, t);
        *tried = err == 0;
    }
    store_end(store);
    return err == ERR_NOT_FOUND ? 0 : err;
}

json_t *reader_puzzle(struct reader *r, const char *id, int64_t asker, int *err)
{
    struct puzzle_found found;
    struct puzzles_puzzle puzzle;
    struct puzzles_try t;
    bool rated;
    bool tried;
    *err = load_one(r, id, asker, &found, &puzzle, &rated, &t, &tried);
    if (*err < 0)
        return NULL;
    json_t *out = view_puzzle(&found.row, rated ? &puzzle : NULL);
    json_object_set_new(out, "withdrawn", view_withdrawn(rated ? &puzzle : NULL));
    json_object_set_new(out, "you", tried ? view_try(&t) : json_null());
    return out;
}

json_t *reader_puzzle_try(struct reader *r, const struct puzzle_act *a, int64_t asker, int *err)
{
    struct puzzle_found found;
    struct puzzles_puzzle puzzle;
    struct puzzles_try t;
    bool rated;
    bool tried;
    *err = load_one(r, a->puzzle, asker, &found, &puzzle, &rated, &t, &tried);
    if (*err == 0 && !tried)
        *err = ERR_NOT_FOUND;
    if (*err < 0)
        return NULL;
    json_t *out = view_try(&t);
    json_object_set_new(out, "first", json_boolean(!a->again));
    json_object_set_new(out, "why", a->why != NULL ? json_string(a->why) : json_null());
    return out;
}

/* --- what a player did --- */

struct page {
    json_t *list;
    int64_t last;
    int n, limit;
};

static json_t *answer_page(struct page *p, const char *name, int *err)
{
    if (*err < 0) {
        json_decref(p->list);
        return NULL;
    }
    return JSON_OBJECT({name, p->list},
                       {"next", p->n > p->limit ? json_integer(p->last) : json_null()});
}

static void on_try(void *context, const struct puzzles_try *t)
{
    struct page *p = context;
    if (p->n++ >= p->limit)
        return;
    p->last = t->id;
    json_array_append_new(p->list, view_try(t));
}

json_t *reader_puzzle_history(struct reader *r, int64_t player, const char *game, int64_t before,
                              int limit, int *err)
{
    struct store *store = reader_store(r);
    struct page p = {.list = json_array(), .limit = limit};
    *err = store_begin(store);
    if (*err == 0) {
        int n = puzzles_tries(store, player, game, before, limit + 1, on_try, &p);
        *err = n < 0 ? n : 0;
        store_end(store);
    }
    return answer_page(&p, "attempts", err);
}

struct profile {
    json_t *games, *graph;
    json_t *made;   /* {"l7a0f23c1": "cut count"}: themes of puzzles by members */
    json_t *themes; /* {"game": {"theme": [tries, solved]}} */
};

static void on_solver(void *context, const struct puzzles_solver *p)
{
    const struct profile *out = context;
    json_array_append_new(out->games, view_solver(p));
}

static void count_theme(json_t *themes, const char *game, const char *theme, bool solved)
{
    json_t *of = json_object_get(themes, game);
    if (of == NULL) {
        of = json_object();
        json_object_set_new(themes, game, of);
    }
    json_t *one = json_object_get(of, theme);
    if (one == NULL) {
        one = JSON_OBJECT({"tries", json_integer(0)}, {"solved", json_integer(0)});
        json_object_set_new(of, theme, one);
    }
    json_t *tries = json_object_get(one, "tries");
    json_t *right = json_object_get(one, "solved");
    json_integer_set(tries, json_integer_value(tries) + 1);
    json_integer_set(right, json_integer_value(right) + solved);
}

static void on_profile_try(void *context, const struct puzzles_try *t)
{
    const struct profile *out = context;
    const struct puzzle_row *row = puzzle_shelf_find(t->puzzle);
    if (t->rated)
        json_array_append_new(
            out->graph, JSON_OBJECT({"game", json_string(t->game)}, {"at", json_integer(t->at)},
                                    {"rating", json_integer(ratings_points(t->rating))}));
    const char *made = json_string_value(json_object_get(out->made, t->puzzle));
    json_t *themes = view_words(row != NULL ? row->themes : made != NULL ? made : "");
    for (size_t i = 0; i < json_array_size(themes); i++)
        count_theme(out->themes, t->game, json_string_value(json_array_get(themes, i)), t->solved);
    json_decref(themes);
}

static void on_made_try(void *context, const struct composed *c)
{
    json_object_set_new(context, c->puzzle, json_string(c->themes));
}

json_t *reader_puzzle_profile(struct reader *r, const char *name, int *err)
{
    struct store *store = reader_store(r);
    int64_t player = reader_player_named(r, name, err);
    if (*err < 0)
        return NULL;
    struct profile out = {json_array(), json_array(), json_object(), json_object()};
    *err = store_begin(store);
    if (*err == 0) {
        *err = puzzles_solvers_of(store, player, on_solver, &out);
        if (*err == 0)
            *err = composed_tried(store, player, on_made_try, out.made);
        if (*err == 0) {
            int n = puzzles_tries(store, player, "", INT64_MAX, PUZZLES_GRAPH_MAX, on_profile_try,
                                  &out);
            *err = n < 0 ? n : 0;
        }
        store_end(store);
    }
    json_decref(out.made);
    json_t *view = JSON_OBJECT({"games", out.games}, {"graph", out.graph}, {"themes", out.themes});
    if (*err == 0)
        return view;
    json_decref(view);
    return NULL;
}

static void on_report(void *context, const struct puzzles_report *report)
{
    struct page *p = context;
    if (p->n++ >= p->limit)
        return;
    p->last = report->id;
    json_array_append_new(
        p->list,
        JSON_OBJECT(
            {"id", json_integer(report->id)}, {"puzzle", json_string(report->puzzle)},
            {"text", json_string(report->text)}, {"at", json_integer(report->at)},
            {"by", view_player(&report->by)},
            {"closed_at", report->closed_at != 0 ? json_integer(report->closed_at) : json_null()}));
}

json_t *reader_puzzle_reports(struct reader *r, bool closed, int64_t before, int limit, int *err)
{
    struct store *store = reader_store(r);
    struct page p = {.list = json_array(), .limit = limit};
    *err = store_begin(store);
    if (*err == 0) {
        int n = puzzles_reports(store, closed, before, limit + 1, on_report, &p);
        *err = n < 0 ? n : 0;
        store_end(store);
    }
    return answer_page(&p, "reports", err);
}

/* --- moderators --- */

struct reported {
    json_t *list; /* [{"puzzle":"l…","count":2,"reports":[…]}] */
    int limit;
    int64_t last; /* the newest report of the last puzzle */
};

static json_t *find_reported(json_t *list, const char *puzzle)
{
    size_t i;
    json_t *one;
    json_array_foreach(list, i, one)
    {
        if (strcmp(json_string_value(json_object_get(one, "id")), puzzle) == 0)
            return one;
    }
    return NULL;
}

static void on_reported(void *context, const struct puzzles_report *report)
{
    struct reported *out = context;
    json_t *one = find_reported(out->list, report->puzzle);
    if (one == NULL) {
        one = json_pack("{ss s[]}", "id", report->puzzle, "reports");
        json_array_append_new(out->list, one);
        out->last = report->id;
    }
    json_array_append_new(
        json_object_get(one, "reports"),
        JSON_OBJECT({"id", json_integer(report->id)}, {"text", json_string(report->text)},
                    {"at", json_integer(report->at)}, {"by", view_player(&report->by)}));
}

/* Adds the moderators' view of a puzzle. */
static int show_reported(struct store *store, json_t *one)
{
    struct puzzle_found found;
    const struct puzzle_row *row = &found.row;
    struct puzzles_puzzle now;
    int err = composed_find(store, json_string_value(json_object_get(one, "id")), &found);
    if (err == 0)
        err = puzzles_get(store, row->id, &now);
    if (err < 0)
        return err == ERR_NOT_FOUND ? 0 : err; /* of another version of the collection */
    json_t *puzzle = view_puzzle(row, &now);
    json_object_set_new(puzzle, "solution", json_string(row->solution));
    json_object_set_new(puzzle, "withdrawn", view_withdrawn(&now));
    json_object_set_new(one, "puzzle", puzzle);
    return 0;
}

json_t *reader_puzzles_reported(struct reader *r, int64_t before, int limit, int *err)
{
    struct store *store = reader_store(r);
    struct reported out = {.list = json_array(), .limit = limit};
    *err = store_begin(store);
    if (*err == 0) {
        int n = puzzles_reported(store, before, limit, PUZZLES_SHOWN_MAX, on_reported, &out);
        *err = n < 0 ? n : 0;
        for (size_t i = 0; *err == 0 && i < json_array_size(out.list); i++)
            *err = show_reported(store, json_array_get(out.list, i));
        store_end(store);
    }
    if (*err < 0) {
        json_decref(out.list);
        return NULL;
    }
    bool more = (int)json_array_size(out.list) == limit;
    return JSON_OBJECT({"reported", out.list},
                       {"next", more ? json_integer((json_int_t)out.last) : json_null()});
}

static void on_withdrawn(void *context, const char *puzzle)
{
    json_array_append_new(context, json_string(puzzle));
}

json_t *reader_puzzles_withdrawn(struct reader *r, int *err)
{
    struct store *store = reader_store(r);
    json_t *list = json_array();
    *err = store_begin(store);
    if (*err == 0) {
        *err = puzzles_withdrawn(store, on_withdrawn, list);
        store_end(store);
    }
    if (*err == 0)
        return JSON_OBJECT({"puzzles", list});
    json_decref(list);
    return NULL;
}

/* --- lessons --- */

static void on_step(void *context, const char *step, int64_t at)
{
    json_array_append_new(context,
                          JSON_OBJECT({"step", json_string(step)}, {"at", json_integer(at)}));
}

json_t *reader_lesson_steps(struct reader *r, int64_t player, int *err)
{
    struct store *store = reader_store(r);
    json_t *list = json_array();
    *err = store_begin(store);
    if (*err == 0) {
        *err = puzzles_steps(store, player, on_step, list);
        store_end(store);
    }
    if (*err == 0)
        return JSON_OBJECT({"steps", list});
    json_decref(list);
    return NULL;
}
