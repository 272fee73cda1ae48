/* pns_int.h - what the files of the proof search share. */
#ifndef PNS_INT_H
#define PNS_INT_H
#include "rules/position.h"
#include "search/proof/pns.h"
#include "search/proof/pns_sight.h"

struct thread;

enum {
    BUSY_N = 1 << 16,       /* counters of threads at work, by key */
    CHILDREN_CAP = 1 << 17, /* children of all nodes on one thread's path */
};

struct pns_child {
    uint64_t key;          /* with the question; 0: it is answered there */
    struct pns_numbers is; /* for the opponents of the party that moved */
    move_t move;
    bool known; /* is.proof or is.disproof is infinite */
    bool again; /* the party that moved is to move again */
};

struct pns_worker {
    struct pns *owner;
    struct thread *thread;
    int number;
    int64_t nodes_n;   /* not yet added to the owner's */
    uint32_t children; /* used of child[] */
    int err;
    move_t legal[MOVES_MAX];
    struct position position[PNS_PLIES_MAX + 1]; /* the path */
    struct position after;
    struct pns_child child[CHILDREN_CAP];
};

struct pns {
    struct setup setup;
    struct pns_keys keys;
    struct pns_table table;
    void *block;
    struct pns_worker *workers; /* [threads] */
    int threads;
    _Atomic uint8_t busy[BUSY_N];
    _Atomic int64_t nodes_n; /* of this question */
    _Atomic bool stop;
    _Atomic int answer;   /* to it: 1, -1; 0: none yet */
    int64_t nodes_before; /* of questions and sessions before */
    int64_t nodes_cap;
    int64_t started_ms, told_ms;
    uint64_t root_key;
    _Atomic uint32_t root_proof, root_disproof; /* the table has them only at the end */
    int goal;
    pns_progress *progress;
    void *context;
};

/* Key of a question in the table. */
uint64_t pns_question_key(const struct pns *s, const struct pns_sight *sight, int goal);

/* Fills the children of p from `at` on; returns their number, or -1 if there is no room. Those that
 * are seen to lose are left out; the first that is seen to win stands alone. */
int pns_expand(struct pns_worker *w, const struct position *p, int goal, struct pns_child *at);

/* Updates a child from the table. */
void pns_refresh(const struct pns *s, struct pns_child *c);

/* Numbers of the node, from the children's; open_out: how many are not known to win for the mover's
 * opponent. */
struct pns_numbers pns_look(const struct pns_child *child, int n, uint32_t *open_out);

/* The open child that is easiest to refute for the mover, and the next best's number. shared: a
 * child that others are at counts as harder. */
struct pns_child *pns_choose(const struct pns *s, struct pns_child *child, int n, bool shared,
                             uint32_t *second);

#endif
