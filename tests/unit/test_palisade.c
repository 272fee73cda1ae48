/* test_palisade.c - Palisade against its rules (P1-P6) and its sheet; hashes, playouts. The
 * comparison with the naive model is in test_palisade_model.c. */
#include "testing.h"

#include "base/err.h"
#include "rules/game.h"
#include "rules/position.h"
#include <stdlib.h>

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

static int try_board(struct position *p, int size, const char *diagram, int side)
{
    struct setup s = setup_of(size);
    struct cell cells[POINTS_MAX];
    assert_int_equal(diagram_parse(&s, diagram, cells, NULL), 0);
    return position_set(p, &s, cells, side);
}

static void board(struct position *p, int size, const char *diagram, int side)
{
    assert_int_equal(try_board(p, size, diagram, side), 0);
}

static move_t at(const struct position *p, const char *word)
{
    move_t m = MOVE_NONE;
    assert_int_equal(move_parse(word, p->setup.width, p->setup.width, &m), 0);
    return m;
}

static void play(struct position *p, const char *word)
{
    assert_int_equal(position_play(p, at(p, word)), VERDICT_OK);
}

static void assert_diagram(const struct position *p, const char *want)
{
    char have[POINTS_MAX + SIDE_MAX + 1];
    struct text t;
    text_init(&t, have, sizeof have);
    diagram_print(p, &t);
    for (char *c = have; *c != '\0'; c++)
        if (*c == '\n')
            *c = ' ';
    assert_string_equal(have, want);
}

static void assert_legal(const struct position *p, const char *want)
{
    move_t moves[MOVES_MAX];
    char have[POINTS_MAX * MOVE_TEXT_BYTES];
    struct text t;
    text_init(&t, have, sizeof have);
    int n = position_legal(p, moves);
    for (int i = 0; i < n; i++) {
        char word[MOVE_TEXT_BYTES];
        if (i > 0)
            text_char(&t, ' ');
        text_str(&t, move_print(moves[i], p->setup.width, word));
    }
    assert_string_equal(have, want);
}

static void assert_refused(const struct position *p, const char *word, enum verdict v,
                           const char *sentence)
{
    struct explanation e;
    position_explain(p, at(p, word), &e);
    assert_int_equal(e.verdict, v);
    assert_string_equal(e.text, sentence);
    assert_int_equal(e.alternative, MOVE_NONE);
    struct position q = *p;
    assert_int_equal(position_play(&q, at(p, word)), v);
    assert_true(position_equal(&q, p)); /* G3: unchanged */
}

/* The rules and the sheet. */

static void p1_black_begins_and_has_the_even_points(void **state)
{
    (void)state;
    struct position p;
    start(&p, 3);
    assert_int_equal(p.side, 1);
    assert_legal(&p, "a1 c1 b2 a3 c3");
    play(&p, "b2");
    assert_int_equal(p.side, 2);
    assert_legal(&p, "b1 a2 c2 b3");
    assert_refused(&p, "a1", VERDICT_P1,
                   "a1 is one of Black's points: column 1 + row 1 = 2 is even.");
    play(&p, "b1");
    assert_refused(&p, "c2", VERDICT_P1,
                   "c2 is one of White's points: column 3 + row 2 = 5 is odd.");
}

static void g3_an_occupied_point_is_refused(void **state)
{
    (void)state;
    struct position p;
    start(&p, 5);
    play(&p, "c3");
    assert_refused(&p, "c3", VERDICT_OCCUPIED, "A stone of Black's stands on c3.");
}

static void p2_the_ring_closes_loops(void **state)
{
    (void)state;
    struct position p;
    board(&p, 5, "..... ..... ..... ..... xox..", 1);
    play(&p, "b2"); /* with the black ring stone below b1 */
    assert_diagram(&p, "..... ..... ..... .x... x.x..");
    assert_refused(
        &p, "b1", VERDICT_P5,
        "b1 is inside a loop of 4 black stones, 1 of them in the ring around the board.");
}

