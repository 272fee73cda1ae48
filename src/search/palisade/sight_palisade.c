/* sight_palisade.c - the sight of the proof search in Palisade.
 *
 * No position repeats: the points that are empty and in no loop (P5) become fewer with every
 * placement. One is filled, and captured stones lie inside a loop, whose inside stays closed for
 * ever, as whatever captures that loop encloses it (P4). At most n x n plies.
 *
 * For each side take its *possible* stones: those on the board and in the ring, and its open
 * points. As points never open again (P5), every loop that it will ever have is a cycle of possible
 * stones. Their connections cut the plane into *areas*; a connection between two areas is on a
 * cycle, one with the same area on both sides is on none. Connections between two faces that are
 * inside a loop of the side already are left out: whatever loop goes there, its outline together
 * with that loop's encloses as much. A possible stone with a connection on a cycle is *live*.
 *
 *      . o x o .     Nothing but the ring: White's possible stones are b1 a2 c2 b3, which with the
 *      o . o . o     ring enclose a1, c1, a3, c3 and b2. All four are live.
 *      x o . o x
 *      o . o . o
 *      . o x o .
 *
 * Lemma 1, settled points. A side can own a point only on or inside a cycle of its possible stones:
 * a live point, or one in an area that the outside of the board does not reach. A point that one
 * side cannot own is the other's when the game ends, since all points are owned then (P6). So n x n
 * less the points that a side cannot own bounds what it gets.
 *
 * Lemma 2, what counts. All loops to come are made of live points: they and what stands on them
 * decide every ownership, every capture and every point that is closed. A stone that is not live is
 * in no loop to come and changes nothing: it is left out of the key.
 *
 * Lemma 3, tempo moves. An open point that is not live is good for passing the turn once, until a
 * loop closes it. A loop of either side closes it together with all points of the same area of the
 * side's own live connections and the same area of the other's. So such points of one pair of areas
 * are interchangeable, and the key holds only how many of them are open. */
#include "search/palisade/palisade_search.h"

enum { NODES_MAX = (SIDE_MAX + 2) * (SIDE_MAX + 2) };
enum { OUTSIDE = 0, UNSEEN = UINT16_MAX }; /* areas; the others are numbered from 1 */
enum { OPEN = 0, INSIDE = 2 };             /* palisade_states(): + side */
enum { CODE_STONE, CODE_OPEN, CODE_TEMPO };

struct view {
    int width, stride, nodes_n;
    const uint8_t *state;        /* [node] */
    uint8_t possible[NODES_MAX]; /* [node] a possible stone of the side that may play there */
    uint16_t area[NODES_MAX];    /* [node] as a face of the other side */
    uint8_t live[NODES_MAX];     /* [node] */
    uint16_t stack[NODES_MAX];
};

/* P1 */
static int side_of(const struct view *b, int v)
{
    return 1 + ((v / b->stride + v % b->stride) & 1);
}

static void view_init(struct view *b, const struct position *p)
{
    b->width = p->setup.width;
    b->stride = b->width + 2;
    b->nodes_n = b->stride * b->stride;
    b->state = palisade_states(&p->u.palisade);
    for (int v = 0; v < b->nodes_n; v++) {
        b->possible[v] = b->state[v] <= INSIDE;
        b->area[v] = OUTSIDE;
        b->live[v] = 0;
    }
    b->possible[0] = b->possible[b->width + 1] = 0; /* P2: the ring's corners are empty */
    b->possible[b->nodes_n - 1] = b->possible[b->nodes_n - 1 - b->width - 1] = 0;
}

static bool on_board(const struct view *b, int v)
{
    int x = v % b->stride;
    int y = v / b->stride;
    return x >= 1 && x <= b->width && y >= 1 && y <= b->width;
}

/* Gives the area of a face the number given, or OUTSIDE if it hangs together with the ring. */
static void area_fill(struct view *b, int face, uint16_t number)
{
    int s = b->stride;
    const int steps[4] = {s + 1, s - 1, -s - 1, 1 - s};
    const int beside[4][2] = {{1, s}, {s, -1}, {-1, -s}, {-s, 1}};
    int inside = INSIDE + 3 - side_of(b, face);
    bool outside = false;
    int n = 0;
    b->area[face] = number;
    b->stack[n++] = (uint16_t)face;
    for (int i = 0; i < n; i++) {
        int v = b->stack[i];
        for (int d = 0; d < 4; d++) {
            int u = v + steps[d];
            if (b->possible[v + beside[d][0]] && b->possible[v + beside[d][1]] &&
                !(b->state[v] == inside && b->state[u] == inside))
                continue;
            if (!on_board(b, u)) {
                outside = true;
            } else if (b->area[u] == UNSEEN) {
                b->area[u] = number;
                b->stack[n++] = (uint16_t)u;
            }
        }
    }
    for (int i = 0; outside && i < n; i++)
        b->area[b->stack[i]] = OUTSIDE;
}

