/* test_levee.c - the rules of Levee against the naive model, exhaustively where that is possible.
 *
 * HOSHI_MODEL_SEED sets the seed (printed), HOSHI_MODEL_OPS the number of plies compared. */
#include "testing.h"

#include "base/err.h"
#include "model/naive_levee.h"
#include "rules/position.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t env_number(const char *name, uint64_t otherwise)
{
    const char *value = getenv(name);
    return value != NULL && *value != '\0' ? strtoull(value, NULL, 10) : otherwise;
}

static struct setup setup_of(int n)
{
    struct setup s = setup_default(GAME_LEVEE);
    s.width = s.height = (uint8_t)n;
    return s;
}

static void start(struct position *p, int n)
{
    struct setup s = setup_of(n);
    assert_int_equal(position_start(p, &s), 0);
}

static void points_of(const struct position *p, const point_t *points, int n,
                      struct naive_point *out)
{
    for (int i = 0; i < n; i++)
        out[i] = (struct naive_point){points[i] % p->setup.width, points[i] / p->setup.width};
}

/* The difference between a refusal's explanation and the naive judge's: its name, or NULL. */
static const char *refusal_difference(const struct position *p, const struct naive_levee *m,
                                      move_t move, const char *rule)
{
    static struct explanation why;
    struct naive_point path[POINTS_MAX];
    position_explain(p, move, &why);
    if (strcmp(verdict_rule(why.verdict), rule) != 0 || why.text[0] == '\0')
        return "the explanation's rule";
    if (why.points_n == 0 || why.alternative != MOVE_NONE)
        return "the explanation's points";
    if (strcmp(rule, "L3b") != 0)
        return why.points_n == 1 && why.points[0] == move ? NULL : "the explanation's point";
    /* The points prove it: in order they are a circuit, all stones but the new one. */
    points_of(p, why.points, why.points_n, path);
    bool with_new = false;
    for (int i = 0; i < why.points_n; i++) {
        if (why.points[i] == move)
            with_new = true;
        else if (!m->stone[path[i].x][path[i].y])
            return "the circuit's stones";
    }
    return with_new && naive_levee_is_circuit(m, path, why.points_n) ? NULL : "the circuit";
}

static const char *channel_difference(const struct position *p, const struct naive_levee *m)
{
    static struct result result;
    struct naive_point path[POINTS_MAX];
    position_result(p, &result);
    for (int side = 1; side <= 2; side++) {
        int n = result.channel_n[side - 1];
        if (n != naive_levee_channel(m, side))
            return "the length of a shortest channel";
        points_of(p, result.channel[side - 1], n, path);
        if (n != 0 && !naive_levee_is_channel(m, side, path, n))
            return "a channel";
    }
    if (result.over != p->over || result.winner != p->winner)
        return "the result's winner";
    for (int side = 1; side <= 2; side++)
        if (result.points[side - 1] != (p->winner == side))
            return "the result's points";
    return NULL;
}

/* The first thing in which the position and the model differ, or NULL. */
static const char *difference(const struct position *p, const struct naive_levee *m)
{
    int n = m->n;
    move_t legal[MOVES_MAX];
    int legal_n = position_legal(p, legal);
    int expected_n = 0;
    if (p->over != (m->winner != 0) || p->winner != m->winner)
        return "the winner";
    if (p->side != m->side)
        return "the side to move";
    if (p->hash != position_hash(p, 0))
        return "the hash";
    for (move_t i = 0; i < n * n; i++) {
        int x = i % n;
        int y = i / n;
        struct cell c = position_cell(p, (point_t)i);
        if (c.owner != (m->stone[x][y] ? OWNER_NEUTRAL : OWNER_NONE) ||
            c.height != m->stone[x][y] || c.flags != 0)
            return "a cell";
        if (m->winner != 0)
            continue;
        const char *rule = naive_levee_judge(m, x, y);
        if (strcmp(verdict_rule(position_judge(p, i)), rule) != 0)
            return "a verdict";
        if (rule[0] != '\0') {
            const char *what = refusal_difference(p, m, i, rule);
            if (what != NULL)
                return what;
        } else if (expected_n >= legal_n || legal[expected_n++] != i) {
            return "the legal moves";
        }
    }
    if (expected_n != legal_n)
        return "the number of legal moves";
    return channel_difference(p, m);
}

