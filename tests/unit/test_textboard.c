/* test_textboard.c - text boards show the position, with and without marks. */
#include "testing.h"

#include "base/err.h"
#include "record/textboard.h"
#include "rules/position.h"
#include <stdio.h>
#include <string.h>

static struct position p;
static char buf[TEXTBOARD_BYTES];

static void start(enum game_id id, int width, int height)
{
    struct setup s = setup_default(id);
    s.width = (uint8_t)width;
    s.height = (uint8_t)height;
    assert_int_equal(position_start(&p, &s), 0);
}

static void set(enum game_id id, int width, int height, const char *diagram, int side)
{
    static struct cell cells[POINTS_MAX];
    struct setup s = setup_default(id);
    s.width = (uint8_t)width;
    s.height = (uint8_t)height;
    assert_int_equal(diagram_parse(&s, diagram, cells, NULL), 0);
    assert_int_equal(position_set(&p, &s, cells, side), 0);
}

static void play(const char *word)
{
    move_t m;
    assert_int_equal(move_parse(word, p.setup.width, p.setup.height, &m), 0);
    assert_int_equal(position_play(&p, m), VERDICT_OK);
}

static const char *draw(unsigned flags, const char *marks)
{
    const struct textboard_style style = {.flags = flags, .marks = marks};
    struct text t;
    text_init(&t, buf, sizeof buf);
    textboard_print(&p, &style, &t);
    assert_false(t.full);
    return buf;
}

static void p2_the_ring_stands_around_palisade(void **state)
{
    start(GAME_PALISADE, 7, 7);
    assert_string_equal(draw(0, NULL), "      a b c d e f g\n"
                                       "      o x o x o x o\n"
                                       " 7  o . . . . . . . o  7\n"
                                       " 6  x . . . . . . . x  6\n"
                                       " 5  o . . . . . . . o  5\n"
                                       " 4  x . . . . . . . x  4\n"
                                       " 3  o . . . . . . . o  3\n"
                                       " 2  x . . . . . . . x  2\n"
                                       " 1  o . . . . . . . o  1\n"
                                       "      o x o x o x o\n"
                                       "      a b c d e f g\n");
}

static void the_last_move_stands_in_brackets(void **state)
{
    start(GAME_REDSTONE, 3, 3);
    play("b2");
    play("c1");
    assert_string_equal(draw(TEXTBOARD_LAST | TEXTBOARD_STATUS, NULL),
                        "    a b c\n"
                        " 3  . . .  3\n"
                        " 2  . x .  2\n"
                        " 1  . .(o) 1\n"
                        "    a b c\n"
                        "After move 2 it is Black's turn (x).\n");
}

static void red_stones_and_marks_have_signs_of_their_own(void **state)
{
    set(GAME_REDSTONE, 3, 3, "b../.r./..w", 2);
    char marks[POINTS_MAX] = {0};
    marks[0] = '?';
    marks[2] = '?';
    assert_string_equal(draw(TEXTBOARD_LEGEND, marks), "    a b c\n"
                                                       " 3  x . .  3\n"
                                                       " 2  . # .  2\n"
                                                       " 1  ? .[o] 1\n"
                                                       "    a b c\n"
                                                       "x Black, o White, # red\n");
}

static void l1_edges_name_their_owner_but_corners_none(void **state)
{
    start(GAME_LEVEE, 5, 5);
    play("a1");
    assert_string_equal(draw(0, NULL), "      a b c d e\n"
                                       "        1 1 1\n"
                                       " 5    . . . . .    5\n"
                                       " 4  2 . . . . . 2  4\n"
                                       " 3  2 . . + . . 2  3\n"
                                       " 2  2 . . . . . 2  2\n"
                                       " 1    # . . . .    1\n"
                                       "        1 1 1\n"
                                       "      a b c d e\n");
}

static void claims_shows_occupant_and_height(void **state)
{
    start(GAME_CLAIMS, 3, 2);
    play("a1");
    play("c2");
    play("a1");
    assert_string_equal(draw(TEXTBOARD_LAST, NULL), "    a  b  c\n"
                                                    " 2  .  .  o1  2\n"
                                                    " 1 (x2).  .   1\n"
                                                    "    a  b  c\n");
}

static void a_swap_is_shown(void **state)
{
    start(GAME_REDSTONE, 3, 3);
    play("b2");
    play("swap");
    assert_non_null(strstr(draw(TEXTBOARD_STATUS, NULL), "After move 2 it is White's turn (o). "
                                                         "The players have swapped colours."));
}

static void the_result_is_shown_with_points(void **state)
{
    struct rng r;
    rng_seed(&r, 1);
    start(GAME_PALISADE, 5, 5);
    position_playout(&p, &r, NULL);
    draw(TEXTBOARD_STATUS, NULL);
    int16_t points[PLAYERS_MAX];
    position_score(&p, points);
    char end[96];
    snprintf(end, sizeof end, "%s has won after move %d, %d points to %d.\n",
             p.winner == 1 ? "Black" : "White", p.ply, points[p.winner - 1], points[2 - p.winner]);
    assert_non_null(strstr(buf, end));
}

static void colours_change_nothing_but_colours(void **state)
{
    static char plain[TEXTBOARD_BYTES];
    struct rng r;
    rng_seed(&r, 7);
    for (int g = 0; g < GAME_N; g++) {
        start((enum game_id)g, 25, 25);
        position_playout(&p, &r, NULL);
        memcpy(plain, draw(TEXTBOARD_LAST, NULL), sizeof plain);
        draw(TEXTBOARD_LAST | TEXTBOARD_COLOR, NULL);
        assert_non_null(strstr(buf, "\033["));
        char *to = buf;
        for (char *c = buf; *c != '\0'; c++) {
            if (*c == '\033')
                c = strchr(c, 'm');
            else
                *to++ = *c;
        }
        *to = '\0';
        assert_string_equal(buf, plain);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(p2_the_ring_stands_around_palisade),
        cmocka_unit_test(the_last_move_stands_in_brackets),
        cmocka_unit_test(red_stones_and_marks_have_signs_of_their_own),
        cmocka_unit_test(l1_edges_name_their_owner_but_corners_none),
        cmocka_unit_test(claims_shows_occupant_and_height),
        cmocka_unit_test(a_swap_is_shown),
        cmocka_unit_test(the_result_is_shown_with_points),
        cmocka_unit_test(colours_change_nothing_but_colours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
