#include "store/people/mailbox.h"

#include "base/err.h"
#include "base/times.h"
#include "store/core/queries.h"
#include <stdio.h>
#include <string.h>

const char *const mailbox_mails_name[MAILBOX_MAILS_N] = {"auto", "every", "digest", "none"};

/* The context for the callbacks of a query. */
struct each {
    union {
        mailbox_on_player *player;
        mailbox_on_address *address;
        mailbox_on_id *id;
        mailbox_on_line *line;
        mailbox_on_mail *mail;
        mailbox_on_standing *standing;
    } on;
    void *context;
};

ROW_READER(read_player, struct mailbox_player, MAIL_PLAYER_ROW)
ROW_BINDER(bind_player, struct mailbox_player, MAIL_PLAYER_ROW)
ROW_READER(read_mail, struct mailbox_mail, OUTBOX_TOLD)
ROW_BINDER(bind_mail, struct mailbox_mail, OUTBOX_ROW)

static void on_player(void *context, const struct store *s, void *row)
{
    read_player(s, row, 0, context);
}

int mailbox_player_get(struct store *s, int64_t player, struct mailbox_player *out)
{
    return store_some(store_query(s, on_player, out, Q_MAILBOX_PLAYER_GET, player));
}

int mailbox_player_put(struct store *s, const struct mailbox_player *p)
{
    struct store_value v[ROW_N(MAIL_PLAYER_ROW)];
    int n = bind_player(p, v);
    return store_done(store_run(s, NULL, NULL, Q_MAILBOX_PLAYER_PUT, v, n));
}

static void on_each_player(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct mailbox_player p;
    read_player(s, row, 0, &p);
    e->on.player(e->context, &p);
}

int mailbox_players(struct store *s, int64_t after, int limit, mailbox_on_player *on, void *context)
{
    struct each e = {.on.player = on, .context = context};
    return store_done(store_query(s, on_each_player, &e, Q_MAILBOX_PLAYERS, after, limit));
}

int mailbox_player_forget(struct store *s, int64_t player, const char *name)
{
    int err = store_done(store_query(s, NULL, NULL, Q_MAILBOX_PLAYER_FORGET, player));
    if (err == 0)
        err = mailbox_addresses_forget(s, player);
    if (err == 0)
        err = store_done(store_query(s, NULL, NULL, Q_MAILBOX_PLAYER_RENAME, name, player));
    return err;
}

int mailbox_address_put(struct store *s, int64_t player, const char *address, bool confirmed)
{
    int err =
        store_done(store_query(s, NULL, NULL, Q_MAILBOX_ADDRESS_PUT, player, address, confirmed));
    if (err == 0 && confirmed)
        err = store_done(store_query(s, NULL, NULL, Q_MAILBOX_BOUNCE_FORGET, address));
    return err;
}

int mailbox_addresses_forget(struct store *s, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_MAILBOX_ADDRESSES_FORGET, player));
}

struct address {
    const char *address;
    bool confirmed;
};
ROW_READER(read_address, struct address, MAIL_ADDRESS_ROW)

static void on_each_address(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct address a;
    read_address(s, row, 0, &a);
    e->on.address(e->context, a.address, a.confirmed);
}

int mailbox_addresses(struct store *s, int64_t player, mailbox_on_address *on, void *context)
{
    struct each e = {.on.address = on, .context = context};
    return store_done(store_query(s, on_each_address, &e, Q_MAILBOX_ADDRESSES, player));
}

static void on_each_id(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    e->on.id(e->context, store_row_int(s, row, 0));
}

int mailbox_owners(struct store *s, const char *address, mailbox_on_id *on, void *context)
{
    struct each e = {.on.id = on, .context = context};
    return store_done(store_query(s, on_each_id, &e, Q_MAILBOX_ADDRESS_OWNERS, address));
}

int mailbox_seen(struct store *s, const char *message_id, int64_t at)
{
    int rows = store_query(s, NULL, NULL, Q_MAILBOX_SEEN, message_id, at);
    return rows < 0 ? rows : rows == 0 ? ERR_CONFLICT : 0;
}

