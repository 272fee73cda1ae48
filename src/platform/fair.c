/* fair.c - start-time fair queueing in two levels (fair.h).
 *
 * The time of a job is known only when it has ended, so a place is charged a guess when its job
 * begins, and the difference when it ends.
 *
 * Places are found by hash in sets of WAYS. A caller who has no place takes one that is idle. Only
 * when WAYS busy callers fall into one set do two callers share a place, and then its time. */
#include "platform/fair.h"

#include "base/err.h"
#include "base/list.h"
#include <stdlib.h>

enum { SETS = 512, WAYS = 8, GUESS_US = 1000 };

struct fair_place {
    uint64_t caller;
    enum fair_class class;
    struct fair_job *head, **tail;
    struct list_link link; /* among those of the class that wait, the first first */
    int64_t tag_us;
    int queued, running;
    bool fresh; /* no job of it was begun since it waits */
};

struct class
{
    struct list waiting; /* places with jobs */
    int64_t tag_us;      /* of the class among classes */
    int64_t level_us;    /* virtual time among its callers */
    int queued;
};

struct fair {
    struct fair_bounds bounds;
    struct class classes[FAIR_CLASS_N];
    int64_t level_us; /* virtual time among the classes */
    struct fair_place places[SETS][WAYS];
};

struct fair *fair_new(struct fair_bounds bounds)
{
    struct fair *f = calloc(1, sizeof *f);
    if (f != NULL)
        f->bounds = bounds;
    return f;
}

void fair_free(struct fair *f)
{
    free(f);
}

/* Whether nothing is lost when another caller takes the place. */
static bool is_idle(const struct fair *f, const struct fair_place *at)
{
    return at->queued == 0 && at->running == 0 && at->tag_us <= f->classes[at->class].level_us;
}

/* The place of a caller; a caller who has none is given one that does not matter any more, or
 * shares that of the caller who has least to do. */
static struct fair_place *place_of(struct fair *f, const struct fair_job *j)
{
    struct fair_place *set = f->places[(j->caller ^ j->caller >> 32) % SETS];
    struct fair_place *best = NULL;
    int best_rank = -1;
    for (int i = 0; i < WAYS; i++) {
        struct fair_place *at = &set[i];
        if (at->caller == j->caller && at->class == j->class)
            return at;
        int rank = is_idle(f, at) ? 2 : at->class == j->class;
        if (rank > best_rank || (rank == best_rank && at->queued < best->queued)) {
            best = at;
            best_rank = rank;
        }
    }
    if (best_rank == 2)
        *best = (struct fair_place){.caller = j->caller, .class = j->class};
    return best;
}

static void push(struct fair *f, struct fair_place *at, struct fair_job *j)
{
    struct class *c = &f->classes[at->class];
    j->next = NULL;
    if (c->queued++ == 0 && c->tag_us < f->level_us)
        c->tag_us = f->level_us;
    if (at->queued++ == 0) {
        at->tail = &at->head;
        at->fresh = true;
        list_add_last(&c->waiting, &at->link);
        if (at->tag_us < c->level_us)
            at->tag_us = c->level_us;
    }
    *at->tail = j;
    at->tail = &j->next;
}

/* The newest job of a place, which keeps at least one. */
static struct fair_job *pop_newest(struct fair *f, struct fair_place *at)
{
    struct fair_job **last = &at->head;
    while ((*last)->next != NULL)
        last = &(*last)->next;
    struct fair_job *j = *last;
    ASSERT(at->queued > 1);
    *last = NULL;
    at->tail = last;
    at->queued--;
    f->classes[at->class].queued--;
    return j;
}

static bool may_run(const struct fair *f, const struct fair_place *at)
{
    return at->caller == 0 || at->running < f->bounds.running;
}

static bool comes_before(const struct fair_place *a, const struct fair_place *b)
{
    return a->tag_us != b->tag_us ? a->tag_us < b->tag_us : a->fresh && !b->fresh;
}

/* The next caller of a class; NULL if none may run. */
static struct fair_place *choose(const struct fair *f, const struct class *c)
{
    struct fair_place *best = NULL;
    LIST_EACH (struct fair_place, at, &c->waiting, link)
        if (may_run(f, at) && (best == NULL || comes_before(at, best)))
            best = at;
    return best;
}

struct fair_job *fair_begin(struct fair *f, struct fair_place **place)
{
    struct fair_place *at = NULL;
    for (int i = 0; i < FAIR_CLASS_N; i++) {
        const struct class *c = &f->classes[i];
        if (c->queued == 0 || (at != NULL && f->classes[at->class].tag_us <= c->tag_us))
            continue;
        struct fair_place *other = choose(f, c);
        at = other != NULL ? other : at;
    }
    if (at == NULL)
        return NULL;
    struct class *c = &f->classes[at->class];
    struct fair_job *j = at->head;
    at->head = j->next;
    if (--at->queued == 0)
        list_remove(&c->waiting, &at->link);
    c->queued--;
    at->running++;
    at->fresh = false;
    c->level_us = at->tag_us > c->level_us ? at->tag_us : c->level_us;
    f->level_us = c->tag_us > f->level_us ? c->tag_us : f->level_us;
    at->tag_us += GUESS_US;
    c->tag_us += GUESS_US;
    *place = at;
    return j;
}

bool fair_end(struct fair *f, struct fair_place *place, int64_t us)
{
    place->tag_us += us - GUESS_US;
    f->classes[place->class].tag_us += us - GUESS_US;
    place->running--;
    return place->queued > 0;
}

/* The caller of the class who has most jobs waiting, if more than `than`. */
static struct fair_place *greediest(const struct class *c, int than)
{
    struct fair_place *most = NULL;
    LIST_EACH (struct fair_place, at, &c->waiting, link) {
        if (at->caller != 0 && at->queued > than) {
            most = at;
            than = at->queued;
        }
    }
    return most;
}

int fair_add(struct fair *f, struct fair_job *j, struct fair_job **out)
{
    struct fair_place *at = place_of(f, j);
    const struct class *c = &f->classes[at->class];
    *out = NULL;
    if (j->caller != 0 && at->queued >= f->bounds.each)
        return ERR_BUSY;
    if (j->caller != 0 && c->queued >= f->bounds.most) {
        struct fair_place *other = greediest(c, at->queued > 1 ? at->queued : 1);
        if (other == NULL)
            return ERR_BUSY;
        *out = pop_newest(f, other);
    }
    push(f, at, j);
    return 0;
}

int fair_waiting(const struct fair *f)
{
    int n = 0;
    for (int i = 0; i < FAIR_CLASS_N; i++)
        n += f->classes[i].queued;
    return n;
}
