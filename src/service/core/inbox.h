/* inbox.h - takes rows of the inbox (store/core/inbox.h) and deals with them, each exactly once.
 *
 *     taker's thread:  inbox_round: is anything due? It asks the committed store.
 *     writer, a batch: reads the rows that are due; for each, in a savepoint of its own, deal()
 *                      writes what follows, and the row is deleted; all of it is one transaction
 *
 * Of a batch that does not commit nothing was done; its rows are still there. A row whose deal()
 * fails is undone alone and tried again after a wait that doubles (half an hour at most), so that
 * it delays no other row and loses nobody's move; after INBOX_TRIES it is given up, with a line in
 * the log. Moves wait
 * while a batch runs, so it ends after INBOX_AT_ONCE_US, and the rest is for the next one.
 *
 * Any number of processes may take the same kind of rows. */
#ifndef SERVICE_INBOX_H
#define SERVICE_INBOX_H
#include "service/core/service.h"
#include "store/core/inbox.h"

enum {
    INBOX_ROWS = 256, /* of one batch, at most */
    INBOX_AT_ONCE_US = 1500,
    INBOX_TRIES = 60,    /* about a day */
    INBOX_WAIT_MS = 200, /* a pause between two rounds, */
    INBOX_MORE_MS = 10,  /* and when there is more to do: the writer has others to serve, too */
};

struct inbox_taker {
    enum inbox_kind kind;
    /* On the writer thread. `past`: nothing follows from the row any more (NULL: cannot be known);
     * it is not worth a savepoint then. */
    bool (*past)(struct work *w, const struct inbox_row *row, void *context);
    /* 0 or ERR_*. */
    int (*deal)(struct work *w, const struct inbox_row *row, void *context);
    /* Called before the rows of a batch; NULL: nothing to prepare. */
    int (*begin)(struct work *w, void *context);
    void *context;
    /* Of inbox_round: zero at the start. */
    int64_t newest, busy_until, look_at;
    /* Of the last batch. */
    int dealt;
    bool more;
};

/* Deals with what is due, if anything is. True when there may be more to do at once. On the thread
 * of the reader. */
bool inbox_round(struct inbox_taker *t, struct reader *r);

/* One batch of it, applied by an ORDER_BATCH (service/core/batch.h); context: the taker. */
MUST_USE int inbox_take(struct work *w, void *taker);

#endif
