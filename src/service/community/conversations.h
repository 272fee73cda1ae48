/* conversations.h - messages between two members: each has an inbox of conversations, and an event
 * `conversation` says that one has changed, not what was written.
 *
 *     nobody has answered yet --limits of messages (quota_message), with those by mail together
 *     the other has answered  --no limit but that of all texts (texts.h)
 *
 * Whom a member has blocked cannot write to them, and is not in their inbox. When an account is
 * deleted, the lines that it wrote go with it; the other keeps their own.
 *
 * An ORDER_BATCH applies the functions that take a void *; the context is a struct
 * conversation_act. */
#ifndef CONVERSATIONS_H
#define CONVERSATIONS_H
#include "service/core/reader.h"
#include "service/core/service.h"

enum { CONVERSATIONS_LINES_MAX = 1000, CONVERSATIONS_PAGE = 100 };

struct conversation_act {
    const char *name; /* of the other. Borrowed, as all text here */
    const char *text; /* of the line, or of a report about one */
    int64_t line;
};

int conversations_write(struct work *w, void *context); /* out.id: the line */
int conversations_mark_read(struct work *w, void *context);
int conversations_delete(struct work *w, void *context);   /* by its author */
int conversations_moderate(struct work *w, void *context); /* by a moderator */
int conversations_report(struct work *w, void *context);   /* out.id: the report */

/* --- reading --- New references; NULL with *err set on failure. */

/* {"conversations","unread","next"}: below `before` (INT64_MAX: all). */
json_t *reader_conversations(struct reader *r, int64_t asker, int64_t before, int limit, int *err);
/* {"player","lines","more","writes","unread"}, newest first. ERR_NOT_FOUND: no
 * member of that name, and nobody with whom the asker has talked. */
json_t *reader_conversation(struct reader *r, const char *name, const struct store_player *asker,
                            int64_t before, int limit, int *err);
/* {"unread":N}: how many conversations. */
json_t *reader_conversations_unread(struct reader *r, int64_t asker, int *err);
/* All that the player and others wrote to each other, for an export: `give` owns each
 * conversation. */
typedef void conversations_give(void *context, json_t *conversation);
MUST_USE int conversations_whole(struct store *s, int64_t player, conversations_give *give,
                                 void *context);

#endif
