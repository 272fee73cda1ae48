/* cmd_games.c - `hoshi games`: the games, their sizes and options. */
#include "cli/command.h"

static int run(int argc, char *const *argv);

extern const struct command cmd_games;
const struct command cmd_games = {
    .name = "games",
    .summary = "list the games with their sizes and options",
    .help = "usage: hoshi games\n\n"
            "Lists the games with their designers, board sizes, numbers of players and\n"
            "options (--opt NAME=0|1 in other commands) with their defaults.\n\n"
            "Examples:\n"
            "  hoshi games\n"
            "  hoshi rules levee\n",
    .run = run,
};

static int run(int argc, char *const *argv)
{
    const struct option_spec specs[] = {{.name = NULL}};
    if (options_parse(&cmd_games, specs, argc, argv, NULL, 0) < 0)
        return EXIT_USAGE;
    for (int i = 0; i < GAME_N; i++) {
        const struct game *g = games[i];
        if (i > 0)
            putchar('\n');
        printf("%s (%s) by %s, %s\n", g->name, g->title, g->designer, g->year);
        printf("  %s\n", g->summary);
        printf("  sizes %d to %d%s%s, default %d\n", g->size_min, g->size_max,
               g->size_step == 2 ? " (odd)" : "", g->rectangular ? ", also WxH" : "",
               g->size_default);
        if (g->players_max > g->players_min)
            printf("  players %d to %d\n", g->players_min, g->players_max);
        if (g->options & OPTION_SWAP)
            printf("  option swap=%d: the pie rule\n", (g->options_default & OPTION_SWAP) != 0);
        if (g->options & OPTION_JACKED)
            printf("  option jacked=%d: a point for each jacked stack\n",
                   (g->options_default & OPTION_JACKED) != 0);
    }
    return EXIT_OK;
}
