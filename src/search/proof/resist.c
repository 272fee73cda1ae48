#include "search/proof/resist.h"

#include "base/err.h"
#include "platform/heap.h"
#include "rules/position.h"

enum {
    MEMO_N = 1 << 19,
    NEVER = UINT8_MAX, /* plies */
    NEAR_PLIES = 7,    /* so near the end a move is sooner tried than proved to win */
};

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
    move_t killer[RESIST_PLIES_MAX + 1];        /* that decided a position so deep last */
    move_t finish[RESIST_PLIES_MAX + 1];        /* of the winner, which settled one so deep last */
    struct position path[RESIST_PLIES_MAX + 2]; /* and a reply to the last */
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

/* Whether the move that settled the last position so deep settles path[at], too: mostly the loser
 * has changed nothing there. */
static bool finished(struct resist *r, int at, int goal)
{
    struct position *q = &r->path[at + 1];
    move_t move = r->finish[at];
    if (move == MOVE_NONE || position_judge(&r->path[at], move) != VERDICT_OK)
        return false;
    position_copy(q, &r->path[at]);
    position_play_legal(q, move);
    goal = pns_goal_other(goal);
    return settled(r, q, goal) && value_of(r, q, goal) < 0;
}

/* Whether the loser, to move in path[at], has a reply after which it is not settled. */
static bool goes_on(struct resist *r, int at, int goal)
{
    const struct position *p = &r->path[at];
    struct position *q = &r->path[at + 1];
    move_t *legal = r->legal[at];
    int moves_n = 1;
    legal[0] = r->killer[at];
    if (legal[0] == MOVE_NONE || position_judge(p, legal[0]) != VERDICT_OK)
        moves_n = position_legal(p, legal);
    for (int i = 0; i < moves_n; i++) {
        position_copy(q, p);
        position_play_legal(q, legal[i]);
        if (!settled(r, q, pns_goal_other(goal)))
            return true;
    }
    return false;
}

static int beyond(struct resist *r, int at, int n, int goal, bool wins);

/* Tries the moves of path[at], those first that decided it or its neighbours before. Answers as
 * beyond does. */
static int try_moves(struct resist *r, int at, int n, int goal, bool wins, move_t *decided)
{
    const struct position *p = &r->path[at];
    struct position *q = &r->path[at + 1];
    move_t *legal = r->legal[at];
    int moves_n = position_legal(p, legal);
    int other = pns_goal_other(goal);
    int least = wins ? NEVER : 0;
    put_first(legal, moves_n, r->killer[at]);
    put_first(legal, moves_n, *decided);
    for (int i = 0; i < moves_n && r->left >= 0; i++) {
        position_copy(q, p);
        position_play_legal(q, legal[i]);
        int value = wins && n > NEAR_PLIES ? value_of(r, q, other) : -1;
        int after = value > 0 ? NEVER : value == 0 ? n : beyond(r, at + 1, n - 1, other, !wins);
        if ((after == 0) == wins) {
            *decided = r->killer[at] = legal[i];
            if (wins && n == 1)
                r->finish[at] = legal[i];
            return wins ? 0 : after + 1;
        }
        if (wins && after + 1 < least)
            least = after + 1;
    }
    return r->left < 0 ? n + 1 : least;
}

/* 0 if the winner settles path[at] within n plies; else a number of plies, more than n, that it
 * takes at least (NEVER or more: it does not come to that). wins: the side to move is the winner.
 * Nothing is known if r->left < 0. */
static int beyond(struct resist *r, int at, int n, int goal, bool wins)
{
    const struct position *p = &r->path[at];
    if (settled(r, p, goal))
        return (value_of(r, p, goal) > 0) == wins ? 0 : NEVER;
    if (n == 0)
        return wins || !goes_on(r, at, goal) ? 1 : 2;
    if (r->left < 0)
        return n + 1;
    if (wins && finished(r, at, goal))
        return 0;
    struct memo *m = memo_of(r, p, goal);
    uint64_t key = m->key;
    if (n >= m->most)
        return 0;
    if (n < m->least)
        return m->least;
    if (--r->left < 0)
        return n + 1;
    move_t decided = m->move;
    int least = try_moves(r, at, n, goal, wins, &decided);
    if (r->left < 0 && least > 0)
        return n + 1;
    m = memo_of(r, p, goal); /* the place may have been taken meanwhile */
    ASSERT(m->key == key);
    m->move = decided;
    if (least == 0 && n < m->most)
        m->most = (uint8_t)n;
    else if (least > m->least)
        m->least = (uint8_t)(least < NEVER ? least : NEVER);
    return least;
}

/* Whether the winner settles path[at] within n plies. False also when the bound is reached, which
 * r->left tells. */
static bool within(struct resist *r, int at, int n, int goal, bool wins)
{
    return beyond(r, at, n, goal, wins) == 0;
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
        r->killer[i] = r->finish[i] = MOVE_NONE;
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
