#include "net/planes_palisade_pairs.h"

enum { BONDS_MAX = 4096, DIAGONALS = 4 };

/* The points that touch the same two components, by the sums of the paths between these through
 * the points. */
struct bond {
    uint32_t pair; /* root of the one + root of the other << 16; 0 unused */
    int32_t least, most;
};

/* A path between two components through an open point. */
struct entry {
    uint16_t node, bond;
    int32_t sum;
};

struct board {
    int stride, nodes;
    const uint8_t *state, *near;
    int16_t *most; /* eight times what planes_pairs tells, while it works */
    int32_t step[DIAGONALS];
    int32_t sum[PALISADE_NODES_MAX];   /* of a stone: along the path from its root */
    uint16_t root[PALISADE_NODES_MAX]; /* of a stone: a stone of its component, the same for all */
    int16_t column[PALISADE_NODES_MAX], row[PALISADE_NODES_MAX];
    int entries_n;
    unsigned bonds_mask;
    struct entry entries[6 * PALISADE_NODES_MAX];
    struct bond bonds[BONDS_MAX];
};

/* The sum of the step from u in direction d (0 NE, 1 NW, 2 SW, 3 SE). */
static int32_t along(const struct board *b, int u, int d)
{
    int v = u + b->step[d];
    int rows = b->row[u] + b->row[v];
    int columns = b->column[u] + b->column[v];
    return (d < 2 ? rows : -rows) - (d == 0 || d == 3 ? columns : -columns);
}

/* The bits above the lowest one. */
static unsigned without_lowest(unsigned bits)
{
    return bits & (bits - 1);
}

/* Fills column and row. */
static void count_free(struct board *b, const struct position *p, const uint8_t *owner)
{
    int width = p->setup.width;
    int16_t above[SIDE_MAX + 2] = {0}; /* [column]: the next node's number of the column */
    int v = 0;
    for (int y = 0; y < b->stride; y++) {
        int16_t right = 0;
        for (int x = 0; x < b->stride; x++, v++) {
            bool inner = x > 0 && x <= width && y > 0 && y <= width;
            int16_t one = inner && owner[(y - 1) * width + x - 1] == OWNER_NONE;
            b->row[v] = (int16_t)(right + one);
            b->column[v] = (int16_t)(above[x] + one);
            right = (int16_t)(right + 2 * one);
            above[x] = (int16_t)(above[x] + 2 * one);
        }
    }
}

/* The components, each as a tree. Those of the rules will not do: after a capture they may still
 * join stones that it has parted (palisade_int.h). */
static void grow(struct board *b)
{
    uint16_t queue[PALISADE_NODES_MAX];
    __builtin_memset(b->root, 0, sizeof b->root[0] * (size_t)b->nodes);
    for (int from = 1; from < b->nodes; from++) {
        if ((b->state[from] != 1 && b->state[from] != 2) || b->root[from] != 0)
            continue;
        int n = 0;
        b->root[from] = (uint16_t)from;
        b->sum[from] = 0;
        queue[n++] = (uint16_t)from;
        while (n > 0) {
            int u = queue[--n];
            for (unsigned left = b->near[u] & 15u; left != 0; left = without_lowest(left)) {
                int d = __builtin_ctz(left);
                int v = u + b->step[d];
                if (b->root[v] != 0)
                    continue;
                b->root[v] = (uint16_t)from;
                b->sum[v] = b->sum[u] + along(b, u, d);
                queue[n++] = (uint16_t)v;
            }
        }
    }
}

static int bond_of(struct board *b, uint32_t pair)
{
    unsigned at = pair * 2654435769u >> 20 & b->bonds_mask;
    while (b->bonds[at].pair != pair && b->bonds[at].pair != 0)
        at = (at + 1) & b->bonds_mask;
    if (b->bonds[at].pair == 0)
        b->bonds[at] = (struct bond){pair, INT32_MAX, INT32_MIN};
    return (int)at;
}

