/* test_beside.c - two servers write to the same matches, interleaved at every statement: what comes
 * out is one of the two serial orders, with the moves and events of each match in order.
 *
 * The statements of one server pass a gate, which holds it after the k-th; meanwhile the other
 * server does its order, or waits for a lock, and then the first goes on. */
#include "testing.h"

#include "service/core/batch.h"
#include "service/core/service_int.h"
#include "store/core/driver.h"
#include "world.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ANN, BOB, TEXT = 2000, STEPS = 200, PATIENCE_MS = 15 };

/* --- the gate --- */

static struct {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    const struct store *store; /* of the server that is held */
    int left;                  /* statements before it is held; -1: it is not */
    bool holds;
} gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, -1, false};

static void pass(const struct store *s)
{
    (void)pthread_mutex_lock(&gate.mutex);
    if (gate.store == s && gate.left > 0)
        gate.left--;
    while (gate.store == s && gate.left == 0) {
        gate.holds = true;
        (void)pthread_cond_broadcast(&gate.changed);
        (void)pthread_cond_wait(&gate.changed, &gate.mutex);
    }
    (void)pthread_mutex_unlock(&gate.mutex);
}

static void set_gate(const struct store *s, int left)
{
    (void)pthread_mutex_lock(&gate.mutex);
    gate.store = s;
    gate.left = left;
    gate.holds = false;
    (void)pthread_cond_broadcast(&gate.changed);
    (void)pthread_mutex_unlock(&gate.mutex);
}

static int gated_verb(struct store *s, enum store_verb verb)
{
    pass(s);
    return store_postgres.verb(s, verb);
}

static int gated_query(struct store *s, int query, const struct store_value *values, int values_n,
                       store_on_row *on_row, void *context)
{
    pass(s);
    return store_postgres.query(s, query, values, values_n, on_row, context);
}

static int gated_begin(struct store *s, const struct store_turn *t, const int64_t *revisions,
                       store_on_row *on_match, store_on_row *on_seat, void *context,
                       int64_t *settled)
{
    pass(s);
    return store_postgres.begin_turn(s, t, revisions, on_match, on_seat, context, settled);
}

static int gated_number(struct store *s, int64_t *event)
{
    pass(s);
    return store_postgres.number(s, event);
}

static struct store_driver gated;

static int put_gate(struct work *w, void *context)
{
    *(struct store **)context = w->s->store;
    w->s->store->driver = &gated;
    return 0;
}

/* --- two servers --- */

struct pair {
    struct world one, two;
    struct store *stores[2];
};

static bool pair_open(struct pair *p)
{
    world_open(&p->one, true);
    if (!world_join(&p->two, &p->one, 0)) {
        world_close(&p->one);
        return false;
    }
    gated = store_postgres;
    gated.verb = gated_verb;
    gated.query = gated_query;
    gated.begin_turn = gated_begin;
    gated.number = gated_number;
    assert_int_equal(batch_run_alone(p->one.s, put_gate, &p->stores[0]), OUTCOME_DONE);
    assert_int_equal(batch_run_alone(p->two.s, put_gate, &p->stores[1]), OUTCOME_DONE);
    return true;
}

static void pair_close(struct pair *p)
{
    set_gate(NULL, -1);
    world_close(&p->two);
    world_close(&p->one);
}

struct running {
    struct world *w;
    struct order o;
    enum outcome_kind kind;
    bool done; /* under the gate's mutex */
    pthread_t thread;
};

static void *run_order(void *context)
{
    struct running *r = context;
    r->kind = world_run(r->w, &r->o, NULL);
    (void)pthread_mutex_lock(&gate.mutex);
    r->done = true;
    (void)pthread_cond_broadcast(&gate.changed);
    (void)pthread_mutex_unlock(&gate.mutex);
    return NULL;
}

static void begin_running(struct running *r)
{
    assert_int_equal(pthread_create(&r->thread, NULL, run_order, r), 0);
}

/* Until it is held at the gate, or done. Returns whether it is held. */
static bool wait_held(struct running *r)
{
    (void)pthread_mutex_lock(&gate.mutex);
    while (!gate.holds && !r->done)
        (void)pthread_cond_wait(&gate.changed, &gate.mutex);
    bool held = !r->done;
    (void)pthread_mutex_unlock(&gate.mutex);
    return held;
}

/* Until it is done, or presumably waits for a lock. */
static void wait_done(struct running *r)
{
    struct timespec until;
    (void)clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += PATIENCE_MS * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    (void)pthread_mutex_lock(&gate.mutex);
    while (!r->done)
        if (pthread_cond_timedwait(&gate.changed, &gate.mutex, &until) != 0)
            break;
    (void)pthread_mutex_unlock(&gate.mutex);
}

/* The first order is held after k statements while the second one runs. Returns whether it came so
 * far. */
