/* cmd_match.c - `hoshi match`: players of the machine against each other, and how sure the result
 * is. */
#include "cli/command.h"
#include "cli/machine.h"
#include "cli/player.h"

#include "base/err.h"
#include "platform/clock.h"
#include "platform/thread.h"
#include "rules/position.h"
#include "version.h"
#include <jansson.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_match;
const struct command cmd_match = {
    .name = "match",
    .summary = "play engine against engine and count the results",
    .help =
        "usage: hoshi match GAME --a PLAYER --b PLAYER [--games N] [--size N|WxH] [--players N]\n"
        "                   [--opt NAME=0|1]... [--seed N] [--jobs N] [--threads N]\n"
        "                   [--memory MIB] [--random N] [--quiet]\n\n"
        "Plays N games (100) between two players, who take turns at the first seat, and prints\n"
        "one JSON object: a's wins, draws and losses, the share of points with its 95 % interval\n"
        "(Wilson), by seat, seed, and machine. With three or four players a goes round the seats\n"
        "and b has all the others.\n\n"
        "  PLAYER        level=1 ... 8, nodes=N, ms=N (the engine: playing level, playouts or\n"
        "                milliseconds a move), flat=N (one-ply sampler, N playouts), random\n"
        "  --seed N      game i is played with seed N + i (1); without ms= and with one thread\n"
        "                the same match comes out again on every machine\n"
        "  --jobs N      games played at the same time (the number of processors)\n"
        "  --threads N   threads of each engine (1)\n"
        "  --memory MIB  memory of each engine (64)\n"
        "  --random N    the first N plies of every game are random (0)\n"
        "  --quiet       no progress on the terminal\n\n"
        "Ctrl-C ends it early and prints what there is.\n",
    .run = run,
};

enum { GAMES_MAX = 10000000, JOBS_MAX = 256, PROGRESS_NS = 200000000 };

/* Results of player a. */
struct tally {
    int64_t wins, draws, losses;
};

struct match {
    struct setup setup;
    struct player_spec a, b;
    int64_t games_n, seed, memory_mib, threads, random_plies;
    _Atomic int64_t next; /* game to be begun */
    _Atomic int64_t done; /* games finished */
    _Atomic int working;  /* jobs that are not finished */
    _Atomic bool failed;
};

struct job {
    struct match *match;
    struct thread *thread;
    struct player a, b;
    struct tally by_seat[PLAYERS_MAX]; /* [seat of a - 1] */
    int64_t plies_n, a_nodes, b_nodes, a_moves, b_moves;
};

static volatile sig_atomic_t interrupted;

/* Every engine of the match, for the signal handler: engine_stop may be called from there. */
static struct engine *engines[2 * JOBS_MAX];

static void on_interrupt(int sig)
{
    (void)sig;
    interrupted = 1;
    for (size_t i = 0; i < ARRAY_LEN(engines); i++)
        if (engines[i] != NULL)
            engine_stop(engines[i]);
}

/* Plays one game; false if it was broken off. */
static bool play_game(struct job *job, int64_t number)
{
    const struct match *m = job->match;
    struct position p;
    if (position_start(&p, &m->setup) < 0)
        return false;
    int a_seat = (int)(number % m->setup.players) + 1;
    uint64_t seed = (uint64_t)m->seed + (uint64_t)number;
    struct rng opening;
    rng_seed(&opening, seed);
    player_begin(&job->a, rng_mix(2 * seed));
    player_begin(&job->b, rng_mix(2 * seed + 1));
    while (!p.over && !interrupted) {
        bool a_moves = position_seat(&p, p.side) == a_seat;
        move_t move = p.ply < m->random_plies ? position_random(&p, &opening)
                      : a_moves               ? player_choose(&job->a, &p, &job->a_nodes)
                                              : player_choose(&job->b, &p, &job->b_nodes);
        *(a_moves ? &job->a_moves : &job->b_moves) += 1;
        if (position_play(&p, move) != VERDICT_OK) {
            atomic_store(&job->match->failed, true);
            return false;
        }
    }
    if (!p.over)
        return false;
    job->plies_n += p.ply;
    struct tally *t = &job->by_seat[a_seat - 1];
    if (p.winner == 0)
        t->draws++;
    else if (position_seat(&p, p.winner) == a_seat)
        t->wins++;
    else
        t->losses++;
    return true;
}

static void job_main(void *arg)
{
    struct job *job = arg;
    struct match *m = job->match;
    while (!interrupted && !atomic_load(&m->failed)) {
        int64_t number = atomic_fetch_add(&m->next, 1);
        if (number >= m->games_n)
            break;
        if (play_game(job, number))
            atomic_fetch_add(&m->done, 1);
    }
    atomic_fetch_sub(&m->working, 1);
}

