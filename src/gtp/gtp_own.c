/* gtp_own.c - the commands that GTP does not have and these games need: hoshi-… */
#include "gtp/gtp_int.h"

#include "base/err.h"
#include <stdlib.h>
#include <string.h>

static bool print_why(struct gtp *g, const struct setup *s)
{
    char why[160];
    struct text t;
    text_init(&t, why, sizeof why);
    if (setup_check(s, &t) == 0)
        return false;
    gtp_fail(g, why);
    return true;
}

/* hoshi-game [NAME]: which game is on the board; with a name, an empty board of that game with its
 * default size and options. */
static bool game(struct gtp *g, int n, char *const *args)
{
    if (n == 1) {
        const struct game *found = game_find(args[0]);
        if (found == NULL)
            return gtp_fail(g, "unknown game");
        struct setup s = setup_default(found->id);
        gtp_clear(g, &s);
        return true;
    }
    text_str(&g->answer, games[g->position.setup.game]->name);
    return true;
}

/* A number for the options of the engine; whatever it has learned is dropped with it. */
static bool engine_option(struct gtp *g, const char *option, int64_t value)
{
    struct gtp_options next = g->options;
    if (g->options.fixed)
        return gtp_fail(g, "not allowed");
    if (strcmp(option, "level") == 0)
        next.limits = (struct engine_limits){.level = (int)(value > LEVEL_MAX ? -1 : value)};
    else if (strcmp(option, "nodes") == 0)
        next.limits = (struct engine_limits){.nodes_cap = value};
    else if (strcmp(option, "ms") == 0)
        next.limits = (struct engine_limits){.think_ms = value};
    else if (strcmp(option, "cpu") == 0)
        next.limits = (struct engine_limits){.cpu_ms = value};
    else if (strcmp(option, "seed") == 0)
        next.engine.seed = (uint64_t)value;
    else if (strcmp(option, "threads") == 0)
        next.engine.threads = (int)value;
    else if (strcmp(option, "memory") == 0) /* MiB */
        next.engine.memory_bytes = (uint64_t)value << 20;
    else
        return gtp_fail(g, "unknown option");
    bool limit = next.limits.level != g->options.limits.level ||
                 next.limits.nodes_cap != g->options.limits.nodes_cap ||
                 next.limits.think_ms != g->options.limits.think_ms ||
                 next.limits.cpu_ms != g->options.limits.cpu_ms;
    if (value < 0 || value > (int64_t)1 << 40 || next.limits.level < 0 ||
        (value == 0 && strcmp(option, "seed") != 0))
        return gtp_fail(g, "value out of range");
    if (!limit) {
        /* Made at once, so that what cannot be had is refused here and not in the game. */
        struct engine *fresh = engine_new(&next.engine);
        if (fresh == NULL)
            return gtp_fail(g, "value out of range");
        engine_free(g->engine);
        g->engine = fresh;
    }
    g->options = next;
    return true;
}

/* hoshi-opt NAME VALUE: plain, swap, jacked (0 or 1), players, which empty the board; level, nodes,
 * ms, cpu (what a move may use), seed, threads, memory (MiB) of the engine. */
static bool opt(struct gtp *g, int n, char *const *args)
{
    char *end;
    long long value = strtoll(args[1], &end, 10);
    if (end == args[1] || *end != '\0')
        return gtp_fail(g, "syntax error");
    struct setup s = g->options.setup;
    uint8_t flag = strcmp(args[0], "swap") == 0     ? OPTION_SWAP
                   : strcmp(args[0], "jacked") == 0 ? OPTION_JACKED
                                                    : 0;
    if (flag != 0) {
        if (!(games[s.game]->options & flag))
            return gtp_fail(g, "unknown option");
        if (value != 0 && value != 1)
            return gtp_fail(g, "value out of range");
        if (flag == OPTION_SWAP && value == 1 && g->options.plain)
            return gtp_fail(g, "there is no swap in a plain session");
        s.options = (uint8_t)(value ? s.options | flag : s.options & ~flag);
    } else if (strcmp(args[0], "plain") == 0) {
        if (value != 0 && value != 1)
            return gtp_fail(g, "value out of range");
        g->options.plain = value == 1;
    } else if (strcmp(args[0], "players") == 0) {
        if (value < 0 || value > PLAYERS_MAX)
            return gtp_fail(g, "value out of range");
        s.players = (uint8_t)value;
        if (print_why(g, &s))
            return false;
    } else {
        return engine_option(g, args[0], value);
    }
    gtp_clear(g, &s);
    return true;
}

