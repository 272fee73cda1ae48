/* test_margin.c - in games with points the engine wins by more and loses by less than a player
 * who only counts wins, and the bounds of points that it proves are true. */
#include "searching.h"

#include "rules/position.h"

enum { POSITIONS = 24, LOOKS_MAX = 15000 };

static int margin_of(const struct position *p, int side)
{
    int16_t points[PLAYERS_MAX] = {0};
    position_score(p, points);
    return points[side - 1] - points[2 - side];
}

/* The margin of `side` if both play for points to the end; *left is the most positions that may be
 * looked at, below 0 when they did not do. */
static int best_margin(const struct position *p, int side, int alpha, int beta, int *left)
{
    if (p->over || --*left < 0)
        return margin_of(p, side);
    move_t legal[MOVES_MAX];
    int n = position_legal(p, legal);
    bool ours = p->side == side;
    int best = ours ? -1000 : 1000;
    for (int i = 0; i < n && alpha < beta; i++) {
        struct position q = *p;
        position_play_legal(&q, legal[i]);
        int value = best_margin(&q, side, alpha, beta, left);
        if (ours ? value > best : value < best)
            best = value;
        if (ours && best > alpha)
            alpha = best;
        if (!ours && best < beta)
            beta = best;
    }
    return best;
}

struct sums {
    int positions, choices; /* that were looked at; where margins differ among moves as good */
    int engine, best,
        any; /* margins: the engine's, the best, and the mean of any of these moves, * 60 */
};

/* The moves of a position, and with which margins they end for who makes them. */
struct solved {
    int n, best;
    move_t legal[MOVES_MAX];
    int margins[MOVES_MAX];
};

/* False if it takes too long. */
static bool solve(const struct position *p, struct solved *out)
{
    out->n = position_legal(p, out->legal);
    out->best = -1000;
    for (int i = 0; i < out->n; i++) {
        struct position q = *p;
        int left = LOOKS_MAX;
        position_play_legal(&q, out->legal[i]);
        out->margins[i] = best_margin(&q, p->side, -1000, 1000, &left);
        if (left < 0)
            return false;
        out->best = out->margins[i] > out->best ? out->margins[i] : out->best;
    }
    return true;
}

static int margin_after(const struct solved *all, move_t m)
{
    for (int i = 0; i < all->n; i++)
        if (all->legal[i] == m)
            return all->margins[i];
    fail_msg("no legal move");
    return 0;
}

/* Adds what the engine makes of p, if it can be solved in time. */
static void compare(struct engine *e, const struct position *p, int64_t nodes, struct sums sums[2])
{
    struct solved all;
    if (!solve(p, &all) || all.best == 0)
        return;
    int best = all.best;
    struct sums *s = &sums[best < 0];
    if (s->positions == POSITIONS)
        return;
    struct search_report report;
    const struct engine_limits limits = {.nodes_cap = nodes};
    int as_good = 0;
    int sum = 0;
    int worst = 1000;
    for (int i = 0; i < all.n; i++)
        if ((all.margins[i] > 0) == (best > 0)) {
            as_good++;
            sum += all.margins[i];
            worst = all.margins[i] < worst ? all.margins[i] : worst;
        }
    if (as_good == 0 || worst == best)
        return;
    engine_seed(e, p->hash);
    assert_int_equal(engine_search(e, p, &limits, NULL, NULL, &report), 0);
    int got = margin_after(&all, report.best);
    assert_int_equal(got > 0, best > 0); /* never the win for points */
    s->engine += 60 * got;
    s->positions++;
    s->best += 60 * best;
    s->any += 60 * sum / as_good;
}

/* What a report says for certain about points holds. Returns whether it knows them. */
static bool tells_the_truth(const struct solved *all, const struct search_report *r)
{
    assert_in_range(all->best + 1000, r->low + 1000, r->high + 1000);
    for (int i = 0; i < r->candidates_n; i++) {
        const struct candidate *c = &r->candidates[i];
        int margin = margin_after(all, c->move);
        assert_in_range(margin + 1000, c->low + 1000, c->high + 1000);
        if (c->low == c->high)
            assert_true(c->score == (float)margin);
    }
    if (r->low < r->high)
        return false;
    assert_true(r->exact);
    assert_int_equal(r->proven, (all->best > 0) - (all->best < 0));
    assert_int_equal(margin_after(all, r->best), all->best);
    return true;
}

