/* engine.c - limits and threads around the rounds of worker.c. */
#include "search/engine.h"

#include "base/err.h"
#include "platform/clock.h"
#include "platform/heap.h"
#include "platform/thread.h"
#include "rules/lanes.h"
#include "search/tree/follow.h"
#include "search/tree/leaf.h"
#include "search/tree/level.h"
#include "search/tree/nets.h"
#include "search/tree/pace.h"
#include "search/tree/report.h"
#include "search/tree/root_proof.h"
#include "search/tree/worker.h"

enum {
    MEMORY_DEFAULT = 256 << 20,
    MEMORY_MIN = 1 << 20,
    THREADS_MAX = 256,
    /* Fixed shares of the memory, so that the number of nodes does not depend on the layout of
     * pointers and a search that fills its memory is the same on every machine. */
    ENGINE_BYTES = 96 << 10,
    WORKER_BYTES = 96 << 10,
    CLOCK_MASK = 15, /* rounds between looks at the clock, less one, */
    CPU_MASK = 3,    /* and at the thread's, which bounds much shorter searches */
    PROOF_PART = 8,  /* the proof of the root takes at most this part of the time */
    PROOF_MS = 250,  /* and at most so much */
    PROGRESS_MS = 100,
};

/* One block of memory: the engine, the workers, the nodes. */
struct engine {
    struct search search;
    int threads;
    uint64_t seed;
    bool keep_tree;
    bool remembers; /* the tree is that of the last search */
    int64_t begun_ms;
    struct rng choice; /* for the levels that do not always play the best move */
    unsigned char *workers;
    const struct net *net; /* borrowed, from the options */
    unsigned char *nodes;
    uint64_t nodes_bytes; /* without a net; */
    uint64_t nets_at;     /* with one the first so many, and behind them struct nets; 0: never */
    struct judge *judges; /* in that */
    struct root_proof proof;
    bool no_proof;
    struct {
        int64_t deadline_ms; /* on clock_ms; INT64_MAX: none */
        int64_t cpu_ms;      /* processor time of the first thread; 0: no limit */
        int64_t cpu_begun_us;
        struct pace pace;            /* usual_ms 0: none */
        move_t leading;              /* the move in front at the last look, */
        int64_t leading_ms, look_ms; /* since when, and when that was; since begun_ms */
        int level;
        struct engine_watch watch;
        struct search_report *report; /* where reports are made */
    } now;

    /* The thread that prunes the tree holds the gate and has closed it. Workers wait at it before a
     * round, and that thread waits until no worker is inside. */
    struct lock *gate;
    _Atomic bool closed;

    /* A search that was started: its thread (the owner's alone) and what engine_poll may see. The
     * lock guards state and shown, and is held for a copy only. */
    bool started;
    struct thread *thread;
    struct lock *lock;
    enum engine_state state;
    struct search_report shown;
    struct search_report made; /* by the thread, before it is shown */
};

_Static_assert(sizeof(struct engine) <= ENGINE_BYTES, "the engine fits its share");
_Static_assert(sizeof(struct worker) <= WORKER_BYTES, "a worker fits its share");

static struct worker *worker_at(struct engine *e, int number)
{
    return (struct worker *)(void *)(e->workers + (size_t)number * WORKER_BYTES);
}

