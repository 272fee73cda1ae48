/* exhibition.c - matches of the engine against itself (exhibition.h). */
#include "service/matches/exhibition.h"

#include "base/err.h"
#include "service/core/batch.h"
#include "service/core/service_int.h"
#include "service/core/view.h"
#include "service/matches/audience.h"
#include "service/matches/match_steps.h"
#include "service/matches/seats.h"
#include <stdlib.h>
#include <string.h>

enum {
    LOOKED_AT = 60,      /* running matches, the newest */
    LOST_MS = 60 * 1000, /* a turn without an answer is announced again */
};

/* How long to wait after an answer, given how long it took. */
static int64_t pause_after(int64_t took_ms)
{
    int64_t rest = took_ms * EXHIBITION_REST;
    return rest > EXHIBITION_PACE_MS ? rest : EXHIBITION_PACE_MS;
}

static bool is_wanted(struct service *s)
{
    const struct exhibition *x = &s->exhibition;
    if (!hub_hears(s->hub, topic_player(s->engine.id), s->engine.id))
        return false; /* there is no engine */
    if (hub_count(s->hub, TOPIC_LOBBY, NULL, 0) > 0)
        return true;
    for (int i = 0; i < EXHIBITION_MAX; i++)
        if (x->matches[i] != 0 && hub_count(s->hub, topic_match(x->matches[i]), NULL, 0) > 0)
            return true;
    return false;
}

/* The matches that run now. */
struct going {
    int others;                    /* matches between others that are played now */
    int64_t found[EXHIBITION_MAX]; /* exhibitions, from before a restart as well */
    int found_n;
    bool taken[GAME_N]; /* games with an exhibition */
};

static int look(struct work *w, struct going *g)
{
    struct store_filter f = {.state = MATCH_RUNNING, .limit = LOOKED_AT};
    struct store_match *list = calloc(LOOKED_AT, sizeof *list);
    if (list == NULL)
        return ERR_NO_MEMORY;
    int n = store_match_list(w->s->store, &f, list);
    for (int i = 0; i < n; i++) {
        const struct store_match *m = &list[i];
        struct setup setup;
        if (!seats_exhibition(m)) {
            g->others += w->now - m->updated_at < EXHIBITION_LIVE_MS && !m->is_private;
        } else if (g->found_n < EXHIBITION_MAX && match_setup(m, &setup) == 0) {
            g->found[g->found_n++] = m->id;
            g->taken[setup.game] = true;
        }
    }
    free(list);
    return n < 0 ? n : 0;
}

/* A game that has no exhibition yet, between two levels; games and levels take turns. */
static int begin(struct work *w, const struct going *g, int64_t *match)
{
    struct exhibition *x = &w->s->exhibition;
    enum { PAIRS = EXHIBITION_LEVEL_MAX * (EXHIBITION_LEVEL_MAX - 1) };
    enum game_id game = (enum game_id)(x->made % GAME_N);
    while (g->taken[game])
        game = (enum game_id)((game + 1) % GAME_N);
    /* 7 and the number of pairs have no common divisor, so all pairs take their turns. */
    int pair = (int)(x->made * 7 % PAIRS);
    int first = pair / (EXHIBITION_LEVEL_MAX - 1);
    int second = (first + 1 + pair % (EXHIBITION_LEVEL_MAX - 1)) % EXHIBITION_LEVEL_MAX;
    struct order c = {.kind = ORDER_CREATE, .asker = w->s->engine};
    c.u.create.setup = setup_default(game);
    c.u.create.wishes[0] = (struct wish){.kind = WISH_BOT, .level = first + 1};
    c.u.create.wishes[1] = (struct wish){.kind = WISH_BOT, .level = second + 1};
    int err = batch_run(w, &c);
    *match = err == 0 && c.out.kind == OUTCOME_DONE ? c.out.match : 0;
    outcome_free(&c.out);
    x->made++;
    return err;
}

/* Fills the free places: with exhibitions that a restart has interrupted, or new ones. */
static int fill(struct work *w)
{
    struct exhibition *x = &w->s->exhibition;
    struct going g = {.others = 0};
    int64_t match = 0;
    int err = look(w, &g);
    if (err < 0)
        return err;
    memset(x->matches, 0, sizeof x->matches);
    memcpy(x->matches, g.found, (size_t)g.found_n * sizeof *g.found);
    if (g.found_n + g.others < EXHIBITION_MAX)
        err = begin(w, &g, &match);
    if (match != 0)
        x->matches[g.found_n] = match;
    return err;
}

/* Whether the last announced turn is answered, lost, or still in progress. */
static bool is_answered(struct work *w, const struct store_match *m)
{
    struct exhibition *x = &w->s->exhibition;
    int64_t now = service_steady(w->s);
    if (x->told_ply == 0)
        return true;
    if (m->ply < x->told_ply && m->state == MATCH_RUNNING)
        return now - x->told_at > LOST_MS;
    x->told_ply = 0;
    int64_t took = m->updated_at > x->told_unix ? m->updated_at - x->told_unix : 0;
    x->next_at = x->told_at + pause_after(took);
    return now >= x->next_at;
}

/* Announces the turn of the next exhibition. */
static int tell_next(struct work *w)
{
    struct exhibition *x = &w->s->exhibition;
    int err = 0;
    for (int i = 1; err == 0 && i <= EXHIBITION_MAX; i++) {
        int slot = (x->told_slot + i) % EXHIBITION_MAX;
        if (x->matches[slot] == 0)
            continue;
        err = store_match_get(w->s->store, x->matches[slot], &w->m);
        if (err == ERR_NOT_FOUND || (err == 0 && w->m.state != MATCH_RUNNING)) {
            x->matches[slot] = 0;
            err = 0;
            continue;
        }
        if (err < 0)
            return err;
        x->told_slot = slot;
        x->told_ply = w->m.ply + 1;
        x->told_at = service_steady(w->s);
        x->told_unix = w->now;
        x->next_at = x->told_at;
        return match_steps_tell_turn(w);
    }
    return err;
}

static int apply(struct work *w, void *context)
{
    struct exhibition *x = context;
    if (x->told_ply != 0) {
        int err = store_match_get(w->s->store, x->matches[x->told_slot], &w->m);
        if (err < 0 && err != ERR_NOT_FOUND)
            return err;
        if (err == 0 && !is_answered(w, &w->m))
            return 0;
    }
    x->told_ply = 0;
    x->next_at = service_steady(w->s) + EXHIBITION_PACE_MS;
    bool full = true;
    for (int i = 0; i < EXHIBITION_MAX; i++)
        full = full && x->matches[i] != 0;
    int err = full ? 0 : fill(w);
    return err < 0 ? err : tell_next(w);
}

static bool exhibition_tick(struct service *s, struct order *next)
{
    if (!s->site.exhibitions || service_steady(s) < s->exhibition.next_at || !is_wanted(s))
        return false;
    *next = (struct order){.kind = ORDER_BATCH, .asker = s->engine};
    next->u.batch.apply = apply;
    next->u.batch.context = &s->exhibition;
    return true;
}

static bool own_order(struct service *s, struct order *o, int n)
{
    return n == 0 && exhibition_tick(s, o);
}

const struct feature feature_exhibition = {.own = own_order};
