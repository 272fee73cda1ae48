/* test_leaving.c - a player who is deleted leaves nothing behind, in parts that moves need not wait
 * for, and also when a server ends in between (service/people/leaving.h). */
#include "testing.h"

#include "base/err.h"
#include "service/core/batch.h"
#include "service/core/service_int.h"
#include "service/people/leaving.h"
#include "store/community/social.h"
#include "store/people/leavers.h"
#include "store/people/people.h"
#include "store/ratings/rating.h"
#include "world.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ANN, BOB };
enum { RUNNING = 50, OPEN = 15, MATCHES = RUNNING + OPEN, NOTES = 500, MATCHES_MAX = 100 };
enum { AT_ONCE = 20, ROWS_AT_ONCE = 200 }; /* what a transaction may do */

/* A rated match between ann and bob, which counts for the rating if it ends now. */
static int64_t begin(struct world *w)
{
    return world_rated_match(w, ANN, BOB, 4);
}

static void open_match(struct world *w)
{
    struct order o = {.kind = ORDER_CREATE, .asker = w->who[ANN]};
    o.u.create.setup = setup_default(GAME_LEVEE);
    o.u.create.wishes[0].kind = WISH_ME;
    o.u.create.wishes[1].kind = WISH_OPEN;
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
}

static void begin_all(struct world *w)
{
    for (int i = 0; i < RUNNING; i++)
        (void)begin(w);
    for (int i = 0; i < OPEN; i++)
        open_match(w);
}

/* How many matches of ann have not ended. */
static int left_to_leave(struct store *s, int64_t ann)
{
    struct leaver_match list[MATCHES_MAX];
    const struct leaver l = {.player = ann, .below = INT64_MAX};
    int left = 0;
    int n = leavers_matches(s, &l, MATCHES_MAX, list);
    assert_int_equal(n, MATCHES);
    for (int i = 0; i < n; i++)
        left += list[i].state == MATCH_RUNNING || list[i].state == MATCH_OPEN;
    return left;
}

static void on_note(void *context, const char *about, int64_t subject, const char *text, int64_t at)
{
    ++*(int *)context;
}

static int notes(struct store *s, int64_t ann)
{
    int n = 0;
    assert_int_equal(social_notes(s, ann, on_note, &n), 0);
    return n;
}

struct deletion {
    struct world *w;
    bool counts;     /* all of ann's matches are there */
    bool dies;       /* the server begins no chore any more */
    int left, notes; /* after the order */
};

static int delete_ann(struct work *work, void *context)
{
    struct deletion *d = context;
    struct store *store = batch_store(work);
    int64_t ann = d->w->who[ANN].id;
    int err = leaving_begin(work, &d->w->who[ANN]);
    if (err < 0)
        return err;
    d->left = d->counts ? left_to_leave(store, ann) : 0;
    d->notes = notes(store, ann);
    if (d->dies)
        batch_service(work)->chores[CHORE_LEAVERS].at = INT64_MAX;
    return 0;
}

static void run(struct world *w, int (*apply)(struct work *work, void *context), void *context)
{
    struct order o = {.kind = ORDER_BATCH, .asker = w->who[ANN]};
    o.u.batch.apply = apply;
    o.u.batch.context = context;
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
}

static bool somebody_leaves(struct world *w)
{
    struct leaver l;
    struct store *s = reader_store(w->r);
    assert_int_equal(store_begin(s), 0);
    int err = leavers_next(s, &l);
    store_rollback(s);
    assert_true(err == 0 || err == ERR_NOT_FOUND);
    return err == 0;
}

static void wait_until_gone(struct world *w)
{
    for (int i = 0; i < 1000 && somebody_leaves(w); i++) {
        (void)usleep(10 * 1000);
        world_settle(w);
    }
    assert_false(somebody_leaves(w));
}

static struct rating rating(struct world *w, int who)
{
    struct store *s = reader_store(w->r);
    struct rating r = {.player = 0};
    assert_int_equal(store_begin(s), 0);
    int err = rating_get(s, w->who[who].id, "levee", 0, &r);
    assert_true(err == 0 || err == ERR_NOT_FOUND);
    store_rollback(s);
    return r;
}

/* Bob's rating if ann resigns one match after the other. */
static struct rating rating_after_resigning(void)
{
    struct world w;
    int64_t matches[RUNNING];
    world_open(&w, false);
    for (int i = 0; i < RUNNING; i++)
        matches[i] = begin(&w);
    for (int i = RUNNING - 1; i >= 0; i--)
        assert_int_equal(world_do(&w, ORDER_RESIGN, matches[i], ANN), OUTCOME_DONE);
    struct rating r = rating(&w, BOB);
    world_close(&w);
    return r;
}

