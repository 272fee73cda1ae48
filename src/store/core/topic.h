/* topic.h - whom an event is for: those who listen to a match, a player, a study ...
 *
 * The store and the processes of a site write a topic as one number (topic_number), which stays as
 * it is from version to version; all other code asks for the kind. */
#ifndef STORE_TOPIC_H
#define STORE_TOPIC_H
#include <stdbool.h>
#include <stdint.h>

enum topic_kind {
    TOPIC_KIND_NONE,
    TOPIC_KIND_LOBBY,
    TOPIC_KIND_PEERS, /* the processes that share the store */
    TOPIC_KIND_MATCH,
    TOPIC_KIND_INSIDE, /* a match with a delay, for those who play in it */
    TOPIC_KIND_PLAYER,
    /* Sessions or API tokens of a player have ended, or the player may hear less than before:
     * streams check whether their session is still valid, and what they may hear. */
    TOPIC_KIND_SESSIONS,
    /* When fewer players may read a study than before, its epoch changes, so that listeners of the
     * former topic hear nothing more (store/studies/studies.h). */
    TOPIC_KIND_STUDY,
    /* Members whom a player follows come and go (service/community/presence.h); no event of the
     * store has this topic. */
    TOPIC_KIND_FRIENDS,
    TOPIC_KIND_SPECTATORS, /* the chat of the spectators of a match (service/matches/audience.h) */
    TOPIC_KIND_TEAM,       /* of a team, for its members */
    TOPIC_KIND_TOURNAMENT, /* its chat (service/tournaments/tournament_chat.h) */
    /* Players of a match whose page shows it (service/community/attendance.h). */
    TOPIC_KIND_HERE,
};

struct topic {
    enum topic_kind kind;
    uint32_t epoch; /* of a study, below TOPIC_EPOCHS; else 0 */
    int64_t id;     /* of the match, player ...; else 0 */
};
enum { TOPIC_EPOCHS = 1024 };

#define TOPIC_LOBBY         ((struct topic){.kind = TOPIC_KIND_LOBBY})
#define TOPIC_PEERS         ((struct topic){.kind = TOPIC_KIND_PEERS})
#define TOPIC_IS(its, what) ((struct topic){.kind = TOPIC_KIND_##its, .id = (what)})

static inline struct topic topic_match(int64_t match)
{
    return TOPIC_IS(MATCH, match);
}
static inline struct topic topic_inside(int64_t match)
{
    return TOPIC_IS(INSIDE, match);
}
static inline struct topic topic_player(int64_t player)
{
    return TOPIC_IS(PLAYER, player);
}
static inline struct topic topic_sessions(int64_t player)
{
    return TOPIC_IS(SESSIONS, player);
}
static inline struct topic topic_study(int64_t study, int64_t epoch)
{
    return (struct topic){
        .kind = TOPIC_KIND_STUDY, .id = study, .epoch = (uint32_t)(epoch % TOPIC_EPOCHS)};
}
static inline struct topic topic_friends(int64_t player)
{
    return TOPIC_IS(FRIENDS, player);
}
static inline struct topic topic_spectators(int64_t match)
{
    return TOPIC_IS(SPECTATORS, match);
}
static inline struct topic topic_team(int64_t team)
{
    return TOPIC_IS(TEAM, team);
}
static inline struct topic topic_tournament(int64_t tournament)
{
    return TOPIC_IS(TOURNAMENT, tournament);
}
static inline struct topic topic_here(int64_t match)
{
    return TOPIC_IS(HERE, match);
}

static inline bool topic_same(struct topic a, struct topic b)
{
    return a.kind == b.kind && a.id == b.id && a.epoch == b.epoch;
}

/* As the store and other processes know it. TOPIC_KIND_NONE: -1, which is no topic's. */
int64_t topic_number(struct topic topic);
struct topic topic_of(int64_t number);
/* In the order of their numbers: negative, 0 or positive. */
int topic_compare(struct topic a, struct topic b);

#endif
