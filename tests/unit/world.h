/* world.h - a service with a clock that the test sets, for tests of clocks, challenges, ratings and
 * tournaments. With HOSHI_WORLD=postgresql in the environment, the store of every world is in
 * PostgreSQL; otherwise in memory or in a file. */
#ifndef WORLD_H
#define WORLD_H
#include "service/core/order.h"
#include "service/core/reader.h"
#include "service/core/service.h"
#include <pthread.h>

enum { WORLD_PLAYERS = 8 };

struct world {
    struct service *s;
    struct reader *r;
    struct service_time time;
    pthread_mutex_t mutex;                  /* of now and steady, which the writer reads */
    int64_t now, steady;                    /* ms */
    int64_t slow;                           /* ms that pass each time the clock is read */
    struct store_player who[WORLD_PLAYERS]; /* members ann, bob, … */
    char path[256];                         /* a file, or a URL of PostgreSQL; "" in memory */
    bool dropped;                           /* the database is deleted when the world is closed */
};

/* Opens a world at 2026-03-28 12:00 UTC, the day before clocks change in Europe. With `on_disk` it
 * can be closed and opened again. */
void world_open(struct world *w, bool on_disk);
void world_close(struct world *w);
/* The same for cmocka: the state is a struct world. */
int world_setup(void **state);
int world_setup_on_disk(void **state);
int world_teardown(void **state);
/* Opens another server on the store of `first`; the clock of its machine is that much ahead. False
 * if the store allows only one server. */
bool world_join(struct world *w, const struct world *first, int64_t ms);
/* Stops the server for that long. */
void world_restart(struct world *w, int64_t down_ms);
/* Lets time pass. When it returns, the writer has handled every match that became due. */
void world_pass(struct world *w, int64_t ms);
/* The same on a machine so slow that time passes whenever the writer reads the clock. */
void world_pass_slowly(struct world *w, int64_t ms, int64_t slow_ms);
/* Sets the system's clock; no time passes. */
void world_jump(struct world *w, int64_t ms);
/* Waits until the writer has handled every match that is due. */
void world_settle(struct world *w);

/* Describes the site otherwise, while the server works. */
void world_site(struct world *w, const struct service_site *site);
/* Runs an order; *out (may be NULL) gets the outcome without its why. */
enum outcome_kind world_run(struct world *w, struct order *o, struct outcome *out);
/* A match with an empty board of Levee 5x5 between players (indices of who), the first moves
 * first. */
int64_t world_match(struct world *w, const char *clock, int a, int b);
/* A rated match of Levee 5x5 between two players, after so many plies (4 at most, and with 4 it
 * counts). */
int64_t world_rated_match(struct world *w, int a, int b, int plies);
enum outcome_kind world_move(struct world *w, int64_t match, int player, const char *text);
enum outcome_kind world_do(struct world *w, enum order_kind kind, int64_t match, int player);
enum outcome_kind world_offer(struct world *w, enum order_kind kind, int64_t match, int player,
                              enum offer_act act);
/* The time as the service sees it: w->now, unless it keeps its own time against the system's. */
int64_t world_now(const struct world *w);
struct store_match world_get(struct world *w, int64_t match);
/* The number of events of a type for a topic. Prints the data of the last one to last[size] (may be
 * NULL). */
int world_events(struct world *w, struct topic topic, const char *type, char *last, size_t size);

#endif