/* The same for one game; *plies counts those compared. */
static const char *game_difference(int n, enum naive_levee_fault fault, struct rng *r,
                                   uint64_t *plies)
{
    struct position p;
    struct naive_levee m;
    start(&p, n);
    naive_levee_start(&m, n, fault);
    for (;;) {
        const char *what = difference(&p, &m);
        (*plies)++;
        if (what != NULL || p.over)
            return what;
        /* A copy plays on without touching its original. */
        struct position copy;
        struct position before;
        position_copy(&before, &p);
        position_copy(&copy, &p);
        position_playout(&copy, r, NULL);
        if (!copy.over || copy.winner == 0 || copy.hash != position_hash(&copy, 0) ||
            !position_equal(&p, &before))
            return "a copy";
        move_t move = position_random(&p, r);
        if (position_play(&p, move) != VERDICT_OK || p.last != move)
            return "a random move";
        naive_levee_play(&m, move % n, move / n);
    }
}

static void random_games_agree_with_the_naive_model(void **state)
{
    (void)state;
    uint64_t seed = env_number("HOSHI_MODEL_SEED", 20070501);
    uint64_t ops = env_number("HOSHI_MODEL_OPS", 1500);
    struct rng r;
    rng_seed(&r, seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    uint64_t plies = 0;
    for (uint64_t game = 0; plies < ops; game++) {
        int n = 3 + 2 * (int)(game % 12);
        const char *what = game_difference(n, NAIVE_LEVEE_RIGHT, &r, &plies);
        if (what != NULL)
            fail_msg("%s differs on %dx%d (seed %llu, game %llu)", what, n, n,
                     (unsigned long long)seed, (unsigned long long)game);
    }
}

static void planted_faults_are_noticed(void **state)
{
    (void)state;
    static const enum naive_levee_fault faults[] = {
        NAIVE_LEVEE_OPEN_DIAGONALS, NAIVE_LEVEE_CORNER_CIRCUITS, NAIVE_LEVEE_LONE_SIDE};
    for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
        struct rng r;
        rng_seed(&r, i);
        const char *what = NULL;
        uint64_t plies = 0;
        while (what == NULL && plies < 2000)
            what = game_difference(7, faults[i], &r, &plies);
        assert_non_null(what);
    }
}

/* Puts the stones of a set (bit i: point i, the centre left out) on both boards. */
static void fill(uint32_t set, int n, struct cell *cells, struct naive_levee *m)
{
    naive_levee_start(m, n, NAIVE_LEVEE_RIGHT);
    memset(cells, 0, (size_t)(n * n) * sizeof *cells);
    for (int i = 0, bit = 0; i < n * n; i++) {
        if (i == n * n / 2)
            continue;
        if (set >> bit++ & 1) {
            cells[i] = (struct cell){.owner = OWNER_NEUTRAL, .height = 1};
            m->stone[i % n][i / n] = true;
        }
    }
}

/* L3b and L4 on one set of stones: there is a circuit iff no side has a channel, and position_set
 * sees the same as the searches. */
static void set_agrees(uint32_t set, int n)
{
    struct setup s = setup_of(n);
    struct cell cells[POINTS_MAX];
    struct naive_levee m;
    struct position p;
    fill(set, n, cells, &m);
    bool circuit = naive_levee_circuit(&m);
    bool has_1 = naive_levee_channel(&m, 1) != 0;
    bool has_2 = naive_levee_channel(&m, 2) != 0;
    assert_int_equal(circuit, !has_1 && !has_2);
    int err = position_set(&p, &s, cells, 1);
    assert_int_equal(err, circuit ? ERR_ILLEGAL : 0);
    if (err < 0)
        return;
    assert_int_equal(p.over, !has_1 || !has_2);
    assert_int_equal(p.winner, !has_1 ? 2 : !has_2 ? 1 : 0);
    if (n == 3 || set % 64 == 0) /* L2: shortest channels; all would take long */
        assert_null(channel_difference(&p, &m));
}

static void l4_walls_and_channels_agree_on_all_sets_of_3x3(void **state)
{
    (void)state;
    for (uint32_t set = 0; set < 1u << 8; set++)
        set_agrees(set, 3);
}

