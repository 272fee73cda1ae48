/* arenas.h - arena tournaments: a fixed time, and everybody who is free is paired at once.
 *
 *     open    --starts_at, or its creator--> running
 *             --its creator--> aborted
 *     running --its minutes are over: no more pairs--
 *             --the last match is over, or the grace--> finished (aborted if nobody played)
 *
 * Members join before and while it runs, pause and come back. They take part in one arena at a
 * time: of several that run, all but one have them paused. Every few seconds in which somebody has
 * become free, the writer looks at the arena: it reads its players once (at most
 * ARENA_RULES_PLAYERS_MAX), pairs those who wait (arena_rules.h), and writes the rows of those who
 * were paired. While nobody becomes free it costs nothing. A player who does not make their first
 * move in time loses and is paused, so absent players do not come into the way of others.
 *
 * All state is in the store: a restart changes nothing, and any server of a site may look. Runs on
 * the writer thread; tournaments.c calls it with the tournament's row. */
#ifndef ARENAS_H
#define ARENAS_H
#include "base/times.h"
#include "service/core/service.h"
#include "service/tournaments/arena_rules.h"
#include "store/tournaments/arena.h"
#include "store/tournaments/tournament.h"

struct work;

#define ARENAS_PAIR_MS   (3 * SECOND_MS)  /* those who become free within it are paired together */
#define ARENAS_REPEAT_MS (20 * SECOND_MS) /* two wait this long before they meet again */
#define ARENAS_FIRST_MS  (60 * SECOND_MS) /* for a first move, if the clock gives that much */
#define ARENAS_GRACE_MS  (15 * MINUTE_MS) /* matches count until this long after the end */
enum {
    ARENAS_PAIRS = 25,   /* at most so many begin in one transaction */
    ARENAS_ABSENT = 25,  /* and this many end because a first move is missing */
    ARENAS_PAGE = 50,    /* players of a page of the standings */
    ARENAS_MATCHES = 20, /* running matches that a page shows */
};

/* When its time is, or will be, over. */
int64_t arenas_end(const struct tournament *t);

/* An ORDER_TOURNAMENT, other than TOURNAMENT_MAKE. */
MUST_USE int arenas_act(struct work *w, struct tournament *t);
/* w->m is a match of the arena and is over; w->m may be another one afterwards. */
MUST_USE int arenas_match_over(struct work *w, struct tournament *t);

/* The roster of an arena, by place. */
struct arenas_roster {
    struct arena_player *players; /* owned */
    int n;
};
MUST_USE int arenas_load(struct store *s, int64_t arena, struct arenas_roster *out);
void arenas_free(struct arenas_roster *r);

/* Adds to the view of the tournament: `players`, a page of the standings from that rank on, `next`,
 * `me`, the asker's row, and `games`, the running matches of the leaders. Any thread. */
MUST_USE int arenas_view(struct store *s, const struct tournament *t, int64_t asker, int from,
                         json_t *out);

#endif
