/* claims_faces.c - the views of the claims game for people: the claims on a square and their
 * sources, the bound on a stack's height, and the reason why a move is refused. Nothing here is
 * fast. */
#include "rules/claims/claims_int.h"

int claims_sources(const struct position *p, point_t at, int side,
                   point_t out[CLAIMS_ON_SQUARE_MAX])
{
    struct claims_board b = claims_board_of(p);
    const struct claims *c = &p->u.claims;
    ASSERT(p->setup.game == GAME_CLAIMS && side >= 1 && side <= b.players);
    ASSERT(at >= 0 && at < claims_squares(b));
    struct claims_rays r = claims_rays_of(c, b, at);
    int n = 0;
    for (int i = 0; i < 8; i++) {
        bool diagonal = i >= 4;
        for (int d = 1; d <= r.room[i]; d++) {
            int from = at + d * r.step[i];
            int stack = c->planes[from];
            if (stack_side(stack) != side || stack_height(stack) < d + (diagonal ? 2 : 0)) /* C3 */
                continue;
            if (diagonal || d == 1 || r.run[i] < d - 1) /* C4 */
                out[n++] = (point_t)from;
        }
    }
    return n;
}

int claims_count(const struct position *p, point_t at, int side)
{
    point_t from[CLAIMS_ON_SQUARE_MAX];
    return claims_sources(p, at, side, from);
}

int claims_height_bound(int width, int height, point_t at)
{
    ASSERT(width > 0 && height > 0 && at >= 0 && at < width * height);
    int x = at % width;
    int y = at / width;
    int right = width - 1 - x;
    int up = height - 1 - y;
    int room[4] = {right, x, up, y};
    int bound = 2 + claims_least(right, up) + claims_least(x, up) + claims_least(right, y) +
                claims_least(x, y);
    for (int i = 0; i < 4; i++)
        bound += room[i] >= 2 ? room[i] - 1 : room[i];
    return bound;
}

static void text_claims(struct text *t, int n)
{
    text_int(t, n);
    text_str(t, n == 1 ? " claim" : " claims");
}

/* The other side with the most claims, the first in turn order of several. */
static int strongest_other(const struct position *p, point_t at)
{
    int best = 0;
    for (int side = 1; side <= p->setup.players; side++)
        if (side != p->side && (best == 0 || claims_count(p, at, side) > claims_count(p, at, best)))
            best = side;
    return best;
}

static void explain_claims(const struct position *p, point_t at, struct explanation *out,
                           struct text *t)
{
    int stack = p->u.claims.planes[at];
    int prevails = stack == 0 ? strongest_other(p, at) : stack_side(stack);
    int theirs = claims_count(p, at, prevails);
    int mine = claims_count(p, at, p->side);
    if (stack == 0) {
        text_str(t, "Player ");
        text_int(t, prevails);
        text_str(t, " has ");
        text_claims(t, theirs);
        text_str(t, " on ");
        point_print(at, p->setup.width, t);
    } else {
        text_str(t, "An attack on ");
        point_print(at, p->setup.width, t);
        text_str(t, " needs ");
        text_claims(t, stack_height(stack) + theirs);
        text_str(t, " (height ");
        text_int(t, stack_height(stack));
        text_str(t, " and ");
        text_int(t, theirs);
        text_str(t, " of player ");
        text_int(t, prevails);
        text_str(t, ")");
        out->points[out->points_n++] = at;
    }
    text_str(t, "; you have ");
    if (mine == 0)
        text_str(t, "none");
    else
        text_int(t, mine);
    text_char(t, '.');
    int sources = claims_sources(p, at, prevails, out->points + out->points_n);
    out->points_n = (uint16_t)(out->points_n + sources);
}

void claims_explain(const struct position *p, move_t m, struct explanation *out)
{
    point_t at = move_point(m);
    struct text t;
    text_init(&t, out->text, sizeof out->text);
    if (out->verdict != VERDICT_C2) {
        explain_claims(p, at, out, &t);
        return;
    }
    text_str(&t, "The two topmost pieces on ");
    point_print(at, p->setup.width, &t);
    text_str(&t, " are your own already; a third needs an attack in between.");
    out->points[out->points_n++] = at;
}
