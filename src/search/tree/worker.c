/* worker.c - a round of the search.
 *
 *   1 select   from the root down, always the child that looks best (see `choose`)
 *   2 expand   a leaf that was visited often enough gets its children
 *   3 judge    the end of the game, a proof, a net (in some games with playouts beside it), or
 *              random playouts (leaf.h)
 *   4 prove    what the new knowledge proves further up (Winands, Björnsson and Saito 2008), and
 *              what bounds of points it gives there (Cazenave and Saffidine 2010)
 *   5 back up  the rewards, and the moves played to the nodes where they might have been played at
 *              once: all moves as first, the source of RAVE (Gelly and Silver 2007)
 *
 * With a net, each leaf gets its children and their priors on its first visit, and the choice uses
 * those (PUCT: Silver and others 2017) instead of the statistics of all moves as first. */
#include "search/tree/worker.h"

#include "search/game_search.h"
#include "search/proof/pns_sight.h"
#include "search/real.h"
#include "search/tree/leaf.h"
#include "search/tree/pattern.h"

/* What is in a loop over children. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* A new node with at most that many children has them looked at. */
enum { LOOK_MOVES = 64, LOOK_MOVES_NET = 8 };

/* Bounds of what is added to a half. */
enum { PRIOR_MAX = AMAF_ONE / 2 - 10 };

/* The weight of exploration in UCT and PUCT, how fast RAVE gives way to a move's own playouts, and
 * by how much the first-play urgency (FPU: the value of a child without visits) lies below the mean
 * of its siblings. docs/lab/engine.md and docs/lab/nets.md have what was tried. */
static const float UCT_C = 0.05f;
static const float RAVE_BIAS = 0.002f;
static const float CPUCT = 0.6f;
static const float FPU_REDUCTION = 0.12f;

void worker_prepare(struct search *s)
{
    for (int v = 0; v < INV_SQRT_N; v++)
        s->inv_sqrt[v] = real_sqrt(1.0f / (float)(v + 1));
    s->tree.players = s->root.setup.players;
    atomic_store(&s->tree.points, false);
}

/* Threads that share a tree lean to different children of its busy nodes where several look nearly
 * as good, so that they meet less often below: a node's children are dozens of lines of memory,
 * which a thread has to fetch again when another one has been there. It costs strength in some
 * games (docs/lab/lanes.md), so each game says how much. A single thread leans to none. */
static void lean_init(struct worker *w, int number)
{
    int threads = w->search->threads;
    int n = threads < LEAN_GROUPS ? threads : LEAN_GROUPS;
    int lean = game_search_of(&w->search->root)->lean;
    w->leans = threads > 1 && lean > 0;
    for (int group = 0; w->leans && group < LEAN_GROUPS; group++)
        w->lean[group] = group % n == number % n ? (float)lean * 0.001f : 0.0f;
}

void worker_init(struct worker *w, struct search *s, struct judge *judge, int number)
{
    w->search = s;
    w->judge = judge;
    if (s->net != NULL)
        net_work_init(&judge->work);
    rng_seed(&w->rng, rng_mix(s->seed ^ s->root.hash) + (uint64_t)number);
    __builtin_memset(w->played, 0, sizeof w->played);
    lean_init(w, number);
    w->round = 0;
    leaf_begin(w);
}

/* True iff the node's children are openings that the other player may take over. */
static bool is_divided(const struct search *s, const struct node *node)
{
    return s->pie == PIE_OPENING && node == &s->tree.nodes[TREE_ROOT];
}

/* The facts that the children prove about a node. The player of a proved opening gets the worse
 * side. */
static fact_t prove_node(struct search *s, struct node *node)
{
    if (!is_divided(s, node))
        return tree_prove(&s->tree, node);
    const struct node *child = tree_children(&s->tree, node);
    for (int i = 0; i < node->children_n; i++)
        if (proof_of(tree_proof(&child[i]), node->seat) == PROOF_UNKNOWN)
            return tree_fact(node);
    proof_t lost = proof_make(node->seat, PROOF_LOSS) | proof_make(3 - node->seat, PROOF_WIN);
    return tree_learn(node, lost);
}

