/* test_people.c - people, social contacts and notifications in the store, over both back
 * ends. */
#include "testing.h"

#include "base/err.h"
#include "base/times.h"
#include "mail/rate.h"
#include "postgres.h"
#include "store/community/social.h"
#include "store/core/touched.h"
#include "store/notifications/notification.h"
#include "store/people/mailbox.h"
#include "store/people/people.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct world {
    struct store *s;
    int64_t ann, bob;
};

static int open_at(void **state, const char *where)
{
    static struct world w;
    char buf[320];
    struct text why;
    text_init(&why, buf, sizeof buf);
    if (store_open(where, &w.s, &why) < 0)
        fail_msg("%s", buf);
    assert_int_equal(store_begin(w.s), 0);
    assert_int_equal(store_player_add(w.s, PLAYER_MEMBER, "ann", 1000, &w.ann), 0);
    assert_int_equal(store_player_add(w.s, PLAYER_GUEST, "guest-crow-12", 2000, &w.bob), 0);
    *state = &w;
    return 0;
}

static int open_memory(void **state)
{
    return open_at(state, ":memory:");
}

static int open_postgres(void **state)
{
    return open_at(state, postgres_schema());
}

static int close_world(void **state)
{
    struct world *w = *state;
    int err = store_commit(w->s);
    store_close(w->s);
    return err;
}

/* A match in which the two sit in this order; 0: an open seat. */
static int64_t add_match(struct world *w, int64_t one, int64_t two, enum match_state state)
{
    struct store_match m = {.created_at = 10, .updated_at = 10, .creator = one, .game = "levee"};
    m.width = m.height = 7;
    m.seats_n = 2;
    m.state = state;
    m.seats[0] = (struct store_seat){.kind = SEAT_PLAYER, .player.id = one};
    m.seats[1] = (struct store_seat){.kind = two != 0 ? SEAT_PLAYER : SEAT_OPEN, .player.id = two};
    assert_int_equal(store_match_add(w->s, &m), 0);
    return m.id;
}

static void accounts_names_and_roles(void **state)
{
    struct world *w = *state;
    struct people_account a;
    struct store_player p;
    int64_t n = -1;
    int64_t since = 0;
    int64_t seen = -1;
    assert_int_equal(people_account_get(w->s, w->ann, &a), 0);
    assert_true(a.show_seen && a.role == ROLE_PLAYER && a.password[0] == '\0');
    snprintf(a.about, sizeof a.about, "äöü");
    a.role = ROLE_ADMINISTRATOR;
    a.show_seen = false;
    assert_int_equal(people_account_put(w->s, &a), 0);
    a.renamed_at = INT64_C(1790000000000);
    assert_int_equal(people_account_put(w->s, &a), 0);
    assert_int_equal(people_account_get(w->s, w->ann, &a), 0);
    assert_string_equal(a.about, "äöü");
    assert_true(!a.show_seen && a.renamed_at == INT64_C(1790000000000));
    assert_int_equal(people_role_count(w->s, ROLE_ADMINISTRATOR, &n), 0);
    assert_int_equal(n, 1);
    assert_int_equal(people_times(w->s, w->ann, &since, &seen), 0);
    assert_true(since == 1000 && seen == 0);

    assert_int_equal(store_savepoint(w->s), 0);
    assert_int_equal(people_rename(w->s, w->bob, PLAYER_MEMBER, "ANN"), ERR_CONFLICT);
    store_undo(w->s);
    assert_int_equal(people_former_put(w->s, "guest-crow-12", w->bob, 50), 0);
    assert_int_equal(people_rename(w->s, w->bob, PLAYER_MEMBER, "Bob"), 0);
    assert_int_equal(store_player_named(w->s, "bob", &p), 0);
    assert_true(p.id == w->bob && p.kind == PLAYER_MEMBER);
    static const char *const like[] = {"B0b", "bOb", "b0B"};
    for (size_t i = 0; i < ARRAY_LEN(like); i++) {
        assert_int_equal(store_player_like(w->s, like[i], 0, &p), 0);
        assert_int_equal(p.id, w->bob);
        assert_int_equal(store_player_like(w->s, like[i], w->bob, &p), ERR_NOT_FOUND);
    }
    int64_t names[4];
    static const char *const first[] = {"Iann", "max", "corn1", "t.o_o-0"};
    static const char *const then[] = {"1aNN", "RNAX", "comI", "T.0_O-o"};
    static const char *const other[] = {"jann", "rnex", "cornz", "t-o_o-0"};
    for (size_t i = 0; i < ARRAY_LEN(first); i++) {
        assert_int_equal(store_player_add(w->s, PLAYER_MEMBER, first[i], 1, &names[i]), 0);
        assert_int_equal(store_player_like(w->s, then[i], 0, &p), 0);
        assert_int_equal(p.id, names[i]);
        assert_int_equal(store_player_like(w->s, other[i], 0, &p), ERR_NOT_FOUND);
    }
    assert_int_equal(people_former_get(w->s, "GUEST-crow-12", 49, &n), 0);
    assert_int_equal(n, w->bob);
    assert_int_equal(people_former_get(w->s, "guest-crow-12", 50, &n), ERR_NOT_FOUND);
    assert_int_equal(people_former_forget(w->s, w->bob), 0);
    assert_int_equal(people_former_get(w->s, "guest-crow-12", 0, &n), ERR_NOT_FOUND);
    assert_int_equal(people_account_forget(w->s, w->ann), 0);
}

