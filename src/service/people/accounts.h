/* accounts.h - members: signing up and in, sessions, tokens, addresses, leaving.
 *
 * A guest who signs up keeps their row, and so their matches. Secrets (of sessions, API tokens,
 * mails) are random and stored as hashes. passwords.h checks a password before the order comes
 * here; the writer then compares the hash that was checked with the stored one, because it may have
 * changed in between.
 *
 * The functions accounts_* are applied by an ORDER_BATCH (its context is a struct account_act), on
 * the writer thread. A refusal is in the order's outcome. */
#ifndef ACCOUNTS_H
#define ACCOUNTS_H
#include "service/core/quota.h"
#include "service/core/reader.h"
#include "service/core/service.h"
#include "service/people/passkeys.h"
#include "store/people/security.h"

enum {
    ACCOUNTS_ABOUT_CHARS = 1000,
    ACCOUNTS_LABEL_CHARS = 60,
    ACCOUNTS_TOKENS_MAX = 20,
    ACCOUNTS_ADDRESSES_MAX = 5,
    ACCOUNTS_RENAME_DAYS = 30, /* between two changes of the name */
    ACCOUNTS_FORMER_DAYS = 90, /* a former name is kept for its player */
    ACCOUNTS_CODES = 10,       /* for when the device with the second factor is lost */
    ACCOUNTS_CODE_BYTES = 20,  /* sixteen characters in four groups, with NUL */
    ACCOUNTS_TICKET_MINUTES = 5,
    ACCOUNTS_MISSED = 1,      /* accounts_checked: refused, but the transaction is kept */
    ACCOUNTS_GONE_DAYS = 365, /* the name of a deleted account cannot be taken */
};

/* The mark of a second-factor ticket that follows a recovery. */
#define ACCOUNTS_RECOVERED "recovered"

struct account_act {
    /* All text is borrowed; NULL or "" where it does not apply. */
    const char *name;    /* the new one, or the player a mail is for */
    const char *address; /* an e-mail address, as the player wrote it */
    const char *about, *label, *id;
    const char *code; /* of the second factor, or a recovery code */
    bool bring, others, show_seen, set_show_seen, followable, set_followable;
    bool keep_tokens; /* when the password changes */
    unsigned scopes;
    int64_t player;                      /* signin: the player whose password was right */
    char against[PEOPLE_PASSWORD_BYTES]; /* the string that a password was checked with */
    char made[PEOPLE_PASSWORD_BYTES];    /* the string of a new one */
    char session[STORE_HASH_BYTES];      /* of the session that asks */
    char fresh[STORE_HASH_BYTES];        /* of a new session or API token */
    char ticket[STORE_HASH_BYTES];       /* of the token that came in a mail */
    char agent[PEOPLE_AGENT_BYTES];      /* of the browser */
    char caller[64];                     /* the address of the network that asks */
    struct passkeys_claim passkey;       /* that was checked */
    bool wants_code;                     /* out: signed in when the second factor is shown, too */
    char factor[SECURITY_SECRET_BYTES];  /* out: the secret of a new second factor */
    char codes[ACCOUNTS_CODES][ACCOUNTS_CODE_BYTES]; /* out: new recovery codes */
    char browser[STORE_HASH_BYTES]; /* of the browser's own secret (quota.h); "": none */
    struct quota_guess guess;       /* how the checked password was counted */
    int64_t wait_ms;                /* out: for how long no password may be tried */
};

/* An address that a player claims as theirs. */
struct accounts_claim {
    struct store_player player;
    const char *address, *caller; /* borrowed; of e-mail, of the network */
    bool answered;                /* the mail is confirmed by an answer, not by a link */
    int64_t wait_ms;              /* out: no mail was sent, and none will be for this long */
};

int accounts_signup(struct work *w, void *context); /* out.id: the player */
int accounts_signin(struct work *w, void *context);
/* Called before a password is checked for `player`, or for a `name` that no player has. The first
 * counts it as a guess (quota.h); if too many were wrong, it sets a->wait_ms. The second takes the
 * guess back, because the password was right or was not checked. */
int accounts_guess(struct work *w, void *context);
int accounts_guess_back(struct work *w, void *context);
int accounts_signout(struct work *w, void *context);
int accounts_rename(struct work *w, void *context);
int accounts_password(struct work *w, void *context);
int accounts_profile(struct work *w, void *context);
int accounts_session_end(struct work *w, void *context);
int accounts_token_add(struct work *w, void *context);
int accounts_token_end(struct work *w, void *context);

/* Writes down, without anybody waiting, that the asker's session was used. */
void accounts_note_seen(struct service *s, const struct store_player *asker, const char *session);

/* Part of a task: tells the viewers of a player's matches that the name or the player has
 * changed. */
MUST_USE int accounts_tell_matches(struct work *w, int64_t player);

/* accounts_signin.c. The first writes a ticket instead of a session if a second factor is needed
 * (wants_code); the second takes it, with the code. */
int accounts_signin_factor(struct work *w, void *context);

/* accounts_factor.c: it counts when a code of it has confirmed it; codes are then in `codes`. */
int accounts_factor_begin(struct work *w, void *context);
int accounts_factor_confirm(struct work *w, void *context);
int accounts_factor_end(struct work *w, void *context);
int accounts_factor_codes(struct work *w, void *context);
MUST_USE int accounts_factor_on(struct store *store, int64_t player, bool *on);
/* Parts of a task. The player must show the second factor, if there is one: 0, what work_refuse
 * returned, or ACCOUNTS_MISSED, when the task must end with 0 and without doing anything. */
