/* row.h - the columns of a table or of an answer, described once (only files of the store include
 * this).
 *
 * A description is a list of columns: the member of the structure that holds a row, the type, the
 * column's name. F is the first entry's macro, X that of the others, A what stands before a name.
 *
 *     #define PLAYER_ROW(F, X, A)              \
 *         F(A, id, I64, "id")                  \
 *         X(A, kind, PLAYER_KIND, "kind")      \
 *         X(A, name, TEXT, "name")
 *
 * From it come the SQL, which is text, and code that reads and binds the columns one by one:
 *
 *     ROW_NAMES(PLAYER_ROW, "p.")              "p.id, p.kind, p.name"
 *     ROW_SELECT(PLAYER_ROW)                   "SELECT id, kind, name"
 *     ROW_INSERT("player", PLAYER_ROW, PARAMS_3)
 *                                              "INSERT INTO player (id, ...) VALUES ($1, ...)"
 *     ROW_EXCLUDED(PLAYER_ROW)                 "id = excluded.id, kind = ..." of an upsert
 *     ROW_TYPES(PLAYER_ROW)                    "itt", the types of a statement (queries.h)
 *     ROW_N(PLAYER_ROW)                        3
 *     ROW_READER(read_player, struct store_player, PLAYER_ROW)
 *         static void read_player(const struct store *s, void *row, int column, T *to)
 *     ROW_BINDER(bind_player, struct store_player, PLAYER_ROW)
 *         static int bind_player(const T *from, struct store_value *values)     returns ROW_N
 *
 * Descriptions are joined by passing X for F: A_ROW(F, X, A) B_ROW(X, X, A). The names of the
 * parameters of an insert are PARAMS_n; ROW_IS checks n.
 *
 * The answer to a query that joins tables has a description of its own (..._TOLD). It gives each
 * part its alias, also to computed columns ("" for these), and ignores A:
 *
 *     #define SIMUL_TOLD(F, X, A)              \
 *         SIMUL_ROW(F, X, "s.")                \
 *         PLAYER_AS(X, X, "p.", host)          \
 *         X("", asked, INT, "(SELECT count(*) ...)") */
#ifndef STORE_ROW_H
#define STORE_ROW_H
#include "store/core/driver.h"

/* Types: what the member is, and how the column holds it.
 *     I64, INT, UNSIGNED, BOOL   a number
 *     REF                        the number of another row; NULL for 0
 *     TEXT                       char[]
 *     BORROWED                   const char *, valid while the row is
 *     SEAT_KIND ...              an enum, by its name */
#define ROW_READ_I64(to)      to = store_row_int(s, row, column++);
#define ROW_READ_INT(to)      to = (int)store_row_int(s, row, column++);
#define ROW_READ_UNSIGNED(to) to = (unsigned)store_row_int(s, row, column++);
#define ROW_READ_BOOL(to)     to = store_row_int(s, row, column++) != 0;
#define ROW_READ_REF(to)      ROW_READ_I64(to)
#define ROW_READ_TEXT(to)     store_row_copy(s, row, column++, to, sizeof(to));
#define ROW_READ_BORROWED(to) to = store_row_text(s, row, column++);
#define ROW_READ_NAME(to, type, names)                                                             \
    to = (type)store_row_name(s, row, column++, names, (int)ARRAY_LEN(names));
#define ROW_READ_PLAYER_KIND(to) ROW_READ_NAME(to, enum player_kind, player_kind_name)
#define ROW_READ_MATCH_STATE(to) ROW_READ_NAME(to, enum match_state, match_state_name)
#define ROW_READ_SEAT_KIND(to)   ROW_READ_NAME(to, enum seat_kind, seat_kind_name)
#define ROW_READ_END_REASON(to)  ROW_READ_NAME(to, enum end_reason, end_reason_name)