static void count_session(void *context, const struct people_session *n)
{
    int *count = context;
    (void)n;
    ++*count;
}

static void sessions_tokens_and_tickets(void **state)
{
    struct world *w = *state;
    struct people_session got;
    struct people_ticket ticket = {.player = w->ann, .address = "a@b.example", .until = 100};
    int count = 0;
    assert_false(store_touched(w->s)->any);
    for (int i = 0; i < PEOPLE_SESSIONS_MAX + 3; i++) {
        struct people_session n = {.player.id = w->ann, .made_at = i, .seen_at = i};
        snprintf(n.hash, sizeof n.hash, "%016d%048d", i, 0);
        assert_int_equal(people_session_add(w->s, "cookie", &n), 0);
        /* A new one alone is nothing that others must hear of. */
        assert_int_equal(store_touched(w->s)->any, i >= PEOPLE_SESSIONS_MAX);
    }
    assert_int_equal(people_sessions(w->s, w->ann, "cookie", count_session, &count), 0);
    assert_int_equal(count, PEOPLE_SESSIONS_MAX); /* the oldest went */
    struct people_session token = {.player.id = w->ann, .scopes = SCOPE_CHAT, .label = "bot"};
    snprintf(token.hash, sizeof token.hash, "%064d", 7);
    assert_int_equal(people_session_add(w->s, "token", &token), 0);
    assert_int_equal(people_session_get(w->s, token.hash, &got), 0);
    assert_true(got.is_token && got.scopes == (SCOPE_CHAT | SCOPE_READ));
    assert_string_equal(got.player.name, "ann");
    assert_string_equal(got.label, "bot");
    assert_int_equal(people_seen(w->s, token.hash, w->ann, 5000), 0);
    assert_int_equal(people_session_get(w->s, token.hash, &got), 0);
    assert_int_equal(got.seen_at, 5000);
    assert_int_equal(people_session_end(w->s, w->bob, "token", "0000000000000000"), ERR_NOT_FOUND);
    assert_int_equal(people_session_end(w->s, w->ann, "token", "0000000000000000"), 0);
    assert_int_equal(people_session_get(w->s, token.hash, &got), ERR_NOT_FOUND);
    snprintf(got.hash, sizeof got.hash, "%016d%048d", PEOPLE_SESSIONS_MAX, 0);
    assert_int_equal(people_sessions_end(w->s, w->ann, "cookie", got.hash), 0);
    int64_t left = 0;
    assert_int_equal(people_session_count(w->s, w->ann, "cookie", &left), 0);
    assert_int_equal(left, 1);

    assert_int_equal(people_ticket_add(w->s, "t1", "email", &ticket), 0);
    assert_int_equal(people_ticket_get(w->s, "t1", "recover", 50, &ticket), ERR_NOT_FOUND);
    assert_int_equal(people_ticket_get(w->s, "t1", "email", 100, &ticket), ERR_NOT_FOUND);
    assert_int_equal(people_ticket_get(w->s, "t1", "email", 99, &ticket), 0);
    assert_string_equal(ticket.address, "a@b.example");
    assert_int_equal(people_tickets_forget(w->s, w->ann, "recover"), 0);
    assert_int_equal(people_ticket_get(w->s, "t1", "email", 99, &ticket), 0);
    assert_int_equal(people_ticket_take(w->s, "t1"), 0);
    assert_int_equal(people_ticket_get(w->s, "t1", "email", 99, &ticket), ERR_NOT_FOUND);
    assert_int_equal(people_tickets_trim(w->s, 1000), 0);
    assert_int_equal(mailbox_address_put(w->s, w->ann, "a@b.example", false), 0);
    assert_int_equal(people_address_end(w->s, w->ann, "a@b.example"), 0);
}

