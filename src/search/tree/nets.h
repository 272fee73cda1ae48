/* nets.h - which net judges a search, and the memory that it needs: a part of an engine.
 *
 * A search has a net if one plays its board and two players (net.h), and not
 *
 *   - while the pie rule (pie.h) is being decided, which goes by the mean of playouts,
 *   - when time alone limits it, with a net that is built in, on a machine where only the plain
 *     path (net.h) works: that is too slow to gain anything. */
#ifndef NETS_H
#define NETS_H
#include "search/tree/pie.h"
#include "search/tree/worker.h"

/* Lies behind the tree while a net judges; without one the tree has its room. */
struct nets {
    struct net builtin;
    struct judge judges[]; /* [thread] */
};

size_t nets_bytes(int threads);

/* True iff a net judges positions in a search of p: the given net, or the built-in one if that is
 * NULL. */
bool nets_wanted(const struct net *given, const struct position *p, enum pie pie,
                 const struct engine_limits *limits);

/* That net. */
const struct net *nets_take(struct nets *n, const struct net *given, enum game_id game);

#endif
