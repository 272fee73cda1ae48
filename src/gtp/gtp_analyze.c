/* gtp_analyze.c - the engine's analysis in the forms that board programs read: the streams of Leela
 * Zero (lz-analyze) and KataGo (kata-analyze), and genmove with the same lines.
 *
 * An analysis answers "=" at once and then, as often as it was asked, a line with one `info move`
 * for each candidate, until the next line of input; the empty line comes then. Rates and points are
 * those of the player to move. Only plain vertices and passes stand in a pv after its first move,
 * as readers drop a whole line over a word that they do not know. */
#include "gtp/gtp_int.h"

#include "platform/clock.h"
#include "search/tree/ownership.h"
#include <stdio.h>
#include <string.h>

enum {
    INTERVAL_DEFAULT_CS = 100,
    INTERVAL_LEAST_MS = 10,
    OWNERSHIP_GAMES = 200,
    LINE_BYTES = 1 << 15,
};

/* Nothing but the next command ends an analysis. */
static const struct engine_limits no_limits = {.nodes_cap = INT64_MAX / 4};

static void put_pv(const struct gtp *g, const struct candidate *c, struct text *out)
{
    for (int i = 0; i < c->pv_n; i++) {
        move_t m = c->pv[i];
        if (i > 0 && m != MOVE_PASS && (!move_is_point(m) || move_is_red(m)))
            break;
        text_char(out, ' ');
        if (i == 0)
            gtp_put_move(g, m, out);
        else
            gtp_vertex_print(&g->position.setup, m, out);
    }
}

static void put_real(struct text *out, const char *name, double value, int decimals)
{
    char word[64];
    (void)snprintf(word, sizeof word, " %s %.*f", name, decimals, value);
    text_str(out, word);
}

/* The lower end of the 95 % interval of a rate of n visits, as the normal distribution has it. */
static double lower_bound(double rate, uint32_t n)
{
    double low = rate - 1.96 * __builtin_sqrt(rate * (1 - rate) / (n + 1.0));
    return low > 0 ? low : 0;
}

static void put_candidate(const struct gtp *g, const struct candidate *c, int order,
                          struct text *out)
{
    double rate = (double)c->winrate;
    double low = c->exact ? rate : lower_bound(rate, c->visits);
    text_str(out, order > 0 ? " info move " : "info move ");
    gtp_put_move(g, c->move, out);
    text_str(out, " visits ");
    text_int(out, c->visits);
    if (g->stream.kata) {
        put_real(out, "utility", 2 * rate - 1, 4);
        put_real(out, "winrate", rate, 4);
        if (games[g->position.setup.game]->has_score) {
            put_real(out, "scoreMean", (double)c->score, 2);
            put_real(out, "scoreLead", (double)c->score, 2);
        }
        put_real(out, "lcb", low, 4);
    } else { /* ten thousandths, without a point */
        put_real(out, "winrate", rate * 10000, 0);
        put_real(out, "lcb", low * 10000, 0);
    }
    if (c->exact)
        text_str(out, c->proven > 0   ? " proven win"
                      : c->proven < 0 ? " proven loss"
                                      : " proven draw");
    text_str(out, " order ");
    text_int(out, order);
    text_str(out, " pv");
    put_pv(g, c, out);
}

/* The position itself, beside its moves. */
static void put_root(const struct gtp *g, const struct search_report *r, struct text *out)
{
    double rate = (double)r->winrate;
    text_str(out, " rootInfo visits ");
    text_int(out, r->nodes_n);
    put_real(out, "utility", 2 * rate - 1, 4);
    put_real(out, "winrate", rate, 4);
    if (games[g->position.setup.game]->has_score && r->candidates_n > 0) {
        put_real(out, "scoreMean", (double)r->candidates[0].score, 2);
        put_real(out, "scoreLead", (double)r->candidates[0].score, 2);
    }
}

