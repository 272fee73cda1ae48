/* gtp_standard.c - the commands of the protocol itself. */
#include "gtp/gtp_int.h"

#include "base/err.h"
#include "platform/clock.h"
#include "record/plain.h"
#include "record/record_any.h"
#include "search/tree/pace.h"
#include "version.h"
#include <stdlib.h>
#include <string.h>

static bool parse_float(const char *word)
{
    char *end;
    (void)strtod(word, &end);
    return end != word && *end == '\0';
}

static bool protocol_version(struct gtp *g, int n, char *const *args)
{
    text_str(&g->answer, "2");
    return true;
}

static bool name(struct gtp *g, int n, char *const *args)
{
    text_str(&g->answer, "hoshi");
    return true;
}

static bool version(struct gtp *g, int n, char *const *args)
{
    text_str(&g->answer, HOSHI_VERSION);
    return true;
}

static bool known_command(struct gtp *g, int n, char *const *args)
{
    bool known = false;
    for (size_t t = 0; gtp_tables[t] != NULL; t++)
        for (const struct gtp_command *c = gtp_tables[t]; c->name != NULL; c++)
            known = known || strcmp(c->name, args[0]) == 0;
    text_str(&g->answer, known ? "true" : "false");
    return true;
}

static bool list_commands(struct gtp *g, int n, char *const *args)
{
    for (size_t t = 0; gtp_tables[t] != NULL; t++)
        for (const struct gtp_command *c = gtp_tables[t]; c->name != NULL; c++) {
            text_str(&g->answer, c->name);
            text_char(&g->answer, '\n');
        }
    return true;
}

static bool quit(struct gtp *g, int n, char *const *args)
{
    g->done = true;
    return true;
}

static bool boardsize(struct gtp *g, int n, char *const *args)
{
    int64_t size[2];
    for (int i = 0; i < 2; i++)
        if (!gtp_parse_int(args[i < n ? i : n - 1], &size[i]))
            return gtp_fail(g, "syntax error");
    struct setup s = g->options.setup;
    if (size[0] > SIDE_MAX || size[1] > SIDE_MAX)
        return gtp_fail(g, "unacceptable size");
    s.width = (uint8_t)size[0];
    s.height = (uint8_t)size[1];
    if (setup_check(&s, NULL) < 0)
        return gtp_fail(g, "unacceptable size");
    gtp_clear(g, &s);
    return true;
}

static bool clear_board(struct gtp *g, int n, char *const *args)
{
    gtp_clear(g, NULL);
    return true;
}

/* Accepted for the sake of referees that always send it; none of the games has one. */
static bool komi(struct gtp *g, int n, char *const *args)
{
    return parse_float(args[0]) || gtp_fail(g, "syntax error");
}

bool gtp_play_words(struct gtp *g, const char *colour, const char *vertex)
{
    move_t m;
    if (gtp_seat(g, colour) == 0)
        return gtp_fail(g, "syntax error");
    int err = gtp_vertex_parse(&g->position.setup, vertex, &m);
    if (err == ERR_SYNTAX)
        return gtp_fail(g, "syntax error");
    /* After the end only the passes of referees that wait for two of them are taken. */
    bool idle = g->position.over && m == MOVE_PASS;
    if (err < 0 || (!idle && !gtp_take_turn(g, colour)))
        return gtp_fail(g, "illegal move");
    if (g->options.plain && move_is_point(m) && games[g->position.setup.game]->has_red &&
        position_judge(&g->position, m) != VERDICT_OK)
        m |= MOVE_RED;
    if (!idle && position_judge(&g->position, m) != VERDICT_OK)
        return gtp_fail(g, "illegal move");
    return gtp_play(g, m) || gtp_fail(g, "out of memory");
}

static bool play(struct gtp *g, int n, char *const *args)
{
    return gtp_play_words(g, args[0], args[1]);
}

