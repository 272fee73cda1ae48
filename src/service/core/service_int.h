/* service_int.h - what the files of service/ share. Everything here belongs to the writer thread,
 * except the queue (under its mutex) and the hub. */
#ifndef SERVICE_INT_H
#define SERVICE_INT_H
#include "rules/position.h"
#include "service/core/chores.h"
#include "service/core/events.h"
#include "service/core/feature.h"
#include "service/core/hub.h"
#include "service/core/order.h"
#include "service/core/reader.h"
#include "service/core/session_cache.h"
#include "service/matches/exhibition.h"
#include "service/matches/timing.h"
#include "store/studies/studies.h"
#include <pthread.h>
#include <stdatomic.h>

enum { TURN_ROWS_N = 1024 };

/* The events of the transaction at hand, in order. */
struct event_list {
    struct store_event *events; /* data is owned; type is static */
    int n, cap;
};

/* Positions of matches that were played lately; see positions.c. */
struct positions;
struct positions *positions_new(void);
void positions_free(struct positions *c);
/* Fills *out with the position of m, from the cache or by replaying its moves. ERR_ILLEGAL when the
 * record is no game. */
MUST_USE int positions_get(struct positions *c, struct store *store, const struct store_match *m,
                           struct position *out);
/* The same without the cache: for any thread with a store of its own. */
MUST_USE int positions_replay(struct store *store, const struct store_match *m,
                              struct position *out);
/* The position of the match m as it is written now. */
void positions_put(struct positions *c, const struct store_match *m, const struct position *p);
/* Another server has played this move, with this event: plays it on, or forgets the position. A
 * take-back there forgets it. */
void positions_play(struct positions *c, int64_t match, int ply, const char *text, int64_t event);
void positions_forget(struct positions *c, int64_t match);
void positions_clear(struct positions *c);

struct service {
    const struct feature *const *features; /* up to NULL; run/features.h */
    int (*apply)(struct work *w);          /* an order, inside its savepoint: run/orders.c */
    struct store *store;
    struct hub *hub;
    struct positions *positions;
    struct session_cache *session_cache;     /* session_cache.h */
    struct quick_wishes *quick;              /* quick_wishes.h */
    struct lobby *lobby;                     /* lobby.h */
    struct presence *presence;               /* presence.h */
    struct attendance *attendance;           /* attendance.h */
    struct remote_presence *remote_presence; /* remote_presence.h */
    struct arrivals *arrivals;               /* arrivals.h */
    struct mail_state *mail_state;           /* mail_state.h */
    struct engine_queue *queue;              /* engine_queue.h */
    struct collection *collection;           /* collection.h; NULL: it is not wanted */
    struct pool *passwords;                  /* its threads (passwords.h) */
    struct service_site site;                /* written before begun */
    _Atomic bool begun;                      /* the writer does by itself what is due */
    struct exhibition exhibition;            /* exhibition.h */
    struct store_player engine;
    struct event_list events; /* of the transaction at hand */
    struct event_list held;   /* committed here, and not yet published: peers.c */
    pthread_t writer;
    pthread_mutex_t mutex;
    pthread_cond_t more;
    struct order *head, **tail; /* waiting orders, in order of arrival */
    struct {
        _Atomic uint64_t orders, moves, commits, commit_us, failures, peer_events;
        _Atomic uint64_t mails_dropped, mails_unanswered, proofs_wrong;
        _Atomic int64_t waiting, turned_ms, held_ms;
        _Atomic bool refused;
    } stats;
    /* The writer thread reads with it what is committed, between its transactions: it takes no
     * lock, so that no moves wait for it. */
    struct store *reads;
    struct store *listening; /* to the other processes of a shared store (peers.c); else NULL */
    pthread_t listener;
    int64_t seen; /* all events up to this number are published */
    struct service_time time;
    int64_t offset;          /* when it `holds`; set before there are threads */
    int64_t wake_at;         /* no match is due before then; 0: unknown */
    int64_t drift;           /* unix_ms - steady_ms when last looked */
    int64_t looked_at;       /* when the store was last asked for wake_at */
    int64_t gather_until_us; /* the next transaction waits until then, on clock_us */
    int64_t commit_us;       /* how long the last commit took */
    int64_t idle_after;      /* the player after whom idle.c looks next; 0: at the first */
    int64_t alive_at;        /* when the server last recorded in the store that it runs */
    int64_t complain_at;     /* when to report next that the store cannot write; on clock_ms */
    int64_t held_told_at;    /* when it was last reported that events wait; on clock_ms */
    int64_t well_at;         /* when it was last known that the store can be written */
    int64_t given_back_ms;   /* by the transaction at hand, to all clocks (site_time.h) */
    int64_t room_at;         /* when the disk was last looked at (texts.c), on clock_ms */
    bool room_short;         /* it was nearly full then */
    bool stop;               /* under the mutex: the writer must stop */
    bool looks;              /* service_look */
    bool others_wrote;       /* under the mutex: there may be events of other processes */
    atomic_bool silent;      /* the listener must stop */
    bool failing;            /* a transaction has failed since well_at */
    bool holds;              /* the time is steady_ms + offset, whatever the system's clock does */
    struct chore chores[CHORE_N];
    bool idle_walks; /* idle.c is not through with all players */
    /* Of a store that only this process writes to: rows of the inbox about turns (work.c). */
    struct turn_row {
        int64_t match, id;
    } turn_rows[TURN_ROWS_N];
};

