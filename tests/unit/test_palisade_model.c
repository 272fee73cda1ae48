/* test_palisade_model.c - Palisade against the naive model (tests/model/naive_palisade.h), and what
 * must hold in every position.
 *
 * HOSHI_MODEL_OPS   plies compared with the model (default MODEL_PLIES)
 * HOSHI_MODEL_SEED  seed of the random games (printed)
 * HOSHI_EXHAUSTIVE  1: all 2^25 sets of stones on 5x5, instead of every 4099th */
#include "testing.h"

#include "model/naive_palisade.h"
#include "rules/game.h"
#include "rules/palisade/palisade_loop.h"
#include "rules/position.h"
#include <stdlib.h>
#include <string.h>

enum { MODEL_PLIES = 6000 };

static struct setup setup_of(int size)
{
    struct setup s = setup_default(GAME_PALISADE);
    s.width = (uint8_t)size;
    s.height = (uint8_t)size;
    return s;
}

static void start(struct position *p, int size)
{
    struct setup s = setup_of(size);
    assert_int_equal(position_start(p, &s), 0);
}

/* Each check returns NULL or what differs. */

static int column_of(const struct position *p, int k)
{
    return k % p->setup.width + 1;
}

static int row_of(const struct position *p, int k)
{
    return k / p->setup.width + 1;
}

static const char *cells_differ(const struct position *p, const struct naive_palisade *g)
{
    for (point_t k = 0; k < g->n * g->n; k++)
        if (position_cell(p, k).owner != g->stone[column_of(p, k)][row_of(p, k)])
            return "stones";
    if (p->side != g->side)
        return "side to move";
    if (p->hash != position_hash(p, 0))
        return "hash from scratch";
    return NULL;
}

static const char *verdicts_differ(const struct position *p, const struct naive_palisade *g)
{
    move_t moves[MOVES_MAX];
    int legal_n = position_legal(p, moves);
    int n = 0;
    if (p->over)
        return legal_n == 0 ? NULL : "moves after the end";
    for (point_t k = 0; k < g->n * g->n; k++) {
        const char *rule = naive_palisade_verdict(g, column_of(p, k), row_of(p, k));
        if (strcmp(rule, verdict_rule(position_judge(p, (move_t)k))) != 0)
            return "verdict";
        if (rule[0] == '\0' && (n >= legal_n || moves[n++] != (move_t)k))
            return "legal list";
    }
    if (n == 0)
        return "no placement available";
    return n == legal_n ? NULL : "legal list";
}

static const char *owners_differ(const struct position *p, const struct naive_palisade *g)
{
    struct result r;
    int16_t points[PLAYERS_MAX];
    int count[4] = {0};
    position_result(p, &r);
    position_score(p, points);
    for (point_t k = 0; k < g->n * g->n; k++) {
        int owners = naive_palisade_owners(g, column_of(p, k), row_of(p, k));
        count[owners]++;
        if (owners == 3)
            return "a point with two owners";
        if (r.owner[k] != owners)
            return "owner";
    }
    if (r.points[0] != count[1] || r.points[1] != count[2])
        return "points";
    if (points[0] != count[1] || points[1] != count[2])
        return "score";
    if (r.over != (count[0] == 0) || p->over != r.over)
        return "end of the game"; /* P6 */
    int winner = count[0] > 0 ? 0 : count[1] > count[2] ? 1 : 2;
    return r.winner == winner && p->winner == winner ? NULL : "winner";
}

/* Do those points, with the ring, make a loop around (column, row) of which each is a part? */
static bool proves_inside(const struct naive_palisade *g, int column, int row,
                          const struct explanation *e)
{
    struct naive_palisade alone;
    int side = 0;
    naive_palisade_start(&alone, g->n);
    for (int i = 0; i < e->points_n; i++) {
        int x = e->points[i] % g->n + 1;
        int y = e->points[i] / g->n + 1;
        if (i > 0 && g->stone[x][y] != side)
            return false;
        side = g->stone[x][y];
        if (side == 0 || alone.stone[x][y] != 0)
            return false;
        alone.stone[x][y] = (char)side;
    }
    if (side == 0 || !naive_palisade_inside(&alone, column, row, side))
        return false;
    for (int i = 0; i < e->points_n; i++)
        if (!naive_palisade_on_loop(&alone, e->points[i] % g->n + 1, e->points[i] / g->n + 1))
            return false;
    return true;
}

static const char *explanations_fail(const struct position *p, const struct naive_palisade *g)
{
    if (p->over)
        return NULL;
    for (point_t k = 0; k < g->n * g->n; k++) {
        struct explanation e;
        const char *rule = naive_palisade_verdict(g, column_of(p, k), row_of(p, k));
        position_explain(p, (move_t)k, &e);
        if (strcmp(rule, verdict_rule(e.verdict)) != 0)
            return "verdict of the explanation";
        if (rule[0] == '\0') {
            if (e.text[0] != '\0' || e.points_n != 0)
                return "explanation of a legal move";
        } else if (strcmp(rule, "P5") == 0) {
            if (!proves_inside(g, column_of(p, k), row_of(p, k), &e))
                return "points of the explanation";
        } else if (e.points_n != 1 || e.points[0] != k) {
            return "points of the explanation";
        }
        if ((rule[0] == '\0') != (e.text[0] == '\0'))
            return "sentence of the explanation";
    }
    return NULL;
}

