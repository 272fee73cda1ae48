/* test_sgf.c - records as SGF: written, read back, refused with a reason. */
#include "testing.h"

#include "base/err.h"
#include "record/plain.h"
#include "record/record_any.h"
#include "record/sgf.h"
#include "rules/position.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct record_error error;

static int read_n(const char *text, int index, struct record *r)
{
    return record_any_read(&memory_heap, text, strlen(text), index, r, &error);
}

static struct record must_read(const char *text)
{
    struct record r;
    int err = read_n(text, 0, &r);
    if (err != 0)
        fail_msg("%s at %d:%d: %s", err_name(err), error.line, error.column, error.text);
    return r;
}

static char *must_write(const struct record *r)
{
    struct sink out;
    sink_init(&out, &memory_heap);
    assert_int_equal(sgf_write(r, &out), 0);
    char *text = strdup(out.buf);
    sink_done(&out);
    return text;
}

/* A written record reads back as the same record. */
static void assert_round_trip(const struct record *r)
{
    char *text = must_write(r);
    struct record again = must_read(text);
    assert_true(record_equal(r, &again));
    char *twice = must_write(&again);
    assert_string_equal(text, twice);
    free(twice);
    free(text);
    record_free(&again);
}

static void assert_refused(const char *text, int err, int line, int column)
{
    struct record r;
    int got = read_n(text, 0, &r);
    if (got != err || error.line != line || error.column != column)
        fail_msg("%s: got %s at %d:%d (%s)", text, err_name(got), error.line, error.column,
                 error.text);
}

#define REDSTONE "(;FF[4]CA[UTF-8]HOSHI[redstone swap=1]SZ[9]"

static void the_game_its_options_and_size_are_read(void **state)
{
    struct record r = must_read("(;FF[4]SZ[6:4]HOSHI[Claims jacked=1])");
    assert_int_equal(r.setup.game, GAME_CLAIMS);
    assert_int_equal(r.setup.width, 6);
    assert_int_equal(r.setup.height, 4);
    assert_int_equal(r.setup.options, OPTION_JACKED);
    assert_round_trip(&r);
    record_free(&r);
}

static void rules_name_the_game_when_nothing_else_does(void **state)
{
    struct record r = must_read("(;FF[4]RU[Palisade]SZ[7])");
    assert_int_equal(r.setup.game, GAME_PALISADE);
    record_free(&r);
    assert_refused("(;FF[4]RU[Japanese]SZ[9])", ERR_UNKNOWN, 1, 10);
    assert_refused("(;FF[4]SZ[9])", ERR_UNKNOWN, 1, 13);
}

static void g1_points_count_from_the_top_left(void **state)
{
    struct record r = must_read(REDSTONE ";B[ai];W[ia]BL[12.5]WL[-3.25];B[dd]RED[];W[])");
    const int width = 9;
    const char *expected[] = {"a1", "i9", "d6r", "pass"};
    const struct record_node *n = r.root;
    for (int i = 0; i < 4; i++) {
        char buf[MOVE_TEXT_BYTES];
        n = n->first_child;
        assert_string_equal(move_print(n->move, width, buf), expected[i]);
        assert_int_equal(n->side, i % 2 + 1);
    }
    n = record_main_ply(&r, 2);
    assert_int_equal(n->left_ms[0], 12500);
    assert_int_equal(n->left_ms[1], -3250);
    assert_int_equal(record_node_ply(record_main_end(&r)), 4);
    assert_round_trip(&r);
    record_free(&r);
}

static void r7_a_swap_is_an_empty_move_with_a_mark(void **state)
{
    struct record r = must_read(REDSTONE ";B[ee];W[]SWAP[];W[dd])");
    assert_int_equal(record_main_ply(&r, 2)->move, MOVE_SWAP);
    assert_int_equal(record_main_ply(&r, 3)->side, 2);
    assert_round_trip(&r);
    record_free(&r);
}

