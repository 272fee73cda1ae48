/* studies_sql.h - the queries of studies.c (queries.h). */
#ifndef STUDIES_SQL_H
#define STUDIES_SQL_H
#include "store/core/row.h"

#define ROW_READ_STUDY_ACCESS(to)   ROW_READ_NAME(to, enum study_access, study_access_name)
#define ROW_BIND_STUDY_ACCESS(from) store_text(study_access_name[from])
#define ROW_KIND_STUDY_ACCESS       "t"

#define STUDY_CHANGE(F, X, A)                                                                      \
    F(A, access, STUDY_ACCESS, "access")                                                           \
    X(A, name, TEXT, "name")                                                                       \
    X(A, link, TEXT, "link")                                                                       \
    X(A, updated_at, I64, "updated_at")                                                            \
    X(A, edit, I64, "edit")                                                                        \
    X(A, nodes, I64, "nodes")                                                                      \
    X(A, bytes, I64, "bytes")                                                                      \
    X(A, log_bytes, I64, "log_bytes")                                                              \
    X(A, epoch, I64, "epoch")
#define STUDY_NEW(F, X, A)                                                                         \
    STUDY_CHANGE(F, X, A) X(A, created_at, I64, "created_at") X(A, owner.id, I64, "owner")
#define STUDY_TOLD(F, X, A)                                                                        \
    F("s.", id, I64, "id")                                                                         \
    X("s.", created_at, I64, "created_at")                                                         \
    STUDY_CHANGE(X, X, "s.")                                                                       \
    PLAYER_AS(X, X, "p.", owner)                                                                   \
    X("", chapters_n, INT, "(SELECT count(*) FROM chapter n WHERE n.study = s.id)")
ROW_IS(STUDY_NEW, 11);
ROW_IS(STUDY_CHANGE, 9);

/* Of a struct member_row (studies.c). */
#define STUDY_MEMBER_NEW(F, X, A)                                                                  \
    F(A, study, I64, "study")                                                                      \
    X(A, player.id, I64, "player")                                                                 \
    X(A, writes, BOOL, "writes")                                                                   \
    X(A, at, I64, "at")
#define STUDY_MEMBER_TOLD(F, X, A) F("m.", writes, BOOL, "writes") PLAYER_AS(X, X, "p.", player)
ROW_IS(STUDY_MEMBER_NEW, 4);

#define CHAPTER_CHANGE(F, X, A)                                                                    \
    F(A, place, INT, "place")                                                                      \
    X(A, name, TEXT, "name")                                                                       \
    X(A, nodes, I64, "nodes")                                                                      \
    X(A, bytes, I64, "bytes")                                                                      \
    X(A, edit, I64, "edit")
#define CHAPTER_NEW(F, X, A)                                                                       \
    F(A, study, I64, "study")                                                                      \
    X(A, game, TEXT, "game")                                                                       \
    X(A, record, BORROWED, "record")                                                               \
    CHAPTER_CHANGE(X, X, A)
#define CHAPTER_ROW(F, X, A) F(A, id, I64, "id") CHAPTER_NEW(X, X, A)
ROW_IS(CHAPTER_CHANGE, 5);
ROW_IS(CHAPTER_NEW, 8);

#define STUDY_VALUE_ROW(F, X, A)                                                                   \
    F(A, node, BORROWED, "node")                                                                   \
    X(A, field, BORROWED, "field")                                                                 \
    X(A, value, BORROWED, "value")                                                                 \
    X(A, edit, I64, "edit")
ROW_IS(STUDY_VALUE_ROW, 4);

#define STUDY_EDIT_VALUES(F, X, A)                                                                 \
    F(A, study, I64, "study")                                                                      \
    X(A, chapter, I64, "chapter")                                                                  \
    X(A, at, I64, "at")                                                                            \
    X(A, key, BORROWED, "key")                                                                     \
    X(A, ops, BORROWED, "ops")
#define STUDY_EDIT_NEW(F, X, A) STUDY_EDIT_VALUES(F, X, A) X(A, player.id, I64, "player")
#define STUDY_EDIT_TOLD(F, X, A)                                                                   \
    F("e.", id, I64, "id") STUDY_EDIT_VALUES(X, X, "e.") PLAYER_AS(X, X, "p.", player)
ROW_IS(STUDY_EDIT_NEW, 6);

