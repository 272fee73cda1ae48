/* bench_server.c - the modes of `hoshi-bench server`:
 *
 *     moves    N matches of two players at once, each on a connection of its own, with a stream for
 *              each match; the next move is sent as soon as the last one is acknowledged: moves a
 *              second, and the time from request to answer. Each stream must bring each move of its
 *              match once and in order
 *     light    the same with one player in each match and without streams
 *     latency  N matches of two players at a fixed rate: the time from the moment at which a move
 *              was due to the opponent's event, so that a server that falls behind is not forgiven
 *     fanout   one match with many spectators: the time from the request to the last one's event
 *     pages    the first answer of a server that starts on a store, and its pages
 *     fill     adds matches to a store, for pages
 *
 * The generator is one thread; with the servers it shares the processors of this machine. */
#include "bench/bench_server.h"

#include "arena/machine.h"
#include "base/exit.h"
#include "bench/bench_game.h"
#include "bench/bench_http.h"
#include "bench/bench_samples.h"
#include "bench/bench_site.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "rules/position.h"
#include "store/core/store.h"
#include "version.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { SETTLE_MS = 1500, FANOUT_MOVES = 20, PAGE_READS = 200 };

struct bench_match {
    struct link a, b, listener_a, listener_b;
    struct position p;
    char path[48];
    int64_t match, due_us;
    int n;          /* the table's number */
    int events_due; /* streams that have not yet heard of the last move */
    int heard;      /* moves: the last ply that the stream has brought */
    bool answered;  /* moves: the last move is acknowledged */
    enum { TABLE_GUEST, TABLE_MATCH, TABLE_JOIN, TABLE_LISTEN, TABLE_PLAY } stage;
};

static struct {
    struct bench_server b;
    struct site site;
    struct bench_match *matches;
    struct rng rng;
    struct bench_samples samples;
    int64_t moves_n;
    int matches_n, ready_n, links_n;
    bool two_players, playing, stopping;
    bool heavy; /* moves */
    int processes_n;
} run;

static void sample(int64_t us)
{
    bench_samples_add(&run.samples, us);
}

/* Of the servers: with one match on one server, or opponents on different ones. */
static void open_link(struct link *l, struct bench_match *g, int player)
{
    int at = g == NULL ? run.links_n : strcmp(run.b.spread, "sticky") == 0 ? g->n : g->n + player;
    l->context = g;
    link_open(l, run.site.ports[at % run.site.processes_n], run.links_n++);
}

static void ignore_event(struct link *l, const char *data)
{
    (void)l;
    (void)data;
}

static void must_be(int status, int expected, const char *body)
{
    if (status == expected)
        return;
    fprintf(stderr, "hoshi-bench: %d instead of %d: %.300s\n", status, expected, body);
    exit(EXIT_NO);
}

/* --- matches --- */

static void send_move(struct bench_match *g)
{
    char body[64];
    char text[MOVE_TEXT_BYTES];
    move_t m = position_random(&g->p, &run.rng);
    struct link *l = run.two_players && g->p.side == 2 ? &g->b : &g->a;
    snprintf(body, sizeof body, "{\"ply\":%d,\"move\":\"%s\"}", g->p.ply + 1,
             move_print(m, g->p.setup.width, text));
    position_play_legal(&g->p, m);
    g->events_due = run.two_players && !run.heavy ? 2 : 0;
    g->answered = false;
    link_post(l, g->path, body);
}

static void ask_match(struct bench_match *g)
{
    g->stage = TABLE_MATCH;
    /* Matches that spectators see late are not on television. */
    const char *late = strcmp(run.b.watch, "lobby") == 0 ? ",\"delay\":{\"ms\":60000}" : "";
    char body[160];
    snprintf(body, sizeof body, "{\"game\":\"" BENCH_GAME_NAME "\",\"seats\":[\"me\",\"%s\"]%s}",
             run.two_players ? "open" : "me", late);
    link_post(&g->a, "/api/matches", body);
}

