#include "world.h"
#include "service/run/open.h"

#include "postgres.h"
#include "testing.h"

#include "service/core/batch.h"
#include "service/core/service_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int64_t noon = INT64_C(1774699200000); /* 2026-03-28 12:00 UTC */

static void fake_time(void *context, int64_t *unix_ms, int64_t *steady_ms)
{
    struct world *w = context;
    (void)pthread_mutex_lock(&w->mutex);
    *unix_ms = w->now;
    *steady_ms = w->steady;
    if (w->slow != 0) { /* otherwise the test may read w->now at the same time */
        w->now += w->slow;
        w->steady += w->slow;
    }
    (void)pthread_mutex_unlock(&w->mutex);
}

static void advance(struct world *w, int64_t now_ms, int64_t steady_ms, int64_t slow_ms)
{
    (void)pthread_mutex_lock(&w->mutex);
    w->slow = slow_ms;
    w->now += now_ms;
    w->steady += steady_ms;
    (void)pthread_mutex_unlock(&w->mutex);
}

static void open_it(struct world *w)
{
    char buf[200];
    struct text why;
    text_init(&why, buf, sizeof buf);
    w->s = service_open_at(w->path[0] != '\0' ? w->path : ":memory:", &w->time, &why);
    assert_non_null(w->s);
    w->r = reader_open(w->s, &why);
    assert_non_null(w->r);
}

static int set_site(struct work *work, void *context)
{
    batch_service(work)->site = *(const struct service_site *)context;
    return 0;
}

void world_site(struct world *w, const struct service_site *site)
{
    struct service_site copy = *site;
    assert_int_equal(batch_run_alone(w->s, set_site, &copy), OUTCOME_DONE);
}

static int add_players(struct work *work, void *context)
{
    static const char *const names[WORLD_PLAYERS] = {"ann", "bob",  "cleo", "dan",
                                                     "eve", "finn", "gus",  "hal"};
    struct world *w = context;
    for (int i = 0; i < WORLD_PLAYERS; i++) {
        int64_t id;
        int err =
            store_player_add(batch_store(work), PLAYER_MEMBER, names[i], batch_now(work), &id);
        if (err == 0)
            err = store_player_get(batch_store(work), id, &w->who[i]);
        if (err < 0)
            return err;
    }
    return 0;
}

/* A new database of the server that all tests share. Without that server, a new schema of this
 * program's own server, which starts at the first call. */
static void find_place(struct world *w)
{
    static bool started;
    const char *fresh = postgres_fresh();
    if (fresh != NULL) {
        snprintf(w->path, sizeof w->path, "%s", fresh);
        w->dropped = true;
        return;
    }
    if (!started) {
        assert_int_equal(postgres_start(), 0);
        started = true;
        (void)atexit(postgres_stop);
    }
    snprintf(w->path, sizeof w->path, "%s", postgres_schema());
}

static bool is_on_postgres(void)
{
    const char *kind = getenv("HOSHI_WORLD");
    return kind != NULL && strcmp(kind, "postgresql") == 0;
}

void world_open(struct world *w, bool on_disk)
{
    memset(w, 0, sizeof *w);
    (void)pthread_mutex_init(&w->mutex, NULL);
    w->now = noon;
    w->steady = 5000;
    w->time = (struct service_time){fake_time, w};
    if (is_on_postgres()) {
        find_place(w);
    } else if (on_disk) {
        snprintf(w->path, sizeof w->path, "%s/hoshi-world-XXXXXX", testing_folder());
        int fd = mkstemp(w->path);
        assert_true(fd >= 0);
        close(fd);
    }
    open_it(w);
    struct order o = {.kind = ORDER_BATCH};
    o.u.batch.apply = add_players;
    o.u.batch.context = w;
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
}

bool world_join(struct world *w, const struct world *first, int64_t ms)
{
    if (!service_is_shared(first->s))
        return false;
    memset(w, 0, sizeof *w);
    (void)pthread_mutex_init(&w->mutex, NULL);
    w->now = first->now + ms;
    w->steady = 700;
    w->time = (struct service_time){fake_time, w};
    memcpy(w->who, first->who, sizeof w->who);
    memcpy(w->path, first->path, sizeof w->path);
    open_it(w);
    return true;
}

static void close_it(struct world *w)
{
    reader_close(w->r);
    service_close(w->s);
}

void world_close(struct world *w)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-lock"};
    close_it(w);
    if (w->dropped)
        postgres_drop(w->path);
    if (is_on_postgres())
        return;
    for (size_t i = 0; w->path[0] != '\0' && i < ARRAY_LEN(ends); i++) {
        char name[280];
        snprintf(name, sizeof name, "%s%s", w->path, ends[i]);
        (void)remove(name);
    }
}

static int setup(void **state, bool on_disk)
{
    static struct world w;
    world_open(&w, on_disk);
    *state = &w;
    return 0;
}

int world_setup(void **state)
{
    return setup(state, false);
}

int world_setup_on_disk(void **state)
{
    return setup(state, true);
}

int world_teardown(void **state)
{
    world_close(*state);
    return 0;
}