#define ROW_BIND_I64(from)         store_number(from)
#define ROW_BIND_INT(from)         store_number(from)
#define ROW_BIND_UNSIGNED(from)    store_number(from)
#define ROW_BIND_BOOL(from)        store_number(from)
#define ROW_BIND_REF(from)         store_ref(from)
#define ROW_BIND_TEXT(from)        store_text(from)
#define ROW_BIND_BORROWED(from)    store_text(from)
#define ROW_BIND_PLAYER_KIND(from) store_text(player_kind_name[from])
#define ROW_BIND_MATCH_STATE(from) store_text(match_state_name[from])
#define ROW_BIND_SEAT_KIND(from)   store_text(seat_kind_name[from])
#define ROW_BIND_END_REASON(from)  store_text(end_reason_name[from])

#define ROW_KIND_I64         "i"
#define ROW_KIND_INT         "i"
#define ROW_KIND_UNSIGNED    "i"
#define ROW_KIND_BOOL        "i"
#define ROW_KIND_REF         "i"
#define ROW_KIND_TEXT        "t"
#define ROW_KIND_BORROWED    "t"
#define ROW_KIND_PLAYER_KIND "t"
#define ROW_KIND_MATCH_STATE "t"
#define ROW_KIND_SEAT_KIND   "t"
#define ROW_KIND_END_REASON  "t"

#define ROW_NAMES(LIST, alias) LIST(ROW_FIRST_NAME, ROW_NEXT_NAME, alias)
#define ROW_SELECT(LIST)       "SELECT " ROW_NAMES(LIST, "")
#define ROW_INSERT(table, LIST, params)                                                            \
    "INSERT INTO " table " (" ROW_NAMES(LIST, "") ") VALUES (" params ")"
