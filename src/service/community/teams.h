/* teams.h - teams: members of the site who have a page and a chat of their own.
 *
 * A player is a stranger to a team, has asked to join it, is a member, or is one of its owners.
 *
 *     stranger --joins an open team--> member
 *              --asks--> asked --an owner accepts--> member
 *     member   --an owner--> owner --steps down, while there is another--> member
 *     anyone   --leaves, or an owner removes them (not another owner)--> stranger
 *
 * A team always has an owner: when the last one deletes their account, the member who came first
 * takes over, and a team without members is deleted. Players whom an owner has blocked can neither
 * join nor write in the chat.
 *
 * Everybody may read a team and its list of members; only members read its chat. An ORDER_BATCH
 * applies the functions teams_* that take a void *, on the writer thread; its context is a struct
 * team_act. */
#ifndef TEAMS_H
#define TEAMS_H
#include "service/core/reader.h"
#include "service/core/service.h"
#include "store/community/teams.h"

enum {
    TEAMS_OWNED_MAX = 10,
    TEAMS_JOINED_MAX = 50,
    TEAMS_MEMBERS_MAX = 1000, /* those who have asked included */
    TEAMS_NAME_CHARS = 40,
    TEAMS_ABOUT_CHARS = 1000,
    TEAMS_CHAT_LINES_MAX = 1000, /* the newest are kept */
    TEAMS_LIST_MAX = 100,
};

struct team_act {
    int64_t team;
    const char *name;   /* texts are borrowed; NULL: as it is */
    const char *about;  /* NULL: as it is */
    const char *access; /* NULL: as it is */
    const char *player; /* the player whom an owner accepts, changes or removes */
    const char *role;   /* that the player gets: "member" or "owner" */
    const char *text;   /* of a chat line, or of a report about one */
    int64_t line;       /* of the chat */
    bool removes;
};

/* Fills in how the names of teams of an older schema look. Before the writer starts. */
MUST_USE int teams_fill_shapes(struct store *s);

int teams_make(struct work *w, void *context);     /* out.id: the team */
int teams_change(struct work *w, void *context);   /* by an owner */
int teams_delete(struct work *w, void *context);   /* by an owner */
int teams_moderate(struct work *w, void *context); /* a moderator deletes it */
int teams_join(struct work *w, void *context);     /* or asks to */
int teams_leave(struct work *w, void *context);    /* or no longer asks to */
/* An owner accepts the player, changes their role, or removes them; an owner steps down. */
int teams_member(struct work *w, void *context);

/* teams_chat.c: for members. */
int teams_chat_say(struct work *w, void *context); /* out.id: the line */
/* By the member who wrote it, or an owner; by a moderator. */
int teams_chat_delete(struct work *w, void *context);
int teams_chat_moderate(struct work *w, void *context);
int teams_chat_report(struct work *w, void *context); /* out.id: the report */

/* The asker, whom an owner has invited, becomes a member. */
MUST_USE int teams_admit(struct work *w, int64_t team);
/* Fills *out with the team as the asker sees it; refuses if there is none. */
MUST_USE int teams_find(struct work *w, int64_t id, struct team *out);
/* An account goes. */
MUST_USE int teams_forget(struct work *w, int64_t player);

/* --- reading --- New references; NULL with *err set on failure. */
json_t *reader_team(struct reader *r, int64_t team, int64_t asker, int *err);
/* The teams of the player `name` (NULL: all, or those of f->member). */
json_t *reader_teams(struct reader *r, const struct team_filter *f, const char *name, int *err);
/* Members above `after`, or those who have asked to be; the latter only for an owner
 * (ERR_DENIED). */
json_t *reader_team_members(struct reader *r, int64_t team, int64_t asker, bool asked,
                            int64_t after, int limit, int *err);
/* Chat lines below `before`, newest first, without those of players whom the asker has blocked.
 * ERR_DENIED: the asker is no member. */
json_t *reader_team_chat(struct reader *r, int64_t team, int64_t asker, int64_t before, int limit,
                         int *err);
/* For a member: ERR_DENIED for others. */
MUST_USE int reader_team_topic(struct reader *r, int64_t team, int64_t asker, struct topic *out);

#endif