static void variations_and_unknown_properties_survive(void **state)
{
    const char *text =
        REDSTONE "PB[ann]PW[bob]KM[6.5]XX[a\\]b][second\\\\]DT[2026-03-01]RE[B+R]\n"
                 "C[root: a \\] and a \\\\];B[aa](;W[bb]ZZ[]LB[aa:1][bb:2];B[cc](;W[dd])"
                 "(;W[ee]))(;W[ff]N[other])(;C[no move here]))";
    struct record r = must_read(text);
    assert_int_equal(r.nodes_n, 8);
    assert_string_equal(r.root->comment, "root: a ] and a \\");
    assert_string_equal(r.root->properties->name, "KM");
    assert_string_equal(r.root->properties->next->first->text, "a\\]b");
    assert_int_equal(r.result.reason, REASON_RESIGN);
    assert_int_equal(r.result.winner, 1);
    const struct record_node *b = r.root->first_child;
    assert_string_equal(b->first_child->next->name, "other");
    assert_string_equal(b->last_child->comment, "no move here");
    assert_int_equal(b->last_child->move, MOVE_NONE);
    char *out = must_write(&r);
    assert_non_null(strstr(out, "XX[a\\]b][second\\\\]"));
    assert_non_null(strstr(out, "LB[aa:1][bb:2]"));
    free(out);
    assert_round_trip(&r);
    record_free(&r);
}

static void line_breaks_of_all_kinds_are_one(void **state)
{
    struct record r = must_read("(;FF[4]HOSHI[levee]\r\nC[a\r\nb\rc\n\rd\te\\\r\nf\\\ng])");
    assert_string_equal(r.root->comment, "a\nb\nc\nd efg");
    assert_round_trip(&r);
    record_free(&r);
}

static void latin_1_becomes_utf_8(void **state)
{
    struct record r = must_read("(;FF[4]CA[ISO-8859-1]HOSHI[levee]PB[Andr\xe9])");
    assert_string_equal(r.players[0], "Andr\xc3\xa9");
    record_free(&r);
    r = must_read("(;FF[4]HOSHI[levee]PB[Andr\xc3\xa9])");
    assert_string_equal(r.players[0], "Andr\xc3\xa9");
    assert_round_trip(&r);
    record_free(&r);
}

/* The name of player 1. */
static void assert_name(const char *text, size_t len, const char *name)
{
    struct record r;
    if (record_any_read(&memory_heap, text, len, 0, &r, &error) != 0)
        fail_msg("%s: %s", name, error.text);
    if (strcmp(r.players[0], name) != 0)
        fail_msg("%s instead of %s", r.players[0], name);
    assert_round_trip(&r);
    record_free(&r);
}

#define NAMED(text, name) assert_name(text, sizeof(text) - 1, name)

