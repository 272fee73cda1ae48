#include "search/proof/pns.h"

#include "base/err.h"
#include "platform/clock.h"
#include "platform/heap.h"
#include "platform/thread.h"
#include "search/proof/pns_int.h"

enum {
    THREADS_MAX = 64,
    TELL_NODES = 32, /* nodes between two looks at the clock */
    TELL_MS = 250,
};

uint64_t pns_question_key(const struct pns *s, const struct pns_sight *sight, int goal)
{
    goal = pns_goal_round(&s->setup, goal);
    return rng_mix(sight->key ^ rng_mix((uint64_t)goal + UINT64_C(0x100000000)));
}

/* The answer of sight alone: +1, -1, or 0. */
static int seen_value(const struct pns_sight *sight, int goal)
{
    return sight->low >= goal ? 1 : sight->high < goal ? -1 : 0;
}

/* The value of a finished position: +1 or -1. */
static int over_value(const struct pns *s, const struct position *p, int goal)
{
    return pns_margin(&s->keys, p) >= goal ? 1 : -1;
}

/* Whether the party that is to move in p is to move in q, too. */
static bool same_party(const struct pns *s, const struct position *p, const struct position *q)
{
    int claimant = s->keys.claimant;
    return claimant != 0 && (p->side == claimant) == (q->side == claimant);
}

/* Numbers of one party as those of the other. */
static void turn_round(struct pns_numbers *is)
{
    uint32_t proof = is->proof;
    is->proof = is->disproof;
    is->disproof = proof;
}

/* ---- one thread ---- */

static void tell(struct pns_worker *w)
{
    struct pns *s = w->owner;
    int64_t total = atomic_fetch_add(&s->nodes_n, w->nodes_n) + w->nodes_n;
    w->nodes_n = 0;
    if (s->nodes_cap > 0 && total >= s->nodes_cap)
        atomic_store(&s->stop, true);
    if (w->number != 0 || s->progress == NULL)
        return;
    int64_t now = clock_ms();
    if (now - s->told_ms < TELL_MS)
        return;
    s->told_ms = now;
    struct pns_report report = {.nodes_n = total, .elapsed_ms = now - s->started_ms};
    report.proof = atomic_load_explicit(&s->root_proof, memory_order_relaxed);
    report.disproof = atomic_load_explicit(&s->root_disproof, memory_order_relaxed);
    report.full = pns_table_full(&s->table);
    if (!s->progress(s->context, &report))
        atomic_store(&s->stop, true);
}

int pns_expand(struct pns_worker *w, const struct position *p, int goal, struct pns_child *at)
{
    const struct pns *s = w->owner;
    int moves_n = position_legal(p, w->legal);
    if (moves_n > CHILDREN_CAP - (int)w->children)
        return -1;
    int n = 0;
    for (int i = 0; i < moves_n; i++) {
        struct pns_child *c = &at[n];
        position_copy(&w->after, p);
        position_play_legal(&w->after, w->legal[i]);
        c->move = w->legal[i];
        c->known = false;
        c->again = same_party(s, p, &w->after);
        c->key = 0;
        int goal_there = c->again ? goal : pns_goal_other(goal);
        struct pns_sight sight;
        int value;
        if (w->after.over) {
            value = over_value(s, &w->after, goal_there);
        } else {
            pns_sight(&s->keys, &w->after, &sight);
            value = seen_value(&sight, goal_there);
        }
        if (value != 0) {
            if ((value > 0) != c->again)
                continue; /* lost, as if it were not there */
            c->is = (struct pns_numbers){.proof = PNS_INFINITE, .disproof = 0, .work = 1};
            c->known = true;
            at[0] = *c;
            return 1;
        }
        c->key = pns_question_key(s, &sight, goal_there);
        bool twin = false;
        for (int j = 0; j < n && !twin; j++)
            twin = at[j].key == c->key;
        if (twin)
            continue;
        c->is = (struct pns_numbers){.proof = sight.proof, .disproof = sight.disproof};
        if (c->again)
            turn_round(&c->is);
        n++;
    }
    return n;
}

static bool is_known(const struct pns_numbers *is)
{
    return is->proof == 0 || is->disproof == 0;
}

static uint8_t busy_at(const struct pns *s, uint64_t key)
{
    return atomic_load_explicit(&s->busy[key % BUSY_N], memory_order_relaxed);
}

void pns_refresh(const struct pns *s, struct pns_child *c)
{
    if (c->known || !pns_table_get(&s->table, c->key, &c->is))
        return;
    c->known = is_known(&c->is);
    if (c->again)
        turn_round(&c->is);
}

