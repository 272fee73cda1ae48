/* bench.c - `hoshi-bench`: the speed of the most frequent operations on this machine.
 *
 * All times are CPU times of the measuring threads (platform/clock.h), so that a busy machine
 * disturbs them little. A rate is the median of several runs; every run is printed too. Next to
 * the rate of playouts stands the floor: the same number of random draws and array writes without
 * any rules, which no rules library can beat. */
#include "arena/machine.h"
#include "bench/bench_abuse.h"
#include "bench/bench_archive.h"
#include "bench/bench_explorer.h"
#include "bench/bench_iterations.h"
#include "bench/bench_lanes.h"
#include "bench/bench_mail.h"
#include "bench/bench_net.h"
#include "bench/bench_search.h"
#include "bench/bench_server.h"
#include "bench/bench_won.h"
#include "bench/median.h"
#include "cli/analysis/net_choice.h"
#include "cli/command.h"

#include "base/rng.h"
#include "net/builtin.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "platform/thread.h"
#include "rules/position.h"
#include "version.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

const char *const command_program = "hoshi-bench";

static const struct command bench_command = {
    .help = "usage: hoshi-bench playouts --game GAME [--size N|WxH] [--players N]\n"
            "                            [--opt NAME=0|1] [--seconds S] [--runs N]\n"
            "                            [--threads T] [--seed N]\n"
            "       hoshi-bench search\n"
            "       hoshi-bench iterations --game GAME [--size N|WxH] [--players N]\n"
            "                              [--opt NAME=0|1] [--seconds S] [--runs N]\n"
            "                              [--threads T] [--seed N]\n"
            "       hoshi-bench net --game GAME [--size N|WxH] [--net FILE] [--seconds S]\n"
            "                       [--runs N]\n"
            "       hoshi-bench won --game GAME [--size N|WxH] [--opt NAME=0|1]\n"
            "                       --player PLAYER [--positions N] [--nodes N] [--seed N]\n"
            "       hoshi-bench mail [--mails N] [--store FILE]\n"
            "       hoshi-bench server [--mode MODE] [--store WHERE] [--processes N]\n"
            "                          [--matches N] [--watchers N] [--watch WHAT] [--rate R]\n"
            "                          [--seconds S] [--plies N] [--url URL,URL]\n"
            "                          [--spread sticky|alternating]\n"
            "       hoshi-bench abuse [--matches N] [--attackers N] [--rate R] [--seconds S]\n"
            "                         [--filled N] [--bound FACTOR] [--store WHERE]\n"
            "       hoshi-bench archive|explorer [--filled N] [--store WHERE]\n\n"
            "Measures with CPU time and prints one JSON object:\n"
            "  playouts_per_s, placements_per_s  uniformly random games from the first ply to\n"
            "                     the end; median of the runs (each --seconds long, 1;\n"
            "                     --runs, 5), all threads together (--threads, 1)\n"
            "  runs               placements_per_s of each run\n"
            "  floor_placements_per_s, floor_share  the same number of random draws and array\n"
            "                     writes without rules, and the playouts as a share of it\n"
            "  lanes, scalar, ratio  on boards that can play several games at once: games a\n"
            "                     second in lanes and one by one, in turns; path: the code\n"
            "                     used (avx2, plain)\n"
            "  legal_lists_per_s  lists of all legal moves, on positions of random games\n"
            "  perft_nodes_per_s  move sequences counted by perft from the first ply\n"
            "  position_bytes, copy_ns  a position's size, and the time to copy it\n\n"
            "`hoshi-bench mail` plays random matches by mail, through the parser of messages,\n"
            "the command language and a new store (in memory, or --store), and prints mails\n"
            "per second and the memory of the process at the start, after a tenth, half and\n"
            "all of the mails. `hoshi-bench server` starts N servers (1) on a store (a new\n"
            "SQLite file) and plays over HTTP from the same machine. MODE is\n"
            "  moves    matches (200) of two guests at full speed, each with a stream that\n"
            "           must bring every move once and in order: acknowledged moves a second\n"
            "           (the default). Of several servers, opponents use two (--spread\n"
            "           alternating), or a match one (sticky). --url names servers of this\n"
            "           machine that run already\n"
            "  light    matches (500) of one guest without streams\n"
            "  latency  moves at a --rate (1000): time to the opponent's event, from when it\n"
            "           was due\n"
            "  fanout   one match with --watchers: time until a move reaches the last\n"
            "           spectator\n"
            "  pages    time to the first answer on --store, and to its pages\n"
            "  fill     adds matches with --plies (100) moves each to --store\n"
            "With --watchers N, moves and latency are measured beside N streams: --watch\n"
            "still of a match without moves (the default), tv of the lobby, lobby of the\n"
            "lobby without matches on its television. `hoshi-bench abuse` plays honest\n"
            "matches (200) at a --rate (100 moves a second) on a server with its limits,\n"
            "whose store has --filled (20000) more matches. Beside them, --attackers (50) of\n"
            "one kind after the other attack for --seconds (10) each: archive, commands,\n"
            "signups, passwords, guests, streams, mail, engine, heads, previews, bodies,\n"
            "forged mails, answers by mail. It prints the time of honest moves, the wait of\n"
            "honest mail and the answers to the attackers, and fails when an honest move or\n"
            "mail was refused, a match lost on time, or the median move beside an attack, or\n"
            "honest mail beside other mail, took --bound times as long as without. `hoshi-bench "
            "archive` fills a store with\n"
            "--filled matches (1000000), or uses a --store that was filled before, and prints\n"
            "the time for a page of each kind of search, and for the statistics of a player.\n"
            "`hoshi-bench explorer` does the same for queries of the opening explorer.\n"
            "`hoshi-bench search` runs fixed searches of all games with one thread, and\n"
            "prints nodes_per_s (playouts a second, CPU time) and a signature of all results,\n"
            "which is the same on every machine as long as rules and search behave the same.\n"
            "`hoshi-bench net` evaluates positions of random games with the game's net, or\n"
            "that of FILE: evaluations a second with each implementation that this processor\n"
            "has, and the check of fixed positions, which is the same for every\n"
            "implementation and machine. A program built with -Donednn=true also times the\n"
            "convolutions of the same net in oneDNN, one board and 16 at once; ratio is the\n"
            "fastest implementation divided by the faster of these two. `hoshi-bench\n"
            "iterations` searches the empty board with one thread and with T in turn: rounds\n"
            "a second by the clock and by processor time of all threads, medians of the runs.\n"
            "gain and gain_cpu are the speed-up of T threads over one, by the clock and by\n"
            "processor time. `hoshi-bench won` draws positions of random games which the side\n"
            "to move wins by the proof search, --positions (1000), and says in how many of\n"
            "them the move of PLAYER (as in `hoshi match`) keeps the win; sharp are those in\n"
            "which some move loses it. Positions that the proof search cannot decide with\n"
            "--nodes (1000000) are left out and counted.\n",
};

