#include "service/analysis/explorer.h"

#include "base/err.h"
#include "platform/json.h"
#include "rules/position.h"
#include "service/analysis/collection.h"
#include "service/analysis/explored.h"
#include "service/analysis/opening_statistics.h"
#include "store/analysis/explorer.h"
#include <stdlib.h>

enum { CHILDREN_MAX = MOVES_MAX };

const char *const explorer_source_name[EXPLORER_SOURCE_N] = {
    [EXPLORER_ALL] = "all",
    [EXPLORER_PLAYERS] = "players",
    [EXPLORER_ENGINE] = "engine",
};

struct child {
    struct explorer_sum sum;
    json_t *words; /* the moves that lead there; NULL: no match has this position */
};

struct found {
    struct child list[CHILDREN_MAX];
    int n;
};

static int find_child(const struct found *f, int64_t key)
{
    int at = 0;
    while (at < f->n && f->list[at].sum.child != key)
        at++;
    return at;
}

static void on_sum(void *context, const struct explorer_sum *sum)
{
    struct found *f = context;
    int at = find_child(f, sum->child);
    if (at == CHILDREN_MAX)
        return;
    if (at == f->n)
        f->list[f->n++] = (struct child){.sum = {.child = sum->child}};
    struct explorer_sum *all = &f->list[at].sum;
    all->n += sum->n;
    all->engine += sum->engine;
    all->ratings += sum->ratings;
    all->ratings_n += sum->ratings_n;
    for (int i = 0; i < STORE_SEATS_MAX; i++)
        all->wins[i] += sum->wins[i];
}

/* Finds the moves that lead to the positions that were found. On a symmetrical board several moves
 * can lead to one. */
static void name_moves(const struct position *p, struct found *f)
{
    move_t moves[MOVES_MAX];
    int n = f->n > 0 ? position_legal(p, moves) : 0;
    for (int i = 0; i < n; i++) {
        char text[MOVE_TEXT_BYTES];
        struct position after = *p;
        position_play_legal(&after, moves[i]);
        int at = find_child(f, opening_statistics_key(&after));
        if (at == f->n)
            continue;
        if (f->list[at].words == NULL)
            f->list[at].words = json_array();
        move_print(moves[i], p->setup.width, text);
        json_array_append_new(f->list[at].words, json_string(text));
    }
}

static int by_count(const void *a, const void *b)
{
    const struct explorer_sum *x = &((const struct child *)a)->sum;
    const struct explorer_sum *y = &((const struct child *)b)->sum;
    if (x->n != y->n)
        return x->n > y->n ? -1 : 1;
    return x->child < y->child ? -1 : x->child > y->child;
}

static json_t *view_sum(const struct explorer_sum *s, json_t *words, int players)
{
    json_t *wins = json_array();
    int64_t won = 0;
    for (int i = 0; i < players; i++) {
        json_array_append_new(wins, json_integer((json_int_t)s->wins[i]));
        won += s->wins[i];
    }
    return JSON_OBJECT(
        {"moves", words}, {"n", json_integer(s->n)}, {"engine", json_integer(s->engine)},
        {"wins", wins}, {"draws", json_integer((json_int_t)(s->n - won))},
        {"rating",
         s->ratings_n > 0 ? json_integer((json_int_t)(s->ratings / s->ratings_n)) : json_null()});
}

static json_t *view(const struct position *p, struct found *f)
{
    json_t *list = json_array();
    int64_t n = 0;
    int64_t engine = 0;
    qsort(f->list, (size_t)f->n, sizeof f->list[0], by_count);
    for (int i = 0; i < f->n; i++) {
        const struct child *c = &f->list[i];
        if (c->words == NULL)
            continue; /* another position has the same key */
        n += c->sum.n;
        engine += c->sum.engine;
        json_array_append_new(list, view_sum(&c->sum, c->words, p->setup.players));
    }
    return JSON_OBJECT({"ply", json_integer((int)p->ply)}, {"plies", json_integer(EXPLORED_PLIES)},
                       {"n", json_integer(n)}, {"engine", json_integer(engine)}, {"moves", list});
}

/* Whether the filter needs data that only players' matches have: a rating, a year, or whether they
 * are rated. */
static bool asks_for_players(const struct explorer_ask *a)
{
    return a->source == EXPLORER_PLAYERS || a->rated >= 0 || a->rating_min > 0 ||
           a->rating_max > 0 || a->since > EXPLORER_YEAR_MIN || a->until < EXPLORER_YEAR_MAX;
}

json_t *reader_explorer(struct reader *r, const struct explorer_ask *a, int *err, struct text *why)
{
    struct store *store = reader_store(r);
    struct position p;
    if (!opening_statistics_position(&a->setup, a->moves, EXPLORED_PLIES, &p, why)) {
        *err = ERR_ILLEGAL;
        return NULL;
    }
    bool by_rating = a->rating_min > 0 || a->rating_max > 0;
    const struct explorer_filter filter = {
        .position = opening_statistics_key(&p),
        .since = a->since,
        .until = a->until,
        .kind = a->source == EXPLORER_ENGINE ? EXPLORED_ENGINE
                : a->rated > 0               ? EXPLORED_RATED
                                             : EXPLORED_UNRATED,
        .kind_to = a->rated == 0                                   ? EXPLORED_UNRATED
                   : a->rated > 0 || a->source == EXPLORER_PLAYERS ? EXPLORED_RATED
                                                                   : EXPLORED_ENGINE,
        .bands = by_rating ? a->rating_min / EXPLORER_BAND : EXPLORER_UNRATED,
        .bands_to = a->rating_max > 0 ? (a->rating_max - 1) / EXPLORER_BAND : EXPLORER_BAND_MAX};
    struct found *f = calloc(1, sizeof *f);
    *err = f == NULL ? ERR_NO_MEMORY : p.ply < EXPLORED_PLIES ? store_begin(store) : 0;
    if (*err == 0 && p.ply < EXPLORED_PLIES) {
        *err = explorer_sums(store, &filter, on_sum, f);
        store_end(store);
        struct collection *own = collection_of(reader_service(r));
        if (*err == 0 && own != NULL && !asks_for_players(a))
            collection_sums(own, filter.position, on_sum, f);
    }
    json_t *out = NULL;
    if (*err == 0) {
        name_moves(&p, f);
        out = view(&p, f);
    }
    free(f);
    return out;
}