struct pns_numbers pns_look(const struct pns_child *child, int n, uint32_t *open_out)
{
    uint32_t proof = PNS_INFINITE;
    uint32_t hardest = 0;
    uint32_t open_n = 0;
    for (int i = 0; i < n; i++) {
        const struct pns_child *c = &child[i];
        if (c->is.disproof < proof)
            proof = c->is.disproof;
        if (c->is.proof > 0) {
            open_n += c->is.proof < PNS_INFINITE;
            hardest = c->is.proof > hardest ? c->is.proof : hardest;
        }
    }
    uint32_t disproof = hardest;
    *open_out = open_n;
    if (proof == 0)
        disproof = PNS_INFINITE;
    else if (proof < PNS_INFINITE && disproof > 0) {
        disproof += open_n - 1;
        if (disproof >= PNS_INFINITE)
            disproof = PNS_INFINITE - 1;
    }
    return (struct pns_numbers){.proof = proof, .disproof = disproof};
}

struct pns_child *pns_choose(const struct pns *s, struct pns_child *child, int n, bool shared,
                             uint32_t *second)
{
    struct pns_child *best = NULL;
    uint32_t least = PNS_INFINITE;
    *second = PNS_INFINITE;
    for (int i = 0; i < n; i++) {
        struct pns_child *c = &child[i];
        if (c->known)
            continue;
        uint32_t v = c->is.disproof;
        if (shared)
            v += v / 2 * busy_at(s, c->key) + busy_at(s, c->key); /* others are at it */
        if (best == NULL || v < least || (v == least && c->is.proof < best->is.proof)) {
            *second = least;
            least = v;
            best = c;
        } else if (v < *second) {
            *second = v;
        }
    }
    return best;
}

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Searches below w->position[depth], which runs, until its proof or disproof number reaches its
 * limit; returns the nodes expanded. Depth is bounded by PNS_PLIES_MAX. */
static uint64_t descend(struct pns_worker *w, int depth, int goal, uint64_t key,
                        uint32_t proof_limit, uint32_t disproof_limit)
{
    struct pns *s = w->owner;
    struct pns_child *child = w->child + w->children;
    const struct position *p = &w->position[depth];
    int n = depth < PNS_PLIES_MAX ? pns_expand(w, p, goal, child) : -1;
    if (n < 0) {
        w->err = ERR_TOO_BIG;
        atomic_store(&s->stop, true);
        return 0;
    }
    w->children += (uint32_t)n;
    struct pns_numbers before = {.work = 0};
    (void)pns_table_get(&s->table, key, &before);
    uint64_t work = 1;
    if (++w->nodes_n >= TELL_NODES)
        tell(w);
    struct pns_numbers now;
    for (int i = 0; i < n; i++)
        pns_refresh(s, &child[i]);
    for (;;) {
        uint32_t open_n;
        now = pns_look(child, n, &open_n);
        if (depth == 0) {
            atomic_store_explicit(&s->root_proof, now.proof, memory_order_relaxed);
            atomic_store_explicit(&s->root_disproof, now.disproof, memory_order_relaxed);
        }
        if (now.proof >= proof_limit || now.disproof >= disproof_limit || now.proof == 0 ||
            now.disproof == 0 || atomic_load_explicit(&s->stop, memory_order_relaxed))
            break;
        uint32_t second;
        struct pns_child *c = pns_choose(s, child, n, s->threads > 1, &second);
        uint32_t c_proof =
            disproof_limit < PNS_INFINITE ? disproof_limit - (open_n - 1) : disproof_limit;
        uint32_t c_disproof = lesser(proof_limit, second + second / 4 + 1);
        if (c_disproof <= c->is.disproof)
            c_disproof = c->is.disproof + 1;
        position_copy(&w->position[depth + 1], p);
        position_play_legal(&w->position[depth + 1], c->move);
        atomic_fetch_add_explicit(&s->busy[c->key % BUSY_N], 1, memory_order_relaxed);
        c_proof = lesser(c_proof, PNS_INFINITE);
        c_disproof = lesser(c_disproof, PNS_INFINITE);
        work += c->again ? descend(w, depth + 1, goal, c->key, c_disproof, c_proof)
                         : descend(w, depth + 1, pns_goal_other(goal), c->key, c_proof, c_disproof);
        atomic_fetch_sub_explicit(&s->busy[c->key % BUSY_N], 1, memory_order_relaxed);
        for (int i = 0; i < n; i++)
            pns_refresh(s, &child[i]);
    }
    w->children -= (uint32_t)n;
    now.work = before.work + work;
    /* A result that another thread has proved meanwhile stays. */
    if (s->threads == 1 || is_known(&now) || !pns_table_get(&s->table, key, &before) ||
        !is_known(&before))
        pns_table_put(&s->table, key, &now);
    return work;
}

