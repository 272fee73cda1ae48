/* play_draw.c - draws the screen of `hoshi play` (play_screen.h).
 *
 * Words come first: whose turn it is, the message and the keys always have their lines. The board
 * takes what remains: beside the words where the window is wide, else above them. It gives up the
 * letters above, then ring and edges, then the gaps between its columns, and at last it scrolls. In
 * a large window its points stand two lines and twice the columns apart. */
#include <curses.h>

#include "base/blanks.h"
#include "cli/play/play_screen.h"

#include <stdlib.h>
#include <string.h>

enum {
    BOARD_LEFT = 4,  /* numbers, a mark of what is hidden, the border */
    WORDS_MIN = 20,  /* columns that words need beside a board */
    WORDS_GOOD = 30, /* and with which they read well */
    WORDS_MAX = 60,
};

/* ---- words ---- */

/* Where a text that is too long is broken: between words, of the list of keys (with two blanks)
 * between keys. */
static int break_at(const char *text, int width)
{
    for (int n = width; n > 1; n--)
        if (text[n] == ' ' && (text[n + 1] == ' ' || text[n - 1] == ' '))
            return n;
    for (int n = width; n > 0; n--)
        if (text[n] == ' ')
            return n;
    return width;
}

enum { PUT_BYTES = 2048 };

/* Prints a text broken at blanks; with lines_max 0 it only counts. Returns its lines. */
static int put_wrapped(const char *text, int line, int column, int width, int lines_max)
{
    char shown[PUT_BYTES];
    int lines = 0;
    snprintf(shown, sizeof shown, "%s", text);
    blanks_tidy(shown); /* names of files and players may hold anything */
    text = shown;
    while (*text != '\0') {
        int n = (int)strlen(text);
        if (n > width)
            n = break_at(text, width);
        if (lines < lines_max)
            mvaddnstr(line + lines, column, text, n);
        lines++;
        text += n;
        text += strspn(text, " ");
    }
    return lines;
}

/* The same for what put_turn writes: the score has a line of its own unless all fits on one. */
static int put_turn_words(const char *turn, int line, int column, int width, int lines_max)
{
    char said[PUT_BYTES];
    const char *score = strchr(turn, '\n');
    if (score == NULL)
        return put_wrapped(turn, line, column, width, lines_max);
    int n = (int)(score - turn);
    snprintf(said, sizeof said, "%.*s; %s", n, turn, score + 1);
    if ((int)strlen(said) <= width)
        return put_wrapped(said, line, column, width, lines_max);
    said[n] = '\0';
    int lines = put_wrapped(said, line, column, width, lines_max);
    return lines + put_wrapped(score + 1, line + lines, column, width,
                               lines_max > lines ? lines_max - lines : 0);
}

static void put_turn(const struct play *g, struct text *t)
{
    if (g->now.over) {
        play_outcome(g, t);
        return;
    }
    text_str(t, "Ply ");
    text_int(t, g->now.ply + 1);
    text_str(t, ": ");
    play_name(g, g->now.side, t);
    if (games[g->setup.game]->sides == SIDES_EDGES) {
        text_str(t, g->now.side == 1 ? ": top and bottom (=)" : ": left and right (|)");
    } else {
        text_str(t, " (");
        text_char(t, "xoab"[g->now.side - 1]);
        text_char(t, ')');
    }
    text_str(t, " to move");
    if (games[g->setup.game]->has_score) {
        int16_t points[PLAYERS_MAX];
        position_score(&g->now, points);
        text_str(t, "\npoints");
        for (int i = 0; i < g->setup.players; i++) {
            text_str(t, i > 0 ? " : " : " ");
            text_int(t, points[i]);
        }
    }
}

