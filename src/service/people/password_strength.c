#include "service/people/password_strength.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH_MAX = 200, AROUND_MAX = 8, DIGITS_ENOUGH = 12, WALK_MIN = 3, LOOSE_MAX = 2 };

static char small_of(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (unsigned char)c >= 128;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The letter that a digit or sign stands for; `one` is what 1 and ! stand for. */
static char letter_of(char c, char one)
{
    static const char from[] = "0345789@$+1!|";
    static const char to[] = "oeastbgast";
    const char *at = c != '\0' ? strchr(from, c) : NULL;
    if (at == NULL)
        return c;
    size_t i = (size_t)(at - from);
    return i < sizeof to - 1 ? to[i] : one;
}

static int compare(const void *key, const void *word)
{
    return strcmp(key, *(const char *const *)word);
}

/* --- words --- */

struct text {
    char s[LENGTH_MAX + 1];
    size_t n;
};

/* Rule 3: shortens a text that is one piece again and again, the last time perhaps in part. */
static void take_one(struct text *t)
{
    for (size_t unit = 1; unit <= t->n / 2; unit++) {
        if (memcmp(t->s, t->s + unit, t->n - unit) == 0) {
            t->n = unit;
            t->s[unit] = '\0';
            return;
        }
    }
}

/* A binary search among those of its length. */
static bool is_common(const struct text *t)
{
    for (size_t i = 0; i < password_strength_common_n; i++) {
        const struct password_strength_common *of_length = &password_strength_common[i];
        size_t low = 0;
        size_t high = of_length->length == t->n ? of_length->n : 0;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            int order = memcmp(t->s, of_length->text + middle * t->n, t->n);
            if (order == 0)
                return true;
            if (order < 0)
                high = middle;
            else
                low = middle + 1;
        }
    }
    return false;
}

static bool is_listed(const struct text *t, const char *name)
{
    return (name[0] != '\0' && strcmp(t->s, name) == 0) ||
           bsearch(t->s, password_strength_words, password_strength_words_n,
                   sizeof *password_strength_words, compare) != NULL ||
           (is_letter(t->s[0]) && is_common(t));
}

static bool is_word(struct text t, const char *name)
{
    if (is_listed(&t, name))
        return true;
    take_one(&t);
    return is_listed(&t, name);
}

/* Rule 2 for the part of t from `begin`, of n characters. */
static bool reads_as_word(const struct text *t, size_t begin, size_t n, const char *name)
{
    static const char ones[] = "il";
    for (size_t k = 0; k < sizeof ones - 1; k++) {
        struct text plain = {.n = n};
        for (size_t i = 0; i < n; i++)
            plain.s[i] = letter_of(t->s[begin + i], ones[k]);
        if (is_word(plain, name))
            return true;
    }
    struct text as_it_is = {.n = n};
    memcpy(as_it_is.s, t->s + begin, n);
    return is_word(as_it_is, name);
}

/* Rules 1, 2, 3, 6: without none, some or all of what stands around the letters. */
static bool has_word_inside(const struct text *t, const char *name)
{
    size_t before = 0;
    size_t behind = 0;
    while (before < t->n && !is_letter(t->s[before]))
        before++;
    while (behind < t->n - before && !is_letter(t->s[t->n - 1 - behind]))
        behind++;
    for (size_t a = 0; a <= before && a <= AROUND_MAX; a++)
        for (size_t b = 0; b <= behind && a + b <= AROUND_MAX; b++)
            if (t->n - a - b > 0 && reads_as_word(t, a, t->n - a - b, name))
                return true;
    return false;
}

/* --- walks --- */

static const char *const rows[] = {
    "01234567890",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiop",
    "qwertzuiop",
    "asdfghjkl",
    "zxcvbnm",
    "yxcvbnm",
    "azertyuiop",
    "qsdfghjklm",
    "wxcvbn",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik",
    "qazwsxedcrfvtgbyhnujmikolp",
    "1q2w3e4r5t6y7u8i9o0p",
    "q1w2e3r4t5y6u7i8o9p0",
    "a1b2c3d4e5f6g7h8i9",
    "1a2b3c4d5e6f7g8h9i",
    "147258369",
    "!@#$%^&*()",
    "!\"#$%&/()=",
};

/* How far the text walks along a row from its first character, in the direction of `step`. */
static size_t walk_along(const char *s, const char *row, int step)
{
    size_t best = 0;
    size_t row_n = strlen(row);
    for (size_t from = 0; from < row_n; from++) {
        size_t n = 0;
        for (size_t at = from; at < row_n && s[n] != '\0' && s[n] == row[at]; n++)
            at = step > 0 ? at + 1 : at - 1; /* before the first wraps round to beyond the last */
        best = n > best ? n : best;
    }
    return best;
}

/* The longest walk at the beginning of a text; or one character again and again. */
static size_t walk_length(const char *s)
{
    size_t best = strspn(s, (char[]){s[0], '\0'});
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t up = walk_along(s, rows[i], 1);
        size_t down = walk_along(s, rows[i], -1);
        best = up > best ? up : best;
        best = down > best ? down : best;
    }
    return best;
}

/* Rule 4; up to two characters may belong to no walk. */
static bool only_walks(const struct text *t)
{
    size_t loose = 0;
    for (size_t i = 0; i < t->n;) {
        size_t n = walk_length(t->s + i);
        if (n < WALK_MIN && ++loose > LOOSE_MAX)
            return false;
        i += n < WALK_MIN ? 1 : n;
    }
    return true;
}

/* Each character counts once where it stands several times in a row: 112233. */
static void take_each_once(struct text *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->n; i++)
        if (n == 0 || t->s[n - 1] != t->s[i])
            t->s[n++] = t->s[i];
    t->s[n] = '\0';
    t->n = n;
}

static bool only_digits(const struct text *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (!is_digit(t->s[i]))
            return false;
    return t->n < DIGITS_ENOUGH;
}

const char *password_strength_why(const char *password, const char *name)
{
    struct text t = {.n = 0};
    struct text own = {.n = 0};
    for (; password[t.n] != '\0'; t.n++) {
        if (t.n == LENGTH_MAX)
            return NULL;
        t.s[t.n] = small_of(password[t.n]);
    }
    for (; name[own.n] != '\0' && own.n < LENGTH_MAX; own.n++)
        own.s[own.n] = small_of(name[own.n]);
    if (own.n > 0 && strcmp(t.s, own.s) == 0)
        return "Your password must not be your user name.";
    if (only_digits(&t))
        return "Your password is a short number, which is guessed quickly. Add words.";
    struct text once = t;
    struct text each = t;
    take_one(&once);
    take_each_once(&each);
    if (only_walks(&t) || once.n < WALK_MIN + 1 || (each.n < t.n / 2 + 1 && only_walks(&each)))
        return "Your password is a row of keys, or one piece again and again, which is guessed"
               " quickly. Take several words.";
    if (is_common(&t) || has_word_inside(&t, own.s))
        return "Your password is one of the most common ones, or your user name with something"
               " added, which is guessed quickly. Take several words.";
    return NULL;
}
