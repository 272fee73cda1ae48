/* profile.h - what players know and think of each other: profiles, private notes, blocks, reports.
 *
 * The functions profile_* that take a void * are what an ORDER_BATCH applies (its context is a
 * struct profile_act), on the writer thread; what they refuse is in the order's outcome. */
#ifndef PROFILE_H
#define PROFILE_H
#include "service/service.h"
#include "store/social.h"

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
int profile_report(struct work *w, void *context); /* out.id: the report */

/* The player of that name, or who had it until lately. 0, ERR_NOT_FOUND, or the store's error. */
MUST_USE int profile_find(struct store *store, const char *name, int64_t now,
                          struct store_player *out);

/* Refuses the asker when somebody who sits in the match at hand, or made it, has blocked him. */
MUST_USE int profile_not_blocked(struct work *w);
/* Refuses the asker when that player has blocked him: he may not challenge him. */
MUST_USE int profile_may_ask(struct work *w, const struct store_player *p);

/* --- reading --- New references; NULL with *err set on failure. asker (its id) 0: nobody. */
json_t *reader_profile(struct reader *r, const char *name, const struct store_player *asker,
                       int *err);
/* name NULL: the note on the match, which the asker may see. */
json_t *reader_note(struct reader *r, const char *name, int64_t match, int64_t asker, int *err);
json_t *reader_blocks(struct reader *r, int64_t asker, int *err);

#endif
