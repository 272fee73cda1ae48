/* cmd_selfplay.c - `hoshi selfplay`: games of the engine against itself, for nets to learn from. */
#include "arena/rows.h"
#include "arena/selfplay.h"
#include "base/err.h"
#include "cli/analysis/analysis.h"
#include "cli/analysis/net_choice.h"
#include "cli/command.h"
#include "cli/files/load.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "platform/json.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_selfplay;
const struct command cmd_selfplay = {
    .name = "selfplay",
    .summary = "play games of the engine against itself, to train nets",
    .help = "usage: hoshi selfplay GAME --out DIR [--games N] [options]\n"
            "       hoshi selfplay --rows FILE\n\n"
            "Plays games of the engine against itself and writes them to DIR in files of 32\n"
            "games. A file gets its name when it is complete. Existing files are not made\n"
            "again, so an interrupted run continues where it stopped. The same options make\n"
            "the same files on every machine. tools/train/ reads them.\n\n"
            "  --out DIR         folder of the files; it is made if it is missing\n"
            "  --games N         games (320), rounded up to whole files\n"
            "  -n, --size N      board size (default: the game's own), or WxH where both may\n"
            "                    differ\n"
            "  -p, --players N   for a game of more than two (see `hoshi games`)\n"
            "      --opt O=0|1   an option of the game (see `hoshi games`)\n"
            "  --nodes N         playouts for a ply that teaches the policy (800)\n"
            "  --fast N          playouts for the other plies (200)\n"
            "  --teach P         percentage of plies that teach (50)\n"
            "  --random N        at most N random plies at the start of a game (6)\n"
            "  --drawn N         after them, draw N plies at random in proportion to the\n"
            "                    visits (8)\n"
            "  --decided N       once a game is decided (eight searches in a row expect\n"
            "                    the same winner by 97 %), playouts for the other plies,\n"
            "                    which then teach nothing; one game in ten goes on as\n"
            "                    before (0: all do)\n"
            "  --file N          games in a file (32)\n"
            "  --first N         number of the first file (0)\n"
            "  --seed N          a different seed gives different games (1)\n"
            "  --memory MIB      memory of the engine (32)\n"
            "  --net FILE        search with this net (default: playouts)\n"
            "  --json            say at the end what was written as a JSON object\n"
            "  --progress S      a line on standard error every S seconds\n"
            "  --rows FILE       print the positions of a file as the input of a net (binary)\n\n"
            "Examples:\n"
            "  hoshi selfplay palisade --size 9 --games 3200 --out data\n"
            "  hoshi selfplay levee --size 9 --nodes 600 --net nets/levee.net --out data\n",
    .run = run,
};

enum { SHARD_BYTES_MAX = 256 << 20 };

/* Which files are made. */
struct files {
    const char *dir;
    int64_t games; /* of all together */
    int64_t each;  /* in a file */
    int64_t first; /* number of the first file */
};

static volatile sig_atomic_t interrupted;

static void on_interrupt(int sig)
{
    interrupted = sig;
}

/* How far it is, and what it has written. */
struct run {
    struct progress progress;
    int64_t games_n;        /* that were asked for, in whole files */
    int64_t played_n;       /* now */
    int64_t files_n, had_n; /* written now, and there before */
};

static int play_shard(struct engine *e, const struct selfplay_options *o, int64_t number,
                      const struct files *f, const char *name, struct run *run)
{
    static struct shard_game game;
    struct shard shard = {0};
    int err = 0;
    for (int64_t i = 0; err == 0 && i < f->each && !interrupted; i++) {
        int64_t before_n = run->had_n * f->each;
        int64_t done_n = before_n + run->played_n;
        char left[32];
        if (progress_due(&run->progress))
            progress_tell(&run->progress, "%lld of %lld games, %s left", (long long)done_n,
                          (long long)run->games_n,
                          progress_left(&run->progress, (double)run->played_n,
                                        (double)(run->games_n - before_n), left));
        err = selfplay_game(e, o, (uint64_t)(number * f->each + i), &game);
        if (err == 0)
            err = shard_add(&shard, &game);
        run->played_n++;
    }
    if (err == 0 && !interrupted)
        err = shard_save(&shard, o->setup.game, name);
    if (err == 0 && !interrupted)
        run->files_n++;
    shard_done(&shard);
    if (err < 0)
        fprintf(stderr, "hoshi: %s: %s\n", name, err_text(err));
    return err < 0 ? EXIT_NO : EXIT_OK;
}

static void tell_written(const struct run *run, const struct files *f, bool json)
{
    if (json) {
        (void)analysis_print_json(JSON_OBJECT({"folder", json_string(f->dir)},
                                              {"files", json_integer(run->files_n)},
                                              {"games", json_integer(run->files_n * f->each)},
                                              {"there_before", json_integer(run->had_n)}),
                                  stdout);
        return;
    }
    printf("%s: %lld games in %lld new files", f->dir, (long long)(run->files_n * f->each),
           (long long)run->files_n);
    if (run->had_n > 0)
        printf("; %lld files were there before", (long long)run->had_n);
    putchar('\n');
}

