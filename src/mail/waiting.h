/* waiting.h - the moves of mails and commands that wait in the mail face: for a free thread, for
 * the check of a password, for the commands before them. No clock runs out meanwhile
 * (service/core/arrivals.h). */
#ifndef MAIL_WAITING_H
#define MAIL_WAITING_H
#include "service/core/arrivals.h"
#include <stddef.h>

/* All zero: none. */
struct waiting {
    struct arrival *moves; /* owned */
    int n;
};

/* Adds a match; the matches that the commands in a subject and a text name; the matches of a raw
 * message, if its subject can be read without decoding. Adds none if memory is short. */
void waiting_add(struct waiting *w, struct arrivals *list, int64_t from_ms, int64_t match);
void waiting_add_commands(struct waiting *w, struct arrivals *list, int64_t from_ms,
                          const char *subject, const char *body);
void waiting_add_message(struct waiting *w, struct arrivals *list, int64_t from_ms,
                         const char *bytes, size_t n);
/* All are done, or will not be. */
void waiting_end(struct waiting *w, struct arrivals *list);

#endif