static void matches_are_brought_but_those_with_both(void **state)
{
    struct world *w = *state;
    struct store_match m;
    int64_t his = add_match(w, w->bob, 0, MATCH_OPEN);
    int64_t both = add_match(w, w->bob, w->ann, MATCH_RUNNING);
    assert_int_equal(people_bring(w->s, w->bob, w->ann), 0);
    assert_int_equal(store_match_get(w->s, his, &m), 0);
    assert_true(m.creator == w->ann && m.seats[0].player.id == w->ann);
    assert_int_equal(store_match_get(w->s, both, &m), 0);
    assert_true(m.creator == w->bob && m.seats[0].player.id == w->bob);
}

static void on_played(void *context, const struct social_played *p)
{
    *(struct social_played *)context = *p;
}

static void on_player(void *context, const struct store_player *p)
{
    *(struct store_player *)context = *p;
}

static void notes_blocks_and_what_was_played(void **state)
{
    struct world *w = *state;
    static char note[SOCIAL_NOTE_BYTES];
    struct social_played played = {.game = ""};
    struct store_player found = {.id = 0};
    bool blocked = true;
    struct store_match m;
    assert_int_equal(social_note_put(w->s, w->ann, "player", w->bob, "a crow", 5), 0);
    assert_int_equal(social_note_put(w->s, w->ann, "player", w->bob, "a raven", 6), 0);
    assert_int_equal(social_note_get(w->s, w->ann, "player", w->bob, note), 0);
    assert_string_equal(note, "a raven");
    assert_int_equal(social_note_put(w->s, w->ann, "player", w->bob, "", 7), 0);
    assert_int_equal(social_note_get(w->s, w->ann, "player", w->bob, note), 0);
    assert_string_equal(note, "");
    assert_int_equal(social_block(w->s, w->ann, w->bob, true, 1), 0);
    assert_int_equal(social_block(w->s, w->ann, w->bob, true, 2), 0);
    assert_int_equal(social_blocks(w->s, w->bob, w->ann, &blocked), 0);
    assert_false(blocked);
    assert_int_equal(social_blocks(w->s, w->ann, w->bob, &blocked), 0);
    assert_true(blocked);
    assert_int_equal(social_blocked(w->s, w->ann, on_player, &found), 0);
    assert_int_equal(found.id, w->bob);
    assert_int_equal(social_forget(w->s, w->bob), 0);
    assert_int_equal(social_blocks(w->s, w->ann, w->bob, &blocked), 0);
    assert_false(blocked);

    int64_t match = add_match(w, w->ann, w->bob, MATCH_RUNNING);
    assert_int_equal(store_match_get(w->s, match, &m), 0);
    m.state = MATCH_FINISHED;
    m.reason = END_RULES;
    m.winner_seat = m.winner_side = 2;
    assert_int_equal(store_match_update(w->s, &m), 0);
    (void)add_match(w, w->ann, w->ann, MATCH_RUNNING); /* against oneself */
    (void)add_match(w, w->bob, w->ann, MATCH_RUNNING);
    assert_int_equal(social_played(w->s, w->ann, 0, on_played, &played), 0);
    assert_true(played.running == 1 && played.finished == 1 && played.won == 0 &&
                played.lost == 1 && played.drawn == 0);
}

static void on_report(void *context, const struct social_report *r)
{
    *(int64_t *)context = r->id;
}

static void on_audit(void *context, const struct social_audit *d)
{
    assert_string_equal(d->what, "ban");
    assert_int_equal(d->by.id, 0);
    ++*(int *)context;
}

