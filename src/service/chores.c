#include "service/chores.h"

#include "base/times.h"
#include "platform/clock.h"
#include "service/firsts.h"
#include "service/ratings.h"
#include "service/service_int.h"
#include "store/studies.h"

enum {
    KEEP_EVENTS_DAYS = 30,
    SOON_MS = 20,    /* between two parts of a chore, */
    FORGET_MS = 100, /* and between two that forget events */
};

static int enter_openings(struct service *s)
{
    return firsts_enter(s->store);
}

static int redo_ratings(struct service *s)
{
    return ratings_redo(s->store);
}

static int forget_events(struct service *s)
{
    int64_t now = service_now(s);
    return store_events_forget(s->store, now, now - KEEP_EVENTS_DAYS * DAY_MS);
}

static int wipe_studies(struct service *s)
{
    bool more = false;
    int err = studies_wipe(s->store, &more);
    return err < 0 ? err : more;
}

/* Each does a part of its work: 1 when there is more, 0, or a negative error. */
static const struct {
    int (*part)(struct service *s);
    int64_t pause_ms;
} chores[CHORE_N] = {
    [CHORE_OPENINGS] = {enter_openings, SOON_MS},
    [CHORE_RATINGS] = {redo_ratings, SOON_MS},
    [CHORE_EVENTS] = {forget_events, FORGET_MS},
    [CHORE_STUDIES] = {wipe_studies, SOON_MS},
};

int chores_part(struct service *s, int64_t kind)
{
    int more = chores[kind].part(s);
    s->chores[kind].waits = more != 0;
    if (more > 0)
        s->chores[kind].at = clock_ms() + chores[kind].pause_ms;
    return more < 0 ? more : 0;
}
