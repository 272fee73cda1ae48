#include "cli/player.h"

#include "base/err.h"
#include "search/flat.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int player_parse(const char *word, struct player_spec *out)
{
    *out = (struct player_spec){.word = word, .kind = PLAYER_RANDOM};
    if (strcmp(word, "random") == 0)
        return 0;
    const char *eq = strchr(word, '=');
    if (eq == NULL)
        return ERR_SYNTAX;
    char *end;
    errno = 0;
    long long n = strtoll(eq + 1, &end, 10);
    if (end == eq + 1 || *end != '\0')
        return ERR_SYNTAX;
    if (errno != 0 || n < 1)
        return ERR_RANGE;
    size_t len = (size_t)(eq - word);
    out->kind = PLAYER_ENGINE;
    if (len == 5 && strncmp(word, "level", len) == 0) {
        if (n < LEVEL_MIN || n > LEVEL_MAX)
            return ERR_RANGE;
        out->limits.level = (int)n;
    } else if (len == 5 && strncmp(word, "nodes", len) == 0) {
        out->limits.nodes_cap = n;
    } else if (len == 2 && strncmp(word, "ms", len) == 0) {
        out->limits.think_ms = n;
    } else if (len == 4 && strncmp(word, "flat", len) == 0) {
        out->kind = PLAYER_FLAT;
        out->flat_nodes = n;
    } else {
        return ERR_SYNTAX;
    }
    return 0;
}

int player_init(struct player *pl, const struct player_spec *spec, uint64_t memory_bytes,
                int threads)
{
    *pl = (struct player){.spec = spec};
    if (spec->kind != PLAYER_ENGINE)
        return 0;
    struct engine_options options = {.memory_bytes = memory_bytes, .threads = threads};
    pl->engine = engine_new(&options);
    return pl->engine == NULL ? ERR_NO_MEMORY : 0;
}

void player_done(struct player *pl)
{
    engine_free(pl->engine);
    pl->engine = NULL;
}

void player_begin(struct player *pl, uint64_t seed)
{
    rng_seed(&pl->rng, seed);
    if (pl->engine != NULL) {
        engine_clear(pl->engine);
        engine_seed(pl->engine, seed);
    }
}

move_t player_choose(struct player *pl, struct position *p, int64_t *nodes_n)
{
    struct search_report report;
    switch (pl->spec->kind) {
    case PLAYER_RANDOM:
        return position_random(p, &pl->rng);
    case PLAYER_FLAT:
        *nodes_n += pl->spec->flat_nodes;
        return flat_choose(p, pl->spec->flat_nodes, &pl->rng);
    case PLAYER_ENGINE:
        if (engine_search(pl->engine, p, &pl->spec->limits, NULL, NULL, &report) < 0)
            return MOVE_NONE;
        *nodes_n += report.nodes_n;
        return report.best;
    }
    return MOVE_NONE;
}
