/* events.h - the types of events: what clients are told as it happens (hub.h), and which of it
 * players are notified of (service/notifications).
 *
 * A player is notified later, by another thread, and perhaps by another server: the transaction
 * that makes the event leaves a row in the inbox for it (store/core/inbox.h). The row's type is the
 * name of the event; its data are an object:
 *
 *     {"to": [5, 9], "ply": 12}
 *
 * `to` are the players under whose topic the event went out (topic_player), and the rest are the
 * members of the event's data that the list below names. Of a line of chat it is only the number:
 * a moderator may take the words away meanwhile. */
#ifndef EVENTS_H
#define EVENTS_H
#include "store/core/store.h"
#include <jansson.h>

/* X(NAME, "name", "members"): players are notified of those with members, or with "" for none;
 * NULL: nobody is. */
#define EVENT_TYPES(X)                                                                             \
    X(MOVE, "move", NULL)                                                                          \
    X(TURN, "turn", "ply")                                                                         \
    X(MATCH, "match", "")                                                                          \
    X(CHAT, "chat", "line")                                                                        \
    X(CONVERSATION, "conversation", "line")                                                        \
    X(SPECTATORS, "spectators", NULL)                                                              \
    X(OFFER, "offer", "act")                                                                       \
    X(TAKEBACK, "takeback", NULL)                                                                  \
    X(CLOCK, "clock", NULL)                                                                        \
    X(PRESENCE, "presence", NULL)                                                                  \
    X(REMINDER, "reminder", "ply")                                                                 \
    X(FINISHED, "finished", "by ratings")                                                          \
    X(PAIRED, "paired", NULL)                                                                      \
    X(TOURNAMENT, "tournament", "tournament state round")                                          \
    X(TOURNAMENT_CHAT, "tournament_chat", NULL)                                                    \
    X(TOURNAMENT_ANSWER, "tournament_answer", "id name did by")                                    \
    X(SIMUL, "simul", NULL)                                                                        \
    X(SIMUL_ANSWER, "simul_answer", "id did by")                                                   \
    X(TEAM, "team", NULL)                                                                          \
    X(TEAM_ANSWER, "team_answer", "id name did by")                                                \
    X(SESSIONS, "sessions", NULL)                                                                  \
    X(STUDY, "study", NULL)                                                                        \
    X(STUDY_CHAT, "study_chat", NULL)                                                              \
    X(EDIT, "edit", NULL)                                                                          \
    X(REVIEW, "review", NULL)                                                                      \
    X(PUZZLE, "puzzle", "puzzle did reason")                                                       \
    X(NOTIFICATION, "notification", NULL)

enum event_type {
#define EVENT_ENUM(name, text, members) EVENT_##name,
    EVENT_TYPES(EVENT_ENUM)
#undef EVENT_ENUM
        EVENT_TYPE_N
};
extern const char *const event_type_name[EVENT_TYPE_N];

/* A row may be taken so long after its event: then it is known whether it still holds. A player who
 * answers a move at once is not notified of it. */
enum { EVENTS_SETTLE_MS = 500 };

/* EVENT_TYPE_N: no such name. */
enum event_type events_type(const char *name);

/* Whether players are notified of it. */
bool events_told(enum event_type type);

/* The data of the row for an event of that type; owned by the caller, NULL when memory is short. */
MUST_USE char *events_row(enum event_type type, const json_t *data, const struct topic *topics,
                          int topics_n);

#endif
