/* writer.c - the one thread that writes.
 *
 *     waiting orders --take all--> BEGIN; each: SAVEPOINT, apply, RELEASE or undo; COMMIT
 *         committed: answer each, publish the events
 *         failed:    ROLLBACK, forget the cached positions, OUTCOME_STORE to each, tell nothing
 *
 * Other processes may write to the same store (peers.c). Orders that touch only their matches lock
 * those rows and run beside those of other processes; the others need more of the store for
 * themselves (orders_reach), and an order that turns out to need more than it has begins again with
 * it (store_overreached). What others have done is read first.
 * While one commit waits for the disk the next orders gather, so that a commit carries more the
 * busier the server is. On a quick disk they would still come in twos and threes, each commit with
 * its sync and its pages: where several came together, the next ones are waited for (GATHER_US).
 * And where very many wait they are not all done at once: answers to the first, and the orders that
 * follow from them, are then dealt with by other threads while this one does the next (slice).
 *
 * Slightly longer than other files: batch, commit and answer share the state of one loop. */
#include "base/err.h"
#include "base/times.h"
#include "platform/clock.h"
#include "platform/log.h"
#include "platform/must.h"
#include "service/core/arrivals.h"
#include "service/core/session_cache.h"
#include "service/core/site_time.h"
#include "service/run/run.h"
#include "store/ratings/rating.h"
#include "store/tournaments/tournament.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    TICK_MS = 1000,      /* how often the writer looks around, at least */
    WAKE_MS = 50,        /* how often it looks for idle listeners, when it is awake */
    IDLE_MS = 15 * 1000, /* a listener is woken after this silence (docs/API.md: comment lines) */
    TIDY_MS = 60 * 60 * 1000,
    TIDY_MAX = 500,       /* matches called off at once; more wait for the next tick */
    DUE_MAX = 200,        /* matches looked at in one transaction because their time has come */
    ALIVE_MS = 10 * 1000, /* how often the store is told that the server runs, */
    ALIVE_SHARED_MS = 2 * 1000, /* and where others ask whether any server could write */
    LOOK_MS = 5 * 1000,         /* how often it is asked what is due: other processes write, too */
    JUMP_MS = 2 * 1000,   /* the system's time has been set, when it goes wrong by more in a tick */
    GATHER_ORDERS = 4,    /* a transaction of that many orders: more are on their way, */
    GATHER_US = 4 * 1000, /* and the next one begins that long after it at the earliest */
    SLICE_US = 4 * 1000,  /* orders are applied for this time, or twice the time of the last
                 * commit, */
    SLICE_MAX_US = 16 * 1000, /* but no longer; then they are committed */
    HELD_MS = 4,              /* how often it is asked whether committed events may be published */
    COMPLAIN_MS = 10 * 1000,  /* how often the operator is told that the store does not write */
};

static void set_store_outcome(struct order *o, bool doubtful)
{
    outcome_free(&o->out);
    o->out = (struct outcome){.kind = OUTCOME_STORE, .ply = -1};
    snprintf(o->out.detail, sizeof o->out.detail, "The server cannot write now; %s.",
             doubtful ? "it is not known whether this was done" : "nothing was done");
}

/* How long an order has waited inside the server. */
static int64_t waited_ms(const struct service *s, const struct order *o)
{
    int64_t ms = o->from_ms != 0 ? service_steady(s) - o->from_ms : 0;
    return ms > 0 ? ms : 0;
}

/* Applies orders until the time is over, the first in any case, or until one needs a longer reach;
 * 0 when the transaction may be committed. *orders_n: how many; *rest: the others, cut off the
 * batch. */
static int apply_some(struct service *s, struct order **batch, int64_t until_us,
                      struct order **rest, int *orders_n)
{
    struct order **at = batch;
    for (struct order *o = *batch; o != NULL; at = &o->next, o = o->next) {
        struct work w = {.s = s, .order = o, .now = service_now(s)};
        w.came_at = w.now - waited_ms(s, o);
        o->out = (struct outcome){.kind = OUTCOME_DONE, .ply = -1};
        int events_n = s->events.n;
        int err = store_savepoint(s->store);
        if (err < 0)
            return err;
        err = s->apply(&w);
        if (err == 0)
            err = work_tell_signed_out(&w);
        bool lifted = store_overreached(s->store);
        if (lifted || err == ERR_DENIED) {
            ASSERT(lifted || o->out.kind != OUTCOME_DONE);
            store_undo(s->store);
            event_list_cut(&s->events, events_n);
            positions_forget(s->positions, o->match);
        }
        if (lifted) { /* nothing of it is done; it begins again */
            outcome_free(&o->out);
            o->lifted++;
            *rest = o;
            *at = NULL;
            return 0;
        }
        if (err == ERR_DENIED) {
            /* the order alone is undone */
        } else if (err < 0) {
            return err;
        } else {
            err = store_release(s->store);
            if (err < 0)
                return err;
        }
        ++*orders_n;
        if (clock_us() >= until_us) {
            *rest = o->next;
            o->next = NULL;
        }
    }
    return 0;
}

