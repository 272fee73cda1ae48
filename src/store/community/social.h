/* social.h - the part of the store about people and each other: private notes, blocks, reports,
 * bans, moderators' actions, and how many matches of each game a player has played.
 *
 * As in store.h everything happens between store_begin and store_commit, functions return 0 (or a
 * count) or ERR_*, and data given to a callback are valid until it returns. */
#ifndef SOCIAL_H
#define SOCIAL_H
#include "store/core/store.h"
#include "store/people/people.h"

enum {
    SOCIAL_NOTE_BYTES = 16004,    /* 4,000 characters of at most four bytes, with NUL */
    SOCIAL_REASON_BYTES = 4004,   /* 1,000 */
    SOCIAL_PLAYED_MATCHES = 5000, /* the latest of a player, which are counted */
};

/* Private notes. about: "player" or "match"; text "" removes it. */
MUST_USE int social_note_put(struct store *s, int64_t writer, const char *about, int64_t subject,
                             const char *text, int64_t at);
/* "" when there is none. */
MUST_USE int social_note_get(struct store *s, int64_t writer, const char *about, int64_t subject,
                             char out[SOCIAL_NOTE_BYTES]);
typedef void social_on_note(void *context, const char *about, int64_t subject, const char *text,
                            int64_t at);
MUST_USE int social_notes(struct store *s, int64_t writer, social_on_note *on, void *context);

MUST_USE int social_block(struct store *s, int64_t player, int64_t other, bool blocked, int64_t at);
/* Whether player has blocked other. */
MUST_USE int social_blocks(struct store *s, int64_t player, int64_t other, bool *out);
typedef void social_on_player(void *context, const struct store_player *p);
/* The players whom the player has blocked, by name. */
MUST_USE int social_blocked(struct store *s, int64_t player, social_on_player *on, void *context);

/* Forgets the notes and blocks of a player who leaves, and those about them. Their reports stay. */
MUST_USE int social_forget(struct store *s, int64_t player);

struct social_report {
    int64_t id, at;
    struct store_player by, player, closed_by; /* closed_by.id 0: open */
    int64_t match, study, team, tournament;    /* 0: none; a chat line belongs to one of them, */
    int64_t conversation;                      /* or to the room of a conversation */
    int64_t chat, chat_at;
    int64_t closed_at;
    char said[STORE_CHAT_BYTES]; /* the text of the line */
    char reason[SOCIAL_REASON_BYTES];
    char answer[SOCIAL_REASON_BYTES];
};
/* r->id is written. */
MUST_USE int social_report_add(struct store *s, struct social_report *r);
MUST_USE int social_report_close(struct store *s, int64_t id, int64_t by, int64_t at,
                                 const char *answer);
MUST_USE int social_report_get(struct store *s, int64_t id, struct social_report *out);
typedef void social_on_report(void *context, const struct social_report *r);
/* Newest first. closed: 0, 1, or -1 for both. */
MUST_USE int social_reports(struct store *s, int closed, int64_t before, int limit,
                            social_on_report *on, void *context);
/* Open reports by one, or about one. */
MUST_USE int social_reports_by(struct store *s, int64_t player, int64_t *n);
MUST_USE int social_reports_about(struct store *s, int64_t player, int64_t *n);

struct social_ban {
    int64_t player, at, until; /* until 0: for good */
    struct store_player by;    /* id 0: the operator */
    char reason[SOCIAL_REASON_BYTES];
};
MUST_USE int social_ban_put(struct store *s, const struct social_ban *b);
/* ERR_NOT_FOUND when there is none now. */
MUST_USE int social_ban_get(struct store *s, int64_t player, int64_t now, struct social_ban *out);
MUST_USE int social_ban_end(struct store *s, int64_t player);

/* Players whose name begins so (lower case; "" all), by name; banned: only those. */
MUST_USE int social_players(struct store *s, const char *prefix, bool banned, int64_t now,
                            int limit, social_on_player *on, void *context);

/* The same without guests: the first 500 players of that name are looked at. */
MUST_USE int social_members(struct store *s, const char *prefix, int limit, social_on_player *on,
                            void *context);

struct social_audit { /* of a moderator */
    int64_t id, at;
    struct store_player by, player; /* id 0: the operator; about no player */
    const char *what, *detail;
};
MUST_USE int social_audit_add(struct store *s, int64_t by, const char *what, int64_t player,
                              const char *detail, int64_t at);
typedef void social_on_audit(void *context, const struct social_audit *d);
MUST_USE int social_audit_list(struct store *s, int64_t before, int limit, social_on_audit *on,
                               void *context);

/* A chat line, and its match. */
MUST_USE int social_chat_get(struct store *s, int64_t id, int64_t *match, struct store_chat *out);
/* Deletes its text, here and in its events. */
MUST_USE int social_chat_delete(struct store *s, int64_t id);
typedef void social_on_line(void *context, int64_t match, const struct store_chat *line);
/* All lines that a player wrote, without the player's identity. */
MUST_USE int social_chats_of(struct store *s, int64_t player, social_on_line *on, void *context);
typedef void social_on_chat_event(void *context, int64_t id, const char *data);
MUST_USE int social_chat_events(struct store *s, int64_t match, social_on_chat_event *on,
                                void *context);
MUST_USE int social_event_put(struct store *s, int64_t id, const char *data);

/* A player's matches in a game, as `viewer` may know them. Private matches count for their players
 * only; matches of a player against themselves do not count. */
struct social_played {
    const char *game;
    int running, finished, won, lost, drawn;
};
typedef void social_on_played(void *context, const struct social_played *p);
MUST_USE int social_played(struct store *s, int64_t player, int64_t viewer, social_on_played *on,
                           void *context);

#endif