/* hoshi-legal_moves: all of them, in the order of the board. */
static bool legal_moves(struct gtp *g, int n, char *const *args)
{
    move_t moves[MOVES_MAX];
    int moves_n = position_legal(&g->position, moves);
    for (int i = 0; i < moves_n; i++) {
        if (i > 0)
            text_char(&g->answer, ' ');
        gtp_vertex_print(&g->position.setup, moves[i], &g->answer);
    }
    return true;
}

/* hoshi-result: {"over":true,"winner":1,"winner_side":2,"points":[12,13]}. winner is the seat (0: a
 * draw, or none yet), winner_side its colour on the board; they differ after a swap only. */
static bool result(struct gtp *g, int n, char *const *args)
{
    const struct position *p = &g->position;
    int16_t points[PLAYERS_MAX];
    position_score(p, points);
    text_str(&g->answer, p->over ? "{\"over\":true" : "{\"over\":false");
    text_str(&g->answer, ",\"winner\":");
    text_int(&g->answer, p->winner == 0 ? 0 : position_seat(p, p->winner));
    text_str(&g->answer, ",\"winner_side\":");
    text_int(&g->answer, p->winner);
    text_str(&g->answer, ",\"turn\":");
    text_int(&g->answer, p->over ? 0 : position_seat(p, p->side));
    text_str(&g->answer, ",\"points\":[");
    for (int i = 0; i < p->setup.players; i++) {
        text_str(&g->answer, i > 0 ? "," : "");
        text_int(&g->answer, points[i]);
    }
    text_str(&g->answer, "]}");
    return true;
}

/* hoshi-explain MOVE: "legal", or the rule, the reason and the points that prove it. */
static bool explain(struct gtp *g, int n, char *const *args)
{
    move_t m;
    int err = gtp_vertex_parse(&g->position.setup, args[0], &m);
    if (err == ERR_SYNTAX)
        return gtp_fail(g, "syntax error");
    if (err < 0) {
        text_str(&g->answer, "G1 ");
        text_str(&g->answer, verdict_text(VERDICT_G1));
        return true;
    }
    struct explanation e;
    position_explain(&g->position, m, &e);
    if (e.verdict == VERDICT_OK) {
        text_str(&g->answer, "legal");
        return true;
    }
    text_str(&g->answer, verdict_rule(e.verdict));
    text_char(&g->answer, ' ');
    text_str(&g->answer, e.text);
    if (e.points_n > 0)
        text_str(&g->answer, "\npoints");
    for (int i = 0; i < e.points_n; i++) {
        text_char(&g->answer, ' ');
        gtp_vertex_print(&g->position.setup, (move_t)e.points[i], &g->answer);
    }
    if (e.alternative != MOVE_NONE) {
        text_str(&g->answer, "\nalternative ");
        gtp_vertex_print(&g->position.setup, e.alternative, &g->answer);
    }
    return true;
}

const struct gtp_command gtp_own[] = {
    {"hoshi-game", 0, 1, game},
    {"hoshi-opt", 2, 2, opt},
    {"hoshi-legal_moves", 0, 0, legal_moves},
    {"hoshi-result", 0, 0, result},
    {"hoshi-explain", 1, 1, explain},
    {NULL, 0, 0, NULL},
};