static void count_batch(struct service *s, const struct order *batch, int orders_n,
                        int64_t begun_us)
{
    uint64_t moves = 0;
    for (; batch != NULL; batch = batch->next)
        moves += batch->kind == ORDER_MOVE && batch->out.kind == OUTCOME_DONE;
    (void)atomic_fetch_add(&s->stats.orders, (uint64_t)orders_n);
    (void)atomic_fetch_add(&s->stats.moves, moves);
    (void)atomic_fetch_add(&s->stats.commits, 1);
    (void)atomic_fetch_add(&s->stats.commit_us, (uint64_t)(clock_us() - begun_us));
}

/* Until when orders are applied that begin now. */
static int64_t slice_end(const struct service *s, int64_t now_us)
{
    int64_t slice = SLICE_US + 2 * s->commit_us;
    return now_us + (slice < SLICE_MAX_US ? slice : SLICE_MAX_US);
}

/* Commits what was applied. */
static int commit(struct service *s, bool *doubtful)
{
    int64_t begun_us = clock_us();
    int err = store_commit(s->store);
    s->commit_us = clock_us() - begun_us;
    /* A connection that breaks now does not tell whether the database has heard. */
    *doubtful = err < 0 && s->listening != NULL;
    return err;
}

/* Returns how many orders it refuses: all that are left in the batch. */
static int refuse(struct service *s, struct order *batch, int err, bool begun, bool doubtful)
{
    int n = 0;
    if (clock_ms() >= s->complain_at) {
        log_error("the store refuses to write: %s (%s)", store_failure(s->store), err_text(err));
        s->complain_at = clock_ms() + COMPLAIN_MS;
    }
    (void)atomic_fetch_add(&s->stats.failures, 1);
    if (begun)
        store_rollback(s->store);
    positions_clear(s->positions);
    event_list_cut(&s->events, 0); /* those that are held are committed */
    for (struct order *o = batch; o != NULL; o = o->next, n++)
        set_store_outcome(o, doubtful);
    return n;
}

static void answer(struct order *batch)
{
    while (batch != NULL) {
        struct order *o = batch;
        batch = o->next; /* after done the order may be gone */
        o->done(o);
    }
}

/* Begins a transaction, with what other processes did and what no server could do before. */
static int begin_turn(struct service *s, const struct store_turn *turn, bool *begun)
{
    int64_t settled = 0;
    int err = turn->reach == STORE_SITE ? store_begin(s->store)
                                        : store_begin_turn(s->store, turn, &settled);
    *begun = err == 0;
    if (err == 0)
        err = peers_catch_up(s, settled);
    return err < 0 ? err : site_time_make_good(s);
}

/* A transaction that makes good an outage moves all clocks. */
static enum store_reach reach_of(const struct service *s, const struct order *o)
{
    return s->failing || !store_is_shared(s->store) ? STORE_SITE : orders_reach(o);
}

/* Takes the orders of the first one's reach, in their order; *others are those left. They came
 * together, so none has been answered, and any order among them is right. */
static void part(const struct service *s, struct order **batch, struct order **others)
{
    enum store_reach reach = reach_of(s, *batch);
    struct order **mine = batch;
    struct order **rest = others;
    for (struct order *o = *batch; o != NULL; o = o->next) {
        bool fits = reach_of(s, o) == reach;
        if (fits) {
            *mine = o;
            mine = &o->next;
        } else {
            *rest = o;
            rest = &o->next;
        }
    }
    *mine = NULL;
    *rest = NULL;
}

static struct order *joined(struct order *first, struct order *then)
{
    struct order **end = &first;
    while (*end != NULL)
        end = &(*end)->next;
    *end = then;
    return first;
}

/* Begins the transaction of these orders. */
static int begin_batch(struct service *s, const struct order *batch, bool *begun)
{
    enum { EVENTS_EACH = 3 };
    struct store_turn turn = {.reach = reach_of(s, batch)};
    int64_t *matches = NULL;
    int n = 0;
    for (const struct order *o = batch; o != NULL; o = o->next)
        n++;
    ASSERT(n > 0);
    if (turn.reach != STORE_SITE)
        matches = must_have(calloc((size_t)n, sizeof *matches));
    for (const struct order *o = batch; matches != NULL && o != NULL; o = o->next)
        if (o->match != 0)
            matches[turn.matches_n++] = o->match;
    turn.matches = matches;
    turn.events = n * EVENTS_EACH;
    int err = begin_turn(s, &turn, begun);
    free(matches);
    return err;
}