struct engine *engine_new(const struct engine_options *options)
{
    uint64_t bytes = options->memory_bytes == 0 ? MEMORY_DEFAULT : options->memory_bytes;
    int threads = options->threads == 0 ? 1 : options->threads;
    if (threads < 1 || threads > THREADS_MAX || bytes < MEMORY_MIN || bytes > SIZE_MAX)
        return NULL;
    uint64_t fixed = ENGINE_BYTES + (uint64_t)threads * WORKER_BYTES;
    if (bytes / 2 < fixed) /* at least half is for the tree */
        return NULL;
    unsigned char *block = heap_new((size_t)bytes);
    if (block == NULL)
        return NULL;
    struct engine *e = (struct engine *)(void *)block;
    e->lock = lock_new();
    e->gate = lock_new();
    if (e->lock == NULL || e->gate == NULL) {
        lock_free(e->lock);
        lock_free(e->gate);
        heap_free(block);
        return NULL;
    }
    atomic_init(&e->closed, false);
    e->keep_tree = options->keep_tree;
    e->remembers = false;
    e->search.pie = PIE_NONE;
    e->started = false;
    e->thread = NULL;
    e->state = ENGINE_IDLE;
    e->threads = threads;
    e->seed = options->seed;
    e->workers = block + ENGINE_BYTES;
    e->nodes = block + fixed;
    e->nodes_bytes = bytes - fixed;
    uint64_t nets = nets_bytes(threads);
    e->net = options->net;
    e->nets_at =
        !options->no_net && fixed + nets < bytes / 2 ? (bytes - fixed - nets) / 64 * 64 : 0;
    e->proof = (struct root_proof){.pns = NULL};
    e->no_proof = options->no_proof;
    e->search.net = NULL;
    tree_init(&e->search.tree, e->nodes, e->nodes_bytes);
    atomic_init(&e->search.stop, false);
    return e;
}

/* Ends a started search and forgets it. */
static void settle(struct engine *e)
{
    engine_stop(e);
    (void)engine_wait(e, NULL);
}

void engine_free(struct engine *e)
{
    if (e == NULL)
        return;
    settle(e);
    lock_free(e->lock);
    lock_free(e->gate);
    root_proof_free(&e->proof);
    heap_free(e);
}

void engine_stop(struct engine *e)
{
    atomic_store_explicit(&e->search.stop, true, memory_order_relaxed);
}

void engine_clear(struct engine *e)
{
    settle(e);
    tree_clear(&e->search.tree);
    e->remembers = false;
}

void engine_seed(struct engine *e, uint64_t seed)
{
    e->seed = seed;
}

/* Lets engine_poll see the report that was made. */
static void show(struct engine *e, enum engine_state state)
{
    lock_take(e->lock);
    e->shown = *e->now.report;
    e->state = state;
    lock_give(e->lock);
}

/* True iff a caller watches the running search. */
static bool reports(const struct engine *e)
{
    return e->started || e->now.watch.progress != NULL;
}

/* ---- the tree is used, or pruned ---- */

static void enter(struct engine *e, struct worker *w)
{
    for (;;) {
        atomic_store(&w->inside, true);
        if (!atomic_load(&e->closed))
            return;
        atomic_store(&w->inside, false);
        lock_take(e->gate);
        lock_give(e->gate);
    }
}

static void leave(struct worker *w)
{
    atomic_store_explicit(&w->inside, false, memory_order_release);
}

/* Makes room in the tree when all rounds have come to their end. */
static void prune(struct engine *e)
{
    struct tree *t = &e->search.tree;
    lock_take(e->gate);
    if (atomic_load_explicit(&t->starved, memory_order_relaxed)) { /* not by another before */
        atomic_store(&e->closed, true);
        for (int i = 0; i < e->threads; i++)
            while (atomic_load(&worker_at(e, i)->inside))
                thread_yield();
        tree_prune(t);
        atomic_store(&e->closed, false);
    }
    lock_give(e->gate);
}

/* True iff the time is up. Reads the clock at most once a millisecond. */
static bool paced_out(struct engine *e, struct worker *w, int64_t elapsed_ms)
{
    if (e->now.pace.usual_ms == 0 || elapsed_ms == e->now.look_ms)
        return false;
    enter(e, w);
    struct tree_front front = tree_front(&e->search.tree);
    leave(w);
    e->now.look_ms = elapsed_ms;
    if (front.move != e->now.leading) {
        e->now.leading = front.move;
        e->now.leading_ms = elapsed_ms;
    }
    const struct pace_look look = {
        .elapsed_ms = elapsed_ms,
        .leading_ms = e->now.leading_ms,
        .nodes_n = atomic_load_explicit(&e->search.nodes_n, memory_order_relaxed),
        .first = front.first,
        .second = front.second,
        .promising = front.promising};
    return front.second < 0 || pace_over(&e->now.pace, &look);
}

