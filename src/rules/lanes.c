#include "rules/lanes.h"

#include "rules/position.h"

#if defined(__x86_64__)

/* The first two generations of Zen take hundreds of cycles to deposit bits (BMI2). */
bool lanes_path_works(enum lanes_path path)
{
    if (path == LANES_PLAIN)
        return true;
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2") ||
        __builtin_cpu_is("znver1") || __builtin_cpu_is("znver2"))
        return false;
    return path == LANES_AVX2 ||
           (__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq"));
}

#else

bool lanes_path_works(enum lanes_path path)
{
    return path == LANES_PLAIN;
}

#endif

enum lanes_path lanes_path_best(void)
{
    enum lanes_path path = LANES_PATH_N - 1;
    while (!lanes_path_works(path))
        path--;
    return path;
}

bool lanes_fit(const struct position *p)
{
    return !p->over && p->setup.width <= games[p->setup.game]->lanes_width_max;
}

bool lanes_mast(const struct position *p, struct mast *out)
{
    const struct game *g = games[p->setup.game];
    if (g->lanes_place == NULL)
        return false;
    for (int at = 0; at < p->setup.width * p->setup.height; at++)
        out->place[at] = (uint16_t)g->lanes_place(p, (point_t)at);
    mast_clear(out);
    return true;
}

void lanes_play(enum lanes_path path, const struct position *p, struct rng *r, int n,
                const struct mast *mast, struct playlog *logs, struct ending *out)
{
    const struct game *g = games[p->setup.game];
    ASSERT(lanes_fit(p) && lanes_path_works(path) && n > 0);
    ASSERT(mast == NULL || g->lanes_place != NULL);
    for (int i = 0; i < n && logs != NULL; i++)
        logs[i].n = 0;
    g->lanes_play[path](p, r, n, mast, logs, out);
}
