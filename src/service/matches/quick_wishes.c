#include "service/matches/quick_wishes.h"

#include "service/core/service_int.h"
#include <stdlib.h>
#include <string.h>

enum { FRESH_MS = 5 * 1000 };

struct quick_wishes *quick_wishes_new(void)
{
    struct quick_wishes *q = calloc(1, sizeof *q);
    if (q != NULL)
        (void)pthread_mutex_init(&q->mutex, NULL);
    return q;
}

void quick_wishes_free(struct quick_wishes *q)
{
    if (q == NULL)
        return;
    (void)pthread_mutex_destroy(&q->mutex);
    free(q);
}

struct quick_wish *quick_wishes_find(struct quick_wishes *q, int64_t player)
{
    for (int i = 0; i < q->n; i++)
        if (q->wishes[i].player.id == player)
            return &q->wishes[i];
    return NULL;
}

void quick_wishes_forget(struct quick_wishes *q, int64_t player)
{
    struct quick_wish *wish = quick_wishes_find(q, player);
    if (wish == NULL)
        return;
    (void)pthread_mutex_lock(&q->mutex);
    *wish = q->wishes[--q->n];
    q->changed = true;
    (void)pthread_mutex_unlock(&q->mutex);
}

void quick_wishes_add(struct quick_wishes *q, const struct quick_wish *wish)
{
    (void)pthread_mutex_lock(&q->mutex);
    q->wishes[q->n++] = *wish;
    q->changed = true;
    (void)pthread_mutex_unlock(&q->mutex);
}

/* Under the mutex. */
static const struct quick_wish *find_far(const struct quick_wishes *q, int64_t player)
{
    for (int i = 0; i < q->far_n; i++)
        if (q->far[i].player.id == player)
            return &q->far[i];
    return NULL;
}

bool quick_wishes_find_any(struct quick_wishes *q, int64_t player, struct quick_wish *out)
{
    (void)pthread_mutex_lock(&q->mutex);
    const struct quick_wish *wish = quick_wishes_find(q, player);
    if (wish == NULL)
        wish = find_far(q, player);
    if (wish != NULL)
        *out = *wish;
    (void)pthread_mutex_unlock(&q->mutex);
    return wish != NULL;
}

static void far_cut(struct quick_wishes *q, int i)
{
    q->far[i] = q->far[--q->far_n];
    q->far_from[i] = q->far_from[q->far_n];
}

void quick_wishes_forget_void(struct quick_wishes *q)
{
    int64_t players[QUICK_MOVED_MAX];
    (void)pthread_mutex_lock(&q->mutex);
    int n = q->voids_n;
    memcpy(players, q->voids, sizeof players);
    q->voids_n = 0;
    (void)pthread_mutex_unlock(&q->mutex);
    for (int i = 0; i < n; i++)
        quick_wishes_forget(q, players[i]);
}

static bool same_setup(const struct setup *a, const struct setup *b)
{
    return a->game == b->game && a->width == b->width && a->height == b->height &&
           a->players == b->players && a->options == b->options;
}

static bool same_clock(const struct clock_rule *a, const struct clock_rule *b)
{
    return a->kind == b->kind && a->main_ms == b->main_ms && a->add_ms == b->add_ms &&
           a->cap_ms == b->cap_ms && a->move_ms == b->move_ms && a->periods == b->periods &&
           a->claim == b->claim;
}

bool quick_wishes_same(const struct quick_act *a, const struct quick_act *b)
{
    return a->any == b->any && (a->any || same_setup(&a->setup, &b->setup)) &&
           same_clock(&a->clock, &b->clock);
}

bool quick_wishes_fit(const struct quick_act *a, const struct quick_act *b)
{
    return (a->any || b->any || same_setup(&a->setup, &b->setup)) &&
           same_clock(&a->clock, &b->clock);
}

