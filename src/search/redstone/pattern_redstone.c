/* pattern_redstone.c - features of a placement in Redstone (pattern.h).
 *
 * A place's state is empty, wall (an edge or a red stone), or a stone of the mover's or of the
 * other's whose group has one liberty, two, or more. An own stone and a red one are two kinds of
 * placements, with weights of their own for
 *
 *     corner   (four) the states of two neighbours, and what lies on the diagonal between them
 *     across   (two) the states of two neighbours that face each other
 *     threat   how many stones of the other are left with one liberty
 *     edge     how far the nearest edges are, to 3 each
 *     last     how far the last move lies, to 3 each, or farther, and whether it was red
 *
 * A red stone also has
 *
 *     capture  how many stones of the mover and of the other it takes
 *     rescue   how many of the mover's, of groups in their last liberty, get liberties by that
 *
 * and an own stone
 *
 *     save     how many stones with one liberty it joins, and how many liberties they have then
 *     group    how many stones its group has then, and how many liberties
 *
 * Stones are counted as 0, 1, 2, 3 to 4, and more; liberties as 1, 2, 3, and more. Nothing depends
 * on how the board is turned. */
#include "search/redstone/pattern_redstone_table.h"
#include "search/redstone/redstone_search.h"
#include "search/tree/pattern_int.h"

/* A group of OWN + 0 or OTHER + 0 has one liberty, + 1 two, + 2 more. */
enum { WEIGHTS_N = sizeof pattern_redstone_weights };

enum { EMPTY, WALL, OWN, OTHER = OWN + 3, STATE_N = OTHER + 3 };

enum {
    PAIRS = STATE_N * (STATE_N + 1) / 2,
    FEW = 5,
    MANY = 5,
    LIBS = 4,
    EDGES = 10,
    LASTS = PATTERN_LASTS
};

enum {
    CORNER = 0, /* each by kind first */
    ACROSS = CORNER + 2 * 4 * PAIRS,
    THREAT = ACROSS + 2 * PAIRS,
    EDGE = THREAT + 2 * FEW,
    LAST = EDGE + 2 * EDGES,
    CAPTURE = LAST + 2 * 2 * LASTS,
    RESCUE = CAPTURE + FEW * FEW,
    SAVE = RESCUE + FEW,
    GROUP = SAVE + FEW * LIBS,
};
_Static_assert((int)GROUP + (FEW - 1) * LIBS == (int)WEIGHTS_N, "all weights are named");

/* A number of stones as one of FEW: from MANY on it is the last. */
static int few(int stones)
{
    return stones < 3 ? stones : stones < MANY ? 3 : 4;
}

static bool is_stone(int state)
{
    return state >= OWN;
}

/* The state without the liberties: 0 … 3. */
static int plain(int state)
{
    return state < OWN ? state : state < OTHER ? 2 : 3;
}

static int head_at(const struct pattern_view *v, int at)
{
    return redstone_head(&v->p->u.redstone, at);
}

static void look(struct pattern_view *v)
{
    const struct redstone *s = &v->p->u.redstone;
    int stride = v->p->setup.width + 1;
    int places = (stride + 1) * stride;
    int own = redstone_stone_of(v->p->side);
    for (int at = 0; at < places; at++) {
        int stone = redstone_stone(s, at);
        v->state[at] = stone == 0 ? WALL : stone == 1 ? EMPTY : stone == own ? OWN : OTHER;
        v->libs[at] = v->size[at] = 0;
    }
    v->state[places] = WALL; /* on the diagonal of the last point */
    for (int at = stride + 1; at < places - stride; at++) {
        if (is_stone(v->state[at]))
            v->size[head_at(v, at)]++;
        if (v->state[at] != EMPTY)
            continue;
        int heads[4];
        int n = redstone_heads_around(s, at, stride, heads);
        for (int i = 0; i < n; i++)
            v->libs[heads[i]]++;
    }
    for (int at = stride + 1; at < places - stride; at++)
        if (is_stone(v->state[at]))
            v->state[at] = (uint8_t)(v->state[at] + pattern_least(v->libs[head_at(v, at)], 3) - 1);
}

/* Liberties found: LIBS at most, each once. */
struct walk {
    int found[LIBS];
    int n;
};

static void walk_note(struct walk *w, int at)
{
    for (int i = 0; i < w->n; i++)
        if (w->found[i] == at)
            return;
    w->found[w->n++] = at;
}

/* The liberties, to LIBS, of an own stone on a place and of all that it joins. */
static int liberties(const struct pattern_view *v, int at)
{
    const struct redstone *s = &v->p->u.redstone;
    int stride = v->p->setup.width + 1;
    const int step[4] = {-stride, -1, 1, stride};
    struct walk w = {.n = 0};
    for (int d = 0; d < 4 && w.n < LIBS; d++)
        if (v->state[at + step[d]] == EMPTY)
            walk_note(&w, at + step[d]);
    for (int d = 0; d < 4; d++) {
        int from = at + step[d];
        int stone = from;
        if (v->state[from] < OWN || v->state[from] >= OTHER)
            continue;
        do {
            for (int k = 0; k < 4 && w.n < LIBS; k++)
                if (v->state[stone + step[k]] == EMPTY && stone + step[k] != at)
                    walk_note(&w, stone + step[k]);
            stone = redstone_next(s, stone);
        } while (stone != from && w.n < LIBS);
    }
    return w.n;
}

