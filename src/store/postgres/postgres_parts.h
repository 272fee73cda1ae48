/* postgres_parts.h - the events of a PostgreSQL store lie in parts, so that old ones go by dropping
 * a table. `event` and `event_topic` are partitioned by the number of the event, both at the same
 * numbers; a part is named by its first one.
 *
 *     event        event_p1             event_p1000001             event_p2000001
 *     event_topic  event_topic_p1       event_topic_p1000001       event_topic_p2000001
 *                  all of it is old     has the newest event       spare
 *
 * A part is closed after PART_DAYS: an event that says nothing (of TOPIC_PEERS) is added with the
 * first number of the next part, and all who write count on from there. So a part has the events of
 * some days, however many they are, and its size only bounds them.
 *
 * Who does what:
 * - The writer (pg_make_room in postgres_keeper.c) knows up to which number there are parts. Should
 *   the spare one come too late, it makes a part inside its own transaction.
 * - The keeper (postgres_keeper.c), a thread of each process with a connection of its own, takes a
 *   turn (pg_parts_turn) every hour and when the spare part is entered. One of them does so at a
 *   time.
 * - A copy of a store (copy_postgres.c) makes the parts for the events that it brings.
 *
 * A part is made by CREATE TABLE and ATTACH PARTITION, beside readers and writers. An old one goes
 * by DETACH PARTITION CONCURRENTLY, which waits for the transactions that have used the table but
 * lets new ones pass, and by DROP TABLE. There must be no default partition: it would forbid this.
 *
 * A turn may end anywhere, and the next one continues from the state it finds: a detachment that
 * was interrupted ("pending") is finalized; a table of such a name that is no part is dropped. */
#ifndef POSTGRES_PARTS_H
#define POSTGRES_PARTS_H
#include "base/macros.h"
#include "base/text.h"
#include <libpq-fe.h>
#include <stdint.h>

enum {
    PG_PART_DAYS = 3,
    PG_PART_MIN = 1000 * 1000, /* numbers of one part; four times as many as the one before used, */
    PG_PART_MAX = 100 * 1000 * 1000,
    PG_PART_SQL_BYTES = 2000,
};

/* Queries for one number, 0 if there is no part: where the last part ends (the first number that
 * has no part), and where it begins. */
extern const char pg_parts_end[], pg_parts_last[];

/* One statement that makes sure that there is a part for this event: a new one has room for `size`
 * numbers from the event on. If another process makes one at the same time, this waits for it. */
void pg_parts_reach(int64_t event, int64_t size, char sql[PG_PART_SQL_BYTES]);

/* Makes a spare part when there is none, closes the part of the newest event when its oldest is
 * PART_DAYS old, and drops those whose newest event is older than before_ms. Outside of
 * transactions, on a connection of its own, where it waits PG_PART_WAIT_MS for a lock at most.
 * Returns 0, or 1 when something waits for other transactions: call it again in a while. On ERR_*
 * *why says what failed; the next turn tries again. */
enum { PG_PART_WAIT_MS = 800 }; /* below deadlock_timeout: of two it is the keeper who gives way */
MUST_USE int pg_parts_turn(PGconn *conn, int64_t now_ms, int64_t before_ms, struct text *why);

#endif
