/* puzzle_themes.h - names what happens in a puzzle (docs/PUZZLES.md, "Themes"). */
#ifndef PUZZLE_THEMES_H
#define PUZZLE_THEMES_H
#include "search/proof/puzzle.h"
#include "search/proof/resist.h"

/* Memory and limits of resist.h that measure a puzzle as the page does (docs/PUZZLES.md). */
enum { PUZZLE_THEMES_MEMORY = 40 << 20 };
extern const struct resist_limits puzzle_themes_limits;

/* Plays the solution against the longest resistance and sets pz->plies and pz->themes. Returns
 * false when a question is not answered within the limits, or the length is not exact. */
MUST_USE bool puzzle_themes_measure(struct puzzle *pz, struct resist *r,
                                    const struct resist_limits *limits);

#endif
