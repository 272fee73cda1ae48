/* friends.h - members follow each other; two who follow each other are friends.
 *
 * A member whom the other has blocked, or does not let follow them, is refused; a block ends
 * following both ways (profile.c). */
#ifndef FRIENDS_H
#define FRIENDS_H
#include "service/core/reader.h"
#include "service/core/service.h"

enum { FRIENDS_FOLLOWED_MAX = 500 };

/* The asker of the order starts or stops following the player. The order's outcome holds a
 * refusal. */
MUST_USE int friends_follow(struct work *w, const struct store_player *player, bool follows);

/* The relation between the asker and that player. */
struct friends_tie {
    bool follows;     /* the asker follows the player */
    bool follows_you; /* the player follows the asker */
    bool may_follow;
};
MUST_USE int friends_tie(struct store *store, const struct store_player *asker,
                         const struct store_player *player, struct friends_tie *out);

/* The members whom the asker follows, and whether each is online; a new reference, NULL with *err
 * set on failure. */
json_t *reader_friends(struct reader *r, int64_t asker, int *err);

#endif