/* The keys that do something now; the rest is on the page of help. */
static void put_keys(const struct screen *s, struct text *t)
{
    const struct play *g = s->game;
    if (s->thinking) {
        text_str(t, "q quit");
        return;
    }
    if (!g->now.over) {
        text_str(t, has_mouse() ? "arrows/mouse  Enter play  " : "arrows  Enter play  ");
        text_str(t, s->red ? "r red  " : "");
        text_str(t, s->swap ? "s swap  " : "");
        text_str(t, s->pass ? "p pass  " : "");
        text_str(t, "h hint  e evaluation  w why not  l legal  ");
    }
    text_str(t, play_can_undo(g) ? "u undo  " : "");
    text_str(t, g->moves_n > 0 ? "v save  " : "");
    text_str(t, g->keep_file == NULL && g->moves_n > 0 ? "n new  " : "");
    text_str(t, "? help  q quit");
}

/* ---- layout ---- */

static bool has_border(const struct play *g)
{
    return games[g->setup.game]->border != BORDER_NONE;
}

/* Columns from one point to the next: with a gap for the cursor's brackets, and without. */
static int wide_pitch(const struct play *g)
{
    return games[g->setup.game]->has_heights ? 4 : 2;
}

static int cell_column(const struct layout *l, int x)
{
    return BOARD_LEFT + (l->gaps ? 1 : 0) + (x - l->x0) * l->pitch;
}

static int cell_line(const struct layout *l, int y)
{
    return l->top + (l->rows - 1 - (y - l->y0)) * l->step;
}

/* The line below that of the first row. */
static int cells_end(const struct layout *l)
{
    return l->top + (l->rows - 1) * l->step + 1;
}

/* Columns of a whole board, with its right border. */
static int board_columns(const struct play *g, int pitch)
{
    return BOARD_LEFT + (pitch >= wide_pitch(g) ? 1 : 0) + g->setup.width * pitch +
           (has_border(g) ? 1 : 0);
}

/* Moves the window of n of all so that `at` is in it, not at its end where more follows. */
static int follow(int from, int n, int all, int at)
{
    int margin = n > 4 ? 1 : 0;
    if (at - margin < from)
        from = at - margin;
    if (at + margin > from + n - 1)
        from = at + margin - n + 1;
    if (from > all - n)
        from = all - n;
    return from > 0 ? from : 0;
}

/* Lines for the board within so many: what stands around it goes first, then it scrolls. */
static void fit_rows(const struct play *g, struct layout *l, int lines)
{
    int h = g->setup.height;
    int frame = has_border(g) ? 2 : 0;
    l->border = h + frame + 1 <= lines;
    frame = l->border ? frame : 0;
    l->letters_top = h + frame + 2 <= lines;
    l->rows = l->border ? h : h + 1 <= lines ? h : lines - 1;
    if (l->rows < 1)
        l->rows = 1;
    l->top = (l->letters_top ? 1 : 0) + frame / 2;
}

static void find_layout(const struct screen *s, struct layout *l, const char *turn,
                        const char *keys)
{
    const struct play *g = s->game;
    int wide = wide_pitch(g);
    int narrow = wide - 1;
    int x0 = l->x0;
    int y0 = l->y0;
    int h = g->setup.height;
    int below = put_turn_words(turn, 0, 0, COLS - 1, 0) +
                put_wrapped(s->message, 0, 0, COLS - 1, 0) + put_wrapped(keys, 0, 0, COLS - 1, 0);
    int room = COLS - board_columns(g, wide) - 1;
    bool whole_below = LINES - below >= h + 1 && board_columns(g, wide) <= COLS;
    int lines_large = 2 * h - 1 + (has_border(g) ? 2 : 0) + 2;
    bool large = lines_large <= LINES && COLS - board_columns(g, 2 * wide) - 1 >= WORDS_GOOD;
    *l = (struct layout){.pitch = wide, .step = 1, .beside = room >= WORDS_MIN};
    if (room < WORDS_GOOD && whole_below)
        l->beside = false;
    if (room < WORDS_MIN && !whole_below) {
        l->pitch = narrow;
        l->beside = COLS - board_columns(g, narrow) - 1 >= WORDS_MIN;
    }
    if (!l->beside && board_columns(g, wide) <= COLS)
        l->pitch = wide;
    if (large) {
        l->pitch = 2 * wide;
        l->step = 2;
        l->beside = true;
    }
    l->gaps = l->pitch >= wide;
    l->cols = g->setup.width;
    int fit = (COLS - BOARD_LEFT - 2) / l->pitch;
    if (board_columns(g, l->pitch) > COLS && fit < l->cols)
        l->cols = fit;
    fit_rows(g, l, l->beside ? LINES : LINES - below);
    l->x0 = follow(x0, l->cols, g->setup.width, s->x);
    l->y0 = follow(y0, l->rows, h, s->y);
    l->column = l->beside ? board_columns(g, l->pitch) + 1 : 0;
    l->width = COLS - l->column - 1;
    if (l->beside && l->width > WORDS_MAX)
        l->width = WORDS_MAX;
}