static void put_ownership(const struct gtp *g, const struct search_report *r, struct text *out)
{
    int16_t owned[POINTS_MAX];
    const struct position *p = &g->position;
    ownership_estimate(p, r, position_seat(p, p->side), OWNERSHIP_GAMES, g->options.engine.seed,
                       owned);
    text_str(out, " ownership");
    for (int y = p->setup.height - 1; y >= 0; y--)
        for (int x = 0; x < p->setup.width; x++) {
            char word[16];
            (void)snprintf(word, sizeof word, " %.3f",
                           (double)owned[y * p->setup.width + x] / 1000);
            text_str(out, word);
        }
}

static void write_report(struct gtp *g, const struct search_report *r)
{
    char line[LINE_BYTES];
    struct text t;
    int order = 0;
    text_init(&t, line, sizeof line);
    for (int i = 0; i < r->candidates_n && order < g->stream.max_moves; i++)
        if ((r->candidates[i].visits > 0 || r->candidates[i].exact) &&
            gtp_can_say(g, r->candidates[i].move))
            put_candidate(g, &r->candidates[i], order++, &t);
    if (order == 0)
        return;
    if (g->stream.root_info)
        put_root(g, r, &t);
    if (g->stream.ownership)
        put_ownership(g, r, &t);
    text_char(&t, '\n');
    gtp_answer_begin(g);
    g->write(g->write_context, line, t.len);
    g->stream.nodes_n = r->nodes_n;
}

void gtp_stream_tick(struct gtp *g)
{
    struct search_report report;
    int64_t now = clock_ms();
    if (!g->stream.open || now < g->stream.next_ms ||
        engine_poll(g->engine, &report) == ENGINE_IDLE)
        return;
    g->stream.next_ms = now + g->stream.interval_ms;
    if (report.nodes_n != g->stream.nodes_n)
        write_report(g, &report);
}

void gtp_stream_end(struct gtp *g)
{
    struct search_report report;
    if (!g->stream.open)
        return;
    engine_stop(g->engine);
    if (engine_wait(g->engine, &report) == 0 && report.nodes_n != g->stream.nodes_n)
        write_report(g, &report);
    g->write(g->write_context, "\n", 1);
    g->stream.open = false;
}

