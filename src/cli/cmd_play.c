/* cmd_play.c - `hoshi play`: a game in the terminal, against the engine or a friend beside you. */
#include "cli/command.h"
#include "cli/play.h"

#include "base/err.h"
#include "platform/clock.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_play;
const struct command cmd_play = {
    .name = "play",
    .summary = "play a game in the terminal",
    .help =
        "usage: hoshi play GAME [--size N|WxH] [--players LIST] [--level L] [--opt NAME=0|1]...\n\n"
        "Plays one of the games (`hoshi games`) on the terminal: with cursor, mouse and "
        "colours, or,\n"
        "when input or output is not a terminal or with --plain, line by line.\n\n"
        "  -n, --size N        board size (default: 7 for a first game; Claims 6, also WxH)\n"
        "  -p, --players LIST  who sits where, in turn order, parted by commas: `human`, "
        "`engine`,\n"
        "                      `engine:LEVEL` (default: human,engine)\n"
        "  -l, --level L       level of engines without one of their own, 1 (beginner) to 8\n"
        "                      (default 2)\n"
        "      --opt O=0|1     swap (Redstone) or jacked (Claims)\n"
        "      --seed N        seed of the engine, for a game that can be repeated\n"
        "      --plain         line by line also on a terminal\n\n"
        "Line by line, a move is a point such as d4; d4r is a red stone, `swap` and `pass` are "
        "moves\n"
        "where the game has them. Other words: hint, why MOVE, legal, undo, board, help, quit.\n",
    .run = run,
};

/* "human,engine:3,engine" to levels; returns the number of seats, or -1 after a usage_error. */
static int seats_parse(const char *list, int level, int out[PLAYERS_MAX])
{
    int n = 0;
    for (const char *word = list;; word++) {
        size_t len = strcspn(word, ",");
        if (n == PLAYERS_MAX) {
            (void)usage_error("play", "--players takes at most %d seats", PLAYERS_MAX);
            return -1;
        }
        if (len == 5 && strncmp(word, "human", len) == 0) {
            out[n++] = 0;
        } else if (len == 6 && strncmp(word, "engine", len) == 0) {
            out[n++] = level;
        } else if (len == 8 && strncmp(word, "engine:", 7) == 0 && word[7] >= '0' + LEVEL_MIN &&
                   word[7] <= '0' + LEVEL_MAX) {
            out[n++] = word[7] - '0';
        } else {
            (void)usage_error("play",
                              "--players takes human, engine or engine:1 to engine:8, not \"%.*s\"",
                              (int)len, word);
            return -1;
        }
        word += len;
        if (*word == '\0')
            return n;
    }
}

static int run(int argc, char *const *argv)
{
    const char *size = NULL;
    const char *players = "human,engine";
    const char *opts[3] = {NULL};
    int64_t level = 2;
    int64_t seed = -1;
    bool plain = false;
    const struct option_spec specs[] = {
        {.name = "size", .letter = 'n', .text = &size},
        {.name = "players", .letter = 'p', .text = &players},
        {.name = "level", .letter = 'l', .number = &level, .min = LEVEL_MIN, .max = LEVEL_MAX},
        {.name = "opt", .text = &opts[0]},
        {.name = "opt", .text = &opts[1]},
        {.name = "seed", .number = &seed, .min = 0, .max = INT64_MAX},
        {.name = "plain", .flag = &plain},
        {.name = NULL},
    };
    const char *name = NULL;
    int n = options_parse(&cmd_play, specs, argc, argv, &name, 1);
    if (n < 0)
        return EXIT_USAGE;
    if (n == 0)
        return usage_no_game("play");
    int levels[PLAYERS_MAX] = {0};
    int seats = seats_parse(players, (int)level, levels);
    if (seats < 0)
        return EXIT_USAGE;
    const struct game *found = game_find(name);
    char first[8];
    if (size == NULL && found != NULL) {
        (void)snprintf(first, sizeof first, "%d", found->size_first);
        size = first;
    }
    struct setup setup;
    if (setup_from_words("play", name, size, seats, opts, &setup) < 0)
        return EXIT_USAGE;
    static struct play game;
    uint64_t start = seed >= 0 ? (uint64_t)seed : (uint64_t)clock_unix_ms();
    int err = play_init(&game, &setup, levels, start);
    if (err < 0) {
        fprintf(stderr, "hoshi: %s\n", err_text(err));
        return EXIT_NO;
    }
    const char *term = getenv("TERM");
    bool screen = !plain && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term != NULL &&
                  strcmp(term, "dumb") != 0;
    int status = screen ? play_screen(&game) : play_lines(&game);
    play_done(&game);
    return status;
}