static void on_chat_event(void *context, int64_t id, const char *data)
{
    (void)data;
    *(int64_t *)context = id;
}

static void on_line(void *context, int64_t match, const struct store_chat *line)
{
    (void)match;
    assert_string_equal(line->text, "");
    ++*(int *)context;
}

static void reports_bans_and_deleted_lines(void **state)
{
    struct world *w = *state;
    static struct social_report r;
    struct social_ban ban = {.player = w->bob, .at = 10, .until = 20, .reason = "spam"};
    struct store_chat line;
    struct store_player found = {.id = 0};
    int64_t id = 0;
    int64_t n = 0;
    int deeds = 0;
    r = (struct social_report){.at = 3, .by.id = w->ann, .player.id = w->bob, .reason = "rude"};
    assert_int_equal(social_report_add(w->s, &r), 0);
    assert_int_equal(social_reports_by(w->s, w->ann, &n), 0);
    assert_int_equal(n, 1);
    assert_int_equal(social_reports(w->s, 0, 0, 5, on_report, &id), 0);
    assert_int_equal(id, r.id);
    assert_int_equal(social_report_close(w->s, id, w->ann, 9, "done"), 0);
    assert_int_equal(social_reports_about(w->s, w->bob, &n), 0);
    assert_int_equal(n, 0);
    id = 0;
    assert_int_equal(social_reports(w->s, 0, 0, 5, on_report, &id), 0);
    assert_int_equal(id, 0);
    assert_int_equal(social_reports(w->s, 1, 0, 5, on_report, &id), 0);
    assert_int_equal(social_reports(w->s, -1, id + 1, 5, on_report, &id), 0);
    assert_int_equal(social_report_get(w->s, id, &r), 0);
    assert_string_equal(r.closed_by.name, "ann");
    assert_string_equal(r.answer, "done");

    assert_int_equal(social_ban_put(w->s, &ban), 0);
    assert_int_equal(social_ban_get(w->s, w->bob, 20, &ban), ERR_NOT_FOUND);
    assert_int_equal(social_ban_get(w->s, w->bob, 19, &ban), 0);
    assert_int_equal(social_players(w->s, "guest", true, 19, 5, on_player, &found), 0);
    assert_int_equal(found.id, w->bob);
    found.id = 0;
    assert_int_equal(social_players(w->s, "an", false, 19, 5, on_player, &found), 0);
    assert_int_equal(found.id, w->ann);
    assert_int_equal(social_ban_end(w->s, w->bob), 0);
    assert_int_equal(social_ban_get(w->s, w->bob, 19, &ban), ERR_NOT_FOUND);
    assert_int_equal(social_audit_add(w->s, 0, "ban", w->bob, "spam", 10), 0);
    assert_int_equal(social_audit_list(w->s, 0, 5, on_audit, &deeds), 0);
    assert_int_equal(deeds, 1);

    int64_t match = add_match(w, w->ann, w->bob, MATCH_RUNNING);
    int64_t in = 0;
    int lines = 0;
    struct store_event e = {.match = match, .type = "chat", .data = "{}", .topics_n = 1};
    e.topics[0] = topic_match(match);
    struct store_chat vile = {.player.id = w->bob, .at = 4, .text = "vile"};
    assert_int_equal(store_chat_add(w->s, match, &vile), 0);
    id = vile.id;
    assert_int_equal(store_event_add(w->s, &e, 4), 0);
    assert_int_equal(social_chat_get(w->s, id, &in, &line), 0);
    assert_true(in == match && line.player.id == w->bob && !line.deleted);
    assert_int_equal(social_chat_delete(w->s, id), 0);
    assert_int_equal(social_chat_get(w->s, id, &in, &line), 0);
    assert_true(line.deleted && line.text[0] == '\0');
    n = 0;
    assert_int_equal(social_chat_events(w->s, match, on_chat_event, &n), 0);
    assert_true(n > 0);
    assert_int_equal(social_event_put(w->s, n, "{\"line\":0}"), 0);
    assert_int_equal(social_chats_of(w->s, w->bob, on_line, &lines), 0);
    assert_int_equal(lines, 1);
}

static void on_notice(void *context, const struct notification *n)
{
    ((struct notification *)context)[0] = *n;
}