static void check_all_left(struct world *w)
{
    struct store *s = reader_store(w->r);
    struct rating_step step;
    struct rating bob = rating(w, BOB);
    struct rating expected = rating_after_resigning();
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(left_to_leave(s, w->who[ANN].id), 0);
    assert_int_equal(rating_step_before(s, w->who[ANN].id, "levee", 0, INT64_MAX, INT64_MAX, &step),
                     ERR_NOT_FOUND);
    store_rollback(s);
    assert_int_equal(rating(w, ANN).matches, 0);
    assert_true(bob.matches > 1);
    assert_int_equal(bob.matches, expected.matches);
    assert_int_equal(bob.won, expected.won);
    assert_int_equal(bob.rating, expected.rating);
    assert_int_equal(bob.deviation, expected.deviation);
}

static void matches_end_in_parts(void **state)
{
    struct world *w = *state;
    struct deletion d = {.w = w, .counts = true};
    begin_all(w);
    run(w, delete_ann, &d);
    assert_int_equal(d.left, MATCHES - AT_ONCE);
    wait_until_gone(w);
    check_all_left(w);
}

static void another_server_goes_on(void **state)
{
    struct world *w = *state;
    struct deletion d = {.w = w, .counts = true, .dies = true};
    char name[STORE_NAME_BYTES];
    struct store_player p;
    begin_all(w);
    run(w, delete_ann, &d);
    world_settle(w);
    assert_true(somebody_leaves(w));
    struct store *s = reader_store(w->r);
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(left_to_leave(s, w->who[ANN].id), MATCHES - AT_ONCE);
    /* Nobody can be ann meanwhile, and nobody sees who it was. */
    assert_int_equal(store_player_named(s, "ann", &p), ERR_NOT_FOUND);
    assert_int_equal(store_player_get(s, w->who[ANN].id, &p), 0);
    store_rollback(s);
    snprintf(name, sizeof name, "deleted-player-%lld", (long long)w->who[ANN].id);
    assert_string_equal(p.name, name);
    world_restart(w, 0);
    wait_until_gone(w);
    check_all_left(w);
}

static int write_notes(struct work *work, void *context)
{
    const struct world *w = context;
    int err = 0;
    for (int64_t i = 1; err == 0 && i <= NOTES; i++)
        err = social_note_put(batch_store(work), w->who[ANN].id, "match", i, "text", 1);
    return err;
}

static void rows_are_deleted_in_parts(void **state)
{
    struct world *w = *state;
    struct deletion d = {.w = w};
    begin_all(w);
    run(w, write_notes, w);
    run(w, delete_ann, &d);
    assert_int_equal(d.notes, NOTES); /* the matches come first */
    wait_until_gone(w);
    struct store *s = reader_store(w->r);
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(notes(s, w->who[ANN].id), 0);
    store_rollback(s);
}

static int trim(struct work *work, void *context)
{
    struct deletion *d = context;
    struct store *store = batch_store(work);
    int64_t ann = d->w->who[ANN].id;
    for (int left = NOTES; left > 0; left -= ROWS_AT_ONCE) {
        assert_int_equal(notes(store, ann), left);
        assert_int_equal(leavers_trim(store, ann, ROWS_AT_ONCE), left > ROWS_AT_ONCE);
    }
    return 0;
}

static void so_many_rows_at_a_time(void **state)
{
    struct world *w = *state;
    struct deletion d = {.w = w};
    run(w, write_notes, w);
    run(w, trim, &d);
}

static void who_has_little_is_gone_at_once(void **state)
{
    struct world *w = *state;
    struct deletion d = {.w = w, .dies = true};
    int64_t match = begin(w);
    run(w, delete_ann, &d);
    assert_false(somebody_leaves(w));
    assert_int_equal(world_get(w, match).state, MATCH_FINISHED);
    assert_int_equal(rating(w, ANN).matches, 0);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, world_setup, world_teardown)
    const struct CMUnitTest tests[] = {
        TEST(matches_end_in_parts),
        TEST(rows_are_deleted_in_parts),
        TEST(so_many_rows_at_a_time),
        TEST(who_has_little_is_gone_at_once),
        cmocka_unit_test_setup_teardown(another_server_goes_on, world_setup_on_disk,
                                        world_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
