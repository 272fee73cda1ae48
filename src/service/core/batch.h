/* batch.h - work of another face inside the writer's transaction: several orders, and rows of its
 * own, that stand or fall together.
 *
 * An ORDER_BATCH carries a function that the writer thread calls within the order's savepoint. The
 * function runs ordinary orders with batch_run and writes what is its own to batch_store; all of it
 * is on the disk before the order's `done` is called. It returns 0 to keep everything, ERR_DENIED
 * to undo everything, or what a store function returned, which loses the whole transaction. */
#ifndef BATCH_H
#define BATCH_H
#include "service/core/order.h"
#include "service/core/reader.h"
#include "service/core/service.h"

struct work; /* opaque */
struct position;

/* The service that runs the orders made from the reader's results. */
struct service *batch_reader_service(const struct reader *r);
struct store *batch_store(const struct work *w);
struct service *batch_service(const struct work *w);
int64_t batch_now(const struct work *w); /* ms since 1970 */

/* Applies an order, also a task, in a savepoint of its own; how it ended is in o->out, whose `why`
 * the caller frees (outcome_free). Negative only when the transaction is lost. */
MUST_USE int batch_run(struct work *w, struct order *o);

/* Hands a function to the writer and waits until it is committed or refused. Not on the writer's
 * thread. */
enum outcome_kind batch_run_alone(struct service *s, int (*apply)(struct work *w, void *context),
                                  void *context);

/* The same beside the moves of matches (STORE_BESIDE in store.h): it changes neither existing
 * matches nor players, or it runs once more, alone. */
MUST_USE enum outcome_kind
batch_run_beside(struct service *s, int (*apply)(struct work *w, void *context), void *context);

/* The position of a match. ERR_ILLEGAL when its record cannot be replayed. */
MUST_USE int batch_position(const struct work *w, const struct store_match *m,
                            struct position *out);
/* The same from any store, without what the writer keeps: for threads that read. */
MUST_USE int batch_replay(struct store *store, const struct store_match *m, struct position *out);

#endif
