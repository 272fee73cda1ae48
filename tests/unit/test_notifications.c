/* test_notifications.c - rows of the inbox become what players are told (service/core/inbox.h,
 * service/notifications/notifier.h): each once, whatever fails and whoever is killed; what that
 * costs in a quick game; and stores of versions that had a cursor instead. */
#include "testing.h"

#include "base/err.h"
#include "base/rng.h"
#include "rules/position.h"
#include "service/core/batch.h"
#include "service/core/inbox.h"
#include "service/core/order.h"
#include "service/notifications/notifier.h"
#include "service/notifications/notify_words.h"
#include "store/notifications/notification.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANN, BOB, PLIES = 150, SETTLED_MS = 600 };

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

/* --- what is in the inbox --- */

struct rows {
    enum inbox_kind kind;
    int n;
    struct inbox_row last; /* without data */
};

static void on_row(void *context, const struct inbox_row *row)
{
    struct rows *r = context;
    r->n++;
    r->last = *row;
}

static int count(struct work *work, void *context)
{
    struct rows *r = context;
    r->n = 0;
    return inbox_due(batch_store(work), r->kind, INT64_MAX, INBOX_ROWS, on_row, r);
}

static struct rows rows_of(struct world *w, enum inbox_kind kind)
{
    struct rows r = {.kind = kind};
    run_batch(w, count, &r);
    return r;
}

static void take_all(struct world *w)
{
    struct inbox_taker t;
    bool mails;
    notifier_taker(&t, &mails);
    do {
        run_batch(w, inbox_take, &t);
    } while (t.more);
}

static int notices(struct world *w, int player)
{
    return world_events(w, topic_player(w->who[player].id), "notification", NULL, 0);
}

/* Only the last of all turns gives a notification; and where one process writes, the moves of a
 * quick game renew one row. */
static void one_row_serves_for_many_moves(void **state)
{
    struct world *w = *state;
    int whose;
    take_all(w);
    struct look l = {.match = play(w, &whose), .player = {w->who[ANN].id, w->who[BOB].id}};
    if (!service_is_shared(w->s))
        assert_in_range(rows_of(w, INBOX_EVENTS).n, 1, 4); /* also that the match has begun */
    take_all(w);
    assert_int_equal(notices(w, ANN) + notices(w, BOB), 0); /* it has not settled */
    world_pass(w, SETTLED_MS);
    take_all(w);
    run_batch(w, look, &l);
    assert_true(l.told[whose]);
    assert_false(l.told[1 - whose]);
    assert_int_equal(rows_of(w, INBOX_EVENTS).n, 0);
    assert_int_equal(notices(w, whose), 1);
    assert_int_equal(notices(w, 1 - whose), 0);
}

/* A row that was taken is not renewed: the next move leaves another. */
static void the_next_move_after_that_is_told_too(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "1d+0s", ANN, BOB);
    static const char *const moves[] = {"a1", "e5", "a3", "e3"};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(world_move(w, match, i % 2, moves[i]), OUTCOME_DONE);
        world_pass(w, SETTLED_MS);
        take_all(w);
        assert_int_equal(rows_of(w, INBOX_EVENTS).n, 0);
    }
    assert_int_equal(notices(w, ANN), 2);
    assert_int_equal(notices(w, BOB), 2);
}

/* Rows do not wait until a clock that was set back comes there again. */
static void a_clock_that_is_set_delays_nothing(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "1d+0s", ANN, BOB);
    assert_int_equal(world_move(w, match, ANN, "a1"), OUTCOME_DONE);
    world_jump(w, -3 * 60 * 60 * 1000);
    take_all(w);
    assert_int_equal(notices(w, BOB), 0); /* nor is it told at once */
    world_pass(w, SETTLED_MS);
    take_all(w);
    assert_int_equal(notices(w, BOB), 1);
    assert_int_equal(rows_of(w, INBOX_EVENTS).n, 0);
}

/* --- whatever fails --- */

