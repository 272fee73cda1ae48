/* Patterns (search/pattern.h): what is the same but for a symmetry of Levee has the same features. */
#include "searching.h"

#include "rules/position.h"
#include "search/pattern.h"

/* The position seen through a symmetry, and by the other side if that exchanges them. */
static void turn(const struct position *p, int symmetry, struct position *out)
{
    struct cell cells[POINTS_MAX] = {0};
    int n = p->setup.width;
    bool swaps = games[GAME_LEVEE]->symmetries_swap >> symmetry & 1;
    for (point_t at = 0; at < n * n; at++)
        cells[symmetry_point(symmetry, n, n, at)] = position_cell(p, at);
    assert_int_equal(position_set(out, &p->setup, cells, swaps ? 3 - p->side : p->side), 0);
}

static void features_are_symmetric(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 1);
    for (int i = 0; i < 300; i++) {
        struct setup s = setup_default(GAME_LEVEE);
        s.width = s.height = (uint8_t)(3 + 2 * rng_below(&rng, 6));
        struct position p;
        assert_int_equal(position_start(&p, &s), 0);
        for (uint32_t k = rng_below(&rng, 40); k > 0 && !p.over; k--)
            position_play_legal(&p, position_random(&p, &rng));
        if (p.over || p.last == MOVE_NONE)
            continue;
        move_t legal[MOVES_MAX];
        int n = position_legal(&p, legal);
        int symmetry = (int)rng_below(&rng, SYMMETRIES_MAX);
        struct position q;
        turn(&p, symmetry, &q);
        q.last = symmetry_move(symmetry, s.width, s.width, p.last);
        for (int k = 0; k < n; k++) {
            int here[PATTERN_PARTS];
            int there[PATTERN_PARTS];
            move_t turned = symmetry_move(symmetry, s.width, s.width, legal[k]);
            pattern_parts(&p, legal[k], here);
            pattern_parts(&q, turned, there);
            /* On the lines through the centre both views are as good. */
            int x = legal[k] % s.width;
            int y = legal[k] / s.width;
            int c = s.width / 2;
            bool between = x == c || y == c;
            for (int part = between ? 1 : 0; part < PATTERN_PARTS; part++)
                assert_int_equal(here[part], there[part]);
            for (int part = 0; part < PATTERN_PARTS; part++)
                assert_in_range(here[part], 0, PATTERN_N - 1);
        }
    }
}

/* The first playout of a search goes to the placement of most weight. */
static void the_engine_looks_there_first(void **state)
{
    (void)state;
    struct engine *e = searching_engine(2 << 20, 1, 1);
    struct rng rng;
    rng_seed(&rng, 2);
    for (int found = 0, tries = 0; found < 20; tries++) {
        assert_true(tries < 1000);
        struct setup s = setup_default(GAME_LEVEE);
        struct position p;
        struct search_report report;
        assert_int_equal(position_start(&p, &s), 0);
        for (uint32_t k = rng_below(&rng, 20); k > 0 && !p.over; k--)
            position_play_legal(&p, position_random(&p, &rng));
        if (p.over)
            continue;
        searching_run(e, &p, 1, &report);
        if (report.exact)
            continue;
        found++;
        move_t legal[MOVES_MAX];
        int n = position_legal(&p, legal);
        int most = INT16_MIN;
        for (int i = 0; i < n; i++) {
            int weight = pattern_weight(&p, legal[i]);
            most = weight > most ? weight : most;
        }
        /* Weights that differ by less than a step of the samples' mean are one. */
        assert_in_range(pattern_weight(&p, report.best) + 256, most - 2 + 256, most + 256);
    }
    engine_free(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_are_symmetric),
        cmocka_unit_test(the_engine_looks_there_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
