#include "push/turns.h"

#include "base/prefix.h"
#include "base/rng.h"
#include <stdlib.h>
#include <string.h>

enum { PLACES = 4096, SITES = 256, OF_PLAYER = 2 };

struct slot {
    bool busy;
    struct turn turn;
    int64_t begun_ms;
};

struct turns {
    struct slot slots[TURNS_N];
    struct {
        int64_t browser;
        int misses;
    } misses[PLACES];
    int64_t used_ms[PLACES]; /* players of one place share it */
    int64_t level_ms;        /* the most that a player had used who was served */
    struct {
        uint64_t site;
        int64_t at_ms; /* of its last answer */
    } proven[SITES];
};

struct turns *turns_new(void)
{
    return calloc(1, sizeof(struct turns));
}

void turns_free(struct turns *t)
{
    free(t);
}

/* --- sites --- */

static bool ends_with(const char *host, size_t n, const char *end)
{
    size_t m = strlen(end);
    return n >= m && memcmp(host + n - m, end, m) == 0;
}

/* The services of the large browsers. Anybody's browser may have them, so they are never crowded
 * out by others. */
static bool is_famous(const char *host, size_t n)
{
    static const char *const services[] = {
        "fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"};
    for (size_t i = 0; i < ARRAY_LEN(services); i++)
        if (strlen(services[i]) == n && ends_with(host, n, services[i]))
            return true;
    return ends_with(host, n, ".notify.windows.com");
}

static bool is_number(const char *host, size_t n)
{
    return n > 0 && (host[0] == '[' || (host[n - 1] >= '0' && host[n - 1] <= '9'));
}

/* Where the part of a name begins that somebody has registered: its last two words, or three when
 * the last but one is short, as in example.co.uk. */
static size_t registered(const char *host, size_t n)
{
    enum { SHORT = 3 };
    size_t at = n;
    size_t end = n;
    if (is_number(host, n))
        return 0;
    for (int words = 0; at > 0; at--) {
        if (host[at - 1] != '.')
            continue;
        words++;
        if (words >= 3 || (words == 2 && end - at > SHORT))
            break;
        end = at - 1;
    }
    return at;
}

struct turn turns_of(int64_t browser, int64_t player, const char *endpoint)
{
    const char *rest = prefix_after_either(endpoint, "https://", "http://");
    const char *host = rest != NULL ? rest : endpoint;
    size_t all = strcspn(host, "/?#");
    const char *at = memchr(host, '@', all);
    if (at != NULL) {
        all -= (size_t)(at + 1 - host);
        host = at + 1;
    }
    size_t name = host[0] == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":/?#");
    if (name > all)
        name = all;
    struct turn t = {.browser = browser, .player = player, .famous = is_famous(host, name)};
    t.site = rng_mix(host != endpoint);
    for (size_t i = registered(host, name); i < all; i++) {
        char c = host[i];
        t.site = rng_mix(t.site ^ (unsigned char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c));
    }
    t.site |= 1; /* 0: a free place */
    return t;
}

/* The place of a site among the proven ones; else the one that has been silent longest. */
static int place_of(const struct turns *t, uint64_t site)
{
    int oldest = 0;
    for (int i = 0; i < SITES; i++) {
        if (t->proven[i].site == site)
            return i;
        if (t->proven[i].at_ms < t->proven[oldest].at_ms)
            oldest = i;
    }
    return oldest;
}

static bool is_proven(const struct turns *t, const struct turn *who)
{
    return who->famous || t->proven[place_of(t, who->site)].site == who->site;
}

/* One silence makes a site a stranger again. */
static void prove(struct turns *t, const struct turn *who, bool answered, int64_t now_ms)
{
    int at = place_of(t, who->site);
    if (answered) {
        t->proven[at].site = who->site;
        t->proven[at].at_ms = now_ms;
    } else if (t->proven[at].site == who->site) {
        t->proven[at].site = 0;
        t->proven[at].at_ms = 0;
    }
}

/* --- slots --- */

/* The limits, each about the deliveries that have something in common with the one that asks. */
enum limit { OF_BROWSER, OF_ONE_PLAYER, OF_SITE, OF_STRANGE, OF_PROVEN, OF_ALL, LIMIT_N };

