#include "record/memory.h"

#include "base/text.h"

struct arena_block {
    struct arena_block *next;
    size_t bytes; /* of data */
    size_t used;
    uint64_t data[];
};

enum { BLOCK_BYTES = 16 * 1024, SINK_FIRST_BYTES = 1024 };

void arena_init(struct arena *a, const struct memory *memory, size_t limit_bytes)
{
    *a = (struct arena){.memory = memory, .limit_bytes = limit_bytes};
}

void arena_done(struct arena *a)
{
    struct arena_block *next;
    for (struct arena_block *b = a->blocks; b != NULL; b = next) {
        next = b->next;
        a->memory->give(a->memory->context, b);
    }
    a->blocks = NULL;
    a->taken_bytes = 0;
}

void *arena_take(struct arena *a, size_t bytes)
{
    if (bytes > a->limit_bytes)
        return NULL;
    bytes = (bytes + 7) & ~(size_t)7;
    struct arena_block *b = a->blocks;
    if (b == NULL || b->bytes - b->used < bytes) {
        /* Large pieces get a block of their own size; what is left of the last block is lost. */
        size_t data = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
        size_t whole = sizeof *b + data;
        if (whole > a->limit_bytes - a->taken_bytes)
            return NULL;
        b = a->memory->take(a->memory->context, whole);
        if (b == NULL)
            return NULL;
        b->next = a->blocks;
        b->bytes = data;
        b->used = 0;
        a->blocks = b;
        a->taken_bytes += whole;
    }
    void *out = (char *)b->data + b->used;
    b->used += bytes;
    return __builtin_memset(out, 0, bytes);
}

char *arena_copy(struct arena *a, const char *s, size_t len)
{
    char *out = arena_take(a, len + 1);
    if (out != NULL && len > 0)
        __builtin_memcpy(out, s, len);
    return out;
}

static char sink_empty[1];

void sink_init(struct sink *s, const struct memory *memory)
{
    *s = (struct sink){.memory = memory, .buf = sink_empty, .limit_bytes = SINK_LIMIT_BYTES};
}

void sink_done(struct sink *s)
{
    if (s->cap > 0)
        s->memory->give(s->memory->context, s->buf);
    sink_init(s, s->memory);
}

/* Room for len more bytes and the NUL. */
static bool sink_room(struct sink *s, size_t len)
{
    if (s->failed)
        return false;
    if (len > s->limit_bytes || s->len + len + 1 > s->limit_bytes) {
        s->failed = true;
        return false;
    }
    if (s->len + len < s->cap)
        return true;
    size_t cap = s->cap > 0 ? s->cap : SINK_FIRST_BYTES;
    while (cap <= s->len + len)
        cap *= 2;
    char *buf = s->memory->take(s->memory->context, cap);
    if (buf == NULL) {
        s->failed = true;
        return false;
    }
    __builtin_memcpy(buf, s->buf, s->len + 1);
    if (s->cap > 0)
        s->memory->give(s->memory->context, s->buf);
    s->buf = buf;
    s->cap = cap;
    return true;
}

void sink_mem(struct sink *s, const char *text, size_t len)
{
    if (len == 0 || !sink_room(s, len))
        return;
    __builtin_memcpy(s->buf + s->len, text, len);
    s->len += len;
    s->buf[s->len] = '\0';
}

void sink_char(struct sink *s, char c)
{
    sink_mem(s, &c, 1);
}

void sink_str(struct sink *s, const char *text)
{
    sink_mem(s, text, text_length(text));
}

void sink_html(struct sink *s, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '<')
            sink_str(s, "&lt;");
        else if (*text == '>')
            sink_str(s, "&gt;");
        else if (*text == '&')
            sink_str(s, "&amp;");
        else if (*text == '"')
            sink_str(s, "&quot;");
        else
            sink_char(s, *text);
    }
}

void sink_int(struct sink *s, int64_t v)
{
    char buf[24];
    struct text t;
    text_init(&t, buf, sizeof buf);
    text_int(&t, v);
    sink_mem(s, buf, t.len);
}

void sink_milli(struct sink *s, int64_t v)
{
    if (v < 0) {
        sink_char(s, '-');
        v = -v;
    }
    sink_int(s, v / 1000);
    int rest = (int)(v % 1000);
    if (rest == 0)
        return;
    sink_char(s, '.');
    for (int unit = 100; rest > 0; unit /= 10) {
        sink_char(s, (char)('0' + rest / unit));
        rest %= unit;
    }
}

void sink_put_list(struct sink *s, const char *format, va_list args)
{
    const char *from = format;
    for (const char *c = format; *c != '\0'; c++) {
        bool number = c[0] == '%' && c[1] == 'd';
        bool text = c[0] == '%' && c[1] == 's';
        if (!number && !text)
            continue;
        sink_mem(s, from, (size_t)(c - from));
        if (number)
            sink_int(s, va_arg(args, int));
        else
            sink_str(s, va_arg(args, const char *));
        from = ++c + 1;
    }
    sink_str(s, from);
}

void sink_put(struct sink *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    sink_put_list(s, format, args);
    va_end(args);
}
