/* test_redstone.c - Redstone follows its rules (R1-R7) and its rule sheet, and keeps the invariants
 * of every game. test_redstone_model.c compares it with the naive model. */
#include "testing.h"

#include "base/err.h"
#include "rules/game.h"
#include "rules/position.h"
#include <string.h>

/* ---- helpers ---- */

static struct setup setup_of(int size, bool pie)
{
    struct setup s = setup_default(GAME_REDSTONE);
    s.width = (uint8_t)size;
    s.height = (uint8_t)size;
    s.options = pie ? OPTION_SWAP : 0;
    return s;
}

static void start(struct position *p, int size, bool pie)
{
    struct setup s = setup_of(size, pie);
    assert_int_equal(position_start(p, &s), 0);
}

static int try_board(struct position *p, int size, const char *diagram, int side)
{
    struct setup s = setup_of(size, false);
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

static int owner_at(const struct position *p, const char *word)
{
    return position_cell(p, move_point(at(p, word))).owner;
}

static void play(struct position *p, const char *word)
{
    assert_int_equal(position_play(p, at(p, word)), VERDICT_OK);
}

static void assert_refused(const struct position *p, const char *word, enum verdict v,
                           const char *sentence, const char *alternative)
{
    struct explanation e;
    char other[MOVE_TEXT_BYTES];
    position_explain(p, at(p, word), &e);
    assert_int_equal(e.verdict, v);
    assert_string_equal(e.text, sentence);
    assert_string_equal(move_print(e.alternative, p->setup.width, other), alternative);
    struct explanation again = e; /* its earlier content must not matter */
    position_explain(p, at(p, word), &again);
    assert_int_equal(again.points_n, e.points_n);
    struct position q = *p;
    assert_int_equal(position_play(&q, at(p, word)), v);
    assert_true(position_equal(&q, p)); /* G3: unchanged */
    assert_int_equal(q.ply, p->ply);
}

/* ---- the rules, one by one ---- */

static void r2_r3_the_same_point_refused_for_each_kind(void **state)
{
    (void)state;
    struct position p;
    /* As in figure 5 of the sheet: single eyes of a white group that has another eye. */
    board(&p, 5, ". w . w . / w w w w w / . . . . . / b b . . . / . . . . .", 1);
    assert_refused(&p, "a5", VERDICT_R2, "A black stone on a5 would have no liberties.", "none");
    assert_refused(&p, "a5r", VERDICT_R3,
                   "A red stone on a5 would capture nothing: the group at a4 keeps a3.", "none");
    assert_refused(
        &p, "c1r", VERDICT_R3,
        "A red stone on c1 would capture nothing: no black or white stone is next to it.", "c1");
    assert_refused(&p, "a4", VERDICT_OCCUPIED, "There is a white stone on a4 already.", "none");
}

static void r2_explains_what_would_be_bounded(void **state)
{
    (void)state;
    struct position q;
    board(&q, 4, "b . w b / b w w b / b b b . / . . . .", 1);
    assert_refused(&q, "b4", VERDICT_R2,
                   "A black stone on b4 would leave the white group at b3 (3 stones) without "
                   "liberties.",
                   "b4r");
    board(&q, 4, "b . w r / b w w r / r r r . / . . b .", 1);
    assert_refused(&q, "b4", VERDICT_R2,
                   "A black stone on b4 would leave the white group at b3 (3 stones) without "
                   "liberties, and its own group of 3 stones too.",
                   "b4r");
    board(&q, 3, ". . b / r r . / w . r", 1);
    assert_refused(&q, "b1", VERDICT_R2,
                   "A black stone on b1 would leave the white group at a1 (1 stone) without "
                   "liberties, and its own group of 1 stone too.",
                   "b1r");
    board(&q, 4, "b . r . / b b r . / r r . . / . . w b", 1);
    assert_refused(&q, "b4", VERDICT_R2,
                   "A black stone on b4 would complete a group of 4 stones without liberties.",
                   "b4r");
    board(&q, 3, "b . r / r r . / . . w", 1);
    assert_refused(&q, "b3", VERDICT_R2,
                   "A black stone on b3 would complete a group of 2 stones without liberties.",
                   "b3r");
}

static void r2_r3_own_and_red_may_both_be_legal(void **state)
{
    (void)state;
    /* As in figure 4: Black joins their two groups, or captures their own upper one. */
    struct position p;
    board(&p, 4, "b w . . / . w . . / b w . . / . . . .", 1);
    assert_int_equal(position_judge(&p, at(&p, "a3")), VERDICT_OK);
    assert_int_equal(position_judge(&p, at(&p, "a3r")), VERDICT_OK);
    play(&p, "a3r");
    assert_int_equal(owner_at(&p, "a4"), OWNER_NONE);
    assert_int_equal(owner_at(&p, "a2"), 1);
    assert_false(p.over);
}

static void r4_groups_of_both_colours_fall_together(void **state)
{
    (void)state;
    /* As in figure 3: one white and two black groups; removing black's would have freed white's. */
    struct position p;
    board(&p, 5, "r b b r . / b . w r . / r . r . . / . . . . . / w . . . b", 2);
    assert_int_equal(position_judge(&p, at(&p, "b4")), VERDICT_R2);
    play(&p, "b4r");
    struct position q;
    board(&q, 5, "r . . r . / . r . r . / r . r . . / . . . . . / w . . . b", 1);
    assert_true(position_equal(&p, &q));
}

static void r5_who_loses_all_stones_has_lost(void **state)
{
    (void)state;
    struct position p;
    board(&p, 3, "w . b / . . . / . . .", 1);
    play(&p, "b3");
    play(&p, "b2");
    play(&p, "a2r"); /* takes a3 only: White has b2 */
    assert_false(p.over);
    board(&p, 3, "w . b / b . . / . . .", 1);
    play(&p, "b3r");
    assert_true(p.over);
    assert_int_equal(p.winner, 1);
    board(&p, 3, "b . w / w . . / . . .", 1); /* Black's own last stone */
    play(&p, "b3r");
    assert_true(p.over);
    assert_int_equal(p.winner, 2);
    move_t none[MOVES_MAX];
    assert_int_equal(position_legal(&p, none), 0);
    assert_int_equal(position_judge(&p, at(&p, "c1")), VERDICT_G4);
}

static void r5_the_mover_wins_an_empty_board(void **state)
{
    (void)state;
    for (int side = 1; side <= 2; side++) {
        struct position p;
        board(&p, 2, "b . / r w", side);
        play(&p, "b2r");
        assert_true(p.over);
        assert_int_equal(p.winner, side);
    }
}

static void r5_a_colour_not_yet_placed_is_not_annihilated(void **state)
{
    (void)state;
    struct position p;
    start(&p, 2, false);
    play(&p, "a1");
    assert_false(p.over);
    play(&p, "b2");
    assert_false(p.over);
}

static void r6_there_is_no_passing(void **state)
{
    (void)state;
    struct position p;
    start(&p, 5, true);
    assert_refused(&p, "pass", VERDICT_R6, "There is no passing in Redstone.", "none");
    start(&p, 5, false);
    assert_refused(&p, "pass", VERDICT_R6, "There is no passing in Redstone.", "none");
}

static void r7_only_player_2_may_swap_and_only_on_ply_2(void **state)
{
    (void)state;
    struct position p;
    start(&p, 5, true);
    assert_refused(&p, "swap", VERDICT_R7, "Only player 2 may swap, and only on ply 2.", "none");
    play(&p, "c3");
    struct position kept;
    position_copy(&kept, &p);
    play(&p, "swap");
    assert_int_equal(p.side, 2); /* White, now the side of player 1, moves next */
    assert_int_equal(p.ply, 2);
    assert_int_equal(position_seat(&p, 1), 2);
    assert_int_equal(position_seat(&p, 2), 1);
    assert_int_equal(owner_at(&p, "c3"), 1);
    assert_refused(&p, "swap", VERDICT_R7, "Only player 2 may swap, and only on ply 2.", "none");
    play(&kept, "a1");
    assert_refused(&kept, "swap", VERDICT_R7, "Only player 2 may swap, and only on ply 2.", "none");
    play(&kept, "a2");
    assert_refused(&kept, "swap", VERDICT_R7, "Only player 2 may swap, and only on ply 2.", "none");
    start(&p, 5, false);
    play(&p, "c3");
    assert_refused(&p, "swap", VERDICT_R7, "This game is played without the swap.", "none");
}

static void r7_the_hash_tells_whether_a_swap_may_come(void **state)
{
    (void)state;
    struct position p;
    struct position swapped;
    start(&p, 5, true);
    play(&p, "c3");
    position_copy(&swapped, &p);
    play(&swapped, "swap");
    assert_int_not_equal(p.hash, swapped.hash); /* one may swap, the other may not */
    assert_false(position_equal(&p, &swapped));
    play(&p, "b2");
    play(&swapped, "b2");
    assert_int_equal(p.hash, swapped.hash); /* the same future, with either seating */
    assert_true(position_equal(&p, &swapped));
    assert_true(swapped.swapped);
    assert_false(p.swapped);
}

static void r7_random_moves_never_swap(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 7);
    for (int i = 0; i < 300; i++) {
        struct position p;
        start(&p, 2, true);
        play(&p, "a1");
        assert_int_not_equal(position_random(&p, &r), MOVE_SWAP);
        move_t moves[64];
        struct playlog log = {.moves = moves, .cap = ARRAY_LEN(moves)};
        position_playout(&p, &r, &log);
        for (uint32_t k = 0; k < log.n; k++)
            assert_true(move_is_point(moves[k]));
        assert_false(p.swapped);
    }
}