static void begin_play(struct bench_match *g)
{
    struct setup setup = setup_default(BENCH_GAME);
    if (position_start(&g->p, &setup) < 0)
        exit(EXIT_NO);
    run.ready_n += g->path[0] == '\0';
    snprintf(g->path, sizeof g->path, "/api/matches/%lld/moves", (long long)g->match);
    g->events_due = 0;
    g->stage = TABLE_PLAY;
    g->heard = 0;
    if (run.playing && (!run.two_players || run.heavy) && !run.stopping)
        send_move(g);
}

static NORETURN void out_of_order(const struct bench_match *g, long long ply)
{
    fprintf(stderr, "hoshi-bench: the stream of match %lld brings move %lld after move %d\n",
            (long long)g->match, ply, g->heard);
    exit(EXIT_NO);
}

/* The last move is acknowledged, and told: a new match follows one that is over. */
static void settle(struct bench_match *g)
{
    if (g->answered && g->p.over && g->heard == g->p.ply && !run.stopping)
        ask_match(g);
}

static void on_heavy_event(struct link *l, const char *data)
{
    struct bench_match *g = l->context;
    if (g->stage == TABLE_LISTEN) { /* hello */
        begin_play(g);
        return;
    }
    if (strstr(data, "\"move\":\"") == NULL)
        return;
    if (json_number(data, "match") != g->match || json_number(data, "ply") != g->heard + 1)
        out_of_order(g, (long long)json_number(data, "ply"));
    g->heard++;
    settle(g);
}

/* The opponent is the one whose turn it is now. */
static void on_move_event(struct link *l, const char *data)
{
    struct bench_match *g = l->context;
    if (strstr(data, "\"move\":\"") == NULL || json_number(data, "ply") != g->p.ply)
        return;
    g->events_due--;
    if (l == (g->p.side == 1 ? &g->listener_a : &g->listener_b))
        sample(clock_us() - g->due_us);
}

static void listen_to(struct bench_match *g, struct link *listener, const struct link *player)
{
    char topics[64];
    snprintf(topics, sizeof topics, "match:%lld", (long long)g->match);
    *listener = (struct link){.on_event = run.heavy ? on_heavy_event : on_move_event};
    memcpy(listener->cookie, player->cookie, sizeof listener->cookie);
    open_link(listener, g, player == &g->b);
    link_listen(listener, topics);
}

static void on_move_answer(struct bench_match *g, struct link *l, int status, const char *body)
{
    must_be(status, 200, body);
    run.moves_n++;
    if (!run.two_players || run.heavy)
        sample(clock_us() - l->asked_us);
    if (run.heavy) {
        g->answered = true;
        settle(g);
        if (g->stage == TABLE_PLAY && !g->p.over && !run.stopping)
            send_move(g);
    } else if (g->p.over) {
        if (!run.stopping)
            ask_match(g);
    } else if (!run.two_players && !run.stopping) {
        send_move(g);
    }
}

static void on_answer(struct link *l, int status, const char *body)
{
    struct bench_match *g = l->context;
    char path[64];
    switch (g->stage) {
    case TABLE_GUEST:
        must_be(status, 201, body);
        if (l == &g->a && run.two_players)
            link_post(&g->b, "/api/guest", "{}");
        else
            ask_match(g);
        break;
    case TABLE_MATCH:
        must_be(status, 201, body);
        g->match = json_number(body, "id");
        if (!run.two_players) {
            begin_play(g);
            break;
        }
        g->stage = TABLE_JOIN;
        snprintf(path, sizeof path, "/api/matches/%lld/join", (long long)g->match);
        link_post(&g->b, path, "{}");
        break;
    case TABLE_JOIN:
        must_be(status, 200, body);
        if (g->path[0] != '\0') {
            link_close(&g->listener_a);
            link_close(&g->listener_b);
        }
        listen_to(g, &g->listener_a, &g->a);
        if (run.heavy) {
            g->stage = TABLE_LISTEN; /* from before the first move */
            break;
        }
        listen_to(g, &g->listener_b, &g->b);
        begin_play(g);
        break;
    case TABLE_LISTEN:
        break;
    case TABLE_PLAY:
        on_move_answer(g, l, status, body);
        break;
    }
}

