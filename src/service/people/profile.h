/* profile.h - how players see each other: profiles, private notes, blocks, reports.
 *
 * An ORDER_BATCH applies the functions profile_* that take a void *, on the writer thread; its
 * context is a struct profile_act. The order's outcome holds a refusal. */
#ifndef PROFILE_H
#define PROFILE_H
#include "service/core/reader.h"
#include "service/core/service.h"
#include "store/community/social.h"

enum { PROFILE_NOTE_CHARS = 4000, PROFILE_REASON_CHARS = 1000, PROFILE_REPORTS_MAX = 20 };

struct profile_act {
    const char *name; /* of the other; NULL: none. Borrowed, as all text here */
    const char *text; /* a note, a reason */
    int64_t match, chat;
    bool blocked, follows;
};

int profile_note(struct work *w, void *context); /* about name, else about match */
int profile_block(struct work *w, void *context);
int profile_follow(struct work *w, void *context);
/* 0 unless the asker has too many open reports: then the order is refused. */
MUST_USE int profile_may_report(struct work *w);
int profile_report(struct work *w, void *context); /* out.id: the report */
/* Where a line of chat stands: one of them is not 0. */
struct profile_place {
    int64_t study, team, tournament, conversation;
};
/* Stores a report about a chat line there, for an asker who may report. out.id: the report. */
MUST_USE int profile_report_line(struct work *w, const struct store_chat *line,
                                 const struct profile_place *place, const char *reason);

/* The player who has that name or had it recently. 0, ERR_NOT_FOUND, or the store's error. */
MUST_USE int profile_find(struct store *store, const char *name, int64_t now,
                          struct store_player *out);

/* Refuses the asker if a player in the match at hand, or its creator, has blocked them. */
MUST_USE int profile_not_blocked(struct work *w);
/* Refuses the asker if that player has left or is banned, and so could answer nothing. */
MUST_USE int profile_can_play(struct work *w, const struct store_player *p);
/* The same, and if that player has blocked the asker, who may then not challenge them. */
MUST_USE int profile_may_ask(struct work *w, const struct store_player *p);

/* --- reading --- New references; NULL with *err set on failure. asker (its id) 0: a stranger. */
json_t *reader_profile(struct reader *r, const char *name, const struct store_player *asker,
                       int *err);
/* {"players":[…]}: those whose name begins so, without guests. */
json_t *reader_players(struct reader *r, const char *prefix, int limit, int *err);
/* name NULL: the note on the match, which the asker may see. */
json_t *reader_note(struct reader *r, const char *name, int64_t match, int64_t asker, int *err);
json_t *reader_blocks(struct reader *r, int64_t asker, int *err);

#endif
