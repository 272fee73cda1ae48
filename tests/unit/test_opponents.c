/* test_opponents.c - the results of the engine's levels: which matches count, and how old an answer
 * may be. */
#include "service/core/order.h"
#include "testing.h"

#include "base/err.h"
#include "service/analysis/opponents.h"
#include "world.h"

#include <stdio.h>
#include <string.h>

enum { ANN, BOB, CLEO };

enum { LEAST = 4 }; /* plies that a rated match on this board must have */

struct wanted {
    int side; /* of the board of Levee */
    int level;
    bool rated, is_private;
};

/* A match of a player, who moves first, after so many plies. */
static int64_t begin(struct world *w, int who, const struct wanted *want, int plies)
{
    static const char *const moves[LEAST] = {"a1", "b1", "a2", "b2"};
    struct store_player engine = {.id = service_engine(w->s), .kind = PLAYER_BOT};
    struct order o = {.kind = ORDER_CREATE, .asker = w->who[who]};
    o.u.create.setup = setup_default(GAME_LEVEE);
    o.u.create.setup.width = o.u.create.setup.height = (uint8_t)want->side;
    o.u.create.rated = want->rated;
    o.u.create.is_private = want->is_private;
    o.u.create.wishes[0].kind = WISH_ME;
    o.u.create.wishes[1] = (struct wish){.kind = WISH_BOT, .level = want->level};
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
    int64_t match = o.out.match;
    for (int i = 0; i < plies; i++) {
        struct order move = {
            .kind = ORDER_MOVE, .asker = i % 2 == 0 ? w->who[who] : engine, .match = match};
        move.u.move.ply = i + 1;
        snprintf(move.u.move.text, sizeof move.u.move.text, "%s", moves[i]);
        assert_int_equal(world_run(w, &move, NULL), OUTCOME_DONE);
    }
    return match;
}

static void resign(struct world *w, int64_t match, struct store_player loser)
{
    struct order o = {.kind = ORDER_RESIGN, .asker = loser, .match = match};
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
}

/* The same, and the engine resigns. */
static int64_t win(struct world *w, int who, const struct wanted *want)
{
    int64_t match = begin(w, who, want, LEAST);
    resign(w, match, (struct store_player){.id = service_engine(w->s), .kind = PLAYER_BOT});
    return match;
}

static int64_t lose(struct world *w, int who, const struct wanted *want)
{
    int64_t match = begin(w, who, want, LEAST);
    resign(w, match, w->who[who]);
    return match;
}

static json_t *ask(struct world *w, int level)
{
    int err;
    json_t *view = reader_opponent(w->r, level, &err);
    assert_non_null(view);
    assert_int_equal(err, 0);
    return view;
}

static int64_t number(const json_t *row, const char *name)
{
    return json_integer_value(json_object_get(row, name));
}

static void public_finished_matches_against_people_count_by_board(void **state)
{
    struct world *w = *state;
    const struct wanted free = {5, 3, false, false};
    const struct wanted rated = {5, 3, true, false};
    const struct wanted larger = {7, 3, false, false};
    const struct wanted hidden = {5, 3, false, true};
    const struct wanted other = {5, 4, false, false};
    win(w, ANN, &free);
    lose(w, ANN, &rated);
    lose(w, BOB, &free);
    lose(w, BOB, &larger);
    lose(w, BOB, &hidden);
    win(w, BOB, &other);
    (void)begin(w, CLEO, &free, LEAST);
    assert_int_equal(world_do(w, ORDER_ABORT, begin(w, CLEO, &free, 1), CLEO), OUTCOME_DONE);
    json_t *view = ask(w, 3);
    const json_t *boards = json_object_get(view, "boards");
    assert_int_equal(json_array_size(boards), 2);
    const json_t *row = json_array_get(boards, 0);
    assert_string_equal(json_string_value(json_object_get(row, "game")), "levee");
    assert_true(number(row, "width") == 5 && number(row, "height") == 5);
    assert_true(number(row, "matches") == 3 && number(row, "rated") == 1);
    assert_true(number(row, "won") == 2 && number(row, "lost") == 1 && number(row, "drawn") == 0);
    assert_true(json_real_value(json_object_get(row, "plies")) == LEAST);
    row = json_array_get(boards, 1);
    assert_true(number(row, "width") == 7 && number(row, "matches") == 1);
    assert_false(json_boolean_value(json_object_get(view, "more")));
    json_decref(view);
}

