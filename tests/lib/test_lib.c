/* test_lib.c - libhoshi as a stranger's program sees it: hoshi.h and nothing else of ours. */
#include "hoshi.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct hoshi_position *start(const char *game, int size)
{
    const struct hoshi_setup setup = {.game = game, .width = size, .swap = -1, .jacked = -1};
    struct hoshi_position *p = hoshi_position_new(&setup, NULL);
    assert_non_null(p);
    return p;
}

static void impossible_setups_say_what_is_allowed(void **state)
{
    (void)state;
    char why[HOSHI_SENTENCE_BYTES];
    struct hoshi_setup setup = {.game = "levee", .width = 4};
    assert_null(hoshi_position_new(&setup, why));
    assert_non_null(strstr(why, "odd sizes from 3 to 25"));
    setup.game = "go";
    assert_null(hoshi_position_new(&setup, why));
    assert_non_null(strstr(why, "no such game"));
    setup.game = "palisade";
    setup.width = 1000;
    assert_null(hoshi_position_new(&setup, why));
}

static void l3a_a_refused_move_changes_nothing_and_says_why(void **state)
{
    (void)state;
    struct hoshi_position *p = start("levee", 5);
    uint64_t hash = hoshi_position_hash(p);
    struct hoshi_refusal why;
    assert_true(hoshi_position_play(p, "c3", &why) < 0);
    assert_string_equal(why.rule, "L3a");
    assert_true(strlen(why.sentence) > 0);
    assert_int_equal(hoshi_position_hash(p), hash);
    assert_int_equal(hoshi_position_ply(p), 0);
    assert_true(hoshi_position_play(p, "z9", &why) < 0);
    assert_string_equal(why.rule, "G1");
    assert_int_equal(hoshi_position_play(p, "A1", NULL), 0);
    assert_int_equal(hoshi_position_cell(p, 0).side, 5);
    assert_int_equal(hoshi_position_cell(p, -1).side, 0);
    assert_int_equal(hoshi_position_cell(p, 25).side, 0);
    hoshi_position_free(p);
}

static void legal_lists_hold_every_move_and_no_more_than_asked(void **state)
{
    (void)state;
    struct hoshi_position *p = start("claims", 3);
    char words[HOSHI_MOVES_MAX][HOSHI_WORD_BYTES];
    memset(words, 0, sizeof words);
    assert_int_equal(hoshi_position_legal(p, words, HOSHI_MOVES_MAX), 10);
    assert_string_equal(words[0], "a1");
    assert_string_equal(words[9], "pass");
    memset(words, 0, sizeof words);
    assert_int_equal(hoshi_position_legal(p, words, 2), 10);
    assert_string_equal(words[2], "");
    hoshi_position_free(p);
}

static void copies_are_independent(void **state)
{
    (void)state;
    struct hoshi_position *p = start("redstone", 5);
    struct hoshi_position *q = hoshi_position_copy(p);
    assert_int_equal(hoshi_position_play(q, "c3", NULL), 0);
    assert_int_equal(hoshi_position_ply(q), 1);
    assert_int_equal(hoshi_position_ply(p), 0);
    assert_int_equal(hoshi_position_cell(p, 12).side, 0);
    hoshi_position_free(p);
    hoshi_position_free(q);
}

static void g2_players_keep_their_numbers_when_colours_change(void **state)
{
    (void)state;
    struct hoshi_position *p = start("redstone", 5);
    assert_int_equal(hoshi_position_seat(p), 1);
    assert_int_equal(hoshi_position_play(p, "c3", NULL), 0);
    assert_int_equal(hoshi_position_seat(p), 2);
    assert_int_equal(hoshi_position_play(p, "swap", NULL), 0); /* R7 */
    assert_int_equal(hoshi_position_side(p), 2);
    assert_int_equal(hoshi_position_seat(p), 1);
    hoshi_position_free(p);
}

