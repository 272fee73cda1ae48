/* report.c - reads the result of a search from its tree: the best move, and the reasons. */
#include "search/tree/report.h"

/* The rank of a child of a node by its certain facts. First the result: with two players a lost
 * child comes last; with more, a player who cannot win may still be second. Then, of two, the
 * points: one that reaches all that the node can comes before one that perhaps does, and last one
 * that gives less than another for certain. */
static int rank_of(const struct node *child, const struct node *node, int players)
{
    int seat = node->seat;
    enum proof_value known = proof_of(tree_proof(child), seat);
    int result = known == PROOF_WIN ? 2 : known == PROOF_LOSS && players == 2 ? 0 : 1;
    fact_t f = tree_fact(child);
    fact_t all = tree_fact(node);
    int points = fact_most(f, seat) < fact_least(all, seat)                        ? 0
                 : fact_exact(all) && fact_least(f, seat) == fact_least(all, seat) ? 2
                                                                                   : 1;
    return 3 * result + points;
}

/* True iff child a of a node comes before its sibling b in the report. */
static bool better(const struct node *a, const struct node *b, const struct node *node, int players)
{
    int rank_a = rank_of(a, node, players);
    int rank_b = rank_of(b, node, players);
    if (rank_a != rank_b)
        return rank_a > rank_b;
    uint32_t visits_a = tree_visits(a);
    uint32_t visits_b = tree_visits(b);
    if (visits_a != visits_b)
        return visits_a > visits_b;
    uint64_t sum_a = atomic_load_explicit(&a->sum, memory_order_relaxed);
    uint64_t sum_b = atomic_load_explicit(&b->sum, memory_order_relaxed);
    return sum_a != sum_b ? sum_a > sum_b : a->move < b->move;
}

/* The order of candidates: of those without visits, the one that the net prefers comes first. */
static bool better_candidate(const struct search *s, const struct node *a, const struct node *b)
{
    const struct node *root = &s->tree.nodes[TREE_ROOT];
    int players = s->root.setup.players;
    bool untried = tree_visits(a) == 0 && tree_visits(b) == 0;
    if (s->net != NULL && untried && tree_amaf(a) != tree_amaf(b) &&
        rank_of(a, root, players) == rank_of(b, root, players))
        return tree_amaf(a) > tree_amaf(b);
    return better(a, b, root, players);
}

/* An opening that wins is taken over: it is as bad as one that loses. */
static bool better_opening(const struct node *a, const struct node *b, int seat)
{
    bool open_a = proof_of(tree_proof(a), seat) == PROOF_UNKNOWN;
    bool open_b = proof_of(tree_proof(b), seat) == PROOF_UNKNOWN;
    uint32_t visits_a = tree_visits(a);
    uint32_t visits_b = tree_visits(b);
    if (open_a != open_b)
        return open_a;
    return visits_a != visits_b ? visits_a > visits_b : a->move < b->move;
}

static const struct node *best_child(const struct tree *t, const struct node *node, int players)
{
    const struct node *child = tree_children(t, node);
    if (child == NULL)
        return NULL;
    const struct node *best = child;
    for (int i = 1; i < node->children_n; i++)
        if (better(&child[i], best, node, players))
            best = &child[i];
    return best;
}

static int8_t proven_of(proof_t proof, int seat)
{
    enum proof_value v = proof_of(proof, seat);
    return v == PROOF_WIN ? 1 : v == PROOF_LOSS ? -1 : 0;
}

/* The share of wins that a node's mean reward tells of, if margins say nothing. */
static float plain_rate(const struct node *node, bool has_score)
{
    uint64_t sum = atomic_load_explicit(&node->sum, memory_order_relaxed);
    float rate = (float)sum / ((float)tree_visits(node) * (float)REWARD_ONE);
    if (has_score)
        rate = (rate - 1.0f / 32) * (16.0f / 15);
    return rate < 0 ? 0 : rate > 1 ? 1 : rate;
}

/* Bounds of the margin of the side to move at the root: where nothing is proved, the board has no
 * more points. */
static void fill_bounds(const struct search *s, const struct node *node, int16_t *low,
                        int16_t *high)
{
    const struct setup *setup = &s->root.setup;
    int seat = s->tree.nodes[TREE_ROOT].seat;
    int most = games[setup->game]->has_score ? setup->width * setup->height : 0;
    int at_least = fact_least(tree_fact(node), seat);
    int at_most = fact_most(tree_fact(node), seat);
    *low = (int16_t)(at_least > -most ? at_least : -most);
    *high = (int16_t)(at_most < most ? at_most : most);
}

