/* notifications_int.h - what the files of notifications.h share. */
#ifndef MAIL_NOTIFICATIONS_INT_H
#define MAIL_NOTIFICATIONS_INT_H
#include "mail/notifications/notifications.h"
#include "mail/pbm_int.h"
#include "service/core/events.h"
#include "store/notifications/notification.h"

/* A player with more running matches, and no choice of their own, gets a digest. */
enum { NOTIFICATIONS_MANY = 8 };

struct round {
    struct pbm_run run; /* for the functions that handlers share: ask->site, w and store */
    struct pbm_ask ask;
    enum event_type type;
    json_t *data; /* of the row (service/core/events.h) */
};

/* A number of the event's data. */
static inline int64_t notifications_number(const struct round *r, const char *name)
{
    return json_integer_value(json_object_get(r->data, name));
}

/* --- notifications_told.c --- */
/* Whether this player is mailed about that kind of event at once. */
bool notifications_hears(struct round *r, int64_t player, enum notification_kind kind);
/* Whether the player is on vacation. */
bool notifications_away(const struct round *r, int64_t player);

/* An event that belongs to no match: of a tournament, or the answer to a
 * player's request. */
MUST_USE int notifications_told(struct round *r);

/* digest.c: the digests that are due. */
MUST_USE int notifications_digests(struct work *w, const struct mail_site *site);

#endif
