/* spectators.h - the spectators of a match: their names, and their chat. audience.h says who may
 * read and write it; the players can read it after the match. */
#ifndef SPECTATORS_H
#define SPECTATORS_H
#include "service/core/reader.h"
#include "service/core/service.h"

enum { SPECTATORS_NAMED_MAX = 20, SPECTATORS_LINES_MAX = 100 };

struct spectators_act {
    int64_t match;
    const char *text;   /* borrowed */
    const char *invite; /* NULL: none */
};

/* For an ORDER_BATCH; context is a struct spectators_act. out.id: the line. */
int spectators_say(struct work *w, void *context);

/* The names of the members who look on and let themselves be seen, the number of all others, and
 * the lines below `before`, newest first (null for those who may not read them). */
json_t *reader_spectators(struct reader *r, const struct spectators_act *of,
                          const struct store_player *asker, int64_t before, int limit, int *err);
/* The topic of the chat. ERR_NOT_FOUND: there is no such match; ERR_DENIED: the asker may not read
 * its chat now. */
MUST_USE int reader_spectators_topic(struct reader *r, int64_t match,
                                     const struct store_player *asker, const char *invite,
                                     struct topic *out);

#endif