#define ROW_FIRST_NAME(alias, member, type, name)     alias name
#define ROW_NEXT_NAME(alias, member, type, name)      ", " alias name
#define ROW_EXCLUDED(LIST)                            LIST(ROW_FIRST_EXCLUDED, ROW_NEXT_EXCLUDED, )
#define ROW_FIRST_EXCLUDED(alias, member, type, name) name " = excluded." name
#define ROW_NEXT_EXCLUDED(alias, member, type, name)  ", " name " = excluded." name
#define ROW_TYPES(LIST)                               LIST(ROW_KIND, ROW_KIND, )
#define ROW_KIND(alias, member, type, name)           ROW_KIND_##type
#define ROW_N(LIST)                                   ((int)sizeof(ROW_TYPES(LIST)) - 1)
#define ROW_IS(LIST, n)                                                                            \
    _Static_assert(ROW_N(LIST) == (n), #LIST " has another number of columns: see PARAMS_" #n)

/* NOLINTBEGIN(bugprone-macro-parentheses): a type has none */
#define ROW_READER(function, type, LIST)                                                           \
    static void function(const struct store *s, void *row, int column, type *to)                   \
    {                                                                                              \
        LIST(ROW_READ, ROW_READ, )                                                                 \
        (void)column;                                                                              \
    }
/* NOLINTEND(bugprone-macro-parentheses) */
#define ROW_READ(alias, member, type, name) ROW_READ_##type(to->member)

#define ROW_BINDER(function, type, LIST)                                                           \
    static int function(const type *from, struct store_value *values)                              \
    {                                                                                              \
        int n = 0;                                                                                 \
        LIST(ROW_BIND, ROW_BIND, )                                                                 \
        return n;                                                                                  \
    }
#define ROW_BIND(alias, member, type, name) values[n++] = ROW_BIND_##type(from->member);

/* Every room has columns about players: of a struct store_player, or of a member that is one. */
#define PLAYER_ROW(F, X, A)                                                                        \
    F(A, id, I64, "id")                                                                            \
    X(A, kind, PLAYER_KIND, "kind")                                                                \
    X(A, name, TEXT, "name")
/* NOLINTBEGIN(bugprone-macro-parentheses): a member's name has none */
#define PLAYER_AS(F, X, A, member)                                                                 \
    F(A, member.id, I64, "id")                                                                     \
    X(A, member.kind, PLAYER_KIND, "kind")                                                         \
    X(A, member.name, TEXT, "name")
/* NOLINTEND(bugprone-macro-parentheses) */

/* Of the player p: their rating in the game that they have played most, in a struct rating; without
 * one its game is "". The query has RATING_MOST_JOIN. */
/* NOLINTBEGIN(bugprone-macro-parentheses): a member's name has none */
#define RATING_MOST(X, member)                                                                     \
    X("", member.game, TEXT, "coalesce(most.game, '')")                                            \
    X("", member.rating, I64, "coalesce(most.rating, 0)")                                          \
    X("", member.deviation, I64, "coalesce(most.deviation, 0)")
/* NOLINTEND(bugprone-macro-parentheses) */
#define RATING_MOST_JOIN                                                                           \
    " LEFT JOIN rating most ON most.player = p.id AND most.level = 0 AND most.game ="              \
    " (SELECT x.game FROM rating x WHERE x.player = p.id AND x.level = 0"                          \
    " ORDER BY x.matches DESC, x.game LIMIT 1)"

/* A line of chat (c) with its writer (p), and the number of the match, team or study that it
 * belongs to. */
struct store_line {
    int64_t of;
    struct store_chat line;
};
#define LINE_NEW(F, X, A)                                                                          \
    F(A, line.player.id, I64, "player")                                                            \
    X(A, line.text, TEXT, "text")                                                                  \
    X(A, line.at, I64, "at")
#define LINE_TOLD(F, X, A)                                                                         \
    F("c.", line.id, I64, "id")                                                                    \
    X("c.", line.at, I64, "at")                                                                    \
    X("c.", line.text, TEXT, "text")                                                               \
    X("c.", line.deleted, BOOL, "deleted")                                                         \
    PLAYER_AS(X, X, "p.", line.player)

#define PARAMS_2  "$1, $2"
#define PARAMS_3  PARAMS_2 ", $3"
#define PARAMS_4  PARAMS_3 ", $4"
#define PARAMS_5  PARAMS_4 ", $5"
#define PARAMS_6  PARAMS_5 ", $6"
#define PARAMS_7  PARAMS_6 ", $7"
#define PARAMS_8  PARAMS_7 ", $8"
#define PARAMS_9  PARAMS_8 ", $9"
#define PARAMS_10 PARAMS_9 ", $10"
#define PARAMS_11 PARAMS_10 ", $11"
#define PARAMS_12 PARAMS_11 ", $12"
#define PARAMS_13 PARAMS_12 ", $13"
#define PARAMS_14 PARAMS_13 ", $14"
#define PARAMS_15 PARAMS_14 ", $15"
#define PARAMS_16 PARAMS_15 ", $16"
#define PARAMS_17 PARAMS_16 ", $17"
#define PARAMS_18 PARAMS_17 ", $18"
#define PARAMS_19 PARAMS_18 ", $19"
#define PARAMS_20 PARAMS_19 ", $20"
#define PARAMS_21 PARAMS_20 ", $21"
#define PARAMS_22 PARAMS_21 ", $22"
#define PARAMS_23 PARAMS_22 ", $23"
#define PARAMS_24 PARAMS_23 ", $24"
#define PARAMS_25 PARAMS_24 ", $25"
#define PARAMS_26 PARAMS_25 ", $26"
#define PARAMS_27 PARAMS_26 ", $27"
#define PARAMS_28 PARAMS_27 ", $28"
#define PARAMS_29 PARAMS_28 ", $29"
#define PARAMS_30 PARAMS_29 ", $30"
#define PARAMS_31 PARAMS_30 ", $31"
#define PARAMS_32 PARAMS_31 ", $32"
#define PARAMS_33 PARAMS_32 ", $33"
#define PARAMS_34 PARAMS_33 ", $34"
#define PARAMS_35 PARAMS_34 ", $35"

#endif
