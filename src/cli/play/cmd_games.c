/* cmd_games.c - `hoshi games`: the games, their sizes and options. */
#include "cli/analysis/analysis.h"
#include "cli/command.h"
#include "platform/json.h"

static int run(int argc, char *const *argv);

extern const struct command cmd_games;
const struct command cmd_games = {
    .name = "games",
    .summary = "list the games with their sizes and options",
    .help = "usage: hoshi games [--json]\n\n"
            "Lists the games with their designers, board sizes, numbers of players and\n"
            "options (--opt NAME=0|1 in other commands) with their defaults.\n\n"
            "  --json  a JSON object on each line\n\n"
            "Examples:\n"
            "  hoshi games\n"
            "  hoshi rules levee\n",
    .run = run,
};

static json_t *game_json(const struct game *g)
{
    json_t *options = json_object();
    if (g->options & OPTION_SWAP)
        json_object_set_new(options, "swap", json_boolean(g->options_default & OPTION_SWAP));
    if (g->options & OPTION_JACKED)
        json_object_set_new(options, "jacked", json_boolean(g->options_default & OPTION_JACKED));
    json_t *sizes = JSON_OBJECT(
        {"least", json_integer(g->size_min)}, {"most", json_integer(g->size_max)},
        {"step", json_integer(g->size_step)}, {"default", json_integer(g->size_default)},
        {"rectangular", json_boolean(g->rectangular)});
    json_t *o = JSON_OBJECT({"name", json_string(g->name)}, {"title", json_string(g->title)},
                            {"designer", json_string(g->designer)}, {"year", json_string(g->year)},
                            {"summary", json_string(g->summary)});
    json_object_set_new(o, "sizes", sizes);
    json_object_set_new(o, "players", json_pack("[i, i]", g->players_min, g->players_max));
    json_object_set_new(o, "options", options);
    return o;
}

static int run(int argc, char *const *argv)
{
    bool json = false;
    const struct option_spec specs[] = {{.name = "json", .flag = &json}, {.name = NULL}};
    if (options_parse(&cmd_games, specs, argc, argv, NULL, 0) < 0)
        return EXIT_USAGE;
    for (int i = 0; json && i < GAME_N; i++)
        if (!analysis_print_json(game_json(games[i]), stdout))
            return EXIT_NO;
    if (json)
        return EXIT_OK;
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