/* The time for a move. */
static struct pace plan(const struct gtp *g, int seat)
{
    const struct gtp_clock *c = &g->clocks[seat - 1];
    const struct pace_clock clock = {.left_ms = c->left_ms,
                                     .stones = c->stones,
                                     .period_ms = g->extra_ms,
                                     .period_moves = g->extra_stones};
    return pace_plan(&clock, pace_moves(&g->position));
}

static bool on_think(void *context, const struct search_report *so_far)
{
    struct gtp *g = context;
    if (g->options.gone != NULL && g->options.gone(g->options.context))
        return false;
    return g->progress == NULL || g->progress(g, so_far);
}

bool gtp_think(struct gtp *g, engine_progress *progress, struct search_report *out)
{
    if (gtp_engine(g) == NULL)
        return false;
    int seat = position_seat(&g->position, g->position.side);
    struct engine_limits limits = g->options.limits;
    if (g->timed) {
        struct pace p = plan(g, seat);
        limits = (struct engine_limits){.think_ms = p.most_ms, .usual_ms = p.usual_ms};
    }
    engine_seed(g->engine, g->options.engine.seed + g->moves_n);
    g->progress = progress;
    return engine_search(g->engine, &g->position, &limits, on_think, g, out) == 0;
}

move_t gtp_sayable(const struct gtp *g, const struct search_report *report)
{
    move_t moves[MOVES_MAX];
    if (gtp_can_say(g, report->best))
        return report->best;
    for (int i = 0; i < report->candidates_n; i++)
        if (gtp_can_say(g, report->candidates[i].move))
            return report->candidates[i].move;
    int n = position_legal(&g->position, moves);
    for (int i = 0; i < n; i++)
        if (gtp_can_say(g, moves[i]))
            return moves[i];
    return report->best; /* cannot be: where a red stone is not said, the own one is legal */
}

static bool generate(struct gtp *g, const char *colour, bool play_it)
{
    if (gtp_seat(g, colour) == 0)
        return gtp_fail(g, "syntax error");
    move_t m = MOVE_PASS;
    if (!g->position.over) {
        if (!gtp_take_turn(g, colour))
            return gtp_fail(g, "not this colour's turn");
        struct search_report report;
        int seat = position_seat(&g->position, g->position.side);
        int64_t begun = clock_ms();
        if (!gtp_think(g, NULL, &report))
            return gtp_fail(g, "out of memory");
        gtp_clock_use(g, seat, clock_ms() - begun);
        m = gtp_sayable(g, &report);
    }
    gtp_put_move(g, m, &g->answer);
    return !play_it || gtp_play(g, m) || gtp_fail(g, "out of memory");
}

bool gtp_genmove(struct gtp *g, int n, char *const *args)
{
    return generate(g, args[0], true);
}

static bool reg_genmove(struct gtp *g, int n, char *const *args)
{
    return generate(g, args[0], false);
}

static bool undo(struct gtp *g, int n, char *const *args)
{
    if (g->moves_n == 0)
        return gtp_fail(g, "cannot undo");
    g->moves_n--;
    g->position = g->start;
    for (size_t i = 0; i < g->moves_n; i++)
        if (!g->position.over)
            position_play_legal(&g->position, g->history[i]);
    return true;
}

static bool showboard(struct gtp *g, int n, char *const *args)
{
    const struct position *p = &g->position;
    int width = p->setup.width;
    char rows[4096];
    struct text diagram;
    text_init(&diagram, rows, sizeof rows);
    diagram_print(p, &diagram);
    text_char(&g->answer, '\n');
    const char *at = rows;
    int cell_bytes = games[p->setup.game]->has_heights ? 3 : 2;
    for (int y = p->setup.height; y >= 1; y--) {
        text_str(&g->answer, y < 10 ? " " : "");
        text_int(&g->answer, y);
        for (; *at != '\0' && *at != '\n'; at++) {
            if (cell_bytes == 2 || at == rows || at[-1] == '\n')
                text_char(&g->answer, ' ');
            text_char(&g->answer, *at);
        }
        at += *at == '\n';
        text_char(&g->answer, '\n');
    }
    text_str(&g->answer, "  ");
    for (int x = 0; x < width; x++) {
        text_str(&g->answer, x > 0 && cell_bytes == 3 ? "  " : " ");
        text_char(&g->answer, (char)('A' + x + (x >= 'I' - 'A')));
    }
    return true;
}

