/* play_screen.c - the curses face of `hoshi play`: a board with a cursor, colours and the mouse.
 *
 * The screen is drawn anew after each key from `struct screen`, which holds all that is seen beside
 * the game itself. While the engine thinks, its progress call reads the keyboard, so q and Ctrl-C
 * work at any time. The terminal is given back on every way out. */
#include "cli/play.h"

#include "cli/command.h"
#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* How long a wait for a key lasts before an interrupt is looked for: curses waits on through it. */
enum { IDLE_MS = 200 };

enum pair { PAIR_PLAIN, PAIR_ONE, PAIR_TWO, PAIR_THREE, PAIR_FOUR, PAIR_RED, PAIR_SOFT, PAIR_GO };

struct screen {
    struct play *game;
    int x, y;                   /* cursor, 0 … width - 1, 0 … height - 1 from the bottom */
    bool legal;                 /* mark legal points */
    bool quit;                  /* q was pressed */
    bool utf8;                  /* round stones may be drawn */
    uint8_t marked[POINTS_MAX]; /* points of the explanation or hint */
    bool playable[POINTS_MAX];  /* some legal placement there */
    char message[320];
};

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal_number)
{
    interrupted = signal_number;
}

static int cell_columns(const struct play *g)
{
    return games[g->setup.game]->has_heights ? 4 : 2;
}

/* Where the board begins on the screen: below the letters, right of the numbers (and the ring). */
enum { BOARD_TOP = 2, BOARD_LEFT = 4 };

static int screen_row(const struct play *g, int y)
{
    return BOARD_TOP + g->setup.height - 1 - y;
}

static int screen_column(const struct play *g, int x)
{
    return BOARD_LEFT + 1 + x * cell_columns(g);
}

static void say(struct screen *s, const char *text)
{
    strncpy(s->message, text, sizeof s->message - 1);
    s->message[sizeof s->message - 1] = '\0';
}

static void find_playable(struct screen *s)
{
    static move_t moves[MOVES_MAX];
    memset(s->playable, 0, sizeof s->playable);
    int n = position_legal(&s->game->now, moves);
    for (int i = 0; i < n; i++)
        if (move_is_point(moves[i]))
            s->playable[move_point(moves[i])] = true;
}

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

static void draw_letters(const struct play *g, int row)
{
    for (int x = 0; x < g->setup.width; x++)
        mvaddch(row, screen_column(g, x), (chtype)('a' + x));
}

/* A ring of stones (P2), or edges that belong to the sides (L1). */
static void draw_border(const struct play *g)
{
    int w = g->setup.width;
    int h = g->setup.height;
    enum border_kind border = games[g->setup.game]->border;
    if (border == BORDER_RING) {
        attrset(COLOR_PAIR(PAIR_SOFT));
        for (int i = 0; i < w; i++) {
            chtype stone = i % 2 == 0 ? 'o' : 'x'; /* (i + 1, 0): odd sums are White's */
            mvaddch(BOARD_TOP - 1, screen_column(g, i), stone);
            mvaddch(BOARD_TOP + h, screen_column(g, i), stone);
            mvaddch(screen_row(g, i), BOARD_LEFT - 1, stone);
            mvaddch(screen_row(g, i), screen_column(g, w), stone);
        }
    }
    if (border == BORDER_EDGES) {
        for (int i = 1; i + 1 < w; i++) {
            attrset(COLOR_PAIR(PAIR_ONE));
            mvaddch(BOARD_TOP - 1, screen_column(g, i), '=');
            mvaddch(BOARD_TOP + h, screen_column(g, i), '=');
            attrset(COLOR_PAIR(PAIR_TWO));
            mvaddch(screen_row(g, i), BOARD_LEFT - 1, '|');
            mvaddch(screen_row(g, i), screen_column(g, w), '|');
        }
    }
    attrset(A_NORMAL);
}