static void charsets_are_those_of_the_web(void **state)
{
    NAMED("(;HOSHI[levee]CA[windows-1251]PB[\xc8\xe2\xe0\xed])", "Иван");
    NAMED("(;HOSHI[levee]CA[KOI8-R]PB[\xe9\xd7\xc1\xce])", "Иван");
    NAMED("(;HOSHI[levee]CA[ koi8-u ]PB[\xe9\xd7\xc1\xce])", "Иван");
    NAMED("(;HOSHI[levee]CA[iso-8859-15]PB[caf\xe9 \xa4])", "café €");
    NAMED("(;HOSHI[levee]CA[windows-1252]PB[\x80 \x93x\x94])", "€ “x”");
    NAMED("(;HOSHI[levee]CA[ISO-8859-1]PB[\x80])", "€");
    NAMED("(;HOSHI[levee]PB[\x80])", "€");
    NAMED("(;HOSHI[levee]CA[big5]PB[\xb4\xd1\xa4\xe2])", "棋手");
    NAMED("(;HOSHI[levee]CA[GB2312]PB[\xc6\xe5\xca\xd6])", "棋手");
    NAMED("(;HOSHI[levee]CA[SHIFT_JIS]PB[\x95\\])", "表");
    NAMED("(;HOSHI[levee]PB[\x95\\]CA[Shift_JIS]PW[\x95\\])", "表");
    NAMED("(;HOSHI[levee]CA[EUC-JP]PB[\xb0\xcf])", "囲");
    NAMED("(;HOSHI[levee]CA[ISO-2022-JP]PB[\x1b$B0O\x1b(B])", "囲");
    NAMED("(;HOSHI[levee]CA[EUC-KR]PB[\xb9\xda\xc1\xf8])", "박진");
    NAMED("\xff\xfe(\0;\0H\0O\0S\0H\0I\0[\0l\0e\0v\0e\0e\0]\0P\0B\0[\0\xcbhKb]\0)\0", "棋手");
    NAMED("\xfe\xff\0(\0;\0H\0O\0S\0H\0I\0[\0l\0e\0v\0e\0e\0]\0P\0B\0[h\xcb"
          "bK\0]\0)",
          "棋手");
    NAMED("(\0;\0H\0O\0S\0H\0I\0[\0l\0e\0v\0e\0e\0]\0P\0B\0[\0\xcbhKb]\0)\0", "棋手");
    NAMED("\0(\0;\0H\0O\0S\0H\0I\0[\0l\0e\0v\0e\0e\0]\0P\0B\0[h\xcb"
          "bK\0]\0)",
          "棋手");
    NAMED("\xef\xbb\xbf(;HOSHI[levee]PB[\xc3\xa9])", "é");
    /* What is UTF-8 is UTF-8, whatever CA says, also if the end is cut or a byte is damaged. */
    NAMED("(;HOSHI[levee]CA[GB2312]PB[棋手])", "棋手");
    NAMED("(;HOSHI[levee]PB[\xc3\xa9]C[\xe6\xa3", "é");
    NAMED("(;HOSHI[levee]PB[\xe6\xa3\x8b\xff\xe6\x89\x8b])", "棋\xef\xbf\xbd手");
    /* A charset that nobody knows costs letters, not the game. */
    NAMED("(;HOSHI[levee]CA[klingon]PB[caf\xe9])", "café");
    NAMED("(;HOSHI[levee]CA[UTF-16]PB[caf\xe9])", "café");
    /* Brackets within characters. */
    NAMED("(;HOSHI[levee]PB[\x95\\]PW[\x94\\\x95\\];B[aa])", "表");
    NAMED("(;HOSHI[levee]PB[Ren\xe9\\] x]C[\xe9])", "René] x");
    /* What has no meaning in the charset. */
    NAMED("(;HOSHI[levee]CA[big5]PB[\xff\xb4\xd1])", "\xef\xbf\xbd棋");
    NAMED("(;HOSHI[levee]CA[gbk]PB[\xff])", "\xef\xbf\xbd");
}

static void control_characters_become_blanks(void **state)
{
    NAMED("(;HOSHI[levee]PB[evil\x1b[31m\x07\xc2\x9b\x7f.\0.]XX[\x1b])", "evil [31m   . .");
    struct record r = must_read("(;HOSHI[levee]XX[a\x1b"
                                "b\tc])");
    assert_string_equal(r.root->properties->first->text, "a b\tc");
    record_free(&r);
}

static void assert_warned(const char *text, int line, int column, const char *word)
{
    struct record r = must_read(text);
    if (r.warnings == NULL || r.warnings->line != line || r.warnings->column != column ||
        strstr(r.warnings->text, word) == NULL)
        fail_msg("%s: %d:%d %s", text, r.warnings != NULL ? r.warnings->line : 0,
                 r.warnings != NULL ? r.warnings->column : 0,
                 r.warnings != NULL ? r.warnings->text : "no warning");
    assert_round_trip(&r);
    record_free(&r);
}