/* One transaction. Returns the orders that it did not reach, or NULL. */
static struct order *run_batch(struct service *s, struct order *batch)
{
    int64_t begun_us = clock_us();
    struct order *rest = NULL;
    struct order *others = NULL;
    int orders_n = 0;
    bool doubtful = false;
    bool begun;
    part(s, &batch, &others);
    int err = begin_batch(s, batch, &begun);
    if (err == 0)
        err = apply_some(s, &batch, slice_end(s, begun_us), &rest, &orders_n);
    if (err == 0)
        err = commit(s, &doubtful);
    s->gather_until_us =
        orders_n >= GATHER_ORDERS && rest == NULL && others == NULL ? begun_us + GATHER_US : 0;
    atomic_store(&s->stats.refused, err < 0);
    site_time_note(s, err, s->events.n > 0);
    if (err == 0)
        count_batch(s, batch, orders_n, begun_us);
    /* Also when it is not known whether it was done, and before anybody is answered. */
    if (store_touched(s->store)->any)
        session_cache_touched(s->session_cache, store_touched(s->store));
    if (err == 0) {
        peers_hold(s);
        peers_committed(s);
    } else {
        orders_n = refuse(s, batch, err, begun, doubtful);
    }
    (void)atomic_fetch_sub(&s->stats.waiting, orders_n);
    answer(batch);
    return joined(rest, others);
}

/* The writer's own orders: n of them. */
static void run_all(struct service *s, struct order *batch, int n)
{
    (void)atomic_fetch_add(&s->stats.waiting, n);
    while (batch != NULL)
        batch = run_batch(s, batch);
}

/* How long the writer can sleep if no orders come. */
static int64_t wait_ms(const struct service *s)
{
    if (!atomic_load(&s->begun))
        return TICK_MS;
    int64_t left = s->wake_at != 0 ? s->wake_at - service_now(s) : TICK_MS;
    if (peers_wait(s) && left > HELD_MS)
        left = HELD_MS;
    for (int i = 0; i < CHORE_N; i++)
        if (s->chores[i].waits && s->chores[i].at - clock_ms() < left)
            left = s->chores[i].at - clock_ms();
    return left < 0 ? 0 : left > TICK_MS ? TICK_MS : left;
}

/* Gives a crowd of orders time to gather (see above). */
static void gather(const struct service *s)
{
    int64_t left = s->gather_until_us - clock_us();
    if (left <= 0)
        return;
    const struct timespec wait = {.tv_nsec = (left < GATHER_US ? left : GATHER_US) * 1000};
    (void)nanosleep(&wait, NULL);
}

/* Waits for orders, the next tick, or the time at which a match is due; takes what is there. */
static struct order *take(struct service *s, bool *stop)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    int64_t wait = wait_ms(s);
    until.tv_sec += wait / 1000;
    until.tv_nsec += wait % 1000 * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    (void)pthread_mutex_lock(&s->mutex);
    while (s->head == NULL && !s->stop && !s->others_wrote)
        if (pthread_cond_timedwait(&s->more, &s->mutex, &until) != 0)
            break;
    if (s->head != NULL && !s->stop) {
        (void)pthread_mutex_unlock(&s->mutex);
        gather(s);
        (void)pthread_mutex_lock(&s->mutex);
    }
    struct order *batch = s->head;
    s->head = NULL;
    s->tail = &s->head;
    *stop = s->stop && batch == NULL;
    s->others_wrote = false;
    (void)pthread_mutex_unlock(&s->mutex);
    return batch;
}

static void nobody_waits(struct order *o)
{
    outcome_free(&o->out);
}

/* Calls off, in their creators' names, the open matches that no one has joined for long. Returns
 * whether there may be more. */
static bool tidy(struct service *s)
{
    struct store_old *old = calloc(TIDY_MAX, sizeof *old);
    struct order *orders = calloc(TIDY_MAX, sizeof *orders);
    int n = 0;
    if (old == NULL || orders == NULL || store_begin(s->reads) < 0)
        goto out;
    n = store_open_old(s->reads, service_now(s) - SERVICE_OPEN_DAYS * DAY_MS, TIDY_MAX, old);
    store_end(s->reads);
    for (int i = 0; i < n; i++) {
        orders[i] = (struct order){.kind = ORDER_ABORT, .match = old[i].match};
        orders[i].asker.id = old[i].creator;
        orders[i].done = nobody_waits;
        orders[i].next = i + 1 < n ? &orders[i + 1] : NULL;
    }
    if (n > 0)
        run_all(s, orders, n);
out:
    free(orders);
    free(old);
    return n == TIDY_MAX;
}

