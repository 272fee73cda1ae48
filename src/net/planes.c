#include "net/planes.h"

#include "net/planes_int.h"

static const struct {
    int planes, kinds;
    void (*fill)(const struct position *p, uint8_t *out, int planes);
} table[GAME_N] = {[GAME_PALISADE] = {12, 1, planes_palisade}};

int planes_n(enum game_id game)
{
    return table[game].planes;
}

int planes_kinds(enum game_id game)
{
    return table[game].kinds;
}

bool planes_see(const struct position *p)
{
    return table[p->setup.game].planes > 0 && p->setup.players == 2;
}

int planes_move(const struct setup *s, move_t m)
{
    int points = s->width * s->height;
    if (m == MOVE_PASS)
        return table[s->game].kinds * points;
    return move_point(m) + (move_is_red(m) ? points : 0);
}

void planes_fill(const struct position *p, uint8_t *out)
{
    const struct setup *s = &p->setup;
    int planes = table[s->game].planes;
    for (int at = 0; at < s->width * s->height; at++) {
        uint8_t *point = planes_at(out, s, planes, at);
        __builtin_memset(point, 0, (size_t)planes);
        point[PLANE_BOARD] = PLANE_ONE;
        point[PLANE_FIRST] = p->side == 1 ? PLANE_ONE : 0;
    }
    table[s->game].fill(p, out, planes);
}
