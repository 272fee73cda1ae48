/* test_engine_claims.c - the engine in Claims: when it passes, and what each of three players
 * plays for. */
#include "searching.h"

#include "rules/position.h"

static void start(struct position *p, int width, int height, int players)
{
    struct setup s = setup_default(GAME_CLAIMS);
    s.width = (uint8_t)width;
    s.height = (uint8_t)height;
    s.players = (uint8_t)players;
    assert_int_equal(position_start(p, &s), 0);
}

/* C2, C7: behind by nothing and asked after a pass, the player who leads passes too and has won. */
static void c7_a_leader_passes_after_a_pass(void **state)
{
    (void)state;
    struct engine *e = searching_engine(8 << 20, 1, 11);
    struct position p;
    struct search_report report;
    start(&p, 4, 4, 2);
    move_t b2;
    assert_int_equal(move_parse("b2", 4, 4, &b2), 0);
    assert_int_equal(position_play(&p, b2), VERDICT_OK);
    assert_int_equal(position_play(&p, MOVE_PASS), VERDICT_OK);
    searching_run(e, &p, 500, &report);
    assert_int_equal(report.best, MOVE_PASS);
    assert_int_equal(report.proven, 1);
    engine_free(e);
}

/* The value of a position for side 1 by trying everything: 1 wins, 0 draws, -1 loses. Positions are
 * remembered by hash in an open table; those of 3x2 squares are 130,000. */
enum { MEMO = 1 << 19 };
static struct {
    uint64_t hash;
    int8_t value;
} memo[MEMO];

static int solve(const struct position *p)
{
    if (p->over)
        return p->winner == 0 ? 0 : p->winner == 1 ? 1 : -1;
    uint64_t key = rng_mix(p->hash) | 1;
    size_t at = key >> 8 & (MEMO - 1);
    for (; memo[at].hash != 0; at = (at + 1) & (MEMO - 1))
        if (memo[at].hash == key)
            return memo[at].value;
    move_t legal[MOVES_MAX];
    int n = position_legal(p, legal);
    int sign = p->side == 1 ? 1 : -1;
    int best = -1;
    for (int i = 0; i < n && best < 1; i++) {
        struct position q = *p;
        position_play_legal(&q, legal[i]);
        int value = sign * solve(&q);
        best = value > best ? value : best;
    }
    for (at = key >> 8 & (MEMO - 1); memo[at].hash != 0;)
        at = (at + 1) & (MEMO - 1);
    memo[at].hash = key;
    memo[at].value = (int8_t)(sign * best);
    return sign * best;
}

/* The mover's points less the other's. */
static int lead_of(const struct position *p, int side)
{
    int16_t points[PLAYERS_MAX] = {0};
    position_score(p, points);
    return points[side - 1] - points[2 - side];
}

/* What a move is worth to the mover by trying everything: 1 wins, 0 draws, -1 loses. */
static int worth(const struct position *p, move_t m)
{
    struct position q = *p;
    position_play_legal(&q, m);
    return p->side == 1 ? solve(&q) : -solve(&q);
}

/* True iff a pass does better than each placement, and each of them but attacks costs points at
 * once. */
static bool must_pass(const struct position *p)
{
    move_t legal[MOVES_MAX];
    int n = position_legal(p, legal);
    int lead = lead_of(p, p->side);
    int fills = 0;
    for (int i = 0; i < n; i++) {
        struct position q = *p;
        if (legal[i] == MOVE_PASS)
            continue;
        position_play_legal(&q, legal[i]);
        bool empty = position_cell(p, move_point(legal[i])).owner == OWNER_NONE;
        if (empty && lead_of(&q, p->side) >= lead)
            return false;
        fills += empty;
    }
    for (int i = 0; i < n; i++)
        if (legal[i] != MOVE_PASS && worth(p, legal[i]) >= worth(p, MOVE_PASS))
            return false;
    return fills > 0;
}

/* C7, C8: a stack on an own square gives its point away. Where only that is left to play, the
 * engine passes, although no player has passed before and the game continues. */
