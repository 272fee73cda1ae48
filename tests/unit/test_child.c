/* test_child.c - lines to and from another program, also from one that ends. */
#include "testing.h"

#include "arena/child.h"
#include "base/err.h"
#include <signal.h>
#include <string.h>

enum { WAIT_MS = 20000 };

static struct child *start(const char *command)
{
    struct child *c = child_start(command);
    assert_non_null(c);
    return c;
}

static void lines_go_in_and_come_out(void **state)
{
    (void)state;
    struct child *c = start("cat");
    char *line;
    assert_int_equal(child_write(c, "one\ntwo\n", WAIT_MS, NULL), 0);
    assert_int_equal(child_line(c, WAIT_MS, NULL, &line), 0);
    assert_string_equal(line, "one");
    assert_int_equal(child_line(c, WAIT_MS, NULL, &line), 0);
    assert_string_equal(line, "two");
    child_stop(c, WAIT_MS);
}

static void what_it_wrote_before_its_end_is_read(void **state)
{
    (void)state;
    struct child *c = start("echo last");
    char *line;
    assert_int_equal(child_line(c, WAIT_MS, NULL, &line), 0);
    assert_string_equal(line, "last");
    assert_int_equal(child_line(c, WAIT_MS, NULL, &line), ERR_IO);
    child_stop(c, WAIT_MS);
}

/* With SIGPIPE as a program has it at its start, writing would end the test. The text is longer
 * than a pipe holds, because the output of a program that ends may close before its input. */
static void one_that_has_ended_is_an_error_not_a_signal(void **state)
{
    (void)state;
    (void)signal(SIGPIPE, SIG_DFL);
    struct child *c = start("false");
    static char text[1 << 20];
    memset(text, 'x', sizeof text - 1);
    assert_int_equal(child_write(c, text, WAIT_MS, NULL), ERR_IO);
    child_stop(c, WAIT_MS);
}

static void one_that_does_not_answer_is_given_up(void **state)
{
    (void)state;
    struct child *c = start("sleep 60");
    char *line;
    assert_int_equal(child_line(c, 1, NULL, &line), ERR_BUSY);
    atomic_int enough = 1;
    assert_int_equal(child_line(c, WAIT_MS, &enough, &line), ERR_BUSY);
    child_stop(c, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_go_in_and_come_out),
        cmocka_unit_test(what_it_wrote_before_its_end_is_read),
        cmocka_unit_test(one_that_has_ended_is_an_error_not_a_signal),
        cmocka_unit_test(one_that_does_not_answer_is_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