/* ---- set-ups ---- */

static void r4_a_bounded_group_cannot_be_set_up(void **state)
{
    (void)state;
    struct position p;
    static const char *const in_corners[] = {"w b . / b . . / . . .", ". b w / . . b / . . .",
                                             ". . . / b . . / w b .", ". . . / . . b / . b w"};
    for (size_t i = 0; i < ARRAY_LEN(in_corners); i++)
        assert_int_equal(try_board(&p, 3, in_corners[i], 1), ERR_ILLEGAL);
    assert_int_equal(try_board(&p, 3, "w b . / . . . / . . .", 1), 0);
    struct setup s = setup_of(3, false);
    struct cell cells[POINTS_MAX] = {{0}};
    cells[4] = (struct cell){.owner = 3, .height = 1};
    assert_int_equal(position_set(&p, &s, cells, 1), ERR_RANGE);
    cells[4] = (struct cell){.owner = 1, .height = 2};
    assert_int_equal(position_set(&p, &s, cells, 1), ERR_RANGE);
    cells[4] = (struct cell){.owner = 0, .height = 1};
    assert_int_equal(position_set(&p, &s, cells, 1), ERR_RANGE);
    cells[4] = (struct cell){.owner = 1, .height = 1, .flags = 1};
    assert_int_equal(position_set(&p, &s, cells, 1), ERR_RANGE);
}

