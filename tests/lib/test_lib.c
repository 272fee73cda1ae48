/* test_lib.c - libhoshi as a stranger's program sees it: games, setups, positions and actions. */
#include "lib_start.h"

static void impossible_setups_say_what_is_allowed(void **state)
{
    (void)state;
    struct hoshi_why why = {.size = sizeof why};
    struct hoshi_setup setup = board("levee", 4);
    struct hoshi_position *p = NULL;
    assert_int_equal(hoshi_position_new(&setup, &p, &why), HOSHI_ERR_RANGE);
    assert_int_equal(why.error, HOSHI_ERR_RANGE);
    assert_non_null(strstr(why.sentence, "odd sizes from 3 to 25"));
    setup.game = "go";
    assert_int_equal(hoshi_position_new(&setup, &p, &why), HOSHI_ERR_UNKNOWN);
    assert_non_null(strstr(why.sentence, "palisade, redstone, levee or claims"));
    setup.game = NULL;
    assert_int_equal(hoshi_position_new(&setup, &p, &why), HOSHI_ERR_UNKNOWN);
    for (int width = -1; width <= 1000; width += 1001) {
        setup = board("palisade", width);
        assert_int_equal(hoshi_position_new(&setup, &p, &why), HOSHI_ERR_RANGE);
    }
    setup = board("claims", 5);
    setup.players = 260;
    assert_int_equal(hoshi_position_new(&setup, &p, &why), HOSHI_ERR_RANGE);
    assert_non_null(strstr(why.sentence, "2 to 4 players"));
    setup = board("palisade", 5);
    setup.size = sizeof(size_t);
    assert_int_equal(hoshi_position_new(&setup, &p, &why), HOSHI_ERR_RANGE);
    assert_null(p);
}

static void options_are_named(void **state)
{
    (void)state;
    struct hoshi_why why = {.size = sizeof why};
    struct hoshi_choice choice = {"swap", 0};
    struct hoshi_setup setup = board("redstone", 5);
    struct hoshi_position *p = start("redstone", 5);
    assert_int_equal(hoshi_position_option(p, "swap"), 1);
    assert_int_equal(hoshi_position_option(p, "jacked"), HOSHI_ERR_UNKNOWN);
    hoshi_position_free(p);
    setup.choices = &choice;
    setup.choices_n = 1;
    assert_int_equal(hoshi_position_new(&setup, &p, &why), 0);
    assert_int_equal(hoshi_position_option(p, "swap"), 0);
    play_all(p, "c3");
    assert_int_equal(hoshi_position_play(p, "swap", &why), HOSHI_ERR_ILLEGAL);
    assert_string_equal(why.rule, "R7");
    hoshi_position_free(p);
    choice.value = 2;
    assert_int_equal(hoshi_position_new(&setup, &p, &why), HOSHI_ERR_RANGE);
    choice.option = "jacked";
    assert_int_equal(hoshi_position_new(&setup, &p, &why), HOSHI_ERR_UNKNOWN);
    assert_string_equal(why.sentence, "Redstone has no option jacked.");
}

static void games_tell_what_they_have(void **state)
{
    (void)state;
    struct hoshi_game g = {.size = sizeof g};
    struct hoshi_option o = {.size = sizeof o};
    assert_int_equal(hoshi_games(), 4);
    assert_int_equal(hoshi_game_find("LEVEE"), 2);
    assert_int_equal(hoshi_game_find("go"), HOSHI_ERR_UNKNOWN);
    assert_int_equal(hoshi_game_get(1, &g), 0);
    assert_string_equal(g.name, "redstone");
    assert_int_equal(g.kinds, 2);
    assert_int_equal(g.options_n, 1);
    assert_int_equal(hoshi_game_option(1, 0, &o), 0);
    assert_string_equal(o.name, "swap");
    assert_int_equal(o.value, 1);
    assert_int_equal(hoshi_game_option(3, 0, &o), 0);
    assert_string_equal(o.name, "jacked");
    assert_int_equal(hoshi_game_option(3, 1, &o), HOSHI_ERR_RANGE);
    assert_int_equal(hoshi_game_option(0, 0, &o), HOSHI_ERR_RANGE);
    assert_int_equal(hoshi_game_get(4, &g), HOSHI_ERR_RANGE);
    assert_int_equal(hoshi_game_get(-1, &g), HOSHI_ERR_RANGE);
    /* a caller with a larger struct: what we do not know stays; with a smaller one: refused */
    struct {
        struct hoshi_game g;
        int32_t later;
    } newer = {.g = {.size = sizeof newer}, .later = 7};
    assert_int_equal(hoshi_game_get(0, &newer.g), 0);
    assert_int_equal(newer.later, 7);
    assert_int_equal(newer.g.size, sizeof newer);
    g.size = 8;
    assert_int_equal(hoshi_game_get(0, &g), HOSHI_ERR_RANGE);
}