/* Progressive bias (Chaslot and others 2008): a child is given samples when it is made. */
static void add_bias(struct node *child, int samples, int more)
{
    more = more > PRIOR_MAX ? PRIOR_MAX : more < -PRIOR_MAX ? -PRIOR_MAX : more;
    int sum = samples * (AMAF_ONE / 2 + more);
    tree_set_amaf(child, tree_amaf(child) + (uint64_t)samples * AMAF_SAMPLE + (uint64_t)sum);
}

/* The patterns' relative weights of the n moves of w->legal. */
static void ask_patterns(struct worker *w, const struct position *p, int n)
{
    int each = game_search_of(p)->prior.pattern;
    int sum = 0;
    pattern_look(p, &w->view);
    for (int i = 0; i < n; i++)
        sum += w->more[i] = (int16_t)pattern_weight(&w->view, w->legal[i]);
    for (int i = 0; i < n; i++)
        w->more[i] = (int16_t)((w->more[i] - sum / n) * each / PATTERN_E);
}

/* Looks at each child of a node: those that end the game get their proofs, and w->more, if the node
 * is new, the points that they win at once. */
static void look_ahead(struct worker *w, struct node *node, const struct position *p, bool is_new)
{
    struct node *child = tree_children(&w->search->tree, node);
    int point = is_new ? game_search_of(p)->prior.point : 0;
    int lead = point > 0 ? playout_lead(p, p->side) : 0;
    bool red_ends = games[p->setup.game]->has_red; /* R5: only captures end the game */
    for (int i = 0; i < node->children_n; i++) {
        if (red_ends && !move_is_red(child[i].move))
            continue;
        position_copy(&w->after, p);
        position_play_legal(&w->after, child[i].move);
        if (w->after.over)
            (void)tree_learn(&child[i], playout_fact(&w->after));
        if (point > 0)
            w->more[i] = (int16_t)(w->more[i] + (playout_lead(&w->after, p->side) - lead) * point);
    }
}

/* Gives a node and its children the bounds on points that its position shows: they hold for all
 * continuations. */
static void look_at_points(struct node *node, struct node *child, const struct position *p)
{
    int low;
    int high;
    if (p->setup.players > 2 || !sight_margin(p, &low, &high))
        return;
    fact_t seen = fact_make(0, low, high);
    (void)tree_learn(node, seen);
    for (int i = 0; i < node->children_n; i++)
        (void)tree_learn(&child[i], seen);
}

/* Asks the net about the round's last position, once. */
static void ask_net(struct worker *w, const struct position *p)
{
    if (!w->judge->fresh)
        net_judge(w->search->net, &w->judge->work, p, w->search->symmetry, &w->judge->said, NULL);
    w->judge->fresh = true;
}

/* Tells new children how likely the net thinks each to be played. */
static void tell_priors(struct worker *w, struct node *child, const struct position *p, int n)
{
    ask_net(w, p);
    net_priors(&w->judge->said, &p->setup, w->legal, n, w->judge->priors);
    for (int i = 0; i < n; i++)
        tree_set_amaf(&child[i], w->judge->priors[i]);
}

/* With a net few children are looked at: the tree comes to the others soon enough. */
static bool looks_ahead(const struct search *s, const struct node *node, int n)
{
    bool few = n <= (s->net != NULL ? LOOK_MOVES_NET : LOOK_MOVES);
    return few || node == &s->tree.nodes[TREE_ROOT] ||
           (n <= LOOK_MOVES && games[s->root.setup.game]->has_red);
}

/* Gives a node, whose position is p, its children. Where there are few, or at the root, they are
 * looked at: a win on the spot is then found before anything is tried, and preferred to a longer
 * one. Returns the children, or NULL if another thread is making them or there is no room. */
