/* bell.h - the part of the store about notices: what has happened for a player, how he wants to be
 * told of what, the browsers that take web push, and what waits to be pushed.
 *
 * As in store.h everything happens between store_begin and store_commit, functions return 0 (or a
 * count) or ERR_*, and what is given to a callback is valid until it returns. */
#ifndef STORE_BELL_H
#define STORE_BELL_H
#include "store/store.h"

enum {
    BELL_ENDPOINT_BYTES = 1004,
    BELL_KEY_BYTES = 96, /* base64url of 65 bytes, with NUL */
    BELL_SECRET_BYTES = 32,
    BELL_AGENT_BYTES = 204,
    BELL_BROWSERS_MAX = 10, /* of one player */
};

enum bell_kind {
    BELL_TURN,
    BELL_CHALLENGE,
    BELL_OVER,
    BELL_MESSAGE,
    BELL_REMINDER,
    BELL_TOURNAMENT,
    BELL_KIND_N
};
extern const char *const bell_kind_name[BELL_KIND_N];

/* WAY_UNSET: the player has not said. */
enum bell_way { WAY_OFF, WAY_EACH, WAY_DIGEST, WAY_UNSET, WAY_N };
extern const char *const bell_way_name[WAY_N];

struct bell_notice {
    int64_t id, player, at, match, tournament; /* match 0: of none; tournament likewise */
    enum bell_kind kind;
    bool read;
    struct store_player other; /* who did it; id 0: nobody */
    int ply;                   /* 0: none */
    char text[STORE_CHAT_BYTES];
    bool hidden;     /* kept for the digest only, not for the page */
    bool mail_waits; /* for the digest; not filled when read back */
};

/* Adds it in the place of an unread one of the same kind about the same match; n->id is written. */
MUST_USE int bell_add(struct store *s, struct bell_notice *n);
struct bell_setting {
    bool page;
    enum bell_way push, mail;
};

/* What must be known to notify a player. */
struct bell_wishes {
    bool said; /* `setting` is the player's own; else it is not filled */
    struct bell_setting setting;
    bool by_mail;   /* he plays by e-mail, too */
    int64_t unread; /* notices, but those of this kind about the match */
};
MUST_USE int bell_wishes(struct store *s, int64_t player, enum bell_kind kind, int64_t match,
                         struct bell_wishes *out);
/* Takes away what is out of date: the unread notices of a kind about a match. */
MUST_USE int bell_cut(struct store *s, int64_t match, enum bell_kind kind);
MUST_USE int bell_has(struct store *s, int64_t player, int64_t match, enum bell_kind kind,
                      bool *out);
MUST_USE int bell_unread(struct store *s, int64_t player, int64_t *n);
typedef void bell_on_notice(void *context, const struct bell_notice *n);
/* Newest first. */
MUST_USE int bell_list(struct store *s, int64_t player, bool unread, int64_t before, int limit,
                       bell_on_notice *on, void *context);
/* What waits for the digest, oldest first. */
MUST_USE int bell_due(struct store *s, int64_t player, int limit, bell_on_notice *on,
                      void *context);
MUST_USE int bell_read_upto(struct store *s, int64_t player, int64_t id);
MUST_USE int bell_read_one(struct store *s, int64_t player, int64_t id);
MUST_USE int bell_trim(struct store *s, int64_t before_ms);
MUST_USE int bell_forget(struct store *s, int64_t player);

/* ERR_NOT_FOUND when the player has not said anything about the kind. */
MUST_USE int bell_setting_get(struct store *s, int64_t player, enum bell_kind kind,
                              struct bell_setting *out);
MUST_USE int bell_setting_put(struct store *s, int64_t player, enum bell_kind kind,
                              const struct bell_setting *v);
/* Play by e-mail has a setting for all kinds: what was said here about mail no longer counts. */
MUST_USE int bell_mail_unset(struct store *s, int64_t player);

/* The digest: its hour (UTC), and when the last one was written. Absent: hour 8, never. */
struct bell_digest {
    int hour;
    int64_t told_at;
};
MUST_USE int bell_digest_get(struct store *s, int64_t player, struct bell_digest *out);
MUST_USE int bell_digest_put(struct store *s, int64_t player, const struct bell_digest *d);
/* Players for whom something waits to be told in a digest. */
typedef void bell_on_id(void *context, int64_t id);
MUST_USE int bell_waiting(struct store *s, int64_t after, int limit, bell_on_id *on, void *context);
MUST_USE int bell_told(struct store *s, int64_t player);

struct bell_browser {
    int64_t id, player, at;
    char endpoint[BELL_ENDPOINT_BYTES];
    char p256dh[BELL_KEY_BYTES], auth[BELL_SECRET_BYTES]; /* base64url, as the browser gave them */
    char agent[BELL_AGENT_BYTES];
};
MUST_USE int bell_browser_put(struct store *s, const struct bell_browser *b);
MUST_USE int bell_browser_count(struct store *s, int64_t player, int64_t *n);
/* By its number, or with id 0 by its endpoint. ERR_NOT_FOUND. */
MUST_USE int bell_browser_end(struct store *s, int64_t player, int64_t id, const char *endpoint);
typedef void bell_on_browser(void *context, const struct bell_browser *b);
MUST_USE int bell_browsers(struct store *s, int64_t player, bell_on_browser *on, void *context);

/* What waits to be pushed. */
struct bell_push {
    int64_t id, at;
    int tries;
    struct bell_browser browser;
    char payload[3000];
};
MUST_USE int bell_push_add(struct store *s, int64_t browser, const char *payload, int64_t at);
typedef void bell_on_push(void *context, const struct bell_push *p);
MUST_USE int bell_push_due(struct store *s, int64_t now, int limit, bell_on_push *on,
                           void *context);
/* Of several processes one gets it: ERR_NOT_FOUND for the others. */
MUST_USE int bell_push_claim(struct store *s, int64_t id, int64_t now, int64_t until);
MUST_USE int bell_push_later(struct store *s, int64_t id, int64_t due_at);
MUST_USE int bell_push_done(struct store *s, int64_t id);
/* The browser takes no more. */
MUST_USE int bell_browser_gone(struct store *s, int64_t id);

/* The players to whose `me` an event was told. */
MUST_USE int bell_topics(struct store *s, int64_t event, bell_on_id *on, void *context);

#endif
