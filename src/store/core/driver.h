/* driver.h - what a back end of the store does (only files of the store include this).
 *
 * The queries are numbered (queries.h); a back end prepares each when it is first used. */
#ifndef STORE_DRIVER_H
#define STORE_DRIVER_H
#include "base/err.h"
#include "store/core/store.h"
#include "store/core/tables.h"
#include "store/core/touched.h"

enum store_verb {
    VERB_BEGIN,
    VERB_COMMIT,
    VERB_ROLLBACK,
    VERB_SAVEPOINT,
    VERB_RELEASE,
    VERB_UNDO,
    VERB_N
};

struct store_value {
    bool is_text, is_null; /* is_null: of a number */
    int64_t number;
    const char *text; /* NULL: SQL NULL */
};

/* Called for each row; `row` goes to the driver's row_int and row_text. */
typedef void store_on_row(void *context, const struct store *s, void *row);

struct store_driver {
    int (*open)(const char *where, struct store **out, struct text *why);
    /* store_answers; NULL: the store needs no waiting. */
    int (*answers)(const char *where, struct text *why);
    int (*open_reader)(struct store *writer, struct store **out, struct text *why);
    /* A reader in a process that has no writer. */
    int (*look)(const char *where, struct store **out, struct text *why);
    /* NULL, and `wait` too: no other process writes to the store while this one does. */
    int (*open_listener)(struct store *writer, struct store **out, struct text *why);
    int (*wait)(struct store *listener, int timeout_ms);
    int (*tell_waiting)(struct store *listener, const int64_t *matches, int n);
    int (*say)(struct store *listener, const char *text);
    char *(*heard)(struct store *listener);
    /* store_join, store_elsewhere and store_time; NULL under the same condition. */
    int (*elsewhere)(struct store *s, int64_t match, struct store_elsewhere *out);
    int (*join)(struct store *s, int *others_n);
    int (*time)(struct store *s, int64_t *ms);
    /* Before an event of this number is added; NULL: there always is room. */
    int (*make_room)(struct store *s, int64_t event);
    /* The next event's number, in a writing transaction, and store_settled. NULL: one process
     * writes, and counts. */
    int (*number)(struct store *s, int64_t *event);
    int (*settled)(struct store *s, int64_t *event);
    int (*given)(struct store *s, int64_t *event); /* store_event_given; NULL: the newest */
    int64_t (*commit_settled)(const struct store *s);
    /* store_begin_turn: the matches ascending, each once, and the revisions of the kept rows (-1:
     * none). Rows with other ones go to on_match, their seats to on_seat. */
    /* store_foreign; NULL: no others write. */
    bool (*foreign)(struct store *s, int64_t since, int64_t until, int64_t *from, int64_t *to);
    int (*begin_turn)(struct store *s, const struct store_turn *t, const int64_t *revisions,
                      store_on_row *on_match, store_on_row *on_seat, void *context,
                      int64_t *settled);
    /* The same rows in the present transaction, without locks. */
    int (*read_matches)(struct store *s, const int64_t *matches, const int64_t *revisions, int n,
                        store_on_row *on_match, store_on_row *on_seat, void *context);
    /* store_events_forget; NULL: the rows are deleted in slices (store_event.c). */
    int (*forget_events)(struct store *s, int64_t now_ms, int64_t before_ms);
    void (*close)(struct store *s);
    int (*verb)(struct store *s, enum store_verb verb);
    /* Returns the number of rows, or ERR_*. */
    int (*query)(struct store *s, int query, const struct store_value *values, int values_n,
                 store_on_row *on_row, void *context);
    int64_t (*row_int)(void *row, int column);
    const char *(*row_text)(void *row, int column); /* "" for NULL */
    int (*schema)(const struct store *s);
    int64_t (*room)(const struct store *s); /* store_room; NULL: not known */
    const char *(*failure)(const struct store *s);
};

