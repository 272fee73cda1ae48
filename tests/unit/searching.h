/* searching.h - an engine and a search for tests that only need the answer. */
#ifndef SEARCHING_H
#define SEARCHING_H
#include "testing.h"

#include "rules/position.h"
#include "search/engine.h"

static inline void searching_start(struct position *p, enum game_id game, int size, int players)
{
    struct setup s = setup_default(game);
    s.width = s.height = (uint8_t)size;
    s.players = (uint8_t)players;
    assert_int_equal(position_start(p, &s), 0);
}

/* The caller frees it with engine_free. */
static inline struct engine *searching_engine_of(struct engine_options options)
{
    struct engine *e = engine_new(&options);
    assert_non_null(e);
    return e;
}

static inline struct engine *searching_engine(uint64_t memory_bytes, int threads, uint64_t seed)
{
    return searching_engine_of(
        (struct engine_options){.memory_bytes = memory_bytes, .threads = threads, .seed = seed});
}

/* Searches this many playouts; it must not fail. */
static inline void searching_run(struct engine *e, const struct position *p, int64_t nodes,
                                 struct search_report *out)
{
    const struct engine_limits limits = {.nodes_cap = nodes};
    assert_int_equal(engine_search(e, p, &limits, NULL, NULL, out), 0);
}

#endif
