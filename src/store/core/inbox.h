/* inbox.h - what follows later from a transaction: rows that the writer leaves with what it did,
 * and that are taken exactly once.
 *
 * A row has a kind, which says who takes it; a type, which says what has happened; the match, if it
 * is about one; and data, a JSON object. It may be taken from due_at on.
 *
 *     transaction: the move, the match, a row of the inbox           all of it is on the disk, or
 *                                                                    nothing
 *     due          inbox_due: the taker's transaction reads the row; PostgreSQL locks it, and other
 *                  takers skip what is locked (FOR UPDATE SKIP LOCKED)
 *     taken        the same transaction writes what follows and deletes the row (inbox_done)
 *
 * So a server that is killed at any point leaves the row as it was, and nothing that follows from
 * it; or what follows, and no row. Any server of a site may take any row. The order of the rows is
 * that in which one writer left them; between the writers of a shared store there is none, and
 * nothing may depend on it.
 *
 * A row that cannot be dealt with stays, later each time (inbox_later); service/core/inbox.h
 * decides when it is given up. A kind of rows that only some servers take is left only while one of
 * these has been there lately (inbox_present).
 *
 * A new kind needs a line in INBOX_KINDS and somebody who takes it. */
#ifndef STORE_INBOX_H
#define STORE_INBOX_H
#include "store/core/store.h"

/* X(NAME, "name"): who takes it. */
#define INBOX_KINDS(X)                                                                             \
    X(EVENTS, "events") /* service/notifications/notifier.h: events that players are told of */    \
    X(MAIL,                                                                                        \
      "mail") /* mail/notifications/notifications.h: the same events, for the mails about them */

enum inbox_kind {
#define INBOX_ENUM(name, text) INBOX_##name,
    INBOX_KINDS(INBOX_ENUM)
#undef INBOX_ENUM
        INBOX_KIND_N
};
extern const char *const inbox_kind_name[INBOX_KIND_N];

enum { INBOX_TYPE_BYTES = 24 };

struct inbox_row {
    int64_t id;
    enum inbox_kind kind;
    char type[INBOX_TYPE_BYTES];
    int64_t match; /* 0: of none */
    int64_t due_at;
    int tries;        /* how often it could not be dealt with */
    const char *data; /* JSON; borrowed */
};

/* Leaves a row; it may be written as late as with the commit. */
MUST_USE int inbox_leave(struct store *s, const struct inbox_row *row);
/* The same, at once; row->id is written. */
MUST_USE int inbox_leave_now(struct store *s, struct inbox_row *row);
/* Puts other data and another time into a row of that kind, type and match which nobody has taken:
 * the same has happened again. ERR_NOT_FOUND if it is no more. */
MUST_USE int inbox_renew(struct store *s, const struct inbox_row *row);

/* Whether any row of that kind may be taken by then. */
MUST_USE int inbox_waits(struct store *s, enum inbox_kind kind, int64_t now, bool *waits);
typedef void inbox_on_row(void *context, const struct inbox_row *row);
/* The rows that may be taken by then, oldest first. In a writer's transaction, which keeps them for
 * itself until its end. */
MUST_USE int inbox_due(struct store *s, enum inbox_kind kind, int64_t now, int limit,
                       inbox_on_row *on, void *context);
/* It is dealt with. */
MUST_USE int inbox_done(struct store *s, int64_t id);
/* It could not be, and is tried again then. */
MUST_USE int inbox_later(struct store *s, int64_t id, int64_t due_at);

/* The system's clock was set by so much: all rows are due as much later. */
MUST_USE int inbox_shift(struct store *s, int64_t by_ms);

/* Somebody who takes this kind of rows is there now; and was there within a day before now. */
enum { INBOX_PRESENT_MS = 24 * 3600 * 1000 };
MUST_USE int inbox_present(struct store *s, enum inbox_kind kind, int64_t now);
MUST_USE int inbox_was_present(struct store *s, enum inbox_kind kind, int64_t now, bool *present);
/* Deletes rows that nobody has taken since then. */
MUST_USE int inbox_trim(struct store *s, enum inbox_kind kind, int64_t before);

#endif