static bool final_score(struct gtp *g, int n, char *const *args)
{
    const struct position *p = &g->position;
    if (!p->over || p->setup.players > 2)
        return gtp_fail(g, "cannot score");
    if (p->winner == 0) {
        text_char(&g->answer, '0');
        return true;
    }
    int16_t points[PLAYERS_MAX];
    position_score(p, points);
    text_str(&g->answer, position_seat(p, p->winner) == 1 ? "B+" : "W+");
    text_int(&g->answer, points[p->winner - 1] - points[2 - p->winner]);
    return true;
}

bool gtp_time_settings(struct gtp *g, int n, char *const *args)
{
    int64_t value[3];
    for (int i = 0; i < 3; i++)
        if (!gtp_parse_int(args[i], &value[i]))
            return gtp_fail(g, "syntax error");
    /* A period without stones means that there is no limit. */
    g->timed = !g->options.fixed && !(value[1] > 0 && value[2] == 0);
    g->main_ms = 1000 * value[0];
    g->extra_ms = 1000 * value[1];
    g->extra_stones = value[1] > 0 ? value[2] : 0;
    gtp_clock_start(g);
    return true;
}

/* Seconds as controllers write them: a fraction is cut, and a clock that has run out has none
 * left. */
static bool parse_seconds(const char *word, int64_t *out)
{
    char whole[16];
    bool negative = word[0] == '-';
    word += negative;
    size_t n = strspn(word, "0123456789");
    size_t rest = word[n] == '.' ? 1 + strspn(word + n + 1, "0123456789") : 0;
    if (n == 0 || n >= sizeof whole || word[n + rest] != '\0')
        return false;
    memcpy(whole, word, n);
    whole[n] = '\0';
    if (!gtp_parse_int(whole, out))
        return false;
    if (negative)
        *out = 0;
    return true;
}

static bool time_left(struct gtp *g, int n, char *const *args)
{
    int64_t left;
    int64_t stones;
    int seat = gtp_seat(g, args[0]);
    if (seat == 0 || !parse_seconds(args[1], &left) || !gtp_parse_int(args[2], &stones))
        return gtp_fail(g, "syntax error");
    struct gtp_clock *c = &g->clocks[seat - 1];
    /* Whole seconds, which many referees round up: our own count is then the better one. */
    bool rounded =
        c->stones == stones && 1000 * left > c->left_ms && 1000 * left < c->left_ms + 1000;
    if (!rounded)
        *c = (struct gtp_clock){.left_ms = 1000 * left, .stones = stones};
    return true;
}

/* "line 3, column 7: ", unless the place is not known. */
static void put_place(struct text *out, int line, int column)
{
    if (line <= 0)
        return;
    text_str(out, "line ");
    text_int(out, line);
    text_str(out, ", column ");
    text_int(out, column);
    text_str(out, ": ");
}

/* "cannot load file", and where and why. */
static bool fail_at(struct gtp *g, const struct record_error *why)
{
    (void)gtp_fail(g, "cannot load file");
    if (why->text[0] == '\0')
        return false;
    text_str(&g->answer, ": ");
    put_place(&g->answer, why->line, why->column);
    text_str(&g->answer, why->text);
    return false;
}

/* The warnings about the file: a line for each thing that was mended or left out. */
static void put_warnings(struct gtp *g, const struct record *r)
{
    enum { LINES_MAX = 20 };
    uint32_t n = 0;
    for (const struct record_warning *w = r->warnings; w != NULL && n < LINES_MAX; w = w->next) {
        text_str(&g->answer, n++ > 0 ? "\nwarning: " : "warning: ");
        put_place(&g->answer, w->line, w->column);
        text_str(&g->answer, w->text);
    }
    if (r->warnings_n > n) {
        text_str(&g->answer, "\nwarning: and more of this kind: ");
        text_int(&g->answer, (long long)(r->warnings_n - n));
    }
}

