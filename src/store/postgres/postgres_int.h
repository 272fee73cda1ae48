/* postgres_int.h - declarations shared by the files of the PostgreSQL back end: the rows that
 * postgres.c holds back, and the arrays in which it sends them. */
#ifndef POSTGRES_INT_H
#define POSTGRES_INT_H
#include "store/core/queries.h"
#include <libpq-fe.h>
#include <stdatomic.h>

/* What processes tell each other beside the store (store_say). */
#define PG_SAY_CHANNEL "hoshi_here"

/* "hoshi" and the purpose of the lock; the same in every process and version. */
#define PG_LOCK_WRITE   "7526462867042697217"
#define PG_LOCK_MIGRATE "7526462867042697218"
#define PG_LOCK_SERVES  "7526462867042697219" /* shared, by every process that serves */
#define PG_LOCK_PARTS   "7526462867042697220" /* of the one that keeps the parts of the events, */
#define PG_LOCK_PART    "7526462867042697221" /* and of the one that makes a part */
#define PG_LOCK_BESIDE  "7526462867042697222" /* of STORE_BESIDE; PG_LOCK_WRITE is then shared */
#define PG_LOCK_WAITING "1752134504"          /* and the number of a match of which a move waits */
#define PG_WAITING_MASK INT64_C(0x7fffffff)

enum { PG_COLUMNS_MAX = 64, STEPS_MAX = 512, SAVEPOINTS_MAX = 16 };

enum pg_role { PG_WRITER, PG_READER, PG_LISTENER, PG_KEEPER, PG_ROLE_N };

/* Rows of one query, in order. Text is copied into `text`; its value holds the offset there. */
struct pg_rows {
    const char *types; /* 'i' or 't' for each parameter; static */
    int columns, keys, n, cap;
    struct store_value *values; /* [row * columns + column] */
    char *text;
    size_t text_n, text_cap;
};

/* How many rows each queue had. */
struct pg_marks {
    int at[STORE_DEFERRED_N];
};

void pg_rows_init(struct pg_rows *r, const char *types, int keys);
void pg_rows_done(struct pg_rows *r);
MUST_USE int pg_rows_add(struct pg_rows *r, const struct store_value *values, int values_n);
void pg_rows_cut(struct pg_rows *r, int n); /* keeps the first n */

/* Parameters for libpq: one array in PostgreSQL's binary form for each column. */
struct pg_arrays {
    int n;
    char *values[PG_COLUMNS_MAX]; /* owned */
    int lengths[PG_COLUMNS_MAX];
    int formats[PG_COLUMNS_MAX];
};
/* Of the rows `from` to `to` - 1; of those with the same keys only the last. Out of memory ends the
 * process: acknowledged orders are on the disk. */
void pg_rows_arrays(const struct pg_rows *r, int from, int to, struct pg_arrays *out);
void pg_arrays_done(struct pg_arrays *a);

/* The kind of a statement that was sent: the caller's own, an additional one, or one of those of
 * postgres_turn.c. */
enum step {
    STEP_PLAIN,
    STEP_MAIN,
    STEP_LAST,
    STEP_FLIGHT,
    STEP_BLOCKS,
    STEP_ROWS,
    STEP_SEATS,
    STEP_N
};

/* Statements of the back end itself, prepared when they are first used. */
enum own {
    OWN_LOCK_SITE,
    OWN_LOCK_SHARED,
    OWN_LOCK_BESIDE,
    OWN_LOCK_MATCHES,
    OWN_LAST,
    OWN_FLIGHT,
    OWN_ALLOT,
    OWN_BLOCKS,
    OWN_ROWS,
    OWN_SEATS,
    OWN_N
};

/* Numbers of events that are taken together. */
#define PG_BLOCK_TEXT "16"
enum { PG_BLOCK = 16, PG_BLOCKS_MAX = 64 };

/* A text of another process (store_heard). */
struct pg_said {
    struct pg_said *next;
    char text[];
};

struct pg {
    struct store base;
    PGconn *conn;
    char *where;
    enum pg_role role;
    int waiting_n;                      /* of waiting */
    struct pg *writer;                  /* of a listener */
    _Atomic int pid;                    /* of the backend that serves this connection */
    _Atomic int listener_pid;           /* of a writer: of its listener */
    int64_t waiting[STORE_WAITING_MAX]; /* of a listener: the matches that it has announced
                                         * (postgres_wait.c) */
    struct pg_said *said, **said_tail;  /* of a listener: what others have said, oldest first */
    bool begun, sent;                   /* inside begin ... commit; BEGIN was sent */
    bool wrote, lost;
    bool broken;    /* lost because the connection was */
    bool serves;    /* has joined: a new connection joins again */
    bool unread;    /* the end of the last transaction has not been read */
    bool made_part; /* a part of the events, in this transaction */
    /* Of a writer, about the parts of the events (postgres_parts.h). */
    int64_t room;             /* events with smaller numbers have a part; 0: not yet asked for */
    int64_t spare;            /* the first number of the last part that is known */
    struct pg_keeper *keeper; /* NULL until events are first to be forgotten */
    /* Of a writer, about the numbers of events (postgres_turn.c). */
    int64_t blocks[PG_BLOCKS_MAX]; /* taken by this transaction, */
    int blocks_n, block_at;        /* and which of them is in use */
    int64_t number, number_end;    /* the next number, and the end of its block */
    int64_t *mine;                 /* blocks taken by this handle, ascending; owned */
    int mine_n, mine_cap;
    int mine_before; /* how many of them when this transaction began */
    int schema;
    int64_t settled; /* of the last commit; 0: not known */
    int64_t retry_at;
    bool allotted; /* this transaction has said that it takes numbers */
    bool own[OWN_N], prepared[STORE_QUERY_N], counted[STORE_QUERY_N], many[STORE_DEFERRED_N];
    struct pg_rows rows[STORE_DEFERRED_N];
    struct pg_marks marks[SAVEPOINTS_MAX];
    int depth, real;
    enum step steps[STEPS_MAX]; /* what was sent and not yet answered */
    int steps_n;
    char failure[256];
};

