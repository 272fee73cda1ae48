/* test_svg.c - pictures of boards are well-formed and show the position. */
#include "testing.h"

#include "record/svg.h"
#include "rules/position.h"
#include <stdio.h>
#include <string.h>

static struct position p;
static struct sink out;

static void set(enum game_id id, int size, const char *diagram)
{
    static struct cell cells[POINTS_MAX];
    struct setup s = setup_default(id);
    s.width = (uint8_t)size;
    s.height = (uint8_t)size;
    assert_int_equal(diagram_parse(&s, diagram, cells, NULL), 0);
    assert_int_equal(position_set(&p, &s, cells, 1), 0);
}

static const char *draw(enum svg_theme theme, unsigned flags)
{
    const struct svg_style style = {.theme = theme, .flags = flags};
    sink_done(&out);
    svg_print(&p, &style, &out);
    assert_false(out.failed);
    return out.buf;
}

static int count(const char *text, const char *what)
{
    int n = 0;
    for (const char *c = text; (c = strstr(c, what)) != NULL; c++)
        n++;
    return n;
}

/* Checks that tags open and close in order and attributes are quoted: enough XML to find mistakes.
 * */
static void assert_well_formed(const char *s)
{
    char stack[16][32];
    int depth = 0;
    while ((s = strchr(s, '<')) != NULL) {
        const char *end = s;
        bool quoted = false;
        for (; *end != '\0' && (quoted || *end != '>'); end++) {
            quoted ^= *end == '"';
            assert_true(end == s || *end != '<');
        }
        assert_int_equal(*end, '>');
        char name[32] = "";
        const char *from = s[1] == '/' ? s + 2 : s + 1;
        size_t len = strcspn(from, " />");
        assert_in_range(len, 1, sizeof name - 1);
        memcpy(name, from, len);
        if (s[1] == '/') {
            assert_in_range(depth, 1, 16);
            assert_string_equal(stack[--depth], name);
        } else if (end[-1] != '/') {
            assert_in_range(depth, 0, 15);
            memcpy(stack[depth++], name, sizeof name);
        }
        s = end;
    }
    assert_int_equal(depth, 0);
}

static void all_games_in_both_themes_are_well_formed(void **state)
{
    struct rng r;
    rng_seed(&r, 3);
    for (int g = 0; g < GAME_N; g++)
        for (int size = 3; size <= 25; size += 22) {
            struct setup s = setup_default((enum game_id)g);
            s.width = (uint8_t)size;
            s.height = (uint8_t)size;
            assert_int_equal(position_start(&p, &s), 0);
            assert_well_formed(draw(SVG_LIGHT, 15));
            for (int i = 0; i < size * 10 && !p.over; i++)
                position_play_legal(&p, position_random(&p, &r));
            assert_well_formed(draw(SVG_LIGHT, 15));
            assert_well_formed(draw(SVG_DARK, 15));
            assert_well_formed(draw(SVG_DARK, 0));
        }
}

static void a_picture_says_in_words_what_it_shows(void **state)
{
    set(GAME_REDSTONE, 3, "b../.r./..w");
    const char *svg = draw(SVG_LIGHT, 0);
    assert_non_null(strstr(svg, "<title>Redstone, 3 by 3</title>"));
    assert_non_null(strstr(svg, "<desc>Black begins (x).</desc>"));
    assert_int_equal(count(svg, "url(#b)"), 1);
    assert_int_equal(count(svg, "url(#w)"), 1);
    assert_int_equal(count(svg, "#c43a2f"), 1);
}

/* The path of the thick lines (width 20) of a colour. */
static int thick_links(const char *svg, const char *color)
{
    char tag[96];
    snprintf(tag, sizeof tag, "stroke=\"%s\" stroke-width=\"20\"", color);
    const char *path = strstr(svg, tag);
    assert_non_null(path);
    const char *d = strstr(path, " d=\"") + 4;
    int n = 0;
    for (; *d != '"'; d++)
        n += *d == 'L';
    return n;
}

static void p3_links_of_loops_are_thick_and_others_are_not(void **state)
{
    /* Four black stones around c2, and a tail that belongs to no loop. */
    set(GAME_PALISADE, 7, "......./......./..x..../...x.../..x.x../...x.../.......");
    assert_int_equal(thick_links(draw(SVG_LIGHT, 0), "#1b1a16"), 4);
    assert_int_equal(thick_links(out.buf, "#fdfaf1"), 0);
}

static void p2_ring_stones_take_part_in_loops(void **state)
{
    /* a1, b2 and c1 close a loop around b1 with the ring stone below it. */
    set(GAME_PALISADE, 5, "...../...../...../.x.../x.x..");
    assert_int_equal(thick_links(draw(SVG_LIGHT, 0), "#1b1a16"), 4);
    /* a1 connects only to two ring stones, which nothing else joins. */
    set(GAME_PALISADE, 5, "...../...../...../...../x....");
    assert_int_equal(thick_links(draw(SVG_LIGHT, 0), "#1b1a16"), 0);
}

static void notes_lie_on_their_points_with_their_words(void **state)
{
    set(GAME_REDSTONE, 3, "b../.r./..w");
    const struct svg_note notes[] = {
        {.at = 1, .percent = 99, .upper = "54", .lower = "+1.5"},
        {.at = 5, .red = true, .percent = 5, .upper = "win"},
    };
    const struct svg_style style = {.notes = notes, .notes_n = 2};
    sink_done(&out);
    svg_print(&p, &style, &out);
    assert_well_formed(out.buf);
    assert_non_null(strstr(out.buf, "<circle cx=\"100\" cy=\"200\" r=\"47\" fill=\"#2f6f5e\" "
                                    "fill-opacity=\".99\"/>"));
    assert_non_null(strstr(out.buf, "<circle cx=\"200\" cy=\"100\" r=\"47\" fill=\"#c43a2f\" "
                                    "fill-opacity=\".05\"/>"));
    assert_int_equal(count(out.buf, ">54</text>"), 1);
    assert_int_equal(count(out.buf, ">+1.5</text>"), 1);
    assert_int_equal(count(out.buf, ">win</text>"), 1);
}

static void a_lack_of_memory_is_reported_and_harmless(void **state)
{
    set(GAME_LEVEE, 5, "...../...../...../...../#....");
    struct sink small;
    sink_init(&small, &memory_heap);
    small.limit_bytes = 2000;
    const struct svg_style style = {.flags = 15};
    svg_print(&p, &style, &small);
    assert_true(small.failed);
    assert_in_range(small.len, 0, 2000);
    sink_done(&small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_games_in_both_themes_are_well_formed),
        cmocka_unit_test(a_picture_says_in_words_what_it_shows),
        cmocka_unit_test(p3_links_of_loops_are_thick_and_others_are_not),
        cmocka_unit_test(p2_ring_stones_take_part_in_loops),
        cmocka_unit_test(notes_lie_on_their_points_with_their_words),
        cmocka_unit_test(a_lack_of_memory_is_reported_and_harmless),
    };
    sink_init(&out, &memory_heap);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    sink_done(&out);
    return failed;
}
