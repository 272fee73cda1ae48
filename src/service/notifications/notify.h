/* notify.h - what players are told of events that concern them: in the page and by web push; and
 * their choices for these and for mail (mail/notifications/notifications.h): each at once, or
 * mails once a day.
 *
 * notifier.h calls notify_ring for each event, exactly once. A player who is looking at the match,
 * at whichever server of the site, is told nothing, and a notification that is out of date (the
 * move was made) is deleted.
 *
 * The functions notify_* that take a void * are applied by an ORDER_BATCH, on the writer thread;
 * its context is a struct notify_act. */
#ifndef NOTIFY_H
#define NOTIFY_H
#include "service/core/events.h"
#include "service/core/reader.h"
#include "service/core/service.h"
#include "store/notifications/notification.h"

enum { NOTIFY_IDS_MAX = 100, NOTIFY_DAYS = 90 /* how long notifications are kept */ };

struct notify_event {
    enum event_type type;
    int64_t match;
    const json_t *data; /* of its row (service/core/events.h) */
    bool mails;         /* a server of the site writes mails */
    json_t *asked;      /* out: the numbers of those who were told of a challenge */
};

/* Notifies the players whom an event concerns. m: its match, or NULL. */
MUST_USE int notify_ring(struct work *w, const struct notify_event *e, const struct store_match *m);

/* The player's choice for a kind of event; its mail is WAY_UNSET if they have not chosen. */
MUST_USE int notify_setting(struct store *s, int64_t player, enum notification_kind kind,
                            struct notification_setting *out);
/* How the player wants to be mailed about a kind of event. WAY_UNSET: as the settings of play by
 * e-mail say (they have an account there and have not chosen anything else). */
MUST_USE int notify_mail_way(struct store *s, int64_t player, enum notification_kind kind,
                             enum notification_way *out);

/* No more mail, of any kind. */
MUST_USE int notify_quiet(struct store *s, int64_t player);

/* Deletes what is old: notifications, messages that nobody pushes, rows that nobody takes. Part of
 * a batch, every few minutes. */
MUST_USE int notify_tidy(struct work *w);

struct notify_act {
    int64_t upto;
    int64_t ids[NOTIFY_IDS_MAX];
    int ids_n;
    struct {
        bool set_page, page;
        enum notification_way push, mail; /* WAY_UNSET: stays */
    } kinds[NOTIFICATION_KIND_N];
    int digest_at; /* -1: stays */
    struct notification_browser browser;
};
int notify_read(struct work *w, void *context);
int notify_settings(struct work *w, void *context);
int notify_browser_add(struct work *w, void *context);
int notify_browser_end(struct work *w, void *context);

/* --- reading --- New references; NULL with *err set on failure. */
json_t *reader_notifications(struct reader *r, int64_t player, bool unread, int64_t before,
                             int limit, int *err);
json_t *reader_unread(struct reader *r, int64_t player, int *err);
json_t *reader_notification_settings(struct reader *r, int64_t player, int *err);
json_t *view_notification(const struct notification *n);

#endif