static void draw_board(const struct screen *s)
{
    const struct play *g = s->game;
    draw_letters(g, 0);
    draw_letters(g, BOARD_TOP + g->setup.height + 1);
    draw_border(g);
    for (int y = 0; y < g->setup.height; y++) {
        mvprintw(screen_row(g, y), 0, "%2d", y + 1);
        for (int x = 0; x < g->setup.width; x++) {
            point_t at = (point_t)(y * g->setup.width + x);
            chtype look;
            char spare[8];
            const char *glyph = point_look(s, at, &look, spare);
            bool here = x == s->x && y == s->y;
            bool last = move_is_point(g->now.last) && move_point(g->now.last) == at;
            if (s->marked[at])
                look |= A_REVERSE;
            if (last)
                look |= A_UNDERLINE;
            attrset((int)look);
            mvaddstr(screen_row(g, y), screen_column(g, x), glyph);
            attrset(A_BOLD);
            if (here) {
                int wide = games[g->setup.game]->has_heights && spare[0] != '\0' &&
                           position_cell(&g->now, at).owner != OWNER_NONE;
                mvaddch(screen_row(g, y), screen_column(g, x) - 1, '[');
                mvaddch(screen_row(g, y), screen_column(g, x) + (wide ? (int)strlen(spare) : 1),
                        ']');
            }
            attrset(A_NORMAL);
        }
    }
}

static void draw_turn(const struct play *g, int row, int column)
{
    char buf[160];
    struct text t;
    text_init(&t, buf, sizeof buf);
    if (g->now.over) {
        play_outcome(g, &t);
    } else {
        text_str(&t, "Ply ");
        text_int(&t, g->now.ply + 1);
        text_str(&t, ": ");
        play_name(g, g->now.side, &t);
        if (games[g->setup.game]->sides == SIDES_EDGES) {
            text_str(&t, g->now.side == 1 ? ": top and bottom (=)" : ": left and right (|)");
        } else {
            text_str(&t, " (");
            text_char(&t, "xoab"[g->now.side - 1]);
            text_char(&t, ')');
        }
        text_str(&t, " to move");
    }
    attrset(A_BOLD);
    mvaddstr(row, column, buf);
    attrset(A_NORMAL);
    if (games[g->setup.game]->has_score && !g->now.over) {
        int16_t points[PLAYERS_MAX];
        position_score(&g->now, points);
        mvaddstr(row + 1, column, "points now:");
        for (int i = 0; i < g->setup.players; i++)
            printw(" %d", points[i]);
    }
}

static void draw_moves(const struct play *g, int row, int column, int rows)
{
    int n = g->moves_n;
    int from = n > rows * 4 ? (n - rows * 4 + 3) / 4 * 4 : 0;
    for (int i = from; i < n; i++) {
        char word[MOVE_TEXT_BYTES];
        int line = (i - from) / 4;
        if ((i - from) % 4 == 0) {
            attrset(COLOR_PAIR(PAIR_SOFT));
            mvprintw(row + line, column, "%3d", i + 1);
            attrset(A_NORMAL);
        }
        printw(" %-4s", move_print(g->moves[i], g->setup.width, word));
    }
}

/* Prints text into a column of the screen, broken at blanks. */
static void draw_wrapped(const char *text, int row, int column)
{
    int width = COLS - column - 1;
    if (width < 12)
        return;
    while (*text != '\0' && row < LINES) {
        int n = (int)strlen(text);
        if (n > width) {
            n = width;
            while (n > 0 && text[n] != ' ')
                n--;
            if (n == 0)
                n = width;
        }
        mvaddnstr(row++, column, text, n);
        text += n;
        text += strspn(text, " ");
    }
}

static void draw(const struct screen *s)
{
    const struct play *g = s->game;
    erase();
    draw_board(s);
    int bottom = BOARD_TOP + g->setup.height + 2;
    int side = screen_column(g, g->setup.width) + 4;
    bool beside = COLS - side >= 30;
    int column = beside ? side : 0;
    int row = beside ? 0 : bottom;
    mvprintw(row, column, "%s by %s", games[g->setup.game]->title, games[g->setup.game]->designer);
    draw_turn(g, row + 1, column);
    draw_wrapped(s->message, row + 4, column);
    if (beside)
        draw_moves(g, row + 9, column, LINES - row - 14 > 2 ? LINES - row - 14 : 2);
    attrset(COLOR_PAIR(PAIR_SOFT));
    mvaddnstr(LINES - 2, 0,
              games[g->setup.game]->has_red
                  ? "arrows/mouse move  Enter play  r red stone  s swap  u undo  h hint  w why not"
                  : "arrows/mouse move  Enter play  p pass  u undo  h hint  w why not",
              COLS - 1);
    mvaddnstr(LINES - 1, 0, "l legal points  n new game  q quit", COLS - 1);
    attrset(A_NORMAL);
    move(screen_row(g, s->y), screen_column(g, s->x));
    refresh();
}