/* --- time --- */

/* A transaction of the writer's own; what fails is tried again at the next tick. */
static int by_itself(struct service *s, int (*what)(struct service *s, int64_t n), int64_t n)
{
    bool begun;
    bool alone = s->failing || what != site_time_tell;
    const struct store_turn turn = {.reach = alone ? STORE_SITE : STORE_BESIDE};
    int err = begin_turn(s, &turn, &begun);
    if (err == 0)
        err = what(s, n);
    if (err == 0)
        err = store_commit(s->store);
    site_time_note(s, err, what == site_time_tell);
    if (err < 0 && begun)
        store_rollback(s->store);
    if (err == 0)
        peers_committed(s);
    return err;
}

/* A part of each chore whose time has come; one that fails is tried again after a tick. */
static void do_chores(struct service *s, int64_t now)
{
    for (int i = 0; i < CHORE_N; i++) {
        if (!s->chores[i].waits || now < s->chores[i].at)
            continue;
        /* Only what is left of players changes what others keep. */
        struct order part = {
            .kind = ORDER_BATCH, .beside = i != CHORE_LEAVERS, .done = nobody_waits};
        part.u.batch.apply = chores_part;
        part.u.batch.context = &s->chores[i];
        s->chores[i].at = now + TICK_MS;
        run_all(s, &part, 1);
        if (part.out.kind != OUTCOME_DONE)
            s->chores[i] = (struct chore){.at = now + TICK_MS, .waits = true};
    }
}

/* Without a lock: what is due is judged by the order that handles it. */
static void look_again(struct service *s, int64_t now)
{
    s->looked_at = now;
    if (store_begin(s->reads) < 0)
        return;
    if (site_time_earliest(s, s->reads) < 0)
        s->wake_at = now + TICK_MS;
    store_end(s->reads);
}

/* Notices jumps of the system's time. Now and then it also records in the store that the server
 * runs, so that after a crash the start of the outage is known. Without a running clock it writes
 * nothing, unless other servers may serve: a later one takes the time over. */
static void watch_time(struct service *s)
{
    int64_t now;
    int64_t steady;
    s->time.read(s->time.context, &now, &steady);
    int64_t jump = now - steady - s->drift;
    s->drift = now - steady;
    bool jumps = jump > JUMP_MS || jump < -JUMP_MS;
    now = service_now(s);
    if (jumps && !s->holds)
        (void)by_itself(s, site_time_jump, jump);
    else if ((s->wake_at != 0 || s->holds) &&
             now - s->alive_at >= (s->holds ? ALIVE_SHARED_MS : ALIVE_MS))
        (void)by_itself(s, site_time_tell, now);
    if (now - s->looked_at >= LOOK_MS || now < s->looked_at)
        look_again(s, now);
}

/* Reads what is due now: matches, then tournaments. Returns their number, *matches those of
 * matches. */
static int read_due(struct service *s, int64_t now, int64_t ids[2 * DUE_MAX], int *matches)
{
    if (store_begin(s->reads) < 0)
        return 0;
    int n = store_match_due(s->reads, now, DUE_MAX, ids);
    *matches = n > 0 ? n : 0;
    n = n < 0 ? n : tournament_due(s->reads, now, DUE_MAX, ids + n);
    store_end(s->reads);
    return n < 0 ? 0 : *matches + n;
}

/* Since when the oldest of these orders about a match, or a move that is on its way to the writer,
 * waits; 0: there is none. */
static int64_t oldest(const struct service *s, const struct order *batch, int64_t match)
{
    int64_t ms = arrivals_first(s->arrivals, match);
    for (; batch != NULL; batch = batch->next)
        if (batch->match == match && (ms == 0 || batch->from_ms < ms))
            ms = batch->from_ms;
    return ms;
}

/* Handles everything that is due: timeouts, reminders, ends of vacations, tournaments that begin or
 * end. No player loses on time while their move may be among the waiting orders. */
