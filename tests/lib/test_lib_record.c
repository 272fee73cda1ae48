/* test_lib_record.c - libhoshi's records: read, made, appended to, written. */
#include "lib_start.h"

static void records_are_read_replayed_and_written(void **state)
{
    (void)state;
    static const char json[] = "{\"hoshi\":1,\"game\":\"levee\",\"width\":3,\"height\":3,"
                               "\"moves\":[{\"move\":\"a1\"},{\"move\":\"a2\"}]}";
    struct hoshi_why why = {.size = sizeof why};
    struct hoshi_record *r = NULL;
    struct hoshi_position *p = NULL;
    char word[HOSHI_WORD_BYTES];
    assert_int_equal(hoshi_record_read(json, strlen(json), &r, &why), 0);
    assert_int_equal(hoshi_record_plies(r), 2);
    assert_int_equal(hoshi_record_move(r, 2, word), 0);
    assert_string_equal(word, "a2");
    assert_int_equal(hoshi_record_move(r, 0, word), HOSHI_ERR_NOT_FOUND);
    assert_int_equal(hoshi_record_move(r, 3, word), HOSHI_ERR_NOT_FOUND);
    assert_int_equal(hoshi_record_position(r, 2, &p, &why), 0);
    assert_int_equal(hoshi_position_ply(p), 2);
    hoshi_position_free(p);
    assert_int_equal(hoshi_record_position(r, 3, &p, &why), HOSHI_ERR_NOT_FOUND);
    char *sgf = NULL;
    char *png = NULL;
    assert_int_equal(hoshi_record_write(r, "sgf", &sgf), 0);
    assert_non_null(strstr(sgf, "(;"));
    struct hoshi_record *back = NULL;
    assert_int_equal(hoshi_record_read(sgf, strlen(sgf), &back, &why), 0);
    assert_int_equal(hoshi_record_plies(back), 2);
    assert_int_equal(hoshi_record_write(r, "png", &png), HOSHI_ERR_UNKNOWN);
    hoshi_text_free(sgf);
    hoshi_record_free(r);
    hoshi_record_free(back);
    static const char marked[] = "\xef\xbb\xbf{\"hoshi\":1,\"game\":\"levee\",\"width\":3,"
                                 "\"height\":3,\"moves\":[]}";
    assert_int_equal(hoshi_record_read(marked, strlen(marked), &r, &why), 0);
    hoshi_record_free(r);
    assert_int_equal(hoshi_record_read("{\n  nonsense", 12, &r, &why), HOSHI_ERR_SYNTAX);
    assert_int_equal(why.line, 2);
    assert_true(why.column > 0);
}

static void records_are_made_and_appended_to(void **state)
{
    (void)state;
    const struct hoshi_setup setup = board("redstone", 2);
    struct hoshi_why why = {.size = sizeof why};
    struct hoshi_record *r = NULL;
    char result[8];
    assert_int_equal(hoshi_record_new(&setup, &r, &why), 0);
    assert_int_equal(hoshi_record_set_player(r, 1, "ann\nb"), 0);
    assert_string_equal(hoshi_record_player(r, 1), "ann b");
    assert_int_equal(hoshi_record_set_player(r, 3, "c"), HOSHI_ERR_RANGE);
    assert_int_equal(hoshi_record_set_player(r, 2, "\xff"), HOSHI_ERR_SYNTAX);
    assert_null(hoshi_record_player(r, 3));
    assert_int_equal(hoshi_record_append(r, "a1", &why), 0);
    assert_int_equal(hoshi_record_append(r, "a1", &why), HOSHI_ERR_ILLEGAL);
    assert_int_equal(hoshi_record_plies(r), 1);
    assert_int_equal(hoshi_record_set_comment(r, 1, "first"), 0);
    assert_string_equal(hoshi_record_comment(r, 1), "first");
    assert_int_equal(hoshi_record_set_comment(r, 2, "none"), HOSHI_ERR_NOT_FOUND);
    /* to the end of the game, whose result the record takes */
    struct hoshi_position *p = NULL;
    uint64_t random = 1;
    assert_int_equal(hoshi_record_position(r, 1, &p, &why), 0);
    while (!hoshi_position_over(p)) {
        char word[HOSHI_WORD_BYTES];
        int action = hoshi_position_random(p, &random);
        assert_int_equal(hoshi_position_action_text(p, action, word), 0);
        assert_int_equal(hoshi_record_result(r, result, sizeof result), 0);
        assert_string_equal(result, "");
        assert_int_equal(hoshi_record_append(r, word, &why), 0);
        assert_int_equal(hoshi_position_step(p, action), 0);
    }
    assert_int_equal(hoshi_record_append(r, "a1", &why), HOSHI_ERR_OVER);
    assert_int_equal(hoshi_record_result(r, result, sizeof result), 0);
    assert_string_equal(result, hoshi_position_winner_side(p) == 1 ? "B+" : "W+");
    assert_int_equal(hoshi_record_result(r, result, 2), HOSHI_ERR_FULL);
    assert_int_equal(hoshi_record_set_result(r, "B+R"), 0);
    assert_int_equal(hoshi_record_result(r, result, sizeof result), 0);
    assert_string_equal(result, "B+R");
    assert_int_equal(hoshi_record_set_result(r, "best of three"), HOSHI_ERR_SYNTAX);
    char *json = NULL;
    assert_int_equal(hoshi_record_write(r, "json", &json), 0);
    assert_non_null(strstr(json, "ann b"));
    hoshi_text_free(json);
    hoshi_position_free(p);
    hoshi_record_free(r);
}

static void records_begin_at_positions(void **state)
{
    (void)state;
    struct hoshi_why why = {.size = sizeof why};
    struct hoshi_record *r = NULL;
    struct hoshi_record *back = NULL;
    struct hoshi_position *p = start("levee", 5);
    struct hoshi_position *q = NULL;
    char *sgf = NULL;
    play_all(p, "a1 b1 c1");
    assert_int_equal(hoshi_record_new_from(p, &r, &why), 0);
    assert_int_equal(hoshi_record_append(r, "a1", &why), HOSHI_ERR_ILLEGAL);
    assert_int_equal(hoshi_record_append(r, "d1", &why), 0);
    assert_int_equal(hoshi_record_write(r, "sgf", &sgf), 0);
    assert_int_equal(hoshi_record_read(sgf, strlen(sgf), &back, &why), 0);
    assert_int_equal(hoshi_record_position(back, 1, &q, &why), 0);
    play_all(p, "d1");
    assert_int_equal(hoshi_position_hash(q), hoshi_position_hash(p));
    hoshi_text_free(sgf);
    hoshi_record_free(r);
    hoshi_record_free(back);
    hoshi_position_free(p);
    hoshi_position_free(q);
    /* from the empty board: the swap is still to come */
    p = start("redstone", 5);
    assert_int_equal(hoshi_record_new_from(p, &r, &why), 0);
    assert_int_equal(hoshi_record_append(r, "c3", &why), 0);
    assert_int_equal(hoshi_record_append(r, "swap", &why), 0);
    hoshi_record_free(r);
    hoshi_position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_read_replayed_and_written),
        cmocka_unit_test(records_are_made_and_appended_to),
        cmocka_unit_test(records_begin_at_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
