/* known.h - sessions that were looked up lately, so that a request does not ask the store who makes it.
 *
 * A session is remembered together with the service's count of changes (service_int.h) as it was before
 * the store was asked. When anything about players or sessions has changed since, by this
 * process or another, nothing that was remembered counts; else it does for a minute. So who is
 * signed out or banned here is so with the next request, and at the other processes as soon as they
 * hear of it. For one thread. */
#ifndef KNOWN_H
#define KNOWN_H
#include "base/macros.h"
#include "store/people.h"

struct known; /* opaque */

MUST_USE struct known *known_new(void); /* NULL when memory is short */
void known_free(struct known *k);

/* now_ms: steady. */
MUST_USE bool known_get(const struct known *k, const char *hash, uint64_t changes, int64_t now_ms,
                        struct people_session *out);
void known_put(struct known *k, uint64_t changes, int64_t now_ms, const struct people_session *n);

#endif
