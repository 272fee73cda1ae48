/* test_conditional.c - conditional moves are kept, are played in the transaction of the move
 * that they answer, and stay private. */
#include "service/core/order.h"
#include "service/matches/matches_view.h"
#include "testing.h"

#include "base/err.h"
#include "service/matches/conditional.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANN, BOB, CLEO };

static enum outcome_kind lines(struct world *w, int64_t match, int who, int ply, const char *text,
                               struct outcome *out)
{
    struct order o = {.kind = ORDER_CONDITIONAL, .asker = w->who[who], .match = match};
    o.u.conditional.ply = ply;
    o.u.conditional.text = strdup(text);
    return world_run(w, &o, out);
}

/* The player's lines as text: "ply: d4 e5 / d5 c3". */
static const char *kept(struct world *w, int64_t match, int who)
{
    static char text[400];
    int err;
    json_t *v = reader_conditional(w->r, match, w->who[who].id, &err);
    if (v == NULL)
        return err == ERR_DENIED ? "denied" : "none";
    int n = snprintf(text, sizeof text, "%d:", (int)json_integer_value(json_object_get(v, "ply")));
    size_t i;
    size_t j;
    json_t *line;
    json_t *move;
    json_array_foreach(json_object_get(v, "lines"), i, line)
    {
        json_array_foreach(line, j, move)
        {
            n += snprintf(text + n, sizeof text - (size_t)n, "%s%s",
                          j > 0   ? " "
                          : i > 0 ? "/"
                                  : "",
                          json_string_value(move));
        }
    }
    json_decref(v);
    return text;
}

static void the_answer_is_played_with_the_move(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "5m+5s", ANN, BOB);
    assert_int_equal(lines(w, match, BOB, 1, "a1 b1 a2 b2\nc2 d4", NULL), OUTCOME_DONE);
    assert_string_equal(kept(w, match, BOB), "1:a1 b1 a2 b2/c2 d4");
    world_pass(w, 1000);
    assert_int_equal(world_move(w, match, ANN, "a1"), OUTCOME_DONE);
    struct store_match m = world_get(w, match);
    assert_int_equal(m.ply, 2);
    assert_int_equal(m.turn_seat, 1);
    assert_int_equal(m.seats[1].left_ms, 305000); /* it took no time */
    assert_string_equal(kept(w, match, BOB), "3:a2 b2");
    assert_int_equal(world_move(w, match, ANN, "a2"), OUTCOME_DONE);
    assert_int_equal(world_get(w, match).ply, 4);
    assert_string_equal(kept(w, match, BOB), "5:");
    assert_int_equal(world_events(w, topic_player(w->who[BOB].id), "turn", NULL, 0), 0);
}

static void both_may_have_lines_that_answer_each_other(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "", ANN, BOB);
    assert_int_equal(lines(w, match, BOB, 1, "a1 b1 a2 b2", NULL), OUTCOME_DONE);
    /* On her own turn her lines begin after the move that she will make. */
    assert_int_equal(lines(w, match, ANN, 1, "b1 a2", NULL), OUTCOME_CONFLICT);
    assert_int_equal(lines(w, match, ANN, 2, "b1 a2 b2 c5", NULL), OUTCOME_DONE);
    assert_string_equal(kept(w, match, ANN), "2:b1 a2 b2 c5");
    assert_int_equal(world_move(w, match, ANN, "a1"), OUTCOME_DONE);
    assert_int_equal(world_get(w, match).ply, 5);
}

static void lines_that_the_match_leaves_are_forgotten(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "", ANN, BOB);
    assert_int_equal(lines(w, match, BOB, 1, "a1 b1\nc2 d4", NULL), OUTCOME_DONE);
    assert_int_equal(world_get(w, match).conditional, 2);
    assert_int_equal(world_move(w, match, ANN, "e5"), OUTCOME_DONE);
    struct store_match m = world_get(w, match);
    assert_int_equal(m.ply, 1);
    assert_int_equal(m.conditional, 0);
    assert_string_equal(kept(w, match, BOB), "3:");
}

