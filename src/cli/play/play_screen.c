/* play_screen.c - the curses face of `hoshi play`: keys and the mouse.
 *
 * The screen is redrawn after each key (play_draw.c). While the engine thinks, its progress call
 * reads the keyboard, so q and Ctrl-C work at any time. Every way out restores the terminal. */
#include <curses.h>

#include "cli/play/play_screen.h"
#include "cli/play/term_known.h"

#include "cli/command.h"
#include "cli/terminal.h"
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How long a wait for a key lasts before an interrupt is looked for: curses waits on through it. */
enum { IDLE_MS = 200, KEY_ESCAPE = 27, SIGNAL_STATUS = 128, NAME_BYTES = 256 };

static volatile sig_atomic_t interrupted;
static char saved_in[NAME_BYTES]; /* for the line after the last screen */

static void on_interrupt(int signal_number)
{
    interrupted = signal_number;
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
    s->red = s->swap = s->pass = false;
    int n = position_legal(&s->game->now, moves);
    for (int i = 0; i < n; i++) {
        s->swap = s->swap || moves[i] == MOVE_SWAP;
        s->pass = s->pass || moves[i] == MOVE_PASS;
        if (!move_is_point(moves[i]))
            continue;
        s->playable[move_point(moves[i])] = true;
        s->red = s->red || move_is_red(moves[i]);
    }
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
    else if (m == MOVE_SWAP) {
        struct text t;
        text_init(&t, s->message, sizeof s->message);
        play_swap_words(s->game, &t);
    }
    find_playable(s);
}

/* Shows a question and waits for a key; ERR after an interrupt. */
static int ask(struct screen *s, const char *question)
{
    int key;
    say(s, question);
    s->asking = true;
    do {
        screen_draw(s);
        key = getch();
    } while ((key == ERR || key == KEY_RESIZE) && !interrupted);
    s->asking = false;
    say(s, "");
    return key;
}

/* A line of text, with name as what stands there at first. False: it was given up. */
static bool ask_name(struct screen *s, char name[NAME_BYTES])
{
    size_t n = strlen(name);
    for (;;) {
        char line[NAME_BYTES + 64];
        snprintf(line, sizeof line, "Save as (Enter: yes, Esc: no): %s_", name);
        int key = ask(s, line);
        if (key == '\n' || key == '\r' || key == KEY_ENTER)
            return n > 0;
        if (key == KEY_ESCAPE || interrupted)
            return false;
        if ((key == KEY_BACKSPACE || key == 127 || key == 8) && n > 0)
            name[--n] = '\0';
        else if (key > 32 && key < 127 && n + 1 < NAME_BYTES)
            name[n++] = (char)key;
        name[n] = '\0';
    }
}

/* Returns whether the game is in a file now. */
static bool save(struct screen *s)
{
    char name[NAME_BYTES];
    char why[NAME_BYTES + 128];
    struct text t;
    text_init(&t, name, sizeof name);
    play_file_name(s->game, &t);
    if (s->game->keep_file == NULL && !ask_name(s, name)) {
        say(s, "Not saved.");
        return false;
    }
    text_init(&t, why, sizeof why);
    bool saved = play_save(s->game, name, &t) == 0;
    if (saved)
        snprintf(saved_in, sizeof saved_in, "%s", name);
    text_init(&t, s->message, sizeof s->message);
    text_str(&t, saved ? "Saved in " : "Not saved: ");
    text_str(&t, saved ? name : why);
    text_str(&t, saved ? "." : "");
    return saved;
}

/* --save: after every move. */
static void keep(struct screen *s, bool at_end)
{
    char why[NAME_BYTES + 128];
    struct text t;
    text_init(&t, why, sizeof why);
    if (play_keep(s->game, at_end, &t) == 0)
        return;
    text_init(&t, s->message, sizeof s->message);
    text_str(&t, "Not saved: ");
    text_str(&t, why);
}

/* Asks before an unsaved game is lost. Returns whether the player agrees. */
static bool may_leave(struct screen *s, const char *what)
{
    while (s->game->dirty && s->game->moves_n > 0 && !interrupted) {
        char question[160];
        snprintf(question, sizeof question, "%s Save the game first? y: save, n: no, Esc: play on.",
                 what);
        int key = ask(s, question);
        if (key == 'n' || key == 'N')
            break;
        if (key == KEY_ESCAPE || key == 'c' || key == 'C')
            return false;
        if ((key == 'y' || key == 'Y') && !save(s))
            return false;
    }
    return true;
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
    int key = ask(s, "Both are legal here: o for your own stone, r for a red one, any other key "
                     "for none.");
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
        s->wants_quit = true;
        return false;
    }
    struct text t;
    text_init(&t, s->message, sizeof s->message);
    text_str(&t, "thinking: ");
    text_int(&t, so_far->nodes_n);
    text_str(&t, " playouts");
    screen_draw(s);
    return true;
}

/* Lets the engine think about the position; MOVE_NONE when q was pressed. */
static move_t think(struct screen *s, int level, struct search_report *report)
{
    s->thinking = true;
    move_t m = play_think(s->game, level, while_thinking, s, report);
    s->thinking = false;
    return s->wants_quit ? MOVE_NONE : m;
}