static void p2_ring_stones_touch_at_the_corners_of_the_board(void **state)
{
    (void)state;
    static const char *const words[4][3] = {
        {"a2", "b1", "a1"}, {"d1", "e2", "e1"}, {"a4", "b5", "a5"}, {"d5", "e4", "e5"}};
    for (int i = 0; i < 4; i++) {
        struct position p;
        start(&p, 5);
        play(&p, words[i][2]);
        play(&p, words[i][0]);
        play(&p, "c3");
        play(&p, words[i][1]);
        assert_int_equal(position_cell(&p, (point_t)at(&p, words[i][2])).owner, OWNER_NONE);
        assert_int_equal(position_judge(&p, at(&p, words[i][2])), VERDICT_P5);
    }
}

static void p3_connections_of_both_colours_cross(void **state)
{
    (void)state;
    struct position p;
    /* White's c4-d3 and d3-e4 cross Black's c3-d4 and d4-e3: d5 makes a loop around d4. */
    board(&p, 7, "....... ....... ....... ..oxo.. ..xox.. ....... .......", 2);
    play(&p, "d5");
    assert_diagram(&p, "....... ....... ...o... ..o.o.. ..xox.. ....... .......");
}

static void p3_a_captured_stone_connects_nothing(void **state)
{
    (void)state;
    struct position p;
    /* c4, d3 and e4 are connected. Black takes d3, so that d5 makes no loop around d4. */
    board(&p, 7, "....... ....... ....... ..o.o.. ..xox.. ...x... .......", 1);
    play(&p, "d4");
    play(&p, "d5");
    assert_diagram(&p, "....... ....... ...o... ..oxo.. ..x.x.. ...x... .......");
}

static void p4_figure_3_of_the_sheet(void **state)
{
    (void)state;
    struct position p;
    board(&p, 7, "..x.... .xoxo.. ...oxo. ox.x.xo .ox.x.. ..oxo.o x..o...", 1);
    play(&p, "a5");
    assert_diagram(&p, "..x.... .x.xo.. x...xo. ox.x.xo .ox.x.. ..oxo.o x..o...");
}

static void p4_stones_in_all_loops_of_one_placement_are_removed(void **state)
{
    (void)state;
    struct position p;
    board(&p, 7, "....... ...x... ..xox.. ....... ..xox.. ...x... .......", 1);
    play(&p, "d4");
    assert_diagram(&p, "....... ...x... ..x.x.. ...x... ..x.x.. ...x... .......");
}

static void p4_an_enclosed_loop_is_captured_whole(void **state)
{
    (void)state;
    struct position p;
    board(&p, 7, "....... ....... ..xox.. .xo.ox. ..xox.. ...x... .......", 1);
    int16_t points[PLAYERS_MAX];
    position_score(&p, points);
    assert_int_equal(points[0], 0);
    assert_int_equal(points[1], 5);
    play(&p, "d6");
    assert_diagram(&p, "....... ...x... ..x.x.. .x...x. ..x.x.. ...x... .......");
    position_score(&p, points);
    assert_int_equal(points[0], 13);
    assert_int_equal(points[1], 0);
}

static void p5_nobody_plays_inside_a_loop(void **state)
{
    (void)state;
    struct position p;
    board(&p, 7, "....... ...x... ..x.x.. .x...x. ..x.x.. ...x... .......", 1);
    assert_refused(&p, "d4", VERDICT_P5, "d4 is inside a loop of 8 black stones.");
    assert_refused(&p, "c4", VERDICT_P1,
                   "c4 is one of White's points: column 3 + row 4 = 7 is odd.");
    board(&p, 7, "....... ...x... ..x.x.. .x...x. ..x.x.. ...x... .......", 2);
    assert_refused(&p, "c4", VERDICT_P5, "c4 is inside a loop of 8 black stones.");
}

static void p5_a_loop_in_the_last_corner_of_the_largest_board_is_shown(void **state)
{
    (void)state;
    struct position p;
    start(&p, 25);
    play(&p, "c3"), play(&p, "x25"), play(&p, "e3"), play(&p, "y24");
    assert_refused(
        &p, "y25", VERDICT_P5,
        "y25 is inside a loop of 4 white stones, 2 of them in the ring around the board.");
}

/* Large loops, first empty, then with stones of their side inside: whatever is inside is reached
 * when the last stone is placed, and is what a position that is set up has there. */
