/* test_resist.c - the distance to the end of proved positions (resist.h) agrees with brute force
 * near the end of games without points, and is right at the bounds. */
#include "testing.h"

#include "rules/position.h"
#include "search/proof/resist.h"
#include <stdio.h>

enum { MEMORY = 48 << 20, POSITIONS_N = 60, LEGAL_MAX = 8 };

static const struct resist_limits wide = {.nodes_cap = 1000000, .positions_cap = 1000000};

/* Whether the side to move wins, and in how many plies if the winner hurries and the loser resists.
 * */
static bool brute(const struct position *p, int *plies)
{
    move_t legal[MOVES_MAX];
    int n = position_legal(p, legal);
    bool wins = false;
    int best = 0;
    if (p->over) {
        *plies = 0;
        return p->winner == p->side;
    }
    for (int i = 0; i < n; i++) {
        struct position q;
        int d;
        position_copy(&q, p);
        position_play_legal(&q, legal[i]);
        bool good = q.over ? q.winner == p->side : !brute(&q, &d);
        d = q.over ? 1 : d + 1;
        if (good != wins ? good : (good ? d < best : d > best))
            best = d;
        wins = wins || good;
    }
    *plies = best;
    return wins;
}

/* A random position with few moves left; false: the game ended before. */
static bool late(struct position *p, const struct setup *s, struct rng *rng)
{
    move_t legal[MOVES_MAX];
    assert_int_equal(position_start(p, s), 0);
    while (!p->over && position_legal(p, legal) > LEGAL_MAX)
        position_play_legal(p, position_random(p, rng));
    return !p->over;
}

static void agrees(enum game_id id, int size, uint64_t seed)
{
    struct setup s = setup_default(id);
    struct rng rng;
    s.width = s.height = (uint8_t)size;
    s.options = 0;
    rng_seed(&rng, seed);
    struct resist *r = resist_new(&s, MEMORY);
    assert_non_null(r);
    int longest = 0;
    for (int i = 0; i < POSITIONS_N;) {
        struct position p;
        struct resist_report report;
        int plies;
        if (!late(&p, &s, &rng))
            continue;
        i++;
        bool wins = brute(&p, &plies);
        assert_int_equal(resist_ask(r, &p, 1, &wide, &report), 0);
        assert_int_equal(report.value, wins ? 1 : -1);
        assert_true(report.exact && !report.settled);
        assert_int_equal(report.plies, plies);
        longest = plies > longest ? plies : longest;
        /* The move given leads exactly one ply nearer to the end. */
        position_play_legal(&p, report.move);
        if (p.over) {
            assert_int_equal(plies, 1);
            continue;
        }
        assert_int_equal(brute(&p, &plies), !wins);
        assert_int_equal(plies, report.plies - 1);
    }
    assert_true(longest >= 3);
    resist_free(r);
}

static void levee_distances_are_those_of_brute_force(void **state)
{
    (void)state;
    agrees(GAME_LEVEE, 5, 7);
}

static void palisade_settled_positions_need_no_more_moves(void **state)
{
    (void)state;
    struct setup s = setup_default(GAME_PALISADE);
    struct rng rng;
    int settled_n = 0;
    s.width = s.height = 5;
    rng_seed(&rng, 3);
    struct resist *r = resist_new(&s, MEMORY);
    assert_non_null(r);
    for (int i = 0; i < POSITIONS_N; i++) {
        struct position p;
        if (!late(&p, &s, &rng))
            continue;
        int winner = 0; /* once it is settled */
        for (; !p.over; position_play_legal(&p, position_random(&p, &rng))) {
            struct resist_report report;
            assert_int_equal(resist_ask(r, &p, 1, &wide, &report), 0);
            assert_int_not_equal(report.value, 0);
            assert_int_equal(report.settled, report.plies == 0);
            assert_int_equal(report.settled, report.move == MOVE_NONE);
            assert_true(winner == 0 || report.settled);
            if (report.settled)
                winner = report.value > 0 ? p.side : 3 - p.side;
            settled_n += report.settled;
        }
        /* Every move keeps the result. */
        assert_true(winner == 0 || p.winner == winner);
    }
    assert_true(settled_n > 0);
    resist_free(r);
}