/* The first worker's duties between rounds: the clock and the progress reports. */
static void look_up(struct engine *e, struct worker *w, int64_t *next_report_ms)
{
    int64_t now = clock_ms();
    if (now >= e->now.deadline_ms || paced_out(e, w, now - e->begun_ms))
        engine_stop(e);
    if (!reports(e) || now < *next_report_ms)
        return;
    const struct engine_watch *watch = &e->now.watch;
    *next_report_ms = now + watch->interval_ms;
    enter(e, w);
    report_fill(&e->search, clock_ms() - e->begun_ms, e->now.report);
    leave(w);
    if (e->started)
        show(e, ENGINE_RUNNING);
    if (watch->progress != NULL && !watch->progress(watch->context, e->now.report))
        engine_stop(e);
}

static void work(struct engine *e, struct worker *w, bool first)
{
    struct search *s = &e->search;
    bool clock = first && (e->now.deadline_ms != INT64_MAX || reports(e));
    bool cpu = first && e->now.cpu_ms > 0;
    int64_t next_report_ms = e->begun_ms + e->now.watch.interval_ms;
    uint32_t rounds = 0;
    while (!atomic_load_explicit(&s->stop, memory_order_relaxed)) {
        if (atomic_fetch_add_explicit(&s->nodes_n, 1, memory_order_relaxed) >= s->nodes_cap)
            break;
        enter(e, w);
        bool more = worker_round(w);
        leave(w);
        if (!more) {
            atomic_fetch_sub_explicit(&s->nodes_n, 1, memory_order_relaxed);
            break;
        }
        if (atomic_load_explicit(&s->tree.starved, memory_order_relaxed))
            prune(e);
        rounds++;
        if (clock && (rounds & CLOCK_MASK) == 0)
            look_up(e, w, &next_report_ms);
        if (cpu && (rounds & CPU_MASK) == 0 &&
            (clock_thread_cpu_us() - e->now.cpu_begun_us) / 1000 >= e->now.cpu_ms)
            engine_stop(e);
    }
}

struct helper {
    struct engine *engine;
    struct worker *worker;
};

static void helper_main(void *arg)
{
    struct helper *h = arg;
    work(h->engine, h->worker, false);
}

static struct judge *judge_at(struct engine *e, int number)
{
    return e->search.net != NULL ? &e->judges[number] : NULL;
}

static void work_together(struct engine *e)
{
    struct thread *threads[THREADS_MAX];
    struct helper helpers[THREADS_MAX];
    int n = 1;
    for (int i = 0; i < e->threads; i++)
        atomic_init(&worker_at(e, i)->inside, false);
    for (; n < e->threads; n++) {
        helpers[n] = (struct helper){.engine = e, .worker = worker_at(e, n)};
        worker_init(helpers[n].worker, &e->search, judge_at(e, n), n);
        threads[n] = thread_new(helper_main, &helpers[n]);
        if (threads[n] == NULL)
            break; /* Fewer helpers do the same work. */
    }
    work(e, worker_at(e, 0), true);
    for (int i = 1; i < n; i++)
        thread_join(threads[i]);
}

/* The symmetry through which a net sees the boards of a new tree. It varies with the seed, so that
 * the engine does not play the same game again and again. It is one for the whole tree: otherwise
 * moves would be compared with different errors (docs/lab/nets.md). */
static int symmetry_of(uint64_t seed, const struct position *p)
{
    int chosen = (int)(rng_mix(seed) % SYMMETRIES_MAX);
    while ((position_symmetries(p) >> chosen & 1) == 0)
        chosen--; /* every board has 0 */
    return chosen;
}

/* Makes the tree ready for a search of p: what is known of p, or a bare root. True if it is the
 * tree of the last search as it was. A tree of openings has not got all moves, and stays alone. */
static bool recall(struct engine *e, const struct position *p, const struct engine_limits *use)
{
    struct tree *t = &e->search.tree;
    const struct node *node = NULL;
    if (e->keep_tree && e->remembers && use->nodes_cap == 0)
        node = follow_find(t, &e->search.root, p);
    if (node == NULL) {
        tree_clear(t);
        e->search.symmetry = symmetry_of(e->seed, p);
    } else if (node != &t->nodes[TREE_ROOT])
        tree_root(t, node);
    return node == &t->nodes[TREE_ROOT];
}

