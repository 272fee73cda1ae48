/* test_passwords.c - the pool that checks passwords: right, wrong and missing ones; a full pool;
 * a stopped pool. */
#include "testing.h"

#include "base/err.h"
#include "service/people/passwords.h"
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int finished;
static const struct pool_bounds bounds = {.most = PASSWORDS_QUEUE, .each = PASSWORDS_EACH};

static void on_done(struct password_job *j)
{
    (void)j;
    (void)pthread_mutex_lock(&mutex);
    finished++;
    (void)pthread_cond_signal(&cond);
    (void)pthread_mutex_unlock(&mutex);
}

static void wait_for(int n)
{
    (void)pthread_mutex_lock(&mutex);
    while (finished < n)
        (void)pthread_cond_wait(&cond, &mutex);
    finished = 0;
    (void)pthread_mutex_unlock(&mutex);
}

static void run(struct pool *p, struct password_job *j)
{
    j->done = on_done;
    assert_int_equal(passwords_submit(p, j), 0);
    wait_for(1);
}

static void what_is_made_fits_and_nothing_else_does(void **state)
{
    (void)state;
    struct pool *p = pool_new(2, NULL, bounds);
    assert_non_null(p);
    struct password_job make = {.make = true, .fresh = "correct horse"};
    run(p, &make);
    assert_true(make.fits);
    assert_memory_equal(make.made, "$argon2id$", 10);
    assert_string_equal(make.fresh, "");
    struct password_job right = {.check = true, .given = "correct horse"};
    snprintf(right.stored, sizeof right.stored, "%s", make.made);
    run(p, &right);
    assert_true(right.fits);
    assert_string_equal(right.given, "");
    struct password_job wrong = {.check = true, .make = true, .given = "x", .fresh = "new horse"};
    snprintf(wrong.stored, sizeof wrong.stored, "%s", make.made);
    run(p, &wrong);
    assert_false(wrong.fits);
    assert_string_equal(wrong.made, "");
    struct password_job nobody = {.check = true, .given = ""};
    run(p, &nobody);
    assert_false(nobody.fits);
    pool_free(p);
}

static void a_full_queue_refuses_and_what_is_queued_is_finished(void **state)
{
    (void)state;
    static struct password_job jobs[PASSWORDS_EACH + 8];
    struct pool *p = pool_new(1, NULL, bounds);
    assert_non_null(p);
    int taken = 0;
    int refused = 0;
    for (size_t i = 0; i < ARRAY_LEN(jobs); i++) {
        jobs[i] = (struct password_job){.done = on_done}; /* nothing to compute: quick */
        jobs[i].check = i == 0;                           /* but the first keeps the thread busy */
        jobs[i].caller = 7;
        if (passwords_submit(p, &jobs[i]) == 0)
            taken++;
        else
            refused++;
    }
    assert_true(taken >= PASSWORDS_EACH);
    assert_true(refused >= 1);
    pool_free(p);
    assert_int_equal(finished, taken);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_made_fits_and_nothing_else_does),
        cmocka_unit_test(a_full_queue_refuses_and_what_is_queued_is_finished),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
