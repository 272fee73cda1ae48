/* sgf_text.c - the text around SGF: where a game begins and ends. */
#include "record/sgf_int.h"

/* Whether a node with a property begins at s[i], or nodes and variations that have one. */
static bool has_property(const char *s, size_t len, size_t i)
{
    while (i < len && (sgf_is_blank(s[i]) || s[i] == ';' || s[i] == '('))
        i++;
    size_t from = i;
    while (i < len && ((s[i] >= 'A' && s[i] <= 'Z') || (s[i] >= 'a' && s[i] <= 'z')))
        i++;
    bool name = i > from;
    while (i < len && sgf_is_blank(s[i]))
        i++;
    return name && i < len && s[i] == '[';
}

size_t sgf_begin(const char *text, size_t len, size_t from)
{
    for (size_t i = from; i < len; i++) {
        size_t j = i + 1;
        if (text[i] != '(')
            continue;
        while (j < len && sgf_is_blank(text[j]))
            j++;
        if (j < len && text[j] == ';' && has_property(text, len, j))
            return i;
    }
    return len;
}

bool sgf_find_tree(const char *s, size_t len, size_t from, size_t *start, size_t *end)
{
    size_t i = sgf_begin(s, len, from);
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