static void damage_is_mended_or_left_out_with_a_warning(void **state)
{
    assert_warned("(;HOSHI[levee]\n;B[aa]\n  x)", 3, 3, "capital letters");
    assert_warned("(;HOSHI[levee];B[aa", 1, 17, "ends in the middle");
    assert_warned("(;HOSHI[levee];B[aa]", 1, 21, ") is missing");
    assert_warned("(;HOSHI[levee];B[aa]C[so \\", 1, 22, "ends in the middle");
    assert_warned("(;HOSHI[levee];B[aa]W[bb])", 1, 22, "read as the next");
    assert_warned("(;HOSHI[levee];B[aa][bb])", 1, 21, "read as the next");
    assert_warned("(;HOSHI[levee]W[bb]B[aa])", 1, 21, "read as the next");
    assert_warned("(;HOSHI[levee];B[aa](;W[bb]);B[cc])", 1, 29, "another variation");
    assert_warned("(;HOSHI[levee];RED[])", 1, 19, "no move beside it");
    assert_warned("(;HOSHI[redstone];B[]RED[])", 1, 25, "needs a point");
    assert_warned("(;HOSHI[redstone];B[aa];W[bb]SWAP[])", 1, 34, "has no point");
    assert_warned("(;FF[5]HOSHI[levee])", 1, 5, "FF[5]");
    assert_warned("(;HOSHI[levee]C[a]C[b])", 1, 20, "added to the first");
    assert_warned("(;HOSHI[levee];B[aa]BL[])", 1, 23, "a number");
    assert_warned("(;HOSHI[levee];B[aa]BL[1:30])", 1, 23, "a number");
    assert_warned("(;HOSHI[levee];B[aa]WL[1][2])", 1, 26, "only one value");
    assert_warned("(;HOSHI[levee];B[aa]TIMESTAMP[now])", 1, 30, "a number");
    assert_warned("(;HOSHI[levee]KO;B[aa])", 1, 15, "no value");
    assert_warned("(;HOSHI[levee]SZ[])", 1, 17, "a size");
    assert_warned("(;HOSHI[redstone]AB[aa][]AW[bb])", 1, 24, "a point");
    assert_warned("(;HOSHI[redstone]AB[aa]AW[bb]PL[X])", 1, 32, "B or W");
    assert_warned("(;HOSHI[levee]CA[klingon]PB[\xe9])", 0, 0, "klingon");
    assert_warned("(;HOSHI[levee]PB[\x95\\];B[aa])", 0, 0, "shift_jis");
    assert_warned("(;HOSHI[levee]CA[gbk]PB[\xff])", 0, 0, "gbk");
    /* A name that looks like a command for the terminal is shown without it. */
    assert_warned("(;HOSHI[levee]FF[\x1b[2J\\]])", 1, 17, "FF[ [2J\\]]");
}

static void what_is_odd_but_clear_is_read_without_a_warning(void **state)
{
    struct record r =
        must_read("nice ;-) (;-) (;P yes\n(;FF[]SZ[ 9 ]HOSHI[redstone swap=0]AB[cd:bf]"
                  "AW[ff] AE[cd]PL[2];W[ aa ]BL[171,5]WL[ -0.5 ])");
    assert_null(r.warnings);
    assert_int_equal(r.start_side, 2);
    int n = 0;
    for (int i = 0; i < 81; i++)
        n += r.start[i].owner == 1;
    assert_int_equal(n, 5);
    assert_int_equal(r.root->first_child->left_ms[0], 171500);
    assert_int_equal(r.root->first_child->left_ms[1], -500);
    assert_round_trip(&r);
    record_free(&r);
    /* The first move says whose turn it is, if nothing else does. */
    r = must_read("(;HOSHI[redstone swap=0]SZ[9]AB[aa][cc];W[dd])");
    assert_int_equal(r.start_side, 2);
    record_free(&r);
    r = must_read("(;HOSHI[levee]B[aa]W[bb];C[x])");
    assert_int_equal(record_node_ply(record_main_end(&r)), 2);
    assert_int_equal(r.nodes_n, 4);
    record_free(&r);
}