static void on_id(void *context, int64_t id)
{
    *(int64_t *)context = id;
}

static void on_browser(void *context, const struct notification_browser *b)
{
    *(struct notification_browser *)context = *b;
}

static void on_push(void *context, const struct notification_push *p)
{
    struct notification_push *first = context;
    if (first->id == 0)
        *first = *p;
}

static void notifications_settings_and_pushes(void **state)
{
    struct world *w = *state;
    static struct notification got;
    struct notification n = {.player = w->ann, .match = 3, .kind = NOTIFICATION_TURN, .at = 1};
    struct notification_setting v = {.page = true, .push = WAY_EACH, .mail = WAY_DIGEST};
    struct notification_digest d;
    static struct notification_browser b;
    bool has = false;
    int64_t id = 0;
    int64_t count = 0;
    n.mail_waits = true;
    n.other.id = w->bob;
    assert_int_equal(notification_add(w->s, &n), 0);
    int64_t first = n.id;
    assert_int_equal(notification_add(w->s, &n), 0); /* takes its place */
    assert_true(n.id > first);
    assert_int_equal(notification_unread(w->s, w->ann, &count), 0);
    assert_int_equal(count, 1);
    assert_int_equal(notification_has(w->s, w->ann, 3, NOTIFICATION_TURN, &has), 0);
    assert_true(has);
    assert_int_equal(notification_list(w->s, w->ann, true, 0, 5, on_notice, &got), 0);
    assert_true(got.id == n.id && !got.read && got.kind == NOTIFICATION_TURN);
    assert_string_equal(got.other.name, "guest-crow-12");
    assert_int_equal(notification_waiting(w->s, 0, 5, on_id, &id), 0);
    assert_int_equal(id, w->ann);
    assert_int_equal(notification_read_upto(w->s, w->ann, n.id), 0);
    id = 0;
    assert_int_equal(notification_waiting(w->s, 0, 5, on_id, &id), 0);
    assert_int_equal(id, 0); /* who has read it in the page is not written to */
    n.kind = NOTIFICATION_OVER;
    n.hidden = true;
    assert_int_equal(notification_add(w->s, &n), 0);
    got.id = 0;
    assert_int_equal(notification_list(w->s, w->ann, true, 0, 5, on_notice, &got), 0);
    assert_int_equal(got.id, 0);
    assert_int_equal(notification_due(w->s, w->ann, 5, on_notice, &got), 0);
    assert_int_equal(got.kind, NOTIFICATION_OVER);
    assert_int_equal(notification_told(w->s, w->ann), 0);
    assert_int_equal(notification_read_one(w->s, w->ann, n.id), 0);
    assert_int_equal(notification_cut(w->s, 3, NOTIFICATION_OVER), 0);
    assert_int_equal(notification_trim(w->s, 100), 0);

    assert_int_equal(notification_setting_get(w->s, w->ann, NOTIFICATION_TURN, &v), ERR_NOT_FOUND);
    assert_int_equal(notification_setting_put(w->s, w->ann, NOTIFICATION_TURN, &v), 0);
    assert_int_equal(notification_mail_unset(w->s, w->ann), 0);
    assert_int_equal(notification_setting_get(w->s, w->ann, NOTIFICATION_TURN, &v), 0);
    assert_true(v.page && v.push == WAY_EACH && v.mail == WAY_UNSET);
    assert_int_equal(notification_digest_get(w->s, w->ann, &d), 0);
    assert_true(d.hour == 8 && d.told_at == 0);
    d.told_at = 77;
    assert_int_equal(notification_digest_put(w->s, w->ann, &d), 0);
    assert_int_equal(notification_digest_get(w->s, w->ann, &d), 0);
    assert_int_equal(d.told_at, 77);

    b = (struct notification_browser){
        .player = w->ann, .at = 1, .endpoint = "https://push.example/1"};
    assert_int_equal(notification_browser_put(w->s, &b), 0);
    b.player = w->bob; /* another signs in with the same browser */
    assert_int_equal(notification_browser_put(w->s, &b), 0);
    assert_int_equal(notification_browser_count(w->s, w->ann, &count), 0);
    assert_int_equal(count, 0);
    assert_int_equal(notification_browsers(w->s, w->bob, on_browser, &b), 0);
    assert_int_equal(notification_browser_end(w->s, w->bob, 0, "https://push.example/2"),
                     ERR_NOT_FOUND);
    assert_int_equal(notification_browser_end(w->s, w->bob, 0, "https://push.example/1"), 0);
    assert_int_equal(notification_browser_gone(w->s, b.id), 0);
    assert_int_equal(notification_forget(w->s, w->ann), 0);
}

