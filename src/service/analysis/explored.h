/* explored.h - enters finished public matches in the opening explorer (explorer.h): their first
 * EXPLORED_PLIES plies, where they are entered by their first moves (opening_statistics.h), a
 * little after their end. */
#ifndef EXPLORED_H
#define EXPLORED_H
#include "service/core/service.h"
#include "store/analysis/explorer.h"

enum { EXPLORED_PLIES = 12 };

/* The parts of a match that count, read once. */
struct explored_match {
    bool counts; /* it is public, over and not annulled */
    enum explored_kind kind;
    int year, winner;
    int64_t rating;
};
MUST_USE int explored_begin(struct store *s, const struct store_match *m,
                            struct explored_match *out);
/* Inside a transaction of the writer: enters one move of it, from one position to another. */
MUST_USE int explored_enter(struct store *s, const struct explored_match *m, int64_t before,
                            int64_t after);
/* The opposite, for a match that is annulled. */
MUST_USE int explored_leave(struct store *s, const struct explored_match *m, int64_t before,
                            int64_t after);

#endif