int mailbox_was_seen(struct store *s, const char *message_id)
{
    int rows = store_query(s, NULL, NULL, Q_MAILBOX_WAS_SEEN, message_id);
    return rows > 0 ? ERR_CONFLICT : rows;
}

struct line {
    int64_t id, match, player;
    int ply;
    const char *moves;
};
ROW_READER(read_line, struct line, MAIL_LINE_ROW)
ROW_BINDER(bind_line, struct line, MAIL_LINE_NEW)

int mailbox_line_add(struct store *s, int64_t match, int64_t player, int ply, const char *moves)
{
    const struct line line = {0, match, player, ply, moves};
    struct store_value v[ROW_N(MAIL_LINE_NEW)];
    int n = bind_line(&line, v);
    return store_done(store_run(s, NULL, NULL, Q_MAILBOX_LINE_ADD, v, n));
}

static void on_each_line(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct line line;
    read_line(s, row, 0, &line);
    e->on.line(e->context, line.id, line.ply, line.moves);
}

int mailbox_lines(struct store *s, int64_t match, int64_t player, mailbox_on_line *on,
                  void *context)
{
    struct each e = {.on.line = on, .context = context};
    return store_done(store_query(s, on_each_line, &e, Q_MAILBOX_LINES, match, player));
}

int mailbox_line_forget(struct store *s, int64_t id)
{
    return store_done(store_query(s, NULL, NULL, Q_MAILBOX_LINE_FORGET, id));
}

int mailbox_lines_forget(struct store *s, int64_t match, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_MAILBOX_LINES_FORGET, match, player));
}

struct submitted {
    int64_t match, player;
    int ply;
    char move[MAILBOX_MOVES_BYTES];
};
ROW_READER(read_submitted, struct submitted, SUBMITTED_ROW)
ROW_BINDER(bind_submitted, struct submitted, SUBMITTED_ROW)

int mailbox_submit(struct store *s, int64_t match, int64_t player, int ply, const char *move)
{
    struct submitted m = {.match = match, .player = player, .ply = ply};
    struct store_value v[ROW_N(SUBMITTED_ROW)];
    snprintf(m.move, sizeof m.move, "%s", move);
    int n = bind_submitted(&m, v);
    return store_done(store_run(s, NULL, NULL, Q_MAILBOX_SUBMIT_PUT, v, n));
}

static void on_submitted(void *context, const struct store *s, void *row)
{
    read_submitted(s, row, 0, context);
}

int mailbox_submitted(struct store *s, int64_t match, int64_t player, int *ply,
                      char move[MAILBOX_MOVES_BYTES])
{
    struct submitted m;
    int err = store_some(store_query(s, on_submitted, &m, Q_MAILBOX_SUBMIT_GET, match, player));
    if (err < 0)
        return err;
    *ply = m.ply;
    memcpy(move, m.move, sizeof m.move);
    return 0;
}

int mailbox_submitted_forget(struct store *s, int64_t match, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_MAILBOX_SUBMIT_FORGET, match, player));
}

int mailbox_post(struct store *s, const struct mailbox_mail *m)
{
    struct store_value v[ROW_N(OUTBOX_ROW)];
    int n = bind_mail(m, v);
    return store_done(store_run(s, NULL, NULL, Q_MAILBOX_OUTBOX_ADD, v, n));
}

static void on_each_mail(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct mailbox_mail m;
    read_mail(s, row, 0, &m);
    e->on.mail(e->context, &m);
}

int mailbox_due(struct store *s, int64_t now, int limit, mailbox_on_mail *on, void *context)
{
    struct each e = {.on.mail = on, .context = context};
    int n = store_query(s, on_each_mail, &e, Q_MAILBOX_OUTBOX_DUE, "waiting", now, limit);
    if (n >= 0 && n < limit)
        n = store_query(s, on_each_mail, &e, Q_MAILBOX_OUTBOX_DUE, "sending", now, limit - n);
    return store_done(n);
}

