/* invitations.h - the part of the store about invitations to teams and tournaments.
 *
 * As in store.h everything happens between store_begin and store_commit, functions return 0 (or a
 * count) or ERR_*. */
#ifndef STORE_INVITATIONS_H
#define STORE_INVITATIONS_H
#include "store/core/store.h"

struct invitation {
    int64_t id, at;
    struct store_player player, by;
    int64_t team, tournament; /* one of them is 0 */
};

/* i->id is written. */
MUST_USE int invitations_add(struct store *s, struct invitation *i);
MUST_USE int invitations_get(struct store *s, int64_t id, struct invitation *out);
/* The one of this player to the team or tournament, whoever wrote it; ERR_NOT_FOUND. */
MUST_USE int invitations_find(struct store *s, int64_t player, int64_t team, int64_t tournament,
                              int64_t *id);
MUST_USE int invitations_end(struct store *s, int64_t id);
/* Those to a player from before that time. */
MUST_USE int invitations_trim(struct store *s, int64_t player, int64_t before_ms);
/* Those to the player, or by them, newest first: at most limit. Returns their number. */
MUST_USE int invitations_list(struct store *s, int64_t player, bool own, int limit,
                              struct invitation *out);
/* Those to the player and by them. */
MUST_USE int invitations_forget(struct store *s, int64_t player);

#endif