point_t screen_point(const struct screen *s, int line, int column)
{
    const struct layout *l = &s->layout;
    int y = l->y0 + l->rows - 1 - (line - l->top) / l->step;
    int x = l->x0 + (column - BOARD_LEFT) / l->pitch;
    if (line < l->top || (line - l->top) % l->step != 0 || column < BOARD_LEFT || x < l->x0 ||
        x >= l->x0 + l->cols || y < l->y0 || y >= l->y0 + l->rows)
        return POINT_NONE;
    return (point_t)(y * s->game->setup.width + x);
}

/* ---- the board ---- */

/* The glyph, colour and weight of one point. */
static const char *point_look(const struct screen *s, point_t at, chtype *look, char spare[8])
{
    const struct position *p = &s->game->now;
    const struct game *g = games[p->setup.game];
    struct cell c = position_cell(p, at);
    bool centre = g->has_centre && at == p->setup.width * p->setup.height / 2;
    *look = COLOR_PAIR(PAIR_SOFT);
    if (c.owner == OWNER_NONE) {
        if (centre) {
            *look = COLOR_PAIR(PAIR_ONE) | A_BOLD;
            return s->utf8 ? "✶" : "+";
        }
        if (s->legal && s->playable[at]) {
            *look = COLOR_PAIR(PAIR_GO);
            return s->utf8 ? "∘" : ",";
        }
        return s->utf8 ? "·" : ".";
    }
    if (g->has_heights) {
        struct text t;
        text_init(&t, spare, 8);
        text_char(&t, "xoab"[c.owner - 1]);
        text_int(&t, c.height);
        *look = COLOR_PAIR(PAIR_ONE + c.owner - 1) | A_BOLD;
        return spare;
    }
    if (g->has_common) {
        *look = A_BOLD;
        return s->utf8 ? "●" : "#";
    }
    if (c.owner == OWNER_NEUTRAL) {
        *look = COLOR_PAIR(PAIR_RED) | A_BOLD;
        return s->utf8 ? "◆" : "#";
    }
    /* On a dark terminal the hollow stone would look black: letters say it surely. */
    *look = COLOR_PAIR(c.owner == 1 ? PAIR_ONE : PAIR_TWO) | A_BOLD;
    return c.owner == 1 ? "x" : "o";
}

static void draw_letters(const struct layout *l, const struct play *g, int line)
{
    for (int x = l->x0; x < l->x0 + l->cols; x++)
        mvaddch(line, cell_column(l, x), (chtype)('a' + x));
    attrset(COLOR_PAIR(PAIR_SOFT));
    if (l->x0 > 0)
        mvaddch(line, BOARD_LEFT - 1, '<');
    if (l->x0 + l->cols < g->setup.width)
        mvaddch(line, cell_column(l, l->x0 + l->cols), '>');
    attrset(A_NORMAL);
}