/* Finds the net for a search of p, if any. A tree of another net, or of playouts, is forgotten. */
static void take_net(struct engine *e, const struct position *p, const struct engine_limits *limits)
{
    struct search *s = &e->search;
    bool wanted = e->nets_at > 0 && nets_wanted(e->net, p, s->pie, limits);
    if (wanted == (s->net != NULL) && (!wanted || s->net->game == (enum game_id)p->setup.game))
        return;
    struct nets *nets = (struct nets *)(void *)(e->nodes + e->nets_at);
    s->net = wanted ? nets_take(nets, e->net, (enum game_id)p->setup.game) : NULL;
    e->judges = nets->judges;
    e->remembers = false;
    tree_init(&s->tree, e->nodes, wanted ? e->nets_at : e->nodes_bytes);
    s->tree.expand_visits = s->tree.expand_least = wanted ? 1 : TREE_EXPAND_VISITS;
}

/* Everything before the first round. Returns 1, 0 if the game is over (*out says so), or ERR_*. */
static int prepare(struct engine *e, const struct position *p, const struct engine_limits *limits,
                   const struct engine_watch *watch, struct search_report *out)
{
    struct search *s = &e->search;
    struct engine_limits use = *limits;
    if (!level_valid(limits))
        return ERR_RANGE;
    settle(e);
    e->begun_ms = clock_ms();
    e->now.cpu_begun_us = clock_thread_cpu_us();
    __builtin_memset(out, 0, sizeof *out);
    out->best = MOVE_NONE;
    e->now.watch = *watch;
    if (watch->interval_ms <= 0)
        e->now.watch.interval_ms = PROGRESS_MS;
    e->now.report = out;
    if (p->over)
        return 0;
    struct position root;
    position_copy(&root, p);
    pie_strip(&root);
    bool opening = s->pie == PIE_OPENING;
    s->pie = pie_of(p);
    e->remembers = e->remembers && !opening && s->pie != PIE_OPENING;
    take_net(e, &root, &use);
    level_fill(&use, &p->setup, s->net != NULL);
    bool again = recall(e, &root, &use);
    position_copy(&s->root, &root);
    worker_prepare(s);
    s->asks = s->pie == PIE_NONE && level_asks(use.level, p->setup.game);
    s->leaf_games = s->net == NULL ? leaf_games(&s->root, &use) : 1;
    s->threads = e->threads;
    s->in_lanes = s->leaf_games > 1 && lanes_fit(&s->root);
    s->lanes_path = lanes_path_best();
    s->seed = e->seed;
    s->nodes_cap = use.nodes_cap > 0 ? use.nodes_cap : INT64_MAX;
    atomic_store_explicit(&s->nodes_n, 0, memory_order_relaxed);
    atomic_store_explicit(&s->stop, false, memory_order_relaxed);
    e->now.deadline_ms = use.think_ms > 0 ? e->begun_ms + use.think_ms : INT64_MAX;
    e->now.cpu_ms = use.cpu_ms;
    e->now.level = use.level;
    e->now.pace = (struct pace){.usual_ms = use.usual_ms, .most_ms = use.think_ms};
    e->now.leading = MOVE_NONE;
    e->now.leading_ms = 0;
    e->now.look_ms = -1;

    struct worker *first = worker_at(e, 0);
    worker_init(first, s, judge_at(e, 0), 0);
    e->remembers = worker_start(first);
    if (!e->remembers)
        return ERR_FULL;
    for (int i = 0; !again && i < s->tree.nodes[TREE_ROOT].children_n; i++) {
        atomic_init(&s->stats[i].win, 0);
        atomic_init(&s->stats[i].margin, 0);
        atomic_init(&s->stats[i].n, 0);
    }
    return 1;
}

/* The time of the search in ms: of the processor, or else of the clock, usual rather than most; 0:
 * it has no limit in time. */
static int64_t time_limit_ms(const struct engine *e)
{
    if (e->now.cpu_ms > 0)
        return e->now.cpu_ms;
    return e->now.pace.usual_ms > 0 ? e->now.pace.usual_ms : e->now.pace.most_ms;
}

