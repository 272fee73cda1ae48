/* cmd_check.c - `hoshi check`: replays conformance files. */
#include "cli/command.h"
#include "cli/files/conformance.h"

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
            "Reports each difference on standard error. The last line of standard output is\n"
            "the summary:\n"
            "  {\"games\":N,\"positions\":N,\"differences\":N}\n"
            "The exit status is 0 if everything agrees, 1 if anything differs or cannot be\n"
            "read.\n\n"
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
    const struct option_spec specs[] = {{.name = NULL}};
    const char *files[FILES_MAX];
    int n = options_parse(&cmd_check, specs, argc, argv, files, FILES_MAX);
    if (n < 0)
        return EXIT_USAGE;
    if (n == 0)
        return usage_error("check", "name at least one file of conformance lines");
    struct conformance sum = {.log = stderr};
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
    printf("{\"games\":%lld,\"positions\":%lld,\"differences\":%lld}\n", (long long)sum.games,
           (long long)sum.positions, (long long)sum.differences);
    return readable && sum.differences == 0 ? EXIT_OK : EXIT_NO;
}