/* One order being applied. */
struct work {
    struct service *s;
    struct order *order;
    int64_t now;
    int64_t came_at; /* when the order came to the server; the player's clock counts up to then */
    bool ran;        /* a task: it has run orders inside */
    struct store_match m;
};

/* The orders of a running match: move, resign, draw, takeback, abort (play.c, offers.c). */
MUST_USE int play_apply(struct work *w);
/* All seats are taken: the match begins. */
MUST_USE int play_begin(struct work *w);
/* Calls the match off. */
MUST_USE int play_call_off(struct work *w);
/* Adds u.chat to the match (chat.c). */
MUST_USE int chat_say(struct work *w);
/* Gives the match a new invitation. */
void work_invite(struct store_match *m);

/* The match w->m is over: tells the features. */
MUST_USE int work_match_over(struct work *w);

/* Sets the outcome and returns ERR_DENIED. */
int work_refuse(struct work *w, enum outcome_kind kind, const char *format, ...) PRINTF_LIKE(3, 4);

/* Adds an event. data is stolen, and gets "match"; its topics are TO_* and the given player. */
/* With a delay TO_MATCH reaches the players only, and TO_OUTSIDE the others; TO_ALL both. */
enum {
    TO_MATCH = 1,
    TO_LOBBY = 2,
    TO_PLAYERS = 4,
    TO_OUTSIDE = 8,
    TO_HERE = 16, /* players who look at the match (topic_here) */
    TO_ALL = TO_MATCH | TO_OUTSIDE
};
MUST_USE int work_tell(struct work *w, enum event_type type, json_t *data, int to, int64_t player,
                       int64_t *id);
/* Adds an event of no match, for the lobby and these players (as many events as their topics need).
 * data is stolen. */
MUST_USE int work_tell_many(struct work *w, enum event_type type, json_t *data,
                            const int64_t *players, int n);
/* Adds an event for the viewers of the study. data is stolen, and gets "study". */
MUST_USE int work_tell_study(struct work *w, enum event_type type, json_t *data,
                             const struct study *study);
/* Adds an event of no match for the listeners of a topic. data is stolen. */
MUST_USE int work_tell_topic(struct work *w, enum event_type type, struct topic topic,
                             json_t *data);
/* Adds an event for the members who look at the team. It says only what has changed: "head",
 * "members", "chat" or "deleted". */
/* A player may hear less than before: the streams of the player ask again what they may hear. */
MUST_USE int work_tell_rights(struct work *w, int64_t player);
MUST_USE int work_tell_team(struct work *w, int64_t team, const char *what);
/* The event `spectators` for those who read the spectators' chat of the match: it has changed. It
 * holds no line, so that every reading asks anew who may. */
MUST_USE int work_tell_spectators(struct work *w);
/* The asker's action on an offer. */
struct offer_told {
    const char *offer; /* "draw", "takeback", "pause" */
    const char *did;   /* "asked", "agreed", "refused" */
    int seat;          /* the seat that asked for it */
};
/* Writes the match and adds the event `offer`. told: NULL if an offer has only lapsed. */
MUST_USE int work_tell_offers(struct work *w, const struct offer_told *told);
/* The event `sessions` for each player whose sessions have ended: their streams look
 * (http/wire/stream.c). */
MUST_USE int work_tell_signed_out(struct work *w);
/* The event `match`: the match as in a list. */
MUST_USE int work_tell_match(struct work *w);

/* The data that a reader keeps about a level of the engine, 1 … SERVICE_LEVEL_MAX (opponents.c):
 * the reader's own thread alone touches it, and reader_close gives the view back. */
struct reader_kept {
    json_t *view;  /* NULL: nothing */
    int64_t until; /* service_steady */
};
struct reader_kept *reader_kept(struct reader *r, int level);

/* A match must be looked at by then (0: never). */
void service_wake_at(struct service *s, int64_t at);

void event_list_cut(struct event_list *l, int n);

#endif
