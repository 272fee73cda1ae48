/* cmd_play.c - `hoshi play`: a game in the terminal, against the engine or a friend beside you. */
#include "cli/analysis/net_choice.h"
#include "cli/command.h"
#include "cli/files/load.h"
#include "cli/play/play.h"

#include "platform/clock.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_play;
const struct command cmd_play = {
    .name = "play",
    .summary = "play a game in the terminal",
    .help = "usage: hoshi play GAME|FILE [OPTIONS]\n\n"
            "Plays a game (`hoshi games`) in the terminal, with cursor, mouse and colours.\n"
            "With --plain, or when input or output is not a terminal, it plays line by line.\n"
            "A FILE (SGF or JSON) is a game to continue.\n\n"
            "  -n, --size N        board size (default: 7 for a first game; Claims 6, also\n"
            "                      WxH)\n"
            "  -p, --players N     for a game of more than two: you begin, the others are\n"
            "                      engines. Or all players in turn order, separated by\n"
            "                      commas: `human`, `engine`, `engine:LEVEL` (default: as in\n"
            "                      FILE, else human,engine)\n"
            "  -l, --level L       level of engines without one of their own, 1 (beginner) to\n"
            "                      8 (default 2)\n"
            "      --opt NAME=0|1  an option of the game (see `hoshi games`)\n"
            "      --game GAME     the game of an SGF FILE that does not name it; its moves\n"
            "                      are read as those of a program that knows only Go\n"
            "                      (docs/RECORDS.md)\n"
            "      --setup FILE    begin GAME with the last position of a record, or with a\n"
            "                      board as `hoshi show --format diagram` draws it; a line\n"
            "                      `turn 2` names the player to move\n"
            "      --index N       game N of an SGF file that holds several, from 1\n"
            "      --save FILE     save the game to FILE after every move, as JSON if the\n"
            "                      name ends in .json, otherwise as SGF\n"
            "      --seed N        seed of the engine, for a game that can be repeated\n"
            "      --net WORD      none: the engine uses playouts only; FILE: this net\n"
            "                      instead of the built-in ones\n"
            "      --plain         line by line also on a terminal\n\n"
            "The key ? on the board, or the word help, lists the keys or words. Line by line,\n"
            "a move is a point such as d4; d4r is a red stone, and `swap` and `pass` are\n"
            "moves in games that have them. Ctrl-C ends the program with status 130.\n\n"
            "Examples:\n"
            "  hoshi play levee --level 3\n"
            "  hoshi play redstone --size 9 --players human,engine:5 --save game.sgf\n",
    .run = run,
};

/* "human,engine:3,engine", or a number of seats of which the first is a human's, to levels; returns
 * the number of seats, or -1 after a usage_error. */
static int seats_parse(const char *list, int level, int out[PLAYERS_MAX])
{
    int n = 0;
    if (list[0] >= '2' && list[0] <= '0' + PLAYERS_MAX && list[1] == '\0') {
        for (; n < list[0] - '0'; n++)
            out[n] = n == 0 ? 0 : level;
        return n;
    }
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
                              "--players takes a number from 2, or human, engine or engine:1 to "
                              "engine:8 with commas between, not \"%.*s\"",
                              (int)len, word);
            return -1;
        }
        word += len;
        if (*word == '\0')
            return n;
    }
}

/* Levels from the names that play_save writes, for a FILE without --players. */
static void seats_from_names(const struct record *r, int level, int out[PLAYERS_MAX])
{
    bool known = true;
    for (int i = 0; i < r->setup.players; i++) {
        out[i] = play_name_level(r->players[i]);
        known = known && out[i] >= 0;
    }
    for (int i = 0; !known && i < r->setup.players; i++)
        out[i] = i == 1 ? level : 0;
}

struct wish {
    const char *name, *size, *players, *save, *game, *setup, *net;
    const char *opts[3];
    int64_t level, seed, index;
};

