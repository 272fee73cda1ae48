/* prefix.h - what follows a prefix of a string. */
#ifndef PREFIX_H
#define PREFIX_H
#include <stddef.h>

/* The rest of a string after a prefix, in place; NULL if the string does not begin with it. */
static inline const char *prefix_after(const char *text, const char *prefix)
{
    while (*prefix != '\0')
        if (*text++ != *prefix++)
            return NULL;
    return text;
}

/* The same for the first of two prefixes that fits, for example the schemes of a URL. */
static inline const char *prefix_after_either(const char *text, const char *one, const char *other)
{
    const char *rest = prefix_after(text, one);
    return rest != NULL ? rest : prefix_after(text, other);
}

/* The bytes of a byte order mark of UTF-8 at the beginning of a text: some editors write one. */
static inline size_t prefix_bom(const char *text)
{
    return prefix_after(text, "\xef\xbb\xbf") != NULL ? 3 : 0;
}

#endif