/* A copy goes its own way: what is played in it does not touch the original. */
static const char *copy_differs(const struct position *p, struct rng *r)
{
    if (p->over)
        return NULL;
    struct position copy;
    struct position same = *p;
    position_copy(&copy, p);
    if (!position_equal(&copy, p))
        return "copy";
    position_playout(&copy, r, NULL);
    return position_equal(&same, p) && p->hash == position_hash(p, 0) ? NULL : "original of a copy";
}

/* Plays random games on that size until *plies are used up. Everything is compared on every
 * `stride`-th ply, the stones on each. Returns what differed, or NULL. */
static const char *model_differs(int size, int stride, int *plies, struct rng *r,
                                 enum naive_palisade_fault fault)
{
    while (*plies > 0) {
        struct position p;
        struct naive_palisade g;
        start(&p, size);
        naive_palisade_start(&g, size);
        g.fault = fault;
        for (int ply = 0;; ply++) {
            const char *what = cells_differ(&p, &g);
            if (what == NULL && (p.over || ply % stride == 0)) {
                what = verdicts_differ(&p, &g);
                if (what == NULL)
                    what = owners_differ(&p, &g);
                if (what == NULL)
                    what = explanations_fail(&p, &g);
                if (what == NULL)
                    what = copy_differs(&p, r);
            }
            if (what != NULL || p.over || --*plies <= 0) {
                if (what != NULL)
                    print_message("size %d, ply %d: %s\n", size, ply, what);
                if (what != NULL)
                    return what;
                break;
            }
            move_t m = position_random(&p, r);
            if (position_play(&p, m) != VERDICT_OK)
                return "a random move";
            naive_palisade_play(&g, column_of(&p, m), row_of(&p, m));
        }
    }
    return NULL;
}

static uint64_t number_from(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text != NULL && *text != '\0' ? strtoull(text, NULL, 10) : otherwise;
}

static void random_games_agree_with_the_model_on_every_size(void **state)
{
    (void)state;
    uint64_t seed = number_from("HOSHI_MODEL_SEED", 1);
    int plies = (int)number_from("HOSHI_MODEL_OPS", MODEL_PLIES);
    struct rng r;
    rng_seed(&r, seed);
    print_message("seed %llu, %d plies\n", (unsigned long long)seed, plies);
    for (int size = 3; size <= SIDE_MAX; size += 2) {
        /* A game of n x n has about 0.73 n² plies, and a ply costs the model about n⁴. */
        int share = size <= 9 ? plies / 6 : size <= 15 ? plies / 20 : plies / 14;
        int stride = size <= 9 ? 1 : size <= 15 ? 4 : 40;
        const char *what = model_differs(size, stride, &share, &r, NAIVE_PALISADE_SOUND);
        if (what != NULL)
            fail_msg("size %d differs: %s", size, what);
    }
}

static void the_comparison_notices_planted_faults(void **state)
{
    (void)state;
    static const enum naive_palisade_fault faults[] = {
        NAIVE_PALISADE_RING_APART, NAIVE_PALISADE_ONE_STAYS, NAIVE_PALISADE_OWN_LOOP_FREE};
    for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
        struct rng r;
        int plies = 1000;
        rng_seed(&r, i);
        assert_non_null(model_differs(7, 1, &plies, &r, faults[i]));
    }
}

/* Claims about all positions. */

/* All games from p: each position agrees with the model, and the ends are counted. */
static int all_games(const struct position *p, const struct naive_palisade *g)
{
    assert_null(cells_differ(p, g));
    assert_null(verdicts_differ(p, g));
    assert_null(owners_differ(p, g));
    assert_null(explanations_fail(p, g));
    if (p->over)
        return 1;
    move_t moves[MOVES_MAX];
    int n = position_legal(p, moves);
    int ends = 0;
    for (int i = 0; i < n; i++) {
        struct position q = *p;
        struct naive_palisade h = *g;
        assert_int_equal(position_play(&q, moves[i]), VERDICT_OK);
        naive_palisade_play(&h, column_of(p, moves[i]), row_of(p, moves[i]));
        ends += all_games(&q, &h);
    }
    return ends;
}

static void p6_all_games_on_3x3_end_without_a_tie(void **state)
{
    (void)state;
    struct position p;
    struct naive_palisade g;
    start(&p, 3);
    naive_palisade_start(&g, 3);
    assert_true(all_games(&p, &g) > 0);
}

