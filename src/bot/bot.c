/* bot.c - the threads of the bot (see bot.h): one listens, the others think. */
#include "bot/bot.h"

#include "base/err.h"
#include "bot/api.h"
#include "bot/jobs.h"
#include "bot/match_view.h"
#include "bot/reviewer.h"
#include "bot/sse.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "platform/log.h"
#include "search/engine.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    BACKOFF_MIN_MS = 250,
    BACKOFF_MAX_MS = 30 * 1000,
    PATIENCE_MS = 3000,   /* without an answer, before it tells the operator */
    SILENCE_S = 45,       /* the server says something every 15 s */
    QUICK_THINK_MS = 800, /* levels up to 4 answer within a second */
    SLOW_THINK_MS = 60 * 1000,
    FULL_THINK_MS = 10 * 1000, /* the highest level */
    WAY_MS = 1000,
    LIST_LIMIT = 100,
    RETRY_MS = 1000,
    THINKERS_MAX = 257,
    WAITING_MAX = 500, /* waiting matches that it reports to the server */
    HERALD_MS = 1000,
};

struct thinker {
    struct bot *bot;
    pthread_t thread;
    bool quick; /* takes quick jobs only */
    struct api api;
    struct engine *engine;
};

struct bot {
    char *server, *token;
    uint64_t memory_bytes;
    bool no_net;
    const struct net *net;
    struct jobs *jobs;
    atomic_bool stop;
    atomic_bool refused;
    pthread_t listener;
    pthread_t herald; /* tells the server who waits */
    bool heralds;
    struct reviewer *reviewer;
    struct api api; /* the herald's */
    struct sse sse; /* the listener's */
    bool connected; /* the listener's: this connection has given something */
    bool told;      /* the listener's: that there is no server */
    int64_t began_ms;
    int thinkers_n;
    struct thinker thinkers[THINKERS_MAX];
};

/* --- thinking --- */

struct thinking {
    struct jobs *jobs;
    int64_t match;
};

static bool on_progress(void *context, const struct search_report *so_far)
{
    const struct thinking *t = context;
    (void)so_far;
    return !jobs_stale(t->jobs, t->match);
}

static bool think(struct thinker *w, int64_t match, const struct position *p,
                  const struct engine_limits *limits, struct search_report *report)
{
    struct thinking t = {w->bot->jobs, match};
    if (jobs_stale(t.jobs, match))
        return false;
    return engine_search(w->engine, p, limits, on_progress, &t, report) == 0 &&
           !jobs_stale(t.jobs, match);
}

/* An answer that changes nothing here: what follows from it comes as an event. Returns false when
 * the server could not be asked. */
static bool post(struct thinker *w, int64_t match, const char *what, json_t *body)
{
    char path[64];
    json_t *answer;
    snprintf(path, sizeof path, "/api/matches/%lld/%s", (long long)match, what);
    int status = api_post(&w->api, path, body, &answer);
    const char *detail = json_string_value(json_object_get(answer, "detail"));
    /* 409: it changed meanwhile, and an event tells how. */
    if (status >= 400 && status != 409 && status < 500)
        log_error("bot: match %lld, %s: %d %s", (long long)match, what, status,
                  detail != NULL ? detail : "");
    json_decref(answer);
    return status > 0 && status < 500 && status != 429;
}

static bool answer_takeback(struct thinker *w, int64_t match)
{
    return post(w, match, "takeback", JSON_OBJECT({"do", json_string("accept")}));
}

/* A draw is welcome when we do not think that we are ahead. */
static bool answer_draw(struct thinker *w, int64_t match, const struct match_view *t)
{
    enum { NODES = 2000 };
    const struct engine_limits limits = {.nodes_cap = NODES, .think_ms = QUICK_THINK_MS};
    struct search_report report;
    bool ahead = true;
    if (think(w, match, &t->p, &limits, &report)) {
        bool ours = match_view_is_mine(t, position_seat(&t->p, t->p.side));
        float winrate = ours ? report.winrate : 1.0F - report.winrate;
        ahead = winrate > 0.5F;
    }
    return post(w, match, "draw", JSON_OBJECT({"do", json_string(ahead ? "decline" : "accept")}));
}

/* The more players wait for the same, the less time for each: a high level is then as strong as a
 * lower one. Into how many parts the time is divided. */
static int rounds_of(const struct bot *b, int others)
{
    return 1 + others / (b->thinkers_n > 1 ? b->thinkers_n - 1 : 1);
}

/* The limits of a move: the level's playouts, within a time that depends on the waiting player and
 * on the clock of the match, less an allowance for the way to the server. */
