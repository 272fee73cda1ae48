/* open.h - opening and closing the server's logic. */
#ifndef OPEN_H
#define OPEN_H
#include "service/core/service.h"

struct text;

/* Opens the store at `where` and starts the writer. On failure NULL, and *why is a sentence. While
 * the server was down no clock ran: those that were running are moved on. */
MUST_USE struct service *service_open(const char *where, struct text *why);
/* The same with another time (NULL: the system's), which must outlive the service. */
MUST_USE struct service *service_open_at(const char *where, const struct service_time *time,
                                         struct text *why);
/* service_open in two steps. Until service_begin, which is called once, by the thread that prepared
 * the service and before the first request, the writer applies orders, but does nothing by itself:
 * whatever is due then finds the site described. */
MUST_USE struct service *service_prepare(const char *where, struct text *why);
void service_begin(struct service *s, const struct service_site *site);
/* Opens a store, that another process may serve, only to be read: no writer is started, and no
 * order may be submitted. */
MUST_USE struct service *service_look(const char *where, struct text *why);
/* Finishes what is queued, stops the writer, closes. All readers must be closed before. */
void service_close(struct service *s);

#endif
