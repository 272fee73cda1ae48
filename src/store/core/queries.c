/* queries.c - the list of all queries (queries.h), and running one of them: caches hear of it, and
 * the back end does it. */
#include "store/core/queries.h"

#include "store/core/cache.h"
#include "store/core/touched.h"

const struct store_statement store_statements[STORE_QUERY_N] = {
/* NOLINTNEXTLINE(bugprone-macro-parentheses): uses are designated members */
#define STORE_STATEMENT(name, uses, kinds, text) [name] = {uses.types = (kinds), .sql = (text)},
    STORE_QUERIES(STORE_STATEMENT)
#undef STORE_STATEMENT
};

const struct store_deferred store_deferred[STORE_DEFERRED_N] = {
    {Q_EVENT_ADD, 0},
    {Q_EVENT_TOPIC_ADD, 0},
    {Q_MOVE_ADD, 0},
    {Q_MATCH_UPDATE, 1},
    {Q_SEAT_ADD, 0},
    {Q_SEAT_UPDATE, 2},
    {Q_OPENING_WAIT, 0},
    {Q_OPENING_ADD, 0},
    {Q_OPENING_DONE, 0},
    {Q_NOTIFICATION_CUT, 0},
    {Q_NOTIFICATION_CUT_ONE, 0},
    {Q_INBOX_LEAVE, 0},
    {Q_INBOX_DONE, 0},
};

/* Tells those who keep rows that theirs may be wrong. */
static void touch(struct store *s, const struct store_statement *q,
                  const struct store_value *values)
{
    /* No cache has a new row, unless the row of a player with sessions was missing before. */
    store_tables changed = q->changes | (q->adds & STORE_SET(ACCOUNT, BAN));
    if (s->cache == NULL || q->unkept != 0)
        return;
    if ((changed & STORE_KEPT_ROWS) != 0)
        store_cache_clear(s->cache);
    if ((changed & STORE_SET(MATCH, SEAT)) != 0)
        touched_seats(&s->touched);
    if ((changed & (STORE_KEPT_PEOPLE | STORE_SET(PLAYER))) != 0)
        touched_people(&s->touched, q->player > 0 ? values[q->player - 1].number : 0);
}

int store_run(struct store *s, store_on_row *on_row, void *context, int query,
              const struct store_value *values, int values_n)
{
    const struct store_statement *q = &store_statements[query];
    for (int i = 0; i < values_n; i++)
        ASSERT(q->types[i] == (values[i].is_text ? 't' : 'i'));
    ASSERT(q->types[values_n] == '\0' && values_n <= STORE_VALUES_MAX);
    if (!store_reaches_tables(s, q))
        return ERR_REACH;
    s->wrote = s->wrote || store_writes(query);
    touch(s, q, values);
    return s->driver->query(s, query, values, values_n, on_row, context);
}
