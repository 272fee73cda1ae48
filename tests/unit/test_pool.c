/* test_pool.c - threads that are shared fairly: a player who floods the pool waits longer than
 * the others, and what exceeds the queue is refused. */
#include "testing.h"

#include "base/err.h"
#include "platform/pool.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { FLOOD = 40 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int order; /* how many have run */
static atomic_bool gate;
static atomic_int dropped;

struct counted {
    struct pool_job job;
    int ran_as; /* 1: the first */
    int work_ms;
};

static void nap(int ms)
{
    const struct timespec t = {.tv_nsec = ms * 1000000L};
    (void)nanosleep(&t, NULL);
}

static void run(struct pool_job *j, void *own)
{
    struct counted *t = (struct counted *)(void *)j;
    (void)own;
    while (!atomic_load(&gate))
        nap(1);
    if (t->work_ms > 0)
        nap(t->work_ms);
    (void)pthread_mutex_lock(&mutex);
    t->ran_as = ++order;
    (void)pthread_mutex_unlock(&mutex);
}

static void drop(struct pool_job *j)
{
    ((struct counted *)(void *)j)->ran_as = -1;
    (void)atomic_fetch_add(&dropped, 1);
}

static struct counted batch_of(uint64_t caller)
{
    return (struct counted){.job = {.run = run, .drop = drop, .fair = {.caller = caller}}};
}

static int begin(void **state)
{
    (void)state;
    order = 0;
    atomic_store(&gate, false);
    atomic_store(&dropped, 0);
    return 0;
}

static void a_later_caller_does_not_wait_for_a_flood(void **state)
{
    (void)state;
    static struct counted flood[FLOOD];
    struct pool *p = pool_new(1, NULL, (struct pool_bounds){.most = 100, .each = 100});
    for (int i = 0; i < FLOOD; i++) {
        flood[i] = batch_of(1);
        flood[i].work_ms = 2;
        assert_int_equal(pool_add(p, &flood[i].job), 0);
    }
    struct counted other = batch_of(2);
    assert_int_equal(pool_add(p, &other.job), 0);
    atomic_store(&gate, true);
    pool_free(p);
    /* One of the flood was under way already, and one may be level with it. */
    assert_in_range(other.ran_as, 1, 3);
    assert_int_equal(order, FLOOD + 1);
}

static void callers_who_used_much_wait_for_callers_who_used_little(void **state)
{
    (void)state;
    static struct counted dear[4];
    static struct counted cheap[8];
    struct pool *p = pool_new(1, NULL, (struct pool_bounds){.most = 100, .each = 100});
    for (int i = 0; i < 4; i++) {
        dear[i] = batch_of(1);
        dear[i].work_ms = 30;
        assert_int_equal(pool_add(p, &dear[i].job), 0);
    }
    for (int i = 0; i < 8; i++) {
        cheap[i] = batch_of(2);
        cheap[i].work_ms = 1;
        assert_int_equal(pool_add(p, &cheap[i].job), 0);
    }
    atomic_store(&gate, true);
    pool_free(p);
    /* The second of the dear ones comes when as much time has gone to the cheap ones: never, for
     * all of them are less. */
    assert_true(cheap[7].ran_as < dear[2].ran_as);
}

static void a_caller_is_refused_beyond_their_bound_and_others_are_not(void **state)
{
    (void)state;
    static struct counted mine[8];
    struct pool *p = pool_new(1, NULL, (struct pool_bounds){.most = 100, .each = 4});
    int taken = 0;
    for (int i = 0; i < 8; i++) {
        mine[i] = batch_of(1);
        taken += pool_add(p, &mine[i].job) == 0;
    }
    assert_in_range(taken, 4, 5); /* one may have begun */
    struct counted other = batch_of(2);
    assert_int_equal(pool_add(p, &other.job), 0);
    atomic_store(&gate, true);
    pool_free(p);
    assert_int_equal(order, taken + 1);
}