/* The answer is kept beside the table as well: another thread, on its way out, may write over the
 * root's entry what it knew before. */
static void work(void *arg)
{
    struct pns_worker *w = arg;
    struct pns *s = w->owner;
    struct pns_numbers root;
    while (!atomic_load(&s->stop)) {
        (void)descend(w, 0, s->goal, s->root_key, PNS_INFINITE, PNS_INFINITE);
        if (pns_table_get(&s->table, s->root_key, &root) && is_known(&root)) {
            atomic_store(&s->answer, root.proof == 0 ? 1 : -1);
            atomic_store(&s->stop, true);
        }
    }
    atomic_fetch_add(&s->nodes_n, w->nodes_n);
    w->nodes_n = 0;
}

/* ---- the face ---- */

struct pns *pns_new(const struct setup *s, const struct pns_options *options)
{
    if (setup_check(s, NULL) < 0 || s->players > (options->parties ? PLAYERS_MAX : 2))
        return NULL;
    uint64_t bytes = options->memory_bytes > 0 ? options->memory_bytes : UINT64_C(256) << 20;
    int threads = options->threads > 0 ? options->threads : 1;
    if (threads > THREADS_MAX)
        threads = THREADS_MAX;
    uint64_t keys = pns_keys_bytes(s);
    uint64_t own =
        sizeof(struct pns) + keys + (uint64_t)threads * sizeof(struct pns_worker) + 4 * 64;
    if (bytes < own + 4096)
        return NULL;
    char *block = heap_new_zeroed(bytes);
    if (block == NULL)
        return NULL;
    /* In the order of the block, which is all zero: the pns itself, keys, workers, and the table
     * takes the rest. */
    struct pns *pns = (void *)block;
    pns->block = block;
    pns->setup = *s;
    pns->threads = threads;
    uint64_t used = (sizeof *pns + 63) & ~UINT64_C(63);
    pns_keys_init(&pns->keys, s, (void *)(block + used));
    used = (used + keys + 63) & ~UINT64_C(63);
    pns->workers = (void *)(block + used);
    used = (used + (uint64_t)threads * sizeof(struct pns_worker) + 63) & ~UINT64_C(63);
    while (((uintptr_t)block + used) % 64 != 0)
        used++;
    for (int i = 0; i < threads; i++) {
        struct pns_worker *w = &pns->workers[i];
        w->owner = pns;
        w->number = i;
        w->nodes_n = 0;
    }
    pns_table_init(&pns->table, block + used, bytes - used);
    return pns;
}

void pns_free(struct pns *s)
{
    if (s != NULL)
        heap_free(s->block);
}

void pns_claim(struct pns *s, int side)
{
    ASSERT(s->setup.players > 2 && side >= 1 && side <= s->setup.players);
    s->keys.claimant = (uint8_t)side;
}

void pns_clear(struct pns *s)
{
    pns_table_clear(&s->table);
    s->nodes_before = 0;
}

/* position_set drops the swap, which is then in no key either. */
static bool setup_same_but_swap(struct setup a, struct setup b)
{
    a.options &= (uint8_t) ~(unsigned)OPTION_SWAP;
    b.options &= (uint8_t) ~(unsigned)OPTION_SWAP;
    return setup_same(&a, &b);
}

