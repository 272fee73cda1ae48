/* analyze.c - the engine for the page's analysis: it thinks in slices and keeps its tree between
 * them. */
#include "base/err.h"
#include "rules/position.h"
#include "search/engine.h"
#include "search/tree/ownership.h"
#include "wasm/api.h"
#include "wasm/platform.h"
#include "wasm/slot.h"

enum { CANDIDATES_TOLD = 5, RATE_ONE = 1000000, SCORE_ONE = 1000 };

static struct engine *engine;
static struct search_report report;

int EXPORT(hoshi_engine)(int memory_mib, int threads)
{
    if (memory_mib < 1 || memory_mib > 1024 || threads < 1 || threads > HELPERS_MAX + 1)
        return ERR_RANGE;
    engine_free(engine);
    /* The page has a proof search of its own, and time is counted in rounds here. */
    const struct engine_options options = {.memory_bytes = (uint64_t)memory_mib << 20,
                                           .threads = threads,
                                           .keep_tree = true,
                                           .no_proof = true};
    engine = engine_new(&options);
    return engine == NULL ? ERR_NO_MEMORY : 0;
}

static int tell_candidate(const struct candidate *c, int32_t *out)
{
    int n = 0;
    out[n++] = c->move;
    out[n++] = (int32_t)c->visits;
    out[n++] = (int32_t)(c->winrate * RATE_ONE);
    out[n++] = (int32_t)(c->score * SCORE_ONE);
    out[n++] = c->proven;
    out[n++] = c->exact;
    out[n++] = c->low;
    out[n++] = c->high;
    out[n++] = c->pv_n;
    for (int i = 0; i < c->pv_n; i++)
        out[n++] = c->pv[i];
    return n;
}

/* Equal for moves that lead to mirror images of one position. */
static uint64_t mirror_key(const struct position *p, move_t move)
{
    static struct position after;
    position_copy(&after, p);
    position_play_legal(&after, move);
    return position_hash_canonical(&after);
}

/* The best candidates, of each set of mirror images the first; returns how many. */
static int choose_candidates(const struct position *p, const struct candidate **chosen)
{
    uint64_t keys[CANDIDATES_TOLD];
    int n = 0;
    for (int i = 0; i < report.candidates_n && n < CANDIDATES_TOLD; i++) {
        int seen = 0;
        keys[n] = mirror_key(p, report.candidates[i].move);
        while (keys[seen] != keys[n])
            seen++;
        if (seen == n)
            chosen[n++] = &report.candidates[i];
    }
    return n;
}

int EXPORT(hoshi_analyze)(int slot, int ticks, uint32_t seed)
{
    const struct position *p = api_slot(slot);
    if (p == NULL || engine == NULL || ticks < 1)
        return ERR_RANGE;
    const struct engine_limits limits = {.think_ms = ticks};
    engine_seed(engine, seed);
    platform_tick(true);
    int err = engine_search(engine, p, &limits, NULL, NULL, &report);
    platform_tick(false);
    if (err < 0)
        return err;
    int32_t *out = api_numbers();
    int n = 0;
    const struct candidate *chosen[CANDIDATES_TOLD];
    int told = choose_candidates(p, chosen);
    out[n++] = (int32_t)report.nodes_n;
    out[n++] = (int32_t)(report.winrate * RATE_ONE);
    out[n++] = report.proven;
    out[n++] = report.exact;
    out[n++] = report.low;
    out[n++] = report.high;
    out[n++] = report.full;
    out[n++] = report.net == 0 ? 0 : report.net_unseen ? 2 : 1;
    out[n++] = told;
    for (int i = 0; i < told; i++)
        n += tell_candidate(chosen[i], out + n);
    return n;
}

int EXPORT(hoshi_ownership)(int slot, int games_n, uint32_t seed)
{
    static int16_t shares[POINTS_MAX];
    const struct position *p = api_slot(slot);
    if (p == NULL || p->over || games_n < 1 || games_n > 10000)
        return ERR_RANGE;
    ownership_estimate(p, &report, position_seat(p, 1), games_n, seed, shares);
    int points = p->setup.width * p->setup.height;
    for (int at = 0; at < points; at++)
        api_numbers()[at] = shares[at];
    return points;
}
