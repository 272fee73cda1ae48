/* test_bot.c - the bot's parts that need no server: the stream's parser, the queue, the table. */
#include "testing.h"

#include "base/err.h"
#include "bot/jobs.h"
#include "bot/match_view.h"
#include "bot/sse.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct heard {
    char text[512];
};

static void on_event(void *context, const char *type, const char *data, const char *id)
{
    struct heard *h = context;
    size_t n = strlen(h->text);
    snprintf(h->text + n, sizeof h->text - n, "[%s|%s|%s]", type, data, id);
}

static void events_are_read_however_the_bytes_are_cut(void **state)
{
    (void)state;
    static const char stream[] = "retry: 2000\n\n: a comment\n\nid: 7\nevent: turn\n"
                                 "data: {\"a\":1}\n\ndata: x\r\ndata:y\r\n\r\nevent: none\n\n";
    for (size_t piece = 1; piece < sizeof stream; piece++) {
        struct heard h = {""};
        struct sse s;
        sse_init(&s, on_event, &h);
        for (size_t at = 0; at < sizeof stream - 1; at += piece)
            sse_feed(&s, stream + at,
                     at + piece < sizeof stream - 1 ? piece : sizeof stream - 1 - at);
        assert_string_equal(h.text, "[turn|{\"a\":1}|7][message|x\ny|7]");
        sse_done(&s);
    }
}

static void a_line_that_is_too_long_loses_its_event_only(void **state)
{
    (void)state;
    struct heard h = {""};
    struct sse s;
    char *junk = malloc(SSE_BYTES_MAX);
    assert_non_null(junk);
    memset(junk, 'x', SSE_BYTES_MAX);
    sse_init(&s, on_event, &h);
    sse_feed(&s, "data: ", 6);
    sse_feed(&s, junk, SSE_BYTES_MAX);
    sse_feed(&s, "\n\ndata: ok\n\n", 12);
    assert_string_equal(h.text, "[message|ok|]");
    sse_done(&s);
    free(junk);
}

static void a_new_connection_forgets_half_an_event_but_not_its_number(void **state)
{
    (void)state;
    struct heard h = {""};
    struct sse s;
    sse_init(&s, on_event, &h);
    sse_feed(&s, "id: 5\ndata: half", 16);
    sse_restart(&s);
    assert_string_equal(s.id, "5");
    sse_feed(&s, "data: whole\n\n", 13);
    assert_string_equal(h.text, "[message|whole|5]");
    sse_done(&s);
}

static int64_t must_take(struct jobs *j, bool quick_only)
{
    int64_t match = -1;
    assert_true(jobs_take(j, quick_only, &match));
    return match;
}

static void the_quick_worker_takes_quick_jobs_only_and_the_others_slow_ones_first(void **state)
{
    (void)state;
    struct jobs *j = jobs_new();
    assert_non_null(j);
    jobs_push(j, 1, 2, 0, false);
    jobs_push(j, 2, 8, 0, false);
    jobs_push(j, 3, 4, 0, false);
    jobs_push(j, 4, 5, 0, false);
    assert_int_equal(must_take(j, true), 1);
    assert_int_equal(must_take(j, true), 3);
    assert_int_equal(must_take(j, false), 2);
    assert_int_equal(must_take(j, false), 4);
    for (int64_t match = 1; match <= 4; match++)
        jobs_end(j, match, false);
    jobs_free(j);
}

static void a_player_with_many_matches_does_not_delay_others(void **state)
{
    (void)state;
    struct jobs *j = jobs_new();
    assert_non_null(j);
    for (int64_t match = 1; match <= 120; match++)
        jobs_push(j, match, 8, 7, false);
    assert_int_equal(must_take(j, false), 1);
    jobs_push(j, 200, 6, 9, false); /* another player's only match */
    jobs_push(j, 201, 6, 10, false);
    assert_int_equal(jobs_others(j, 1), 2);
    jobs_end(j, 1, false);
    assert_int_equal(must_take(j, false), 200);
    assert_int_equal(must_take(j, false), 201);
    assert_int_equal(must_take(j, false), 2); /* those who were level: by arrival */
    jobs_close(j);
    jobs_free(j);
}

/* Guests of one network come with one number: however many they are, one of them is thought for
 * before the next player. */
static void a_crowd_of_one_payer_is_one_player(void **state)
{
    (void)state;
    struct jobs *j = jobs_new();
    struct jobs_waiting list[50];
    const int64_t payer = INT64_C(1) << 52 | 77;
    for (int64_t match = 1; match <= 40; match++)
        jobs_push(j, match, 8, payer, false);
    assert_int_equal(must_take(j, false), 1);
    jobs_push(j, 100, 8, 5, false);
    assert_int_equal(jobs_others(j, 100), 1); /* so the time for a move is hardly cut */
    assert_int_equal(jobs_waiting(j, list, 50), 40);
    assert_int_equal(list[39].match, 100);
    assert_int_equal(list[39].ahead, 0);
    jobs_end(j, 1, false);
    assert_int_equal(must_take(j, false), 100);
    jobs_close(j);
    jobs_free(j);
}

