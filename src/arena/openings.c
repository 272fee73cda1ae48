#include "arena/openings.h"

#include "base/err.h"
#include "platform/array.h"
#include "rules/position.h"
#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 16 };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* The next word of a line from *at on, cut at WORD_BYTES; false when there is none. */
static bool next_word(const char *line, size_t len, size_t *at, char word[WORD_BYTES])
{
    size_t n = 0;
    while (*at < len && is_blank(line[*at]))
        ++*at;
    for (; *at < len && !is_blank(line[*at]); ++*at)
        if (n < WORD_BYTES - 1)
            word[n++] = line[*at];
    word[n] = '\0';
    return n > 0;
}

/* The moves of a line, judged. Returns their number or ERR_SYNTAX. */
static int read_line(const char *line, size_t len, const struct setup *s, move_t *out,
                     struct text *why)
{
    struct position p;
    char word[WORD_BYTES];
    size_t at = 0;
    int n = 0;
    int err = position_start(&p, s);
    ASSERT(err == 0);
    while (next_word(line, len, &at, word)) {
        enum verdict v = VERDICT_G1;
        if (move_parse(word, s->width, s->height, &out[n]) == 0)
            v = position_play(&p, out[n]);
        if (v != VERDICT_OK) {
            text_str(why, word);
            text_str(why, ": ");
            text_str(why, verdict_rule(v));
            text_str(why, ": ");
            text_str(why, verdict_text(v));
            return ERR_SYNTAX;
        }
        n++;
    }
    if (p.over) {
        text_str(why, "nothing is left to be played");
        return ERR_SYNTAX;
    }
    return n;
}

static bool add(struct openings *o, int *cap, const move_t *moves, int n)
{
    if (!ARRAY_ROOM(o->list, o->n, cap))
        return false;
    move_t *copy = malloc((size_t)n * sizeof *copy);
    if (copy == NULL)
        return false;
    memcpy(copy, moves, (size_t)n * sizeof *copy);
    o->list[o->n++] = (struct opening){.moves = copy, .n = n};
    return true;
}

int openings_read(const char *text, size_t len, const struct setup *s, struct openings *out,
                  int *line, struct text *why)
{
    int err = ERR_NO_MEMORY;
    int cap = 0;
    move_t *moves = malloc((len / 2 + 1) * sizeof *moves); /* a word and its blank: two bytes */
    struct openings found = {.n = 0};
    *line = 1;
    if (moves == NULL)
        goto out;
    for (const char *at = text; at < text + len; ++*line) {
        size_t left = (size_t)(text + len - at);
        const char *end = memchr(at, '\n', left);
        size_t whole = end != NULL ? (size_t)(end - at) : left;
        const char *comment = memchr(at, '#', whole);
        int n = read_line(at, comment != NULL ? (size_t)(comment - at) : whole, s, moves, why);
        err = n < 0 ? n : ERR_NO_MEMORY;
        if (n < 0 || (n > 0 && !add(&found, &cap, moves, n)))
            goto out;
        at += whole + (end != NULL ? 1 : 0);
    }
    err = found.n > 0 ? 0 : ERR_SYNTAX;
    if (err < 0)
        text_str(why, "it has no opening");
out:
    free(moves);
    if (err == ERR_NO_MEMORY)
        text_str(why, err_text(err));
    if (err < 0)
        openings_done(&found);
    else
        *out = found;
    return err;
}

void openings_done(struct openings *o)
{
    for (int i = 0; i < o->n; i++)
        free(o->list[i].moves);
    free(o->list);
    *o = (struct openings){.n = 0};
}
