/* test_base.c - errors, random numbers and text buffers. */
#include "testing.h"

#include "base/err.h"
#include "base/list.h"
#include "base/macros.h"
#include "base/rng.h"
#include "base/text.h"
#include "platform/array.h"
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void text_never_overruns(void **state)
{
    (void)state;
    char buf[6];
    struct text t;
    text_init(&t, buf, sizeof buf);
    text_str(&t, "abc");
    text_int(&t, -1234);
    assert_string_equal(buf, "abc-1");
    assert_true(t.full);
}

static void text_prints_the_extreme_integers(void **state)
{
    (void)state;
    char buf[64];
    struct text t;
    text_init(&t, buf, sizeof buf);
    text_int(&t, INT64_MIN);
    text_char(&t, ' ');
    text_int(&t, INT64_MAX);
    text_char(&t, ' ');
    text_int(&t, 0);
    assert_string_equal(buf, "-9223372036854775808 9223372036854775807 0");
    assert_false(t.full);
}

static void text_takes_bytes_and_counts_characters(void **state)
{
    (void)state;
    char buf[8];
    struct text t;
    text_init(&t, buf, sizeof buf);
    text_mem(&t, "abcdef", 3);
    text_mem(&t, "", 0);
    assert_string_equal(buf, "abc");
    assert_int_equal(text_characters(""), 0);
    assert_int_equal(text_characters("9\303\2279 \342\200\246"), 5); /* 9, times, 9, blank, dots */
}

static void names_compare_without_case(void **state)
{
    (void)state;
    assert_true(text_same_nocase("Palisade", "pALISADE"));
    assert_false(text_same_nocase("levee", "levees"));
    assert_false(text_same_nocase("", "a"));
    assert_true(text_same_nocase("", ""));
}

static void equal_seeds_give_equal_sequences(void **state)
{
    (void)state;
    struct rng a;
    struct rng b;
    rng_seed(&a, 7);
    rng_seed(&b, 7);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(rng_next(&a), rng_next(&b));
}

static void below_is_in_range_and_even(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 1);
    int count[7] = {0};
    for (int i = 0; i < 70000; i++)
        count[rng_below(&r, 7)]++;
    for (int i = 0; i < 7; i++) /* 10000 expected, sigma 93: six sigma */
        assert_in_range(count[i], 9440, 10560);
}

static void every_error_has_a_text(void **state)
{
    (void)state;
    assert_string_equal(err_text(ERR_FULL), "the space given is full");
    assert_string_equal(err_name(ERR_FULL), "ERR_FULL");
    assert_string_equal(err_text(12345), "unknown error");
    assert_string_equal(err_name(12345), "ERR_?");
#define ERR_EXPECT(name, value, text)                                                              \
    assert_int_equal(ERR_##name, value);                                                           \
    assert_string_equal(err_text(value), text);                                                    \
    assert_string_equal(err_name(value), "ERR_" #name);
    ERR_LIST(ERR_EXPECT)
#undef ERR_EXPECT
}

static void a_bug_is_reported_with_its_place_before_the_program_aborts(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        (void)dup2(ends[1], STDERR_FILENO);
        (void)signal(SIGABRT, SIG_DFL);
        ASSERT(child == 1);
        _exit(0);
    }
    (void)close(ends[1]);
    char said[512] = {0};
    size_t n = 0;
    for (ssize_t k; n < sizeof said - 1 && (k = read(ends[0], said + n, sizeof said - 1 - n)) > 0;)
        n += (size_t)k;
    (void)close(ends[0]);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_non_null(strstr(said, "test_base.c:"));
    assert_non_null(strstr(said, "this should always hold: child == 1"));
}

/* The list and an array of the same numbers, through random operations. */
static void a_list_keeps_its_order_whatever_leaves_it(void **state)
{
    (void)state;
    enum { N = 12, STEPS = 5000 };
    struct item {
        int number;
        struct list_link link;
    } items[N];
    int model[N];
    int n = 0;
    struct list list = {NULL, NULL};
    struct rng rng;
    bool listed[N] = {false};
    rng_seed(&rng, 7);
    for (int step = 0; step < STEPS; step++) {
        int i = (int)rng_below(&rng, N);
        bool first = rng_below(&rng, 2) == 0;
        if (listed[i]) {
            int at = 0;
            while (model[at] != i)
                at++;
            memmove(model + at, model + at + 1, (size_t)(--n - at) * sizeof *model);
            list_remove(&list, &items[i].link);
        } else {
            items[i].number = i;
            if (first)
                memmove(model + 1, model, (size_t)n * sizeof *model);
            model[first ? 0 : n] = i;
            n++;
            (first ? list_add_first : list_add_last)(&list, &items[i].link);
        }
        listed[i] = !listed[i];
        int at = 0;
        LIST_EACH (struct item, e, &list, link)
            assert_int_equal(e->number, model[at++]);
        assert_int_equal(at, n);
        for (struct list_link *k = list.last; k != NULL; k = k->before)
            assert_int_equal(CONTAINER_OF(k, struct item, link)->number, model[--at]);
        assert_int_equal(at, 0);
    }
}

static void an_array_grows_and_keeps_what_it_holds(void **state)
{
    int *list = NULL;
    int n = 0;
    int cap = 0;
    (void)state;
    for (; n < 1000; n++) {
        assert_true(ARRAY_ROOM(list, n, &cap));
        assert_true(cap > n);
        list[n] = n;
    }
    for (int i = 0; i < n; i++)
        assert_int_equal(list[i], i);
    /* What cannot be had changes nothing. */
    const int *before = list;
    int old = cap;
    assert_false(array_room(&list, cap, &cap, SIZE_MAX / 8));
    assert_ptr_equal(list, before);
    assert_int_equal(cap, old);
    cap = INT_MAX;
    assert_false(ARRAY_ROOM(list, INT_MAX, &cap));
    assert_ptr_equal(list, before);
    free(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_never_overruns),
        cmocka_unit_test(text_prints_the_extreme_integers),
        cmocka_unit_test(text_takes_bytes_and_counts_characters),
        cmocka_unit_test(names_compare_without_case),
        cmocka_unit_test(equal_seeds_give_equal_sequences),
        cmocka_unit_test(below_is_in_range_and_even),
        cmocka_unit_test(every_error_has_a_text),
        cmocka_unit_test(a_list_keeps_its_order_whatever_leaves_it),
        cmocka_unit_test(an_array_grows_and_keeps_what_it_holds),
        cmocka_unit_test(a_bug_is_reported_with_its_place_before_the_program_aborts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
