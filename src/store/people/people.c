#include "store/people/people.h"

#include "base/err.h"
#include "store/core/queries.h"
#include <string.h>

const char *const people_role_name[ROLE_N] = {"player", "moderator", "administrator"};
const char *const people_scope_name[SCOPE_N] = {"read", "play", "chat", "account"};

/* --- accounts --- */

ROW_READER(read_account, struct people_account, ACCOUNT_ROW)
ROW_BINDER(bind_account, struct people_account, ACCOUNT_ROW)
ROW_READER(read_own, struct people_session, SESSION_OWN)
ROW_READER(read_told, struct people_session, SESSION_TOLD)
ROW_BINDER(bind_session, struct people_session, SESSION_NEW)
ROW_READER(read_ticket, struct people_ticket, TICKET_ROW)
ROW_BINDER(bind_ticket, struct people_ticket, TICKET_ROW)

static void on_account(void *context, const struct store *s, void *row)
{
    read_account(s, row, 0, context);
}

int people_account_get(struct store *s, int64_t player, struct people_account *out)
{
    struct people_account a = {.player = player, .show_seen = true, .followable = true};
    int err = store_done(store_query(s, on_account, &a, Q_PEOPLE_ACCOUNT_GET, player));
    if (err == 0)
        *out = a;
    return err;
}

int people_account_put(struct store *s, const struct people_account *a)
{
    struct store_value v[ROW_N(ACCOUNT_ROW)];
    int n = bind_account(a, v);
    return store_done(store_run(s, NULL, NULL, Q_PEOPLE_ACCOUNT_PUT, v, n));
}

int people_account_forget(struct store *s, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_PEOPLE_ACCOUNT_FORGET, player));
}

struct times {
    int64_t since, seen;
};
ROW_READER(read_times, struct times, TIMES_ROW)

static void on_times(void *context, const struct store *s, void *row)
{
    read_times(s, row, 0, context);
}

int people_times(struct store *s, int64_t player, int64_t *since, int64_t *seen)
{
    struct times times;
    int err = store_some(store_query(s, on_times, &times, Q_PEOPLE_TIMES, player));
    if (err == 0) {
        *since = times.since;
        *seen = times.seen;
    }
    return err;
}

int people_rename(struct store *s, int64_t player, enum player_kind kind, const char *name)
{
    return store_done(
        store_query(s, NULL, NULL, Q_PEOPLE_RENAME, player_kind_name[kind], name, player));
}

int people_role_count(struct store *s, enum people_role role, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_PEOPLE_ROLE_COUNT, people_role_name[role]));
}

int people_former_put(struct store *s, const char *name, int64_t player, int64_t at)
{
    return store_done(store_query(s, NULL, NULL, Q_PEOPLE_FORMER_PUT, name, player, at));
}

int people_former_get(struct store *s, const char *name, int64_t since, int64_t *player)
{
    return store_some(store_query(s, store_on_int, player, Q_PEOPLE_FORMER_GET, name, since));
}

int people_former_forget(struct store *s, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_PEOPLE_FORMER_FORGET, player));
}

int people_gone_put(struct store *s, const char *hash, int64_t until, int64_t now)
{
    int err = store_done(store_query(s, NULL, NULL, Q_PEOPLE_GONE_TRIM, now));
    return err < 0 ? err : store_done(store_query(s, NULL, NULL, Q_PEOPLE_GONE_PUT, hash, until));
}

int people_gone_get(struct store *s, const char *hash, int64_t now)
{
    int64_t until;
    return store_some(store_query(s, store_on_int, &until, Q_PEOPLE_GONE_GET, hash, now));
}

/* --- sessions and API tokens --- */

static unsigned scopes_of(const struct people_session *n)
{
    return n->is_token ? n->scopes | SCOPE_READ : SCOPE_ALL;
}

int people_session_add(struct store *s, const char *use, const struct people_session *n)
{
    struct store_value v[ROW_N(SESSION_NEW) + 1];
    int columns = bind_session(n, v);
    v[columns++] = store_text(use);
    int err = store_done(store_run(s, NULL, NULL, Q_PEOPLE_SESSION_ADD, v, columns));
    int64_t count = 0;
    if (err == 0)
        err = people_session_count(s, n->player.id, use, &count);
    /* Not earlier, because sessions that end cause an event for every process. */
    if (err < 0 || count <= PEOPLE_SESSIONS_MAX)
        return err;
    store_note_signed_out(s, n->player.id);
    return store_done(
        store_query(s, NULL, NULL, Q_PEOPLE_SESSION_CAP, n->player.id, use, PEOPLE_SESSIONS_MAX));
}

static void on_session(void *context, const struct store *s, void *row)
{
    struct people_session *n = context;
    read_told(s, row, 0, n);
    n->scopes = scopes_of(n);
}

int people_session_get(struct store *s, const char *hash, struct people_session *out)
{
    return store_some(store_query(s, on_session, out, Q_PEOPLE_SESSION_GET, hash));
}

struct each_session {
    people_on_session *call;
    void *context;
};

