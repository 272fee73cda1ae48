/* cmd_analyze.c - `hoshi analyze`: the engine's analysis of a position, or of a whole game. */
#include "cli/analysis/analysis.h"
#include "cli/analysis/annotate.h"
#include "cli/analysis/net_choice.h"
#include "cli/command.h"
#include "cli/files/load.h"
#include "cli/play/explain.h"
#include "cli/play/save.h"
#include "cli/solving/exact.h"
#include "cli/solving/tables.h"
#include "cli/terminal.h"

#include "base/err.h"
#include "platform/thread.h"
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_analyze;
const struct command cmd_analyze = {
    .name = "analyze",
    .summary = "analyse a position or a whole game with the engine",
    .help = "usage: hoshi analyze FILE|GAME [MOVE...] [options]\n\n"
            "Analyses the last position of a record (SGF or JSON; - is standard input), or\n"
            "the position of a game after the given moves. For each candidate it shows the\n"
            "win rate of the player to move, or the proved result, and visits, expected\n"
            "points (Palisade, Claims) and the line. A proof search also examines small and\n"
            "nearly decided positions, and a table of `hoshi table` answers at once. Ctrl-C\n"
            "ends the search and prints the results so far.\n\n"
            "  --seconds S        time to think (10; with --all 1 for every position)\n"
            "  --nodes N          playouts at most (no limit); alone and with one thread it\n"
            "                     gives the same answer on every machine\n"
            "  --threads N        search threads (the number of processors; with --nodes\n"
            "                     alone 1)\n"
            "  --memory MIB       memory of the search (256)\n"
            "  --net WORD         none: search with playouts only; FILE: this net instead of\n"
            "                     the built-in ones\n"
            "  --explain          no search: the net's share for each move, its win rate, and\n"
            "                     how likely each point is owned; also as --json and --svg\n"
            "  --seed N           seed of the search (0)\n"
            "  --prove N          positions that the proof search may examine, within a tenth\n"
            "                     of the time (100000, with --nodes alone a tenth of them; 0:\n"
            "                     none)\n"
            "  --tables FOLDER    folder of tables of `hoshi table` (its own); none: no table\n"
            "  --top N            number of candidates at most, 1 to 16 (10)\n"
            "  --ply N            after N moves of the main line instead of all\n"
            "  --json             one line of JSON every --every seconds, the last one with\n"
            "                     \"final\"\n"
            "  --every S          seconds between updates of the table on a terminal and of\n"
            "                     --json (1)\n"
            "  --svg FILE         draw the board with the candidates; with --all a graph of\n"
            "                     the win rate\n"
            "  --theme light|dark  theme of pictures (light)\n"
            "  --all              every position of the main line: the win rate in a graph,\n"
            "                     the turning points, and better moves\n"
            "  --drop PERCENT     a move that costs this much is a turning point (15)\n"
            "  --write FILE       with --all: the record with comments, marks and better\n"
            "                     lines, as SGF, or as JSON if the name ends in .json\n"
            "  --index N          game N of an SGF file that holds several, from 1\n"
            "  --game GAME        the game of an SGF file that does not name it; its moves\n"
            "                     are read as those of a program that knows only Go\n"
            "                     (docs/RECORDS.md)\n"
            "  --setup FILE       begin GAME with the last position of a record, or with a\n"
            "                     board as `hoshi show` draws it; a line `turn 2` names the\n"
            "                     player to move\n"
            "  --size SIZE        size of the board of a GAME: N, or WxH where both may\n"
            "                     differ\n"
            "  --players N        for a GAME of more than two (see `hoshi games`)\n"
            "  --opt NAME=0|1     an option of the game (see `hoshi games`)\n\n"
            "Examples:\n"
            "  hoshi analyze palisade --size 9 e5 --seconds 5\n"
            "  hoshi analyze game.sgf --all --write commented.sgf\n",
    .run = run,
};

enum { MOVES_GIVEN_MAX = 4096, OPTS_MAX = 4, SECONDS_DEFAULT = 10, COLUMNS_DEFAULT = 80 };

