/* simuls.h - the part of the store about simultaneous exhibitions: one host plays many guests.
 *
 * As in store.h everything happens between store_begin and store_commit, functions return 0 (or a
 * count) or ERR_*, and data given to a callback are valid until it returns. */
#ifndef SIMULS_STORE_H
#define SIMULS_STORE_H
#include "store/core/store.h"

enum { SIMULS_TEXT_BYTES = 4004 }; /* 1,000 characters, with NUL */
/* Half points of the host, or: */
enum simul_result { SIMUL_PLAYED = -1, SIMUL_LOST, SIMUL_DRAWN, SIMUL_WON, SIMUL_CALLED_OFF };

struct simul {
    int64_t id;
    struct store_player host;
    enum match_state state;
    char text[SIMULS_TEXT_BYTES];
    struct store_match like; /* game, board, options, clock: of all its matches */
    int64_t host_ms;         /* what the host's clocks have more at the start */
    int host_seat;           /* at every board; 0: alternating */
    int guests_max;
    int64_t created_at, started_at, finished_at; /* 0: none */
    int asked, boards, won, drawn, lost;         /* read only */
};
MUST_USE int simuls_add(struct store *s, struct simul *m); /* m->id is written */
MUST_USE int simuls_get(struct store *s, int64_t id, struct simul *out);
/* Writes what can change: the state and the times. */
MUST_USE int simuls_update(struct store *s, const struct simul *m);
struct simuls_filter {
    int state;        /* enum match_state, or -1 */
    const char *game; /* "" any */
    int64_t before;   /* ids below */
    int limit;
};
typedef void simuls_on(void *context, const struct simul *m);
/* The newest first; returns their number. */
MUST_USE int simuls_list(struct store *s, const struct simuls_filter *f, simuls_on *on,
                         void *context);
/* Those of a host or guest, the newest first. */
MUST_USE int simuls_of(struct store *s, int64_t player, simuls_on *on, void *context);
/* How many exhibitions of the host are open or running. */
MUST_USE int simuls_open(struct store *s, int64_t host, int64_t *n);

/* The exhibitions that were opened by then and have not begun, the oldest first; returns their
 * number. */
MUST_USE int simuls_forgotten(struct store *s, int64_t opened_by, int limit, int64_t *ids);

struct simul_guest {
    struct store_player player;
    int64_t joined_at;
    bool accepted;
    int64_t match;      /* 0: not playing */
    int host_seat;      /* in it */
    int result;         /* enum simul_result */
    int ply, turn_seat; /* read only: of the match */
};
/* Asking twice changes nothing. */
MUST_USE int simuls_ask(struct store *s, int64_t simul, int64_t player, int64_t at);
MUST_USE int simuls_unask(struct store *s, int64_t simul, int64_t player);
/* Writes accepted, match, host_seat and result. */
MUST_USE int simuls_guest_put(struct store *s, int64_t simul, const struct simul_guest *g);
typedef void simuls_on_guest(void *context, const struct simul_guest *g);
/* In the order in which they asked. */
MUST_USE int simuls_guests(struct store *s, int64_t simul, simuls_on_guest *on, void *context);

/* The simultaneous exhibition of a match; ERR_NOT_FOUND: of none. */
MUST_USE int simuls_of_match(struct store *s, int64_t match, int64_t *simul);
MUST_USE int simuls_result(struct store *s, int64_t match, enum simul_result result);
/* How many of its matches are still played. */
MUST_USE int simuls_playing(struct store *s, int64_t simul, int64_t *n);

/* The player is deleted: their waiting exhibitions are called off, their texts and their wishes to
 * play are removed. */
MUST_USE int simuls_forget(struct store *s, int64_t player, int64_t at);

#endif
