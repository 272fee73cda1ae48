/* test_idle.c - guests who came once are deleted (service/people/idle.h); no other player is. */
#include "service/core/order.h"
#include "testing.h"

#include "base/err.h"
#include "service/core/batch.h"
#include "service/people/idle.h"
#include "store/people/people.h"
#include "world.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const int64_t day = 86400000;

static struct store_player guest(struct world *w, const char *hash)
{
    struct order o = {.kind = ORDER_GUEST};
    struct store_player p = {.kind = PLAYER_GUEST};
    snprintf(o.u.guest.hash, sizeof o.u.guest.hash, "%s", hash);
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
    p.id = o.out.id;
    return p;
}

static bool is_there(struct world *w, int64_t player)
{
    struct store *store = reader_store(w->r);
    struct store_player p;
    assert_int_equal(store_begin(store), 0);
    int err = store_player_get(store, player, &p);
    store_rollback(store);
    assert_true(err == 0 || err == ERR_NOT_FOUND);
    return err == 0;
}

static void open_match(struct world *w, struct store_player by)
{
    struct order o = {.kind = ORDER_CREATE, .asker = by};
    o.u.create.setup = setup_default(GAME_LEVEE);
    o.u.create.wishes[0].kind = WISH_ME;
    o.u.create.wishes[1].kind = WISH_OPEN;
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
}

/* A server that starts tidies up at once, and then every hour of its own. */
static void away(struct world *w, int64_t ms)
{
    world_restart(w, ms);
    world_settle(w);
    world_settle(w);
}

static void a_guest_who_left_nothing_is_forgotten_after_a_while(void **state)
{
    struct world *w = *state;
    struct store_player once = guest(w, "a");
    struct store_player again = guest(w, "b");
    struct store_player plays = guest(w, "c");
    open_match(w, plays);
    away(w, (IDLE_DAYS - 1) * day);
    assert_true(is_there(w, once.id));
    struct store_player late = guest(w, "d");
    away(w, 2 * day);
    assert_false(is_there(w, once.id));
    assert_false(is_there(w, again.id));
    assert_true(is_there(w, plays.id));
    assert_true(is_there(w, late.id));
    for (int i = 0; i < WORLD_PLAYERS; i++)
        assert_true(is_there(w, w->who[i].id));
    away(w, 2 * IDLE_DAYS * day);
    assert_true(is_there(w, plays.id)); /* the match was called off, and is kept */
    assert_false(is_there(w, late.id));
    assert_true(guest(w, "e").id > late.id);
}

static int saw(struct work *work, void *context)
{
    const struct store_player *p = context;
    return people_seen(batch_store(work), "b", p->id, batch_now(work));
}

static void a_guest_who_comes_back_is_kept(void **state)
{
    struct world *w = *state;
    struct store_player once = guest(w, "a");
    struct store_player again = guest(w, "b");
    away(w, 20 * day);
    struct order o = {.kind = ORDER_BATCH};
    o.u.batch.apply = saw;
    o.u.batch.context = &again;
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
    away(w, 20 * day);
    assert_false(is_there(w, once.id));
    assert_true(is_there(w, again.id));
}

static void many_are_forgotten_in_turns(void **state)
{
    enum { MANY = 250 }; /* more than one transaction takes */
    struct world *w = *state;
    int64_t first = 0;
    int64_t last = 0;
    for (int i = 0; i < MANY; i++) {
        char hash[24];
        snprintf(hash, sizeof hash, "many-%d", i);
        last = guest(w, hash).id;
        first = i == 0 ? last : first;
    }
    away(w, (IDLE_DAYS + 1) * day);
    for (int i = 0; i < 1000 && is_there(w, last); i++) {
        (void)usleep(20 * 1000); /* the next turn comes after a second */
        world_settle(w);
    }
    for (int64_t id = first; id <= last; id++)
        assert_false(is_there(w, id));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_guest_who_left_nothing_is_forgotten_after_a_while,
                                        world_setup_on_disk, world_teardown),
        cmocka_unit_test_setup_teardown(a_guest_who_comes_back_is_kept, world_setup_on_disk,
                                        world_teardown),
        cmocka_unit_test_setup_teardown(many_are_forgotten_in_turns, world_setup_on_disk,
                                        world_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