int mailbox_due_first(struct store *s, int64_t now, int limit, mailbox_on_mail *on, void *context)
{
    struct each e = {.on.mail = on, .context = context};
    int n = store_query(s, on_each_mail, &e, Q_MAILBOX_OUTBOX_FIRST, "waiting", now, limit);
    if (n >= 0 && n < limit)
        n = store_query(s, on_each_mail, &e, Q_MAILBOX_OUTBOX_DUE, "sending", now, limit - n);
    return store_done(n);
}

int mailbox_sent_since(struct store *s, int64_t since, int most)
{
    int64_t n = 0;
    int err = store_done(store_query(s, store_on_int, &n, Q_MAILBOX_OUTBOX_SENT, since, most));
    return err < 0 ? err : (int)n;
}

int mailbox_mail(struct store *s, int64_t mail, mailbox_on_mail *on, void *context)
{
    struct each e = {.on.mail = on, .context = context};
    return store_some(store_query(s, on_each_mail, &e, Q_MAILBOX_OUTBOX_GET, mail));
}

int mailbox_claim(struct store *s, int64_t mail, int64_t now, int64_t until)
{
    int64_t id;
    return store_some(store_query(s, store_on_int, &id, Q_MAILBOX_OUTBOX_CLAIM, until, mail, now));
}

int mailbox_claim_on(struct store *s, int64_t mail, int64_t until)
{
    return store_done(store_query(s, NULL, NULL, Q_MAILBOX_OUTBOX_RENEW, until, mail));
}

int mailbox_free_claims(struct store *s)
{
    return store_done(store_query(s, NULL, NULL, Q_MAILBOX_OUTBOX_FREE));
}

int mailbox_mark(struct store *s, int64_t mail, const char *state, int64_t due_at,
                 const char *failure)
{
    return store_done(
        store_query(s, NULL, NULL, Q_MAILBOX_OUTBOX_MARK, state, due_at, failure, mail));
}

static void on_bounced(void *context, const struct store *s, void *row)
{
    snprintf(context, MAILBOX_ADDRESS_BYTES, "%s", store_row_text(s, row, 0));
}

int mailbox_bounced(struct store *s, int64_t mail, int64_t now)
{
    char address[MAILBOX_ADDRESS_BYTES];
    int64_t n = 0;
    int err = store_some(store_query(s, on_bounced, address, Q_MAILBOX_OUTBOX_BOUNCED, now, mail));
    if (err == 0)
        err = store_done(store_query(s, store_on_int, &n, Q_MAILBOX_BOUNCE_ADD, address, now,
                                     now - MAILBOX_BOUNCE_DAYS * DAY_MS));
    if (err < 0 || n < MAILBOX_BOUNCES_MAX)
        return err;
    err = store_done(store_query(s, NULL, NULL, Q_MAILBOX_ADDRESS_DOUBT, address));
    return err < 0 ? err : store_done(store_query(s, NULL, NULL, Q_MAILBOX_OUTBOX_DROP, address));
}

int mailbox_comes_back(struct store *s, const char *address)
{
    int64_t n = 0;
    int err = store_done(store_query(s, store_on_int, &n, Q_MAILBOX_BOUNCE_GET, address));
    return err < 0 ? err : n >= MAILBOX_BOUNCES_MAX;
}

int mailbox_trim(struct store *s, int64_t before_ms)
{
    int err = store_done(store_query(s, NULL, NULL, Q_MAILBOX_OUTBOX_TRIM, before_ms));
    if (err == 0)
        err = store_done(store_query(s, NULL, NULL, Q_MAILBOX_BOUNCE_TRIM, before_ms));
    return err < 0 ? err : store_done(store_query(s, NULL, NULL, Q_MAILBOX_SEEN_TRIM, before_ms));
}

struct standing {
    const char *name;
    int won, lost, drawn;
};
ROW_READER(read_standing, struct standing, STANDING_ROW)

static void on_each_standing(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct standing t;
    read_standing(s, row, 0, &t);
    e->on.standing(e->context, t.name, t.won, t.lost, t.drawn);
}

int mailbox_standings(struct store *s, const char *game, mailbox_on_standing *on, void *context)
{
    struct each e = {.on.standing = on, .context = context};
    return store_done(store_query(s, on_each_standing, &e, Q_MAILBOX_STANDINGS, game));
}
