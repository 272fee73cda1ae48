/* teams.h - the part of the store about teams: their members, requests to join, and their chat.
 *
 * As in store.h everything happens between store_begin and store_commit, functions return 0 (or a
 * count) or ERR_*, and data given to a callback are valid until it returns. */
#ifndef STORE_TEAMS_H
#define STORE_TEAMS_H
#include "store/core/store.h"
#include "store/ratings/rating.h"

enum {
    TEAMS_NAME_BYTES = 164,   /* 40 characters of at most four bytes, with NUL */
    TEAMS_ABOUT_BYTES = 4004, /* 1,000 */
};

/* Who may join: any member of the site, players whom an owner accepts, or no one. */
enum team_access { TEAM_OPEN, TEAM_REQUEST, TEAM_CLOSED, TEAM_ACCESS_N };
extern const char *const team_access_name[TEAM_ACCESS_N];

/* The role of a player in a team. TEAM_ASKED: they have asked to join, and are not a member yet. */
enum team_role { TEAM_STRANGER, TEAM_ASKED, TEAM_MEMBER, TEAM_OWNER, TEAM_ROLE_N };
extern const char *const team_role_name[TEAM_ROLE_N];

struct team {
    int64_t id;
    enum team_access access;
    char name[TEAMS_NAME_BYTES];
    char about[TEAMS_ABOUT_BYTES];
    int64_t created_at;
    struct store_player founder;
    /* read only */
    int64_t members_n, asked_n;
    enum team_role role; /* of the player who asks */
};

/* t->id is written; the founder is its first owner. `words` is the name as it is searched for, and
 * unique; `shape` is how it looks, which is not empty. */
MUST_USE int teams_add(struct store *s, struct team *t, const char *words, const char *shape);
MUST_USE int teams_get(struct store *s, int64_t id, int64_t asker, struct team *out);
/* Writes access, name and about. */
MUST_USE int teams_put(struct store *s, const struct team *t, const char *words, const char *shape);
/* With its members and its chat. */
MUST_USE int teams_end(struct store *s, int64_t id);
/* The team of that name; ERR_NOT_FOUND if there is none. */
MUST_USE int teams_named(struct store *s, const char *words, int64_t *id);
/* A team other than `but` whose name looks so; ERR_NOT_FOUND if there is none. */
MUST_USE int teams_like(struct store *s, const char *shape, int64_t but, int64_t *id);

/* Teams of an older schema, whose shapes are not known: at most `limit`; returns their number. */
struct team_name {
    int64_t id;
    char name[TEAMS_NAME_BYTES];
};
MUST_USE int teams_shapeless(struct store *s, int limit, struct team_name *out);
MUST_USE int teams_shape_put(struct store *s, int64_t id, const char *shape);

struct team_filter {
    int64_t asker;
    int64_t member;   /* of which this player is a member; 0: all */
    int64_t before;   /* ids below */
    const char *like; /* a pattern for the words, '!' escapes; "": any */
    int limit;
};
typedef void teams_on_team(void *context, const struct team *t);
/* Newest first; with those that the asker has asked to join, if they are the member. Returns the
 * number of rows. */
MUST_USE int teams_list(struct store *s, const struct team_filter *f, teams_on_team *on,
                        void *context);

/* --- members --- */

struct team_member {
    int64_t id; /* counts the members of all teams, in the order in which they came */
    struct store_player player;
    enum team_role role;
    int64_t at;           /* when they asked, or joined, ms */
    bool show_seen;       /* others may see whether they are online */
    struct rating rating; /* in the game that they have played most; game "": in none */
};
MUST_USE int teams_member_put(struct store *s, int64_t team, int64_t player, enum team_role role,
                              int64_t at);
MUST_USE int teams_member_end(struct store *s, int64_t team, int64_t player);
/* TEAM_STRANGER if the player is not in it. */
MUST_USE int teams_role(struct store *s, int64_t team, int64_t player, enum team_role *out);
typedef void teams_on_member(void *context, const struct team_member *m);
/* Members, or those who have asked, with ids above `after`; returns the number of rows. */
MUST_USE int teams_members(struct store *s, int64_t team, bool asked, int64_t after, int limit,
                           teams_on_member *on, void *context);
MUST_USE int teams_owners(struct store *s, int64_t team, int64_t *n);
/* In how many teams the player is, or has asked to be; how many they own. */
MUST_USE int teams_joined(struct store *s, int64_t player, int64_t *n);
MUST_USE int teams_owned(struct store *s, int64_t player, int64_t *n);
/* Whether an owner of the team has blocked the player. */
MUST_USE int teams_blocks(struct store *s, int64_t team, int64_t player, bool *out);
/* Teams of which the player is the only owner; returns the number written to out[limit]. */
MUST_USE int teams_sole(struct store *s, int64_t player, int limit, int64_t *out);
/* The member who joined first and is not an owner; ERR_NOT_FOUND if there is none. */
MUST_USE int teams_heir(struct store *s, int64_t team, int64_t *player);
/* Removes the player from all teams. */
MUST_USE int teams_member_forget(struct store *s, int64_t player);

/* --- chat --- */

/* line->id is written. The newest `keep` lines of the team stay. */
MUST_USE int teams_chat_add(struct store *s, int64_t team, int keep, struct store_chat *line);
typedef void teams_on_chat(void *context, int64_t team, const struct store_chat *line);
/* Newest first, without those of players whom `reader` has blocked; returns their number. */
MUST_USE int teams_chat_page(struct store *s, int64_t team, int64_t reader, int64_t before,
                             int limit, teams_on_chat *on, void *context);
MUST_USE int teams_chat_get(struct store *s, int64_t id, teams_on_chat *on, void *context);
/* All that a player wrote. */
MUST_USE int teams_chat_of(struct store *s, int64_t player, teams_on_chat *on, void *context);
/* Takes its text away. */
MUST_USE int teams_chat_remove(struct store *s, int64_t id);

#endif
