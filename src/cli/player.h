/* player.h - who moves in `hoshi match`, from one word of the command line.
 *
 *     level=N         the engine at a playing level, 1 ... 8
 *     nodes=N         the engine with N playouts a move
 *     ms=N            the engine with N milliseconds a move
 *     flat=N          the one-ply sampler with N playouts a move
 *     random          a uniformly random legal placement */
#ifndef PLAYER_H
#define PLAYER_H
#include "rules/game.h"
#include "search/engine.h"

enum player_kind { PLAYER_RANDOM, PLAYER_FLAT, PLAYER_ENGINE };

struct player_spec {
    const char *word; /* borrowed: as given */
    enum player_kind kind;
    int64_t flat_nodes;
    struct engine_limits limits;
};

struct player {
    const struct player_spec *spec; /* borrowed */
    struct engine *engine;          /* NULL unless it needs one */
    struct rng rng;
};

/* Returns 0, or ERR_SYNTAX or ERR_RANGE. The word must outlive the spec. */
MUST_USE int player_parse(const char *word, struct player_spec *out);

/* Returns 0 or ERR_NO_MEMORY. memory_bytes and threads are for an engine. */
MUST_USE int player_init(struct player *pl, const struct player_spec *spec, uint64_t memory_bytes,
                         int threads);
void player_done(struct player *pl);

/* A new game, with a seed of its own. */
void player_begin(struct player *pl, uint64_t seed);

/* A legal move in a running game; *nodes_n is raised by the playouts that it took. */
move_t player_choose(struct player *pl, struct position *p, int64_t *nodes_n);

#endif
