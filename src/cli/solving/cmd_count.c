/* cmd_count.c - `hoshi count`: how many positions a small board has (search/proof/reach.h,
 * docs/COUNTS.md). */
#include "cli/analysis/analysis.h"
#include "cli/command.h"
#include "cli/progress.h"

#include "base/err.h"
#include "platform/json.h"
#include "search/proof/reach.h"
#include <signal.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_count;
const struct command cmd_count = {
    .name = "count",
    .summary = "count the positions that play can reach on a small board",
    .help = "usage: hoshi count GAME [--size N|WxH] [--players N] [--opt NAME=0|1]...\n"
            "                  [--plies N] [--memory MIB]\n\n"
            "Counts all positions that play can reach from the empty board, each at the first\n"
            "ply at which it appears. Prints a line for each ply: positions, positions up to\n"
            "symmetry, and how many of the positions are over, by result. Symmetries that\n"
            "exchange the players do not count (docs/COUNTS.md). Whole positions are\n"
            "compared, so the counts are exact.\n\n"
            "  -n, --size N      board size (default: the game's own, which is far too\n"
            "                    large); Claims also WxH\n"
            "  -p, --players N   for a game of more than two (see `hoshi games`)\n"
            "      --opt O=0|1   an option of the game (see `hoshi games`)\n"
            "      --plies N     stop after ply N\n"
            "  -m, --memory MIB  use no more memory than this (default 1024)\n"
            "      --json        a JSON object on each line; the last has the sums\n"
            "      --progress S  a line on standard error every S seconds\n\n"
            "Ctrl-C ends early. The status is 0 when all positions were counted or ply N was\n"
            "reached, 1 when positions are left, 130 after Ctrl-C.\n\n"
            "Examples:\n"
            "  hoshi count levee --size 3\n"
            "  hoshi count claims --size 3x2 --players 3 --plies 6\n",
    .run = run,
};

static volatile sig_atomic_t interrupted;

static void on_interrupt(int sig)
{
    interrupted = sig;
}

struct counting {
    struct progress progress;
    int ply;
    uint64_t classes; /* of this ply, so far */
};

enum { PROGRESS_EACH = 1 << 12 };

static bool on_position(void *context, const struct position *p, int positions)
{
    struct counting *g = context;
    (void)p;
    (void)positions;
    if (g->classes++ % PROGRESS_EACH == 0 && progress_due(&g->progress))
        progress_tell(&g->progress, "ply %d: %llu looked at", g->ply,
                      (unsigned long long)g->classes);
    return !interrupted;
}

/* A row of the table, or a JSON object on a line; ply < 0: the sum. */
static void row_print(int ply, bool all, const struct setup *s, const struct reach_ply *row,
                      bool json)
{
    char name[12];
    if (json) {
        json_t *over = json_array();
        for (int side = 1; side <= s->players; side++)
            json_array_append_new(over, json_integer((json_int_t)row->over[side]));
        (void)analysis_print_json(
            JSON_OBJECT({"ply", ply < 0 ? json_string(all ? "all" : "sum") : json_integer(ply)},
                        {"positions", json_integer((json_int_t)row->positions)},
                        {"classes", json_integer((json_int_t)row->classes)}, {"won", over},
                        {"drawn", json_integer((json_int_t)row->over[0])}),
            stdout);
        return;
    }
    (void)snprintf(name, sizeof name, "%d", ply);
    printf("%5s %15llu %15llu",
           ply >= 0 ? name
           : all    ? "all"
                    : "sum",
           (unsigned long long)row->positions, (unsigned long long)row->classes);
    for (int side = 1; side <= s->players; side++)
        printf(" %13llu", (unsigned long long)row->over[side]);
    printf(" %13llu\n", (unsigned long long)row->over[0]);
}

static void row_add(struct reach_ply *sum, const struct reach_ply *row)
{
    sum->classes += row->classes;
    sum->positions += row->positions;
    sum->over_classes += row->over_classes;
    for (int i = 0; i <= PLAYERS_MAX; i++)
        sum->over[i] += row->over[i];
}