static void failures_have_names(void **state)
{
    (void)state;
    assert_string_equal(hoshi_error_name(HOSHI_ERR_ILLEGAL), "HOSHI_ERR_ILLEGAL");
    assert_string_equal(hoshi_error_name(0), "HOSHI_OK");
    assert_string_equal(hoshi_error_text(HOSHI_ERR_OVER), "the game is over");
    assert_int_equal(hoshi_abi(), HOSHI_ABI);
}

static void l3a_a_refused_move_changes_nothing_and_says_why(void **state)
{
    (void)state;
    struct hoshi_position *p = start("levee", 5);
    uint64_t hash = hoshi_position_hash(p);
    struct hoshi_why why = {.size = sizeof why};
    int8_t cells[25];
    assert_int_equal(hoshi_position_explain(p, "c3", &why), HOSHI_ERR_ILLEGAL);
    assert_int_equal(hoshi_position_play(p, "c3", &why), HOSHI_ERR_ILLEGAL);
    assert_string_equal(why.rule, "L3a");
    assert_true(strlen(why.sentence) > 0);
    assert_int_equal(hoshi_position_hash(p), hash);
    assert_int_equal(hoshi_position_ply(p), 0);
    assert_int_equal(hoshi_position_play(p, "z9", &why), HOSHI_ERR_RANGE);
    assert_string_equal(why.rule, "G1");
    assert_int_equal(hoshi_position_play(p, "four", &why), HOSHI_ERR_SYNTAX);
    assert_int_equal(hoshi_position_explain(p, "A1", &why), 0);
    assert_int_equal(why.error, 0);
    assert_string_equal(why.sentence, "");
    assert_int_equal(hoshi_position_ply(p), 0); /* explained, not played */
    assert_int_equal(hoshi_position_play(p, "A1", NULL), 0);
    assert_int_equal(hoshi_position_cells(p, cells), 25);
    assert_int_equal(cells[0], 5);
    assert_int_equal(cells[24], 0);
    hoshi_position_free(p);
}

static void legal_lists_hold_every_move_and_no_more_than_asked(void **state)
{
    (void)state;
    struct hoshi_position *p = start("claims", 3);
    char words[HOSHI_ACTIONS_MAX][HOSHI_WORD_BYTES];
    memset(words, 0, sizeof words);
    assert_int_equal(hoshi_position_legal(p, words, HOSHI_ACTIONS_MAX), 10);
    assert_string_equal(words[0], "a1");
    assert_string_equal(words[9], "pass");
    memset(words, 0, sizeof words);
    assert_int_equal(hoshi_position_legal(p, words, 2), 10);
    assert_string_equal(words[2], "");
    hoshi_position_free(p);
}

/* Every action has a word that means it, and the mask is the list of legal moves. */
static void check_actions(const struct hoshi_position *p)
{
    char words[HOSHI_ACTIONS_MAX][HOSHI_WORD_BYTES];
    char word[HOSHI_WORD_BYTES];
    uint8_t mask[HOSHI_ACTIONS_MAX];
    int32_t actions[HOSHI_ACTIONS_MAX];
    int n = hoshi_position_legal(p, words, HOSHI_ACTIONS_MAX);
    int actions_n = hoshi_position_actions(p);
    assert_in_range(actions_n, 1, HOSHI_ACTIONS_MAX);
    memset(mask, 9, sizeof mask);
    assert_int_equal(hoshi_position_legal_mask(p, mask), n);
    assert_int_equal(hoshi_position_legal_actions(p, actions, HOSHI_ACTIONS_MAX), n);
    int ones = 0;
    for (int a = 0; a < actions_n; a++) {
        assert_int_equal(hoshi_position_action_text(p, a, word), 0);
        assert_int_equal(hoshi_position_action(p, word), a);
        assert_int_equal(mask[a], hoshi_position_explain(p, word, NULL) == 0);
        ones += mask[a];
    }
    assert_int_equal(ones, n);
    for (int i = 0; i < n; i++)
        assert_int_equal(hoshi_position_action(p, words[i]), actions[i]);
    assert_int_equal(hoshi_position_action_text(p, actions_n, word), HOSHI_ERR_RANGE);
    assert_int_equal(hoshi_position_action_text(p, -1, word), HOSHI_ERR_RANGE);
}

