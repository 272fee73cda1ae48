/* gtp_gogui.c - the commands with which GoGui plays a game whose rules it does not know
 * (gogui-rules_*), and the boards, labels and lines that it can show (gogui-analyze_commands).
 *
 * GoGui knows black and white stones and square boards. Stones that belong to no side are shown as
 * black. GoGui cannot show or play red stones, swaps and the heights of stacks: red points are
 * empty for it, and hoshi-colors colours them. */
#include "gtp/gtp_int.h"

#include "record/game_record.h"
#include "record/textboard.h"
#include "search/tree/ownership.h"
#include <stdio.h>
#include <string.h>

enum { OWNERSHIP_GAMES = 400 };

static const char *seat_name(int seat)
{
    static const char *const names[] = {"", "black", "white", "3", "4"};
    return names[seat];
}

static bool game_id(struct gtp *g, int n, char *const *args)
{
    text_str(&g->answer, games[g->position.setup.game]->title);
    return true;
}

static bool board_size(struct gtp *g, int n, char *const *args)
{
    text_int(&g->answer, g->position.setup.width);
    return true;
}

static bool side_to_move(struct gtp *g, int n, char *const *args)
{
    text_str(&g->answer, seat_name(position_seat(&g->position, g->position.side)));
    return true;
}

/* A word for each point, the top row first, as GoGui's boards are. */
static void put_board(struct gtp *g, void (*put)(struct gtp *g, point_t at, const void *by),
                      const void *by)
{
    const struct setup *s = &g->position.setup;
    for (int y = s->height - 1; y >= 0; y--) {
        for (int x = 0; x < s->width; x++) {
            text_str(&g->answer, x > 0 ? " " : "");
            put(g, (point_t)(y * s->width + x), by);
        }
        text_str(&g->answer, y > 0 ? "\n" : "");
    }
}

static void put_stone(struct gtp *g, point_t at, const void *by)
{
    struct cell c = position_cell(&g->position, at);
    bool dam = games[g->position.setup.game]->has_common && c.owner == OWNER_NEUTRAL;
    text_char(&g->answer, c.owner == 1 || dam ? 'X' : c.owner == 2 ? 'O' : '.');
}

static bool board(struct gtp *g, int n, char *const *args)
{
    put_board(g, put_stone, NULL);
    return true;
}

static bool legal_moves(struct gtp *g, int n, char *const *args)
{
    move_t moves[MOVES_MAX];
    int moves_n = position_legal(&g->position, moves);
    bool first = true;
    for (int i = 0; i < moves_n; i++) {
        if (moves[i] == MOVE_SWAP || move_is_red(moves[i]))
            continue;
        text_str(&g->answer, first ? "" : " ");
        gtp_vertex_print(&g->position.setup, moves[i], &g->answer);
        first = false;
    }
    return true;
}

static bool final_result(struct gtp *g, int n, char *const *args)
{
    textboard_status(&g->position, &g->answer);
    return true;
}

static void count_stones(const struct position *p, int stones[3])
{
    int points = p->setup.width * p->setup.height;
    for (point_t at = 0; at < points; at++) {
        uint8_t owner = position_cell(p, at).owner;
        if (owner == 1 || owner == 2)
            stones[owner]++;
    }
}

/* "1 0": stones that black has taken, and white: what was placed and is there no more. */
static bool captured_count(struct gtp *g, int n, char *const *args)
{
    int placed[3] = {0};
    int left[3] = {0};
    struct position p = g->start;
    count_stones(&p, placed);
    for (size_t i = 0; i < g->moves_n && !p.over; i++) {
        if (move_is_point(g->history[i]) && !move_is_red(g->history[i]) && p.side <= 2)
            placed[p.side]++;
        position_play_legal(&p, g->history[i]);
    }
    count_stones(&p, left);
    if (!games[g->position.setup.game]->has_captures)
        memcpy(left, placed, sizeof left);
    text_int(&g->answer, placed[2] - left[2]);
    text_char(&g->answer, ' ');
    text_int(&g->answer, placed[1] - left[1]);
    return true;
}

/* ---- what is shown ---- */

static bool analyze_commands(struct gtp *g, int n, char *const *args)
{
    text_str(&g->answer, "cboard/");
    text_str(&g->answer, game_records[g->position.setup.game]->overlay);
    text_str(&g->answer, "/hoshi-colors\n"
                         "dboard/Ownership/hoshi-ownership\n"
                         "pspairs/Win Rates/hoshi-rates\n"
                         "var/Principal Variation/hoshi-line\n"
                         "plist/Legal Moves/gogui-rules_legal_moves\n"
                         "pstring/Why Not %p/hoshi-explain %p\n"
                         "string/Result/hoshi-result\n"
                         "string/Side To Move/gogui-rules_side_to_move\n"
                         "string/Final Result/gogui-rules_final_result");
    return true;
}

