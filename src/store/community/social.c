#include "store/community/social.h"

#include "store/core/queries.h"
#include <stdio.h>

static int64_t newest(int64_t before)
{
    return before != 0 ? before : INT64_MAX;
}

/* The context for the callbacks of a query. */
struct each {
    union {
        social_on_note *note;
        social_on_player *player;
        social_on_report *report;
        social_on_audit *audit;
        social_on_chat_event *event;
        social_on_played *played;
        social_on_line *line;
    } on;
    void *context;
};

/* --- notes --- */

/* A row of the table note. */
struct note {
    int64_t writer;
    const char *about;
    int64_t subject;
    const char *text;
    int64_t at;
};
ROW_READER(read_note, struct note, NOTE_ROW)
ROW_BINDER(bind_note, struct note, NOTE_ROW)

int social_note_put(struct store *s, int64_t writer, const char *about, int64_t subject,
                    const char *text, int64_t at)
{
    if (text[0] == '\0')
        return store_done(store_query(s, NULL, NULL, Q_SOCIAL_NOTE_END, writer, about, subject));
    const struct note note = {writer, about, subject, text, at};
    struct store_value v[ROW_N(NOTE_ROW)];
    int n = bind_note(&note, v);
    return store_done(store_run(s, NULL, NULL, Q_SOCIAL_NOTE_PUT, v, n));
}

static void on_note_text(void *context, const struct store *s, void *row)
{
    store_row_copy(s, row, 0, context, SOCIAL_NOTE_BYTES);
}

int social_note_get(struct store *s, int64_t writer, const char *about, int64_t subject,
                    char out[SOCIAL_NOTE_BYTES])
{
    out[0] = '\0';
    return store_done(store_query(s, on_note_text, out, Q_SOCIAL_NOTE_GET, writer, about, subject));
}

static void on_note(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct note n;
    read_note(s, row, 0, &n);
    e->on.note(e->context, n.about, n.subject, n.text, n.at);
}

int social_notes(struct store *s, int64_t writer, social_on_note *on, void *context)
{
    struct each e = {.on.note = on, .context = context};
    return store_done(store_query(s, on_note, &e, Q_SOCIAL_NOTES, writer));
}

/* --- blocks --- */

int social_block(struct store *s, int64_t player, int64_t other, bool blocked, int64_t at)
{
    if (!blocked)
        return store_done(store_query(s, NULL, NULL, Q_SOCIAL_UNBLOCK, player, other));
    return store_done(store_query(s, NULL, NULL, Q_SOCIAL_BLOCK, player, other, at));
}

int social_blocks(struct store *s, int64_t player, int64_t other, bool *out)
{
    int64_t n = 0;
    int err = store_some(store_query(s, store_on_int, &n, Q_SOCIAL_BLOCKS, player, other));
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
    return store_done(store_query(s, on_player, &e, Q_SOCIAL_BLOCKED, player));
}

int social_forget(struct store *s, int64_t player)
{
    int err = store_done(store_query(s, NULL, NULL, Q_SOCIAL_NOTES_FORGET, player));
    return err < 0 ? err : store_done(store_query(s, NULL, NULL, Q_SOCIAL_BLOCKS_FORGET, player));
}

/* --- reports --- */

ROW_BINDER(bind_report, struct social_report, REPORT_NEW)
ROW_READER(read_report, struct social_report, REPORT_TOLD)

int social_report_add(struct store *s, struct social_report *r)
{
    struct store_value v[ROW_N(REPORT_NEW)];
    int n = bind_report(r, v);
    return store_some(store_run(s, store_on_int, &r->id, Q_SOCIAL_REPORT_ADD, v, n));
}

int social_report_close(struct store *s, int64_t id, int64_t by, int64_t at, const char *answer)
{
    return store_done(store_query(s, NULL, NULL, Q_SOCIAL_REPORT_CLOSE, by, at, answer, id));
}

static void on_one_report(void *context, const struct store *s, void *row)
{
    read_report(s, row, 0, context);
}

int social_report_get(struct store *s, int64_t id, struct social_report *out)
{
    return store_some(store_query(s, on_one_report, out, Q_SOCIAL_REPORT_GET, id));
}

static void on_report(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct social_report r;
    read_report(s, row, 0, &r);
    e->on.report(e->context, &r);
}

int social_reports(struct store *s, int closed, int64_t before, int limit, social_on_report *on,
                   void *context)
{
    struct each e = {.on.report = on, .context = context};
    int q = closed < 0   ? Q_SOCIAL_REPORTS
            : closed > 0 ? Q_SOCIAL_REPORTS_CLOSED
                         : Q_SOCIAL_REPORTS_OPEN;
    return store_done(store_query(s, on_report, &e, q, newest(before), limit));
}

int social_reports_by(struct store *s, int64_t player, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_SOCIAL_REPORTS_BY, player));
}

int social_reports_about(struct store *s, int64_t player, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_SOCIAL_REPORTS_ABOUT, player));
}

/* --- bans, players, audit --- */