/* Everybody is there; a few at a time, so that no queue overflows. */
static void open_tables(void)
{
    enum { AT_ONCE = 50 };
    int n = (int)run.b.matches + (run.b.watchers > 0); /* one to be watched */
    run.matches_n = n;
    run.matches = calloc((size_t)n + 1, sizeof *run.matches);
    if (run.matches == NULL)
        exit(EXIT_NO);
    for (int i = 0; i < n; i++) {
        struct bench_match *g = &run.matches[i];
        g->n = i;
        g->listener_a.fd = g->listener_b.fd = -1;
        g->a.on_answer = on_answer;
        g->b.on_answer = on_answer;
        open_link(&g->a, g, 0);
        if (run.two_players)
            open_link(&g->b, g, 1);
        link_post(&g->a, "/api/guest", "{}");
        while (run.ready_n + AT_ONCE <= i)
            links_wait(1000);
    }
    while (run.ready_n < n)
        links_wait(1000);
}

static void drain(int64_t ms)
{
    for (int64_t until = clock_ms() + ms; clock_ms() < until;)
        links_wait(50);
}

/* Streams of the lobby, or of the last match: it is played in fanout, else it stands still. */
static struct link *open_watchers(int n, void (*on_event)(struct link *, const char *))
{
    struct link *w = calloc((size_t)n + 1, sizeof *w);
    if (w == NULL)
        exit(EXIT_NO);
    for (int i = 0; i < n; i++) {
        char topics[64];
        snprintf(topics, sizeof topics, "match:%lld",
                 (long long)run.matches[run.matches_n - 1].match);
        if (strcmp(run.b.watch, "still") != 0)
            snprintf(topics, sizeof topics, "lobby");
        w[i].on_event = on_event;
        open_link(&w[i], NULL, 0);
        link_listen(&w[i], topics);
        if (i % 200 == 199)
            links_wait(0);
    }
    drain(SETTLE_MS);
    return w;
}

/* --- the modes --- */

static void play_at_full_speed(void)
{
    run.playing = true;
    for (int64_t i = 0; i < run.b.matches; i++)
        send_move(&run.matches[i]);
    for (int64_t until = clock_us() + run.b.seconds * 1000000; clock_us() < until;)
        links_wait(10);
}

/* Every acknowledged move has been heard: nothing is missing at the end. */
static void hear_the_rest(void)
{
    enum { PATIENCE_MS = 10 * 1000 };
    int64_t until = clock_ms() + PATIENCE_MS;
    for (int i = 0; i < run.matches_n; i++) {
        struct bench_match *g = &run.matches[i];
        while (g->stage == TABLE_PLAY && (!g->answered || g->heard < g->p.ply)) {
            if (clock_ms() > until)
                out_of_order(g, -1);
            links_wait(10);
        }
    }
}

static bool may_move(const struct bench_match *g)
{
    return g->stage == TABLE_PLAY && g->events_due <= 0 && !g->a.waits && !g->b.waits;
}

/* Plays up to a whole game's moves in each match, so that not all of them are at the same ply, end
 * together and restart together: no real site has such a wave. All finish at about the same time,
 * so that no connection is idle for long. */
static void shuffle_plies(void)
{
    const struct setup *s = &run.matches[0].p.setup;
    int most = s->width * s->height;
    uint32_t *share = calloc((size_t)run.matches_n + 1, sizeof *share); /* of 1 << 16 */
    if (share == NULL)
        exit(EXIT_NO);
    for (int i = 0; i < run.b.matches; i++)
        share[i] = rng_below(&run.rng, 1 << 16);
    for (int round = 0; round < most; round++) {
        for (int i = 0; i < run.b.matches; i++)
            if (rng_below(&run.rng, 1 << 16) < share[i] && may_move(&run.matches[i]))
                send_move(&run.matches[i]);
        drain(20);
    }
    free(share);
    drain(SETTLE_MS);
    run.samples.n = 0;
}

/* One move each 1/rate s, in one match after the other that is ready for it. */
static void play_at_rate(void)
{
    int64_t begun = clock_us();
    int64_t until = begun + run.b.seconds * 1000000;
    int64_t sent = 0;
    int64_t at = 0;
    run.playing = true;
    for (int64_t now = begun; now < until; now = clock_us()) {
        int64_t due = begun + sent * 1000000 / run.b.rate;
        if (now < due) {
            links_wait(1); /* never spins: the servers need the processor */
            continue;
        }
        int64_t tried = 0;
        struct bench_match *g = NULL;
        for (; tried < run.b.matches; tried++) {
            g = &run.matches[at++ % run.b.matches];
            if (may_move(g))
                break;
        }
        if (g == NULL || tried == run.b.matches) { /* all are waiting: the server is behind */
            links_wait(1);
            continue;
        }
        g->due_us = due;
        send_move(g);
        sent++;
        if (sent % 16 == 0)
            links_wait(0);
    }
}

