/* cmd_rules.c - `hoshi rules`: how a game is played. */
#include "cli/analysis/analysis.h"
#include "cli/command.h"
#include "platform/json.h"
#include "record/manual.h"

static int run(int argc, char *const *argv);

extern const struct command cmd_rules;
const struct command cmd_rules = {
    .name = "rules",
    .summary = "explain the rules of a game",
    .help = "usage: hoshi rules GAME [--json]\n\n"
            "Explains how to play a game, with drawn positions. `hoshi games` lists the\n"
            "games. The words are this program's own; the games belong to their designers.\n\n"
            "  --json  a JSON object with the name, the title and the text\n\n"
            "Examples:\n"
            "  hoshi rules palisade\n"
            "  hoshi rules claims | less\n",
    .run = run,
};

static int run(int argc, char *const *argv)
{
    bool json = false;
    const struct option_spec specs[] = {{.name = "json", .flag = &json}, {.name = NULL}};
    const char *args[1];
    int n = options_parse(&cmd_rules, specs, argc, argv, args, 1);
    if (n < 0)
        return EXIT_USAGE;
    const struct game *g = n == 1 ? game_find(args[0]) : NULL;
    if (n == 1 && g == NULL)
        return usage_not_game("rules", args[0]);
    if (g == NULL)
        return usage_no_game("rules");
    struct sink out;
    sink_init(&out, &memory_heap);
    manual_print(g->id, &out);
    bool failed = out.failed;
    if (json)
        failed = !analysis_print_json(JSON_OBJECT({"name", json_string(g->name)},
                                                  {"title", json_string(g->title)},
                                                  {"text", json_string(out.buf)}),
                                      stdout) ||
                 failed;
    else
        fwrite(out.buf, 1, out.len, stdout);
    sink_done(&out);
    return failed ? EXIT_NO : EXIT_OK;
}
