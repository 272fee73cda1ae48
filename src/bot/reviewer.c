#include "bot/reviewer.h"

#include "base/err.h"
#include "bot/api.h"
#include "bot/jobs.h"
#include "bot/match_view.h"
#include "bot/prover.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "platform/thread.h"
#include "search/engine.h"
#include "version.h"
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    PLAYOUTS = 2500, /* a position, or as many as THINK_MS allows */
    THINK_MS = 1500,
    TURN_MS = 3000,     /* then another member's match may be next */
    GIVE_WAY_MS = 2000, /* for each position */
    LOOK_S = 30,        /* how often the server is asked though it has told nothing */
    RETRY_S = 5,        /* when it could not be asked */
    LINE_MOVES = 12,    /* of the best line, as far as they are kept */
    LINE_BYTES = 150,
    NICER = 10,
};

struct reviewer {
    struct reviewer_options o;
    struct api api;
    struct engine *engine; /* NULL while there is nothing to do */
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t more;
    bool woken; /* under the mutex */
    atomic_bool stop;
    uint32_t net; /* that judged last */
};

static bool on_progress(void *context, const struct search_report *so_far)
{
    const struct reviewer *v = context;
    (void)so_far;
    return !atomic_load(&v->stop);
}

static void print_line(const struct candidate *c, int width, char out[LINE_BYTES])
{
    size_t n = 0;
    out[0] = '\0';
    for (int i = 0; i < c->pv_n && i < LINE_MOVES; i++) {
        char text[MOVE_TEXT_BYTES];
        move_print(c->pv[i], width, text);
        if (n + strlen(text) + 2 > LINE_BYTES)
            return;
        n += (size_t)snprintf(out + n, LINE_BYTES - n, "%s%s", n > 0 ? " " : "", text);
    }
}

static json_t *row_of(int side, double share, double points, const char *line)
{
    enum { ALL = 10000 };
    double rounded = share * ALL + 0.5;
    double hundredths = points * 100 + (points < 0 ? -0.5 : 0.5);
    return json_pack("[iiis]", side, (int)rounded, (int)hundredths, line);
}

/* The end of the game is as it is. */
static json_t *judge_end(const struct position *p)
{
    int16_t points[PLAYERS_MAX] = {0};
    position_score(p, points);
    double share = p->winner == 0 ? 0.5 : p->winner == 1 ? 1.0 : 0.0;
    return row_of(p->side != 0 ? p->side : 1, share, points[0] - points[1], "");
}

/* The judgement of a position, in the form for the server; NULL if it must stop. */
static json_t *judge(struct reviewer *v, const struct position *p)
{
    const struct engine_limits limits = {.nodes_cap = PLAYOUTS, .think_ms = THINK_MS};
    struct search_report report;
    char line[LINE_BYTES];
    if (p->over)
        return judge_end(p);
    jobs_give_way(v->o.jobs, GIVE_WAY_MS, &v->stop);
    if (engine_search(v->engine, p, &limits, on_progress, v, &report) < 0 ||
        report.candidates_n == 0 || atomic_load(&v->stop))
        return NULL;
    const struct candidate *best = &report.candidates[0];
    bool proved = report.exact && report.proven != 0;
    double mine = proved ? (report.proven > 0 ? 1.0 : 0.0) : (double)report.winrate;
    double points = (double)best->score;
    v->net = report.net;
    print_line(best, p->setup.width, line);
    return row_of(p->side, p->side == 1 ? mine : 1 - mine, p->side == 1 ? points : -points, line);
}

/* Judges positions from `from` on, for a turn. False: it cannot be replayed. */
static bool judge_some(struct reviewer *v, const json_t *match, int from, int turn, json_t *out)
{
    int64_t end = clock_ms() + TURN_MS;
    int last = (int)json_array_size(json_object_get(match, "moves"));
    for (int ply = from; ply <= last && ply < from + turn && clock_ms() < end; ply++) {
        struct position p;
        if (match_view_position(match, ply, &p) < 0)
            return false;
        json_t *row = judge(v, &p);
        if (row == NULL)
            return true; /* what there is is handed in */
        json_array_append_new(out, row);
    }
    return true;
}

static void name_engine(const struct reviewer *v, char *out, size_t size)
{
    if (v->net != 0)
        snprintf(out, size, "hoshi %s, net %08x", HOSHI_VERSION, (unsigned)v->net);
    else
        snprintf(out, size, "hoshi %s", HOSHI_VERSION);
}

