#include "store/people.h"

#include "base/err.h"
#include "store/people_sql.h"
#include <stdio.h>
#include <string.h>

const char *const people_role_name[ROLE_N] = {"player", "moderator", "administrator"};
const char *const people_scope_name[SCOPE_N] = {"read", "play", "chat", "account"};

/* --- accounts --- */

static void on_account(void *context, const struct store *s, void *row)
{
    struct people_account *a = context;
    store_row_copy(s, row, 0, a->password, sizeof a->password);
    a->role = (enum people_role)store_row_name(s, row, 1, people_role_name, ROLE_N);
    store_row_copy(s, row, 2, a->about, sizeof a->about);
    a->show_seen = store_row_int(s, row, 3) != 0;
    a->renamed_at = store_row_int(s, row, 4);
}

int people_account_get(struct store *s, int64_t player, struct people_account *out)
{
    struct people_account a = {.player = player, .show_seen = true};
    int err = store_done(store_query(s, PEOPLE_ACCOUNT_GET, on_account, &a, "i", player));
    if (err == 0)
        *out = a;
    return err;
}

int people_account_put(struct store *s, const struct people_account *a)
{
    return store_done(store_query(s, PEOPLE_ACCOUNT_PUT, NULL, NULL, "itttii", a->player,
                                  a->password, people_role_name[a->role], a->about,
                                  (int64_t)a->show_seen, a->renamed_at));
}

int people_account_forget(struct store *s, int64_t player)
{
    return store_done(store_query(s, PEOPLE_ACCOUNT_FORGET, NULL, NULL, "i", player));
}

static void on_times(void *context, const struct store *s, void *row)
{
    int64_t *times = context;
    times[0] = store_row_int(s, row, 0);
    times[1] = store_row_int(s, row, 1);
}

int people_times(struct store *s, int64_t player, int64_t *since, int64_t *seen)
{
    int64_t times[2];
    int err = store_some(store_query(s, PEOPLE_TIMES, on_times, times, "i", player));
    if (err == 0) {
        *since = times[0];
        *seen = times[1];
    }
    return err;
}

int people_rename(struct store *s, int64_t player, enum player_kind kind, const char *name)
{
    return store_done(
        store_query(s, PEOPLE_RENAME, NULL, NULL, "tti", player_kind_name[kind], name, player));
}

int people_role_count(struct store *s, enum people_role role, int64_t *n)
{
    return store_some(
        store_query(s, PEOPLE_ROLE_COUNT, store_on_int, n, "t", people_role_name[role]));
}

int people_former_put(struct store *s, const char *name, int64_t player, int64_t at)
{
    return store_done(store_query(s, PEOPLE_FORMER_PUT, NULL, NULL, "tii", name, player, at));
}

int people_former_get(struct store *s, const char *name, int64_t since, int64_t *player)
{
    return store_some(store_query(s, PEOPLE_FORMER_GET, store_on_int, player, "ti", name, since));
}

int people_former_forget(struct store *s, int64_t player)
{
    return store_done(store_query(s, PEOPLE_FORMER_FORGET, NULL, NULL, "i", player));
}

int people_gone_put(struct store *s, const char *hash, int64_t until, int64_t now)
{
    int err = store_done(store_query(s, PEOPLE_GONE_TRIM, NULL, NULL, "i", now));
    return err < 0 ? err
                   : store_done(store_query(s, PEOPLE_GONE_PUT, NULL, NULL, "ti", hash, until));
}

int people_gone_get(struct store *s, const char *hash, int64_t now)
{
    int64_t until;
    return store_some(store_query(s, PEOPLE_GONE_GET, store_on_int, &until, "ti", hash, now));
}

/* --- sessions and API tokens --- */

static void read_session(const struct store *s, void *row, struct people_session *n)
{
    *n = (struct people_session){.scopes = SCOPE_ALL};
    store_row_copy(s, row, 0, n->hash, sizeof n->hash);
    n->is_token = strcmp(store_row_text(s, row, 1), "token") == 0;
    if (n->is_token)
        n->scopes = (unsigned)store_row_int(s, row, 2) | SCOPE_READ;
    n->made_at = store_row_int(s, row, 3);
    n->seen_at = store_row_int(s, row, 4);
    store_row_copy(s, row, 5, n->label, sizeof n->label);
    store_row_copy(s, row, 6, n->agent, sizeof n->agent);
}

int people_session_add(struct store *s, const char *use, const struct people_session *n)
{
    int err = store_done(store_query(s, PEOPLE_SESSION_ADD, NULL, NULL, "titiiitt", n->hash,
                                     n->player.id, use, n->made_at, n->seen_at, (int64_t)n->scopes,
                                     n->label, n->agent));
    int64_t count = 0;
    if (err == 0)
        err = people_session_count(s, n->player.id, use, &count);
    /* Only then: the end of any session is told to all who keep sessions. */
    if (err < 0 || count <= PEOPLE_SESSIONS_MAX)
        return err;
    store_note_signed_out(s, n->player.id);
    return store_done(store_query(s, PEOPLE_SESSION_CAP, NULL, NULL, "iti", n->player.id, use,
                                  (int64_t)PEOPLE_SESSIONS_MAX));
}

