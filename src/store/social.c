#include "store/social.h"

#include "store/social_sql.h"
#include <stdio.h>
#include <string.h>

static int64_t newest(int64_t before)
{
    return before != 0 ? before : INT64_MAX;
}

/* What the callbacks of a query need. */
struct each {
    union {
        social_on_note *note;
        social_on_player *player;
        social_on_report *report;
        social_on_deed *deed;
        social_on_chat_event *event;
        social_on_played *played;
        social_on_line *line;
    } on;
    void *context;
};

/* --- notes --- */

int social_note_put(struct store *s, int64_t writer, const char *about, int64_t subject,
                    const char *text, int64_t at)
{
    if (text[0] == '\0')
        return store_done(
            store_query(s, SOCIAL_NOTE_END, NULL, NULL, "iti", writer, about, subject));
    return store_done(
        store_query(s, SOCIAL_NOTE_PUT, NULL, NULL, "ititi", writer, about, subject, text, at));
}

static void on_note_text(void *context, const struct store *s, void *row)
{
    store_row_copy(s, row, 0, context, SOCIAL_NOTE_BYTES);
}

int social_note_get(struct store *s, int64_t writer, const char *about, int64_t subject,
                    char out[SOCIAL_NOTE_BYTES])
{
    out[0] = '\0';
    return store_done(
        store_query(s, SOCIAL_NOTE_GET, on_note_text, out, "iti", writer, about, subject));
}

static void on_note(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    e->on.note(e->context, store_row_text(s, row, 0), store_row_int(s, row, 1),
               store_row_text(s, row, 2), store_row_int(s, row, 3));
}

int social_notes(struct store *s, int64_t writer, social_on_note *on, void *context)
{
    struct each e = {.on.note = on, .context = context};
    return store_done(store_query(s, SOCIAL_NOTES, on_note, &e, "i", writer));
}

/* --- blocks --- */

int social_block(struct store *s, int64_t player, int64_t other, bool blocked, int64_t at)
{
    if (!blocked)
        return store_done(store_query(s, SOCIAL_UNBLOCK, NULL, NULL, "ii", player, other));
    return store_done(store_query(s, SOCIAL_BLOCK, NULL, NULL, "iii", player, other, at));
}

int social_blocks(struct store *s, int64_t player, int64_t other, bool *out)
{
    int64_t n = 0;
    int err = store_some(store_query(s, SOCIAL_BLOCKS, store_on_int, &n, "ii", player, other));
    if (err == 0)
        *out = n > 0;
    return err;
}

static void on_player(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct store_player p;
    store_row_player(s, row, 0, &p);
    e->on.player(e->context, &p);
}

int social_blocked(struct store *s, int64_t player, social_on_player *on, void *context)
{
    struct each e = {.on.player = on, .context = context};
    return store_done(store_query(s, SOCIAL_BLOCKED, on_player, &e, "i", player));
}

int social_forget(struct store *s, int64_t player)
{
    int err = store_done(store_query(s, SOCIAL_NOTES_FORGET, NULL, NULL, "i", player));
    return err < 0 ? err
                   : store_done(store_query(s, SOCIAL_BLOCKS_FORGET, NULL, NULL, "i", player));
}

/* --- reports --- */

int social_report_add(struct store *s, struct social_report *r)
{
    return store_some(store_query(s, SOCIAL_REPORT_ADD, store_on_int, &r->id, "iiiiiitt", r->at,
                                  r->by.id, r->player.id, r->match, r->chat, r->chat_at, r->said,
                                  r->reason));
}

int social_report_close(struct store *s, int64_t id, int64_t by, int64_t at, const char *answer)
{
    return store_done(store_query(s, SOCIAL_REPORT_CLOSE, NULL, NULL, "iiti", by, at, answer, id));
}

static void read_report(const struct store *s, void *row, struct social_report *r)
{
    r->id = store_row_int(s, row, 0);
    r->at = store_row_int(s, row, 1);
    r->match = store_row_int(s, row, 2);
    r->chat = store_row_int(s, row, 3);
    r->chat_at = store_row_int(s, row, 4);
    r->closed_at = store_row_int(s, row, 5);
    store_row_copy(s, row, 6, r->said, sizeof r->said);
    store_row_copy(s, row, 7, r->reason, sizeof r->reason);
    store_row_copy(s, row, 8, r->answer, sizeof r->answer);
    store_row_player(s, row, 9, &r->by);
    store_row_player(s, row, 12, &r->player);
    store_row_player(s, row, 15, &r->closed_by);
}

static void on_one_report(void *context, const struct store *s, void *row)
{
    read_report(s, row, context);
}

int social_report_get(struct store *s, int64_t id, struct social_report *out)
{
    return store_some(store_query(s, SOCIAL_REPORT_GET, on_one_report, out, "i", id));
}

static void on_report(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct social_report r;
    read_report(s, row, &r);
    e->on.report(e->context, &r);
}

int social_reports(struct store *s, int closed, int64_t before, int limit, social_on_report *on,
                   void *context)
{
    struct each e = {.on.report = on, .context = context};
    int q = closed < 0 ? SOCIAL_REPORTS : closed > 0 ? SOCIAL_REPORTS_CLOSED : SOCIAL_REPORTS_OPEN;
    return store_done(store_query(s, q, on_report, &e, "ii", newest(before), (int64_t)limit));
}

int social_reports_by(struct store *s, int64_t player, int64_t *n)
{
    return store_some(store_query(s, SOCIAL_REPORTS_BY, store_on_int, n, "i", player));
}

