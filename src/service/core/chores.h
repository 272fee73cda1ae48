/* chores.h - work that the writer does between orders, a part at a time, each in a transaction of
 * its own: so that moves wait for a part at most. */
#ifndef CHORES_H
#define CHORES_H
#include "base/macros.h"
#include <stdbool.h>
#include <stdint.h>

struct work;

enum chore_kind {
    CHORE_OPENINGS, /* enters finished matches by their first moves (opening_statistics.h) */
    CHORE_RATINGS,  /* computes ratings again (ratings.h) */
    CHORE_EVENTS,   /* forgets old events */
    CHORE_LEAVERS,  /* deletes what is left of players (leaving.h) */
    CHORE_STUDIES,  /* wipes deleted studies (store/studies/studies.h) */
    CHORE_N
};

struct chore {
    int64_t at; /* not before, on clock_ms */
    bool waits; /* there may be something to do */
};

#endif