static bool run_both(struct running *first, const struct store *store, struct running *second,
                     int k)
{
    set_gate(store, k);
    begin_running(first);
    bool held = wait_held(first);
    begin_running(second);
    if (held)
        wait_done(second);
    set_gate(NULL, -1);
    (void)pthread_join(first->thread, NULL);
    (void)pthread_join(second->thread, NULL);
    return held;
}

/* --- what comes out --- */

struct told {
    char *out;
    int64_t last;
};

static void add(char *out, const char *format, ...) PRINTF_LIKE(2, 3);

static void add(char *out, const char *format, ...)
{
    size_t n = strlen(out);
    va_list args;
    va_start(args, format);
    vsnprintf(out + n, TEXT - n, format, args);
    va_end(args);
}

static void on_move(void *context, const struct store_move *m)
{
    add(context, " %d%s", m->ply, m->move);
}

static void on_event(void *context, const struct store_event *e)
{
    struct told *t = context;
    json_t *data = json_loads(e->data, 0, NULL);
    assert_true(e->id > t->last);
    t->last = e->id;
    add(t->out, " %s:%lld", e->type, (long long)json_integer_value(json_object_get(data, "ply")));
    json_decref(data);
}

static void describe(struct world *w, int64_t match, char *out)
{
    const struct topic topic = topic_match(match);
    struct store *store = reader_store(w->r);
    struct store_match m = world_get(w, match);
    struct told told = {.out = out};
    add(out, "%s %d turn %d reason %d winner %d offers %d %d paused %d clock %lld %lld moves",
        match_state_name[m.state], m.ply, m.turn_seat, (int)m.reason, m.winner_seat,
        m.takeback_seat, m.pause_seat, m.paused, (long long)m.seats[0].left_ms,
        (long long)m.seats[1].left_ms);
    assert_int_equal(store_begin(store), 0);
    assert_int_equal(store_moves(store, match, on_move, out), 0);
    add(out, " events");
    assert_true(store_events(store, 0, INT64_MAX, &topic, 1, 1000, on_event, &told) >= 0);
    store_end(store);
    add(out, "\n");
}

/* A move at each server, by whoever is to move: both know the position. */
static void play_on(struct pair *p, int64_t match)
{
    static const char *const points[] = {"e5", "d5"};
    for (int i = 0; i < 2; i++) {
        struct world *w = i == 0 ? &p->one : &p->two;
        struct store_match m = world_get(w, match);
        if (m.state == MATCH_RUNNING && !m.paused)
            assert_int_equal(world_move(w, match, m.turn_seat - 1, points[i]), OUTCOME_DONE);
    }
}

/* --- cases --- */

struct match_pair {
    int64_t a, b;
};

struct scene {
    const char *name;
    struct match_pair (*set)(struct world *w);
    void (*first)(struct world *w, const struct match_pair *m, struct order *o);
    void (*second)(struct world *w, const struct match_pair *m, struct order *o);
};

static struct match_pair one_match(struct world *w)
{
    int64_t match = world_match(w, "10m+5s", ANN, BOB);
    return (struct match_pair){match, match};
}

static struct match_pair two_matches(struct world *w)
{
    int64_t a = world_match(w, "10m+5s", ANN, BOB);
    return (struct match_pair){a, world_match(w, "10m+5s", ANN, BOB)};
}

static struct match_pair asked_back(struct world *w)
{
    int64_t match = world_match(w, "10m+5s", ANN, BOB);
    assert_int_equal(world_move(w, match, ANN, "a1"), OUTCOME_DONE);
    assert_int_equal(world_move(w, match, BOB, "b1"), OUTCOME_DONE);
    assert_int_equal(world_offer(w, ORDER_TAKEBACK, match, BOB, OFFER_ASK), OUTCOME_DONE);
    return (struct match_pair){match, match};
}

static struct match_pair slow_match(struct world *w)
{
    int64_t match = world_match(w, "3d", ANN, BOB);
    return (struct match_pair){match, match};
}

static struct match_pair rated_match(struct world *w)
{
    int64_t match = world_rated_match(w, ANN, BOB, 4);
    return (struct match_pair){match, match};
}

static void move(struct world *w, int64_t match, int ply, int player, const char *text,
                 struct order *o)
{
    *o = (struct order){.kind = ORDER_MOVE, .asker = w->who[player], .match = match};
    o->u.move.ply = ply;
    snprintf(o->u.move.text, sizeof o->u.move.text, "%s", text);
}

static void move_a1(struct world *w, const struct match_pair *m, struct order *o)
{
    move(w, m->a, 1, ANN, "a1", o);
}

static void move_c3(struct world *w, const struct match_pair *m, struct order *o)
{
    move(w, m->b, 1, ANN, "c3", o);
}

static void move_third(struct world *w, const struct match_pair *m, struct order *o)
{
    move(w, m->a, 3, ANN, "c1", o);
}

