/* export.h - everything that is a player's own, as one zip archive: account, settings, matches as
 * JSON and SGF, the player's texts, notes, notifications. It holds no secret: no password, no hash,
 * no token. */
#ifndef EXPORT_H
#define EXPORT_H
#include "record/memory.h"
#include "service/core/reader.h"
#include "service/core/service.h"
#include <stdatomic.h>

/* Appends the archive to *out, whose limit holds. Takes its time: about a millisecond a match; ends
 * with ERR_BUSY when *stop becomes true. ERR_NO_MEMORY, or the store's error. The reader is for the
 * calling thread alone. */
MUST_USE int export_write(struct reader *r, const struct store_player *p, const atomic_bool *stop,
                          struct sink *out);

#endif
