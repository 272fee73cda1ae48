/* must.h - memory that a server cannot do without.
 *
 * The server allocates little and checks sizes that come from others beforehand. When even a small
 * block is missing, the machine has no memory left: the process ends at once. Everything that was
 * answered is committed, and the service manager starts the server again. */
#ifndef MUST_H
#define MUST_H
#include "base/macros.h"
#include <stdlib.h>

/* Returns the block of an allocation. Ends the process if the allocation failed. */
MUST_USE static inline void *must_have(void *block)
{
    if (block == NULL)
        abort();
    return block;
}

#endif