static void a_match_is_worked_on_by_one_and_queued_once(void **state)
{
    (void)state;
    struct jobs *j = jobs_new();
    int64_t match;
    assert_non_null(j);
    jobs_push(j, 1, 2, 0, false);
    jobs_push(j, 1, 2, 0, false);
    assert_int_equal(must_take(j, false), 1);
    jobs_push(j, 1, 2, 0, false); /* comes while it is being worked on */
    jobs_push(j, 2, 2, 0, false);
    assert_int_equal(must_take(j, false), 2);
    assert_false(jobs_stale(j, 1));
    jobs_push(j, 1, 2, 0, true);
    assert_true(jobs_stale(j, 1));
    jobs_end(j, 1, false);
    assert_int_equal(must_take(j, false), 1); /* again, and fresh */
    assert_false(jobs_stale(j, 1));
    jobs_end(j, 1, false);
    jobs_end(j, 2, false);
    jobs_close(j);
    assert_false(jobs_take(j, false, &match));
    jobs_free(j);
}

static const char match_text[] =
    "{\"game\":\"redstone\",\"width\":5,\"height\":5,\"options\":{\"swap\":true,\"jacked\":false},"
    "\"state\":\"running\",\"seats\":[{\"level\":null},{\"level\":3}],\"turn\":{\"seat\":2,"
    "\"side\":2},\"moves\":[{\"move\":\"%s\"}],\"offers\":{\"draw\":null,\"takeback\":%s},"
    "\"you\":[2]}";

static int read_match(const char *move, const char *takeback, struct match_view *t)
{
    char text[1024];
    snprintf(text, sizeof text, match_text, move, takeback);
    json_t *json = json_loads(text, 0, NULL);
    assert_non_null(json);
    int err = match_view_read(json, t);
    json_decref(json);
    return err;
}

static void a_match_is_read_as_a_position_and_what_waits(void **state)
{
    (void)state;
    static struct match_view t;
    assert_int_equal(read_match("c3", "null", &t), 0);
    assert_int_equal(t.p.ply, 1);
    assert_int_equal(t.level, 3);
    assert_true(match_view_waits(&t));
    assert_true(match_view_is_mine(&t, 2));
    assert_false(match_view_is_mine(&t, 1));
    assert_int_equal(t.takeback_seat, 0);
    assert_int_equal(read_match("c3", "{\"seat\":1,\"ply\":1}", &t), 0);
    assert_int_equal(t.takeback_seat, 1);
}

/* It hears of the turns of its own exhibitions when they shall be played, so a list queues none. */
static void an_exhibition_in_a_list_does_not_wait(void **state)
{
    (void)state;
    for (int exhibition = 0; exhibition <= 1; exhibition++) {
        char match[1024];
        int level;
        int64_t player;
        snprintf(match, sizeof match, match_text, "c3", "null");
        json_t *json = json_loads(match, 0, NULL);
        assert_non_null(json);
        assert_int_equal(json_object_set_new(json, "exhibition", json_boolean(exhibition)), 0);
        assert_int_equal(match_view_waits_in_list(json, &level, &player), !exhibition);
        assert_int_equal(level, 3);
        json_decref(json);
    }
}

/* A clock that runs for us bounds our thinking: what was left when it began to run, less what has
 * passed since. */