static void records_are_read_replayed_and_written(void **state)
{
    (void)state;
    static const char json[] = "{\"hoshi\":1,\"game\":\"levee\",\"width\":3,\"height\":3,"
                               "\"moves\":[{\"move\":\"a1\"},{\"move\":\"a2\"}]}";
    char why[512] = "";
    struct hoshi_record *r = hoshi_record_read(json, strlen(json), why);
    assert_string_equal(why, "");
    assert_non_null(r);
    assert_int_equal(hoshi_record_plies(r), 2);
    struct hoshi_position *p = hoshi_record_position(r, 2, why);
    assert_non_null(p);
    assert_int_equal(hoshi_position_ply(p), 2);
    assert_null(hoshi_record_position(r, 3, why));
    char *sgf = hoshi_record_write(r, "sgf");
    assert_non_null(strstr(sgf, "(;"));
    struct hoshi_record *back = hoshi_record_read(sgf, strlen(sgf), why);
    assert_non_null(back);
    assert_int_equal(hoshi_record_plies(back), 2);
    assert_null(hoshi_record_write(r, "png"));
    hoshi_text_free(sgf);
    hoshi_position_free(p);
    hoshi_record_free(r);
    hoshi_record_free(back);
    static const char marked[] = "\xef\xbb\xbf{\"hoshi\":1,\"game\":\"levee\",\"width\":3,"
                                 "\"height\":3,\"moves\":[]}";
    r = hoshi_record_read(marked, strlen(marked), why);
    assert_non_null(r);
    hoshi_record_free(r);
    assert_null(hoshi_record_read("{\n  nonsense", 12, why));
    assert_int_equal(strncmp(why, "line 2, column ", 15), 0);
}

static void boards_are_drawn(void **state)
{
    (void)state;
    struct hoshi_position *p = start("palisade", 7);
    char *text = hoshi_position_text(p);
    assert_non_null(strstr(text, "7  o . . . . . . . o  7")); /* seed 001, figure 1 */
    char *svg = hoshi_position_svg(p, "dark");
    assert_int_equal(strncmp(svg, "<svg", 4), 0);
    hoshi_text_free(text);
    hoshi_text_free(svg);
    hoshi_position_free(p);
}

static int stop_at_once(void *context, const struct hoshi_thought *so_far)
{
    *(int64_t *)context = so_far->nodes;
    return 0;
}

static void the_engine_repeats_itself_and_stops_when_told(void **state)
{
    (void)state;
    struct hoshi_position *p = start("redstone", 9);
    struct hoshi_thought a;
    struct hoshi_thought b;
    const struct hoshi_limits nodes = {.nodes = 500};
    struct hoshi_engine *e = hoshi_engine_new(16U << 20, 1, 5);
    struct hoshi_engine *f = hoshi_engine_new(16U << 20, 1, 5);
    assert_int_equal(hoshi_engine_think(e, p, &nodes, NULL, NULL, &a), 0);
    assert_int_equal(hoshi_engine_think(f, p, &nodes, NULL, NULL, &b), 0);
    assert_string_equal(a.move, b.move);
    assert_int_equal(a.nodes, b.nodes);
    const struct hoshi_limits minute = {.think_ms = 60000};
    int64_t seen = -1;
    assert_int_equal(hoshi_engine_think(e, p, &minute, stop_at_once, &seen, &a), 0);
    assert_true(seen >= 0);
    hoshi_engine_free(e);
    hoshi_engine_free(f);
    hoshi_position_free(p);
}

static void proved_points_are_reported(void **state)
{
    (void)state;
    struct hoshi_position *p = start("palisade", 3);
    struct hoshi_engine *e = hoshi_engine_new(16U << 20, 1, 5);
    struct hoshi_thought t;
    assert_int_equal(hoshi_engine_think(e, p, &(struct hoshi_limits){.nodes = 10}, NULL, NULL, &t),
                     0);
    assert_true(-9 <= t.low && t.low < t.high && t.high <= 9);
    assert_int_equal(
        hoshi_engine_think(e, p, &(struct hoshi_limits){.nodes = 200000}, NULL, NULL, &t), 0);
    assert_int_equal(t.proven, -1);
    assert_int_equal(t.low, -1);
    assert_int_equal(t.high, -1);
    assert_int_equal(t.candidates[0].low, -1);
    assert_int_equal(t.candidates[0].high, -1);
    assert_true(t.candidates[0].score == -1.0);
    hoshi_engine_free(e);
    hoshi_position_free(p);
}

