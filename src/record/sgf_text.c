/* sgf_text.c - the text around SGF: where a game begins and ends. */
#include "base/blanks.h"
#include "record/sgf_int.h"

size_t sgf_blank(const char *s, size_t len, size_t at)
{
    if ((unsigned char)s[at] < 0xc2)
        return sgf_is_blank(s[at]);
    char c[5] = {0};
    size_t n;
    for (size_t i = 0; i < 4 && at + i < len; i++)
        c[i] = s[at + i];
    return blanks_has(blanks_char(c, &n)) ? n : 0;
}

/* The first place from i on without a blank. */
static size_t skip_blanks(const char *s, size_t len, size_t i)
{
    size_t n;
    while (i < len && (n = sgf_blank(s, len, i)) > 0)
        i += n;
    return i;
}

/* Whether a node with a property begins at s[i], or nodes and variations that have one. */
static bool has_property(const char *s, size_t len, size_t i)
{
    i = skip_blanks(s, len, i);
    while (i < len && (s[i] == ';' || s[i] == '('))
        i = skip_blanks(s, len, i + 1);
    size_t from = i;
    while (i < len && ((s[i] >= 'A' && s[i] <= 'Z') || (s[i] >= 'a' && s[i] <= 'z')))
        i++;
    bool name = i > from;
    i = skip_blanks(s, len, i);
    return name && i < len && s[i] == '[';
}

size_t sgf_begin(const char *text, size_t len, size_t from)
{
    for (size_t i = from; i < len; i++) {
        if (text[i] != '(')
            continue;
        size_t j = skip_blanks(text, len, i + 1);
        if (j < len && text[j] == ';' && has_property(text, len, j))
            return i;
    }
    return len;
}

/* A first node without its ; is read, unless "(;" stands anywhere: people write "(SEE [1])". */
static size_t begin_bare(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        size_t j = text[i] == '(' ? skip_blanks(text, len, i + 1) : len;
        if (j < len && text[j] == ';')
            return len;
        bool capital = j + 1 < len && text[j] >= 'A' && text[j] <= 'Z';
        size_t end = j;
        while (capital && end < len && text[end] >= 'A' && text[end] <= 'Z')
            end++;
        end = capital ? skip_blanks(text, len, end) : len;
        if (end < len && text[end] == '[')
            return i;
    }
    return len;
}

bool sgf_find_tree(const char *s, size_t len, size_t from, size_t *start, size_t *end)
{
    size_t i = sgf_begin(s, len, from);
    if (i >= len && from == 0)
        i = begin_bare(s, len);
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
