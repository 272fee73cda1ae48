/* teams_sql.h - the queries of teams.c (queries.h). */
#ifndef TEAMS_SQL_H
#define TEAMS_SQL_H
#include "store/core/row.h"

#define ROW_READ_TEAM_ACCESS(to)   ROW_READ_NAME(to, enum team_access, team_access_name)
#define ROW_BIND_TEAM_ACCESS(from) store_text(team_access_name[from])
#define ROW_KIND_TEAM_ACCESS       "t"
#define ROW_READ_TEAM_ROLE(to)     ROW_READ_NAME(to, enum team_role, team_role_name)
#define ROW_BIND_TEAM_ROLE(from)   store_text(team_role_name[from])
#define ROW_KIND_TEAM_ROLE         "t"

#define TEAM_CHANGE(F, X, A)                                                                       \
    F(A, access, TEAM_ACCESS, "access")                                                            \
    X(A, name, TEXT, "name")                                                                       \
    X(A, about, TEXT, "about")
#define TEAM_NEW(F, X, A)                                                                          \
    TEAM_CHANGE(F, X, A) X(A, created_at, I64, "created_at") X(A, founder.id, I64, "founder")
#define TEAM_TOLD(F, X, A)                                                                         \
    F("t.", id, I64, "id")                                                                         \
    TEAM_CHANGE(X, X, "t.")                                                                        \
    X("t.", created_at, I64, "created_at")                                                         \
    PLAYER_AS(X, X, "p.", founder)                                                                 \
    X("", members_n, I64,                                                                          \
      "(SELECT count(*) FROM team_member n WHERE n.team = t.id"                                    \
      " AND n.role <> 'asked')")                                                                   \
    X("", asked_n, I64,                                                                            \
      "(SELECT count(*) FROM team_member n"                                                        \
      " WHERE n.team = t.id AND n.role = 'asked')")                                                \
    X("", role, TEAM_ROLE, "coalesce(y.role, '')")
ROW_IS(TEAM_CHANGE, 3);
ROW_IS(TEAM_NEW, 5);

#define TEAM_MEMBER_VALUES(F, X, A) F(A, role, TEAM_ROLE, "role") X(A, at, I64, "at")
#define TEAM_MEMBER_NEW(F, X, A)    TEAM_MEMBER_VALUES(F, X, A) X(A, player.id, I64, "player")
#define TEAM_MEMBER_TOLD(F, X, A)                                                                  \
    F("m.", id, I64, "id")                                                                         \
    TEAM_MEMBER_VALUES(X, X, "m.")                                                                 \
    X("", show_seen, BOOL, "coalesce(a.show_seen, 1)")                                             \
    PLAYER_AS(X, X, "p.", player) RATING_MOST(X, rating)
ROW_IS(TEAM_MEMBER_NEW, 3);

#define TEAM_CHAT_NEW(F, X, A)  LINE_NEW(F, X, A) X(A, of, I64, "team")
#define TEAM_CHAT_TOLD(F, X, A) LINE_TOLD(F, X, A) X("c.", of, I64, "team")
ROW_IS(TEAM_CHAT_NEW, 4);

/* $1: the asker. */
#define TEAMS_TEAM ROW_SELECT(TEAM_TOLD)
#define TEAMS_WITH                                                                                 \
    " JOIN player p ON p.id = t.founder"                                                           \
    " LEFT JOIN team_member y ON y.team = t.id AND y.player = $1"
#define TEAMS_MEMBER                                                                               \
    ROW_SELECT(TEAM_MEMBER_TOLD)                                                                   \
    " FROM team_member m JOIN player p ON p.id = m.player"                                         \
    " LEFT JOIN account a ON a.player = m.player" RATING_MOST_JOIN " WHERE m.team = $1"
#define TEAMS_LINE ROW_SELECT(TEAM_CHAT_TOLD) " FROM team_chat c JOIN player p ON p.id = c.player"

