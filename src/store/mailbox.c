#include "store/mailbox.h"

#include "base/err.h"
#include "store/mailbox_sql.h"
#include <stdio.h>
#include <string.h>

const char *const mailbox_notices_name[NOTICES_N] = {"auto", "every", "digest", "none"};

/* What the callbacks of a query need. */
struct each {
    union {
        mailbox_on_player *player;
        mailbox_on_address *address;
        mailbox_on_id *id;
        mailbox_on_line *line;
        mailbox_on_mail *mail;
        mailbox_on_standing *standing;
        store_on_event *event;
    } on;
    void *context;
};

static void read_player(const struct store *s, void *row, struct mailbox_player *p)
{
    *p = (struct mailbox_player){.player = store_row_int(s, row, 0)};
    snprintf(p->password, sizeof p->password, "%s", store_row_text(s, row, 1));
    for (int i = 0; i < NOTICES_N; i++)
        if (strcmp(mailbox_notices_name[i], store_row_text(s, row, 2)) == 0)
            p->notices = (enum mailbox_notices)i;
    p->accept_auto = store_row_int(s, row, 3) != 0;
    p->broadcasts = store_row_int(s, row, 4) != 0;
    p->signed_off = store_row_int(s, row, 5) != 0;
    p->told_at = store_row_int(s, row, 6);
}

static void on_player(void *context, const struct store *s, void *row)
{
    read_player(s, row, context);
}

int mailbox_player_get(struct store *s, int64_t player, struct mailbox_player *out)
{
    return store_some(store_query(s, MAILBOX_PLAYER_GET, on_player, out, "i", player));
}

int mailbox_player_put(struct store *s, const struct mailbox_player *p)
{
    return store_done(store_query(s, MAILBOX_PLAYER_PUT, NULL, NULL, "ittiiii", p->player,
                                  p->password, mailbox_notices_name[p->notices],
                                  (int64_t)p->accept_auto, (int64_t)p->broadcasts,
                                  (int64_t)p->signed_off, p->told_at));
}

static void on_each_player(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct mailbox_player p;
    read_player(s, row, &p);
    e->on.player(e->context, &p);
}

int mailbox_players(struct store *s, int64_t after, int limit, mailbox_on_player *on, void *context)
{
    struct each e = {.on.player = on, .context = context};
    return store_done(
        store_query(s, MAILBOX_PLAYERS, on_each_player, &e, "ii", after, (int64_t)limit));
}

int mailbox_player_forget(struct store *s, int64_t player, const char *name)
{
    int err = store_done(store_query(s, MAILBOX_PLAYER_FORGET, NULL, NULL, "i", player));
    if (err == 0)
        err = mailbox_addresses_forget(s, player);
    if (err == 0)
        err = store_done(store_query(s, MAILBOX_PLAYER_RENAME, NULL, NULL, "ti", name, player));
    return err;
}

int mailbox_address_put(struct store *s, int64_t player, const char *address, bool confirmed)
{
    int err = store_done(store_query(s, MAILBOX_ADDRESS_PUT, NULL, NULL, "iti", player, address,
                                     (int64_t)confirmed));
    if (err == 0 && confirmed)
        err = store_done(store_query(s, MAILBOX_BOUNCE_FORGET, NULL, NULL, "t", address));
    return err;
}

int mailbox_addresses_forget(struct store *s, int64_t player)
{
    return store_done(store_query(s, MAILBOX_ADDRESSES_FORGET, NULL, NULL, "i", player));
}

static void on_each_address(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    e->on.address(e->context, store_row_text(s, row, 0), store_row_int(s, row, 1) != 0);
}

int mailbox_addresses(struct store *s, int64_t player, mailbox_on_address *on, void *context)
{
    struct each e = {.on.address = on, .context = context};
    return store_done(store_query(s, MAILBOX_ADDRESSES, on_each_address, &e, "i", player));
}

static void on_each_id(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    e->on.id(e->context, store_row_int(s, row, 0));
}

