/* claims_place.h - placements of the claims game (rules C2-C7, C9), compiled for each board where
 * it is known. claims.c explains how the claims change. */
#ifndef CLAIMS_PLACE_H
#define CLAIMS_PLACE_H
#include "rules/claims/claims_int.h"
#include "rules/claims/claims_legal.h"

enum { TALL = 3 };        /* claims diagonally (C3), or orthogonally beyond the second square */
enum { GATE_OWN = 1000 }; /* claims.h: beyond the sum of all claims and a height */

/* The boards for which code is compiled of its own. */
static const struct claims_board board_8 = {8, 8, 2};
static const struct claims_board board_19 = {19, 19, 2};

/* Whether b is that board and has code of its own, which no board has where code is to be small. */
CLAIMS_INLINE bool board_is(struct claims_board b, struct claims_board that)
{
#ifdef __OPTIMIZE_SIZE__
    b.players = 0;
#endif
    return b.width == that.width && b.height == that.height && b.players == that.players;
}

/* ---- Laying claims ---- */

/* n more claims of a side on a square. */
CLAIMS_INLINE void claims_add(struct claims *c, struct claims_board b, int side, int at, int n)
{
    int16_t *mine = claims_plane(c, b, side) + at;
    *mine = (int16_t)(*mine + n);
    if (b.players == 2) {
        int16_t *theirs = claims_plane(c, b, 3 - side) + at;
        *theirs = (int16_t)(*theirs - n);
    }
}

/* A claim passes from one side to another. */
CLAIMS_INLINE void claims_pass(struct claims *c, struct claims_board b, int from, int to, int at)
{
    if (b.players == 2) {
        claims_add(c, b, to, at, 2);
    } else {
        claims_add(c, b, from, at, -1);
        claims_add(c, b, to, at, 1);
    }
}

/* The gate of a square in the margin of a side (claims.h). */
CLAIMS_INLINE int gate(int stack, int side)
{
    if (stack_side(stack) != side)
        return -stack_height(stack);
    return stack_doubled(stack) ? -GATE_OWN : GATE_OWN;
}

CLAIMS_INLINE void stack_set(struct claims *c, struct claims_board b, int q, int stack)
{
    int old = c->planes[q];
    c->planes[q] = (int16_t)stack;
    if (b.players == 2) {
        for (int side = 1; side <= 2; side++) {
            int16_t *margin = claims_plane(c, b, side) + q;
            *margin = (int16_t)(*margin + gate(stack, side) - gate(old, side));
        }
    }
    int x = q % b.width;
    int y = q / b.width;
    if (old == 0) {
        c->rows[y].occupied |= 1u << x;
        c->cols[x].occupied |= 1u << y;
    }
    if (stack_height(stack) >= TALL) {
        c->rows[y].tall |= 1u << x;
        c->cols[x].tall |= 1u << y;
    }
}

/* C4: q, hitherto empty, is being occupied. The stacks of the run behind it (seen along step) lose
 * their claims on the run ahead and on the square after that: q was their only gap. What the
 * neighbour behind loses on the neighbour ahead is seen to by put_first. */
static inline void close_gap(struct claims *c, struct claims_board b, int q, int step, int behind,
                             int ahead, int room_ahead)
{
    int lost_max = claims_least(ahead + 1, room_ahead);
    for (int i = 1; i <= behind; i++) {
        int stack = c->planes[q - i * step];
        int lost = claims_least(stack_height(stack) - i, lost_max);
        for (int j = i == 1 ? 2 : 1; j <= lost; j++)
            claims_add(c, b, stack_side(stack), q + j * step, -1);
    }
}

/* Whether the run on both sides of bit `at` has a tall stack. */
CLAIMS_INLINE bool run_has_tall(struct claims_line line, int at, int up, int down)
{
    return ((line.tall >> (at - down)) & ((2u << (up + down)) - 1)) != 0;
}

/* C2 (a): a piece of a side on the empty square q. Written without branches for what nearly always
 * happens: one claim on each neighbour, and the loss of a claim by the opposite neighbour, where
 * that is a stack of two or more (C4). */
