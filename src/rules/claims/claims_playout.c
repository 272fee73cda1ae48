/* claims_playout.c - random games of the claims game: of placements only, and careful ones. */
#include "rules/claims/claims_int.h"
#include "rules/claims/claims_legal.h"
#include "rules/claims/claims_place.h"
#include "rules/claims/claims_score.h"

CLAIMS_INLINE void playout(struct position *p, struct claims_board b, struct rng *r,
                           struct playlog *log)
{
    const struct claims *c = &p->u.claims;
    for (bool over = false; !over;) {
        struct claims_set legal;
        legal_find(c, b, p->side, &legal);
        move_t m = MOVE_PASS;
        if (legal.n > 0) {
            m = (move_t)legal_select(&legal, b, rng_below(r, legal.n));
            place(p, b, m);
        } else if (legal_any_side(c, b, p->side)) {
            over = pass_turn(p, b);
        } else {
            break; /* C7: the last placement has ended it */
        }
        p->ply++;
        p->last = m;
        if (log != NULL) {
            if (log->n < log->cap)
                log->moves[log->n] = m;
            log->n++;
        }
    }
    p->hash = claims_hash(p, 0);
    claims_end(p);
}

/* ---- Careful games ---- */

enum { TRIES = 4 };

/* C8: points of all sides. */
CLAIMS_INLINE void score(const struct position *p, struct claims_board b,
                         int16_t points[PLAYERS_MAX])
{
    for (int i = 0; i < b.players; i++)
        points[i] = 0;
    score_board(&p->u.claims, b, claims_jacked(p), points);
}

/* Placements are tried on the other one of two positions, which takes the place of the first when a
 * player keeps one. */
CLAIMS_INLINE void careful(struct position *p, struct claims_board b, struct rng *rng,
                           struct playlog *log)
{
    struct rng r = *rng; /* in registers */
    struct position other;
    struct position *now = p;
    struct position *next = &other;
    int16_t points[PLAYERS_MAX];
    score(p, b, points);
    for (bool over = false; !over;) {
        int side = now->side;
        int least = points_margin(points, b.players, side);
        move_t m = MOVE_PASS;
        struct claims_set legal;
        legal_find(&now->u.claims, b, side, &legal);
        for (int i = 0; i < TRIES && legal.n > 0; i++) {
            move_t wish = (move_t)legal_select(&legal, b, rng_below(&r, legal.n));
            int16_t then[PLAYERS_MAX];
            __builtin_memcpy(next, now, claims_board_bytes(b));
            place(next, b, wish);
            score(next, b, then);
            if (points_margin(then, b.players, side) >= least) {
                m = wish;
                for (int k = 0; k < b.players; k++)
                    points[k] = then[k];
                break;
            }
        }
        if (m == MOVE_PASS) {
            over = pass_turn(now, b);
        } else {
            struct position *kept = next;
            next = now;
            now = kept;
            over = !legal_any_side(&now->u.claims, b, now->side);
        }
        now->ply++;
        now->last = m;
        if (log->n < log->cap)
            log->moves[log->n] = m;
        log->n++;
    }
    *rng = r;
    if (now != p)
        __builtin_memcpy(p, now, claims_board_bytes(b));
    p->hash = claims_hash(p, 0);
    claims_end(p);
}

/* ---- For each board ---- */

/* Each is a function of its own: the compilers of browsers take long for one as large as all. */
#define PLAYOUT(name, play, board)                                                                 \
    static __attribute__((noinline)) void name(struct position *p, struct rng *r,                  \
                                               struct playlog *log)                                \
    {                                                                                              \
        play(p, board, r, log);                                                                    \
    }
PLAYOUT(playout_8, playout, board_8)
PLAYOUT(playout_19, playout, board_19)
PLAYOUT(playout_two, playout, claims_for_two(claims_board_of(p)))
PLAYOUT(playout_any, playout, claims_board_of(p))
PLAYOUT(careful_8, careful, board_8)
PLAYOUT(careful_two, careful, claims_for_two(claims_board_of(p)))
PLAYOUT(careful_any, careful, claims_board_of(p))

void claims_playout(struct position *p, struct rng *r, struct playlog *log)
{
    struct claims_board b = claims_board_of(p);
    if (board_is(b, board_8))
        playout_8(p, r, log);
    else if (board_is(b, board_19))
        playout_19(p, r, log);
    else if (b.players == 2)
        playout_two(p, r, log);
    else
        playout_any(p, r, log);
}

void claims_playout_careful(struct position *p, struct rng *r, struct playlog *log)
{
    struct claims_board b = claims_board_of(p);
    if (p->over)
        return;
    if (board_is(b, board_8))
        careful_8(p, r, log);
    else if (b.players == 2)
        careful_two(p, r, log);
    else
        careful_any(p, r, log);
}
