/* pattern.c - which game's patterns are asked (pattern.h). */
#include "search/tree/pattern.h"

#include "search/levee/pattern_levee_table.h"
#include "search/palisade/pattern_palisade_table.h"
#include "search/redstone/pattern_redstone_table.h"
#include "search/tree/pattern_int.h"

static const struct {
    int n;
    const int8_t *weights;                /* [n] */
    void (*look)(struct pattern_view *v); /* NULL: nothing is shared */
    int (*parts)(const struct pattern_view *v, move_t m, int out[PATTERN_PARTS_MAX]);
    int (*kind)(int part); /* NULL: each its own */
} patterns[GAME_N] = {
    [GAME_PALISADE] = {PATTERN_PALISADE_N, pattern_palisade_weights, pattern_palisade_look,
                       pattern_palisade_parts, pattern_palisade_kind},
    [GAME_REDSTONE] = {PATTERN_REDSTONE_N, pattern_redstone_weights, pattern_redstone_look,
                       pattern_redstone_parts, NULL},
    [GAME_LEVEE] = {PATTERN_LEVEE_N, pattern_levee_weights, NULL, pattern_levee_parts, NULL},
};

enum { FAR_AWAY = -1000 };

int pattern_n(enum game_id game)
{
    return patterns[game].n;
}

int pattern_kind(enum game_id game, int part)
{
    return patterns[game].kind != NULL ? patterns[game].kind(part) : part;
}

void pattern_look(const struct position *p, struct pattern_view *out)
{
    bool near = p->last != MOVE_NONE && move_is_point(p->last);
    out->p = p;
    out->last_x = near ? move_point(p->last) % p->setup.width : FAR_AWAY;
    out->last_y = near ? move_point(p->last) / p->setup.width : FAR_AWAY;
    if (patterns[p->setup.game].look != NULL)
        patterns[p->setup.game].look(out);
}

int pattern_parts(const struct pattern_view *v, move_t m, int out[PATTERN_PARTS_MAX])
{
    return move_is_point(m) ? patterns[v->p->setup.game].parts(v, m, out) : 0;
}

int pattern_weight(const struct pattern_view *v, move_t m)
{
    int part[PATTERN_PARTS_MAX];
    int n = pattern_parts(v, m, part);
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += patterns[v->p->setup.game].weights[part[i]];
    return sum;
}