static struct engine_limits limits_of(const struct thinker *w, int64_t match,
                                      const struct match_view *t)
{
    struct engine_limits limits = {.level = t->level > 0 ? t->level : LEVEL_DEFAULT};
    limits.think_ms = limits.level == LEVEL_MAX          ? FULL_THINK_MS
                      : limits.level <= JOBS_QUICK_LEVEL ? QUICK_THINK_MS
                                                         : SLOW_THINK_MS;
    int rounds = rounds_of(w->bot, jobs_others(w->bot->jobs, match));
    if (limits.level > JOBS_QUICK_LEVEL && rounds > 1)
        limits.think_ms =
            limits.think_ms / rounds > QUICK_THINK_MS ? limits.think_ms / rounds : QUICK_THINK_MS;
    if (!t->timed)
        return limits;
    struct pace_clock clock = t->clock;
    clock.left_ms -= pace_least(clock.left_ms / 4, WAY_MS);
    struct pace p = pace_plan(&clock, pace_moves(&t->p));
    limits.think_ms = pace_least(limits.think_ms, p.most_ms);
    if (limits.level == LEVEL_MAX)
        limits.usual_ms = pace_least(limits.think_ms, p.usual_ms);
    return limits;
}

static bool play(struct thinker *w, int64_t match, const struct match_view *t)
{
    struct search_report report;
    char text[MOVE_TEXT_BYTES];
    const struct engine_limits limits = limits_of(w, match, t);
    if (!think(w, match, &t->p, &limits, &report))
        return true; /* stale: it is queued again */
    if (report.best == MOVE_NONE)
        return true;
    return post(
        w, match, "moves",
        JSON_OBJECT({"ply", json_integer(t->p.ply + 1)},
                    {"move", json_string(move_print(report.best, t->p.setup.width, text))}));
}

/* Returns false when it is to be tried again. */
static bool work_on(struct thinker *w, int64_t match)
{
    char path[64];
    json_t *answer;
    struct match_view t;
    snprintf(path, sizeof path, "/api/matches/%lld", (long long)match);
    int status = api_get(&w->api, path, &answer);
    bool ok = status > 0 && status < 500;
    if (status != 200)
        goto out;
    int err = match_view_read(answer, &t);
    if (err < 0) {
        log_error("bot: match %lld cannot be read: %s", (long long)match, err_text(err));
        goto out;
    }
    if (!match_view_waits(&t))
        goto out;
    if (t.takeback_seat != 0 && !match_view_is_mine(&t, t.takeback_seat))
        ok = answer_takeback(w, match);
    else if (t.draw_seat != 0 && !match_view_is_mine(&t, t.draw_seat) && !answer_draw(w, match, &t))
        ok = false;
    else if (match_view_is_mine(&t, t.turn_seat))
        ok = play(w, match, &t) || t.exhibition; /* a lost turn is announced again */
out:
    json_decref(answer);
    return ok;
}

/* Queues everything that waits for us. Returns false when the server could not be asked. */
static bool read_all(struct thinker *w)
{
    json_int_t before = 0;
    do {
        char path[128];
        json_t *answer;
        int n =
            snprintf(path, sizeof path, "/api/matches?mine=1&state=running&limit=%d", LIST_LIMIT);
        if (before != 0)
            snprintf(path + n, sizeof path - (size_t)n, "&before=%lld", (long long)before);
        int status = api_get(&w->api, path, &answer);
        if (status != 200) {
            json_decref(answer);
            return status == 401;
        }
        size_t i;
        json_t *match;
        json_array_foreach(json_object_get(answer, "matches"), i, match)
        {
            int level;
            int64_t player;
            if (match_view_waits_in_list(match, &level, &player))
                jobs_push(w->bot->jobs, json_integer_value(json_object_get(match, "id")), level,
                          player, false);
        }
        before = json_integer_value(json_object_get(answer, "next"));
        json_decref(answer);
    } while (before != 0 && !jobs_closed(w->bot->jobs));
    return true;
}

static void *thinker_main(void *arg)
{
    struct thinker *w = arg;
    int64_t match;
    while (jobs_take(w->bot->jobs, w->quick, &match)) {
        bool done = match == JOBS_ALL ? read_all(w) : work_on(w, match);
        if (!done && !jobs_closed(w->bot->jobs))
            (void)usleep(RETRY_MS * 1000);
        jobs_end(w->bot->jobs, match, !done);
    }
    return NULL;
}

/* --- telling who waits --- */

/* Tells the server which matches wait and how many come before; false: it knows that there are
 * none. */
