/* spectators.h - the part of the store that spectators of a match use: their chat, and the names of
 * those who let themselves be seen.
 *
 * As in store.h everything happens between store_begin and store_commit, functions return 0 (or a
 * count) or ERR_*, and data given to a callback are valid until it returns. */
#ifndef SPECTATORS_STORE_H
#define SPECTATORS_STORE_H
#include "store/core/store.h"

/* Lines of the spectators' chat below `before`, the newest first, without those of players whom the
 * reader (0: a stranger) has blocked. Returns their number. */
MUST_USE int spectators_lines(struct store *s, int64_t match, int64_t reader, int64_t before,
                              int limit, store_on_chat *on, void *context);

enum { SPECTATORS_ASKED_MAX = 24 };
typedef void spectators_on_player(void *context, const struct store_player *p);
/* The members among these n players (at most SPECTATORS_ASKED_MAX) who show that they are online,
 * by number. */
MUST_USE int spectators_shown(struct store *s, const int64_t *players, int n,
                              spectators_on_player *on, void *context);

enum { SPECTATORS_REPORTS_MAX = 200 };
/* The newest reports about spectators' lines in running matches in which the player sits: at most
 * SPECTATORS_REPORTS_MAX. Returns their number. */
MUST_USE int spectators_reports(struct store *s, int64_t player,
                                int64_t out[SPECTATORS_REPORTS_MAX]);

#endif