static void on_session(void *context, const struct store *s, void *row)
{
    struct people_session *n = context;
    read_session(s, row, n);
    n->player.id = store_row_int(s, row, 7);
    for (int i = 0; i < PLAYER_KIND_N; i++)
        if (strcmp(player_kind_name[i], store_row_text(s, row, 8)) == 0)
            n->player.kind = (enum player_kind)i;
    store_row_copy(s, row, 9, n->player.name, sizeof n->player.name);
    n->role = (enum people_role)store_row_name(s, row, 10, people_role_name, ROLE_N);
}

int people_session_get(struct store *s, const char *hash, struct people_session *out)
{
    return store_some(store_query(s, PEOPLE_SESSION_GET, on_session, out, "t", hash));
}

struct each_session {
    people_on_session *call;
    void *context;
};

static void on_each_session(void *context, const struct store *s, void *row)
{
    const struct each_session *each = context;
    struct people_session n;
    read_session(s, row, &n);
    each->call(each->context, &n);
}

int people_sessions(struct store *s, int64_t player, const char *use, people_on_session *on,
                    void *context)
{
    struct each_session each = {on, context};
    return store_done(store_query(s, PEOPLE_SESSIONS, on_each_session, &each, "it", player, use));
}

int people_session_count(struct store *s, int64_t player, const char *use, int64_t *n)
{
    return store_some(store_query(s, PEOPLE_SESSION_COUNT, store_on_int, n, "it", player, use));
}

int people_session_end(struct store *s, int64_t player, const char *use, const char *id)
{
    store_note_signed_out(s, player);
    return store_some(store_query(s, PEOPLE_SESSION_END, NULL, NULL, "itt", player, use, id));
}

int people_sessions_end(struct store *s, int64_t player, const char *use, const char *except)
{
    store_note_signed_out(s, player);
    return store_done(store_query(s, PEOPLE_SESSIONS_END, NULL, NULL, "itt", player, use, except));
}

int people_seen(struct store *s, const char *hash, int64_t player, int64_t at)
{
    int err = store_done(store_query(s, PEOPLE_SESSION_SEEN, NULL, NULL, "it", at, hash));
    return err < 0 ? err
                   : store_done(store_query(s, PEOPLE_PLAYER_SEEN, NULL, NULL, "ii", at, player));
}

/* --- tokens of mails --- */

int people_ticket_add(struct store *s, const char *hash, const char *purpose,
                      const struct people_ticket *t)
{
    return store_done(store_query(s, PEOPLE_TICKET_ADD, NULL, NULL, "titti", hash, t->player,
                                  purpose, t->address, t->until));
}

static void on_ticket(void *context, const struct store *s, void *row)
{
    struct people_ticket *t = context;
    t->player = store_row_int(s, row, 0);
    store_row_copy(s, row, 1, t->address, sizeof t->address);
    t->until = store_row_int(s, row, 2);
}

int people_ticket_get(struct store *s, const char *hash, const char *purpose, int64_t now,
                      struct people_ticket *out)
{
    return store_some(store_query(s, PEOPLE_TICKET_GET, on_ticket, out, "tti", hash, purpose, now));
}

int people_ticket_take(struct store *s, const char *hash)
{
    return store_done(store_query(s, PEOPLE_TICKET_TAKE, NULL, NULL, "t", hash));
}

int people_tickets_forget(struct store *s, int64_t player, const char *purpose)
{
    return store_done(store_query(s, PEOPLE_TICKETS_FORGET, NULL, NULL, "it", player, purpose));
}

int people_tickets_trim(struct store *s, int64_t before_ms)
{
    return store_done(store_query(s, PEOPLE_TICKETS_TRIM, NULL, NULL, "i", before_ms));
}

int people_address_end(struct store *s, int64_t player, const char *address)
{
    int err = store_done(store_query(s, PEOPLE_TICKETS_OF, NULL, NULL, "it", player, address));
    if (err == 0)
        err = people_tickets_forget(s, player, "recover");
    return err < 0
               ? err
               : store_done(store_query(s, PEOPLE_ADDRESS_END, NULL, NULL, "it", player, address));
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
    int rows = store_query(s, PEOPLE_IDLE_GUESTS, on_player, &walk, "iii", look->before_ms,
                           look->after, (int64_t)look->look_max);
    look->more = rows == look->look_max || walk.looked_n < rows;
    return store_done(rows);
}

int people_player_end(struct store *s, int64_t player)
{
    return store_done(store_query(s, PEOPLE_PLAYER_END, NULL, NULL, "i", player));
}

int people_bring(struct store *s, int64_t from, int64_t to)
{
    static const enum people_query steps[] = {PEOPLE_BRING_CHAT, PEOPLE_BRING_MATCH,
                                              PEOPLE_BRING_LINE, PEOPLE_BRING_ASKED,
                                              PEOPLE_BRING_SEAT};
    int err = 0;
    for (size_t i = 0; err == 0 && i < ARRAY_LEN(steps); i++)
        err = store_done(store_query(s, (int)steps[i], NULL, NULL, "ii", to, from));
    return err;
}
