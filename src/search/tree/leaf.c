#include "search/tree/leaf.h"

#include "rules/lanes.h"
#include "search/game_search.h"

enum {
    LOG_PART = LOG_MAX_PLIES / LEAF_GAMES,
    GAME_SETS = 1 << LEAF_GAMES, /* of the games of a round */
};

_Static_assert((int)ROUND_STEP == (int)GAME_SETS, "a round's marks have a bit for each game");

int leaf_games(const struct position *p, const struct engine_limits *limits)
{
    if (limits->nodes_cap != 0 || p->setup.width > game_search_of(p)->leaf_width)
        return 1;
    bool fast = lanes_fit(p) && lanes_path_best() != LANES_PLAIN;
    return fast || game_search_of(p)->leaf_scalar ? LEAF_GAMES : 1;
}

void leaf_begin(struct worker *w)
{
    const struct search *s = w->search;
    w->learns = s->in_lanes ? lanes_mast(&s->root, &w->mast) : position_mast(&s->root, &w->mast);
}

void leaf_forget(struct worker *w)
{
    w->round += ROUND_STEP;
    if (w->round != 0)
        return;
    __builtin_memset(w->played, 0, sizeof w->played); /* all numbers of rounds have been used */
    w->round = ROUND_STEP;
}

/* ---- playouts ---- */

/* Marks the moves of a playout that began with `side` to move, the game-th of the round. Turns go
 * round; the additional plays of C9 shift that in games with three or more players, where some
 * samples go to the wrong side: noise in a hint. */
static void mark_log(struct worker *w, const struct playlog *log, int side, int game)
{
    uint32_t n = log->n < log->cap ? log->n : log->cap;
    int players = w->search->root.setup.players;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t *played = &w->played[side - 1][log->moves[i]];
        *played = (*played < w->round ? w->round : *played) | 1u << game;
        side = side == players ? 1 : side + 1;
    }
}

_Static_assert((int)MAST_ONE == (int)REWARD_ONE, "a mast learns from rewards as they are");

/* Learns about points from a playout that began with `side` to move, and from the line that led to
 * it. */
static void learn(struct worker *w, const struct playlog *log, int side, int depth,
                  const struct outcome *out)
{
    uint32_t n = log->n < log->cap ? log->n : log->cap;
    for (uint32_t i = 0; i < n; i++, side = 3 - side)
        mast_learn(&w->mast, move_point(log->moves[i]), out->reward[side - 1]);
    for (int d = 0; d < depth; d++)
        mast_learn(&w->mast, move_point(w->path[d + 1].node->move),
                   out->reward[w->path[d].side - 1]);
}

/* Plays n games from the worker's position without working out where they end, if that is quicker;
 * else returns false. */
static bool play_endings(struct worker *w, int n, const struct mast *mast, struct playlog *logs,
                         struct ending *out)
{
    const struct position *p = &w->position;
    if (w->search->in_lanes) {
        lanes_play(w->search->lanes_path, p, &w->rng, n, mast, logs, out);
        return true;
    }
    return mast == NULL && game_search_of(p)->playout == NULL &&
           position_endings(p, &w->rng, n, logs, out);
}

int leaf_play(struct worker *w, int depth, struct outcome out[LEAF_GAMES])
{
    struct position *p = &w->position;
    const struct search *s = w->search;
    const struct mast *mast = w->learns ? &w->mast : NULL;
    struct playlog logs[LEAF_GAMES];
    int side = p->side;
    int n = s->leaf_games;
    for (int i = 0; i < n; i++)
        logs[i] = (struct playlog){.moves = w->log + i * LOG_PART,
                                   .cap = n > 1 ? LOG_PART : LOG_MAX_PLIES};
    struct ending endings[LEAF_GAMES];
    if (play_endings(w, n, mast, logs, endings)) {
        for (int i = 0; i < n; i++)
            playout_ending(p, &endings[i], &out[i]);
    } else {
        for (int i = 0; i < n - 1; i++) {
            position_copy(&w->after, p);
            playout_run(&w->after, &w->rng, &logs[i], mast, &out[i]);
        }
        playout_run(p, &w->rng, &logs[n - 1], mast, &out[n - 1]);
    }
    for (int i = 0; i < n; i++) {
        mark_log(w, &logs[i], side, i);
        if (w->learns)
            learn(w, &logs[i], side, depth, &out[i]);
    }
    return n;
}

