/* reach.c - what a transaction that writes beside others may change (store_begin_turn in store.h).
 * If it goes beyond what is locked for it, it changes nothing there, and its caller begins again
 * with a longer reach. */
#include "base/err.h"
#include "base/ids.h"
#include "platform/array.h"
#include "store/core/cache.h"
#include "store/core/queries.h"

#include <stdlib.h>

/* What belongs to one match, and is written while its row is locked. Rows of the inbox are only
 * added. */
#define OF_MATCH (STORE_SET(MATCH, SEAT, MOVE, EVENT, EVENT_TOPIC, INBOX, OPENING_TODO, MAIL_LINE))

void store_turn_reset(struct store *s, enum store_reach reach)
{
    s->event = -1;
    s->wrote = false;
    s->touched = (struct touched){.any = false};
    s->signed_out_n = 0;
    s->reach = reach;
    s->matches_n = 0;
    s->read_n = 0;
    s->overreached = false;
}

bool store_overreached(struct store *s)
{
    bool overreached = s->overreached;
    s->overreached = false;
    return overreached;
}

static bool has(const int64_t *ids, int n, int64_t id)
{
    return n > 0 && bsearch(&id, ids, (size_t)n, sizeof *ids, ids_compare) != NULL;
}

static bool is_locked(const struct store *s, int64_t match)
{
    return has(s->matches, s->matches_n, match);
}

bool store_reaches(struct store *s, int64_t match)
{
    if (s->reach == STORE_SITE || is_locked(s, match))
        return true;
    s->overreached = true;
    return false;
}

bool store_keeps(const struct store *s, int64_t match)
{
    return s->cache != NULL &&
           (s->reach == STORE_SITE || is_locked(s, match) || has(s->read, s->read_n, match));
}

/* Statements about rows of one match, marked as UNKEPT or about its moves, ask store_reaches for
 * it. Others may change any row of their tables. */
bool store_reaches_tables(struct store *s, const struct store_statement *q)
{
    store_tables writes = q->adds | q->changes;
    store_tables kept = q->unkept ? 0 : STORE_KEPT_ROWS | STORE_KEPT_PEOPLE;
    if (s->reach == STORE_SITE || writes == 0)
        return true;
    bool may = (q->changes & kept) == 0 && (q->adds & STORE_SET(ACCOUNT, BAN)) == 0;
    if (s->reach == STORE_MATCHES)
        may = may && (writes & ~OF_MATCH) == 0 && (q->adds & STORE_SET(MATCH, SEAT)) == 0 &&
              (q->changes & STORE_SET(INBOX)) == 0;
    s->overreached = s->overreached || !may;
    return may;
}

void store_made(struct store *s, int64_t match)
{
    if (s->reach == STORE_SITE)
        return;
    ARRAY_MUST(s->matches, s->matches_n, &s->matches_cap);
    int i = s->matches_n++;
    for (; i > 0 && s->matches[i - 1] > match; i--)
        s->matches[i] = s->matches[i - 1];
    s->matches[i] = match;
}

void store_forget(struct store *s, int64_t match)
{
    if (match == 0)
        store_cache_clear(s->cache);
    else if (s->reach == STORE_SITE || !is_locked(s, match))
        store_cache_drop(s->cache, match);
}
