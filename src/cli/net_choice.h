/* net_choice.h - what `--net none|FILE` asks for. Messages go to stderr. */
#ifndef NET_CHOICE_H
#define NET_CHOICE_H
#include "net/net.h"
#include "search/engine.h"

struct net_choice {
    bool none;
    struct net *net; /* of the file, or NULL */
    char *bytes;     /* of the file */
};

/* Reads the word (NULL: nothing was asked for, the engine's own nets). Returns an exit status; *out
 * is to be done in any case. */
MUST_USE int net_choice_take(const char *word, struct net_choice *out);
void net_choice_done(struct net_choice *c);

/* Puts the choice, which must stay, into the options of an engine. */
void net_choice_set(const struct net_choice *c, struct engine_options *options);

#endif
