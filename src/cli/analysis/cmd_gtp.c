/* cmd_gtp.c - `hoshi gtp`: the engine for referees and board programs, on standard input and
 * output. */
#include "cli/analysis/net_choice.h"
#include "cli/command.h"

#include "base/err.h"
#include "gtp/gtp.h"
#include "platform/clock.h"
#include "platform/thread.h"
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_gtp;
const struct command cmd_gtp = {
    .name = "gtp",
    .summary = "speak the Go Text Protocol on standard input and output",
    .help = "usage: hoshi gtp GAME [--size N|WxH] [--players N] [--opt NAME=0|1]... [--plain]\n"
            "                 [--level L] [--nodes N] [--seconds S] [--cpu-seconds S]\n"
            "                 [--threads N] [--memory MIB] [--net WORD] [--seed N]\n\n"
            "Speaks GTP version 2. Vertices have no letter I; a red stone of Redstone is a\n"
            "vertex and r (D4r), the other moves are swap and pass. Black and white are the\n"
            "first and the second player, also after a swap. `list_commands` lists the\n"
            "commands, docs/GTP.md explains them.\n\n"
            "  --plain       for referees that know only Go, such as gogui-twogtp: no swap,\n"
            "                and a point means a red stone where a stone of one's own colour\n"
            "                is forbidden\n"
            "  --level L     playing level 1 ... 8 (4); time_settings override it\n"
            "  --nodes N     playouts a move\n"
            "  --seconds S   seconds a move, such as 0.5\n"
            "  --cpu-seconds S  seconds of processor time a move, of the first search thread\n"
            "  --threads N   search threads (the number of processors for level 8 and\n"
            "                --seconds, else 1)\n"
            "  --memory MIB  memory of the engine (256)\n"
            "  --net WORD    none: search with playouts only; FILE: this net instead of the\n"
            "                built-in ones\n"
            "  --seed N      same seed, same commands, one thread, no clock: same answers (0)\n\n"
            "Examples:\n"
            "  hoshi gtp palisade --size 9 --level 6\n"
            "  gogui -program 'hoshi gtp redstone --seconds 2'\n",
    .run = run,
};

static int64_t read_file(void *context, const char *name, char *buf, size_t cap)
{
    (void)context;
    FILE *in = fopen(name, "rb");
    if (in == NULL)
        return ERR_IO;
    size_t n = fread(buf, 1, cap, in);
    bool whole = !ferror(in) && (n < cap || fgetc(in) == EOF);
    (void)fclose(in);
    return whole ? (int64_t)n : ERR_IO;
}

static int write_file(void *context, const char *name, const char *buf, size_t len)
{
    (void)context;
    FILE *out = fopen(name, "wb");
    if (out == NULL)
        return ERR_IO;
    bool whole = fwrite(buf, 1, len, out) == len;
    return fclose(out) == 0 && whole ? 0 : ERR_IO;
}

static void write_out(void *context, const char *part, size_t len)
{
    (void)fwrite(part, 1, len, context);
    if (len > 0 && part[len - 1] == '\n')
        (void)fflush(context);
}

enum {
    TICK_MS = 10,
    /* What comes together is a script, which is worked through to its end: the end of the input, or
     * `quit`, counts as the controller's leaving only if it comes so long after the last bytes. */
    SCRIPT_MS = 300,
};

/* Standard input, as far as it was read ahead. */
struct input {
    char bytes[4096];
    size_t n;
    int64_t last_ms; /* when the last bytes came */
    bool ended, failed;
    bool silent; /* nothing has come for a while; it was seen, as a busy machine looks late */
    bool left;   /* the controller has gone, or said quit, while the engine was thinking */
};

static void read_more(struct input *in)
{
    ssize_t n;
    do
        n = read(STDIN_FILENO, in->bytes + in->n, sizeof in->bytes - in->n);
    while (n < 0 && errno == EINTR);
    in->failed = n < 0;
    in->ended = n <= 0;
    in->n += n > 0 ? (size_t)n : 0;
}

/* Whether one of the lines that were read ahead is `quit`, with or without a number. */
static bool says_quit(const struct input *in)
{
    const char *end = in->bytes + in->n;
    for (const char *line = in->bytes; line < end;) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        if (next == NULL)
            return false;
        while (line < next && strchr("0123456789 \t", *line) != NULL)
            line++;
        if (next - line >= 4 && memcmp(line, "quit", 4) == 0 &&
            (line[4] == '\n' || line[4] == '\r' || line[4] == ' ' || line[4] == '#'))
            return true;
        line = next + 1;
    }
    return false;
}

