#include "service/community/remote_presence.h"

#include "base/ids.h"
#include "platform/array.h"
#include "platform/clock.h"
#include "platform/must.h"
#include "service/core/service_int.h"
#include "service/matches/quick_wishes.h"
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    VERSION = 2, /* processes of another version understand nothing of this */
    BEAT_MS = 3 * 1000,
    WHOLE_MS = 60 * 1000,
    ENTRY_MAX = 256, /* of a wish; a place takes less */
    WISH_NUMBERS = 18,
};

/* Listeners of another process. */
struct far {
    uint64_t id;
    int64_t heard_at;         /* clock_ms */
    struct hub_place *places; /* by topic and player */
    int n;
    struct hub_place *next; /* of an announcement whose last piece has not come */
    int next_n;
    struct quick_told *wishes; /* the same of wishes */
    int wishes_n;
};

struct remote_presence {
    pthread_mutex_t mutex; /* for `far`, which the listener thread alone changes */
    struct far far[REMOTE_PRESENCE_PROCESSES_MAX];
    int far_n;
    /* The listener thread's own. */
    uint64_t id;      /* of this process */
    bool hello;       /* the others must tell everything */
    bool whole;       /* everything must be told */
    int64_t whole_at; /* when it was */
    int64_t beat_at;  /* when anything was told */
};

struct remote_presence *remote_presence_new(void)
{
    struct remote_presence *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    (void)pthread_mutex_init(&c->mutex, NULL);
    randombytes_buf(&c->id, sizeof c->id);
    c->hello = true;
    c->whole = true;
    return c;
}

static void far_clear(struct far *f)
{
    free(f->places);
    free(f->next);
    free(f->wishes);
}

void remote_presence_free(struct remote_presence *c)
{
    if (c == NULL)
        return;
    for (int i = 0; i < c->far_n; i++)
        far_clear(&c->far[i]);
    (void)pthread_mutex_destroy(&c->mutex);
    free(c);
}

/* --- to tell --- */

struct announcement {
    struct store *channel;
    char text[STORE_SAID_MAX + 1];
    int n, kind_at; /* lengths of the text, and of what stands before its kind */
    bool ok;
};

static void begin(struct announcement *l, const struct remote_presence *c, char kind, int piece)
{
    l->kind_at = snprintf(l->text, sizeof l->text, "%d %llx ", VERSION, (unsigned long long)c->id);
    l->n = l->kind_at + snprintf(l->text + l->kind_at, sizeof l->text - (size_t)l->kind_at, "%c %d",
                                 kind, piece);
}

static void send(struct announcement *l)
{
    l->ok = l->ok && store_say(l->channel, l->text) == 0;
}

static void add(struct announcement *l, const int64_t *numbers, int n)
{
    for (int i = 0; i < n; i++)
        l->n += snprintf(l->text + l->n, sizeof l->text - (size_t)l->n, "%c%lld",
                         i == 0 ? ' ' : ',', (long long)numbers[i]);
}

static bool is_full(const struct announcement *l)
{
    return l->n + ENTRY_MAX > STORE_SAID_MAX;
}

static void say_places(struct announcement *l, const struct remote_presence *c,
                       const struct hub_place *places, int n, bool all)
{
    int piece = 0;
    int i = 0;
    do {
        begin(l, c, all ? 'f' : 'd', piece++);
        for (; i < n && !is_full(l); i++)
            add(l, (int64_t[]){topic_number(places[i].topic), places[i].player, places[i].n}, 3);
        if (all && i == n)
            l->text[l->kind_at] = 'F';
        send(l);
    } while (i < n);
}

static void say_wishes(struct announcement *l, const struct remote_presence *c, struct service *s)
{
    struct quick_told *wishes = must_have(calloc(QUICK_MAX, sizeof *wishes));
    int n = quick_wishes_tell(s, wishes);
    int piece = 0;
    int i = 0;
    do {
        begin(l, c, 'w', piece++);
        for (; i < n && !is_full(l); i++) {
            const struct setup *g = &wishes[i].act.setup;
            const struct clock_rule *k = &wishes[i].act.clock;
            const int64_t numbers[WISH_NUMBERS] = {
                wishes[i].player,  wishes[i].rating, wishes[i].waited_ms, wishes[i].kind,
                g->game,           g->width,         g->height,           g->players,
                g->options,        k->kind,          k->main_ms,          k->add_ms,
                k->cap_ms,         k->move_ms,       k->periods,          k->claim,
                wishes[i].act.any, i == n - 1,
            };
            add(l, numbers, WISH_NUMBERS);
        }
        send(l);
    } while (i < n);
    free(wishes);
}

