/* gtp_session.c - the state of a session as all commands use it: the board, the seats and their
 * clocks, and the answer. */
#include "gtp/gtp_int.h"

#include "base/blanks.h"
#include "base/err.h"
#include "platform/array.h"
#include <stdlib.h>
#include <string.h>

void gtp_clock_start(struct gtp *g)
{
    bool main_time = g->main_ms > 0;
    for (int i = 0; i < PLAYERS_MAX; i++)
        g->clocks[i] = (struct gtp_clock){.left_ms = main_time ? g->main_ms : g->extra_ms,
                                          .stones = main_time ? 0 : g->extra_stones};
}

void gtp_clock_use(struct gtp *g, int seat, int64_t used_ms)
{
    struct gtp_clock *c = &g->clocks[seat - 1];
    if (!g->timed)
        return;
    c->left_ms -= used_ms;
    if (c->stones > 0)
        c->stones--;
    bool period_done = c->left_ms < 0 ? c->stones == 0 : c->stones == 0 && g->main_ms == 0;
    if (period_done && g->extra_stones > 0) {
        c->left_ms = g->extra_ms;
        c->stones = g->extra_stones;
    }
    if (c->left_ms < 0)
        c->left_ms = 0;
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

void gtp_answer_begin(struct gtp *g)
{
    if (g->begun)
        return;
    g->begun = true;
    g->write(g->write_context, "=", 1);
    g->write(g->write_context, g->id, strlen(g->id));
    g->write(g->write_context, "\n", 1);
}

bool gtp_set_up(struct gtp *g, const struct cell *cells, int side)
{
    struct position p;
    if (position_set(&p, &g->options.setup, cells, side) < 0)
        return gtp_fail(g, "no play leads to that position");
    gtp_clear(g, NULL);
    g->start = g->position = p;
    g->set_up = true;
    text_init(&g->answer, g->answer_bytes, sizeof g->answer_bytes);
    return true;
}

bool gtp_take_turn(struct gtp *g, const char *word)
{
    struct cell cells[POINTS_MAX];
    const struct setup *s = &g->position.setup;
    int seat = gtp_seat(g, word);
    if (gtp_to_move(g, word) || !g->set_up || g->moves_n > 0 || seat == 0 || g->position.over)
        return gtp_to_move(g, word);
    for (point_t at = 0; at < s->width * s->height; at++)
        cells[at] = position_cell(&g->start, at);
    return gtp_set_up(g, cells, seat);
}
