/* tables.h - the tables of the store, and the effect of each query on them.
 *
 * Each query says so beside its SQL (queries.h): READS(SEAT, PLAYER), ADDS(MOVE), CHANGES(MATCH).
 * To change means to update or delete existing rows, also through ON CONFLICT DO UPDATE. A query
 * that changes a table may also read it. test_queries compares every declaration with SQLite's own
 * analysis of the query. */
#ifndef STORE_TABLES_H
#define STORE_TABLES_H
#include <stdint.h>

/* X(NAME): the table is "name". */
#define STORE_TABLES(X)                                                                            \
    X(ABSENCE)                                                                                     \
    X(ACCOUNT)                                                                                     \
    X(ALLOWANCE)                                                                                   \
    X(ANNULMENT)                                                                                   \
    X(AUDIT)                                                                                       \
    X(BAN)                                                                                         \
    X(BLOCK)                                                                                       \
    X(BROWSER)                                                                                     \
    X(CHALLENGE)                                                                                   \
    X(CHAPTER)                                                                                     \
    X(CHAT)                                                                                        \
    X(COMPOSED)                                                                                    \
    X(CONVERSATION)                                                                                \
    X(EVENT)                                                                                       \
    X(EVENT_TOPIC)                                                                                 \
    X(EXPLORED)                                                                                    \
    X(FACTOR)                                                                                      \
    X(FAIRPLAY_FLAG)                                                                               \
    X(FOLLOW)                                                                                      \
    X(FORMER_NAME)                                                                                 \
    X(GONE_NAME)                                                                                   \
    X(INBOX)                                                                                       \
    X(INVITATION)                                                                                  \
    X(LEAVER)                                                                                      \
    X(LESSON_STEP)                                                                                 \
    X(MAIL_ADDRESS)                                                                                \
    X(MAIL_BOUNCE)                                                                                 \
    X(MAIL_LINE)                                                                                   \
    X(MAIL_PLAYER)                                                                                 \
    X(MAIL_SEEN)                                                                                   \
    X(MAIL_SUBMITTED)                                                                              \
    X(MATCH)                                                                                       \
    X(META)                                                                                        \
    X(MOVE)                                                                                        \
    X(NOTE)                                                                                        \
    X(NOTIFICATION)                                                                                \
    X(NOTIFICATION_DIGEST)                                                                         \
    X(NOTIFICATION_SETTING)                                                                        \
    X(OPENING)                                                                                     \
    X(OPENING_TODO)                                                                                \
    X(OUTBOX)                                                                                      \
    X(PASSKEY)                                                                                     \
    X(PLACE)                                                                                       \
    X(PLAYER)                                                                                      \
    X(PUSH)                                                                                        \
    X(PUZZLE)                                                                                      \
    X(PUZZLE_SOLVER)                                                                               \
    X(PUZZLE_TRY)                                                                                  \
    X(RATING)                                                                                      \
    X(RATING_PAIR)                                                                                 \
    X(RATING_REDO)                                                                                 \
    X(RATING_STEP)                                                                                 \
    X(RECOVERY_CODE)                                                                               \
    X(REPORT)                                                                                      \
    X(REVIEW)                                                                                      \
    X(REVIEW_POSITION)                                                                             \
    X(ROOM_CHAT)                                                                                   \
    X(SEAT)                                                                                        \
    X(SECURITY_EVENT)                                                                              \
    X(SESSION)                                                                                     \
    X(SIMUL)                                                                                       \
    X(SIMUL_GUEST)                                                                                 \
    X(STUDY)                                                                                       \
    X(STUDY_CHAT)                                                                                  \
    X(STUDY_EDIT)                                                                                  \
    X(STUDY_MEMBER)                                                                                \
    X(STUDY_VALUE)                                                                                 \
    X(TEAM)                                                                                        \
    X(TEAM_CHAT)                                                                                   \
    X(TEAM_MEMBER)                                                                                 \
    X(TICKET)                                                                                      \
    X(TOURNAMENT)                                                                                  \
    X(TOURNAMENT_GAME)                                                                             \
    X(TOURNAMENT_PLAYER)

enum store_table {
#define STORE_TABLE_ENUM(name) TABLE_##name,
    STORE_TABLES(STORE_TABLE_ENUM)
#undef STORE_TABLE_ENUM
        STORE_TABLE_N
};
_Static_assert((int)STORE_TABLE_N < 128, "a set of tables has 128 bits");

/* Bit n: table n. All supported server targets have a 128-bit integer type. */
__extension__ typedef unsigned __int128 store_tables;
#define STORE_TABLE(name) ((store_tables)1 << TABLE_##name)

/* STORE_SET(MATCH, SEAT): up to eight. */
#define STORE_SET(...)                                                                             \
    STORE_PICK8(__VA_ARGS__, STORE_SET8, STORE_SET7, STORE_SET6, STORE_SET5, STORE_SET4,           \
                STORE_SET3, STORE_SET2, STORE_SET1, 0)                                             \
    (__VA_ARGS__)
#define STORE_PICK8(a, b, c, d, e, f, g, h, pick, ...) pick
#define STORE_SET1(a)                                  STORE_TABLE(a)
#define STORE_SET2(a, b)                               (STORE_SET1(a) | STORE_TABLE(b))
#define STORE_SET3(a, b, c)                            (STORE_SET2(a, b) | STORE_TABLE(c))
#define STORE_SET4(a, b, c, d)                         (STORE_SET3(a, b, c) | STORE_TABLE(d))
#define STORE_SET5(a, b, c, d, e)                      (STORE_SET4(a, b, c, d) | STORE_TABLE(e))
#define STORE_SET6(a, b, c, d, e, f)                   (STORE_SET5(a, b, c, d, e) | STORE_TABLE(f))

#define STORE_SET7(a, b, c, d, e, f, g)    (STORE_SET6(a, b, c, d, e, f) | STORE_TABLE(g))
#define STORE_SET8(a, b, c, d, e, f, g, h) (STORE_SET7(a, b, c, d, e, f, g) | STORE_TABLE(h))

/* The uses of a query. */
#define READS(...)   .reads = STORE_SET(__VA_ARGS__),
#define ADDS(...)    .adds = STORE_SET(__VA_ARGS__),
#define CHANGES(...) .changes = STORE_SET(__VA_ARGS__),
/* No cache holds the changed rows (STORE_KEPT), or the caller updates the cache. */
#define UNKEPT .unkept = 1,
/* The rows are those of one player, the n-th parameter; otherwise they may be those of any. */
#define OF_PLAYER(n) .player = (n),

/* The tables whose rows are kept beside the store: matches with their seats and players by the
 * writer (cache.h), sessions with their players by each process (service/core/session_cache.h). A
 * change of these is announced to all that cache rows. */
#define STORE_KEPT_ROWS   STORE_SET(MATCH, SEAT, PLAYER)
#define STORE_KEPT_PEOPLE STORE_SET(SESSION, ACCOUNT, BAN)

#endif