static void run_due(struct service *s, const struct order *batch)
{
    int64_t ids[2 * DUE_MAX];
    struct order *orders = NULL;
    int matches = 0;
    int64_t now = service_now(s);
    if (s->wake_at == 0 || now < s->wake_at)
        return;
    int n = read_due(s, now, ids, &matches);
    if (n > 0)
        orders = calloc((size_t)n, sizeof *orders);
    for (int i = 0; orders != NULL && i < n; i++) {
        bool tournament = i >= matches;
        orders[i] = (struct order){.kind = tournament ? ORDER_TOURNAMENT : ORDER_WAKE,
                                   .match = ids[i],
                                   .done = nobody_waits};
        if (tournament)
            orders[i].u.tournament.act = TOURNAMENT_WAKE;
        else
            orders[i].from_ms = oldest(s, batch, ids[i]);
        orders[i].next = i + 1 < n ? &orders[i + 1] : NULL;
    }
    if (orders != NULL)
        run_all(s, orders, n);
    free(orders);
    int64_t later = service_now(s) + TICK_MS;
    s->wake_at = later; /* should the store not answer */
    look_again(s, service_now(s));
    /* A match that cannot be handled must not keep the writer busy. A match that has become due
     * since is a different one: it is next. */
    if (n < DUE_MAX && s->wake_at != 0 && s->wake_at <= now)
        s->wake_at = later;
}

static void run_one(struct service *s, struct order *o)
{
    o->done = nobody_waits;
    run_all(s, o, 1);
}

/* What the features do by themselves: their orders, then the rest. */
static void tick_features(struct service *s)
{
    struct order own;
    for (const struct feature *const *f = s->features; *f != NULL; f++)
        for (int n = 0; (*f)->own != NULL && (*f)->own(s, &own, n); n++)
            run_one(s, &own);
    for (const struct feature *const *f = s->features; *f != NULL; f++)
        if ((*f)->tick != NULL)
            (*f)->tick(s);
}

static bool tidy_features(struct service *s)
{
    bool more = false;
    for (const struct feature *const *f = s->features; *f != NULL; f++)
        more = ((*f)->tidy != NULL && (*f)->tidy(s)) || more;
    return more;
}

static void *writer_main(void *arg)
{
    struct service *s = arg;
    int64_t ticked = clock_ms();
    int64_t woke = ticked;
    int64_t tidy_at = ticked;
    struct order *rest = NULL; /* of those that were taken */
    for (;;) {
        bool stop = false;
        bool begun = atomic_load(&s->begun);
        atomic_store(&s->stats.turned_ms, clock_ms());
        if (begun && clock_ms() >= tidy_at) {
            bool more = tidy(s);
            more = tidy_features(s) || more;
            s->chores[CHORE_EVENTS].waits = true;
            s->chores[CHORE_LEAVERS].waits = true; /* another server may have begun and ended */
            tidy_at = clock_ms() + (more ? TICK_MS : TIDY_MS);
        }
        struct order *batch = rest != NULL ? rest : take(s, &stop);
        rest = NULL;
        watch_time(s); /* before anybody's time is judged to be over */
        if (begun)
            run_due(s, batch);
        if (batch != NULL) {
            rest = run_batch(s, batch);
        } else if (stop) {
            if (s->wake_at != 0)
                (void)by_itself(s, site_time_tell, service_now(s));
            return NULL;
        } else {
            peers_read(s);
        }
        if (!begun)
            continue;
        int64_t now = clock_ms();
        do_chores(s, now);
        if (now - ticked >= TICK_MS) {
            ticked = now;
            /* While the server refuses orders, the writer probes the store itself, to notice when
             * it works again. */
            if (atomic_load(&s->stats.refused) && by_itself(s, site_time_tell, service_now(s)) == 0)
                atomic_store(&s->stats.refused, false);
            tick_features(s);
            hub_wake_changed(s->hub);
        }
        if (now - woke >= WAKE_MS) {
            woke = now;
            hub_wake_idle(s->hub, now, IDLE_MS);
        }
    }
}

void writer_start(struct service *s)
{
    pthread_condattr_t attr;
    (void)pthread_condattr_init(&attr);
    (void)pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&s->more, &attr);
    (void)pthread_condattr_destroy(&attr);
    (void)pthread_mutex_init(&s->mutex, NULL);
    s->tail = &s->head;
    if (pthread_create(&s->writer, NULL, writer_main, s) != 0)
        abort();
    peers_start(s);
}

void writer_stop(struct service *s)
{
    (void)pthread_mutex_lock(&s->mutex);
    s->stop = true;
    (void)pthread_cond_signal(&s->more);
    (void)pthread_mutex_unlock(&s->mutex);
    (void)pthread_join(s->writer, NULL);
    peers_stop(s);
    (void)pthread_cond_destroy(&s->more);
    (void)pthread_mutex_destroy(&s->mutex);
}
