#include "search/tree/nets.h"

#include "net/builtin.h"

size_t nets_bytes(int threads)
{
    return sizeof(struct nets) + (size_t)threads * sizeof(struct judge);
}

bool nets_wanted(const struct net *given, const struct position *p, enum pie pie,
                 const struct engine_limits *limits)
{
    const struct setup *s = &p->setup;
    size_t bytes;
    bool counts = limits->nodes_cap > 0 || (limits->level > 0 && limits->level < LEVEL_MAX);
    if (pie != PIE_NONE)
        return false;
    if (given != NULL)
        return net_plays(given, s);
    if (!counts && net_path_best() == NET_PLAIN)
        return false;
    const void *file = builtin_net((enum game_id)s->game, &bytes);
    return file != NULL && net_file_plays(file, s);
}

const struct net *nets_take(struct nets *n, const struct net *given, enum game_id game)
{
    const char *why;
    size_t bytes;
    if (given != NULL)
        return given;
    const void *file = builtin_net(game, &bytes);
    int err = net_open(&n->builtin, file, bytes, &why);
    ASSERT(err == 0);
    return &n->builtin;
}
