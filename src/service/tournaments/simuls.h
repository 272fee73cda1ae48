/* simuls.h - simultaneous exhibitions: one host plays many guests, each at a board of their own.
 *
 *     open    --its host starts it--> running --all matches are over--> finished
 *             --its host calls it off, or SIMULS_OPEN_MS have passed--> aborted
 *
 * Members ask to play while it is open, and the host accepts some of them. All matches begin at
 * once, in one transaction; they are unrated and have clocks of their own, so that no guest waits
 * for another guest. The host's clocks may begin with more time. Guests are notified of what the
 * host decides about them, and when it does not take place. All state is in the store. */
#ifndef SIMULS_H
#define SIMULS_H
#include "base/times.h"
#include "rules/position.h"
#include "service/core/reader.h"
#include "service/core/service.h"
#include "service/matches/clock.h"
#include "store/tournaments/simuls.h"

enum { SIMULS_GUESTS_MIN = 2, SIMULS_GUESTS_MAX = 50, SIMULS_ASKED_MAX = 200 };
enum { SIMULS_TEXT_CHARS = 1000, SIMULS_HOST_MS_MAX = DAY_MS };

/* An exhibition that has not begun by then is called off: its host has forgotten it. */
#define SIMULS_OPEN_MS DAY_MS
/* How long the first clock of a board waits for its players. */
#define SIMULS_GRACE_MS MINUTE_MS

struct simul_act {
    int64_t simul;
    const char *text, *player; /* borrowed */
    struct setup setup;
    struct clock_rule clock;
    int64_t host_ms;
    int host_seat, guests_max;
    bool accepted, all;
};

/* For an ORDER_BATCH; context is a struct simul_act. out.id: the simultaneous exhibition. */
int simuls_make(struct work *w, void *context);
int simuls_join(struct work *w, void *context);
int simuls_leave(struct work *w, void *context);
int simuls_accept(struct work *w, void *context); /* player, or no longer */
int simuls_start(struct work *w, void *context);  /* with those who are accepted, or all */
int simuls_end(struct work *w, void *context);

/* For an ORDER_BATCH, without a context: calls off those that were open for too long. */
int simuls_end_forgotten(struct work *w, void *context);
/* Queues an order that does it. */
void simuls_tidy(struct service *s);

/* Called when w->m is over (tournaments/feature.c); does nothing if the match is in no
 * exhibition. */
MUST_USE int simuls_match_over(struct work *w);

/* New references; NULL with *err set. */
json_t *reader_simul(struct reader *r, int64_t id, int *err);
json_t *reader_simuls(struct reader *r, const struct simuls_filter *f, int *err);
/* The exhibitions of a host or guest, for the export. */
json_t *reader_simuls_of(struct reader *r, int64_t player, int *err);

#endif
