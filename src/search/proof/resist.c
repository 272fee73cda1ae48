#include "search/proof/resist.h"

#include "base/err.h"
#include "platform/heap.h"
#include "rules/position.h"

enum { MEMO_N = 1 << 16 };

/* The knowledge about the distance of a position with that key. */
struct memo {
    uint64_t key; /* with the question; 0: free */
    uint8_t least, most;
    move_t move; /* that decided it last, perhaps seen through a symmetry; MOVE_NONE at first */
};

struct resist {
    struct pns *pns;
    struct resist_limits limits;
    int64_t left;    /* of positions_cap */
    int64_t nodes_n; /* of the proof search, for this report */
    struct memo memo[MEMO_N];
    move_t legal[RESIST_PLIES_MAX + 1][MOVES_MAX];
    move_t killer[RESIST_PLIES_MAX + 1]; /* that decided a position so deep last */
    struct position path[RESIST_PLIES_MAX + 1];
};

struct resist *resist_new(const struct setup *s, uint64_t memory_bytes)
{
    if (memory_bytes <= sizeof(struct resist))
        return NULL;
    struct resist *r = heap_new(sizeof *r);
    if (r == NULL)
        return NULL;
    const struct pns_options options = {.memory_bytes = memory_bytes - sizeof *r, .threads = 1};
    r->pns = pns_new(s, &options);
    if (r->pns == NULL) {
        heap_free(r);
        return NULL;
    }
    __builtin_memset(r->memo, 0, sizeof r->memo);
    return r;
}

/* In the reverse order of resist_new, as heap_free asks in WebAssembly. */
void resist_free(struct resist *r)
{
    if (r == NULL)
        return;
    pns_free(r->pns);
    heap_free(r);
}

void resist_clear(struct resist *r)
{
    pns_clear(r->pns);
    __builtin_memset(r->memo, 0, sizeof r->memo);
}

static bool settled(const struct resist *r, const struct position *p, int goal)
{
    return p->over || (games[p->setup.game]->has_score && pns_seen(r->pns, p, goal) != 0);
}

/* Whether the side to move reaches the goal: +1, -1, or 0 when the bound was not enough. */
static int value_of(struct resist *r, const struct position *p, int goal)
{
    struct pns_report report;
    int known = pns_value(r->pns, p, goal, NULL);
    if (known != 0)
        return known;
    if (pns_solve(r->pns, p, goal, r->limits.nodes_cap, NULL, NULL, &report) < 0)
        return 0;
    r->nodes_n += report.nodes_n;
    return report.value;
}

static struct memo *memo_of(struct resist *r, const struct position *p, int goal)
{
    uint64_t key = rng_mix(pns_position_key(r->pns, p) ^ rng_mix((uint64_t)goal)) | 1u;
    struct memo *m = &r->memo[(key >> 32) % MEMO_N];
    if (m->key != key)
        *m = (struct memo){.key = key, .most = UINT8_MAX, .move = MOVE_NONE};
    return m;
}

/* Puts a move in front, if it is one of them. */
static void put_first(move_t *moves, int n, move_t move)
{
    for (int i = 1; i < n; i++)
        if (moves[i] == move) {
            moves[i] = moves[0];
            moves[0] = move;
        }
}

static bool within(struct resist *r, int at, int n, int goal, bool wins);

/* Tries the moves of path[at], those first that decided it or its neighbours before: true if the
 * winner has one that settles it within n plies, or if all of the loser are answered in time. */
static bool try_moves(struct resist *r, int at, int n, int goal, bool wins, move_t *decided)
{
    const struct position *p = &r->path[at];
    struct position *q = &r->path[at + 1];
    move_t *legal = r->legal[at];
    int moves_n = position_legal(p, legal);
    int other = pns_goal_other(goal);
    put_first(legal, moves_n, r->killer[at]);
    put_first(legal, moves_n, *decided);
    for (int i = 0; i < moves_n && r->left >= 0; i++) {
        position_copy(q, p);
        position_play_legal(q, legal[i]);
        /* The last move must settle it: that is seen sooner than who wins. */
        if (wins && ((n == 1 && !settled(r, q, other)) || value_of(r, q, other) >= 0))
            continue;
        if (within(r, at + 1, n - 1, other, !wins) == wins) {
            *decided = r->killer[at] = legal[i];
            return wins;
        }
    }
    return !wins && r->left >= 0;
}

