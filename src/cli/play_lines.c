/* play_lines.c - the plain face of `hoshi play`: a board, a prompt, words. Also fit for pipes and for
 * terminals read aloud. */
#include "cli/play.h"

#include "cli/command.h"
#include "record/textboard.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void show_board(const struct play *g, const struct explanation *why)
{
    static char buf[TEXTBOARD_BYTES];
    static char marks[POINTS_MAX];
    memset(marks, 0, sizeof marks);
    for (int i = 0; why != NULL && i < why->points_n; i++)
        marks[why->points[i]] = '*';
    bool colour = isatty(STDOUT_FILENO) && getenv("NO_COLOR") == NULL;
    const struct textboard_style style = {
        .flags =
            TEXTBOARD_LAST | TEXTBOARD_LEGEND | TEXTBOARD_STATUS | (colour ? TEXTBOARD_COLOR : 0U),
        .marks = marks,
    };
    struct text t;
    text_init(&t, buf, sizeof buf);
    textboard_print(&g->now, &style, &t);
    fputs(buf, stdout);
}

static void print_moves(const struct play *g)
{
    static move_t moves[MOVES_MAX];
    int n = position_legal(&g->now, moves);
    int column = 0;
    for (int i = 0; i < n; i++) {
        char word[MOVE_TEXT_BYTES];
        column += printf("%s%s", column ? " " : "", move_print(moves[i], g->setup.width, word));
        if (column > 88 || i + 1 == n) {
            putchar('\n');
            column = 0;
        }
    }
}

static void refuse(const struct play *g, move_t m)
{
    static struct explanation why;
    position_explain(&g->now, m, &why);
    if (why.points_n > 0)
        show_board(g, &why);
    printf("Not here (%s). %s\n", verdict_rule(why.verdict), why.text);
    if (why.alternative != MOVE_NONE) {
        char word[MOVE_TEXT_BYTES];
        printf("But %s is legal.\n", move_print(why.alternative, g->setup.width, word));
    }
}

static void print_help(void)
{
    puts("A point (d4) plays there, d4r a red stone; swap and pass where the game has them.\n"
         "why MOVE says why a move is refused, legal lists the moves, hint asks the engine,\n"
         "undo takes back, board draws again, quit ends.");
}

/* `why MOVE`, or a bare move. Returns false when the word is neither. */
static bool take_move(struct play *g, const char *word, bool only_ask)
{
    move_t m;
    if (move_parse(word, g->setup.width, g->setup.height, &m) < 0)
        return false;
    enum verdict v = position_judge(&g->now, m);
    if (v != VERDICT_OK) {
        refuse(g, m);
    } else if (only_ask) {
        puts("That move is legal.");
    } else {
        v = play_move(g, m);
        ASSERT(v == VERDICT_OK);
        show_board(g, NULL);
    }
    return true;
}

static void hint(struct play *g)
{
    static struct search_report report;
    char word[MOVE_TEXT_BYTES];
    move_t m = play_think(g, 5, NULL, NULL, &report);
    printf("The engine would play %s (%.0f %%).\n", move_print(m, g->setup.width, word),
           (double)report.winrate * 100);
}

/* One line of input. Returns false to quit. */
static bool obey(struct play *g, char *line)
{
    char *save = NULL;
    char *word = strtok_r(line, " \t\r\n", &save);
    char *more = strtok_r(NULL, " \t\r\n", &save);
    if (word == NULL)
        return true;
    if (strcmp(word, "quit") == 0 || strcmp(word, "q") == 0)
        return false;
    if (strcmp(word, "help") == 0 || strcmp(word, "?") == 0) {
        print_help();
    } else if (strcmp(word, "board") == 0) {
        show_board(g, NULL);
    } else if (strcmp(word, "legal") == 0) {
        print_moves(g);
    } else if (strcmp(word, "undo") == 0) {
        if (play_undo(g) > 0)
            show_board(g, NULL);
        else
            puts("There is nothing to take back.");
    } else if (strcmp(word, "hint") == 0 && !g->now.over) {
        hint(g);
    } else if (strcmp(word, "why") == 0 && more != NULL) {
        if (!take_move(g, more, true))
            printf("\"%s\" is no move on this board.\n", more);
    } else if (!take_move(g, word, false)) {
        printf("\"%s\" is neither a move on this board nor a word known here; try help.\n", word);
    }
    return true;
}

static void engine_turn(struct play *g)
{
    static struct search_report report;
    char word[MOVE_TEXT_BYTES];
    move_t m = play_think(g, play_level(g), NULL, NULL, &report);
    enum verdict v = play_move(g, m);
    ASSERT(v == VERDICT_OK);
    printf("The engine plays %s.\n", move_print(m, g->setup.width, word));
    show_board(g, NULL);
}

int play_lines(struct play *g)
{
    char *line = NULL;
    size_t cap = 0;
    bool prompt = isatty(STDIN_FILENO) != 0;
    printf("%s by %s. Words: help, quit.\n", games[g->setup.game]->title,
           games[g->setup.game]->designer);
    show_board(g, NULL);
    for (;;) {
        if (!g->now.over && play_level(g) > 0) {
            engine_turn(g);
            continue;
        }
        if (g->now.over && !prompt)
            break;
        if (prompt)
            fputs("> ", stdout);
        (void)fflush(stdout);
        if (getline(&line, &cap, stdin) < 0 || !obey(g, line))
            break;
    }
    free(line);
    return ferror(stdin) ? EXIT_NO : EXIT_OK;
}