static void reaching_a_bound_is_reported(void **state)
{
    (void)state;
    struct setup s = setup_default(GAME_LEVEE);
    struct position p;
    struct resist_report report;
    const struct resist_limits narrow = {.nodes_cap = 1, .positions_cap = 1};
    const struct resist_limits short_walk = {.nodes_cap = 1000000, .positions_cap = 1};
    s.width = s.height = 5;
    struct resist *r = resist_new(&s, MEMORY);
    assert_non_null(r);
    assert_int_equal(position_start(&p, &s), 0);
    assert_int_equal(resist_ask(r, &p, 1, &narrow, &report), 0);
    assert_int_equal(report.value, 0);
    assert_int_equal(report.move, MOVE_NONE);
    /* The search finds the winner but not the distance: it still gives a move, marked as a guess.
     * */
    assert_int_equal(resist_ask(r, &p, 1, &short_walk, &report), 0);
    assert_int_equal(report.value, 1);
    assert_false(report.exact);
    assert_int_equal(position_judge(&p, report.move), VERDICT_OK);
    resist_free(r);
}

/* Levee on a square board after these moves. */
static void after_moves(struct position *p, int size, const char *words)
{
    struct setup s = setup_default(GAME_LEVEE);
    char word[4];
    int length;
    s.width = s.height = (uint8_t)size;
    assert_int_equal(position_start(p, &s), 0);
    for (; sscanf(words, "%3s%n", word, &length) == 1; words += length) {
        move_t move;
        assert_int_equal(move_parse(word, size, size, &move), 0);
        assert_int_equal(position_play(p, move), VERDICT_OK);
    }
}

/* The bounds with which the page asks (docs/PUZZLES.md). */
static const struct resist_limits page = {.nodes_cap = 20000, .positions_cap = 150000};

static void nine_plies_are_measured_and_kept_in_mind(void **state)
{
    (void)state;
    struct position p;
    struct resist_report report;
    after_moves(&p, 7, "f3 d5 f7 e4 b7 b2 b3 e2 b1 e3 g1 g4 e1");
    struct resist *r = resist_new(&p.setup, MEMORY);
    assert_non_null(r);
    assert_int_equal(resist_ask(r, &p, 1, &page, &report), 0);
    assert_int_equal(report.value, 1);
    assert_true(report.exact);
    assert_int_equal(report.plies, 9);
    /* Asked again it is known; once it is forgotten it takes the same work again. */
    int64_t work = report.nodes_n;
    assert_true(work > 0);
    assert_int_equal(resist_ask(r, &p, 1, &page, &report), 0);
    assert_int_equal(report.nodes_n, 0);
    resist_clear(r);
    assert_int_equal(resist_ask(r, &p, 1, &page, &report), 0);
    assert_int_equal(report.nodes_n, work);
    resist_free(r);
}

static void fifteen_plies_are_measured_within_the_bounds_of_the_page(void **state)
{
    (void)state;
    struct position p;
    struct resist_report report;
    after_moves(&p, 9, "a5 i3 f3 f5 a2 e3 f4 d2 g7 i9 g9 e8 e6 e2 g2 d5 h5 c4 b6");
    struct resist *r = resist_new(&p.setup, 40 << 20); /* as much memory as the page has */
    assert_non_null(r);
    assert_int_equal(resist_ask(r, &p, 1, &page, &report), 0);
    assert_int_equal(report.value, 1);
    assert_true(report.exact);
    assert_int_equal(report.plies, 15);
    resist_free(r);
}

static void too_little_memory_is_refused(void **state)
{
    (void)state;
    struct setup s = setup_default(GAME_LEVEE);
    assert_null(resist_new(&s, 1000));
    s.players = 3;
    assert_null(resist_new(&s, MEMORY));
    resist_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levee_distances_are_those_of_brute_force),
        cmocka_unit_test(palisade_settled_positions_need_no_more_moves),
        cmocka_unit_test(reaching_a_bound_is_reported),
        cmocka_unit_test(nine_plies_are_measured_and_kept_in_mind),
        cmocka_unit_test(fifteen_plies_are_measured_within_the_bounds_of_the_page),
        cmocka_unit_test(too_little_memory_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
