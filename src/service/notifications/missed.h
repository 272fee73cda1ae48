/* missed.h - the events that a listener has missed, from the store: it resumes after a break, or
 * the hub no longer has them (hub.h, HUB_BEHIND). */
#ifndef MISSED_H
#define MISSED_H
#include "service/core/hub.h"
#include "service/core/reader.h"
#include "service/core/service.h"

/* Gives on_event the events after l->cursor that concern the first topics_n of l's topics, in one
 * view of the store, and moves the cursor after the last one given; when on_event takes no more,
 * the rest is for the next time. Where there are more than `most`, or the store no longer has some
 * of them, it gives none, sets *lost and moves the cursor after the newest event.
 * Returns 0 or a negative error. On a thread that may wait for the store. */
MUST_USE int missed_read(struct reader *r, struct listener *l, int topics_n, int most,
                         hub_on_event *on_event, void *context, bool *lost);

#endif