/* Sets the board up from a record: the position before move number `before`, or the last. */
static bool load(struct gtp *g, const struct record *r, int64_t before)
{
    struct position start;
    struct record_error why;
    if (record_start_position(r, &start, &why) < 0)
        return fail_at(g, &why);
    gtp_clear(g, &r->setup);
    g->start = g->position = start;
    g->set_up = r->start != NULL;
    for (const struct record_node *at = r->root->first_child; at != NULL; at = at->first_child) {
        bool wanted = at->move == MOVE_NONE || (int64_t)g->moves_n + 1 < before;
        if (!wanted)
            break;
        if (record_node_edits(at, &g->position) ||
            (at->move != MOVE_NONE &&
             (position_judge(&g->position, at->move) != VERDICT_OK || !gtp_play(g, at->move)))) {
            why = (struct record_error){.text = ""};
            /* Which says what is wrong there. */
            return record_position(r, at, &start, &why) < 0 ? fail_at(g, &why)
                                                            : gtp_fail(g, "cannot load file");
        }
    }
    return true;
}

/* A file names its game, or is of the one on the board. */
static int read_record(const struct gtp *g, const char *text, size_t len, struct record *out,
                       struct record_error *why)
{
    int err = record_any_read(&memory_heap, text, len, 0, out, why);
    return err == ERR_UNKNOWN
               ? record_any_read_as(&memory_heap, text, len, 0, &g->options.setup, out, why)
               : err;
}

static bool loadsgf(struct gtp *g, int n, char *const *args)
{
    int64_t before = INT64_MAX;
    if (n > 1 && !gtp_parse_int(args[1], &before))
        return gtp_fail(g, "syntax error");
    if (g->options.read_file == NULL)
        return gtp_fail(g, "cannot load file");
    char *text = malloc(GTP_FILE_MAX);
    if (text == NULL)
        return gtp_fail(g, "out of memory");
    struct record r;
    struct record_error why = {.text = ""};
    char said[sizeof g->answer_bytes];
    struct setup before_setup = g->options.setup;
    int64_t len = g->options.read_file(g->options.context, args[0], text, GTP_FILE_MAX);
    bool ok = len >= 0 && read_record(g, text, (size_t)len, &r, &why) == 0;
    free(text);
    if (!ok)
        return fail_at(g, &why);
    record_judge_variations(&r);
    ok = load(g, &r, before);
    if (ok)
        put_warnings(g, &r);
    record_free(&r);
    if (!ok) { /* The board is then empty, not half full. */
        memcpy(said, g->answer_bytes, sizeof said);
        gtp_clear(g, &before_setup);
        return gtp_fail(g, said);
    }
    return true;
}

const struct gtp_command gtp_standard[] = {
    {"protocol_version", 0, 0, protocol_version},
    {"name", 0, 0, name},
    {"version", 0, 0, version},
    {"known_command", 1, 1, known_command},
    {"list_commands", 0, 0, list_commands},
    {"quit", 0, 0, quit},
    {"boardsize", 1, 2, boardsize},
    {"clear_board", 0, 0, clear_board},
    {"komi", 1, 1, komi},
    {"play", 2, 2, play},
    {"genmove", 1, 1, gtp_genmove},
    {"reg_genmove", 1, 1, reg_genmove},
    {"undo", 0, 0, undo},
    {"showboard", 0, 0, showboard},
    {"final_score", 0, 0, final_score},
    {"time_settings", 3, 3, gtp_time_settings},
    {"time_left", 3, 3, time_left},
    {"loadsgf", 1, 2, loadsgf},
    {NULL, 0, 0, NULL},
};
