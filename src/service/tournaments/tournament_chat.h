/* tournament_chat.h - the chat of a tournament: everybody reads it, members of the site write, of a
 * team's tournament the members of the team. Its creator may delete lines. Whom the creator has
 * blocked cannot write. An event only says that there is a new line.
 *
 * An ORDER_BATCH applies the functions that take a void *; the context is a struct
 * tournament_chat_act. */
#ifndef TOURNAMENT_CHAT_H
#define TOURNAMENT_CHAT_H
#include "service/core/reader.h"
#include "service/core/service.h"

enum { TOURNAMENT_CHAT_LINES_MAX = 1000, TOURNAMENT_CHAT_PAGE = 100 };

struct tournament_chat_act {
    int64_t tournament, line;
    const char *text; /* borrowed: of the line, or of a report about one */
};

int tournament_chat_say(struct work *w, void *context); /* out.id: the line */
/* By its author or the tournament's creator; by a moderator. */
int tournament_chat_delete(struct work *w, void *context);
int tournament_chat_moderate(struct work *w, void *context);
int tournament_chat_report(struct work *w, void *context); /* out.id: the report */

/* Lines below `before`, newest first, without those of players whom the asker has blocked. */
json_t *reader_tournament_chat(struct reader *r, int64_t tournament,
                               const struct store_player *asker, int64_t before, int limit,
                               int *err);
MUST_USE int reader_tournament_topic(struct reader *r, int64_t tournament, struct topic *out);

#endif
