/* moderation.h - what moderators and administrators do: reports, bans, roles, lost passwords, chat
 * lines that must go. Everything they do is written down.
 *
 * The functions moderation_* that take a void * are what an ORDER_BATCH applies (its context is a
 * struct moderation_act), on the writer thread. They decide whether the asker may do it by the role
 * that the store holds at that moment. With by_operator the asker is the operator of the server,
 * who may do everything (hoshi serve --admin, hoshi admin). */
#ifndef MODERATION_H
#define MODERATION_H
#include "service/core/reader.h"
#include "service/core/service.h"
#include "store/community/social.h"

struct moderation_act {
    bool by_operator;
    const char *name; /* the player in question; borrowed, as all text here */
    const char *text; /* reason or answer */
    int64_t id;       /* of a report or a chat line */
    int64_t until;    /* ban: ms since 1970; 0: for good */
    enum people_role role;
    char secret[SERVICE_SECRET_BYTES]; /* out of reset: for POST /api/recover/finish */
    int64_t expires_at;                /* out of reset */
    int64_t passkeys;                  /* out of factor_off: how many stay, and open the account */
};

/* Refuses an asker without at least that role; *role (may be NULL) gets the role that they have. */
MUST_USE int moderation_must_be(struct work *w, enum people_role least, enum people_role *role);

int moderation_close(struct work *w, void *context);
int moderation_ban(struct work *w, void *context);
int moderation_unban(struct work *w, void *context);
int moderation_chat_delete(struct work *w, void *context);
/* A moderator deletes a line of chat, once, and it is written down; where: "study" or "team", and
 * its number. remove(w, found) takes it away and tells those who see it. */
MUST_USE int moderation_line(struct work *w, const struct store_chat *line, const char *where,
                             int64_t id, int (*remove)(struct work *w, const void *found),
                             const void *found);
int moderation_reset(struct work *w, void *context);
/* For a player who has lost the device and the recovery codes. The player gets a mail about it.
 * Passkeys stay, because the password or the second factor stood behind each; a reset ends them. */
int moderation_factor_off(struct work *w, void *context);
int moderation_role(struct work *w, void *context);
/* The match `id` is not rated any more; `text` says why, for everybody. */
int moderation_annul(struct work *w, void *context);
/* The pair `id` has been looked at. */
int moderation_pair_close(struct work *w, void *context);

/* Applies one of them as the operator, and waits. 0, or ERR_DENIED with the reason in *why. */
MUST_USE int moderation_run(struct service *s, int (*apply)(struct work *w, void *context),
                            struct moderation_act *a, struct text *why);

/* The reason for a player's ban, as a sentence; ERR_NOT_FOUND if they are not banned. */
MUST_USE int moderation_banned(struct store *store, int64_t player, int64_t now, char *out,
                               size_t size);

/* --- reading --- New references; NULL with *err set on failure. */
/* asker (0: the operator): a moderator who plays in a running match does not see the words of a
 * report about a line of its spectators. */
json_t *reader_reports(struct reader *r, int64_t asker, int closed, int64_t before, int limit,
                       int *err);
json_t *reader_report(struct reader *r, int64_t asker, int64_t id, int *err);
json_t *reader_admin_players(struct reader *r, const char *prefix, bool banned, int limit,
                             int *err);
json_t *reader_admin_player(struct reader *r, const char *name, int *err);
/* Pairs of players who have signed in at one place and play rated matches. */
json_t *reader_pairs(struct reader *r, bool closed, int64_t before, int limit, int *err);
json_t *reader_pair(struct reader *r, int64_t id, int *err);
/* Matches that were annulled; for everybody. */
json_t *reader_annulled(struct reader *r, int64_t before, int limit, int *err);
/* {"at":…,"reason":"…"}, or null when the match was not annulled. */
json_t *moderation_annulled(struct store *s, int64_t match);
json_t *reader_audit(struct reader *r, int64_t before, int limit, int *err);

#endif
