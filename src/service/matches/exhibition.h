/* exhibition.h - matches of the engine against itself, to watch in the lobby when no players have a
 * match.
 *
 * An exhibition (seats_exhibition) is a match that the engine's player has made for itself. Up to
 * EXHIBITION_MAX run at once, less one for each match between others that is played now. This
 * module, not the match, tells the engine of its turns, one after the other, and only while
 * somebody watches: at least EXHIBITION_PACE_MS apart, and EXHIBITION_REST times as long as the
 * answer took, so that exhibitions take at most a twentieth of a processor.
 *
 * Writer thread only. */
#ifndef EXHIBITION_H
#define EXHIBITION_H
#include "service/core/service.h"

enum {
    EXHIBITION_MAX = 2,
    EXHIBITION_PACE_MS = 3 * 1000,
    EXHIBITION_REST = 20,
    EXHIBITION_LEVEL_MAX = 4, /* they answer at once */
    EXHIBITION_LIVE_MS = 90 * 1000,
};

/* The writer's state; at first all 0. */
struct exhibition {
    int64_t matches[EXHIBITION_MAX]; /* 0: none */
    int64_t next_at;                 /* service_steady: the engine hears of no turn before */
    int64_t told_at, told_unix;      /* when the engine last heard of a turn; the second on the
                                      * clock of moves */
    int told_slot, told_ply;         /* and which; ply 0: it was answered */
    uint64_t made;                   /* how many were begun, to vary games and levels */
};

#endif
