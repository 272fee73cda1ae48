/* test_greed.c - who pays for the engine's work: players of one network count together, take turns
 * with others, and lose their newest request when a queue is full. */
#include "testing.h"

#include "service/analysis/reviews.h"
#include "service/core/batch.h"
#include "service/core/quota.h"
#include "service/core/service_int.h"
#include "service/puzzles/composed.h"
#include "store/analysis/reviews.h"
#include "world.h"

#include <stdio.h>
#include <string.h>

static int add_player(struct work *work, bool guest, int n, const char *address, int64_t *id)
{
    char name[32];
    snprintf(name, sizeof name, "%s-%d", guest ? "guest" : "member", n);
    int err = store_player_add(batch_store(work), guest ? PLAYER_GUEST : PLAYER_MEMBER, name,
                               batch_now(work), id);
    return err < 0 ? err : quota_payer_put(work, *id, guest, address);
}

/* --- payers --- */

enum { CROWD = 40 };

struct crowd {
    bool guests;
    int from;                                       /* of their names */
    void (*address)(int n, char *out, size_t size); /* of the nth */
    int payers;                                     /* out: how many different ones they are */
    int64_t last;                                   /* out */
};

static int apply_crowd(struct work *work, void *context)
{
    struct crowd *c = context;
    int64_t seen[CROWD];
    int err = 0;
    c->payers = 0;
    for (int n = 0; err == 0 && n < CROWD; n++) {
        char address[64];
        int64_t id;
        int known = 0;
        c->address(n, address, sizeof address);
        err = add_player(work, c->guests, c->from + n, address, &id);
        if (err == 0)
            err = quota_payer(batch_store(work), id, &c->last);
        while (known < c->payers && seen[known] != c->last)
            known++;
        if (known == c->payers)
            seen[c->payers++] = c->last;
    }
    return err;
}

static void one_address(int n, char *out, size_t size)
{
    (void)n;
    snprintf(out, size, "192.0.2.1");
}

static void one_written_as_ipv6(int n, char *out, size_t size)
{
    (void)n;
    snprintf(out, size, "::ffff:192.0.2.1");
}

static void neighbours(int n, char *out, size_t size)
{
    snprintf(out, size, "192.0.2.%d", 2 + n);
}

static void hosts_of_a_network(int n, char *out, size_t size)
{
    snprintf(out, size, "2001:db8:1:1::%x", n + 1);
}

static void networks_of_a_customer(int n, char *out, size_t size)
{
    snprintf(out, size, "2001:db8:2:%x::1", n);
}

static int64_t payers_of(struct world *w, bool guests, int from,
                         void (*address)(int n, char *out, size_t size), int *payers)
{
    struct crowd c = {.guests = guests, .from = from, .address = address};
    assert_int_equal(batch_run_alone(w->s, apply_crowd, &c), OUTCOME_DONE);
    *payers = c.payers;
    return c.last;
}

static void many_guests_of_one_network_are_one_payer(void **state)
{
    struct world *w = *state;
    int n;
    world_site(w, &(struct service_site){.mails = false});
    int64_t guests = payers_of(w, true, 0, one_address, &n);
    assert_int_equal(n, 1);
    assert_true(guests > INT64_C(1) << 52 && guests < INT64_C(1) << 53);
    assert_int_equal(payers_of(w, true, 100, one_written_as_ipv6, &n), guests);
    assert_int_not_equal(payers_of(w, true, 200, hosts_of_a_network, &n), guests);
    assert_int_equal(n, 1);
    (void)payers_of(w, true, 300, networks_of_a_customer, &n);
    assert_in_range(n, 2, QUOTA_PAYERS);
    (void)payers_of(w, true, 400, neighbours, &n);
    assert_int_equal(n, CROWD);
    /* Accounts cost a moment more than guests, so they are a few. */
    assert_int_not_equal(payers_of(w, false, 500, one_address, &n), guests);
    assert_int_equal(n, QUOTA_PAYERS);
    (void)payers_of(w, false, 600, networks_of_a_customer, &n);
    assert_int_equal(n, QUOTA_PAYERS);
}

/* --- the queue of reviews --- */

enum { VILLAINS = REVIEWS_ALL_MAX / REVIEWS_MINE_MAX };