static void fill_candidate(const struct search *s, const struct node *child, struct candidate *out)
{
    const struct tree *t = &s->tree;
    const struct node *root = &t->nodes[TREE_ROOT];
    const struct root_stat *stat = &s->stats[child - tree_children(t, root)];
    int players = s->root.setup.players;
    uint32_t n = atomic_load_explicit(&stat->n, memory_order_relaxed);
    *out = (struct candidate){.move = child->move, .visits = tree_visits(child)};
    if (s->net != NULL)
        out->prior = worker_prior(child);
    enum proof_value v = proof_of(tree_proof(child), root->seat);
    out->proven = proven_of(tree_proof(child), root->seat);
    out->exact = v != PROOF_UNKNOWN;
    out->winrate = 0.5f;
    if (n > 0) {
        uint64_t win = atomic_load_explicit(&stat->win, memory_order_relaxed);
        int64_t margin = atomic_load_explicit(&stat->margin, memory_order_relaxed);
        out->winrate = (float)win / ((float)n * (float)REWARD_ONE);
        out->score = (float)margin / (float)n;
    } else if (out->visits > 0) { /* all by earlier searches */
        out->winrate = plain_rate(child, games[s->root.setup.game]->has_score);
    }
    if (v == PROOF_WIN || v == PROOF_LOSS)
        out->winrate = v == PROOF_WIN ? 1.0f : 0.0f;
    fill_bounds(s, child, &out->low, &out->high);
    if (games[s->root.setup.game]->has_score && out->low == out->high)
        out->score = (float)out->low;
    for (const struct node *at = child; at != NULL && out->pv_n < PV_MAX;
         at = best_child(t, at, players)) {
        if (at != child && tree_visits(at) == 0)
            break;
        out->pv[out->pv_n++] = at->move;
    }
}

/* The mean of all playouts from a node, for the player to move there. */
static float mean_rate(const struct tree *t, const struct node *node)
{
    const struct node *child = tree_children(t, node);
    uint64_t sum = 0;
    uint64_t visits = 0;
    for (int i = 0; i < node->children_n; i++) {
        sum += atomic_load_explicit(&child[i].sum, memory_order_relaxed);
        visits += tree_visits(&child[i]);
    }
    return visits == 0 ? 0.5f : (float)sum / ((float)visits * (float)REWARD_ONE);
}

void report_fill(const struct search *s, int64_t elapsed_ms, struct search_report *out)
{
    const struct tree *t = &s->tree;
    const struct node *root = &t->nodes[TREE_ROOT];
    const struct node *child = tree_children(t, root);
    int64_t begun = atomic_load_explicit(&s->nodes_n, memory_order_relaxed);
    out->nodes_n = begun < s->nodes_cap ? begun : s->nodes_cap;
    out->elapsed_ms = elapsed_ms;
    out->full = t->full;
    out->net = s->net != NULL ? s->net->crc : 0;
    out->net_unseen = s->net != NULL && !net_trained_on(s->net, &s->root.setup);
    out->proven = proven_of(tree_proof(root), root->seat);
    out->exact = proof_of(tree_proof(root), root->seat) != PROOF_UNKNOWN;
    fill_bounds(s, root, &out->low, &out->high);

    bool divided = s->pie == PIE_OPENING;
    /* The best few by insertion: n is small, and the order must not depend on the machine. */
    const struct node *top[CANDIDATES_MAX];
    int n = 0;
    for (int i = 0; i < root->children_n; i++) {
        int at = n;
        while (at > 0 && (divided ? better_opening(&child[i], top[at - 1], root->seat)
                                  : better_candidate(s, &child[i], top[at - 1])))
            at--;
        if (at == CANDIDATES_MAX)
            continue;
        if (n < CANDIDATES_MAX)
            n++;
        for (int k = n - 1; k > at; k--)
            top[k] = top[k - 1];
        top[at] = &child[i];
    }
    out->candidates_n = n;
    for (int i = 0; i < n; i++)
        fill_candidate(s, top[i], &out->candidates[i]);
    out->best = out->candidates[0].move;
    out->winrate = out->candidates[0].winrate;
    if (s->pie != PIE_NONE)
        pie_report(s->pie, &s->root, s->seed, mean_rate(t, root), out);
}
