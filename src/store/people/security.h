/* security.h - the part of the store about an account's credentials beside the password, and about
 * its security events: sign-ins, changes. Each account keeps its last 100 events.
 *
 * As in store.h everything happens between store_begin and store_commit, and functions return 0 or
 * ERR_*. */
#ifndef SECURITY_H
#define SECURITY_H
#include "store/people/people.h"

enum {
    SECURITY_EVENTS_MAX = 100,
    SECURITY_DETAIL_BYTES = 256,
    SECURITY_SECRET_BYTES = 40,
    SECURITY_PASSKEY_BYTES = 1368, /* an id of 1023 bytes in base64url, with NUL */
    SECURITY_KEY_BYTES = 400,      /* RSA of 2048 bits */
};

enum security_kind {
    SECURITY_SIGNED_UP,
    SECURITY_SIGNED_IN,  /* detail: "new" from a browser that has not signed in before */
    SECURITY_SIGNED_OUT, /* a session, or all others, from the list; detail: the browser */
    SECURITY_PASSWORD,   /* changed */
    SECURITY_MAIL_PASSWORD,
    SECURITY_RECOVERED,     /* a new password with a mail, or from an administrator */
    SECURITY_ADDRESS_ADDED, /* detail: the address */
    SECURITY_ADDRESS_CONFIRMED,
    SECURITY_ADDRESS_ENDED,
    SECURITY_TOKEN_MADE, /* detail: its name */
    SECURITY_TOKEN_ENDED,
    SECURITY_FACTOR_ON,
    SECURITY_FACTOR_OFF,
    SECURITY_FACTOR_MISSED, /* a wrong code, after the right password */
    SECURITY_CODE_USED,     /* a recovery code */
    SECURITY_CODES_MADE,    /* new recovery codes */
    SECURITY_PASSKEY_ADDED, /* detail: its name */
    SECURITY_PASSKEY_ENDED,
    SECURITY_PASSKEY_COPIED, /* its counter went back; detail: its name */
    SECURITY_KIND_N
};
extern const char *const security_kind_name[SECURITY_KIND_N];

struct security_event {
    int64_t id, player, at;
    enum security_kind kind;
    char agent[PEOPLE_AGENT_BYTES]; /* the browser; "" for mail and operators */
    char detail[SECURITY_DETAIL_BYTES];
};

/* Adds an event (e->id is not looked at), and forgets the oldest beyond the limit. */
MUST_USE int security_event_add(struct store *s, const struct security_event *e);
typedef void security_on_event(void *context, const struct security_event *e);
/* Newest first. */
MUST_USE int security_events(struct store *s, int64_t player, security_on_event *on, void *context);
/* The second factor of an account: codes by time. */
struct security_factor {
    int64_t player;
    char secret[SECURITY_SECRET_BYTES]; /* base 32; the only secret that is kept as it is */
    bool confirmed;                     /* it counts only then */
    int64_t step;                       /* the last that was used; nothing before it is good */
    int64_t made_at;
};
/* ERR_NOT_FOUND when there is none. */
MUST_USE int security_factor_get(struct store *s, int64_t player, struct security_factor *out);
MUST_USE int security_factor_put(struct store *s, const struct security_factor *f);
/* With its recovery codes. */
MUST_USE int security_factor_end(struct store *s, int64_t player);

/* Recovery codes, as hashes. */
MUST_USE int security_code_add(struct store *s, int64_t player, const char *hash);
/* Uses up a code; ERR_NOT_FOUND if the player has no such code. */
MUST_USE int security_code_take(struct store *s, int64_t player, const char *hash);
MUST_USE int security_codes_count(struct store *s, int64_t player, int64_t *n);
MUST_USE int security_codes_forget(struct store *s, int64_t player);

/* A passkey: a public key of a player, as libfido2 has it, in base64url. */
struct security_passkey {
    char id[SECURITY_PASSKEY_BYTES];
    int64_t player;
    int64_t alg; /* of COSE */
    char key[SECURITY_KEY_BYTES];
    int64_t counter; /* the last that it showed */
    char label[PEOPLE_LABEL_BYTES];
    int64_t made_at, seen_at;
};
MUST_USE int security_passkey_add(struct store *s, const struct security_passkey *k);
/* ERR_NOT_FOUND when there is none with this id. */
MUST_USE int security_passkey_get(struct store *s, const char *id, struct security_passkey *out);
MUST_USE int security_passkey_end(struct store *s, int64_t player, const char *id);
/* Keeps its counter and when it was seen. */
MUST_USE int security_passkey_used(struct store *s, const struct security_passkey *k);
MUST_USE int security_passkeys_count(struct store *s, int64_t player, int64_t *n);
typedef void security_on_passkey(void *context, const struct security_passkey *k);
/* In the order in which they were made. */
MUST_USE int security_passkeys(struct store *s, int64_t player, security_on_passkey *on,
                               void *context);

/* Challenges for passkeys, as hashes. player 0: to sign in. */
MUST_USE int security_challenge_add(struct store *s, const char *hash, int64_t player,
                                    int64_t until);
/* Uses up a challenge; ERR_NOT_FOUND if this player has none, or if it is too old. */
MUST_USE int security_challenge_take(struct store *s, const char *hash, int64_t player,
                                     int64_t now);
MUST_USE int security_challenges_trim(struct store *s, int64_t now);

/* Everything about a player who leaves. */
MUST_USE int security_forget(struct store *s, int64_t player);

#endif