static void show_progress(const struct match *m, int64_t begun_ms)
{
    enum { BAR = 30 };
    int64_t done = atomic_load(&m->done);
    int filled = (int)(done * BAR / m->games_n);
    char bar[BAR + 1];
    memset(bar, '-', BAR);
    memset(bar, '#', (size_t)filled);
    bar[BAR] = '\0';
    double s = (double)(clock_ms() - begun_ms) / 1000;
    fprintf(stderr, "\r[%s] %lld/%lld", bar, (long long)done, (long long)m->games_n);
    if (done > 0)
        fprintf(stderr, "  %.0f s left ", s * (double)(m->games_n - done) / (double)done);
    fflush(stderr);
}

/* The 95 % interval of a share of n games (Wilson 1927). A draw is half a success. */
static void wilson(double share, double n, double *low, double *high)
{
    const double z = 1.959963984540054;
    double mid = share + z * z / (2 * n);
    double half = z * __builtin_sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    double whole = 1 + z * z / n;
    *low = (mid - half) / whole;
    *high = (mid + half) / whole;
}

static json_t *tally_json(const struct tally *t)
{
    int64_t n = t->wins + t->draws + t->losses;
    json_t *o = json_pack("{s:I,s:I,s:I,s:I}", "games", (json_int_t)n, "wins", (json_int_t)t->wins,
                          "draws", (json_int_t)t->draws, "losses", (json_int_t)t->losses);
    if (n == 0)
        return o;
    double low;
    double high;
    double share = ((double)t->wins + 0.5 * (double)t->draws) / (double)n;
    wilson(share, (double)n, &low, &high);
    json_object_set_new(o, "share", json_real(share));
    json_object_set_new(o, "interval", json_pack("[f,f]", low, high));
    return o;
}

static int print_result(const struct match *m, const struct job *jobs, int jobs_n,
                        int64_t elapsed_ms)
{
    struct tally all = {0};
    struct tally by_seat[PLAYERS_MAX] = {0};
    struct job sum = {0};
    for (int j = 0; j < jobs_n; j++) {
        for (int seat = 0; seat < m->setup.players; seat++) {
            const struct tally *t = &jobs[j].by_seat[seat];
            by_seat[seat].wins += t->wins;
            by_seat[seat].draws += t->draws;
            by_seat[seat].losses += t->losses;
            all.wins += t->wins;
            all.draws += t->draws;
            all.losses += t->losses;
        }
        sum.plies_n += jobs[j].plies_n;
        sum.a_nodes += jobs[j].a_nodes;
        sum.b_nodes += jobs[j].b_nodes;
        sum.a_moves += jobs[j].a_moves;
        sum.b_moves += jobs[j].b_moves;
    }
    json_t *root = tally_json(&all);
    int64_t n = all.wins + all.draws + all.losses;
    json_object_update_new(
        root,
        json_pack("{s:s,s:i,s:i,s:i,s:b,s:b,s:s,s:s,s:I,s:i,s:I,s:I,s:b,s:f,s:o,s:s}", "game",
                  games[m->setup.game]->name, "width", m->setup.width, "height", m->setup.height,
                  "players", m->setup.players, "swap", (m->setup.options & OPTION_SWAP) != 0,
                  "jacked", (m->setup.options & OPTION_JACKED) != 0, "a", m->a.word, "b", m->b.word,
                  "seed", (json_int_t)m->seed, "jobs", jobs_n, "threads", (json_int_t)m->threads,
                  "random_plies", (json_int_t)m->random_plies, "interrupted", interrupted != 0,
                  "seconds", (double)elapsed_ms / 1000, "machine", machine_json(), "version",
                  HOSHI_VERSION));
    json_t *seats = json_array();
    for (int seat = 0; seat < m->setup.players; seat++)
        json_array_append_new(seats, tally_json(&by_seat[seat]));
    json_object_set_new(root, "by_seat", seats);
    if (n > 0)
        json_object_set_new(root, "plies_mean", json_real((double)sum.plies_n / (double)n));
    if (sum.a_moves > 0)
        json_object_set_new(root, "a_nodes_mean",
                            json_integer((json_int_t)(sum.a_nodes / sum.a_moves)));
    if (sum.b_moves > 0)
        json_object_set_new(root, "b_nodes_mean",
                            json_integer((json_int_t)(sum.b_nodes / sum.b_moves)));
    char *text = json_dumps(root, JSON_REAL_PRECISION(5));
    json_decref(root);
    if (text == NULL)
        return EXIT_NO;
    puts(text);
    free(text);
    return EXIT_OK;
}

