/* check.h - judgements of fixed positions, mixed into one number: the same on every machine, with
 * every compiler and on every path. */
#ifndef CHECK_H
#define CHECK_H
#include "net/net.h"

uint64_t net_check(const struct net *net, struct net_work *w);

#endif
