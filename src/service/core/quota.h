/* quota.h - limits on actions that others pay for: mails to them, and guesses at their passwords.
 * docs/LIMITS.md has the table: each limit, its key, who pays, and what the other side sees.
 *
 * The counts are in the store (store/core/allowance.h), so that all processes of a site count
 * together.
 * A key names the causer or, if the causer is unknown, the player concerned; in the latter case the
 * owner always has another way in. */
#ifndef QUOTA_H
#define QUOTA_H
#include "service/core/service.h"

enum quota {
    QUOTA_CONFIRM_ADDRESS, /* mails that ask whether an address is right: to this address */
    QUOTA_CONFIRM_PLAYER,  /* asked for by this player */
    QUOTA_CONFIRM_CALLER,  /* asked for from this address of the network */
    QUOTA_CONFIRM_SITE,
    QUOTA_MESSAGE_PAIR,    /* messages of one player to another */
    QUOTA_MESSAGE_FROM,    /* of one player to anybody */
    QUOTA_MESSAGE_TO,      /* of anybody to one player */
    QUOTA_RECOVER,         /* mails with which a player may choose a new password */
    QUOTA_SIGNED_IN,       /* mails that tell a player of a sign-in from a new browser */
    QUOTA_CHANGED,         /* mails about a change of an account's credentials; each kind apart */
    QUOTA_MAIL_REPLY,      /* replies to an address from which nothing has proved itself */
    QUOTA_MAIL_ERROR,      /* replies to one address that only say what was wrong */
    QUOTA_MAIL_HOST,       /* mails that prove nothing, from one delivering host */
    QUOTA_MISS,            /* wrong passwords of strangers, for one player */
    QUOTA_MISS_PLACE,      /* wrong passwords for one player, from a place where the player was
                         * before */
    QUOTA_REVIEW,          /* reviews by the server's engine, for one member */
    QUOTA_COMPOSE,         /* puzzles that one member makes */
    QUOTA_CLONE,           /* copies of studies that one member makes */
    QUOTA_SIGNUP,          /* new accounts from one network, in whatever way, */
    QUOTA_SIGNUP_WIDE,     /* and from the larger one around it */
    QUOTA_CHALLENGED,      /* mails and push messages about challenges, to one player */
    QUOTA_TEXT_GUEST,      /* KiB of texts that are kept: of a guest, */
    QUOTA_TEXT_PLAYER,     /* of another player, */
    QUOTA_TEXT_NET_GUESTS, /* of all guests of a network, */
    QUOTA_TEXT_NET,        /* and of all players of a network */
    QUOTA_INVITE,          /* invitations to teams and tournaments that one member writes */
    QUOTA_CODE,            /* wrong codes of a second factor, as wrong passwords */
    QUOTA_CODE_PLACE,
    QUOTA_N
};

enum {
    QUOTA_RECOVER_HOURS = 6,
    QUOTA_REVIEW_DAY = 20,
    QUOTA_COMPOSE_DAY = 20,
    QUOTA_CLONE_DAY = 20,
    QUOTA_PLACE_BYTES = 72,
    QUOTA_PLACE_DAYS = 180
};

/* Takes a token; *wait_ms: 0 if there was one, else the time until there is one. The format makes
 * the key: a player's number, an address. */
MUST_USE int quota_take(const struct work *w, enum quota q, int64_t *wait_ms, const char *format,
                        ...) PRINTF_LIKE(4, 5);
/* The same for n tokens. */
MUST_USE int quota_take_many(const struct work *w, enum quota q, int64_t n, int64_t *wait_ms,
                             const char *format, ...) PRINTF_LIKE(5, 6);
/* A message of one player to another, from the page or by mail: takes one of each of the three
 * limits, or none. */