/* Players who have wished, or ended their wish, here: wishes that others have of them are old. */
static void say_moved(struct announcement *l, const struct remote_presence *c, struct service *s)
{
    int64_t players[QUICK_MOVED_MAX];
    int n = quick_wishes_moved(s, players);
    begin(l, c, 'e', 0);
    for (int i = 0; i < n; i++)
        add(l, &players[i], 1);
    if (n > 0)
        send(l);
}

static void tell(struct service *s)
{
    struct remote_presence *c = s->remote_presence;
    int64_t now = clock_ms();
    bool all = c->whole || now - c->whole_at >= WHOLE_MS;
    bool beat = all || now - c->beat_at >= BEAT_MS;
    bool wishes = quick_wishes_changed(s) || beat;
    struct hub_place *places;
    int n = hub_places(s->hub, all, &places);
    struct announcement *l = must_have(malloc(sizeof *l));
    l->channel = s->listening;
    l->ok = true;
    if (c->hello) {
        begin(l, c, 'h', 0);
        send(l);
    }
    if (n > 0 || beat)
        say_places(l, c, places, n, all);
    if (wishes)
        say_wishes(l, c, s);
    say_moved(l, c, s);
    c->hello = c->hello && !l->ok;
    c->whole = !l->ok;
    c->whole_at = all ? now : c->whole_at;
    c->beat_at = n > 0 || beat ? now : c->beat_at;
    free(l);
    free(places);
}

void remote_presence_leave(struct service *s)
{
    struct announcement *l = must_have(malloc(sizeof *l));
    l->channel = s->listening;
    l->ok = true;
    begin(l, s->remote_presence, 'x', 0);
    send(l);
    free(l);
}

void remote_presence_lost(struct service *s)
{
    s->remote_presence->hello = true;
    s->remote_presence->whole = true;
}

/* --- to hear --- */

static int compare(const struct hub_place *a, struct topic topic, int64_t player)
{
    int topics = topic_compare(a->topic, topic);
    return topics != 0 ? topics : (a->player > player) - (a->player < player);
}

/* A listener of another process has come or gone. */
static void on_change(struct service *s, const struct hub_place *p)
{
    if (hub_tells_changes(p->topic))
        hub_touch(s->hub, p->topic);
    else if (p->player != 0 && p->topic.kind == TOPIC_KIND_SESSIONS && p->topic.id == p->player)
        hub_move(s->hub, p->player);
}

/* Adds the changes to the places of a process. Both are in order. */
static void apply(struct service *s, struct far *f, const struct hub_place *changes, int n)
{
    if (n == 0 || changes == NULL)
        return;
    struct hub_place *sum = must_have(calloc((size_t)f->n + (size_t)n + 1, sizeof *sum));
    int kept = 0;
    int i = 0;
    for (int k = 0; i < f->n || k < n;) {
        int order = i == f->n ? 1
                    : k == n  ? -1
                              : compare(&f->places[i], changes[k].topic, changes[k].player);
        struct hub_place p = order <= 0 ? f->places[i] : changes[k];
        if (order == 0)
            p.n += changes[k].n;
        if (order >= 0)
            on_change(s, &changes[k]);
        i += order <= 0;
        k += order >= 0;
        if (p.n > 0)
            sum[kept++] = p;
    }
    free(f->places);
    f->places = sum;
    f->n = kept;
}

/* Replaces the places of a process. */
static void replace(struct service *s, struct far *f)
{
    struct hub_place *changes =
        must_have(calloc((size_t)f->n + (size_t)f->next_n + 1, sizeof *changes));
    static const struct hub_place none[1];
    const struct hub_place *next = f->next != NULL ? f->next : none;
    int next_n = f->next != NULL ? f->next_n : 0;
    int n = 0;
    int i = 0;
    for (int k = 0; i < f->n || k < next_n;) {
        int order = i == f->n     ? 1
                    : k == next_n ? -1
                                  : compare(&f->places[i], next[k].topic, next[k].player);
        struct hub_place p = order <= 0 ? f->places[i] : next[k];
        p.n = (order >= 0 ? next[k].n : 0) - (order <= 0 ? f->places[i].n : 0);
        i += order <= 0;
        k += order >= 0;
        if (p.n != 0)
            changes[n++] = p;
    }
    apply(s, f, changes, n);
    free(changes);
    free(f->next);
    f->next = NULL;
    f->next_n = 0;
}