static inline struct pg *pg_of(struct store *s)
{
    return (struct pg *)s;
}

/* postgres_connect.c */
/* NULL when memory is short. It connects later; pg_handle_free does not say goodbye. */
struct pg *pg_handle_new(const char *where, enum pg_role role);
void pg_handle_free(struct pg *p);
void pg_note(struct pg *p, const char *message); /* for store_failure */
int pg_err_of(const char *state);                /* of an SQLSTATE, which may be NULL */
extern const char *const pg_settings[PG_ROLE_N]; /* SQL that makes a connection fit for its role */
MUST_USE int pg_answers(const char *where, struct text *why);
MUST_USE int pg_connect(struct pg *p);
/* Opens a connection that broke, but not twice within half a second. */
MUST_USE int pg_ensure_connected(struct pg *p);
MUST_USE int pg_enter_pipeline(struct pg *p);
/* Runs statements without parameters, outside of a pipeline. */
int pg_run(struct pg *p, const char *sql);

/* postgres.c: the statements of transactions. */
MUST_USE int pg_verb(struct store *base, enum store_verb verb);
MUST_USE int pg_query(struct store *base, int query, const struct store_value *values, int values_n,
                      store_on_row *on_row, void *context);
int64_t pg_row_int(void *row, int column);
const char *pg_row_text(void *row, int column);
/* Inside a transaction of the writer, the number that a statement answers with; out
 * NULL: it answers with nothing. A failure loses the transaction. */
MUST_USE int pg_ask(struct pg *p, const char *sql, int64_t *out);
/* postgres_pipe.c. Sends a statement without waiting; pg_step notes one that was sent (`ok`). */
void pg_step(struct pg *p, enum step kind, int ok);
void pg_send_plain(struct pg *p, const char *sql);
void pg_send_own(struct pg *p, enum step kind, enum own own, const char *const *values, int n);
/* Sends what was collected and reads all answers: those of other kinds than STEP_PLAIN, one each,
 * into answers[STEP_N], which the caller frees (pg_answers_free) and which may be NULL. Returns the
 * error of the first statement that failed; *where says which it was. */
MUST_USE int pg_exchange(struct pg *p, PGresult **answers, enum step *where);
MUST_USE int pg_collect(struct pg *p, PGresult **answers, enum step *where); /* reads only */
void pg_answers_free(PGresult **answers);
/* After COMMIT, in the same exchange: wakes the other processes, and asks what is settled. */
void pg_send_tell(struct pg *p);
void pg_send_settled(struct pg *p);
/* 0 when the answers do not say it. */
int64_t pg_take_settled(PGresult *const *answers);
/* A transaction begins without numbers. */
void pg_numbers_reset(struct pg *p);
/* It is not known whether it was committed: its numbers count as those of others. */
void pg_numbers_lost(struct pg *p);

/* postgres.c, for postgres_turn.c */
void pg_send_begin(struct pg *p);
void pg_send_kept(struct pg *p); /* the rows that are kept */
/* Reads the end of the last transaction if no caller has waited for it. */
void pg_drain(struct pg *p);
/* The transaction cannot continue; returns err. */
int pg_lose(struct pg *p, int err);
/* The rows of an answer; a row's context is the driver's own. */
void pg_each_row(struct pg *p, PGresult *r, store_on_row *on_row, void *context);

/* postgres_turn.c */
MUST_USE int pg_begin_turn(struct store *writer, const struct store_turn *t,
                           const int64_t *revisions, store_on_row *on_match, store_on_row *on_seat,
                           void *context, int64_t *settled);
MUST_USE int pg_number(struct store *writer, int64_t *event);
MUST_USE int pg_given(struct store *s, int64_t *event);
MUST_USE int pg_settled(struct store *s, int64_t *event);
bool pg_foreign(struct store *writer, int64_t since, int64_t until, int64_t *from, int64_t *to);
MUST_USE int pg_read_matches(struct store *writer, const int64_t *matches, const int64_t *revisions,
                             int n, store_on_row *on_match, store_on_row *on_seat, void *context);
int64_t pg_commit_settled(const struct store *writer);

/* postgres_keeper.c */
MUST_USE int pg_make_room(struct store *writer, int64_t event);
MUST_USE int pg_forget_events(struct store *writer, int64_t now_ms, int64_t before_ms);
void pg_keeper_stop(struct pg *writer); /* waits for a statement that it runs */

/* postgres_wait.c */
MUST_USE int pg_join(struct store *writer, int *others_n);
MUST_USE int pg_elsewhere(struct store *writer, int64_t match, struct store_elsewhere *out);
MUST_USE int pg_time(struct store *writer, int64_t *ms);
MUST_USE int pg_wait(struct store *listener, int timeout_ms);
MUST_USE int pg_tell_waiting(struct store *listener, const int64_t *matches, int n);
MUST_USE int pg_say(struct store *listener, const char *text);
MUST_USE char *pg_heard(struct store *listener);

#endif
