/* lib_text.c - what hoshi-lib.wasm has beside libhoshi: texts of libc, and the layout that its
 * reader (bindings/npm/src/lib.ts) relies on. */
#include "hoshi.h"

#include <string.h>

#define AT(type, member, offset)                                                                   \
    _Static_assert(offsetof(struct type, member) == (offset), "bindings/npm/src/lib.ts knows it")
AT(hoshi_setup, choices, 24);
AT(hoshi_why, rule, 16);
AT(hoshi_why, alternative, 24);
AT(hoshi_why, sentence, 32);
AT(hoshi_why, points_n, 544);
AT(hoshi_why, points, 548);
AT(hoshi_game, size_min, 24);
AT(hoshi_game, options_n, 48);
AT(hoshi_game, has_heights, 76);
AT(hoshi_option, value, 12);
AT(hoshi_engine_options, seed, 16);
AT(hoshi_engine_options, threads, 24);
AT(hoshi_limits, level, 4);
AT(hoshi_limits, nodes, 8);
AT(hoshi_thought, move, 4);
AT(hoshi_thought, proven, 16);
AT(hoshi_thought, winrate, 40);
AT(hoshi_thought, nodes, 48);
AT(hoshi_thought, candidates_n, 64);
AT(hoshi_thought, candidates, 72);
AT(hoshi_candidate, visits, 32);
AT(hoshi_candidate, winrate, 40);
AT(hoshi_candidate, pv, 64);
_Static_assert(sizeof(struct hoshi_why) == 1800 && sizeof(struct hoshi_candidate) == 224 &&
                   sizeof(struct hoshi_game) == 80 && sizeof(struct hoshi_option) == 24 &&
                   sizeof(struct hoshi_thought) == 72 + 16 * 224,
               "bindings/npm/src/lib.ts knows the sizes");

size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n] != '\0')
        n++;
    return n;
}

int strcmp(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}

char *strchr(const char *s, int c)
{
    for (;; s++) {
        if (*s == (char)c)
            return (char *)(size_t)s;
        if (*s == '\0')
            return NULL;
    }
}
