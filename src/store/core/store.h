/* store.h - the only face of the store: players, sessions, matches, moves, chat and events as text
 * and numbers. It knows no rule of a game and no HTTP.
 *
 * A store handle belongs to one thread at a time. There is one writing handle for each process
 * (store_open) and any number of reading ones (store_open_reader), which never wait for the writer
 * and see only what has been committed.
 *
 * Everything is read and written between store_begin and store_commit or store_rollback; the writer
 * may put each of several commands into its own savepoint, so that a failed one leaves no trace and
 * the others stand. When store_commit returns 0, all is on the disk.
 *
 * Functions return 0 (or a count) or a negative ERR_*: ERR_NOT_FOUND, ERR_CONFLICT (something that
 * must be unique exists already), ERR_BUSY, ERR_STORE. Outputs are untouched on failure. Text given
 * to a row callback is valid until it returns.
 *
 * Back ends: sqlite.c, one file and one process that writes to it; postgres.c, a database that any
 * number of processes share, one transaction of one writer at a time. A back end is a struct
 * store_driver (driver.h); the queries themselves are written once, in the SQL that both share.
 *
 * A move, an event and the change of a match may be written as late as with the commit; the commit
 * then reports their conflicts. */
#ifndef STORE_H
#define STORE_H
#include "base/macros.h"
#include "base/text.h"
#include "store/core/topic.h"
#include <stdbool.h>
#include <stdint.h>

struct store; /* opaque */

enum {
    STORE_SEATS_MAX = 4,
    STORE_NAME_BYTES = 64,
    STORE_TOKEN_BYTES = 48,     /* text of a token or its hash, with NUL */
    STORE_HASH_BYTES = 72,      /* 64 hexadecimal digits, with NUL */
    STORE_CHAT_BYTES = 2004,    /* 500 characters of at most four bytes, with NUL */
    STORE_CLOCK_BYTES = 96,     /* a clock rule as text, with NUL */
    STORE_TOPICS_MAX = 8,       /* of one event */
    STORE_READ_TOPICS_MAX = 16, /* of one reader */
};

/* The kinds and states of things; the API and the tables use the same names. */
enum player_kind { PLAYER_GUEST, PLAYER_MEMBER, PLAYER_BOT, PLAYER_KIND_N };
enum match_state { MATCH_OPEN, MATCH_RUNNING, MATCH_FINISHED, MATCH_ABORTED, MATCH_STATE_N };
enum seat_kind { SEAT_OPEN, SEAT_INVITE, SEAT_PLAYER, SEAT_BOT, SEAT_ASKED, SEAT_KIND_N };
enum end_reason {
    END_NONE,
    END_RULES,
    END_RESIGN,
    END_DRAW,
    END_ABORT,
    END_TIME,
    END_LEFT, /* a player was gone, and another one claimed the match */
    END_REASON_N
};
extern const char *const player_kind_name[PLAYER_KIND_N];
extern const char *const match_state_name[MATCH_STATE_N];
extern const char *const seat_kind_name[SEAT_KIND_N];
extern const char *const end_reason_name[END_REASON_N];

struct store_player {
    int64_t id; /* 0: nobody */
    enum player_kind kind;
    char name[STORE_NAME_BYTES];
};

struct store_seat {
    enum seat_kind kind;
    struct store_player player; /* id 0 while the seat is not taken */
    struct store_player asked;  /* the player invited to sit here; id 0: no one by name */
    int level;                  /* 1 … 8 of a bot; 0 otherwise */
    bool resigned;
    int64_t left_ms;    /* of its clock, when that last stood */
    int periods;        /* byo-yomi: further ones */
    int64_t away_until; /* its player's vacation, ms since 1970; read only */
};