/* ---- back up ---- */

/* The samples of all moves as first that a set of games makes, for one seat. */
struct samples {
    uint64_t of[GAME_SETS]; /* as in node.amaf */
};

static void samples_make(struct samples *out, const struct outcome *results, int n, int seat)
{
    out->of[0] = 0;
    for (int i = 0; i < n; i++) {
        uint64_t more = AMAF_SAMPLE + results[i].reward[seat - 1] / (REWARD_ONE / AMAF_ONE);
        for (int set = 0; set < 1 << i; set++)
            out->of[1 << i | set] = out->of[set] + more;
    }
}

static void add_amaf(struct node *child, uint64_t samples)
{
    uint64_t amaf = tree_amaf(child);
    if (amaf < AMAF_MAX * AMAF_SAMPLE) /* more changes nothing that matters */
        tree_set_amaf(child, amaf + samples);
}

/* With several threads, a node with so many visits learns from one round of a thread in so many. */
enum { BUSY_ROUNDS = 8 };

/* True iff the children of a node get samples of this round. Each round writes to most of them, so
 * that near the root every thread would wait for lines of memory that another one has just written:
 * about 80 in a round with 80 moves (docs/lab/lanes.md). There they have hundreds of samples, and a
 * few less change little. A single thread waits for nobody, and its searches do not depend on how
 * many threads there might be. */
static bool learns_now(const struct worker *w, const struct node *node)
{
    return w->search->threads <= 1 || tree_visits(node) < BUSY_VISITS ||
           w->round / ROUND_STEP % BUSY_ROUNDS == 0;
}

/* The results of the root's move, for reports. */
static void tell_root(struct worker *w, const struct outcome *out, int n)
{
    struct search *s = w->search;
    const struct node *root = &s->tree.nodes[TREE_ROOT];
    struct root_stat *stat = &s->stats[w->path[1].node - tree_children(&s->tree, root)];
    for (int i = 0; i < n; i++) {
        atomic_fetch_add_explicit(&stat->win, out[i].win[root->seat - 1], memory_order_relaxed);
        atomic_fetch_add_explicit(&stat->margin, out[i].margin[root->seat - 1],
                                  memory_order_relaxed);
    }
    atomic_fetch_add_explicit(&stat->n, (uint32_t)n, memory_order_relaxed);
}

void leaf_back_up(struct worker *w, int depth, const struct outcome *out, int n)
{
    struct search *s = w->search;
    bool swapped = w->position.swapped;
    struct samples samples[PLAYERS_MAX];
    for (int seat = 1; seat <= s->root.setup.players; seat++)
        samples_make(&samples[seat - 1], out, n, seat);
    for (int d = depth; d >= 0; d--) {
        struct node *node = w->path[d].node;
        if (n > 1) /* the first was counted on the way down */
            atomic_fetch_add_explicit(&node->visits, (uint32_t)n - 1, memory_order_relaxed);
        if (d > 0) {
            uint8_t seat = w->path[d - 1].node->seat;
            uint64_t sum = 0;
            for (int i = 0; i < n; i++)
                sum += out[i].reward[seat - 1];
            atomic_fetch_add_explicit(&node->sum, sum, memory_order_relaxed);
        }
        if (d == depth)
            continue;
        uint8_t side = w->path[d].side;
        w->played[side - 1][w->path[d + 1].node->move] = w->round + ((1u << n) - 1);
        if (s->net != NULL || w->path[d].swapped != swapped)
            continue; /* No playout, or the side's later moves were another seat's. */
        if (!learns_now(w, node))
            continue;
        struct node *child = tree_children(&s->tree, node);
        const uint32_t *played = w->played[side - 1];
        const struct samples *mine = &samples[node->seat - 1];
        for (int i = 0; i < node->children_n; i++)
            if (played[child[i].move] > w->round)
                add_amaf(&child[i], mine->of[played[child[i].move] - w->round]);
    }
    if (depth > 0)
        tell_root(w, out, n);
}
