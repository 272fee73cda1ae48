/* redstone_explain.c - why a move of Redstone is refused: a sentence about it and the points that
 * prove it. R2: the stones that would be bounded, the new one among them if it would be. R3: of
 * each group next to the point a liberty that it keeps. An occupied point proves itself. */
#include "rules/redstone/redstone.h"

#include "rules/position.h"
#include "rules/redstone/redstone_int.h"

static const char *const stone_names[] = {"red", "empty", "black", "", "white"};

static void point_add(struct explanation *out, point_t at)
{
    for (int i = 0; i < out->points_n; i++)
        if (out->points[i] == at)
            return;
    out->points[out->points_n++] = at;
}

/* Adds the stones of the group of the stone at from; returns their number. */
static int group_add(const struct redstone *s, int from, int stride, struct explanation *out)
{
    int n = 0;
    int v = from;
    do {
        point_add(out, point_of(v, stride));
        n++;
        v = s->at[v].link;
    } while (v != from);
    return n;
}

/* True iff the neighbour i of a place begins a group not seen among the earlier neighbours. */
static bool group_is_new(const struct redstone *s, const int at[4], int i)
{
    unsigned tag = s->at[at[i]].tag;
    if ((tag & (STONE_BLACK | STONE_WHITE)) == 0)
        return false;
    for (int k = 0; k < i; k++)
        if (s->at[at[k]].tag == tag)
            return false;
    return true;
}

/* R1: the group at neighbour i would have no liberty left if a stone took the place. */
static bool group_is_bounded(const struct redstone *s, const int at[4], int i)
{
    unsigned tag = s->at[at[i]].tag;
    int n = 0;
    for (int k = 0; k < 4; k++)
        n += s->at[at[k]].tag == tag;
    return s->at[head_of(tag)].libs == n;
}

static void explain_own(const struct position *p, int v, struct explanation *out, struct text *t)
{
    const struct redstone *s = &p->u.redstone;
    int stride = stride_of(p);
    int width = p->setup.width;
    unsigned own = stone_of(p->side), enemy = stone_of(3u - p->side);
    int at[4];
    neighbours(v, stride, at);
    text_str(t, own == STONE_BLACK ? "A black stone on " : "A white stone on ");
    point_print(point_of(v, stride), width, t);
    bool own_is_bounded = true;
    int enemies = 0;
    for (int i = 0; i < 4; i++) {
        unsigned stone = stone_at(s, at[i]);
        if (stone == STONE_EMPTY || (stone == own && !group_is_bounded(s, at, i)))
            own_is_bounded = false;
        if (stone != enemy || !group_is_new(s, at, i) || !group_is_bounded(s, at, i))
            continue;
        if (enemies++ == 0) {
            text_str(t, " would leave the ");
            text_str(t, stone_names[enemy]);
            text_str(t, " group at ");
        } else {
            text_str(t, " and that at ");
        }
        point_print(point_of(at[i], stride), width, t);
        text_str(t, " (");
        int n = group_add(s, at[i], stride, out);
        text_int(t, n);
        text_str(t, n == 1 ? " stone)" : " stones)");
    }
    if (enemies > 0)
        text_str(t, " without liberties");
    if (own_is_bounded) {
        int before = out->points_n;
        point_add(out, point_of(v, stride));
        for (int i = 0; i < 4; i++)
            if (stone_at(s, at[i]) == own)
                (void)group_add(s, at[i], stride, out);
        int n = out->points_n - before;
        text_str(t, enemies > 0 ? ", and its own group" : n > 1 ? " would complete a group" : "");
        if (enemies > 0 || n > 1) {
            text_str(t, " of ");
            text_int(t, n);
            text_str(t, n == 1 ? " stone" : " stones");
        }
        text_str(t, enemies > 0 ? " too"
                    : n > 1     ? " without liberties"
                                : " would have no liberties");
    }
    text_char(t, '.');
}

static void explain_red(const struct position *p, int v, struct explanation *out, struct text *t)
{
    const struct redstone *s = &p->u.redstone;
    int stride = stride_of(p);
    int at[4];
    neighbours(v, stride, at);
    text_str(t, "A red stone on ");
    point_print(point_of(v, stride), p->setup.width, t);
    text_str(t, " would capture nothing: ");
    for (int i = 0; i < 4; i++) {
        if (!group_is_new(s, at, i))
            continue;
        int liberty = 0; /* one that the group keeps */
        int stone = at[i];
        do {
            int around[4];
            neighbours(stone, stride, around);
            for (int k = 0; k < 4; k++)
                if (around[k] != v && stone_at(s, around[k]) == STONE_EMPTY)
                    liberty = around[k];
            stone = s->at[stone].link;
        } while (liberty == 0 && stone != at[i]);
        text_str(t, out->points_n == 0 ? "the group at " : ", that at ");
        point_print(point_of(at[i], stride), p->setup.width, t);
        text_str(t, " keeps ");
        point_print(point_of(liberty, stride), p->setup.width, t);
        point_add(out, point_of(liberty, stride));
    }
    text_str(t, out->points_n == 0 ? "no black or white stone is next to it." : ".");
}

void redstone_explain(const struct position *p, move_t m, struct explanation *out)
{
    const struct redstone *s = &p->u.redstone;
    struct text t;
    text_init(&t, out->text, sizeof out->text);
    if (!move_is_point(m)) {
        if (m == MOVE_SWAP && !(p->setup.options & OPTION_SWAP))
            text_str(&t, "This game is played without the swap.");
        else
            text_str(&t, verdict_text(out->verdict));
        return;
    }
    int v = place_of(move_point(m), stride_of(p));
    unsigned stone = stone_at(s, v);
    if (stone != STONE_EMPTY) {
        text_str(&t, "There is a ");
        text_str(&t, stone_names[stone]);
        text_str(&t, " stone on ");
        point_print(move_point(m), p->setup.width, &t);
        text_str(&t, " already.");
        point_add(out, move_point(m));
        return;
    }
    if (move_is_red(m))
        explain_red(p, v, out, &t);
    else
        explain_own(p, v, out, &t);
    if (position_judge(p, m ^ MOVE_RED) == VERDICT_OK)
        out->alternative = m ^ MOVE_RED;
}
