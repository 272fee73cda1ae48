/* explorer.h - statistics of early positions in public finished matches, as sums: how often one
 * position followed another, which side won, and the players' ratings. Positions are keys
 * (service/analysis/opening_statistics.h), equal for positions that symmetry maps onto each other.
 * No names are stored here.
 *
 * The sums are kept for each year, kind (in the column `rated`), and band of ratings, so that a
 * question that asks for some of them reads a few rows however many matches there are. */
#ifndef STORE_EXPLORER_H
#define STORE_EXPLORER_H
#include "store/core/store.h"

enum {
    EXPLORER_BAND = 100,    /* ratings from n * 100 to below (n + 1) * 100 are band n */
    EXPLORER_BAND_MAX = 40, /* and all above */
    EXPLORER_UNRATED = -1,  /* the band of matches without ratings */
};

/* The kind of the matches in a sum. */
enum explored_kind { EXPLORED_UNRATED, EXPLORED_RATED, EXPLORED_ENGINE, EXPLORED_KIND_N };

/* One step of one match. */
struct explorer_step {
    int64_t position, child; /* before and after the move */
    int year;
    enum explored_kind kind;
    int64_t rating; /* the players' average, in points; 0: not known */
    int winner;     /* side; 0: a draw */
};
MUST_USE int explorer_add(struct store *s, const struct explorer_step *step);
/* Removes a step. If a recomputation has changed ratings since the step was added, its band may
 * have no such match now; then the nearest band that has one loses it. */
MUST_USE int explorer_take(struct store *s, const struct explorer_step *step);

struct explorer_filter {
    int64_t position;
    int since, until;                 /* years */
    enum explored_kind kind, kind_to; /* the first and the last */
    int bands, bands_to;              /* the same */
};
struct explorer_sum {
    int64_t child, n, wins[STORE_SEATS_MAX]; /* [side - 1] */
    int64_t ratings, ratings_n;              /* their sum, and how many matches have one */
    int64_t engine;                          /* how many the engine has played against itself */
};
typedef void explorer_on_sum(void *context, const struct explorer_sum *sum);
/* The moves that followed a position, the most frequent first. */
MUST_USE int explorer_sums(struct store *s, const struct explorer_filter *f, explorer_on_sum *on,
                           void *context);

#endif
