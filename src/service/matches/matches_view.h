/* matches_view.h - matches as JSON, for those who may see them. */
#ifndef MATCHES_VIEW_H
#define MATCHES_VIEW_H
#include "service/core/reader.h"

/* Whether the match exists and the asker may see it: a private one is for its players, its creator,
 * and anyone with its invitation (may be NULL). 0 or ERR_NOT_FOUND. */
MUST_USE int reader_may_see(struct reader *r, int64_t match, int64_t asker, const char *invite);

/* The topic under which the asker hears of a match that they may see. If the match has a delay, its
 * players hear of it at once (delay.h). */
MUST_USE int reader_topic(struct reader *r, int64_t match, int64_t asker, const char *invite,
                          struct topic *out);

/* New references; NULL with *err set on failure. asker 0: a stranger. */
json_t *reader_match(struct reader *r, int64_t match, int64_t asker, const char *invite, int *err);
/* How many watch the match who do not sit in it, or negative. */
MUST_USE int reader_watchers(struct reader *r, int64_t match);
/* The same without asking the store: ERR_NOT_FOUND when it is not known lately who sits in it. Safe
 * to call from any thread. */
MUST_USE int service_watchers(struct service *s, int64_t match);
/* A page of the archive, as reader_matches. boards: each match has the position that the asker may
 * see as `board`, for a small picture; each is replayed. */
json_t *reader_search(struct reader *r, const struct store_search *f, int64_t asker, bool boards,
                      int *err);
json_t *reader_matches(struct reader *r, const struct store_filter *f, int64_t asker, bool boards,
                       int *err);
/* Challenges to the player and from them: {"in":[…],"out":[…]}. */
json_t *reader_challenges(struct reader *r, int64_t player, int *err);
json_t *reader_vacation(struct reader *r, int64_t player, int *err);
json_t *reader_chat_line(struct reader *r, int64_t match, int64_t line, int *err);

#endif
