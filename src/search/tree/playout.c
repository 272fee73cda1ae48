#include "search/tree/playout.h"

#include "rules/position.h"
#include "search/game_search.h"
#include "search/tree/tree.h"

enum { MARGIN_PART = REWARD_ONE / 16 };

int playout_lead(const struct position *p, int side)
{
    if (!games[p->setup.game]->has_score)
        return 0;
    int16_t points[PLAYERS_MAX] = {0};
    position_score(p, points);
    return points_margin(points, p->setup.players, side);
}

/* Bit side - 1 set: the side wins, or shares the win. */
static unsigned winners_of(const struct position *p, const int16_t *points)
{
    if (p->over && p->winner != 0)
        return 1u << (p->winner - 1);
    int best = INT16_MIN;
    unsigned winners = 0;
    for (int side = 1; side <= p->setup.players; side++) {
        if (points[side - 1] > best) {
            best = points[side - 1];
            winners = 0;
        }
        if (points[side - 1] == best)
            winners |= 1u << (side - 1);
    }
    return winners;
}

/* The worth of the places, the best first; the last place is worth nothing. */
static const uint32_t place_worth[PLAYERS_MAX - 1] = {REWARD_ONE, REWARD_ONE / 3, REWARD_ONE / 9};

/* The mean worth of the places that a side shares with those who have as many points. */
static uint32_t place_reward(const int16_t *points, int players, int side)
{
    int place = 0;
    int sharing = 0;
    for (int other = 1; other <= players; other++) {
        place += points[other - 1] > points[side - 1];
        sharing += points[other - 1] == points[side - 1];
    }
    uint32_t sum = 0;
    for (int k = place; k < place + sharing && k < players - 1; k++)
        sum += place_worth[k];
    return sum / (uint32_t)sharing;
}

static uint32_t margin_reward(int margin, int area)
{
    /* Jacked stacks may score beyond the area. */
    int shown = margin > area ? area : margin < -area ? -area : margin;
    return (uint32_t)((int)MARGIN_PART * (shown + area) / (2 * area));
}

/* The part of a reward that is for points, 0..MARGIN_PART. Between two it is the margin, which one
 * wins from the other; among several one's own points, which need not be at the leader's cost. */
static uint32_t points_reward(const int16_t *points, int players, int side, int area)
{
    return margin_reward(
        players > 2 ? 2 * points[side - 1] - area : points_margin(points, players, side), area);
}

/* The outcome of a game on the board of p, with these points and winners. */
static void outcome_of(const struct position *p, const int16_t *points, unsigned winners,
                       struct outcome *out)
{
    int players = p->setup.players;
    bool has_score = games[p->setup.game]->has_score;
    uint32_t share = (uint32_t)REWARD_ONE / (uint32_t)__builtin_popcount(winners);
    int area = p->setup.width * p->setup.height;
    for (int side = 1; side <= players; side++) {
        int seat = position_seat(p, side);
        uint32_t win = winners >> (side - 1) & 1 ? share : 0;
        out->win[seat - 1] = win;
        out->margin[seat - 1] = 0;
        out->reward[seat - 1] = win;
        if (!has_score)
            continue;
        out->margin[seat - 1] = (int16_t)points_margin(points, players, side);
        uint32_t place = players > 2 ? place_reward(points, players, side) : win;
        out->reward[seat - 1] = place / 16 * 15 + points_reward(points, players, side, area);
    }
}

void playout_score(const struct position *p, struct outcome *out)
{
    int16_t points[PLAYERS_MAX] = {0};
    position_score(p, points);
    outcome_of(p, points, winners_of(p, points), out);
}

void playout_ending(const struct position *p, const struct ending *e, struct outcome *out)
{
    outcome_of(p, e->points, 1u << (e->winner - 1), out);
}

/* How many random placements a player of a playout with passing looks at before they pass. */
void playout_run(struct position *p, struct rng *r, struct playlog *log, const struct mast *mast,
                 struct outcome *out)
{
    log->n = 0;
    const struct game_search *search = game_search_of(p);
    if (search->playout != NULL)
        search->playout(p, r, log);
    else if (mast != NULL)
        position_playout_mast(p, r, log, mast);
    else
        position_playout(p, r, log);
    playout_score(p, out);
}

fact_t playout_fact(const struct position *p)
{
    ASSERT(p->over);
    int16_t points[PLAYERS_MAX] = {0};
    position_score(p, points);
    unsigned winners = winners_of(p, points);
    bool shared = (winners & (winners - 1)) != 0;
    proof_t proof = 0;
    for (int side = 1; side <= p->setup.players; side++) {
        enum proof_value v = !(winners >> (side - 1) & 1) ? PROOF_LOSS
                             : shared                     ? PROOF_DRAW
                                                          : PROOF_WIN;
        proof |= proof_make(position_seat(p, side), v);
    }
    if (p->setup.players > 2 || !games[p->setup.game]->has_score)
        return proof;
    int margin = points[0] - points[1];
    return fact_join(proof, fact_make(0, margin, margin));
}

void playout_from_fact(fact_t fact, const struct setup *s, struct outcome *out)
{
    bool has_score = games[s->game]->has_score;
    for (int seat = 1; seat <= 2; seat++) {
        enum proof_value v = proof_of(fact_proof(fact), seat);
        uint32_t win = v == PROOF_WIN    ? (uint32_t)REWARD_ONE
                       : v == PROOF_DRAW ? (uint32_t)REWARD_ONE / 2
                                         : 0;
        int margin = has_score ? (fact_least(fact, seat) + fact_most(fact, seat)) / 2 : 0;
        out->win[seat - 1] = win;
        out->margin[seat - 1] = (int16_t)margin;
        out->reward[seat - 1] =
            has_score ? win / 16 * 15 + margin_reward(margin, s->width * s->height) : win;
    }
}
