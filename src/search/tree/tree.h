/* tree.h - the search tree: nodes of 32 bytes in one block of memory, shared by all threads.
 *
 * A node stands for a move and the position after it; its statistics are those of the seat that
 * made the move, which is all that the choice between siblings needs, with any number of players:
 * each player maximises their own result. The children of a node lie side by side, in the order of
 * position_legal, and are made all at once:
 *
 *     node 0   root            first = 2, children_n = 3
 *     node 1   never used
 *     node 2   a1    \
 *     node 3   b1     > children of the root
 *     node 4   c1    /
 *
 * Threads share the tree without locks. Invariants:
 *  (1) `first` is 0 (no children), TREE_BUSY (one thread is making them) or the index of the first
 *      child; move, seat and children_n are written before it is published (release/acquire).
 *  (2) visits is raised on the way down, sum on the way up: a visit in flight counts as a loss
 *      (virtual loss), so that threads spread out. With one thread nothing is ever in flight when
 *      it is read.
 *  (3) amaf is read and written by tree_amaf and tree_set_amaf; a lost update costs one sample.
 *  (4) fact only grows (fact.h).
 * Nodes are handed out from the start of the block, parents before their children. When none are
 * left the tree is starved, and at the next safe point, where no thread is in a round, tree_prune
 * drops the children of the nodes that were visited least and slides the rest together: a search of
 * any length can continue to grow. tree_root keeps the subtree of the next position as the new
 * tree. Both keep the order of the nodes, so they need only a bit for each node and a count for
 * each 64 nodes as extra memory. */
#ifndef TREE_H
#define TREE_H
#include "rules/game.h"
#include "search/tree/fact.h"
#include <stdatomic.h>

/* A result for one seat between 0 (lost) and REWARD_ONE (won). */
enum { REWARD_ONE = 1 << 16, AMAF_ONE = 1 << 8 };

/* A node's samples of all moves as first: their number in the upper half, AMAF_MAX at most, which
 * keeps the sum of their rewards in the lower. */
#define AMAF_SAMPLE ((uint64_t)1 << 32)
enum { AMAF_MAX = 1 << 23 };

struct node {
    _Atomic uint64_t sum;    /* of rewards of the seat that made the move */
    _Atomic uint64_t amaf;   /* AMAF_SAMPLE for each playout in which the same side played the move
                                later + their rewards in units of 1 / AMAF_ONE; where a net judges:
                                the prior of the move in 1 / NET_SURE */
    _Atomic uint32_t visits; /* playouts through this node */
    _Atomic uint32_t first;  /* see (1) */
    _Atomic fact_t fact;     /* of the position after the move */
    move_t move;
    uint16_t children_n : 12; /* with `first`; */
    uint16_t seat : 4;        /* and the seat to move after the move */
};

_Static_assert((int)MOVES_MAX < 1 << 12, "the children of a node can be counted");

enum { TREE_ROOT = 0, TREE_BUSY = 1, TREE_FIRST = 2 };

/* Visits that a leaf needs before it gets children, if playouts judge it. */
enum { TREE_EXPAND_VISITS = 4 };

struct tree {
    struct node *nodes;       /* borrowed block */
    uint64_t *kept;           /* in the block: bit i % 64 of kept[i / 64], while nodes are moved */
    uint32_t *below;          /* in the block: nodes kept before those of kept[i] */
    uint32_t cap;             /* nodes in the block */
    _Atomic uint32_t nodes_n; /* handed out */
    _Atomic bool starved;     /* an expansion was refused since the last tree_prune */
    bool full;                /* memory ran out since tree_clear or tree_root */
    int players;
    _Atomic bool points;    /* the root's result is proved, and the caller wants the margin */
    uint32_t expand_visits; /* a leaf with so many gets children; raised when the tree is pruned, */
    uint32_t expand_least;  /* from this on: 1 where a net judges leaves */
};

/* Makes a tree of a bare root, for two players, in a block of bytes (at least 64 nodes' worth). */
void tree_init(struct tree *t, void *block, uint64_t size_bytes);

/* Forgets all nodes but a fresh root. */
void tree_clear(struct tree *t);

/* Gives the node its children: one for each of moves[]. Returns false if there is no room, or if
 * another thread is at it or has done it. moves_n > 0. */
bool tree_expand(struct tree *t, struct node *node, const struct position *p, const move_t *moves,
                 int moves_n);

/* Makes room: at least half of the nodes are free afterwards, unless the root's children alone need
 * more. The children of nodes with few visits go, and of those that are settled; the nodes
 * themselves keep what they know, and get children again when they have been visited more than
 * those that were dropped. No thread may be in a round. */
void tree_prune(struct tree *t);

/* Makes a node, which must have children, the root; all that is not below it is forgotten. No
 * thread may be in a round. */
void tree_root(struct tree *t, const struct node *node);

/* The children of a node, or NULL; their number is node->children_n. */
static inline struct node *tree_children(const struct tree *t, const struct node *node)
{
    uint32_t first = atomic_load_explicit(&node->first, memory_order_acquire);
    return first < TREE_FIRST ? NULL : t->nodes + first;
}

static inline fact_t tree_fact(const struct node *node)
{
    return atomic_load_explicit(&node->fact, memory_order_relaxed);
}

static inline proof_t tree_proof(const struct node *node)
{
    return fact_proof(tree_fact(node));
}

static inline bool tree_points(const struct tree *t)
{
    return atomic_load_explicit(&t->points, memory_order_relaxed);
}

/* True iff nothing is left to find out below a node: the results are known and, if points are asked
 * for, the margin. */
static inline bool tree_settled(const struct tree *t, const struct node *node)
{
    fact_t f = tree_fact(node);
    return tree_points(t) ? fact_exact(f) : proof_complete(fact_proof(f), t->players);
}

static inline uint32_t tree_visits(const struct node *node)
{
    return atomic_load_explicit(&node->visits, memory_order_relaxed);
}

/* A node's amaf. A round writes it in every second child of each node on its path, so the store
 * must not wait. WebAssembly knows atomic stores of one kind only, which wait until all earlier
 * stores are seen by the other threads: an exchange on x86, hundreds of them in a round. Its plain
 * stores may race (the memory model allows it), and at worst mix two halves of 32 bits: one wrong
 * sample. */
#ifdef __wasm__
_Static_assert(sizeof(_Atomic uint64_t) == sizeof(uint64_t), "both kinds of access see the same");

static inline uint64_t tree_amaf(const struct node *node)
{
    return *(const volatile uint64_t *)&node->amaf;
}

static inline void tree_set_amaf(struct node *node, uint64_t amaf)
{
    *(volatile uint64_t *)&node->amaf = amaf;
}
#else
static inline uint64_t tree_amaf(const struct node *node)
{
    return atomic_load_explicit(&node->amaf, memory_order_relaxed);
}

static inline void tree_set_amaf(struct node *node, uint64_t amaf)
{
    atomic_store_explicit(&node->amaf, amaf, memory_order_relaxed);
}
#endif

/* The leaders at the root: the visits of the most visited child, and of the next (below 0: there is
 * none). Children that are proved losses for the player to move are left out. */
struct tree_front {
    move_t move; /* MOVE_NONE if all lose */
    int64_t first, second;
    bool promising; /* no child with a quarter of its visits has a better mean */
};
struct tree_front tree_front(const struct tree *t);

/* Adds a fact to a node's; returns the result. */
fact_t tree_learn(struct node *node, fact_t fact);

/* Adds the facts that the children prove about an expanded node; returns the node's facts. */
fact_t tree_prove(const struct tree *t, struct node *node);

#endif