/* A board without one of the colours is either a beginning (handicap stones) or already decided. It
 * is accepted iff the next move can bring that colour onto the board, so that R6 holds from then
 * on. */
static void r6_a_missing_colour_must_come_next(void **state)
{
    (void)state;
    struct position p;
    assert_int_equal(try_board(&p, 3, "b . b / . . . / . b .", 2), 0);
    assert_int_equal(try_board(&p, 3, "b . b / . . . / . b .", 1), ERR_ILLEGAL);
    assert_int_equal(try_board(&p, 3, "w . w / . . . / . . .", 1), 0);
    assert_int_equal(try_board(&p, 3, ". . . / . w . / . . .", 2), ERR_ILLEGAL);
    assert_int_equal(try_board(&p, 3, ". . . / . b . / . . .", 1), ERR_ILLEGAL);
    assert_int_equal(try_board(&p, 3, "w r w / . r . / . . .", 1),
                     ERR_ILLEGAL); /* red could come */
    assert_int_equal(try_board(&p, 3, ". . . / . . . / b r r", 2), ERR_ILLEGAL); /* on a2 alone */
    assert_int_equal(try_board(&p, 2, "w . / . w", 1), ERR_ILLEGAL);             /* nothing could */
    assert_int_equal(try_board(&p, 3, ". . . / . . . / . . .", 2), 0);
    assert_int_equal(try_board(&p, 2, ". . / . r", 1), ERR_ILLEGAL);
}

static void positions_set_up_equal_those_played(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 11);
    for (int i = 0; i < 400; i++) {
        int size = 2 + i % 12;
        struct position p;
        start(&p, size, false);
        int plies = 2 + (int)rng_below(&r, (uint32_t)(2 * size * size));
        while (p.ply < plies && !p.over)
            position_play_legal(&p, position_random(&p, &r));
        if (p.over)
            continue;
        struct cell cells[POINTS_MAX];
        for (point_t k = 0; k < size * size; k++)
            cells[k] = position_cell(&p, k);
        struct position q;
        assert_int_equal(position_set(&q, &p.setup, cells, p.side), 0);
        assert_true(position_equal(&p, &q));
        assert_int_equal(position_set(&q, &p.setup, cells, 3 - p.side), 0);
        assert_int_not_equal(p.hash, q.hash); /* the side to move counts */
        assert_false(position_equal(&p, &q));
    }
}

/* ---- properties ---- */

