/* claims.c - Barrie Evans's claims game: the rules C1-C9 on the planes of claims.h.
 *
 * A placement changes the claims around it incrementally. Seen along one ray from a stack of
 * height 5, with a run of k = 2 occupied squares next to it (#) and a gap behind them:
 *
 *     distance      1  2  3  4  5  6
 *                   #  #  .  #  .  .
 *     claims it     y  n  n  y  y  n     1 always; 2 ... k + 1 blocked (C4); k + 2 ... 5 again
 *
 * Diagonals are never blocked and end two squares earlier. A piece on an empty square takes the gap
 * from those behind whose last gap it was (close_gap); one on a stack blocks and frees nothing.
 * Placements are in claims_place.h. Which of them are legal is read off the planes in
 * claims_legal.h; texts for people are in claims_faces.c. */
#include "rules/claims/claims.h"

#include "base/err.h"
#include "rules/claims/claims_int.h"
#include "rules/claims/claims_legal.h"
#include "rules/claims/claims_place.h"
#include "rules/claims/claims_score.h"

/* ---- Hash ---- */

static uint64_t stack_key(point_t at, int stack)
{
    return stack == 0 ? 0 : rng_mix((uint64_t)at | (uint64_t)stack << 10);
}

/* The side to move, and all else outside the board that affects the future (C7, C9). */
static uint64_t turn_key(const struct position *p)
{
    const struct claims *c = &p->u.claims;
    uint64_t key = (uint64_t)1 << 60 | p->side | (uint64_t)c->passes << 4 | (uint64_t)c->more << 8;
    for (int i = 0; i < PLAYERS_MAX; i++)
        key |= (uint64_t)c->attackers[i] << (12 + 4 * i);
    return rng_mix(key);
}

uint64_t claims_hash(const struct position *p, int symmetry)
{
    int w = p->setup.width;
    int h = p->setup.height;
    const int16_t *stacks = p->u.claims.planes;
    uint64_t hash = turn_key(p);
    for (point_t q = 0; q < w * h; q++)
        if (stacks[q] != 0)
            hash ^= stack_key(symmetry == 0 ? q : symmetry_point(symmetry, w, h, q), stacks[q]);
    return hash;
}

/* ---- Judging ---- */

static enum verdict claims_judge(const struct position *p, move_t m)
{
    if (m == MOVE_PASS) /* C2: always allowed */
        return VERDICT_OK;
    struct claims_board b = claims_board_of(p);
    const struct claims *c = &p->u.claims;
    point_t at = move_point(m);
    int stack = c->planes[at];
    int occupant = stack_side(stack);
    if (occupant == p->side) /* C2: a second piece, once for each new occupation */
        return stack_doubled(stack) ? VERDICT_C2 : VERDICT_OK;
    int mine = claims_plane_read(c, b, p->side)[at];
    enum verdict refused = occupant == 0 ? VERDICT_C5 : VERDICT_C6;
    if (b.players == 2) /* C5, C6 */
        return mine >= 0 ? VERDICT_OK : refused;
    for (int other = 1; other <= b.players; other++) {
        bool counts = occupant == 0 || other == occupant;
        if (counts && claims_plane_read(c, b, other)[at] + stack_height(stack) > mine)
            return refused;
    }
    return VERDICT_OK;
}

static int claims_legal(const struct position *p, move_t *out)
{
    struct claims_board b = claims_board_of(p);
    struct claims_set legal;
    legal_find(&p->u.claims, b, p->side, &legal);
    int n = 0;
    for (int i = 0; i <= (claims_stride(b) - 1) / 64; i++)
        for (uint64_t left = legal.words[i]; left != 0; left &= left - 1)
            out[n++] = (move_t)(64 * i + __builtin_ctzll(left));
    out[n++] = MOVE_PASS;
    return n;
}

CLAIMS_INLINE move_t draw(const struct position *p, struct claims_board b, struct rng *r)
{
    struct claims_set legal;
    legal_find(&p->u.claims, b, p->side, &legal);
    return legal.n == 0 ? MOVE_PASS : (move_t)legal_select(&legal, b, rng_below(r, legal.n));
}

