/* reviews.h - matches that are over, reviewed by the server's engine once and for everybody.
 *
 *     a member asks --> waits --> the engine's process claims it (bot/review.h), judges some
 *     positions, hands them in --> waits again, behind the other members --> ... --> done
 *
 * So members take turns, each for REVIEWS_TURN positions, however long their matches are. Results
 * that were handed in survive a restart of server or engine. Only the engine's own account may hand
 * in results: a review that a browser has computed cannot be checked without computing it again, so
 * browsers keep theirs.
 *
 * Limits: REVIEWS_MINE_MAX of a member wait at once, REVIEWS_ALL_MAX of all, and QUOTA_REVIEW
 * (quota.h) a day. When the queue is full, the member who has most in it, of the network that has
 * most, loses the newest: a newcomer is not refused. */
#ifndef REVIEWS_H
#define REVIEWS_H
#include "service/core/reader.h"
#include "service/core/service.h"

enum {
    REVIEWS_MINE_MAX = 5,
    REVIEWS_ALL_MAX = 500,
    REVIEWS_TURN = 16,            /* positions for which the engine claims a match */
    REVIEWS_HANDED_MAX = 64,      /* positions handed in at once, at most */
    REVIEWS_CLAIM_MS = 20 * 1000, /* after such a silence another engine may continue */
    REVIEWS_SHARE_ALL = 10000,
    REVIEWS_ENGINE_MAX = 63, /* bytes of the engine's name */
};

struct review_act {
    int64_t match;
    /* Of the engine: */
    const char *engine;
    int from; /* ply of the first position handed in */
    int playouts;
    bool failed; /* the match cannot be replayed */
    const json_t *positions;
};

/* For ORDER_BATCH (batch.h); context: struct review_act. */
MUST_USE int reviews_ask(struct work *w, void *context);
MUST_USE int reviews_cancel(struct work *w, void *context);
/* Called by the engine's process: out.id is the match to review, 0 if none waits. */
MUST_USE int reviews_claim(struct work *w, void *context);
MUST_USE int reviews_hand_in(struct work *w, void *context);

/* Inside a transaction of the writer: forgets the waiting reviews of this player. */
MUST_USE int reviews_forget(struct store *s, int64_t player);

/* New references; NULL with *err set. The review of a match that the asker may see; for the engine,
 * the match that it has claimed, and the position to begin with. */
json_t *reader_review(struct reader *r, int64_t match, int64_t asker, const char *invite, int *err);
json_t *reader_review_job(struct reader *r, int64_t match, int *err);

#endif
