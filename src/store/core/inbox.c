#include "store/core/inbox.h"

#include "store/core/queries.h"
#include <stdio.h>
#include <stdlib.h>

const char *const inbox_kind_name[INBOX_KIND_N] = {
#define INBOX_NAME(name, text) text,
    INBOX_KINDS(INBOX_NAME)
#undef INBOX_NAME
};

ROW_READER(read_inbox, struct inbox_row, INBOX_TOLD)
ROW_BINDER(bind_inbox, struct inbox_row, INBOX_ROW)

int inbox_leave(struct store *s, const struct inbox_row *row)
{
    struct store_value v[ROW_N(INBOX_ROW)];
    int n = bind_inbox(row, v);
    return store_done(store_run(s, NULL, NULL, Q_INBOX_LEAVE, v, n));
}

int inbox_leave_now(struct store *s, struct inbox_row *row)
{
    struct store_value v[ROW_N(INBOX_ROW)];
    int n = bind_inbox(row, v);
    return store_some(store_run(s, store_on_int, &row->id, Q_INBOX_LEAVE_NOW, v, n));
}

int inbox_renew(struct store *s, const struct inbox_row *row)
{
    return store_some(store_query(s, NULL, NULL, Q_INBOX_RENEW, row->due_at, row->data, row->id,
                                  row->match, inbox_kind_name[row->kind], (const char *)row->type));
}

int inbox_waits(struct store *s, enum inbox_kind kind, int64_t now, bool *waits)
{
    int64_t n = 0;
    int err =
        store_some(store_query(s, store_on_int, &n, Q_INBOX_WAITS, inbox_kind_name[kind], now));
    if (err == 0)
        *waits = n > 0;
    return err;
}

struct each {
    inbox_on_row *on;
    void *context;
};

static void on_row(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct inbox_row r = {.id = 0};
    read_inbox(s, row, 0, &r);
    e->on(e->context, &r);
}

int inbox_due(struct store *s, enum inbox_kind kind, int64_t now, int limit, inbox_on_row *on,
              void *context)
{
    struct each e = {on, context};
    return store_done(store_query(s, on_row, &e, Q_INBOX_DUE, inbox_kind_name[kind], now, limit));
}

int inbox_done(struct store *s, int64_t id)
{
    return store_done(store_query(s, NULL, NULL, Q_INBOX_DONE, id));
}

int inbox_later(struct store *s, int64_t id, int64_t due_at)
{
    return store_done(store_query(s, NULL, NULL, Q_INBOX_LATER, due_at, id));
}

int inbox_shift(struct store *s, int64_t by_ms)
{
    return store_done(store_query(s, NULL, NULL, Q_INBOX_SHIFT, by_ms));
}

static void present_key(enum inbox_kind kind, char out[40])
{
    snprintf(out, 40, "inbox_%s", inbox_kind_name[kind]);
}

int inbox_present(struct store *s, enum inbox_kind kind, int64_t now)
{
    char key[40];
    char text[24];
    present_key(kind, key);
    snprintf(text, sizeof text, "%lld", (long long)now);
    return store_meta_set(s, key, text);
}

int inbox_was_present(struct store *s, enum inbox_kind kind, int64_t now, bool *present)
{
    char key[40];
    char text[24];
    present_key(kind, key);
    int err = store_meta_get(s, key, text, (int)sizeof text);
    if (err == 0 || err == ERR_NOT_FOUND)
        *present = err == 0 && now - strtoll(text, NULL, 10) < INBOX_PRESENT_MS;
    return err == ERR_NOT_FOUND ? 0 : err;
}

int inbox_trim(struct store *s, enum inbox_kind kind, int64_t before)
{
    return store_done(store_query(s, NULL, NULL, Q_INBOX_TRIM, inbox_kind_name[kind], before));
}