static int play_all(const struct selfplay_options *o, const struct files *f,
                    const struct engine_options *options, int64_t progress_ms, bool json)
{
    int64_t files_n = (f->games + f->each - 1) / f->each;
    struct run run = {.games_n = files_n * f->each};
    if (mkdir(f->dir, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "hoshi: %s: cannot make the folder: %s\n", f->dir, strerror(errno));
        return EXIT_NO;
    }
    struct engine *e = engine_new(options);
    if (e == NULL) {
        fputs("hoshi: out of memory\n", stderr);
        return EXIT_NO;
    }
    const struct sigaction stop = {.sa_handler = on_interrupt};
    (void)sigaction(SIGINT, &stop, NULL);
    (void)sigaction(SIGTERM, &stop, NULL);
    int status = EXIT_OK;
    progress_begin(&run.progress, progress_ms);
    for (int64_t n = 0; status == EXIT_OK && n < files_n && !interrupted; n++) {
        int64_t i = f->first + n;
        char name[4096];
        int len = snprintf(name, sizeof name, "%s/%s-%dx%d-%llu-%05lld.games", f->dir,
                           games[o->setup.game]->name, o->setup.width, o->setup.height,
                           (unsigned long long)o->seed, (long long)i);
        if (len < 0 || (size_t)len >= sizeof name) {
            fputs("hoshi: the name of the folder is too long\n", stderr);
            status = EXIT_NO;
        } else if (access(name, F_OK) != 0) {
            status = play_shard(e, o, i, f, name, &run);
        } else {
            run.had_n++;
        }
    }
    progress_end(&run.progress);
    tell_written(&run, f, json);
    engine_free(e);
    return interrupted ? 128 + interrupted : status;
}

static int print_rows(const char *name)
{
    size_t len;
    const char *why = NULL;
    char *bytes = load_file(name, SHARD_BYTES_MAX, &len);
    if (bytes == NULL)
        return EXIT_NO;
    terminal_file(true);
    int err = rows_write(bytes, len, stdout, &why);
    terminal_file(false);
    free(bytes);
    if (err == 0 && fflush(stdout) != 0)
        err = ERR_IO;
    if (err < 0)
        fprintf(stderr, "hoshi: %s: %s\n", name, why != NULL ? why : err_text(err));
    return err < 0 ? EXIT_NO : EXIT_OK;
}

static int run(int argc, char *const *argv)
{
    const char *rows = NULL;
    const char *net = NULL;
    const char *size = NULL;
    struct files files = {.games = 320, .each = 32};
    const char *opts[2] = {NULL};
    int64_t players = 0;
    int64_t nodes = 800;
    int64_t fast = 200;
    int64_t teach = 50;
    int64_t random = 6;
    int64_t drawn = 8;
    int64_t decided = 0;
    int64_t seed = 1;
    int64_t memory_mib = 32;
    int64_t progress_ms = 0;
    bool json = false;
    const struct option_spec specs[] = {
        {.name = "out", .text = &files.dir},
        {.name = "games", .number = &files.games, .min = 1, .max = 100000000},
        {.name = "size", .text = &size},
        {.name = "players", .number = &players, .min = 2, .max = PLAYERS_MAX},
        {.name = "opt", .text = &opts[0]},
        {.name = "nodes", .number = &nodes, .min = 1, .max = 100000000},
        {.name = "fast", .number = &fast, .min = 1, .max = 100000000},
        {.name = "teach", .number = &teach, .min = 1, .max = 100},
        {.name = "random", .number = &random, .min = 0, .max = 1000},
        {.name = "drawn", .number = &drawn, .min = 0, .max = 1000},
        {.name = "decided", .number = &decided, .min = 0, .max = 100000000},
        {.name = "file", .number = &files.each, .min = 1, .max = 1000},
        {.name = "first", .number = &files.first, .min = 0, .max = 100000000},
        {.name = "seed", .number = &seed, .min = 0, .max = INT64_MAX / 4},
        {.name = "memory", .number = &memory_mib, .min = 1, .max = 1 << 20},
        {.name = "net", .text = &net},
        {.name = "rows", .text = &rows},
        {.name = "json", .flag = &json},
        PROGRESS_SPEC(progress_ms),
        {.name = NULL},
    };
    const char *args[1];
    int n = options_parse(&cmd_selfplay, specs, argc, argv, args, 1);
    if (n < 0)
        return EXIT_USAGE;
    if (n == 0 && rows != NULL)
        return print_rows(rows);
    if (n == 0 || files.dir == NULL)
        return usage_error("selfplay", "name a game and --out DIR");
    struct setup setup;
    if (setup_from_words("selfplay", args[0], size, (int)players, opts, &setup) < 0)
        return EXIT_USAGE;
    setup.options &= (uint8_t)~OPTION_SWAP; /* Random openings are fair without it. */
    const struct selfplay_options o = {.setup = setup,
                                       .seed = (uint64_t)seed,
                                       .nodes = nodes,
                                       .fast_nodes = fast,
                                       .teach_percent = (int)teach,
                                       .random_plies = (int)random,
                                       .drawn_plies = (int)drawn,
                                       .decided_nodes = decided};
    struct engine_options options = {.memory_bytes = (uint64_t)memory_mib << 20};
    struct net_choice choice;
    int status = net_choice_take(net != NULL ? net : "none", &choice);
    net_choice_set(&choice, &options);
    if (status == EXIT_OK && choice.net != NULL && !net_plays(choice.net, &setup))
        status = usage_error("selfplay", "%s does not play this game on this board", net);
    if (status == EXIT_OK)
        status = play_all(&o, &files, &options, progress_ms, json);
    net_choice_done(&choice);
    return status;
}