struct queue {
    int64_t matches[REVIEWS_ALL_MAX + 3]; /* those of villains first */
    int64_t villains[VILLAINS + 1], honest;
};

static int add_match(struct work *work, int64_t player, int64_t *id)
{
    struct store_match m = {.created_at = 10,
                            .updated_at = 10,
                            .creator = player,
                            .game = "levee",
                            .state = MATCH_FINISHED};
    m.width = m.height = 7;
    m.seats_n = 2;
    m.ply = 1;
    for (int i = 0; i < 2; i++)
        m.seats[i] = (struct store_seat){.kind = SEAT_PLAYER, .player.id = player};
    int err = store_match_add(batch_store(work), &m);
    *id = m.id;
    return err;
}

static int fill_reviews(struct work *work, void *context)
{
    struct queue *q = context;
    int err = add_player(work, false, -1, "198.51.100.1", &q->honest);
    for (int n = 0; err == 0 && n <= VILLAINS; n++)
        err = add_player(work, false, n, "192.0.2.1", &q->villains[n]);
    for (int i = 0; err == 0 && i < REVIEWS_ALL_MAX; i++) {
        struct review r = {.player = q->villains[i / REVIEWS_MINE_MAX],
                           .state = REVIEW_WAITING,
                           .total = 2,
                           .asked_at = batch_now(work) - 1,
                           .served_at = batch_now(work) - 1};
        err = add_match(work, r.player, &q->matches[i]);
        r.match = q->matches[i];
        if (err == 0)
            err = reviews_add(batch_store(work), &r);
    }
    for (int i = 0; err == 0 && i < 3; i++)
        err = add_match(work, i < 2 ? q->honest : q->villains[VILLAINS],
                        &q->matches[REVIEWS_ALL_MAX + i]);
    return err;
}

struct act {
    int (*apply)(struct work *w, void *context);
    int64_t asker;
    struct review_act review;
    struct composed_act composed;
    bool compose;
    int64_t id; /* out */
};

static int apply_act(struct work *work, void *context)
{
    struct act *a = context;
    work->order->asker = (struct store_player){.id = a->asker, .kind = PLAYER_MEMBER};
    int err = a->apply(work, a->compose ? (void *)&a->composed : (void *)&a->review);
    a->id = work->order->out.id;
    return err;
}

static enum outcome_kind ask_review(struct world *w, int64_t asker, int64_t match)
{
    struct act a = {.apply = reviews_ask, .asker = asker, .review.match = match};
    return batch_run_alone(w->s, apply_act, &a);
}

static enum review_state state_of(struct world *w, int64_t match)
{
    struct review r;
    assert_int_equal(store_begin(reader_store(w->r)), 0);
    int err = reviews_get(reader_store(w->r), match, &r);
    store_end(reader_store(w->r));
    return err < 0 ? REVIEW_STATE_N : r.state;
}

static void in_a_full_queue_the_greediest_network_gives_way_to_a_newcomer(void **state)
{
    struct world *w = *state;
    static struct queue q;
    world_site(w, &(struct service_site){.mails = false});
    assert_int_equal(batch_run_alone(w->s, fill_reviews, &q), OUTCOME_DONE);
    const int64_t *honest = &q.matches[REVIEWS_ALL_MAX];
    assert_int_equal(ask_review(w, q.honest, honest[0]), OUTCOME_DONE);
    assert_int_equal(ask_review(w, q.honest, honest[1]), OUTCOME_DONE);
    int dropped = 0;
    for (int i = 0; i < REVIEWS_ALL_MAX; i++)
        dropped += state_of(w, q.matches[i]) == REVIEW_DROPPED;
    assert_int_equal(dropped, 2);
    /* One more account of the full network displaces nobody but its own, */
    (void)ask_review(w, q.villains[VILLAINS], honest[2]);
    assert_int_equal(state_of(w, honest[0]), REVIEW_WAITING);
    assert_int_equal(state_of(w, honest[1]), REVIEW_WAITING);
    /* and its many members take eight turns for each one of the newcomer's. */
    int turns = 0;
    struct act claim = {.apply = reviews_claim};
    while (claim.id != honest[0]) {
        world_pass(w, 1000);
        assert_int_equal(batch_run_alone(w->s, apply_act, &claim), OUTCOME_DONE);
        turns++;
    }
    assert_in_range(turns, 1, QUOTA_PAYERS + 1);
}

