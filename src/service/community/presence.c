#include "service/community/presence.h"

#include "base/err.h"
#include "base/ids.h"
#include "platform/array.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "platform/must.h"
#include "service/community/remote_presence.h"
#include "service/core/service_int.h"
#include "store/community/follows.h"
#include "store/people/people.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOKED_AT = 256 /* players, in one tick; the others wait in the hub */ };

struct change {
    char event[PRESENCE_EVENT_BYTES];
    int64_t *told; /* owned; the players who hear of it, by number */
    int told_n;
};

/* Numbers of players in order, each once. */
struct players {
    int64_t *ids;
    int n, cap;
};

struct leaving {
    int64_t player;
    int64_t at; /* ms, when the last stream ended */
};

struct presence {
    pthread_mutex_t mutex;                   /* for what other threads read: */
    struct players here;                     /* those who are shown; changed by the writer alone */
    struct change changes[PRESENCE_CHANGES]; /* number n at n % PRESENCE_CHANGES */
    int64_t now;                             /* the newest, from 1 */
    /* The writer's own. */
    struct leaving *leaving;
    int leaving_n, leaving_cap;
};

struct presence *presence_new(void)
{
    struct presence *p = calloc(1, sizeof *p);
    if (p != NULL)
        (void)pthread_mutex_init(&p->mutex, NULL);
    return p;
}

void presence_free(struct presence *p)
{
    if (p == NULL)
        return;
    for (int i = 0; i < PRESENCE_CHANGES; i++)
        free(p->changes[i].told);
    free(p->here.ids);
    free(p->leaving);
    (void)pthread_mutex_destroy(&p->mutex);
    free(p);
}

/* The index of the player in the list, or where to insert them. */
static int place_of(const int64_t *ids, int n, int64_t player)
{
    int low = 0;
    while (low < n) {
        int middle = low + (n - low) / 2;
        if (ids[middle] < player)
            low = middle + 1;
        else
            n = middle;
    }
    return low;
}

static bool is_among(const int64_t *ids, int n, int64_t player)
{
    int at = place_of(ids, n, player);
    return at < n && ids[at] == player;
}

static void players_put(struct players *list, int64_t player, bool in)
{
    int at = place_of(list->ids, list->n, player);
    bool is_in = at < list->n && list->ids[at] == player;
    if (in == is_in)
        return;
    if (in)
        ARRAY_MUST(list->ids, list->n, &list->cap);
    int64_t *here = list->ids + at;
    size_t rest = (size_t)(list->n - at);
    if (in) {
        memmove(here + 1, here, rest * sizeof *here);
        *here = player;
        list->n++;
    } else {
        memmove(here, here + 1, (rest - 1) * sizeof *here);
        list->n--;
    }
}

/* The followers who listen now, by number; the caller frees the list. */
static int64_t *listening(struct service *s, int64_t player, int *n)
{
    int64_t *list = must_have(calloc(PRESENCE_TOLD_MAX, sizeof *list));
    int found = follows_of(s->reads, player, PRESENCE_TOLD_MAX, list);
    *n = 0;
    for (int i = 0; i < found; i++)
        if (hub_hears(s->hub, topic_friends(list[i]), list[i]))
            list[(*n)++] = list[i];
    qsort(list, (size_t)*n, sizeof *list, ids_compare);
    return list;
}

static void tell(struct service *s, const struct store_player *player, bool is_here)
{
    struct presence *p = s->presence;
    int n = 0;
    int64_t *told = listening(s, player->id, &n);
    json_t *value =
        JSON_OBJECT({"player", json_string(player->name)}, {"online", json_boolean(is_here)});
    char *text = value != NULL ? json_dumps(value, JSON_COMPACT) : NULL;
    (void)pthread_mutex_lock(&p->mutex);
    players_put(&p->here, player->id, is_here);
    if (n > 0 && text != NULL) {
        struct change *c = &p->changes[++p->now % PRESENCE_CHANGES];
        free(c->told);
        c->told = must_have(realloc(told, (size_t)n * sizeof *told));
        c->told_n = n;
        told = NULL;
        snprintf(c->event, sizeof c->event, "event: friend\ndata: %s\n\n", text);
        for (int i = 0; i < n; i++)
            hub_touch(s->hub, topic_friends(c->told[i]));
    }
    (void)pthread_mutex_unlock(&p->mutex);
    free(told);
    free(text);
    json_decref(value);
}

