/* test_quick.c - quick pairing pairs players with equal wishes, unless they may not meet; the
 * longer one has waited, the further apart their ratings may be. */
#include "service/core/order.h"
#include "testing.h"

#include "base/err.h"
#include "service/core/batch.h"
#include "service/core/hub.h"
#include "service/matches/quick.h"
#include "store/community/social.h"
#include "store/ratings/rating.h"
#include "world.h"
#include <string.h>

enum { ANN, BOB, CLEO, DAN };

static struct quick_act wish_of(int size, int minutes)
{
    struct quick_act act = {.setup = setup_default(GAME_LEVEE)};
    act.setup.width = act.setup.height = (uint8_t)size;
    act.clock = (struct clock_rule){.kind = CLOCK_FISCHER, .main_ms = minutes * (int64_t)60000};
    return act;
}

/* Asks for a match. Returns the match that has begun, or 0. */
static int64_t looks(struct world *w, int who, struct quick_act act)
{
    struct outcome out;
    struct order o = {.kind = ORDER_BATCH, .asker = w->who[who]};
    o.u.batch.apply = quick_apply;
    o.u.batch.context = &act;
    assert_int_equal(world_run(w, &o, &out), OUTCOME_DONE);
    return out.id;
}

static int apply_rate(struct work *work, void *context)
{
    const struct rating *r = context;
    return rating_put(batch_store(work), r);
}

static void rate(struct world *w, int who, int points)
{
    struct rating r = {.player = w->who[who],
                       .game = "levee",
                       .rating = points * (int64_t)1000,
                       .deviation = 60000,
                       .volatility = 60000000,
                       .matches = 20};
    struct order o = {.kind = ORDER_BATCH, .asker = w->who[who]};
    o.u.batch.apply = apply_rate;
    o.u.batch.context = &r;
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
}

static int apply_block(struct work *work, void *context)
{
    const int64_t *two = context;
    return social_block(batch_store(work), two[0], two[1], true, batch_now(work));
}

/* All players of the test listen to their events, because a wish ends with its player's stream. */
static void on_wake(struct listener *l)
{
    (void)l;
}

struct ears {
    struct listener l[DAN + 1];
};

static void listen(struct world *w, struct ears *e)
{
    memset(e, 0, sizeof *e);
    for (int i = ANN; i <= DAN; i++) {
        e->l[i].topics[0] = topic_player(w->who[i].id);
        e->l[i].topics_n = 1;
        e->l[i].player = w->who[i].id;
        e->l[i].wake = on_wake;
        hub_join(service_hub(w->s), &e->l[i]);
    }
}

static void leave(struct world *w, struct ears *e)
{
    for (int i = ANN; i <= DAN; i++)
        (void)hub_leave(service_hub(w->s), &e->l[i]);
}

static void two_who_want_the_same_play(void **state)
{
    struct world *w = *state;
    assert_int_equal(looks(w, ANN, wish_of(7, 5)), 0);
    assert_int_equal(looks(w, ANN, wish_of(7, 5)), 0); /* nobody plays alone */
    int64_t match = looks(w, BOB, wish_of(7, 5));
    assert_int_not_equal(match, 0);
    struct store_match m = world_get(w, match);
    assert_int_equal(m.state, MATCH_RUNNING);
    assert_true(m.rated);
    assert_int_equal(m.width, 7);
    assert_true(m.seats[0].player.id == w->who[ANN].id || m.seats[1].player.id == w->who[ANN].id);
    assert_int_equal(world_events(w, topic_player(w->who[ANN].id), "paired", NULL, 0), 1);
    assert_int_equal(world_events(w, topic_player(w->who[BOB].id), "paired", NULL, 0), 1);
    assert_int_equal(looks(w, CLEO, wish_of(7, 5)), 0); /* both are gone */
}

static void another_board_or_clock_is_another_wish(void **state)
{
    struct world *w = *state;
    assert_int_equal(looks(w, ANN, wish_of(7, 5)), 0);
    assert_int_equal(looks(w, BOB, wish_of(9, 5)), 0);
    assert_int_equal(looks(w, CLEO, wish_of(7, 3)), 0);
    json_t *counts = quick_counts(w->s);
    assert_int_equal(json_array_size(counts), 3);
    json_decref(counts);
    assert_int_equal(looks(w, ANN, wish_of(9, 3)), 0); /* instead of the first */
    assert_int_equal(looks(w, DAN, wish_of(7, 5)), 0);
    assert_int_equal(looks(w, DAN, (struct quick_act){.ends = true}), 0);
    assert_int_equal(looks(w, ANN, wish_of(7, 5)), 0);
}