/* One turn with one match. Returns the number of the match, 0 when none waits, or negative when the
 * server could not be asked. */
static int64_t take_turn(struct reviewer *v)
{
    char path[64];
    char name[64];
    json_t *job;
    json_t *answer = NULL;
    int status = api_post(&v->api, "/api/engine/reviews", json_object(), &job);
    int64_t id = json_integer_value(json_object_get(job, "id"));
    if (status != 200 || id == 0) {
        json_decref(job);
        return status == 200 ? 0 : -1;
    }
    int from = (int)json_integer_value(json_object_get(job, "from"));
    int turn = (int)json_integer_value(json_object_get(job, "turn"));
    json_t *positions = json_array();
    bool fine = judge_some(v, json_object_get(job, "match"), from, turn, positions);
    json_decref(job);
    if (fine && json_array_size(positions) == 0) {
        json_decref(positions);
        return -1; /* stopped, or out of memory: the claim runs out */
    }
    name_engine(v, name, sizeof name);
    snprintf(path, sizeof path, "/api/engine/reviews/%lld", (long long)id);
    status = api_post(&v->api, path,
                      JSON_OBJECT({"from", json_integer(from)}, {"engine", json_string(name)},
                                  {"playouts", json_integer(PLAYOUTS)},
                                  {"failed", json_boolean(!fine)}, {"positions", positions}),
                      &answer);
    json_decref(answer);
    /* 409: it was cancelled meanwhile. */
    return status == 200 || status == 409 ? id : -1;
}

/* Until it is woken, or so long. */
static void rest(struct reviewer *v, int seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += seconds;
    (void)pthread_mutex_lock(&v->mutex);
    while (!v->woken && !atomic_load(&v->stop))
        if (pthread_cond_timedwait(&v->more, &v->mutex, &until) == ETIMEDOUT)
            break;
    v->woken = false;
    (void)pthread_mutex_unlock(&v->mutex);
}

static bool get_engine(struct reviewer *v)
{
    enum { MEMORY = 64 * 1024 * 1024 };
    const struct engine_options o = {
        .memory_bytes = MEMORY, .threads = 1, .seed = 1, .no_net = v->o.no_net, .net = v->o.net};
    if (v->engine == NULL)
        v->engine = engine_new(&o);
    return v->engine != NULL;
}

static void *reviewer_main(void *arg)
{
    struct reviewer *v = arg;
    thread_give_way(NICER);
    while (!atomic_load(&v->stop)) {
        int64_t match = get_engine(v) ? 1 : -1;
        while (match > 0 && !atomic_load(&v->stop)) {
            match = take_turn(v);
            if (match == 0) /* a review that is asked for meanwhile waits for one puzzle at most */
                match = prover_turn(&v->api, v->o.jobs, &v->stop);
        }
        engine_free(v->engine);
        v->engine = NULL;
        rest(v, match < 0 ? RETRY_S : LOOK_S);
    }
    return NULL;
}

struct reviewer *reviewer_start(const struct reviewer_options *o)
{
    pthread_condattr_t attr;
    struct reviewer *v = calloc(1, sizeof *v);
    if (v == NULL)
        return NULL;
    v->o = *o;
    if (api_init(&v->api, o->server, o->token) < 0) {
        free(v);
        return NULL;
    }
    (void)pthread_condattr_init(&attr);
    (void)pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&v->more, &attr);
    (void)pthread_condattr_destroy(&attr);
    (void)pthread_mutex_init(&v->mutex, NULL);
    if (pthread_create(&v->thread, NULL, reviewer_main, v) == 0)
        return v;
    (void)pthread_cond_destroy(&v->more);
    (void)pthread_mutex_destroy(&v->mutex);
    api_done(&v->api);
    free(v);
    return NULL;
}

void reviewer_wake(struct reviewer *v)
{
    (void)pthread_mutex_lock(&v->mutex);
    v->woken = true;
    (void)pthread_cond_signal(&v->more);
    (void)pthread_mutex_unlock(&v->mutex);
}

void reviewer_stop(struct reviewer *v)
{
    if (v == NULL)
        return;
    atomic_store(&v->stop, true);
    reviewer_wake(v);
    (void)pthread_join(v->thread, NULL);
    (void)pthread_cond_destroy(&v->more);
    (void)pthread_mutex_destroy(&v->mutex);
    api_done(&v->api);
    free(v);
}
