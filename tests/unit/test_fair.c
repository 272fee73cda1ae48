/* test_fair.c - nobody can starve a newcomer, in simulated time: the bound that fair.h states holds
 * for random arrivals beside callers who always wait. */
#include "testing.h"

#include "base/err.h"
#include "base/rng.h"
#include "platform/fair.h"
#include <stdio.h>
#include <stdlib.h>

enum {
    LONGEST_US = 50 * 1000,
    THREADS_MAX = 3,
    CALLERS = 40,
    EACH = 8,
    STEPS = 4000,
    RUNS = 60,
    HEAPED = 512,
};

struct caller {
    uint64_t id;
    enum fair_class class;
    bool always;   /* has a job waiting at any time */
    bool counts;   /* a newcomer at each arrival: it has a new number */
    bool new;      /* waits, and no job was begun since */
    int waiting;   /* its jobs */
    int64_t since; /* it is new since then, */
    int64_t until; /* and must be served by then */
};

struct job {
    struct fair_job fair;
    struct caller *of;
    int64_t us;
};

struct world {
    struct fair *fair;
    struct rng rng;
    int64_t now;
    int threads_n;
    struct {
        struct fair_place *place; /* NULL: free */
        struct job *job;
        int64_t ends;
    } threads[THREADS_MAX];
    struct caller callers[CALLERS];
    bool equal;    /* all jobs take the longest time, so that tags are often equal */
    int64_t worst; /* hundredths of a bound */
    int served;
};

/* fair.h */
static int64_t bound(const struct world *w, const struct caller *c)
{
    int64_t k = 0;
    for (int i = 0; i < CALLERS; i++)
        k += &w->callers[i] != c && w->callers[i].class == c->class && w->callers[i].new;
    return LONGEST_US * (1 + k + (FAIR_CLASS_N - 1) * (k + 2));
}

static void arrive(struct world *w, struct caller *c)
{
    if (c->counts && c->waiting == 0)
        c->id += CALLERS;
    struct job *j = calloc(1, sizeof *j);
    struct fair_job *out;
    assert_non_null(j);
    j->fair = (struct fair_job){.caller = c->id, .class = c->class};
    j->of = c;
    j->us = w->equal ? LONGEST_US : 1 + (int64_t)rng_below(&w->rng, LONGEST_US);
    if (fair_add(w->fair, &j->fair, &out) < 0) {
        free(j);
        return;
    }
    assert_null(out);
    if (c->waiting++ > 0)
        return;
    c->new = true;
    c->since = w->now;
    c->until = w->now + bound(w, c);
}

static void begin(struct world *w, int thread)
{
    struct fair_place *place;
    struct fair_job *next = fair_begin(w->fair, &place);
    if (next == NULL)
        return;
    struct job *j = CONTAINER_OF(next, struct job, fair);
    struct caller *c = j->of;
    if (c->new && c->counts) {
        int64_t percent = 100 * (w->now - c->since) / (c->until - c->since);
        if (percent > 100)
            fail_msg("caller %d waits %lld us, the bound is %lld", (int)c->id,
                     (long long)(w->now - c->since), (long long)(c->until - c->since));
        w->worst = percent > w->worst ? percent : w->worst;
        w->served++;
    }
    c->new = false;
    c->waiting--;
    w->threads[thread].place = place;
    w->threads[thread].job = j;
    w->threads[thread].ends = w->now + j->us;
    if (c->always)
        arrive(w, c);
}

static void end(struct world *w, int thread)
{
    (void)fair_end(w->fair, w->threads[thread].place, w->threads[thread].job->us);
    free(w->threads[thread].job);
    w->threads[thread].place = NULL;
}

/* The next job to end, or -1. */
static int next_end(const struct world *w)
{
    int first = -1;
    for (int t = 0; t < w->threads_n; t++)
        if (w->threads[t].place != NULL &&
            (first < 0 || w->threads[t].ends < w->threads[first].ends))
            first = t;
    return first;
}

static void begin_all(struct world *w)
{
    for (int t = 0; t < w->threads_n; t++)
        if (w->threads[t].place == NULL)
            begin(w, t);
}

/* One stranger and some members always wait; everybody else comes now and then, alone, in crowds,
 * or with several jobs. */
static void simulate(struct world *w)
{
    int64_t comes = 0;
    for (int step = 0; step < STEPS; step++) {
        int t = next_end(w);
        if (t >= 0 && w->threads[t].ends <= comes) {
            w->now = w->threads[t].ends;
            end(w, t);
        } else {
            w->now = comes;
            for (uint32_t n = rng_below(&w->rng, 8) == 0 ? 1 + rng_below(&w->rng, 10) : 1; n > 0;
                 n--)
                arrive(w, &w->callers[rng_below(&w->rng, CALLERS)]);
            comes = w->now + 1 + (int64_t)rng_below(&w->rng, 2 * LONGEST_US);
        }
        begin_all(w);
    }
    for (int i = 0; i < CALLERS; i++)
        w->callers[i].always = false;
    for (int t; (t = next_end(w)) >= 0; begin_all(w)) {
        w->now = w->threads[t].ends;
        end(w, t);
    }
    assert_int_equal(fair_waiting(w->fair), 0);
}