static void answer_to_a1(struct world *w, const struct match_pair *m, struct order *o)
{
    move(w, m->a, 2, BOB, "b1", o);
}

static void resign_ann(struct world *w, const struct match_pair *m, struct order *o)
{
    *o = (struct order){.kind = ORDER_RESIGN, .asker = w->who[ANN], .match = m->a};
}

static void resign_bob(struct world *w, const struct match_pair *m, struct order *o)
{
    *o = (struct order){.kind = ORDER_RESIGN, .asker = w->who[BOB], .match = m->b};
}

static void agree_back(struct world *w, const struct match_pair *m, struct order *o)
{
    *o = (struct order){.kind = ORDER_TAKEBACK, .asker = w->who[ANN], .match = m->a};
    o->u.offer = OFFER_ACCEPT;
}

static void pause_ann(struct world *w, const struct match_pair *m, struct order *o)
{
    *o = (struct order){.kind = ORDER_PAUSE, .asker = w->who[ANN], .match = m->a};
    o->u.offer = OFFER_ASK;
}

static void pause_bob(struct world *w, const struct match_pair *m, struct order *o)
{
    pause_ann(w, m, o);
    o->asker = w->who[BOB];
}

static void vacation(struct world *w, const struct match_pair *m, struct order *o)
{
    (void)m;
    *o = (struct order){.kind = ORDER_VACATION, .asker = w->who[ANN]};
    o->u.days = 1;
}

static const struct scene scenes[] = {
    {"the same ply twice", one_match, move_a1, move_c3},
    {"two matches", two_matches, move_a1, move_c3},
    {"a move and its answer", one_match, move_a1, answer_to_a1},
    {"a move and a resignation", one_match, move_a1, resign_bob},
    {"a move and a take-back", asked_back, move_third, agree_back},
    {"both ask for a pause", one_match, pause_ann, pause_bob},
    {"both resign a rated match", rated_match, resign_ann, resign_bob},
    {"a move, and a vacation of its player", slow_match, move_a1, vacation},
};

static void result(struct pair *p, const struct match_pair *m, const struct running *first,
                   const struct running *second, char *out)
{
    out[0] = '\0';
    add(out, "%d %d ", (int)first->kind, (int)second->kind);
    describe(&p->one, m->a, out);
    if (m->b != m->a)
        describe(&p->one, m->b, out);
    play_on(p, m->a);
    describe(&p->two, m->a, out);
}

/* A vacation lasts: each trial ends it. */
static void end_vacation(struct world *w)
{
    struct order o = {.kind = ORDER_VACATION, .asker = w->who[ANN]};
    assert_int_equal(world_run(w, &o, NULL), OUTCOME_DONE);
}

static void serial(struct pair *p, const struct scene *sc, bool second_first, char *out)
{
    struct match_pair m = sc->set(&p->one);
    struct running first = {.w = &p->one};
    struct running second = {.w = &p->two};
    sc->first(&p->one, &m, &first.o);
    sc->second(&p->one, &m, &second.o);
    (void)run_order(second_first ? &second : &first);
    (void)run_order(second_first ? &first : &second);
    result(p, &m, &first, &second, out);
    end_vacation(&p->one);
}

/* The server that is held is that of the first order, or of the second. */
static int interleave(struct pair *p, const struct scene *sc, bool swap, char serials[2][TEXT])
{
    char out[TEXT];
    for (int k = 1; k < STEPS; k++) {
        struct match_pair m = sc->set(&p->one);
        struct running first = {.w = &p->one};
        struct running second = {.w = &p->two};
        sc->first(&p->one, &m, &first.o);
        sc->second(&p->one, &m, &second.o);
        bool held = swap ? run_both(&second, p->stores[1], &first, k)
                         : run_both(&first, p->stores[0], &second, k);
        result(p, &m, &first, &second, out);
        end_vacation(&p->one);
        if (strcmp(out, serials[0]) != 0 && strcmp(out, serials[1]) != 0)
            fail_msg("%s, held after %d statements%s:\n%sserial:\n%s%s", sc->name, k,
                     swap ? " of the second" : "", out, serials[0], serials[1]);
        if (!held)
            return k;
    }
    return STEPS;
}

static void two_servers_interleaved_are_one_after_the_other(void **state)
{
    struct pair p;
    char serials[2][TEXT];
    (void)state;
    if (!pair_open(&p))
        return; /* the store has one writer */
    for (size_t i = 0; i < ARRAY_LEN(scenes); i++) {
        for (int j = 0; j < 2; j++)
            serial(&p, &scenes[i], j == 1, serials[j]);
        for (int swap = 0; swap < 2; swap++) {
            int k = interleave(&p, &scenes[i], swap == 1, serials);
            assert_true(k > 5 && k < STEPS); /* it was held at some statements, and at all */
        }
    }
    pair_close(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_servers_interleaved_are_one_after_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
