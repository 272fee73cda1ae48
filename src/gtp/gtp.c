/* gtp.c - lines out of bytes, commands out of lines, answers out of commands. */
#include "gtp/gtp_int.h"

#include "base/blanks.h"
#include "base/err.h"
#include "base/prefix.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct gtp *gtp_new(const struct gtp_options *options)
{
    struct gtp *g = calloc(1, sizeof *g);
    if (g == NULL)
        return NULL;
    g->options = *options;
    gtp_clear(g, &options->setup);
    return g;
}

void gtp_free(struct gtp *g)
{
    if (g == NULL)
        return;
    engine_free(g->engine);
    free(g->history);
    free(g);
}

bool gtp_done(const struct gtp *g)
{
    return g->done;
}

void gtp_stop(struct gtp *g)
{
    if (g->engine != NULL)
        engine_stop(g->engine);
}

bool gtp_streams(const struct gtp *g)
{
    return g->stream.open;
}

void gtp_tick(struct gtp *g, gtp_write *write, void *context)
{
    g->write = write;
    g->write_context = context;
    gtp_stream_tick(g);
}

const struct gtp_command *const gtp_tables[] = {gtp_standard, gtp_own,   gtp_analyze,
                                                gtp_gogui,    gtp_extra, NULL};

static const struct gtp_command *find(const char *name)
{
    for (size_t t = 0; gtp_tables[t] != NULL; t++)
        for (const struct gtp_command *c = gtp_tables[t]; c->name != NULL; c++)
            if (strcmp(c->name, name) == 0)
                return c;
    return NULL;
}

/* Splits a line at its blanks, in place. Returns the number of words, at most max. */
static int split(char *line, char **words, int max)
{
    int n = 0;
    for (char *at = line; n < max;) {
        at += strspn(at, " ");
        if (*at == '\0')
            break;
        words[n++] = at;
        at += strcspn(at, " ");
        if (*at != '\0')
            *at++ = '\0';
    }
    return n;
}

/* An id is a number of 31 bits at most; anything else is no id. */
static bool is_id(const char *word)
{
    uint64_t value = 0;
    size_t n = strspn(word, "0123456789");
    if (n == 0 || word[n] != '\0')
        return false;
    for (size_t i = 0; i < n; i++) {
        value = 10 * value + (uint64_t)(word[i] - '0');
        if (value > INT32_MAX)
            return false;
    }
    return true;
}

static void answer(struct gtp *g, bool ok)
{
    gtp_write *write = g->write;
    void *context = g->write_context;
    if (ok && g->stream.open) { /* the rest comes line by line (gtp_analyze.c) */
        gtp_answer_begin(g);
        return;
    }
    if (!g->begun) {
        write(context, ok ? "=" : "?", 1);
        write(context, g->id, strlen(g->id));
        if (g->answer.len > 0 && g->answer.buf[0] != '\n')
            write(context, " ", 1);
    }
    /* An empty line would end the answer before its time. */
    blanks_tidy(g->answer.buf); /* words of files and of the controller come back in answers */
    size_t len = strlen(g->answer.buf);
    while (len > 0 && g->answer.buf[len - 1] == '\n')
        len--;
    size_t kept = 0;
    for (size_t i = 0; i < len; i++)
        if (i == 0 || g->answer.buf[i] != '\n' || g->answer.buf[i - 1] != '\n')
            g->answer.buf[kept++] = g->answer.buf[i];
    write(context, g->answer.buf, kept);
    write(context, "\n\n", 2);
}

static void carry_out(struct gtp *g)
{
    char *words[GTP_ARGS_MAX + 2];
    int n = split(g->line + prefix_bom(g->line), words, GTP_ARGS_MAX + 2);
    if (n == 0)
        return;
    int at = is_id(words[0]) ? 1 : 0;
    g->id = at == 1 ? words[0] : "";
    g->begun = false;
    text_init(&g->answer, g->answer_bytes, sizeof g->answer_bytes);
    bool ok = false;
    if (n == at || g->too_long) {
        gtp_fail(g, "syntax error");
    } else {
        const struct gtp_command *c = find(words[at]);
        int args_n = n - at - 1;
        if (c == NULL)
            gtp_fail(g, "unknown command");
        else if (args_n < c->args_min)
            gtp_fail(g, "syntax error");
        else
            ok = c->run(g, args_n < c->args_max ? args_n : c->args_max, words + at + 1);
    }
    answer(g, ok);
}

static void line_byte(struct gtp *g, unsigned char c)
{
    if (c == '#')
        g->comment = true;
    if (c == '\t')
        c = ' ';
    if (g->comment || c < 32 || c == 127) /* CR among them */
        return;
    if (g->line_n == GTP_LINE_MAX) {
        g->too_long = true;
        return;
    }
    g->line[g->line_n++] = (char)c;
}

void gtp_feed(struct gtp *g, const char *bytes, size_t n, gtp_write *write, void *context)
{
    g->write = write;
    g->write_context = context;
    for (size_t i = 0; i < n && !g->done; i++) {
        if (bytes[i] != '\n') {
            line_byte(g, (unsigned char)bytes[i]);
            continue;
        }
        g->line[g->line_n] = '\0';
        gtp_stream_end(g);
        carry_out(g);
        g->line_n = 0;
        g->comment = false;
        g->too_long = false;
    }
}
