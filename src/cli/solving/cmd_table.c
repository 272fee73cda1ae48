/* cmd_table.c - `hoshi table`: solves every position of a small board
 * (search/proof/tablebase.h) and keeps the result as a file. */
#include "cli/analysis/analysis.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "cli/solving/tables.h"

#include "base/err.h"
#include "platform/clock.h"
#include "platform/json.h"
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether no memory would do: with what may stand on a point, the board has more than 2^44
 * positions. Tables of 2^32 have been made (docs/SOLVED.md). */
static bool is_hopeless(const struct setup *s)
{
    const struct game *g = games[s->game];
    bool one = g->has_common || g->border == BORDER_RING; /* P1: each point is for one colour */
    double bits = one ? 1 : g->has_red ? 2 : 1.585;
    return bits * s->width * s->height > 44;
}

static int run(int argc, char *const *argv);

extern const struct command cmd_table;
const struct command cmd_table = {
    .name = "table",
    .summary = "solve every position of a small board, for exact analysis",
    .help = "usage: hoshi table GAME --size N|WxH [options]\n"
            "       hoshi table\n\n"
            "Solves every position that play can reach on a small board, for two players, and\n"
            "writes a table with the value and the distance of each. `hoshi analyze` then\n"
            "answers at once. Without a game it lists the existing tables.\n\n"
            "  -n, --size N      board size, or WxH where both may differ\n"
            "      --opt O=0|1   an option of the game (see `hoshi games`)\n"
            "  -o, --out FILE    where to write (default: GAME-WxH.tablebase in the folder of\n"
            "                    tables)\n"
            "  -m, --memory MIB  use no more memory than this (default 1024)\n"
            "      --json        JSON objects instead of sentences\n"
            "      --progress S  a line on standard error every S seconds\n\n"
            "The folder of tables is $HOSHI_TABLES, or $XDG_DATA_HOME/hoshi/tables, or\n"
            "~/.local/share/hoshi/tables. Ctrl-C ends early and leaves no file. Boards that\n"
            "fit: Palisade 5x5, Levee 5x5, Redstone 4x4 (--memory 5200), Claims 3x3 and\n"
            "smaller ones (docs/SOLVED.md). Status: 0 written, 1 not written, 130 after\n"
            "Ctrl-C.\n\n"
            "Examples:\n"
            "  hoshi table levee --size 3\n"
            "  hoshi table redstone --size 4 --opt swap=0 --memory 5200 --out r4.tablebase\n",
    .run = run,
};

static volatile sig_atomic_t interrupted;

static void on_interrupt(int sig)
{
    interrupted = sig;
}

struct making {
    FILE *file;
    struct progress progress;
};

static bool on_progress(void *context, uint64_t positions_n)
{
    struct making *m = context;
    if (progress_due(&m->progress)) {
        int64_t ms = clock_ms() - m->progress.begun_ms;
        progress_tell(&m->progress, "%llu positions solved, %.0f/s",
                      (unsigned long long)positions_n,
                      (double)positions_n * 1000 / (double)(ms > 0 ? ms : 1));
    }
    return interrupted == 0;
}

static bool on_write(void *context, const void *bytes, size_t n)
{
    struct making *m = context;
    return interrupted == 0 && fwrite(bytes, 1, n, m->file) == n;
}

static void print_failure(const char *path, const struct setup *s, int err, int64_t memory_mib)
{
    if (interrupted != 0)
        fputs("hoshi: interrupted; no table was written\n", stderr);
    else if (err == ERR_FULL)
        fprintf(stderr,
                "hoshi: the positions of a board of %dx%d do not fit in %lld MiB; --memory gives "
                "more\n",
                s->width, s->height, (long long)memory_mib);
    else if (err == ERR_TOO_BIG)
        fprintf(stderr, "hoshi: a board of %dx%d has too many positions for a table\n", s->width,
                s->height);
    else if (err == ERR_IO)
        fprintf(stderr, "hoshi: %s: writing failed: %s\n", path, strerror(errno));
    else
        fprintf(stderr, "hoshi: %s\n", err_text(err));
}

static void print_made(const char *path, const struct tablebase_made *made, int64_t cpu_us,
                       bool json)
{
    if (json) {
        json_t *o = JSON_OBJECT({"file", json_string(path)},
                                {"positions", json_integer((json_int_t)made->positions_n)},
                                {"bytes", json_integer((json_int_t)made->bytes_n)},
                                {"cpu_s", json_real((double)cpu_us / 1e6)});
        json_object_update_new(o, JSON_OBJECT({"margin", json_integer(made->start.margin)},
                                              {"plies", json_integer(made->start.plies)},
                                              {"plies_most", json_integer(made->plies_max)}));
        (void)analysis_print_json(o, stdout);
        return;
    }
    printf("%s: %llu positions up to symmetry, %llu bytes, %.1f s of processor time\n", path,
           (unsigned long long)made->positions_n, (unsigned long long)made->bytes_n,
           (double)cpu_us / 1e6);
    const char *word = made->start.margin > 0 ? "wins" : made->start.margin < 0 ? "loses" : "draws";
    printf("empty board: the side to move %s, margin %+d, in %d plies; the longest way to an end "
           "is %d plies\n",
           word, made->start.margin, made->start.plies, made->plies_max);
}