static void nobody_meets_a_player_who_is_blocked(void **state)
{
    struct world *w = *state;
    int64_t two[2] = {w->who[BOB].id, w->who[ANN].id};
    struct order o = {.kind = ORDER_BATCH, .asker = w->who[BOB]};
    o.u.batch.apply = apply_block;
    o.u.batch.context = two;
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
    assert_int_equal(looks(w, BOB, wish_of(7, 5)), 0);
    assert_int_equal(looks(w, ANN, wish_of(7, 5)), 0);
    assert_int_not_equal(looks(w, CLEO, wish_of(7, 5)), 0);
}

static void guests_meet_guests_and_are_not_rated(void **state)
{
    struct world *w = *state;
    w->who[CLEO].kind = PLAYER_GUEST;
    w->who[DAN].kind = PLAYER_GUEST;
    assert_int_equal(looks(w, ANN, wish_of(7, 5)), 0);
    assert_int_equal(looks(w, CLEO, wish_of(7, 5)), 0);
    int64_t match = looks(w, DAN, wish_of(7, 5));
    assert_int_not_equal(match, 0);
    assert_false(world_get(w, match).rated);
}

static void any_game_meets_every_board_at_its_clock(void **state)
{
    struct world *w = *state;
    struct quick_act any = wish_of(9, 5);
    any.any = true;
    assert_int_equal(looks(w, ANN, any), 0);
    assert_int_equal(looks(w, BOB, wish_of(7, 3)), 0); /* another clock */
    json_t *counts = quick_counts(w->s);
    json_t *one = json_array_get(counts, 0);
    assert_true(json_is_true(json_object_get(one, "any")));
    assert_int_equal(json_integer_value(json_object_get(one, "members")), 1);
    json_decref(counts);
    int64_t match = looks(w, CLEO, wish_of(7, 5));
    assert_int_not_equal(match, 0);
    assert_int_equal(world_get(w, match).width, 7);
    /* Two to whom all is the same get the board of the one who waited. */
    assert_int_equal(looks(w, ANN, any), 0);
    struct quick_act other = wish_of(5, 5);
    other.any = true;
    match = looks(w, CLEO, other);
    assert_int_not_equal(match, 0);
    assert_int_equal(world_get(w, match).width, 9);
}

static void ratings_come_nearer_with_time(void **state)
{
    struct world *w = *state;
    struct ears ears;
    assert_true(quick_fits(1500000, 1650000, 0));
    assert_false(quick_fits(1500000, 1650001, 0));
    assert_true(quick_fits(1650001, 1500000, 1000));
    listen(w, &ears);
    rate(w, ANN, 1500);
    rate(w, BOB, 1900);
    rate(w, CLEO, 1510);
    assert_int_equal(looks(w, ANN, wish_of(7, 5)), 0);
    assert_int_equal(looks(w, BOB, wish_of(7, 5)), 0);
    world_pass(w, 20 * 1000); /* 350 points */
    assert_int_equal(looks(w, BOB, wish_of(7, 5)), 0);
    int64_t match = looks(w, CLEO, wish_of(7, 5)); /* the nearest suitable opponent */
    assert_int_not_equal(match, 0);
    struct store_match m = world_get(w, match);
    assert_true(m.seats[0].player.id == w->who[ANN].id || m.seats[1].player.id == w->who[ANN].id);
    rate(w, DAN, 1500);
    world_pass(w, 20 * 1000); /* 550 points: also for a player who has just come */
    assert_int_not_equal(looks(w, DAN, wish_of(7, 5)), 0);
    leave(w, &ears);
}

static void players_who_have_left_are_not_paired(void **state)
{
    struct world *w = *state;
    assert_int_equal(looks(w, ANN, wish_of(7, 5)), 0);
    world_pass(w, QUICK_SILENT_MS + 1);
    assert_int_equal(looks(w, BOB, wish_of(7, 5)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(two_who_want_the_same_play, world_setup, world_teardown),
        cmocka_unit_test_setup_teardown(another_board_or_clock_is_another_wish, world_setup,
                                        world_teardown),
        cmocka_unit_test_setup_teardown(nobody_meets_a_player_who_is_blocked, world_setup,
                                        world_teardown),
        cmocka_unit_test_setup_teardown(guests_meet_guests_and_are_not_rated, world_setup,
                                        world_teardown),
        cmocka_unit_test_setup_teardown(any_game_meets_every_board_at_its_clock, world_setup,
                                        world_teardown),
        cmocka_unit_test_setup_teardown(ratings_come_nearer_with_time, world_setup, world_teardown),
        cmocka_unit_test_setup_teardown(players_who_have_left_are_not_paired, world_setup,
                                        world_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
