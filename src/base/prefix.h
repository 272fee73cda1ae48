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

#endif
