/* test_passwords.c - the pool that checks passwords: right, wrong and missing ones; a full pool;
 * a stopped pool. */
#include "testing.h"

#include "base/err.h"
#include "service/core/unicode.h"
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

static void passwords_fit_however_a_keyboard_spells_them(void **state)
{
    (void)state;
    char made[PEOPLE_PASSWORD_BYTES];
    char old[PEOPLE_PASSWORD_BYTES];
    assert_int_equal(passwords_make("p\xc3\xa4ssw\xc3\xb6rter", made), 0); /* NFC */
    assert_true(passwords_fit(made, "pa\xcc\x88sswo\xcc\x88rter"));        /* NFD */
    assert_true(passwords_fit(made, "p\xc3\xa4ssw\xc3\xb6rter"));
    assert_false(passwords_fit(made, "passworter"));
    /* Blanks count, but every kind is the same; case and width matter. */
    assert_int_equal(passwords_make("right\xc2\xa0horse ", made), 0);
    assert_true(passwords_fit(made, "right horse\xe3\x80\x80"));
    assert_false(passwords_fit(made, "right horse"));
    assert_false(passwords_fit(made, "Right horse "));
    assert_false(passwords_fit(made, "\xef\xbd\x92ight horse "));
    /* A string of an older version was made of the bytes as they were typed. */
    static const char typed[] = "o\xcc\x88l\xc2\xa0lamp";
    assert_int_equal(crypto_pwhash_str(old, typed, strlen(typed),
                                       crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                       crypto_pwhash_MEMLIMIT_INTERACTIVE),
                     0);
    assert_true(passwords_fit(old, typed));
    assert_false(passwords_fit(old, "ol lamp"));
    /* What is no UTF-8 is taken as it is. */
    assert_int_equal(passwords_make("\xff\xfe binary", made), 0);
    assert_true(passwords_fit(made, "\xff\xfe binary"));
}

static void must_look(const char *a, const char *b, bool alike)
{
    char shape[2][UNICODE_SHAPE_BYTES];
    unicode_shape(a, shape[0]);
    unicode_shape(b, shape[1]);
    if ((strcmp(shape[0], shape[1]) == 0) != alike)
        fail_msg("%s (%s) and %s (%s)", a, shape[0], b, shape[1]);
}

static void names_that_look_alike_have_one_shape(void **state)
{
    (void)state;
    must_look("Iann", "lann", true);
    must_look("Iann", "1ann", true);
    must_look("ann0", "annO", true);
    must_look("MAX", "rnax", true);
    must_look("Larks", "L\xd0\xb0rks", true);                 /* a Cyrillic a */
    must_look("Larks", "\xce\x9b\xd0\xb0rks", false);         /* a Lambda is no L */
    must_look("PECTOR", "\xd0\xa0\xd0\x95\xd0\xa1TOR", true); /* Cyrillic capitals */
    must_look("The Larks", "The\xc2\xa0Larks", true);
    must_look("J\xc3\xb6rgs", "Jo\xcc\x88rgs", true);
    must_look("\xef\xbc\xac"
              "arks",
              "larks", true); /* full width */
    must_look("Larks", "Lark", false);
    must_look("anna", "anne", false);
    must_look("J\xc3\xb6rg", "Jorg", false);
    char shape[UNICODE_SHAPE_BYTES];
    char many[3000];
    memset(many, 'm', sizeof many - 1);
    many[sizeof many - 1] = '\0';
    unicode_shape(many, shape);
    assert_int_equal(strlen(shape), sizeof shape - 1);
    unicode_shape("", shape);
    assert_string_equal(shape, " ");
}

/* Names of players are ASCII, and the store's index compares them without ICU (PLAYER_SHAPE). */
static void the_store_knows_the_shapes_of_ascii(void **state)
{
    (void)state;
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    for (const char *c = letters; *c != '\0'; c++) {
        char name[2] = {*c, '\0'};
        char shape[UNICODE_SHAPE_BYTES];
        char small = (char)(*c == 'I' ? 'l' : *c >= 'A' && *c <= 'Z' ? *c + ('a' - 'A') : *c);
        const char *want = small == 'm'   ? "rn"
                           : small == '1' ? "l"
                           : small == '0' ? "o"
                                          : (const char[2]){small, '\0'};
        unicode_shape(name, shape);
        assert_string_equal(shape, want);
    }
}

static void names_are_taken_as_they_are_meant(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"ann", "ann"},
        {" ann ", "ann"},
        {"ann\xc2\xa0", "ann"},
        {"\xef\xbb\xbf"
         "ann\xe2\x80\x8b\t\n",
         "ann"},
        {"Jo\xcc\x88rg", "J\xc3\xb6rg"},
        {"a b", "a b"},
        {" a \n\tb\xe3\x80\x80", "a b"},
        {" ", ""},
    };
    char out[64];
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        assert_true(unicode_name(names[i][0], out, sizeof out));
        assert_string_equal(out, names[i][1]);
    }
    assert_false(unicode_name("\xff", out, sizeof out));
    assert_false(unicode_name("a name that is too long for its room", out, 16));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passwords_fit_however_a_keyboard_spells_them),
        cmocka_unit_test(names_that_look_alike_have_one_shape),
        cmocka_unit_test(the_store_knows_the_shapes_of_ascii),
        cmocka_unit_test(names_are_taken_as_they_are_meant),
        cmocka_unit_test(what_is_made_fits_and_nothing_else_does),
        cmocka_unit_test(a_full_queue_refuses_and_what_is_queued_is_finished),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
