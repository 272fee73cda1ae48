#include "arena/player.h"

#include "base/err.h"
#include "rules/position.h"
#include "search/tree/flat.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Seconds, such as 0.5, as milliseconds; 0: none. *end is behind the number, as strtod sets it. */
static long long ms_parse(const char *number, char **end)
{
    double s = strtod(number, end);
    bool plain = strspn(number, "0123456789.") == (size_t)(*end - number);
    return plain && s < 1e9 ? (long long)(s * 1000 + 0.5) : 0;
}

int player_parse(const char *word, struct player_spec *out)
{
    *out = (struct player_spec){.word = word, .kind = PLAYER_RANDOM};
    if (strcmp(word, "random") == 0)
        return 0;
    if (strcmp(word, "greedy") == 0) {
        out->kind = PLAYER_GREEDY;
        return 0;
    }
    if (strncmp(word, "gtp:", 4) == 0) {
        out->kind = PLAYER_GTP;
        out->command = word + 4;
        return word[4] != '\0' ? 0 : ERR_SYNTAX;
    }
    const char *eq = strchr(word, '=');
    if (eq == NULL)
        return ERR_SYNTAX;
    char *end;
    errno = 0;
    size_t len = (size_t)(eq - word);
    bool is_time = (len == 7 && strncmp(word, "seconds", len) == 0) ||
                   (len == 11 && strncmp(word, "cpu-seconds", len) == 0);
    long long n = is_time ? ms_parse(eq + 1, &end) : strtoll(eq + 1, &end, 10);
    if (strncmp(end, ",net=", 5) == 0 && end[5] != '\0')
        out->net_word = end + 5;
    if (end == eq + 1 || (*end != '\0' && out->net_word == NULL))
        return ERR_SYNTAX;
    if (errno != 0 || n < 1)
        return ERR_RANGE;
    out->kind = PLAYER_ENGINE;
    if (len == 5 && strncmp(word, "level", len) == 0) {
        if (n < LEVEL_MIN || n > LEVEL_MAX)
            return ERR_RANGE;
        out->limits.level = (int)n;
    } else if (len == 5 && strncmp(word, "nodes", len) == 0) {
        out->limits.nodes_cap = n;
    } else if ((is_time && len == 7) || (len == 2 && strncmp(word, "ms", len) == 0)) {
        out->limits.think_ms = n;
    } else if (is_time || (len == 3 && strncmp(word, "cpu", len) == 0)) {
        out->limits.cpu_ms = n;
    } else if (len == 4 && strncmp(word, "flat", len) == 0) {
        out->kind = PLAYER_FLAT;
        out->flat_nodes = n;
        return out->net_word == NULL ? 0 : ERR_SYNTAX;
    } else {
        return ERR_SYNTAX;
    }
    return 0;
}

int player_init(struct player *pl, const struct player_spec *spec,
                const struct player_options *options)
{
    *pl = (struct player){.spec = spec, .options = options};
    if (spec->kind == PLAYER_ENGINE) {
        const struct engine_options engine = {.memory_bytes = options->memory_bytes,
                                              .threads = options->threads,
                                              .keep_tree = true,
                                              .no_net = spec->no_net,
                                              .net = spec->net};
        pl->engine = engine_new(&engine);
        return pl->engine == NULL ? ERR_NO_MEMORY : 0;
    }
    if (spec->kind == PLAYER_GTP) {
        const struct gtp_client_options program = {
            .command = spec->command, .timeout_ms = options->timeout_ms, .enough = options->enough};
        pl->gtp = gtp_client_new(&program);
        return pl->gtp == NULL ? ERR_NO_MEMORY : 0;
    }
    return 0;
}

void player_done(struct player *pl)
{
    engine_free(pl->engine);
    gtp_client_free(pl->gtp);
    pl->engine = NULL;
    pl->gtp = NULL;
}

enum gtp_fate player_begin(struct player *pl, const struct setup *s, uint64_t seed)
{
    rng_seed(&pl->rng, seed);
    if (pl->engine != NULL) {
        engine_clear(pl->engine);
        engine_seed(pl->engine, seed);
    }
    return pl->gtp != NULL ? gtp_client_begin(pl->gtp, s, seed, pl->options->clock) : GTP_OK;
}

enum gtp_fate player_see(struct player *pl, int seat, move_t m)
{
    return pl->gtp != NULL ? gtp_client_play(pl->gtp, seat, m) : GTP_OK;
}

/* Until the match is broken off. */
static bool go_on(void *context, const struct search_report *so_far)
{
    const struct player *pl = context;
    return *pl->options->enough == 0;
}

enum gtp_fate player_choose(struct player *pl, const struct position *p, int64_t *nodes_n,
                            move_t *m)
{
    struct search_report report;
    struct position copy;
    switch (pl->spec->kind) {
    case PLAYER_RANDOM:
        position_copy(&copy, p);
        *m = position_random(&copy, &pl->rng);
        return GTP_OK;
    case PLAYER_GREEDY:
        *m = flat_greedy(p, &pl->rng);
        return GTP_OK;
    case PLAYER_FLAT:
        *nodes_n += pl->spec->flat_nodes;
        position_copy(&copy, p);
        *m = flat_choose(&copy, pl->spec->flat_nodes, &pl->rng);
        return GTP_OK;
    case PLAYER_ENGINE:
        if (engine_search(pl->engine, p, &pl->spec->limits, go_on, pl, &report) < 0)
            return GTP_REFUSES; /* the memory that it was given does not hold the board */
        *nodes_n += report.nodes_n;
        *m = report.best;
        return GTP_OK;
    case PLAYER_GTP:
        return gtp_client_genmove(pl->gtp, position_seat(p, p->side), m);
    }
    return GTP_REFUSES;
}