/* Every back end's handle begins with this. */
struct store {
    const struct store_driver *driver;
    int64_t event; /* the newest event within a write transaction; -1: not yet asked for */
    int64_t known; /* an event that there was when this handle last asked for the newest */
    int64_t now;   /* store_set_now; 0: the machine's clock */
    struct store_cache *cache; /* of the writing handle; else NULL */
    bool wrote;                /* this transaction may have written */
    enum store_reach reach;    /* of this transaction, */
    int64_t *matches;          /* the matches that it has locked or made, ascending; owned */
    int matches_n, matches_cap;
    int64_t *read; /* those whose rows it has read in one go, ascending; owned */
    int read_n, read_cap;
    bool overreached;
    struct touched touched; /* by this transaction */
    int64_t *signed_out;    /* players, owned: store_signed_out */
    int signed_out_n, signed_out_cap;
};

extern const struct store_driver store_sqlite, store_postgres;

/* Sessions of the player end. */
void store_note_signed_out(struct store *s, int64_t player);
/* A query: its SQL, and its effect on tables (queries.h). */
struct store_statement {
    const char *sql;
    const char *types; /* of its parameters: 'i' a number, 't' a text */
    store_tables reads, adds, changes;
    int unkept; /* 1: its changes need no event for other processes */
    int player; /* n: the changed rows are those of the player in the n-th parameter; 0: of any */
};
extern const struct store_statement store_statements[];

static inline bool store_writes(int query)
{
    return (store_statements[query].adds | store_statements[query].changes) != 0;
}

/* Runs a query with its values, whose types must be those of the statement. Returns the number of
 * rows, or ERR_*. */
MUST_USE int store_run(struct store *s, store_on_row *on_row, void *context, int query,
                       const struct store_value *values, int values_n);

/* The same with up to eight arguments, numbers or texts: store_query(s, on_row, context, QUERY,
 * player, name). */
#define store_query(s, on_row, context, ...)                                                       \
    store_run(s, on_row, context,                                                                  \
              STORE_PICK9(__VA_ARGS__, STORE_ARGS8, STORE_ARGS7, STORE_ARGS6, STORE_ARGS5,         \
                          STORE_ARGS4, STORE_ARGS3, STORE_ARGS2, STORE_ARGS1, STORE_ARGS0,         \
                          0)(__VA_ARGS__))
#define STORE_PICK9(q, a, b, c, d, e, f, g, h, pick, ...) pick
#define STORE_VALUES(...)                                                                          \
    (const struct store_value[]){__VA_ARGS__},                                                     \
        (int)(sizeof((const struct store_value[]){__VA_ARGS__}) / sizeof(struct store_value))
#define STORE_VALUE(x)                                                                             \
    _Generic((x), char * : store_text, const char * : store_text, default : store_number)(x)
#define STORE_ARGS0(q)          (q), NULL, 0
#define STORE_ARGS1(q, a)       (q), STORE_VALUES(STORE_VALUE(a))
#define STORE_ARGS2(q, a, b)    (q), STORE_VALUES(STORE_VALUE(a), STORE_VALUE(b))
#define STORE_ARGS3(q, a, b, c) (q), STORE_VALUES(STORE_VALUE(a), STORE_VALUE(b), STORE_VALUE(c))
#define STORE_ARGS4(q, a, b, c, d)                                                                 \
    (q), STORE_VALUES(STORE_VALUE(a), STORE_VALUE(b), STORE_VALUE(c), STORE_VALUE(d))
#define STORE_ARGS5(q, a, b, c, d, e)                                                              \
    (q), STORE_VALUES(STORE_VALUE(a), STORE_VALUE(b), STORE_VALUE(c), STORE_VALUE(d),              \
                      STORE_VALUE(e))
