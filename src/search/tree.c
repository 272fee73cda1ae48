#include "search/tree.h"

#include "rules/position.h"

_Static_assert(sizeof(struct node) == 32, "a node is half a cache line");

static void node_init(struct node *node, move_t move)
{
    atomic_init(&node->sum, 0);
    atomic_init(&node->visits, 0);
    atomic_init(&node->amaf_n, 0);
    atomic_init(&node->amaf_sum, 0);
    atomic_init(&node->first, 0);
    atomic_init(&node->proof, 0);
    node->children_n = 0;
    node->move = move;
    node->seat = 0;
    node->side = 0;
    node->unused = 0;
}

void tree_init(struct tree *t, void *block, uint64_t size_bytes)
{
    uint64_t cap = size_bytes / sizeof(struct node);
    ASSERT(cap > TREE_FIRST);
    t->nodes = block;
    t->cap = cap > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)cap;
    tree_clear(t);
}

void tree_clear(struct tree *t)
{
    atomic_init(&t->nodes_n, TREE_FIRST);
    atomic_init(&t->full, false);
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
        atomic_store_explicit(&t->full, true, memory_order_relaxed);
        atomic_store_explicit(&node->first, 0, memory_order_relaxed);
        return false;
    }
    for (int i = 0; i < moves_n; i++)
        node_init(&t->nodes[first + (uint32_t)i], moves[i]);
    node->children_n = (uint16_t)moves_n;
    node->seat = (uint8_t)position_seat(p, p->side);
    node->side = p->side;
    atomic_store_explicit(&node->first, first, memory_order_release);
    return true;
}

proof_t tree_prove(const struct tree *t, struct node *node)
{
    const struct node *child = tree_children(t, node);
    ASSERT(child != NULL);
    struct proof_fold fold = {0};
    for (int i = 0; i < node->children_n; i++)
        proof_fold_add(&fold, node->seat, tree_proof(&child[i]));
    proof_t found = proof_fold_take(&fold);
    return (proof_t)(found | atomic_fetch_or_explicit(&node->proof, found, memory_order_relaxed));
}