struct store_match {
    int64_t id;
    int64_t created_at, updated_at; /* ms since 1970 */
    int64_t creator;                /* player */
    int64_t clock_at;   /* since when the clock of the seat to move runs; 0: it stands */
    int64_t deadline;   /* when it runs out; 0 while it stands */
    int64_t wake_at;    /* when the service must look at this match next; 0: never */
    int64_t rematch;    /* the match that follows; 0: none */
    int64_t delay_ms;   /* spectators see it this much later, or delay_plies later */
    int64_t release_at; /* when spectators may see more; 0: with the next move */
    int64_t tournament; /* 0: none */
    int64_t grace_ms;   /* for players who have not come, or lost the connection; 0: none */
    int64_t
        hold_until; /* the first clock stands until then, or until all are here; 0: it does not */
    int64_t rematch_of; /* the match that it follows; 0: none */
    enum match_state state;
    char game[16];
    int width, height, seats_n;
    bool swap, jacked; /* the options */
    bool is_private;
    bool swapped; /* seat 2 holds side 1 */
    bool rated;
    bool paused;
    bool hidden; /* delay.h has removed the part that spectators may not see; not stored */
    char invite[STORE_TOKEN_BYTES]; /* "" when no seat is given by invitation */
    int ply;
    int turn_seat, turn_side; /* 0 unless running */
    enum end_reason reason;   /* END_NONE until it ends */
    int winner_seat, winner_side;
    int points[STORE_SEATS_MAX];     /* [side - 1] at the end */
    int draw_seat;                   /* the seat that offers a draw; 0: none */
    int takeback_seat, takeback_ply; /* the seat that asks to take back, and from which ply on; 0:
                                      * none */
    int pause_seat;                  /* the seat that asks to stop the clocks; 0: none */
    unsigned draw_yes, takeback_yes, pause_yes; /* bit seat - 1: has agreed */
    char clock[STORE_CLOCK_BYTES];              /* the rule as text; "": none */
    unsigned here, graced; /* bit seat - 1: has come; has had the grace after a lost connection */
    unsigned berserk;      /* plays with half the time (timing_berserk) */
    unsigned conditional;  /* bit seat - 1: may have conditional moves */
    int start_ply;         /* plies of the start position */
    int standing;          /* how often this seek will still be taken */
    int delay_plies;       /* spectators see it so many plies later */
    int64_t revision;      /* counts the changes of the row; the store's own */
    int64_t moved;         /* the event that made the present position; 0: none, or an older one */
    int told_ply;          /* the last ply that they have seen, with a delay */
    int round;
    struct store_seat seats[STORE_SEATS_MAX]; /* [seat - 1] */
};

struct store_move {
    int ply, seat, side;
    char move[8];
    int64_t at;
    int64_t left_ms; /* of the mover's clock, after the move; -1 without a clock */
    int64_t event;   /* the event of this move */
};

/* The room of a line decides who may read it while the match runs (service/matches/audience.h). */
enum chat_room { CHAT_PLAYERS, CHAT_SPECTATORS };

struct store_chat {
    int64_t id;
    int64_t at;
    struct store_player player;
    int room;     /* enum chat_room */
    bool deleted; /* by a moderator: text is "" */
    char text[STORE_CHAT_BYTES];
};

struct store_event {
    int64_t id;
    int64_t match;
    const char *type;                      /* "move" */
    const char *data;                      /* a JSON object without its "event" member */
    struct topic topics[STORE_TOPICS_MAX]; /* read back by store_events_after only */
    int topics_n;
};

/* Opens for writing; creates and migrates as needed. where: a file, ":memory:", or a PostgreSQL URL
 * (store_is_url). On failure *why
 * is a sentence for the operator (in use by another process, damaged, newer than this program). */
MUST_USE int store_open(const char *where, struct store **out, struct text *why);
/* Whether a database takes connections now, before it is opened. 0: yes, and always for a file.
 * ERR_BUSY: it is starting, does not run, or is a standby that has not been promoted; it is worth
 * asking again. ERR_STORE: waiting does not help (a wrong password, an unknown database). */
MUST_USE int store_answers(const char *where, struct text *why);
/* Opens for reading only a store that may be served by another process; its schema must be this
 * program's. It can be read with this handle, and with readers opened on it. */
MUST_USE int store_look(const char *where, struct store **out, struct text *why);
/* Another handle on the same data, for reading. */
MUST_USE int store_open_reader(struct store *writer, struct store **out, struct text *why);
void store_close(struct store *s); /* NULL is fine; readers before their writer */

/* Whether it is the URL of a PostgreSQL database: postgresql://USER@HOST/DATABASE. */
bool store_is_url(const char *where);
/* The name of a store for people and logs: without user and password. */
void store_name(const char *where, char *out, size_t size);

/* Whether other processes may write to the same store. */
bool store_is_shared(const struct store *s);
/* A handle for store_wait, on a shared store; for one thread. */
MUST_USE int store_open_listener(struct store *writer, struct store **out, struct text *why);
/* Waits until another process has committed (1) or the time is over (0); negative if this cannot be
 * known now. It is only a wake-up and may be missed: the caller reads new events by number. */
MUST_USE int store_wait(struct store *listener, int timeout_ms);

/* Announces to the other processes the matches whose moves wait in this process; this list replaces
 * the previous one. On the handle of store_wait; it ends with the handle. At most
 * STORE_WAITING_MAX. */
