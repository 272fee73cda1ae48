/* reviews.h - matches that the server's engine reviews, or has reviewed: one review for each match,
 * with the result for each of its positions.
 *
 * A review waits until all its positions are judged. It has no thread: an engine claims it for a
 * while. When the claim expires, another may continue after the last judged position. */
#ifndef STORE_REVIEWS_H
#define STORE_REVIEWS_H
#include "store/core/store.h"

enum { REVIEWS_ENGINE_BYTES = 64, REVIEWS_LINE_BYTES = 160 };

enum review_state { REVIEW_WAITING, REVIEW_DONE, REVIEW_FAILED, REVIEW_DROPPED, REVIEW_STATE_N };
extern const char *const review_state_name[REVIEW_STATE_N];

struct review {
    int64_t match;
    int64_t player; /* the player who asked; 0: it no longer waits, or the account is deleted */
    enum review_state state;
    int total, done; /* positions: one before each move, and the last one */
    int playouts;    /* for each position */
    char engine[REVIEWS_ENGINE_BYTES];
    int64_t asked_at, served_at; /* served_at: when an engine last worked on it */
    int64_t claim_until;
    int64_t finished_at; /* 0: not yet */
};

/* ERR_CONFLICT: the match has one already. */
MUST_USE int reviews_add(struct store *s, const struct review *r);
MUST_USE int reviews_get(struct store *s, int64_t match, struct review *out);
MUST_USE int reviews_put(struct store *s, const struct review *r);
/* With its positions. */
MUST_USE int reviews_end(struct store *s, int64_t match);

/* The next review among those without a claim at that time. Payers (quota.h) take turns, and the
 * players of each: it is the oldest request of the player who was served longest ago.
 * ERR_NOT_FOUND: none waits. */
MUST_USE int reviews_next(struct store *s, int64_t now, int64_t *match);
/* How many wait: of this player; and of all, those asked for before r (NULL: all). */
MUST_USE int reviews_waiting_of(struct store *s, int64_t player, int64_t *n);
MUST_USE int reviews_waiting(struct store *s, const struct review *r, int64_t *n);
/* When the queue is full: the newest review of the player who has most waiting, of the payer who
 * has most; how many these have, and how many the one who asks has. ERR_NOT_FOUND: none waits. */
struct reviews_greed {
    int64_t id; /* the match, or whatever waits */
    int64_t of_payer, of_player;
    int64_t my_payer, mine;
    bool same_payer; /* as the one who asks */
};
MUST_USE int reviews_greediest(struct store *s, int64_t asker, struct reviews_greed *out);
/* Whether that one makes room for the one who asks, who then has less than he has. */
static inline bool reviews_gives_way(const struct reviews_greed *g)
{
    int64_t theirs = g->same_payer ? g->of_player : g->of_payer;
    int64_t mine = g->same_payer ? g->mine : g->my_payer;
    return theirs > 1 && theirs > mine + 1;
}
/* The matches of those of a player that wait; returns the number written to out[limit]. */
MUST_USE int reviews_of(struct store *s, int64_t player, int limit, int64_t *out);

struct review_position {
    int ply, side;
    int share;        /* of the first side, 0 ... 10,000 */
    int points;       /* hundredths that the first side is expected to win by */
    const char *line; /* borrowed: the best line, moves with blanks; "" at the end */
};
MUST_USE int reviews_position_add(struct store *s, int64_t match, const struct review_position *p);
typedef void reviews_on_position(void *context, const struct review_position *p);
/* In order of plies. */
MUST_USE int reviews_positions(struct store *s, int64_t match, reviews_on_position *on,
                               void *context);

#endif