static struct node *expand(struct worker *w, struct node *node, const struct position *p)
{
    struct search *s = w->search;
    const struct game_prior *prior = &game_search_of(p)->prior;
    int n = position_legal(p, w->legal);
    if (is_divided(s, node))
        n = pie_kinds(p, w->legal, n);
    if (!tree_expand(&s->tree, node, p, w->legal, n))
        return NULL;
    bool asks = prior->pattern > 0 && s->asks;
    bool looks = looks_ahead(s, node, n);
    struct node *child = tree_children(&s->tree, node);
    look_at_points(node, child, p);
    if (s->net != NULL) {
        tell_priors(w, child, p, n);
        if (looks)
            look_ahead(w, node, p, false);
        return child;
    }
    __builtin_memset(w->more, 0, (size_t)n * sizeof w->more[0]);
    if (asks)
        ask_patterns(w, p, n);
    if (looks)
        look_ahead(w, node, p, true);
    if (asks || (looks && prior->point > 0))
        for (int i = 0; i < n; i++)
            add_bias(&child[i], prior->samples, w->more[i]);
    return child;
}

bool worker_start(struct worker *w)
{
    struct search *s = w->search;
    ASSERT(s->tree.nodes != NULL);
    struct node *root = &s->tree.nodes[TREE_ROOT];
    if (s->net != NULL)
        w->judge->fresh = false;
    if (tree_children(&s->tree, root) != NULL)
        look_ahead(w, root, &s->root, false);
    else if (expand(w, root, &s->root) == NULL)
        return false;
    (void)prove_node(s, root);
    return true;
}

/* The value of a child to the seat that chooses, by UCT with RAVE: its mean reward, mixed with the
 * mean of the playouts where the move came later, and exploration. With v visits of mean s and n
 * such playouts of mean a, the mixture s + beta (a - s) is one fraction:
 *
 *     (n a + k v s) / (n + k v)        k = 1 + n RAVE_BIAS        beta = n / (n + k v)
 */
ALWAYS_INLINE float rave_value(const struct search *s, const struct node *child, float explore,
                               bool divided)
{
    uint32_t v = tree_visits(child);
    uint64_t amaf = tree_amaf(child);
    int64_t sum = (int64_t)atomic_load_explicit(&child->sum, memory_order_relaxed);
    float n = (float)(int32_t)(amaf >> 32);
    float k = 1.0f + n * RAVE_BIAS;
    float weight = n + k * (float)(int64_t)v;
    float reward = (float)(int64_t)(amaf & (AMAF_SAMPLE - 1)) * (1.0f / AMAF_ONE) +
                   k * ((float)sum * (1.0f / REWARD_ONE));
    float mean = weight > 0 ? reward / weight : 0.5f;
    if (divided)
        mean = pie_fold(mean, pie_tempo(&s->root.setup));
    return mean + explore * (v < INV_SQRT_N ? s->inv_sqrt[v]
                                            : real_sqrt(1.0f / ((float)(int64_t)v + 1.0f)));
}

/* PUCT, the choice between children that a net judges: the weight of exploration, and the
 * first-play urgency, which is below the mean of the siblings, and lower as more of the policy has
 * been visited. */
struct puct {
    float explore, fpu;
};

static struct puct puct_of(const struct node *node, const struct node *child)
{
    uint64_t sum = 0;
    uint64_t visits = 0;
    uint64_t seen = 0;
    for (int i = 0; i < node->children_n; i++) {
        uint32_t v = tree_visits(&child[i]);
        if (v == 0)
            continue;
        visits += v;
        sum += atomic_load_explicit(&child[i].sum, memory_order_relaxed);
        seen += tree_amaf(&child[i]);
    }
    float mean =
        visits == 0 ? 0.5f : (float)(int64_t)sum / ((float)(int64_t)visits * (float)REWARD_ONE);
    float share = (float)(int64_t)seen * (1.0f / NET_SURE);
    return (struct puct){.explore = CPUCT * real_sqrt((float)(int64_t)visits + 1.0f),
                         .fpu = mean - FPU_REDUCTION * real_sqrt(share)};
}

