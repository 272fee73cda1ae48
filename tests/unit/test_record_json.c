/* test_record_json.c - records as JSON: written, read back, refused with a reason. */
#include "testing.h"

#include "base/err.h"
#include "record/record_json.h"
#include "record/sgf.h"
#include "rules/position.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct record_error error;

static struct record must_read(const char *text)
{
    struct record r;
    int err = record_json_read(&memory_heap, text, strlen(text), &r, &error);
    if (err != 0)
        fail_msg("%s at %d:%d: %s", err_name(err), error.line, error.column, error.text);
    return r;
}

static char *must_write(const struct record *r)
{
    struct sink out;
    sink_init(&out, &memory_heap);
    assert_int_equal(record_json_write(r, &out), 0);
    char *text = strdup(out.buf);
    sink_done(&out);
    return text;
}

static void assert_round_trip(const struct record *r)
{
    char *text = must_write(r);
    struct record again = must_read(text);
    assert_true(record_equal(r, &again));
    record_free(&again);
    free(text);
}

static void assert_refused(const char *text, int err, int line, int column)
{
    struct record r;
    int got = record_json_read(&memory_heap, text, strlen(text), &r, &error);
    if (got != err || error.line != line || error.column != column)
        fail_msg("%s: got %s at %d:%d (%s)", text, err_name(got), error.line, error.column,
                 error.text);
}

static void everything_is_read_and_written_back(void **state)
{
    struct record r = must_read(
        "{\"hoshi\":1,\"game\":\"claims\",\"width\":6,\"height\":4,\"options\":{\"jacked\":true},\n"
        "\"players\":[{\"seat\":1,\"name\":\"ann\"},{\"seat\":2},{\"seat\":3,\"name\":\"c\\\"d\"}],"
        "\n"
        "\"date\":\"2026-03-01\",\"result\":{\"reason\":\"rules\",\"winner_side\":3,\"margin\":2},"
        "\n"
        "\"start\":{\"side\":2,\"cells\":[{\"point\":\"a1\",\"owner\":3,\"height\":4,\n"
        "  \"jacked\":true},{\"point\":\"f4\",\"owner\":1,\"height\":2,\"doubled\":true}]},\n"
        "\"comment\":\"two\\nlines\\t\\u0001\",\"name\":\"root\",\"properties\":{\"XX\":[\"a\\\\]"
        "\"]},\n"
        "\"moves\":[{\"move\":\"C2\",\"side\":2,\"at\":1790000000000,\"left\":[1500,null,-1]},\n"
        "  {\"comment\":\"no move\"},{\"move\":\"pass\",\"properties\":{\"ZZ\":[\"\",\"1\"]}}],\n"
        "\"variations\":[{\"line\":0,\"index\":2,\"moves\":[{\"move\":\"a1\"},{\"move\":\"a2\"}]},"
        "\n"
        "  {\"line\":1,\"index\":1,\"moves\":[{\"move\":\"b1\"}]},\n"
        "  {\"line\":0,\"index\":0,\"moves\":[{\"move\":\"b2\"}]}]}");
    assert_int_equal(r.setup.players, 3);
    assert_int_equal(r.setup.options, OPTION_JACKED);
    assert_string_equal(r.players[2], "c\"d");
    assert_string_equal(r.root->comment, "two\nlines  ");
    assert_int_equal(r.start[0].height, 4);
    assert_int_equal(r.start_side, 2);
    assert_int_equal(r.result.winner, 3);
    assert_int_equal(r.root->first_child->left_ms[2], -1);
    assert_int_equal(r.root->first_child->move, 6 + 2);
    assert_int_equal(r.nodes_n, 8);
    const struct record_node *a1 = r.root->first_child->first_child->last_child;
    assert_int_equal(a1->move, 0);
    assert_int_equal(a1->first_child->move, 6);
    assert_int_equal(a1->last_child->move, 1);
    assert_round_trip(&r);
    record_free(&r);
}

