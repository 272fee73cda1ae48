/* notification.h - the part of the store about notifications: the list of each player, their
 * settings, the browsers that take web push, and the messages that wait to be pushed.
 *
 * As in store.h everything happens between store_begin and store_commit, functions return 0 (or a
 * count) or ERR_*, and data given to a callback are valid until it returns. */
#ifndef STORE_NOTIFICATION_H
#define STORE_NOTIFICATION_H
#include "store/core/store.h"

enum {
    NOTIFICATION_ENDPOINT_BYTES = 1004,
    NOTIFICATION_KEY_BYTES = 96, /* base64url of 65 bytes, with NUL */
    NOTIFICATION_SECRET_BYTES = 32,
    NOTIFICATION_AGENT_BYTES = 204,
    NOTIFICATION_BROWSERS_MAX = 10,    /* of one player */
    NOTIFICATION_PUSHES_MAX = 32,      /* that wait for one browser */
    NOTIFICATION_PAYLOAD_BYTES = 3000, /* of a push message, with NUL */
};

enum notification_kind {
    NOTIFICATION_TURN,
    NOTIFICATION_CHALLENGE,
    NOTIFICATION_OVER,
    NOTIFICATION_MESSAGE,
    NOTIFICATION_REMINDER,
    NOTIFICATION_TOURNAMENT,
    NOTIFICATION_PUZZLE, /* one that they have reported, or made */
    NOTIFICATION_TEAM,   /* an owner has answered their request to join */
    NOTIFICATION_SIMUL,  /* the host has answered them, or the exhibition does not take place */
    /* A choice only: how challenges of guests are told. Their notifications are CHALLENGE. */
    NOTIFICATION_GUEST,
    NOTIFICATION_KIND_N
};
extern const char *const notification_kind_name[NOTIFICATION_KIND_N];

/* WAY_UNSET: the player has made no choice. */
enum notification_way { WAY_OFF, WAY_EACH, WAY_DIGEST, WAY_UNSET, WAY_N };
extern const char *const notification_way_name[WAY_N];

struct notification {
    int64_t id, player, at, match, tournament; /* match 0: of none; tournament likewise */
    enum notification_kind kind;
    bool read;
    struct store_player other; /* the player who did it; id 0: none */
    int ply;                   /* 0: none */
    char text[STORE_CHAT_BYTES];
    const char
        *data;       /* JSON; borrowed; "" in rows of former versions, which have words in `text` */
    bool hidden;     /* kept for the digest only, not for the page */
    bool mail_waits; /* for the digest; not filled when read back */
};

/* Adds it in the place of an unread one of the same kind about the same match; n->id is written. */
MUST_USE int notification_add(struct store *s, struct notification *n);
struct notification_setting {
    bool page;
    enum notification_way push, mail;
};

/* The data that decide how to notify a player. */
struct notification_wishes {
    bool said; /* `setting` is the player's own; else it is not filled */
    struct notification_setting setting;
    bool by_mail;     /* the player also plays by e-mail */
    int64_t browsers; /* that take web push */
    int64_t unread;   /* notifications, without those of this kind about the match */
};
MUST_USE int notification_wishes(struct store *s, int64_t player, enum notification_kind kind,
                                 int64_t match, struct notification_wishes *out);
/* Deletes outdated entries: the unread notifications of a kind about a match. */
MUST_USE int notification_cut(struct store *s, int64_t match, enum notification_kind kind);
/* The player's unread ones about messages of the other to them. */
MUST_USE int notification_cut_from(struct store *s, int64_t player, int64_t other);
MUST_USE int notification_has(struct store *s, int64_t player, int64_t match,
                              enum notification_kind kind, bool *out);
MUST_USE int notification_unread(struct store *s, int64_t player, int64_t *n);
typedef void notification_on(void *context, const struct notification *n);
/* Newest first. */
MUST_USE int notification_list(struct store *s, int64_t player, bool unread, int64_t before,
                               int limit, notification_on *on, void *context);
/* The notifications that wait for the digest, oldest first. */
MUST_USE int notification_due(struct store *s, int64_t player, int limit, notification_on *on,
                              void *context);
