/* no_nets.c - the WebAssembly module has no nets: it searches by playouts, and the page's first
 * load stays small. It takes the place of net/ and of search/tree/nets.c. */
#include "search/tree/nets.h"

bool nets_wanted(const struct net *given, const struct position *p, enum pie pie,
                 const struct engine_limits *limits)
{
    return false;
}

/* ---- what is never called without a net ---- */

size_t nets_bytes(int threads)
{
    return 0;
}

const struct net *nets_take(struct nets *n, const struct net *given, enum game_id game)
{
    return NULL;
}

void net_work_init(struct net_work *w)
{
}

void net_judge(const struct net *net, struct net_work *w, const struct position *p,
               struct net_judgement *out, uint16_t *owners)
{
}

void net_priors(const struct net_judgement *j, const struct setup *s, const move_t *moves, int n,
                uint32_t *out)
{
}
