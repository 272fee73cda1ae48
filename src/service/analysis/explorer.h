/* explorer.h - the opening explorer: the moves from a position in finished public matches and in
 * the program's own collection of engine games (collection.h), with their counts and results.
 * explored.h enters the matches. Positions that symmetry maps onto each other are one, and so are
 * those that other orders of moves lead to. */
#ifndef EXPLORER_H
#define EXPLORER_H
#include "rules/game.h"
#include "service/core/reader.h"
#include "service/core/service.h"

struct position;
struct text;

enum { EXPLORER_YEAR_MIN = 2000, EXPLORER_YEAR_MAX = 9999 };

enum explorer_source { EXPLORER_ALL, EXPLORER_PLAYERS, EXPLORER_ENGINE, EXPLORER_SOURCE_N };
extern const char *const explorer_source_name[EXPLORER_SOURCE_N];

struct explorer_ask {
    struct setup setup;
    const char *moves;           /* with commas; "": the empty board */
    int since, until;            /* years, both included */
    enum explorer_source source; /* of players, or of the engine against itself */
    int rated;                   /* 1, 0, or -1: both; of players only, if it is given */
    int rating_min, rating_max;  /* 0: any; in hundreds */
};
/* The answer that docs/api/matches.md shows. NULL with *err set on failure: ERR_ILLEGAL, with *why,
 * for moves that cannot be played. */
json_t *reader_explorer(struct reader *r, const struct explorer_ask *a, int *err, struct text *why);

#endif