/* The surroundings of the board (P2, L1), where they are next to visible points. */
static void draw_border(const struct layout *l, const struct play *g)
{
    bool ring = games[g->setup.game]->border == BORDER_RING;
    int n = g->setup.width;
    int right = cell_column(l, n - 1) + l->pitch;
    for (int i = 0; i < n; i++) {
        bool corner = i == 0 || i == n - 1;
        chtype stone = i % 2 == 0 ? 'o' : 'x'; /* (i + 1, 0): odd sums are White's */
        if (!ring && corner)
            continue;
        attrset(COLOR_PAIR(ring ? PAIR_SOFT : PAIR_ONE));
        if (l->border && i >= l->x0 && i < l->x0 + l->cols) {
            mvaddch(l->top - 1, cell_column(l, i), ring ? stone : '=');
            mvaddch(cells_end(l), cell_column(l, i), ring ? stone : '=');
        }
        attrset(COLOR_PAIR(ring ? PAIR_SOFT : PAIR_TWO));
        if (i < l->y0 || i >= l->y0 + l->rows)
            continue;
        if (l->x0 == 0)
            mvaddch(cell_line(l, i), BOARD_LEFT - 1, ring ? stone : '|');
        if (l->x0 + l->cols == n)
            mvaddch(cell_line(l, i), right, ring ? stone : '|');
    }
    attrset(A_NORMAL);
}

static void draw_point(const struct screen *s, int x, int y)
{
    const struct layout *l = &s->layout;
    point_t at = (point_t)(y * s->game->setup.width + x);
    chtype look;
    char spare[8] = "";
    const char *glyph = point_look(s, at, &look, spare);
    bool here = x == s->x && y == s->y;
    if (s->marked[at])
        look |= A_REVERSE;
    if (s->game->now.last != MOVE_NONE && move_is_point(s->game->now.last) &&
        move_point(s->game->now.last) == at)
        look |= A_UNDERLINE;
    if (here && !l->gaps) /* no room for brackets */
        look = (look & ~A_UNDERLINE) | A_REVERSE | A_BOLD;
    attrset((int)look);
    mvaddstr(cell_line(l, y), cell_column(l, x), glyph);
    attrset(A_BOLD);
    if (here && l->gaps) {
        int wide = spare[0] != '\0' ? (int)strlen(spare) : 1;
        mvaddch(cell_line(l, y), cell_column(l, x) - 1, '[');
        mvaddch(cell_line(l, y), cell_column(l, x) + wide, ']');
    }
    attrset(A_NORMAL);
}

static void draw_board(const struct screen *s)
{
    const struct layout *l = &s->layout;
    const struct play *g = s->game;
    bool more_above = l->y0 + l->rows < g->setup.height;
    if (l->letters_top)
        draw_letters(l, g, 0);
    draw_letters(l, g, cells_end(l) + (l->border && has_border(g) ? 1 : 0));
    if (has_border(g))
        draw_border(l, g);
    for (int y = l->y0; y < l->y0 + l->rows; y++) {
        mvprintw(cell_line(l, y), 0, "%2d", y + 1);
        for (int x = l->x0; x < l->x0 + l->cols; x++)
            draw_point(s, x, y);
    }
    attrset(A_BOLD);
    if (more_above)
        mvaddch(l->top, 2, '^');
    if (l->y0 > 0)
        mvaddch(cell_line(l, l->y0), 2, 'v');
    attrset(A_NORMAL);
}

static void draw_moves(const struct play *g, int line, int column, int lines, int width)
{
    int per_line = (width - 3) / 5;
    if (lines < 1 || per_line < 1)
        return;
    int all = (g->moves_n + per_line - 1) / per_line;
    int from = all > lines ? (all - lines) * per_line : 0;
    for (int i = from; i < g->moves_n; i++) {
        char word[MOVE_TEXT_BYTES];
        int at = (i - from) / per_line;
        if ((i - from) % per_line == 0) {
            attrset(COLOR_PAIR(PAIR_SOFT));
            mvprintw(line + at, column, "%3d", i + 1);
            attrset(A_NORMAL);
        }
        printw(" %-4s", move_print(g->moves[i], g->setup.width, word));
    }
}

/* ---- the page of help, and the window that is too small ---- */