#define STORE_ARGS6(q, a, b, c, d, e, f)                                                           \
    (q), STORE_VALUES(STORE_VALUE(a), STORE_VALUE(b), STORE_VALUE(c), STORE_VALUE(d),              \
                      STORE_VALUE(e), STORE_VALUE(f))
#define STORE_ARGS7(q, a, b, c, d, e, f, g)                                                        \
    (q), STORE_VALUES(STORE_VALUE(a), STORE_VALUE(b), STORE_VALUE(c), STORE_VALUE(d),              \
                      STORE_VALUE(e), STORE_VALUE(f), STORE_VALUE(g))
#define STORE_ARGS8(q, a, b, c, d, e, f, g, h)                                                     \
    (q), STORE_VALUES(STORE_VALUE(a), STORE_VALUE(b), STORE_VALUE(c), STORE_VALUE(d),              \
                      STORE_VALUE(e), STORE_VALUE(f), STORE_VALUE(g), STORE_VALUE(h))
static inline struct store_value store_number(int64_t number)
{
    return (struct store_value){.number = number};
}
static inline struct store_value store_text(const char *text)
{
    return (struct store_value){.is_text = true, .text = text};
}
/* The number of another row; NULL for 0. */
static inline struct store_value store_ref(int64_t id)
{
    return (struct store_value){.number = id, .is_null = id == 0};
}

/* Of the transaction that begins (turn.c). */
void store_turn_reset(struct store *s, enum store_reach reach);
/* Whether this transaction may run the statement; if not, it has overreached. */
MUST_USE bool store_reaches_tables(struct store *s, const struct store_statement *q);
/* Whether this transaction may change a match; if not, it has overreached. */
MUST_USE bool store_reaches(struct store *s, int64_t match);
/* Whether the kept row of a match is that of the store, and may be replaced. */
bool store_keeps(const struct store *s, int64_t match);
/* This transaction has made the match. */
void store_made(struct store *s, int64_t match);

/* Turns a number of rows into a result: store_some needs at least one, store_done accepts any
 * number. */
static inline int store_some(int rows)
{
    return rows < 0 ? rows : rows == 0 ? ERR_NOT_FOUND : 0;
}
static inline int store_done(int rows)
{
    return rows < 0 ? rows : 0;
}
static inline int64_t store_row_int(const struct store *s, void *row, int column)
{
    return s->driver->row_int(row, column);
}
static inline const char *store_row_text(const struct store *s, void *row, int column)
{
    return s->driver->row_text(row, column);
}

/* Reads a text that fits; and the number of a name in a list of names, 0 for one that this program
 * does not know (a later version's, which the migration number keeps out). */
void store_row_copy(const struct store *s, void *row, int column, char *out, size_t size);
int store_row_name(const struct store *s, void *row, int column, const char *const *names, int n);
/* Three columns: id, kind, name. */
void store_row_player(const struct store *s, void *row, int column, struct store_player *out);

/* The first column into an int64_t. */
void store_on_int(void *context, const struct store *s, void *row);
/* Numbers collected from the first column of rows; those beyond the limit are left out. */
struct store_ids {
    int64_t *out;
    int n, limit;
};
void store_on_id(void *context, const struct store *s, void *row);

/* Queries without an answer. A back end may hold back their rows and write them together, in this
 * order, before the next other query and at the latest with the commit. Their unique keys must be
 * sure to be unique: a conflict may end the transaction. */
enum { STORE_DEFERRED_N = 13, STORE_VALUES_MAX = 36 };
struct store_deferred {
    int query;
    int keys; /* of an update: the last so many, numbers, name the row; else 0 */
};
extern const struct store_deferred store_deferred[STORE_DEFERRED_N];

/* Numbered from 1; applied in order, each in its own transaction. */
struct store_migration {
    const char *what;
    const char *sql;
};
extern const struct store_migration store_migrations[];
extern const int store_migrations_n;
/* Says in the log what an upgrade has changed; nothing for a new store. */
void store_tell_migrated(int from, int to);

#endif
