/* hoshi_action.c - positions for programs: actions, masks, planes and random games
 * (include/hoshi.h).
 */
#include "base/err.h"
#include "lib/hoshi_int.h"
#include "net/planes.h"
#include <string.h>

static int kinds(const struct setup *s)
{
    return games[s->game]->has_red ? 2 : 1;
}

static int points_n(const struct setup *s)
{
    return s->width * s->height;
}

int hoshi_actions(const struct setup *s)
{
    const struct game *g = games[s->game];
    return kinds(s) * points_n(s) + g->has_pass + g->has_swap;
}

int hoshi_action_of(const struct setup *s, move_t m)
{
    const struct game *g = games[s->game];
    int placements = kinds(s) * points_n(s);
    if (m == MOVE_PASS)
        return g->has_pass ? placements : (int)HOSHI_ERR_UNKNOWN;
    if (m == MOVE_SWAP)
        return g->has_swap ? placements + g->has_pass : (int)HOSHI_ERR_UNKNOWN;
    if (!move_is_point(m) || move_point(m) >= points_n(s) || (move_is_red(m) && !g->has_red))
        return HOSHI_ERR_UNKNOWN;
    return move_point(m) + (move_is_red(m) ? points_n(s) : 0);
}

move_t hoshi_move_of(const struct setup *s, int action)
{
    const struct game *g = games[s->game];
    int points = points_n(s);
    if (action < 0 || action >= hoshi_actions(s))
        return MOVE_NONE;
    if (action < points)
        return (move_t)action;
    if (action < kinds(s) * points)
        return (move_t)(MOVE_RED | (action - points));
    return g->has_pass && action == kinds(s) * points ? MOVE_PASS : MOVE_SWAP;
}

int hoshi_mask(const struct position *p, uint8_t *mask)
{
    move_t moves[MOVES_MAX];
    int n = position_legal(p, moves);
    memset(mask, 0, (size_t)hoshi_actions(&p->setup));
    for (int i = 0; i < n; i++)
        mask[hoshi_action_of(&p->setup, moves[i])] = 1;
    return n;
}

int hoshi_judge(const struct position *p, int action, move_t *out)
{
    *out = hoshi_move_of(&p->setup, action);
    if (*out == MOVE_NONE)
        return ERR_RANGE;
    enum verdict v = position_judge(p, *out);
    return v == VERDICT_OK ? 0 : v == VERDICT_G4 ? ERR_OVER : ERR_ILLEGAL;
}

int hoshi_position_actions(const struct hoshi_position *p)
{
    return hoshi_actions(&p->p.setup);
}

int hoshi_position_action(const struct hoshi_position *p, const char *move)
{
    move_t m;
    int err = move_parse(move, p->p.setup.width, p->p.setup.height, &m);
    return err < 0 ? err : hoshi_action_of(&p->p.setup, m);
}

int hoshi_position_action_text(const struct hoshi_position *p, int action,
                               char word[HOSHI_WORD_BYTES])
{
    move_t m = hoshi_move_of(&p->p.setup, action);
    if (m == MOVE_NONE)
        return HOSHI_ERR_RANGE;
    move_print(m, p->p.setup.width, word);
    return 0;
}

int hoshi_position_legal_mask(const struct hoshi_position *p, uint8_t *mask)
{
    return hoshi_mask(&p->p, mask);
}

int hoshi_position_legal_actions(const struct hoshi_position *p, int32_t *actions, int max)
{
    move_t moves[MOVES_MAX];
    int n = position_legal(&p->p, moves);
    for (int i = 0; i < n && i < max; i++)
        actions[i] = hoshi_action_of(&p->p.setup, moves[i]);
    return n;
}

int hoshi_position_step(struct hoshi_position *p, int action)
{
    move_t m;
    int err = hoshi_judge(&p->p, action, &m);
    if (err == 0)
        position_play_legal(&p->p, m);
    return err;
}

int hoshi_position_last(const struct hoshi_position *p)
{
    return p->p.last != MOVE_NONE ? hoshi_action_of(&p->p.setup, p->p.last)
                                  : (int)HOSHI_ERR_NOT_FOUND;
}

/* ---- random games ---- */

int hoshi_position_random(const struct hoshi_position *p, uint64_t *state)
{
    struct rng r;
    struct position q; /* the draw may reorder what the game remembers, never the game */
    if (p->p.over)
        return HOSHI_ERR_OVER;
    position_copy(&q, &p->p);
    rng_seed(&r, *state);
    *state = rng_next(&r);
    return hoshi_action_of(&q.setup, position_random(&q, &r));
}

int hoshi_position_random_playout(struct hoshi_position *p, uint64_t seed)
{
    struct rng r;
    struct playlog log = {0};
    rng_seed(&r, seed);
    position_playout(&p->p, &r, &log);
    return (int)log.n;
}

/* ---- planes ---- */

size_t hoshi_planes_bytes(const struct setup *s)
{
    return planes_see(s) ? (size_t)points_n(s) * (size_t)planes_n(s->game) : 0;
}

void hoshi_planes(const struct position *p, uint8_t *out)
{
    uint8_t ringed[(SIDE_MAX + 2) * (SIDE_MAX + 2) * PLANES_MAX];
    size_t planes = (size_t)planes_n(p->setup.game);
    size_t row = p->setup.width * planes;
    planes_fill(p, ringed);
    for (size_t y = 0; y < p->setup.height; y++)
        memcpy(out + y * row, ringed + ((y + 1) * (p->setup.width + 2u) + 1) * planes, row);
}

void hoshi_mask_by_planes(const struct position *p, const uint8_t *planes, uint8_t *mask)
{
    const struct setup *s = &p->setup;
    int n = planes_n(s->game), points = points_n(s), placements = kinds(s) * points;
    for (int kind = 0; kind < kinds(s); kind++)
        for (int at = 0; at < points; at++)
            mask[kind * points + at] = planes[at * n + PLANE_LEGAL + kind] != 0;
    for (int action = placements; action < hoshi_actions(s); action++)
        mask[action] = position_judge(p, hoshi_move_of(s, action)) == VERDICT_OK;
}

void hoshi_planes_floats(const uint8_t *planes, size_t n, float *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = (float)planes[i] * (1.0F / PLANE_ONE);
}

int hoshi_position_planes_n(const struct hoshi_position *p)
{
    return planes_see(&p->p.setup) ? planes_n(p->p.setup.game) : (int)HOSHI_ERR_UNSUPPORTED;
}

int hoshi_position_planes_u8(const struct hoshi_position *p, uint8_t *planes)
{
    if (!planes_see(&p->p.setup))
        return HOSHI_ERR_UNSUPPORTED;
    hoshi_planes(&p->p, planes);
    return 0;
}

int hoshi_position_planes(const struct hoshi_position *p, float *planes)
{
    uint8_t bytes[POINTS_MAX * PLANES_MAX];
    int err = hoshi_position_planes_u8(p, bytes);
    if (err == 0)
        hoshi_planes_floats(bytes, hoshi_planes_bytes(&p->p.setup), planes);
    return err;
}
