/* notifications_int.h - what the files of notifications.h share. */
#ifndef MAIL_NOTIFICATIONS_INT_H
#define MAIL_NOTIFICATIONS_INT_H
#include "mail/notifications.h"
#include "mail/pbm_int.h"
#include "store/notifications/notification.h"

struct round {
    struct pbm_run run; /* for the functions that handlers share: ask->site, w and store */
    struct pbm_ask ask;
    const struct notifications *n;
};

/* A number of the event's data. */
static inline int notifications_number(const struct notifications_event *e, const char *name)
{
    return (int)json_integer_value(json_object_get(e->data, name));
}

/* Whether this player is mailed about that kind of event at once. */
bool notifications_hears(struct round *r, int64_t player, enum notification_kind kind);

/* notifications_told.c: an event that belongs to no match: of a tournament, or the answer to a
 * player's request. */
MUST_USE int notifications_told(struct round *r, const struct notifications_event *e);

#endif
