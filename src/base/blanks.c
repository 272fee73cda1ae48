#include "base/blanks.h"

#include "base/macros.h"
#include <stdbool.h>

struct range {
    uint32_t from, to;
};

static const struct range spaces[] = {{0x00a0, 0x00a0}, {0x1680, 0x1680}, {0x2000, 0x200a},
                                      {0x202f, 0x202f}, {0x205f, 0x205f}, {0x2800, 0x2800},
                                      {0x3000, 0x3000}};

/* Nothing is seen of them. The controls of C0 that are blanks were dealt with before. */
static const struct range unseen[] = {
    {0x0000, 0x001f}, {0x007f, 0x009f}, {0x00ad, 0x00ad}, {0x034f, 0x034f},  {0x061c, 0x061c},
    {0x115f, 0x1160}, {0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x200b, 0x200b},  {0x200e, 0x200f},
    {0x202a, 0x202e}, {0x2060, 0x206f}, {0x3164, 0x3164}, {0xfeff, 0xfeff},  {0xffa0, 0xffa0},
    {0xfff9, 0xfffb}, {0xfffe, 0xffff}, {0xd800, 0xdfff}, {0xe0000, 0xe007f}};

/* They join or select the form of the letters beside them. */
static const struct range joiners[] = {{0x200c, 0x200d}, {0xfe00, 0xfe0f}, {0xe0100, 0xe01ef}};

static const struct range double_quotes[] = {{0x00ab, 0x00ab}, {0x00bb, 0x00bb}, {0x201c, 0x201f},
                                             {0x2033, 0x2033}, {0x2036, 0x2036}, {0x275d, 0x275e},
                                             {0x300c, 0x300f}, {0x301d, 0x301f}};
static const struct range single_quotes[] = {{0x00b4, 0x00b4}, {0x02b9, 0x02bc}, {0x2018, 0x201b},
                                             {0x2032, 0x2032}, {0x2035, 0x2035}, {0x2039, 0x203a},
                                             {0x275b, 0x275c}};
static const struct range dashes[] = {
    {0x2010, 0x2015}, {0x2212, 0x2212}, {0xfe58, 0xfe58}, {0xfe63, 0xfe63}};

static bool is_in(const struct range *ranges, size_t n, uint32_t c)
{
    for (size_t i = 0; i < n; i++)
        if (c >= ranges[i].from && c <= ranges[i].to)
            return true;
    return false;
}

#define IS_IN(ranges, c) is_in(ranges, ARRAY_LEN(ranges), c)

uint32_t blanks_char(const char *text, size_t *n)
{
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)text[0];
    size_t more = first < 0x80 ? 0 : first < 0xc2 ? 4 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    *n = 1;
    if (first > 0xf4 || more == 4)
        return UINT32_MAX;
    uint32_t c = more == 0 ? first : first & (0x3fu >> more);
    for (size_t i = 1; i <= more; i++) {
        unsigned char next = (unsigned char)text[i]; /* the NUL at the end is no such byte */
        if ((next & 0xc0) != 0x80)
            return UINT32_MAX;
        c = c << 6 | (next & 0x3fu);
    }
    if (c < least[more] || c > 0x10ffff)
        return UINT32_MAX;
    *n = more + 1;
    return c;
}

bool blanks_has(uint32_t c)
{
    return c == ' ' || c == 0x2028 || c == 0x2029 || IS_IN(spaces, c) || IS_IN(unseen, c) ||
           IS_IN(joiners, c);
}

/* What to write for a character, if it is not the character itself: one of ASCII, or 0: nothing. */
static bool instead_of(uint32_t c, bool folds, bool after_ascii, char *out)
{
    *out = '\0';
    if (c == '\t' || c == '\n' || (c >= ' ' && c < 0x7f))
        return false;
    bool is_seen = !IS_IN(spaces, c) && c != '\v' && c != '\f' && c != 0x85 && c != 0x2028 &&
                   c != 0x2029 && !IS_IN(unseen, c) && !IS_IN(joiners, c);
    if (is_seen && !folds)
        return false;
    if (c == '\v' || c == '\f' || IS_IN(spaces, c))
        *out = ' ';
    else if (c == 0x85 || c == 0x2028 || c == 0x2029)
        *out = '\n';
    else if (IS_IN(unseen, c))
        return true;
    else if (IS_IN(joiners, c))
        return folds || after_ascii;
    else if (IS_IN(double_quotes, c))
        *out = '"';
    else if (IS_IN(single_quotes, c))
        *out = '\'';
    else if (IS_IN(dashes, c))
        *out = '-';
    else if (c == 0x2026 || c == 0x3002)
        *out = '.';
    else if (c == 0x3001)
        *out = ',';
    else if (c >= 0xff01 && c <= 0xff5e)
        *out = (char)(c - 0xff01 + '!');
    else
        return false;
    return true;
}

static void rewrite(char *text, bool folds)
{
    char *to = text;
    bool after_ascii = true;
    for (const char *p = text; *p != '\0';) {
        size_t n;
        char other;
        uint32_t c = blanks_char(p, &n);
        if (c == '\r') { /* CR LF, or CR alone */
            p++;
            if (*p != '\n')
                *to++ = '\n';
            continue;
        }
        if (c != UINT32_MAX && instead_of(c, folds, after_ascii, &other)) {
            if (other != '\0')
                *to++ = other;
            after_ascii = after_ascii || other != '\0';
            p += n;
            continue;
        }
        after_ascii = c < 0x80;
        while (n-- > 0)
            *to++ = *p++;
    }
    *to = '\0';
}

void blanks_tidy(char *text)
{
    rewrite(text, false);
}

void blanks_fold(char *text)
{
    rewrite(text, true);
}