static void actions_and_words_mean_the_same(void **state)
{
    (void)state;
    static const int expected[] = {25, 51, 25, 26}; /* Redstone: 25 + 25 red + swap */
    struct hoshi_game g = {.size = sizeof g};
    for (int game = 0; hoshi_game_get(game, &g) == 0; game++) {
        struct hoshi_position *p = start(g.name, 5);
        uint64_t random = 7;
        assert_int_equal(hoshi_position_actions(p), expected[game]);
        assert_int_equal(hoshi_position_last(p), HOSHI_ERR_NOT_FOUND);
        while (!hoshi_position_over(p)) {
            check_actions(p);
            int action = hoshi_position_random(p, &random);
            assert_int_equal(hoshi_position_step(p, action), 0);
            assert_int_equal(hoshi_position_last(p), action);
        }
        uint8_t mask[HOSHI_ACTIONS_MAX];
        assert_int_equal(hoshi_position_legal_mask(p, mask), 0);
        assert_int_equal(hoshi_position_step(p, 0), HOSHI_ERR_OVER);
        assert_int_equal(hoshi_position_random(p, &random), HOSHI_ERR_OVER);
        hoshi_position_free(p);
    }
    struct hoshi_position *p = start("palisade", 5);
    assert_int_equal(hoshi_position_action(p, "a1r"), HOSHI_ERR_UNKNOWN);
    assert_int_equal(hoshi_position_action(p, "swap"), HOSHI_ERR_UNKNOWN);
    assert_int_equal(hoshi_position_action(p, "f1"), HOSHI_ERR_RANGE);
    assert_int_equal(hoshi_position_step(p, 25), HOSHI_ERR_RANGE);
    assert_int_equal(hoshi_position_step(p, 1), HOSHI_ERR_ILLEGAL); /* P1: b1 is White's */
    hoshi_position_free(p);
}

static void random_games_repeat_themselves_and_end(void **state)
{
    (void)state;
    struct hoshi_position *p = start("redstone", 9);
    struct hoshi_position *q = hoshi_position_copy(p);
    struct hoshi_position *r = hoshi_position_copy(p);
    int plies = hoshi_position_random_playout(p, 3);
    assert_int_equal(hoshi_position_ply(p), plies);
    assert_true(hoshi_position_over(p));
    assert_int_equal(hoshi_position_random_playout(q, 3), plies);
    assert_int_equal(hoshi_position_hash(q), hoshi_position_hash(p));
    assert_int_equal(hoshi_position_random_playout(p, 3), 0);
    (void)hoshi_position_random_playout(r, 4);
    assert_true(hoshi_position_hash(r) != hoshi_position_hash(p));
    hoshi_position_free(p);
    hoshi_position_free(q);
    hoshi_position_free(r);
}

static void copies_are_independent(void **state)
{
    (void)state;
    struct hoshi_position *p = start("redstone", 5);
    struct hoshi_position *q = hoshi_position_copy(p);
    struct hoshi_position *other = start("claims", 7);
    play_all(q, "c3");
    assert_int_equal(hoshi_position_ply(q), 1);
    assert_int_equal(hoshi_position_ply(p), 0);
    hoshi_position_clone_into(q, other); /* also over another game */
    assert_int_equal(hoshi_position_hash(other), hoshi_position_hash(q));
    assert_int_equal(hoshi_position_game(other), 1);
    play_all(other, "swap d4");
    assert_int_equal(hoshi_position_ply(q), 1);
    hoshi_position_clone_into(q, other); /* an undo */
    assert_int_equal(hoshi_position_hash(other), hoshi_position_hash(q));
    hoshi_position_free(p);
    hoshi_position_free(q);
    hoshi_position_free(other);
}