int pns_solve(struct pns *s, const struct position *p, int goal, int64_t nodes_cap,
              pns_progress *progress, void *context, struct pns_report *out)
{
    ASSERT(setup_same_but_swap(s->setup, p->setup));
    int64_t started = clock_ms();
    *out = (struct pns_report){.proof = 1, .disproof = 1};
    out->value = (int8_t)pns_value(s, p, goal, NULL);
    int err = 0;
    if (out->value == 0) {
        struct pns_sight sight;
        pns_sight(&s->keys, p, &sight);
        s->root_key = pns_question_key(s, &sight, goal);
        s->goal = goal;
        s->nodes_cap = nodes_cap;
        s->progress = progress;
        s->context = context;
        s->started_ms = s->told_ms = started;
        atomic_store(&s->stop, false);
        atomic_store(&s->answer, 0);
        atomic_store(&s->nodes_n, 0);
        atomic_store(&s->root_proof, 1);
        atomic_store(&s->root_disproof, 1);
        int running = 0;
        for (int i = 0; i < s->threads; i++) {
            struct pns_worker *w = &s->workers[i];
            w->children = 0;
            w->err = 0;
            position_copy(&w->position[0], p);
        }
        for (int i = 1; i < s->threads; i++, running++) {
            s->workers[i].thread = thread_new(work, &s->workers[i]);
            if (s->workers[i].thread == NULL) {
                err = ERR_NO_MEMORY;
                atomic_store(&s->stop, true);
                break;
            }
        }
        work(&s->workers[0]);
        for (int i = 1; i <= running; i++)
            thread_join(s->workers[i].thread);
        for (int i = 0; i <= running; i++)
            if (s->workers[i].err < 0)
                err = s->workers[i].err;
        out->nodes_n = atomic_load(&s->nodes_n);
        s->nodes_before += atomic_exchange(&s->nodes_n, 0);
        struct pns_numbers root = {.work = (uint64_t)out->nodes_n};
        bool kept = pns_table_get(&s->table, s->root_key, &root);
        int answer = atomic_load(&s->answer);
        if (answer != 0 && (!kept || !is_known(&root))) {
            root.proof = answer > 0 ? 0 : PNS_INFINITE;
            root.disproof = answer > 0 ? PNS_INFINITE : 0;
            pns_table_put(&s->table, s->root_key, &root);
            kept = true;
        }
        if (kept) {
            out->proof = root.proof;
            out->disproof = root.disproof;
        }
        out->value = (int8_t)pns_value(s, p, goal, NULL);
    }
    if (out->value != 0) {
        out->proof = out->value > 0 ? 0 : PNS_INFINITE;
        out->disproof = out->value > 0 ? PNS_INFINITE : 0;
    }
    out->elapsed_ms = clock_ms() - started;
    out->full = pns_table_full(&s->table);
    return out->value != 0 ? 0 : err;
}

void pns_stop(struct pns *s)
{
    atomic_store(&s->stop, true);
}

uint64_t pns_position_key(const struct pns *s, const struct position *p)
{
    struct pns_sight sight;
    pns_sight(&s->keys, p, &sight);
    return sight.key;
}

int pns_seen(const struct pns *s, const struct position *p, int goal)
{
    if (p->over)
        return over_value(s, p, goal);
    struct pns_sight sight;
    pns_sight(&s->keys, p, &sight);
    return seen_value(&sight, goal);
}

int pns_value(const struct pns *s, const struct position *p, int goal, uint64_t *work_out)
{
    if (work_out != NULL)
        *work_out = 0;
    if (p->over)
        return over_value(s, p, goal);
    struct pns_sight sight;
    struct pns_numbers is;
    pns_sight(&s->keys, p, &sight);
    int seen = seen_value(&sight, goal);
    if (seen != 0)
        return seen;
    if (!pns_table_get(&s->table, pns_question_key(s, &sight, goal), &is))
        return 0;
    if (work_out != NULL)
        *work_out = is.work;
    return is.proof == 0 ? 1 : is.disproof == 0 ? -1 : 0;
}

move_t pns_move(const struct pns *s, const struct position *p, int goal)
{
    move_t legal[MOVES_MAX];
    struct position q;
    int n = position_legal(p, legal);
    move_t win = MOVE_NONE;
    move_t longest = MOVE_NONE;
    uint64_t win_work = 0;
    uint64_t longest_work = 0;
    for (int i = 0; i < n; i++) {
        position_copy(&q, p);
        position_play_legal(&q, legal[i]);
        uint64_t work_n;
        bool again = same_party(s, p, &q);
        int v = pns_value(s, &q, again ? goal : pns_goal_other(goal), &work_n);
        v = again ? -v : v;
        if (v < 0 && (win == MOVE_NONE || work_n < win_work)) {
            win = legal[i];
            win_work = work_n;
        }
        if (v > 0 && (longest == MOVE_NONE || work_n > longest_work)) {
            longest = legal[i];
            longest_work = work_n;
        }
    }
    return win != MOVE_NONE ? win : pns_value(s, p, goal, NULL) < 0 ? longest : MOVE_NONE;
}

int pns_save(const struct pns *s, bool known_only, pns_write *write, void *context)
{
    return pns_table_save(&s->table, &s->setup, pns_nodes(s), known_only, write, context);
}

int pns_load(struct pns *s, pns_read *read, void *context, int64_t *nodes_n)
{
    int64_t took;
    int err = pns_table_load(&s->table, &s->setup, &took, read, context);
    if (err < 0)
        pns_clear(s);
    else if (nodes_n == NULL)
        s->nodes_before += took;
    else
        *nodes_n = took;
    return err;
}

int64_t pns_nodes(const struct pns *s)
{
    return s->nodes_before + atomic_load(&s->nodes_n);
}
