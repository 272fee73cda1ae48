/* run.h - what runs the service above all its features: the writer, its chores, the other
 * processes. Nothing below includes it. */
#ifndef RUN_H
#define RUN_H
#include "service/core/service_int.h"

/* Applies one order inside its savepoint. 0: keep; ERR_STORE and similar: the transaction is lost;
 * ERR_DENIED: undo this order only (the outcome says why). A dispatch table: struct service points
 * to it, so that features can run orders inside their own (batch_run). */
MUST_USE int orders_apply(struct work *w);

/* How much of the store an order needs for itself, before it is known. */
enum store_reach orders_reach(const struct order *o);

/* A task (batch.h): does a part of the chore, and notes whether and when there is more. context: a
 * struct chore of the service. */
int chores_part(struct work *w, void *context);

void writer_start(struct service *s);
void writer_stop(struct service *s);

/* Processes that share the store (peers.c). */
MUST_USE int peers_open(struct service *s, struct text *why);
void peers_start(struct service *s);
void peers_stop(struct service *s);
void peers_close(struct service *s);
/* Inside the writer's transaction, before anything is judged: takes over the changes of other
 * processes. settled: as store_settled says now; 0: it is asked. */
MUST_USE int peers_catch_up(struct service *s, int64_t settled);
/* The events of the transaction are committed, and are published as soon as none can come before
 * them; and what may be published right after the commit. */
void peers_hold(struct service *s);
void peers_committed(struct service *s);
/* Between transactions: publishes what may be published. */
void peers_read(struct service *s);
/* Whether committed events wait for those of others. */
bool peers_wait(const struct service *s);

#endif