/* During a search: whether nobody waits for its result any more. */
static bool gone(void *context)
{
    struct input *in = context;
    bool full = in->n == sizeof in->bytes;
    struct pollfd p[2] = {{.fd = in->ended || full ? -1 : STDIN_FILENO, .events = POLLIN},
                          {.fd = STDOUT_FILENO}};
    if (in->left)
        return true;
    int ready = poll(p, 2, 0);
    int64_t now = clock_ms();
    if (p[0].revents == 0 && now - in->last_ms > SCRIPT_MS)
        in->silent = true;
    if (ready <= 0)
        return false;
    if ((p[1].revents & POLLERR) != 0) /* nobody reads the answer */
        in->left = true;
    if (p[0].revents == 0)
        return in->left;
    read_more(in);
    in->left = in->left || (in->silent && (in->ended || says_quit(in)));
    in->last_ms = now;
    in->silent = false;
    return in->left;
}

#define MS_MAX (INT64_C(1000) << 30)

/* Waits for input; while an analysis is under way its lines come meanwhile. */
static void wait_for_input(struct gtp *g)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    while (gtp_streams(g) && poll(&in, 1, TICK_MS) <= 0)
        gtp_tick(g, write_out, stdout);
}

/* Feeds standard input until it ends or `quit`; an answer is on its way before more is read. */
static int serve(struct gtp *g, struct input *in)
{
    char bytes[sizeof in->bytes];
    while (!gtp_done(g)) {
        if (in->n == 0 && !in->ended) {
            wait_for_input(g);
            read_more(in);
            in->last_ms = clock_ms();
            in->silent = false;
        }
        if (in->failed) {
            perror("hoshi: reading standard input");
            return EXIT_NO;
        }
        size_t n = in->n;
        memcpy(bytes, in->bytes, n);
        in->n = 0; /* a search fills it again */
        if (n == 0)
            gtp_feed(g, "\n\n", 2, write_out, stdout); /* ends a last line, and an analysis */
        else
            gtp_feed(g, bytes, n, write_out, stdout);
        if (fflush(stdout) != 0)
            return EXIT_NO;
        if (n == 0)
            break;
    }
    return EXIT_OK;
}

static int run_with(struct gtp_options *options)
{
    struct input in = {.n = 0};
    options->gone = gone;
    options->context = &in;
    struct gtp *g = gtp_new(options);
    if (g == NULL) {
        fputs("hoshi: out of memory\n", stderr);
        return EXIT_NO;
    }
    int status = serve(g, &in);
    gtp_free(g);
    return status;
}

static int run(int argc, char *const *argv)
{
    const char *size = NULL;
    const char *opts[3] = {NULL};
    int64_t players = 0;
    int64_t level = 0;
    int64_t nodes = 0;
    int64_t ms = 0;
    int64_t cpu = 0;
    int64_t threads = 0;
    int64_t memory_mib = 256;
    int64_t seed = 0;
    bool plain = false;
    const char *net = NULL;
    const struct option_spec specs[] = {
        {.name = "size", .text = &size},
        {.name = "players", .number = &players, .min = 2, .max = PLAYERS_MAX},
        {.name = "plain", .flag = &plain},
        {.name = "opt", .text = &opts[0]},
        {.name = "opt", .text = &opts[1]},
        {.name = "level", .number = &level, .min = LEVEL_MIN, .max = LEVEL_MAX},
        {.name = "nodes", .number = &nodes, .min = 1, .max = INT64_MAX / 4},
        {.name = "seconds", .ms = &ms, .min = 1, .max = MS_MAX},
        {.name = "cpu-seconds", .ms = &cpu, .min = 1, .max = MS_MAX},
        {.name = "threads", .number = &threads, .min = 1, .max = 256},
        {.name = "memory", .number = &memory_mib, .min = 1, .max = 1 << 20},
        {.name = "net", .text = &net},
        {.name = "seed", .number = &seed, .min = 0, .max = INT64_MAX},
        {.name = NULL},
    };
    const char *args[1];
    int n = options_parse(&cmd_gtp, specs, argc, argv, args, 1);
    if (n < 0)
        return EXIT_USAGE;
    if (n == 0)
        return usage_error("gtp", "name a game");
    bool by_time = level == LEVEL_MAX || ms > 0;
    struct gtp_options options = {
        .engine = {.memory_bytes = (uint64_t)memory_mib << 20,
                   .threads = threads > 0 ? (int)threads
                              : by_time   ? thread_cpus()
                                          : 1,
                   .seed = (uint64_t)seed,
                   .keep_tree = true},
        .limits = {.level = (int)level, .nodes_cap = nodes, .think_ms = ms, .cpu_ms = cpu},
        .read_file = read_file,
        .write_file = write_file,
        .plain = plain,
    };
    if (setup_from_words("gtp", args[0], size, (int)players, opts, &options.setup) < 0)
        return EXIT_USAGE;
    struct net_choice choice;
    net_choice_wish(net, NULL, &choice); /* boards change */
    net_choice_set(&choice, &options.engine);
    int status = run_with(&options);
    net_choice_done(&choice);
    return status;
}
