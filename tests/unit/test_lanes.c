/* test_lanes.c - random games several at once (rules/lanes.h): each is a game by the rules, each
 * legal placement is equally likely, and all paths play the same games.
 *
 * HOSHI_LANES_GAMES=1000000 plays so many on each board instead of 1,000. */
#include "testing.h"

#include "base/rng.h"
#include "rules/lanes.h"
#include "rules/position.h"
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 50, MOVES_CAP = 4096 };

static const enum game_id with_lanes[] = {GAME_PALISADE, GAME_REDSTONE};

static move_t moves[AT_ONCE][MOVES_CAP];
static struct playlog logs[AT_ONCE + 1];
static struct ending endings[AT_ONCE];

static int logs_prepare(void **state)
{
    (void)state;
    for (int i = 0; i < AT_ONCE; i++)
        logs[i] = (struct playlog){.moves = moves[i], .cap = MOVES_CAP};
    return 0;
}

static void start(struct position *p, enum game_id id, int size)
{
    struct setup s = setup_default(id);
    s.width = s.height = (uint8_t)size;
    s.options = 0;
    assert_int_equal(position_start(p, &s), 0);
}

/* MAST that likes each point differently, made from a generator: NULL where lanes have none. */
static const struct mast *some_mast(const struct position *p, struct rng *r)
{
    static struct mast mast;
    if (!lanes_mast(p, &mast))
        return NULL;
    for (int at = 0; at < p->setup.width * p->setup.height; at++)
        mast.worth[mast.place[at]] = (int32_t)rng_below(r, MAST_ONE + 1);
    return &mast;
}

/* The rules play the moves of a game, and come to the same end. */
static void check_game(const struct position *from, const struct playlog *log,
                       const struct ending *e)
{
    static struct position q;
    int16_t points[PLAYERS_MAX];
    position_copy(&q, from);
    assert_in_range(log->n, 1, log->cap);
    for (uint32_t k = 0; k < log->n; k++) {
        assert_false(q.over);
        assert_int_equal(position_play(&q, log->moves[k]), VERDICT_OK);
    }
    assert_true(q.over);
    assert_int_equal(log->n, e->plies);
    assert_int_equal(q.winner, e->winner);
    position_score(&q, points);
    assert_int_equal(points[0], e->points[0]);
    assert_int_equal(points[1], e->points[1]);
}

/* Games from the first ply, and from positions of all stages, of both sides; by MAST,
 * too. */
static void check_board(enum game_id id, int size, enum lanes_path path, int games_n)
{
    static struct position p;
    struct rng r;
    rng_seed(&r, 1000 * (uint64_t)id + (uint64_t)size);
    int longest = size * size * (id == GAME_REDSTONE ? 2 : 1);
    for (int round = 0; games_n > 0; round++) {
        start(&p, id, size);
        for (int k = round % 3 > 0 ? (int)rng_below(&r, (uint32_t)longest) : 0; k > 0; k--)
            if (!p.over)
                position_play_legal(&p, position_random(&p, &r));
        if (p.over)
            continue;
        assert_true(lanes_fit(&p));
        int n = 1 + (int)rng_below(&r, AT_ONCE);
        const struct mast *mast = round % 2 == 1 ? some_mast(&p, &r) : NULL;
        logs[n].n = MOVES_CAP + 1;
        lanes_play(path, &p, &r, n, mast, logs, endings);
        for (int i = 0; i < n; i++)
            check_game(&p, &logs[i], &endings[i]);
        assert_int_equal(logs[n].n, MOVES_CAP + 1); /* no game but those n */
        games_n -= n;
    }
}

static void every_game_is_one_of_the_rules(void **state)
{
    (void)state;
    const char *longer = getenv("HOSHI_LANES_GAMES");
    int games_n = longer != NULL ? atoi(longer) : 1000;
    for (size_t i = 0; i < ARRAY_LEN(with_lanes); i++) {
        const struct game *g = games[with_lanes[i]];
        assert_in_range(g->lanes_width_max, 13, g->size_max);
        for (int size = g->size_min; size <= g->lanes_width_max; size += g->size_step)
            for (enum lanes_path path = 0; path < LANES_PATH_N; path++)
                if (lanes_path_works(path)) {
                    check_board(g->id, size, path, games_n);
                    if (longer != NULL)
                        print_message("%s %d, path %d: %d games\n", g->name, size, path, games_n);
                }
    }
}