static void p5_all_of_a_large_loop_is_closed(void **state)
{
    (void)state;
    enum { N = 15, MIDDLE = N / 2 };
    static const int tips[4] = {1, N, -1, -N};
    struct rng r;
    rng_seed(&r, 9);
    for (int i = 0; i < 400; i++) {
        int radius = 2 + i / 4 % (MIDDLE - 1);
        bool empty = i < 4 * (MIDDLE - 1);
        struct setup s = setup_default(GAME_PALISADE);
        s.width = s.height = N;
        struct cell cells[POINTS_MAX] = {{0}};
        int side = 1 + radius % 2; /* P1 */
        for (int k = 0; k < N * N; k++) {
            int from_middle = abs(k % N - MIDDLE) + abs(k / N - MIDDLE);
            bool inside = from_middle < radius && from_middle % 2 == radius % 2;
            if (from_middle == radius || (inside && !empty && rng_below(&r, 3) == 0))
                cells[k] = (struct cell){.owner = (uint8_t)side, .height = 1};
        }
        struct position whole, p;
        assert_int_equal(position_set(&whole, &s, cells, 3 - side), 0);
        point_t last = (point_t)(MIDDLE * N + MIDDLE + radius * tips[i % 4]);
        cells[last] = (struct cell){0};
        assert_int_equal(position_set(&p, &s, cells, side), 0);
        assert_int_equal(position_play(&p, (move_t)last), VERDICT_OK);
        assert_true(position_equal(&p, &whole));
        assert_memory_equal(palisade_states(&p.u.palisade), palisade_states(&whole.u.palisade),
                            (N + 2) * (N + 2));
    }
}

static void p5_figure_4_of_the_sheet(void **state)
{
    (void)state;
    struct position p;
    board(&p, 7, "xo.ox.x ....oxo xo.o.o. o.o...o xoxo.ox .x..ox. x.x.x.x", 1);
    assert_legal(&p, "d2 c5 b6 d6 c7");
}

static void p6_loops_and_what_is_inside_are_owned_and_nothing_else(void **state)
{
    (void)state;
    struct position p;
    struct result r;
    board(&p, 7, "x...... ....... ...o... ..o.o.. ...o... ....... ..x....", 1);
    position_result(&p, &r);
    assert_false(r.over);
    assert_int_equal(r.winner, 0);
    assert_int_equal(r.points[0], 0);
    assert_int_equal(r.points[1], 5);
    for (point_t k = 0; k < 49; k++) {
        bool loop = k == 24 || k == 17 || k == 23 || k == 25 || k == 31;
        assert_int_equal(r.owner[k], loop ? 2 : OWNER_NONE);
    }
}

static void p6_the_game_ends_when_all_points_are_owned(void **state)
{
    (void)state;
    static const char *const words[] = {"c1", "c2", "c3", "b3", "b2", "a2", "a1"};
    struct position p;
    start(&p, 3);
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        assert_false(p.over);
        play(&p, words[i]);
    }
    struct result r;
    position_result(&p, &r);
    assert_true(r.over);
    assert_int_equal(r.winner, 2);
    assert_int_equal(r.points[0], 4);
    assert_int_equal(r.points[1], 5);
    assert_diagram(&p, ".o. oxo x.x");
    assert_int_equal(position_judge(&p, at(&p, "b3")), VERDICT_G4);
    assert_legal(&p, "");
}

static void p6_there_is_no_passing(void **state)
{
    (void)state;
    struct position p;
    start(&p, 3);
    assert_refused(&p, "pass", VERDICT_P6,
                   "There is no passing in Palisade; Black can place on 5 points.");
    assert_int_equal(position_judge(&p, at(&p, "swap")), VERDICT_G3);
    assert_int_equal(position_judge(&p, at(&p, "a1r")), VERDICT_G3);
    assert_int_equal(position_judge(&p, 9), VERDICT_G1);
    static const char *const words[] = {"c1", "c2", "c3", "b3", "b2", "a2"};
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        play(&p, words[i]);
    assert_legal(&p, "a1");
    assert_refused(&p, "pass", VERDICT_P6,
                   "There is no passing in Palisade; Black can place on 1 point.");
}

