/* examine.h - what an operator should know of a store's machinery: how a database is set and
 * followed, how full a file is. It reads beside running servers and changes nothing. */
#ifndef STORE_EXAMINE_H
#define STORE_EXAMINE_H
#include "base/macros.h"
#include "base/text.h"
#include <stdbool.h>
#include <stdint.h>

struct store_facts {
    bool is_database;
    /* Of a file. */
    int64_t pages, free_pages, page_bytes;
    /* Of a database. */
    char version[64];
    char synchronous_commit[24];
    bool fsync, is_standby, archives;
    int standbys, synchronous; /* that replicate it now; those of them that a commit waits for */
    bool wants_synchronous;    /* a commit waits for a standby, even if none is connected */
    int64_t behind_bytes;      /* of the standby that is furthest behind */
    int connections, connections_max;
    int64_t archive_failed; /* segments of its log, since the last that was archived */
    int64_t ahead_ms;       /* its clock before this machine's; within half of took_ms */
    int64_t took_ms;
};

/* 0, or ERR_STORE with a sentence in *why. */
MUST_USE int store_examine(const char *where, struct store_facts *out, struct text *why);

#endif