struct analyze {
    const char *svg_file, *write_file, *theme, *size, *game, *setup, *net;
    const char *opts[OPTS_MAX + 1];
    int64_t ply, index, players, ms, nodes, threads, memory_mib, seed, top, every_ms, drop, prove;
    const char *tables;
    bool json, all, explains;
    bool dark;
    const struct position *p; /* the one position */
    int lines_n;              /* of the table that stands on the terminal */
    struct exact exact;       /* what is certain of it */
    bool exact_tried;
};

static _Atomic(struct engine *) running; /* for the signal handler */
static atomic_int stopped;

static void on_interrupt(int sig)
{
    struct engine *e = atomic_load(&running);
    atomic_store(&stopped, sig);
    if (e != NULL)
        engine_stop(e);
}

static int terminal_columns(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return COLUMNS_DEFAULT;
}

/* Takes the table that stands on the terminal away. */
static void wipe(struct analyze *a)
{
    if (a->lines_n > 0)
        terminal_own(stdout, "\033[%dA\033[J", a->lines_n);
    a->lines_n = 0;
}

static bool on_progress(void *context, const struct search_report *so_far)
{
    struct analyze *a = context;
    if (a->json) {
        json_t *o = analysis_json(a->p, so_far, (int)a->top);
        json_object_set_new(o, "final", json_false());
        return analysis_print_json(o, stdout);
    }
    wipe(a);
    a->lines_n = analysis_table(a->p, so_far, (int)a->top, terminal_columns(), stdout);
    return fflush(stdout) == 0;
}

static int write_picture(const struct analyze *a, const struct search_report *r)
{
    struct sink out;
    sink_init(&out, &memory_heap);
    analysis_svg(a->p, r, (int)a->top, a->dark ? SVG_DARK : SVG_LIGHT, &out);
    int status = save_text(a->svg_file, &out);
    sink_done(&out);
    return status;
}

enum {
    SMALL_MOVES = 26,     /* so many legal moves: proved before the search */
    PROVE_NODES = 100000, /* a few seconds on the largest boards */
    PROVE_MEMORY = 64 << 20,
};
static const float NEARLY = 0.95F; /* rate of wins of either side: proved after the search */

static bool was_stopped(void)
{
    return stopped != 0;
}

static void prove(struct analyze *a, const struct engine_limits *limits)
{
    char own[TABLES_PATH_BYTES];
    int64_t nodes = a->prove >= 0                          ? a->prove
                    : limits->think_ms > 0                 ? PROVE_NODES
                    : limits->nodes_cap / 10 < PROVE_NODES ? limits->nodes_cap / 10
                                                           : PROVE_NODES;
    if (a->tables == NULL)
        tables_folder(own);
    bool none = a->tables != NULL && strcmp(a->tables, "none") == 0;
    const struct exact_options options = {
        .tables = none                ? NULL
                  : a->tables != NULL ? a->tables
                                      : own,
        .nodes_cap = nodes,
        .think_ms = limits->think_ms / 10,
        .memory_bytes = PROVE_MEMORY,
        .stopped = was_stopped,
    };
    exact_find(a->p, &options, &a->exact);
    a->exact_tried = true;
}

/* A small board is proved first, so that a table spares the search. */
static bool prove_small(struct analyze *a, const struct engine_limits *limits)
{
    move_t moves[MOVES_MAX];
    if (!a->p->over && position_legal(a->p, moves) <= SMALL_MOVES)
        prove(a, limits);
    return a->exact.from == EXACT_TABLE;
}

static void prove_nearly(struct analyze *a, const struct engine_limits *limits,
                         const struct search_report *r)
{
    bool nearly = r->winrate > NEARLY || r->winrate < 1 - NEARLY;
    if (!a->exact_tried && !a->p->over && nearly)
        prove(a, limits);
}

/* Searches, and proves what is small or nearly decided; a table makes both needless. */
static int think(struct analyze *a, struct engine *e, const struct engine_limits *limits,
                 struct search_report *out)
{
    const struct engine_watch watch = {
        .progress = a->json || isatty(STDOUT_FILENO) != 0 ? on_progress : NULL,
        .context = a,
        .interval_ms = a->every_ms,
    };
    if (prove_small(a, limits)) {
        exact_report(&a->exact, out);
        return 0;
    }
    int err = engine_start(e, a->p, limits, &watch);
    if (stopped != 0)
        engine_stop(e);
    if (err == 0)
        err = engine_wait(e, out);
    if (err == 0)
        prove_nearly(a, limits, out);
    return err;
}