static void find_areas(struct view *b)
{
    uint16_t number = OUTSIDE;
    for (int y = 1; y <= b->width; y++)
        for (int v = y * b->stride + 1; v <= y * b->stride + b->width; v++)
            b->area[v] = UNSEEN;
    for (int y = 1; y <= b->width; y++)
        for (int v = y * b->stride + 1; v <= y * b->stride + b->width; v++)
            if (b->area[v] == UNSEEN)
                area_fill(b, v, ++number);
}

/* Whether a possible stone has a connection between two areas. */
static bool is_live(const struct view *b, int v)
{
    int s = b->stride;
    const int steps[4] = {s + 1, s - 1, -s - 1, 1 - s};
    const int faces[5] = {1, s, -1, -s, 1};
    for (int d = 0; d < 4; d++)
        if (b->possible[v + steps[d]] && b->area[v + faces[d]] != b->area[v + faces[d + 1]])
            return true;
    return false;
}

/* Interchangeable points (lemma 3). */
struct tempo {
    uint16_t own, other; /* areas */
    int open_n;
    uint64_t h[SYMMETRIES_MAX]; /* of all points of the pair of areas that are not live */
};

static struct tempo *tempo_find(struct tempo *t, int n, const struct view *b, int v)
{
    for (int i = 0; i < n; i++)
        if (t[i].own == b->area[v + 1] && t[i].other == b->area[v])
            return &t[i];
    return NULL;
}

/* Adds the tempo moves of a side to the key; returns how many kinds of them there are. */
static int add_tempi(struct pns_hash *x, const struct pns_keys *k, const struct view *b, int side)
{
    struct tempo tempi[POINTS_MAX / 2 + 1];
    int n = 0;
    for (int v = b->stride + 1; v < b->nodes_n - b->stride; v++) {
        if (b->state[v] != OPEN || b->live[v] || side_of(b, v) != side || !on_board(b, v))
            continue;
        struct tempo *t = tempo_find(tempi, n, b, v);
        if (t == NULL) {
            t = &tempi[n++];
            *t = (struct tempo){.own = b->area[v + 1], .other = b->area[v]};
        }
        t->open_n++;
    }
    if (n == 0)
        return 0;
    for (int v = b->stride + 1; v < b->nodes_n - b->stride; v++) {
        if (b->live[v] || side_of(b, v) != side || !on_board(b, v))
            continue;
        struct tempo *t = tempo_find(tempi, n, b, v);
        if (t == NULL)
            continue;
        int at = (v / b->stride - 1) * b->width + v % b->stride - 1;
        for (int s = 0; s < SYMMETRIES_MAX; s++)
            t->h[s] ^= pns_key_of(k, at, CODE_TEMPO)[s];
    }
    for (int i = 0; i < n; i++)
        for (int s = 0; s < SYMMETRIES_MAX; s++)
            x->h[s] += rng_mix(tempi[i].h[s] + (uint64_t)tempi[i].open_n);
    return n;
}

void sight_palisade(const struct pns_keys *k, const struct position *p, struct pns_sight *out)
{
    struct view b;
    struct pns_hash x = {.h = {0}};
    int never[3] = {0}; /* [side] points that it cannot own */
    int moves_n = 0;
    view_init(&b, p);
    find_areas(&b);
    for (int y = 1; y <= b.width; y++)
        for (int v = y * b.stride + 1; v <= y * b.stride + b.width; v++) {
            int side = side_of(&b, v);
            b.live[v] = b.possible[v] && is_live(&b, v);
            if (b.live[v]) {
                bool open = b.state[v] == OPEN;
                int at = (y - 1) * b.width + v % b.stride - 1;
                pns_hash_add(&x, k, at, open ? CODE_OPEN : CODE_STONE);
                moves_n += open && side == p->side;
            } else {
                never[side] += b.area[v + 1] == OUTSIDE;
            }
            never[3 - side] += b.area[v] == OUTSIDE;
        }
    int kinds_n[3] = {0};
    for (int side = 1; side <= 2; side++)
        kinds_n[side] = add_tempi(&x, k, &b, side);
    int points_n = b.width * b.width;
    out->key = rng_mix(pns_hash_least(&x, k) + p->side) | 1u;
    out->low = (int16_t)(2 * never[3 - p->side] - points_n);
    out->high = (int16_t)(points_n - 2 * never[p->side]);
    moves_n += kinds_n[p->side];
    /* A number grows with the points that are still to be settled: all first moves of 5x5 take
     * 118,934 positions, and 585,838 with 1 and moves_n (21 November 2026). */
    out->proof = out->low < 0 ? (uint32_t)(1 - out->low / 2) : 1;
    out->disproof = (uint32_t)((moves_n > 0 ? moves_n : 1) * (out->high > 0 ? out->high : 1));
}
