/* statistics.h - how a player has done: wins, draws and losses by game, size, side, opponent and
 * month, favourite openings, best wins, and winning streaks.
 *
 * Only finished matches count, so that nothing of a running match with a delay can be inferred.
 * Private matches count when their players ask, and matches of a player against themselves never.
 * The work is bounded: the newest STATISTICS_MATCHES matches of a player are read, and nothing is
 * kept between questions. */
#ifndef STATISTICS_H
#define STATISTICS_H
#include "service/core/reader.h"
#include "service/core/service.h"

enum {
    STATISTICS_MATCHES = 2000,
    STATISTICS_OPPONENTS = 10,
    STATISTICS_OPENINGS = 8,
    STATISTICS_WINS = 5,
    STATISTICS_MONTHS = 24,
};

/* The answer that docs/api/accounts.md describes; asker (its id) 0: a stranger. A new reference;
 * NULL with *err set on failure: ERR_NOT_FOUND if there is no such player. */
json_t *reader_statistics(struct reader *r, const char *name, int64_t asker, int *err);

#endif