static void a_variation_stands_beside_the_move_it_replaces(void **state)
{
    struct record r =
        must_read("{\"hoshi\":1,\"game\":\"levee\",\"moves\":[{\"move\":\"a1\"},{\"move\":\"a2\"}],"
                  "\"variations\":[{\"line\":0,\"index\":1,\"moves\":[{\"move\":\"b1\"}]},"
                  "{\"line\":1,\"index\":0,\"moves\":[{\"move\":\"c1\"}]}]}");
    const struct record_node *a1 = r.root->first_child;
    assert_int_equal(a1->first_child->move, 13);
    assert_int_equal(a1->first_child->next->move, 1);
    assert_int_equal(a1->first_child->next->next->move, 2);
    assert_round_trip(&r);
    record_free(&r);
}

static void sgf_and_json_say_the_same(void **state)
{
    const char *sgf = "(;FF[4]HOSHI[redstone swap=1]SZ[5]PB[ann]PW[b\\]ob]KM[0]RE[W+T]C[x]"
                      "AB[aa]ADDRED[bb]PL[W];W[cc]BL[3.25]TIMESTAMP[17](;B[dd]RED[]LB[aa:1][bb:2])"
                      "(;N[name](;B[de](;W[ee])(;W[ed]))(;B[ab])))";
    struct record a;
    assert_int_equal(sgf_read(&memory_heap, sgf, strlen(sgf), 0, &a, &error), 0);
    char *json = must_write(&a);
    struct record b = must_read(json);
    assert_true(record_equal(&a, &b));
    free(json);
    record_free(&a);
    record_free(&b);
}

static void errors_name_line_and_column(void **state)
{
    assert_refused("", ERR_SYNTAX, 1, 1);
    assert_refused("[]", ERR_SYNTAX, 1, 1);
    assert_refused("{\"hoshi\":1,\n \"game\" \"levee\"}", ERR_SYNTAX, 2, 9);
    assert_refused("{\"hoshi\":2}", ERR_RANGE, 1, 10);
    assert_refused("{\"game\":\"levee\"}", ERR_SYNTAX, 1, 1);
    assert_refused("{\"hoshi\":1,\n \"game\":\"chess\"}", ERR_UNKNOWN, 2, 9);
    assert_refused("{\"hoshi\":1,\"game\":\"levee\",\n\"width\": 8,\"moves\":[]}", ERR_RANGE, 2,
                   10);
    assert_refused("{\"hoshi\":1,\"game\":\"levee\",\n\"color\": 8}", ERR_SYNTAX, 2, 10);
    assert_refused("{\"hoshi\":1,\"game\":\"levee\",\n\"moves\":[{\"move\":\"a1\"},\n"
                   "  {\"comment\":\"\xc3\xa9\", \"move\":\"z1\"}]}",
                   ERR_RANGE, 3, 26);
    assert_refused("{\"hoshi\":1,\"game\":\"levee\",\n\"moves\":[1]}", ERR_SYNTAX, 2, 10);
    assert_refused("{\"hoshi\":1,\"game\":\"levee\",\n\"moves\":[{\"side\":1}]}", ERR_SYNTAX, 2,
                   10);
    assert_refused("{\"hoshi\":1,\"game\":\"levee\",\"moves\":[],\n\"variations\":"
                   "[{\"line\":0,\"index\":0,\"moves\":[{}]}]}",
                   ERR_RANGE, 2, 15);
    assert_refused("{\"hoshi\":1,\"game\":\"levee\",\"moves\":[{\"move\":\"a1\"}],\n\"variations\":"
                   "[{\"line\":0,\"index\":0,\"moves\":[]}]}",
                   ERR_SYNTAX, 2, 15);
    assert_refused("{\"hoshi\":1,\"game\":\"levee\",\n\"options\":{\"swap\":true}}", ERR_SYNTAX, 2,
                   19);
    assert_refused(
        "{\"hoshi\":1,\"game\":\"levee\",\"moves\":[\n{\"properties\":{\"B\":[\"aa\"]}}]}",
        ERR_SYNTAX, 2, 20);
    assert_refused(
        "{\"hoshi\":1,\"game\":\"levee\",\"moves\":[\n{\"properties\":{\"X\":[\"]\"]}}]}",
        ERR_SYNTAX, 2, 21);
    assert_refused("{\"hoshi\":1,\"hoshi\":1}", ERR_SYNTAX, 1, 12);
}