static int64_t due(struct world *w, int64_t now, const struct notification_after *after,
                   struct notification_push *out)
{
    static const struct notification_after first = {0, 0};
    out->id = 0;
    assert_int_equal(
        notification_push_due(w->s, now, after != NULL ? after : &first, 5, on_push, out), 0);
    return out->id;
}

static struct notification_browser browser_of(struct world *w, int64_t player, const char *endpoint)
{
    struct notification_browser b = {.player = player, .at = 1};
    snprintf(b.endpoint, sizeof b.endpoint, "%s", endpoint);
    assert_int_equal(notification_browser_put(w->s, &b), 0);
    assert_int_equal(notification_browsers(w->s, player, on_browser, &b), 0);
    return b;
}

static void of_one_browser_one_message_is_sent_at_a_time(void **state)
{
    struct world *w = *state;
    struct notification_push p;
    struct notification_push q;
    struct notification_browser b = browser_of(w, w->bob, "https://push.example/1");
    assert_int_equal(notification_push_add(w->s, b.id, "1", 10), 0);
    assert_int_equal(due(w, 9, NULL, &p), 0);
    assert_int_not_equal(due(w, 10, NULL, &p), 0);
    assert_int_equal(notification_push_add(w->s, b.id, "2", 11), 0);
    assert_int_equal(due(w, 12, NULL, &q), p.id);
    assert_int_equal(due(w, 12, &(struct notification_after){p.due_at, p.id}, &q), 0);
    assert_int_equal(notification_push_claim(w->s, &p, 12, 50), 0);
    assert_int_equal(notification_push_claim(w->s, &p, 12, 50), ERR_NOT_FOUND);
    /* Another process does not take the second one meanwhile, nor while the first is put off. */
    assert_int_equal(due(w, 13, NULL, &q), 0);
    q = p;
    q.id = p.id + 1;
    assert_int_equal(notification_push_claim(w->s, &q, 13, 50), ERR_NOT_FOUND);
    assert_int_equal(notification_push_later(w->s, p.id, 60), 0);
    assert_int_equal(due(w, 59, NULL, &q), 0);
    assert_int_equal(due(w, 60, NULL, &q), p.id);
    assert_int_equal(q.tries, 1);
    assert_int_equal(notification_push_claim(w->s, &q, 60, 100), 0);
    assert_int_equal(notification_push_release(w->s, p.id, 61), 0);
    assert_int_equal(due(w, 61, NULL, &q), p.id);
    assert_int_equal(notification_push_done(w->s, p.id), 0);
    assert_int_equal(due(w, 61, NULL, &q), p.id + 1);
    assert_int_equal(notification_push_trim(w->s, 11), 0);
    assert_int_equal(due(w, 61, NULL, &q), p.id + 1);
    assert_int_equal(notification_push_trim(w->s, 12), 0);
    assert_int_equal(due(w, 61, NULL, &q), 0);
    assert_int_equal(notification_browser_gone(w->s, b.id), 0);
}

static void of_one_browser_the_newest_messages_wait(void **state)
{
    struct world *w = *state;
    struct notification_push p;
    struct notification_browser b = browser_of(w, w->bob, "https://push.example/3");
    struct notification_browser other = browser_of(w, w->ann, "https://push.example/4");
    assert_int_equal(notification_push_add(w->s, other.id, "x", 4), 0);
    assert_int_not_equal(due(w, 4, NULL, &p), 0);
    int64_t first = p.id;
    for (int i = 0; i < NOTIFICATION_PUSHES_MAX + 5; i++)
        assert_int_equal(notification_push_add(w->s, b.id, "x", 5), 0);
    int n = 0;
    while (due(w, 5, &(struct notification_after){5, 0}, &p) != 0) {
        assert_int_equal(p.id, first + 6 + n);
        assert_int_equal(notification_push_done(w->s, p.id), 0);
        n++;
    }
    assert_int_equal(n, NOTIFICATION_PUSHES_MAX);
    assert_int_equal(due(w, 5, NULL, &p), first); /* nobody else's */
    assert_int_equal(notification_browser_gone(w->s, b.id), 0);
    assert_int_equal(notification_browser_gone(w->s, other.id), 0);
}

