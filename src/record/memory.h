/* memory.h - where records get their memory: a pair of functions, an arena over it, a growing text.
 *
 * Everything in record/ allocates through a struct memory, so the same sources run on the heap of a
 * server, on a capped budget in the fuzzers, and in WebAssembly without any libc. memory_heap is
 * malloc and free; it is the only thing here that needs libc and lives alone in memory_heap.c. */
#ifndef MEMORY_H
#define MEMORY_H
#include "base/macros.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct memory {
    void *(*take)(void *context, size_t bytes); /* aligned for any type; NULL when there is none */
    void (*give)(void *context, void *block);   /* block came from take and is not NULL */
    void *context;
};

extern const struct memory memory_heap;

/* Arena: many small blocks, all given back together.
 *
 *   first -> [next|bytes|used|....data....] -> [next|....] -> NULL
 *
 * `limit` bounds what is taken in all, headers included; reaching it is a failure, not a bug. */
struct arena {
    const struct memory *memory; /* borrowed */
    struct arena_block *blocks;  /* newest first */
    size_t taken_bytes;
    size_t limit_bytes;
};

void arena_init(struct arena *a, const struct memory *memory, size_t limit_bytes);
void arena_done(struct arena *a);

/* Zeroed bytes aligned to 8, valid until arena_done; NULL when the limit or the memory is
 * reached. */
MUST_USE void *arena_take(struct arena *a, size_t bytes);

/* A NUL-ended copy of s[0 … len-1], or NULL as above. */
MUST_USE char *arena_copy(struct arena *a, const char *s, size_t len);

/* Growing text: append and look at `failed` once at the end. buf always ends in NUL (it is a static
 * empty string until the first byte comes, and stays what it was when memory runs out). */
struct sink {
    const struct memory *memory; /* borrowed */
    char *buf;                   /* owned when cap > 0 */
    size_t len;                  /* bytes written, without the NUL */
    size_t cap;
    size_t limit_bytes;
    bool failed; /* memory or the limit was reached; something was dropped */
};

enum { SINK_LIMIT_BYTES = 256 * 1024 * 1024 };

void sink_init(struct sink *s, const struct memory *memory);
void sink_done(struct sink *s);
void sink_mem(struct sink *s, const char *text, size_t len);
void sink_char(struct sink *s, char c);
void sink_str(struct sink *s, const char *text);
/* Text for HTML, also between double quotes: < > & and " are written as entities. */
void sink_html(struct sink *s, const char *text);
void sink_int(struct sink *s, int64_t v);

/* v thousandths, as a decimal without needless zeros: 1500 is "1.5". */
void sink_milli(struct sink *s, int64_t v);

/* Appends the format with %d for the integers and %s for the texts that follow, in order; nothing
 * else has a meaning. */
void sink_put(struct sink *s, const char *format, ...);
void sink_put_list(struct sink *s, const char *format, va_list args);

/* Replacements for libc functions in the freestanding build. */
static inline size_t text_length(const char *s)
{
    size_t n = 0;
    while (s[n] != '\0')
        n++;
    return n;
}

static inline bool text_same(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

#endif
