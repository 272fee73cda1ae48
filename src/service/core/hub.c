#include "service/core/hub.h"

#include "base/ids.h"
#include "platform/array.h"
#include "platform/clock.h"
#include "platform/must.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096, SPREAD = 4 /* see hub_wake_idle */ };

struct ring_event {
    struct store_event e; /* type and data are owned */
};

/* A listener's place in the chain of one topic. */
struct link {
    struct topic topic;
    struct listener *listener;
    struct link *next, **at; /* at: the pointer to this link */
};

struct hub {
    pthread_mutex_t mutex;
    struct ring_event ring[HUB_RING]; /* event number n of the ring's count at n % HUB_RING */
    uint64_t count;                   /* events published so far */
    int64_t floor;                    /* all events after this one are in the ring */
    int64_t last;
    bool closed;
    struct list listeners; /* by told_at */
    int listeners_n;
    int64_t woke_at; /* ms, when silent ones were last looked for; 0: never */
    struct link *buckets[BUCKETS];
    struct topic *changed; /* matches that somebody has joined or left */
    int changed_n, changed_cap;
    int64_t *moved; /* players with a stream that has begun or ended */
    int moved_n, moved_cap;
    bool shares; /* places are noted */
    struct hub_place *places;
    int places_n, places_cap;
};

static size_t bucket_of(struct topic t)
{
    return (size_t)(((uint64_t)topic_number(t) * 0x9e3779b97f4a7c15u) >> 52);
}

struct hub *hub_new(int64_t last)
{
    struct hub *h = calloc(1, sizeof *h);
    if (h == NULL)
        return NULL;
    (void)pthread_mutex_init(&h->mutex, NULL);
    h->floor = last;
    h->last = last;
    return h;
}

static void ring_clear(struct ring_event *r)
{
    free((void *)(uintptr_t)r->e.type);
    free((void *)(uintptr_t)r->e.data);
    r->e.type = NULL;
    r->e.data = NULL;
}

void hub_free(struct hub *h)
{
    if (h == NULL)
        return;
    ASSERT(h->listeners.first == NULL);
    for (int i = 0; i < HUB_RING; i++)
        ring_clear(&h->ring[i]);
    (void)pthread_mutex_destroy(&h->mutex);
    free(h->changed);
    free(h->moved);
    free(h->places);
    free(h);
}

/* A listener has come or gone. All listeners of the same match hear of it at the next tick, so that
 * a crowd that comes at once causes one message. */
static void note_change(struct hub *h, struct topic topic)
{
    ARRAY_MUST(h->changed, h->changed_n, &h->changed_cap);
    h->changed[h->changed_n++] = topic;
}

static void note_move(struct hub *h, int64_t player)
{
    if (player == 0)
        return;
    ARRAY_MUST(h->moved, h->moved_n, &h->moved_cap);
    h->moved[h->moved_n++] = player;
}

bool hub_tells_changes(struct topic topic)
{
    return topic.kind == TOPIC_KIND_MATCH || topic.kind == TOPIC_KIND_STUDY ||
           topic.kind == TOPIC_KIND_HERE;
}

/* Other processes need to know who is online, who is in the lobby, and who looks at a match or a
 * study. */
static bool is_place(struct topic topic, int64_t player)
{
    if (hub_tells_changes(topic))
        return true;
    return player != 0 &&
           (topic.kind == TOPIC_KIND_LOBBY || topic_same(topic, topic_sessions(player)));
}

static void note_place(struct hub *h, struct topic topic, int64_t player, int n)
{
    if (!is_place(topic, player))
        return;
    ARRAY_MUST(h->places, h->places_n, &h->places_cap);
    h->places[h->places_n++] = (struct hub_place){topic, player, n};
}

