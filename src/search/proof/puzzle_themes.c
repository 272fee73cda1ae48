#include "search/proof/puzzle_themes.h"

#include "rules/reasons.h"
#include "search/proof/pns.h"
#include <string.h>

enum {
    CHAIN = 3,      /* "chain": so many moves of the solver take stones */
    FORBIDDEN = 2,  /* "circuit": the first move forbids so many points more */
    SHORT = 2,      /* "short": so many moves of the solver at most … */
    LONG = 5,       /* "long": … and so many at least */
    SHORT_PASS = 4, /* where passes end the game: the same */
    LONG_PASS = 7,
};

const struct resist_limits puzzle_themes_limits = {.nodes_cap = 20000, .positions_cap = 150000};

struct asker {
    struct resist *resist;
    const struct resist_limits *limits;
    bool failed;
};

/* Whether the side to move of p reaches the goal; false and a->failed when that is not known. */
static bool reaches(struct asker *a, const struct position *p, int goal)
{
    struct resist_report report;
    if (resist_ask(a->resist, p, goal, a->limits, &report) < 0 || report.value == 0) {
        a->failed = true;
        return false;
    }
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

/* Points that a circuit forbids (L3b). */
static int forbidden(const struct position *p)
{
    int n = 0;
    for (int i = 0; i < p->setup.width * p->setup.height && !p->over; i++)
        n += position_judge(p, (move_t)i) == VERDICT_L3B;
    return n;
}

static uint32_t theme(bool holds, enum puzzle_theme theme)
{
    return holds ? 1u << theme : 0;
}

/* Bits 1 << enum reason_kind of the reasons of a move. */
static uint32_t kinds_of(const struct position *p, move_t move)
{
    struct reason reasons[REASONS_MAX];
    int n = reasons_of(p, move, reasons);
    uint32_t kinds = 0;
    for (int i = 0; i < n; i++)
        kinds |= 1u << reasons[i].kind;
    return kinds;
}

static bool has(uint32_t kinds, enum reason_kind kind)
{
    return (kinds >> kind & 1u) != 0;
}

/* What the rules say of the first move. */
static uint32_t by_reasons(const struct puzzle *pz)
{
    const struct game *g = games[pz->setup.game];
    uint32_t kinds = kinds_of(&pz->position, pz->solution);
    bool takes = has(kinds, REASON_TAKES);
    bool threatens = has(kinds, REASON_THREATENS) || has(kinds, REASON_THREATENS_WIN);
    bool prevents = has(kinds, REASON_PREVENTS) || has(kinds, REASON_PREVENTS_WIN);
    bool gains =
        has(kinds, REASON_SCORES) || has(kinds, REASON_ATTACKS) || has(kinds, REASON_CLOSES);
    return theme(takes && !prevents, THEME_CAPTURE) | theme(prevents, THEME_DEFENCE) |
           theme(threatens && g->has_captures, THEME_THREAT) |
           theme(has(kinds, REASON_SAVES), THEME_RESCUE) |
           theme(has(kinds, REASON_CORNERS), THEME_LAST_LIBERTY) |
           theme(has(kinds, REASON_LENGTHENS), THEME_DETOUR) |
           theme(has(kinds, REASON_SCORES), THEME_GAIN) |
           theme(has(kinds, REASON_CLOSES), THEME_CLOSING) |
           theme(!takes && !threatens && !gains && pz->solution != MOVE_PASS, THEME_QUIET);
}

/* Where the first move stands, and on what. */
static uint32_t by_place(const struct puzzle *pz)
{
    const struct position *p = &pz->position;
    const struct game *g = games[pz->setup.game];
    if (!move_is_point(pz->solution))
        return theme(pz->solution == MOVE_PASS, THEME_PASS);
    int at = move_point(pz->solution);
    int width = pz->setup.width, height = pz->setup.height;
    int x = at % width, y = at / width;
    int owner = position_cell(p, (point_t)at).owner;
    bool edge = x == 0 || y == 0 || x == width - 1 || y == height - 1;
    bool near =
        x >= width / 2 - 1 && x <= width / 2 + 1 && y >= height / 2 - 1 && y <= height / 2 + 1;
    return theme(g->aim != AIM_STONES && edge, THEME_EDGE) |
           theme(g->aim == AIM_CHANNELS && near, THEME_CENTRE) |
           theme(g->has_heights && owner == 3 - p->side, THEME_JACK) |
           theme(g->has_heights && owner == p->side, THEME_SECOND) |
           theme(move_is_red(pz->solution), THEME_RED);
}

/* What the turn is worth after the first move, to q. Where a player may pass, the turn is never a
 * burden, and nothing threatens to be passed. */
static uint32_t by_turn(struct asker *a, const struct puzzle *pz, const struct position *q)
{
    struct position turned;
    move_t move = MOVE_NONE;
    uint32_t themes = theme(forbidden(q) - forbidden(&pz->position) >= FORBIDDEN, THEME_CIRCUIT);
    if (games[pz->setup.game]->has_pass || !pass_turn(q, &turned))
        return themes;
    if (!reaches(a, &turned, pz->goal))
        return themes | theme(!a->failed, THEME_ZUGZWANG);
    return themes | theme(finishing(a, &turned, pz->goal, &move) > 1, THEME_DOUBLE_THREAT);
}

/* What happens in the line of the solution. */
struct course {
    int takes; /* moves of the solver that take stones */
    bool gives, loses;
};

static void follow(struct course *c, const struct position *p, move_t move, int solver)
{
    struct position q;
    position_copy(&q, p);
    position_play_legal(&q, move);
    bool mine = p->side == solver;
    bool captures = games[p->setup.game]->has_captures;
    c->takes += mine && captures && stones_of(&q, 3 - solver) < stones_of(p, 3 - solver);
    if (stones_of(&q, solver) < stones_of(p, solver)) {
        c->gives |= mine;
        c->loses |= !mine;
    }
}

static uint32_t by_course(const struct course *c, const struct puzzle *pz)
{
    bool passes = games[pz->setup.game]->has_pass;
    int moves = (pz->plies + 1) / 2;
    return theme(c->takes >= CHAIN, THEME_CHAIN) | theme(c->loses, THEME_SACRIFICE) |
           theme(c->gives, THEME_EXCHANGE) |
           theme(moves <= (passes ? SHORT_PASS : SHORT), THEME_SHORT) |
           theme(moves >= (passes ? LONG_PASS : LONG), THEME_LONG);
}

/* Whether it is decided by a single point, or the least that there is. */
static uint32_t by_count(struct asker *a, const struct puzzle *pz)
{
    if (!games[pz->setup.game]->has_score || pz->goal > 1)
        return 0;
    a->failed = false;
    bool more = reaches(a, &pz->position, pns_goal_round(&pz->setup, 2));
    return theme(!more && !a->failed, THEME_COUNT);
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
    pz->themes = by_reasons(pz) | by_place(pz);
    struct course course = {.takes = 0};
    for (int ply = 0; ply < pz->plies && !p.over; ply++) {
        move_t move = pz->solution;
        if (ply > 0) {
            if (resist_ask(r, &p, goal, limits, &report) < 0 || report.move == MOVE_NONE)
                break;
            move = report.move;
        }
        follow(&course, &p, move, solver);
        position_play_legal(&p, move);
        goal = pns_goal_other(goal);
        if (ply == 0)
            pz->themes |= by_turn(&a, pz, &p);
    }
    pz->themes |= by_course(&course, pz) | by_count(&a, pz);
    return true;
}