enum { STORE_WAITING_MAX = 64 };
MUST_USE int store_tell_waiting(struct store *listener, const int64_t *matches, int n);
/* Inside a write transaction: how many other processes serve, and whether in one of them a move of
 * the match waits. 0 and false if the store is not shared. */
struct store_elsewhere {
    int others_n;
    bool waits;
};
MUST_USE int store_elsewhere(struct store *s, int64_t match, struct store_elsewhere *out);

/* Sends the other processes a text that the store does not keep: without a NUL, at most
 * STORE_SAID_MAX bytes. On the handle of store_wait. */
enum { STORE_SAID_MAX = 7000 };
MUST_USE int store_say(struct store *listener, const char *text);
/* Takes the oldest text that another process has said and store_wait has found; NULL: there is
 * none. The caller frees it. Texts said while the connection was broken are lost. */
MUST_USE char *store_heard(struct store *listener);

/* The number of the last migration of the schema that this program knows, and of the open store. */
int store_schema_latest(void);
int store_schema(const struct store *s);

MUST_USE int store_begin(struct store *s);
/* Begins a writing transaction that shares a store with others. A file has one writer, and then all
 * three are store_begin. In a database:
 * - STORE_SITE, as store_begin: nobody else writes to the store at the same time.
 * - STORE_BESIDE: beside transactions of STORE_MATCHES, but no other of this kind. It may change
 *   the matches that it names and those that it makes, and all other tables but the ones that
 *   caches of other processes hold (tables.h).
 * - STORE_MATCHES: beside all others but STORE_SITE. It changes only what belongs to the matches
 *   that it names (STORE_OF_MATCH).
 * The rows of the named matches are locked, in ascending order, and those that have changed since
 * this handle kept them are read again. What goes beyond this returns ERR_REACH and changes nothing
 * (store_overreached); a match that is not named is read from the database each time.
 * Locks are taken in this order by all: the site's (shared or not), that of STORE_BESIDE, matches.
 * *settled is as in store_settled, of this moment. */
enum store_reach { STORE_MATCHES, STORE_BESIDE, STORE_SITE };
struct store_turn {
    enum store_reach reach;
    const int64_t *matches; /* in any order, also repeated; those that do not exist are left out */
    int matches_n;
    int events; /* about how many it will add */
};
MUST_USE int store_begin_turn(struct store *s, const struct store_turn *t, int64_t *settled);
/* Reads the rows of these matches in one go, those that have changed since this handle kept them,
 * so that the present transaction need not read each by itself. They are not locked. */
MUST_USE int store_read_matches(struct store *s, const int64_t *matches, int n);
/* Whether something has returned ERR_REACH since this was last asked. */
bool store_overreached(struct store *s);
/* The number up to which all events are committed or never will be: a transaction that runs now
 * adds none up to it. Numbers above it may be visible already, with others missing before them. */
MUST_USE int store_settled(struct store *s, int64_t *event);
/* The greatest number that an event may have by now. */
MUST_USE int store_event_given(struct store *s, int64_t *event);
/* The next numbers after `since` and up to `until` that this handle has not given to events of its
 * own: others may have. False: there are none. */
MUST_USE bool store_foreign(struct store *s, int64_t since, int64_t until, int64_t *from,
                            int64_t *to);
/* Begins a transaction that reads, and sees all events up to *event. An error leaves none open. */
MUST_USE int store_begin_settled(struct store *s, int64_t *event);
MUST_USE int store_commit(struct store *s);
/* Of the last commit, where the store is shared: as store_settled right after it; 0: not known. */
int64_t store_commit_settled(const struct store *s);
void store_rollback(struct store *s);
void store_end(struct store *s); /* ends a transaction that has only read */
MUST_USE int store_savepoint(struct store *s);
MUST_USE int store_release(struct store *s);
void store_undo(struct store *s); /* back to the savepoint */

struct touched; /* touched.h */
/* The rows of players, sessions and the like that the last commit has changed and that may be
 * cached. An event of TOPIC_PEERS tells other processes. Valid until the next transaction. */
const struct touched *store_touched(const struct store *s);
/* The writing handle keeps rows of matches: forgets this one, or all with 0, because another
 * process has changed them. A row that the present transaction has locked is newer, and stays. */
void store_forget(struct store *s, int64_t match);

/* Bytes that are free where the store lies; INT64_MAX: not known here. */
int64_t store_room(const struct store *s);

/* The back end's message about the last failure; valid until the next call. */
const char *store_failure(const struct store *s);