/* Whether a group of the mover's in its last liberty has it on a place: a red stone there takes
 * it. */
static bool falls(const struct pattern_view *v, int at, int head)
{
    int stride = v->p->setup.width + 1;
    const int next[4] = {at - stride, at - 1, at + 1, at + stride};
    for (int i = 0; i < 4; i++)
        if (is_stone(v->state[next[i]]) && head_at(v, next[i]) == head)
            return true;
    return false;
}

/* The stones of the mover's groups that are in their last liberty, and get more when a red stone on
 * `at` takes the group of the stone `from`. A group that borders on it twice counts twice. */
static int rescued(const struct pattern_view *v, int at, int from)
{
    const struct redstone *s = &v->p->u.redstone;
    int stride = v->p->setup.width + 1;
    const int step[4] = {-stride, -1, 1, stride};
    int sum = 0;
    int stone = from;
    do {
        for (int d = 0; d < 4; d++) {
            int next = stone + step[d];
            if (v->state[next] == OWN && !falls(v, at, head_at(v, next))) /* R4 */
                sum += v->size[head_at(v, next)];
        }
        stone = redstone_next(s, stone);
    } while (stone != from && sum < MANY);
    return sum;
}

/* capture, rescue; heads[n] are those of the groups around. */
static int parts_of_red(const struct pattern_view *v, int at, const int *heads, int n, int out[2])
{
    int own = 0;
    int other = 0;
    int rescue = 0;
    for (int i = 0; i < n; i++) {
        if (v->state[heads[i]] == OWN) {
            own += v->size[heads[i]];
        } else if (v->state[heads[i]] == OTHER) {
            other += v->size[heads[i]];
            rescue += rescued(v, at, heads[i]);
        }
    }
    out[0] = CAPTURE + few(own) * FEW + few(other);
    out[1] = RESCUE + few(rescue);
    return 2;
}

/* save, group; heads[n] are those of the groups around. */
static int parts_of_own(const struct pattern_view *v, int at, const int *heads, int n, int out[2])
{
    int stones = 1;
    int saved = 0;
    for (int i = 0; i < n; i++) {
        int state = v->state[heads[i]];
        stones += state < OTHER ? v->size[heads[i]] : 0;
        saved += state == OWN ? v->size[heads[i]] : 0;
    }
    int libs = liberties(v, at) - 1;
    ASSERT(libs >= 0); /* R2 */
    out[0] = SAVE + few(saved) * LIBS + libs;
    out[1] = GROUP + (few(stones) - 1) * LIBS + libs;
    return 2;
}

/* The stones of the other's that a placement leaves with one liberty. */
static int threatened(const struct pattern_view *v, const int *heads, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += v->state[heads[i]] == OTHER + 1 ? v->size[heads[i]] : 0;
    return sum;
}

static int parts(const struct pattern_view *v, move_t m, int out[PATTERN_PARTS_MAX])
{
    int width = v->p->setup.width;
    int stride = width + 1;
    int x = move_point(m) % width;
    int y = move_point(m) / width;
    int at = (y + 1) * stride + x + 1;
    int red = move_is_red(m) ? 1 : 0;
    const int turn[4] = {-stride, 1, stride, -1};
    int heads[4];
    int heads_n = redstone_heads_around(&v->p->u.redstone, at, stride, heads);
    int n = 0;
    for (int d = 0; d < 4; d++) {
        int one = v->state[at + turn[d]];
        int two = v->state[at + turn[(d + 1) % 4]];
        int between = plain(v->state[at + turn[d] + turn[(d + 1) % 4]]);
        out[n++] = CORNER + (red * 4 + between) * PAIRS + pattern_either(one, two);
    }
    for (int d = 0; d < 2; d++)
        out[n++] = ACROSS + red * PAIRS +
                   pattern_either(v->state[at + turn[d]], v->state[at + turn[d + 2]]);
    out[n++] = THREAT + red * FEW + few(threatened(v, heads, heads_n));
    out[n++] = EDGE + red * EDGES + pattern_edge(width, x, y, 3);
    int after_red = v->p->last != MOVE_NONE && move_is_red(v->p->last);
    out[n++] = LAST + (red * 2 + after_red) * LASTS + pattern_last(v, x, y);
    return n + (red ? parts_of_red(v, at, heads, heads_n, out + n)
                    : parts_of_own(v, at, heads, heads_n, out + n));
}

const struct pattern_set pattern_redstone = {.n = WEIGHTS_N,
                                             .weights = pattern_redstone_weights,
                                             .look = look,
                                             .parts = parts,
                                             .kind = NULL};
