/* gtp_extra.c - commands that referees, servers and board programs of Go use beyond the draft: the
 * record, the status of stones, processor time, positions that are set up, and the commands of
 * KGS. */
#include "gtp/gtp_int.h"

#include "base/err.h"
#include "platform/clock.h"
#include "record/sgf.h"
#include <stdio.h>
#include <string.h>

/* ---- the record ---- */

/* The game so far; after the end only passes of referees follow, which are no moves. */
static bool make_record(const struct gtp *g, struct record *r)
{
    struct position p = g->start;
    struct record_node *n = r->root;
    if (g->set_up) {
        struct cell *cells = record_start_cells(r);
        if (cells == NULL)
            return false;
        for (point_t at = 0; at < p.setup.width * p.setup.height; at++)
            cells[at] = position_cell(&p, at);
        r->start_side = p.side;
    }
    for (size_t i = 0; i < g->moves_n && !p.over; i++) {
        n = record_add_move(r, n, g->history[i], p.side);
        if (n == NULL)
            return false;
        position_play_legal(&p, g->history[i]);
    }
    record_take_result(r, &p);
    return true;
}

/* printsgf [FILE] */
static bool printsgf(struct gtp *g, int n, char *const *args)
{
    struct record r;
    struct sink text;
    if (record_init(&r, &memory_heap, &g->start.setup) < 0) {
        record_free(&r);
        return gtp_fail(g, "out of memory");
    }
    sink_init(&text, &memory_heap);
    int err = make_record(g, &r) ? sgf_write(&r, &text) : ERR_NO_MEMORY;
    bool ok = err == 0;
    if (err == ERR_UNSUPPORTED)
        gtp_fail(g, "SGF holds games of two players only");
    else if (err < 0)
        gtp_fail(g, "out of memory");
    else if (n > 0 && strcmp(args[0], "-") != 0)
        ok = (g->options.write_file != NULL &&
              g->options.write_file(g->options.context, args[0], text.buf, text.len) == 0) ||
             gtp_fail(g, "cannot write file");
    else
        text_str(&g->answer, text.buf);
    if (g->answer.full)
        ok = gtp_fail(g, "the record is too long; name a file");
    sink_done(&text);
    record_free(&r);
    return ok;
}

/* ---- the status of stones ---- */

/* These games remove captured stones at once, so every stone on the board is alive. A point without
 * a stone belongs to the player for whom the rules count it, or else to no one. */
static const char *status_of(const struct gtp *g, const struct result *r, point_t at)
{
    if (position_cell(&g->position, at).owner != OWNER_NONE)
        return "alive";
    if (r->owner[at] == 0)
        return "dame";
    return position_seat(&g->position, r->owner[at]) == 1 ? "black_territory" : "white_territory";
}

static bool final_status(struct gtp *g, int n, char *const *args)
{
    struct result r;
    move_t m;
    if (gtp_vertex_parse(&g->position.setup, args[0], &m) < 0 || !move_is_point(m) ||
        move_is_red(m))
        return gtp_fail(g, "invalid vertex");
    position_result(&g->position, &r);
    text_str(&g->answer, status_of(g, &r, move_point(m)));
    return true;
}

static bool final_status_list(struct gtp *g, int n, char *const *args)
{
    static const char *const all[] = {"alive",           "dead", "seki", "black_territory",
                                      "white_territory", "dame"};
    struct result r;
    const struct setup *s = &g->position.setup;
    bool known = false;
    for (size_t i = 0; i < ARRAY_LEN(all); i++)
        known = known || strcmp(args[0], all[i]) == 0;
    if (!known)
        return gtp_fail(g, "invalid status");
    position_result(&g->position, &r);
    for (int y = s->height - 1; y >= 0; y--) {
        bool first = true;
        for (int x = 0; x < s->width; x++) {
            point_t at = (point_t)(y * s->width + x);
            if (strcmp(status_of(g, &r, at), args[0]) != 0)
                continue;
            text_str(&g->answer, first ? (g->answer.len > 0 ? "\n" : "") : " ");
            gtp_vertex_print(s, (move_t)at, &g->answer);
            first = false;
        }
    }
    return true;
}

static bool cputime(struct gtp *g, int n, char *const *args)
{
    char word[32];
    (void)snprintf(word, sizeof word, "%.3f", (double)clock_process_cpu_us() / 1e6);
    text_str(&g->answer, word);
    return true;
}

/* ---- positions that are set up ---- */

