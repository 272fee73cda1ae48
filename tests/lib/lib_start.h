/* lib_start.h - what the tests of libhoshi share: boards, positions and lines of play. They know
 * hoshi.h and nothing else of ours. */
#ifndef LIB_START_H
#define LIB_START_H
#include "hoshi.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static inline struct hoshi_setup board(const char *game, int size)
{
    return (struct hoshi_setup){.size = sizeof(struct hoshi_setup), .game = game, .width = size};
}

static inline struct hoshi_position *start(const char *game, int size)
{
    const struct hoshi_setup setup = board(game, size);
    struct hoshi_position *p = NULL;
    assert_int_equal(hoshi_position_new(&setup, &p, NULL), 0);
    assert_non_null(p);
    return p;
}

static inline void play_all(struct hoshi_position *p, const char *moves)
{
    char words[256];
    (void)snprintf(words, sizeof words, "%s", moves);
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " "))
        assert_int_equal(hoshi_position_play(p, word, NULL), 0);
}

#endif
