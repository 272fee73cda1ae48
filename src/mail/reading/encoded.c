#include "mail/reading/encoded.h"

#include "platform/transcode.h"
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL_BYTES = 64 };

/* --- base64 --- */

/* The value of a digit of base64, or -1. */
static int digit_of(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Whether the line has characters that base64 has not. */
static bool is_strange(const char *line, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (digit_of(line[i]) < 0 && (line[i] == '\0' || strchr("= \t\r", line[i]) == NULL))
            return true;
    return false;
}

size_t encoded_base64(char *bytes, size_t n)
{
    uint32_t bits = 0;
    int have = 0; /* digits of the group */
    size_t out = 0;
    for (size_t at = 0, len = 0; at < n; at += len + 1) {
        const char *line = bytes + at;
        const char *end = memchr(line, '\n', n - at);
        len = end != NULL ? (size_t)(end - line) : n - at;
        if (out > 0 && have == 0 && is_strange(line, len))
            break;
        for (size_t i = 0; i < len; i++) {
            int digit = digit_of(line[i]);
            if (line[i] == '=')
                have = 0;
            if (digit < 0)
                continue;
            bits = bits << 6 | (uint32_t)digit;
            if (++have > 1)
                bytes[out++] = (char)(bits >> (8 - 2 * have) & 0xff);
            have %= 4;
        }
    }
    return out;
}

/* --- words of header fields --- */

/* An encoded word: =?charset*language?encoding?text?= */
struct word {
    char charset[LABEL_BYTES];
    char encoding; /* 'b' or 'q' */
    const char *text;
    size_t n;
    const char *end; /* behind it */
};

/* Whether an encoded word begins at p. Some programs write blanks into its text. */
static bool take_word(const char *p, const char *end, struct word *w)
{
    size_t n = 0;
    if (end - p < 6 || p[0] != '=' || p[1] != '?')
        return false;
    const char *c = p + 2;
    for (; c < end && *c != '?' && *c != '*' && *c > ' ' && n + 1 < sizeof w->charset; c++)
        w->charset[n++] = *c;
    w->charset[n] = '\0';
    while (c < end && *c != '?' && *c > ' ')
        c++;
    if (n == 0 || end - c < 4 || c[0] != '?' || c[2] != '?')
        return false;
    w->encoding = g_ascii_tolower(c[1]);
    if (w->encoding != 'b' && w->encoding != 'q')
        return false;
    w->text = c + 3;
    const char *close = memmem(w->text, (size_t)(end - w->text), "?=", 2);
    if (close == NULL)
        return false;
    w->n = (size_t)(close - w->text);
    w->end = close + 2;
    return true;
}

static void add_quoted(GString *to, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool hex = text[i] == '=' && i + 2 < n && g_ascii_isxdigit(text[i + 1]) &&
                   g_ascii_isxdigit(text[i + 2]);
        char c = text[i] == '_' ? ' ' : text[i];
        if (hex) {
            c = (char)(g_ascii_xdigit_value(text[i + 1]) * 16 + g_ascii_xdigit_value(text[i + 2]));
            i += 2;
        }
        g_string_append_c(to, c);
    }
}

static void add_word(GString *to, const struct word *w)
{
    if (w->encoding == 'q') {
        add_quoted(to, w->text, w->n);
        return;
    }
    char *bytes = malloc(w->n + 1);
    if (bytes != NULL) {
        memcpy(bytes, w->text, w->n);
        g_string_append_len(to, bytes, (gssize)encoded_base64(bytes, w->n));
    }
    free(bytes);
}

/* Moves the bytes to the text. charset "": they were not encoded. */
static bool flush(GString *text, GString *bytes, const char *charset)
{
    size_t mark;
    size_t n;
    const char *name =
        transcode_guess(charset[0] != '\0' ? charset : NULL, bytes->str, bytes->len, &mark);
    char *made = transcode(name, bytes->str + mark, bytes->len - mark, &n);
    if (made == NULL) /* the system lacks it */
        made = transcode("UTF-8", bytes->str + mark, bytes->len - mark, &n);
    if (made != NULL)
        g_string_append_len(text, made, (gssize)n);
    g_string_truncate(bytes, 0);
    free(made);
    return made != NULL;
}

static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n'))
        p++;
    return p;
}

/* A line break goes together with the blank behind it (RFC 5322, 2.2.3). */
static const char *add_plain(GString *to, const char *p, const char *end)
{
    if (*p != '\r' && *p != '\n') {
        g_string_append_c(to, *p);
        return p + 1;
    }
    while (p < end && (*p == '\r' || *p == '\n'))
        p++;
    if (p == end || (*p != ' ' && *p != '\t'))
        g_string_append_c(to, ' ');
    return p;
}

char *encoded_words(const char *value, size_t n)
{
    GString *text = g_string_new(NULL);
    GString *bytes = g_string_new(NULL); /* not yet decoded, */
    char charset[LABEL_BYTES] = "";      /* of this character set */
    const char *end = value + n;
    bool good = true;
    for (const char *p = value; p < end;) {
        struct word w;
        const char *next = charset[0] != '\0' ? skip_blanks(p, end) : p;
        if (take_word(next, end, &w)) { /* blanks between two words are none */
            if (bytes->len > 0 && g_ascii_strcasecmp(charset, w.charset) != 0)
                good = flush(text, bytes, charset) && good;
            g_strlcpy(charset, w.charset, sizeof charset);
            add_word(bytes, &w);
            p = w.end;
            continue;
        }
        if (charset[0] != '\0')
            good = flush(text, bytes, charset) && good;
        charset[0] = '\0';
        p = add_plain(bytes, p, end);
    }
    good = flush(text, bytes, charset) && good;
    char *out = good ? strdup(text->str) : NULL;
    g_string_free(bytes, TRUE);
    g_string_free(text, TRUE);
    return out;
}