static bool tell_waiting(struct bot *b)
{
    struct jobs_waiting list[WAITING_MAX];
    json_t *rows = json_array();
    json_t *answer;
    int n = jobs_waiting(b->jobs, list, WAITING_MAX);
    for (int i = 0; i < n; i++)
        json_array_append_new(
            rows, JSON_OBJECT({"match", json_integer(list[i].match)},
                              {"ahead", json_integer(list[i].ahead)},
                              {"hurried", json_boolean(rounds_of(b, list[i].others) > 1)}));
    int status = api_post(&b->api, "/api/engine/queue", JSON_OBJECT({"waiting", rows}), &answer);
    json_decref(answer);
    return n > 0 || status != 200;
}

static void *herald_main(void *arg)
{
    struct bot *b = arg;
    struct jobs_waiting one;
    bool told = false; /* that somebody waits */
    while (!atomic_load(&b->stop)) {
        if (told || jobs_waiting(b->jobs, &one, 1) > 0)
            told = tell_waiting(b);
        for (int ms = 0; ms < HERALD_MS && !atomic_load(&b->stop); ms += 50)
            (void)usleep(50 * 1000);
    }
    return NULL;
}

/* --- listening --- */

static void on_event(void *context, const char *type, const char *data, const char *id)
{
    struct bot *b = context;
    (void)id;
    if (strcmp(type, "hello") == 0)
        return;
    if (strcmp(type, "reset") == 0) {
        jobs_push(b->jobs, JOBS_ALL, 0, 0, false);
        return;
    }
    if (strcmp(type, "review") == 0) {
        reviewer_wake(b->reviewer);
        return;
    }
    json_t *event = json_loads(data, 0, NULL);
    json_int_t match = json_integer_value(json_object_get(event, "match"));
    int level = (int)json_integer_value(json_object_get(event, "level"));
    const json_t *payer = json_object_get(event, "payer");
    int64_t player = json_integer_value(payer != NULL ? payer : json_object_get(event, "opponent"));
    bool turn = strcmp(type, "turn") == 0;
    /* "match" tells of joining and of resignations among several; a turn follows if it is ours. */
    if (match > 0 && strcmp(type, "match") != 0)
        jobs_push(b->jobs, match, level, player, !turn);
    json_decref(event);
}

/* Once for each time that the server goes away. */
static void tell_away(struct bot *b, const char *why)
{
    if (!b->told)
        log_error("bot: there is no server at %s (%s); trying again", b->server, why);
    b->told = true;
}

static void tell_back(struct bot *b)
{
    if (b->told)
        log_error("bot: connected to %s", b->server);
    b->told = false;
}

static size_t on_bytes(char *bytes, size_t size, size_t n, void *context)
{
    struct bot *b = context;
    if (!b->connected) {
        b->connected = true;
        tell_back(b);
        reviewer_wake(b->reviewer);
        jobs_push(b->jobs, JOBS_ALL, 0, 0, false);
    }
    sse_feed(&b->sse, bytes, size * n);
    return size * n;
}

static int on_tick(void *context, curl_off_t a, curl_off_t c, curl_off_t d, curl_off_t e)
{
    struct bot *b = context;
    (void)a;
    (void)c;
    (void)d;
    (void)e;
    if (!b->connected && clock_ms() - b->began_ms > PATIENCE_MS)
        tell_away(b, "no answer");
    return atomic_load(&b->stop) ? 1 : 0;
}

/* One connection from its begin to its end. Returns the HTTP status, 0 if there was none. */
static long listen_once(struct bot *b, CURL *curl, struct curl_slist *headers)
{
    char url[API_URL_BYTES];
    char resume[64 + SSE_ID_BYTES];
    long status = 0;
    struct curl_slist *resume_list = NULL;
    struct curl_slist *all = headers;
    b->connected = false;
    b->began_ms = clock_ms();
    sse_restart(&b->sse);
    snprintf(url, sizeof url, "%s/api/events?topics=me", b->server);
    curl_easy_reset(curl);
    if (b->sse.id[0] != '\0') {
        snprintf(resume, sizeof resume, "Last-Event-ID: %s", b->sse.id);
        resume_list = curl_slist_append(NULL, resume);
        if (resume_list != NULL) {
            resume_list->next = headers; /* shared for this request only */
            all = resume_list;
        }
    }
    api_common(curl, all);
    (void)curl_easy_setopt(curl, CURLOPT_URL, url);
    (void)curl_easy_setopt(curl, CURLOPT_FAILONERROR, 1L);
    (void)curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, on_bytes);
    (void)curl_easy_setopt(curl, CURLOPT_WRITEDATA, b);
    (void)curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
    (void)curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, (long)SILENCE_S);
    (void)curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    (void)curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, on_tick);
    (void)curl_easy_setopt(curl, CURLOPT_XFERINFODATA, b);
    CURLcode rc = curl_easy_perform(curl);
    (void)curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    if (!b->connected && rc != CURLE_OK && status != 401 && !atomic_load(&b->stop))
        tell_away(b, curl_easy_strerror(rc));
    if (resume_list != NULL) {
        resume_list->next = NULL;
        curl_slist_free_all(resume_list);
    }
    return status;
}

