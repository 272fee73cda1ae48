/* world.h - a service with a clock that the test sets, for the tests of clocks, challenges, ratings
 * and tournaments. With HOSHI_WORLD=postgresql in the environment every world lies in a schema of
 * its own of a PostgreSQL server that is started for the program; else in memory or in a file. */
#ifndef WORLD_H
#define WORLD_H
#include "service/service.h"
#include <pthread.h>

enum { WORLD_PLAYERS = 8 };

struct world {
    struct service *s;
    struct reader *r;
    struct service_time time;
    pthread_mutex_t mutex;                  /* of now and steady, which the writer reads */
    int64_t now, steady;                    /* ms */
    int64_t slow;                           /* ms that go by each time they are read */
    struct store_player who[WORLD_PLAYERS]; /* members ann, bob, … */
    char path[256];                         /* a file, or a URL of PostgreSQL; "" in memory */
    bool dropped;                           /* its database is, when it is closed */
};

/* Opens it at 2026-03-28 12:00 UTC, the day before clocks change in Europe. With `on_disk` it can
 * be closed and opened again. */
void world_open(struct world *w, bool on_disk);
void world_close(struct world *w);
/* The same for cmocka: the state is a struct world. */
int world_setup(void **state);
int world_setup_on_disk(void **state);
int world_teardown(void **state);
/* Another server on the store of `first`, whose machine's clock is that much ahead; false where a
 * store has one server only. */
bool world_join(struct world *w, const struct world *first, int64_t ms);
/* The server is down for that long. */
void world_restart(struct world *w, int64_t down_ms);
/* Time goes by, and the writer has looked at it when this returns. */
void world_pass(struct world *w, int64_t ms);
/* The same, and the machine is so slow that time goes by whenever the writer looks at it. */
void world_pass_slowly(struct world *w, int64_t ms, int64_t slow_ms);
/* The system's clock is set, while nothing else happens. */
void world_jump(struct world *w, int64_t ms);
/* The writer has dealt with what was due. */
void world_settle(struct world *w);

/* Runs an order; *out (may be NULL) gets the outcome without its why. */
enum outcome_kind world_run(struct world *w, struct order *o, struct outcome *out);
/* A match with an empty board of Levee 5x5 between players (indices of who), the first moves
 * first. */
int64_t world_match(struct world *w, const char *clock, int a, int b);
enum outcome_kind world_move(struct world *w, int64_t match, int player, const char *text);
enum outcome_kind world_do(struct world *w, enum order_kind kind, int64_t match, int player);
enum outcome_kind world_offer(struct world *w, enum order_kind kind, int64_t match, int player,
                              enum offer_act act);
/* What the service takes the time to be: w->now, but where it holds its own against the
 * system's. */
int64_t world_now(const struct world *w);
struct store_match world_get(struct world *w, int64_t match);
/* How many events of a type there have been for a topic; the data of the last one is printed to
 * last[size] (may be NULL). */
int world_events(struct world *w, topic_t topic, const char *type, char *last, size_t size);

#endif
