#include "store/cache.h"

#include <stdlib.h>
#include <string.h>

enum { PLACES = 4096, CHANGED_MAX = 64 };

struct store_cache {
    struct store_match *places[PLACES]; /* by match % PLACES; NULL, or id 0: free */
    int64_t changed[CHANGED_MAX];       /* put since the outermost savepoint */
    int changed_n;                      /* above CHANGED_MAX: too many to tell */
    int depth;
};

struct store_cache *store_cache_new(void)
{
    return calloc(1, sizeof(struct store_cache));
}

void store_cache_free(struct store_cache *c)
{
    for (int i = 0; c != NULL && i < PLACES; i++)
        free(c->places[i]);
    free(c);
}

static struct store_match **place_of(struct store_cache *c, int64_t match)
{
    return &c->places[(uint64_t)match % PLACES];
}

bool store_cache_get(struct store_cache *c, int64_t match, struct store_match *out)
{
    const struct store_match *m = *place_of(c, match);
    if (m == NULL || m->id != match)
        return false;
    *out = *m;
    return true;
}

void store_cache_put(struct store_cache *c, const struct store_match *m)
{
    struct store_match **at = place_of(c, m->id);
    if (*at == NULL)
        *at = malloc(sizeof **at);
    if (*at == NULL)
        return;
    **at = *m;
    if (c->depth == 0)
        return;
    if (c->changed_n < CHANGED_MAX)
        c->changed[c->changed_n] = m->id;
    if (c->changed_n <= CHANGED_MAX)
        c->changed_n++;
}

void store_cache_drop(struct store_cache *c, int64_t match)
{
    struct store_match *m = *place_of(c, match);
    if (m != NULL && m->id == match)
        m->id = 0;
}

void store_cache_clear(struct store_cache *c)
{
    for (int i = 0; i < PLACES; i++)
        if (c->places[i] != NULL)
            c->places[i]->id = 0;
}

void store_cache_savepoint(struct store_cache *c)
{
    if (c->depth++ == 0)
        c->changed_n = 0;
}

void store_cache_release(struct store_cache *c)
{
    c->depth--;
}

void store_cache_undo(struct store_cache *c)
{
    c->depth--;
    if (c->changed_n > CHANGED_MAX)
        store_cache_clear(c);
    else
        for (int i = 0; i < c->changed_n; i++)
            store_cache_drop(c, c->changed[i]);
}

enum store_touch store_cache_touch(const char *sql)
{
    /* A row that is new is kept by nobody yet. */
    static const char *const harmless[] = {
        "SELECT ",
        "INSERT INTO event ",
        "INSERT INTO event_topic ",
        "INSERT INTO move ",
        "INSERT INTO chat ",
        "INSERT INTO match ",
        "INSERT INTO seat ",
        "INSERT INTO player ",
        "INSERT INTO session ",
        "INSERT INTO meta ",
        "INSERT INTO allowance ",
        "INSERT INTO place ",
        "INSERT INTO mail_",
        "INSERT INTO outbox ",
        "INSERT INTO report ",
        "INSERT INTO deed ",
        "INSERT INTO rating",
        "INSERT INTO opening",
        "DELETE FROM opening_todo ",
        "INSERT INTO cup",
        "UPDATE cup",
        "DELETE FROM cup_player ",
        "UPDATE mail_",
        "UPDATE outbox ",
        "UPDATE event ",
        "UPDATE player SET seen_at ", /* nobody needs to know it to the hour */
        "UPDATE session SET seen_at ",
        "INSERT INTO note ",
        "INSERT INTO notice",
        "INSERT INTO push ",
        "UPDATE notice",
        "UPDATE push ",
        "DELETE FROM notice",
        "DELETE FROM push ",
        "DELETE FROM event ",
        "DELETE FROM event_topic ",
        "DELETE FROM move ",
        "DELETE FROM mail_",
        "DELETE FROM allowance ",
        "DELETE FROM place ",
        "DELETE FROM outbox ",
    };
    for (size_t i = 0; i < ARRAY_LEN(harmless); i++)
        if (strncmp(sql, harmless[i], strlen(harmless[i])) == 0)
            return TOUCH_NOTHING;
    return strncmp(sql, "DELETE FROM session ", 20) == 0 ? TOUCH_PEOPLE : TOUCH_ROWS;
}