enum { THREADS_MAX = 256, SAMPLE_N = 256, WARM_PLAYOUTS = 64 };

struct bench {
    struct position start;
    int64_t run_us; /* CPU time of one run */
    int runs;
    int threads;
    uint64_t seed;
};

/* ---- playouts, on one thread or several ---- */

struct bench_thread {
    const struct bench *bench;
    struct rng rng;
    int64_t playouts_n, plies_n, cpu_us; /* results */
    struct thread *thread;
};

/* Plays for run_us of the thread's CPU time. The clock is read about once in a millisecond. */
static void thread_run(void *arg)
{
    struct bench_thread *w = arg;
    const struct position *start = &w->bench->start;
    int64_t batch = 1, playouts = 0, plies = 0, used = 0;
    int64_t began = clock_thread_cpu_us();
    while (used < w->bench->run_us) {
        for (int64_t i = 0; i < batch; i++) {
            struct position p;
            position_copy(&p, start);
            position_playout(&p, &w->rng, NULL);
            plies += p.ply;
        }
        playouts += batch;
        int64_t now = clock_thread_cpu_us() - began;
        if (now - used < 1000)
            batch *= 2;
        used = now;
    }
    w->playouts_n = playouts;
    w->plies_n = plies;
    w->cpu_us = used;
}