int social_reports_about(struct store *s, int64_t player, int64_t *n)
{
    return store_some(store_query(s, SOCIAL_REPORTS_ABOUT, store_on_int, n, "i", player));
}

/* --- bans, players, deeds --- */

int social_ban_put(struct store *s, const struct social_ban *b)
{
    return store_done(store_query(s, SOCIAL_BAN_PUT, NULL, NULL, "iiiit", b->player, b->at,
                                  b->until, b->by.id, b->reason));
}

static void on_ban(void *context, const struct store *s, void *row)
{
    struct social_ban *b = context;
    b->player = store_row_int(s, row, 0);
    b->at = store_row_int(s, row, 1);
    b->until = store_row_int(s, row, 2);
    store_row_copy(s, row, 3, b->reason, sizeof b->reason);
    store_row_player(s, row, 4, &b->by);
}

int social_ban_get(struct store *s, int64_t player, int64_t now, struct social_ban *out)
{
    return store_some(store_query(s, SOCIAL_BAN_GET, on_ban, out, "ii", player, now));
}

int social_ban_end(struct store *s, int64_t player)
{
    return store_done(store_query(s, SOCIAL_BAN_END, NULL, NULL, "i", player));
}

int social_players(struct store *s, const char *prefix, bool banned, int64_t now, int limit,
                   social_on_player *on, void *context)
{
    struct each e = {.on.player = on, .context = context};
    if (banned)
        return store_done(store_query(s, SOCIAL_PLAYERS_BANNED, on_player, &e, "tii", prefix, now,
                                      (int64_t)limit));
    return store_done(store_query(s, SOCIAL_PLAYERS, on_player, &e, "ti", prefix, (int64_t)limit));
}

int social_deed_add(struct store *s, int64_t by, const char *what, int64_t player,
                    const char *detail, int64_t at)
{
    return store_done(
        store_query(s, SOCIAL_DEED_ADD, NULL, NULL, "iitit", at, by, what, player, detail));
}

static void on_deed(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct social_deed d = {.id = store_row_int(s, row, 0),
                            .at = store_row_int(s, row, 1),
                            .what = store_row_text(s, row, 2),
                            .detail = store_row_text(s, row, 3)};
    store_row_player(s, row, 4, &d.by);
    store_row_player(s, row, 7, &d.player);
    e->on.deed(e->context, &d);
}

int social_deeds(struct store *s, int64_t before, int limit, social_on_deed *on, void *context)
{
    struct each e = {.on.deed = on, .context = context};
    return store_done(
        store_query(s, SOCIAL_DEEDS, on_deed, &e, "ii", newest(before), (int64_t)limit));
}

/* --- chat lines --- */

struct chat_row {
    int64_t *match;
    struct store_chat *out;
};

static void on_chat(void *context, const struct store *s, void *row)
{
    const struct chat_row *c = context;
    *c->match = store_row_int(s, row, 0);
    c->out->id = store_row_int(s, row, 1);
    c->out->at = store_row_int(s, row, 2);
    store_row_copy(s, row, 3, c->out->text, sizeof c->out->text);
    c->out->deleted = store_row_int(s, row, 4) != 0;
    store_row_player(s, row, 5, &c->out->player);
}

int social_chat_get(struct store *s, int64_t id, int64_t *match, struct store_chat *out)
{
    struct chat_row c = {match, out};
    return store_some(store_query(s, SOCIAL_CHAT_GET, on_chat, &c, "i", id));
}

static void on_line(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct store_chat line = {.id = store_row_int(s, row, 1), .at = store_row_int(s, row, 2)};
    store_row_copy(s, row, 3, line.text, sizeof line.text);
    e->on.line(e->context, store_row_int(s, row, 0), &line);
}

int social_chats_of(struct store *s, int64_t player, social_on_line *on, void *context)
{
    struct each e = {.on.line = on, .context = context};
    return store_done(store_query(s, SOCIAL_CHATS_OF, on_line, &e, "i", player));
}

int social_chat_delete(struct store *s, int64_t id)
{
    return store_done(store_query(s, SOCIAL_CHAT_DELETE, NULL, NULL, "i", id));
}

static void on_chat_event(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    e->on.event(e->context, store_row_int(s, row, 0), store_row_text(s, row, 1));
}

int social_chat_events(struct store *s, int64_t match, social_on_chat_event *on, void *context)
{
    struct each e = {.on.event = on, .context = context};
    return store_done(
        store_query(s, SOCIAL_CHAT_EVENTS, on_chat_event, &e, "i", topic_match(match)));
}

int social_event_put(struct store *s, int64_t id, const char *data)
{
    return store_done(store_query(s, SOCIAL_EVENT_PUT, NULL, NULL, "ti", data, id));
}

/* --- what was played --- */

static void on_played(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct social_played p = {
        .game = store_row_text(s, row, 0),
        .running = (int)store_row_int(s, row, 1),
        .finished = (int)store_row_int(s, row, 2),
        .won = (int)store_row_int(s, row, 3),
        .drawn = (int)store_row_int(s, row, 4),
    };
    p.lost = p.finished - p.won - p.drawn;
    e->on.played(e->context, &p);
}

int social_played(struct store *s, int64_t player, int64_t viewer, social_on_played *on,
                  void *context)
{
    struct each e = {.on.played = on, .context = context};
    return store_done(store_query(s, SOCIAL_PLAYED, on_played, &e, "iii", player,
                                  (int64_t)SOCIAL_PLAYED_MATCHES, viewer));
}