/* 2^24 sets are too many for every day: all are taken when HOSHI_MODEL_OPS is above a million, else
 * an even sample of them. */
static void l4_walls_and_channels_agree_on_sets_of_5x5(void **state)
{
    (void)state;
    uint64_t ops = env_number("HOSHI_MODEL_OPS", 0);
    uint32_t step = ops > 1000000 ? 1 : 101;
    for (uint32_t set = 0; set < 1u << 24; set += step)
        set_agrees(set, 5);
}

/* All positions that play reaches on 3x3, each once: in none does the side to move lack a
 * placement, none ends without a winner, and illegal points stay illegal. */
static void reach(const struct position *p, bool seen[2][1 << 9], int *n)
{
    unsigned set = 0;
    for (point_t i = 0; i < 9; i++)
        set |= (unsigned)position_cell(p, i).height << i;
    if (seen[p->side - 1][set])
        return;
    seen[p->side - 1][set] = true;
    (*n)++;
    if (p->over) {
        assert_in_range(p->winner, 1, 2);
        return;
    }
    move_t legal[MOVES_MAX];
    int legal_n = position_legal(p, legal);
    assert_true(legal_n > 0);
    for (int i = 0; i < legal_n; i++) {
        struct position q;
        position_copy(&q, p);
        position_play_legal(&q, legal[i]);
        if (!q.over)
            for (move_t m = 0; m < 9; m++)
                if (position_judge(p, m) != VERDICT_OK)
                    assert_int_not_equal(position_judge(&q, m), VERDICT_OK);
        reach(&q, seen, n);
    }
}

static void l4_a_placement_is_always_available_on_3x3(void **state)
{
    (void)state;
    static bool seen[2][1 << 9];
    struct position p;
    int n = 0;
    start(&p, 3);
    reach(&p, seen, &n);
    print_message("%d positions\n", n);
    assert_true(n > 100);
}

static void l4_games_end_with_a_winner_and_illegal_points_stay_illegal(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 4);
    for (int game = 0; game < 300; game++) {
        struct position p;
        bool illegal[POINTS_MAX] = {false};
        int n = 3 + 2 * (game % 12);
        start(&p, n);
        while (!p.over) {
            move_t legal[MOVES_MAX];
            int legal_n = position_legal(&p, legal);
            assert_true(legal_n > 0);
            int listed = 0;
            for (move_t m = 0; m < n * n; m++) {
                enum verdict v = position_judge(&p, m);
                bool is_listed = listed < legal_n && legal[listed] == m;
                listed += is_listed;
                assert_int_equal(v == VERDICT_OK, is_listed);
                if (illegal[m])
                    assert_int_equal(v, VERDICT_L3B);
                illegal[m] = v == VERDICT_L3B;
            }
            position_play_legal(&p, position_random(&p, &r));
        }
        assert_in_range(p.winner, 1, 2);
    }
}

/* Plays a game and its image under a symmetry. A quarter turn exchanges the edges, so the image is
 * begun by the other side. */
static void symmetric_games_have_equal_hashes_and_results(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 5);
    for (int game = 0; game < 200; game++) {
        int s = game % SYMMETRIES_MAX;
        int n = 3 + 2 * (game / SYMMETRIES_MAX % 12);
        bool swaps = game_levee.symmetries_swap >> s & 1;
        struct setup setup = setup_of(n);
        struct cell empty[POINTS_MAX] = {{0}};
        struct position p;
        struct position q;
        start(&p, n);
        assert_int_equal(position_set(&q, &setup, empty, swaps ? 2 : 1), 0);
        while (!p.over) {
            assert_int_equal(position_hash(&p, s), q.hash);
            assert_int_equal(position_hash_canonical(&p), position_hash_canonical(&q));
            move_t m = position_random(&p, &r);
            assert_int_equal(position_play(&p, m), VERDICT_OK);
            assert_int_equal(position_play(&q, symmetry_move(s, n, n, m)), VERDICT_OK);
            assert_int_equal(p.over, q.over);
        }
        assert_int_equal(position_hash(&p, s), q.hash);
        assert_int_equal(q.winner, swaps ? 3 - p.winner : p.winner);
    }
}