struct rates {
    double playouts, plies; /* a second, all threads */
    double cpu_s;           /* spent, all threads */
    double length;          /* plies of a playout */
};

static int rates_measure(const struct bench *b, int run_index, struct rates *out)
{
    static struct bench_thread threads[THREADS_MAX];
    int started = 0;
    for (int i = 0; i < b->threads; i++) {
        struct bench_thread *w = &threads[i];
        *w = (struct bench_thread){.bench = b};
        rng_seed(&w->rng, b->seed + (uint64_t)(run_index * THREADS_MAX + i));
        if (b->threads == 1) {
            thread_run(w);
        } else {
            w->thread = thread_new(thread_run, w);
            if (w->thread == NULL)
                break;
        }
        started++;
    }
    *out = (struct rates){0};
    int64_t playouts = 0, plies = 0;
    for (int i = 0; i < started; i++) {
        const struct bench_thread *w = &threads[i];
        if (w->thread != NULL)
            thread_join(w->thread);
        double seconds = (double)w->cpu_us / 1e6;
        playouts += w->playouts_n;
        plies += w->plies_n;
        out->playouts += (double)w->playouts_n / seconds;
        out->plies += (double)w->plies_n / seconds;
        out->cpu_s += seconds;
    }
    out->length = (double)plies / (double)playouts;
    return started == b->threads ? 0 : -1;
}

/* Passes are plies but not placements: their share, from a sample that is not timed. */
static double pass_share(const struct bench *b)
{
    static move_t moves[UINT16_MAX];
    struct rng r;
    rng_seed(&r, b->seed);
    int64_t plies = 0, passes = 0;
    for (int i = 0; i < SAMPLE_N; i++) {
        struct position p;
        position_copy(&p, &b->start);
        struct playlog log = {.moves = moves, .cap = ARRAY_LEN(moves)};
        position_playout(&p, &r, &log);
        uint32_t n = log.n < log.cap ? log.n : log.cap;
        for (uint32_t k = 0; k < n; k++)
            passes += moves[k] == MOVE_PASS;
        plies += n;
    }
    return plies > 0 ? (double)passes / (double)plies : 0;
}

/* ---- the floor ---- */

/* Random draws from a list of the points with removal, each written to a board, as often as a
 * playout has plies; placements a second. The result of the writes is kept alive through *sum. */
static double floor_measure(const struct bench *b, double length, unsigned *sum)
{
    int points = b->start.setup.width * b->start.setup.height;
    int64_t plies_each = length < 1 ? 1 : (int64_t)(length + 0.5);
    uint16_t list[POINTS_MAX];
    uint8_t board[POINTS_MAX] = {0};
    struct rng r;
    rng_seed(&r, b->seed);
    int64_t done = 0, used = 0, began = clock_thread_cpu_us();
    while (used < b->run_us / 4) {
        for (int batch = 0; batch < 64; batch++) {
            uint32_t n = 0;
            for (int64_t i = 0; i < plies_each; i++) {
                if (n == 0)
                    for (; n < (uint32_t)points; n++)
                        list[n] = (uint16_t)n;
                uint32_t k = rng_below(&r, n);
                board[list[k]] = (uint8_t)(1 + (i & 1));
                list[k] = list[--n];
            }
            *sum += board[r.s[0] % (unsigned)points];
        }
        done += 64 * plies_each;
        used = clock_thread_cpu_us() - began;
    }
    return (double)done * 1e6 / (double)used;
}

/* ---- single operations ---- */

