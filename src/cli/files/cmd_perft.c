/* cmd_perft.c - `hoshi perft`: counts legal move sequences (rule G4). */
#include "cli/command.h"

#include "cli/files/load.h"
#include "cli/progress.h"
#include "rules/position.h"

static int run(int argc, char *const *argv);

extern const struct command cmd_perft;
const struct command cmd_perft = {
    .name = "perft",
    .summary = "count the legal move sequences of each length",
    .help = "usage: hoshi perft FILE|GAME [MOVE...] [options]\n\n"
            "Prints one line \"depth nodes\" for each depth 1 to D: the number of legal move\n"
            "sequences of exactly that many plies from the empty board, after the given\n"
            "moves, or after those of a record (SGF or JSON). A swap or a pass is a ply;\n"
            "nothing follows the end of a game.\n\n"
            "  -n, --size N      board size (default: the game's own), or WxH where both may\n"
            "                    differ\n"
            "  -d, --depth D     deepest count, 1 to 100 (default 3)\n"
            "  -p, --players N   for a game of more than two (see `hoshi games`)\n"
            "      --opt O=0|1   an option of the game (see `hoshi games`)\n"
            "      --ply N       after N moves of a record's main line instead of all\n"
            "      --index N     game N of a file that holds several, from 1\n"
            "      --game GAME   the game of an SGF file that does not name it\n"
            "      --setup FILE  begin GAME with the last position of a record, or with a\n"
            "                    board as `hoshi show --format diagram` draws it\n"
            "      --json        a JSON object on each line: depth and nodes\n"
            "      --progress S  a line on standard error every S seconds\n\n"
            "Examples:\n"
            "  hoshi perft palisade --depth 4\n"
            "  hoshi perft levee --size 5 --depth 3 b2 d4\n",
    .run = run,
};

enum { MOVES_ARG_MAX = 1000 };

/* The position after so many moves (ply < 0: all) of a record that the command line names. */
static int take_position(const struct load_options *options, const char *const *words, int n,
                         int ply, struct position *out)
{
    const struct record_node *node;
    struct record r;
    int status = load_source("perft", options, words, n, &r);
    if (status != EXIT_OK)
        return status;
    status = load_position(words[0], &r, ply, &node, out);
    record_free(&r);
    return status;
}

/* position_perft, which says how many of the first moves are counted. */
static uint64_t count(struct progress *says, const struct position *p, int depth)
{
    if (depth < 2)
        return position_perft(p, depth);
    static move_t moves[MOVES_MAX];
    static struct position q;
    uint64_t nodes = 0;
    int n = position_legal(p, moves);
    for (int i = 0; i < n; i++) {
        char left[32];
        if (progress_due(says))
            progress_tell(says, "depth %d: %d of %d moves, %s left", depth, i, n,
                          progress_left(says, i, n, left));
        position_copy(&q, p);
        position_play_legal(&q, moves[i]);
        nodes += position_perft(&q, depth - 1);
    }
    return nodes;
}

static int run(int argc, char *const *argv)
{
    const char *size = NULL;
    const char *game = NULL;
    const char *setup = NULL;
    const char *opts[5] = {NULL};
    int64_t depth = 3;
    int64_t players = 0;
    int64_t ply = -1;
    int64_t index = 1;
    int64_t progress_ms = 0;
    bool json = false;
    const struct option_spec specs[] = {
        {.name = "size", .text = &size},
        {.name = "depth", .number = &depth, .min = 1, .max = 100},
        {.name = "players", .number = &players, .min = 2, .max = PLAYERS_MAX},
        {.name = "opt", .text = &opts[0]},
        {.name = "opt", .text = &opts[1]},
        {.name = "opt", .text = &opts[2]},
        {.name = "opt", .text = &opts[3]},
        {.name = "ply", .number = &ply, .min = 0, .max = 65535},
        {.name = "index", .number = &index, .min = 1, .max = RECORD_NODES_MAX},
        {.name = "game", .text = &game},
        {.name = "setup", .text = &setup},
        {.name = "json", .flag = &json},
        PROGRESS_SPEC(progress_ms),
        {.name = NULL},
    };
    const char *args[MOVES_ARG_MAX + 1];
    int n = options_parse(&cmd_perft, specs, argc, argv, args, MOVES_ARG_MAX + 1);
    if (n < 0)
        return EXIT_USAGE;
    if (n == 0)
        return usage_no_game("perft");
    const struct load_options options = {.size = size,
                                         .opts = opts,
                                         .players = (int)players,
                                         .index = (int)index,
                                         .game = game,
                                         .setup = setup};
    static struct position p;
    int status = take_position(&options, args, n, (int)ply, &p);
    if (status != EXIT_OK)
        return status;
    for (int d = 1; d <= depth; d++) {
        struct progress says;
        progress_begin(&says, progress_ms);
        uint64_t nodes = count(&says, &p, d);
        progress_end(&says);
        printf(json ? "{\"depth\":%d,\"nodes\":%llu}\n" : "%d %llu\n", d,
               (unsigned long long)nodes);
        if (fflush(stdout) != 0)
            return EXIT_NO;
    }
    return EXIT_OK;
}
