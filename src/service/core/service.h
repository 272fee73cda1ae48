/* service.h - the logic of the server: players, seats, turns, offers, results, events. It knows no
 * HTTP and no SQL; every face (HTTP, mail) uses it in the same way.
 *
 * Writing. A face fills a struct order and hands it over with service_submit. One writer thread
 * takes all orders that wait, judges and applies them in one transaction of the store (each in
 * its own savepoint), commits, and only then calls each order's `done` and publishes the events. So
 * no player hears of a move that is not on the disk. If the commit fails, every order of the
 * transaction fails with OUTCOME_STORE and no event is published.
 *
 * Reading. A struct reader (one for each thread) reads what is committed and never waits for the
 * writer. Its views are JSON as in docs/API.md.
 *
 * Live events: hub.h. */
#ifndef SERVICE_H
#define SERVICE_H
#include "rules/game.h"
#include "service/matches/clock.h"
#include "store/core/store.h"
#include "store/people/people.h"
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct service; /* opaque */
struct hub;     /* hub.h */
struct work;    /* batch.h */
struct pool;    /* platform/pool.h */
struct arrivals;
struct collection;
struct engine_queue;

enum {
    SERVICE_CHAT_CHARS_MAX = 500,
    SERVICE_LEVEL_MAX = 8,
    SERVICE_LIST_MAX = 100,
    SERVICE_OPEN_MAX = 50, /* matches of one player that wait for others */
    SERVICE_OPEN_DAYS = 7, /* after which an open match that no one joins is called off */
    SERVICE_DETAIL_BYTES = 320,
    VACATION_DAYS = 30, /* of a calendar year, UTC */
};

enum order_kind {
    ORDER_GUEST, /* a new player with a session */
    ORDER_CREATE,
    ORDER_JOIN,
    ORDER_MOVE,
    ORDER_RESIGN,
    ORDER_DRAW,
    ORDER_TAKEBACK,
    ORDER_ABORT,
    ORDER_ACCEPT,  /* of a challenge */
    ORDER_DECLINE, /* of a challenge; u.chat may say why */
    ORDER_REMATCH,
    ORDER_CONDITIONAL, /* lines of conditional moves */
    ORDER_TOURNAMENT,  /* a tournament (tournaments.h); `match` is its number */
    ORDER_PAUSE,
    ORDER_RESUME,
    ORDER_CLAIM,    /* the time of the one to move has run out */
    ORDER_VACATION, /* of the asker; no match */
    ORDER_WAKE,     /* the writer's own: an action that is due in a match */
    ORDER_CHAT,
    ORDER_SECRET, /* a new API token for a player, instead of the former one of the same use */
    ORDER_BATCH,  /* what another face does in one transaction (batch.h) */
    ORDER_KIND_N
};

struct tournament; /* store/tournaments/tournament.h */
enum tournament_act {
    TOURNAMENT_MAKE,
    TOURNAMENT_JOIN,
    TOURNAMENT_LEAVE,
    TOURNAMENT_START,
    TOURNAMENT_END,
    TOURNAMENT_CHALLENGE,
    TOURNAMENT_WAKE
};
enum offer_act { OFFER_ASK, OFFER_ACCEPT, OFFER_DECLINE };
enum wish_kind { WISH_ME, WISH_OPEN, WISH_INVITE, WISH_BOT, WISH_ASKED };

struct wish { /* the player to sit there */
    enum wish_kind kind;
    int level;                   /* of a bot */
    char name[STORE_NAME_BYTES]; /* of the player who is asked */
};

enum outcome_kind {
    OUTCOME_DONE,
    OUTCOME_RANGE,     /* the order itself is wrong */
    OUTCOME_DENIED,    /* not the asker's to do */
    OUTCOME_NOT_FOUND, /* no such thing, or the asker may not see it */
    OUTCOME_CONFLICT,  /* not possible now: it changed meanwhile, is taken, is over */
    OUTCOME_ILLEGAL,   /* a rule forbids it */
    OUTCOME_STORE,     /* the store cannot write now; nothing was done */
    OUTCOME_NOBODY,    /* the asker has not proved their identity */
    OUTCOME_BUSY,      /* too much at once; nothing was done */
    OUTCOME_TOO_MANY,  /* the asker must wait */
    OUTCOME_FULL,      /* the asker has as many as one may have at once */
};

struct outcome {
    enum outcome_kind kind;
    char detail[SERVICE_DETAIL_BYTES]; /* one sentence unless DONE */
    const char *rule;                  /* ILLEGAL: "L3b", or "" */
    struct explanation *why;           /* ILLEGAL: may be NULL; owned by the order */
    int width;                         /* ILLEGAL: of the board, to print the points */
    int ply;                           /* CONFLICT of a move: plies played; -1 otherwise */
    int64_t match;                     /* DONE: the match */
    int64_t event;                     /* DONE: the last event of it */
    int64_t id;                        /* DONE: player of GUEST, line of CHAT, what is new */
    enum match_state state;            /* DONE: of the match */
};