static void symmetric_games_have_symmetric_hashes(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 5);
    for (int i = 0; i < 64; i++) {
        int size = 2 + i % 9;
        struct position p;
        struct position image[SYMMETRIES_MAX];
        start(&p, size, true);
        for (int s = 0; s < SYMMETRIES_MAX; s++)
            position_copy(&image[s], &p);
        while (!p.over) {
            move_t m = p.ply == 1 && i % 3 == 0 ? MOVE_SWAP : position_random(&p, &r);
            position_play_legal(&p, m);
            uint64_t canonical = position_hash_canonical(&p);
            for (int s = 0; s < SYMMETRIES_MAX; s++) {
                assert_int_equal(position_play(&image[s], symmetry_move(s, size, size, m)),
                                 VERDICT_OK);
                assert_int_equal(position_hash(&p, s), image[s].hash);
                assert_int_equal(position_hash_canonical(&image[s]), canonical);
                assert_int_equal(image[s].winner, p.winner);
            }
        }
    }
}

/* All positions of the 3 x 3 game, and the longest possible game from each. */
enum { CODES_3X3 = 4 * 262144 };      /* cells, side to move, swap still possible */
static uint8_t plies_left[CODES_3X3]; /* + 1; 0: not seen */
static long positions_n;

static int longest(const struct position *p)
{
    if (p->over) {
        assert_true(p->winner == 1 || p->winner == 2); /* no draws */
        return 0;
    }
    move_t moves[MOVES_MAX];
    int n = position_legal(p, moves);
    assert_true(n > 0 && moves[0] != MOVE_SWAP); /* R6 */
    int code = 0;
    int size = p->setup.width;
    for (int k = 0; k < size * size; k++)
        code = code * 4 + (position_cell(p, (point_t)k).owner & 3) +
               2 * (position_cell(p, (point_t)k).owner == OWNER_NEUTRAL);
    bool may_swap = position_judge(p, MOVE_SWAP) == VERDICT_OK;
    code = code * 4 + (p->side - 1) * 2 + may_swap;
    if (plies_left[code] > 0)
        return plies_left[code] - 1;
    int most = 0;
    for (int i = 0; i < n; i++) {
        struct position q;
        position_copy(&q, p);
        position_play_legal(&q, moves[i]);
        int length = 1 + longest(&q);
        if (length > most)
            most = length;
    }
    plies_left[code] = (uint8_t)(most + 1);
    positions_n++;
    return most;
}

static int plies_bound(int points)
{
    return (points - 1) + (points - 3) * (points - 4) / 2 + (points - 2) + 1;
}

static void r6_every_small_position_has_a_placement_and_an_end(void **state)
{
    (void)state;
    for (int size = 2; size <= 3; size++) {
        struct position p;
        start(&p, size, true);
        memset(plies_left, 0, sizeof plies_left);
        positions_n = 0;
        int length = longest(&p);
        print_message("%d x %d: %ld positions, longest game %d plies, bound %d\n", size, size,
                      positions_n, length, plies_bound(size * size));
        assert_true(positions_n > (size == 2 ? 20 : 20000));
        assert_in_range(length, size * size, plies_bound(size * size));
    }
}

static void r6_random_games_end_within_the_bound(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 3);
    for (int i = 0; i < 600; i++) {
        int size = 2 + i % (SIDE_MAX - 1);
        struct position p;
        start(&p, size, false);
        position_playout(&p, &r, NULL);
        assert_true(p.over);
        assert_in_range(p.winner, 1, 2);
        assert_in_range(p.ply, 3, plies_bound(size * size));
        assert_int_equal(p.hash, position_hash(&p, 0));
    }
}

/* On 25x25, the bound of R6 allows more plies than the type of the number can hold. The number then
 * stays at its largest value. */
static void the_number_of_plies_ends_at_its_largest(void **state)
{
    (void)state;
    struct position p;
    struct rng r;
    rng_seed(&r, 1);
    start(&p, 3, false);
    p.ply = UINT16_MAX - 1;
    play(&p, "a1");
    assert_int_equal(p.ply, UINT16_MAX);
    play(&p, "b2");
    assert_int_equal(p.ply, UINT16_MAX);
    for (int before = UINT16_MAX - 40; before <= UINT16_MAX; before++) {
        struct playlog log = {0};
        start(&p, 3, false);
        p.ply = (uint16_t)before;
        position_playout(&p, &r, &log);
        int after = before + (int)log.n;
        assert_int_equal(p.ply, after < UINT16_MAX ? after : UINT16_MAX);
    }
}

