#include "cli/openings.h"

#include "cli/command.h"
#include "cli/load.h"
#include "rules/position.h"
#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES_MAX = 64 << 20 };

/* The moves of a line, judged. Returns their number, or -1 after a message. */
static int read_line(const char *name, int number, char *line, const struct setup *s, move_t *out)
{
    struct position p;
    char *save;
    int n = 0;
    line[strcspn(line, "#\r")] = '\0';
    int err = position_start(&p, s);
    ASSERT(err == 0);
    for (char *word = strtok_r(line, " \t", &save); word != NULL;
         word = strtok_r(NULL, " \t", &save)) {
        enum verdict v = VERDICT_G1;
        if (move_parse(word, s->width, s->height, &out[n]) == 0)
            v = position_play(&p, out[n]);
        if (v != VERDICT_OK) {
            fprintf(stderr, "hoshi: %s:%d: %s: %s: %s\n", name, number, word, verdict_rule(v),
                    verdict_text(v));
            return -1;
        }
        n++;
    }
    if (p.over) {
        fprintf(stderr, "hoshi: %s:%d: nothing is left to be played\n", name, number);
        return -1;
    }
    return n;
}

static bool add(struct openings *o, const move_t *moves, int n)
{
    struct opening *more = realloc(o->list, ((size_t)o->n + 1) * sizeof *more);
    move_t *copy = malloc((size_t)n * sizeof *copy);
    if (more != NULL)
        o->list = more;
    if (more == NULL || copy == NULL) {
        free(copy);
        return false;
    }
    memcpy(copy, moves, (size_t)n * sizeof *copy);
    o->list[o->n++] = (struct opening){.moves = copy, .n = n};
    return true;
}

int openings_load(const char *name, const struct setup *s, struct openings *out)
{
    size_t len;
    char *bytes = load_file(name, FILE_BYTES_MAX, &len);
    *out = (struct openings){.n = 0};
    if (bytes == NULL)
        return EXIT_NO;
    char *text = malloc(len + 1);
    move_t *moves = malloc((len / 2 + 2) * sizeof *moves); /* a word and its blank: two bytes */
    int status = EXIT_NO;
    if (text == NULL || moves == NULL) {
        fputs("hoshi: out of memory\n", stderr);
        goto out;
    }
    memcpy(text, bytes, len);
    text[len] = '\0';
    int number = 1;
    for (char *line = text; line != NULL; number++) {
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end++ = '\0';
        int n = read_line(name, number, line, s, moves);
        if (n < 0)
            goto out;
        if (n > 0 && !add(out, moves, n)) {
            fputs("hoshi: out of memory\n", stderr);
            goto out;
        }
        line = end;
    }
    if (out->n == 0)
        fprintf(stderr, "hoshi: %s: there is no opening in it\n", name);
    else
        status = EXIT_OK;
out:
    free(moves);
    free(text);
    free(bytes);
    if (status != EXIT_OK)
        openings_done(out);
    return status;
}

void openings_done(struct openings *o)
{
    for (int i = 0; i < o->n; i++)
        free(o->list[i].moves);
    free(o->list);
    *o = (struct openings){.n = 0};
}
