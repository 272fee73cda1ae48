/* chores.h - work that the writer does between orders, a part at a time, each in a transaction of
 * its own: so that moves wait for a part at most. */
#ifndef CHORES_H
#define CHORES_H
#include "base/macros.h"
#include <stdbool.h>
#include <stdint.h>

struct service;

enum chore_kind {
    CHORE_OPENINGS, /* enters finished matches by their first moves (firsts.h) */
    CHORE_RATINGS,  /* computes ratings again (ratings.h) */
    CHORE_EVENTS,   /* forgets old events */
    CHORE_STUDIES,  /* wipes deleted studies (store/studies.h) */
    CHORE_N
};

struct chore {
    int64_t at; /* not before, on clock_ms */
    bool waits; /* there may be something to do */
};

/* In a transaction of the writer: does a part of the chore, and notes whether and when there is
 * more. 0 or a negative error. */
MUST_USE int chores_part(struct service *s, int64_t kind);

#endif
