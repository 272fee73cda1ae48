#include "service/explorer.h"

#include "base/err.h"
#include "rules/position.h"
#include "service/explored.h"
#include "service/firsts.h"
#include "store/explorer.h"
#include <stdlib.h>

enum { CHILDREN_MAX = MOVES_MAX };

struct found {
    struct explorer_sum sums[CHILDREN_MAX];
    json_t *words[CHILDREN_MAX]; /* the moves that lead there; NULL: none was met */
    int n;
};

static void on_sum(void *context, const struct explorer_sum *sum)
{
    struct found *f = context;
    if (f->n < CHILDREN_MAX)
        f->sums[f->n++] = *sum;
}

/* Finds the moves that lead to what was found: several to one where the board is symmetrical. */
static void name_moves(const struct position *p, struct found *f)
{
    move_t moves[MOVES_MAX];
    int n = f->n > 0 ? position_legal(p, moves) : 0;
    for (int i = 0; i < n; i++) {
        char text[MOVE_TEXT_BYTES];
        struct position after = *p;
        position_play_legal(&after, moves[i]);
        int64_t key = firsts_key(&after);
        int at = 0;
        while (at < f->n && f->sums[at].child != key)
            at++;
        if (at == f->n)
            continue;
        if (f->words[at] == NULL)
            f->words[at] = json_array();
        move_print(moves[i], p->setup.width, text);
        json_array_append_new(f->words[at], json_string(text));
    }
}

static json_t *view_sum(const struct explorer_sum *s, json_t *words, int players)
{
    json_t *wins = json_array();
    int64_t won = 0;
    for (int i = 0; i < players; i++) {
        json_array_append_new(wins, json_integer((json_int_t)s->wins[i]));
        won += s->wins[i];
    }
    return json_pack("{so sI so sI so}", "moves", words, "n", (json_int_t)s->n, "wins", wins,
                     "draws", (json_int_t)(s->n - won), "rating",
                     s->ratings_n > 0 ? json_integer((json_int_t)(s->ratings / s->ratings_n))
                                      : json_null());
}

static json_t *view(const struct position *p, const struct found *f)
{
    json_t *list = json_array();
    int64_t n = 0;
    for (int i = 0; i < f->n; i++) {
        if (f->words[i] == NULL)
            continue; /* another position has the same key */
        n += f->sums[i].n;
        json_array_append_new(list, view_sum(&f->sums[i], f->words[i], p->setup.players));
    }
    return json_pack("{si si sI so}", "ply", (int)p->ply, "plies", EXPLORED_PLIES, "n",
                     (json_int_t)n, "moves", list);
}

json_t *reader_explorer(struct reader *r, const struct explorer_ask *a, int *err, struct text *why)
{
    struct store *store = service_reader_store(r);
    struct position p;
    if (!firsts_position(&a->setup, a->moves, EXPLORED_PLIES, &p, why)) {
        *err = ERR_ILLEGAL;
        return NULL;
    }
    bool by_rating = a->rating_min > 0 || a->rating_max > 0;
    const struct explorer_filter filter = {
        .position = firsts_key(&p),
        .since = a->since,
        .until = a->until,
        .rated = a->rated,
        .bands = by_rating ? a->rating_min / EXPLORER_BAND : EXPLORER_UNRATED,
        .bands_to = a->rating_max > 0 ? (a->rating_max - 1) / EXPLORER_BAND : EXPLORER_BAND_MAX};
    struct found *f = calloc(1, sizeof *f);
    *err = f == NULL ? ERR_NO_MEMORY : p.ply < EXPLORED_PLIES ? store_begin(store) : 0;
    if (*err == 0 && p.ply < EXPLORED_PLIES) {
        *err = explorer_sums(store, &filter, on_sum, f);
        if (store_commit(store) < 0)
            store_rollback(store);
    }
    json_t *out = NULL;
    if (*err == 0) {
        name_moves(&p, f);
        out = view(&p, f);
    }
    free(f);
    return out;
}