/* Gives the record to begin with, and the players of the seats. Returns an exit status. */
static int begin(const struct wish *w, struct record *out, int levels[PLAYERS_MAX])
{
    const struct game *game = game_find(w->name);
    int seats = 0;
    if (w->players != NULL && (seats = seats_parse(w->players, (int)w->level, levels)) < 0)
        return EXIT_USAGE;
    if (game != NULL && w->players == NULL)
        seats = seats_parse("human,engine", (int)w->level, levels);
    char first[8] = "";
    if (game != NULL)
        (void)snprintf(first, sizeof first, "%d", game->size_first);
    const struct load_options options = {.size = w->size != NULL || game == NULL ? w->size : first,
                                         .opts = w->opts,
                                         .players = game != NULL ? seats : 0,
                                         .index = (int)w->index,
                                         .game = w->game,
                                         .setup = w->setup};
    int status = load_source("play", &options, &w->name, 1, out);
    if (status != EXIT_OK)
        return status;
    if (game == NULL && w->players == NULL)
        seats_from_names(out, (int)w->level, levels);
    if (game == NULL && w->players != NULL && seats != out->setup.players) {
        (void)usage_error("play", "%s is a game of %d players; --players names %d", w->name,
                          out->setup.players, seats);
        record_free(out);
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

/* A new game never overwrites an existing file; a resumed game overwrites its own. */
static bool save_is_free(const struct wish *w)
{
    if (w->save == NULL || strcmp(w->save, w->name) == 0 || access(w->save, F_OK) != 0)
        return true;
    (void)usage_error("play",
                      "%s is there already; go on with it (hoshi play %s), or save to another file",
                      w->save, w->save);
    return false;
}

static int run(int argc, char *const *argv)
{
    struct wish w = {.level = 2, .seed = -1, .index = 1};
    bool plain = false;
    const struct option_spec specs[] = {
        {.name = "size", .text = &w.size},
        {.name = "players", .text = &w.players},
        {.name = "level", .number = &w.level, .min = LEVEL_MIN, .max = LEVEL_MAX},
        {.name = "opt", .text = &w.opts[0]},
        {.name = "opt", .text = &w.opts[1]},
        {.name = "save", .text = &w.save},
        {.name = "game", .text = &w.game},
        {.name = "setup", .text = &w.setup},
        {.name = "index", .number = &w.index, .min = 1, .max = RECORD_NODES_MAX},
        {.name = "seed", .number = &w.seed, .min = 0, .max = INT64_MAX},
        {.name = "net", .text = &w.net},
        {.name = "plain", .flag = &plain},
        {.name = NULL},
    };
    char names[GAME_NAMES_BYTES];
    int n = options_parse(&cmd_play, specs, argc, argv, &w.name, 1);
    if (n < 0)
        return EXIT_USAGE;
    if (n == 0)
        return usage_error("play", "name a game, %s, or the file of a game to continue",
                           game_names("or", names));
    if (!save_is_free(&w))
        return EXIT_USAGE;
    int levels[PLAYERS_MAX] = {0};
    struct record record;
    int status = begin(&w, &record, levels);
    if (status != EXIT_OK)
        return status;
    static struct play game;
    struct record_error error;
    struct net_choice choice;
    struct engine_options engine = {.threads = 1,
                                    .seed =
                                        w.seed >= 0 ? (uint64_t)w.seed : (uint64_t)clock_unix_ms(),
                                    .keep_tree = true};
    net_choice_wish(w.net, &record.setup, &choice);
    net_choice_set(&choice, &engine);
    if (play_init(&game, &record, levels, &engine, &error) < 0) {
        load_print_error(w.name, &error);
        net_choice_done(&choice);
        return EXIT_NO;
    }
    game.keep_file = w.save;
    game.from_file = game_find(w.name) == NULL && strcmp(w.name, "-") != 0 ? w.name : NULL;
    const char *term = getenv("TERM");
    bool screen = !plain && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term != NULL &&
                  strcmp(term, "dumb") != 0;
    status = screen ? play_screen(&game) : play_lines(&game);
    play_done(&game);
    net_choice_done(&choice);
    return status;
}
