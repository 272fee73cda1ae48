/* serve_store.h - `hoshi serve` waits for a database that is not there yet: it restarts, or the
 * machine that it runs on starts beside this one. */
#ifndef SERVE_STORE_H
#define SERVE_STORE_H
#include "base/macros.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Asks again and again, less and less often, for at most `ms`, and says on standard error what
 * it waits for. Returns when the store answers, when waiting does not help, or when the time is
 * over: opening it then says why. SIGTERM and SIGINT end the process at once, also where they are
 * blocked. */
void serve_store_wait(const char *where, int64_t ms);

/* The folder for files without a name (exports): that of a SQLite file, otherwise one of our own in
 * TMPDIR or /var/tmp, which is made. False if it cannot be made or belongs to somebody else. */
MUST_USE bool serve_store_spool(const char *where, char *out, size_t size);

#endif
