/* quick_wishes.h - the wishes of players who want to be paired quickly (quick.h): those of this
 * process, and those that others have told of (remote_presence.h). It pairs nobody. */
#ifndef QUICK_WISHES_H
#define QUICK_WISHES_H
#include "rules/game.h"
#include "service/core/service.h"
#include "service/matches/clock.h"
#include <pthread.h>

enum {
    QUICK_MAX = 512, /* wishes at once */
    QUICK_MOVED_MAX = 64,
};

/* A player's wish, or its withdrawal. */
struct quick_act {
    bool ends;
    struct setup setup; /* with any: the one that the player likes best */
    struct clock_rule clock;
    bool any; /* any game and any board will do */
};

struct quick_wish {
    struct store_player player;
    struct quick_act act;
    int64_t rating; /* thousandths */
    int64_t since;  /* service_steady, as are the others */
    int64_t heard;  /* when their stream was last seen, or the wish repeated */
};

/* A player who was paired a moment ago: old news of their wish may still come. */
struct quick_pair {
    int64_t player, at;
};

struct quick_wishes {
    pthread_mutex_t mutex; /* taken by the writer to change, by others to count */
    struct quick_wish wishes[QUICK_MAX];
    int n;
    bool changed; /* since they were told */
    /* Wishes at other processes; under the mutex. */
    struct quick_wish far[QUICK_MAX];
    uint64_t far_from[QUICK_MAX];
    int far_n;
    struct quick_pair pairs[QUICK_MOVED_MAX];
    int pairs_n; /* counts on; the last ones are kept */
    int64_t moved[QUICK_MOVED_MAX];
    int moved_n;
    int64_t voids[QUICK_MOVED_MAX]; /* the writer forgets them */
    int voids_n;
    struct {
        int64_t a, b; /* players that the writer is about to pair */
    } next;
};

MUST_USE struct quick_wishes *quick_wishes_new(void); /* NULL when memory is short */
void quick_wishes_free(struct quick_wishes *q);

/* Whether two players want the same. */
bool quick_wishes_same(const struct quick_act *a, const struct quick_act *b);
/* Whether a match can be what both want. */
bool quick_wishes_fit(const struct quick_act *a, const struct quick_act *b);

/* On the writer thread. The wish of a player at this process, or NULL. */
struct quick_wish *quick_wishes_find(struct quick_wishes *q, int64_t player);
void quick_wishes_forget(struct quick_wishes *q, int64_t player);
void quick_wishes_add(struct quick_wishes *q, const struct quick_wish *wish);
/* A copy of the wish at any process. */
bool quick_wishes_find_any(struct quick_wishes *q, int64_t player, struct quick_wish *out);
/* Under the mutex. The k-th of all wishes; the wishes of this process come first. */
const struct quick_wish *quick_wishes_candidate(const struct quick_wishes *q, int k);
/* Forgets the wishes of players who have asked another process meanwhile. */
void quick_wishes_forget_void(struct quick_wishes *q);
/* The player has asked this process: their wish at another one, if any, is void. Returns since when
 * they have had the wish. */
int64_t quick_wishes_moved_here(struct quick_wishes *q, int64_t player, const struct quick_act *act,
                                int64_t now);
/* A wish as processes tell it to each other. */
struct quick_told {
    int64_t player, rating, waited_ms;
    int kind; /* enum player_kind */
    struct quick_act act;
};

/* For remote_presence.c, on its thread: whether the wishes have changed since they were told; the
 * wishes of this process, at most QUICK_MAX; and the players who have asked this process since the
 * last call, at most QUICK_MOVED_MAX. */
bool quick_wishes_changed(struct service *s);
MUST_USE int quick_wishes_tell(struct service *s, struct quick_told *out);
MUST_USE int quick_wishes_moved(struct service *s, int64_t *out);
/* These are the wishes of that process now. A wish of a player here is void. */
void quick_wishes_hear(struct service *s, uint64_t process, const struct quick_told *wishes, int n);
void quick_wishes_void(struct service *s, int64_t player);
/* On the writer thread: the player has been paired. */
void quick_wishes_paired(struct service *s, int64_t player);

#endif
