/* body_play.h - the parts of a new match's body that say how it is played: clock, start, delay. */
#ifndef BODY_PLAY_H
#define BODY_PLAY_H
#include "http/wire/problem.h"
#include <stdbool.h>

/* A board by game, sizes (0: the game's) and options (NULL: the game's); out->players is there. */
MUST_USE bool body_play_setup(const char *game, int width, int height, const json_t *options,
                              struct setup *out, struct problem *problem);
/* {"kind":…}: a clock; null: none. */
MUST_USE bool body_play_clock(const json_t *value, struct clock_rule *out, struct problem *problem);
/* {"plies":N} or {"ms":N}; null: none. */
MUST_USE bool body_play_delay(const json_t *value, struct order *o, struct problem *problem);
/* A list of moves. o->u.create.setup is there. */
MUST_USE bool body_play_start(const json_t *moves, struct order *o, struct problem *problem);
/* A record as text, with its first `ply` moves (negative: all): also fills the setup. game (may be
 * NULL): of a file that names none. */
MUST_USE bool body_play_record(const char *text, int ply, const char *game, struct order *o,
                               struct problem *problem);

#endif
