/* test_margin.c - in the games with points a won position is won by more and a lost one lost by less than a player
 * would who only looks at who wins. */
#include "searching.h"

#include "rules/position.h"

enum { POSITIONS = 24, LOOKS_MAX = 15000 };

static int margin_of(const struct position *p, int side)
{
    int16_t points[PLAYERS_MAX] = {0};
    position_score(p, points);
    return points[side - 1] - points[2 - side];
}

/* The margin of `side` if both play for points to the end; *left is the most positions that may be looked
 * at, below 0 when they did not do. */
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

/* Adds what the engine makes of p, if it can be solved in time. */
static void compare(struct engine *e, const struct position *p, int64_t nodes, struct sums sums[2])
{
    move_t legal[MOVES_MAX];
    int margins[MOVES_MAX];
    int n = position_legal(p, legal);
    int best = -1000;
    for (int i = 0; i < n; i++) {
        struct position q = *p;
        int left = LOOKS_MAX;
        position_play_legal(&q, legal[i]);
        margins[i] = best_margin(&q, p->side, -1000, 1000, &left);
        if (left < 0)
            return;
        best = margins[i] > best ? margins[i] : best;
    }
    if (best == 0)
        return;
    struct sums *s = &sums[best < 0];
    if (s->positions == POSITIONS)
        return;
    struct search_report report;
    const struct engine_limits limits = {.nodes_cap = nodes};
    int as_good = 0;
    int sum = 0;
    int worst = 1000;
    for (int i = 0; i < n; i++)
        if ((margins[i] > 0) == (best > 0)) {
            as_good++;
            sum += margins[i];
            worst = margins[i] < worst ? margins[i] : worst;
        }
    if (as_good == 0 || worst == best)
        return;
    engine_seed(e, p->hash);
    assert_int_equal(engine_search(e, p, &limits, NULL, NULL, &report), 0);
    for (int i = 0; i < n; i++)
        if (legal[i] == report.best) {
            s->engine += 60 * margins[i];
            assert_int_equal(margins[i] > 0, best > 0); /* never the win for points */
        }
    s->positions++;
    s->best += 60 * best;
    s->any += 60 * sum / as_good;
}

/* closer[lost]: so much of the way (%) from the mean of moves as good to the best move, at least. */
static void look(enum game_id game, int size, int plies_min, const int closer[2])
{
    struct engine *e = searching_engine(8 << 20, 1, 0);
    struct sums sums[2] = {{0}};
    struct rng rng;
    rng_seed(&rng, 5);
    for (int tries = 0;
         tries < 20000 && (sums[0].positions < POSITIONS || sums[1].positions < POSITIONS);
         tries++) {
        struct setup s = setup_default(game);
        struct position p;
        s.width = s.height = (uint8_t)size;
        assert_int_equal(position_start(&p, &s), 0);
        for (int i = plies_min + (int)rng_below(&rng, 6); i > 0 && !p.over; i--)
            position_play_legal(&p, position_random(&p, &rng));
        if (!p.over)
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
    look(GAME_PALISADE, 5, 13, (const int[]){40, 30});
}

static void points_are_taken_in_claims(void **state)
{
    (void)state;
    /* Lost ones are proved before points are known: no worse than any move. */
    look(GAME_CLAIMS, 3, 8, (const int[]){70, -10});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_taken_in_palisade),
        cmocka_unit_test(points_are_taken_in_claims),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
