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

struct engine *gtp_engine(struct gtp *g)
{
    if (g->engine == NULL)
        g->engine = engine_new(&g->options.engine);
    return g->engine;
}

const struct position *gtp_position(const struct gtp *g)
{
    return &g->position;
}

bool gtp_fail(struct gtp *g, const char *why)
{
    text_init(&g->answer, g->answer_bytes, sizeof g->answer_bytes);
    text_str(&g->answer, why);
    return false;
}

void gtp_clear(struct gtp *g, const struct setup *setup)
{
    if (setup != NULL)
        g->options.setup = *setup;
    if (g->options.plain)
        g->options.setup.options &= (uint8_t)~OPTION_SWAP;
    g->set_up = false;
    int err = position_start(&g->start, &g->options.setup);
    ASSERT(err == 0);
    g->position = g->start;
    g->moves_n = 0;
    gtp_clock_start(g);
    if (g->engine != NULL)
        engine_clear(g->engine);
}

bool gtp_play(struct gtp *g, move_t m)
{
    if (g->moves_n == g->moves_cap) {
        size_t cap = g->moves_cap == 0 ? 256 : 2 * g->moves_cap;
        move_t *more = realloc(g->history, cap * sizeof *more);
        if (more == NULL)
            return false;
        g->history = more;
        g->moves_cap = cap;
    }
    g->history[g->moves_n++] = m;
    if (!g->position.over)
        position_play_legal(&g->position, m);
    return true;
}

int gtp_seat(const struct gtp *g, const char *word)
{
    static const struct {
        const char *word;
        int seat;
    } words[] = {{"b", 1}, {"black", 1}, {"w", 2}, {"white", 2},
                 {"1", 1}, {"2", 2},     {"3", 3}, {"4", 4}};
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        if (text_same_nocase(words[i].word, word))
            return words[i].seat <= g->position.setup.players ? words[i].seat : 0;
    return 0;
}

bool gtp_to_move(const struct gtp *g, const char *word)
{
    int seat = gtp_seat(g, word);
    return seat == position_seat(&g->position, g->position.side) || seat == g->position.side;
}

bool gtp_parse_int(const char *word, int64_t *out)
{
    int64_t value = 0;
    for (const char *c = word; *c != '\0'; c++) {
        if (*c < '0' || *c > '9')
            return false;
        value = 10 * value + (*c - '0');
        if (value > INT32_MAX)
            return false;
    }
    *out = value;
    return word[0] != '\0';
}

bool gtp_can_say(const struct gtp *g, move_t m)
{
    if (!g->options.plain || m == MOVE_PASS)
        return true;
    if (!move_is_point(m))
        return false;
    return !move_is_red(m) || position_judge(&g->position, (move_t)move_point(m)) != VERDICT_OK;
}

void gtp_put_move(const struct gtp *g, move_t m, struct text *out)
{
    bool bare = g->options.plain && move_is_point(m);
    gtp_vertex_print(&g->position.setup, bare ? (move_t)move_point(m) : m, out);
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

void gtp_answer_begin(struct gtp *g)
{
    if (g->begun)
        return;
    g->begun = true;
    g->write(g->write_context, "=", 1);
    g->write(g->write_context, g->id, strlen(g->id));
    g->write(g->write_context, "\n", 1);
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
