/* admin_rotate.h - `hoshi admin rotate`: new secrets instead of those in a store. */
#ifndef ADMIN_ROTATE_H
#define ADMIN_ROTATE_H
#include <stdbool.h>
#include <stdint.h>

enum { ADMIN_ROTATE_DAYS = 14 }; /* unless the operator says otherwise */

/* Says what each rotation ends. what NULL: of all of them. A status of the program. */
int admin_rotate_explain(const char *what);
/* Replaces what is named; days: how long proofs in mails that were sent before still count. A
 * status of the program. */
int admin_rotate(const char *store, const char *what, int64_t days);

#endif