static void who_lost_a_review_asks_again(void **state)
{
    struct world *w = *state;
    static struct queue q;
    int lost = 0;
    world_site(w, &(struct service_site){.mails = false});
    assert_int_equal(batch_run_alone(w->s, fill_reviews, &q), OUTCOME_DONE);
    assert_int_equal(ask_review(w, q.honest, q.matches[REVIEWS_ALL_MAX]), OUTCOME_DONE);
    while (state_of(w, q.matches[lost]) != REVIEW_DROPPED)
        lost++;
    /* Its place is free again when another is done. */
    struct act claim = {.apply = reviews_claim};
    assert_int_equal(batch_run_alone(w->s, apply_act, &claim), OUTCOME_DONE);
    struct act done = {.apply = reviews_hand_in,
                       .review = {.match = claim.id, .engine = "x", .failed = true}};
    assert_int_equal(batch_run_alone(w->s, apply_act, &done), OUTCOME_DONE);
    assert_int_equal(ask_review(w, q.villains[lost / REVIEWS_MINE_MAX], q.matches[lost]),
                     OUTCOME_DONE);
    assert_int_equal(state_of(w, q.matches[lost]), REVIEW_WAITING);
}

/* --- the queue of puzzles --- */

static struct act composing(int64_t asker)
{
    return (struct act){.apply = composed_make,
                        .asker = asker,
                        .compose = true,
                        .composed = {.game = "levee", .moves = "", .width = 5, .height = 5}};
}

static void the_queue_of_puzzles_is_as_fair(void **state)
{
    struct world *w = *state;
    static struct queue q;
    world_site(w, &(struct service_site){.mails = false});
    assert_int_equal(batch_run_alone(w->s, fill_reviews, &q), OUTCOME_DONE);
    for (int i = 0; i < COMPOSED_ALL_MAX; i++) {
        struct act a = composing(q.villains[i / COMPOSED_MINE_MAX]);
        assert_int_equal(batch_run_alone(w->s, apply_act, &a), OUTCOME_DONE);
    }
    world_pass(w, 1000);
    struct act mine = composing(q.honest);
    assert_int_equal(batch_run_alone(w->s, apply_act, &mine), OUTCOME_DONE);
    struct act more = composing(q.villains[VILLAINS]);
    (void)batch_run_alone(w->s, apply_act, &more); /* displaces one of its own, if any */
    struct act claim = {.apply = composed_claim, .compose = true};
    int turns = 0;
    while (claim.id != mine.id) {
        world_pass(w, 1000);
        claim.id = 0;
        assert_int_equal(batch_run_alone(w->s, apply_act, &claim), OUTCOME_DONE);
        struct act done = {.apply = composed_hand_in,
                           .compose = true,
                           .composed = {.id = claim.id,
                                        .state = "lost",
                                        .puzzle = "",
                                        .solution = "",
                                        .others = "",
                                        .themes = ""}};
        assert_int_equal(batch_run_alone(w->s, apply_act, &done), OUTCOME_DONE);
        turns++;
    }
    assert_in_range(turns, 1, QUOTA_PAYERS + 1);
    int err = 0;
    json_t *lost = reader_composed_of(w->r, q.villains[0], INT64_MAX, 10, &err);
    int dropped = 0;
    for (int n = 0; n < VILLAINS; n++) {
        json_decref(lost);
        lost = reader_composed_of(w->r, q.villains[n], INT64_MAX, 10, &err);
        size_t i;
        json_t *row;
        json_array_foreach(json_object_get(lost, "composed"), i, row)
        {
            dropped += strcmp(json_string_value(json_object_get(row, "state")), "dropped") == 0;
        }
    }
    json_decref(lost);
    assert_in_range(dropped, 1, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(many_guests_of_one_network_are_one_payer, world_setup,
                                        world_teardown),
        cmocka_unit_test_setup_teardown(
            in_a_full_queue_the_greediest_network_gives_way_to_a_newcomer, world_setup,
            world_teardown),
        cmocka_unit_test_setup_teardown(who_lost_a_review_asks_again, world_setup, world_teardown),
        cmocka_unit_test_setup_teardown(the_queue_of_puzzles_is_as_fair, world_setup,
                                        world_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
