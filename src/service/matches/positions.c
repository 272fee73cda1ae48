/* positions.c - the positions of running matches, so that a move is judged without replaying its
 * match. Bounded: sets of WAYS places, the one not used for longest gives way. A place counts only
 * if its ply, and the event that made it, are those of the match's row: after a take-back another
 * position may have the same ply, and another server may have played on. */
#include "service/core/service_int.h"

#include "base/err.h"
#include "service/core/view.h"
#include <stdlib.h>

enum { SETS = 128, WAYS = 8 };

struct place {
    int64_t match; /* 0: free */
    int64_t moved; /* store_match.moved */
    uint64_t used;
    struct position *p; /* NULL until first used */
};

struct positions {
    uint64_t clock;
    struct place places[SETS][WAYS];
};

struct positions *positions_new(void)
{
    return calloc(1, sizeof(struct positions));
}

void positions_free(struct positions *c)
{
    if (c == NULL)
        return;
    for (int i = 0; i < SETS; i++)
        for (int j = 0; j < WAYS; j++)
            free(c->places[i][j].p);
    free(c);
}

static struct place *place_of(struct positions *c, int64_t match)
{
    struct place *set = c->places[(uint64_t)match % SETS];
    for (int i = 0; i < WAYS; i++)
        if (set[i].match == match)
            return &set[i];
    return NULL;
}

struct replay {
    struct position *p;
    int until; /* ply: with a delay the match is further than is shown (delay.h) */
    int err;
};

static void on_move(void *context, const struct store_move *m)
{
    struct replay *r = context;
    move_t move;
    if (r->err < 0 || m->ply > r->until)
        return;
    if (move_parse(m->move, r->p->setup.width, r->p->setup.height, &move) < 0 ||
        position_play(r->p, move) != VERDICT_OK || r->p->ply != m->ply)
        r->err = ERR_ILLEGAL;
}

int positions_get(struct positions *c, struct store *store, const struct store_match *m,
                  struct position *out)
{
    struct place *at = place_of(c, m->id);
    if (at != NULL && at->p->ply == m->ply && at->moved == m->moved) {
        at->used = ++c->clock;
        position_copy(out, at->p);
        return 0;
    }
    return positions_replay(store, m, out);
}

int positions_replay(struct store *store, const struct store_match *m, struct position *out)
{
    struct setup setup;
    if (match_setup(m, &setup) < 0)
        return ERR_ILLEGAL;
    int err = position_start(out, &setup);
    struct replay r = {out, m->ply, 0};
    if (err == 0 && m->ply > 0)
        err = store_moves(store, m->id, on_move, &r);
    if (err == 0)
        err = r.err;
    if (err == 0 && out->ply != m->ply)
        err = ERR_ILLEGAL;
    return err;
}

void positions_play(struct positions *c, int64_t match, int ply, const char *text, int64_t event)
{
    struct place *at = place_of(c, match);
    move_t move;
    if (at == NULL || event <= at->moved || ply <= at->p->ply) /* or told to spectators later */
        return;
    if (at->p->ply + 1 == ply &&
        move_parse(text, at->p->setup.width, at->p->setup.height, &move) == 0 &&
        position_play(at->p, move) == VERDICT_OK)
        at->moved = event;
    else
        positions_forget(c, match);
}

void positions_put(struct positions *c, const struct store_match *m, const struct position *p)
{
    struct place *at = place_of(c, m->id);
    if (at == NULL) {
        struct place *set = c->places[(uint64_t)m->id % SETS];
        at = &set[0];
        for (int i = 1; i < WAYS; i++)
            if (set[i].used < at->used)
                at = &set[i];
    }
    if (at->p == NULL)
        at->p = malloc(sizeof *at->p);
    if (at->p == NULL) {
        at->match = 0; /* it will be replayed */
        return;
    }
    at->match = m->id;
    at->moved = m->moved;
    at->used = ++c->clock;
    position_copy(at->p, p);
}

void positions_forget(struct positions *c, int64_t match)
{
    struct place *at = place_of(c, match);
    if (at != NULL) {
        at->match = 0;
        at->used = 0;
    }
}

void positions_clear(struct positions *c)
{
    for (int i = 0; i < SETS; i++)
        for (int j = 0; j < WAYS; j++) {
            c->places[i][j].match = 0;
            c->places[i][j].used = 0;
        }
}
