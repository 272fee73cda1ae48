#include "search/tree/ownership.h"

#include "search/tree/playout.h"

#include "rules/position.h"

/* Adds the owners of all points at the end of a game. */
static void count(const struct position *p, int seat, int32_t sums[POINTS_MAX])
{
    struct result r;
    position_result(p, &r);
    int points = p->setup.width * p->setup.height;
    enum aim_kind aim = games[p->setup.game]->aim;
    if (aim == AIM_CHANNELS) {
        if (p->winner == 0)
            return;
        int sign = position_seat(p, p->winner) == seat ? 1 : -1;
        for (int i = 0; i < r.channel_n[p->winner - 1]; i++)
            sums[r.channel[p->winner - 1][i]] += sign;
        return;
    }
    for (int at = 0; at < points; at++) {
        int side = aim == AIM_STONES ? position_cell(p, (point_t)at).owner : r.owner[at];
        if (side != OWNER_NONE && side != OWNER_NEUTRAL)
            sums[at] += position_seat(p, side) == seat ? 1 : -1;
    }
}

/* Follows the line of a candidate. */
static void follow(struct position *p, const struct search_report *report, struct rng *rng)
{
    uint32_t total = 0;
    for (int i = 0; i < report->candidates_n; i++)
        total += report->candidates[i].visits;
    if (total == 0)
        return;
    uint32_t at = rng_below(rng, total);
    int i = 0;
    for (; at >= report->candidates[i].visits; i++)
        at -= report->candidates[i].visits;
    const struct candidate *c = &report->candidates[i];
    for (int k = 0; k < c->pv_n && !p->over; k++)
        position_play_legal(p, c->pv[k]);
}

void ownership_estimate(const struct position *p, const struct search_report *report, int seat,
                        int n, uint64_t seed, int16_t out[POINTS_MAX])
{
    int32_t sums[POINTS_MAX] = {0};
    struct rng rng;
    rng_seed(&rng, seed);
    ASSERT(n > 0 && n <= 1 << 20);
    for (int game = 0; game < n; game++) {
        struct position q;
        struct outcome outcome;
        struct playlog log = {.moves = NULL, .cap = 0, .n = 0};
        position_copy(&q, p);
        follow(&q, report, &rng);
        if (!q.over)
            playout_run(&q, &rng, &log, NULL, &outcome);
        count(&q, seat, sums);
    }
    for (int at = 0; at < POINTS_MAX; at++)
        out[at] = (int16_t)(sums[at] * 1000 / n);
}