static void on_number(void *context, const struct mailbox_mail *l)
{
    int64_t *at = context;
    at[++at[0]] = l->match;
}

static void a_rate_has_numbers_and_windows(void **state)
{
    (void)state;
    struct rate r;
    assert_int_equal(rate_parse("30/min,2000/day", &r), 0);
    assert_int_equal(r.window[0].most, 30);
    assert_int_equal(r.window[1].most, 0);
    assert_int_equal(r.window[2].most, 2000);
    static const char *const wrong[] = {
        "",       "30",          "30/",         "0/min", "-1/day",      "3/week",
        "3/min,", "3/min 4/day", "3/min,4/min", "x/min", "99999999/day"};
    for (size_t i = 0; i < ARRAY_LEN(wrong); i++)
        assert_false(rate_fits(wrong[i]));
}

/* Three mails of a match and three others wait; five may be sent in an hour. */
static void within_a_limit_mails_about_matches_go_first(void **state)
{
    const struct world *w = *state;
    struct rate r;
    int64_t got[32] = {0};
    int64_t now = 10 * HOUR_MS;
    int room;
    bool near;
    assert_int_equal(rate_parse("5/hour", &r), 0);
    for (int i = 0; i < 6; i++) {
        struct mailbox_mail l = {.player = w->ann,
                                 .match = i < 3 ? 0 : i,
                                 .address = "a@example.net",
                                 .answers = "",
                                 .reply_to = "",
                                 .subject = "s",
                                 .body = "b",
                                 .html = "",
                                 .at = now + i};
        assert_int_equal(mailbox_post(w->s, &l), 0);
    }
    assert_int_equal(rate_room(w->s, &r, now, 32, &room, &near), 0);
    assert_int_equal(room, 5);
    assert_false(near);
    assert_int_equal(mailbox_due_first(w->s, now + 10, 32, on_number, got), 0);
    assert_int_equal(got[0], 6);
    for (int i = 0; i < 6; i++)
        assert_int_equal(got[1 + i], i < 3 ? i + 3 : 0);
    for (int id = 1; id <= 4; id++) {
        assert_int_equal(mailbox_claim(w->s, id, now + 10, now + 20), 0);
        assert_int_equal(mailbox_mark(w->s, id, "sent", now + 10, ""), 0);
        assert_int_equal(rate_room(w->s, &r, now + 11, 32, &room, &near), 0);
        assert_int_equal(room, 5 - id);
        assert_int_equal(near, id == 4);
    }
    /* An hour later there is room again. */
    assert_int_equal(rate_room(w->s, &r, now + 11 + HOUR_MS, 32, &room, &near), 0);
    assert_int_equal(room, 5);
    assert_false(near);
}

static int start(void **state)
{
    (void)state;
    return postgres_start();
}

static int stop(void **state)
{
    (void)state;
    postgres_stop();
    return 0;
}

#define IN_MEMORY(f)   cmocka_unit_test_setup_teardown(f, open_memory, close_world)
#define IN_POSTGRES(f) cmocka_unit_test_setup_teardown(f, open_postgres, close_world)
#define ALL(X)                                                                                     \
    X(accounts_names_and_roles), X(sessions_tokens_and_tickets),                                   \
        X(matches_are_brought_but_those_with_both), X(notes_blocks_and_what_was_played),           \
        X(reports_bans_and_deleted_lines), X(notifications_settings_and_pushes),                   \
        X(of_one_browser_one_message_is_sent_at_a_time),                                           \
        X(of_one_browser_the_newest_messages_wait), X(a_rate_has_numbers_and_windows),             \
        X(within_a_limit_mails_about_matches_go_first)

int main(void)
{
    const struct CMUnitTest memory[] = {ALL(IN_MEMORY)};
    const struct CMUnitTest postgres[] = {ALL(IN_POSTGRES)};
    int failed = cmocka_run_group_tests(memory, NULL, NULL);
    return failed + cmocka_run_group_tests(postgres, start, stop);
}
