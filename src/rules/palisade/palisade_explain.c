/* palisade_explain.c - why a placement is refused, and the points that show it. */
#include "rules/palisade/palisade_int.h"
#include "rules/palisade/palisade_loop.h"

static const char *side_name(int side)
{
    return side == 1 ? "Black" : "White";
}

static void explain_parity(const struct position *p, point_t at, struct text *t)
{
    int width = p->setup.width;
    int column = at % width + 1;
    int row = at / width + 1;
    point_print(at, width, t);
    text_str(t, " is one of ");
    text_str(t, side_name(3 - p->side));
    text_str(t, "'s points: column ");
    text_int(t, column);
    text_str(t, " + row ");
    text_int(t, row);
    text_str(t, " = ");
    text_int(t, column + row);
    text_str(t, p->side == 1 ? " is odd." : " is even.");
}

static void explain_loop(const struct position *p, point_t at, struct explanation *out,
                         struct text *t)
{
    struct palisade_loop loop;
    palisade_loop_around(p, at, &loop);
    point_print(at, p->setup.width, t);
    text_str(t, " is inside a loop of ");
    text_int(t, loop.points_n + loop.ring_n);
    text_str(t, loop.side == 1 ? " black stones" : " white stones");
    if (loop.ring_n > 0) {
        text_str(t, ", ");
        text_int(t, loop.ring_n);
        text_str(t, " of them in the ring around the board");
    }
    text_str(t, ".");
    out->points_n = loop.points_n;
    __builtin_memcpy(out->points, loop.points, loop.points_n * sizeof loop.points[0]);
}

void palisade_explain(const struct position *p, move_t m, struct explanation *out)
{
    struct text t;
    text_init(&t, out->text, sizeof out->text);
    if (out->verdict == VERDICT_P6) {
        text_str(&t, "There is no passing in Palisade; ");
        text_str(&t, side_name(p->side));
        text_str(&t, " can place on ");
        text_int(&t, p->u.palisade.open_n[p->side - 1]);
        text_str(&t, p->u.palisade.open_n[p->side - 1] == 1 ? " point." : " points.");
        return;
    }
    point_t at = move_point(m);
    if (out->verdict == VERDICT_P5) {
        explain_loop(p, at, out, &t);
        return;
    }
    out->points[out->points_n++] = at;
    if (out->verdict == VERDICT_P1) {
        explain_parity(p, at, &t);
    } else {
        text_str(&t, "A stone of ");
        text_str(&t, side_name(position_cell(p, at).owner));
        text_str(&t, "'s stands on ");
        point_print(at, p->setup.width, &t);
        text_str(&t, ".");
    }
}