static void nobody_else_sees_them(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "", ANN, BOB);
    char data[400];
    int err;
    assert_int_equal(lines(w, match, BOB, 1, "d5 e4", NULL), OUTCOME_DONE);
    assert_string_equal(kept(w, match, ANN), "2:");
    assert_string_equal(kept(w, match, CLEO), "denied");
    json_t *m = reader_match(w->r, match, w->who[ANN].id, NULL, &err);
    char *text = json_dumps(m, JSON_COMPACT);
    assert_null(strstr(text, "conditional"));
    assert_null(strstr(text, "d5"));
    free(text);
    json_decref(m);
    /* Keeping them tells nothing: no event but those of the beginning. */
    assert_int_equal(world_events(w, topic_match(match), "move", data, sizeof data), 0);
    struct store *s = reader_store(w->r);
    int64_t before = 0;
    int64_t after = 0;
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_event_last(s, &before), 0);
    store_rollback(s);
    assert_int_equal(lines(w, match, BOB, 1, "d5 e4\na1 b1", NULL), OUTCOME_DONE);
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_event_last(s, &after), 0);
    store_rollback(s);
    assert_int_equal(before, after);
}

static void invalid_trees_are_refused(void **state)
{
    struct world *w = *state;
    struct outcome out;
    int64_t match = world_match(w, "", ANN, BOB);
    assert_int_equal(lines(w, match, BOB, 1, "a1 b1", NULL), OUTCOME_DONE);
    assert_int_equal(lines(w, match, BOB, 3, "a1 b1", NULL), OUTCOME_CONFLICT);
    assert_int_equal(lines(w, match, BOB, 1, "a1", NULL), OUTCOME_RANGE);
    assert_int_equal(lines(w, match, BOB, 1, "a1 b1 a2", NULL), OUTCOME_RANGE);
    assert_int_equal(lines(w, match, BOB, 1, "a1 z9", NULL), OUTCOME_RANGE);
    assert_int_equal(lines(w, match, BOB, 1, "a1 b1\na1 b2", &out), OUTCOME_RANGE);
    assert_non_null(strstr(out.detail, "Line 2"));
    assert_int_equal(lines(w, match, BOB, 1, "c2 c4\na1 a1", &out), OUTCOME_ILLEGAL);
    assert_non_null(strstr(out.detail, "Line 2, a1"));
    assert_int_equal(lines(w, match, CLEO, 1, "a1 b1", NULL), OUTCOME_DENIED);
    assert_string_equal(kept(w, match, BOB), "1:a1 b1"); /* nothing of it has stayed */
    assert_int_equal(lines(w, match, BOB, 1, "", NULL), OUTCOME_DONE);
    assert_string_equal(kept(w, match, BOB), "1:");
}

static void a_take_back_forgets_all(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "", ANN, BOB);
    assert_int_equal(world_move(w, match, ANN, "a1"), OUTCOME_DONE);
    assert_int_equal(lines(w, match, ANN, 2, "b1 c1", NULL), OUTCOME_DONE);
    assert_int_equal(world_offer(w, ORDER_TAKEBACK, match, ANN, OFFER_ASK), OUTCOME_DONE);
    assert_int_equal(world_offer(w, ORDER_TAKEBACK, match, BOB, OFFER_ACCEPT), OUTCOME_DONE);
    assert_int_equal(world_get(w, match).conditional, 0);
    assert_int_equal(world_move(w, match, ANN, "a2"), OUTCOME_DONE);
    assert_int_equal(world_move(w, match, BOB, "b1"), OUTCOME_DONE);
    assert_int_equal(world_get(w, match).ply, 2);
}

static void an_answer_that_became_illegal_is_not_played(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "", ANN, BOB);
    /* Kept on her own turn, when it cannot be judged: she then takes the point herself. */
    assert_int_equal(lines(w, match, ANN, 2, "b1 a1", NULL), OUTCOME_DONE);
    assert_int_equal(world_move(w, match, ANN, "a1"), OUTCOME_DONE);
    assert_int_equal(world_move(w, match, BOB, "b1"), OUTCOME_DONE);
    struct store_match m = world_get(w, match);
    assert_int_equal(m.ply, 2);
    assert_int_equal(m.conditional, 0);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, world_setup, world_teardown)
    const struct CMUnitTest tests[] = {
        TEST(the_answer_is_played_with_the_move),
        TEST(both_may_have_lines_that_answer_each_other),
        TEST(lines_that_the_match_leaves_are_forgotten),
        TEST(nobody_else_sees_them),
        TEST(invalid_trees_are_refused),
        TEST(a_take_back_forgets_all),
        TEST(an_answer_that_became_illegal_is_not_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
