/* test_taste.c - playouts that learn (rules/taste.h) learn the right worths and choose by them. */
#include "testing.h"

#include "rules/position.h"
#include <string.h>

static void start(struct position *p, enum game_id game, int size)
{
    struct setup s = setup_default(game);
    s.width = s.height = (uint8_t)size;
    assert_int_equal(position_start(p, &s), 0);
}

static void a_taste_begins_even_with_a_place_for_each_point(void **state)
{
    (void)state;
    for (int size = 3; size <= SIDE_MAX; size += 2) {
        struct position p;
        struct taste taste;
        bool taken[TASTE_PLACES] = {false};
        start(&p, GAME_PALISADE, size);
        assert_true(position_taste(&p, &taste));
        for (int at = 0; at < size * size; at++) {
            int place = taste.place[at];
            assert_in_range(place, 0, TASTE_PLACES - 1);
            assert_false(taken[place]);
            taken[place] = true;
            assert_int_equal(taste.worth[place], TASTE_ONE / 2);
        }
    }
}

static void only_palisade_has_one(void **state)
{
    (void)state;
    for (enum game_id game = 0; game < GAME_N; game++) {
        struct position p;
        struct taste taste;
        start(&p, game, 7);
        assert_int_equal(position_taste(&p, &taste), game == GAME_PALISADE);
    }
}

static void worth_follows_the_rewards_and_stays_among_them(void **state)
{
    (void)state;
    struct position p;
    struct taste taste;
    start(&p, GAME_PALISADE, 5);
    assert_true(position_taste(&p, &taste));
    const int32_t *worth = &taste.worth[taste.place[7]];
    for (int reward = 0; reward <= TASTE_ONE; reward += TASTE_ONE) {
        int32_t before = *worth;
        taste_learn(&taste, 7, (uint32_t)reward);
        assert_true(reward == 0 ? *worth < before : *worth > before);
        for (int i = 0; i < 10000; i++) {
            taste_learn(&taste, 7, (uint32_t)reward);
            assert_in_range(*worth, 0, TASTE_ONE);
        }
        assert_true(*worth <= reward + TASTE_SPAN && *worth >= reward - TASTE_SPAN);
    }
    assert_int_equal(taste.worth[taste.place[8]], TASTE_ONE / 2);
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
    } rows[] = {{TASTE_ONE / 2, GAMES / 5 - 480, GAMES / 5 + 480},
                {TASTE_ONE / 2 + 1, GAMES * 9 / 25 - 576, GAMES * 9 / 25 + 576},
                {TASTE_ONE / 2 - 1, GAMES / 25 - 236, GAMES / 25 + 236}};
    struct position empty;
    struct taste taste;
    struct rng r;
    rng_seed(&r, 5);
    start(&empty, GAME_PALISADE, 3);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        assert_true(position_taste(&empty, &taste));
        taste.worth[taste.place[4]] = rows[i].worth;
        int first = 0;
        for (int k = 0; k < GAMES; k++) {
            struct position p = empty;
            move_t moves[9];
            struct playlog log = {.moves = moves, .cap = 9};
            position_playout_taste(&p, &r, &log, &taste);
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
        struct taste taste;
        struct rng r;
        rng_seed(&r, (uint64_t)size);
        start(&p, GAME_PALISADE, size);
        q = p;
        assert_true(position_taste(&p, &taste));
        for (int at = 0; at < size * size; at++)
            taste.worth[taste.place[at]] = (int32_t)rng_below(&r, 3);
        struct rng drawn = r;
        position_playout_taste(&p, &r, &log, &taste);
        for (uint32_t i = 0; i < log.n; i++) {
            move_t first = position_random(&q, &drawn);
            move_t second = position_random(&q, &drawn);
            bool better = taste.worth[taste.place[second]] > taste.worth[taste.place[first]];
            assert_int_equal(moves[i], better ? second : first);
            position_play_legal(&q, moves[i]);
        }
        assert_true(q.over);
    }
}

static void a_playout_by_taste_is_a_game_of_its_moves(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 23);
    for (int size = 3; size <= SIDE_MAX; size += 2)
        for (int begun = 0; begun < 4; begun++) {
            move_t moves[POINTS_MAX];
            struct playlog log = {.moves = moves, .cap = POINTS_MAX};
            struct position p;
            struct taste taste;
            start(&p, GAME_PALISADE, size);
            assert_true(position_taste(&p, &taste));
            for (int at = 0; at < size * size; at++)
                taste_learn(&taste, (point_t)at, rng_below(&r, TASTE_ONE + 1));
            for (int i = 0; i < begun; i++) /* from either side's turn */
                position_play_legal(&p, position_random(&p, &r));
            struct position q = p;
            position_playout_taste(&p, &r, &log, &taste);
            for (uint32_t i = 0; i < log.n; i++)
                assert_int_equal(position_play(&q, moves[i]), VERDICT_OK);
            assert_true(p.over && q.over);
            assert_true(position_equal(&p, &q));
            assert_int_equal(p.hash, position_hash(&p, 0));
            position_playout_taste(&p, &r, &log, &taste); /* over: nothing happens */
            assert_int_equal(p.ply, q.ply);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_taste_begins_even_with_a_place_for_each_point),
        cmocka_unit_test(only_palisade_has_one),
        cmocka_unit_test(worth_follows_the_rewards_and_stays_among_them),
        cmocka_unit_test(the_better_of_two_draws_is_played),
        cmocka_unit_test(each_placement_is_the_first_draw_or_a_better_second),
        cmocka_unit_test(a_playout_by_taste_is_a_game_of_its_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