static int run_match(struct match *m, int jobs_n, bool quiet)
{
    int status = EXIT_NO;
    struct job *jobs = calloc((size_t)jobs_n, sizeof *jobs);
    if (jobs == NULL)
        goto out;
    uint64_t bytes = (uint64_t)m->memory_mib << 20;
    for (int j = 0; j < jobs_n; j++) {
        jobs[j].match = m;
        if (player_init(&jobs[j].a, &m->a, bytes, (int)m->threads) < 0 ||
            player_init(&jobs[j].b, &m->b, bytes, (int)m->threads) < 0) {
            fputs("hoshi: not enough memory for the engines\n", stderr);
            goto out;
        }
        engines[2 * j] = jobs[j].a.engine;
        engines[2 * j + 1] = jobs[j].b.engine;
    }
    struct sigaction act = {.sa_handler = on_interrupt};
    struct sigaction before;
    sigaction(SIGINT, &act, &before);
    int64_t begun_ms = clock_ms();
    int started = 0;
    atomic_store(&m->working, jobs_n);
    for (; started < jobs_n; started++) {
        jobs[started].thread = thread_new(job_main, &jobs[started]);
        if (jobs[started].thread == NULL)
            break;
    }
    atomic_fetch_sub(&m->working, jobs_n - started);
    if (started == 0) {
        fputs("hoshi: no thread could be started\n", stderr);
        goto out;
    }
    bool bar = !quiet && isatty(STDERR_FILENO);
    while (bar && atomic_load(&m->working) > 0) {
        show_progress(m, begun_ms);
        nanosleep(&(struct timespec){.tv_nsec = PROGRESS_NS}, NULL);
    }
    for (int j = 0; j < started; j++)
        thread_join(jobs[j].thread);
    if (bar)
        fputc('\n', stderr);
    sigaction(SIGINT, &before, NULL);
    if (atomic_load(&m->failed))
        fputs("hoshi: a player gave no legal move\n", stderr);
    else
        status = print_result(m, jobs, jobs_n, clock_ms() - begun_ms);
out:
    memset(engines, 0, sizeof engines);
    for (int j = 0; jobs != NULL && j < jobs_n; j++) {
        player_done(&jobs[j].a);
        player_done(&jobs[j].b);
    }
    free(jobs);
    return status;
}

static int run(int argc, char *const *argv)
{
    struct match m = {.games_n = 100, .seed = 1, .memory_mib = 64, .threads = 1};
    const char *a = NULL;
    const char *b = NULL;
    const char *size = NULL;
    const char *opts[3] = {NULL};
    int64_t players = 0;
    int64_t jobs_n = 0;
    bool quiet = false;
    const struct option_spec specs[] = {
        {.name = "a", .text = &a},
        {.name = "b", .text = &b},
        {.name = "games", .letter = 'n', .number = &m.games_n, .min = 1, .max = GAMES_MAX},
        {.name = "size", .text = &size},
        {.name = "players", .number = &players, .min = 2, .max = PLAYERS_MAX},
        {.name = "opt", .text = &opts[0]},
        {.name = "opt", .text = &opts[1]},
        {.name = "seed", .number = &m.seed, .min = 0, .max = INT64_MAX / 4},
        {.name = "jobs", .number = &jobs_n, .min = 1, .max = JOBS_MAX},
        {.name = "threads", .number = &m.threads, .min = 1, .max = 256},
        {.name = "memory", .number = &m.memory_mib, .min = 1, .max = 1 << 20},
        {.name = "random", .number = &m.random_plies, .min = 0, .max = 1000},
        {.name = "quiet", .letter = 'q', .flag = &quiet},
        {.name = NULL},
    };
    const char *args[1];
    int n = options_parse(&cmd_match, specs, argc, argv, args, 1);
    if (n < 0)
        return EXIT_USAGE;
    if (n == 0 || a == NULL || b == NULL)
        return usage_error("match", "name a game, --a PLAYER and --b PLAYER");
    if (setup_from_words("match", args[0], size, (int)players, opts, &m.setup) < 0)
        return EXIT_USAGE;
    const char *bad = player_parse(a, &m.a) < 0 ? a : player_parse(b, &m.b) < 0 ? b : NULL;
    if (bad != NULL)
        return usage_error("match",
                           "\"%s\" is no player: level=1..8, nodes=N, ms=N, flat=N or random", bad);
    if (jobs_n == 0)
        jobs_n = thread_cpus();
    if (jobs_n > m.games_n)
        jobs_n = m.games_n;
    return run_match(&m, (int)jobs_n, quiet);
}