static void *listener_main(void *arg)
{
    struct bot *b = arg;
    int backoff_ms = BACKOFF_MIN_MS;
    CURL *curl = curl_easy_init();
    struct curl_slist *headers = api_headers(b->token);
    while (curl != NULL && headers != NULL && !atomic_load(&b->stop)) {
        long status = listen_once(b, curl, headers);
        if (status == 401) {
            atomic_store(&b->refused, true);
            break;
        }
        if (b->connected)
            backoff_ms = BACKOFF_MIN_MS;
        for (int ms = 0; ms < backoff_ms && !atomic_load(&b->stop); ms += 50)
            (void)usleep(50 * 1000);
        backoff_ms = backoff_ms * 2 < BACKOFF_MAX_MS ? backoff_ms * 2 : BACKOFF_MAX_MS;
    }
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
    return NULL;
}

/* --- starting and stopping --- */

static bool thinker_start(struct bot *b, bool quick)
{
    enum { QUICK_BYTES = 64 * 1024 * 1024 };
    struct thinker *w = &b->thinkers[b->thinkers_n];
    const struct engine_options o = {
        .memory_bytes = quick && b->memory_bytes > QUICK_BYTES ? QUICK_BYTES : b->memory_bytes,
        .threads = 1,
        .seed = (uint64_t)clock_unix_ms() + (uint64_t)b->thinkers_n,
        .keep_tree = true,
        .no_net = b->no_net,
        .net = b->net};
    w->bot = b;
    w->quick = quick;
    w->engine = engine_new(&o);
    if (w->engine == NULL || api_init(&w->api, b->server, b->token) < 0) {
        engine_free(w->engine);
        return false;
    }
    if (pthread_create(&w->thread, NULL, thinker_main, w) != 0) {
        api_done(&w->api);
        engine_free(w->engine);
        return false;
    }
    b->thinkers_n++;
    return true;
}

struct bot *bot_start(const struct bot_options *o)
{
    enum { MEMORY_DEFAULT = 128 * 1024 * 1024 };
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        return NULL;
    struct bot *b = calloc(1, sizeof *b);
    if (b == NULL)
        return NULL;
    b->server = strdup(o->server);
    b->token = strdup(o->token);
    b->memory_bytes = o->memory_bytes != 0 ? o->memory_bytes : MEMORY_DEFAULT;
    b->no_net = o->no_net;
    b->net = o->net;
    b->jobs = jobs_new();
    sse_init(&b->sse, on_event, b);
    bool ok = b->server != NULL && b->token != NULL && b->jobs != NULL && thinker_start(b, true);
    for (int i = 0; ok && i < o->threads && b->thinkers_n < THINKERS_MAX; i++)
        ok = thinker_start(b, false);
    b->heralds = ok && api_init(&b->api, b->server, b->token) == 0;
    if (b->heralds && pthread_create(&b->herald, NULL, herald_main, b) != 0) {
        api_done(&b->api);
        b->heralds = false;
    }
    const struct reviewer_options reviews = {b->server, b->token, b->jobs, b->no_net, b->net};
    b->reviewer = ok ? reviewer_start(&reviews) : NULL;
    ok = b->reviewer != NULL;
    if (ok && pthread_create(&b->listener, NULL, listener_main, b) == 0)
        return b;
    atomic_store(&b->stop, true);
    if (b->jobs != NULL)
        jobs_close(b->jobs);
    b->listener = 0;
    bot_stop(b);
    return NULL;
}

int bot_refused(const struct bot *b)
{
    return atomic_load(&b->refused);
}

void bot_stop(struct bot *b)
{
    atomic_store(&b->stop, true);
    if (b->jobs != NULL)
        jobs_close(b->jobs);
    for (int i = 0; i < b->thinkers_n; i++) {
        struct thinker *w = &b->thinkers[i];
        engine_stop(w->engine);
        (void)pthread_join(w->thread, NULL);
        api_done(&w->api);
        engine_free(w->engine);
    }
    if (b->listener != 0)
        (void)pthread_join(b->listener, NULL);
    reviewer_stop(b->reviewer);
    if (b->heralds) {
        (void)pthread_join(b->herald, NULL);
        api_done(&b->api);
    }
    sse_done(&b->sse);
    jobs_free(b->jobs);
    free(b->server);
    free(b->token);
    free(b);
    curl_global_cleanup();
}
