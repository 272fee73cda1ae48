/* export.h - everything that is a player's own, as one zip archive: account, settings, matches as
 * JSON and SGF, the player's texts, notes, notifications. It holds no secret: no password, no hash,
 * no token. */
#ifndef EXPORT_H
#define EXPORT_H
#include "service/core/reader.h"
#include "service/core/service.h"
#include <stdatomic.h>
#include <stdio.h>

/* Writes the archive to *out, row after row: it keeps one study, one match and a page of a list in
 * memory, and the names of the files, whatever the player has. Takes its time: about a millisecond
 * a match; ends with ERR_BUSY when *stop becomes true. ERR_TOO_BIG beyond EXPORT_BYTES_MAX,
 * ERR_NO_MEMORY when *out cannot be written, or the store's error. The reader is for the calling
 * thread alone. */
MUST_USE int export_write(struct reader *r, const struct store_player *p, const atomic_bool *stop,
                          FILE *out);

#define EXPORT_BYTES_MAX (INT64_C(1) << 30)

#endif
