/* think.c - the engine's move, for the page's worker. */
#include "base/err.h"
#include "rules/position.h"
#include "search/engine.h"
#include "search/signature.h"
#include "search/tree/level.h"
#include "wasm/api.h"
#include "wasm/slot.h"

enum { THINK_BYTES = 64 << 20 }; /* taken for one move and given back */

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
    const struct engine_limits limits = {.level = level,
                                         .nodes_cap = level_nodes(level, &p->setup)};
    int err = engine_search(e, p, &limits, NULL, NULL, &report);
    engine_free(e);
    return err < 0 ? err : report.best;
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