static void playouts_are_games_of_legal_moves(void **state)
{
    (void)state;
    static move_t moves[20000];
    struct rng r;
    rng_seed(&r, 9);
    for (int i = 0; i < 300; i++) {
        struct position p;
        struct position q;
        start(&p, 2 + i % (SIDE_MAX - 1), false);
        int before = (int)rng_below(&r, 20);
        while (p.ply < before && !p.over)
            position_play_legal(&p, position_random(&p, &r));
        position_copy(&q, &p);
        int ply = p.ply;
        moves[0] = MOVE_PASS;
        struct playlog log = {.moves = moves, .cap = ARRAY_LEN(moves), .n = 1}; /* goes on */
        position_playout(&p, &r, &log);
        assert_int_equal(moves[0], MOVE_PASS);
        if (p.ply == ply)
            continue;
        assert_int_equal(log.n - 1, p.ply - ply);
        for (uint32_t k = 1; k < log.n; k++)
            assert_int_equal(position_play(&q, moves[k]), VERDICT_OK);
        assert_true(position_equal(&p, &q));
        assert_int_equal(p.last, q.last);
        assert_int_equal(p.ply, q.ply);
    }
}

/* Every legal placement is drawn equally often, red or not, by position_random and as the first
 * move of a playout: chi-square over 400 draws a placement, and no count beyond six sigma. */
static void assert_uniform(const struct position *p, bool by_playout)
{
    static long count[MOVE_INDEX_N];
    move_t legal[MOVES_MAX];
    int n = 0;
    int all = position_legal(p, legal);
    for (int i = 0; i < all; i++)
        if (legal[i] != MOVE_SWAP)
            legal[n++] = legal[i];
    memset(count, 0, sizeof count);
    struct rng r;
    rng_seed(&r, (uint64_t)n * 2 + by_playout);
    for (int i = 0; i < 400 * n; i++) {
        struct position q;
        position_copy(&q, p);
        move_t m = MOVE_NONE;
        struct playlog log = {.moves = &m, .cap = 1};
        if (by_playout)
            position_playout(&q, &r, &log);
        else
            m = position_random(&q, &r);
        count[m]++;
    }
    double chi_square = 0;
    for (int i = 0; i < n; i++) {
        long d = count[legal[i]] - 400;
        assert_in_range(d + 120, 0, 240);
        chi_square += (double)(d * d) / 400;
    }
    /* n - 1 degrees of freedom: mean n - 1, variance 2 (n - 1); five sigma, and a
     * margin for the tail */
    double excess = chi_square - (n - 1);
    assert_true(n == 1 || (excess > 0 ? excess * excess : 0) < 2.0 * (n - 1) * 25 + 100);
}

static void r2_r3_random_placements_are_uniform(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 21);
    int tried = 0;
    for (int i = 0; tried < 30; i++) {
        struct position p;
        start(&p, 3 + i % 5, i % 2 == 0);
        int plies = 1 + (int)rng_below(&r, 40);
        while (p.ply < plies && !p.over)
            position_play_legal(&p, position_random(&p, &r));
        if (p.over)
            continue;
        assert_uniform(&p, false);
        assert_uniform(&p, true);
        tried++;
    }
}

static void a_position_is_small(void **state)
{
    (void)state;
    struct position p;
    start(&p, 19, true);
    assert_in_range(game_redstone.bytes(&p), 1000, 4096);
    start(&p, 25, true);
    assert_in_range(game_redstone.bytes(&p), 1000, sizeof p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r2_r3_the_same_point_refused_for_each_kind),
        cmocka_unit_test(r2_explains_what_would_be_bounded),
        cmocka_unit_test(r2_r3_own_and_red_may_both_be_legal),
        cmocka_unit_test(r4_groups_of_both_colours_fall_together),
        cmocka_unit_test(r5_who_loses_all_stones_has_lost),
        cmocka_unit_test(r5_the_mover_wins_an_empty_board),
        cmocka_unit_test(r5_a_colour_not_yet_placed_is_not_annihilated),
        cmocka_unit_test(r6_there_is_no_passing),
        cmocka_unit_test(r7_only_player_2_may_swap_and_only_on_ply_2),
        cmocka_unit_test(r7_the_hash_tells_whether_a_swap_may_come),
        cmocka_unit_test(r7_random_moves_never_swap),
        cmocka_unit_test(r4_a_bounded_group_cannot_be_set_up),
        cmocka_unit_test(r6_a_missing_colour_must_come_next),
        cmocka_unit_test(positions_set_up_equal_those_played),
        cmocka_unit_test(r6_every_small_position_has_a_placement_and_an_end),
        cmocka_unit_test(r6_random_games_end_within_the_bound),
        cmocka_unit_test(the_number_of_plies_ends_at_its_largest),
        cmocka_unit_test(playouts_are_games_of_legal_moves),
        cmocka_unit_test(a_position_is_small),
        cmocka_unit_test(symmetric_games_have_symmetric_hashes),
        cmocka_unit_test(r2_r3_random_placements_are_uniform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
