/* sight_claims.c - the sight of the proof search in the claims game.
 *
 * No position repeats: each play adds a piece, and stacks are bounded (claims.h). A pass adds none,
 * and as many passes in a row as there are players end the game (C7). At most that many times the
 * pieces that the board can hold.
 *
 * The key numbers the players from the mover on, since the rules are the same for all; and it tells
 * how many passes came just before (C7). With more than two players it also tells who the claimant
 * is (pns.h), the additional plays that are left, and who has attacked whom (lemma 3).
 *
 * Lemma 1, settled squares. Stacks never leave, so a square that is occupied scores nothing at the
 * end (C8, without the option `jacked`), and only one point is to be had from each of the others.
 * So no margin exceeds the number of empty squares. When there is none left the game is a draw,
 * however long the stacks go on growing.
 *
 * Lemma 2, passes. After a pass of the other, mine ends the game (C7): I have at least the margin
 * that the board has now. So a pass loses at once, by that answer, unless the margin on the board
 * is already what the passer wants; no other move of the opponent needs to be tried. The same goes
 * for a party of several players that has all the turns that are left until all have passed.
 *
 * Lemma 3, attackers. An attack counts only with one by a second player before the turn of the
 * player attacked (C9). Attacks on a player whom no second one can attack before then are left out.
 */
#include "search/claims/claims_search.h"

enum { SHIFT_MAX = 10 };
enum { HEIGHTS = 16 }; /* with keys of their own; higher stacks are mixed */

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* The turns from this one on that belong to the party to move. */
static int turns_of_party(const struct pns_keys *k, const struct position *p)
{
    int players = p->setup.players;
    return k->claimant == 0 || k->claimant == p->side ? 1
                                                      : (k->claimant - p->side + players) % players;
}

/* All that a position of more than two players has beside its stacks and passes. */
static uint64_t rest_of(const struct pns_keys *k, const struct position *p)
{
    int players = p->setup.players;
    const struct claims *c = &p->u.claims;
    unsigned claimant = (unsigned)(k->claimant - p->side + players) % (unsigned)players;
    uint64_t rest = claimant | (unsigned)c->more << 4;
    for (int away = 1; away < players; away++) {
        unsigned by = c->attackers[(p->side - 1 + away) % players];
        unsigned from_me = (by >> (p->side - 1) | by << (players - p->side + 1)) &
                           ((1u << players) - 1); /* bit i: the player i turns after me */
        unsigned to_come = (1u << away) - 1;
        unsigned all = from_me | to_come;
        if ((all & (all - 1)) != 0) /* 3 */
            rest |= (uint64_t)from_me << (4 + 4 * away);
    }
    return rest << 8;
}

static uint64_t key_of(const struct pns_keys *k, const struct position *p, int *empty_n)
{
    struct pns_hash x = {.h = {0}};
    int players = p->setup.players;
    *empty_n = 0;
    for (point_t at = 0; at < p->setup.width * p->setup.height; at++) {
        struct cell c = position_cell(p, at);
        if (c.owner == OWNER_NONE) {
            ++*empty_n;
            continue;
        }
        int code = c.owner - p->side + (c.owner < p->side ? players : 0);
        code += (c.flags & CELL_DOUBLED) != 0 ? players : 0;
        pns_hash_add(&x, k, at, c.height % HEIGHTS * 2 * players + code);
        for (int s = 0; c.height >= HEIGHTS && s < SYMMETRIES_MAX; s++)
            x.h[s] ^= rng_mix(pns_key_of(k, at, code)[s] + c.height);
    }
    uint64_t rest = p->u.claims.passes + (players > 2 ? rest_of(k, p) : 0);
    return rng_mix(pns_hash_least(&x, k) + rest) | 1u;
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

/* How many moves there are. */
static uint32_t moves_of(const struct position *p)
{
    move_t legal[MOVES_MAX];
    if (p->setup.players > 2)
        return (uint32_t)position_legal(p, legal);
    int points_n = p->setup.width * p->setup.height;
    int stride = (points_n + CLAIMS_GROUP - 1) / CLAIMS_GROUP * CLAIMS_GROUP;
    const int16_t *margin = p->u.claims.planes + p->side * stride; /* claims.h: legal where >= 0 */
    uint32_t moves_n = 1;
    for (int at = 0; at < points_n; at++)
        moves_n += margin[at] >= 0;
    return moves_n;
}

void sight_claims(const struct pns_keys *k, const struct position *p, struct pns_sight *out)
{
    int empty_n;
    int players = p->setup.players;
    int now = pns_margin(k, p);
    bool may_end = p->u.claims.passes + turns_of_party(k, p) >= players;
    out->key = key_of(k, p, &empty_n);
    out->high = (int16_t)most_of(&p->setup, empty_n); /* 1 */
    out->low = (int16_t)(may_end ? now : -out->high); /* 2 */
    uint32_t moves_n = moves_of(p);
    /* A number grows with how far the board is from what is asked for. All first moves of 4x3 take
     * 298,245 positions, and 1,029,990 with 1 and moves_n (21 November 2026). */
    out->proof = now < 1 ? 1u << least(1 - now, SHIFT_MAX) : 1;
    out->disproof = moves_n << (now > 0 ? least(2 * now, SHIFT_MAX) : 0);
}