static void g2_players_keep_their_numbers_when_colours_change(void **state)
{
    (void)state;
    struct hoshi_position *p = start("redstone", 2);
    float returns[2] = {9, 9};
    assert_int_equal(hoshi_position_seat(p), 1);
    play_all(p, "a1");
    assert_int_equal(hoshi_position_seat(p), 2);
    play_all(p, "swap"); /* R7 */
    assert_int_equal(hoshi_position_side(p), 2);
    assert_int_equal(hoshi_position_seat(p), 1);
    assert_int_equal(hoshi_position_seat_of(p, 1), 2);
    assert_int_equal(hoshi_position_side_of(p, 1), 2);
    assert_int_equal(hoshi_position_seat_of(p, 3), HOSHI_ERR_RANGE);
    hoshi_position_returns(p, returns);
    assert_true(returns[0] == 0 && returns[1] == 0);
    uint64_t random = 1;
    while (!hoshi_position_over(p))
        assert_int_equal(hoshi_position_step(p, hoshi_position_random(p, &random)), 0);
    int side = hoshi_position_winner_side(p);
    int seat = hoshi_position_winner_seat(p);
    assert_int_equal(seat, 3 - side); /* the trap: the winner's side is the loser's seat */
    hoshi_position_returns(p, returns);
    assert_true(returns[seat - 1] == 1 && returns[side - 1] == -1);
    hoshi_position_free(p);
}

static void c8_returns_of_many_players_sum_to_nothing(void **state)
{
    (void)state;
    struct hoshi_setup setup = board("claims", 3);
    struct hoshi_position *p = NULL;
    setup.players = 3;
    assert_int_equal(hoshi_position_new(&setup, &p, NULL), 0);
    play_all(p, "a1 pass pass pass");
    assert_true(hoshi_position_over(p));
    float returns[3];
    hoshi_position_returns(p, returns);
    assert_int_equal(hoshi_position_winner_seat(p), 1);
    assert_true(returns[0] == 1.0F && returns[1] == -0.5F && returns[2] == -0.5F);
    assert_int_equal(hoshi_position_planes_n(p), HOSHI_ERR_UNSUPPORTED);
    hoshi_position_free(p);
}

static void stacks_have_heights(void **state)
{
    (void)state;
    struct hoshi_position *p = start("claims", 3);
    uint8_t heights[9];
    uint8_t flags[9];
    int8_t cells[9];
    play_all(p, "b2 pass b2");
    assert_int_equal(hoshi_position_heights(p, heights, flags), 9);
    assert_int_equal(hoshi_position_cells(p, cells), 9);
    assert_int_equal(cells[4], 1);
    assert_int_equal(heights[4], 2);
    assert_int_equal(flags[4], 2); /* C2: two of its own on top */
    assert_int_equal(heights[0], 0);
    hoshi_position_free(p);
}

static void planes_are_seen_from_the_side_to_move(void **state)
{
    (void)state;
    struct hoshi_position *p = start("redstone", 3);
    uint8_t bytes[9][12];
    float numbers[9][12];
    assert_int_equal(hoshi_position_planes_n(p), 12);
    play_all(p, "a1");
    assert_int_equal(hoshi_position_planes_u8(p, bytes[0]), 0);
    assert_int_equal(hoshi_position_planes(p, numbers[0]), 0);
    for (int at = 0; at < 9; at++) {
        assert_int_equal(bytes[at][0], 64);          /* the board */
        assert_int_equal(bytes[at][1], 0);           /* White is to move */
        assert_int_equal(bytes[at][2], at ? 64 : 0); /* where an own stone may go */
        assert_int_equal(bytes[at][5], at ? 0 : 64); /* the enemy's stone on a1 */
        for (int plane = 0; plane < 12; plane++)
            assert_true(numbers[at][plane] == (float)bytes[at][plane] / 64);
    }
    hoshi_position_free(p);
}