/* Fields that KataGo can show and this engine does not have. Board programs ask for them anyway. */
static bool is_known(const char *name)
{
    static const char *const names[] = {"movesOwnership", "ownershipStdev", "movesOwnershipStdev",
                                        "pvVisits",       "pvEdgeVisits",   "noResultValue"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* One of the words that stand before a value. Returns how many words it took, 0 on failure. */
static int take_option(struct gtp_stream *s, int n, char *const *args)
{
    int64_t value;
    if (n < 2)
        return 0;
    bool yes = strcmp(args[1], "true") == 0;
    if (strcmp(args[0], "interval") == 0 && gtp_parse_int(args[1], &value)) {
        s->interval_ms = 10 * value;
    } else if (strcmp(args[0], "maxmoves") == 0 && gtp_parse_int(args[1], &value)) {
        s->max_moves = value > CANDIDATES_MAX ? CANDIDATES_MAX : (int)value;
    } else if (strcmp(args[0], "minmoves") == 0) {
        return gtp_parse_int(args[1], &value) ? 2 : 0; /* all that were tried are shown anyway */
    } else if (yes || strcmp(args[1], "false") == 0) {
        if (strcmp(args[0], "ownership") == 0)
            s->ownership = yes && s->kata;
        else if (strcmp(args[0], "rootInfo") == 0)
            s->root_info = yes && s->kata;
        else
            return is_known(args[0]) || !yes ? 2 : 0; /* what is not there is not shown */
    } else {
        return 0;
    }
    return 2;
}

/* [COLOUR] [INTERVAL] [NAME VALUE]...: a colour that is not to move, or a word that is not known,
 * is an error. */
static bool take_options(struct gtp *g, bool kata, int n, char *const *args, struct gtp_stream *out)
{
    int64_t value;
    *out = (struct gtp_stream){
        .kata = kata, .max_moves = CANDIDATES_MAX, .interval_ms = 10 * INTERVAL_DEFAULT_CS};
    int at = 0;
    if (at < n && !gtp_parse_int(args[at], &value) && gtp_seat(g, args[at]) != 0) {
        if (!g->position.over && !gtp_take_turn(g, args[at]))
            return gtp_fail(g, "not this colour's turn");
        at++;
    }
    if (at < n && gtp_parse_int(args[at], &value)) {
        out->interval_ms = 10 * value;
        at++;
    }
    while (at < n) {
        int taken = take_option(out, n - at, args + at);
        if (taken == 0)
            return gtp_fail(g, "syntax error");
        at += taken;
    }
    if (out->interval_ms < INTERVAL_LEAST_MS)
        out->interval_ms = INTERVAL_LEAST_MS;
    return true;
}

static bool analyze(struct gtp *g, bool kata, int n, char *const *args)
{
    struct gtp_stream stream;
    if (!take_options(g, kata, n, args, &stream))
        return false;
    if (gtp_engine(g) == NULL)
        return gtp_fail(g, "out of memory");
    const struct engine_watch watch = {.interval_ms = stream.interval_ms};
    engine_seed(g->engine, g->options.engine.seed + g->moves_n);
    if (engine_start(g->engine, &g->position, g->options.fixed ? &g->options.limits : &no_limits,
                     &watch) < 0)
        return gtp_fail(g, "out of memory");
    stream.open = true;
    stream.next_ms = clock_ms() + stream.interval_ms;
    g->stream = stream;
    return true;
}

static bool lz_analyze(struct gtp *g, int n, char *const *args)
{
    return analyze(g, false, n, args);
}

static bool kata_analyze(struct gtp *g, int n, char *const *args)
{
    return analyze(g, true, n, args);
}

/* The lines of a genmove come while it thinks; the command is not over before it has played. */
static bool on_progress(void *context, const struct search_report *so_far)
{
    struct gtp *g = context;
    int64_t now = clock_ms();
    if (now >= g->stream.next_ms) {
        g->stream.next_ms = now + g->stream.interval_ms;
        write_report(g, so_far);
    }
    return true;
}

static bool genmove(struct gtp *g, bool kata, int n, char *const *args)
{
    struct search_report report;
    move_t m = MOVE_PASS;
    if (!take_options(g, kata, n, args, &g->stream))
        return false;
    g->stream.next_ms = clock_ms() + g->stream.interval_ms;
    if (gtp_engine(g) == NULL)
        return gtp_fail(g, "out of memory");
    if (!g->position.over) {
        int seat = position_seat(&g->position, g->position.side);
        int64_t begun = clock_ms();
        if (!gtp_think(g, on_progress, &report))
            return gtp_fail(g, "out of memory");
        gtp_clock_use(g, seat, clock_ms() - begun);
        write_report(g, &report);
        m = gtp_sayable(g, &report);
    }
    gtp_answer_begin(g);
    text_str(&g->answer, "play ");
    gtp_put_move(g, m, &g->answer);
    return gtp_play(g, m) || gtp_fail(g, "out of memory");
}

static bool lz_genmove(struct gtp *g, int n, char *const *args)
{
    return genmove(g, false, n, args);
}

static bool kata_genmove(struct gtp *g, int n, char *const *args)
{
    return genmove(g, true, n, args);
}

const struct gtp_command gtp_analyze[] = {
    {"lz-analyze", 0, GTP_ARGS_MAX, lz_analyze},
    {"kata-analyze", 0, GTP_ARGS_MAX, kata_analyze},
    {"lz-genmove_analyze", 1, GTP_ARGS_MAX, lz_genmove},
    {"kata-genmove_analyze", 1, GTP_ARGS_MAX, kata_genmove},
    {NULL, 0, 0, NULL},
};
