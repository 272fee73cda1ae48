/* turn.c - transactions that write beside others (store_begin_turn in store.h), the rows of their
 * matches, and up to where events are settled. */
#include "base/err.h"
#include "base/ids.h"
#include "platform/array.h"
#include "store/core/cache.h"
#include "store/core/queries.h"
#include "store/matches/store_match.h"

#include <stdlib.h>

/* Sorts numbers, each once; returns how many. */
static int sort_ids(int64_t *ids, int n)
{
    int kept = 0;
    if (n > 1)
        qsort(ids, (size_t)n, sizeof *ids, ids_compare);
    for (int i = 0; i < n; i++)
        if (kept == 0 || ids[kept - 1] != ids[i])
            ids[kept++] = ids[i];
    return kept;
}

/* The caller frees it. */
static int64_t *revisions_of(struct store *s, const int64_t *matches, int n)
{
    int64_t *out = must_have(calloc((size_t)n + 1, sizeof *out));
    for (int i = 0; i < n; i++)
        out[i] = store_cache_revision(s->cache, matches[i]);
    return out;
}

/* Rows that have changed, with their seats: first all rows, then all seats. */
struct changed {
    struct store_match *rows;
    int n, cap;
};

static void on_match(void *context, const struct store *s, void *row)
{
    struct changed *c = context;
    ARRAY_MUST(c->rows, c->n, &c->cap);
    store_match_read(&c->rows[c->n++], s, row);
}

/* The match's number stands before the seat's columns. */
static void on_seat(void *context, const struct store *s, void *row)
{
    struct changed *c = context;
    int64_t match = store_row_int(s, row, 0);
    for (int i = 0; i < c->n; i++)
        if (c->rows[i].id == match)
            store_match_read_seat(&c->rows[i], s, row, 1);
}

static void keep_changed(struct store *s, struct changed *c, int err)
{
    for (int i = 0; err == 0 && i < c->n; i++)
        store_cache_put(s->cache, &c->rows[i]);
    free(c->rows);
}

int store_begin_turn(struct store *s, const struct store_turn *t, int64_t *settled)
{
    *settled = 0;
    if (s->driver->begin_turn == NULL)
        return store_begin(s);
    store_turn_reset(s, t->reach);
    for (int i = 0; i < t->matches_n; i++) {
        ARRAY_MUST(s->matches, s->matches_n, &s->matches_cap);
        s->matches[s->matches_n++] = t->matches[i];
    }
    s->matches_n = sort_ids(s->matches, s->matches_n);
    const struct store_turn named = {t->reach, s->matches, s->matches_n, t->events};
    int64_t *revisions = revisions_of(s, s->matches, s->matches_n);
    struct changed changed = {.rows = NULL};
    int err = s->driver->begin_turn(s, &named, revisions, on_match, on_seat, &changed, settled);
    keep_changed(s, &changed, err);
    free(revisions);
    return err;
}

int store_read_matches(struct store *s, const int64_t *matches, int n)
{
    if (s->driver->read_matches == NULL || s->reach == STORE_SITE || s->cache == NULL)
        return 0;
    for (int i = 0; i < n; i++) {
        ARRAY_MUST(s->read, s->read_n, &s->read_cap);
        s->read[s->read_n++] = matches[i];
    }
    s->read_n = sort_ids(s->read, s->read_n);
    int64_t *revisions = revisions_of(s, s->read, s->read_n);
    struct changed changed = {.rows = NULL};
    int err =
        s->driver->read_matches(s, s->read, revisions, s->read_n, on_match, on_seat, &changed);
    keep_changed(s, &changed, err);
    free(revisions);
    return err;
}

bool store_foreign(struct store *s, int64_t since, int64_t until, int64_t *from, int64_t *to)
{
    return s->driver->foreign != NULL && s->driver->foreign(s, since, until, from, to);
}

int store_settled(struct store *s, int64_t *event)
{
    return s->driver->settled != NULL ? s->driver->settled(s, event) : store_event_last(s, event);
}

int store_event_given(struct store *s, int64_t *event)
{
    return s->driver->given != NULL ? s->driver->given(s, event) : store_event_last(s, event);
}

int store_begin_settled(struct store *s, int64_t *event)
{
    int64_t settled = 0;
    int err = s->driver->settled != NULL ? s->driver->settled(s, &settled) : 0;
    if (err == 0)
        err = store_begin(s);
    if (err == 0 && s->driver->settled == NULL) {
        err = store_event_last(s, &settled);
        if (err < 0)
            store_end(s);
    }
    if (err == 0)
        *event = settled;
    return err;
}

int64_t store_commit_settled(const struct store *s)
{
    return s->driver->commit_settled != NULL ? s->driver->commit_settled(s) : 0;
}
