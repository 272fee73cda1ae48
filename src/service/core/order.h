/* order.h - what a face wants done, and the queue in which it waits for the writer.
 *
 * A face fills a struct order and hands it over with service_submit. One writer thread takes all
 * orders that wait, judges and applies them in one transaction of the store (each in its own
 * savepoint), commits, and only then calls each order's `done` and publishes the events. So no
 * player hears of a move that is not on the disk. If the commit fails, every order of the
 * transaction fails with OUTCOME_STORE and no event is published. */
#ifndef ORDER_H
#define ORDER_H
#include "rules/game.h"
#include "service/core/service.h"
#include "service/matches/clock.h"
#include "store/people/people.h"

struct work; /* batch.h */

enum {
    SERVICE_CHAT_CHARS_MAX = 500,
    SERVICE_LEVEL_MAX = 8,
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
    ORDER_HERE,     /* the player has opened the board */
    ORDER_CLAIM,    /* the time of the one to move has run out, or a player has left */
    ORDER_GIVE,     /* time to the others */
    ORDER_BERSERK,  /* half of one's own time for a point, in an arena */
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
enum claim { CLAIM_TIME, CLAIM_WIN, CLAIM_DRAW };
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
    const char *address;       /* of the network that asks, until it is done; NULL: not known */
    bool beside;               /* of a BATCH: it need not be alone with the store (STORE_BESIDE) */
    int lifted;      /* the writer's: how often it needed a longer reach than it was given */
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
            json_t *warnings; /* of its record, as archive_start gives them; freed by order_free */
            int standing;     /* a seek that stays so often; 0: none */
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
        enum claim claim;     /* CLAIM */
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

/* Queues order, which stays the caller's and must live until order->done is called. */
void service_submit(struct service *s, struct order *o);
/* Submits order and waits until it is done; order->done and order->context are overwritten. */
void service_run(struct service *s, struct order *o);
/* Free the contents of an outcome; the contents of an order (and its outcome). */
void outcome_free(struct outcome *o);
void order_free(struct order *o);

/* A new secret for a bot that plays as the engine (the former one for the same use is
 * forgotten). */
MUST_USE int service_bot_secret(struct service *s, const char *use,
                                char secret[SERVICE_SECRET_BYTES]);

#endif