static void the_side_to_move_and_the_size_change_the_hash(void **state)
{
    (void)state;
    struct cell empty[POINTS_MAX] = {{0}};
    struct setup s = setup_of(5);
    struct position p;
    struct position q;
    start(&p, 5);
    assert_int_equal(position_set(&q, &s, empty, 1), 0);
    assert_true(position_equal(&p, &q));
    assert_int_equal(position_set(&q, &s, empty, 2), 0);
    assert_true(p.hash != q.hash && !position_equal(&p, &q));
    start(&q, 7);
    assert_true(p.hash != q.hash);
}

/* The same stones in another order are the same position. */
static void the_order_of_placements_does_not_matter(void **state)
{
    (void)state;
    struct position p;
    struct position q;
    start(&p, 7);
    start(&q, 7);
    static const move_t order_p[] = {10, 17, 3, 23};
    static const move_t order_q[] = {23, 3, 17, 10};
    for (size_t i = 0; i < ARRAY_LEN(order_p); i++) {
        assert_int_equal(position_play(&p, order_p[i]), VERDICT_OK);
        assert_int_equal(position_play(&q, order_q[i]), VERDICT_OK);
    }
    assert_true(position_equal(&p, &q));
}

static void l3_positions_that_no_play_reaches_are_refused(void **state)
{
    (void)state;
    struct setup s = setup_of(5);
    struct cell cells[POINTS_MAX] = {{0}};
    struct position p;
    start(&p, 5);
    uint64_t hash = p.hash;
    cells[12] = (struct cell){.owner = OWNER_NEUTRAL, .height = 1}; /* L3a */
    assert_int_equal(position_set(&p, &s, cells, 1), ERR_ILLEGAL);
    cells[12] = (struct cell){.owner = 1, .height = 1};
    assert_int_equal(position_set(&p, &s, cells, 1), ERR_RANGE);
    cells[12] = (struct cell){0};
    cells[3] = (struct cell){.owner = OWNER_NEUTRAL, .height = 2};
    assert_int_equal(position_set(&p, &s, cells, 1), ERR_RANGE);
    cells[3] = (struct cell){0};
    static const point_t circuit[] = {7, 11, 13, 17};
    for (size_t i = 0; i < ARRAY_LEN(circuit); i++)
        cells[circuit[i]] = (struct cell){.owner = OWNER_NEUTRAL, .height = 1};
    assert_int_equal(position_set(&p, &s, cells, 1), ERR_ILLEGAL); /* L3b */
    assert_int_equal(position_set(&p, &s, cells, 3), ERR_RANGE);
    assert_true(p.hash == hash);
}

static void l4_there_is_no_passing(void **state)
{
    (void)state;
    struct position p;
    static struct explanation why;
    start(&p, 9);
    assert_int_equal(position_play(&p, MOVE_PASS), VERDICT_L4);
    assert_int_equal(position_play(&p, MOVE_SWAP), VERDICT_G3);
    assert_int_equal(position_play(&p, MOVE_RED + 3), VERDICT_G3);
    position_explain(&p, MOVE_PASS, &why);
    assert_int_equal(why.verdict, VERDICT_L4);
    assert_int_equal(why.points_n, 0);
    assert_true(why.text[0] != '\0');
}

static void l3b_the_refusal_names_the_shortest_circuit(void **state)
{
    (void)state;
    struct position p;
    static struct explanation why;
    start(&p, 7);
    static const char *const stones[] = {"c4", "d5", "e4", "c3", "c5", "e5"};
    move_t m;
    for (size_t i = 0; i < ARRAY_LEN(stones); i++) {
        assert_int_equal(move_parse(stones[i], 7, 7, &m), 0);
        assert_int_equal(position_play(&p, m), VERDICT_OK);
    }
    assert_int_equal(move_parse("d3", 7, 7, &m), 0);
    position_explain(&p, m, &why);
    assert_int_equal(why.verdict, VERDICT_L3B);
    assert_string_equal(why.text,
                        "A stone on d3 would close a circuit around the centre (4 stones).");
    assert_int_equal(why.points_n, 4);
}