static uint64_t mix_games(uint64_t sum, int n)
{
    for (int i = 0; i < n; i++) {
        sum = rng_mix(sum ^ endings[i].plies ^ (uint64_t)endings[i].winner << 32);
        for (uint32_t k = 0; k < logs[i].n; k++)
            sum = rng_mix(sum ^ logs[i].moves[k]);
    }
    return sum;
}

static uint64_t sum_of_games(enum lanes_path path, const struct position *p, bool by_mast)
{
    uint64_t sum = 0;
    struct rng r;
    rng_seed(&r, 1);
    const struct mast *mast = by_mast ? some_mast(p, &r) : NULL;
    for (int n = 1; n <= 16; n *= 2) {
        lanes_play(path, p, &r, n, mast, logs, endings);
        sum = mix_games(sum, n);
    }
    return rng_mix(sum ^ rng_next(&r)); /* where the generator is left, too */
}

/* The games depend on nothing but position, generator, number and mast. The sums were
 * computed once, without MAST and with them: machines without AVX2 must find the same. */
static void all_paths_play_the_same_games(void **state)
{
    (void)state;
    static const struct {
        enum game_id game;
        int size;
        uint64_t sum, by_mast; /* 0: these lanes have none */
    } known[] = {
        {GAME_PALISADE, 5, 0x9a13ae1cf22f8121, 0xff9925a9448585b1},
        {GAME_PALISADE, 9, 0xbc84fa56bec3d97a, 0x1c8293bbaced7b30},
        {GAME_PALISADE, 13, 0xe2cabe69c4e14349, 0xf00a2f35b7c25e9d},
        {GAME_PALISADE, 17, 0xa14319b654a6e984, 0xb6dc9476869fac4d},
        {GAME_PALISADE, 19, 0x1412dd89e54990a0, 0xb2cf134f0990d211},
        {GAME_REDSTONE, 4, 0xea0fcfcc72de7629, 0},
        {GAME_REDSTONE, 7, 0x07f0aa0fb6ce6035, 0},
        {GAME_REDSTONE, 9, 0x2966f2eea6b8e134, 0},
        {GAME_REDSTONE, 10, 0xa04cf244bc2b57d4, 0},
        {GAME_REDSTONE, 13, 0x00ebd32f4aa9fde5, 0},
    };
    static struct position p;
    for (size_t i = 0; i < ARRAY_LEN(known); i++)
        for (enum lanes_path path = 0; path < LANES_PATH_N; path++) {
            if (!lanes_path_works(path))
                continue;
            start(&p, known[i].game, known[i].size);
            uint64_t sum = sum_of_games(path, &p, false);
            uint64_t by_mast = known[i].by_mast != 0 ? sum_of_games(path, &p, true) : 0;
            if (sum != known[i].sum || by_mast != known[i].by_mast)
                fail_msg("%s %d, path %d: 0x%016llx, 0x%016llx", games[known[i].game]->name,
                         known[i].size, path, (unsigned long long)sum, (unsigned long long)by_mast);
        }
}

/* One game more or less does not change the others. */
static void a_game_does_not_depend_on_its_neighbours(void **state)
{
    (void)state;
    static struct position p;
    static move_t first[MOVES_CAP];
    for (size_t i = 0; i < ARRAY_LEN(with_lanes); i++) {
        struct rng r;
        start(&p, with_lanes[i], 7);
        rng_seed(&r, 3);
        lanes_play(lanes_path_best(), &p, &r, 1, NULL, logs, endings);
        uint32_t n = logs[0].n;
        memcpy(first, moves[0], n * sizeof first[0]);
        rng_seed(&r, 3);
        lanes_play(lanes_path_best(), &p, &r, AT_ONCE, NULL, logs, endings);
        assert_int_equal(logs[0].n, n);
        assert_memory_equal(first, moves[0], n * sizeof first[0]);
    }
}

/* The length of a game is counted even where its log has no room for it. */
static void a_log_takes_as_many_moves_as_it_has_room_for(void **state)
{
    (void)state;
    enum { ROOM = 5 };
    static struct position p;
    for (size_t i = 0; i < ARRAY_LEN(with_lanes); i++)
        for (enum lanes_path path = 0; path < LANES_PATH_N; path++) {
            if (!lanes_path_works(path))
                continue;
            struct playlog log = {.moves = moves[0], .cap = ROOM};
            struct rng r;
            start(&p, with_lanes[i], 7);
            rng_seed(&r, 3);
            moves[0][ROOM] = MOVE_NONE;
            lanes_play(path, &p, &r, 1, NULL, &log, endings);
            assert_int_equal(log.n, endings[0].plies);
            assert_true(log.n > ROOM);
            assert_int_equal(moves[0][ROOM], MOVE_NONE);
        }
}

