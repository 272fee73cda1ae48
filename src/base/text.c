#include "base/text.h"

#include "base/macros.h"

void text_init(struct text *t, char *buf, size_t size)
{
    ASSERT(size > 0);
    *t = (struct text){.buf = buf, .size = size};
    buf[0] = '\0';
}

void text_char(struct text *t, char c)
{
    if (t->len + 1 >= t->size) {
        t->full = true;
        return;
    }
    t->buf[t->len++] = c;
    t->buf[t->len] = '\0';
}

void text_mem(struct text *t, const char *s, size_t len)
{
    for (size_t i = 0; i < len; i++)
        text_char(t, s[i]);
}

void text_str(struct text *t, const char *s)
{
    while (*s)
        text_char(t, *s++);
}

void text_int(struct text *t, int64_t v)
{
    char digits[20];
    int n = 0;
    uint64_t u = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
    if (v < 0)
        text_char(t, '-');
    do {
        digits[n++] = (char)('0' + u % 10);
        u /= 10;
    } while (u > 0);
    while (n > 0)
        text_char(t, digits[--n]);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool text_same_nocase(const char *a, const char *b)
{
    while (*a && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return lower(*a) == lower(*b);
}

int text_characters(const char *utf8)
{
    int n = 0;
    for (; *utf8 != '\0'; utf8++)
        n += ((unsigned char)*utf8 & 0xc0) != 0x80;
    return n;
}
