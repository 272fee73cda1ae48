/* collection.h - games of the engine against itself that are a part of the program, so that the
 * opening explorer (explorer.h) and the archive of a new server are not empty.
 *
 * The table is made from collection/GAME.txt by tools/embed_collection.py. The games are in no
 * store: they are counted beside its sums, so that an operator who does not want them leaves
 * nothing behind. */
#ifndef COLLECTION_H
#define COLLECTION_H
#include "record/record.h"
#include "rules/game.h"
#include "service/core/reader.h"
#include "service/core/service.h"
#include "store/analysis/explorer.h"

struct collection_game {
    enum game_id game;
    uint8_t side;      /* of the board; else the setup is as usual */
    uint8_t winner;    /* side; 0: a draw */
    uint8_t level;     /* of the engine on all sides */
    const char *moves; /* the whole game, separated by blanks */
};
extern const struct collection_game collection_games[];
extern const int collection_games_n;

struct setup collection_setup(const struct collection_game *g);
/* Reads the next of a game's moves, and sets *at behind it; false at the end, or if it is no
 * move. */
bool collection_next(const char **at, const struct setup *s, move_t *out);

struct collection;                                /* opaque */
MUST_USE struct collection *collection_new(void); /* NULL when memory is short */
void collection_free(struct collection *c);       /* NULL is fine */

/* Sums the moves that followed the position with that key (opening_statistics.h) in the first
 * EXPLORED_PLIES plies; without ratings. The games are replayed at the first question. Safe to
 * call from any thread. */
void collection_sums(struct collection *c, int64_t position, explorer_on_sum *on, void *context);

/* Which games are wanted; their numbers are 1 … collection_games_n. */
struct collection_ask {
    const struct game *game; /* NULL: any */
    int width, height;       /* 0: any */
    bool has_opening;
    int64_t opening; /* the key of a position after at most OPENING_STATISTICS_PLIES plies */
    int64_t before;  /* numbers below; 0: all */
    int limit;
};
/* The last first; returns how many numbers were written to out[limit], or ERR_NO_MEMORY. Safe to
 * call from any thread. */
MUST_USE int collection_search(struct collection *c, const struct collection_ask *ask, int *out);

/* collection_view.c: the answer that docs/api/matches.md shows, without games where the server has
 * no collection. A new reference; NULL with *err set on failure. */
json_t *reader_collection(struct reader *r, const struct collection_ask *ask, int *err);
/* The record of a game, and its last position, as archive_record makes them. ERR_NOT_FOUND: this
 * server has no such game. On 0 the caller has *out to free. */
MUST_USE int collection_record(struct reader *r, int64_t number, struct record *out,
                               struct position *last);

/* NULL: the operator does not want it. */
struct collection *collection_of(const struct service *s);

#endif