struct order {
    enum order_kind kind;
    struct store_player asker; /* id 0 only in ORDER_GUEST */
    int64_t match;             /* except GUEST and CREATE */
    int64_t from_ms; /* service_steady() when it came to the server; 0: when it is submitted */
    union {
        struct {
            char hash[STORE_HASH_BYTES]; /* of the session's secret */
            char agent[PEOPLE_AGENT_BYTES];
        } guest;
        struct {
            char hash[STORE_HASH_BYTES];
            const char *use; /* "local", "api" */
        } secret;
        struct {
            struct setup setup;
            struct wish wishes[STORE_SEATS_MAX];
            bool is_private, shuffle;
            bool rated;
            struct clock_rule clock;
            move_t *start; /* moves that are played already; freed by order_free */
            int start_n;
            int standing; /* a seek that stays so often; 0: none */
            int delay_plies;
            int64_t delay_ms;
        } create;
        struct {
            int seat; /* 0: any that is free */
            char invite[STORE_TOKEN_BYTES];
        } join;
        struct {
            int ply;
            char text[16]; /* a longer text is no move */
        } move;
        enum offer_act offer; /* DRAW, TAKEBACK, PAUSE */
        int days;             /* VACATION; 0: it is over */
        struct {
            int ply;    /* of the first move of each line */
            char *text; /* moves with blanks, lines with '\n'; freed by order_free */
            bool add;   /* to those that are kept, instead of replacing them */
        } conditional;
        struct {
            enum tournament_act act;
            struct tournament *make;     /* MAKE; freed by order_free */
            char name[STORE_NAME_BYTES]; /* CHALLENGE: the player */
        } tournament;
        char chat[STORE_CHAT_BYTES];
        struct {
            int (*apply)(struct work *w, void *context); /* batch.h */
            void *context;
        } batch;
    } u;
    struct outcome out;
    /* Called once by the writer thread, when the outcome is final. */
    void (*done)(struct order *o);
    void *context;      /* the face's */
    struct order *next; /* the queue's */
};

/* Where the service takes its time from: UTC in ms, which may jump, and ms that never do. */
struct service_time {
    void (*read)(void *context, int64_t *unix_ms, int64_t *steady_ms); /* both of one moment */
    void *context;
};

/* The operator's description of this server. */
struct service_site {
    bool mails;         /* mails in the outbox are sent */
    bool no_limits;     /* nothing is counted (quota.h), for tests */
    bool exhibitions;   /* the engine plays itself when no players have a match (exhibition.h) */
    bool collection;    /* the explorer counts the program's own games (collection.h) */
    char url[200];      /* "https://hoshi.example", for links in mails; "" unknown */
    char push_key[100]; /* base64url of the public key for web push; "": no web push */
};

/* Opens the store at `where` and starts the writer. On failure NULL, and *why is a sentence. While
 * the server was down no clock ran: those that were running are moved on. */
MUST_USE struct service *service_open(const char *where, struct text *why);
/* The same with another time (NULL: the system's), which must outlive the service. */
MUST_USE struct service *service_open_at(const char *where, const struct service_time *time,
                                         struct text *why);
/* service_open in two steps. Until service_begin, which is called once, by the thread that prepared
 * the service and before the first request, the writer applies orders, but does nothing by itself:
 * whatever is due then finds the site described. */
MUST_USE struct service *service_prepare(const char *where, struct text *why);
void service_begin(struct service *s, const struct service_site *site);
/* Opens a store, that another process may serve, only to be read: no writer is started, and no
 * order may be submitted. */
MUST_USE struct service *service_look(const char *where, struct text *why);
/* Finishes what is queued, stops the writer, closes. All readers must be closed before. */
void service_close(struct service *s);

struct hub *service_hub(struct service *s);
/* Counts since the service was opened. Safe to call from any thread. */
struct service_stats {
    uint64_t orders, moves, commits, commit_us, failures, peer_events;
    uint64_t mails_dropped, mails_unanswered; /* that proved nothing, beyond the limits (quota.h) */
    int64_t waiting;                          /* orders */
    int64_t turned_ms;                        /* clock_ms() when the writer was last seen alive */
    bool refused;                             /* the store did not take the last transaction */
};
void service_stats(struct service *s, struct service_stats *out);
/* Counts a mail that was dropped, or else not answered. */
void service_note_mail(struct service *s, bool dropped);

struct arrivals *service_arrivals(struct service *s);           /* arrivals.h */
struct engine_queue *service_engine_queue(struct service *s);   /* engine_queue.h */
struct collection *service_collection(const struct service *s); /* collection.h; NULL: none */
/* Whether other processes may serve the same store. */
bool service_is_shared(const struct service *s);
struct pool *service_passwords(struct service *s);