/* Reads "a,b,c" with n numbers, and moves *at behind it. */
static bool read_numbers(const char **at, int64_t *numbers, int n)
{
    for (int i = 0; i < n; i++) {
        char *end;
        numbers[i] = strtoll(*at, &end, 10);
        if (end == *at || (i + 1 < n && *end++ != ','))
            return false;
        *at = end;
    }
    return true;
}

/* The places of one piece, after the n that came before; the new number. */
static int read_places(const char *text, struct hub_place **places, int n)
{
    int64_t v[3];
    int cap = n;
    while (read_numbers(&text, v, 3)) {
        ARRAY_MUST(*places, n, &cap);
        (*places)[n++] = (struct hub_place){topic_of(v[0]), v[1], (int)v[2]};
    }
    return n;
}

static void hear_places(struct service *s, struct far *f, char kind, int piece, const char *text)
{
    struct hub_place *changes = NULL;
    if (kind == 'd') {
        int n = read_places(text, &changes, 0);
        apply(s, f, changes, n);
        free(changes);
        return;
    }
    if (piece == 0)
        f->next_n = 0;
    f->next_n = read_places(text, &f->next, f->next_n);
    if (kind == 'F')
        replace(s, f);
}

static void hear_wishes(struct service *s, struct far *f, int piece, const char *text)
{
    int64_t v[WISH_NUMBERS];
    bool last = false;
    if (f->wishes == NULL)
        f->wishes = must_have(calloc(QUICK_MAX, sizeof *f->wishes));
    if (piece == 0)
        f->wishes_n = 0;
    while (read_numbers(&text, v, WISH_NUMBERS) && f->wishes_n < QUICK_MAX) {
        struct quick_told *w = &f->wishes[f->wishes_n];
        *w = (struct quick_told){
            .player = v[0], .rating = v[1], .waited_ms = v[2], .kind = (int)v[3]};
        w->act.setup = (struct setup){(uint8_t)v[4], (uint8_t)v[5], (uint8_t)v[6], (uint8_t)v[7],
                                      (uint8_t)v[8]};
        w->act.clock = (struct clock_rule){
            (enum clock_kind)v[9], v[10], v[11], v[12], v[13], (int)v[14], v[15] != 0};
        w->act.any = v[16] != 0;
        last = v[17] != 0;
        f->wishes_n += v[4] >= 0 && v[4] < GAME_N;
    }
    if (last || f->wishes_n == 0)
        quick_wishes_hear(s, f->id, f->wishes, f->wishes_n);
}

static struct far *far_of(struct remote_presence *c, uint64_t id)
{
    for (int i = 0; i < c->far_n; i++)
        if (c->far[i].id == id)
            return &c->far[i];
    if (c->far_n == REMOTE_PRESENCE_PROCESSES_MAX)
        return NULL;
    c->far[c->far_n] = (struct far){.id = id};
    return &c->far[c->far_n++];
}

static void forget(struct service *s, struct far *f)
{
    struct remote_presence *c = s->remote_presence;
    free(f->next);
    f->next = NULL;
    f->next_n = 0;
    replace(s, f); /* by nothing */
    quick_wishes_hear(s, f->id, NULL, 0);
    far_clear(f);
    *f = c->far[--c->far_n];
}

static void take(struct service *s, const char *text)
{
    struct remote_presence *c = s->remote_presence;
    unsigned long long id;
    int version;
    int piece;
    int used = 0;
    char kind;
    if (sscanf(text, "%d %llx %c %d%n", &version, &id, &kind, &piece, &used) != 4 ||
        version != VERSION)
        return;
    struct far *f = far_of(c, id);
    if (f == NULL)
        return;
    f->heard_at = clock_ms();
    const char *rest = text + used;
    switch (kind) {
    case 'h':
        c->whole = true;
        break;
    case 'd':
    case 'f':
    case 'F':
        hear_places(s, f, kind, piece, rest);
        break;
    case 'w':
        hear_wishes(s, f, piece, rest);
        break;
    case 'e':
        for (int64_t player; read_numbers(&rest, &player, 1);)
            quick_wishes_void(s, player);
        break;
    case 'x':
        forget(s, f);
        break;
    default:
        break; /* of a later version */
    }
}