static json_t *cpu_json(const double *before)
{
    json_t *cpu = json_array();
    for (int i = 0; i < run.site.processes_n; i++)
        json_array_append_new(cpu, json_real(site_cpu_s(&run.site, i) - before[i]));
    return cpu;
}

static json_t *bench_load(void)
{
    double before[SITE_PROCESSES_MAX] = {0};
    struct link *watchers = NULL;
    run.heavy = strcmp(run.b.mode, "moves") == 0;
    run.two_players = run.heavy || strcmp(run.b.mode, "latency") == 0;
    open_tables();
    long empty_kib = site_kib(&run.site, 0);
    if (run.b.watchers > 0)
        watchers = open_watchers((int)run.b.watchers, ignore_event);
    long full_kib = site_kib(&run.site, 0);
    if (run.two_players && !run.heavy)
        shuffle_plies();
    for (int i = 0; i < run.site.processes_n; i++)
        before[i] = site_cpu_s(&run.site, i);
    int64_t cpu_us = clock_process_cpu_us();
    int64_t begun = clock_us();
    run.moves_n = 0;
    if (run.two_players && !run.heavy)
        play_at_rate();
    else
        play_at_full_speed();
    double wall = (double)(clock_us() - begun) * 1e-6;
    int64_t moves = run.moves_n;
    cpu_us = clock_process_cpu_us() - cpu_us;
    json_t *out = JSON_OBJECT(
        {"matches", json_integer((int)run.b.matches)},
        {"watchers", json_integer((int)run.b.watchers)}, {"wall_s", json_real(wall)},
        {"moves", json_integer(moves)}, {"moves_per_s", json_real((double)moves / wall)},
        {"server_cpu_s", cpu_json(before)}, {"generator_cpu_s", json_real((double)cpu_us * 1e-6)},
        {run.two_players && !run.heavy ? "to_opponent_ms" : "answer_ms",
         bench_samples_json(&run.samples)});
    double cpu_s = 0;
    for (int i = 0; i < run.site.processes_n; i++)
        cpu_s += site_cpu_s(&run.site, i) - before[i];
    if (moves > 0)
        json_object_set_new(out, "server_cpu_us_per_move", json_real(cpu_s * 1e6 / (double)moves));
    if (run.two_players && !run.heavy)
        json_object_set_new(out, "asked_moves_per_s", json_integer(run.b.rate));
    if (watchers != NULL)
        json_object_set_new(out, "kib_per_watcher",
                            json_real((double)(full_kib - empty_kib) * run.site.processes_n /
                                      (double)run.b.watchers));
    run.stopping = true;
    if (run.heavy)
        hear_the_rest();
    drain(300);
    free(watchers);
    return out;
}

static int64_t heard_n;

static void on_heard(struct link *l, const char *data)
{
    (void)l;
    heard_n += strstr(data, "\"move\":\"") != NULL;
}

static json_t *bench_fanout(void)
{
    run.b.matches = 0;
    open_tables();
    run.stopping = true; /* each move waits for all who watch */
    long empty_kib = site_kib(&run.site, 0);
    struct link *watchers = open_watchers((int)run.b.watchers, on_heard);
    long full_kib = site_kib(&run.site, 0);
    for (int i = 0; i < FANOUT_MOVES; i++) {
        int64_t begun = clock_us();
        heard_n = 0;
        send_move(&run.matches[0]);
        while (heard_n < run.b.watchers || run.matches[0].a.waits)
            links_wait(1000);
        run.samples.us[i] = (uint32_t)(clock_us() - begun);
    }
    run.samples.n = FANOUT_MOVES;
    free(watchers);
    return JSON_OBJECT(
        {"watchers", json_integer((int)run.b.watchers)},
        {"kib_per_watcher", json_real((double)(full_kib - empty_kib) / (double)run.b.watchers)},
        {"to_last_watcher_ms", bench_samples_json(&run.samples)});
}

