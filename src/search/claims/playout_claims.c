/* playout_claims.c - games of Claims that are played on without search, but not blindly. */
#include "search/claims/claims_search.h"
#include "search/tree/playout.h"

enum { TRIES = 4 };

/* A random game of Claims to its end would fill every square and score nothing: in this game one
 * must know when to pass. So each player takes the first of a few random placements that does not
 * lower their margin at once, and passes if each of them does.
 *
 * Placements are tried on the other one of two positions, which takes the place of the first when a
 * player keeps one. */
void playout_claims(struct position *p, struct rng *r, struct playlog *log)
{
    int players = p->setup.players;
    struct position other;
    struct position *now = p;
    struct position *next = &other;
    int16_t points[PLAYERS_MAX];
    position_score(p, points);
    while (!now->over) {
        int side = now->side;
        int margin = playout_margin(points, players, side);
        move_t m = MOVE_PASS;
        for (int i = 0; i < TRIES && m == MOVE_PASS; i++) {
            move_t wish = position_random(now, r);
            if (wish == MOVE_PASS)
                break;
            int16_t then[PLAYERS_MAX];
            position_copy(next, now);
            position_play_legal(next, wish);
            position_score(next, then);
            if (playout_margin(then, players, side) < margin)
                continue;
            m = wish;
            __builtin_memcpy(points, then, sizeof points);
        }
        if (m == MOVE_PASS) {
            position_play_legal(now, m);
        } else {
            struct position *kept = next;
            next = now;
            now = kept;
        }
        if (log->n < log->cap)
            log->moves[log->n] = m;
        log->n++;
    }
    if (now != p)
        position_copy(p, now);
}
