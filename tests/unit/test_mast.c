/* test_mast.c - playouts that learn (rules/mast.h) learn the right worths and choose by them. */
#include "testing.h"

#include "rules/position.h"
#include <string.h>

static void start(struct position *p, enum game_id game, int size)
{
    struct setup s = setup_default(game);
    s.width = s.height = (uint8_t)size;
    assert_int_equal(position_start(p, &s), 0);
}

static void a_mast_begins_even_with_a_place_for_each_point(void **state)
{
    (void)state;
    for (int size = 3; size <= SIDE_MAX; size += 2) {
        struct position p;
        struct mast mast;
        bool taken[MAST_PLACES] = {false};
        start(&p, GAME_PALISADE, size);
        assert_true(position_mast(&p, &mast));
        for (int at = 0; at < size * size; at++) {
            int place = mast.place[at];
            assert_in_range(place, 0, MAST_PLACES - 1);
            assert_false(taken[place]);
            taken[place] = true;
            assert_int_equal(mast.worth[place], MAST_ONE / 2);
        }
    }
}

static void only_palisade_has_one(void **state)
{
    (void)state;
    for (enum game_id game = 0; game < GAME_N; game++) {
        struct position p;
        struct mast mast;
        start(&p, game, 7);
        assert_int_equal(position_mast(&p, &mast), game == GAME_PALISADE);
    }
}

static void worth_follows_the_rewards_and_stays_among_them(void **state)
{
    (void)state;
    struct position p;
    struct mast mast;
    start(&p, GAME_PALISADE, 5);
    assert_true(position_mast(&p, &mast));
    const int32_t *worth = &mast.worth[mast.place[7]];
    for (int reward = 0; reward <= MAST_ONE; reward += MAST_ONE) {
        int32_t before = *worth;
        mast_learn(&mast, 7, (uint32_t)reward);
        assert_true(reward == 0 ? *worth < before : *worth > before);
        for (int i = 0; i < 10000; i++) {
            mast_learn(&mast, 7, (uint32_t)reward);
            assert_in_range(*worth, 0, MAST_ONE);
        }
        assert_true(*worth <= reward + MAST_SPAN && *worth >= reward - MAST_SPAN);
    }
    assert_int_equal(mast.worth[mast.place[8]], MAST_ONE / 2);
}

/* A playout takes the better of two draws. A point that is worth more than Black's four others
 * comes first in 1 - (4/5)^2 of the games, one that is worth less in (1/5)^2. If all are worth the
 * same, each comes first in a fifth. */
static void the_better_of_two_draws_is_played(void **state)
{
    (void)state;
    enum { GAMES = 40000 };
    static const struct {
        int worth, low, high; /* six sigma */
    } rows[] = {{MAST_ONE / 2, GAMES / 5 - 480, GAMES / 5 + 480},
                {MAST_ONE / 2 + 1, GAMES * 9 / 25 - 576, GAMES * 9 / 25 + 576},
                {MAST_ONE / 2 - 1, GAMES / 25 - 236, GAMES / 25 + 236}};
    struct position empty;
    struct mast mast;
    struct rng r;
    rng_seed(&r, 5);
    start(&empty, GAME_PALISADE, 3);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        assert_true(position_mast(&empty, &mast));
        mast.worth[mast.place[4]] = rows[i].worth;
        int first = 0;
        for (int k = 0; k < GAMES; k++) {
            struct position p = empty;
            move_t moves[9];
            struct playlog log = {.moves = moves, .cap = 9};
            position_playout_mast(&p, &r, &log, &mast);
            first += moves[0] == 4;
        }
        assert_in_range(first, rows[i].low, rows[i].high);
    }
}

/* A playout draws twice like position_random, and prefers the first draw if both are equal. */
static void each_placement_is_the_first_draw_or_a_better_second(void **state)
{
    (void)state;
    for (int size = 3; size <= SIDE_MAX; size += 2) {
        move_t moves[POINTS_MAX];
        struct playlog log = {.moves = moves, .cap = POINTS_MAX};
        struct position p, q;
        struct mast mast;
        struct rng r;
        rng_seed(&r, (uint64_t)size);
        start(&p, GAME_PALISADE, size);
        q = p;
        assert_true(position_mast(&p, &mast));
        for (int at = 0; at < size * size; at++)
            mast.worth[mast.place[at]] = (int32_t)rng_below(&r, 3);
        struct rng drawn = r;
        position_playout_mast(&p, &r, &log, &mast);
        for (uint32_t i = 0; i < log.n; i++) {
            move_t first = position_random(&q, &drawn);
            move_t second = position_random(&q, &drawn);
            bool better = mast.worth[mast.place[second]] > mast.worth[mast.place[first]];
            assert_int_equal(moves[i], better ? second : first);
            position_play_legal(&q, moves[i]);
        }
        assert_true(q.over);
    }
}

static void a_playout_by_mast_is_a_game_of_its_moves(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 23);
    for (int size = 3; size <= SIDE_MAX; size += 2)
        for (int begun = 0; begun < 4; begun++) {
            move_t moves[POINTS_MAX];
            struct playlog log = {.moves = moves, .cap = POINTS_MAX};
            struct position p;
            struct mast mast;
            start(&p, GAME_PALISADE, size);
            assert_true(position_mast(&p, &mast));
            for (int at = 0; at < size * size; at++)
                mast_learn(&mast, (point_t)at, rng_below(&r, MAST_ONE + 1));
            for (int i = 0; i < begun; i++) /* from either side's turn */
                position_play_legal(&p, position_random(&p, &r));
            struct position q = p;
            position_playout_mast(&p, &r, &log, &mast);
            for (uint32_t i = 0; i < log.n; i++)
                assert_int_equal(position_play(&q, moves[i]), VERDICT_OK);
            assert_true(p.over && q.over);
            assert_true(position_equal(&p, &q));
            assert_int_equal(p.hash, position_hash(&p, 0));
            position_playout_mast(&p, &r, &log, &mast); /* over: nothing happens */
            assert_int_equal(p.ply, q.ply);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mast_begins_even_with_a_place_for_each_point),
        cmocka_unit_test(only_palisade_has_one),
        cmocka_unit_test(worth_follows_the_rewards_and_stays_among_them),
        cmocka_unit_test(the_better_of_two_draws_is_played),
        cmocka_unit_test(each_placement_is_the_first_draw_or_a_better_second),
        cmocka_unit_test(a_playout_by_mast_is_a_game_of_its_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