MUST_USE int accounts_factor_ask(struct work *w, int64_t player, const struct account_act *a);
/* The same after the password: the password that was checked must still be the asker's. */
MUST_USE int accounts_checked(struct work *w, const struct account_act *a,
                              struct people_account *out);
MUST_USE int accounts_session_begin(const struct work *w, const struct account_act *a,
                                    int64_t player);
/* Writes to a->fresh the ticket that accounts_signin_factor takes as a->ticket. recovered: the
 * player has reset the password through a mail; showing the second factor completes the
 * recovery. */
MUST_USE int accounts_factor_ticket(const struct work *w, struct account_act *a, int64_t player,
                                    bool recovered);

/* accounts_passkey.c: a->passkey was found to be right. */
int accounts_passkey_challenge(struct work *w, void *context); /* a->player, or 0: to sign in */
int accounts_passkey_add(struct work *w, void *context);
int accounts_passkey_end(struct work *w, void *context);
/* Part of a task: uses the challenge up, and says whose passkey it is. As accounts_checked. */
MUST_USE int accounts_passkey_take(struct work *w, const struct account_act *a, int64_t *player);
/* accounts_signin.c: instead of the password, or with a->ticket as the second factor. */
int accounts_signin_passkey(struct work *w, void *context);

/* accounts_mail.c */
int accounts_email_add(struct work *w, void *context);
int accounts_email_end(struct work *w, void *context);
int accounts_email_confirm(struct work *w, void *context); /* out.id: the player */
int accounts_recover(struct work *w, void *context);       /* name or address; never refuses */
int accounts_recover_finish(struct work *w, void *context);
/* Part of a task: call it when a player who resets the password through a mail has shown every
 * other proof. Ends the passkeys, which may be a thief's, except the one with the id `except` (""),
 * and records each in the security events. */
MUST_USE int accounts_recover_passkeys(const struct work *w, int64_t player, const char *except,
                                       const char *agent);
/* A token for accounts_recover_finish, valid for this long. Part of a task. */
MUST_USE int accounts_recover_token(const struct work *w, int64_t player, int64_t hours,
                                    char secret[SERVICE_SECRET_BYTES], int64_t *until);

/* Writes down what happened to an account. agent: the browser's words, or "". Part of a task. */
MUST_USE int accounts_event(const struct work *w, int64_t player, enum security_kind kind,
                            const char *agent, const char *detail);

/* Whether a valid name is free: no other player has it or had it recently. 0, ERR_CONFLICT, or the
 * store's error. */
MUST_USE int accounts_name_free(struct store *store, const char *name, int64_t player, int64_t now);
/* Keeps the name of a deleted account from others for ACCOUNTS_GONE_DAYS. Part of a task. */
MUST_USE int accounts_name_keep(const struct work *w, const char *name);

/* Adds an unconfirmed address, and the mail that confirms it. Refuses a text that is no address, an
 * address too many, and any address if the server has no mail. Part of a task. */
MUST_USE int accounts_address(struct work *w, struct accounts_claim *c);
/* The same as a task, which refuses also when no mail may be sent. context: an accounts_claim. */
int accounts_claim(struct work *w, void *context);

/* --- reading --- */
/* Reads the player of that name and the stored string for checking their password ("" if they have
 * none, or if there is no such player; then out->id is 0). */
MUST_USE int reader_password(struct reader *r, const char *name, struct store_player *out,
                             char stored[PEOPLE_PASSWORD_BYTES]);
/* How long wrong passwords block sign-ins as a->player from the place of the request; 0: not
 * blocked. */
MUST_USE int reader_may_guess(struct reader *r, const struct account_act *a, int64_t *wait_ms);
/* New references; NULL with *err set on failure. */
json_t *reader_account(struct reader *r, int64_t player, int *err);
/* session: the hash of the one that asks. */
json_t *reader_sessions(struct reader *r, int64_t player, const char *session, int *err);
json_t *reader_tokens(struct reader *r, int64_t player, int *err);
/* A second factor to confirm, with its QR code; new recovery codes. */
json_t *view_factor(const struct store_player *p, const char *secret);
json_t *view_codes(const struct account_act *a);
json_t *reader_passkeys(struct reader *r, int64_t player, int *err);
/* The passkey with the id of the claim, into the claim. ERR_NOT_FOUND. */
MUST_USE int reader_passkey(struct reader *r, struct passkeys_claim *c);
/* The security events of the account, newest first. */
json_t *reader_security_events(struct reader *r, int64_t player, int *err);
/* The use and the player of a token from a mail. */
MUST_USE int reader_ticket(struct reader *r, const char *secret, const char *purpose,
                           struct people_ticket *out, struct store_player *whose);

/* Inside of a task: an event of a kind that mails_changed knows, and a mail about it to the
 * confirmed addresses. agent NULL: an administrator or the operator did it. */
MUST_USE int accounts_changed(const struct work *w, int64_t player, enum security_kind kind,
                              const char *agent, const char *detail);
/* The same for a name and password from a browser that has not signed in before. */
MUST_USE int accounts_tell_signed_in(const struct work *w, int64_t player, const char *agent);

#endif
