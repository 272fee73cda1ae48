/* net_choice.h - what `--net none|FILE` asks for. Messages go to stderr. */
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

/* Reads the word (NULL: nothing was asked for, the engine's own nets). Returns an exit status; *out
 * is to be done in any case. For commands that measure. */
MUST_USE int net_choice_take(const char *word, struct net_choice *out);

/* The same for commands that play: when the file is no good, they say so, and that the engine goes
 * by playouts. So they do, if `setup` is not NULL, when the net is not for that board. */
void net_choice_wish(const char *word, const struct setup *setup, struct net_choice *out);

/* net_choice_take for the word of a player, who gets the net that it names. */
MUST_USE int net_choice_player(struct player_spec *player, struct net_choice *out);

void net_choice_done(struct net_choice *c);

/* Puts the choice, which must stay, into the options of an engine. */
void net_choice_set(const struct net_choice *c, struct engine_options *options);

#endif
