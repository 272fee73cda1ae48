/* archive.h - a match as a game record (record/record.h), for export. */
#ifndef ARCHIVE_H
#define ARCHIVE_H
#include "record/record.h"
#include "rules/position.h"
#include "service/service.h"

/* Makes the record of a match that the asker may see, and its last position. On 0 the caller has
 * *out to free; else ERR_NOT_FOUND, ERR_NO_MEMORY, ERR_ILLEGAL (it cannot be replayed), or the
 * store's error. */
MUST_USE int archive_record(struct reader *r, int64_t match, int64_t asker, const char *invite,
                            struct record *out, struct position *last);

#endif
