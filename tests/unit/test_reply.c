/* test_reply.c - the HTML part of a mail shows the same board as the plain part. */

#include "testing.h"

#include "record/reply.h"
#include "rules/position.h"
#include <string.h>

static int count(const char *text, const char *what)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, what)) != NULL; at += strlen(what))
        n++;
    return n;
}

/* The HTML of a board after some moves, NUL-ended. */
static void draw(struct reply *r, enum game_id game, int size, const char *moves)
{
    struct setup s = setup_default(game);
    struct position p;
    s.width = s.height = (uint8_t)size;
    assert_int_equal(position_start(&p, &s), 0);
    for (const char *at = moves; *at != '\0'; at += strcspn(at, " "), at += *at == ' ') {
        char word[8] = "";
        move_t m;
        memcpy(word, at, strcspn(at, " "));
        assert_int_equal(move_parse(word, size, size, &m), 0);
        assert_int_equal(position_play(&p, m), VERDICT_OK);
    }
    reply_init(r);
    reply_board(r, &p);
    sink_char(&r->html, '\0');
}

static void p2_the_ring_stands_around_the_board(void **state)
{
    (void)state;
    struct reply r;
    draw(&r, GAME_PALISADE, 5, "c3 c2");
    /* Each edge has two black stones and three white ones, and the board has one of each. */
    assert_int_equal(count(r.html.buf, "&#9679;"), 4 * 2 + 1);
    assert_int_equal(count(r.html.buf, "&#9675;"), 4 * 3 + 1);
    assert_int_equal(count(r.html.buf, "<tr>"), 8);
    assert_int_equal(count(r.html.buf, "background:#fd8"), 1);
    reply_done(&r);
}

static void l1_the_edges_say_whose_they_are(void **state)
{
    (void)state;
    struct reply r;
    draw(&r, GAME_LEVEE, 5, "b2");
    assert_int_equal(count(r.html.buf, ">1</td>"), 6);
    assert_int_equal(count(r.html.buf, ">2</td>"), 6);
    assert_int_equal(count(r.html.buf, ">+</td>"), 1);
    assert_int_equal(count(r.html.buf, "&#9632;"), 1);
    reply_done(&r);
}

static void jacked_stacks_are_marked_only_where_they_count(void **state)
{
    (void)state;
    const struct cell cells[16] = {[5] = {.owner = 1, .height = 2, .flags = CELL_JACKED}};
    for (int counts = 0; counts < 2; counts++) {
        struct setup s = setup_default(GAME_CLAIMS);
        struct position p;
        struct reply r;
        s.width = s.height = 4;
        s.options = counts ? OPTION_JACKED : 0;
        assert_int_equal(position_set(&p, &s, cells, 1), 0);
        reply_init(&r);
        reply_board(&r, &p);
        sink_char(&r.html, '\0');
        assert_int_equal(count(r.html.buf, ">x2*</td>"), counts);
        assert_int_equal(count(r.html.buf, ">x2</td>"), !counts);
        assert_int_equal(count(r.html.buf, "<tr>"), 5);
        reply_done(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(p2_the_ring_stands_around_the_board),
        cmocka_unit_test(l1_the_edges_say_whose_they_are),
        cmocka_unit_test(jacked_stacks_are_marked_only_where_they_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
