/* test_waiting.c - a move that waits in the mail face is judged before the clock (mail/waiting.h).
 *
 * Commands and mails wait while the face's threads are busy; meanwhile time passes, and the
 * opponent claims the win. */
#include "service/core/order.h"
#include "testing.h"

#include "mail/commands.h"
#include "mail/pbm.h"
#include "platform/latch.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANN, BOB };
static const int64_t second = 1000;

struct site {
    struct world *w;
    struct commands *mail;
    struct held {
        struct mail_job job;
        struct latch held, free; /* in between, its thread does nothing else */
    } held[COMMANDS_THREADS];
};

static void hold_thread(struct mail_job *job)
{
    struct held *h = job->context;
    latch_open(&h->held);
    latch_wait(&h->free);
    free(job->text);
    free(job->html);
}

static void site_busy(struct site *site, struct world *w)
{
    static const struct commands_options none = {.admins = NULL};
    struct text why = {0};
    site->w = w;
    site->mail = commands_start(w->s, &none, &why);
    assert_non_null(site->mail);
    for (int i = 0; i < COMMANDS_THREADS; i++) {
        struct held *h = &site->held[i];
        latch_init(&h->held);
        latch_init(&h->free);
        h->job = (struct mail_job){.bytes = "help",
                                   .n = 4,
                                   .is_command = true,
                                   .body = "",
                                   .recipient = "",
                                   .class = FAIR_MEMBER,
                                   .done = hold_thread,
                                   .context = h};
        commands_take(site->mail, &h->job);
        latch_wait(&h->held);
    }
}

static void site_free(struct site *site)
{
    for (int i = 0; i < COMMANDS_THREADS; i++)
        latch_open(&site->held[i].free);
}

static void done(struct mail_job *job)
{
    free(job->text);
    free(job->html);
    latch_open(job->context);
}

/* ann's move, `ms` after her minute began; then 20 seconds pass, and bob claims the win. Returns
 * how the match stands then. */
static enum match_state wait_with(struct world *w, struct mail_job *job, int64_t match, int64_t ms)
{
    struct site site;
    struct latch judged;
    world_pass(w, ms);
    site_busy(&site, w);
    latch_init(&judged);
    job->done = done;
    job->context = &judged;
    commands_take(site.mail, job);
    world_pass(w, 20 * second);
    (void)world_do(w, ORDER_CLAIM, match, BOB);
    enum match_state state = world_get(w, match).state;
    site_free(&site);
    latch_wait(&judged);
    commands_stop(site.mail);
    return state;
}

enum face { COMMAND, MULTIPLE, MAIL };

static void must_wait(struct world *w, enum face face)
{
    static const int64_t came[] = {59 * 1000, 61 * 1000};
    for (size_t i = 0; i < ARRAY_LEN(came); i++) {
        int64_t match = world_match(w, "1m+0s", ANN, BOB);
        char move[100];
        char text[300];
        snprintf(move, sizeof move, "levee move %lld ann %s a1", (long long)match,
                 face == MAIL ? "secret" : "-");
        if (face == COMMAND)
            snprintf(text, sizeof text, "%s", move);
        else if (face == MULTIPLE)
            snprintf(text, sizeof text, "help\n%s\n", move);
        else
            snprintf(text, sizeof text, "From: ann@example.net\r\nsubject: %s\r\n\r\nhello\r\n",
                     move);
        const char *bytes = face == MULTIPLE ? "multiple" : text;
        struct mail_job job = {.bytes = bytes,
                               .n = strlen(bytes),
                               .is_command = face != MAIL,
                               .body = face == MULTIPLE ? text : "",
                               .recipient = "",
                               .asker = w->who[ANN]};
        enum match_state state = wait_with(w, &job, match, came[i]);
        assert_int_equal(state, i == 0 ? MATCH_RUNNING : MATCH_FINISHED);
        struct store_match m = world_get(w, match);
        if (i == 0 && face != MAIL) { /* this mail proves nothing */
            assert_int_equal(m.ply, 1);
            assert_int_equal(m.seats[0].left_ms, second);
        }
    }
}

static void a_move_by_command_waits_at_nobodys_cost(void **state)
{
    must_wait(*state, COMMAND);
}

static void so_does_one_among_many(void **state)
{
    must_wait(*state, MULTIPLE);
}

static void so_does_a_mail(void **state)
{
    must_wait(*state, MAIL);
}

static void the_matches_of_commands_are_found(void **state)
{
    int64_t found[PBM_COMMANDS_MAX];
    (void)state;
    assert_int_equal(pbm_matches("levee move 12 ann pw c3", "", found), 1);
    assert_int_equal(found[0], 12);
    assert_int_equal(pbm_matches("multiple",
                                 "levee standings\nlevee move 7 ann pw c3\n  9 words\n"
                                 "redstone resign 8 ann pw\n",
                                 found),
                     2);
    assert_int_equal(found[0], 7);
    assert_int_equal(found[1], 8);
    assert_int_equal(pbm_matches("levee move x ann pw c3", "", found), 0);
    assert_int_equal(pbm_matches("levee move 12", "", found), 0);
    assert_int_equal(pbm_matches("", "", found), 0);
    assert_int_equal(pbm_matches("\xff\xfe 12", "\xff", found), 0);
}

static void hostile_heads_are_harmless(void **state)
{
    static const char *const heads[] = {
        "",
        "Subject",
        "Subject:",
        "Subject: levee move 99999999999999999999 ann pw c3",
        "\nSubject: levee move 5 ann pw c3",
        "X: y\r\n\r\nSubject: levee move 5 ann pw c3",
    };
    struct world *w = *state;
    struct waiting waiting = {.n = 0};
    struct arrivals *list = service_arrivals(w->s);
    for (size_t i = 0; i < ARRAY_LEN(heads); i++) {
        waiting_add_message(&waiting, list, 1, heads[i], strlen(heads[i]));
        assert_int_equal(waiting.n, 0);
    }
    for (int i = 0; i < 3 * PBM_COMMANDS_MAX; i++)
        waiting_add(&waiting, list, 1, 5);
    assert_int_equal(arrivals_first(list, 5), 1);
    waiting_end(&waiting, list);
    assert_int_equal(arrivals_first(list, 5), 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_setup, world_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_move_by_command_waits_at_nobodys_cost),
        TEST(so_does_one_among_many),
        TEST(so_does_a_mail),
        cmocka_unit_test(the_matches_of_commands_are_found),
        TEST(hostile_heads_are_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