static void when_all_is_full_the_one_with_the_most_makes_room(void **state)
{
    (void)state;
    static struct counted flood[20];
    static struct counted others[5];
    struct pool_stats stats;
    int refused = 0;
    struct pool *p = pool_new(1, NULL, (struct pool_bounds){.most = 10, .each = 10});
    for (int i = 0; i < 20; i++) {
        flood[i] = batch_of(1);
        if (pool_add(p, &flood[i].job) < 0)
            refused++;
    }
    for (int i = 0; i < 5; i++) {
        others[i] = batch_of(2 + (uint64_t)i);
        assert_int_equal(pool_add(p, &others[i].job), 0);
    }
    pool_stats(p, &stats);
    assert_in_range(refused, 9, 10);
    assert_in_range(stats.waiting, 9, 10);
    assert_true(atomic_load(&dropped) >= 4);
    atomic_store(&gate, true);
    pool_free(p);
    for (int i = 0; i < 5; i++)
        assert_true(others[i].ran_as > 0);
}

static void jobs_that_wait_too_long_are_dropped(void **state)
{
    (void)state;
    struct pool *p = pool_new(1, NULL, (struct pool_bounds){.most = 10, .each = 10});
    struct counted first = batch_of(1);
    struct counted late = batch_of(2);
    late.job.wait_ms = 10;
    assert_int_equal(pool_add(p, &first.job), 0);
    nap(20);
    assert_int_equal(pool_add(p, &late.job), 0);
    nap(40);
    atomic_store(&gate, true);
    while (atomic_load(&dropped) == 0)
        nap(1);
    pool_free(p);
    assert_int_equal(late.ran_as, -1);
}

static void one_caller_never_has_all_threads(void **state)
{
    (void)state;
    static struct counted flood[6];
    struct pool *p = pool_new(2, NULL, (struct pool_bounds){.most = 100, .each = 100});
    for (int i = 0; i < 6; i++) {
        flood[i] = batch_of(1);
        assert_int_equal(pool_add(p, &flood[i].job), 0);
    }
    nap(20);
    struct pool_stats stats;
    pool_stats(p, &stats);
    assert_int_equal(stats.waiting, 5); /* one thread is kept for others */
    atomic_store(&gate, true);
    pool_free(p);
    assert_int_equal(order, 6);
}

struct place_of_work {
    struct pool_job job;
    cpu_set_t cpus;
    int priority;
};

static void look_around(struct pool_job *j, void *own)
{
    struct place_of_work *w = (struct place_of_work *)(void *)j;
    (void)own;
    assert_int_equal(sched_getaffinity(0, sizeof w->cpus, &w->cpus), 0);
    w->priority = getpriority(PRIO_PROCESS, 0);
}

static void its_threads_leave_the_first_processor_to_others(void **state)
{
    (void)state;
    struct place_of_work w = {.job = {.run = look_around, .drop = drop, .fair = {.caller = 1}}};
    cpu_set_t all;
    size_t first = 0;
    struct pool *p = pool_new(1, NULL, (struct pool_bounds){.most = 1, .each = 1});
    assert_int_equal(pool_add(p, &w.job), 0);
    pool_free(p);
    CPU_ZERO(&all);
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    while (!CPU_ISSET(first, &all))
        first++;
    if (CPU_COUNT(&all) > 1)
        CPU_CLR(first, &all);
    assert_true(CPU_EQUAL(&all, &w.cpus));
    int mine = getpriority(PRIO_PROCESS, 0);
    assert_true(w.priority > mine || mine == 19);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_later_caller_does_not_wait_for_a_flood, begin),
        cmocka_unit_test_setup(callers_who_used_much_wait_for_callers_who_used_little, begin),
        cmocka_unit_test_setup(a_caller_is_refused_beyond_their_bound_and_others_are_not, begin),
        cmocka_unit_test_setup(when_all_is_full_the_one_with_the_most_makes_room, begin),
        cmocka_unit_test_setup(jobs_that_wait_too_long_are_dropped, begin),
        cmocka_unit_test_setup(one_caller_never_has_all_threads, begin),
        cmocka_unit_test_setup(its_threads_leave_the_first_processor_to_others, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