static int analyze_one(struct analyze *a, struct engine *e, const struct engine_limits *limits)
{
    bool terminal = isatty(STDOUT_FILENO) != 0;
    struct search_report report;
    if (!a->json) {
        printf("%s %dx%d after %d move%s\n\n", games[a->p->setup.game]->title, a->p->setup.width,
               a->p->setup.height, a->p->ply, a->p->ply == 1 ? "" : "s");
        (void)fflush(stdout);
    }
    int err = think(a, e, limits, &report);
    if (err < 0) {
        fprintf(stderr, "hoshi: %s\n",
                err == ERR_FULL ? "the board needs more --memory" : err_text(err));
        return EXIT_NO;
    }
    if (a->json) {
        json_t *o = analysis_json(a->p, &report, (int)a->top);
        json_object_set_new(o, "exact", exact_json(a->p, &a->exact));
        json_object_set_new(o, "final", json_true());
        if (!analysis_print_json(o, stdout))
            return EXIT_NO;
    } else {
        bool color = terminal && getenv("NO_COLOR") == NULL;
        wipe(a);
        analysis_board(a->p, &report, color, stdout);
        if (!a->p->over) {
            putchar('\n');
            (void)analysis_table(a->p, &report, (int)a->top, terminal ? terminal_columns() : 0,
                                 stdout);
            exact_print(a->p, &a->exact, stdout);
        }
    }
    return a->svg_file != NULL ? write_picture(a, &report) : EXIT_OK;
}

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text);
    size_t m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static int analyze_all(struct analyze *a, struct engine *e, const struct engine_limits *limits,
                       const char *name, struct record *r)
{
    /* Whatever goes to standard output whole must not be mixed with the rest. */
    bool taken = (a->svg_file != NULL && strcmp(a->svg_file, "-") == 0) ||
                 (a->write_file != NULL && strcmp(a->write_file, "-") == 0);
    const struct annotate all = {
        .engine = e,
        .limits = *limits,
        .drop = (double)a->drop / 100,
        .json = a->json,
        .counts = isatty(STDERR_FILENO) && (a->json || !isatty(STDOUT_FILENO)),
        .columns = terminal_columns(),
        .svg_file = a->svg_file,
        .dark = a->dark,
        .stopped = &stopped,
        .out = taken ? stderr : stdout,
    };
    int status = annotate(&all, name, r);
    if (status == EXIT_OK && a->write_file != NULL)
        status = save_record(a->write_file, r, ends_with(a->write_file, ".json"));
    return status;
}

static int analyze(struct analyze *a, const struct net_choice *choice, const char *name,
                   struct record *r)
{
    static struct position p;
    const struct record_node *node;
    int status = load_position(name, r, a->all ? -1 : (int)a->ply, &node, &p);
    if (status != EXIT_OK)
        return status;
    a->p = &p;
    if (a->explains) {
        const struct explain x = {.choice = choice,
                                  .svg_file = a->svg_file,
                                  .theme = a->dark ? SVG_DARK : SVG_LIGHT,
                                  .rows = (int)a->top,
                                  .json = a->json};
        return explain(&x, &p);
    }
    bool by_nodes = a->nodes > 0 && a->ms == 0;
    int64_t ms = a->ms > 0 ? a->ms : by_nodes ? 0 : 1000 * (a->all ? 1 : SECONDS_DEFAULT);
    struct engine_options options = {
        .memory_bytes = (uint64_t)a->memory_mib << 20,
        .threads = a->threads > 0 ? (int)a->threads
                   : by_nodes     ? 1
                                  : thread_cpus(),
        .seed = (uint64_t)a->seed,
    };
    const struct engine_limits limits = {.nodes_cap = a->nodes, .think_ms = ms};
    net_choice_set(choice, &options);
    struct engine *e = engine_new(&options);
    if (e == NULL) {
        fputs("hoshi: not enough memory for the search\n", stderr);
        return EXIT_NO;
    }
    running = e;
    const struct sigaction act = {.sa_handler = on_interrupt};
    struct sigaction before_int;
    struct sigaction before_term;
    (void)sigaction(SIGINT, &act, &before_int);
    (void)sigaction(SIGTERM, &act, &before_term);
    status = a->all ? analyze_all(a, e, &limits, name, r) : analyze_one(a, e, &limits);
    (void)sigaction(SIGINT, &before_int, NULL);
    (void)sigaction(SIGTERM, &before_term, NULL);
    running = NULL;
    engine_free(e);
    return stopped != 0 && status == EXIT_OK ? 128 + stopped : status;
}