static void on_each_session(void *context, const struct store *s, void *row)
{
    const struct each_session *each = context;
    struct people_session n = {.role = ROLE_PLAYER};
    read_own(s, row, 0, &n);
    n.scopes = scopes_of(&n);
    each->call(each->context, &n);
}

int people_sessions(struct store *s, int64_t player, const char *use, people_on_session *on,
                    void *context)
{
    struct each_session each = {on, context};
    return store_done(store_query(s, on_each_session, &each, Q_PEOPLE_SESSIONS, player, use));
}

int people_session_count(struct store *s, int64_t player, const char *use, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_PEOPLE_SESSION_COUNT, player, use));
}

int people_session_end(struct store *s, int64_t player, const char *use, const char *id)
{
    store_note_signed_out(s, player);
    return store_some(store_query(s, NULL, NULL, Q_PEOPLE_SESSION_END, player, use, id));
}

int people_sessions_end(struct store *s, int64_t player, const char *use, const char *except)
{
    store_note_signed_out(s, player);
    return store_done(store_query(s, NULL, NULL, Q_PEOPLE_SESSIONS_END, player, use, except));
}

int people_sessions_end_all(struct store *s, const char *use)
{
    return store_done(store_query(s, NULL, NULL, Q_PEOPLE_SESSIONS_END_ALL, use));
}

int people_seen(struct store *s, const char *hash, int64_t player, int64_t at)
{
    int err = store_done(store_query(s, NULL, NULL, Q_PEOPLE_SESSION_SEEN, at, hash));
    return err < 0 ? err : store_done(store_query(s, NULL, NULL, Q_PEOPLE_PLAYER_SEEN, at, player));
}

/* --- tokens of mails --- */

int people_ticket_add(struct store *s, const char *hash, const char *purpose,
                      const struct people_ticket *t)
{
    struct store_value v[ROW_N(TICKET_ROW) + 2];
    int n = bind_ticket(t, v);
    v[n++] = store_text(hash);
    v[n++] = store_text(purpose);
    return store_done(store_run(s, NULL, NULL, Q_PEOPLE_TICKET_ADD, v, n));
}

static void on_ticket(void *context, const struct store *s, void *row)
{
    read_ticket(s, row, 0, context);
}

int people_ticket_get(struct store *s, const char *hash, const char *purpose, int64_t now,
                      struct people_ticket *out)
{
    return store_some(store_query(s, on_ticket, out, Q_PEOPLE_TICKET_GET, hash, purpose, now));
}

int people_ticket_take(struct store *s, const char *hash)
{
    return store_done(store_query(s, NULL, NULL, Q_PEOPLE_TICKET_TAKE, hash));
}

int people_tickets_forget(struct store *s, int64_t player, const char *purpose)
{
    return store_done(store_query(s, NULL, NULL, Q_PEOPLE_TICKETS_FORGET, player, purpose));
}

int people_tickets_trim(struct store *s, int64_t before_ms)
{
    return store_done(store_query(s, NULL, NULL, Q_PEOPLE_TICKETS_TRIM, before_ms));
}

int people_address_end(struct store *s, int64_t player, const char *address)
{
    int err = store_done(store_query(s, NULL, NULL, Q_PEOPLE_TICKETS_OF, player, address));
    if (err == 0)
        err = people_tickets_forget(s, player, "recover");
    return err < 0 ? err
                   : store_done(store_query(s, NULL, NULL, Q_PEOPLE_ADDRESS_END, player, address));
}

struct idle_walk {
    struct people_idle *look;
    int looked_n;
};

static void on_player(void *context, const struct store *s, void *row)
{
    struct idle_walk *walk = context;
    struct people_idle *look = walk->look;
    if (look->out_n == look->out_max)
        return;
    walk->looked_n++;
    look->last = store_row_int(s, row, 0);
    if (store_row_int(s, row, 1) != 0)
        look->out[look->out_n++] = look->last;
}

int people_idle_guests(struct store *s, struct people_idle *look)
{
    struct idle_walk walk = {look, 0};
    look->out_n = 0;
    look->last = look->after;
    int rows = store_query(s, on_player, &walk, Q_PEOPLE_IDLE_GUESTS, look->before_ms, look->after,
                           look->look_max);
    look->more = rows == look->look_max || walk.looked_n < rows;
    return store_done(rows);
}

int people_player_end(struct store *s, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_PEOPLE_PLAYER_END, player));
}

int people_bring(struct store *s, int64_t from, int64_t to)
{
    static const int steps[] = {Q_PEOPLE_BRING_CHAT, Q_PEOPLE_BRING_MATCH, Q_PEOPLE_BRING_LINE,
                                Q_PEOPLE_BRING_ASKED, Q_PEOPLE_BRING_SEAT};
    int err = 0;
    for (size_t i = 0; err == 0 && i < ARRAY_LEN(steps); i++)
        err = store_done(store_query(s, NULL, NULL, steps[i], to, from));
    return err;
}

int people_tickets_end_all(struct store *s)
{
    return store_done(store_query(s, NULL, NULL, Q_PEOPLE_TICKETS_END_ALL));
}
