#include "search/proof/proof_text.h"

#include "base/err.h"
#include "platform/heap.h"

enum { BUFFER_BYTES = 1 << 20 };

int proof_text_init(struct proof_text *t, const char *text, size_t len,
                    const struct proof_source *source)
{
    *t = (struct proof_text){.text = text, .len = len, .source = source};
    if (text != NULL)
        return 0;
    t->text = t->buffer = heap_new(BUFFER_BYTES);
    t->len = 0;
    return t->buffer != NULL ? 0 : ERR_NO_MEMORY;
}

void proof_text_done(struct proof_text *t)
{
    heap_free(t->buffer);
}

/* Puts what is left to the front and reads more; false: there is no more, or no room. */
static bool refill(struct proof_text *t)
{
    if (t->buffer == NULL || t->failed)
        return false;
    t->len -= t->at;
    t->base += t->at;
    __builtin_memmove(t->buffer, t->buffer + t->at, t->len);
    t->at = 0;
    if (t->len == BUFFER_BYTES)
        return false;
    int64_t n = t->source->read(t->source->context, t->buffer + t->len, BUFFER_BYTES - t->len);
    t->failed = n < 0;
    t->len += n > 0 ? (size_t)n : 0;
    return n > 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

size_t proof_text_word(struct proof_text *t)
{
    do {
        while (t->at < t->len && is_blank(t->text[t->at]))
            t->at++;
    } while (t->at == t->len && refill(t));
    size_t n = 0;
    do {
        while (t->at + n < t->len && !is_blank(t->text[t->at + n]))
            n++;
    } while (t->at + n == t->len && refill(t));
    return n;
}

int64_t proof_text_number(const char *s, size_t n, size_t *i)
{
    int64_t v = 0;
    size_t from = *i;
    while (*i < n && *i - from < 15 && s[*i] >= '0' && s[*i] <= '9')
        v = v * 10 + (s[(*i)++] - '0');
    return *i > from ? v : -1;
}

/* ---- citations ---- */

/* Room for that number. */
static int grow(struct proof_cited *c, uint64_t number, uint64_t memory_bytes)
{
    uint64_t size = c->size > 0 ? c->size : 4096;
    while (size <= number)
        size *= 2;
    if (size / 64 * (sizeof *c->bits + sizeof *c->before) > memory_bytes)
        return ERR_FULL;
    uint64_t *bits = heap_new(size / 8);
    if (bits == NULL)
        return ERR_NO_MEMORY;
    __builtin_memset(bits, 0, size / 8);
    if (c->size > 0)
        __builtin_memcpy(bits, c->bits, c->size / 8);
    heap_free(c->bits);
    c->bits = bits;
    c->size = size;
    return 0;
}

/* Goes back to an offset that was reached before. */
static int go_back(struct proof_text *t, uint64_t to)
{
    if (t->failed)
        return ERR_IO;
    if (t->buffer == NULL) {
        t->at = (size_t)to;
        return 0;
    }
    if (!t->source->rewind(t->source->context))
        return ERR_IO;
    t->base = t->len = t->at = 0;
    while (t->base + t->len < to) {
        t->at = t->len;
        if (!refill(t))
            return ERR_IO;
    }
    t->at = (size_t)(to - t->base);
    return 0;
}

int proof_cited_scan(struct proof_cited *c, struct proof_text *t, uint64_t memory_bytes)
{
    *c = (struct proof_cited){.size = 0};
    uint64_t from = proof_text_at(t);
    int64_t moves_n = 0; /* words that are no citations */
    int err = 0;
    for (size_t n; err == 0 && (n = proof_text_word(t)) > 0; t->at += n) {
        size_t i = 1;
        if (t->text[t->at] != '=' && t->text[t->at] != '~') {
            moves_n++;
            continue;
        }
        int64_t number = proof_text_number(t->text + t->at, n, &i);
        if (number < 0 || number >= moves_n)
            continue;
        if ((uint64_t)number >= c->size)
            err = grow(c, (uint64_t)number, memory_bytes);
        if (err == 0)
            c->bits[number / 64] |= UINT64_C(1) << number % 64;
    }
    if (err == 0)
        err = go_back(t, from);
    if (err < 0 || c->size == 0)
        return err;
    c->before = heap_new(c->size / 64 * sizeof *c->before);
    if (c->before == NULL)
        return ERR_NO_MEMORY;
    for (uint64_t i = 0; i < c->size / 64; i++) {
        c->before[i] = (uint32_t)c->count;
        c->count += (uint64_t)__builtin_popcountll(c->bits[i]);
    }
    return c->count <= UINT32_MAX ? 0 : ERR_FULL;
}

void proof_cited_done(struct proof_cited *c)
{
    heap_free(c->bits);
    heap_free(c->before);
}
