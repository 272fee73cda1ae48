/* test_leaf.c - several playouts from one leaf (search/tree/leaf.h): each counts as a visit, and
 * for the moves that its player made in it. */
#include "testing.h"

#include "rules/lanes.h"
#include "rules/position.h"
#include "search/tree/leaf.h"
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 1 << 22 };

static struct search s;
static struct worker w;
static void *block;

static int block_take(void **state)
{
    (void)state;
    block = calloc(1, BLOCK_BYTES);
    return block == NULL;
}

static int block_free(void **state)
{
    (void)state;
    free(block);
    return 0;
}

/* A search whose root has its children, after so many random plies. */
static void begin(enum game_id game, int size, int plies, enum lanes_path path)
{
    struct setup setup = setup_default(game);
    struct rng r;
    setup.width = setup.height = (uint8_t)size;
    memset(&s, 0, sizeof s);
    tree_init(&s.tree, block, BLOCK_BYTES);
    s.tree.expand_visits = s.tree.expand_least = TREE_EXPAND_VISITS;
    assert_int_equal(position_start(&s.root, &setup), 0);
    rng_seed(&r, 5);
    for (; plies > 0; plies--)
        position_play_legal(&s.root, position_random(&s.root, &r));
    assert_false(s.root.over);
    s.pie = PIE_NONE;
    s.asks = true;
    s.seed = 3;
    s.leaf_games = LEAF_GAMES;
    s.in_lanes = lanes_fit(&s.root);
    s.lanes_path = path;
    worker_prepare(&s);
    worker_init(&w, &s, NULL, 0);
    assert_int_equal(w.learns, game == GAME_PALISADE);
    assert_true(worker_start(&w));
}

static struct node *root_of(void)
{
    return &s.tree.nodes[TREE_ROOT];
}

/* What is known of the root's children, as one number. */
static uint64_t mix_children(void)
{
    const struct node *child = tree_children(&s.tree, root_of());
    uint64_t sum = 0;
    for (int i = 0; i < root_of()->children_n; i++) {
        sum = rng_mix(sum ^ atomic_load(&child[i].sum));
        sum = rng_mix(sum ^ atomic_load(&child[i].amaf));
        sum = rng_mix(sum ^ tree_visits(&child[i]));
    }
    return sum;
}

static void all_paths_search_the_same(void **state)
{
    (void)state;
    static const struct {
        enum game_id game;
        int size, plies;
    } boards[] = {{GAME_PALISADE, 5, 0},   {GAME_PALISADE, 7, 9},  {GAME_PALISADE, 13, 0},
                  {GAME_PALISADE, 13, 41}, {GAME_PALISADE, 19, 0}, {GAME_REDSTONE, 5, 3},
                  {GAME_REDSTONE, 9, 20}};
    for (size_t i = 0; i < ARRAY_LEN(boards); i++) {
        uint64_t first = 0;
        for (enum lanes_path path = 0; path < LANES_PATH_N; path++) {
            if (!lanes_path_works(path))
                continue;
            begin(boards[i].game, boards[i].size, boards[i].plies, path);
            for (int round = 0; round < 200; round++)
                (void)worker_round(&w);
            if (path == 0)
                first = mix_children();
            assert_int_equal(mix_children(), first);
        }
    }
}

static void check_visits(enum game_id game)
{
    enum { ROUNDS = 100 };
    begin(game, 9, 0, LANES_PLAIN);
    for (int round = 0; round < ROUNDS; round++)
        assert_true(worker_round(&w));
    const struct node *child = tree_children(&s.tree, root_of());
    uint32_t visits = 0;
    uint32_t told = 0;
    for (int i = 0; i < root_of()->children_n; i++) {
        visits += tree_visits(&child[i]);
        told += atomic_load(&s.stats[i].n);
        assert_int_equal(atomic_load(&s.stats[i].n), tree_visits(&child[i]));
    }
    assert_int_equal(tree_visits(root_of()), LEAF_GAMES * ROUNDS);
    assert_int_equal(visits, LEAF_GAMES * ROUNDS);
    assert_int_equal(told, LEAF_GAMES * ROUNDS);
    assert_int_equal(atomic_load(&s.nodes_n), (LEAF_GAMES - 1) * ROUNDS); /* the caller adds one */
}

static void each_playout_counts_as_a_visit(void **state)
{
    (void)state;
    check_visits(GAME_PALISADE);
    check_visits(GAME_LEVEE); /* has no lanes */
}

/* The outcome of a game, by the rules. */
static void replay(const struct position *from, const struct playlog *log, struct outcome *out)
{
    static struct position q;
    position_copy(&q, from);
    for (uint32_t k = 0; k < log->n; k++)
        assert_int_equal(position_play(&q, log->moves[k]), VERDICT_OK);
    assert_true(q.over);
    playout_score(&q, out);
}

