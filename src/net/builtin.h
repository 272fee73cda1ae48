/* builtin.h - the nets that come with the program: the files of nets/, embedded by
 * tools/embed_nets.py. */

#ifndef BUILTIN_H
#define BUILTIN_H
#include "rules/game.h"

/* The bytes of a game's net file, or NULL if the game has none. */
const void *builtin_net(enum game_id game, size_t *bytes);

#endif
