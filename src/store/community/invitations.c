#include "store/community/invitations.h"

#include "store/core/queries.h"

ROW_READER(read_invitation, struct invitation, INVITATION_TOLD)
ROW_BINDER(bind_invitation, struct invitation, INVITATION_NEW)

int invitations_add(struct store *s, struct invitation *i)
{
    struct store_value v[ROW_N(INVITATION_NEW)];
    int n = bind_invitation(i, v);
    return store_some(store_run(s, store_on_int, &i->id, Q_INVITATIONS_ADD, v, n));
}

struct list {
    struct invitation *out;
    int n, limit;
};

static void on_invitation(void *context, const struct store *s, void *row)
{
    struct list *l = context;
    if (l->n < l->limit)
        read_invitation(s, row, 0, &l->out[l->n++]);
}

int invitations_get(struct store *s, int64_t id, struct invitation *out)
{
    struct list l = {out, 0, 1};
    return store_some(store_query(s, on_invitation, &l, Q_INVITATIONS_GET, id));
}

int invitations_find(struct store *s, int64_t player, int64_t team, int64_t tournament, int64_t *id)
{
    return store_some(
        store_query(s, store_on_int, id, Q_INVITATIONS_FIND, player, team, tournament));
}

int invitations_end(struct store *s, int64_t id)
{
    return store_done(store_query(s, NULL, NULL, Q_INVITATIONS_END, id));
}

int invitations_trim(struct store *s, int64_t player, int64_t before_ms)
{
    return store_done(store_query(s, NULL, NULL, Q_INVITATIONS_TRIM, player, before_ms));
}

int invitations_list(struct store *s, int64_t player, bool own, int limit, struct invitation *out)
{
    struct list l = {out, 0, limit};
    int err =
        store_query(s, on_invitation, &l, own ? Q_INVITATIONS_BY : Q_INVITATIONS_TO, player, limit);
    return err < 0 ? err : l.n;
}

int invitations_forget(struct store *s, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_INVITATIONS_FORGET, player));
}