static int compare_players(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a;
    int64_t y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int compare_topics(const void *a, const void *b)
{
    return topic_compare(*(const struct topic *)a, *(const struct topic *)b);
}

static void told(struct hub *h, struct listener *l, int64_t now)
{
    l->told_at = now;
    list_remove(&h->listeners, &l->link);
    list_add_last(&h->listeners, &l->link);
}

static void wake(struct hub *h, struct listener *l, int64_t now)
{
    if (!l->waiting)
        return;
    l->waiting = false;
    told(h, l, now);
    l->wake(l);
}

void hub_wake_changed(struct hub *h)
{
    int64_t now = clock_ms();
    (void)pthread_mutex_lock(&h->mutex);
    if (h->changed_n > 1)
        qsort(h->changed, (size_t)h->changed_n, sizeof *h->changed, compare_topics);
    for (int n = 0; n < h->changed_n; n++) {
        struct topic topic = h->changed[n];
        if (n > 0 && topic_same(topic, h->changed[n - 1]))
            continue;
        for (struct link *k = h->buckets[bucket_of(topic)]; k != NULL; k = k->next) {
            if (!topic_same(k->topic, topic))
                continue;
            for (int i = 0; i < k->listener->topics_n; i++)
                if (topic_same(k->listener->topics[i], topic))
                    k->listener->changed |= 1u << i;
            wake(h, k->listener, now);
        }
    }
    h->changed_n = 0;
    (void)pthread_mutex_unlock(&h->mutex);
}

void hub_join(struct hub *h, struct listener *l)
{
    ASSERT(l->topics_n >= 0 && l->topics_n <= STORE_READ_TOPICS_MAX + 1);
    (void)pthread_mutex_lock(&h->mutex);
    l->waiting = false;
    l->looks = true; /* the cursor is not known yet */
    l->notes_n = 0;
    l->changed = 0;
    l->told_at = clock_ms();
    list_add_last(&h->listeners, &l->link);
    h->listeners_n++;
    l->links = must_have(calloc((size_t)l->topics_n + 1, sizeof *l->links));
    for (int i = 0; i < l->topics_n; i++) {
        struct link **at = &h->buckets[bucket_of(l->topics[i])];
        struct link *link = &l->links[i];
        *link = (struct link){l->topics[i], l, *at, at};
        if (link->next != NULL)
            link->next->at = &link->next;
        *at = link;
        if (hub_tells_changes(l->topics[i]))
            note_change(h, l->topics[i]);
        if (h->shares)
            note_place(h, l->topics[i], l->player, 1);
    }
    note_move(h, l->player);
    (void)pthread_mutex_unlock(&h->mutex);
}

bool hub_leave(struct hub *h, struct listener *l)
{
    (void)pthread_mutex_lock(&h->mutex);
    for (int i = 0; i < l->topics_n; i++) {
        struct link *link = &l->links[i];
        *link->at = link->next;
        if (link->next != NULL)
            link->next->at = link->at;
        if (hub_tells_changes(l->topics[i]))
            note_change(h, l->topics[i]);
        if (h->shares)
            note_place(h, l->topics[i], l->player, -1);
    }
    note_move(h, l->player);
    free(l->links);
    list_remove(&h->listeners, &l->link);
    h->listeners_n--;
    bool waiting = l->waiting;
    (void)pthread_mutex_unlock(&h->mutex);
    return waiting;
}

/* Event n concerns l. Numbers come in order, perhaps several times (several topics of one
 * event). */
static void note(const struct hub *h, struct listener *l, uint64_t n)
{
    if (l->looks || (l->notes_n > 0 && l->notes[l->notes_n - 1] == n))
        return;
    if (l->notes_n < HUB_NOTES) {
        l->notes[l->notes_n++] = n;
        return;
    }
    l->looks = true;
    if (l->notes[0] + HUB_RING >= h->count) /* nothing before that concerns it */
        l->cursor = h->ring[l->notes[0] % HUB_RING].e.id - 1;
}

void hub_publish(struct hub *h, const struct store_event *events, int n)
{
    int64_t now = clock_ms();
    (void)pthread_mutex_lock(&h->mutex);
    for (int i = 0; i < n; i++) {
        struct ring_event *r = &h->ring[h->count % HUB_RING];
        if (h->count >= HUB_RING)
            h->floor = r->e.id;
        ring_clear(r);
        r->e = events[i];
        r->e.type = must_have(strdup(events[i].type));
        r->e.data = must_have(strdup(events[i].data));
        h->count++;
        h->last = events[i].id;
    }
    for (int i = 0; i < n; i++) {
        for (int t = 0; t < events[i].topics_n; t++) {
            struct link *k = h->buckets[bucket_of(events[i].topics[t])];
            for (; k != NULL; k = k->next) {
                if (!topic_same(k->topic, events[i].topics[t]))
                    continue;
                note(h, k->listener, h->count - (uint64_t)(n - i));
                wake(h, k->listener, now);
            }
        }
    }
    (void)pthread_mutex_unlock(&h->mutex);
}

static bool hears(const struct listener *l, const struct store_event *e)
{
    for (int i = 0; i < e->topics_n; i++)
        for (int j = 0; j < l->topics_n; j++)
            if (topic_same(e->topics[i], l->topics[j]))
                return true;
    return false;
}

/* Passes on the events of the notes, or all after the cursor. Returns their number, or -1 if the
 * ring no longer has them; sets *full if on_event cannot take more. */
static int give_noted(struct hub *h, struct listener *l, hub_on_event *on_event, void *context,
                      bool *full)
{
    int n = 0;
    for (; n < l->notes_n && !*full; n++) {
        if (l->notes[n] + HUB_RING < h->count) {
            n = -1;
            break;
        }
        const struct store_event *e = &h->ring[l->notes[n] % HUB_RING].e;
        if (!on_event(context, e)) {
            *full = true;
            break;
        }
        l->cursor = e->id;
    }
    if (n > 0) {
        l->notes_n -= n;
        memmove(l->notes, l->notes + n, (size_t)l->notes_n * sizeof *l->notes);
    }
    return n;
}

static int give_after_cursor(struct hub *h, struct listener *l, hub_on_event *on_event,
                             void *context, bool *full)
{
    if (l->cursor < h->floor)
        return -1;
    uint64_t oldest = h->count > HUB_RING ? h->count - HUB_RING : 0;
    uint64_t from = h->count;
    while (from > oldest && h->ring[(from - 1) % HUB_RING].e.id > l->cursor)
        from--;
    int n = 0;
    for (; from < h->count; from++) {
        const struct store_event *e = &h->ring[from % HUB_RING].e;
        if (hears(l, e)) {
            if (!on_event(context, e)) {
                *full = true;
                return n;
            }
            n++;
        }
        l->cursor = e->id;
    }
    l->looks = false;
    l->notes_n = 0;
    return n;
}

enum hub_answer hub_take(struct hub *h, struct listener *l, hub_on_event *on_event, void *context)
{
    enum hub_answer answer = HUB_TOOK;
    bool full = false;
    (void)pthread_mutex_lock(&h->mutex);
    int n = l->looks ? give_after_cursor(h, l, on_event, context, &full)
                     : give_noted(h, l, on_event, context, &full);
    if (n < 0) {
        l->looks = true; /* after the cursor that the owner is about to set */
        answer = HUB_BEHIND;
        goto out;
    }
    if (!full && l->cursor < h->last)
        l->cursor = h->last; /* nothing else concerns it */
    if (n > 0 && !full)
        told(h, l, clock_ms());
    if (n == 0 && !full && !h->closed) {
        l->waiting = true;
        answer = HUB_WAIT;
        if (l->changed != 0) /* since its owner asked for that */
            wake(h, l, clock_ms());
    }
out:
    (void)pthread_mutex_unlock(&h->mutex);
    return answer;
}

void hub_wake_idle(struct hub *h, int64_t now, int64_t idle_ms)
{
    (void)pthread_mutex_lock(&h->mutex);
    int64_t since = h->woke_at == 0 ? 0 : now - h->woke_at;
    int64_t early = 1 + SPREAD * since * h->listeners_n / idle_ms;
    h->woke_at = now;
    while (h->listeners.first != NULL) {
        struct listener *l = CONTAINER_OF(h->listeners.first, struct listener, link);
        int64_t silent = now - l->told_at;
        if (silent < idle_ms && (silent < idle_ms - idle_ms / SPREAD || early-- == 0))
            break;
        if (l->waiting)
            wake(h, l, now);
        else
            told(h, l, now); /* it is at work, and will look by itself */
    }
    (void)pthread_mutex_unlock(&h->mutex);
}

unsigned hub_changed(struct hub *h, struct listener *l)
{
    (void)pthread_mutex_lock(&h->mutex);
    unsigned changed = l->changed;
    l->changed = 0;
    (void)pthread_mutex_unlock(&h->mutex);
    return changed;
}

void hub_close(struct hub *h)
{
    (void)pthread_mutex_lock(&h->mutex);
    h->closed = true;
    int64_t now = clock_ms();
    struct list_link *next;
    struct list_link *k = h->listeners.first;
    for (int n = h->listeners_n; n > 0; n--, k = next) { /* a woken listener goes to the end */
        next = k->after;
        wake(h, CONTAINER_OF(k, struct listener, link), now);
    }
    (void)pthread_mutex_unlock(&h->mutex);
}

bool hub_closed(struct hub *h)
{
    (void)pthread_mutex_lock(&h->mutex);
    bool closed = h->closed;
    (void)pthread_mutex_unlock(&h->mutex);
    return closed;
}

int hub_count(struct hub *h, struct topic topic, const int64_t *players, int players_n)
{
    int n = 0;
    (void)pthread_mutex_lock(&h->mutex);
    for (struct link *k = h->buckets[bucket_of(topic)]; k != NULL; k = k->next)
        n += topic_same(k->topic, topic) && !ids_have(players, players_n, k->listener->player);
    (void)pthread_mutex_unlock(&h->mutex);
    return n;
}

void hub_touch(struct hub *h, struct topic topic)
{
    (void)pthread_mutex_lock(&h->mutex);
    note_change(h, topic);
    (void)pthread_mutex_unlock(&h->mutex);
}

int hub_moved(struct hub *h, int64_t *out, int cap)
{
    (void)pthread_mutex_lock(&h->mutex);
    int n = h->moved_n < cap ? h->moved_n : cap;
    h->moved_n -= n;
    if (n > 0)
        memcpy(out, h->moved + h->moved_n, (size_t)n * sizeof *out);
    (void)pthread_mutex_unlock(&h->mutex);
    return n;
}

void hub_move(struct hub *h, int64_t player)
{
    (void)pthread_mutex_lock(&h->mutex);
    note_move(h, player);
    (void)pthread_mutex_unlock(&h->mutex);
}

int hub_players(struct hub *h, struct topic topic, int64_t *out, int cap, int *all)
{
    int n = 0;
    int found = 0;
    int64_t *players = NULL;
    (void)pthread_mutex_lock(&h->mutex);
    players = must_have(calloc((size_t)h->listeners_n + 1, sizeof *players));
    for (struct link *k = h->buckets[bucket_of(topic)]; k != NULL; k = k->next)
        if (topic_same(k->topic, topic) && k->listener->player != 0)
            players[found++] = k->listener->player;
    (void)pthread_mutex_unlock(&h->mutex);
    qsort(players, (size_t)found, sizeof *players, compare_players);
    *all = 0;
    for (int i = 0; i < found; i++) {
        if (i > 0 && players[i] == players[i - 1])
            continue;
        ++*all;
        if (n < cap)
            out[n++] = players[i];
    }
    free(players);
    return n;
}

bool hub_hears(struct hub *h, struct topic topic, int64_t player)
{
    bool hears = false;
    (void)pthread_mutex_lock(&h->mutex);
    for (struct link *k = h->buckets[bucket_of(topic)]; k != NULL && !hears; k = k->next)
        hears = topic_same(k->topic, topic) && k->listener->player == player;
    (void)pthread_mutex_unlock(&h->mutex);
    return hears;
}

void hub_share(struct hub *h)
{
    (void)pthread_mutex_lock(&h->mutex);
    h->shares = true;
    (void)pthread_mutex_unlock(&h->mutex);
}

static int compare_places(const void *a, const void *b)
{
    const struct hub_place *x = a;
    const struct hub_place *y = b;
    int topics = topic_compare(x->topic, y->topic);
    return topics != 0 ? topics : (x->player > y->player) - (x->player < y->player);
}

/* One line for each topic and player; returns how many. */
static int sum_up(struct hub_place *places, int n)
{
    int kept = 0;
    if (n > 1)
        qsort(places, (size_t)n, sizeof *places, compare_places);
    for (int i = 0; i < n;) {
        struct hub_place sum = places[i];
        for (i++; i < n && compare_places(&places[i], &sum) == 0; i++)
            sum.n += places[i].n;
        if (sum.n != 0)
            places[kept++] = sum;
    }
    return kept;
}

int hub_places(struct hub *h, bool all, struct hub_place **out)
{
    (void)pthread_mutex_lock(&h->mutex);
    if (all) {
        h->places_n = 0;
        for (struct list_link *k = h->listeners.first; k != NULL; k = k->after) {
            const struct listener *l = CONTAINER_OF(k, struct listener, link);
            for (int i = 0; i < l->topics_n; i++)
                note_place(h, l->topics[i], l->player, 1);
        }
    }
    struct hub_place *places = h->places;
    int n = h->places_n;
    h->places = NULL;
    h->places_n = 0;
    h->places_cap = 0;
    (void)pthread_mutex_unlock(&h->mutex);
    *out = places;
    return sum_up(places, n);
}

int64_t hub_last(struct hub *h)
{
    (void)pthread_mutex_lock(&h->mutex);
    int64_t last = h->last;
    (void)pthread_mutex_unlock(&h->mutex);
    return last;
}