static void a_clock_is_read_as_what_is_left(void **state)
{
    (void)state;
    static struct match_view t;
    static const struct {
        const char *clock;
        struct pace_clock left;
        bool timed;
    } cases[] = {
        {"null", {0}, false},
        {"{\"kind\":\"fischer\",\"add_ms\":5000,\"running\":2,\"since\":1000,\"seats\":[{},{\"left_"
         "ms\":"
         "60000,\"periods\":0}]}",
         {.left_ms = 57000, .add_ms = 5000},
         true},
        {"{\"kind\":\"simple\",\"move_ms\":9000,\"running\":2,\"since\":1000,\"seats\":[{},{"
         "\"left_ms\":9000,\"periods\":0}]}",
         {.left_ms = 6000, .stones = 1},
         true},
        {"{\"kind\":\"byoyomi\",\"move_ms\":9000,\"periods\":3,\"running\":2,\"since\":1000,"
         "\"seats\":[{"
         "},{\"left_ms\":60000,\"periods\":3}]}",
         {.left_ms = 57000, .period_ms = 9000, .period_moves = 1},
         true},
        {"{\"kind\":\"byoyomi\",\"move_ms\":9000,\"periods\":3,\"running\":2,\"since\":1000,"
         "\"seats\":[{"
         "},{\"left_ms\":9000,\"periods\":1}]}",
         {.left_ms = 6000, .stones = 1},
         true},
        {"{\"kind\":\"simple\",\"running\":null,\"paused\":true}", {0}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[2048];
        char match[1024];
        snprintf(match, sizeof match, match_text, "c3", "null");
        snprintf(text, sizeof text, "{\"now\":4000,\"clock\":%s,%s", cases[i].clock, match + 1);
        json_t *json = json_loads(text, 0, NULL);
        assert_non_null(json);
        assert_int_equal(match_view_read(json, &t), 0);
        json_decref(json);
        assert_int_equal(t.timed, cases[i].timed);
        assert_memory_equal(&t.clock, &cases[i].left, sizeof t.clock);
    }
}

static void a_match_that_is_no_game_is_refused(void **state)
{
    (void)state;
    static struct match_view t;
    assert_int_equal(read_match("swap", "null", &t), ERR_ILLEGAL);
    assert_int_equal(read_match("what", "null", &t), ERR_SYNTAX);
    json_t *json = json_pack("{ss}", "game", "chess");
    assert_int_equal(match_view_read(json, &t), ERR_SYNTAX);
    json_decref(json);
    assert_int_equal(match_view_read(NULL, &t), ERR_SYNTAX);
}

static void the_queue_tells_how_many_players_come_before(void **state)
{
    (void)state;
    struct jobs *j = jobs_new();
    struct jobs_waiting list[8];
    int64_t match;
    assert_int_equal(jobs_waiting(j, list, 8), 0);
    jobs_push(j, 1, 8, 100, false);
    assert_true(jobs_take(j, false, &match)); /* it is thought about: it does not wait */
    jobs_push(j, 2, 8, 101, false);
    jobs_push(j, 3, 8, 101, false); /* the same player once more */
    jobs_push(j, 4, 8, 102, false);
    jobs_push(j, 5, 2, 103, false); /* quick: no report is needed */
    assert_int_equal(jobs_waiting(j, list, 8), 3);
    assert_true(list[0].match == 2 && list[0].ahead == 0 && list[0].others == 1);
    assert_true(list[1].match == 3 && list[1].ahead == 0);
    assert_true(list[2].match == 4 && list[2].ahead == 1 && list[2].others == 1);
    assert_int_equal(jobs_waiting(j, list, 1), 1);
    jobs_close(j);
    jobs_free(j);
}

enum { FOR_EVER_MS = 1 << 30 };

struct giver {
    struct jobs *j;
    atomic_bool stop, gone;
};

static void *give_way(void *context)
{
    struct giver *g = context;
    jobs_give_way(g->j, FOR_EVER_MS, &g->stop);
    atomic_store(&g->gone, true);
    return NULL;
}

static void jobs_that_can_wait_stop_while_a_match_waits(void **state)
{
    (void)state;
    struct giver g = {.j = jobs_new()};
    pthread_t thread;
    assert_non_null(g.j);
    jobs_give_way(g.j, FOR_EVER_MS, &g.stop); /* no match waits: it returns */
    jobs_push(g.j, 7, 8, 1, false);
    assert_int_equal(pthread_create(&thread, NULL, give_way, &g), 0);
    assert_false(atomic_load(&g.gone)); /* the match waits, so it cannot have gone on */
    assert_int_equal(must_take(g.j, false), 7);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(atomic_load(&g.gone));
    jobs_push(g.j, 8, 8, 1, false);
    assert_int_equal(pthread_create(&thread, NULL, give_way, &g), 0);
    atomic_store(&g.stop, true); /* or the process is to end */
    assert_int_equal(pthread_join(thread, NULL), 0);
    jobs_end(g.j, 7, false);
    jobs_close(g.j);
    jobs_free(g.j);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_queue_tells_how_many_players_come_before),
        cmocka_unit_test(events_are_read_however_the_bytes_are_cut),
        cmocka_unit_test(a_line_that_is_too_long_loses_its_event_only),
        cmocka_unit_test(a_new_connection_forgets_half_an_event_but_not_its_number),
        cmocka_unit_test(the_quick_worker_takes_quick_jobs_only_and_the_others_slow_ones_first),
        cmocka_unit_test(a_player_with_many_matches_does_not_delay_others),
        cmocka_unit_test(a_crowd_of_one_payer_is_one_player),
        cmocka_unit_test(a_match_is_worked_on_by_one_and_queued_once),
        cmocka_unit_test(a_clock_is_read_as_what_is_left),
        cmocka_unit_test(a_match_that_is_no_game_is_refused),
        cmocka_unit_test(a_match_is_read_as_a_position_and_what_waits),
        cmocka_unit_test(an_exhibition_in_a_list_does_not_wait),
        cmocka_unit_test(jobs_that_can_wait_stop_while_a_match_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