/* Writes beside the file and renames, so that a table is whole or not there. */
static int make(const struct setup *s, const char *path, int64_t memory_mib, bool json,
                int64_t progress_ms)
{
    char beside[TABLES_PATH_BYTES + 128];
    struct tablebase_made made;
    (void)snprintf(beside, sizeof beside, "%s.%ld.new", path, (long)getpid());
    const struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    (void)sigaction(SIGINT, &action, NULL);
    (void)sigaction(SIGTERM, &action, NULL);
    struct making m = {.file = fopen(beside, "wb")};
    progress_begin(&m.progress, progress_ms);
    if (m.file == NULL) {
        fprintf(stderr, "hoshi: %s: %s\n", path, strerror(errno));
        return EXIT_NO;
    }
    int64_t cpu_begun = clock_process_cpu_us();
    if (progress_due(&m.progress))
        progress_tell(&m.progress, "solving a board of %dx%d", s->width, s->height);
    int err = tablebase_make(s, (uint64_t)memory_mib << 20, on_progress, on_write, &m, &made);
    progress_end(&m.progress);
    bool kept = fflush(m.file) == 0 && fsync(fileno(m.file)) == 0;
    kept = fclose(m.file) == 0 && kept;
    if (err == 0 && (!kept || rename(beside, path) != 0))
        err = ERR_IO;
    if (err < 0) {
        print_failure(path, s, err, memory_mib);
        (void)remove(beside);
        return interrupted != 0 ? 128 + interrupted : EXIT_NO;
    }
    print_made(path, &made, clock_process_cpu_us() - cpu_begun, json);
    return EXIT_OK;
}

/* Makes the folders of a path, without its last part. */
static bool folders_make(const char *path)
{
    char part[TABLES_PATH_BYTES];
    for (size_t i = 1; path[i] != '\0' && i < sizeof part; i++) {
        if (path[i] != '/')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST) {
            fprintf(stderr, "hoshi: %s: %s\n", part, strerror(errno));
            return false;
        }
    }
    return true;
}

static int make_in_folder(const struct setup *s, int64_t memory_mib, bool json, int64_t progress_ms)
{
    char folder[TABLES_PATH_BYTES];
    char name[64];
    char path[TABLES_PATH_BYTES + sizeof name];
    struct text t;
    text_init(&t, name, sizeof name);
    tables_name(s, &t);
    tables_folder(folder);
    (void)snprintf(path, sizeof path, "%s%s%s", folder, folder[0] != '\0' ? "/" : "", name);
    return folders_make(path) ? make(s, path, memory_mib, json, progress_ms) : EXIT_NO;
}

static bool is_table(const char *name)
{
    size_t n = strlen(name);
    return n > 10 && strcmp(name + n - 10, ".tablebase") == 0;
}

static int list(bool json)
{
    char folder[TABLES_PATH_BYTES];
    tables_folder(folder);
    DIR *d = folder[0] != '\0' ? opendir(folder) : NULL;
    int n = 0;
    for (const struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
        char path[TABLES_PATH_BYTES + 256];
        struct tables_file f;
        (void)snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (!is_table(e->d_name) || tables_open(path, &f) != EXIT_OK)
            continue;
        if (json)
            (void)analysis_print_json(
                JSON_OBJECT({"file", json_string(path)},
                            {"positions", json_integer((json_int_t)f.table.positions_n)},
                            {"bytes", json_integer((json_int_t)f.bytes_n)}),
                stdout);
        else
            printf("%s: %llu positions, %llu bytes\n", path,
                   (unsigned long long)f.table.positions_n, (unsigned long long)f.bytes_n);
        tables_close(&f);
        n++;
    }
    if (d != NULL)
        (void)closedir(d);
    if (n == 0 && !json)
        printf("no tables in %s; for example: hoshi table levee --size 5\n",
               folder[0] != '\0' ? folder : "any folder");
    return EXIT_OK;
}

static int run(int argc, char *const *argv)
{
    const char *size = NULL;
    const char *out = NULL;
    const char *opts[3] = {NULL};
    int64_t memory_mib = 1024;
    int64_t progress_ms = 0;
    bool json = false;
    const struct option_spec specs[] = {
        {.name = "size", .text = &size},
        {.name = "opt", .text = &opts[0]},
        {.name = "opt", .text = &opts[1]},
        {.name = "out", .text = &out},
        {.name = "json", .flag = &json},
        PROGRESS_SPEC(progress_ms),
        {.name = "memory", .number = &memory_mib, .min = 1, .max = INT32_MAX},
        {.name = NULL},
    };
    const char *args[2];
    struct setup setup;
    int n = options_parse(&cmd_table, specs, argc, argv, args, 2);
    if (n < 0)
        return EXIT_USAGE;
    if (n == 0)
        return list(json);
    if (n != 1)
        return usage_error("table", "there are too many arguments: \"%s\"", args[1]);
    if (setup_from_words("table", args[0], size, 0, opts, &setup) < 0)
        return EXIT_USAGE;
    if (size == NULL)
        return usage_error("table", "--size is missing: the default board is far too large");
    if (setup.players != 2)
        return usage_error("table", "tables are for two players");
    if (is_hopeless(&setup)) {
        print_failure("", &setup, ERR_TOO_BIG, memory_mib);
        return EXIT_NO;
    }
    return out != NULL ? make(&setup, out, memory_mib, json, progress_ms)
                       : make_in_folder(&setup, memory_mib, json, progress_ms);
}