/* X(name, uses, types, SQL) */
#define TEAMS_SQL(X)                                                                               \
    X(Q_TEAMS_ADD, ADDS(TEAM), ROW_TYPES(TEAM_NEW) "tt",                                           \
      "INSERT INTO team (" ROW_NAMES(TEAM_NEW, "") ", words, shape) VALUES (" PARAMS_7             \
                                                   ") RETURNING id")                               \
    X(Q_TEAMS_GET, READS(PLAYER, TEAM, TEAM_MEMBER), "ii",                                         \
      TEAMS_TEAM " FROM team t" TEAMS_WITH " WHERE t.id = $2")                                     \
    X(Q_TEAMS_PUT, CHANGES(TEAM), ROW_TYPES(TEAM_CHANGE) "tti",                                    \
      "UPDATE team SET (" ROW_NAMES(TEAM_CHANGE, "") ", words, shape) = (" PARAMS_5                \
                                                     ") WHERE id = $6")                            \
    X(Q_TEAMS_SHAPE, CHANGES(TEAM), "ti", "UPDATE team SET shape = $1 WHERE id = $2")              \
    X(Q_TEAMS_SHAPELESS, READS(TEAM), "i", "SELECT id, name FROM team WHERE shape = '' LIMIT $1")  \
    X(Q_TEAMS_LIKE, READS(TEAM), "ti",                                                             \
      "SELECT id FROM team WHERE shape = $1 AND id <> $2 LIMIT 1")                                 \
    X(Q_TEAMS_END, CHANGES(TEAM), "i", "DELETE FROM team WHERE id = $1")                           \
    X(Q_TEAMS_NAMED, READS(TEAM), "t", "SELECT id FROM team WHERE words = $1")                     \
    X(Q_TEAMS_ALL, READS(PLAYER, TEAM, TEAM_MEMBER), "iiti",                                       \
      TEAMS_TEAM " FROM team t" TEAMS_WITH " WHERE t.id < $2"                                      \
                 " AND ($3 = '' OR t.words LIKE $3 ESCAPE '!') ORDER BY t.id DESC LIMIT $4")       \
    X(Q_TEAMS_OF, READS(PLAYER, TEAM, TEAM_MEMBER), "iiiti",                                       \
      TEAMS_TEAM " FROM team_member m JOIN team t ON t.id = m.team" TEAMS_WITH                     \
                 " WHERE m.player = $2 AND (m.role <> 'asked' OR m.player = $1) AND m.team < $3"   \
                 " AND ($4 = '' OR t.words LIKE $4 ESCAPE '!') ORDER BY m.team DESC LIMIT $5")     \
    X(Q_TEAMS_MEMBER_PUT, CHANGES(TEAM_MEMBER), ROW_TYPES(TEAM_MEMBER_NEW) "i",                    \
      "INSERT INTO team_member (" ROW_NAMES(                                                       \
          TEAM_MEMBER_NEW,                                                                         \
          "") ", team) VALUES (" PARAMS_4 ")"                                                      \
              " ON CONFLICT (team, player) DO UPDATE SET " ROW_EXCLUDED(TEAM_MEMBER_VALUES))       \
    X(Q_TEAMS_MEMBER_END, CHANGES(TEAM_MEMBER), "ii",                                              \
      "DELETE FROM team_member WHERE team = $1 AND player = $2")                                   \
    X(Q_TEAMS_MEMBERS_END, CHANGES(TEAM_MEMBER), "i", "DELETE FROM team_member WHERE team = $1")   \
    X(Q_TEAMS_MEMBER_FORGET, CHANGES(TEAM_MEMBER), "i",                                            \
      "DELETE FROM team_member WHERE player = $1")                                                 \
    X(Q_TEAMS_ROLE, READS(TEAM_MEMBER), "ii",                                                      \
      "SELECT role FROM team_member WHERE team = $1 AND player = $2")                              \
    X(Q_TEAMS_MEMBERS, READS(ACCOUNT, PLAYER, RATING, TEAM_MEMBER), "iii",                         \
      TEAMS_MEMBER " AND m.id > $2 AND m.role <> 'asked' ORDER BY m.id LIMIT $3")                  \
    X(Q_TEAMS_WAITING, READS(ACCOUNT, PLAYER, RATING, TEAM_MEMBER), "iii",                         \
      TEAMS_MEMBER " AND m.id > $2 AND m.role = 'asked' ORDER BY m.id LIMIT $3")                   \
    X(Q_TEAMS_OWNERS, READS(TEAM_MEMBER), "i",                                                     \
      "SELECT count(*) FROM team_member WHERE team = $1 AND role = 'owner'")                       \
    X(Q_TEAMS_JOINED, READS(TEAM_MEMBER), "i",                                                     \
      "SELECT count(*) FROM team_member WHERE player = $1")                                        \
    X(Q_TEAMS_OWNED, READS(TEAM_MEMBER), "i",                                                      \
      "SELECT count(*) FROM team_member WHERE player = $1 AND role = 'owner'")                     \
    X(Q_TEAMS_BLOCKS, READS(BLOCK, TEAM_MEMBER), "ii",                                             \
      "SELECT count(*) FROM team_member m JOIN block b ON b.player = m.player"                     \
      " WHERE m.team = $1 AND m.role = 'owner' AND b.other = $2")                                  \
    X(Q_TEAMS_SOLE, READS(TEAM_MEMBER), "ii",                                                      \
      "SELECT m.team FROM team_member m WHERE m.player = $1 AND m.role = 'owner'"                  \
      " AND NOT EXISTS (SELECT 1 FROM team_member o WHERE o.team = m.team"                         \
      " AND o.role = 'owner' AND o.player <> m.player) ORDER BY m.team LIMIT $2")                  \
    X(Q_TEAMS_HEIR, READS(TEAM_MEMBER), "i",                                                       \
      "SELECT player FROM team_member WHERE team = $1 AND role = 'member' ORDER BY id LIMIT 1")    \
    X(Q_TEAMS_CHAT_ADD, ADDS(TEAM_CHAT), ROW_TYPES(TEAM_CHAT_NEW),                                 \
      ROW_INSERT("team_chat", TEAM_CHAT_NEW, PARAMS_4) " RETURNING id")                            \
    X(Q_TEAMS_CHAT_TRIM, CHANGES(TEAM_CHAT), "ii",                                                 \
      "DELETE FROM team_chat WHERE team = $1 AND id <= (SELECT c.id FROM team_chat c"              \
      " WHERE c.team = $1 ORDER BY c.id DESC LIMIT 1 OFFSET $2)")                                  \
    X(Q_TEAMS_CHAT_PAGE, READS(BLOCK, PLAYER, TEAM_CHAT), "iiii",                                  \
      TEAMS_LINE " WHERE c.team = $1 AND c.id < $2 AND NOT EXISTS (SELECT 1 FROM block b"          \
                 " WHERE b.player = $3 AND b.other = c.player) ORDER BY c.id DESC LIMIT $4")       \
    X(Q_TEAMS_CHAT_GET, READS(PLAYER, TEAM_CHAT), "i", TEAMS_LINE " WHERE c.id = $1")              \
    X(Q_TEAMS_CHAT_OF, READS(PLAYER, TEAM_CHAT), "i",                                              \
      TEAMS_LINE " WHERE c.player = $1 ORDER BY c.id")                                             \
    X(Q_TEAMS_CHAT_REMOVE, CHANGES(TEAM_CHAT), "i",                                                \
      "UPDATE team_chat SET text = '', deleted = 1 WHERE id = $1")                                 \
    X(Q_TEAMS_CHAT_END, CHANGES(TEAM_CHAT), "i", "DELETE FROM team_chat WHERE team = $1")

#endif
