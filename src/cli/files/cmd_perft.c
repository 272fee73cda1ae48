/* cmd_perft.c - `hoshi perft`: counts legal move sequences (rule G4). */
#include "cli/command.h"

#include "rules/position.h"

static int run(int argc, char *const *argv);

extern const struct command cmd_perft;
const struct command cmd_perft = {
    .name = "perft",
    .summary = "count the legal move sequences of each length",
    .help = "usage: hoshi perft GAME [--size N|WxH] [--depth D] [--players N]\n"
            "                  [--opt NAME=0|1]... [MOVE...]\n\n"
            "Prints one line \"depth nodes\" for each depth 1 to D: the number of legal move\n"
            "sequences of exactly that many plies from the empty board, or after the given\n"
            "moves. A swap or a pass is a ply; nothing follows the end of a game.\n\n"
            "  -n, --size N      board size (default: the game's own), or WxH where both may\n"
            "                    differ\n"
            "  -d, --depth D     deepest count, 1 to 100 (default 3)\n"
            "  -p, --players N   for a game of more than two (see `hoshi games`)\n"
            "      --opt O=0|1   an option of the game (see `hoshi games`)\n\n"
            "Examples:\n"
            "  hoshi perft palisade --depth 4\n"
            "  hoshi perft levee --size 5 --depth 3 b2 d4\n",
    .run = run,
};

enum { MOVES_ARG_MAX = 1000 };

/* Plays the words given; false after a usage_error. */
static bool play_words(struct position *p, const char *const *words, int n)
{
    for (int i = 0; i < n; i++) {
        move_t m;
        if (move_parse(words[i], p->setup.width, p->setup.height, &m) < 0) {
            (void)usage_error("perft", "\"%s\" is not a move on this board", words[i]);
            return false;
        }
        static struct explanation why;
        position_explain(p, m, &why);
        if (position_play(p, m) != VERDICT_OK) {
            (void)usage_error("perft", "%s is illegal (rule %s): %s", words[i],
                              verdict_rule(why.verdict), why.text);
            return false;
        }
    }
    return true;
}

static int run(int argc, char *const *argv)
{
    const char *size = NULL;
    const char *opts[5] = {NULL};
    int64_t depth = 3;
    int64_t players = 0;
    const struct option_spec specs[] = {
        {.name = "size", .letter = 'n', .text = &size},
        {.name = "depth", .letter = 'd', .number = &depth, .min = 1, .max = 100},
        {.name = "players", .letter = 'p', .number = &players, .min = 2, .max = PLAYERS_MAX},
        {.name = "opt", .text = &opts[0]},
        {.name = "opt", .text = &opts[1]},
        {.name = "opt", .text = &opts[2]},
        {.name = "opt", .text = &opts[3]},
        {.name = NULL},
    };
    const char *args[MOVES_ARG_MAX + 1];
    int n = options_parse(&cmd_perft, specs, argc, argv, args, MOVES_ARG_MAX + 1);
    if (n < 0)
        return EXIT_USAGE;
    if (n == 0)
        return usage_no_game("perft");
    struct setup setup;
    if (setup_from_words("perft", args[0], size, (int)players, opts, &setup) < 0)
        return EXIT_USAGE;
    static struct position p;
    int err = position_start(&p, &setup);
    ASSERT(err == 0);
    if (!play_words(&p, args + 1, n - 1))
        return EXIT_USAGE;
    for (int d = 1; d <= depth; d++) {
        printf("%d %llu\n", d, (unsigned long long)position_perft(&p, d));
        if (fflush(stdout) != 0)
            return EXIT_NO;
    }
    return EXIT_OK;
}
