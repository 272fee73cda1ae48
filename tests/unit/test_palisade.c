/* test_palisade.c - Palisade against its rules (P1-P6), its sheet, and the naive model.
 *
 * HOSHI_MODEL_OPS  plies compared with the model (default MODEL_PLIES)
 * HOSHI_MODEL_SEED seed of the random games (printed) */
#include "testing.h"

#include "base/err.h"
#include "model/naive_palisade.h"
#include "rules/game.h"
#include "rules/palisade_loop.h"
#include "rules/position.h"
#include <stdio.h>
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

/* The naive model. Each check returns NULL or what differs. */

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
        cmocka_unit_test(p5_figure_4_of_the_sheet),
        cmocka_unit_test(p6_loops_and_what_is_inside_are_owned_and_nothing_else),
        cmocka_unit_test(p6_the_game_ends_when_all_points_are_owned),
        cmocka_unit_test(p6_there_is_no_passing),
        cmocka_unit_test(a_given_board_must_be_possible),
        cmocka_unit_test(random_games_agree_with_the_model_on_every_size),
        cmocka_unit_test(the_comparison_notices_planted_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