static struct world *world_of(uint64_t seed, int threads_n)
{
    struct world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    rng_seed(&w->rng, seed);
    w->threads_n = threads_n;
    w->equal = rng_below(&w->rng, 2) == 0;
    w->fair = fair_new((struct fair_bounds){
        .most = 1000, .each = EACH, .running = threads_n > 1 ? threads_n - 1 : 1});
    assert_non_null(w->fair);
    int busy = 2 + (int)rng_below(&w->rng, CALLERS / 2);
    for (int i = 0; i < CALLERS; i++)
        w->callers[i] = (struct caller){
            .id = 1 + (uint64_t)i,
            .class = i == 0 ? FAIR_STRANGER : (enum fair_class)rng_below(&w->rng, FAIR_CLASS_N)};
    for (int i = busy; i < CALLERS; i++)
        w->callers[i].counts = i % 2 == 0;
    for (int i = 0; i < busy; i++) {
        struct caller *c = &w->callers[i];
        if (i > 0 && c->class == FAIR_STRANGER)
            c->class = FAIR_MEMBER;
        c->always = true;
        arrive(w, c);
    }
    return w;
}

static void a_newcomer_waits_at_most_the_bound(void **state)
{
    (void)state;
    int64_t worst = 0;
    int served = 0;
    for (int run = 0; run < RUNS; run++) {
        struct world *w = world_of((uint64_t)run + 1, 1 + run % THREADS_MAX);
        simulate(w);
        worst = w->worst > worst ? w->worst : worst;
        served += w->served;
        fair_free(w->fair);
        free(w);
    }
    /* The bound is not so wide that the test says nothing. */
    assert_in_range(worst, 50, 100);
    assert_true(served > RUNS * STEPS / 20);
}

/* What the last defence did wrong: a stranger who always waits keeps a low level, the members a
 * high one, and a newcomer was lifted to that of the members. */
static void one_class_does_not_lift_another(void **state)
{
    (void)state;
    struct fair *f = fair_new((struct fair_bounds){.most = 1000, .each = HEAPED, .running = 1});
    static struct fair_job jobs[2 * HEAPED + 1];
    struct fair_place *place;
    struct fair_job *out;
    assert_non_null(f);
    for (int i = 0; i < 2 * HEAPED; i++) {
        jobs[i] = (struct fair_job){.caller = 1 + (uint64_t)(i % 2),
                                    .class = i % 2 == 0 ? FAIR_STRANGER : FAIR_MEMBER};
        assert_int_equal(fair_add(f, &jobs[i], &out), 0);
    }
    for (int i = 0; i < HEAPED; i++) {
        const struct fair_job *j = fair_begin(f, &place);
        assert_non_null(j);
        (void)fair_end(f, place, j->class == FAIR_MEMBER ? 1000000 : 1000);
    }
    struct fair_job *late = &jobs[(size_t)2 * HEAPED];
    *late = (struct fair_job){.caller = 3, .class = FAIR_STRANGER};
    assert_int_equal(fair_add(f, late, &out), 0);
    int before = 0;
    while (fair_begin(f, &place) != late) {
        (void)fair_end(f, place, 1000);
        before++;
    }
    assert_in_range(before, 0, 2);
    fair_free(f);
}

/* Of two classes that always wait, and of two callers of a class. */
static void shares_are_equal_in_time(void **state)
{
    (void)state;
    static const int64_t cost_us[] = {100, 3000, 20000, 700};
    static struct fair_job jobs[4];
    int64_t used[4] = {0};
    struct fair *f = fair_new((struct fair_bounds){.most = 1000, .each = HEAPED, .running = 1});
    struct fair_place *place;
    struct fair_job *out;
    assert_non_null(f);
    for (int i = 0; i < 4; i++) {
        jobs[i] = (struct fair_job){.caller = 1 + (uint64_t)i,
                                    .class = i < 3 ? FAIR_STRANGER : FAIR_MEMBER};
        assert_int_equal(fair_add(f, &jobs[i], &out), 0);
    }
    for (int n = 0; n < 100000; n++) {
        struct fair_job *j = fair_begin(f, &place);
        assert_non_null(j);
        int64_t us = cost_us[j - jobs];
        used[j - jobs] += us;
        assert_int_equal(fair_add(f, j, &out), 0);
        (void)fair_end(f, place, us);
    }
    int64_t strangers = used[0] + used[1] + used[2];
    assert_in_range(used[3], strangers - 100000, strangers + 100000);
    for (int i = 0; i < 3; i++)
        assert_in_range(used[i], strangers / 3 - 100000, strangers / 3 + 100000);
    fair_free(f);
}

static void a_class_that_is_full_leaves_room_to_the_others(void **state)
{
    (void)state;
    struct fair *f = fair_new((struct fair_bounds){.most = 4, .each = 3, .running = 1});
    static struct fair_job jobs[8];
    struct fair_job *out;
    assert_non_null(f);
    for (int i = 0; i < 4; i++) {
        jobs[i] = (struct fair_job){.caller = 10 + (uint64_t)i};
        assert_int_equal(fair_add(f, &jobs[i], &out), 0);
    }
    /* Each stranger has one: the next finds nobody greedier. */
    jobs[4] = (struct fair_job){.caller = 20};
    assert_int_equal(fair_add(f, &jobs[4], &out), ERR_BUSY);
    for (int i = 5; i < 8; i++) {
        jobs[i] = (struct fair_job){.caller = 30, .class = FAIR_MAIL};
        assert_int_equal(fair_add(f, &jobs[i], &out), 0);
        assert_null(out);
    }
    jobs[4] = (struct fair_job){.caller = 30, .class = FAIR_MAIL};
    assert_int_equal(fair_add(f, &jobs[4], &out), ERR_BUSY);
    assert_int_equal(fair_waiting(f), 7);
    fair_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_newcomer_waits_at_most_the_bound),
        cmocka_unit_test(one_class_does_not_lift_another),
        cmocka_unit_test(shares_are_equal_in_time),
        cmocka_unit_test(a_class_that_is_full_leaves_room_to_the_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