static int page_status;

static void on_page(struct link *l, int status, const char *body)
{
    (void)body;
    page_status = status;
    sample(clock_us() - l->asked_us);
}

static json_t *bench_pages(void)
{
    static const char *const paths[] = {"/api/matches?state=open", "/api/matches?state=finished",
                                        "/api/matches", "/api/games", "/"};
    json_t *pages = json_object();
    struct link l = {.on_answer = on_page};
    open_link(&l, NULL, 0);
    for (size_t i = 0; i < ARRAY_LEN(paths); i++) {
        run.samples.n = 0;
        for (int n = 0; n < PAGE_READS; n++) {
            link_get(&l, paths[i]);
            while (l.waits)
                links_wait(1000);
        }
        json_t *page = bench_samples_json(&run.samples);
        json_object_set_new(page, "status", json_integer(page_status));
        json_object_set_new(pages, paths[i], page);
    }
    link_close(&l);
    return JSON_OBJECT({"start_ms", json_real((double)run.site.start_us / 1000.0)},
                       {"pages_ms", pages});
}

static void raise_file_limit(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &files);
    }
}

static json_t *bench_fill(const char *store)
{
    int64_t begun = clock_us();
    int64_t players = run.b.matches / 10 + 2;
    int64_t moves =
        site_fill(store, run.b.matches, (int)run.b.plies, players < 20000 ? players : 20000);
    if (moves < 0)
        return NULL;
    double wall = (double)(clock_us() - begun) * 1e-6;
    return JSON_OBJECT({"matches", json_integer(run.b.matches)}, {"moves", json_integer(moves)},
                       {"wall_s", json_real(wall)},
                       {"matches_per_s", json_real((double)run.b.matches / wall)});
}

static json_t *measure(const char *store)
{
    json_t *out = NULL;
    if (strcmp(run.b.mode, "fill") == 0)
        return bench_fill(store);
    if (run.b.urls != NULL ? !site_named(&run.site, run.b.urls)
                           : site_start(&run.site, store, (int)run.b.processes, false) < 0)
        return NULL;
    run.processes_n = run.site.processes_n;
    if (strcmp(run.b.mode, "fanout") == 0)
        out = bench_fanout();
    else if (strcmp(run.b.mode, "pages") == 0)
        out = bench_pages();
    else
        out = bench_load();
    if (site_stop(&run.site) != 0)
        fputs("hoshi-bench: a server did not end well\n", stderr);
    return out;
}

int bench_server(const struct bench_server *b)
{
    char folder[] = "/tmp/hoshi-bench-XXXXXX";
    char path[64];
    char name[256];
    bool temporary = b->store == NULL;
    run.b = *b;
    rng_seed(&run.rng, 1);
    run.samples.us = malloc(BENCH_SAMPLES_MAX * sizeof *run.samples.us);
    raise_file_limit();
    if (run.samples.us == NULL || (temporary && mkdtemp(folder) == NULL))
        return EXIT_NO;
    snprintf(path, sizeof path, "%s/hoshi.db", folder);
    const char *store = temporary ? path : b->store;
    store_name(store, name, sizeof name);
    json_t *result = measure(store);
    int status = EXIT_NO;
    if (result != NULL) {
        json_t *out =
            JSON_OBJECT({"bench", json_string("server")}, {"mode", json_string(b->mode)},
                        {"version", json_string(HOSHI_VERSION)}, {"machine", machine_json()},
                        {"store", json_string(b->urls != NULL ? b->urls
                                              : temporary     ? "sqlite"
                                                              : name)},
                        {"processes", json_integer(run.processes_n)}, {"result", result});
        status = json_dumpf(out, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6)) == 0 ? EXIT_OK
                                                                                       : EXIT_NO;
        putchar('\n');
        json_decref(out);
    }
    if (temporary) {
        static const char *const ends[] = {"", "-wal", "-shm", "-lock"};
        for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
            snprintf(path, sizeof path, "%s/hoshi.db%s", folder, ends[i]);
            (void)unlink(path);
        }
        (void)rmdir(folder);
    }
    free(run.matches);
    free(run.samples.us);
    return status;
}
