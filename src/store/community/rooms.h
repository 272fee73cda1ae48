/* rooms.h - the chats of rooms that have no table of their own: tournaments, and the messages
 * between two members (conversations.h).
 *
 * As in store.h everything happens between store_begin and store_commit, functions return 0 (or a
 * count) or ERR_*, and data given to a callback are valid until it returns. */
#ifndef STORE_ROOMS_H
#define STORE_ROOMS_H
#include "store/core/store.h"

enum room_kind { ROOM_TOURNAMENT, ROOM_CONVERSATION, ROOM_KIND_N };

struct room {
    enum room_kind kind;
    int64_t id; /* of the tournament, the conversation */
};
typedef void rooms_on_line(void *context, const struct room *room, const struct store_chat *line);

/* line->id is written. The newest `keep` lines of the room stay. */
MUST_USE int rooms_add(struct store *s, const struct room *room, int keep, struct store_chat *line);
/* Lines below `before`, newest first, without those of players whom `reader` has blocked; returns
 * their number. */
MUST_USE int rooms_page(struct store *s, const struct room *room, int64_t reader, int64_t before,
                        int limit, rooms_on_line *on, void *context);
MUST_USE int rooms_get(struct store *s, int64_t id, rooms_on_line *on, void *context);
/* All that a player wrote. */
MUST_USE int rooms_of(struct store *s, int64_t player, rooms_on_line *on, void *context);
/* Takes its text away. */
MUST_USE int rooms_remove(struct store *s, int64_t id);

#endif