static int run(int argc, char *const *argv)
{
    static const char *args[MOVES_GIVEN_MAX + 1];
    static struct analyze a; /* large */
    a = (struct analyze){.prove = -1,
                         .ply = -1,
                         .index = 1,
                         .memory_mib = 256,
                         .top = 10,
                         .every_ms = 1000,
                         .drop = 15};
    const struct option_spec specs[] = {
        {.name = "seconds", .ms = &a.ms, .min = 1, .max = INT64_C(1000) << 30},
        {.name = "nodes", .number = &a.nodes, .min = 1, .max = INT64_MAX / 4},
        {.name = "threads", .number = &a.threads, .min = 1, .max = 256},
        {.name = "memory", .number = &a.memory_mib, .min = 1, .max = 1 << 20},
        {.name = "net", .text = &a.net},
        {.name = "seed", .number = &a.seed, .min = 0, .max = INT64_MAX},
        {.name = "prove", .number = &a.prove, .min = 0, .max = INT64_MAX / 4},
        {.name = "tables", .text = &a.tables},
        {.name = "top", .number = &a.top, .min = 1, .max = CANDIDATES_MAX},
        {.name = "ply", .number = &a.ply, .min = 0, .max = 65535},
        {.name = "json", .flag = &a.json},
        {.name = "every", .ms = &a.every_ms, .min = 10, .max = 3600000},
        {.name = "svg", .text = &a.svg_file},
        {.name = "theme", .text = &a.theme},
        {.name = "all", .flag = &a.all},
        {.name = "explain", .flag = &a.explains},
        {.name = "drop", .number = &a.drop, .min = 1, .max = 100},
        {.name = "write", .text = &a.write_file},
        {.name = "index", .number = &a.index, .min = 1, .max = RECORD_NODES_MAX},
        {.name = "game", .text = &a.game},
        {.name = "setup", .text = &a.setup},
        {.name = "size", .text = &a.size},
        {.name = "players", .number = &a.players, .min = 2, .max = PLAYERS_MAX},
        {.name = "opt", .text = &a.opts[0]},
        {.name = "opt", .text = &a.opts[1]},
        {.name = "opt", .text = &a.opts[2]},
        {.name = "opt", .text = &a.opts[3]},
        {.name = NULL},
    };
    int n = options_parse(&cmd_analyze, specs, argc, argv, args, MOVES_GIVEN_MAX + 1);
    if (n < 0)
        return EXIT_USAGE;
    if (n == 0)
        return usage_error("analyze", "a game, or the file of a record, is missing");
    if (a.theme != NULL && strcmp(a.theme, "light") != 0 && strcmp(a.theme, "dark") != 0)
        return usage_error("analyze", "--theme takes light or dark, not \"%s\"", a.theme);
    if (a.write_file != NULL && !a.all)
        return usage_error("analyze", "--write goes with --all");
    if (a.explains && a.all)
        return usage_error("analyze", "--explain explains one position and does not go with --all");
    a.dark = a.theme != NULL && strcmp(a.theme, "dark") == 0;
    const struct load_options options = {.size = a.size,
                                         .opts = a.opts,
                                         .players = (int)a.players,
                                         .index = (int)a.index,
                                         .game = a.game,
                                         .setup = a.setup};
    struct record r;
    int status = load_source("analyze", &options, args, n, &r);
    if (status != EXIT_OK)
        return status;
    struct net_choice choice;
    net_choice_wish(a.net, a.explains ? NULL : &r.setup, &choice);
    status = analyze(&a, &choice, args[0], &r);
    net_choice_done(&choice);
    record_free(&r);
    return status;
}
