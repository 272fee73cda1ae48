/* sight_claims.c - the sight of the proof search in the claims game.
 *
 * No position repeats: each play adds a piece, and stacks are bounded (claims.h). A pass adds none,
 * but two passes in a row end the game (C7). At most twice the pieces that the board can hold.
 *
 * The key tells stacks as mine and yours from the mover's side, since the rules are the same for
 * both; and whether a pass came just before (C7).
 *
 * Lemma 1, settled squares. Stacks never leave, so a square that is occupied scores nothing at the
 * end (C8, without the option `jacked`), and only one point is to be had from each of the others.
 * So no margin exceeds the number of empty squares. When there is none left the game is a draw,
 * however long the stacks go on growing.
 *
 * Lemma 2, passes. After a pass of the other, mine ends the game (C7): I have at least the margin
 * that the board has now. So a pass loses at once, by that answer, unless the margin on the board
 * is already what the passer wants; no other move of the opponent needs to be tried. */
#include "search/claims/claims_search.h"

enum { SHIFT_MAX = 10 };
enum { HEIGHTS = 16 }; /* with keys of their own; higher stacks are mixed */

static int least(int a, int b)
{
    return a < b ? a : b;
}

static uint64_t key_of(const struct pns_keys *k, const struct position *p, int *empty_n)
{
    struct pns_hash x = {.h = {0}};
    *empty_n = 0;
    for (point_t at = 0; at < p->setup.width * p->setup.height; at++) {
        struct cell c = position_cell(p, at);
        if (c.owner == OWNER_NONE) {
            ++*empty_n;
            continue;
        }
        int code = (c.owner != p->side) + ((c.flags & CELL_DOUBLED) != 0 ? 2 : 0);
        pns_hash_add(&x, k, at, c.height % HEIGHTS * 4 + code);
        for (int s = 0; c.height >= HEIGHTS && s < SYMMETRIES_MAX; s++)
            x.h[s] ^= rng_mix(pns_key_of(k, at, code)[s] + c.height);
    }
    return rng_mix(pns_hash_least(&x, k) + (p->last == MOVE_PASS)) | 1u;
}

/* Lemma 1: the greatest margin there can be. */
static int most_of(const struct setup *s, int empty_n)
{
    return (s->options & OPTION_JACKED) != 0 ? s->width * s->height : empty_n;
}

void sight_claims_margin(const struct position *p, int *low, int *high)
{
    int empty_n = 0;
    for (point_t at = 0; at < p->setup.width * p->setup.height; at++)
        empty_n += position_cell(p, at).owner == OWNER_NONE;
    *high = most_of(&p->setup, empty_n);
    *low = -*high;
}

void sight_claims(const struct pns_keys *k, const struct position *p, struct pns_sight *out)
{
    int empty_n;
    int points_n = p->setup.width * p->setup.height;
    int16_t points[PLAYERS_MAX];
    position_score(p, points);
    int now = points[p->side - 1] - points[2 - p->side];
    out->key = key_of(k, p, &empty_n);
    out->high = (int16_t)most_of(&p->setup, empty_n);              /* 1 */
    out->low = (int16_t)(p->last == MOVE_PASS ? now : -out->high); /* 2 */
    int stride = (points_n + CLAIMS_GROUP - 1) / CLAIMS_GROUP * CLAIMS_GROUP;
    const int16_t *margin = p->u.claims.planes + p->side * stride; /* claims.h: legal where >= 0 */
    uint32_t moves_n = 1;
    for (int at = 0; at < points_n; at++)
        moves_n += margin[at] >= 0;
    /* A number grows with how far the board is from what is asked for. All first moves of 4x3 take
     * 298,245 positions, and 1,029,990 with 1 and moves_n (21 November 2026). */
    out->proof = now < 1 ? 1u << least(1 - now, SHIFT_MAX) : 1;
    out->disproof = moves_n << (now > 0 ? least(2 * now, SHIFT_MAX) : 0);
}
