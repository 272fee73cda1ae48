#include "search/proof/proof_form.h"

#include "rules/position.h"

size_t proof_form_bytes(const struct setup *s)
{
    size_t points_n = (size_t)(s->width * s->height);
    return (games[s->game]->has_heights ? 2 * points_n : points_n) + 2;
}

void proof_form_pack(const struct position *p, int symmetry, uint8_t *out)
{
    const struct setup *s = &p->setup;
    int width = s->width;
    int height = s->height;
    bool heights = games[s->game]->has_heights;
    bool exchange = (games[s->game]->symmetries_swap >> symmetry & 1) != 0;
    for (point_t at = 0; at < width * height; at++) {
        struct cell c = position_cell(p, at);
        int owner = exchange && c.owner >= 1 && c.owner <= 2 ? 3 - c.owner : c.owner;
        point_t to = symmetry_point(symmetry, width, height, at);
        uint8_t byte = (uint8_t)(owner | c.flags << 4);
        if (heights) {
            out[2 * to] = byte;
            out[2 * to + 1] = c.height;
        } else {
            out[to] = byte;
        }
    }
    out += heights ? 2 * width * height : width * height;
    out[0] = (uint8_t)(exchange ? 3 - p->side : p->side);
    /* C7: of two players, one has passed iff the last ply was a pass. R7: plies 1 and 2 differ from
     * all later ones while the option is on. */
    int start = (s->options & OPTION_SWAP) != 0 && p->ply < 2 ? 1 + p->ply : 0;
    out[1] = (uint8_t)((p->last == MOVE_PASS) | start << 1);
}
