/* pattern.c - which game's patterns are asked (pattern.h). */
#include "search/tree/pattern.h"

#include "search/game_search.h"

enum { FAR_AWAY = -1000 };

int pattern_n(enum game_id game)
{
    const struct pattern_set *set = game_searches[game]->patterns;
    return set != NULL ? set->n : 0;
}

int pattern_kind(enum game_id game, int part)
{
    const struct pattern_set *set = game_searches[game]->patterns;
    return set->kind != NULL ? set->kind(part) : part;
}

void pattern_look(const struct position *p, struct pattern_view *out)
{
    bool near = p->last != MOVE_NONE && move_is_point(p->last);
    out->p = p;
    out->last_x = near ? move_point(p->last) % p->setup.width : FAR_AWAY;
    out->last_y = near ? move_point(p->last) / p->setup.width : FAR_AWAY;
    const struct pattern_set *set = game_search_of(p)->patterns;
    if (set->look != NULL)
        set->look(out);
}

int pattern_parts(const struct pattern_view *v, move_t m, int out[PATTERN_PARTS_MAX])
{
    return move_is_point(m) ? game_search_of(v->p)->patterns->parts(v, m, out) : 0;
}

int pattern_weight(const struct pattern_view *v, move_t m)
{
    int part[PATTERN_PARTS_MAX];
    int n = pattern_parts(v, m, part);
    const int8_t *weights = game_search_of(v->p)->patterns->weights;
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += weights[part[i]];
    return sum;
}
