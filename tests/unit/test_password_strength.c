/* test_password_strength.c - passwords that attackers guess first are refused, and others are not
 * (service/people/password_strength.h). */
#include "testing.h"

#include "service/people/password_strength.h"
#include <ctype.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void the_words_are_sorted(void **state)
{
    (void)state;
    for (size_t i = 1; i < password_strength_words_n; i++)
        if (strcmp(password_strength_words[i - 1], password_strength_words[i]) >= 0)
            fail_msg("%s before %s", password_strength_words[i - 1], password_strength_words[i]);
}

static bool in_common(const char *word)
{
    size_t n = strlen(word);
    for (size_t k = 0; k < password_strength_common_n; k++)
        for (size_t i = 0;
             password_strength_common[k].length == n && i < password_strength_common[k].n; i++)
            if (memcmp(password_strength_common[k].text + i * n, word, n) == 0)
                return true;
    return false;
}

static void no_word_is_in_the_published_list_as_well(void **state)
{
    (void)state;
    for (size_t i = 0; i < password_strength_words_n; i++)
        if (in_common(password_strength_words[i]))
            fail_msg("%s is in both", password_strength_words[i]);
}

static void the_first_passwords_of_leaked_lists_are_refused(void **state)
{
    static const char *const list[] = {
        "password",    "Password1",    "passw0rd",    "P@ssw0rd!",     "password123", "12345678",
        "123456789",   "1234567890",   "87654321",    "11111111",      "00000000",    "123123123",
        "12341234",    "11223344",     "19871212",    "31121990",      "qwertyuiop",  "qwerty123",
        "qwerty12345", "asdfghjkl",    "1qaz2wsx",    "1q2w3e4r5t",    "q1w2e3r4t5",  "qazwsxedc",
        "zxcvbnm123",  "azertyuiop",   "qwertzuiop",  "yxcvbnm1",      "abcdefgh",    "abcd1234",
        "abc12345",    "a1b2c3d4",     "aaaaaaaa",    "aaaa1111",      "asdfasdf",    "abcabcabc",
        "iloveyou",    "iloveyou2",    "ILoveYou!",   "sunshine",      "princess",    "football",
        "baseball1",   "superman",     "batman123",   "starwars",      "pokemon1",    "trustno1",
        "letmein1",    "welcome1",     "monkey123",   "dragon2019!",   "master12",    "shadow99",
        "michael1",    "jennifer",     "charlie1",    "computer",      "internet",    "changeme",
        "qwer1234",    "1234qwer",     "asdf1234",    "liverpool1",    "chocolate",   "passwort",
        "Passwort1",   "schatz123",    "hallo123",    "hallohallo",    "motdepasse",  "bonjour1",
        "soleil123",   "doudou12",     "marseille13", "sommer2024",    "Summer2024!", "december12",
        "montag123",   "dragondragon", "admin123",    "administrator", "test1234",    "testtest",
        "guest123",    "palisade1",    "redstone",    "hoshi123",      "$3cr3t!!",    "m1ch43l99",
        "147258369",   "!@#$%^&*",     "987654321a",  "123456789q",    "99999999",
    };
    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (password_strength_why(list[i], "ann") == NULL)
            fail_msg("%s may be chosen", list[i]);
}

static void the_common_ones_are_sorted(void **state)
{
    (void)state;
    for (size_t k = 0; k < password_strength_common_n; k++) {
        const struct password_strength_common *c = &password_strength_common[k];
        assert_int_equal(strlen(c->text), c->length * c->n);
        assert_true(k == 0 || password_strength_common[k - 1].length < c->length);
        for (size_t i = 1; i < c->n; i++)
            assert_true(memcmp(c->text + (i - 1) * c->length, c->text + i * c->length, c->length) <
                        0);
    }
}

/* The published list itself, the most common first. */
static json_t *load_passwords(void)
{
    char path[512];
    json_error_t why;
    snprintf(path, sizeof path, "%s/../node_modules/@zxcvbn-ts/language-common/src/passwords.json",
             getenv("HOSHI_TESTS"));
    json_t *list = json_load_file(path, 0, &why);
    if (list == NULL)
        fail_msg("%s: %s", path, why.text);
    return list;
}

static void refuses(const char *password)
{
    if (password_strength_why(password, "ann") == NULL)
        fail_msg("%s may be chosen", password);
}