/* palisade_states() is what the search sees of the board: a stone, the inside of a loop, or
 * neither. */
static void p5_states_tell_stones_and_insides_apart(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 8);
    int insides = 0;
    for (int game = 0; game < 20; game++) {
        struct position p;
        for (start(&p, 7); !p.over; position_play_legal(&p, position_random(&p, &rng))) {
            const uint8_t *states = palisade_states(&p.u.palisade);
            struct result r;
            position_result(&p, &r);
            for (point_t k = 0; k < 49; k++) {
                int stone = position_cell(&p, k).owner;
                int inside = stone == OWNER_NONE ? r.owner[k] : OWNER_NONE;
                int there = states[(k / 7 + 1) * 9 + k % 7 + 1];
                assert_int_equal(there, inside != OWNER_NONE ? 2 + inside : stone);
                insides += inside != OWNER_NONE;
            }
            assert_int_equal(states[0], 0);                 /* a corner of the ring */
            assert_int_equal(states[1] + states[2], 1 + 2); /* its stones */
        }
    }
    assert_true(insides > 100);
}

static void a_given_board_must_be_possible(void **state)
{
    (void)state;
    struct position p;
    start(&p, 3);
    struct position before = p;
    assert_int_equal(try_board(&p, 3, "... ... .x.", 1), ERR_ILLEGAL); /* P1 */
    assert_int_equal(try_board(&p, 3, "... ... o..", 1), ERR_ILLEGAL); /* P1 */
    assert_int_equal(try_board(&p, 3, "... .x. xox", 1), ERR_ILLEGAL); /* P4 */
    assert_int_equal(try_board(&p, 3, ".o. oxo .o.", 1), ERR_ILLEGAL); /* P4 */
    assert_int_equal(try_board(&p, 3, "... ... ...", 3), ERR_RANGE);
    struct setup s = setup_of(3);
    struct cell cells[9] = {{.owner = 1, .height = 2}};
    assert_int_equal(position_set(&p, &s, cells, 1), ERR_RANGE);
    cells[0] = (struct cell){.owner = OWNER_NEUTRAL, .height = 1};
    assert_int_equal(position_set(&p, &s, cells, 1), ERR_RANGE);
    assert_true(position_equal(&p, &before));
    board(&p, 3, ".o. oxo x.x", 2); /* a finished game */
    assert_true(p.over);
    assert_int_equal(p.winner, 2);
}

static void symmetric_games_have_symmetric_positions(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 11);
    for (int size = 5; size <= 19; size += 4) {
        for (int s = 0; s < SYMMETRIES_MAX; s++) {
            struct position p;
            struct position q;
            start(&p, size);
            start(&q, size);
            while (!p.over) {
                move_t m = position_random(&p, &r);
                assert_int_equal(position_play(&p, m), VERDICT_OK);
                assert_int_equal(position_play(&q, symmetry_move(s, size, size, m)), VERDICT_OK);
                assert_int_equal(position_hash(&p, s), q.hash);
                assert_int_equal(p.over, q.over);
            }
            assert_int_equal(position_hash_canonical(&p), position_hash_canonical(&q));
            struct result a;
            struct result b;
            position_result(&p, &a);
            position_result(&q, &b);
            assert_int_equal(a.winner, b.winner);
            for (point_t k = 0; k < size * size; k++)
                assert_int_equal(a.owner[k], b.owner[symmetry_point(s, size, size, k)]);
        }
    }
}

static void the_hash_tells_stones_and_side_to_move(void **state)
{
    (void)state;
    struct position p;
    struct position q;
    board(&p, 5, "..... ..... ..x.. ..... .....", 1);
    board(&q, 5, "..... ..... ..x.. ..... .....", 2);
    assert_true(p.hash != q.hash);
    assert_false(position_equal(&p, &q));
    board(&p, 5, "..... ..... .ox.. ..... .....", 2);
    assert_true(p.hash != q.hash);
    start(&p, 5); /* the same position by two ways */
    start(&q, 5);
    play(&p, "c3"), play(&p, "b1"), play(&p, "a1"), play(&p, "e2");
    play(&q, "a1"), play(&q, "e2"), play(&q, "c3"), play(&q, "b1");
    assert_int_equal(p.hash, q.hash);
    assert_true(position_equal(&p, &q));
}

