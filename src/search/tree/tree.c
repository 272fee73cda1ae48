#include "search/tree/tree.h"

#include "rules/position.h"

_Static_assert(sizeof(struct node) == 32, "a node is half a cache line");

static void node_init(struct node *node, move_t move)
{
    atomic_init(&node->sum, 0);
    atomic_init(&node->visits, 0);
    atomic_init(&node->amaf, 0);
    atomic_init(&node->first, 0);
    atomic_init(&node->fact, 0);
    node->children_n = 0;
    node->move = move;
    node->seat = 0;
}

/* Nodes to a word of `kept`, and the bytes of both and of a count. */
enum {
    GROUP = 64,
    GROUP_BYTES = GROUP * sizeof(struct node) + sizeof(uint64_t) + sizeof(uint32_t)
};

void tree_init(struct tree *t, void *block, uint64_t size_bytes)
{
    uint64_t groups = size_bytes / GROUP_BYTES;
    if (groups > UINT32_MAX / 2 / GROUP)
        groups = UINT32_MAX / 2 / GROUP;
    ASSERT(groups > 0);
    t->cap = (uint32_t)groups * GROUP;
    t->nodes = block;
    t->kept = (uint64_t *)(void *)(t->nodes + t->cap);
    t->below = (uint32_t *)(void *)(t->kept + groups);
    t->players = 2;
    t->expand_least = TREE_EXPAND_VISITS;
    atomic_init(&t->points, false);
    tree_clear(t);
}

void tree_clear(struct tree *t)
{
    atomic_init(&t->nodes_n, TREE_FIRST);
    atomic_init(&t->starved, false);
    t->full = false;
    t->expand_visits = t->expand_least;
    node_init(&t->nodes[TREE_ROOT], MOVE_NONE);
}

/* Index of n fresh nodes side by side, or 0. The counter never passes cap, so it cannot wrap. */
static uint32_t take(struct tree *t, uint32_t n)
{
    uint32_t at = atomic_load_explicit(&t->nodes_n, memory_order_relaxed);
    do {
        if (n > t->cap - at)
            return 0;
    } while (!atomic_compare_exchange_weak_explicit(&t->nodes_n, &at, at + n, memory_order_relaxed,
                                                    memory_order_relaxed));
    return at;
}

bool tree_expand(struct tree *t, struct node *node, const struct position *p, const move_t *moves,
                 int moves_n)
{
    ASSERT(moves_n > 0 && moves_n <= MOVES_MAX);
    uint32_t none = 0;
    if (!atomic_compare_exchange_strong_explicit(&node->first, &none, TREE_BUSY,
                                                 memory_order_relaxed, memory_order_relaxed))
        return false;
    uint32_t first = take(t, (uint32_t)moves_n);
    if (first == 0) {
        atomic_store_explicit(&t->starved, true, memory_order_relaxed);
        atomic_store_explicit(&node->first, 0, memory_order_relaxed);
        return false;
    }
    for (int i = 0; i < moves_n; i++)
        node_init(&t->nodes[first + (uint32_t)i], moves[i]);
    node->children_n = (unsigned)moves_n & 0xfffu;
    node->seat = (unsigned)position_seat(p, p->side) & 0xfu;
    atomic_store_explicit(&node->first, first, memory_order_release);
    return true;
}

fact_t tree_learn(struct node *node, fact_t fact)
{
    fact_t known = tree_fact(node);
    fact_t all;
    do {
        all = fact_join(known, fact);
    } while (all != known &&
             !atomic_compare_exchange_weak_explicit(&node->fact, &known, all, memory_order_relaxed,
                                                    memory_order_relaxed));
    return all;
}

fact_t tree_prove(const struct tree *t, struct node *node)
{
    const struct node *child = tree_children(t, node);
    ASSERT(child != NULL);
    struct proof_fold fold = {0};
    int least = -FACT_FAR;
    int most = -FACT_FAR;
    for (int i = 0; i < node->children_n; i++) {
        fact_t f = tree_fact(&child[i]);
        proof_fold_add(&fold, node->seat, fact_proof(f));
        least = fact_least(f, node->seat) > least ? fact_least(f, node->seat) : least;
        most = fact_most(f, node->seat) > most ? fact_most(f, node->seat) : most;
    }
    bool first = node->seat == 1;
    return tree_learn(
        node, fact_make(proof_fold_take(&fold), first ? least : -most, first ? most : -least));
}

static float mean(const struct node *node)
{
    return (float)atomic_load_explicit(&node->sum, memory_order_relaxed) /
           (float)(tree_visits(node) + 1);
}

struct tree_front tree_front(const struct tree *t)
{
    const struct node *root = &t->nodes[TREE_ROOT];
    const struct node *child = tree_children(t, root);
    const struct node *best = NULL;
    struct tree_front f = {.move = MOVE_NONE, .first = -1, .second = -1, .promising = true};
    for (int i = 0; i < root->children_n; i++) {
        int64_t visits = tree_visits(&child[i]);
        if (proof_of(tree_proof(&child[i]), root->seat) == PROOF_LOSS)
            continue;
        if (visits > f.first) {
            f.second = f.first;
            f.first = visits;
            best = &child[i];
        } else if (visits > f.second) {
            f.second = visits;
        }
    }
    if (best == NULL)
        return f;
    f.move = best->move;
    for (int i = 0; i < root->children_n; i++)
        if (tree_visits(&child[i]) >= f.first / 4 && mean(&child[i]) > mean(best) &&
            proof_of(tree_proof(&child[i]), root->seat) != PROOF_LOSS)
            f.promising = false;
    return f;
}

