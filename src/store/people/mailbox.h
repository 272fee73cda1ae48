/* mailbox.h - the part of the store that belongs to play by e-mail: mail passwords and addresses,
 * the messages that were seen, conditional lines, and the outbox.
 *
 * As in store.h everything happens between store_begin and store_commit, functions return 0 (or a
 * count) or ERR_*, and text given to a callback is valid until it returns. Addresses are kept in
 * lower case; the caller folds them. */
#ifndef MAILBOX_H
#define MAILBOX_H
#include "store/core/store.h"

enum { MAILBOX_ADDRESS_BYTES = 256, MAILBOX_PASSWORD_BYTES = 128, MAILBOX_MOVES_BYTES = 400 };
enum { MAILBOX_BOUNCES_MAX = 3, MAILBOX_BOUNCE_DAYS = 30 };

/* The mails that a player gets about matches: auto means "every" with few matches and "digest" with
 * many. */
enum mailbox_mails {
    MAILBOX_MAILS_AUTO,
    MAILBOX_MAILS_EVERY,
    MAILBOX_MAILS_DIGEST,
    MAILBOX_MAILS_NONE,
    MAILBOX_MAILS_N
};
extern const char *const mailbox_mails_name[MAILBOX_MAILS_N];

struct mailbox_player {
    int64_t player;
    char password[MAILBOX_PASSWORD_BYTES]; /* Argon2id string of the mail password */
    enum mailbox_mails mails;
    bool accept_auto, broadcasts, signed_off;
    int64_t told_at; /* when the last digest or reminder was written */
};

MUST_USE int mailbox_player_get(struct store *s, int64_t player, struct mailbox_player *out);
MUST_USE int mailbox_player_put(struct store *s, const struct mailbox_player *p);
typedef void mailbox_on_player(void *context, const struct mailbox_player *p);
MUST_USE int mailbox_players(struct store *s, int64_t after, int limit, mailbox_on_player *on,
                             void *context);
/* Forgets password, settings and addresses, and gives the player another name. */
MUST_USE int mailbox_player_forget(struct store *s, int64_t player, const char *name);

/* Adds an address; one that is confirmed stays so. Confirming it clears its bounces. */
MUST_USE int mailbox_address_put(struct store *s, int64_t player, const char *address,
                                 bool confirmed);
MUST_USE int mailbox_addresses_forget(struct store *s, int64_t player);
typedef void mailbox_on_address(void *context, const char *address, bool confirmed);
MUST_USE int mailbox_addresses(struct store *s, int64_t player, mailbox_on_address *on,
                               void *context);
typedef void mailbox_on_id(void *context, int64_t id);
/* The players who have confirmed this address; none after it has bounced too often. */
MUST_USE int mailbox_owners(struct store *s, const char *address, mailbox_on_id *on, void *context);

/* Remembers a Message-ID: 0 when it is new, ERR_CONFLICT when it was seen before. */
MUST_USE int mailbox_seen(struct store *s, const char *message_id, int64_t at);
/* 0, or ERR_CONFLICT when it was seen before. */
MUST_USE int mailbox_was_seen(struct store *s, const char *message_id);

/* Conditional lines "their-move my-move …", from the ply that the first move is. */
MUST_USE int mailbox_line_add(struct store *s, int64_t match, int64_t player, int ply,
                              const char *moves);
typedef void mailbox_on_line(void *context, int64_t id, int ply, const char *moves);
MUST_USE int mailbox_lines(struct store *s, int64_t match, int64_t player, mailbox_on_line *on,
                           void *context);
MUST_USE int mailbox_line_forget(struct store *s, int64_t id);
MUST_USE int mailbox_lines_forget(struct store *s, int64_t match, int64_t player); /* 0: all */

/* A move that waits for `confirm`. */
MUST_USE int mailbox_submit(struct store *s, int64_t match, int64_t player, int ply,
                            const char *move);
MUST_USE int mailbox_submitted(struct store *s, int64_t match, int64_t player, int *ply,
                               char move[MAILBOX_MOVES_BYTES]);
MUST_USE int mailbox_submitted_forget(struct store *s, int64_t match, int64_t player);

struct mailbox_mail {
    int64_t id, player, match; /* 0: of no player, of no match */
    const char *address;
    const char *answers;  /* Message-ID of the mail that it answers, or "" */
    const char *reply_to; /* an address that may act in one match, or "" */
    const char *subject, *body, *html;
    int64_t at;
    int tries;
};
MUST_USE int mailbox_post(struct store *s, const struct mailbox_mail *l);
typedef void mailbox_on_mail(void *context, const struct mailbox_mail *l);
/* Mails that are due, oldest first: those that wait, then those whose claim has run out. */
MUST_USE int mailbox_due(struct store *s, int64_t now, int limit, mailbox_on_mail *on,
                         void *context);
/* The same, but those about matches first: when a provider's limit makes the rest wait. */
MUST_USE int mailbox_due_first(struct store *s, int64_t now, int limit, mailbox_on_mail *on,
                               void *context);
/* How many mails were sent, or tried in vain, or are being sent since that time; at most `most`. */
MUST_USE int mailbox_sent_since(struct store *s, int64_t since, int most);
/* A mail, sent or not; ERR_NOT_FOUND when it was forgotten since. */
MUST_USE int mailbox_mail(struct store *s, int64_t mail, mailbox_on_mail *on, void *context);
/* Reserves a mail that is due now, until it is marked, but not longer than `until`: then another
 * process may claim it. ERR_NOT_FOUND when another process was first. */
MUST_USE int mailbox_claim(struct store *s, int64_t mail, int64_t now, int64_t until);
/* Extends a claim of this process. */
MUST_USE int mailbox_claim_on(struct store *s, int64_t mail, int64_t until);
/* Ends all claims; the mails are due in their old order. Only for a process that alone sends the
 * mails of the store: what is claimed when it starts was claimed by a process that has died. */
MUST_USE int mailbox_free_claims(struct store *s);
/* Ends the claim on a mail. state: "sent", "failed", or "waiting" until due_at. */
MUST_USE int mailbox_mark(struct store *s, int64_t mail, const char *state, int64_t due_at,
                          const char *failure);
/* Records, once, that a mail to an address failed permanently. After MAILBOX_BOUNCES_MAX failures,
 * never MAILBOX_BOUNCE_DAYS apart, the address is no longer confirmed, and mails that wait to be
 * sent there are dropped. Confirming it (mailbox_address_put) clears its failures. ERR_NOT_FOUND:
 * there is no such mail, or it was noted before. */
MUST_USE int mailbox_bounced(struct store *s, int64_t mail, int64_t now);
/* Whether the address has bounced too often: only a code that confirms it may go there. 1 or 0. */
MUST_USE int mailbox_comes_back(struct store *s, const char *address);
/* Forgets mails that are done with, Message-IDs and bounces from before that time. */
MUST_USE int mailbox_trim(struct store *s, int64_t before_ms);

typedef void mailbox_on_standing(void *context, const char *name, int won, int lost, int drawn);
/* Of the last 20,000 public matches of the game that are over, so that the cost does not grow with
 * the store. */
MUST_USE int mailbox_standings(struct store *s, const char *game, mailbox_on_standing *on,
                               void *context);

#endif
