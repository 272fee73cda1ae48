/* sgf_text.c - the bytes around and below SGF: where a game begins and ends, and its charset. */
#include "base/err.h"
#include "record/sgf_int.h"

bool sgf_find_tree(const char *s, size_t len, size_t from, size_t *start, size_t *end)
{
    size_t i = from;
    for (; i < len; i++) {
        if (s[i] != '(')
            continue;
        size_t j = i + 1;
        while (j < len && sgf_is_blank(s[j]))
            j++;
        if (j < len && s[j] == ';')
            break;
    }
    if (i >= len)
        return false;
    *start = i;
    size_t depth = 0;
    bool value = false;
    for (; i < len; i++) {
        if (value) {
            if (s[i] == '\\')
                i++;
            else if (s[i] == ']')
                value = false;
        } else if (s[i] == '[') {
            value = true;
        } else if (s[i] == '(') {
            depth++;
        } else if (s[i] == ')' && --depth == 0) {
            *end = i + 1;
            return true;
        }
    }
    *end = len;
    return true;
}

/* The value of CA in the root node, lower case; "" if there is none. */
static void find_charset(const char *s, size_t len, char out[24])
{
    out[0] = '\0';
    bool value = false;
    int nodes = 0;
    for (size_t i = 0; i < len; i++) {
        if (value) {
            if (s[i] == '\\')
                i++;
            else if (s[i] == ']')
                value = false;
            continue;
        }
        if (s[i] == ';' && ++nodes == 2)
            return;
        value = s[i] == '[';
        if (!value || i < 3 || s[i - 1] != 'A' || s[i - 2] != 'C' ||
            (s[i - 3] >= 'A' && s[i - 3] <= 'Z'))
            continue;
        size_t n = 0;
        for (i++; i < len && s[i] != ']' && n < 23; i++)
            out[n++] = s[i] >= 'A' && s[i] <= 'Z' ? (char)(s[i] - 'A' + 'a') : s[i];
        out[n] = '\0';
        return;
    }
}

size_t sgf_utf8_span(const char *text, size_t len)
{
    const unsigned char *s = (const unsigned char *)text;
    size_t i = 0;
    while (i < len) {
        unsigned char c = s[i];
        size_t n = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
        if (n == 0 || n > len - i)
            return i;
        for (size_t k = 1; k < n; k++)
            if ((s[i + k] & 0xc0) != 0x80)
                return i;
        /* no overlong forms, no surrogates, nothing above U+10FFFF */
        if ((c == 0xe0 && s[i + 1] < 0xa0) || (c == 0xed && s[i + 1] > 0x9f) ||
            (c == 0xf0 && s[i + 1] < 0x90) || (c == 0xf4 && s[i + 1] > 0x8f))
            return i;
        i += n;
    }
    return i;
}

/* Latin-1 (and the part of Windows-1252 that is the same) as UTF-8, in the record's arena. */
static bool latin1_convert(struct sgf_reader *in)
{
    size_t high = 0;
    for (size_t i = 0; i < in->len; i++)
        high += (unsigned char)in->s[i] >= 0x80;
    char *out = arena_take(&in->r->arena, in->len + high + 1);
    if (out == NULL)
        return false;
    size_t n = 0;
    for (size_t i = 0; i < in->len; i++) {
        unsigned char c = (unsigned char)in->s[i];
        if (c >= 0x80)
            out[n++] = (char)(0xc0 | c >> 6);
        out[n++] = (char)(c >= 0x80 ? 0x80 | (c & 0x3f) : c);
    }
    in->s = out;
    in->len = n;
    return true;
}

static bool begins_with(const char *s, const char *with)
{
    while (*with != '\0')
        if (*s++ != *with++)
            return false;
    return true;
}

/* FF[4]'s default is Latin-1, but most files of today are UTF-8 without saying so: without CA, or
 * with CA[UTF-8], what is not UTF-8 is taken for Latin-1. */
int sgf_to_utf8(struct sgf_reader *in)
{
    char charset[24];
    find_charset(in->s, in->len, charset);
    size_t span = sgf_utf8_span(in->s, in->len);
    bool latin1 = begins_with(charset, "iso-8859-1") || begins_with(charset, "iso8859-1") ||
                  text_same(charset, "latin1") || text_same(charset, "latin-1") ||
                  text_same(charset, "windows-1252");
    bool utf8 = charset[0] == '\0' || text_same(charset, "utf-8") || text_same(charset, "utf8") ||
                text_same(charset, "us-ascii") || text_same(charset, "ascii");
    bool ascii = true;
    for (size_t i = 0; i < in->len && ascii; i++)
        ascii = (unsigned char)in->s[i] < 0x80;
    if (ascii || (utf8 && span == in->len))
        return 0;
    if (!latin1 && !utf8) {
        record_error_set(in->error, in->line, in->column, "the character set ", charset,
                         " is not known here; UTF-8 and Latin-1 are", NULL);
        return ERR_UNSUPPORTED;
    }
    return latin1_convert(in) ? 0 : sgf_fail_memory(in);
}