static void diagrams_set_up_positions(void **state)
{
    (void)state;
    struct hoshi_setup setup = board("redstone", 3);
    struct hoshi_why why = {.size = sizeof why};
    struct hoshi_position *p = NULL;
    assert_int_equal(hoshi_position_set(&setup, "b.w/.../...", 2, &p, &why), 0);
    assert_int_equal(hoshi_position_side(p), 2);
    assert_int_equal(hoshi_position_ply(p), 0);
    char *diagram = hoshi_position_diagram(p);
    assert_string_equal(diagram, "b.w\n...\n...");
    hoshi_text_free(diagram);
    hoshi_position_free(p);
    p = NULL;
    assert_int_equal(hoshi_position_set(&setup, "b.w/...", 1, &p, &why), HOSHI_ERR_RANGE);
    assert_int_equal(hoshi_position_set(&setup, "b.w/.?./...", 1, &p, &why), HOSHI_ERR_SYNTAX);
    assert_int_equal(hoshi_position_set(&setup, "bw./w../...", 1, &p, &why), HOSHI_ERR_ILLEGAL);
    assert_int_equal(hoshi_position_set(&setup, "b.w/.../...", 3, &p, &why), HOSHI_ERR_RANGE);
    assert_null(p);
    assert_true(strlen(why.sentence) > 0);
}

static void perft_counts_lines(void **state)
{
    (void)state;
    struct hoshi_position *p = start("palisade", 3);
    assert_int_equal(hoshi_position_perft(p, 0), 1);
    assert_int_equal(hoshi_position_perft(p, 1), 5); /* P1 */
    assert_int_equal(hoshi_position_perft(p, 2), 20);
    struct hoshi_position *q = hoshi_position_copy(p);
    play_all(p, "a1");
    play_all(q, "c3");
    assert_true(hoshi_position_hash(p) != hoshi_position_hash(q));
    assert_int_equal(hoshi_position_hash_canonical(p), hoshi_position_hash_canonical(q));
    hoshi_position_free(p);
    hoshi_position_free(q);
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

#ifdef RULES_ONLY
static void without_an_engine_the_answer_is_unsupported_and_records_are_read(void **state)
{
    (void)state;
    const struct hoshi_engine_options options = {.size = sizeof options};
    const struct hoshi_setup setup = board("palisade", 3);
    struct hoshi_engine *e = NULL;
    struct hoshi_record *r = NULL;
    struct hoshi_why why = {.size = sizeof why};
    char *text = NULL;
    assert_int_equal(hoshi_engine_new(&options, &e), HOSHI_ERR_UNSUPPORTED);
    assert_int_equal(hoshi_record_read("{}", 2, &r, &why), HOSHI_ERR_SYNTAX);
    assert_int_equal(hoshi_record_new(&setup, &r, &why), 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(hoshi_record_write(r, i == 0 ? "json" : "sgf", &text), 0);
        hoshi_record_free(r);
        assert_int_equal(hoshi_record_read(text, strlen(text), &r, &why), 0);
        hoshi_text_free(text);
    }
    hoshi_record_free(r);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(impossible_setups_say_what_is_allowed),
        cmocka_unit_test(options_are_named),
        cmocka_unit_test(games_tell_what_they_have),
        cmocka_unit_test(failures_have_names),
        cmocka_unit_test(l3a_a_refused_move_changes_nothing_and_says_why),
        cmocka_unit_test(legal_lists_hold_every_move_and_no_more_than_asked),
        cmocka_unit_test(actions_and_words_mean_the_same),
        cmocka_unit_test(random_games_repeat_themselves_and_end),
        cmocka_unit_test(copies_are_independent),
        cmocka_unit_test(g2_players_keep_their_numbers_when_colours_change),
        cmocka_unit_test(c8_returns_of_many_players_sum_to_nothing),
        cmocka_unit_test(stacks_have_heights),
        cmocka_unit_test(planes_are_seen_from_the_side_to_move),
        cmocka_unit_test(diagrams_set_up_positions),
        cmocka_unit_test(perft_counts_lines),
        cmocka_unit_test(boards_are_drawn),
#ifdef RULES_ONLY
        cmocka_unit_test(without_an_engine_the_answer_is_unsupported_and_records_are_read),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
