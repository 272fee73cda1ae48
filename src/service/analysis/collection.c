#include "service/analysis/collection.h"

#include "base/err.h"
#include "rules/position.h"
#include "service/analysis/explored.h"
#include "service/analysis/opening_statistics.h"
#include "service/core/service_int.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct step {
    int64_t position, child;
    int winner;
    int game; /* its index */
};

struct collection {
    pthread_mutex_t mutex;
    bool filled;
    int n;
    struct step steps[]; /* once filled, in order of position and child */
};

struct setup collection_setup(const struct collection_game *g)
{
    struct setup s = setup_default(g->game);
    s.width = s.height = g->side;
    return s;
}

struct collection *collection_new(void)
{
    size_t most = (size_t)collection_games_n * EXPLORED_PLIES;
    struct collection *c = calloc(1, sizeof *c + most * sizeof c->steps[0]);
    if (c != NULL)
        (void)pthread_mutex_init(&c->mutex, NULL);
    return c;
}

void collection_free(struct collection *c)
{
    if (c != NULL)
        (void)pthread_mutex_destroy(&c->mutex);
    free(c);
}

bool collection_next(const char **at, const struct setup *s, move_t *out)
{
    char word[MOVE_TEXT_BYTES] = "";
    size_t n = strcspn(*at, " ");
    if (n == 0 || n >= sizeof word)
        return false;
    memcpy(word, *at, n);
    *at += n + ((*at)[n] == ' ');
    return move_parse(word, s->width, s->height, out) == 0;
}

/* The steps of a game, up to the first move that cannot be replayed: test_collection replays all of
 * them. */
static void add_game(struct collection *c, const struct collection_game *g)
{
    const struct setup setup = collection_setup(g);
    const char *at = g->moves;
    struct position p;
    move_t move;
    if (position_start(&p, &setup) < 0)
        return;
    int64_t before = opening_statistics_key(&p);
    for (int ply = 0; ply < EXPLORED_PLIES && collection_next(&at, &setup, &move) &&
                      position_play(&p, move) == VERDICT_OK;
         ply++) {
        int64_t after = opening_statistics_key(&p);
        c->steps[c->n++] = (struct step){before, after, g->winner, (int)(g - collection_games)};
        before = after;
    }
}

static int by_place(const void *a, const void *b)
{
    const struct step *x = a;
    const struct step *y = b;
    if (x->position != y->position)
        return x->position < y->position ? -1 : 1;
    return x->child < y->child ? -1 : x->child > y->child;
}

/* At the first question. */
static void fill(struct collection *c)
{
    (void)pthread_mutex_lock(&c->mutex);
    for (int i = 0; i < collection_games_n && !c->filled; i++)
        add_game(c, &collection_games[i]);
    if (!c->filled)
        qsort(c->steps, (size_t)c->n, sizeof c->steps[0], by_place);
    c->filled = true;
    (void)pthread_mutex_unlock(&c->mutex);
}

/* The first step from this position or one behind it. */
static int find(const struct collection *c, int64_t position)
{
    int low = 0;
    int high = c->n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (c->steps[middle].position < position)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void collection_sums(struct collection *c, int64_t position, explorer_on_sum *on, void *context)
{
    fill(c);
    for (int at = find(c, position); at < c->n && c->steps[at].position == position;) {
        struct explorer_sum sum = {.child = c->steps[at].child};
        for (; at < c->n && c->steps[at].position == position && c->steps[at].child == sum.child;
             at++) {
            sum.n++;
            if (c->steps[at].winner > 0)
                sum.wins[c->steps[at].winner - 1]++;
        }
        sum.engine = sum.n;
        on(context, &sum);
    }
}

/* Sets out[i] for the games that reach the position. */
static void keep_opening(struct collection *c, int64_t position, bool *out)
{
    fill(c);
    memset(out, 0, (size_t)collection_games_n * sizeof *out);
    for (int i = 0; i < c->n; i++)
        if (c->steps[i].child == position)
            out[c->steps[i].game] = true;
}

int collection_search(struct collection *c, const struct collection_ask *ask, int *out)
{
    bool *reach = ask->has_opening ? calloc((size_t)collection_games_n, sizeof *reach) : NULL;
    int n = 0;
    if (ask->has_opening && reach == NULL)
        return ERR_NO_MEMORY;
    if (reach != NULL)
        keep_opening(c, ask->opening, reach);
    int from = collection_games_n;
    if (ask->before > 0 && ask->before <= from)
        from = (int)ask->before - 1;
    for (int i = from - 1; i >= 0 && n < ask->limit; i--) {
        const struct collection_game *g = &collection_games[i];
        if ((ask->game == NULL || ask->game->id == g->game) &&
            (ask->width == 0 || (ask->width == g->side && ask->height == g->side)) &&
            (reach == NULL || reach[i]))
            out[n++] = i + 1;
    }
    free(reach);
    return n;
}

struct collection *collection_of(const struct service *s)
{
    return s->collection;
}
