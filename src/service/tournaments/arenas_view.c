/* arenas_view.c - arenas as the API shows them (arenas.h). */
#include "platform/json.h"
#include "service/core/view.h"
#include "service/tournaments/arenas.h"

#include "base/err.h"
#include <stdlib.h>

/* A row of the standings. */
struct row {
    const struct arena_player *p;
    struct arena_score score;
    int rank;
};

static int by_score(const void *x, const void *y)
{
    const struct row *a = x;
    const struct row *b = y;
    int order = arena_rules_compare(&a->score, &b->score);
    return order != 0 ? order : a->p->place - b->p->place;
}

/* The rows in their order; owned by the caller. */
static struct row *standings(const struct arenas_roster *all)
{
    struct row *rows = calloc((size_t)all->n + 1, sizeof *rows);
    if (rows == NULL)
        return NULL;
    for (int i = 0; i < all->n; i++) {
        const struct arena_player *p = &all->players[i];
        rows[i].p = p;
        rows[i].score =
            (struct arena_score){p->points, p->streak, p->won, p->lost, p->drawn, p->performance};
    }
    qsort(rows, (size_t)all->n, sizeof *rows, by_score);
    for (int i = 0; i < all->n; i++) {
        bool shared = i > 0 && arena_rules_compare(&rows[i - 1].score, &rows[i].score) == 0;
        rows[i].rank = shared ? rows[i - 1].rank : i + 1;
    }
    return rows;
}

static json_t *view_row(const struct row *r)
{
    const struct arena_player *p = r->p;
    json_int_t performance = arena_rules_performance(&r->score);
    return JSON_OBJECT({"player", view_player(&p->player)}, {"rank", json_integer(r->rank)},
                       {"score", json_integer(p->points)}, {"tiebreak", json_integer(p->won)},
                       {"tiebreak2", json_integer(performance)},
                       {"streak", json_integer(p->streak)}, {"berserk", json_integer(p->berserk)},
                       {"performance", json_integer(performance)}, {"won", json_integer(p->won)},
                       {"lost", json_integer(p->lost)}, {"drawn", json_integer(p->drawn)},
                       {"withdrawn", json_boolean(p->paused)},
                       {"match", p->match != 0 ? json_integer(p->match) : json_null()});
}

static const struct row *row_of(const struct row *rows, int n, int64_t player)
{
    for (int i = 0; i < n; i++)
        if (rows[i].p->player.id == player)
            return &rows[i];
    return NULL;
}

/* The running matches of the leaders, each once: with the row of its better player. */
static json_t *view_matches(const struct row *rows, int n)
{
    json_t *out = json_array();
    for (int i = 0; i < n && json_array_size(out) < ARENAS_MATCHES; i++) {
        const struct arena_player *p = rows[i].p;
        const struct row *other = p->match != 0 ? row_of(rows, n, p->opponent) : NULL;
        if (other == NULL || other < &rows[i])
            continue;
        const struct arena_player *a = p->moved_first ? p : other->p;
        const struct arena_player *b = p->moved_first ? other->p : p;
        json_array_append_new(
            out, JSON_OBJECT({"round", json_integer(0)}, {"match", json_integer(p->match)},
                             {"players", json_pack("[II]", (json_int_t)a->player.id,
                                                   (json_int_t)b->player.id)},
                             {"names", json_pack("[ss]", a->player.name, b->player.name)},
                             {"result", json_null()}));
    }
    return out;
}

int arenas_view(struct store *s, const struct tournament *t, int64_t asker, int from, json_t *out)
{
    struct arenas_roster all = {.players = NULL};
    int err = arenas_load(s, t->id, &all);
    struct row *rows = err == 0 ? standings(&all) : NULL;
    if (err == 0 && rows == NULL)
        err = ERR_NO_MEMORY;
    if (err == 0) {
        const struct row *me = row_of(rows, all.n, asker);
        json_t *players = json_array();
        int last = from - 1;
        for (; last < all.n && last < from - 1 + ARENAS_PAGE; last++)
            json_array_append_new(players, view_row(&rows[last]));
        bool running = t->state == MATCH_RUNNING;
        json_object_set_new(out, "players", players);
        json_object_set_new(out, "next", last < all.n ? json_integer(last + 1) : json_null());
        json_object_set_new(out, "me", me != NULL ? view_row(me) : json_null());
        json_object_set_new(out, "joined", json_boolean(me != NULL && !me->p->paused));
        json_object_set_new(out, "games", running ? view_matches(rows, all.n) : json_array());
    }
    free(rows);
    arenas_free(&all);
    return err;
}