static void warnings_are_limited(void **state)
{
    char text[2000] = "(;HOSHI[levee]";
    for (int i = 0; i < 300; i++)
        strcat(text, " ?");
    strcat(text, ")");
    struct record r = must_read(text);
    assert_int_equal(r.warnings_n, 300);
    int n = 0;
    for (const struct record_warning *w = r.warnings; w != NULL; w = w->next)
        n++;
    assert_int_equal(n, RECORD_WARNINGS_MAX);
    record_free(&r);
}

static void a_start_position_is_kept(void **state)
{
    struct record r =
        must_read("(;FF[4]HOSHI[claims]SZ[4]AB[aa:bb]AW[dd]STACK[aa:3j][dd:2d]PL[W])");
    assert_int_equal(r.start_side, 2);
    assert_int_equal(r.start[3 * 4 + 0].height, 3);
    assert_int_equal(r.start[3 * 4 + 0].flags, CELL_JACKED);
    assert_int_equal(r.start[2 * 4 + 1].owner, 1);
    assert_int_equal(r.start[3].flags, CELL_DOUBLED);
    assert_round_trip(&r);
    record_free(&r);
    r = must_read("(;FF[4]HOSHI[redstone]SZ[4]AB[aa]AW[bb]ADDRED[cc])");
    assert_int_equal(r.start[4 + 2].owner, OWNER_NEUTRAL);
    assert_round_trip(&r);
    record_free(&r);
}

static void a_move_in_the_root_gets_its_own_node(void **state)
{
    struct record r = must_read("(;FF[4]HOSHI[levee]SZ[5]B[aa](;W[bb])(;W[cc]))");
    assert_int_equal(r.root->move, MOVE_NONE);
    assert_int_equal(r.nodes_n, 4);
    assert_int_equal(record_node_ply(r.root->first_child->last_child), 2);
    assert_round_trip(&r);
    record_free(&r);
}

static void old_files_with_small_letters_are_read(void **state)
{
    struct record r = must_read("some words ( ;GaMe[1]HOSHI[claims]SiZe[8];Black[aa];White[tt])");
    assert_int_equal(record_main_ply(&r, 1)->move, 7 * 8);
    assert_int_equal(record_main_ply(&r, 2)->move, MOVE_PASS);
    record_free(&r);
}

static void each_game_of_a_collection_can_be_read(void **state)
{
    const char *text = "(;HOSHI[levee]C[)(;])\n(;HOSHI[claims])";
    struct record r;
    assert_int_equal(read_n(text, 1, &r), 0);
    assert_int_equal(r.setup.game, GAME_CLAIMS);
    assert_int_equal(r.root->line, 2);
    record_free(&r);
    assert_int_equal(read_n(text, 2, &r), ERR_NOT_FOUND);
}

static void errors_name_line_and_column(void **state)
{
    assert_refused("hello", ERR_NOT_FOUND, 1, 1);
    assert_refused("(;HOSHI[levee]\nC[\xc3\xa9];B[zz])", ERR_RANGE, 2, 7);
    assert_refused("(;HOSHI[levee]SZ[8])", ERR_RANGE, 1, 17);
    assert_refused("(;HOSHI[levee]SZ[five])", ERR_RANGE, 1, 17);
    assert_refused("(;HOSHI[levee swap=1])", ERR_SYNTAX, 1, 8);
    assert_refused("(;HOSHI[claims players=3])", ERR_UNSUPPORTED, 1, 8);
    assert_refused("(;HOSHI[levee", ERR_UNKNOWN, 1, 14);
    assert_refused("(;-) and (;", ERR_NOT_FOUND, 1, 1);
}

static void four_hundred_thousand_levels_do_not_overflow_the_stack(void **state)
{
    enum { LEVELS = 400000 };
    char *text = malloc(32 + (size_t)LEVELS * 3);
    char *c = text + sprintf(text, "(;HOSHI[levee]");
    for (int i = 0; i < LEVELS; i++, c += 2)
        memcpy(c, "(;", 2);
    memset(c, ')', LEVELS + 1);
    c[LEVELS + 1] = '\0';
    struct record r = must_read(text);
    assert_int_equal(r.nodes_n, LEVELS + 1);
    assert_round_trip(&r);
    record_free(&r);
    free(text);
}