int mailbox_owners(struct store *s, const char *address, mailbox_on_id *on, void *context)
{
    struct each e = {.on.id = on, .context = context};
    return store_done(store_query(s, MAILBOX_ADDRESS_OWNERS, on_each_id, &e, "t", address));
}

int mailbox_seen(struct store *s, const char *message_id, int64_t at)
{
    int rows = store_query(s, MAILBOX_SEEN, NULL, NULL, "ti", message_id, at);
    return rows < 0 ? rows : rows == 0 ? ERR_CONFLICT : 0;
}

int mailbox_was_seen(struct store *s, const char *message_id)
{
    int rows = store_query(s, MAILBOX_WAS_SEEN, NULL, NULL, "t", message_id);
    return rows > 0 ? ERR_CONFLICT : rows;
}

int mailbox_line_add(struct store *s, int64_t match, int64_t player, int ply, const char *moves)
{
    return store_done(
        store_query(s, MAILBOX_LINE_ADD, NULL, NULL, "iiit", match, player, (int64_t)ply, moves));
}

static void on_each_line(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    e->on.line(e->context, store_row_int(s, row, 0), (int)store_row_int(s, row, 1),
               store_row_text(s, row, 2));
}

int mailbox_lines(struct store *s, int64_t match, int64_t player, mailbox_on_line *on,
                  void *context)
{
    struct each e = {.on.line = on, .context = context};
    return store_done(store_query(s, MAILBOX_LINES, on_each_line, &e, "ii", match, player));
}

int mailbox_line_forget(struct store *s, int64_t id)
{
    return store_done(store_query(s, MAILBOX_LINE_FORGET, NULL, NULL, "i", id));
}

int mailbox_lines_forget(struct store *s, int64_t match, int64_t player)
{
    return store_done(store_query(s, MAILBOX_LINES_FORGET, NULL, NULL, "ii", match, player));
}

int mailbox_submit(struct store *s, int64_t match, int64_t player, int ply, const char *move)
{
    return store_done(
        store_query(s, MAILBOX_SUBMIT_PUT, NULL, NULL, "iiit", match, player, (int64_t)ply, move));
}

struct submitted {
    int *ply;
    char *move;
};

static void on_submitted(void *context, const struct store *s, void *row)
{
    const struct submitted *out = context;
    *out->ply = (int)store_row_int(s, row, 0);
    snprintf(out->move, MAILBOX_MOVES_BYTES, "%s", store_row_text(s, row, 1));
}

int mailbox_submitted(struct store *s, int64_t match, int64_t player, int *ply,
                      char move[MAILBOX_MOVES_BYTES])
{
    struct submitted out = {ply, move};
    return store_some(store_query(s, MAILBOX_SUBMIT_GET, on_submitted, &out, "ii", match, player));
}

int mailbox_submitted_forget(struct store *s, int64_t match, int64_t player)
{
    return store_done(store_query(s, MAILBOX_SUBMIT_FORGET, NULL, NULL, "ii", match, player));
}

int mailbox_post(struct store *s, const struct mailbox_mail *l)
{
    return store_done(store_query(s, MAILBOX_OUTBOX_ADD, NULL, NULL, "itittttti", l->player,
                                  l->address, l->match, l->answers, l->reply_to, l->subject,
                                  l->body, l->html, l->at));
}

static void on_each_mail(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct mailbox_mail l = {
        .id = store_row_int(s, row, 0),
        .player = store_row_int(s, row, 1),
        .address = store_row_text(s, row, 2),
        .match = store_row_int(s, row, 3),
        .answers = store_row_text(s, row, 4),
        .reply_to = store_row_text(s, row, 5),
        .subject = store_row_text(s, row, 6),
        .body = store_row_text(s, row, 7),
        .html = store_row_text(s, row, 8),
        .at = store_row_int(s, row, 9),
        .tries = (int)store_row_int(s, row, 10),
    };
    e->on.mail(e->context, &l);
}

