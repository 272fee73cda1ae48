#include "arena/selfplay.h"

#include "base/err.h"
#include "rules/position.h"
#include <string.h>

/* The shares of the visits, the best move's first; all of it is the move's if its result is
 * known. */
static void take_weights(const struct search_report *r, struct shard_ply *out)
{
    uint64_t total = 0;
    out->weights_n = 0;
    if (r->exact || r->candidates[0].visits == 0) {
        out->weights[out->weights_n++] = (struct shard_weight){r->best, UINT16_MAX};
        return;
    }
    for (int i = 0; i < r->candidates_n; i++)
        total += r->candidates[i].visits;
    for (int i = 0; i < r->candidates_n && out->weights_n < SHARD_WEIGHTS_MAX; i++) {
        uint16_t share = (uint16_t)(r->candidates[i].visits * (uint64_t)UINT16_MAX / total);
        if (share > 0)
            out->weights[out->weights_n++] = (struct shard_weight){r->candidates[i].move, share};
    }
}

/* A candidate that has not been proved to lose, in proportion to its visits. */
static move_t draw(const struct search_report *r, struct rng *rng)
{
    uint32_t total = 0;
    for (int i = 0; i < r->candidates_n; i++)
        if (r->candidates[i].proven >= 0)
            total += r->candidates[i].visits;
    if (r->exact || total == 0)
        return r->best;
    uint32_t at = rng_below(rng, total);
    for (int i = 0; i < r->candidates_n; i++) {
        if (r->candidates[i].proven < 0)
            continue;
        if (at < r->candidates[i].visits)
            return r->candidates[i].move;
        at -= r->candidates[i].visits;
    }
    return r->best;
}

/* The final owner of each point, by the aim of the game. */
static void take_end(const struct position *p, struct shard_game *out)
{
    static _Thread_local struct result r;
    enum aim_kind aim = games[p->setup.game]->aim;
    position_result(p, &r);
    out->winner = p->winner;
    position_score(p, out->points);
    for (int at = 0; at < p->setup.width * p->setup.height; at++) {
        int stands = position_cell(p, (point_t)at).owner;
        bool counts = aim == AIM_STONES && stands != OWNER_NEUTRAL;
        out->owner[at] = counts ? (uint8_t)stands : r.owner[at];
    }
    if (aim == AIM_CHANNELS && p->winner != 0)
        for (int i = 0; i < r.channel_n[p->winner - 1]; i++)
            out->owner[r.channel[p->winner - 1][i]] = p->winner;
}

/* Some random plies that do not end the game. */
static void open_game(const struct selfplay_options *o, struct rng *rng, struct position *p,
                      struct shard_game *out)
{
    int n = o->random_plies > 0 ? (int)rng_below(rng, (uint32_t)o->random_plies + 1) : 0;
    for (; out->plies_n < n; out->plies_n++) {
        struct position next;
        position_copy(&next, p);
        move_t m = position_random(&next, rng);
        position_play_legal(&next, m);
        if (next.over)
            return;
        position_copy(p, &next);
        out->plies[out->plies_n] = (struct shard_ply){.move = m};
    }
}

/* A game is decided when so many searches in a row expect the same winner so surely. */
enum { SURE_PLIES = 8, SURE_PERCENT = 97, CHECKED_PERCENT = 10 };

struct expectation {
    int side, plies;
};

static bool decided(struct expectation *of, int to_move, float winrate)
{
    bool wins = winrate >= SURE_PERCENT / 100.0F;
    bool loses = winrate <= 1 - SURE_PERCENT / 100.0F;
    int side = wins ? to_move : loses ? 3 - to_move : 0;
    of->plies = side == 0 ? 0 : side == of->side ? of->plies + 1 : 1;
    of->side = side;
    return of->plies >= SURE_PLIES;
}

int selfplay_game(struct engine *e, const struct selfplay_options *o, uint64_t n,
                  struct shard_game *out)
{
    struct rng rng;
    struct position p;
    struct search_report r;
    int err = position_start(&p, &o->setup);
    if (err < 0)
        return err;
    rng_seed(&rng, rng_mix(o->seed) + n);
    *out = (struct shard_game){.setup = o->setup};
    open_game(o, &rng, &p, out);
    int drawn_end = out->plies_n + o->drawn_plies;
    bool shortens =
        o->decided_nodes > 0 && o->setup.players == 2 && rng_below(&rng, 100) >= CHECKED_PERCENT;
    bool over = false; /* but for moves that change nothing */
    struct expectation expected = {0};
    engine_clear(e);
    while (!p.over) {
        if (out->plies_n == SHARD_PLIES_MAX)
            return ERR_FULL;
        struct shard_ply *ply = &out->plies[out->plies_n];
        bool teaches = rng_below(&rng, 100) < (uint32_t)o->teach_percent && !over;
        struct engine_limits limits = {.nodes_cap = teaches ? o->nodes : o->fast_nodes};
        if (over)
            limits.nodes_cap = o->decided_nodes;
        engine_seed(e, rng_next(&rng));
        err = engine_search(e, &p, &limits, NULL, NULL, &r);
        if (err < 0)
            return err;
        over = over || (shortens && decided(&expected, p.side, r.winrate));
        *ply = (struct shard_ply){.rate = (uint16_t)(r.winrate * UINT16_MAX)};
        if (teaches)
            take_weights(&r, ply);
        ply->move = out->plies_n < drawn_end ? draw(&r, &rng) : r.best;
        position_play_legal(&p, ply->move);
        out->plies_n++;
    }
    take_end(&p, out);
    return 0;
}