MUST_USE int notification_read_upto(struct store *s, int64_t player, int64_t id);
MUST_USE int notification_read_one(struct store *s, int64_t player, int64_t id);
MUST_USE int notification_trim(struct store *s, int64_t before_ms);
MUST_USE int notification_forget(struct store *s, int64_t player);

/* ERR_NOT_FOUND if the player has no setting for the kind. */
MUST_USE int notification_setting_get(struct store *s, int64_t player, enum notification_kind kind,
                                      struct notification_setting *out);
MUST_USE int notification_setting_put(struct store *s, int64_t player, enum notification_kind kind,
                                      const struct notification_setting *v);
/* Play by e-mail has a setting for all kinds: this removes the settings about mail from here. */
MUST_USE int notification_mail_unset(struct store *s, int64_t player);

/* The digest: its hour (UTC), and when the last one was written. Absent: hour 8, never. */
struct notification_digest {
    int hour;
    int64_t told_at;
};
MUST_USE int notification_digest_get(struct store *s, int64_t player,
                                     struct notification_digest *out);
MUST_USE int notification_digest_put(struct store *s, int64_t player,
                                     const struct notification_digest *d);
/* The players for whom notifications wait for a digest. */
typedef void notification_on_id(void *context, int64_t id);
MUST_USE int notification_waiting(struct store *s, int64_t after, int limit, notification_on_id *on,
                                  void *context);
MUST_USE int notification_told(struct store *s, int64_t player);
/* The player's newest notification of this kind waits for the digest. ERR_NOT_FOUND: none. */
MUST_USE int notification_wait(struct store *s, int64_t player, enum notification_kind kind);

struct notification_browser {
    int64_t id, player, at;
    char endpoint[NOTIFICATION_ENDPOINT_BYTES];
    char p256dh[NOTIFICATION_KEY_BYTES],
        auth[NOTIFICATION_SECRET_BYTES]; /* base64url, as the browser gave them */
    char agent[NOTIFICATION_AGENT_BYTES];
};
MUST_USE int notification_browser_put(struct store *s, const struct notification_browser *b);
MUST_USE int notification_browser_count(struct store *s, int64_t player, int64_t *n);
/* By its number, or with id 0 by its endpoint. ERR_NOT_FOUND. */
MUST_USE int notification_browser_end(struct store *s, int64_t player, int64_t id,
                                      const char *endpoint);
typedef void notification_on_browser(void *context, const struct notification_browser *b);
MUST_USE int notification_browsers(struct store *s, int64_t player, notification_on_browser *on,
                                   void *context);

/* A push message that waits to be sent. */
struct notification_push {
    int64_t id, at, due_at;
    int tries;
    struct notification_browser browser;
    char payload[NOTIFICATION_PAYLOAD_BYTES];
};
/* Of one browser the newest NOTIFICATION_PUSHES_MAX wait. */
MUST_USE int notification_push_add(struct store *s, int64_t browser, const char *payload,
                                   int64_t at);
/* A place in the list of those that are due. */
struct notification_after {
    int64_t due_at, id; /* 0, 0: before all */
};
typedef void notification_on_push(void *context, const struct notification_push *p);
/* Of each browser the first message, after that place; none of a browser of which one is sent just
 * now or put off. */
MUST_USE int notification_push_due(struct store *s, int64_t now,
                                   const struct notification_after *after, int limit,
                                   notification_on_push *on, void *context);
/* Of several processes one gets it: ERR_NOT_FOUND for the others, also when another message of the
 * browser is sent. */
MUST_USE int notification_push_claim(struct store *s, const struct notification_push *p,
                                     int64_t now, int64_t until);
/* Gives the claim back. */
MUST_USE int notification_push_release(struct store *s, int64_t id, int64_t now);
/* Puts it off, and so all messages of its browser. */
MUST_USE int notification_push_later(struct store *s, int64_t id, int64_t due_at);
/* Deletes messages from before that time, which nobody has sent. */
MUST_USE int notification_push_trim(struct store *s, int64_t before_ms);
MUST_USE int notification_push_done(struct store *s, int64_t id);
/* The browser no longer accepts push messages. */
MUST_USE int notification_browser_gone(struct store *s, int64_t id);
/* All browsers of all players, which subscribed to a key that is no more. */
MUST_USE int notification_browsers_end_all(struct store *s);

#endif