/* Notes the paths between components through the open point v. */
static void note(struct board *b, int v)
{
    for (unsigned one = b->near[v] & 15u; one != 0; one = without_lowest(one))
        for (unsigned two = without_lowest(one); two != 0; two = without_lowest(two)) {
            int from = __builtin_ctz(one);
            int to = __builtin_ctz(two);
            int u = v + b->step[from];
            int w = v + b->step[to];
            if (b->root[u] == b->root[w])
                continue; /* one stone closes it */
            int32_t sum = b->sum[u] - along(b, v, from) + along(b, v, to) - b->sum[w];
            uint32_t pair = b->root[u] | (uint32_t)b->root[w] << 16;
            if (b->root[u] > b->root[w]) { /* the same path from its other end */
                sum = -sum;
                pair = b->root[w] | (uint32_t)b->root[u] << 16;
            }
            int at = bond_of(b, pair);
            struct bond *bond = &b->bonds[at];
            bond->least = sum < bond->least ? sum : bond->least;
            bond->most = sum > bond->most ? sum : bond->most;
            b->entries[b->entries_n++] = (struct entry){(uint16_t)v, (uint16_t)at, sum};
        }
}

static void raise_most(struct board *b, int v, int32_t sum)
{
    int32_t size = sum < 0 ? -sum : sum;
    if (size > b->most[v])
        b->most[v] = (int16_t)size;
}

/* Loops through the open point v, its open neighbour in direction d, and one component. */
static void bridge(struct board *b, int v, int d)
{
    int w = v + b->step[d];
    int32_t step = along(b, v, d);
    for (unsigned one = b->near[v] & 15u; one != 0; one = without_lowest(one)) {
        int i = __builtin_ctz(one);
        int from = v + b->step[i];
        int32_t sum = b->sum[from] - along(b, v, i) + step;
        for (unsigned two = b->near[w] & 15u; two != 0; two = without_lowest(two)) {
            int j = __builtin_ctz(two);
            int to = w + b->step[j];
            if (b->root[from] == b->root[to]) {
                raise_most(b, v, sum + along(b, w, j) - b->sum[to]);
                raise_most(b, w, sum + along(b, w, j) - b->sum[to]);
            }
        }
    }
}

void planes_pairs(const struct position *p, const uint8_t *owner, int16_t *most)
{
    struct board b;
    b.stride = p->setup.width + 2;
    b.nodes = b.stride * b.stride;
    b.state = palisade_states(&p->u.palisade);
    b.near = palisade_near(&p->u.palisade);
    b.most = most;
    b.step[0] = b.stride + 1;
    b.step[1] = b.stride - 1;
    b.step[2] = -b.stride - 1;
    b.step[3] = -b.stride + 1;
    b.entries_n = 0;
    b.bonds_mask = 15;
    while (b.bonds_mask < 4u * (unsigned)b.nodes) /* the bonds are at most three for each node */
        b.bonds_mask = 2 * b.bonds_mask + 1;
    __builtin_memset(b.bonds, 0, sizeof b.bonds[0] * (b.bonds_mask + 1u));
    __builtin_memset(most, 0, sizeof most[0] * (size_t)b.nodes);
    count_free(&b, p, owner);
    grow(&b);
    /* Of the ring only the corners are no stones, in its first and last row. */
    for (int v = b.stride; v < b.nodes - b.stride; v++) {
        if (b.state[v] != 0 || (b.near[v] & 15) == 0)
            continue;
        note(&b, v);
        for (int d = 0; d < 2; d++)
            if (b.state[v + b.step[d]] == 0 && v + b.step[d] < b.nodes - b.stride)
                bridge(&b, v, d);
    }
    for (int i = 0; i < b.entries_n; i++) {
        const struct entry *e = &b.entries[i];
        raise_most(&b, e->node, b.bonds[e->bond].most - e->sum);
        raise_most(&b, e->node, e->sum - b.bonds[e->bond].least);
    }
    for (int v = 0; v < b.nodes; v++)
        most[v] = (int16_t)(most[v] / 8);
}