static void clear_marks(struct screen *s)
{
    memset(s->marked, 0, sizeof s->marked);
}

static void explain(struct screen *s, move_t m)
{
    static struct explanation why;
    char buf[320];
    struct text t;
    text_init(&t, buf, sizeof buf);
    position_explain(&s->game->now, m, &why);
    clear_marks(s);
    if (why.verdict == VERDICT_OK) {
        char word[MOVE_TEXT_BYTES];
        text_str(&t, move_print(m, s->game->setup.width, word));
        text_str(&t, " is legal.");
    } else {
        text_str(&t, "Not here (");
        text_str(&t, verdict_rule(why.verdict));
        text_str(&t, "). ");
        text_str(&t, why.text);
        for (int i = 0; i < why.points_n; i++)
            s->marked[why.points[i]] = 1;
    }
    say(s, buf);
}

static void try_move(struct screen *s, move_t m)
{
    clear_marks(s);
    say(s, "");
    if (play_move(s->game, m) != VERDICT_OK)
        explain(s, m);
    find_playable(s);
}

/* Enter on a point: the own stone, the red one, or a question where both are legal (R2, R3). */
static void place(struct screen *s)
{
    const struct position *p = &s->game->now;
    move_t own = (move_t)(s->y * p->setup.width + s->x);
    move_t red = own | MOVE_RED;
    bool red_legal = games[p->setup.game]->has_red && position_judge(p, red) == VERDICT_OK;
    if (!red_legal) {
        try_move(s, own);
        return;
    }
    if (position_judge(p, own) != VERDICT_OK) {
        try_move(s, red);
        return;
    }
    say(s, "Both are legal here: o for your own stone, r for a red one, any other key for none.");
    draw(s);
    int key;
    do {
        key = getch();
    } while (key == ERR && !interrupted);
    say(s, "");
    if (key == 'o' || key == 'O' || key == '\n' || key == KEY_ENTER)
        try_move(s, own);
    else if (key == 'r' || key == 'R')
        try_move(s, red);
}

/* The engine's progress call: keeps the keys alive. */
static bool while_thinking(void *context, const struct search_report *so_far)
{
    struct screen *s = context;
    timeout(0);
    int key = getch();
    timeout(IDLE_MS);
    if (key == 'q' || key == 'Q' || interrupted) {
        s->quit = true;
        return false;
    }
    char buf[160];
    struct text t;
    text_init(&t, buf, sizeof buf);
    text_str(&t, "thinking: ");
    text_int(&t, so_far->nodes_n);
    text_str(&t, " playouts (q quits)");
    say(s, buf);
    draw(s);
    return true;
}

static void hint(struct screen *s)
{
    static struct search_report report;
    move_t m = play_think(s->game, 5, while_thinking, s, &report);
    if (m == MOVE_NONE)
        return;
    char word[MOVE_TEXT_BYTES];
    char buf[160];
    struct text t;
    text_init(&t, buf, sizeof buf);
    text_str(&t, "Hint: ");
    text_str(&t, move_print(m, s->game->setup.width, word));
    text_str(&t, report.proven > 0   ? " (a proved win)"
                 : report.proven < 0 ? " (all moves lose)"
                                     : "");
    if (report.proven == 0) {
        text_str(&t, " (");
        text_int(&t, (int64_t)(report.winrate * 100 + 0.5F));
        text_str(&t, " % for you)");
    }
    say(s, buf);
    clear_marks(s);
    if (move_is_point(m)) {
        s->marked[move_point(m)] = 1;
        s->x = move_point(m) % s->game->setup.width;
        s->y = move_point(m) / s->game->setup.width;
    }
}

static void new_game(struct screen *s)
{
    struct play *g = s->game;
    int err = position_start(&g->now, &g->setup);
    ASSERT(err == 0);
    g->moves_n = 0;
    engine_clear(g->engine);
    clear_marks(s);
    find_playable(s);
    say(s, "A new game.");
}