/* Whether the winner settles path[at] within n plies; wins: the side to move is the winner. False
 * also when the bound is reached, which r->left tells. */
static bool within(struct resist *r, int at, int n, int goal, bool wins)
{
    const struct position *p = &r->path[at];
    if (settled(r, p, goal))
        return true;
    if (n == 0 || r->left < 0)
        return false;
    struct memo *m = memo_of(r, p, goal);
    uint64_t key = m->key;
    if (n >= m->most)
        return true;
    if (n < m->least || --r->left < 0)
        return false;
    move_t decided = m->move;
    bool found = try_moves(r, at, n, goal, wins, &decided);
    if (!found && r->left < 0)
        return false;
    m = memo_of(r, p, goal); /* the place may have been taken meanwhile */
    ASSERT(m->key == key);
    m->move = decided;
    if (found && n < m->most)
        m->most = (uint8_t)n;
    else if (!found && n >= m->least)
        m->least = (uint8_t)(n + 1);
    return found;
}

/* The shortest way to the goal from path[0], where the side to move has one. */
static void shortest(struct resist *r, int goal, struct resist_report *out)
{
    const struct position *p = &r->path[0];
    int moves_n = position_legal(p, r->legal[0]);
    struct position *q = &r->path[1];
    for (int n = 1; n <= RESIST_PLIES_MAX && r->left >= 0; n++) {
        out->plies = (int16_t)n;
        for (int i = 0; i < moves_n; i++) {
            position_copy(q, p);
            position_play_legal(q, r->legal[0][i]);
            if (value_of(r, q, pns_goal_other(goal)) < 0 &&
                within(r, 1, n - 1, pns_goal_other(goal), false)) {
                out->move = r->legal[0][i];
                out->exact = true;
                return;
            }
        }
    }
    out->move = pns_move(r->pns, p, goal);
}

/* The reply that holds out longest in path[0], where all lose; of several, the one whose proof took
 * most work. */
static void longest(struct resist *r, int goal, struct resist_report *out)
{
    const struct position *p = &r->path[0];
    int moves_n = position_legal(p, r->legal[0]);
    move_t *alive = r->legal[0]; /* those that still hold out, in front */
    struct position *q = &r->path[1];
    for (int n = 1; n <= RESIST_PLIES_MAX && moves_n > 0; n++) {
        uint64_t most = 0;
        int rest_n = 0;
        move_t best = MOVE_NONE;
        for (int i = 0; i < moves_n; i++) {
            uint64_t work;
            position_copy(q, p);
            position_play_legal(q, alive[i]);
            (void)value_of(r, q, pns_goal_other(goal));
            (void)pns_value(r->pns, q, pns_goal_other(goal), &work);
            if (best == MOVE_NONE || work > most) {
                best = alive[i];
                most = work;
            }
            if (!within(r, 1, n - 1, pns_goal_other(goal), true))
                alive[rest_n++] = alive[i];
        }
        out->plies = (int16_t)n;
        out->move = best;
        out->exact = rest_n == 0 && r->left >= 0;
        if (r->left < 0)
            return;
        moves_n = rest_n;
    }
}

int resist_ask(struct resist *r, const struct position *p, int goal,
               const struct resist_limits *limits, struct resist_report *out)
{
    struct pns_report report;
    *out = (struct resist_report){.move = MOVE_NONE};
    r->limits = *limits;
    r->left = limits->positions_cap;
    for (int i = 0; i <= RESIST_PLIES_MAX; i++)
        r->killer[i] = MOVE_NONE;
    int err = pns_solve(r->pns, p, goal, limits->nodes_cap, NULL, NULL, &report);
    if (err < 0)
        return err;
    r->nodes_n = report.nodes_n;
    out->value = report.value;
    out->settled = settled(r, p, goal);
    if (out->settled)
        out->exact = true;
    if (out->value != 0 && !out->settled) {
        position_copy(&r->path[0], p);
        if (out->value > 0)
            shortest(r, goal, out);
        else
            longest(r, goal, out);
    }
    out->nodes_n = r->nodes_n;
    return 0;
}
