/* queries.h - every query of the store, with a number (only files of the store include this).
 *
 * A room of the store has a file ROOM_sql.h with its queries, and a line in STORE_QUERIES:
 *
 *     X(Q_RATING_GET, READS(RATING, PLAYER), "iti", "SELECT ... WHERE player = $1 AND ...")
 *
 * The name, its effect on tables (tables.h), the types of $1, $2, ... ('i': a number of 64 bits,
 * 't': a text), and the SQL, in the dialect that SQLite and PostgreSQL share (schema.c). Parameters
 * are numbered in the order of their first appearance. */
#ifndef STORE_QUERIES_H
#define STORE_QUERIES_H
#include "store/analysis/explorer_sql.h"
#include "store/analysis/reviews_sql.h"
#include "store/community/conversations_sql.h"
#include "store/community/fairplay_sql.h"
#include "store/community/follows_sql.h"
#include "store/community/invitations_sql.h"
#include "store/community/rooms_sql.h"
#include "store/community/social_sql.h"
#include "store/community/teams_sql.h"
#include "store/core/allowance_sql.h"
#include "store/core/driver.h"
#include "store/core/inbox.h"
#include "store/core/inbox_sql.h"
#include "store/core/store_event_sql.h"
#include "store/core/store_sql.h"
#include "store/core/tables.h"
#include "store/matches/absences_sql.h"
#include "store/matches/spectators_sql.h"
#include "store/matches/store_match_sql.h"
#include "store/notifications/notification_sql.h"
#include "store/people/leavers_sql.h"
#include "store/people/mailbox_sql.h"
#include "store/people/people_sql.h"
#include "store/people/security_sql.h"
#include "store/puzzles/composed_sql.h"
#include "store/puzzles/puzzles_sql.h"
#include "store/ratings/rating_sql.h"
#include "store/ratings/statistics_sql.h"
#include "store/studies/studies_sql.h"
#include "store/tournaments/arena_sql.h"
#include "store/tournaments/simuls_sql.h"
#include "store/tournaments/tournament_sql.h"

#define STORE_QUERIES(X)                                                                           \
    STORE_SQL(X)                                                                                   \
    STORE_MATCH_SQL(X)                                                                             \
    STORE_EVENT_SQL(X)                                                                             \
    MAILBOX_SQL(X)                                                                                 \
    PEOPLE_SQL(X)                                                                                  \
    SOCIAL_SQL(X)                                                                                  \
    NOTIFICATION_SQL(X)                                                                            \
    RATING_SQL(X)                                                                                  \
    TOURNAMENT_SQL(X)                                                                              \
    ARENA_SQL(X)                                                                                   \
    INBOX_SQL(X)                                                                                   \
    ALLOWANCE_SQL(X)                                                                               \
    FAIRPLAY_SQL(X)                                                                                \
    EXPLORER_SQL(X)                                                                                \
    REVIEWS_SQL(X)                                                                                 \
    SECURITY_SQL(X)                                                                                \
    STUDIES_SQL(X)                                                                                 \
    PUZZLES_SQL(X)                                                                                 \
    COMPOSED_SQL(X)                                                                                \
    FOLLOWS_SQL(X)                                                                                 \
    LEAVERS_SQL(X)                                                                                 \
    STATISTICS_SQL(X)                                                                              \
    TEAMS_SQL(X)                                                                                   \
    INVITATIONS_SQL(X)                                                                             \
    CONVERSATIONS_SQL(X)                                                                           \
    ROOMS_SQL(X)                                                                                   \
    ABSENCES_SQL(X)                                                                                \
    SPECTATORS_SQL(X)                                                                              \
    SIMULS_SQL(X)

enum store_query {
#define STORE_QUERY_ENUM(name, uses, types, sql) name,
    STORE_QUERIES(STORE_QUERY_ENUM) STORE_QUERY_N
#undef STORE_QUERY_ENUM
};

#endif
