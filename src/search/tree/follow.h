/* follow.h - finds the next position to search in the tree of the previous search. */
#ifndef FOLLOW_H
#define FOLLOW_H
#include "search/tree/tree.h"

/* Moves that the next position may be further on: both players' and, after a search that another
 * made, some more. */
enum { FOLLOW_PLIES = 4 };

/* The node of p in a tree whose root is the position `root`: the root itself if they are equal, or
 * a node at most FOLLOW_PLIES moves below it. NULL if there is no such node with children. */
const struct node *follow_find(const struct tree *t, const struct position *root,
                               const struct position *p);

#endif