static void nets_judge_unless_they_are_unwanted(void **state)
{
    (void)state;
    static unsigned char file[1 << 20];
    struct hoshi_position *p = start("palisade", 9);
    struct hoshi_engine *e = hoshi_engine_new(16U << 20, 1, 5);
    const struct hoshi_limits limits = {.nodes = 50};
    struct hoshi_thought t;
    FILE *f = fopen(HOSHI_NET, "rb");
    assert_non_null(f);
    size_t n = fread(file, 1, sizeof file, f);
    (void)fclose(f);
    assert_int_equal(hoshi_engine_think(e, p, &limits, NULL, NULL, &t), 0);
    uint32_t own = t.net;
    assert_true(own != 0);
    assert_int_equal(hoshi_engine_net(e, NULL, 0), 0);
    assert_int_equal(hoshi_engine_think(e, p, &limits, NULL, NULL, &t), 0);
    assert_true(t.net == 0);
    assert_true(hoshi_engine_net(e, file, n - 1) < 0); /* truncated: as it was */
    assert_int_equal(hoshi_engine_think(e, p, &limits, NULL, NULL, &t), 0);
    assert_true(t.net == 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(hoshi_engine_net(e, file, n), 0);
        assert_int_equal(hoshi_engine_think(e, p, &limits, NULL, NULL, &t), 0);
        assert_true(t.net == own);
    }
    hoshi_engine_free(e);
    hoshi_position_free(p);
}

static int never_stop(void *context, const struct hoshi_thought *so_far)
{
    (void)context;
    return so_far->candidates_n > 0;
}

static void note_end(void *context, const struct hoshi_thought *thought)
{
    *(int64_t *)context = thought->nodes;
}

static void a_search_runs_beside_its_caller(void **state)
{
    (void)state;
    struct hoshi_position *p = start("palisade", 9);
    struct hoshi_engine *e = hoshi_engine_new(16U << 20, 1, 5);
    struct hoshi_thought called;
    struct hoshi_thought started;
    const struct hoshi_limits nodes = {.nodes = 2000};
    int64_t end = -1;
    assert_int_equal(hoshi_engine_poll(e, &started), 0);
    assert_true(hoshi_engine_wait(e, &started) < 0);
    assert_int_equal(hoshi_engine_think(e, p, &nodes, NULL, NULL, &called), 0);
    assert_int_equal(hoshi_engine_start(e, p, &nodes, never_stop, note_end, &end), 0);
    while (hoshi_engine_poll(e, &started) == 1)
        assert_true(started.nodes <= 2000);
    assert_int_equal(hoshi_engine_wait(e, &started), 0);
    assert_int_equal(end, 2000);
    assert_string_equal(started.move, called.move);
    assert_int_equal(started.candidates_n, HOSHI_CANDIDATES_MAX);
    for (int i = 0; i < started.candidates_n; i++) {
        const struct hoshi_candidate *c = &started.candidates[i];
        assert_string_equal(c->move, called.candidates[i].move);
        assert_string_equal(c->pv[0], c->move);
        assert_true(c->pv_n >= 1 && c->visits >= (i == 0) && c->winrate >= 0 && c->winrate <= 1);
        assert_true(i == 0 || c->visits <= c[-1].visits);
        assert_true(c->visits > 0 || c->winrate == 0.5); /* a net need not visit all moves */
    }
    const struct hoshi_limits minute = {.think_ms = 60000};
    assert_int_equal(hoshi_engine_start(e, p, &minute, NULL, NULL, NULL), 0);
    hoshi_engine_free(e); /* while it runs */
    hoshi_position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(impossible_setups_say_what_is_allowed),
        cmocka_unit_test(l3a_a_refused_move_changes_nothing_and_says_why),
        cmocka_unit_test(legal_lists_hold_every_move_and_no_more_than_asked),
        cmocka_unit_test(copies_are_independent),
        cmocka_unit_test(g2_players_keep_their_numbers_when_colours_change),
        cmocka_unit_test(records_are_read_replayed_and_written),
        cmocka_unit_test(boards_are_drawn),
        cmocka_unit_test(the_engine_repeats_itself_and_stops_when_told),
        cmocka_unit_test(proved_points_are_reported),
        cmocka_unit_test(nets_judge_unless_they_are_unwanted),
        cmocka_unit_test(a_search_runs_beside_its_caller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
