/* reader.h - reading what is committed. A struct reader (one for each thread) never waits for the
 * writer. What it reads of a feature is in that feature's headers, as JSON of docs/API.md. */
#ifndef READER_H
#define READER_H
#include "service/core/service.h"
#include "store/core/store.h"
#include "store/people/people.h"
#include <jansson.h>

struct reader; /* opaque */
MUST_USE struct reader *reader_open(struct service *s, struct text *why);
void reader_close(struct reader *r); /* NULL is fine */
struct store *reader_store(struct reader *r);
const struct service *reader_service(const struct reader *r);

/* Whether the store can be read: 0 or negative. */
MUST_USE int reader_check(struct reader *r);

/* Whether a transaction of store_begin_settled shows events of these topics that came after
 * `event`: then what it has read belongs to a later one, and is read again in a moment
 * (reader_wait), at most READER_TRIES times. */
enum { READER_TRIES = 25 };
MUST_USE bool reader_ahead(struct reader *r, int64_t event, const struct topic *topics, int n);
void reader_wait(void);

/* The player of a session or token; ERR_NOT_FOUND if it belongs to no player. */
MUST_USE int reader_player(struct reader *r, const char *secret, struct store_player *out);
/* The same with the permissions of the session or token. */
MUST_USE int reader_session(struct reader *r, const char *secret, struct people_session *out);
/* Asks the store whether the session with this hash is still good: 0, or ERR_NOT_FOUND. */
MUST_USE int reader_session_lives(struct reader *r, const char *hash);

/* The same without asking the store: false when it is not known lately. Safe to call from any
 * thread. */
MUST_USE bool service_session(struct service *s, const char *secret, struct people_session *out);

/* The number of the player of that name, or 0 with *err set. */
int64_t reader_player_named(struct reader *r, const char *name, int *err);

#endif
