/* play_lines.c - the plain face of `hoshi play`: a board, a prompt, words. Also fit for pipes and
 * for terminals read aloud. */
#include "cli/play/play.h"

#include "base/blanks.h"
#include "cli/command.h"
#include "cli/terminal.h"
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
    terminal_own(stdout, "%s", buf);
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
         "why MOVE says why a move is refused, legal lists the moves, hint asks the engine for a\n"
         "move, eval who leads, undo takes back, board draws again, save FILE writes the game,\n"
         "quit ends.");
}

static void tell_swap(const struct play *g, move_t m)
{
    char buf[160];
    struct text t;
    if (m != MOVE_SWAP)
        return;
    text_init(&t, buf, sizeof buf);
    play_swap_words(g, &t);
    puts(buf);
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
        tell_swap(g, m);
    }
    return true;
}

static void hint(struct play *g)
{
    static struct search_report report;
    char word[MOVE_TEXT_BYTES];
    move_t m = play_think(g, PLAY_HINT_LEVEL, NULL, NULL, &report);
    printf("The engine would play %s (%.0f %%).\n", move_print(m, g->setup.width, word),
           (double)report.winrate * 100);
}

static void evaluate(struct play *g)
{
    static struct search_report report;
    char buf[256];
    struct text t;
    (void)play_think(g, PLAY_HINT_LEVEL, NULL, NULL, &report);
    text_init(&t, buf, sizeof buf);
    play_evaluation(g, &report, &t);
    puts(buf);
}

/* Returns whether it was written. */
static bool save(struct play *g, const char *name)
{
    char buf[512];
    struct text t;
    text_init(&t, buf, sizeof buf);
    if (play_save(g, name, &t) < 0) {
        printf("The game is not saved: %s\n", buf);
        return false;
    }
    printf("Saved in %s. To resume: hoshi play %s\n", name, name);
    return true;
}

/* --save: after every move. */
static void keep(struct play *g, bool at_end)
{
    char buf[512];
    struct text t;
    text_init(&t, buf, sizeof buf);
    if (play_keep(g, at_end, &t) < 0)
        printf("The game is not saved: %s\n", buf);
}

/* Asks before what is in no file gets lost. Returns whether to quit. */
static bool may_quit(struct play *g)
{
    char name[512];
    char answer[512];
    struct text t;
    text_init(&t, name, sizeof name);
    play_file_name(g, &t);
    for (;;) {
        printf("Save the game before you quit? y: save in %s, n: no, c: go on playing. ", name);
        (void)fflush(stdout);
        if (fgets(answer, sizeof answer, stdin) == NULL || answer[0] == 'n' || answer[0] == 'N')
            return true;
        if (answer[0] == 'c' || answer[0] == 'C')
            return false;
        if ((answer[0] == 'y' || answer[0] == 'Y') && save(g, name))
            return true;
    }
}

/* One line of input. Returns false to quit. */
static bool obey(struct play *g, char *line)
{
    char *rest = NULL;
    blanks_fold(line); /* telephones and web pages bring other blanks, quotes and hyphens */
    char *word = strtok_r(line, " \t\r\n", &rest);
    char *more = strtok_r(NULL, " \t\r\n", &rest);
    if (word == NULL)
        return true;
    if (strcmp(word, "quit") == 0 || strcmp(word, "q") == 0)
        return isatty(STDIN_FILENO) && g->dirty && g->keep_file == NULL && !may_quit(g);
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
    } else if (strcmp(word, "eval") == 0 && !g->now.over) {
        evaluate(g);
    } else if (strcmp(word, "save") == 0) {
        char name[512];
        struct text t;
        text_init(&t, name, sizeof name);
        play_file_name(g, &t);
        (void)save(g, more != NULL ? more : name);
    } else if (strcmp(word, "why") == 0 && more != NULL) {
        if (!take_move(g, more, true))
            printf("\"%s\" is not a move on this board.\n", more);
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
    tell_swap(g, m);
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
        keep(g, false);
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
    keep(g, true);
    return ferror(stdin) ? EXIT_NO : EXIT_OK;
}