ROW_BINDER(bind_ban, struct social_ban, BAN_ROW)
ROW_READER(read_ban, struct social_ban, BAN_TOLD)

int social_ban_put(struct store *s, const struct social_ban *b)
{
    struct store_value v[ROW_N(BAN_ROW)];
    int n = bind_ban(b, v);
    return store_done(store_run(s, NULL, NULL, Q_SOCIAL_BAN_PUT, v, n));
}

static void on_ban(void *context, const struct store *s, void *row)
{
    read_ban(s, row, 0, context);
}

int social_ban_get(struct store *s, int64_t player, int64_t now, struct social_ban *out)
{
    return store_some(store_query(s, on_ban, out, Q_SOCIAL_BAN_GET, player, now));
}

int social_ban_end(struct store *s, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_SOCIAL_BAN_END, player));
}

/* The first name after all that begin so, in every order of the stores: U+FFFF comes last. */
static void after_all(const char *prefix, char *out, size_t size)
{
    snprintf(out, size, "%s\xEF\xBF\xBF", prefix);
}

int social_members(struct store *s, const char *prefix, int limit, social_on_player *on,
                   void *context)
{
    struct each e = {.on.player = on, .context = context};
    char end[STORE_NAME_BYTES + 4];
    after_all(prefix, end, sizeof end);
    return store_done(store_query(s, on_player, &e, Q_SOCIAL_MEMBERS, prefix, end, limit));
}

int social_players(struct store *s, const char *prefix, bool banned, int64_t now, int limit,
                   social_on_player *on, void *context)
{
    struct each e = {.on.player = on, .context = context};
    if (banned)
        return store_done(
            store_query(s, on_player, &e, Q_SOCIAL_PLAYERS_BANNED, prefix, now, limit));
    char end[STORE_NAME_BYTES + 4];
    after_all(prefix, end, sizeof end);
    return store_done(store_query(s, on_player, &e, Q_SOCIAL_PLAYERS, prefix, end, limit));
}

ROW_READER(read_audit, struct social_audit, AUDIT_TOLD)
ROW_BINDER(bind_audit, struct social_audit, AUDIT_NEW)

int social_audit_add(struct store *s, int64_t by, const char *what, int64_t player,
                     const char *detail, int64_t at)
{
    const struct social_audit audit = {
        .at = at, .by.id = by, .what = what, .player.id = player, .detail = detail};
    struct store_value v[ROW_N(AUDIT_NEW)];
    int n = bind_audit(&audit, v);
    return store_done(store_run(s, NULL, NULL, Q_SOCIAL_AUDIT_ADD, v, n));
}

static void on_audit(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct social_audit d;
    read_audit(s, row, 0, &d);
    e->on.audit(e->context, &d);
}

int social_audit_list(struct store *s, int64_t before, int limit, social_on_audit *on,
                      void *context)
{
    struct each e = {.on.audit = on, .context = context};
    return store_done(store_query(s, on_audit, &e, Q_SOCIAL_AUDIT_LIST, newest(before), limit));
}

/* --- chat lines --- */

ROW_READER(read_chat, struct store_line, CHAT_TOLD)

static void on_chat(void *context, const struct store *s, void *row)
{
    read_chat(s, row, 0, context);
}

int social_chat_get(struct store *s, int64_t id, int64_t *match, struct store_chat *out)
{
    struct store_line chat;
    int err = store_some(store_query(s, on_chat, &chat, Q_SOCIAL_CHAT_GET, id));
    if (err < 0)
        return err;
    *match = chat.of;
    *out = chat.line;
    return 0;
}

static void on_line(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct store_line chat;
    read_chat(s, row, 0, &chat);
    e->on.line(e->context, chat.of, &chat.line);
}

int social_chats_of(struct store *s, int64_t player, social_on_line *on, void *context)
{
    struct each e = {.on.line = on, .context = context};
    return store_done(store_query(s, on_line, &e, Q_SOCIAL_CHATS_OF, player));
}

int social_chat_delete(struct store *s, int64_t id)
{
    return store_done(store_query(s, NULL, NULL, Q_SOCIAL_CHAT_DELETE, id));
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
        store_query(s, on_chat_event, &e, Q_SOCIAL_CHAT_EVENTS, topic_number(topic_match(match))));
}

int social_event_put(struct store *s, int64_t id, const char *data)
{
    return store_done(store_query(s, NULL, NULL, Q_SOCIAL_EVENT_PUT, data, id));
}

/* --- what was played --- */

ROW_READER(read_played, struct social_played, PLAYED_TOLD)

static void on_played(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct social_played p;
    read_played(s, row, 0, &p);
    p.lost = p.finished - p.won - p.drawn;
    e->on.played(e->context, &p);
}

int social_played(struct store *s, int64_t player, int64_t viewer, social_on_played *on,
                  void *context)
{
    struct each e = {.on.played = on, .context = context};
    return store_done(
        store_query(s, on_played, &e, Q_SOCIAL_PLAYED, player, SOCIAL_PLAYED_MATCHES, viewer));
}