/* Positions of random games, at random plies, none of them over. */
static void sample_fill(const struct bench *b, struct position *sample)
{
    static move_t moves[UINT16_MAX];
    struct rng r;
    rng_seed(&r, b->seed + 1);
    for (int i = 0; i < SAMPLE_N; i++) {
        struct position p;
        position_copy(&p, &b->start);
        struct playlog log = {.moves = moves, .cap = ARRAY_LEN(moves)};
        position_playout(&p, &r, &log);
        uint32_t n = rng_below(&r, log.n < log.cap ? log.n : log.cap);
        position_copy(&sample[i], &b->start);
        for (uint32_t k = 0; k < n; k++)
            position_play_legal(&sample[i], moves[k]);
    }
}

static double legal_measure(const struct bench *b, const struct position *sample, unsigned *sum)
{
    int64_t done = 0, used = 0, began = clock_thread_cpu_us();
    while (used < b->run_us) {
        move_t moves[MOVES_MAX];
        for (int i = 0; i < SAMPLE_N; i++)
            *sum += (unsigned)position_legal(&sample[i], moves);
        done += SAMPLE_N;
        used = clock_thread_cpu_us() - began;
    }
    return (double)done * 1e6 / (double)used;
}

/* Deepens until one count takes a quarter of a run's time; counts that one. */
static double perft_measure(const struct bench *b)
{
    for (int depth = 1;; depth++) {
        int64_t began = clock_thread_cpu_us();
        uint64_t nodes = position_perft(&b->start, depth);
        int64_t used = clock_thread_cpu_us() - began;
        if (used * 4 >= b->run_us || nodes == 0)
            return nodes == 0 ? 0 : (double)nodes * 1e6 / (double)used;
    }
}

/* For boards so small that their games end before perft takes long: whole trees, repeated. */
static double perft_small_measure(const struct bench *b)
{
    int64_t began = clock_thread_cpu_us(), used = 0;
    uint64_t nodes = 0;
    while (used < b->run_us) {
        uint64_t last = 1;
        for (int depth = 1; last > 0; depth++)
            nodes += last = position_perft(&b->start, depth);
        used = clock_thread_cpu_us() - began;
    }
    return (double)nodes * 1e6 / (double)used;
}

static double copy_measure(const struct bench *b, const struct position *sample, unsigned *sum)
{
    static struct position copies[4];
    int64_t done = 0, used = 0, began = clock_thread_cpu_us();
    while (used < b->run_us / 4) {
        for (int i = 0; i < 1024; i++) {
            position_copy(&copies[i & 3], &sample[i % 8]);
            *sum += copies[i & 3].ply;
        }
        done += 1024;
        used = clock_thread_cpu_us() - began;
    }
    return (double)used * 1e3 / (double)done;
}

/* ---- the report ---- */

/* Large rates as whole numbers: the digits after the point mean nothing. */
static json_t *rate_json(double rate)
{
    return rate < 1000 ? json_real(rate) : json_integer((json_int_t)(rate + 0.5));
}