ALWAYS_INLINE float puct_value(const struct node *child, const struct puct *puct)
{
    uint32_t v = tree_visits(child);
    float prior = worker_prior(child);
    float sum = (float)(int64_t)atomic_load_explicit(&child->sum, memory_order_relaxed);
    float mean = v == 0 ? puct->fpu : sum / ((float)(int64_t)v * (float)REWARD_ONE);
    return mean + puct->explore * prior / (1.0f + (float)(int64_t)v);
}

/* One visit in that many goes past a settled child that looks best. */
enum { DOUBT = 8 };

/* The value of a settled node for a seat. */
static float sure_value(const struct search *s, const struct node *node, int seat)
{
    struct outcome out;
    playout_from_fact(tree_fact(node), &s->root.setup, &out);
    return (float)out.reward[seat - 1] * (1.0f / REWARD_ONE);
}

/* True iff a child of a node, between two, need not be searched for the player to move: it is
 * settled (the best of these is kept in *sure), or another gives as many points for certain. */
static bool is_closed(const struct tree *t, const struct node *node, struct node *child,
                      struct node **sure)
{
    fact_t f = tree_fact(child);
    if (!tree_settled(t, child))
        return fact_most(f, node->seat) <= fact_least(tree_fact(node), node->seat);
    if ((tree_points(t) || proof_of(fact_proof(f), node->seat) == PROOF_DRAW) &&
        (*sure == NULL || fact_least(f, node->seat) > fact_least(tree_fact(*sure), node->seat)))
        *sure = child;
    return true;
}

/* What judges the children of a node that are open. */
enum scale { SCALE_PLAYOUTS, SCALE_LEANING, SCALE_OPENINGS, SCALE_NET };

/* A choice between the children of a node: what it goes by, and the best of those seen so far. */
struct choice {
    const struct worker *worker;
    const struct node *node;
    float explore;
    struct puct puct;
    struct node *best;
    float best_value;
    struct node *sure; /* of is_closed */
};

/* True iff a child about which something is proved is a win, or need not be searched. A win is
 * chosen at once, but in an opening, or where the search is for points. */
static __attribute__((noinline)) bool is_known(struct choice *c, struct node *child, bool *won)
{
    const struct search *s = c->worker->search;
    *won = proof_of(tree_proof(child), c->node->seat) == PROOF_WIN && !is_divided(s, c->node) &&
           !tree_points(&s->tree);
    return *won || (s->root.setup.players == 2 && is_closed(&s->tree, c->node, child, &c->sure));
}

/* Looks at the children from `child` to `end`, which it does not reach. Returns a win, or NULL. The
 * loop is short, one for each scale, and has no branch for a better child: V8, the compiler of many
 * browsers, keeps little in registers in a longer one (docs/lab/lanes.md). */
ALWAYS_INLINE struct node *scan(struct choice *c, struct node *child, const struct node *end,
                                enum scale scale)
{
    const struct search *s = c->worker->search;
    const float explore = c->explore;
    float best_value = c->best_value;
    struct node *best = c->best;
    for (; child != end; child++) {
        bool won;
        if (tree_fact(child) != 0 && is_known(c, child, &won)) {
            if (won)
                return child;
            continue;
        }
        float value = scale == SCALE_NET ? puct_value(child, &c->puct)
                                         : rave_value(s, child, explore, scale == SCALE_OPENINGS);
        if (scale == SCALE_LEANING) /* pairs, because two nodes are in a line of memory */
            value += c->worker->lean[(size_t)(child - s->tree.nodes) / 2 % LEAN_GROUPS];
        best = value > best_value ? child : best;
        best_value = value > best_value ? value : best_value;
    }
    c->best_value = best_value;
    c->best = best;
    return NULL;
}

/* Looks at all children, from one on and round. Returns a win, or NULL. */
ALWAYS_INLINE struct node *scan_all(struct choice *c, struct node *child, uint32_t start,
                                    enum scale scale)
{
    struct node *won = scan(c, child + start, child + c->node->children_n, scale);
    return won != NULL ? won : scan(c, child, child + start, scale);
}