static bool proof_is_late(void *context)
{
    const struct engine *e = context;
    int64_t most_ms = time_limit_ms(e) / PROOF_PART;
    int64_t spent_us = e->now.cpu_ms > 0 ? clock_thread_cpu_us() - e->now.cpu_begun_us
                                         : (clock_ms() - e->begun_ms) * 1000;
    return atomic_load_explicit(&e->search.stop, memory_order_relaxed) ||
           spent_us >= (most_ms < PROOF_MS ? most_ms : PROOF_MS) * 1000;
}

/* Before the first round: a win that is found by proof is a fact of the tree. */
static void prove_root(struct engine *e)
{
    struct search *s = &e->search;
    struct node *root = &s->tree.nodes[TREE_ROOT];
    struct node *child = tree_children(&s->tree, root);
    if (e->no_proof || time_limit_ms(e) == 0 || s->nodes_cap != INT64_MAX || s->net != NULL ||
        s->pie != PIE_NONE || !root_proof_wants(&s->root.setup) ||
        proof_of(tree_proof(root), root->seat) != PROOF_UNKNOWN)
        return;
    move_t winning = root_proof_move(&e->proof, &s->root, proof_is_late, e);
    if (winning == MOVE_NONE)
        return;
    proof_t won = proof_make(root->seat, PROOF_WIN) | proof_make(3 - root->seat, PROOF_LOSS);
    for (int i = 0; i < root->children_n; i++)
        if (child[i].move == winning)
            (void)tree_learn(&child[i], fact_make(won, -FACT_FAR, FACT_FAR));
    (void)tree_prove(&s->tree, root);
}

/* All rounds, and the report of the end. */
static void think(struct engine *e)
{
    struct search_report *out = e->now.report;
    prove_root(e);
    work_together(e);
    report_fill(&e->search, clock_ms() - e->begun_ms, out);
    rng_seed(&e->choice, rng_mix(e->search.seed + 1) ^ e->search.root.hash);
    out->best = level_choose(e->now.level, &e->search, out, &e->choice);
}

int engine_search(struct engine *e, const struct position *p, const struct engine_limits *limits,
                  engine_progress *progress, void *context, struct search_report *out)
{
    const struct engine_watch watch = {.progress = progress, .context = context};
    int err = prepare(e, p, limits, &watch, out);
    if (err <= 0)
        return err;
    think(e);
    return 0;
}

/* ---- searches in a thread of their own ---- */

static void finish(struct engine *e)
{
    const struct engine_watch *watch = &e->now.watch;
    show(e, ENGINE_DONE);
    if (watch->done != NULL)
        watch->done(watch->context, e->now.report);
}

static void started_main(void *arg)
{
    struct engine *e = arg;
    e->now.cpu_begun_us = clock_thread_cpu_us(); /* of this thread */
    think(e);
    finish(e);
}

int engine_start(struct engine *e, const struct position *p, const struct engine_limits *limits,
                 const struct engine_watch *watch)
{
    static const struct engine_watch nobody;
    int err = prepare(e, p, limits, watch != NULL ? watch : &nobody, &e->made);
    if (err < 0)
        return err;
    e->started = true;
    if (err == 0) { /* A finished game needs no thread. */
        finish(e);
        return 0;
    }
    show(e, ENGINE_RUNNING);
    e->thread = thread_new(started_main, e);
    if (e->thread == NULL) {
        e->started = false;
        show(e, ENGINE_IDLE);
        return ERR_NO_MEMORY;
    }
    return 0;
}

enum engine_state engine_poll(struct engine *e, struct search_report *out)
{
    lock_take(e->lock);
    enum engine_state state = e->state;
    if (out != NULL && state != ENGINE_IDLE)
        *out = e->shown;
    lock_give(e->lock);
    return state;
}

int engine_wait(struct engine *e, struct search_report *out)
{
    if (!e->started)
        return ERR_NOT_FOUND;
    if (e->thread != NULL)
        thread_join(e->thread);
    e->thread = NULL;
    e->started = false;
    if (out != NULL)
        *out = e->shown;
    lock_take(e->lock);
    e->state = ENGINE_IDLE;
    lock_give(e->lock);
    return 0;
}
