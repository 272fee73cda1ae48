#include "search/tree/pie.h"

#include "rules/position.h"

enum pie pie_of(const struct position *p)
{
    if (p->over || (p->setup.options & OPTION_SWAP) == 0 || p->swapped)
        return PIE_NONE;
    if (position_judge(p, MOVE_SWAP) == VERDICT_OK)
        return PIE_ANSWER;
    if (p->side != 1 || position_judge(p, 0) != VERDICT_OK)
        return PIE_NONE;
    struct position then;
    position_copy(&then, p);
    position_play_legal(&then, 0);
    return position_judge(&then, MOVE_SWAP) == VERDICT_OK ? PIE_OPENING : PIE_NONE;
}

void pie_strip(struct position *p)
{
    if ((p->setup.options & OPTION_SWAP) == 0)
        return;
    p->setup.options &= (uint8_t)~OPTION_SWAP;
    p->ply = (uint16_t)(p->ply - p->swapped); /* the swap was a ply */
    p->swapped = false;
    p->hash = position_hash(p, 0);
}

enum { PIE_CORNERLESS = 5 };

int pie_kinds(const struct position *p, move_t *moves, int n)
{
    int width = p->setup.width;
    int kept = 0;
    uint8_t symmetries = position_symmetries(p);
    for (int i = 0; i < n; i++) {
        bool first = moves[i] != 0 || width < PIE_CORNERLESS;
        for (int s = 0; s < 8 && first; s++)
            first = (symmetries >> s & 1) == 0 ||
                    symmetry_move(s, width, p->setup.height, moves[i]) >= moves[i];
        if (first)
            moves[kept++] = moves[i];
    }
    return kept;
}

/* Puts the swap after the first move of a line. */
static void swap_in(struct candidate *c)
{
    int n = c->pv_n < PV_MAX ? c->pv_n++ : PV_MAX - 1;
    for (int i = n; i > 1; i--)
        c->pv[i] = c->pv[i - 1];
    c->pv[1] = MOVE_SWAP;
}

static void report_opening(const struct position *p, uint64_t seed, struct search_report *out)
{
    struct rng rng;
    uint8_t symmetries = position_symmetries(p);
    rng_seed(&rng, seed);
    int image = (int)rng_below(&rng, 8);
    while ((symmetries >> image & 1) == 0)
        image = (image + 1) % 8;
    float tempo = pie_tempo(&p->setup);
    for (int i = 0; i < out->candidates_n; i++) {
        struct candidate *c = &out->candidates[i];
        for (int k = 0; k < c->pv_n; k++)
            c->pv[k] = symmetry_move(image, p->setup.width, p->setup.height, c->pv[k]);
        c->move = symmetry_move(image, p->setup.width, p->setup.height, c->move);
        if (c->winrate + tempo > 0.5f && c->pv_n > 0)
            swap_in(c);
        if (c->exact)
            c->proven = -1;
        /* The excess may be more than there is: with few playouts a stone has won all of them. */
        float rate = c->exact ? 0.0f : pie_fold(c->winrate, tempo);
        c->winrate = rate < 0.0f ? 0.0f : rate > 1.0f ? 1.0f : rate;
    }
}

/* The swap, with the line of the best move, goes to its place: before that move or after it. All
 * rates are on one scale, so that they can be compared: the best move's is what the swap gives
 * away. */
static void report_answer(float mean, float tempo, struct search_report *out)
{
    struct candidate swap = out->candidates[0];
    float fair = mean > tempo ? mean - tempo : 0.0f;
    bool pays = swap.exact ? swap.proven < 0 : fair < 0.5f;
    int at = pays ? 0 : 1;
    float more = swap.winrate - fair;
    for (int i = 0; i < out->candidates_n && !swap.exact; i++) {
        float rate = out->candidates[i].winrate - more;
        if (!out->candidates[i].exact)
            out->candidates[i].winrate = rate < 0.0f ? 0.0f : rate > 1.0f ? 1.0f : rate;
    }
    swap.winrate = 1.0f - (swap.exact ? swap.winrate : fair);
    swap.proven = (int8_t)-swap.proven;
    swap.score = -swap.score;
    int n = swap.pv_n < PV_MAX ? swap.pv_n++ : PV_MAX - 1;
    for (int i = n; i > 0; i--)
        swap.pv[i] = swap.pv[i - 1];
    swap.pv[0] = swap.move = MOVE_SWAP;
    if (out->candidates_n < CANDIDATES_MAX)
        out->candidates_n++;
    for (int i = out->candidates_n - 1; i > at; i--)
        out->candidates[i] = out->candidates[i - 1];
    out->candidates[at] = swap;
}

void pie_report(enum pie pie, const struct position *p, uint64_t seed, float mean,
                struct search_report *out)
{
    if (pie == PIE_OPENING)
        report_opening(p, seed, out);
    else
        report_answer(mean, pie_tempo(&p->setup), out);
    out->best = out->candidates[0].move;
    out->winrate = out->candidates[0].winrate;
    out->proven = out->candidates[0].exact ? out->candidates[0].proven : 0;
    out->exact = out->candidates[0].exact;
}
