/* proof_text.h - the words of a written proof, from memory or from a stream of any length, and
 * which of its positions are cited. */
#ifndef PROOF_TEXT_H
#define PROOF_TEXT_H
#include "base/macros.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file: bytes put into a buffer of n, 0 at the end, -1: it cannot be read; and back to its
 * begin. */
struct proof_source {
    int64_t (*read)(void *context, void *bytes, size_t n);
    bool (*rewind)(void *context);
    void *context;
};

/* The part in memory: text[at … len). */
struct proof_text {
    const char *text;
    size_t len, at;
    uint64_t base;                     /* offset of text[0] in the file */
    const struct proof_source *source; /* NULL: text is all */
    char *buffer;                      /* that text lies in, if there is a source */
    bool failed;                       /* the source could not be read */
};

/* The text in memory, or (text NULL) from a source that stands at its beginning. Returns 0 or
 * ERR_NO_MEMORY. */
MUST_USE int proof_text_init(struct proof_text *t, const char *text, size_t len,
                             const struct proof_source *source);
void proof_text_done(struct proof_text *t);

/* Goes to the next word, which is text[at..at + n); returns n, 0 at the end. The word stands until
 * the next call; the caller adds n to `at` when it is used up. */
size_t proof_text_word(struct proof_text *t);

/* Offset in the file of the next byte to read. */
static inline uint64_t proof_text_at(const struct proof_text *t)
{
    return t->base + t->at;
}

/* A number of at most 15 digits from s[*i] on; -1 if there is none. */
int64_t proof_text_number(const char *s, size_t n, size_t *i);

/* The numbers that are cited, as a set whose members can be counted. */
struct proof_cited {
    uint64_t *bits;   /* [number / 64] */
    uint32_t *before; /* [number / 64] members below */
    uint64_t size;    /* numbers that bits has room for; a multiple of 64 */
    uint64_t count;   /* members */
};

/* Reads to the end and goes back to where t stands. Only numbers that a word at that place may cite
 * are members. Returns 0, ERR_IO, ERR_NO_MEMORY, or ERR_FULL (more than memory_bytes). */
MUST_USE int proof_cited_scan(struct proof_cited *c, struct proof_text *t, uint64_t memory_bytes);
void proof_cited_done(struct proof_cited *c);

/* The place of a number among the members; -1 if it is not one. */
static inline int64_t proof_cited_place(const struct proof_cited *c, int64_t number)
{
    if ((uint64_t)number >= c->size)
        return -1;
    uint64_t word = c->bits[number / 64];
    uint64_t bit = UINT64_C(1) << number % 64;
    if ((word & bit) == 0)
        return -1;
    return (int64_t)c->before[number / 64] + __builtin_popcountll(word & (bit - 1));
}

#endif
