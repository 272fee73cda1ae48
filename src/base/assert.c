/* assert.c - the message of a failed assertion: its place and condition (macros.h). The one file of
 * base that knows a system, and empty on targets without one. */
#include "base/macros.h"

#if __STDC_HOSTED__
#include <stdio.h>
#include <stdlib.h>

void assert_failed(const char *file, int line, const char *cond)
{
    (void)fprintf(stderr, "%s:%d: this should always hold: %s\n", file, line, cond);
    abort();
}
#endif