static void hear(struct service *s)
{
    struct remote_presence *c = s->remote_presence;
    int64_t now = clock_ms();
    (void)pthread_mutex_lock(&c->mutex);
    for (char *text; (text = store_heard(s->listening)) != NULL; free(text))
        take(s, text);
    for (int i = c->far_n - 1; i >= 0; i--)
        if (now - c->far[i].heard_at > REMOTE_PRESENCE_SILENT_MS)
            forget(s, &c->far[i]);
    (void)pthread_mutex_unlock(&c->mutex);
}

void remote_presence_exchange(struct service *s)
{
    hear(s);
    tell(s);
}

/* --- for other threads --- */

/* The first place of a topic. */
static int first_of(const struct far *f, struct topic topic)
{
    int low = 0;
    for (int high = f->n; low < high;) {
        int middle = low + (high - low) / 2;
        if (topic_compare(f->places[middle].topic, topic) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int remote_presence_count(const struct service *s, struct topic topic, const int64_t *players,
                          int players_n)
{
    struct remote_presence *c = s->remote_presence;
    int n = hub_count(s->hub, topic, players, players_n);
    if (c == NULL)
        return n;
    (void)pthread_mutex_lock(&c->mutex);
    for (int k = 0; k < c->far_n; k++) {
        const struct far *f = &c->far[k];
        for (int i = first_of(f, topic); i < f->n && topic_same(f->places[i].topic, topic); i++)
            n += ids_have(players, players_n, f->places[i].player) ? 0 : f->places[i].n;
    }
    (void)pthread_mutex_unlock(&c->mutex);
    return n;
}

bool remote_presence_hears(const struct service *s, struct topic topic, int64_t player)
{
    struct remote_presence *c = s->remote_presence;
    bool hears = hub_hears(s->hub, topic, player);
    if (c == NULL || hears)
        return hears;
    (void)pthread_mutex_lock(&c->mutex);
    for (int k = 0; k < c->far_n && !hears; k++) {
        const struct far *f = &c->far[k];
        for (int i = first_of(f, topic);
             i < f->n && topic_same(f->places[i].topic, topic) && !hears; i++)
            hears = f->places[i].player == player;
    }
    (void)pthread_mutex_unlock(&c->mutex);
    return hears;
}

/* Players of a topic at the other processes, with repeats; the caller frees *out. */
static int far_players(struct remote_presence *c, struct topic topic, int64_t **out)
{
    int n = 0;
    int cap = 0;
    *out = NULL;
    (void)pthread_mutex_lock(&c->mutex);
    for (int k = 0; k < c->far_n; k++) {
        const struct far *f = &c->far[k];
        for (int i = first_of(f, topic); i < f->n && topic_same(f->places[i].topic, topic); i++) {
            if (f->places[i].player == 0)
                continue;
            ARRAY_MUST(*out, n, &cap);
            (*out)[n++] = f->places[i].player;
        }
    }
    (void)pthread_mutex_unlock(&c->mutex);
    return n;
}

int remote_presence_players(const struct service *s, struct topic topic, int64_t *out, int cap,
                            int *all)
{
    int64_t *players = NULL;
    int far = s->remote_presence != NULL ? far_players(s->remote_presence, topic, &players) : 0;
    int near = hub_players(s->hub, topic, out, cap, all);
    if (far == 0) {
        free(players);
        return near;
    }
    near = *all;
    players = must_have(realloc(players, (size_t)(near + far) * sizeof *players));
    far += hub_players(s->hub, topic, players + far, near, all);
    qsort(players, (size_t)far, sizeof *players, ids_compare);
    int n = 0;
    *all = 0;
    for (int i = 0; i < far; i++) {
        if (i > 0 && players[i] == players[i - 1])
            continue;
        ++*all;
        if (n < cap)
            out[n++] = players[i];
    }
    free(players);
    return n;
}