static void c8_own_squares_are_not_filled(void **state)
{
    (void)state;
    struct engine *e = searching_engine(8 << 20, 1, 13);
    struct rng rng;
    rng_seed(&rng, 14);
    for (int found = 0, tries = 0; found < 12; tries++) {
        struct position p;
        assert_true(tries < 100000);
        start(&p, 3, 2, 2);
        for (int plies = 2 + (int)rng_below(&rng, 8); plies > 0 && !p.over; plies--)
            position_play_legal(&p, position_random(&p, &rng));
        if (p.over || p.last == MOVE_PASS || !must_pass(&p))
            continue;
        found++;
        struct search_report report;
        searching_run(e, &p, 1000, &report);
        assert_int_equal(report.best, MOVE_PASS);
    }
    engine_free(e);
}

/* C7, C8: between engines the board is not filled: both pass while squares still score. */
static void c8_a_game_ends_while_squares_score(void **state)
{
    (void)state;
    struct engine *e = searching_engine(8 << 20, 1, 14);
    struct position p;
    start(&p, 5, 5, 2);
    while (!p.over) {
        struct search_report report;
        searching_run(e, &p, 300, &report);
        assert_int_equal(position_play(&p, report.best), VERDICT_OK);
    }
    int16_t points[PLAYERS_MAX] = {0};
    position_score(&p, points);
    assert_int_equal(p.last, MOVE_PASS);
    assert_true(points[0] + points[1] >= 5);
    engine_free(e);
}

/* Three players, each on their own: games end, and the engine scores more than its share against
 * two random players. */
static void c8_each_of_three_players_seeks_his_own_result(void **state)
{
    (void)state;
    struct engine *e = searching_engine(16 << 20, 1, 12);
    int wins = 0;
    enum { GAMES = 6 };
    for (int g = 0; g < GAMES; g++) {
        struct position p;
        struct rng rng;
        rng_seed(&rng, (uint64_t)g);
        start(&p, 5, 5, 3);
        while (!p.over) {
            move_t m = position_random(&p, &rng);
            if (p.side == g % 3 + 1) {
                struct search_report report;
                searching_run(e, &p, 300, &report);
                m = report.best;
            }
            assert_int_equal(position_play(&p, m), VERDICT_OK);
        }
        wins += p.winner == g % 3 + 1;
    }
    assert_true(wins >= 5); /* a third of the games would be luck */
    engine_free(e);
}

/* A fight that every playout ends in the same way. The net alone gives side 1 less than a half. */
static void playouts_beside_the_net_see_who_wins_the_fights(void **state)
{
    static const char *const moves[] = {
        "c6", "h8", "b2", "f5", "d3", "f2", "c6", "d5", "d3", "c5", "f3", "d6", "c7",
        "e2", "f4", "f6", "c2", "e7", "a4", "d4", "f4", "c4", "c7", "e7", "b8", "f6",
        "b8", "b4", "a4", "c5", "a5", "g2", "h5", "g5", "h6", "g4", "b2", "b4", "c2",
        "e4", "d1", "f4", "d1", "f3", "f1", "h1", "f1", "f3", "c3", "h1", "d8", "g7",
        "e8", "d7", "f8", "h8", "a2", "h4", "f8", "f4", "h6", "f8", "e8", "h4",
    };
    struct engine *e = searching_engine(8 << 20, 1, 11);
    struct position p;
    struct search_report report;
    start(&p, 8, 8, 2);
    for (size_t i = 0; i < ARRAY_LEN(moves); i++) {
        move_t m;
        assert_int_equal(move_parse(moves[i], 8, 8, &m), 0);
        assert_int_equal(position_play(&p, m), VERDICT_OK);
    }
    assert_int_equal(p.side, 1);
    searching_run(e, &p, 400, &report);
    assert_true(report.net != 0);
    assert_true(report.winrate > 0.9F);
    engine_free(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c7_a_leader_passes_after_a_pass),
        cmocka_unit_test(c8_own_squares_are_not_filled),
        cmocka_unit_test(c8_a_game_ends_while_squares_score),
        cmocka_unit_test(playouts_beside_the_net_see_who_wins_the_fights),
        cmocka_unit_test(c8_each_of_three_players_seeks_his_own_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
