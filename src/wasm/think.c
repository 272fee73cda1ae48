/* think.c - the engine's move, for the page's worker. */
#include "base/err.h"
#include "net/builtin.h"
#include "net/net.h"
#include "rules/position.h"
#include "search/engine.h"
#include "search/signature.h"
#include "search/tree/level.h"
#include "wasm/api.h"
#include "wasm/slot.h"

enum {
    THINK_BYTES = 64 << 20, /* taken for one move and given back */
    SHARE_ONE = 1000
};

/* Nodes of the highest level, which has no clock here. */
static int64_t nodes_of(int level, const struct setup *s)
{
    size_t bytes;
    const void *net = builtin_net((enum game_id)s->game, &bytes);
    return level < LEVEL_MAX ? 0 : level_nodes(level, s, net != NULL && net_file_plays(net, s));
}

/* The share of candidate i in units of 1 / SHARE_ONE, or 0 if the report has fewer. */
static int32_t share_of(const struct search_report *r, int i)
{
    const struct candidate *c = &r->candidates[i];
    return i < r->candidates_n ? (int32_t)(SHARE_ONE * level_share(c->visits, c->prior)) : 0;
}

int EXPORT(hoshi_think)(int slot, int level, uint32_t seed)
{
    static struct search_report report;
    const struct position *p = api_slot(slot);
    if (p == NULL || level < LEVEL_MIN || level > LEVEL_MAX)
        return ERR_RANGE;
    const struct engine_options options = {.memory_bytes = THINK_BYTES, .threads = 1, .seed = seed};
    struct engine *e = engine_new(&options);
    if (e == NULL)
        return ERR_NO_MEMORY;
    const struct engine_limits limits = {.level = level, .nodes_cap = nodes_of(level, &p->setup)};
    int err = engine_search(e, p, &limits, NULL, NULL, &report);
    engine_free(e);
    if (err < 0)
        return err;
    bool open = report.candidates_n > 1 && !report.exact;
    api_numbers()[0] = share_of(&report, 0);
    api_numbers()[1] = open ? share_of(&report, 1) : 0;
    return report.best;
}

uint64_t EXPORT(hoshi_signature)(int number)
{
    if (number < 0 || number >= SIGNATURE_CASES)
        return 0;
    const struct engine_options options = {
        .memory_bytes = SIGNATURE_MEMORY_BYTES, .threads = 1, .no_net = true};
    struct engine *e = engine_new(&options);
    if (e == NULL)
        return 0;
    int64_t nodes_n = 0;
    uint64_t signature = signature_case(e, number, &nodes_n);
    engine_free(e);
    return signature;
}
