/* collection.h - games of the engine against itself that are a part of the program, so that the
 * opening explorer (explorer.h) of a new server is not empty.
 *
 * The table is made from collection/GAME.txt by tools/embed_collection.py. The games are in no
 * store: they are counted beside its sums, so that an operator who does not want them leaves
 * nothing behind. */
#ifndef COLLECTION_H
#define COLLECTION_H
#include "rules/game.h"
#include "store/explorer.h"

struct collection_game {
    enum game_id game;
    uint8_t side; /* of the board; else the setup is as usual */
    uint8_t winner;
    const char *moves; /* the whole game, separated by blanks */
};
extern const struct collection_game collection_games[];
extern const int collection_games_n;

struct setup collection_setup(const struct collection_game *g);

struct collection;                                /* opaque */
MUST_USE struct collection *collection_new(void); /* NULL when memory is short */
void collection_free(struct collection *c);       /* NULL is fine */

/* Sums the moves that followed the position with that key (firsts.h) in the first EXPLORED_PLIES
 * plies; without ratings. The games are replayed at the first question. Safe to call from any
 * thread. */
void collection_sums(struct collection *c, int64_t position, explorer_on_sum *on, void *context);

#endif
