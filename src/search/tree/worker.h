/* worker.h - one thread's share of a search: descend, expand, play out, back up; again and again.
 *
 * All workers of an engine share the tree, the root's statistics and the counters in struct search;
 * everything else is a worker's own and lies in one flat piece of memory. */
#ifndef WORKER_H
#define WORKER_H
#include "net/net.h"
#include "rules/position.h"
#include "search/tree/pattern.h"
#include "search/tree/pie.h"
#include "search/tree/playout.h"
#include "search/tree/tree.h"

enum { PATH_MAX_PLIES = 512, LOG_MAX_PLIES = 8192 };

/* The most playouts of a round, and how far apart the numbers of rounds are. */
enum { LEAF_GAMES = 4, ROUND_STEP = 1 << LEAF_GAMES };

/* The results of a root move for the seat to move at the root: the plain results behind the rewards
 * in the tree, for reports. */
struct root_stat {
    _Atomic uint64_t win;   /* sum of outcome.win */
    _Atomic int64_t margin; /* sum of outcome.margin */
    _Atomic uint32_t n;
};

enum { INV_SQRT_N = 256 };

/* A node that several threads have visited so often is busy: see learns_now and lean_init. */
enum { BUSY_VISITS = 1024 };

/* The children of a tree are in so many groups, one pair after the other. */
enum { LEAN_GROUPS = 8 };

/* The state that the workers of one search share. */
struct search {
    struct tree tree;
    struct position root;  /* stripped of a swap to come */
    enum pie pie;          /* the pie state before the stripping */
    const struct net *net; /* judges leaves and moves instead of playouts and patterns; or NULL */
    int symmetry;          /* the net sees all boards of the tree through it */
    bool asks;             /* new nodes get priors from patterns, if the game has any */
    int leaf_games;        /* playouts from each leaf: leaf_games() of leaf.h */
    bool in_lanes;         /* these are played at once, */
    enum lanes_path lanes_path; /* by this code */
    int threads;                /* that share the tree */
    float inv_sqrt[INV_SQRT_N]; /* [visits] = 1 / sqrt(visits + 1) */
    uint64_t seed;
    int64_t nodes_cap;       /* playouts */
    _Atomic int64_t nodes_n; /* begun */
    _Atomic bool stop;
    struct root_stat stats[MOVES_MAX]; /* [index of the root's child] */
};

struct step {
    struct node *node; /* the position reached */
    uint8_t side;      /* the mover, and */
    bool swapped;      /* whether seats were exchanged then (R7) */
};

/* The data that a worker needs to ask a net. */
struct judge {
    struct net_work work;
    struct net_judgement said;
    bool fresh; /* said is of the round's last position */
    uint32_t priors[MOVES_MAX];
};

struct worker {
    struct search *search; /* borrowed */
    struct judge *judge;   /* borrowed; used where there is a net */
    _Atomic bool inside;   /* it uses the tree now (engine.c) */
    struct rng rng;
    struct position position; /* of the round */
    struct position after;    /* of a move that is looked at */
    struct step path[PATH_MAX_PLIES];
    move_t legal[MOVES_MAX];
    int16_t more[MOVES_MAX];  /* of the legal moves: see PRIOR in worker.c */
    struct pattern_view view; /* of a node that is new */
    move_t log[LOG_MAX_PLIES];
    /* [side - 1][move] = the last round in which that side played the move below the present node,
     * and bit i if in game i of it */
    uint32_t played[PLAYERS_MAX][MOVE_INDEX_N];
    bool leans;              /* lean_init; if so, */
    float lean[LEAN_GROUPS]; /* what a child of each group has ahead of others, of a reward */
    uint32_t round;          /* a multiple of ROUND_STEP */
    bool learns;             /* the playouts of the game learn: */
    struct mast mast;
};

/* Works out what all rounds need, from s->root. */
void worker_prepare(struct search *s);

/* Prepares the number-th worker of a search. */
void worker_init(struct worker *w, struct search *s, struct judge *judge, int number);

/* Makes the children of the root, if it has none, and enters proofs for those that end the game.
 * False if the tree is too small for that. */
bool worker_start(struct worker *w);

/* One round. Returns false when there is nothing left to do: the root is proved. */
bool worker_round(struct worker *w);

/* The net's probability of a node's move, 0 … 1, where a net judged its parent. */
static inline float worker_prior(const struct node *node)
{
    return (float)(int64_t)tree_amaf(node) * (1.0f / NET_SURE);
}

#endif