const struct service_site *service_site(const struct service *s);

/* Updates a stored vacation to the present: it may be over, and a new year brings new days. */
void vacation_now(struct store_vacation *v, int64_t now);

/* ms that only grow, for order.from_ms. A player's clock runs until their order arrives, however
 * long it then waits inside the server. Safe to call from any thread. */
int64_t service_steady(const struct service *s);

/* Queues order, which stays the caller's and must live until order->done is called. */
void service_submit(struct service *s, struct order *o);
/* Submits order and waits until it is done; order->done and order->context are overwritten. */
void service_run(struct service *s, struct order *o);
/* Free the contents of an outcome; the contents of an order (and its outcome). */
void outcome_free(struct outcome *o);
void order_free(struct order *o);

/* The engine's player, and a new secret for a bot that plays as the engine (the former one for the
 * same use is forgotten). */
int64_t service_engine(const struct service *s);
enum { SERVICE_SECRET_BYTES = 44 }; /* 256 bits in URL-safe base64, with NUL */
MUST_USE int service_bot_secret(struct service *s, const char *use,
                                char secret[SERVICE_SECRET_BYTES]);

/* A new secret and the hash under which it is stored. */
void service_secret(char secret[SERVICE_SECRET_BYTES], char hash[STORE_HASH_BYTES]);
void service_hash(const char *secret, char hash[STORE_HASH_BYTES]);

/* --- reading (reader.c, matches_view.c) --- */
struct reader; /* opaque */
MUST_USE struct reader *reader_open(struct service *s, struct text *why);
void reader_close(struct reader *r); /* NULL is fine */
struct store *reader_store(struct reader *r);
const struct service *reader_service(const struct reader *r);

/* Whether the store can be read: 0 or negative. */
MUST_USE int reader_check(struct reader *r);

/* The player of a session or token; ERR_NOT_FOUND if it belongs to no player. */
MUST_USE int reader_player(struct reader *r, const char *secret, struct store_player *out);
/* The same with the permissions of the session or token. */
MUST_USE int reader_session(struct reader *r, const char *secret, struct people_session *out);
/* Asks the store whether the session with this hash is still good: 0, or ERR_NOT_FOUND. */
MUST_USE int reader_session_lives(struct reader *r, const char *hash);

/* The same without asking the store: false when it is not known lately. Safe to call from any
 * thread. */
MUST_USE bool service_session(struct service *s, const char *secret, struct people_session *out);

/* The number of the player of that name, or 0 with *err set. */
int64_t reader_player_named(struct reader *r, const char *name, int *err);

/* Whether the match exists and the asker may see it: a private one is for its players, its creator,
 * and anyone with its invitation (may be NULL). 0 or ERR_NOT_FOUND. */
MUST_USE int reader_may_see(struct reader *r, int64_t match, int64_t asker, const char *invite);

/* The topic under which the asker hears of a match that they may see. If the match has a delay, its
 * players hear of it at once (delay.h). */
MUST_USE int reader_topic(struct reader *r, int64_t match, int64_t asker, const char *invite,
                          topic_t *out);

/* New references; NULL with *err set on failure. asker 0: a stranger. */
json_t *reader_match(struct reader *r, int64_t match, int64_t asker, const char *invite, int *err);
/* How many watch the match who do not sit in it, or negative. */
MUST_USE int reader_watchers(struct reader *r, int64_t match);
/* The same without asking the store: ERR_NOT_FOUND when it is not known lately who sits in it. Safe
 * to call from any thread. */
MUST_USE int service_watchers(struct service *s, int64_t match);
/* A page of the archive, as reader_matches. */
json_t *reader_search(struct reader *r, const struct store_search *f, int64_t asker, int *err);
json_t *reader_matches(struct reader *r, const struct store_filter *f, int64_t asker, int *err);
/* Challenges to the player and from them: {"in":[…],"out":[…]}. */
json_t *reader_challenges(struct reader *r, int64_t player, int *err);
json_t *reader_vacation(struct reader *r, int64_t player, int *err);
json_t *reader_chat_line(struct reader *r, int64_t match, int64_t line, int *err);

/* view.c: parts of the API's JSON that need no store. */
json_t *view_player(const struct store_player *p); /* null for no player */
json_t *view_games(void);
json_t *view_words(const char *line); /* those between blanks, as a list */
json_t *view_match(const struct store_match *m, int64_t asker, int watchers);
json_t *view_offers(const struct store_match *m);
json_t *view_turn(const struct store_match *m);
json_t *view_clock(const struct store_match *m); /* null without one */
json_t *view_clock_rule(const struct clock_rule *r);
json_t *view_result(const struct store_match *m);
json_t *view_chat(const struct store_chat *line);

/* The setup of a match; ERR_ILLEGAL when the store holds what this program does not know. */
MUST_USE int match_setup(const struct store_match *m, struct setup *out);

#endif