static int take_and_die(struct work *work, void *context)
{
    int err = inbox_take(work, context);
    return err < 0 ? err : ERR_STORE;
}

static int die_and_take(struct work *work, void *context)
{
    (void)work;
    (void)context;
    return ERR_STORE;
}

static void fail_batch(struct world *w, int (*apply)(struct work *, void *))
{
    struct inbox_taker t;
    bool mails;
    struct order o = {.kind = ORDER_BATCH};
    notifier_taker(&t, &mails);
    o.u.batch.apply = apply;
    o.u.batch.context = &t;
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_STORE);
}

/* Before it is taken, after it was taken and before the commit, and after the commit. */
static void who_is_killed_leaves_all_or_nothing(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "1d+0s", ANN, BOB);
    assert_int_equal(world_move(w, match, ANN, "a1"), OUTCOME_DONE);
    int n = rows_of(w, INBOX_EVENTS).n;
    assert_true(n > 0);
    world_restart(w, SETTLED_MS);
    fail_batch(w, die_and_take);
    fail_batch(w, take_and_die);
    assert_int_equal(rows_of(w, INBOX_EVENTS).n, n);
    assert_int_equal(notices(w, BOB), 0);
    take_all(w);
    assert_int_equal(rows_of(w, INBOX_EVENTS).n, 0);
    assert_int_equal(notices(w, BOB), 1);
    world_restart(w, SETTLED_MS);
    take_all(w);
    assert_int_equal(notices(w, BOB), 1);
}

/* A row whose dealing fails after it has written something. */
struct faults {
    int64_t bad; /* the match whose rows fail; 0: none */
    int dealt, failed;
};

static int deal_or_fail(struct work *work, const struct inbox_row *row, void *context)
{
    struct faults *f = context;
    struct notification n = {.player = 1, .match = row->match, .kind = NOTIFICATION_TURN};
    int err = notification_add(batch_store(work), &n);
    f->dealt++;
    if (err < 0 || row->match != f->bad)
        return err;
    f->failed++;
    return ERR_SYNTAX;
}

struct leave {
    int64_t match;
    int64_t due_at;
};

static int leave_one(struct work *work, void *context)
{
    const struct leave *l = context;
    const struct inbox_row row = {
        .kind = INBOX_MAIL, .type = "turn", .match = l->match, .due_at = l->due_at, .data = "{}"};
    return inbox_leave(batch_store(work), &row);
}

static void a_row_that_fails_delays_no_other_and_is_tried_again(void **state)
{
    struct world *w = *state;
    struct faults f = {.bad = world_match(w, "1d+0s", ANN, BOB)};
    int64_t good = world_match(w, "1d+0s", ANN, BOB);
    struct inbox_taker t = {.kind = INBOX_MAIL, .deal = deal_or_fail, .context = &f};
    struct look bad = {.match = f.bad, .player = {w->who[ANN].id, 1}};
    struct look well = {.match = good, .player = {w->who[ANN].id, 1}};
    for (int i = 0; i < 2; i++)
        run_batch(w, leave_one, &(struct leave){i == 0 ? f.bad : good, w->now});
    do { /* a slow machine takes them in two batches */
        run_batch(w, inbox_take, &t);
    } while (t.more);
    assert_int_equal(f.failed, 1);
    assert_int_equal(f.dealt, 2);
    run_batch(w, look, &bad);
    run_batch(w, look, &well);
    assert_false(bad.told[1]); /* what it had written is undone */
    assert_true(well.told[1]);
    struct rows left = rows_of(w, INBOX_MAIL);
    assert_int_equal(left.n, 1);
    assert_int_equal(left.last.tries, 1);
    run_batch(w, inbox_take, &t);
    assert_int_equal(f.failed, 1); /* not yet */
    f.bad = 0;
    world_pass(w, 2000);
    run_batch(w, inbox_take, &t);
    assert_int_equal(rows_of(w, INBOX_MAIL).n, 0);
    run_batch(w, look, &bad);
    assert_true(bad.told[1]);
}

