#include "store/community/conversations.h"

#include "base/err.h"
#include "store/core/queries.h"

ROW_READER(read_conversation, struct conversation, CONVERSATION_TOLD)
ROW_READER(read_other, struct store_player, PLAYER_ROW)

struct each {
    conversations_on *on;
    void *context;
};

static void on_row(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct conversation c = {.unread = 0};
    read_conversation(s, row, 0, &c);
    e->on(e->context, &c);
}

static void on_one(void *context, const struct store *s, void *row)
{
    read_conversation(s, row, 0, context);
}

int conversations_get(struct store *s, int64_t player, int64_t other, struct conversation *out)
{
    *out = (struct conversation){.unread = 0};
    return store_some(store_query(s, on_one, out, Q_CONVERSATIONS_GET, player, other));
}

int conversations_begin(struct store *s, int64_t player, int64_t other)
{
    struct conversation c;
    int64_t room = 0;
    int err = conversations_get(s, player, other, &c);
    if (err != ERR_NOT_FOUND)
        return err;
    err = store_done(store_query(s, NULL, NULL, Q_CONVERSATIONS_ADD, player, other, room));
    if (err == 0)
        err = store_some(store_query(s, store_on_int, &room, Q_CONVERSATIONS_BEGIN, player, other));
    return err < 0
               ? err
               : store_done(store_query(s, NULL, NULL, Q_CONVERSATIONS_ADD, other, player, room));
}

int conversations_wrote(struct store *s, int64_t player, int64_t other, int64_t line)
{
    int err = store_done(store_query(s, NULL, NULL, Q_CONVERSATIONS_WROTE, line, player, other));
    return err < 0
               ? err
               : store_done(store_query(s, NULL, NULL, Q_CONVERSATIONS_HEARD, line, other, player));
}

int conversations_read(struct store *s, int64_t player, int64_t other)
{
    return store_done(store_query(s, NULL, NULL, Q_CONVERSATIONS_READ, player, other));
}

int conversations_list(struct store *s, int64_t player, bool all, int64_t before, int limit,
                       conversations_on *on, void *context)
{
    struct each e = {on, context};
    int q = all ? Q_CONVERSATIONS_LIST_ALL : Q_CONVERSATIONS_LIST;
    return store_query(s, on_row, &e, q, player, before, (int64_t)limit);
}

int conversations_unread(struct store *s, int64_t player, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_CONVERSATIONS_UNREAD, player));
}

static void on_other(void *context, const struct store *s, void *row)
{
    read_other(s, row, 0, context);
}

int conversations_other(struct store *s, int64_t player, int64_t room, struct store_player *out)
{
    return store_some(store_query(s, on_other, out, Q_CONVERSATIONS_OTHER, player, room));
}