static bool counts(const struct turns *t, enum limit limit, const struct turn *who,
                   const struct turn *other)
{
    switch (limit) {
    case OF_BROWSER:
        return other->browser == who->browser;
    case OF_ONE_PLAYER:
        return other->player == who->player;
    case OF_SITE:
        return other->site == who->site;
    case OF_STRANGE:
        return !is_proven(t, other);
    case OF_PROVEN:
        return !other->famous;
    default:
        return true;
    }
}

static int most(const struct turns *t, enum limit limit, const struct turn *who)
{
    enum { OF_STRANGE_SITE = 2, OF_PROVEN_SITE = 4, OF_FAMOUS_SITE = 16 };
    switch (limit) {
    case OF_BROWSER:
        return 1;
    case OF_ONE_PLAYER:
        return OF_PLAYER;
    case OF_SITE:
        return who->famous ? OF_FAMOUS_SITE : is_proven(t, who) ? OF_PROVEN_SITE : OF_STRANGE_SITE;
    case OF_STRANGE:
        return is_proven(t, who) ? TURNS_N : TURNS_STRANGE;
    case OF_PROVEN:
        return who->famous ? TURNS_N : TURNS_PROVEN;
    default:
        return TURNS_N;
    }
}

static int of_player(const struct turns *t, int64_t player)
{
    int n = 0;
    for (int i = 0; i < TURNS_N; i++)
        n += t->slots[i].busy && t->slots[i].turn.player == player;
    return n;
}

/* Whether there is room below a limit; else *slot is the longest delivery under it that may be
 * ended instead, -1 for none. */
static bool has_room(const struct turns *t, enum limit limit, const struct turn *who,
                     int64_t now_ms, int *slot)
{
    int n = 0;
    int64_t oldest = now_ms - TURNS_PATIENCE_MS;
    *slot = -1;
    for (int i = 0; i < TURNS_N; i++) {
        const struct slot *s = &t->slots[i];
        if (!s->busy || !counts(t, limit, who, &s->turn))
            continue;
        n++;
        if (s->begun_ms <= oldest && of_player(t, s->turn.player) > of_player(t, who->player)) {
            oldest = s->begun_ms;
            *slot = i;
        }
    }
    return n < most(t, limit, who);
}

enum turns_say turns_ask(struct turns *t, const struct turn *who, int64_t now_ms, int *slot)
{
    for (enum limit limit = 0; limit < LIMIT_N; limit++) {
        int other;
        if (has_room(t, limit, who, now_ms, &other))
            continue;
        if (limit <= OF_ONE_PLAYER || other < 0)
            return TURNS_WAIT;
        *slot = other;
        return TURNS_INSTEAD;
    }
    int free = 0;
    while (t->slots[free].busy)
        free++;
    t->slots[free] = (struct slot){true, *who, now_ms};
    int64_t *used = &t->used_ms[(uint64_t)who->player % PLACES];
    *used = *used < t->level_ms ? t->level_ms : *used;
    t->level_ms = *used;
    *slot = free;
    return TURNS_BEGIN;
}

int turns_end(struct turns *t, int slot, bool answered, int64_t now_ms)
{
    struct slot *s = &t->slots[slot];
    ASSERT(s->busy);
    s->busy = false;
    t->used_ms[(uint64_t)s->turn.player % PLACES] += now_ms - s->begun_ms + 1;
    prove(t, &s->turn, answered, now_ms);
    size_t at = (uint64_t)s->turn.browser % PLACES;
    if (t->misses[at].browser != s->turn.browser)
        t->misses[at].misses = 0;
    t->misses[at].browser = s->turn.browser;
    t->misses[at].misses = answered ? 0 : t->misses[at].misses + 1;
    return t->misses[at].misses;
}

bool turns_busy(const struct turns *t, int slot)
{
    return t->slots[slot].busy;
}

int64_t turns_used(const struct turns *t, int64_t player)
{
    int64_t used = t->used_ms[(uint64_t)player % PLACES];
    return used < t->level_ms ? t->level_ms : used;
}
