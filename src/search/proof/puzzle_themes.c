#include "search/proof/puzzle_themes.h"

#include "search/proof/pns.h"
#include <string.h>

enum { CLOSE_MARGIN = 2 }; /* "count": decided by so many points or fewer */

struct asker {
    struct resist *resist;
    const struct resist_limits *limits;
    bool failed;
};

/* Whether the side to move of p reaches the goal; false and a->failed when that is not known. */
static bool reaches(struct asker *a, const struct position *p, int goal, bool *at_once)
{
    struct resist_report report;
    *at_once = false;
    if (resist_ask(a->resist, p, goal, a->limits, &report) < 0 || report.value == 0) {
        a->failed = true;
        return false;
    }
    *at_once = report.value > 0 && report.exact && report.plies <= 1;
    return report.value > 0;
}

/* The same stones with the other side to move; false where no play leads there. */
static bool pass_turn(const struct position *p, struct position *out)
{
    struct cell cells[POINTS_MAX];
    int n = p->setup.width * p->setup.height;
    for (int i = 0; i < n; i++)
        cells[i] = position_cell(p, (point_t)i);
    return position_set(out, &p->setup, cells, 3 - p->side) == 0 && !out->over;
}

/* Moves of the side to move after which nothing more needs to be played for the goal; stops
 * counting at two. The first is put into *first. */
static int finishing(struct asker *a, const struct position *p, int goal, move_t *first)
{
    move_t legal[MOVES_MAX];
    int n = position_legal(p, legal);
    int found = 0;
    for (int i = 0; i < n && found < 2; i++) {
        struct position q;
        struct resist_report report;
        position_copy(&q, p);
        position_play_legal(&q, legal[i]);
        if (resist_ask(a->resist, &q, pns_goal_other(goal), a->limits, &report) < 0)
            continue;
        if (report.settled && report.value < 0 && found++ == 0)
            *first = legal[i];
    }
    return found;
}

static int stones_of(const struct position *p, int side)
{
    int n = 0;
    for (int i = 0; i < p->setup.width * p->setup.height; i++)
        n += position_cell(p, (point_t)i).owner == side;
    return n;
}

/* Whether the first move, to q, forbids the defender a point by a circuit (L3b) where they could
 * have saved themselves; turned is the position before it with the defender to move. */
static bool rests_on_circuit(struct asker *a, const struct position *turned,
                             const struct position *q, int goal)
{
    bool at_once;
    for (int i = 0; i < q->setup.width * q->setup.height; i++) {
        struct position saved;
        if (position_judge(q, (move_t)i) != VERDICT_L3B ||
            position_judge(turned, (move_t)i) != VERDICT_OK)
            continue;
        position_copy(&saved, turned);
        position_play_legal(&saved, (move_t)i);
        if ((saved.over && saved.winner == turned->side) ||
            (!saved.over && !reaches(a, &saved, goal, &at_once) && !a->failed))
            return true;
    }
    return false;
}

/* The themes that the first move alone shows; q is the position after it. */
static uint32_t first_move(struct asker *a, const struct puzzle *pz, const struct position *q)
{
    const struct position *p = &pz->position;
    const struct game *g = games[pz->setup.game];
    struct position turned;
    move_t move = MOVE_NONE;
    uint32_t themes = 0;
    bool at_once;
    if (move_is_red(pz->solution))
        themes |= 1u << THEME_RED;
    if (pz->solution == MOVE_PASS)
        themes |= 1u << THEME_PASS;
    if (g->has_heights && move_is_point(pz->solution) &&
        position_cell(p, move_point(pz->solution)).owner == 3 - p->side)
        themes |= 1u << THEME_JACK;
    /* Where a player may pass, the turn is never a burden, and nothing threatens to be passed. */
    if (!g->has_pass && pass_turn(q, &turned)) {
        if (!reaches(a, &turned, pz->goal, &at_once))
            themes |= a->failed ? 0 : 1u << THEME_ZUGZWANG;
        else if (finishing(a, &turned, pz->goal, &move) > 1)
            themes |= 1u << THEME_DOUBLE_THREAT;
    }
    if (g->has_pass || !pass_turn(p, &turned))
        return themes;
    if (!q->over && rests_on_circuit(a, &turned, q, pz->goal))
        themes |= 1u << THEME_CIRCUIT;
    if (move_is_point(pz->solution) &&
        finishing(a, &turned, pns_goal_other(pz->goal), &move) == 1 && move_is_point(move) &&
        move_point(move) == move_point(pz->solution))
        themes |= 1u << THEME_CUT;
    return themes;
}

bool puzzle_themes_measure(struct puzzle *pz, struct resist *r, const struct resist_limits *limits)
{
    struct asker a = {.resist = r, .limits = limits};
    struct position p;
    struct resist_report report;
    int solver = pz->position.side;
    int goal = pz->goal;
    position_copy(&p, &pz->position);
    if (resist_ask(r, &p, goal, limits, &report) < 0 || report.value <= 0 || !report.exact)
        return false;
    pz->plies = report.plies;
    pz->themes = 0;
    for (int ply = 0; ply < pz->plies && !p.over; ply++) {
        int mine = stones_of(&p, solver);
        int theirs = stones_of(&p, 3 - solver);
        bool solving = p.side == solver;
        move_t move = pz->solution;
        if (ply > 0) {
            if (resist_ask(r, &p, goal, limits, &report) < 0 || report.move == MOVE_NONE)
                break;
            move = report.move;
        }
        position_play_legal(&p, move);
        goal = pns_goal_other(goal);
        if (ply == 0)
            pz->themes |= first_move(&a, pz, &p);
        if (solving && games[pz->setup.game]->has_captures && stones_of(&p, 3 - solver) < theirs)
            pz->themes |= 1u << THEME_CAPTURE;
        if (stones_of(&p, solver) < mine)
            pz->themes |= 1u << THEME_SACRIFICE;
    }
    bool at_once;
    if (games[pz->setup.game]->has_score && pz->goal <= CLOSE_MARGIN) {
        int more = pns_goal_round(&pz->setup, CLOSE_MARGIN + 1);
        a.failed = false;
        if (!reaches(&a, &pz->position, more, &at_once) && !a.failed)
            pz->themes |= 1u << THEME_COUNT;
    }
    return true;
}