/* Counts the rows of each kind: "players guest", "matches running", "moves". Reads the whole
 * store. */
typedef void store_on_count(void *context, const char *what, int64_t n);
MUST_USE int store_counts(struct store *s, store_on_count *on_count, void *context);

/* Processes that serve one store. Inside a write transaction: this process serves from now on,
 * until it closes the store or dies. *others_n is the number of others that serve; 0 if the store
 * is not shared. */
MUST_USE int store_join(struct store *s, int *others_n);
/* Inside a transaction: the clock that all processes read, ms since 1970. It may belong to another
 * machine, and somebody may set it. If the store is not shared, it is this machine's clock. */
MUST_USE int store_time(struct store *s, int64_t *ms);
/* Sets the time of the events that the store adds by itself; without it they carry the machine's
 * time. */
void store_set_now(struct store *s, int64_t now_ms);

/* Settings of the server itself: key to text. */
MUST_USE int store_meta_get(struct store *s, const char *key, char *out, int out_bytes);
MUST_USE int store_meta_set(struct store *s, const char *key, const char *value);

MUST_USE int store_player_add(struct store *s, enum player_kind kind, const char *name, int64_t at,
                              int64_t *id);
MUST_USE int store_player_get(struct store *s, int64_t id, struct store_player *out);
/* By the name as somebody typed it, in any case: with blanks around it, full-width letters, or
 * characters that nobody sees (base/blanks.h). Names of players are ASCII. */
MUST_USE int store_player_named(struct store *s, const char *name, struct store_player *out);
/* Another player than `but` whose name looks like this one, which is ASCII: I, l and 1, O and 0,
 * m and rn are the same, and so are capitals and small letters. */
MUST_USE int store_player_like(struct store *s, const char *name, int64_t but,
                               struct store_player *out);

/* Vacation: until when (0: none), and how many days of which year are used. */
struct store_vacation {
    int64_t from, until;
    int year, days;
};
MUST_USE int store_vacation_get(struct store *s, int64_t player, struct store_vacation *out);
MUST_USE int store_vacation_set(struct store *s, int64_t player, const struct store_vacation *v);

/* Sessions and API tokens, by the hash of their secret. use: "cookie", "api" or "local". */
MUST_USE int store_session_add(struct store *s, const char *hash, int64_t player, const char *use,
                               int64_t at);
/* Takes one of the players whose sessions have ended in this transaction since it was last asked;
 * 0: there are no more. Includes sessions whose end was undone. */
int64_t store_signed_out(struct store *s);
MUST_USE int store_session_forget(struct store *s, int64_t player, const char *use);

/* Forgets the sessions of browsers begun before that time. */
MUST_USE int store_sessions_trim(struct store *s, int64_t before_ms);

/* Adds the match with its seats; m->id is written. */
MUST_USE int store_match_add(struct store *s, struct store_match *m);
MUST_USE int store_match_get(struct store *s, int64_t id, struct store_match *out);
/* Writes what can change after the creation, without the seats. */
MUST_USE int store_match_update(struct store *s, const struct store_match *m);
MUST_USE int store_seat_update(struct store *s, int64_t match, int seat,
                               const struct store_seat *value);

/* Matches that must be looked at by then, the most urgent first; returns the number written. */
MUST_USE int store_match_due(struct store *s, int64_t now, int limit, int64_t *out);
/* The earliest time at which any match must be looked at; 0: none. */
MUST_USE int store_match_wake(struct store *s, int64_t *at);
/* Moves every running clock by so many ms. */
MUST_USE int store_clocks_shift(struct store *s, int64_t by_ms);

struct store_filter {
    int state;        /* enum match_state, or -1: any */
    const char *game; /* NULL: any */
    int64_t mine;     /* matches in which this player sits; 0: any */
    int64_t followed; /* running matches of those whom this player follows; 0: any */
    int64_t turn;     /* running matches in which it is this player's turn; 0: any */
    int64_t viewer;   /* private matches are shown to their players; 0: a stranger */
    int64_t before;   /* ids below; 0: all */
    int limit;
};
/* Newest first; returns the number written to out[limit]. */
MUST_USE int store_match_list(struct store *s, const struct store_filter *f,
                              struct store_match *out);

/* Open matches in which a player is asked to sit. */
MUST_USE int store_match_asked(struct store *s, int64_t player, int limit, struct store_match *out);