CLAIMS_INLINE void put_first(struct claims *c, struct claims_board b, int q, int side)
{
    struct claims_rays r = claims_rays_of(c, b, q);
    int x = q % b.width;
    int y = q / b.width;
    for (int i = 0; i < 4; i++) {
        int on_board = r.room[i] > 0;
        int ahead = on_board ? q + r.step[i] : q; /* at the edge, 0 is added to q itself */
        int stack = c->planes[r.room[i ^ 1] > 0 ? q - r.step[i] : q]; /* q is empty: 0 */
        int loses = on_board & (stack_height(stack) >= 2);
        if (b.players == 2) {
            claims_add(c, b, side, ahead, on_board + (stack_side(stack) == side ? -loses : loses));
        } else {
            claims_add(c, b, side, ahead, on_board);
            if (loses)
                claims_add(c, b, stack_side(stack), ahead, -1);
        }
    }
    if (run_has_tall(c->rows[y], x, r.run[0], r.run[1])) {
        close_gap(c, b, q, 1, r.run[1], r.run[0], r.room[0]);
        close_gap(c, b, q, -1, r.run[0], r.run[1], r.room[1]);
    }
    if (run_has_tall(c->cols[x], y, r.run[2], r.run[3])) {
        close_gap(c, b, q, b.width, r.run[3], r.run[2], r.room[2]);
        close_gap(c, b, q, -b.width, r.run[2], r.run[3], r.room[3]);
    }
    stack_set(c, b, q, stack_make(side, 0, 1));
}

/* The farthest claims of a stack of two or more: those that a lower one has not. */
CLAIMS_INLINE void claim_rim(struct claims *c, struct claims_board b, int q, int side, int height,
                             const struct claims_rays *r)
{
    for (int i = 0; i < 4; i++) {
        int claimed = (height <= r->room[i]) & (r->run[i] + 2 <= height);
        claims_add(c, b, side, claimed ? q + height * r->step[i] : q, claimed);
    }
    if (height >= TALL)
        for (int i = 4; i < 8; i++)
            if (height - 2 <= r->room[i])
                claims_add(c, b, side, q + (height - 2) * r->step[i], 1);
}

/* C2 (b), (c): a piece on the stack on q. If it changes hands, so do the claims that it has. */
CLAIMS_INLINE void put_higher(struct claims *c, struct claims_board b, int q, int side)
{
    struct claims_rays r = claims_rays_of(c, b, q);
    int stack = c->planes[q];
    int occupant = stack_side(stack);
    int height = stack_height(stack);
    if (occupant != side) {
        for (int i = 0; i < 4; i++) {
            if (r.room[i] > 0)
                claims_pass(c, b, occupant, side, q + r.step[i]);
            for (int d = r.run[i] + 2; d <= claims_least(height, r.room[i]); d++)
                claims_pass(c, b, occupant, side, q + d * r.step[i]);
        }
        for (int i = 4; i < 8; i++)
            for (int d = 1; d <= claims_least(height - 2, r.room[i]); d++)
                claims_pass(c, b, occupant, side, q + d * r.step[i]);
    }
    claim_rim(c, b, q, side, height + 1, &r);
    stack_set(c, b, q, stack_make(side, occupant == side, height + 1));
}

/* ---- Turns ---- */

CLAIMS_INLINE void turn_ends(struct position *p, struct claims_board b)
{
    struct claims *c = &p->u.claims;
    p->side = (uint8_t)(p->side % b.players + 1);
    c->more = 0;
    if (b.players > 2) {
        /* C9: k different attackers since the player's last turn give k - 1 additional plays. */
        unsigned k = bits_count(c->attackers[p->side - 1]);
        c->more = (uint8_t)(k >= 2 ? k - 1 : 0);
        c->attackers[p->side - 1] = 0;
    }
}

/* A pass ends the turn, additional plays or not (C9). Returns whether all have passed (C7). */
CLAIMS_INLINE bool pass_turn(struct position *p, struct claims_board b)
{
    p->u.claims.passes++;
    turn_ends(p, b);
    return p->u.claims.passes == b.players;
}

/* A legal placement, without hash, ply, last and the question whether the game is over. */
CLAIMS_INLINE void place(struct position *p, struct claims_board b, int q)
{
    struct claims *c = &p->u.claims;
    if (b.players > 2) {
        int occupant = stack_side(c->planes[q]);
        if (occupant != 0 && occupant != p->side) {
            uint8_t *seen = &c->attackers[occupant - 1];
            *seen = (uint8_t)(*seen | 1u << (p->side - 1));
        }
    }
    if (c->planes[q] == 0)
        put_first(c, b, q, p->side);
    else
        put_higher(c, b, q, p->side);
    c->passes = 0;
    if (b.players > 2 && c->more > 0)
        c->more--;
    else
        turn_ends(p, b);
}

#endif
