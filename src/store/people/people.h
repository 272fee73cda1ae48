/* people.h - the part of the store for accounts: passwords, roles, sessions and API tokens with
 * their descriptions, former names, and the tokens in mails.
 *
 * As in store.h everything happens between store_begin and store_commit, functions return 0 (or a
 * count) or ERR_*, and text given to a callback is valid until it returns. The store gets secrets
 * only as hashes. */
#ifndef PEOPLE_H
#define PEOPLE_H
#include "store/core/store.h"

enum {
    PEOPLE_PASSWORD_BYTES = 128, /* an Argon2id string, with NUL */
    PEOPLE_ABOUT_BYTES = 4004,   /* 1,000 characters of at most four bytes, with NUL */
    PEOPLE_LABEL_BYTES = 244,    /* 60 characters: the name of an API token */
    PEOPLE_AGENT_BYTES = 204,    /* the browser's own words, ASCII */
    PEOPLE_ID_BYTES = 17,        /* the first 16 digits of a hash: which session is meant */
    PEOPLE_ADDRESS_BYTES = 256,
    PEOPLE_SESSIONS_MAX = 50, /* of one player; the oldest go */
};

enum people_role { ROLE_PLAYER, ROLE_MODERATOR, ROLE_ADMINISTRATOR, ROLE_N };
extern const char *const people_role_name[ROLE_N];

enum people_scope {
    SCOPE_READ = 1,
    SCOPE_PLAY = 2,
    SCOPE_CHAT = 4,
    SCOPE_ACCOUNT = 8,
    SCOPE_ALL = 15
};
enum { SCOPE_N = 4 };
extern const char *const people_scope_name[SCOPE_N]; /* of bit 1 << i */

struct people_account {
    int64_t player;
    char password[PEOPLE_PASSWORD_BYTES]; /* "" when there is none */
    enum people_role role;
    char about[PEOPLE_ABOUT_BYTES];
    bool show_seen;
    bool followable;
    int64_t renamed_at; /* ms; 0: never */
};

/* If the player has no row yet, *out is the row of a new player. */
MUST_USE int people_account_get(struct store *s, int64_t player, struct people_account *out);
MUST_USE int people_account_put(struct store *s, const struct people_account *a);
MUST_USE int people_account_forget(struct store *s, int64_t player);
/* When the player registered, and when they were last online (0: unknown). */
MUST_USE int people_times(struct store *s, int64_t player, int64_t *since, int64_t *seen);
/* ERR_CONFLICT when the name is taken. */
MUST_USE int people_rename(struct store *s, int64_t player, enum player_kind kind,
                           const char *name);
/* How many have this role. */
MUST_USE int people_role_count(struct store *s, enum people_role role, int64_t *n);

/* A former name finds its player for as long as it is kept. */
MUST_USE int people_former_put(struct store *s, const char *name, int64_t player, int64_t at);
MUST_USE int people_former_get(struct store *s, const char *name, int64_t since, int64_t *player);
MUST_USE int people_former_forget(struct store *s, int64_t player);
/* Reserves the name of a deleted account, as a hash, until that time. Deletes expired
 * reservations. */
MUST_USE int people_gone_put(struct store *s, const char *hash, int64_t until, int64_t now);
/* 0, or ERR_NOT_FOUND when it is free. */
MUST_USE int people_gone_get(struct store *s, const char *hash, int64_t now);

/* The session or token that a request's secret opens. */
struct people_session {
    struct store_player player;
    enum people_role role;
    char hash[STORE_HASH_BYTES];
    bool is_token; /* an API token, with its scopes only; a session may do all */
    unsigned scopes;
    int64_t made_at, seen_at;
    char label[PEOPLE_LABEL_BYTES];
    char agent[PEOPLE_AGENT_BYTES];
};
/* use: "cookie" or "token". */
MUST_USE int people_session_add(struct store *s, const char *use, const struct people_session *n);
MUST_USE int people_session_get(struct store *s, const char *hash, struct people_session *out);
typedef void people_on_session(void *context, const struct people_session *n);
/* Last seen first; player and role are not filled. */
MUST_USE int people_sessions(struct store *s, int64_t player, const char *use,
                             people_on_session *on, void *context);
MUST_USE int people_session_count(struct store *s, int64_t player, const char *use, int64_t *n);
/* ERR_NOT_FOUND if the player has none with this id (the first 16 digits of the hash). */
MUST_USE int people_session_end(struct store *s, int64_t player, const char *use, const char *id);
/* All sessions of this use except the one with that hash ("": all). */
MUST_USE int people_sessions_end(struct store *s, int64_t player, const char *use,
                                 const char *except);
/* Those of all players. */
MUST_USE int people_sessions_end_all(struct store *s, const char *use);
MUST_USE int people_seen(struct store *s, const char *hash, int64_t player, int64_t at);

/* Tokens that a mail carries: good once, until a time. purpose: "recover", "email". */
struct people_ticket {
    int64_t player;
    char address[PEOPLE_ADDRESS_BYTES]; /* "email": which one it confirms */
    int64_t until;
};
MUST_USE int people_ticket_add(struct store *s, const char *hash, const char *purpose,
                               const struct people_ticket *t);
/* Reads a token; people_ticket_take uses it up. ERR_NOT_FOUND if it does not exist or is too
 * old. */
MUST_USE int people_ticket_get(struct store *s, const char *hash, const char *purpose, int64_t now,
                               struct people_ticket *out);
MUST_USE int people_ticket_take(struct store *s, const char *hash);
/* Those of a player for one purpose ("": for all), or with player 0 those that ended before that
 * time. */
MUST_USE int people_tickets_forget(struct store *s, int64_t player, const char *purpose);
MUST_USE int people_tickets_trim(struct store *s, int64_t before_ms);
MUST_USE int people_tickets_end_all(struct store *s);

/* Forgets one address (mailbox.h has the others' functions), and the tokens that were mailed
 * there. */
MUST_USE int people_address_end(struct store *s, int64_t player, const char *address);

/* Guests who have left nothing visible and were last online before a time. Looks at look_max
 * players after `after`, in the order of their numbers. */
struct people_idle {
    int64_t after, before_ms;
    int look_max, out_max;
    int64_t *out;
    int out_n;
    int64_t last; /* the last that was looked at */
    bool more;    /* there may be more after it */
};
MUST_USE int people_idle_guests(struct store *s, struct people_idle *look);
/* Removes a player whose other rows are gone; ERR_CONFLICT when they are not. */
MUST_USE int people_player_end(struct store *s, int64_t player);

/* Gives the matches of one player to another, except those in which both sit. */
MUST_USE int people_bring(struct store *s, int64_t from, int64_t to);

#endif