/* A search of the archive. A field that is 0, negative or NULL sets no condition. */
struct store_search {
    int64_t opening; /* with has_opening: a key of service/analysis/opening_statistics.h */
    bool has_opening;
    int64_t player, tournament, viewer;
    int64_t since, until; /* when it was made */
    int64_t before;       /* ids below */
    const char *game;
    int state, reason; /* enums, or -1 */
    int width, height;
    int rated, winner; /* -1; winner: a seat, 0 for a draw */
    int limit;
};
/* Newest first; returns the number written to out[limit]. The number of rows examined is bounded,
 * however few of them match. *rest is the match below which the search must continue (before); 0 if
 * all rows were examined. */
MUST_USE int store_match_search(struct store *s, const struct store_search *f,
                                struct store_match *out, int64_t *rest);

/* The index by first moves: an entry; a finished match that waits to be entered, the list of those,
 * and that one is done. */
MUST_USE int store_opening_add(struct store *s, int64_t position, int64_t match);
MUST_USE int store_opening_wait(struct store *s, int64_t match);
MUST_USE int store_openings_waiting(struct store *s, int limit, int64_t *out);
/* Whether this match waits: 1, 0, or ERR_*. */
MUST_USE int store_opening_waits(struct store *s, int64_t match);
/* The first moves of those matches, one match after the other in the order of the list. */
typedef void store_on_first(void *context, int64_t match, int ply, const char *move);
MUST_USE int store_openings_moves(struct store *s, int limit, int plies, store_on_first *on_first,
                                  void *context);
MUST_USE int store_opening_done(struct store *s, int64_t match);

/* How many matches of that creator wait for players. */
MUST_USE int store_open_count(struct store *s, int64_t creator, int64_t *n);
/* Matches that wait for players and in which nothing has happened since before that time, the
 * oldest first; returns the number written to out[limit]. */
struct store_old {
    int64_t match, creator;
};
MUST_USE int store_open_old(struct store *s, int64_t before_ms, int limit, struct store_old *out);

MUST_USE int store_move_add(struct store *s, int64_t match, const struct store_move *m);
MUST_USE int store_move_get(struct store *s, int64_t match, int ply, struct store_move *out);
typedef void store_on_move(void *context, const struct store_move *m);
MUST_USE int store_moves(struct store *s, int64_t match, store_on_move *on_move, void *context);
/* Removes the moves from that ply on. */
MUST_USE int store_moves_cut(struct store *s, int64_t match, int from_ply);

MUST_USE int store_chat_add(struct store *s, int64_t match, struct store_chat *line); /* and id */
typedef void store_on_chat(void *context, const struct store_chat *line);
/* The newest thousand lines of the players. The spectators' are read by spectators_lines. */
MUST_USE int store_chats(struct store *s, int64_t match, store_on_chat *on_chat, void *context);

/* Adds the event for its topics; e->id is written. Ids only grow within a transaction, and from one
 * to the next that waited for it: so the events of a match are in their order. Where several
 * processes write, ids of other matches become visible in any order (store_settled). */
MUST_USE int store_event_add(struct store *s, struct store_event *e, int64_t at);
/* When the newest event was; 0 without any. */
MUST_USE int store_event_time(struct store *s, int64_t *at);
/* The numbers of the oldest and newest event that is kept; 0 when there is none. */
MUST_USE int store_event_first(struct store *s, int64_t *id);
MUST_USE int store_event_last(struct store *s, int64_t *id);
typedef void store_on_event(void *context, const struct store_event *e);
/* The events after `since` and up to `until` on any of the topics, in order, each once, at most
 * limit; returns their number. */
MUST_USE int store_events(struct store *s, int64_t since, int64_t until, const struct topic *topics,
                          int topics_n, int limit, store_on_event *on_event, void *context);
/* All events after `since` and up to `until` in order with their topics, at most limit; returns
 * their number. */
MUST_USE int store_events_after(struct store *s, int64_t since, int64_t until, int limit,
                                store_on_event *on_event, void *context);
/* Forgets events that are older than before_ms, except the newest; numbers are never used again.
 * Inside a write transaction at now_ms, from time to time. Returns 1 when there may be more to
 * forget, else 0.
 * - A file: deletes the oldest of them here, STORE_EVENTS_SLICE at most, so that no move waits long
 *   for it.
 * - A database: wakes a thread of the store, which drops all of three days together when the newest
 *   of them is old enough (postgres_parts.h). No move waits for it, and this transaction does
 *   nothing. */
enum { STORE_EVENTS_SLICE = 200 };
MUST_USE int store_events_forget(struct store *s, int64_t now_ms, int64_t before_ms);

#endif
