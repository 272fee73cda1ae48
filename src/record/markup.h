/* markup.h - marks on points (CR, TR, SQ, MA), which records keep as they stand. */
#ifndef MARKUP_H
#define MARKUP_H
#include "record/record.h"

/* Makes "aa:cc", a rectangle of points, the points themselves, each once, as the page draws them.
 * A list with something that is no point of the board stays as it is. ERR_NO_MEMORY. */
MUST_USE int markup_expand(struct record *r, struct record_node *node);

#endif