/* Checks for every position, and for every set of stones on 5x5. */
static void check_claims(const struct position *p)
{
    struct result r;
    int n = p->setup.width * p->setup.width;
    position_result(p, &r);
    move_t moves[MOVES_MAX];
    int open[3] = {0};
    struct position other = *p;
    for (int side = 1; side <= 2; side++) {
        other.side = (uint8_t)side;
        open[side] = position_legal(&other, moves);
    }
    if (r.over) { /* all points are owned, by one player each; no tie */
        assert_int_equal(open[1] + open[2], 0);
        assert_int_equal(r.points[0] + r.points[1], n);
        assert_int_equal(r.winner, r.points[0] > r.points[1] ? 1 : 2);
    } else { /* both have a placement, not only the one to move */
        assert_true(open[1] > 0 && open[2] > 0);
        assert_true(r.points[0] + r.points[1] < n);
    }
    int owned[3] = {0};
    for (point_t k = 0; k < n; k++) {
        owned[r.owner[k]]++;
        int stone = position_cell(p, k).owner;
        assert_true(stone == OWNER_NONE || r.owner[k] == OWNER_NONE || r.owner[k] == stone);
    }
    assert_int_equal(owned[1], r.points[0]);
    assert_int_equal(owned[2], r.points[1]);
}

static void p6_both_have_placements_until_all_points_are_owned_on_5x5(void **state)
{
    (void)state;
    const struct setup s = setup_of(5);
    uint32_t step = number_from("HOSHI_EXHAUSTIVE", 0) == 1 ? 1 : 4099;
    uint32_t possible = 0;
    for (uint32_t set = 0; set < UINT32_C(1) << 25; set += step) {
        struct cell cells[25] = {{0}};
        struct position p;
        for (int k = 0; k < 25; k++)
            if (set >> k & 1)
                cells[k] = (struct cell){.owner = (uint8_t)(1 + k % 2), .height = 1};
        if (position_set(&p, &s, cells, 1) < 0)
            continue;
        possible++;
        check_claims(&p);
    }
    print_message("%u sets of stones on 5x5 are positions\n", possible);
    assert_true(possible > 0);
}

static void p6_both_have_placements_until_all_points_are_owned_on_large_boards(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 5);
    for (int size = 7; size <= SIDE_MAX; size += 6) {
        struct position p;
        start(&p, size);
        while (!p.over) {
            check_claims(&p);
            position_play_legal(&p, position_random(&p, &r));
        }
        check_claims(&p);
    }
}

static void p3_a_stone_closes_a_loop_iff_two_neighbours_were_connected(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 9);
    for (int game = 0; game < 40; game++) {
        struct position p;
        start(&p, 9);
        while (!p.over) {
            struct naive_palisade g;
            move_t m = position_random(&p, &r);
            int x = column_of(&p, m);
            int y = row_of(&p, m);
            naive_palisade_start(&g, 9);
            for (point_t k = 0; k < 81; k++)
                g.stone[column_of(&p, k)][row_of(&p, k)] = (char)position_cell(&p, k).owner;
            g.stone[x][y] = (char)p.side; /* before anything is captured */
            int16_t before[PLAYERS_MAX];
            int16_t after[PLAYERS_MAX];
            int side = p.side;
            position_score(&p, before);
            position_play_legal(&p, m);
            position_score(&p, after);
            /* A loop encloses a point that was free or the other side's. */
            bool closed = after[side - 1] > before[side - 1];
            assert_int_equal(closed, naive_palisade_on_loop(&g, x, y));
        }
    }
}

static void p2_a_loop_with_ring_stones_is_safe_for_ever(void **state)
{
    (void)state;
    struct rng r;
    int loops_n = 0;
    rng_seed(&r, 3);
    for (int game = 0; game < 20; game++) {
        struct position p;
        uint8_t safe[81] = {0}; /* whose stone was part of a loop with ring stones */
        start(&p, 9);
        while (!p.over) {
            for (point_t k = 0; k < 81; k++)
                assert_true(safe[k] == 0 || position_cell(&p, k).owner == safe[k]);
            for (point_t k = 0; k < 81; k++) {
                struct palisade_loop loop;
                if (position_cell(&p, k).owner != OWNER_NONE)
                    continue;
                palisade_loop_around(&p, k, &loop);
                for (int i = 0; loop.ring_n > 0 && i < loop.points_n; i++)
                    safe[loop.points[i]] = loop.side;
                loops_n += loop.ring_n > 0;
            }
            position_play_legal(&p, position_random(&p, &r));
        }
    }
    assert_true(loops_n > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_agree_with_the_model_on_every_size),
        cmocka_unit_test(the_comparison_notices_planted_faults),
        cmocka_unit_test(p6_all_games_on_3x3_end_without_a_tie),
        cmocka_unit_test(p6_both_have_placements_until_all_points_are_owned_on_5x5),
        cmocka_unit_test(p6_both_have_placements_until_all_points_are_owned_on_large_boards),
        cmocka_unit_test(p3_a_stone_closes_a_loop_iff_two_neighbours_were_connected),
        cmocka_unit_test(p2_a_loop_with_ring_stones_is_safe_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
