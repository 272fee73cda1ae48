/* conversations.h - the messages between two members. Each of the two has a row about the other;
 * the lines stand in a room of its own (rooms.h), which both rows name.
 *
 *     conversation: player 5, other 9, room 3     room_chat: room ROOM_CONVERSATION, about 3
 *                   player 9, other 5, room 3
 *
 * As in store.h everything happens between store_begin and store_commit, functions return 0 (or a
 * count) or ERR_*, and data given to a callback are valid until it returns. */
#ifndef STORE_CONVERSATIONS_H
#define STORE_CONVERSATIONS_H
#include "store/core/store.h"

struct conversation {
    struct store_player other;
    int64_t room;
    int64_t newest; /* the number of the newest line; by it they are listed */
    int64_t heard;  /* the newest line that the other has written; 0: none yet */
    int unread;     /* lines of the other */
    /* The newest line, without the name of its writer; id 0: it went with its writer's account. */
    struct store_chat last;
};
typedef void conversations_on(void *context, const struct conversation *c);

/* ERR_NOT_FOUND. */
MUST_USE int conversations_get(struct store *s, int64_t player, int64_t other,
                               struct conversation *out);
/* Makes both rows, unless they are there. */
MUST_USE int conversations_begin(struct store *s, int64_t player, int64_t other);
/* The player has written a line to the other. */
MUST_USE int conversations_wrote(struct store *s, int64_t player, int64_t other, int64_t line);
MUST_USE int conversations_read(struct store *s, int64_t player, int64_t other);
/* Those whose newest line is below `before`, newest first; returns their number. all: also those
 * with players whom `player` has blocked. */
MUST_USE int conversations_list(struct store *s, int64_t player, bool all, int64_t before,
                                int limit, conversations_on *on, void *context);
/* How many have unread lines, without those with blocked players. */
MUST_USE int conversations_unread(struct store *s, int64_t player, int64_t *n);
/* With whom the player talks in a room. ERR_NOT_FOUND: the player is not in it. */
MUST_USE int conversations_other(struct store *s, int64_t player, int64_t room,
                                 struct store_player *out);

#endif