int64_t quick_wishes_moved_here(struct quick_wishes *q, int64_t player, const struct quick_act *act,
                                int64_t now)
{
    (void)pthread_mutex_lock(&q->mutex);
    if (q->moved_n < QUICK_MOVED_MAX)
        q->moved[q->moved_n++] = player;
    for (int i = q->far_n - 1; i >= 0; i--) {
        if (q->far[i].player.id != player)
            continue;
        if (quick_wishes_same(&q->far[i].act, act) && q->far[i].since < now)
            now = q->far[i].since;
        far_cut(q, i);
    }
    (void)pthread_mutex_unlock(&q->mutex);
    return now;
}

const struct quick_wish *quick_wishes_candidate(const struct quick_wishes *q, int k)
{
    return k < q->n ? &q->wishes[k] : &q->far[k - q->n];
}

/* --- other processes --- */

bool quick_wishes_changed(struct service *s)
{
    struct quick_wishes *q = s->quick;
    (void)pthread_mutex_lock(&q->mutex);
    bool changed = q->changed;
    (void)pthread_mutex_unlock(&q->mutex);
    return changed;
}

int quick_wishes_tell(struct service *s, struct quick_told *out)
{
    struct quick_wishes *q = s->quick;
    int64_t now = service_steady(s);
    (void)pthread_mutex_lock(&q->mutex);
    for (int i = 0; i < q->n; i++) {
        const struct quick_wish *w = &q->wishes[i];
        out[i] = (struct quick_told){w->player.id, w->rating, now - w->since, (int)w->player.kind,
                                     w->act};
    }
    int n = q->n;
    q->changed = false;
    (void)pthread_mutex_unlock(&q->mutex);
    return n;
}

int quick_wishes_moved(struct service *s, int64_t *out)
{
    struct quick_wishes *q = s->quick;
    (void)pthread_mutex_lock(&q->mutex);
    int n = q->moved_n;
    memcpy(out, q->moved, (size_t)n * sizeof *out);
    q->moved_n = 0;
    (void)pthread_mutex_unlock(&q->mutex);
    return n;
}

/* Under the mutex. */
static bool was_paired(const struct quick_wishes *q, int64_t player, int64_t now)
{
    int n = q->pairs_n < QUICK_MOVED_MAX ? q->pairs_n : QUICK_MOVED_MAX;
    for (int i = 0; i < n; i++)
        if (q->pairs[i].player == player && now - q->pairs[i].at < FRESH_MS)
            return true;
    return false;
}

void quick_wishes_hear(struct service *s, uint64_t process, const struct quick_told *wishes, int n)
{
    struct quick_wishes *q = s->quick;
    int64_t now = service_steady(s);
    (void)pthread_mutex_lock(&q->mutex);
    for (int i = q->far_n - 1; i >= 0; i--)
        if (q->far_from[i] == process)
            far_cut(q, i);
    for (int i = 0; i < n && q->far_n < QUICK_MAX; i++) {
        if (was_paired(q, wishes[i].player, now))
            continue;
        q->far_from[q->far_n] = process;
        q->far[q->far_n++] = (struct quick_wish){
            .player = {.id = wishes[i].player, .kind = (enum player_kind)wishes[i].kind},
            .act = wishes[i].act,
            .rating = wishes[i].rating,
            .since = now - wishes[i].waited_ms,
            .heard = now,
        };
    }
    (void)pthread_mutex_unlock(&q->mutex);
}

void quick_wishes_void(struct service *s, int64_t player)
{
    struct quick_wishes *q = s->quick;
    (void)pthread_mutex_lock(&q->mutex);
    if (q->voids_n < QUICK_MOVED_MAX)
        q->voids[q->voids_n++] = player;
    (void)pthread_mutex_unlock(&q->mutex);
}

void quick_wishes_paired(struct service *s, int64_t player)
{
    struct quick_wishes *q = s->quick;
    quick_wishes_forget(q, player);
    (void)pthread_mutex_lock(&q->mutex);
    for (int i = q->far_n - 1; i >= 0; i--)
        if (q->far[i].player.id == player)
            far_cut(q, i);
    q->pairs[q->pairs_n++ % QUICK_MOVED_MAX] = (struct quick_pair){player, service_steady(s)};
    (void)pthread_mutex_unlock(&q->mutex);
}
