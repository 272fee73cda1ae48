/* archive.h - a match as a game record (record/record.h), for export. */
#ifndef ARCHIVE_H
#define ARCHIVE_H
#include "record/record.h"
#include "rules/position.h"
#include "service/core/reader.h"
#include "service/core/service.h"

/* Makes the record of a match that the asker may see, and its last position. On 0 the caller has
 * *out to free; else ERR_NOT_FOUND, ERR_NO_MEMORY, ERR_ILLEGAL (it cannot be replayed), or the
 * store's error. */
MUST_USE int archive_record(struct reader *r, int64_t match, int64_t asker, const char *invite,
                            struct record *out, struct position *last);

/* Reads the game, board and first `ply` moves (negative: all) of a record as text, for a match that
 * begins there. as (may be NULL) is the game of an SGF file that names none. *moves is new (NULL
 * without moves); the caller frees it. On failure returns ERR_*, and *error says why: no record, a
 * move against the rules, or a start position that is not made of moves. *warnings is new, too: a
 * list of {"line","column","text"} of what was mended or left out; line 0: no place is known. */
MUST_USE int archive_start(const char *text, int ply, const struct setup *as, struct setup *setup,
                           move_t **moves, int *n, json_t **warnings, struct record_error *error);

#endif
