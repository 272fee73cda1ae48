/* test_notifications.c - events become notifications in rounds (mail/notifications.h): what that
 * costs on a busy server, and the notifications of a player who was away. */
#include "service/core/order.h"
#include "testing.h"

#include "base/rng.h"
#include "mail/notifications.h"
#include "rules/position.h"
#include "service/core/batch.h"
#include "store/notifications/notification.h"
#include "world.h"

#include <stdio.h>
#include <string.h>

enum { ANN, BOB, PLIES = 150 };

static int begin(struct work *work, void *context)
{
    return notifications_begin(work, context);
}

static void run_batch(struct world *w, int (*apply)(struct work *, void *), void *context)
{
    struct order o = {.kind = ORDER_BATCH};
    o.u.batch.apply = apply;
    o.u.batch.context = context;
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
}

/* A long match between two who are both away. Returns its number; *whose gets who is to move. */
static int64_t play(struct world *w, int *whose)
{
    struct rng rng;
    struct position p;
    char text[MOVE_TEXT_BYTES];
    struct order o = {.kind = ORDER_CREATE, .asker = w->who[ANN]};
    o.u.create.setup = setup_default(GAME_LEVEE);
    o.u.create.setup.width = o.u.create.setup.height = 19;
    o.u.create.wishes[0].kind = WISH_ME;
    o.u.create.wishes[1].kind = WISH_OPEN;
    assert_int_equal(position_start(&p, &o.u.create.setup), 0);
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
    assert_int_equal(world_do(w, ORDER_JOIN, o.out.match, BOB), OUTCOME_DONE);
    rng_seed(&rng, 1);
    for (int i = 0; i < PLIES; i++) {
        int player = p.side == 1 ? ANN : BOB;
        move_t m = position_random(&p, &rng);
        assert_int_equal(world_move(w, o.out.match, player, move_print(m, 19, text)), OUTCOME_DONE);
        position_play_legal(&p, m);
    }
    assert_false(p.over);
    *whose = p.side == 1 ? ANN : BOB;
    return o.out.match;
}

struct look {
    int64_t match, player[2];
    bool told[2];
};

static int look(struct work *work, void *context)
{
    struct look *l = context;
    int err = 0;
    for (int i = 0; err == 0 && i < 2; i++)
        err = notification_has(batch_store(work), l->player[i], l->match, NOTIFICATION_TURN,
                               &l->told[i]);
    return err;
}

static int look_for_notices(struct work *work, void *context)
{
    int64_t newest;
    int err = store_event_last(batch_store(work), &newest);
    return err < 0 ? err : notifications_look(context, batch_store(work), newest, newest);
}

static int turns(const struct notifications *n)
{
    int found = 0;
    for (int i = 0; i < n->events_n; i++)
        found += strcmp(n->events[i].type, "turn") == 0;
    return found;
}

/* Only the last of all turns gives a notification, and the others are not even read. */
static void turns_that_are_past_are_not_read(void **state)
{
    static const struct mail_site site;
    struct world *w = *state;
    struct notifications n = {.site = &site};
    int whose;
    run_batch(w, begin, &n);
    int64_t begun = n.from;
    struct look l = {.match = play(w, &whose), .player = {w->who[ANN].id, w->who[BOB].id}};
    run_batch(w, look_for_notices, &n);
    assert_int_equal(turns(&n), 1);
    run_batch(w, notifications_apply, &n);
    notifications_done(&n, true);
    assert_true(n.from > begun + PLIES);
    run_batch(w, look, &l);
    assert_true(l.told[whose]);
    assert_false(l.told[1 - whose]);
    run_batch(w, look_for_notices, &n);
    assert_int_equal(n.events_n, 0);
    notifications_done(&n, true);
}

/* Two processes may read the same events. */
static void notifications_sent_by_another_process_are_not_sent_again(void **state)
{
    static const struct mail_site site;
    struct world *w = *state;
    struct notifications n[2] = {{.site = &site}, {.site = &site}};
    int whose;
    run_batch(w, begin, &n[0]);
    run_batch(w, begin, &n[1]);
    (void)play(w, &whose);
    for (int i = 0; i < 2; i++)
        run_batch(w, look_for_notices, &n[i]);
    assert_int_equal(turns(&n[1]), 1);
    for (int i = 0; i < 2; i++) {
        run_batch(w, notifications_apply, &n[i]);
        notifications_done(&n[i], true);
        assert_int_equal(world_events(w, topic_player(w->who[whose].id), "notice", NULL, 0), 1);
    }
    assert_int_equal(n[0].from, n[1].from);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(turns_that_are_past_are_not_read, world_setup,
                                        world_teardown),
        cmocka_unit_test_setup_teardown(notifications_sent_by_another_process_are_not_sent_again,
                                        world_setup, world_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