static void too_many_nodes_are_refused(void **state)
{
    size_t n = RECORD_NODES_MAX + 10;
    char *text = malloc(n + 32);
    size_t len = (size_t)sprintf(text, "(;HOSHI[levee]");
    memset(text + len, ';', n);
    memcpy(text + len + n, ")", 2);
    struct record r;
    assert_int_equal(read_n(text, 0, &r), ERR_TOO_BIG);
    free(text);
}

/* Allocates blocks until the budget is used up. */
static int budget;

static void *poor_take(void *context, size_t bytes)
{
    return budget-- > 0 ? malloc(bytes) : NULL;
}

static void poor_give(void *context, void *block)
{
    free(block);
}

static void failing_memory_is_an_error_and_leaks_nothing(void **state)
{
    const struct memory poor = {.take = poor_take, .give = poor_give};
    char text[40000] = "(;HOSHI[levee]";
    for (size_t len = strlen(text); len < 30000; len += 6)
        memcpy(text + len, ";C[\xe9\xe8]", 7);
    text[strlen(text)] = ')';
    int blocks = 0;
    for (;; blocks++) {
        struct record r;
        budget = blocks;
        int err = sgf_read(&poor, text, strlen(text), 0, &r, &error);
        if (err == 0) {
            record_free(&r);
            break;
        }
        assert_int_equal(err, ERR_NO_MEMORY);
    }
    assert_in_range(blocks, 3, 1000);
}

static void results_are_read_and_written_back(void **state)
{
    static const char *const texts[] = {"B+R", "W+T", "B+F", "W+12", "B+", "0", "Void"};
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        char buf[32];
        struct text t;
        struct record_result result = sgf_parse_result(texts[i], 2);
        text_init(&t, buf, sizeof buf);
        sgf_print_result(&result, &t);
        assert_string_equal(buf, texts[i]);
    }
    assert_int_equal(sgf_parse_result("B+3.5", 2).reason, REASON_NONE);
    assert_int_equal(sgf_parse_result("3+R", 2).reason, REASON_NONE);
    assert_int_equal(sgf_parse_result("3+R", 3).winner, 3);
    struct record r = must_read("(;HOSHI[levee]RE[B+3.5])");
    assert_string_equal(r.result.text, "B+3.5");
    assert_round_trip(&r);
    record_free(&r);
}

static void stones_added_in_mid_game_are_not_replayed(void **state)
{
    struct record r = must_read("(;HOSHI[levee]SZ[5]\n;AB[bb])");
    struct position p;
    assert_true(r.root->first_child->edits);
    assert_int_equal(record_position(&r, r.root, &p, &error), 0);
    assert_int_equal(record_position(&r, r.root->first_child, &p, &error), ERR_UNSUPPORTED);
    assert_int_equal(error.line, 2);
    assert_round_trip(&r);
    record_free(&r);
    /* Who is to move may be said, if it is true; PL that names no side says nothing. */
    r = must_read("(;HOSHI[levee]SZ[5];B[bb];PL[W];W[ca];PL[X];B[ed])");
    assert_int_equal(record_position(&r, record_main_end(&r), &p, &error), 0);
    assert_int_equal(p.ply, 3);
    assert_int_equal(r.warnings_n, 1);
    assert_int_equal(r.warnings->column, 41);
    assert_round_trip(&r);
    record_free(&r);
    r = must_read("(;HOSHI[levee]SZ[5];B[bb];PL[B];B[ca])");
    assert_int_equal(record_position(&r, record_main_end(&r), &p, &error), ERR_UNSUPPORTED);
    record_free(&r);
}

