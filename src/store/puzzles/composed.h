/* composed.h - puzzles that members make: the position and its state.
 *
 * A puzzle waits until the engine has proved it. As with reviews (reviews.h), an engine claims the
 * job for a while. Published ones are puzzles like those of the program, under the name in
 * `puzzle`. */
#ifndef STORE_COMPOSED_H
#define STORE_COMPOSED_H
#include "store/analysis/reviews.h"
#include "store/puzzles/puzzles.h"

enum {
    COMPOSED_START_BYTES = 2048,
    COMPOSED_MOVES_BYTES = 1024,
    COMPOSED_WORDS_BYTES = 256,
    COMPOSED_REASON_BYTES = 1204, /* 300 characters of at most four bytes, with NUL */
};

enum composed_state {
    COMPOSED_WAITING,   /* for its proof */
    COMPOSED_UNIQUE,    /* one move wins; moderators decide next */
    COMPOSED_MANY,      /* several moves win: `others` */
    COMPOSED_LOST,      /* none does */
    COMPOSED_UNDECIDED, /* the proof did not end within the bound */
    COMPOSED_KNOWN,     /* there is such a puzzle: `puzzle` */
    COMPOSED_PUBLISHED,
    COMPOSED_REFUSED,
    COMPOSED_DROPPED, /* the queue was full, and its author had most in it */
    COMPOSED_STATE_N
};
extern const char *const composed_state_name[COMPOSED_STATE_N];

struct composed {
    int64_t id;
    int64_t player;
    char game[16];
    int width, height, options;
    char start[COMPOSED_START_BYTES]; /* where the moves begin (rules/placed.h) */
    char moves[COMPOSED_MOVES_BYTES]; /* that lead to it, separated by blanks */
    int64_t at;
    enum composed_state state;
    char puzzle[PUZZLES_ID_BYTES]; /* "": not yet */
    char solution[8];
    char others[COMPOSED_WORDS_BYTES]; /* moves that win, when there are several */
    char themes[COMPOSED_WORDS_BYTES];
    int plies, rating;
    int64_t claim_until;
    int64_t decided_at; /* by moderators; 0: not yet */
    char reason[COMPOSED_REASON_BYTES];
    struct store_player by; /* read only */
};

/* Writes c->id. */
MUST_USE int composed_add(struct store *s, struct composed *c);
MUST_USE int composed_get(struct store *s, int64_t id, struct composed *out);
/* Writes the columns that may change: all from the state on. */
MUST_USE int composed_put(struct store *s, const struct composed *c);
/* The published puzzle of that name, else one that waits for moderators. */
MUST_USE int composed_named(struct store *s, const char *puzzle, struct composed *out);
/* The next puzzle that waits for its proof and has no claim: payers (quota.h) take turns; it is the
 * oldest of the one who was served longest ago. A claim in the past says when. ERR_NOT_FOUND: there
 * is none. */
MUST_USE int composed_next(struct store *s, int64_t now, int64_t *id);
/* The payer of that player is served now. */
MUST_USE int composed_served(struct store *s, int64_t player, int64_t now);
/* As reviews_greediest. */
MUST_USE int composed_greediest(struct store *s, int64_t asker, struct reviews_greed *out);
/* How many wait for their proof: of this player, of all. */
MUST_USE int composed_waiting_of(struct store *s, int64_t player, int64_t *n);
MUST_USE int composed_waiting(struct store *s, int64_t *n);
typedef void composed_on(void *context, const struct composed *c);
/* Newest first, with ids below `before`; they return the number of rows. */
MUST_USE int composed_of(struct store *s, int64_t player, int64_t before, int limit,
                         composed_on *on, void *context);
MUST_USE int composed_in(struct store *s, enum composed_state state, int64_t before, int limit,
                         composed_on *on, void *context);
/* The latest of a game that are published, the newest first. */
MUST_USE int composed_published(struct store *s, const char *game, int limit, composed_on *on,
                                void *context);
/* The published ones that a player has tried. */
MUST_USE int composed_tried(struct store *s, int64_t player, composed_on *on, void *context);
/* Deletes a player's puzzles, except published ones. */
MUST_USE int composed_forget(struct store *s, int64_t player);

#endif
