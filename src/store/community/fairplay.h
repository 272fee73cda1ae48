/* fairplay.h - the part of the store that keeps ratings honest: which pairs were compared and when,
 * which pairs moderators should look at, which matches they have annulled, and how far ratings have
 * been computed again since.
 *
 * In a pair the order of the players does not matter. As in store.h everything happens between
 * store_begin and store_commit, and functions return 0 (or a count) or ERR_*. */
#ifndef FAIRPLAY_H
#define FAIRPLAY_H
#include "store/core/store.h"
#include "store/ratings/rating.h"

enum { FAIRPLAY_REASON_BYTES = 2004 }; /* 500 characters of at most four bytes, with NUL */

/* Two players of a match that was rated at that time. */
MUST_USE int fairplay_pair_add(struct store *s, const char *game, int64_t a, int64_t b,
                               const struct rating_when *when);
/* In how many matches they were compared between two times (both excluded); counts up to limit. */
MUST_USE int fairplay_pair_count(struct store *s, const char *game, int64_t a, int64_t b,
                                 int64_t since, int64_t until, int limit, int64_t *n);
MUST_USE int fairplay_pairs_remove(struct store *s, int64_t match);

/* How many people have a deviation below that one in a game; counts up to limit. */
MUST_USE int fairplay_known(struct store *s, const char *game, int64_t deviation, int limit,
                            int64_t *n);

/* Two players that moderators should look at. */
struct fairplay_flag {
    int64_t id;
    char game[16];
    int matches;   /* rated ones since they were first flagged */
    int64_t match; /* the last of them */
    int64_t at, closed_at;
    struct store_player a, b;
};
/* Counts one more match of the pair; a flag that was closed stays closed. */
MUST_USE int fairplay_flag(struct store *s, const char *game, int64_t a, int64_t b, int64_t match,
                           int64_t at);
typedef void fairplay_on_flag(void *context, const struct fairplay_flag *f);
/* The newest first, below that number (0: all); returns their number. */
MUST_USE int fairplay_flags(struct store *s, bool closed, int64_t before, int limit,
                            fairplay_on_flag *on, void *context);
MUST_USE int fairplay_flag_get(struct store *s, int64_t id, struct fairplay_flag *out);
MUST_USE int fairplay_flag_close(struct store *s, int64_t id, int64_t by, int64_t at);

/* ERR_CONFLICT: it is annulled already. */
MUST_USE int fairplay_annul(struct store *s, int64_t match, int64_t by, int64_t at,
                            const char *reason);
struct fairplay_annulment {
    int64_t id, match, at;
    char reason[FAIRPLAY_REASON_BYTES];
    char game[16]; /* this and the rest: only in a list */
    bool is_private;
    int seat;
    struct store_player player;
};
MUST_USE int fairplay_annulment_get(struct store *s, int64_t match, struct fairplay_annulment *out);
typedef void fairplay_on_annulment(void *context, const struct fairplay_annulment *a);
/* The newest first, below that number (0: all), at most limit matches: once for each seat. */
MUST_USE int fairplay_annulments(struct store *s, int64_t before, int limit,
                                 fairplay_on_annulment *on, void *context);

/* Marks the matches of a game after that one to be rated again. If a match is marked already, the
 * earlier one holds. */
MUST_USE int fairplay_redo_from(struct store *s, const char *game, const struct rating_when *after);
/* The matches up to that one have been rated again. */
MUST_USE int fairplay_redo_reached(struct store *s, const char *game,
                                   const struct rating_when *after);
/* A game with matches to be rated again; ERR_NOT_FOUND: there is none. */
MUST_USE int fairplay_redo_next(struct store *s, char game[16], struct rating_when *after);
MUST_USE int fairplay_redo_done(struct store *s, const char *game);

/* Forgets a deleted account. Annulled matches stay annulled. */
MUST_USE int fairplay_forget(struct store *s, int64_t player);

#endif