static void it_is_given_up_in_the_end(void **state)
{
    struct world *w = *state;
    struct faults f = {.bad = world_match(w, "", ANN, BOB)};
    struct inbox_taker t = {.kind = INBOX_MAIL, .deal = deal_or_fail, .context = &f};
    run_batch(w, leave_one, &(struct leave){f.bad, w->now});
    for (int i = 0; i < INBOX_TRIES; i++) {
        assert_int_equal(rows_of(w, INBOX_MAIL).n, 1);
        run_batch(w, inbox_take, &t);
        world_pass(w, 40 * 60 * 1000);
    }
    assert_int_equal(f.failed, INBOX_TRIES);
    assert_int_equal(rows_of(w, INBOX_MAIL).n, 0);
}

/* --- mail --- */

static int mail_is_here(struct work *work, void *context)
{
    (void)context;
    return inbox_present(batch_store(work), INBOX_MAIL, batch_now(work));
}

static void rows_for_mail_are_left_while_a_server_writes_mails(void **state)
{
    struct world *w = *state;
    int64_t match = world_match(w, "1d+0s", ANN, BOB);
    assert_int_equal(world_move(w, match, ANN, "a1"), OUTCOME_DONE);
    world_pass(w, SETTLED_MS);
    take_all(w);
    assert_int_equal(notices(w, BOB), 1);
    assert_int_equal(rows_of(w, INBOX_MAIL).n, 0); /* nobody would take them */
    run_batch(w, mail_is_here, NULL);
    assert_int_equal(world_move(w, match, BOB, "b2"), OUTCOME_DONE);
    world_pass(w, SETTLED_MS);
    take_all(w);
    /* The page is told although nobody takes the row now. */
    assert_int_equal(notices(w, ANN), 1);
    struct rows mail = rows_of(w, INBOX_MAIL);
    assert_int_equal(mail.n, 1);
    assert_string_equal(mail.last.type, "turn");
    assert_int_equal(mail.last.match, match);
    world_pass(w, (int64_t)INBOX_PRESENT_MS + 1);
    (void)world_match(w, "", ANN, BOB);
    world_pass(w, SETTLED_MS);
    take_all(w);
    assert_int_equal(rows_of(w, INBOX_EVENTS).n, 0);
    assert_int_equal(rows_of(w, INBOX_MAIL).n, 1);
}

/* --- stores of former versions --- */

struct former {
    int64_t cursor;
};

static int set_cursor(struct work *work, void *context)
{
    const struct former *f = context;
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)f->cursor);
    return store_meta_set(batch_store(work), "mail_event", text);
}

static int newest(struct work *work, void *context)
{
    struct former *f = context;
    return store_event_last(batch_store(work), &f->cursor);
}

static int drop_rows(struct work *work, void *context)
{
    struct rows r = {.kind = INBOX_EVENTS};
    (void)context;
    do {
        r.n = 0;
        int err = inbox_due(batch_store(work), r.kind, INT64_MAX, 1, on_row, &r);
        if (err == 0 && r.n > 0)
            err = inbox_done(batch_store(work), r.last.id);
        if (err < 0)
            return err;
    } while (r.n > 0);
    return 0;
}

/* Events up to the cursor were told by the former version, those after it were not. */
static void a_former_version_s_cursor_becomes_rows_once(void **state)
{
    struct world *w = *state;
    struct former f = {0};
    int64_t first = world_match(w, "1d+0s", ANN, BOB);
    assert_int_equal(world_move(w, first, ANN, "a1"), OUTCOME_DONE);
    run_batch(w, newest, &f);
    run_batch(w, set_cursor, &f);
    int64_t second = world_match(w, "1d+0s", ANN, BOB);
    assert_int_equal(world_move(w, second, ANN, "a1"), OUTCOME_DONE);
    assert_int_equal(world_move(w, second, BOB, "b2"), OUTCOME_DONE);
    run_batch(w, drop_rows, NULL); /* it had no inbox */
    world_pass(w, SETTLED_MS);
    for (int i = 0; i < 2; i++) {
        run_batch(w, notifier_upgrade, NULL);
        take_all(w);
        assert_int_equal(notices(w, ANN), 1);
        assert_int_equal(notices(w, BOB), 0);
    }
    struct look l = {.match = second, .player = {w->who[ANN].id, w->who[BOB].id}};
    run_batch(w, look, &l);
    assert_true(l.told[0]);
}