/* The chance that Black wins a uniformly random game, exactly. */
static double black_wins(const struct position *p)
{
    if (p->over)
        return p->winner == 1 ? 1 : 0;
    move_t moves[MOVES_MAX];
    int n = position_legal(p, moves);
    double sum = 0;
    for (int i = 0; i < n; i++) {
        struct position q = *p;
        position_play_legal(&q, moves[i]);
        sum += black_wins(&q);
    }
    return sum / n;
}

static void playouts_are_uniformly_random(void **state)
{
    (void)state;
    enum { GAMES = 40000 };
    struct position empty;
    struct rng r;
    int wins = 0;
    int first[9] = {0};
    start(&empty, 3);
    rng_seed(&r, 17);
    for (int i = 0; i < GAMES; i++) {
        move_t moves[9];
        struct playlog log = {.moves = moves, .cap = 9};
        struct position p = empty;
        position_playout(&p, &r, &log);
        wins += p.winner == 1;
        first[moves[0]]++;
    }
    double want = black_wins(&empty);
    /* Six sigma: less than 0.003 x 6 and, for the first move, 80 x 6. */
    assert_true(wins > (want - 0.015) * GAMES && wins < (want + 0.015) * GAMES);
    for (int k = 0; k < 9; k++)
        assert_in_range(first[k], k % 2 == 0 ? GAMES / 5 - 480 : 0,
                        k % 2 == 0 ? GAMES / 5 + 480 : 0);
}

static void a_playout_is_a_game_of_its_moves(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 23);
    for (int size = 3; size <= SIDE_MAX; size += 2)
        for (int begun = 0; begun < 4; begun++) {
            move_t moves[POINTS_MAX];
            struct playlog log = {.moves = moves, .cap = POINTS_MAX};
            struct position p;
            start(&p, size);
            for (int i = 0; i < begun; i++) /* from either side's turn */
                position_play_legal(&p, position_random(&p, &r));
            struct position q = p;
            position_playout(&p, &r, &log);
            for (uint32_t i = 0; i < log.n; i++)
                assert_int_equal(position_play(&q, moves[i]), VERDICT_OK);
            assert_true(p.over && q.over);
            assert_true(position_equal(&p, &q));
            assert_int_equal(p.hash, position_hash(&p, 0));
            assert_int_equal(p.ply, q.ply);
            assert_int_equal(p.last, q.last);
            assert_int_equal(p.winner, q.winner);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(p1_black_begins_and_has_the_even_points),
        cmocka_unit_test(g3_an_occupied_point_is_refused),
        cmocka_unit_test(p2_the_ring_closes_loops),
        cmocka_unit_test(p2_ring_stones_touch_at_the_corners_of_the_board),
        cmocka_unit_test(p3_connections_of_both_colours_cross),
        cmocka_unit_test(p3_a_captured_stone_connects_nothing),
        cmocka_unit_test(p4_figure_3_of_the_sheet),
        cmocka_unit_test(p4_stones_in_all_loops_of_one_placement_are_removed),
        cmocka_unit_test(p4_an_enclosed_loop_is_captured_whole),
        cmocka_unit_test(p5_nobody_plays_inside_a_loop),
        cmocka_unit_test(p5_all_of_a_large_loop_is_closed),
        cmocka_unit_test(p5_a_loop_in_the_last_corner_of_the_largest_board_is_shown),
        cmocka_unit_test(p5_figure_4_of_the_sheet),
        cmocka_unit_test(p6_loops_and_what_is_inside_are_owned_and_nothing_else),
        cmocka_unit_test(p6_the_game_ends_when_all_points_are_owned),
        cmocka_unit_test(p6_there_is_no_passing),
        cmocka_unit_test(p5_states_tell_stones_and_insides_apart),
        cmocka_unit_test(a_given_board_must_be_possible),
        cmocka_unit_test(symmetric_games_have_symmetric_positions),
        cmocka_unit_test(the_hash_tells_stones_and_side_to_move),
        cmocka_unit_test(playouts_are_uniformly_random),
        cmocka_unit_test(a_playout_is_a_game_of_its_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