void world_restart(struct world *w, int64_t down_ms)
{
    close_it(w);
    w->now += down_ms;
    w->steady = 100; /* the machine was restarted, too */
    open_it(w);
}

static int nothing(struct work *work, void *context)
{
    (void)work;
    (void)context;
    return 0;
}

void world_settle(struct world *w)
{
    /* The writer handles due matches before it takes orders. Two orders are needed, because it may
     * have taken the first one before the time changed. */
    for (int i = 0; i < 2; i++) {
        struct order o = {.kind = ORDER_BATCH};
        o.u.batch.apply = nothing;
        assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
    }
}

void world_pass(struct world *w, int64_t ms)
{
    advance(w, ms, ms, 0);
    world_settle(w);
}

void world_pass_slowly(struct world *w, int64_t ms, int64_t slow_ms)
{
    advance(w, ms, ms, slow_ms);
    world_settle(w);
    advance(w, 0, 0, 0);
}

void world_jump(struct world *w, int64_t ms)
{
    advance(w, ms, 0, 0);
    world_settle(w);
}

enum outcome_kind world_run(struct world *w, struct order *o, struct outcome *out)
{
    service_run(w->s, o);
    enum outcome_kind kind = o->out.kind;
    if (out != NULL)
        *out = o->out;
    order_free(o);
    return kind;
}

int64_t world_match(struct world *w, const char *clock, int a, int b)
{
    struct order o = {.kind = ORDER_CREATE, .asker = w->who[a]};
    struct order join = {.kind = ORDER_JOIN, .asker = w->who[b]};
    o.u.create.setup = setup_default(GAME_LEVEE);
    o.u.create.setup.width = 5;
    o.u.create.setup.height = 5;
    o.u.create.wishes[0].kind = WISH_ME;
    o.u.create.wishes[1].kind = WISH_OPEN;
    assert_int_equal(clock_parse(clock, &o.u.create.clock), 0);
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
    join.match = o.out.match;
    assert_int_equal(world_run(w, &join, NULL), OUTCOME_DONE);
    return o.out.match;
}

int64_t world_rated_match(struct world *w, int a, int b, int plies)
{
    static const char *const moves[] = {"a1", "b1", "a2", "b2"};
    struct order o = {.kind = ORDER_CREATE, .asker = w->who[a]};
    struct order accept = {.kind = ORDER_ACCEPT, .asker = w->who[b]};
    o.u.create.setup = setup_default(GAME_LEVEE);
    o.u.create.setup.width = o.u.create.setup.height = 5;
    o.u.create.rated = true;
    o.u.create.wishes[0].kind = WISH_ME;
    o.u.create.wishes[1].kind = WISH_ASKED;
    snprintf(o.u.create.wishes[1].name, STORE_NAME_BYTES, "%s", w->who[b].name);
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
    accept.match = o.out.match;
    assert_int_equal(world_run(w, &accept, NULL), OUTCOME_DONE);
    for (int i = 0; i < plies; i++)
        assert_int_equal(world_move(w, accept.match, i % 2 == 0 ? a : b, moves[i]), OUTCOME_DONE);
    return accept.match;
}

enum outcome_kind world_move(struct world *w, int64_t match, int player, const char *text)
{
    struct order o = {.kind = ORDER_MOVE, .asker = w->who[player], .match = match};
    o.u.move.ply = world_get(w, match).ply + 1;
    snprintf(o.u.move.text, sizeof o.u.move.text, "%s", text);
    return world_run(w, &o, NULL);
}

enum outcome_kind world_do(struct world *w, enum order_kind kind, int64_t match, int player)
{
    struct order o = {.kind = kind, .asker = w->who[player], .match = match};
    return world_run(w, &o, NULL);
}

enum outcome_kind world_offer(struct world *w, enum order_kind kind, int64_t match, int player,
                              enum offer_act act)
{
    struct order o = {.kind = kind, .asker = w->who[player], .match = match};
    o.u.offer = act;
    return world_run(w, &o, NULL);
}

int64_t world_now(const struct world *w)
{
    return service_now(w->s);
}

struct store_match world_get(struct world *w, int64_t match)
{
    struct store *store = reader_store(w->r);
    struct store_match m;
    assert_int_equal(store_begin(store), 0);
    assert_int_equal(store_match_get(store, match, &m), 0);
    assert_int_equal(store_commit(store), 0);
    return m;
}

struct counted {
    const char *type;
    char *last;
    size_t size;
    int n;
};

static void on_event(void *context, const struct store_event *e)
{
    struct counted *c = context;
    if (strcmp(e->type, c->type) != 0)
        return;
    c->n++;
    if (c->last != NULL)
        snprintf(c->last, c->size, "%s", e->data);
}

int world_events(struct world *w, struct topic topic, const char *type, char *last, size_t size)
{
    struct store *store = reader_store(w->r);
    struct counted c = {type, last, size, 0};
    assert_int_equal(store_begin(store), 0);
    assert_true(store_events(store, 0, INT64_MAX, &topic, 1, 10000, on_event, &c) >= 0);
    assert_int_equal(store_commit(store), 0);
    return c.n;
}