/* A record whose comment is the JSON text between the quotes. */
static const char *with_comment(const char *comment)
{
    static char text[256];
    snprintf(text, sizeof text,
             "{\"hoshi\":1,\"game\":\"levee\",\"moves\":[],\n\"comment\":\"%s\"}", comment);
    return text;
}

static void json_is_read_strictly(void **state)
{
    struct record r = must_read(with_comment("\\\"\\\\\\/\\u00e9\\uD83D\\uDE00\\u20AC\xc3\xa9"));
    assert_string_equal(r.root->comment, "\"\\/\xc3\xa9\xf0\x9f\x98\x80\xe2\x82\xac\xc3\xa9");
    record_free(&r);
    const struct {
        const char *comment;
        int column;
    } bad[] = {{"a\\x", 13},    {"\\ud83d", 12},   {"\\ud83d\\u0041", 12},
               {"\\udc00", 12}, {"ab\\u0000", 14}, {"\\u12g4", 12},
               {"a\tb", 13},    {"\xc3", 12},      {"\xed\xa0\x80", 12}};
    for (size_t i = 0; i < ARRAY_LEN(bad); i++)
        assert_refused(with_comment(bad[i].comment), ERR_SYNTAX, 2, bad[i].column);
    static const char *const numbers[] = {
        "01",  "-",   "1.",  "1e",  ".5",  "+1",  "9223372036854775808",
        "0x1", "1.5", "1e2", "tru", "nul", "'a'", ""};
    for (size_t i = 0; i < ARRAY_LEN(numbers); i++) {
        char text[64];
        struct record none;
        snprintf(text, sizeof text, "{\"hoshi\":%s}", numbers[i]);
        assert_int_equal(record_json_read(&memory_heap, text, strlen(text), &none, &error),
                         ERR_SYNTAX);
        assert_int_equal(error.line, 1);
        assert_in_range(error.column, 10, strlen(text) + 1);
    }
    assert_refused("{\"hoshi\":1", ERR_SYNTAX, 1, 11);
    assert_refused("{\"hoshi\":1,}", ERR_SYNTAX, 1, 12);
    assert_refused("{\"hoshi\":1]", ERR_SYNTAX, 1, 11);
    assert_refused("[1,]", ERR_SYNTAX, 1, 4);
    assert_refused("{\"hoshi\":1}\n{", ERR_SYNTAX, 2, 1);
    assert_refused("{\"hoshi", ERR_SYNTAX, 1, 8);
    char deep[128];
    memset(deep, '[', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    assert_refused(deep, ERR_SYNTAX, 1, 65);
}

static void an_illegal_move_is_reported_with_ply_rule_and_place(void **state)
{
    struct record r = must_read("{\"hoshi\":1,\"game\":\"levee\",\"width\":5,\"moves\":[\n"
                                "{\"move\":\"a1\"},\n {\"move\":\"c3\"}]}");
    struct position p;
    assert_int_equal(record_position(&r, record_main_ply(&r, 1), &p, &error), 0);
    assert_int_equal(p.ply, 1);
    assert_int_equal(record_position(&r, record_main_end(&r), &p, &error), ERR_ILLEGAL);
    assert_int_equal(p.ply, 1);
    assert_int_equal(error.line, 3);
    assert_int_equal(error.column, 10);
    assert_memory_equal(error.text, "move 2, c3, is illegal (rule L3a): ", 35);
    record_free(&r);
    r = must_read("{\"hoshi\":1,\"game\":\"levee\",\"moves\":[\n"
                  "{\"move\":\"a1\",\"side\":2}]}");
    assert_int_equal(record_position(&r, record_main_end(&r), &p, &error), ERR_ILLEGAL);
    assert_string_equal(error.text, "move 1, a1: it is player 1's turn");
    record_free(&r);
    r = must_read("{\"hoshi\":1,\"game\":\"redstone\",\"width\":3,\"moves\":[],"
                  "\"start\":{\"cells\":[{\"point\":\"a1\",\"owner\":1},"
                  "{\"point\":\"a2\",\"owner\":2},{\"point\":\"b1\",\"owner\":2}]}}");
    assert_int_equal(record_position(&r, r.root, &p, &error), ERR_ILLEGAL);
    record_free(&r);
}

/* Random matches of every game are converted to both formats and back, and replay to the same end.
 * */
static void random_matches_survive_both_formats(void **state)
{
    struct rng rng;
    rng_seed(&rng, 11);
    for (int g = 0; g < GAME_N; g++) {
        struct setup s = setup_default((enum game_id)g);
        s.width = s.height = 7;
        struct record r;
        struct position p;
        assert_int_equal(record_init(&r, &memory_heap, &s), 0);
        assert_int_equal(position_start(&p, &s), 0);
        struct record_node *n = r.root;
        while (!p.over) {
            int side = p.side;
            move_t m = p.ply == 1 && games[g]->has_swap ? MOVE_SWAP : position_random(&p, &rng);
            assert_int_equal(position_play(&p, m), VERDICT_OK);
            n = record_add_move(&r, n, m, side);
            assert_non_null(n);
        }
        record_take_result(&r, &p);
        assert_round_trip(&r);
        struct sink out;
        sink_init(&out, &memory_heap);
        assert_int_equal(sgf_write(&r, &out), 0);
        struct record again;
        assert_int_equal(sgf_read(&memory_heap, out.buf, out.len, 0, &again, &error), 0);
        assert_true(record_equal(&r, &again));
        struct position end;
        assert_int_equal(record_position(&again, record_main_end(&again), &end, &error), 0);
        assert_true(position_equal(&p, &end));
        sink_done(&out);
        record_free(&again);
        record_free(&r);
    }
}

static void many_variations_are_read_in_linear_time(void **state)
{
    struct setup s = setup_default(GAME_LEVEE);
    struct record r;
    assert_int_equal(record_init(&r, &memory_heap, &s), 0);
    struct record_node *n = r.root;
    for (int i = 0; i < 20000; i++) {
        struct record_node *next = record_add_move(&r, n, 1, 1);
        assert_non_null(next);
        assert_non_null(record_add_move(&r, n, 2, 1));
        assert_non_null(record_add_move(&r, n, 3, 1));
        n = next;
    }
    assert_round_trip(&r);
    record_free(&r);
}

static void floods_are_refused_before_they_take_memory(void **state)
{
    size_t n = 3 * (size_t)RECORD_NODES_MAX;
    char *text = malloc(n + 1);
    memset(text, '[', n);
    text[n] = '\0';
    assert_refused(text, ERR_TOO_BIG, 0, 0);
    for (size_t i = 0; i < 3000; i++)
        text[i] = '[';
    text[3000] = '\0';
    struct record r;
    assert_int_equal(record_json_read(&memory_heap, text, 3000, &r, &error), ERR_SYNTAX);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_read_and_written_back),
        cmocka_unit_test(a_variation_stands_beside_the_move_it_replaces),
        cmocka_unit_test(sgf_and_json_say_the_same),
        cmocka_unit_test(errors_name_line_and_column),
        cmocka_unit_test(json_is_read_strictly),
        cmocka_unit_test(an_illegal_move_is_reported_with_ply_rule_and_place),
        cmocka_unit_test(random_matches_survive_both_formats),
        cmocka_unit_test(many_variations_are_read_in_linear_time),
        cmocka_unit_test(floods_are_refused_before_they_take_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