static int bench_playouts(struct bench *b)
{
    static struct position sample[SAMPLE_N];
    const struct setup *s = &b->start.setup;
    const struct game *g = games[s->game];
    unsigned sum = 0;
    struct rng warm;
    rng_seed(&warm, b->seed);
    for (int i = 0; i < WARM_PLAYOUTS; i++) {
        struct position p;
        position_copy(&p, &b->start);
        position_playout(&p, &warm, NULL);
    }
    double placed = g->has_pass ? 1 - pass_share(b) : 1;
    double playouts[MEDIAN_MAX], placements[MEDIAN_MAX], floors[MEDIAN_MAX];
    double cpu_s = 0, length = 0;
    json_t *runs = json_array();
    for (int i = 0; i < b->runs; i++) {
        struct rates rates;
        if (rates_measure(b, i, &rates) < 0) {
            json_decref(runs);
            fputs("hoshi-bench: cannot start that many threads\n", stderr);
            return EXIT_NO;
        }
        playouts[i] = rates.playouts;
        placements[i] = rates.plies * placed;
        /* The floor is measured on one thread, next to each run of playouts. */
        floors[i] = floor_measure(b, rates.length, &sum) * b->threads;
        cpu_s += rates.cpu_s;
        length += rates.length / b->runs;
        json_array_append_new(runs, rate_json(placements[i]));
    }
    sample_fill(b, sample);
    double perft = perft_measure(b);
    if (perft == 0)
        perft = perft_small_measure(b);
    double floor = median_of(floors, b->runs);
    json_t *out =
        JSON_OBJECT({"bench", json_string("playouts")}, {"version", json_string(HOSHI_VERSION)},
                    {"machine", machine_json()}, {"compiler", json_string(machine_compiler())},
                    {"game", json_string(g->name)}, {"width", json_integer(s->width)},
                    {"height", json_integer(s->height)}, {"players", json_integer(s->players)},
                    {"options", json_integer(s->options)}, {"threads", json_integer(b->threads)});
    json_object_set_new(out, "playouts_per_s", rate_json(median_of(playouts, b->runs)));
    json_object_set_new(out, "placements_per_s", rate_json(median_of(placements, b->runs)));
    json_object_set_new(out, "plies_per_playout", json_real(length));
    json_object_set_new(out, "cpu_s", json_real(cpu_s));
    json_object_set_new(out, "runs", runs);
    json_object_set_new(out, "floor_placements_per_s", rate_json(floor));
    json_object_set_new(out, "floor_share", json_real(median_of(placements, b->runs) / floor));
    json_t *in_lanes = bench_lanes(&(struct bench_lanes){
        .start = &b->start, .run_us = b->run_us, .runs = b->runs, .seed = b->seed});
    if (in_lanes != NULL)
        json_object_update(out, in_lanes);
    json_decref(in_lanes);
    json_object_set_new(out, "legal_lists_per_s", rate_json(legal_measure(b, sample, &sum)));
    json_object_set_new(out, "perft_nodes_per_s", rate_json(perft));
    json_object_set_new(out, "position_bytes", json_integer((json_int_t)g->bytes(&b->start)));
    json_object_set_new(out, "copy_ns", json_real(copy_measure(b, sample, &sum)));
    /* Depends on all that was computed, so that none of it can be left out. */
    json_object_set_new(out, "checksum", json_integer(sum));
    int status =
        json_dumpf(out, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6)) == 0 ? EXIT_OK : EXIT_NO;
    putchar('\n');
    json_decref(out);
    return status;
}

static int server(const struct bench_server *b)
{
    static const char *const modes[] = {"moves", "light", "latency", "fanout", "pages", "fill"};
    bool known = false;
    for (size_t i = 0; i < ARRAY_LEN(modes); i++)
        known = known || strcmp(b->mode, modes[i]) == 0;
    if (!known)
        return usage_error(NULL, "--mode is moves, light, latency, fanout, pages or fill");
    if (strcmp(b->mode, "fill") == 0 && b->store == NULL)
        return usage_error(NULL, "name the store to fill: --store FILE or URL");
    if (strcmp(b->mode, "fill") != 0 && b->matches > BENCH_PLAYED_MAX)
        return usage_error(NULL, "at most %d matches are played at once", BENCH_PLAYED_MAX);
    if (strcmp(b->mode, "fanout") == 0 && b->watchers == 0)
        return usage_error(NULL, "give the number of spectators: --watchers N");
    if (strcmp(b->watch, "still") != 0 && strcmp(b->watch, "lobby") != 0 &&
        strcmp(b->watch, "tv") != 0)
        return usage_error(NULL, "--watch is still, lobby or tv");
    if (strcmp(b->watch, "still") != 0 && strcmp(b->mode, "fanout") == 0)
        return usage_error(NULL, "fanout is about the streams of a match");
    if (strcmp(b->spread, "sticky") != 0 && strcmp(b->spread, "alternating") != 0)
        return usage_error(NULL, "--spread is sticky or alternating");
    return bench_server(b);
}