int mailbox_due(struct store *s, int64_t now, int limit, mailbox_on_mail *on, void *context)
{
    struct each e = {.on.mail = on, .context = context};
    return store_done(
        store_query(s, MAILBOX_OUTBOX_DUE, on_each_mail, &e, "ii", now, (int64_t)limit));
}

int mailbox_claim(struct store *s, int64_t mail, int64_t now, int64_t until)
{
    int64_t id;
    return store_some(
        store_query(s, MAILBOX_OUTBOX_CLAIM, store_on_int, &id, "iii", until, mail, now));
}

int mailbox_mark(struct store *s, int64_t mail, const char *state, int64_t due_at,
                 const char *failure)
{
    return store_done(
        store_query(s, MAILBOX_OUTBOX_MARK, NULL, NULL, "titi", state, due_at, failure, mail));
}

static void on_bounced(void *context, const struct store *s, void *row)
{
    snprintf(context, MAILBOX_ADDRESS_BYTES, "%s", store_row_text(s, row, 0));
}

int mailbox_bounced(struct store *s, int64_t mail, int64_t now)
{
    const int64_t day_ms = INT64_C(24) * 3600 * 1000;
    char address[MAILBOX_ADDRESS_BYTES];
    int64_t n = 0;
    int err =
        store_some(store_query(s, MAILBOX_OUTBOX_BOUNCED, on_bounced, address, "ii", now, mail));
    if (err == 0)
        err = store_done(store_query(s, MAILBOX_BOUNCE_ADD, store_on_int, &n, "tii", address, now,
                                     now - MAILBOX_BOUNCE_DAYS * day_ms));
    if (err < 0 || n < MAILBOX_BOUNCES_MAX)
        return err;
    err = store_done(store_query(s, MAILBOX_ADDRESS_DOUBT, NULL, NULL, "t", address));
    return err < 0 ? err
                   : store_done(store_query(s, MAILBOX_OUTBOX_DROP, NULL, NULL, "t", address));
}

int mailbox_comes_back(struct store *s, const char *address)
{
    int64_t n = 0;
    int err = store_done(store_query(s, MAILBOX_BOUNCE_GET, store_on_int, &n, "t", address));
    return err < 0 ? err : n >= MAILBOX_BOUNCES_MAX;
}

int mailbox_count(struct store *s, const char *state, int64_t *out)
{
    return store_some(store_query(s, MAILBOX_OUTBOX_COUNT, store_on_int, out, "t", state));
}

int mailbox_trim(struct store *s, int64_t before_ms)
{
    int err = store_done(store_query(s, MAILBOX_OUTBOX_TRIM, NULL, NULL, "i", before_ms));
    if (err == 0)
        err = store_done(store_query(s, MAILBOX_BOUNCE_TRIM, NULL, NULL, "i", before_ms));
    return err < 0 ? err
                   : store_done(store_query(s, MAILBOX_SEEN_TRIM, NULL, NULL, "i", before_ms));
}

static void on_each_event(void *context, const struct store *s, void *row)
{
    const struct each *each = context;
    struct store_event e = {.id = store_row_int(s, row, 0),
                            .match = store_row_int(s, row, 1),
                            .type = store_row_text(s, row, 2),
                            .data = store_row_text(s, row, 3)};
    each->on.event(each->context, &e);
}

int mailbox_events(struct store *s, int64_t since, int64_t upto, int64_t newest, int limit,
                   store_on_event *on_event, void *context)
{
    struct each e = {.on.event = on_event, .context = context};
    return store_query(s, MAILBOX_EVENTS_ALL, on_each_event, &e, "iiii", since, newest, upto,
                       (int64_t)limit);
}

static void on_each_standing(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    e->on.standing(e->context, store_row_text(s, row, 0), (int)store_row_int(s, row, 1),
                   (int)store_row_int(s, row, 2), (int)store_row_int(s, row, 3));
}

int mailbox_standings(struct store *s, const char *game, mailbox_on_standing *on, void *context)
{
    struct each e = {.on.standing = on, .context = context};
    return store_done(store_query(s, MAILBOX_STANDINGS, on_each_standing, &e, "t", game));
}
