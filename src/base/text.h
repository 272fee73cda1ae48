/* text.h - appends to a fixed buffer without libc; always ends in NUL, never overruns.
 *
 * Text that does not fit is dropped, and `full` is set. */
#ifndef TEXT_H
#define TEXT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *buf;   /* borrowed, size bytes */
    size_t size; /* > 0 */
    size_t len;  /* bytes written, without the NUL; < size */
    bool full;   /* something was dropped */
};

void text_init(struct text *t, char *buf, size_t size);
void text_char(struct text *t, char c);
void text_str(struct text *t, const char *s);
void text_mem(struct text *t, const char *s, size_t len);
void text_int(struct text *t, int64_t v);

/* True iff a and b are equal when ASCII letters are folded to lower case. */
bool text_same_nocase(const char *a, const char *b);

/* How many characters a UTF-8 text has. */
int text_characters(const char *utf8);

#endif