static void matches_between_levels_do_not_count(void **state)
{
    struct world *w = *state;
    struct order o = {.kind = ORDER_CREATE, .asker = w->who[ANN]};
    o.u.create.setup = setup_default(GAME_LEVEE);
    o.u.create.setup.width = o.u.create.setup.height = 5;
    o.u.create.wishes[0] = (struct wish){.kind = WISH_BOT, .level = 1};
    o.u.create.wishes[1] = (struct wish){.kind = WISH_BOT, .level = 2};
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
    resign(w, o.out.match, (struct store_player){.id = service_engine(w->s), .kind = PLAYER_BOT});
    assert_int_equal(world_get(w, o.out.match).state, MATCH_FINISHED);
    json_t *view = ask(w, 1);
    assert_int_equal(json_array_size(json_object_get(view, "boards")), 0);
    json_decref(view);
}

static void the_win_over_the_highest_rating_comes_first_and_each_player_once(void **state)
{
    struct world *w = *state;
    const struct wanted rated = {5, 3, true, false};
    const struct wanted hidden = {5, 3, true, true};
    win(w, ANN, &hidden);
    win(w, ANN, &rated); /* over a rating below 1500 */
    lose(w, CLEO, &rated);
    lose(w, CLEO, &rated);
    lose(w, CLEO, &rated);
    int64_t best = win(w, BOB, &rated);
    (void)win(w, BOB, &rated);
    json_t *view = ask(w, 3);
    const json_t *beaten = json_object_get(view, "beaten");
    assert_int_equal(json_array_size(beaten), 2);
    const json_t *first = json_array_get(beaten, 0);
    const json_t *second = json_array_get(beaten, 1);
    assert_int_equal(number(first, "match"), best);
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(first, "player"), "name")), "bob");
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(second, "player"), "name")), "ann");
    assert_true(number(first, "rating") > number(second, "rating"));
    assert_true(json_boolean_value(json_object_get(first, "provisional")));
    json_decref(view);
}

static void an_answer_is_kept_for_half_a_minute(void **state)
{
    struct world *w = *state;
    const struct wanted want = {5, 3, false, false};
    win(w, ANN, &want);
    json_decref(ask(w, 3));
    lose(w, ANN, &want);
    json_t *view = ask(w, 3);
    assert_int_equal(number(json_array_get(json_object_get(view, "boards"), 0), "matches"), 1);
    json_decref(view);
    world_pass(w, OPPONENTS_KEPT_MS);
    view = ask(w, 3);
    assert_int_equal(number(json_array_get(json_object_get(view, "boards"), 0), "matches"), 2);
    json_decref(view);
}

static void there_are_eight_levels(void **state)
{
    struct world *w = *state;
    int err = 0;
    json_decref(ask(w, 1));
    json_decref(ask(w, SERVICE_LEVEL_MAX));
    assert_null(reader_opponent(w->r, 0, &err));
    assert_int_equal(err, ERR_NOT_FOUND);
    assert_null(reader_opponent(w->r, SERVICE_LEVEL_MAX + 1, &err));
    assert_int_equal(err, ERR_NOT_FOUND);
    assert_null(reader_opponent(w->r, INT64_MAX, &err));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
    const struct CMUnitTest tests[] = {
        TEST(public_finished_matches_against_people_count_by_board),
        TEST(matches_between_levels_do_not_count),
        TEST(the_win_over_the_highest_rating_comes_first_and_each_player_once),
        TEST(an_answer_is_kept_for_half_a_minute),
        TEST(there_are_eight_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