/* Whether the player may be shown at all; 0 or what the store returned. */
static int may_show(struct service *s, int64_t id, struct store_player *player, bool *may)
{
    struct people_account a;
    *may = false;
    int err = store_player_get(s->reads, id, player);
    if (err == 0 && player->kind == PLAYER_MEMBER) {
        err = people_account_get(s->reads, id, &a);
        *may = err == 0 && a.show_seen;
    }
    return err == ERR_NOT_FOUND ? 0 : err;
}

static void leave_later(struct presence *p, int64_t player, int64_t now)
{
    for (int i = 0; i < p->leaving_n; i++)
        if (p->leaving[i].player == player)
            return;
    ARRAY_MUST(p->leaving, p->leaving_n, &p->leaving_cap);
    p->leaving[p->leaving_n++] = (struct leaving){player, now};
}

static bool listens(struct service *s, int64_t player)
{
    return remote_presence_hears(s, topic_sessions(player), player);
}

/* Looks at a player whose streams or settings have changed. */
static int look_at(struct service *s, int64_t id, int64_t now)
{
    struct presence *p = s->presence;
    struct store_player player = {.id = 0};
    bool may;
    bool was = is_among(p->here.ids, p->here.n, id);
    bool is = listens(s, id);
    if (was && !is) /* a player who now hides disappears, too */
        leave_later(p, id, now);
    if (!is)
        return 0;
    int err = may_show(s, id, &player, &may);
    if (err == 0 && was != may && player.id != 0)
        tell(s, &player, may);
    return err;
}

/* Players who have been away for long enough. */
static int see_off(struct service *s, int64_t now)
{
    struct presence *p = s->presence;
    int err = 0;
    int n = 0;
    for (int i = 0; i < p->leaving_n; i++) {
        const struct leaving l = p->leaving[i];
        struct store_player player = {.id = l.player};
        if (err < 0 || (now - l.at < PRESENCE_LEAVE_MS && !listens(s, l.player))) {
            p->leaving[n++] = l;
            continue;
        }
        if (listens(s, l.player) || !is_among(p->here.ids, p->here.n, l.player))
            continue;
        err = store_player_get(s->reads, l.player, &player);
        if (err == 0 || err == ERR_NOT_FOUND)
            tell(s, &player, false);
        else
            p->leaving[n++] = l;
        err = err == ERR_NOT_FOUND ? 0 : err;
    }
    p->leaving_n = n;
    return err;
}

void presence_tick(struct service *s)
{
    int64_t moved[LOOKED_AT];
    int64_t now = clock_ms();
    int n = hub_moved(s->hub, moved, LOOKED_AT);
    if ((n == 0 && s->presence->leaving_n == 0) || store_begin(s->reads) < 0) {
        for (int i = 0; i < n; i++)
            hub_move(s->hub, moved[i]); /* what cannot be read now will be read in a second */
        return;
    }
    qsort(moved, (size_t)n, sizeof *moved, ids_compare);
    for (int i = 0; i < n; i++) /* each once, however many streams came and went */
        if ((i == 0 || moved[i] != moved[i - 1]) && look_at(s, moved[i], now) < 0)
            hub_move(s->hub, moved[i]);
    (void)see_off(s, now);
    store_end(s->reads);
}

void presence_look(struct service *s, int64_t player)
{
    hub_move(s->hub, player);
}

/* --- for other threads --- */

bool presence_is_here(const struct service *s, int64_t player)
{
    struct presence *p = s->presence;
    if (p == NULL) /* service_look */
        return false;
    (void)pthread_mutex_lock(&p->mutex);
    bool is = is_among(p->here.ids, p->here.n, player);
    (void)pthread_mutex_unlock(&p->mutex);
    return is;
}

int64_t presence_now(struct service *s)
{
    struct presence *p = s->presence;
    (void)pthread_mutex_lock(&p->mutex);
    int64_t now = p->now;
    (void)pthread_mutex_unlock(&p->mutex);
    return now;
}

bool presence_take(struct service *s, int64_t player, int64_t *seen, presence_give *give,
                   void *context)
{
    static const char again[] = "event: friends\ndata: {}\n\n";
    struct presence *p = s->presence;
    bool full = false;
    (void)pthread_mutex_lock(&p->mutex);
    if (p->now - *seen > PRESENCE_CHANGES) {
        full = !give(context, again, sizeof again - 1);
        *seen = full ? *seen : p->now;
    }
    while (*seen < p->now && !full) {
        const struct change *c = &p->changes[(*seen + 1) % PRESENCE_CHANGES];
        full = is_among(c->told, c->told_n, player) && !give(context, c->event, strlen(c->event));
        *seen += !full;
    }
    (void)pthread_mutex_unlock(&p->mutex);
    return !full;
}