/* hoshi-colors: what the rules say of the points beyond the stones, as colours. */
static void put_color(struct gtp *g, point_t at, const void *by)
{
    static const char *const players[] = {"\"\"", "#2c6fb0", "#c77d1e", "#8a4fa0", "#3f8f4f"};
    const struct result *r = by;
    int side = r->owner[at];
    if (games[g->position.setup.game]->has_red) {
        bool red = position_cell(&g->position, at).owner == OWNER_NEUTRAL;
        text_str(&g->answer, red ? "red" : players[0]);
        return;
    }
    for (int i = 0; i < 2; i++) /* none in most games */
        for (int k = 0; k < r->channel_n[i]; k++)
            if (r->channel[i][k] == at)
                side = side == 0 ? i + 1 : 4; /* both run here */
    text_str(&g->answer, players[side]);
}

static bool colors(struct gtp *g, int n, char *const *args)
{
    struct result r;
    position_result(&g->position, &r);
    put_board(g, put_color, &r);
    return true;
}

static void put_owned(struct gtp *g, point_t at, const void *by)
{
    char word[16];
    const int16_t *owned = by;
    (void)snprintf(word, sizeof word, "%.3f", (double)owned[at] / 1000);
    text_str(&g->answer, word);
}

/* hoshi-ownership: whose the points will be, from 1 (black's) to -1 (white's). */
static bool ownership(struct gtp *g, int n, char *const *args)
{
    int16_t owned[POINTS_MAX];
    struct search_report report = {0};
    if (!g->position.over && !gtp_think(g, NULL, &report))
        return gtp_fail(g, "out of memory");
    ownership_estimate(&g->position, &report, 1, OWNERSHIP_GAMES, g->options.engine.seed, owned);
    put_board(g, put_owned, owned);
    return true;
}

/* hoshi-rates: the win rates of the candidates in percent; `win`, `lose`, `draw` when proved. */
static bool rates(struct gtp *g, int n, char *const *args)
{
    struct search_report report = {0};
    if (!g->position.over && !gtp_think(g, NULL, &report))
        return gtp_fail(g, "out of memory");
    bool first = true;
    for (int i = 0; i < report.candidates_n; i++) {
        const struct candidate *c = &report.candidates[i];
        if (!move_is_point(c->move) || (c->visits == 0 && !c->exact))
            continue;
        char word[16];
        (void)snprintf(word, sizeof word, " %.0f", (double)c->winrate * 100);
        text_str(&g->answer, first ? "" : " ");
        gtp_vertex_print(&g->position.setup, (move_t)move_point(c->move), &g->answer);
        text_str(&g->answer, !c->exact       ? word
                             : c->proven > 0 ? " win"
                             : c->proven < 0 ? " lose"
                                             : " draw");
        first = false;
    }
    return true;
}

/* hoshi-line: how the engine would continue. */
static bool line(struct gtp *g, int n, char *const *args)
{
    struct search_report report = {0};
    if (!g->position.over && !gtp_think(g, NULL, &report))
        return gtp_fail(g, "out of memory");
    for (int i = 0; report.candidates_n > 0 && i < report.candidates[0].pv_n; i++) {
        text_str(&g->answer, i > 0 ? " " : "");
        gtp_vertex_print(&g->position.setup, report.candidates[0].pv[i], &g->answer);
    }
    return true;
}

const struct gtp_command gtp_gogui[] = {
    {"gogui-analyze_commands", 0, 0, analyze_commands},
    {"gogui-rules_game_id", 0, 0, game_id},
    {"gogui-rules_board", 0, 0, board},
    {"gogui-rules_board_size", 0, 0, board_size},
    {"gogui-rules_legal_moves", 0, 0, legal_moves},
    {"gogui-rules_side_to_move", 0, 0, side_to_move},
    {"gogui-rules_final_result", 0, 0, final_result},
    {"gogui-rules_captured_count", 0, 0, captured_count},
    {"hoshi-colors", 0, 0, colors},
    {"hoshi-ownership", 0, 0, ownership},
    {"hoshi-rates", 0, 0, rates},
    {"hoshi-line", 0, 0, line},
    {NULL, 0, 0, NULL},
};