static void mouse(struct screen *s)
{
    MEVENT event;
    if (getmouse(&event) != OK)
        return;
    const struct play *g = s->game;
    int y = g->setup.height - 1 - (event.y - BOARD_TOP);
    int x = (event.x - BOARD_LEFT) / cell_columns(g);
    if (x < 0 || y < 0 || x >= g->setup.width || y >= g->setup.height || event.x < BOARD_LEFT)
        return;
    s->x = x;
    s->y = y;
    if (event.bstate & (BUTTON1_CLICKED | BUTTON1_PRESSED | BUTTON1_DOUBLE_CLICKED))
        place(s);
}

static void undo(struct screen *s)
{
    int plies = play_undo(s->game);
    clear_marks(s);
    find_playable(s);
    say(s, plies > 0 ? "Taken back." : "There is nothing to take back.");
}

static void key_pressed(struct screen *s, int key)
{
    const struct setup *setup = &s->game->setup;
    move_t here = (move_t)(s->y * setup->width + s->x);
    switch (key) {
    case KEY_LEFT:
        s->x -= s->x > 0;
        break;
    case KEY_RIGHT:
        s->x += s->x + 1 < setup->width;
        break;
    case KEY_DOWN:
        s->y -= s->y > 0;
        break;
    case KEY_UP:
        s->y += s->y + 1 < setup->height;
        break;
    case KEY_MOUSE:
        mouse(s);
        break;
    case '\n':
    case '\r':
    case KEY_ENTER:
    case ' ':
        place(s);
        break;
    case 'r':
        try_move(s, here | MOVE_RED);
        break;
    case 's':
        try_move(s, MOVE_SWAP);
        break;
    case 'p':
        try_move(s, MOVE_PASS);
        break;
    case 'w':
        explain(s, here);
        break;
    case 'u':
        undo(s);
        break;
    case 'h':
        if (!s->game->now.over)
            hint(s);
        break;
    case 'l':
        s->legal = !s->legal;
        break;
    case 'n':
        new_game(s);
        break;
    case 'q':
        s->quit = true;
        break;
    default:
        break;
    }
}

static void engine_turn(struct screen *s)
{
    static struct search_report report;
    move_t m = play_think(s->game, play_level(s->game), while_thinking, s, &report);
    if (m == MOVE_NONE || s->quit)
        return;
    char word[MOVE_TEXT_BYTES];
    char buf[64];
    struct text t;
    text_init(&t, buf, sizeof buf);
    text_str(&t, "The engine plays ");
    text_str(&t, move_print(m, s->game->setup.width, word));
    text_char(&t, '.');
    try_move(s, m);
    say(s, buf);
}

static void screen_open(struct screen *s)
{
    setlocale(LC_ALL, "");
    s->utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    initscr();
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    timeout(IDLE_MS);
    set_escdelay(50);
    mousemask(BUTTON1_CLICKED | BUTTON1_PRESSED | BUTTON1_DOUBLE_CLICKED, NULL);
    mouseinterval(0);
    start_color();
    use_default_colors();
    static const short colours[] = {-1,         COLOR_CYAN, COLOR_YELLOW, COLOR_MAGENTA,
                                    COLOR_BLUE, COLOR_RED,  -1,           COLOR_GREEN};
    bool plain = getenv("NO_COLOR") != NULL || !has_colors();
    for (short i = 1; i < (short)ARRAY_LEN(colours); i++)
        init_pair(i, plain ? -1 : colours[i], -1);
}

int play_screen(struct play *g)
{
    static struct screen s;
    s = (struct screen){
        .game = g, .x = g->setup.width / 2, .y = g->setup.height / 2, .legal = true};
    struct sigaction action = {.sa_handler = on_interrupt};
    (void)sigaction(SIGINT, &action, NULL);
    (void)sigaction(SIGTERM, &action, NULL);
    screen_open(&s);
    find_playable(&s);
    say(&s, "Your move: arrows and Enter.");
    draw(&s);
    while (!s.quit && !interrupted) {
        if (!g->now.over && play_level(g) > 0) {
            engine_turn(&s);
            draw(&s);
            continue;
        }
        int key = getch();
        if (key == ERR)
            continue;
        key_pressed(&s, key);
        draw(&s);
    }
    endwin();
    if (g->now.over) {
        char buf[160];
        struct text t;
        text_init(&t, buf, sizeof buf);
        play_outcome(g, &t);
        puts(buf);
    }
    return EXIT_OK;
}