/* ---- what is drawn ---- */

/* The chance that the side 1 wins when each legal placement is equally likely: by going through all
 * games of a tiny board. */
static double chance_of(const struct position *p)
{
    move_t legal[MOVES_MAX];
    if (p->over)
        return p->winner == 1;
    int n = position_legal(p, legal);
    double sum = 0;
    for (int i = 0; i < n; i++) {
        struct position q;
        position_copy(&q, p);
        position_play_legal(&q, legal[i]);
        sum += chance_of(&q);
    }
    return sum / n;
}

static void tiny_boards_are_won_as_often_as_enumeration_says(void **state)
{
    (void)state;
    enum { ROUNDS = 4000 };
    static const struct {
        enum game_id game;
        int size;
    } tiny[] = {{GAME_PALISADE, 3}, {GAME_REDSTONE, 2}};
    for (size_t i = 0; i < ARRAY_LEN(tiny); i++) {
        static struct position p;
        struct rng r;
        start(&p, tiny[i].game, tiny[i].size);
        double chance = chance_of(&p);
        int won = 0;
        rng_seed(&r, 11);
        for (int k = 0; k < ROUNDS; k++) {
            lanes_play(lanes_path_best(), &p, &r, AT_ONCE, NULL, NULL, endings);
            for (int j = 0; j < AT_ONCE; j++)
                won += endings[j].winner == 1;
        }
        double n = (double)ROUNDS * AT_ONCE;
        double off = won - n * chance;
        print_message("%s %d: chance %.5f, won %.5f\n", games[tiny[i].game]->name, tiny[i].size,
                      chance, won / n);
        assert_true(off * off < 16 * n * chance * (1 - chance)); /* four standard deviations */
    }
}

/* How often each legal move is drawn, the k-th of n: summed by k / n into bins, and by whether it
 * is a red stone. Chi-squared with one degree of freedom for each bin, so that five standard
 * deviations of the sum are a bound. */
static void every_legal_placement_is_equally_likely(void **state)
{
    (void)state;
    enum { BINS = 16, GAMES_N = 60 };
    static const struct {
        enum game_id game;
        int size;
    } boards[] = {{GAME_PALISADE, 5}, {GAME_PALISADE, 9}, {GAME_PALISADE, 13},
                  {GAME_REDSTONE, 4}, {GAME_REDSTONE, 7}, {GAME_REDSTONE, 9}};
    for (size_t b = 0; b < ARRAY_LEN(boards); b++) {
        static struct position p, q;
        double excess[2][BINS] = {{0}}, variance[2][BINS] = {{0}};
        struct rng r;
        rng_seed(&r, 5 + b);
        start(&p, boards[b].game, boards[b].size);
        for (int k = 0; k < GAMES_N; k++) {
            lanes_play(lanes_path_best(), &p, &r, AT_ONCE, NULL, logs, endings);
            for (int j = 0; j < AT_ONCE; j++) {
                position_copy(&q, &p);
                for (uint32_t m = 0; m < logs[j].n; m++) {
                    move_t legal[MOVES_MAX];
                    int count[2][BINS] = {{0}};
                    int n = position_legal(&q, legal);
                    for (int i = 0; i < n; i++) {
                        int bin = i * BINS / n, red = move_is_red(legal[i]);
                        count[red][bin]++;
                        excess[red][bin] += legal[i] == logs[j].moves[m];
                    }
                    for (int red = 0; red < 2; red++)
                        for (int bin = 0; bin < BINS; bin++) {
                            double share = (double)count[red][bin] / n;
                            excess[red][bin] -= share;
                            variance[red][bin] += share * (1 - share);
                        }
                    position_play_legal(&q, logs[j].moves[m]);
                }
            }
        }
        double sum = 0;
        int bins = 0;
        for (int red = 0; red < 2; red++)
            for (int bin = 0; bin < BINS; bin++)
                if (variance[red][bin] > 100) {
                    sum += excess[red][bin] * excess[red][bin] / variance[red][bin];
                    bins++;
                }
        print_message("%s %d: chi-squared %.1f of %d\n", games[boards[b].game]->name,
                      boards[b].size, sum, bins);
        assert_true(bins >= BINS / 2);
        assert_true((sum - bins) * (sum - bins) < 25.0 * 2 * bins);
    }
}

/* The place of the k-th best among n points that are liked differently: it is drawn when both draws
 * are among the k-th and those after it, and not both after it. */
static double share_of(int k, int n)
{
    return (double)((n - k) * (n - k) - (n - k - 1) * (n - k - 1)) / (n * n);
}