/* Whether the side that moves at the root has played m there, or in the game after it. */
static bool has_played(const struct playlog *log, move_t first, move_t m)
{
    for (uint32_t k = 1; k < log->n; k += 2)
        if (log->moves[k] == m)
            return true;
    return first == m;
}

/* The games that the worker is about to play. */
static void foretell(struct playlog logs[LEAF_GAMES])
{
    struct rng same = w.rng;
    if (s.in_lanes) {
        struct ending endings[LEAF_GAMES];
        lanes_play(LANES_PLAIN, &w.position, &same, LEAF_GAMES, w.learns ? &w.mast : NULL, logs,
                   endings);
        return;
    }
    for (int i = 0; i < LEAF_GAMES; i++) {
        struct position q;
        position_copy(&q, &w.position);
        position_playout(&q, &same, &logs[i]);
    }
}

static void a_move_gets_the_samples_of_the_games_that_have_it(void **state)
{
    (void)state;
    enum { CAP = 400 };
    static move_t moves[LEAF_GAMES][CAP];
    static uint64_t before[MOVES_MAX];
    struct playlog logs[LEAF_GAMES];
    struct outcome out[LEAF_GAMES], expected[LEAF_GAMES];
    for (int plies = 0; plies < 30; plies++) {
        static const enum game_id turn[] = {GAME_PALISADE, GAME_REDSTONE, GAME_LEVEE};
        begin(turn[plies % 3], 9, plies, LANES_PLAIN);
        if (plies >= 15 && turn[plies % 3] == GAME_REDSTONE)
            s.in_lanes = false; /* as on larger boards: one after the other */
        struct node *child = tree_children(&s.tree, root_of());
        for (int i = 0; i < root_of()->children_n; i++)
            before[i] = atomic_load(&child[i].amaf);
        position_copy(&w.position, &s.root);
        leaf_forget(&w);
        w.path[0] = (struct step){.node = root_of(), .side = s.root.side};
        w.path[1].node = &child[0];
        position_play_legal(&w.position, child[0].move);
        for (int i = 0; i < LEAF_GAMES; i++)
            logs[i] = (struct playlog){.moves = moves[i], .cap = CAP};
        foretell(logs);
        struct position leaf;
        position_copy(&leaf, &w.position);
        assert_int_equal(leaf_play(&w, 1, out), LEAF_GAMES);
        leaf_back_up(&w, 1, out, LEAF_GAMES);

        uint64_t sum = 0;
        int seat = root_of()->seat;
        for (int i = 0; i < LEAF_GAMES; i++) {
            memset(&expected[i], 0, sizeof expected[i]);
            replay(&leaf, &logs[i], &expected[i]);
            for (int k = 0; k < 2; k++) {
                assert_int_equal(out[i].reward[k], expected[i].reward[k]);
                assert_int_equal(out[i].win[k], expected[i].win[k]);
                assert_int_equal(out[i].margin[k], expected[i].margin[k]);
            }
            sum += expected[i].reward[seat - 1];
        }
        assert_int_equal(atomic_load(&child[0].sum), sum);
        for (int i = 0; i < root_of()->children_n; i++) {
            uint64_t samples = 0;
            for (int k = 0; k < LEAF_GAMES; k++)
                if (has_played(&logs[k], child[0].move, child[i].move))
                    samples += AMAF_SAMPLE + expected[k].reward[seat - 1] / (REWARD_ONE / AMAF_ONE);
            assert_int_equal(atomic_load(&child[i].amaf) - before[i], samples);
        }
    }
}

/* How many of the root's children get samples from the worker's next round. */
static int learners(void)
{
    static uint64_t before[MOVES_MAX];
    const struct node *child = tree_children(&s.tree, root_of());
    int n = 0;
    for (int i = 0; i < root_of()->children_n; i++)
        before[i] = tree_amaf(&child[i]);
    assert_true(worker_round(&w));
    for (int i = 0; i < root_of()->children_n; i++)
        n += tree_amaf(&child[i]) != before[i];
    return n;
}

static void threads_that_share_a_tree_seldom_write_to_all_children_of_a_busy_node(void **state)
{
    (void)state;
    enum { ROUNDS = 200, SELDOM = 8 };
    for (int threads = 1; threads <= 2; threads++) {
        begin(GAME_LEVEE, 9, 0, LANES_PLAIN);
        s.threads = threads;
        for (int round = 0; round < BUSY_VISITS / LEAF_GAMES; round++)
            assert_true(learners() > 0);
        int told = 0;
        for (int round = 0; round < ROUNDS; round++)
            told += learners() > 0;
        assert_int_equal(told, threads > 1 ? ROUNDS / SELDOM : ROUNDS);
    }
}

