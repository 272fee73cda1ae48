/* opponents.h - how the engine's levels have done on this server: results by game and board, how
 * long their matches are, and which players beat them when their rating was highest.
 *
 * Public finished matches with at least one person count, rated or not. The work is bounded: the
 * newest OPPONENTS_MATCHES matches of a level are looked at, and each reader keeps an answer for
 * OPPONENTS_KEPT_MS. */
#ifndef OPPONENTS_H
#define OPPONENTS_H
#include "service/core/reader.h"
#include "service/core/service.h"

enum {
    OPPONENTS_MATCHES = 10000,
    OPPONENTS_BEATEN = 5,
    OPPONENTS_KEPT_MS = 30 * 1000,
};

/* The answer that docs/api/competition.md describes. A new reference; NULL with *err set on
 * failure: ERR_NOT_FOUND if there is no such level. */
json_t *reader_opponent(struct reader *r, int64_t level, int *err);

#endif
