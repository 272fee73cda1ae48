/* test_engine_start.c - searches in a thread of their own are started, watched, stopped and
 * freed. */
#include "searching.h"

#include "base/err.h"
#include "platform/clock.h"
#include "platform/thread.h"
#include "rules/position.h"
#include "search/signature.h"
#include <malloc.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

static struct position start(enum game_id game, int size)
{
    struct position p;
    struct setup s = setup_default(game);
    s.width = s.height = (uint8_t)size;
    assert_int_equal(position_start(&p, &s), 0);
    return p;
}

static void doze(int ms)
{
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000L}, NULL);
}

static void a_started_search_finds_what_a_called_one_finds(void **state)
{
    (void)state;
    const struct engine_limits limits = {.nodes_cap = 1500};
    struct engine *a = searching_engine(16 << 20, 1, 5);
    struct engine *b = searching_engine(16 << 20, 1, 5);
    for (enum game_id game = 0; game < GAME_N; game++) {
        struct position p = start(game, 7);
        struct search_report called;
        struct search_report started;
        assert_int_equal(engine_search(a, &p, &limits, NULL, NULL, &called), 0);
        assert_int_equal(engine_start(b, &p, &limits, NULL), 0);
        memset(&p, 0, sizeof p); /* the engine has its own copy */
        assert_int_equal(engine_wait(b, &started), 0);
        assert_true(signature_report(&called) == signature_report(&started));
        assert_int_equal(engine_poll(b, NULL), ENGINE_IDLE);
        assert_int_equal(engine_wait(b, &started), ERR_NOT_FOUND);
    }
    engine_free(a);
    engine_free(b);
}

struct watched {
    struct engine *engine;
    atomic_int progress_n, done_n;
    _Atomic int64_t last_nodes;
    int stop_after;
};

static bool on_progress(void *context, const struct search_report *so_far)
{
    struct watched *w = context;
    assert_int_equal(atomic_load(&w->done_n), 0);
    assert_true(so_far->candidates_n > 0);
    assert_true(so_far->nodes_n > atomic_load(&w->last_nodes));
    atomic_store(&w->last_nodes, so_far->nodes_n);
    struct search_report polled; /* the callbacks may look, too */
    assert_int_equal(engine_poll(w->engine, &polled), ENGINE_RUNNING);
    assert_int_equal(polled.nodes_n, so_far->nodes_n);
    return atomic_fetch_add(&w->progress_n, 1) + 1 < w->stop_after;
}

static void on_done(void *context, const struct search_report *report)
{
    struct watched *w = context;
    assert_true(report->nodes_n >= atomic_load(&w->last_nodes));
    atomic_store(&w->last_nodes, report->nodes_n);
    atomic_fetch_add(&w->done_n, 1);
}

static void callbacks_tell_progress_and_the_end_once(void **state)
{
    (void)state;
    struct watched w = {.engine = searching_engine(32 << 20, 2, 1), .stop_after = 3};
    const struct engine_limits limits = {.think_ms = 60000};
    const struct engine_watch watch = {
        .progress = on_progress, .done = on_done, .context = &w, .interval_ms = 20};
    struct position p = start(GAME_PALISADE, 13);
    struct search_report report;
    assert_int_equal(engine_start(w.engine, &p, &limits, &watch), 0);
    assert_int_equal(engine_wait(w.engine, &report), 0);
    assert_int_equal(w.progress_n, 3);
    assert_int_equal(w.done_n, 1);
    assert_int_equal(w.last_nodes, report.nodes_n);
    assert_true(report.elapsed_ms < 30000);
    engine_free(w.engine);
}

static void polling_shows_the_search_grow_and_end(void **state)
{
    (void)state;
    struct engine *e = searching_engine(32 << 20, 1, 2);
    const struct engine_limits limits = {.think_ms = 60000};
    struct position p = start(GAME_LEVEE, 13);
    struct search_report report = {.nodes_n = -1};
    assert_int_equal(engine_poll(e, &report), ENGINE_IDLE);
    assert_int_equal(report.nodes_n, -1);
    assert_int_equal(engine_start(e, &p, &limits, NULL), 0);
    int64_t seen = 0;
    int steps = 0;
    while (engine_poll(e, &report) == ENGINE_RUNNING) {
        assert_true(report.nodes_n >= seen);
        steps += report.nodes_n > seen;
        seen = report.nodes_n;
        if (steps == 3)
            engine_stop(e);
        doze(10);
    }
    assert_true(steps >= 3);
    assert_true(report.elapsed_ms < 60000);
    assert_int_equal(engine_poll(e, &report), ENGINE_DONE);
    assert_int_equal(position_judge(&p, report.best), VERDICT_OK);
    struct search_report waited;
    assert_int_equal(engine_wait(e, &waited), 0);
    assert_true(signature_report(&waited) == signature_report(&report));
    const struct engine_limits clock = {.think_ms = 400};
    assert_int_equal(engine_start(e, &p, &clock, NULL), 0);
    while (engine_poll(e, &report) == ENGINE_RUNNING)
        doze(10);
    assert_int_equal(engine_poll(e, &report), ENGINE_DONE);
    assert_int_equal(position_judge(&p, report.best), VERDICT_OK);
    engine_free(e);
}