/* Playouts choose uniformly: on an empty 3x3 board the first placements are equally frequent
 * (chi-square with 7 degrees of freedom stays below 24.3 with probability 0.999), and so they are
 * where a point is illegal. */
static void playouts_choose_uniformly_among_legal_points(void **state)
{
    (void)state;
    enum { GAMES = 80000 };
    struct rng r;
    rng_seed(&r, 6);
    struct setup s = setup_of(5);
    struct cell cells[POINTS_MAX] = {{0}};
    size_t at;
    assert_int_equal(diagram_parse(&s, "..... ..#.. .#+#. ..... .....", cells, &at), 0);
    struct position root;
    assert_int_equal(position_set(&root, &s, cells, 1), 0);
    move_t legal[MOVES_MAX];
    int legal_n = position_legal(&root, legal);
    assert_int_equal(legal_n, 20);
    int count[MOVE_INDEX_N] = {0};
    for (int i = 0; i < GAMES; i++) {
        struct position p;
        move_t first = MOVE_NONE;
        struct playlog log = {.moves = &first, .cap = 1};
        position_copy(&p, &root);
        position_playout(&p, &r, &log);
        count[first]++;
        assert_int_equal(log.n, p.ply);
    }
    double expected = (double)GAMES / legal_n;
    double chi = 0;
    for (int i = 0; i < legal_n; i++)
        chi += (count[legal[i]] - expected) * (count[legal[i]] - expected) / expected;
    assert_true(chi < 43.8); /* 19 degrees of freedom, probability 0.999 */
}

/* A word of the generator serves two placements: the second ones are as frequent as each other, too
 * (23 degrees of freedom: below 49.8 with probability 0.999). None of the first two is illegal; of
 * the next two some are, or follow from where the others lie, so that they are nearly as
 * frequent. */
static void playouts_choose_second_points_uniformly(void **state)
{
    (void)state;
    enum { GAMES = 48000 };
    struct rng r;
    rng_seed(&r, 7);
    struct position empty;
    start(&empty, 5);
    int count[4][25] = {{0}};
    for (int i = 0; i < GAMES; i++) {
        struct position p;
        move_t moves[4];
        struct playlog log = {.moves = moves, .cap = 4};
        position_copy(&p, &empty);
        position_playout(&p, &r, &log);
        for (int k = 0; k < 4; k++)
            count[k][moves[k]]++;
    }
    double expected = (double)GAMES / 24;
    double chi = 0;
    for (int i = 0; i < 25; i++) {
        for (int k = 2; k < 4 && i != 12; k++)
            assert_in_range(count[k][i], expected * 0.9, expected * 1.1);
        if (i != 12)
            chi += (count[1][i] - expected) * (count[1][i] - expected) / expected;
    }
    assert_int_equal(count[1][12], 0);
    assert_true(chi < 49.8);
}

static void a_small_board_uses_a_prefix_of_the_position(void **state)
{
    (void)state;
    struct position p;
    start(&p, 19);
    assert_true(game_levee.bytes(&p) <= 4096);
    start(&p, 5);
    assert_true(game_levee.bytes(&p) <= 1100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(l4_walls_and_channels_agree_on_all_sets_of_3x3),
        cmocka_unit_test(l4_a_placement_is_always_available_on_3x3),
        cmocka_unit_test(the_side_to_move_and_the_size_change_the_hash),
        cmocka_unit_test(the_order_of_placements_does_not_matter),
        cmocka_unit_test(l3_positions_that_no_play_reaches_are_refused),
        cmocka_unit_test(l3b_the_refusal_names_the_shortest_circuit),
        cmocka_unit_test(l4_there_is_no_passing),
        cmocka_unit_test(a_small_board_uses_a_prefix_of_the_position),
        cmocka_unit_test(random_games_agree_with_the_naive_model),
        cmocka_unit_test(playouts_choose_uniformly_among_legal_points),
        cmocka_unit_test(playouts_choose_second_points_uniformly),
        cmocka_unit_test(l4_games_end_with_a_winner_and_illegal_points_stay_illegal),
        cmocka_unit_test(symmetric_games_have_equal_hashes_and_results),
        cmocka_unit_test(planted_faults_are_noticed),
        cmocka_unit_test(l4_walls_and_channels_agree_on_sets_of_5x5),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