static void the_ten_thousand_most_common_are_refused(void **state)
{
    enum { MOST = 10000, SHORTEST = 4, OF_ACCOUNT = 8 };
    char shouted[64];
    size_t long_n = 0;
    (void)state;
    json_t *list = load_passwords();
    assert_true(json_array_size(list) > MOST);
    for (size_t i = 0; i < json_array_size(list) && (i < MOST || long_n < MOST); i++) {
        const char *password = json_string_value(json_array_get(list, i));
        size_t n = strlen(password);
        long_n += n >= OF_ACCOUNT;
        if (n < SHORTEST || (i >= MOST && n < OF_ACCOUNT))
            continue; /* too short */
        refuses(password);
        for (size_t k = 0; k <= n; k++) /* capitals do not help */
            shouted[k] =
                (char)(password[k] >= 'a' && password[k] <= 'z' ? password[k] - 32 : password[k]);
        refuses(shouted);
    }
    assert_int_equal(long_n, MOST);
    json_decref(list);
}

static void an_ending_does_not_help_a_common_one(void **state)
{
    (void)state;
    refuses("tarheels");
    refuses("Tarheels84!");
    refuses("t4rh33ls");
    refuses("1hxboqg2"); /* neither a word nor a walk over the keyboard */
}

/* Returns how many of them are long enough for an account's password. */
static int refuses_with_endings(const char *word, size_t word_n)
{
    static const char *const ends[] = {"",     "1",  "2",  "12", "123", "1234", "!",   "1!",
                                       "123!", "01", "69", "99", "00",  "007",  "321", "11"};
    char text[64];
    int n = 0;
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        snprintf(text, sizeof text, "%.*s%s", (int)word_n, word, ends[k]);
        if (strlen(text) < 8)
            continue;
        if (password_strength_why(text, "") == NULL)
            fail_msg("%s may be chosen", text);
        n++;
    }
    return n;
}

static void the_words_with_usual_endings_are_refused(void **state)
{
    int n = 0;
    (void)state;
    for (size_t i = 0; i < password_strength_words_n; i++)
        n += refuses_with_endings(password_strength_words[i], strlen(password_strength_words[i]));
    for (size_t k = 0; k < password_strength_common_n; k++) {
        const struct password_strength_common *c = &password_strength_common[k];
        for (size_t i = 0; i < c->n; i++)
            if (islower((unsigned char)c->text[i * c->length]))
                n += refuses_with_endings(c->text + i * c->length, c->length);
    }
    assert_true(n > 10000);
}

static void the_user_name_is_refused_with_what_is_put_around_it(void **state)
{
    (void)state;
    assert_non_null(password_strength_why("Rosalinde", "rosalinde"));
    assert_non_null(password_strength_why("rosalinde84", "Rosalinde"));
    assert_non_null(password_strength_why("!rosalinde!", "rosalinde"));
    assert_non_null(password_strength_why("r0salinde", "rosalinde"));
    assert_non_null(password_strength_why("zyx-w.77", "Zyx-W.77"));
    assert_null(password_strength_why("rosalinde84", "ann"));
    assert_null(password_strength_why("rosalinde84", ""));
}

static void phrases_and_random_ones_may_be_chosen(void **state)
{
    static const char *const list[] = {
        "correct horse battery staple",
        "correct-horse",
        "a horse, a battery",
        "blue otters sing",
        "kd8Fq2!xLw",
        "tree.house.on.fire",
        "x7gQpR2m",
        "zu spät gekommen",
        "l'été dernier à Brest",
        "dragonflies eat 3 gnats",
        "831402957716", /* twelve digits */
        "dragon-4711-palisade",
        "日本語のパスワード",
    };
    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (password_strength_why(list[i], "ann") != NULL)
            fail_msg("%s: %s", list[i], password_strength_why(list[i], "ann"));
}

static void any_bytes_are_taken(void **state)
{
    char text[260];
    (void)state;
    memset(text, 'q', sizeof text);
    text[sizeof text - 1] = '\0';
    assert_null(password_strength_why(text, "")); /* too long to be one of these */
    assert_non_null(password_strength_why("\xff\xff\xff\xff\xff\xff\xff\xff", ""));
    assert_non_null(password_strength_why("", ""));
    for (int c = 1; c < 256; c++) {
        for (size_t n = 1; n < 20; n++) {
            memset(text, c, n);
            text[n] = '\0';
            assert_non_null(password_strength_why(text, text)); /* its own name */
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_words_are_sorted),
        cmocka_unit_test(no_word_is_in_the_published_list_as_well),
        cmocka_unit_test(the_first_passwords_of_leaked_lists_are_refused),
        cmocka_unit_test(the_common_ones_are_sorted),
        cmocka_unit_test(the_ten_thousand_most_common_are_refused),
        cmocka_unit_test(an_ending_does_not_help_a_common_one),
        cmocka_unit_test(the_words_with_usual_endings_are_refused),
        cmocka_unit_test(the_user_name_is_refused_with_what_is_put_around_it),
        cmocka_unit_test(phrases_and_random_ones_may_be_chosen),
        cmocka_unit_test(any_bytes_are_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