static void a_stop_right_after_the_start_is_heard(void **state)
{
    (void)state;
    struct engine *e = searching_engine(8 << 20, 1, 3);
    const struct engine_limits limits = {.level = 8, .think_ms = 60000};
    struct position p = start(GAME_REDSTONE, 9);
    for (int i = 0; i < 30; i++) {
        struct search_report report;
        int64_t begun = clock_ms();
        assert_int_equal(engine_start(e, &p, &limits, NULL), 0);
        engine_stop(e);
        assert_int_equal(engine_wait(e, &report), 0);
        assert_int_equal(position_judge(&p, report.best), VERDICT_OK);
        assert_true(clock_ms() - begun < 10000);
    }
    engine_free(e);
}

static void another_start_replaces_the_search(void **state)
{
    (void)state;
    struct engine *e = searching_engine(8 << 20, 1, 4);
    const struct engine_limits minute = {.think_ms = 60000};
    const struct engine_limits nodes = {.nodes_cap = 300};
    struct position levee = start(GAME_LEVEE, 9);
    struct position claims = start(GAME_CLAIMS, 6);
    struct search_report report;
    assert_int_equal(engine_start(e, &levee, &minute, NULL), 0);
    assert_int_equal(engine_start(e, &claims, &nodes, NULL), 0);
    assert_int_equal(engine_wait(e, &report), 0);
    assert_int_equal(report.nodes_n, 300);
    assert_int_equal(position_judge(&claims, report.best), VERDICT_OK);
    assert_int_equal(engine_start(e, &levee, &minute, NULL), 0);
    assert_int_equal(engine_search(e, &claims, &nodes, NULL, NULL, &report), 0);
    assert_int_equal(report.nodes_n, 300);
    engine_free(e);
}

static void limits_out_of_range_and_finished_games_start_nothing(void **state)
{
    (void)state;
    struct watched w = {.engine = searching_engine(1 << 20, 1, 0)};
    struct position p = start(GAME_PALISADE, 3);
    struct search_report report;
    struct engine_limits limits = {.level = LEVEL_MAX + 1};
    assert_int_equal(engine_start(w.engine, &p, &limits, NULL), ERR_RANGE);
    assert_int_equal(engine_poll(w.engine, &report), ENGINE_IDLE);
    struct rng rng;
    rng_seed(&rng, 1);
    position_playout(&p, &rng, NULL);
    limits.level = 0;
    const struct engine_watch watch = {.done = on_done, .context = &w};
    assert_int_equal(engine_start(w.engine, &p, &limits, &watch), 0);
    assert_int_equal(w.done_n, 1);
    assert_int_equal(engine_poll(w.engine, &report), ENGINE_DONE);
    assert_int_equal(report.best, MOVE_NONE);
    engine_free(w.engine);
}

enum { CROWD = 4, ROUNDS = 5 };

/* One owner: makes engines, starts, polls, waits, and throws one away while it runs. */
static void own(void *arg)
{
    uint64_t *sum = arg;
    for (int round = 0; round < ROUNDS; round++) {
        struct engine *e = searching_engine(8 << 20, 1, (uint64_t)round);
        struct position p = start((enum game_id)(round % GAME_N), 7);
        const struct engine_limits limits = {.nodes_cap = 400};
        const struct engine_limits minute = {.think_ms = 60000};
        struct search_report report;
        assert_int_equal(engine_start(e, &p, &limits, NULL), 0);
        (void)engine_poll(e, &report);
        assert_int_equal(engine_wait(e, &report), 0);
        *sum = signature_add(*sum, signature_report(&report));
        assert_int_equal(engine_start(e, &p, &minute, NULL), 0);
        engine_free(e);
    }
}

static void many_engines_in_many_threads_do_not_meet(void **state)
{
    (void)state;
    struct thread *threads[CROWD];
    uint64_t sums[CROWD] = {0};
    for (int i = 0; i < CROWD; i++) {
        threads[i] = thread_new(own, &sums[i]);
        assert_non_null(threads[i]);
    }
    for (int i = 0; i < CROWD; i++)
        thread_join(threads[i]);
    for (int i = 1; i < CROWD; i++)
        assert_true(sums[i] == sums[0]); /* each found what it finds alone */
}

/* The leak sanitizer sees single bytes; without it, the heap is as large as before. */
static void all_memory_is_given_back(void **state)
{
    (void)state;
    struct position p = start(GAME_REDSTONE, 7);
    const struct engine_limits limits = {.nodes_cap = 50};
    size_t before = 0;
    for (int i = 0; i < 200; i++) {
        if (i == 20) { /* what the C library keeps for itself, it has by then */
            struct mallinfo2 now = mallinfo2();
            before = now.uordblks + now.hblkhd;
        }
        struct engine *e = searching_engine(2 << 20, 1 + i % 3, (uint64_t)i);
        struct search_report report;
        assert_int_equal(engine_start(e, &p, &limits, NULL), 0);
        if (i % 2 == 0)
            assert_int_equal(engine_wait(e, &report), 0);
        engine_free(e);
    }
    struct mallinfo2 now = mallinfo2();
    assert_true(now.uordblks + now.hblkhd <= before);
    engine_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_started_search_finds_what_a_called_one_finds),
        cmocka_unit_test(callbacks_tell_progress_and_the_end_once),
        cmocka_unit_test(polling_shows_the_search_grow_and_end),
        cmocka_unit_test(a_stop_right_after_the_start_is_heard),
        cmocka_unit_test(another_start_replaces_the_search),
        cmocka_unit_test(limits_out_of_range_and_finished_games_start_nothing),
        cmocka_unit_test(many_engines_in_many_threads_do_not_meet),
        cmocka_unit_test(all_memory_is_given_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