static move_t claims_random(struct position *p, struct rng *r)
{
    struct claims_board b = claims_board_of(p);
    if (board_is(b, board_8))
        return draw(p, board_8, r);
    if (b.players == 2)
        return draw(p, claims_for_two(b), r);
    return draw(p, b, r);
}

/* C3, C4: all claims of the stack on q, the rims of all heights up to its own. */
static void claim_all(struct claims *c, struct claims_board b, int q)
{
    struct claims_rays r = claims_rays_of(c, b, q);
    int side = stack_side(c->planes[q]);
    for (int i = 0; i < 4; i++)
        if (r.room[i] > 0)
            claims_add(c, b, side, q + r.step[i], 1);
    for (int height = 2; height <= stack_height(c->planes[q]); height++)
        claim_rim(c, b, q, side, height, &r);
}

/* ---- Turns and the end ---- */

static void claims_score(const struct position *p, int16_t points[PLAYERS_MAX])
{
    score_board(&p->u.claims, claims_board_of(p), claims_jacked(p), points);
}

static void claims_result(const struct position *p, struct result *out)
{
    struct claims_board b = claims_board_of(p);
    claims_score(p, out->points);
    for (int q = 0; q < claims_stride(b); q += LANES) {
        lanes_t scorer = score_lanes(&p->u.claims, b, q, claims_jacked(p));
        for (int i = 0; i < LANES && q + i < claims_squares(b); i++)
            out->owner[q + i] = (uint8_t)scorer[i];
    }
}

void claims_end(struct position *p)
{
    int16_t points[PLAYERS_MAX] = {0};
    claims_score(p, points);
    p->over = true;
    p->winner = 1;
    bool shared = false;
    for (int side = 2; side <= p->setup.players; side++) {
        if (points[side - 1] > points[p->winner - 1]) {
            p->winner = (uint8_t)side;
            shared = false;
        } else if (points[side - 1] == points[p->winner - 1]) {
            shared = true;
        }
    }
    if (shared) /* C8: equal highest scores draw */
        p->winner = 0;
}

CLAIMS_INLINE void play(struct position *p, struct claims_board b, move_t m)
{
    struct claims *c = &p->u.claims;
    p->ply++;
    p->last = m;
    uint64_t hash = p->hash ^ turn_key(p);
    bool over;
    if (m == MOVE_PASS) {
        over = pass_turn(p, b);
    } else {
        point_t q = move_point(m);
        hash ^= stack_key(q, c->planes[q]);
        place(p, b, q);
        hash ^= stack_key(q, c->planes[q]);
        over = !legal_any_side(c, b, p->side);
    }
    p->hash = hash ^ turn_key(p);
    if (over)
        claims_end(p);
}

/* Each is a function of its own: the compilers of browsers take long for one as large as all. */

static __attribute__((noinline)) void play_any(struct position *p, move_t m)
{
    play(p, claims_board_of(p), m);
}

static __attribute__((noinline)) void play_two(struct position *p, move_t m)
{
    play(p, claims_for_two(claims_board_of(p)), m);
}

static void claims_play(struct position *p, move_t m)
{
    struct claims_board b = claims_board_of(p);
    if (board_is(b, board_8))
        play(p, board_8, m);
    else if (b.players == 2)
        play_two(p, m);
    else
        play_any(p, m);
}

/* ---- Setting up and reading ---- */

static int claims_more(const struct position *p)
{
    return p->u.claims.more;
}

static size_t claims_bytes(const struct position *p)
{
    return claims_board_bytes(claims_board_of(p));
}

static void claims_start(struct position *p)
{
    struct claims_board b = claims_board_of(p);
    struct claims *c = &p->u.claims;
    int stride = claims_stride(b);
    __builtin_memset(c, 0, offsetof(struct claims, planes));
    __builtin_memset(c->planes, 0, (size_t)((1 + b.players) * stride) * sizeof(int16_t));
    for (int side = 1; side <= b.players; side++)
        for (int q = claims_squares(b); q < stride; q++)
            claims_plane(c, b, side)[q] = -1; /* less than the others' claims, which need >= 0 */
    p->hash = claims_hash(p, 0);
}

