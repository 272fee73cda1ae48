/* cmd_check.c - `hoshi check`: replays conformance files. */
#include "cli/analysis/analysis.h"
#include "cli/command.h"
#include "cli/files/conformance.h"
#include "cli/progress.h"
#include "platform/json.h"

#include <errno.h>
#include <string.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_check;
const struct command cmd_check = {
    .name = "check",
    .summary = "replay conformance files and report every difference",
    .help = "usage: hoshi check FILE.jsonl...\n\n"
            "Replays games (all legal moves of every position, the result, the final diagram)\n"
            "and perft counts, one JSON object on each line; `-` reads standard input.\n"
            "Reports each difference on standard error, and at the end how much was checked.\n"
            "The exit status is 0 if everything agrees, 1 if anything differs or cannot be\n"
            "read.\n\n"
            "  --json         the end as a JSON object: games, counts, positions, differences\n"
            "  --progress S   a line on standard error every S seconds\n\n"
            "Games:\n"
            "{\"game\",\"size\",\"opts\",\"moves\":[..],\"legal\":[[..]..],\"result\":{..},"
            "\"diagram\"}\n"
            "Counts: {\"game\",\"size\",\"opts\",\"depth\",\"nodes\"}\n\n"
            "Examples:\n"
            "  hoshi check tests/conformance/palisade.jsonl\n"
            "  zcat games.jsonl.gz | hoshi check -\n",
    .run = run,
};

enum { FILES_MAX = 256 };

static int run(int argc, char *const *argv)
{
    bool json = false;
    int64_t progress_ms = 0;
    const struct option_spec specs[] = {
        {.name = "json", .flag = &json},
        PROGRESS_SPEC(progress_ms),
        {.name = NULL},
    };
    const char *files[FILES_MAX];
    int n = options_parse(&cmd_check, specs, argc, argv, files, FILES_MAX);
    if (n < 0)
        return EXIT_USAGE;
    if (n == 0)
        return usage_error("check", "name at least one file of conformance lines");
    struct progress progress;
    progress_begin(&progress, progress_ms);
    struct conformance sum = {.log = stderr, .progress = &progress};
    bool readable = true;
    for (int i = 0; i < n; i++) {
        bool standard = strcmp(files[i], "-") == 0;
        FILE *in = standard ? stdin : fopen(files[i], "r");
        sum.file = standard ? "standard input" : files[i];
        if (in == NULL || conformance_file(&sum, in) < 0) {
            fprintf(stderr, "hoshi: %s: %s\n", sum.file, strerror(errno));
            readable = false;
        }
        if (in != NULL && !standard)
            (void)fclose(in);
    }
    progress_end(&progress);
    if (json)
        (void)analysis_print_json(JSON_OBJECT({"games", json_integer(sum.games)},
                                              {"counts", json_integer(sum.counts)},
                                              {"positions", json_integer(sum.positions)},
                                              {"differences", json_integer(sum.differences)}),
                                  stdout);
    else
        printf("games %lld, perft counts %lld, positions %lld: %s%lld differences\n",
               (long long)sum.games, (long long)sum.counts, (long long)sum.positions,
               sum.differences == 0 ? "all agree, " : "", (long long)sum.differences);
    return readable && sum.differences == 0 ? EXIT_OK : EXIT_NO;
}