/* The child to descend to: a proved win, else the one of most value that is not proved lost, else
 * (all are lost, and another thread is about to say so) any. A proved draw teaches nothing when
 * visited again, so now and then the best open child is tried instead: it may be more, and if not
 * the node is proved in the end. When the search is for points, this goes for all whose margin is
 * known. With more than two players, one who cannot win still plays for their place: there only a
 * win settles a child. Ties are broken by the order of the scan, which begins at a random child. */
static struct node *choose(struct worker *w, const struct node *node, struct node *child)
{
    const struct search *s = w->search;
    uint32_t start = rng_below(&w->rng, node->children_n);
    struct choice c = {.worker = w,
                       .node = node,
                       .explore = UCT_C * real_sqrt(real_log(tree_visits(node) + 1)),
                       .best = &child[start],
                       .best_value = -1.0f};
    struct node *won;
    if (s->net != NULL) {
        c.puct = puct_of(node, child);
        won = scan_all(&c, child, start, SCALE_NET);
    } else if (is_divided(s, node)) {
        won = scan_all(&c, child, start, SCALE_OPENINGS);
    } else if (w->leans && tree_visits(node) >= BUSY_VISITS) {
        won = scan_all(&c, child, start, SCALE_LEANING);
    } else {
        won = scan_all(&c, child, start, SCALE_PLAYOUTS);
    }
    if (won != NULL)
        return won;
    if (c.sure != NULL && c.best_value < sure_value(s, c.sure, node->seat) &&
        (c.best_value < 0 || rng_below(&w->rng, DOUBT) > 0))
        return c.sure;
    return c.best;
}

/* Step 4, from the parent of path[depth] up, as long as something new comes out. */
static void prove(struct worker *w, int depth)
{
    for (int d = depth - 1; d >= 0; d--) {
        struct node *node = w->path[d].node;
        fact_t before = tree_fact(node);
        if (prove_node(w->search, node) == before)
            return;
    }
}

static void visit(struct node *node)
{
    atomic_fetch_add_explicit(&node->visits, 1, memory_order_relaxed);
}

/* True iff nothing is left to find out below a node. With more than two players a proof says who
 * wins, but not who comes second, so the game is played on. */
static bool known_below(const struct tree *t, const struct node *node)
{
    return t->players == 2 && tree_settled(t, node);
}

/* True iff the search is at its end. With two players it continues for points when the result is
 * known. */
static bool is_done(struct search *s, const struct node *root)
{
    const struct setup *setup = &s->root.setup;
    if (proof_of(tree_proof(root), root->seat) == PROOF_UNKNOWN)
        return false;
    if (setup->players > 2)
        return proof_of(tree_proof(root), root->seat) == PROOF_WIN;
    if (games[setup->game]->has_score && !tree_points(&s->tree))
        atomic_store_explicit(&s->tree.points, true, memory_order_relaxed);
    return tree_settled(&s->tree, root);
}

/* The value of the net's judgement for each seat. */
static void take_judgement(const struct net_judgement *j, const struct position *p,
                           struct outcome *out)
{
    int mine = position_seat(p, p->side) - 1;
    int32_t area = p->setup.width * p->setup.height;
    int32_t win = j->win;
    int32_t reward = win;
    if (games[p->setup.game]->has_score) {
        int64_t points = ((int64_t)j->margin + area * NET_ONE) * REWARD_ONE / (2 * area * NET_ONE);
        reward = (int32_t)((15 * (int64_t)win + points) / 16);
    }
    int margin = (j->margin + (j->margin < 0 ? -NET_ONE : NET_ONE) / 2) / NET_ONE;
    __builtin_memset(out, 0, sizeof *out);
    out->reward[mine] = (uint32_t)reward;
    out->reward[1 - mine] = (uint32_t)(REWARD_ONE - reward);
    out->win[mine] = (uint32_t)win;
    out->win[1 - mine] = (uint32_t)(REWARD_ONE - win);
    out->margin[mine] = (int16_t)margin;
    out->margin[1 - mine] = (int16_t)-margin;
}