static int keeps(const struct setup *s, const char *word, int64_t positions, int64_t nodes,
                 int64_t seed)
{
    struct player_spec player;
    if (s->players != 2)
        return usage_error(NULL, "won is for two players");
    if (word == NULL || player_parse(word, &player) < 0)
        return usage_error(NULL, "name the player: --player " PLAYER_WORDS);
    struct net_choice choice;
    int status = net_choice_player(&player, &choice);
    const struct bench_won b = {.setup = *s,
                                .player = &player,
                                .positions = positions,
                                .nodes_cap = nodes,
                                .seed = (uint64_t)seed};
    if (status == EXIT_OK)
        status = bench_won(&b);
    net_choice_done(&choice);
    return status;
}

/* Measures the net of a file, or the one that comes with the program. */
static int judgements(struct bench_net *b, const char *word)
{
    struct net_choice choice;
    struct net builtin;
    const char *why;
    size_t bytes;
    const void *file = builtin_net((enum game_id)b->setup.game, &bytes);
    int status = net_choice_take(word, &choice);
    b->net = choice.net;
    if (status == EXIT_OK && choice.net == NULL && file != NULL &&
        net_open(&builtin, file, bytes, &why) == 0)
        b->net = &builtin;
    if (status == EXIT_OK && (b->net == NULL || !net_plays(b->net, &b->setup)))
        status = usage_error(NULL, "there is no net for this game and board");
    if (status == EXIT_OK)
        status = bench_net(b);
    b->net = NULL;
    net_choice_done(&choice);
    return status;
}