static void hint(struct screen *s)
{
    static struct search_report report;
    move_t m = think(s, PLAY_HINT_LEVEL, &report);
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

static void evaluate(struct screen *s)
{
    static struct search_report report;
    if (think(s, PLAY_HINT_LEVEL, &report) == MOVE_NONE)
        return;
    struct text t;
    text_init(&t, s->message, sizeof s->message);
    play_evaluation(s->game, &report, &t);
}

static void new_game(struct screen *s)
{
    if (s->game->keep_file != NULL || s->game->moves_n == 0 || !may_leave(s, "A new game."))
        return;
    play_again(s->game);
    clear_marks(s);
    find_playable(s);
    say(s, "A new game.");
}

static void mouse(struct screen *s)
{
    MEVENT event;
    if (getmouse(&event) != OK)
        return;
    point_t at = screen_point(s, event.y, event.x);
    if (at == POINT_NONE || s->game->now.over)
        return;
    s->x = at % s->game->setup.width;
    s->y = at / s->game->setup.width;
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

static void move_cursor(struct screen *s, int dx, int dy)
{
    int x = s->x + dx;
    int y = s->y + dy;
    if (x >= 0 && x < s->game->setup.width)
        s->x = x;
    if (y >= 0 && y < s->game->setup.height)
        s->y = y;
}

/* Handles the keys that work while the game lasts. */
static void key_of_game(struct screen *s, int key)
{
    move_t here = (move_t)(s->y * s->game->setup.width + s->x);
    if (key == '\n' || key == '\r' || key == KEY_ENTER || key == ' ')
        place(s);
    else if (key == 'r' && games[s->game->setup.game]->has_red)
        try_move(s, here | MOVE_RED);
    else if (key == 's' && s->swap)
        try_move(s, MOVE_SWAP);
    else if (key == 'p' && s->pass)
        try_move(s, MOVE_PASS);
    else if (key == 'w')
        explain(s, here);
    else if (key == 'h')
        hint(s);
    else if (key == 'e')
        evaluate(s);
}

static void key_pressed(struct screen *s, int key)
{
    if (s->help && key != KEY_RESIZE) {
        s->help = false;
        return;
    }
    switch (key) {
    case KEY_LEFT:
        move_cursor(s, -1, 0);
        break;
    case KEY_RIGHT:
        move_cursor(s, 1, 0);
        break;
    case KEY_DOWN:
        move_cursor(s, 0, -1);
        break;
    case KEY_UP:
        move_cursor(s, 0, 1);
        break;
    case KEY_MOUSE:
        mouse(s);
        break;
    case 'u':
        undo(s);
        break;
    case 'v':
        if (s->game->moves_n > 0)
            (void)save(s);
        break;
    case 'l':
        s->legal = !s->legal;
        break;
    case 'n':
        new_game(s);
        break;
    case '?':
        s->help = true;
        break;
    case 'q':
    case 'Q':
        s->wants_quit = true;
        break;
    default:
        if (!s->game->now.over)
            key_of_game(s, key);
        break;
    }
}

static void engine_turn(struct screen *s)
{
    static struct search_report report;
    move_t m = think(s, play_level(s->game), &report);
    if (m == MOVE_NONE)
        return;
    char word[MOVE_TEXT_BYTES];
    struct text t;
    bool swapped = s->game->now.last == MOVE_SWAP;
    try_move(s, m);
    if (m == MOVE_SWAP)
        return; /* the message says what it means */
    text_init(&t, s->message, sizeof s->message);
    if (swapped) { /* the person swapped; the message stays in sight */
        play_swap_words(s->game, &t);
        text_char(&t, ' ');
    }
    text_str(&t, "The engine plays ");
    text_str(&t, move_print(m, s->game->setup.width, word));
    text_char(&t, '.');
}

/* False: ncurses does not know the terminal, or cannot draw on it. */
static bool screen_open(struct screen *s)
{
    setlocale(LC_ALL, "");
    s->utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    if (!term_known() || newterm(NULL, terminal_screen(), stdin) == NULL)
        return false;
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
    return true;
}

/* Whether the terminal has gone, also if no signal has told. */
static bool hung_up(void)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&in, 1, 0) > 0 && (in.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

int play_screen(struct play *g)
{
    static struct screen s;
    s = (struct screen){
        .game = g, .x = g->setup.width / 2, .y = g->setup.height / 2, .legal = true};
    struct sigaction action = {.sa_handler = on_interrupt};
    (void)sigaction(SIGINT, &action, NULL);
    (void)sigaction(SIGTERM, &action, NULL);
    (void)sigaction(SIGHUP, &action, NULL);
    if (!screen_open(&s)) {
        fprintf(stderr,
                "hoshi: the terminal \"%s\" is not known here, so you play line by line; "
                "TERM=xterm-256color may give you the screen\n",
                getenv("TERM"));
        return play_lines(g);
    }
    find_playable(&s);
    say(&s, g->moves_n > 0 ? "The game goes on." : "Your move: arrows and Enter.");
    while (!s.quit && !interrupted) {
        keep(&s, s.wants_quit);
        screen_draw(&s);
        if (s.wants_quit) {
            s.wants_quit = false;
            s.quit = may_leave(&s, "Quit?");
        } else if (!g->now.over && play_level(g) > 0) {
            engine_turn(&s);
        } else {
            int key = getch();
            if (key != ERR)
                key_pressed(&s, key);
            else if (hung_up())
                interrupted = SIGHUP;
        }
    }
    endwin();
    if (g->now.over) {
        char buf[160];
        struct text t;
        text_init(&t, buf, sizeof buf);
        play_outcome(g, &t);
        puts(buf);
    }
    const char *file = g->keep_file != NULL ? g->keep_file : saved_in;
    if (file[0] != '\0' && g->moves_n > 0 && !g->dirty)
        printf("The game is in %s. To resume: hoshi play %s\n", file, file);
    return interrupted ? SIGNAL_STATUS + interrupted : EXIT_OK;
}