/* Prints a row a ply; 1: plies_max was reached, else what reach_next ended with. */
static int count(struct reach *r, const struct setup *s, int64_t plies_max, bool json,
                 int64_t progress_ms, struct reach_ply *sum)
{
    struct counting g = {.ply = 0};
    progress_begin(&g.progress, progress_ms);
    for (;; g.ply++) {
        struct reach_ply row;
        g.classes = 0;
        int more = reach_next(r, on_position, &g, &row);
        progress_end(&g.progress);
        if (more <= 0)
            return more;
        row_print(g.ply, false, s, &row, json);
        row_add(sum, &row);
        if (fflush(stdout) != 0)
            return ERR_IO;
        if (g.ply == plies_max)
            return 1;
    }
}

static void head_print(const struct setup *s)
{
    printf("%5s %15s %15s", "ply", "positions", "up to symmetry");
    for (int side = 1; side <= s->players; side++)
        printf("      won by %d", side);
    printf(" %13s\n", "drawn");
}

static int count_all(const struct setup *s, int64_t plies_max, int64_t memory_mib, bool json,
                     int64_t progress_ms)
{
    struct reach *r;
    int err = reach_new(s, (size_t)memory_mib << 20, &r);
    if (err == ERR_TOO_BIG)
        return usage_error("count", "a board of %dx%d has too many positions to be counted",
                           s->width, s->height);
    if (err < 0) {
        fprintf(stderr, "hoshi: %s\n", err_text(err));
        return EXIT_NO;
    }
    const struct sigaction act = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    (void)sigaction(SIGINT, &act, NULL);
    (void)sigaction(SIGTERM, &act, NULL);
    struct reach_ply sum = {0};
    if (!json)
        head_print(s);
    int more = count(r, s, plies_max, json, progress_ms, &sum);
    row_print(-1, more == 0, s, &sum, json);
    if (more == ERR_FULL)
        fprintf(stderr,
                "hoshi: the positions do not fit in %lld MiB (--memory); plies without a line are "
                "not counted\n",
                (long long)memory_mib);
    else if (more == ERR_BUSY)
        fputs("hoshi: interrupted; plies without a line are not counted\n", stderr);
    else if (more < 0)
        fprintf(stderr, "hoshi: %s\n", err_text(more));
    reach_free(r);
    return more == ERR_BUSY ? 128 + interrupted : more < 0 ? EXIT_NO : EXIT_OK;
}

static int run(int argc, char *const *argv)
{
    const char *size = NULL;
    const char *opts[5] = {NULL};
    bool json = false;
    int64_t players = 0, plies = REACH_PLIES_MAX, memory_mib = 1024, progress_ms = 0;
    const struct option_spec specs[] = {
        {.name = "size", .text = &size},
        {.name = "players", .number = &players, .min = 2, .max = PLAYERS_MAX},
        {.name = "plies", .number = &plies, .min = 0, .max = REACH_PLIES_MAX},
        {.name = "memory", .number = &memory_mib, .min = 1, .max = INT32_MAX},
        {.name = "json", .flag = &json},
        PROGRESS_SPEC(progress_ms),
        {.name = "opt", .text = &opts[0]},
        {.name = "opt", .text = &opts[1]},
        {.name = "opt", .text = &opts[2]},
        {.name = "opt", .text = &opts[3]},
        {.name = NULL},
    };
    const char *args[2];
    int n = options_parse(&cmd_count, specs, argc, argv, args, 2);
    if (n < 0)
        return EXIT_USAGE;
    if (n != 1)
        return usage_no_game("count");
    struct setup setup;
    if (setup_from_words("count", args[0], size, (int)players, opts, &setup) < 0)
        return EXIT_USAGE;
    return count_all(&setup, plies, memory_mib, json, progress_ms);
}