static struct cell claims_cell(const struct position *p, point_t at)
{
    int stack = p->u.claims.planes[at];
    int flags = (stack_doubled(stack) ? CELL_DOUBLED : 0) | (stack_jacked(stack) ? CELL_JACKED : 0);
    return (struct cell){.owner = (uint8_t)stack_side(stack),
                         .height = (uint8_t)stack_height(stack),
                         .flags = (uint8_t)flags};
}

/* 0, or why the cell cannot be on that square. A missing jacked flag is no error: what it says
 * follows from the rest (invariant 3), and diagrams do not carry it. */
static int cell_check(struct cell cell, struct claims_board b, point_t at)
{
    if (cell.owner > b.players || (cell.owner == OWNER_NONE) != (cell.height == 0) ||
        (cell.flags & ~(CELL_JACKED | CELL_DOUBLED)) != 0)
        return ERR_RANGE;
    int least_height = 1 + ((cell.flags & CELL_JACKED) != 0) + ((cell.flags & CELL_DOUBLED) != 0);
    if (cell.flags != 0 && cell.height < least_height)
        return ERR_ILLEGAL;
    /* The last piece of a highest stack is the second of C2; before it, the stack is one lower. */
    int one_may_follow = (cell.flags & CELL_DOUBLED) == 0;
    return cell.height + one_may_follow > claims_height_bound(b.width, b.height, at) ? ERR_ILLEGAL
                                                                                     : 0;
}

static int claims_set(struct position *p, const struct cell *cells)
{
    struct claims_board b = claims_board_of(p);
    struct claims *c = &p->u.claims;
    claims_start(p);
    for (point_t at = 0; at < claims_squares(b); at++) {
        struct cell cell = cells[at];
        int err = cell_check(cell, b, at);
        if (err < 0)
            return err;
        if (cell.owner == OWNER_NONE)
            continue;
        bool doubled = (cell.flags & CELL_DOUBLED) != 0;
        stack_set(c, b, at, stack_make(cell.owner, doubled, cell.height));
    }
    for (point_t at = 0; at < claims_squares(b); at++)
        if (c->planes[at] != 0)
            claim_all(c, b, at);
    p->hash = claims_hash(p, 0);
    if (!legal_any_side(c, b, p->side)) /* C7 */
        claims_end(p);
    return 0;
}

const struct game game_claims = {
    .id = GAME_CLAIMS,
    .name = "claims",
    .title = "Claims",
    .designer = "Barrie Evans",
    .year = "2002, 2005",
    .summary = "Stack pieces to lay claims, and hold the squares that nobody else may enter.",
    .size_min = 2,
    .size_max = 25,
    .size_step = 1,
    .size_default = 8,
    .size_first = 6,
    .players_min = 2,
    .players_max = 4,
    .options = OPTION_JACKED,
    .options_default = 0,
    .rectangular = true,
    .has_red = false,
    .has_pass = true,
    .has_swap = false,
    .has_score = true,
    .has_draws = true,
    .has_heights = true,
    .has_captures = false,
    .has_centre = false,
    .has_common = false,
    .rated_part = 10,
    .sides = SIDES_NUMBERS,
    .border = BORDER_NONE,
    .aim = AIM_POINTS,
    .draws_rule = "",
    .letters = {'.', 'x', 'o', 'a', 'b'},
    .symmetries = 0xff,
    .symmetries_swap = 0,
    .start = claims_start,
    .set = claims_set,
    .cell = claims_cell,
    .legal = claims_legal,
    .judge = claims_judge,
    .play = claims_play,
    .random = claims_random,
    .playout = claims_playout,
    .score = claims_score,
    .result = claims_result,
    .more = claims_more,
    .explain = claims_explain,
    .hash = claims_hash,
    .bytes = claims_bytes,
};
