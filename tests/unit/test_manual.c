/* test_manual.c - the notation that each game explains to readers. */
#include "testing.h"

#include "record/manual.h"
#include <string.h>

static struct sink out;

static const char *manual(enum game_id game)
{
    sink_done(&out);
    manual_print(game, &out);
    assert_false(out.failed);
    return out.buf;
}

static void designers_are_credited_in_the_first_line(void **state)
{
    for (int g = 0; g < GAME_N; g++) {
        const char *line = manual((enum game_id)g);
        const char *designer = strstr(line, games[g]->designer);
        assert_non_null(designer);
        assert_true(designer < strchr(line, '\n'));
    }
}

static void lines_are_ascii_and_fit_a_mail(void **state)
{
    for (int g = 0; g < GAME_N; g++) {
        size_t column = 0;
        for (const char *c = manual((enum game_id)g); *c != '\0'; c++) {
            column = *c == '\n' ? 0 : column + 1;
            assert_in_range(column, 0, 78);
            assert_true(*c == '\n' || (*c >= ' ' && *c <= '~'));
        }
    }
}

static void p4_the_figure_shows_the_capture(void **state)
{
    manual(GAME_PALISADE);
    assert_non_null(strstr(out.buf, " 6  x . x o x o . . x  6\n 5  o . . . o x o . o  5\n"));
    assert_non_null(strstr(out.buf, " 6  x . x . x o . . x  6\n 5  o(x). . . x o . o  5\n"));
}

static void p5_the_figure_marks_the_five_placements(void **state)
{
    const char *figure = strstr(manual(GAME_PALISADE), "x o ? o x . x");
    assert_non_null(figure);
    int n = 0;
    for (; *figure != '\0' && strncmp(figure, "Here", 4) != 0; figure++)
        n += *figure == '?';
    assert_int_equal(n, 5);
}

static void r4_the_figure_takes_both_colours(void **state)
{
    manual(GAME_REDSTONE);
    assert_non_null(strstr(out.buf, " 3  . x . x .  3\n 2  . o(#)o .  2\n 1  . o . o .  1\n"));
}

static void l3b_the_figure_leaves_the_closing_point_unmarked(void **state)
{
    assert_non_null(strstr(manual(GAME_LEVEE), " 5  2 ? # ? ? . ? ? 2  5\n"));
}

static void c5_the_figure_shows_who_may_enter(void **state)
{
    assert_non_null(strstr(manual(GAME_CLAIMS), " 3  x2 ?  .  ?  ?   3\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(designers_are_credited_in_the_first_line),
        cmocka_unit_test(lines_are_ascii_and_fit_a_mail),
        cmocka_unit_test(p4_the_figure_shows_the_capture),
        cmocka_unit_test(p5_the_figure_marks_the_five_placements),
        cmocka_unit_test(r4_the_figure_takes_both_colours),
        cmocka_unit_test(l3b_the_figure_leaves_the_closing_point_unmarked),
        cmocka_unit_test(c5_the_figure_shows_who_may_enter),
    };
    sink_init(&out, &memory_heap);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    sink_done(&out);
    return failed;
}
