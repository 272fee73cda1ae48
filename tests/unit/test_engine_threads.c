/* test_engine_threads.c - searches of several threads: they share the work, prove the same, and can
 * be stopped. What takes one thread is in test_engine.c and test_engine_net.c, which the thread
 * sanitizer need not run. */
#include "random_net.h"
#include "small_boards.h"

#include "base/err.h"
#include "platform/clock.h"
#include "platform/thread.h"
#include "rules/position.h"
#include "search/signature.h"
#include <time.h>

static void two_threads_prove_the_same(void **state)
{
    (void)state;
    small_boards_prove(2);
}

static void several_threads_share_the_work(void **state)
{
    (void)state;
    struct engine *e = searching_engine(64 << 20, 4, 9);
    for (enum game_id game = 0; game < GAME_N; game++) {
        struct position p;
        struct search_report report;
        searching_start(&p, game, 7, 2);
        searching_run(e, &p, 3000, &report);
        assert_int_equal(report.nodes_n, 3000);
        uint32_t visits = 0;
        for (int i = 0; i < report.candidates_n; i++)
            visits += report.candidates[i].visits;
        assert_true(visits <= 3000);
        assert_int_equal(position_judge(&p, report.best), VERDICT_OK);
    }
    struct position p;
    struct search_report report;
    searching_start(&p, GAME_LEVEE, 3, 2);
    searching_run(e, &p, 200000, &report);
    assert_int_equal(report.proven, small_boards_value(&p));
    engine_free(e);
}

/* In a megabyte the tree is pruned several times: all threads come to the safe point, also while a
 * caller watches. */
static void threads_give_back_full_memory(void **state)
{
    (void)state;
    struct engine *e = searching_engine(1 << 20, 4, 7);
    for (enum game_id game = 0; game < GAME_N; game++) {
        struct engine_limits limits = {.nodes_cap = 3000};
        const struct engine_watch watch = {.interval_ms = 1};
        struct position p;
        struct search_report report;
        searching_start(&p, game, 13, 2);
        assert_int_equal(engine_start(e, &p, &limits, &watch), 0);
        assert_int_equal(engine_wait(e, &report), 0);
        assert_int_equal(report.nodes_n, 3000);
        assert_true(report.full);
        uint32_t visits = 0;
        for (int i = 0; i < report.candidates_n; i++)
            visits += report.candidates[i].visits;
        assert_true(visits > 0 && visits <= 3000);
    }
    engine_free(e);
}

static void stop_soon(void *arg)
{
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    engine_stop(arg);
}

static void a_search_can_be_stopped_from_outside(void **state)
{
    (void)state;
    struct engine *e = searching_engine(64 << 20, 2, 0);
    struct position p;
    struct search_report report;
    struct engine_limits limits = {.level = 8, .think_ms = 60000};
    searching_start(&p, GAME_LEVEE, 13, 2);
    struct thread *t = thread_new(stop_soon, e);
    assert_non_null(t);
    assert_int_equal(engine_search(e, &p, &limits, NULL, NULL, &report), 0);
    thread_join(t);
    assert_true(report.elapsed_ms < 30000);
    assert_int_equal(position_judge(&p, report.best), VERDICT_OK);
    engine_free(e);
}

/* The clock of the thread, not the one on the wall: also in a search with a thread of its own, and
 * whatever the owner has used before. */
static void processor_time_is_kept(void **state)
{
    (void)state;
    struct engine *e = searching_engine(64 << 20, 1, 0);
    struct position p;
    struct search_report report;
    struct engine_limits limits = {.cpu_ms = 30};
    searching_start(&p, GAME_REDSTONE, 9,
                    2); /* no net: one judgement takes a sanitizer milliseconds */
    for (int round = 0; round < 2; round++) {
        int64_t begun_us = clock_thread_cpu_us();
        assert_int_equal(engine_search(e, &p, &limits, NULL, NULL, &report), 0);
        int64_t used_us = clock_thread_cpu_us() - begun_us;
        assert_true(used_us >= 30000);
        assert_true(used_us < 500000); /* one round of a sanitizer's build is long */
        assert_true(report.nodes_n > 10);
    }
    assert_int_equal(engine_start(e, &p, &limits, NULL), 0);
    assert_int_equal(engine_wait(e, &report), 0);
    assert_true(report.elapsed_ms >= 29);
    assert_true(report.nodes_n > 10);
    limits.cpu_ms = -1;
    assert_int_equal(engine_search(e, &p, &limits, NULL, NULL, &report), ERR_RANGE);
    engine_free(e);
}

/* ---- with a net ---- */

static struct net net;

static int open_net(void **state)
{
    const char *why = "";
    (void)state;
    make_file(3, 16, 2, 9);
    return net_open(&net, file, file_n, &why);
}

/* A search some moves into a game of Palisade. */
static void search_with_net(uint64_t mib, int threads, uint64_t seed, int64_t nodes,
                            struct position *p, struct search_report *out)
{
    const struct engine_options options = {
        .memory_bytes = mib << 20, .threads = threads, .seed = seed, .net = &net};
    struct engine *e = engine_new(&options);
    struct rng r;
    assert_non_null(e);
    rng_seed(&r, 4);
    searching_start(p, GAME_PALISADE, 9, 2);
    for (int i = 0; i < 4; i++)
        position_play_legal(p, position_random(p, &r));
    searching_run(e, p, nodes, out);
    engine_free(e);
}

static void without_room_for_a_net_playouts_judge(void **state)
{
    (void)state;
    struct position p;
    struct search_report r;
    search_with_net(1, 3, 5, 300, &p, &r);
    assert_int_equal(r.net, 0);
    assert_int_equal(r.nodes_n, 300);
}

static void threads_share_the_judgements_of_a_net(void **state)
{
    (void)state;
    struct position p;
    struct search_report r;
    search_with_net(16, 3, 5, 2000, &p, &r);
    assert_int_equal(r.net, net.crc);
    assert_int_equal(r.nodes_n, 2000);
    assert_int_equal(position_judge(&p, r.best), VERDICT_OK);
}

/* The net sees the board through a symmetry that the seed chooses: the same seed plays the same
 * again, and others need not. */
static void a_seed_varies_a_search_with_a_net(void **state)
{
    (void)state;
    enum { SEEDS = 10 };
    uint64_t found[SEEDS];
    int differ = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
        struct position p;
        struct search_report r;
        search_with_net(16, 1, (uint64_t)seed, 100, &p, &r);
        found[seed] = signature_report(&r);
        search_with_net(16, 1, (uint64_t)seed, 100, &p, &r);
        assert_true(signature_report(&r) == found[seed]);
        differ += found[seed] != found[0];
    }
    assert_true(differ > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_threads_prove_the_same),
        cmocka_unit_test(several_threads_share_the_work),
        cmocka_unit_test(threads_give_back_full_memory),
        cmocka_unit_test(a_search_can_be_stopped_from_outside),
        cmocka_unit_test(processor_time_is_kept),
        cmocka_unit_test(without_room_for_a_net_playouts_judge),
        cmocka_unit_test(threads_share_the_judgements_of_a_net),
        cmocka_unit_test(a_seed_varies_a_search_with_a_net),
    };
    return cmocka_run_group_tests(tests, open_net, NULL);
}
