/* feature.h - what a feature of the service registers (run/features.h lists them), so that neither
 * the writer nor opening and closing knows any of them. Each function may be NULL. */
#ifndef FEATURE_H
#define FEATURE_H
#include "service/core/order.h"
#include "service/core/service.h"
#include <stdbool.h>

struct order;
struct service;
struct service_site;
struct work;

struct feature {
    /* Before the writer starts: makes what the feature keeps in memory, and what a newer schema
     * needs in the store; false when this fails.
     * `close` gives it back, also when `open` did not run or came only half way. */
    bool (*open)(struct service *s);
    void (*close)(struct service *s);
    /* When the site is described, on the thread that opened the service (service_begin). */
    void (*begin)(struct service *s, const struct service_site *site);
    /* Before the writer stops: ends threads whose work becomes orders. */
    void (*stop)(struct service *s);
    /* The match w->m is over: on the writer's thread, in the transaction that ends it. */
    int (*match_over)(struct work *w);

    /* The others once a second on the writer's thread, between transactions. First the feature's
     * own orders, one after the other: true with *o set, which the writer runs. n counts them; from
     * the second on *o still is the former one, with its outcome. */
    bool (*own)(struct service *s, struct order *o, int n);
    void (*tick)(struct service *s);
    /* Once an hour: submits orders that forget what is old. Whether there may be more, so that it
     * is called again after a second. */
    bool (*tidy)(struct service *s);
};

#endif
