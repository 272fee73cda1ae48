/* test_move.c - moves as numbers and as text, and their symmetries. */
#include "testing.h"

#include "base/err.h"
#include "rules/move.h"
#include <string.h>

static void g1_points_round_trip(void **state)
{
    (void)state;
    for (int w = 2; w <= SIDE_MAX; w++)
        for (move_t m = 0; m < w * w; m++) {
            char word[MOVE_TEXT_BYTES];
            move_t back = MOVE_NONE;
            assert_int_equal(move_parse(move_print(m, w, word), w, w, &back), 0);
            assert_int_equal(back, m);
            assert_int_equal(move_parse(move_print(m | MOVE_RED, w, word), w, w, &back), 0);
            assert_int_equal(back, m | MOVE_RED);
        }
}

static void g1_input_is_case_insensitive_output_lower(void **state)
{
    (void)state;
    move_t m = MOVE_NONE;
    char word[MOVE_TEXT_BYTES];
    assert_int_equal(move_parse("D4R", 13, 13, &m), 0);
    assert_string_equal(move_print(m, 13, word), "d4r");
    assert_int_equal(move_parse("PASS", 13, 13, &m), 0);
    assert_int_equal(m, MOVE_PASS);
    assert_int_equal(move_parse("Swap", 13, 13, &m), 0);
    assert_int_equal(m, MOVE_SWAP);
}

static void g1_no_letter_is_skipped(void **state)
{
    (void)state;
    move_t m = MOVE_NONE;
    assert_int_equal(move_parse("i1", 25, 25, &m), 0);
    assert_int_equal(m, 8);
    assert_int_equal(move_parse("y25", 25, 25, &m), 0);
    assert_int_equal(m, 624);
}

static void nonsense_is_told_from_off_the_board(void **state)
{
    (void)state;
    static const char *const bad[] = {"",    "d",  "4",   "d4x", "d4rr",
                                      "dd4", "{4", "d-4", "d4 ", "d0004"};
    move_t m = 77;
    for (size_t i = 0; i < ARRAY_LEN(bad); i++)
        assert_int_equal(move_parse(bad[i], 9, 9, &m), ERR_SYNTAX);
    assert_int_equal(move_parse("k1", 9, 9, &m), ERR_RANGE);
    assert_int_equal(move_parse("z1", 25, 25, &m), ERR_RANGE);
    assert_int_equal(move_parse("Z1", 25, 25, &m), ERR_RANGE);
    assert_int_equal(move_parse("a10", 9, 9, &m), ERR_RANGE);
    assert_int_equal(move_parse("a0", 9, 9, &m), ERR_RANGE);
    assert_int_equal(m, 77);
}

static void symmetries_permute_the_points(void **state)
{
    (void)state;
    for (int s = 0; s < SYMMETRIES_MAX; s++) {
        char seen[POINTS_MAX] = {0};
        for (point_t p = 0; p < 49; p++)
            seen[symmetry_point(s, 7, 7, p)]++;
        for (point_t p = 0; p < 49; p++)
            assert_int_equal(seen[p], 1);
    }
    assert_int_equal(symmetry_point(SYMMETRY_MIRROR_X, 7, 7, 0), 6);
    assert_int_equal(symmetry_point(SYMMETRY_MIRROR_Y, 7, 5, 0), 28);
    assert_int_equal(symmetry_point(SYMMETRY_TRANSPOSE, 7, 7, 1), 7);
}

static void only_placements_are_turned_and_mirrored(void **state)
{
    (void)state;
    for (int s = 0; s < SYMMETRIES_MAX; s++) {
        assert_int_equal(symmetry_move(s, 7, 7, MOVE_PASS), MOVE_PASS);
        assert_int_equal(symmetry_move(s, 7, 7, MOVE_SWAP), MOVE_SWAP);
        assert_int_equal(symmetry_move(s, 7, 7, MOVE_NONE), MOVE_NONE);
        assert_int_equal(symmetry_move(s, 7, 7, 1), symmetry_point(s, 7, 7, 1));
        assert_int_equal(symmetry_move(s, 7, 7, MOVE_RED | 1),
                         MOVE_RED | symmetry_point(s, 7, 7, 1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(g1_points_round_trip),
        cmocka_unit_test(g1_input_is_case_insensitive_output_lower),
        cmocka_unit_test(g1_no_letter_is_skipped),
        cmocka_unit_test(nonsense_is_told_from_off_the_board),
        cmocka_unit_test(symmetries_permute_the_points),
        cmocka_unit_test(only_placements_are_turned_and_mirrored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
