/* net_choice.h - the value of the option `--net none|FILE`. Messages go to stderr. */
#ifndef NET_CHOICE_H
#define NET_CHOICE_H
#include "arena/player.h"
#include "net/net.h"
#include "search/engine.h"

struct net_choice {
    bool none;
    struct net *net; /* of the file, or NULL */
    char *bytes;     /* of the file */
};

/* Reads the word (NULL: nothing was asked for, the engine's own nets). Returns an exit status; call
 * net_choice_done(out) in any case. For commands that measure. */
MUST_USE int net_choice_take(const char *word, struct net_choice *out);

/* The same for commands that play: if the file is unusable, they say so, and that the engine uses
 * playouts instead. The same holds if `setup` is not NULL and the net is not for that board. */
void net_choice_wish(const char *word, const struct setup *setup, struct net_choice *out);

/* net_choice_take for a player's word: the player gets the net that the word names. */
MUST_USE int net_choice_player(struct player_spec *player, struct net_choice *out);

void net_choice_done(struct net_choice *c);

/* Puts the choice, which must stay, into the options of an engine. */
void net_choice_set(const struct net_choice *c, struct engine_options *options);

#endif
