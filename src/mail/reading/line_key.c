#include "mail/reading/line_key.h"

#include <glib.h>
#include <string.h>

bool line_key_is_inner(char c)
{
    return g_ascii_isalnum(c) || (unsigned char)c >= 0x80;
}

/* The next word of a list (quoting_words.h); false at its end. */
static bool next_word(const char **list, const char **word, size_t *n)
{
    if (**list != '|' || (*list)[1] == '\0')
        return false;
    *word = *list + 1;
    *n = strcspn(*word, "|");
    *list = *word + *n;
    return true;
}

bool line_key_is_listed(const char *list, const char *text, size_t text_n)
{
    const char *word;
    size_t n;
    while (next_word(&list, &word, &n))
        if (n == text_n && memcmp(word, text, n) == 0)
            return true;
    return false;
}

bool line_key_begins(const char *list, const char *text, bool whole)
{
    const char *word;
    size_t n;
    while (next_word(&list, &word, &n))
        if (strncmp(text, word, n) == 0 && (!whole || !line_key_is_inner(text[n])))
            return true;
    return false;
}

bool line_key_has(const char *list, const char *text, bool whole)
{
    const char *word;
    size_t n;
    while (next_word(&list, &word, &n)) {
        for (const char *p = text; *p != '\0'; p++) {
            bool fits = *p == *word && strncmp(p, word, n) == 0;
            if (fits &&
                (!whole || ((p == text || !line_key_is_inner(p[-1])) && !line_key_is_inner(p[n]))))
                return true;
        }
    }
    return false;
}

bool line_key_ends(const char *list, const char *text)
{
    const char *word;
    size_t n;
    size_t end = strlen(text);
    while (end > 0 && strchr(":. ", text[end - 1]) != NULL)
        end--;
    while (next_word(&list, &word, &n))
        if (end >= n && memcmp(text + end - n, word, n) == 0 &&
            (end == n || !line_key_is_inner(text[end - n - 1]) || (unsigned char)word[0] >= 0xe0))
            return true;
    return false;
}

bool line_key_has_beginning(const char *list, const char *text)
{
    for (const char *p = text; *p != '\0'; p++)
        if ((p == text || !g_ascii_isalnum(p[-1])) && line_key_begins(list, p, false))
            return true;
    return false;
}

int line_key_words(const char *key)
{
    int n = 0;
    for (const char *p = key; *p != '\0'; p++)
        n += *p != ' ' && (p == key || p[-1] == ' ');
    return n;
}

/* The ASCII digit for a digit of any script, or 0. */
static char digit_of(gunichar c)
{
    int value = c < 0x80 ? -1 : g_unichar_digit_value(c);
    return (char)(value >= 0 ? '0' + value : 0);
}

void line_key_make(const char *line, int line_n, line_key out)
{
    size_t n = 0;
    int cut = line_n;
    if (cut > LINE_KEY_BYTES)
        for (cut = LINE_KEY_BYTES; cut > 0 && ((unsigned char)line[cut] & 0xc0) == 0x80;)
            cut--;
    char *normal = g_utf8_normalize(line, cut, G_NORMALIZE_NFKC);
    char *low = normal != NULL ? g_utf8_strdown(normal, -1) : NULL;
    for (const char *p = low; p != NULL && *p != '\0' && n + 1 < sizeof(line_key); p++) {
        bool blank = *p == ' ' || *p == '\t';
        char digit = (unsigned char)*p >= 0xc0 ? digit_of(g_utf8_get_char(p)) : '\0';
        if (digit != '\0') {
            out[n++] = digit;
            p += g_utf8_skip[(unsigned char)*p] - 1;
            continue;
        }
        if (*p != '*' && !(blank && (n == 0 || out[n - 1] == ' ')))
            out[n++] = blank ? ' ' : *p;
    }
    while (n > 0 && out[n - 1] == ' ')
        n--;
    out[n] = '\0';
    g_free(low);
    g_free(normal);
}

bool line_key_has_address(const char *key)
{
    const char *at = strchr(key, '@');
    return at != NULL && at > key && line_key_is_inner(at[-1]) && line_key_is_inner(at[1]);
}

static size_t digits(const char *p)
{
    return strspn(p, "0123456789");
}

bool line_key_is_dated(const char *key)
{
    for (const char *p = key; *p != '\0'; p++) {
        size_t n = digits(p);
        if (n == 0)
            continue;
        bool inside = p > key && line_key_is_inner(p[-1]) && (unsigned char)p[-1] < 0x80;
        bool year = n == 4 && (strncmp(p, "19", 2) == 0 || strncmp(p, "20", 2) == 0);
        size_t more = p[n] != '\0' ? digits(p + n + 1) : 0;
        if (!inside && (year || (n <= 2 && p[n] == ':' && more == 2)))
            return true;
        bool parted = p[n] != '\0' && strchr("./-", p[n]) != NULL && more >= 1 && more <= 2;
        if (!inside && parted && p[n + 1 + more] == p[n] && digits(p + n + 2 + more) > 0)
            return true;
        p += n - 1;
    }
    return false;
}

/* 10:00, or 10.00 that is no part of 3.10.2026; n: digits of the first number. */
static bool is_time(const char *key, const char *p, size_t n)
{
    if (n > 2 || (p[n] != ':' && p[n] != '.') || digits(p + n + 1) != 2)
        return false;
    return p[n] == ':' || (p[n + 3] != '.' && (p == key || p[-1] != '.'));
}

bool line_key_is_stamped(const char *key)
{
    bool timed = false;
    bool day = false;
    for (const char *p = key; *p != '\0'; p++) {
        size_t n = digits(p);
        if (n == 0)
            continue;
        timed = timed || is_time(key, p, n);
        day = day || (n == 4 && (strncmp(p, "19", 2) == 0 || strncmp(p, "20", 2) == 0)) ||
              (n <= 2 && (p[n] == '/' || p[n] == '.') && digits(p + n + 1) > 0 &&
               p[n + 1 + digits(p + n + 1)] == p[n]);
        p += n - 1;
    }
    return timed && day;
}

bool line_key_ends_in_colon(const char *key)
{
    size_t n = strlen(key);
    return n > 0 && key[n - 1] == ':';
}
