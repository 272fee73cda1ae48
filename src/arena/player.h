/* player.h - a player of `hoshi match`, read from one word of the command line.
 *
 *     level=N         the engine at a playing level, 1 ... 8
 *     nodes=N         the engine with N playouts a move
 *     ms=N            the engine with N milliseconds a move
 *     cpu=N           the engine with N milliseconds of processor time a move
 *                     (each of these with ",net=none": without nets, ",net=FILE": with that net)
 *     flat=N          the one-ply sampler with N playouts a move
 *     greedy          a one-ply player that takes the best immediate gain
 *     random          a uniformly random legal placement
 *     gtp:COMMAND     any program that speaks GTP, run by the shell */
#ifndef PLAYER_H
#define PLAYER_H
#include "arena/gtp_client.h"
#include "rules/game.h"
#include "search/engine.h"
#include <stdatomic.h>

/* The same in a message about a wrong word. */
#define PLAYER_WORDS                                                                               \
    "level=1..8, nodes=N, seconds=S, cpu-seconds=S, flat=N, greedy, random or gtp:COMMAND"

enum { PLAYER_NAME_BYTES = 128 }; /* of a program's own name */
enum player_kind { PLAYER_RANDOM, PLAYER_GREEDY, PLAYER_FLAT, PLAYER_ENGINE, PLAYER_GTP };

struct player_spec {
    const char *word; /* borrowed: as given */
    enum player_kind kind;
    int64_t flat_nodes;
    struct engine_limits limits;
    const char *net_word;  /* borrowed: the text after ",net="; NULL: none */
    bool no_net;           /* set by the caller according to net_word, as is */
    const struct net *net; /* borrowed */
    const char *command;   /* borrowed: part of the word */
};

/* Options that all players of a match share. */
struct player_options {
    uint64_t memory_bytes; /* of an engine */
    int threads;
    int64_t timeout_ms;                     /* for an answer of a program */
    const struct gtp_clock_settings *clock; /* of programs; NULL: none */
    const atomic_int *enough;               /* not 0: the match is broken off */
};

struct player {
    const struct player_spec *spec;       /* borrowed */
    const struct player_options *options; /* borrowed */
    struct engine *engine;                /* NULL unless it needs one */
    struct gtp_client *gtp;               /* likewise */
    struct rng rng;
};

/* Returns 0, or ERR_SYNTAX or ERR_RANGE. The word must outlive the spec. */
MUST_USE int player_parse(const char *word, struct player_spec *out);

/* Returns 0 or ERR_NO_MEMORY. */
MUST_USE int player_init(struct player *pl, const struct player_spec *spec,
                         const struct player_options *options);
void player_done(struct player *pl);

/* Starts a new game, with a seed of its own. Players that cannot fail return GTP_OK. */
enum gtp_fate player_begin(struct player *pl, const struct setup *s, uint64_t seed);

/* Another player has played m, or the opening has it. */
enum gtp_fate player_see(struct player *pl, int seat, move_t m);

/* A move in a running game, to be judged; *nodes_n is raised by the playouts that it took. */
enum gtp_fate player_choose(struct player *pl, const struct position *p, int64_t *nodes_n,
                            move_t *m);

#endif