static void variations_that_are_not_allowed_are_left_out_with_a_word(void **state)
{
    struct record r = must_read("(;HOSHI[levee]SZ[5];B[bb](;W[ca];B[ca])\n(;B[ed])(;W[bb](;B[aa]))"
                                "(;W[ed];B[ca]))");
    record_judge_variations(&r);
    assert_int_equal(r.warnings_n, 2); /* not of the main line */
    assert_int_equal(r.warnings->line, 2);
    assert_non_null(strstr(r.warnings->text, "left out: move 2, e2: it is "));
    assert_non_null(strstr(r.warnings->next->text, "already"));
    /* What is left is a record as any other, the same as if they had not been there. */
    struct record without = must_read("(;HOSHI[levee]SZ[5];B[bb](;W[ca];B[ca])(;W[ed];B[ca]))");
    assert_true(record_equal(&r, &without));
    assert_round_trip(&r);
    record_free(&without);
    record_free(&r);
}

/* As web pages and phones write them. */
static void blanks_of_any_kind_are_blanks(void **state)
{
    static const char *const texts[] = {
        "(\xc2\xa0;\xe2\x80\x8bHOSHI[levee]\xe3\x80\x80SZ\xc2\xa0[\xc2\xa0"
        "5\xef\xbb\xbf]\xe2\x80\xa8;B[\xe2\x80\x83"
        "bb ]\xc2\xa0)",
        "\xef\xbb\xbf\xef\xbb\xbf(;HOSHI[levee]SZ[5];B[            bb            ])",
    };
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        struct record r = must_read(texts[i]);
        assert_int_equal(r.setup.width, 5);
        assert_int_equal(r.warnings_n, 0);
        assert_int_equal(r.root->first_child->move, 3 * 5 + 1);
        record_free(&r);
    }
    struct record bad;
    assert_int_equal(
        sgf_read(&memory_heap, "(;HOSHI[levee]SZ[5];B[bb            cc])", 40, 0, &bad, &error),
        ERR_RANGE);
    /* A first node without its ; is read, if the file has none that is better. */
    struct record r = must_read("( HOSHI[levee]SZ[5];B[bb])");
    assert_int_equal(r.warnings_n, 1);
    assert_int_equal(r.root->first_child->move, 3 * 5 + 1);
    record_free(&r);
    r = must_read("(SEE[1]) (;HOSHI[levee]SZ[5];B[bb])");
    assert_int_equal(r.warnings_n, 0);
    record_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_game_its_options_and_size_are_read),
        cmocka_unit_test(rules_name_the_game_when_nothing_else_does),
        cmocka_unit_test(g1_points_count_from_the_top_left),
        cmocka_unit_test(r7_a_swap_is_an_empty_move_with_a_mark),
        cmocka_unit_test(variations_and_unknown_properties_survive),
        cmocka_unit_test(line_breaks_of_all_kinds_are_one),
        cmocka_unit_test(latin_1_becomes_utf_8),
        cmocka_unit_test(charsets_are_those_of_the_web),
        cmocka_unit_test(control_characters_become_blanks),
        cmocka_unit_test(damage_is_mended_or_left_out_with_a_warning),
        cmocka_unit_test(what_is_odd_but_clear_is_read_without_a_warning),
        cmocka_unit_test(warnings_are_limited),
        cmocka_unit_test(a_start_position_is_kept),
        cmocka_unit_test(a_move_in_the_root_gets_its_own_node),
        cmocka_unit_test(old_files_with_small_letters_are_read),
        cmocka_unit_test(each_game_of_a_collection_can_be_read),
        cmocka_unit_test(errors_name_line_and_column),
        cmocka_unit_test(four_hundred_thousand_levels_do_not_overflow_the_stack),
        cmocka_unit_test(too_many_nodes_are_refused),
        cmocka_unit_test(failing_memory_is_an_error_and_leaks_nothing),
        cmocka_unit_test(results_are_read_and_written_back),
        cmocka_unit_test(stones_added_in_mid_game_are_not_replayed),
        cmocka_unit_test(variations_that_are_not_allowed_are_left_out_with_a_word),
        cmocka_unit_test(blanks_of_any_kind_are_blanks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