/* Puts the stone of a colour and a vertex on a board; false: no such colour in the game, or two on
 * a point. */
static bool put_cell(const struct gtp *g, const char *colour, const char *vertex,
                     struct cell *cells)
{
    const struct setup *s = &g->position.setup;
    int seat = gtp_seat(g, colour);
    bool red = games[s->game]->has_red && text_same_nocase(colour, "r");
    move_t m;
    if ((seat == 0 && !red) || gtp_vertex_parse(s, vertex, &m) < 0 || !move_is_point(m) ||
        move_is_red(m) || cells[m].owner != OWNER_NONE)
        return false;
    bool neutral = red || games[s->game]->has_common; /* L1: all stones are alike */
    cells[m] = (struct cell){.owner = (uint8_t)(neutral ? OWNER_NEUTRAL : seat), .height = 1};
    return true;
}

/* set_position [COLOUR VERTEX]...: exactly these stones. The first player to be asked for a move
 * then moves first. */
static bool set_position(struct gtp *g, int n, char *const *args)
{
    struct cell cells[POINTS_MAX] = {0};
    if (n % 2 != 0)
        return gtp_fail(g, "syntax error");
    for (int i = 0; i < n; i += 2)
        if (!put_cell(g, args[i], args[i + 1], cells))
            return gtp_fail(g, "syntax error");
    /* One stone alone is a position of the other player's only. */
    return gtp_set_up(g, cells, 1) || (g->position.setup.players == 2 && gtp_set_up(g, cells, 2));
}

static bool setup_player(struct gtp *g, int n, char *const *args)
{
    return gtp_take_turn(g, args[0]) || gtp_fail(g, "only a position that was set up has a choice");
}

static bool play_sequence(struct gtp *g, int n, char *const *args)
{
    if (n % 2 != 0)
        return gtp_fail(g, "syntax error");
    for (int i = 0; i < n; i += 2)
        if (!gtp_play_words(g, args[i], args[i + 1]))
            return false;
    return true;
}

/* ---- KGS ---- */

/* None of its rules are those of these games. */
static bool kgs_rules(struct gtp *g, int n, char *const *args)
{
    return true;
}

static bool kgs_game_over(struct gtp *g, int n, char *const *args)
{
    return true;
}

/* none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES. Of the periods
 * of a byoyomi only one is counted on. */
static bool kgs_time_settings(struct gtp *g, int n, char *const *args)
{
    static char none[] = "0";
    static char one[] = "1";
    char *const no_limit[] = {none, one, none};
    if (strcmp(args[0], "none") == 0)
        return gtp_time_settings(g, 3, no_limit);
    char *const absolute[] = {n > 1 ? args[1] : none, none, none};
    if (strcmp(args[0], "absolute") == 0 && n >= 2)
        return gtp_time_settings(g, 3, absolute);
    char *const byoyomi[] = {n > 1 ? args[1] : none, n > 2 ? args[2] : none, one};
    if (strcmp(args[0], "byoyomi") == 0 && n >= 4)
        return gtp_time_settings(g, 3, byoyomi);
    if (strcmp(args[0], "canadian") == 0 && n >= 4)
        return gtp_time_settings(g, 3, args + 1);
    return gtp_fail(g, "syntax error");
}

static bool kgs_chat(struct gtp *g, int n, char *const *args)
{
    text_str(&g->answer, "I am hoshi and play ");
    text_str(&g->answer, games[g->position.setup.game]->title);
    text_str(&g->answer, " by ");
    text_str(&g->answer, games[g->position.setup.game]->designer);
    text_char(&g->answer, '.');
    return true;
}

const struct gtp_command gtp_extra[] = {
    {"printsgf", 0, 1, printsgf},
    {"final_status", 1, 1, final_status},
    {"final_status_list", 1, 1, final_status_list},
    {"cputime", 0, 0, cputime},
    {"set_position", 0, GTP_ARGS_MAX, set_position},
    {"gogui-setup", 0, GTP_ARGS_MAX, set_position},
    {"gogui-setup_player", 1, 1, setup_player},
    {"gogui-play_sequence", 0, GTP_ARGS_MAX, play_sequence},
    {"kgs-rules", 1, 1, kgs_rules},
    {"kgs-time_settings", 1, 4, kgs_time_settings},
    {"kgs-game_over", 0, 0, kgs_game_over},
    {"kgs-genmove_cleanup", 1, 1, gtp_genmove},
    {"kgs-chat", 3, 3, kgs_chat},
    {NULL, 0, 0, NULL},
};