/* Two workers take turns, and the root is busy. Returns how many rounds of a hundred go to a child
 * of the root that is the first worker's own: of the first, less those of the other. */
static int leaning(enum game_id game, int size, int threads)
{
    static struct worker other;
    enum { ROUNDS = 2000 };
    int more = 0;
    begin(game, size, 0, LANES_PLAIN);
    s.threads = threads;
    worker_init(&w, &s, NULL, 0);
    worker_init(&other, &s, NULL, 1);
    const struct node *nodes = s.tree.nodes;
    while (tree_visits(root_of()) < BUSY_VISITS)
        assert_true(worker_round(&w));
    for (int round = 0; round < ROUNDS; round++) {
        assert_true(worker_round(&w) && worker_round(&other));
        more += (w.path[1].node - nodes) / 2 % 2 == 0;
        more -= (other.path[1].node - nodes) / 2 % 2 == 0;
    }
    return more * 100 / ROUNDS;
}

static void threads_that_share_a_tree_of_levee_lean_to_different_children(void **state)
{
    (void)state;
    assert_true(leaning(GAME_LEVEE, 9, 2) >= 20);
    assert_true(abs(leaning(GAME_LEVEE, 9, 1)) <= 10);
    assert_true(abs(leaning(GAME_REDSTONE, 9, 2)) <= 10);
}

/* The playouts of the search are by its mast, which learns from each of them. */
static void the_mast_learns_from_all_playouts(void **state)
{
    (void)state;
    begin(GAME_PALISADE, 9, 0, LANES_PLAIN);
    for (int at = 0; at < 81; at++)
        assert_int_equal(w.mast.worth[w.mast.place[at]], MAST_ONE / 2);
    for (int round = 0; round < 40; round++)
        assert_true(worker_round(&w));
    int changed = 0;
    for (int at = 0; at < 81; at++)
        changed += w.mast.worth[w.mast.place[at]] != MAST_ONE / 2;
    assert_int_equal(changed, 81);
}

static void marks_are_forgotten_when_numbers_of_rounds_begin_again(void **state)
{
    (void)state;
    begin(GAME_PALISADE, 5, 0, LANES_PLAIN);
    w.round = 0u - ROUND_STEP;
    w.played[0][7] = w.round + 1;
    leaf_forget(&w);
    assert_int_equal(w.round, ROUND_STEP);
    assert_int_equal(w.played[0][7], 0);
}

static void only_searches_that_time_limits_play_several_games(void **state)
{
    (void)state;
    const int lanes = lanes_path_works(LANES_AVX2) ? LEAF_GAMES : 1;
    const struct {
        enum game_id game;
        int size, games;
    } boards[] = {
        {GAME_PALISADE, 5, lanes}, {GAME_PALISADE, 13, lanes},  {GAME_PALISADE, 15, 1},
        {GAME_PALISADE, 21, 1},    {GAME_REDSTONE, 5, lanes},   {GAME_REDSTONE, 9, lanes},
        {GAME_REDSTONE, 10, 1},    {GAME_LEVEE, 5, LEAF_GAMES}, {GAME_LEVEE, 9, LEAF_GAMES},
        {GAME_LEVEE, 25, 1},       {GAME_CLAIMS, 8, 1}};
    const struct engine_limits by_time = {.think_ms = 1000}, by_cpu = {.cpu_ms = 10};
    const struct engine_limits by_nodes = {.nodes_cap = 1000, .think_ms = 1000};
    for (size_t i = 0; i < ARRAY_LEN(boards); i++) {
        struct position p;
        struct setup setup = setup_default(boards[i].game);
        setup.width = setup.height = (uint8_t)boards[i].size;
        assert_int_equal(position_start(&p, &setup), 0);
        assert_int_equal(leaf_games(&p, &by_time), boards[i].games);
        assert_int_equal(leaf_games(&p, &by_cpu), boards[i].games);
        assert_int_equal(leaf_games(&p, &by_nodes), 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_paths_search_the_same),
        cmocka_unit_test(each_playout_counts_as_a_visit),
        cmocka_unit_test(a_move_gets_the_samples_of_the_games_that_have_it),
        cmocka_unit_test(threads_that_share_a_tree_of_levee_lean_to_different_children),
        cmocka_unit_test(threads_that_share_a_tree_seldom_write_to_all_children_of_a_busy_node),
        cmocka_unit_test(the_mast_learns_from_all_playouts),
        cmocka_unit_test(marks_are_forgotten_when_numbers_of_rounds_begin_again),
        cmocka_unit_test(only_searches_that_time_limits_play_several_games),
    };
    return cmocka_run_group_tests(tests, block_take, block_free);
}