/* ---- what is kept when nodes are moved ---- */

static void keep_run(struct tree *t, uint32_t first, uint32_t n)
{
    for (uint32_t i = first; i < first + n; i++)
        t->kept[i / GROUP] |= UINT64_C(1) << i % GROUP;
}

/* True iff the children of a node that is not the root are worth their room. */
static bool worth(const struct tree *t, const struct node *node, uint32_t visits)
{
    return visits == 0 || (tree_visits(node) >= visits && !tree_settled(t, node));
}

/* Sets the bits of all that stays below nodes[root], and drops the children that go. Children lie
 * behind their parents, so one pass from the root on meets every node after the bit of it is
 * set. */
static void mark(struct tree *t, uint32_t root, uint32_t visits)
{
    uint32_t end = atomic_load_explicit(&t->nodes_n, memory_order_relaxed);
    uint32_t words = (end + GROUP - 1) / GROUP;
    __builtin_memset(t->kept, 0, words * sizeof *t->kept);
    keep_run(t, atomic_load_explicit(&t->nodes[root].first, memory_order_relaxed),
             t->nodes[root].children_n);
    for (uint32_t w = 0; w < words; w++) {
        uint64_t seen = 0;
        for (uint64_t rest; (rest = t->kept[w] & ~seen) != 0;) {
            uint64_t bit = rest & -rest;
            seen |= bit | (bit - 1);
            struct node *node = &t->nodes[w * GROUP + (uint32_t)__builtin_ctzll(bit)];
            uint32_t first = atomic_load_explicit(&node->first, memory_order_relaxed);
            if (first < TREE_FIRST)
                continue;
            if (worth(t, node, visits))
                keep_run(t, first, node->children_n);
            else
                atomic_store_explicit(&node->first, 0, memory_order_relaxed);
        }
    }
}

/* Where a kept node goes. */
static uint32_t place(const struct tree *t, uint32_t i)
{
    uint64_t before = t->kept[i / GROUP] & ((UINT64_C(1) << i % GROUP) - 1);
    return TREE_FIRST + t->below[i / GROUP] + (uint32_t)__builtin_popcountll(before);
}

static void move_node(struct tree *t, uint32_t from, uint32_t to)
{
    struct node *node = &t->nodes[to];
    if (from != to)
        __builtin_memcpy(node, &t->nodes[from], sizeof *node);
    uint32_t first = atomic_load_explicit(&node->first, memory_order_relaxed);
    if (first >= TREE_FIRST)
        atomic_store_explicit(&node->first, place(t, first), memory_order_relaxed);
}

/* Keeps nodes[root] as the root and all below it whose parents have so many visits (0: all). */
static void keep(struct tree *t, uint32_t root, uint32_t visits)
{
    uint32_t end = atomic_load_explicit(&t->nodes_n, memory_order_relaxed);
    uint32_t words = (end + GROUP - 1) / GROUP;
    uint32_t n = 0;
    mark(t, root, visits);
    for (uint32_t w = 0; w < words; w++) {
        t->below[w] = n;
        n += (uint32_t)__builtin_popcountll(t->kept[w]);
    }
    move_node(t, root, TREE_ROOT);
    for (uint32_t w = 0; w < words; w++)
        for (uint64_t rest = t->kept[w]; rest != 0; rest &= rest - 1) {
            uint32_t from = w * GROUP + (uint32_t)__builtin_ctzll(rest);
            move_node(t, from, place(t, from));
        }
    atomic_store_explicit(&t->nodes_n, TREE_FIRST + n, memory_order_relaxed);
}

/* Visits in half octaves: 0, 1, 2, 3, 4, 6, 8, 12, ... */
enum { CLASSES = 64 };

static int class_of(uint32_t visits)
{
    if (visits < 2)
        return (int)visits;
    int octave = 31 - __builtin_clz(visits);
    return 2 * octave + (int)(visits >> (octave - 1) & 1);
}

static uint32_t class_begin(int number)
{
    return number < 2 ? (uint32_t)number : (uint32_t)(2 + number % 2) << (number / 2 - 1);
}

/* The least number of visits whose parents' children fill at most half of the block. */
static uint32_t visits_worth(const struct tree *t)
{
    uint64_t nodes_n[CLASSES] = {0};
    uint64_t sum = t->nodes[TREE_ROOT].children_n;
    uint32_t end = atomic_load_explicit(&t->nodes_n, memory_order_relaxed);
    for (uint32_t i = TREE_FIRST; i < end; i++) {
        const struct node *node = &t->nodes[i];
        if (tree_children(t, node) != NULL && worth(t, node, 1))
            nodes_n[class_of(tree_visits(node))] += node->children_n;
    }
    int least = CLASSES;
    while (least > 1 && sum + nodes_n[least - 1] <= t->cap / 2)
        sum += nodes_n[--least];
    return least == CLASSES ? UINT32_MAX : class_begin(least);
}

void tree_prune(struct tree *t)
{
    uint32_t visits = visits_worth(t);
    /* Rises each time, so that what was dropped is not made again at once. */
    uint32_t least = t->expand_visits + t->expand_visits / 4;
    if (visits < least)
        visits = least;
    keep(t, TREE_ROOT, visits);
    t->expand_visits = visits;
    t->full = true;
    atomic_store_explicit(&t->starved, false, memory_order_relaxed);
}

void tree_root(struct tree *t, const struct node *node)
{
    ASSERT(tree_children(t, node) != NULL);
    keep(t, (uint32_t)(node - t->nodes), 0);
    t->expand_visits = t->expand_least;
    t->full = false;
    atomic_store_explicit(&t->starved, false, memory_order_relaxed);
}