static void draw_help(const struct play *g)
{
    const struct game *game = games[g->setup.game];
    const struct {
        bool shown;
        const char *key, *about;
    } keys[] = {
        {true, "arrows", "move the cursor; a click plays"},
        {true, "Enter", "place a stone at the cursor"},
        {game->has_red, "r", "place a red stone there"},
        {game->has_swap && (g->setup.options & OPTION_SWAP) != 0, "s",
         "swap colours (player 2's first)"},
        {game->has_pass, "p", "pass"},
        {true, "w", "why a move there is refused"},
        {true, "l", "show or hide the legal points"},
        {true, "h", "hint: the engine's move for you"},
        {true, "e", "evaluation: who leads"},
        {true, "u", "take your last move back"},
        {true, "v", "save the game in a file"},
        {g->keep_file == NULL, "n", "start a new game"},
        {true, "?", "this list; any key closes it"},
        {true, "q", "quit; Ctrl-C quits at once"},
    };
    mvprintw(0, 0, "%s by %s", game->title, game->designer);
    int line = LINES > SCREEN_LINES_MIN ? 2 : 1;
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        if (!keys[i].shown)
            continue;
        attrset(A_BOLD);
        mvaddstr(line, 0, keys[i].key);
        attrset(A_NORMAL);
        mvaddnstr(line++, 8, keys[i].about, COLS - 9);
    }
}

static bool draw_too_small(void)
{
    char buf[128];
    if (COLS >= SCREEN_COLUMNS_MIN && LINES >= SCREEN_LINES_MIN)
        return false;
    snprintf(buf, sizeof buf,
             "This window is too small: %dx%d. Make it %dx%d or larger, or press q to quit.", COLS,
             LINES, SCREEN_COLUMNS_MIN, SCREEN_LINES_MIN);
    put_wrapped(buf, 0, 0, COLS > 1 ? COLS - 1 : 1, LINES);
    return true;
}

/* ---- all of it ---- */

static void draw_words(const struct screen *s, const char *turn, const char *keys)
{
    const struct layout *l = &s->layout;
    const struct play *g = s->game;
    int w = l->width;
    int turn_n = put_turn_words(turn, 0, 0, w, 0);
    int message_n = put_wrapped(s->message, 0, 0, w, 0);
    int keys_n = put_wrapped(keys, 0, 0, w, 0);
    int lines = l->beside ? LINES : turn_n + message_n + keys_n;
    int line = l->beside ? 0 : LINES - lines;
    if (l->beside && lines - turn_n - message_n - keys_n >= 3) {
        put_wrapped(games[g->setup.game]->title, line, l->column, w, 1);
        line += 2;
    }
    attrset(A_BOLD);
    line += put_turn_words(turn, line, l->column, w, LINES - line);
    attrset(A_NORMAL);
    if (l->beside && LINES - line - message_n - keys_n >= 2)
        line++;
    if (s->asking)
        attrset(A_BOLD);
    line += put_wrapped(s->message, line, l->column, w, LINES - line);
    attrset(A_NORMAL);
    int keys_at = LINES - keys_n;
    if (l->beside && keys_at - line > 3)
        draw_moves(g, line + 1, l->column, keys_at - line - 2, w);
    attrset(COLOR_PAIR(PAIR_SOFT));
    if (line <= keys_at)
        put_wrapped(keys, keys_at, l->column, w, keys_n);
    else if (line < LINES && !s->asking)
        put_wrapped("? help  q quit", LINES - 1, l->column, w, 1);
    attrset(A_NORMAL);
}

void screen_draw(struct screen *s)
{
    char turn_buf[200];
    char keys_buf[200] = "";
    struct text turn;
    struct text keys;
    erase();
    if (!draw_too_small()) {
        text_init(&turn, turn_buf, sizeof turn_buf);
        put_turn(s->game, &turn);
        text_init(&keys, keys_buf, sizeof keys_buf);
        if (!s->asking)
            put_keys(s, &keys);
        find_layout(s, &s->layout, turn_buf, keys_buf);
        if (s->help) {
            draw_help(s->game);
        } else {
            draw_board(s);
            draw_words(s, turn_buf, keys_buf);
            move(cell_line(&s->layout, s->y), cell_column(&s->layout, s->x));
        }
    }
    refresh();
}
