/* test_claims_playout.c - careful random games of Claims (claims_playout_careful) against the same
 * games with every placement tried on a copy. */
#include "testing.h"

#include "rules/position.h"
#include <string.h>

enum { MOVES_CAP = 8192, TRIES = 4 };

static const struct {
    uint8_t width, height, players, options;
    int games_n;
} boards[] = {
    {8, 8, 2, 0, 60},  {8, 8, 2, OPTION_JACKED, 60},
    {6, 6, 2, 0, 60},  {3, 2, 2, 0, 200},
    {12, 9, 2, 0, 20}, {7, 5, 2, OPTION_JACKED, 40},
    {19, 19, 2, 0, 4}, {25, 25, 2, 0, 2},
    {5, 5, 3, 0, 60},  {8, 8, 3, 0, 20},
    {8, 8, 4, 0, 20},  {6, 4, 4, OPTION_JACKED, 40},
    {19, 19, 4, 0, 2}, {2, 2, 3, 0, 100},
};

static move_t moves[MOVES_CAP], expected_moves[MOVES_CAP];

/* A side's points less those of the best other. */
static int margin_of(const struct position *p, int side)
{
    int16_t points[PLAYERS_MAX];
    int best = INT16_MIN;
    position_score(p, points);
    for (int other = 1; other <= p->setup.players; other++)
        if (other != side && points[other - 1] > best)
            best = points[other - 1];
    return points[side - 1] - best;
}

/* The first of a few random placements that does not lower the margin of the side to move. */
static move_t slow_move(struct position *p, struct rng *r)
{
    for (int i = 0; i < TRIES; i++) {
        move_t m = position_random(p, r);
        if (m == MOVE_PASS)
            break;
        struct position q;
        position_copy(&q, p);
        position_play_legal(&q, m);
        if (margin_of(&q, p->side) >= margin_of(p, p->side))
            return m;
    }
    return MOVE_PASS;
}

static void slow_game(struct position *p, struct rng *r, struct playlog *log)
{
    while (!p->over) {
        move_t m = slow_move(p, r);
        position_play_legal(p, m);
        log->moves[log->n++] = m;
    }
}

/* From the first ply, and from later ones. */
static bool begin(struct position *p, size_t board, int game, struct rng *r)
{
    struct setup s = setup_default(GAME_CLAIMS);
    s.width = boards[board].width;
    s.height = boards[board].height;
    s.players = boards[board].players;
    s.options = boards[board].options;
    assert_int_equal(position_start(p, &s), 0);
    int points_n = s.width * s.height;
    for (int k = game % 2 == 0 ? 0 : (int)rng_below(r, (uint32_t)(2 * points_n)); k > 0; k--)
        if (!p->over)
            position_play_legal(p, rng_below(r, 8) == 0 ? MOVE_PASS : position_random(p, r));
    return !p->over;
}

static void careful_games_are_those_of_trying_on_copies(void **state)
{
    (void)state;
    struct rng r;
    int passes_n = 0, placements_n = 0;
    rng_seed(&r, 8);
    for (size_t board = 0; board < ARRAY_LEN(boards); board++)
        for (int game = 0; game < boards[board].games_n; game++) {
            static struct position p, q;
            if (!begin(&p, board, game, &r))
                continue;
            position_copy(&q, &p);
            struct rng same = r;
            struct playlog log = {.moves = moves, .cap = MOVES_CAP};
            struct playlog expected = {.moves = expected_moves, .cap = MOVES_CAP};
            claims_playout_careful(&p, &r, &log);
            slow_game(&q, &same, &expected);
            assert_int_equal(log.n, expected.n);
            assert_memory_equal(moves, expected_moves, log.n * sizeof moves[0]);
            assert_true(position_equal(&p, &q)); /* hash, side, over and winner, too */
            assert_int_equal(p.ply, q.ply);
            assert_int_equal(p.last, q.last);
            assert_memory_equal(&p.u.claims, &q.u.claims, offsetof(struct claims, planes));
            assert_memory_equal(&r, &same, sizeof r);
            for (uint32_t i = 0; i < log.n; i++)
                *(moves[i] == MOVE_PASS ? &passes_n : &placements_n) += 1;
        }
    assert_true(passes_n > 1000);
    assert_true(placements_n > 5000);
}

static void a_log_takes_as_many_moves_as_it_has_room_for(void **state)
{
    (void)state;
    enum { ROOM = 5 };
    struct rng r;
    rng_seed(&r, 1);
    for (size_t board = 0; board < ARRAY_LEN(boards); board++) {
        static struct position p;
        struct playlog log = {.moves = moves, .cap = ROOM};
        (void)begin(&p, board, 0, &r);
        moves[ROOM] = MOVE_NONE;
        claims_playout_careful(&p, &r, &log);
        assert_int_equal(log.n, p.ply);
        assert_int_equal(moves[ROOM], MOVE_NONE);
    }
}

static void nothing_is_played_where_the_game_is_over(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 1);
    for (size_t board = 0; board < ARRAY_LEN(boards); board++) {
        static struct position p, q;
        (void)begin(&p, board, 0, &r);
        for (int i = 0; i < boards[board].players; i++)
            position_play_legal(&p, MOVE_PASS);
        assert_true(p.over);
        position_copy(&q, &p);
        struct rng same = r;
        struct playlog log = {.moves = moves, .cap = MOVES_CAP};
        claims_playout_careful(&p, &r, &log);
        assert_int_equal(log.n, 0);
        assert_int_equal(p.ply, q.ply);
        assert_true(position_equal(&p, &q));
        assert_memory_equal(&r, &same, sizeof r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(careful_games_are_those_of_trying_on_copies),
        cmocka_unit_test(a_log_takes_as_many_moves_as_it_has_room_for),
        cmocka_unit_test(nothing_is_played_where_the_game_is_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
