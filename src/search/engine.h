/* engine.h - the one face of the search: choose a move, analyse, watch it think.
 *
 * An engine thinks about one position at a time, in one of two ways:
 *
 *     engine_search     thinks in the calling thread and returns when it is done
 *     engine_start      returns at once; engine_poll reads the results so far from any
 *                       thread, callbacks tell it unasked, engine_wait gives the end
 *
 *            engine_start           a limit, a proof, engine_stop
 *      idle ------------> running ---------------------------------> done
 *        ^------------------------------------------------------------'  engine_wait, or any
 *                                                                         other call below
 *
 * An engine belongs to one thread at a time, its owner. Only the owner calls its functions; but any
 * thread may call engine_stop and engine_poll as long as the engine is not freed. Any number of
 * engines may run side by side; they share nothing. All memory is taken by engine_new (but a few
 * hundred bytes for each thread while it runs) and given back by engine_free. With the same
 * position, seed, memory, level or nodes_cap, and threads = 1 the result is the same on every
 * machine, natively and in WebAssembly, in either way. docs/ENGINE.md shows it in use. */
#ifndef ENGINE_H
#define ENGINE_H
#include "base/macros.h"
#include "rules/game.h"
#include <stdbool.h>
#include <stdint.h>

struct engine; /* opaque */
struct net;    /* net/net.h */

enum { LEVEL_MIN = 1, LEVEL_MAX = 8, LEVEL_DEFAULT = 4, PV_MAX = 32, CANDIDATES_MAX = 16 };

struct engine_options {
    uint64_t memory_bytes; /* bound on everything the engine allocates, but for 8 MiB of proofs on
                              small boards; 0: 256 MiB */
    int threads;           /* 1 … 256; 0: 1 */
    uint64_t seed;
    /* A search that only time limits continues in the tree of the previous search, if its position
     * is the same or at most four moves later. Rates and points then come from the new playouts,
     * where there are any; visits count all playouts. A search with a limit in nodes (or a level
     * below 8) always starts with an empty tree, so its answer does not depend on earlier
     * searches. */
    bool keep_tree;
    /* Nets judge positions instead of playouts on the boards that they play, and one node is then
     * one judgement; other boards go by playouts. */
    bool no_net;           /* true: always playouts */
    bool no_proof;         /* true: no proof of the root before the rounds (root_proof.h) */
    const struct net *net; /* borrowed: this one for its game, instead of those built in; or NULL */
};

/* The limits of one search. The first limit that is reached ends it. level fills the fields that
 * are 0 (levels below 8 count nodes, level 8 uses all of think_ms). All zero: LEVEL_DEFAULT. */
struct engine_limits {
    int level;         /* LEVEL_MIN … LEVEL_MAX, or 0: full strength within the other limits */
    int64_t nodes_cap; /* playouts, or judgements of a net */
    int64_t think_ms;
    /* With think_ms: the search ends here if it is settled, and sooner when nothing else can come
     * in front any more (pace.h); 0: it takes all of think_ms. */
    int64_t usual_ms;
    int64_t cpu_ms; /* processor time of the first search thread: fair on a busy machine */
};

/* One candidate move, best first. */
struct candidate {
    move_t move;
    uint32_t visits;
    float winrate; /* 0 … 1 for the side to move, 0.5 without visits; draws count half */
    float prior;   /* the net's probability that it is played, 0 … 1; 0 without a net */
    float score;   /* expected points of the side to move less the best other; games with points */
    int8_t proven; /* +1 this move wins, -1 loses, 0 open (draws: 0 with exact = true) */
    bool exact;    /* the result for the side to move is proved */
    /* Proved bounds of its points minus those of the best opponent, with best play of both: -area
     * and area if nothing is proved. If the bounds are equal, score is exact. 0 in games without
     * points. */
    int16_t low, high;
    uint16_t pv_n;
    move_t pv[PV_MAX];
};

struct search_report {
    move_t best; /* MOVE_NONE if the game is over */
    int64_t nodes_n;
    int64_t elapsed_ms;
    float winrate;
    int8_t proven;     /* value of the position for the side to move, if proved: +1, 0, -1 */
    bool exact;        /* it is proved (0 alone may also mean: open) */
    int16_t low, high; /* of the position, as those of a candidate */
    uint32_t net;      /* checksum of the net that judged; 0: playouts did */
    bool net_unseen;   /* that net was not trained on boards of this size */
    bool full;         /* memory ran out; the least visited nodes were dropped */
    int candidates_n;
    struct candidate candidates[CANDIDATES_MAX];
};

/* NULL when memory_bytes is below 1 MiB or the system does not have so much. engine_free stops a
 * running search first. */
MUST_USE struct engine *engine_new(const struct engine_options *options);
void engine_free(struct engine *e); /* NULL is fine */

/* Searches p and fills *out (a finished game: best = MOVE_NONE). progress (may be NULL) is called
 * about ten times a second with the report so far; if it returns false the search stops soon and
 * out is filled as far as it came. Returns 0 or a negative ERR_*. */
typedef bool engine_progress(void *context, const struct search_report *so_far);
MUST_USE int engine_search(struct engine *e, const struct position *p,
                           const struct engine_limits *limits, engine_progress *progress,
                           void *context, struct search_report *out);

/* Callbacks of a search that engine_start started. The functions run in the engine's thread, one at
 * a time (done for a finished game: inside engine_start); they may call engine_stop and
 * engine_poll, but no other function of this header. */
struct engine_watch {
    engine_progress *progress;                                       /* as above; NULL: no
                                                                      * callback */
    void (*done)(void *context, const struct search_report *report); /* the last call; or NULL */
    void *context;
    int64_t interval_ms; /* between two calls of progress, and how old the report of engine_poll may
                            be; 0: 100 */
};

/* Begins to search p in a thread of its own and returns. p and limits are copied, watch may be
 * NULL. A search that is still running is stopped and forgotten. Returns 0, ERR_RANGE (limits),
 * ERR_FULL (the board needs more memory) or ERR_NO_MEMORY (the system gives no thread, as in
 * WebAssembly). */
MUST_USE int engine_start(struct engine *e, const struct position *p,
                          const struct engine_limits *limits, const struct engine_watch *watch);

/* The state of a started search. *out (may be NULL) gets its latest report: with ENGINE_DONE the
 * final one, with ENGINE_RUNNING the last one made (before the first one, nodes_n = 0). ENGINE_IDLE
 * leaves it untouched. */
enum engine_state { ENGINE_IDLE, ENGINE_RUNNING, ENGINE_DONE };
enum engine_state engine_poll(struct engine *e, struct search_report *out);

/* Waits for a started search to end, and fills *out (may be NULL) with its report. Returns 0, or
 * ERR_NOT_FOUND if none was started. */
int engine_wait(struct engine *e, struct search_report *out);

/* Makes a running search end soon; may be called from any thread or signal handler. */
void engine_stop(struct engine *e);

/* Forgets everything learned (new game); a running search is stopped first. */
void engine_clear(struct engine *e);

/* Replaces options.seed for the searches to come. */
void engine_seed(struct engine *e, uint64_t seed);

#endif