/* --- words --- */

/* What is written for old clients, and read from the rows of old stores, means the same. */
static void words_and_data_say_the_same(void **state)
{
    static const struct {
        enum notification_kind kind;
        const char *text, *data;
    } all[] = {
        {NOTIFICATION_OVER, "won resign levee 8",
         "{\"how\":\"won\",\"reason\":\"resign\",\"game\":\"levee\",\"rating\":8}"},
        {NOTIFICATION_OVER, "lost time claims -12",
         "{\"how\":\"lost\",\"reason\":\"time\",\"game\":\"claims\",\"rating\":-12}"},
        {NOTIFICATION_OVER, "drawn draw levee",
         "{\"how\":\"drawn\",\"reason\":\"draw\",\"game\":\"levee\"}"},
        {NOTIFICATION_TOURNAMENT, "running", "{\"state\":\"running\"}"},
        {NOTIFICATION_PUZZLE, "withdrawn l7a0f23c1 Two  moves win. ",
         "{\"did\":\"withdrawn\",\"puzzle\":\"l7a0f23c1\",\"reason\":\"Two  moves win. \"}"},
        {NOTIFICATION_PUZZLE, "kept l7a0f23c1 ",
         "{\"did\":\"kept\",\"puzzle\":\"l7a0f23c1\",\"reason\":\"\"}"},
        {NOTIFICATION_TEAM, "accepted 12 Stone Lovers",
         "{\"did\":\"accepted\",\"id\":12,\"name\":\"Stone Lovers\"}"},
        {NOTIFICATION_SIMUL, "begun 4", "{\"did\":\"begun\",\"id\":4}"},
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(all); i++) {
        struct notification n = {.kind = all[i].kind, .data = ""};
        char text[STORE_CHAT_BYTES];
        json_t *right = json_loads(all[i].data, 0, NULL);
        snprintf(n.text, sizeof n.text, "%s", all[i].text);
        json_t *read = notify_words_data(&n);
        assert_true(json_equal(read, right));
        assert_true(notify_words_of(n.kind, right, text, sizeof text));
        assert_string_equal(text, all[i].text);
        json_decref(read);
        n.data = all[i].data;
        n.text[0] = '\0';
        read = notify_words_data(&n);
        assert_true(json_equal(read, right));
        json_decref(read);
        json_decref(right);
    }
    struct notification message = {.kind = NOTIFICATION_MESSAGE, .text = "won 3", .data = ""};
    json_t *nothing = notify_words_data(&message);
    assert_int_equal(json_object_size(nothing), 0);
    assert_false(notify_words_of(NOTIFICATION_MESSAGE, nothing, message.text, 1));
    json_decref(nothing);
}

#define TEST(f)    cmocka_unit_test_setup_teardown(f, world_setup, world_teardown)
#define ON_DISK(f) cmocka_unit_test_setup_teardown(f, world_setup_on_disk, world_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(one_row_serves_for_many_moves),
        TEST(the_next_move_after_that_is_told_too),
        TEST(a_clock_that_is_set_delays_nothing),
        ON_DISK(who_is_killed_leaves_all_or_nothing),
        TEST(a_row_that_fails_delays_no_other_and_is_tried_again),
        TEST(it_is_given_up_in_the_end),
        TEST(rows_for_mail_are_left_while_a_server_writes_mails),
        TEST(a_former_version_s_cursor_becomes_rows_once),
        cmocka_unit_test(words_and_data_say_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
