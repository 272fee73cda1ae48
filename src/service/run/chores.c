/* chores.c - the dispatch table of the chores (core/chores.h). */
#include "base/times.h"
#include "platform/clock.h"
#include "service/analysis/opening_statistics.h"
#include "service/people/leaving.h"
#include "service/ratings/ratings.h"
#include "service/run/run.h"
#include "store/studies/studies.h"

enum {
    KEEP_EVENTS_DAYS = 30,
    SOON_MS = 20,    /* between two parts of a chore, */
    FORGET_MS = 100, /* and between two that forget events */
};

static int enter_openings(struct work *w)
{
    return opening_statistics_enter(w->s->store);
}

static int redo_ratings(struct work *w)
{
    return ratings_redo(w->s->store);
}

static int forget_events(struct work *w)
{
    return store_events_forget(w->s->store, w->now, w->now - KEEP_EVENTS_DAYS * DAY_MS);
}

static int wipe_studies(struct work *w)
{
    bool more = false;
    int err = studies_wipe(w->s->store, &more);
    return err < 0 ? err : more;
}

/* Each does a part of its work: 1 when there is more, 0, or a negative error. */
static const struct {
    int (*part)(struct work *w);
    int64_t pause_ms;
} chores[CHORE_N] = {
    [CHORE_OPENINGS] = {enter_openings, SOON_MS}, [CHORE_RATINGS] = {redo_ratings, SOON_MS},
    [CHORE_EVENTS] = {forget_events, FORGET_MS},  [CHORE_LEAVERS] = {leaving_part, SOON_MS},
    [CHORE_STUDIES] = {wipe_studies, SOON_MS},
};

int chores_part(struct work *w, void *context)
{
    struct chore *c = context;
    int kind = (int)(c - w->s->chores);
    int more = chores[kind].part(w);
    c->waits = more != 0;
    if (more > 0)
        c->at = clock_ms() + chores[kind].pause_ms;
    return more < 0 ? more : 0;
}