/* A random position in the middle of a game, not over. */
static void middle(struct position *p, enum game_id game, int size, int plies_min, unsigned options,
                   struct rng *rng)
{
    do {
        struct setup s = setup_default(game);
        s.width = s.height = (uint8_t)size;
        s.options = (uint8_t)(s.options | options);
        assert_int_equal(position_start(p, &s), 0);
        for (int i = plies_min + (int)rng_below(rng, 6); i > 0 && !p->over; i--)
            position_play_legal(p, position_random(p, rng));
    } while (p->over);
}

/* By short searches and long ones, with memory that fills and without; the points of so many
 * positions, at least, are known in the end. */
static void bounds_hold(enum game_id game, int size, int plies_min, unsigned options, int threads,
                        int least)
{
    struct engine *e = searching_engine(8 << 20, threads, 0);
    struct engine *small = searching_engine(2 << 20, threads, 0);
    struct rng rng;
    rng_seed(&rng, 9);
    int known = 0;
    enum { TRIED = 40, LONG = 30000 };
    for (int tried = 0; tried < TRIED;) {
        struct position p;
        struct solved all;
        struct search_report report;
        middle(&p, game, size, plies_min, options, &rng);
        if (!solve(&p, &all))
            continue;
        tried++;
        for (int nodes = 50; nodes < LONG; nodes *= 5) {
            searching_run(e, &p, nodes, &report);
            (void)tells_the_truth(&all, &report);
        }
        searching_run(small, &p, LONG, &report);
        known += tells_the_truth(&all, &report);
        assert_true(report.nodes_n == LONG || report.low == report.high);
    }
    print_message("%s: points known of %d of %d\n", games[game]->name, known, TRIED);
    assert_true(known >= least);
    engine_free(e);
    engine_free(small);
}

static void proved_bounds_of_points_hold(void **state)
{
    (void)state;
    bounds_hold(GAME_PALISADE, 5, 13, 0, 1, 38);
    bounds_hold(GAME_PALISADE, 5, 13, 0, 2, 36);
    bounds_hold(GAME_CLAIMS, 3, 8, 0, 1, 36);
    bounds_hold(GAME_CLAIMS, 3, 8, OPTION_JACKED, 1, 12);
}

/* closer[lost]: so much of the way (%) from the mean of moves as good to the best move, at
 * least. */
static void look(enum game_id game, int size, int plies_min, const int closer[2])
{
    struct engine *e = searching_engine(8 << 20, 1, 0);
    struct sums sums[2] = {{0}};
    struct rng rng;
    rng_seed(&rng, 5);
    for (int tries = 0;
         tries < 20000 && (sums[0].positions < POSITIONS || sums[1].positions < POSITIONS);
         tries++) {
        struct position p;
        middle(&p, game, size, plies_min, 0, &rng);
        compare(e, &p, 800, sums);
    }
    for (int lost = 0; lost < 2; lost++) {
        double n = 60.0 * sums[lost].positions;
        print_message(
            "%s, %s: %d positions; margin of the engine %.2f, best %.2f, of any as good %.2f\n",
            games[game]->name, lost ? "lost" : "won", sums[lost].positions, sums[lost].engine / n,
            sums[lost].best / n, sums[lost].any / n);
        assert_int_equal(sums[lost].positions, POSITIONS);
        assert_true(sums[lost].engine - sums[lost].any >=
                    closer[lost] * (sums[lost].best - sums[lost].any) / 100);
    }
    engine_free(e);
}

static void points_are_taken_in_palisade(void **state)
{
    (void)state;
    look(GAME_PALISADE, 5, 13, (const int[]){60, 70});
}

static void points_are_taken_in_claims(void **state)
{
    (void)state;
    look(GAME_CLAIMS, 3, 8, (const int[]){95, 80});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_taken_in_palisade),
        cmocka_unit_test(points_are_taken_in_claims),
        cmocka_unit_test(proved_bounds_of_points_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