static void a_mast_takes_the_better_of_two_draws(void **state)
{
    (void)state;
    enum { SIZE = 5, ROUNDS = 400, POINTS = SIZE * SIZE };
    static struct position p;
    static struct mast mast;
    struct rng r;
    start(&p, GAME_PALISADE, SIZE);
    assert_true(lanes_mast(&p, &mast));
    for (int at = 0; at < POINTS; at++) /* Black's first point, then White's, and so on */
        mast.worth[mast.place[at]] = MAST_ONE - at;
    for (enum lanes_path path = 0; path < LANES_PATH_N; path++) {
        int played[POINTS] = {0};
        if (!lanes_path_works(path))
            continue;
        rng_seed(&r, 17);
        for (int round = 0; round < ROUNDS; round++) {
            lanes_play(path, &p, &r, AT_ONCE, &mast, logs, endings);
            for (int i = 0; i < AT_ONCE; i++)
                for (int ply = 0; ply < 2; ply++) /* nothing is captured so soon */
                    played[logs[i].moves[ply]]++;
        }
        double sum = 0;
        for (int at = 0; at < POINTS; at++) {
            double n = (double)ROUNDS * AT_ONCE * share_of(at / 2, at % 2 == 0 ? 13 : 12);
            sum += (played[at] - n) * (played[at] - n) / n;
        }
        print_message("path %d: chi-squared %.1f of %d\n", path, sum, POINTS - 2);
        assert_true((sum - (POINTS - 2)) * (sum - (POINTS - 2)) < 25.0 * 2 * (POINTS - 2));
    }
}

static void only_games_whose_playouts_learn_have_masts(void **state)
{
    (void)state;
    static struct position p;
    static struct mast mast;
    for (size_t i = 0; i < ARRAY_LEN(with_lanes); i++) {
        start(&p, with_lanes[i], 7);
        bool learns = position_mast(&p, &mast);
        memset(&mast, 0, sizeof mast);
        for (int at = 0; at < POINTS_MAX; at++)
            mast.place[at] = MAST_PLACES - 1; /* no point's */
        assert_int_equal(lanes_mast(&p, &mast), learns);
        assert_int_equal(mast.place[49], MAST_PLACES - 1);
        for (int at = 0; learns && at < 49; at++) {
            assert_in_range(mast.place[at], 0, MAST_PLACES - 2);
            assert_int_equal(mast.worth[mast.place[at]], MAST_ONE / 2);
            mast.worth[mast.place[at]] = 0; /* so that no other point has the same place */
        }
    }
}

static void a_processor_takes_the_fastest_path_that_works(void **state)
{
    (void)state;
    assert_true(lanes_path_works(LANES_PLAIN));
#if defined(__x86_64__)
    bool able = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
                !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
    bool more =
        able && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq");
#else
    bool able = false, more = false;
#endif
    assert_int_equal(lanes_path_works(LANES_AVX2), able);
    assert_int_equal(lanes_path_works(LANES_AVX512), more);
    assert_int_equal(lanes_path_best(), more ? LANES_AVX512 : able ? LANES_AVX2 : LANES_PLAIN);
}

static void boards_that_are_too_large_or_over_have_no_lanes(void **state)
{
    (void)state;
    static struct position p;
    start(&p, GAME_PALISADE, 21);
    assert_false(lanes_fit(&p));
    start(&p, GAME_REDSTONE, 14);
    assert_false(lanes_fit(&p));
    start(&p, GAME_LEVEE, 5);
    assert_false(lanes_fit(&p));
    struct rng r;
    rng_seed(&r, 1);
    start(&p, GAME_PALISADE, 5);
    assert_true(lanes_fit(&p));
    position_playout(&p, &r, NULL);
    assert_false(lanes_fit(&p));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_is_one_of_the_rules),
        cmocka_unit_test(all_paths_play_the_same_games),
        cmocka_unit_test(a_game_does_not_depend_on_its_neighbours),
        cmocka_unit_test(a_log_takes_as_many_moves_as_it_has_room_for),
        cmocka_unit_test(tiny_boards_are_won_as_often_as_enumeration_says),
        cmocka_unit_test(every_legal_placement_is_equally_likely),
        cmocka_unit_test(a_mast_takes_the_better_of_two_draws),
        cmocka_unit_test(only_games_whose_playouts_learn_have_masts),
        cmocka_unit_test(a_processor_takes_the_fastest_path_that_works),
        cmocka_unit_test(boards_that_are_too_large_or_over_have_no_lanes),
    };
    return cmocka_run_group_tests(tests, logs_prepare, NULL);
}