MUST_USE int quota_message(const struct work *w, int64_t from, int64_t to, int64_t *wait_ms);
/* Gives a token back that was taken. */
MUST_USE int quota_give(const struct work *w, enum quota q, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* For the player who asks: takes a token of a quota of one day, or refuses the order: "You have
 * <done> 20 <things> within a day. <next> is possible in 5 minutes." */
MUST_USE int quota_take_of_day(struct work *w, enum quota q, const char *done, const char *things,
                               const char *next);
/* Looks without taking; `store` may be a reader's. */
MUST_USE int quota_look(const struct service *s, struct store *store, enum quota q,
                        int64_t *wait_ms, const char *format, ...) PRINTF_LIKE(5, 6);

/* The address of e-mail that counts: a part between + and @ leads to the same mailbox. */
void quota_box(const char *address, char *out, size_t size);

/* --- places (store/core/allowance.h) --- */
/* A new secret for the hashes of addresses: none of the addresses from which a player has signed in
 * is known any more (browsers are). For the operator. */
MUST_USE int quota_rotate(struct store *store);

/* The stored form of a network address ("" for none), and of a browser's secret. */
MUST_USE int quota_place_of_net(struct store *store, const char *caller,
                                char out[QUOTA_PLACE_BYTES]);
/* Records that the player has given the right password here: `browser` is the hash of its secret,
 * or "". */
MUST_USE int quota_been_here(const struct work *w, int64_t player, const char *caller,
                             const char *browser);

/* Whether the player has given the right password from there before. */
MUST_USE int quota_knows(struct store *store, int64_t player, const char *caller, bool *known);

/* Counts a new account from there (NULL or "": unknown); *wait_ms: 0 if there may be one. */
MUST_USE int quota_signup(struct work *w, const char *caller, int64_t *wait_ms);

/* --- who pays for the engine's work --- */

/* Notes from which network a player came who has been made just now. All guests of a network are
 * one payer, because one person may be any number of them, and its members are QUOTA_PAYERS at
 * most; the networks of an IPv6 /48 count as QUOTA_PAYERS. */
enum { QUOTA_PAYERS = 8 };
MUST_USE int quota_payer_put(const struct work *w, int64_t player, bool guest, const char *caller);
/* A number that only players share who have one payer; of a player whose network is not known it is
 * the player's own. It is for the engine's process, not for other players. */
MUST_USE int quota_payer(struct store *store, int64_t player, int64_t *payer);

/* --- guesses at passwords --- */

struct quota_guesser {
    int64_t player;     /* whose password it is; 0: there is no such player, */
    const char *name;   /* and this is the name, in any case */
    const char *caller; /* the network address; "": none */
    const char *browser;
};

/* What a guess has taken, until the password is found to be right. */
struct quota_guess {
    bool taken, at_place;
    char key[QUOTA_PLACE_BYTES + 24];
};

/* How long a password may not be tried from there; 0: it may be tried now. */
MUST_USE int quota_may_guess(const struct service *s, struct store *store,
                             const struct quota_guesser *g, int64_t *wait_ms);
/* Counts a guess before it is checked, so that no more are checked at once than may be wrong;
 * *wait_ms as above. */
MUST_USE int quota_guess(const struct work *w, const struct quota_guesser *g,
                         struct quota_guess *out, int64_t *wait_ms);
/* The guess was right, or was not checked. */
MUST_USE int quota_guess_back(const struct work *w, const struct quota_guess *guess);
/* A wrong password came from there: for those who are checked one after the other. */
MUST_USE int quota_missed(const struct work *w, int64_t player, const char *caller,
                          const char *browser);
/* The same for codes of a second factor; `w` is the writer's. */
MUST_USE int quota_may_try_code(const struct work *w, int64_t player, const char *caller,
                                const char *browser, int64_t *wait_ms);
MUST_USE int quota_missed_code(const struct work *w, int64_t player, const char *caller,
                               const char *browser);
/* Forgets what does not count any more. */
MUST_USE int quota_trim(const struct work *w);

#endif