int main(int argc, char **argv)
{
    const char *net = NULL;
    const char *game = NULL, *size = NULL, *opts[5] = {NULL}, *args[1];
    const char *mode = "moves", *store = NULL, *watch = "still", *urls = NULL,
               *spread = "alternating";
    int64_t processes = 1, matches = 0, watchers = 0, rate = 0, plies = 100;
    int64_t players = 0, seconds = 0, runs = 5, threads = 1, seed = 1, mails = 2000;
    int64_t bound = 0;
    int64_t attackers = 50, filled = -1, positions = 1000, nodes = 1000000;
    const char *player = NULL;
    const struct option_spec specs[] = {
        {.name = "game", .text = &game},
        {.name = "size", .text = &size},
        {.name = "players", .number = &players, .min = 2, .max = PLAYERS_MAX},
        {.name = "opt", .text = &opts[0]},
        {.name = "opt", .text = &opts[1]},
        {.name = "opt", .text = &opts[2]},
        {.name = "opt", .text = &opts[3]},
        {.name = "seconds", .number = &seconds, .min = 1, .max = 3600},
        {.name = "mode", .text = &mode},
        {.name = "store", .text = &store},
        {.name = "processes", .number = &processes, .min = 1, .max = 8},
        {.name = "matches", .number = &matches, .min = 1, .max = BENCH_MATCHES_MAX},
        {.name = "watchers", .number = &watchers, .min = 0, .max = BENCH_WATCHERS_MAX},
        {.name = "watch", .text = &watch},
        {.name = "url", .text = &urls},
        {.name = "spread", .text = &spread},
        {.name = "bound", .number = &bound, .min = 2, .max = 1000},
        {.name = "attackers", .number = &attackers, .min = 1, .max = 5000},
        {.name = "filled", .number = &filled, .min = 0, .max = BENCH_MATCHES_MAX},
        {.name = "rate", .number = &rate, .min = 1, .max = 1000000},
        {.name = "plies", .number = &plies, .min = 1, .max = 1000},
        {.name = "runs", .number = &runs, .min = 1, .max = MEDIAN_MAX},
        {.name = "threads", .number = &threads, .min = 1, .max = THREADS_MAX},
        {.name = "net", .text = &net},
        {.name = "player", .text = &player},
        {.name = "positions", .number = &positions, .min = 1, .max = 10000000},
        {.name = "nodes", .number = &nodes, .min = 1, .max = INT64_MAX},
        {.name = "mails", .number = &mails, .min = 1, .max = 10000000},
        {.name = "seed", .number = &seed, .min = 0, .max = INT64_MAX},
        {.name = NULL},
    };
    int n = options_parse(&bench_command, specs, argc, argv, args, 1);
    if (n < 0)
        return EXIT_USAGE;
    if (n == 1 && strcmp(args[0], "search") == 0)
        return bench_search();
    if (n == 1 && strcmp(args[0], "mail") == 0)
        return bench_mail(store, (long)mails);
    if (n == 1 && strcmp(args[0], "server") == 0) {
        const struct bench_server b = {.mode = mode,
                                       .store = store,
                                       .watch = watch,
                                       .urls = urls,
                                       .spread = spread,
                                       .processes = processes,
                                       .matches = matches != 0                 ? matches
                                                  : strcmp(mode, "moves") == 0 ? 200
                                                                               : 500,
                                       .seconds = seconds != 0 ? seconds : 10,
                                       .watchers = watchers,
                                       .rate = rate != 0 ? rate : 1000,
                                       .plies = plies};
        return server(&b);
    }
    if (n == 1 && strcmp(args[0], "abuse") == 0) {
        const struct bench_abuse b = {.store = store,
                                      .matches = matches != 0 ? matches : 200,
                                      .attackers = attackers,
                                      .seconds = seconds != 0 ? seconds : 10,
                                      .rate = rate != 0 ? rate : 100,
                                      .filled = filled >= 0 ? filled : 20000,
                                      .bound = bound};
        return bench_abuse(&b);
    }
    if (n == 1 && strcmp(args[0], "archive") == 0) {
        const struct bench_archive b = {
            .store = store, .matches = filled > 0 ? filled : 1000000, .seed = (uint64_t)seed};
        return bench_archive(&b);
    }
    if (n == 1 && strcmp(args[0], "explorer") == 0) {
        const struct bench_explorer b = {
            .store = store, .matches = filled > 0 ? filled : 1000000, .seed = (uint64_t)seed};
        return bench_explorer(&b);
    }
    bool nets = n == 1 && strcmp(args[0], "net") == 0;
    bool iterations = n == 1 && strcmp(args[0], "iterations") == 0;
    bool won = n == 1 && strcmp(args[0], "won") == 0;
    if (!iterations && !nets && !won && (n == 0 || strcmp(args[0], "playouts") != 0))
        return usage_error(NULL, "name what to measure: playouts, search, iterations, net, won, "
                                 "mail, server, abuse, archive or explorer");
    if (game == NULL)
        return usage_error(NULL, "name a game: --game NAME");
    static struct bench b;
    struct setup s;
    if (setup_from_words(NULL, game, size, (int)players, opts, &s) < 0)
        return EXIT_USAGE;
    if (iterations) {
        const struct bench_iterations rounds = {.setup = s,
                                                .threads = (int)threads,
                                                .runs = (int)runs,
                                                .run_ms = (seconds != 0 ? seconds : 1) * 1000,
                                                .seed = (uint64_t)seed};
        return bench_iterations(&rounds);
    }
    if (won)
        return keeps(&s, player, positions, nodes, seed);
    if (nets) {
        struct bench_net judged = {.setup = s,
                                   .runs = (int)runs,
                                   .run_us = (seconds != 0 ? seconds : 1) * 1000000,
                                   .seed = (uint64_t)seed};
        return judgements(&judged, net);
    }
    if (position_start(&b.start, &s) < 0)
        return EXIT_NO;
    b.run_us = (seconds != 0 ? seconds : 1) * 1000000;
    b.runs = (int)runs;
    b.threads = (int)threads;
    b.seed = (uint64_t)seed;
    return bench_playouts(&b);
}
