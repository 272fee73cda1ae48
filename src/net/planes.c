#include "net/planes.h"

#include "net/planes_int.h"

static const struct planes_row *const rows[GAME_N] = {
#define ROW(NAME, name) [GAME_##NAME] = &planes_##name,
    GAME_LIST(ROW)
#undef ROW
};

int planes_n(enum game_id game)
{
    return rows[game]->n;
}

int planes_version(enum game_id game)
{
    return rows[game]->version;
}

int planes_kinds(enum game_id game)
{
    return rows[game]->kinds;
}

bool planes_see(const struct setup *s)
{
    return s->players == 2 && (s->options & rows[s->game]->blind) == 0;
}

struct planes_boards planes_boards(enum game_id game)
{
    return rows[game]->boards;
}

int planes_move(const struct setup *s, move_t m)
{
    int points = s->width * s->height;
    ASSERT(m != MOVE_SWAP);
    if (m == MOVE_PASS)
        return rows[s->game]->kinds * points;
    return move_point(m) + (move_is_red(m) ? points : 0);
}

void planes_fill(const struct position *p, uint8_t *out)
{
    const struct setup *s = &p->setup;
    int planes = rows[s->game]->n;
    uint8_t first = p->side == 1 ? PLANE_ONE : 0;
    for (int y = 0; y < s->height; y++) {
        uint8_t *point = planes_at(out, s, planes, y * s->width);
        uint8_t *end = point + s->width * planes;
        __builtin_memset(point, 0, (size_t)s->width * (size_t)planes);
        for (; point != end; point += planes) {
            point[PLANE_BOARD] = PLANE_ONE;
            point[PLANE_FIRST] = first;
        }
    }
    rows[s->game]->fill(p, out, planes);
}