_Static_assert((int)NET_SURE == (int)REWARD_ONE, "a net's probability is a reward");

/* The part of a position's value that playouts make up (game_search.h). */
static int beside_part(const struct position *p, const struct game_beside *b)
{
    int part = BESIDE_ALL * (int)p->ply / (p->setup.width * p->setup.height);
    return part < b->least ? b->least : part > b->most ? b->most : part;
}

/* Mixes playouts from the worker's position into the net's judgement, where the game gains by that:
 * the net knows more of plans, and playouts of who wins the fights at the end
 * (docs/lab/nets-claims.md). */
static void play_beside(struct worker *w, struct outcome *out)
{
    const struct game_beside *b = &game_search_of(&w->position)->beside;
    if (b->playouts == 0)
        return;
    int part = beside_part(&w->position, b);
    int all = BESIDE_ALL * b->playouts;
    int own = all - part * b->playouts;
    struct outcome mixed = {.reward = {0}};
    for (int i = 0; i < 2; i++) {
        mixed.reward[i] = out->reward[i] * (uint32_t)own;
        mixed.win[i] = out->win[i] * (uint32_t)own;
    }
    int margin = out->margin[0] * own;
    for (int n = 0; n < b->playouts; n++) {
        struct playlog log = {.moves = w->log, .cap = 0};
        position_copy(&w->after, &w->position);
        playout_run(&w->after, &w->rng, &log, NULL, out);
        for (int i = 0; i < 2; i++) {
            mixed.reward[i] += out->reward[i] * (uint32_t)part;
            mixed.win[i] += out->win[i] * (uint32_t)part;
        }
        margin += out->margin[0] * part;
    }
    for (int i = 0; i < 2; i++) {
        out->reward[i] = mixed.reward[i] / (uint32_t)all;
        out->win[i] = mixed.win[i] / (uint32_t)all;
    }
    out->margin[0] = (int16_t)(margin / all);
    out->margin[1] = (int16_t)-out->margin[0];
}

bool worker_round(struct worker *w)
{
    struct search *s = w->search;
    struct position *p = &w->position;
    struct node *node = &s->tree.nodes[TREE_ROOT];
    if (is_done(s, node))
        return false;
    position_copy(p, &s->root);
    leaf_forget(w);
    if (s->net != NULL)
        w->judge->fresh = false;
    w->path[0].node = node;
    visit(node);

    int depth = 0;
    while (!p->over && depth + 1 < PATH_MAX_PLIES) {
        if (depth > 0 && known_below(&s->tree, node))
            break;
        struct node *child = tree_children(&s->tree, node);
        if (child == NULL && tree_visits(node) >= s->tree.expand_visits) {
            fact_t before = tree_fact(node);
            child = expand(w, node, p);
            if (child != NULL && prove_node(s, node) != before) {
                prove(w, depth);
                if (known_below(&s->tree, node))
                    break;
            }
            if (s->net != NULL)
                break; /* its judgement of this node is the round's result */
        }
        if (child == NULL)
            break;
        w->path[depth].side = p->side;
        w->path[depth].swapped = p->swapped;
        node = choose(w, node, child);
        position_play_legal(p, node->move);
        w->path[++depth].node = node;
        visit(node);
    }

    struct outcome out[LEAF_GAMES];
    int n = 1;
    fact_t known = tree_fact(node);
    if (p->over) {
        playout_score(p, out);
        if (fact_proof(known) == 0) {
            (void)tree_learn(node, playout_fact(p));
            prove(w, depth);
        }
    } else if (known_below(&s->tree, node)) {
        playout_from_fact(known, &p->setup, out);
        prove(w, depth);
    } else if (s->net != NULL) {
        ask_net(w, p);
        take_judgement(&w->judge->said, p, out);
        play_beside(w, out);
    } else {
        n = leaf_play(w, depth, out);
        if (n > 1)
            atomic_fetch_add_explicit(&s->nodes_n, n - 1, memory_order_relaxed);
    }
    leaf_back_up(w, depth, out, n);
    return true;
}
