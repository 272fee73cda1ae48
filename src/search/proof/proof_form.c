#include "search/proof/proof_form.h"

#include "rules/position.h"
#include "search/proof/game_proof.h"

size_t proof_form_bytes(const struct setup *s)
{
    size_t points_n = (size_t)(s->width * s->height);
    return (games[s->game]->has_heights ? 2 * points_n : (points_n + 3) / 4) + 2;
}

void proof_form_pack(const struct position *p, int symmetry, uint8_t *out)
{
    const struct setup *s = &p->setup;
    int width = s->width;
    int height = s->height;
    bool heights = games[s->game]->has_heights; /* else two bits a point, four points a byte */
    size_t bytes = proof_form_bytes(s) - 2;
    __builtin_memset(out, 0, bytes);
    bool exchange = (games[s->game]->symmetries_swap >> symmetry & 1) != 0;
    for (point_t at = 0; at < width * height; at++) {
        struct cell c = position_cell(p, at);
        int owner = exchange && c.owner >= 1 && c.owner <= 2 ? 3 - c.owner : c.owner;
        point_t to = symmetry_point(symmetry, width, height, at);
        if (heights) {
            out[2 * to] = (uint8_t)(owner | c.flags << 4);
            out[2 * to + 1] = c.height;
        } else {
            unsigned code = owner == OWNER_NEUTRAL ? 3u : (unsigned)owner;
            out[to / 4] = (uint8_t)(out[to / 4] | code << 2 * (to % 4));
        }
    }
    out += bytes;
    out[0] = (uint8_t)(exchange ? 3 - p->side : p->side);
    /* C7: of two players, one has passed iff the last ply was a pass. R7: plies 1 and 2 differ from
     * all later ones while the option is on. */
    int start = (s->options & OPTION_SWAP) != 0 && p->ply < 2 ? 1 + p->ply : 0;
    out[1] = (uint8_t)((p->last == MOVE_PASS) | start << 1);
}

/* ---- what matters ---- */

size_t proof_live_bytes(const struct setup *s)
{
    return game_proofs[s->game]->live == NULL ? 0 : (size_t)(s->width * s->height + 7) / 8 + 1;
}

void proof_live_find(const struct position *p, struct proof_live *out)
{
    out->odd = game_proofs[p->setup.game]->live(p, out->live);
}

void proof_live_pack(const struct position *p, const struct proof_live *live, int symmetry,
                     uint8_t *out)
{
    const struct setup *s = &p->setup;
    bool exchange = (games[s->game]->symmetries_swap >> symmetry & 1) != 0;
    __builtin_memset(out, 0, proof_live_bytes(s));
    *out++ = (uint8_t)((exchange ? 3 - p->side : p->side) | (live->odd ? 4 : 0));
    for (point_t at = 0; at < s->width * s->height; at++)
        if (live->live[at] != 0) {
            point_t to = symmetry_point(symmetry, s->width, s->height, at);
            out[to / 8] |= (uint8_t)(1u << to % 8);
        }
}