#define STUDIES_STUDY ROW_SELECT(STUDY_TOLD)
#define STUDIES_PAGE                                                                               \
    " AND s.id < $2 AND ($3 = '' OR s.words LIKE $3 ESCAPE '!')"                                   \
    " AND ($4 = '' OR EXISTS (SELECT 1 FROM chapter g WHERE g.study = s.id AND g.game = $4))"      \
    " ORDER BY s.id DESC LIMIT $5"
#define STUDIES_CHAPTER ROW_SELECT(CHAPTER_ROW) " FROM chapter"
#define STUDIES_EDIT                                                                               \
    ROW_SELECT(STUDY_EDIT_TOLD)                                                                    \
    " FROM study_edit e JOIN player p ON p.id = e.player WHERE e.study = $1"

#define STUDY_CHAT_NEW(F, X, A)  LINE_NEW(F, X, A) X(A, of, I64, "study")
#define STUDY_CHAT_TOLD(F, X, A) LINE_TOLD(F, X, A) X("c.", of, I64, "study")
#define STUDIES_LINE                                                                               \
    ROW_SELECT(STUDY_CHAT_TOLD) " FROM study_chat c JOIN player p ON p.id = c.player"
ROW_IS(STUDY_CHAT_NEW, 4);

/* X(name, uses, types, SQL) */
#define STUDIES_SQL(X)                                                                             \
    X(Q_STUDIES_ADD, ADDS(STUDY), ROW_TYPES(STUDY_NEW) "t",                                        \
      "INSERT INTO study (" ROW_NAMES(STUDY_NEW, "") ", words) VALUES (" PARAMS_12                 \
                                                     ") RETURNING id")                             \
    X(Q_STUDIES_GET, READS(STUDY, CHAPTER, PLAYER), "i",                                           \
      STUDIES_STUDY " FROM study s JOIN player p ON p.id = s.owner WHERE s.id = $1")               \
    X(Q_STUDIES_PUT, CHANGES(STUDY), ROW_TYPES(STUDY_CHANGE) "ti",                                 \
      "UPDATE study SET (" ROW_NAMES(STUDY_CHANGE, "") ", words) = (" PARAMS_10 ")"                \
                                                       " WHERE id = $11")                          \
    X(Q_STUDIES_HIDE, CHANGES(STUDY), "i",                                                         \
      "UPDATE study SET access = 'gone', name = '', words = '' WHERE id = $1")                     \
    X(Q_STUDIES_GONE, READS(STUDY), "",                                                            \
      "SELECT id FROM study WHERE access = 'gone' ORDER BY id LIMIT 1")                            \
    X(Q_STUDIES_END, CHANGES(STUDY), "i", "DELETE FROM study WHERE id = $1")                       \
    X(Q_STUDIES_OWNED, READS(STUDY), "i",                                                          \
      "SELECT count(*) FROM study WHERE owner = $1 AND access <> 'gone'")                          \
    X(Q_STUDIES_OWNED_IDS, READS(STUDY), "ii",                                                     \
      "SELECT id FROM study WHERE owner = $1 AND access <> 'gone' ORDER BY id LIMIT $2")           \
    X(Q_STUDIES_PUBLIC, READS(STUDY, CHAPTER, PLAYER), "titti",                                    \
      STUDIES_STUDY                                                                                \
      " FROM study s JOIN player p ON p.id = s.owner WHERE s.access = $1" STUDIES_PAGE)            \
    X(Q_STUDIES_MINE, READS(STUDY, STUDY_MEMBER, CHAPTER, PLAYER), "iitti",                        \
      STUDIES_STUDY " FROM study_member m JOIN study s ON s.id = m.study"                          \
                    " JOIN player p ON p.id = s.owner WHERE m.player = $1" STUDIES_PAGE)           \
    X(Q_STUDIES_MEMBER_PUT, CHANGES(STUDY_MEMBER), ROW_TYPES(STUDY_MEMBER_NEW),                    \
      ROW_INSERT("study_member", STUDY_MEMBER_NEW,                                                 \
                 PARAMS_4) " ON CONFLICT (study, player) DO UPDATE SET writes = excluded.writes")  \
    X(Q_STUDIES_MEMBER_END, CHANGES(STUDY_MEMBER), "ii",                                           \
      "DELETE FROM study_member WHERE study = $1 AND player = $2")                                 \
    X(Q_STUDIES_MEMBER_GET, READS(STUDY_MEMBER), "ii",                                             \
      "SELECT writes FROM study_member WHERE study = $1 AND player = $2")                          \
    X(Q_STUDIES_MEMBERS, READS(STUDY_MEMBER, PLAYER), "i",                                         \
      ROW_SELECT(STUDY_MEMBER_TOLD) " FROM study_member m JOIN player p ON p.id = m.player"        \
                                    " WHERE m.study = $1 ORDER BY m.at, p.id")                     \
    X(Q_STUDIES_MEMBERS_END, CHANGES(STUDY_MEMBER), "i",                                           \
      "DELETE FROM study_member WHERE study = $1")                                                 \
    X(Q_STUDIES_MEMBER_FORGET, CHANGES(STUDY_MEMBER), "i",                                         \
      "DELETE FROM study_member WHERE player = $1")                                                \
    X(Q_STUDIES_CHAPTER_ADD, ADDS(CHAPTER), ROW_TYPES(CHAPTER_NEW),                                \
      ROW_INSERT("chapter", CHAPTER_NEW, PARAMS_8) " RETURNING id")                                \
    X(Q_STUDIES_CHAPTER_GET, READS(CHAPTER), "i", STUDIES_CHAPTER " WHERE id = $1")                \
    X(Q_STUDIES_CHAPTER_PUT, CHANGES(CHAPTER), ROW_TYPES(CHAPTER_CHANGE) "i",                      \
      "UPDATE chapter SET (" ROW_NAMES(CHAPTER_CHANGE, "") ") = (" PARAMS_5 ") WHERE id = $6")     \
    X(Q_STUDIES_CHAPTERS, READS(CHAPTER), "i",                                                     \
      STUDIES_CHAPTER " WHERE study = $1 ORDER BY place, id")                                      \
    X(Q_STUDIES_CHAPTER_END, CHANGES(CHAPTER), "i", "DELETE FROM chapter WHERE id = $1")           \
    X(Q_STUDIES_CHAPTER_NEXT, READS(CHAPTER), "ii",                                                \
      "SELECT id FROM chapter WHERE study = $1 AND id > $2 ORDER BY id LIMIT 1")                   \
    X(Q_STUDIES_VALUE_GET, READS(STUDY_VALUE), "itt",                                              \
      "SELECT value, edit FROM study_value WHERE chapter = $1 AND node = $2 AND field = $3")       \
    X(Q_STUDIES_VALUE_PUT, CHANGES(STUDY_VALUE), ROW_TYPES(STUDY_VALUE_ROW) "i",                   \
      "INSERT INTO study_value (" ROW_NAMES(                                                       \
          STUDY_VALUE_ROW, "") ", chapter)"                                                        \
                               " VALUES (" PARAMS_5 ") ON CONFLICT (chapter, node, field)"         \
                               " DO UPDATE SET value = excluded.value, edit = excluded.edit")      \
    X(Q_STUDIES_VALUES, READS(STUDY_VALUE), "i",                                                   \
      ROW_SELECT(STUDY_VALUE_ROW) " FROM study_value WHERE chapter = $1"                           \
                                  " ORDER BY edit, node, field")                                   \
    X(Q_STUDIES_VALUES_COPY, ADDS(STUDY_VALUE), "iitttt",                                          \
      "INSERT INTO study_value (chapter, " ROW_NAMES(                                              \
          STUDY_VALUE_ROW,                                                                         \
          "") ") SELECT $1, " ROW_NAMES(STUDY_VALUE_ROW,                                           \
                                        "") " FROM study_value WHERE chapter = $2"                 \
                                            " AND (node, field) > ($3, $4)"                        \
                                            " AND (node, field) <= ($5, $6)")                      \
    X(Q_STUDIES_VALUES_NTH, READS(STUDY_VALUE), "itti",                                            \
      "SELECT node, field FROM study_value WHERE chapter = $1 AND (node, field) > ($2, $3)"        \
      " ORDER BY node, field LIMIT 1 OFFSET $4")                                                   \
    X(Q_STUDIES_VALUES_LAST, READS(STUDY_VALUE), "itt",                                            \
      "SELECT node, field FROM study_value WHERE chapter = $1 AND (node, field) > ($2, $3)"        \
      " ORDER BY node DESC, field DESC LIMIT 1")                                                   \
    X(Q_STUDIES_VALUES_END, CHANGES(STUDY_VALUE), "i",                                             \
      "DELETE FROM study_value WHERE chapter = $1")                                                \
    X(Q_STUDIES_VALUES_SOME, READS(STUDY_VALUE), "ii",                                             \
      "SELECT count(*) FROM (SELECT 1 FROM study_value WHERE chapter = $1 LIMIT $2) v")            \
    X(Q_STUDIES_VALUES_TRIM, CHANGES(STUDY_VALUE), "ii",                                           \
      "DELETE FROM study_value WHERE chapter = $1 AND (node, field) IN (SELECT node, field"        \
      " FROM study_value WHERE chapter = $1 ORDER BY node, field LIMIT $2)")                       \
    X(Q_STUDIES_CHAT_ADD, ADDS(STUDY_CHAT), ROW_TYPES(STUDY_CHAT_NEW),                             \
      ROW_INSERT("study_chat", STUDY_CHAT_NEW, PARAMS_4) " RETURNING id")                          \
    X(Q_STUDIES_CHAT_TRIM, CHANGES(STUDY_CHAT), "ii",                                              \
      "DELETE FROM study_chat WHERE study = $1 AND id <= (SELECT c.id FROM study_chat c"           \
      " WHERE c.study = $1 ORDER BY c.id DESC LIMIT 1 OFFSET $2)")                                 \
    X(Q_STUDIES_CHAT_PAGE, READS(BLOCK, STUDY_CHAT, PLAYER), "iiii",                               \
      STUDIES_LINE " WHERE c.study = $1 AND c.id < $2 AND NOT EXISTS (SELECT 1 FROM block b"       \
                   " WHERE b.player = $3 AND b.other = c.player) ORDER BY c.id DESC LIMIT $4")     \
    X(Q_STUDIES_CHAT_GET, READS(STUDY_CHAT, PLAYER), "i", STUDIES_LINE " WHERE c.id = $1")         \
    X(Q_STUDIES_CHAT_OF, READS(STUDY_CHAT, PLAYER), "i",                                           \
      STUDIES_LINE " WHERE c.player = $1 ORDER BY c.id")                                           \
    X(Q_STUDIES_CHAT_REMOVE, CHANGES(STUDY_CHAT), "i",                                             \
      "UPDATE study_chat SET text = '', deleted = 1 WHERE id = $1")                                \
    X(Q_STUDIES_CHAT_END, CHANGES(STUDY_CHAT), "i", "DELETE FROM study_chat WHERE study = $1")     \
    X(Q_STUDIES_EDIT_ADD, ADDS(STUDY_EDIT), ROW_TYPES(STUDY_EDIT_NEW),                             \
      "INSERT INTO study_edit (" ROW_NAMES(STUDY_EDIT_NEW, "") ")"                                 \
                                                               " VALUES (" PARAMS_6                \
                                                               ") RETURNING id")                   \
    X(Q_STUDIES_EDIT_KEYED, READS(STUDY_EDIT), "it",                                               \
      "SELECT id FROM study_edit WHERE study = $1 AND key = $2")                                   \
    X(Q_STUDIES_EDITS_SINCE, READS(STUDY_EDIT, PLAYER), "iii",                                     \
      STUDIES_EDIT " AND e.id > $2 ORDER BY e.id LIMIT $3")                                        \
    X(Q_STUDIES_EDITS_BEFORE, READS(STUDY_EDIT, PLAYER), "iii",                                    \
      STUDIES_EDIT " AND e.id < $2 ORDER BY e.id DESC LIMIT $3")                                   \
    X(Q_STUDIES_EDIT_FIRST, READS(STUDY_EDIT), "i",                                                \
      "SELECT coalesce(min(id), 0) FROM study_edit WHERE study = $1")                              \
    X(Q_STUDIES_EDITS_OLDEST, READS(STUDY_EDIT), "ii",                                             \
      "SELECT id, length(ops) + 100 FROM study_edit WHERE study = $1 ORDER BY id LIMIT $2")        \
    X(Q_STUDIES_EDITS_TRIM, CHANGES(STUDY_EDIT), "ii",                                             \
      "DELETE FROM study_edit WHERE study = $1 AND id <= $2")                                      \
    X(Q_STUDIES_EDITS_CHAPTER_BYTES, READS(STUDY_EDIT), "ii",                                      \
      "SELECT coalesce(sum(length(ops) + 100), 0) FROM study_edit"                                 \
      " WHERE study = $1 AND chapter = $2")                                                        \
    X(Q_STUDIES_EDITS_CHAPTER_END, CHANGES(STUDY_EDIT), "ii",                                      \
      "DELETE FROM study_edit WHERE study = $1 AND chapter = $2")

#endif
