/* test_pbm.c - the command language over a service in memory: accounts, challenges, moves, answers
 * to notices, and what must never happen. */
#include "service/core/order.h"
#include "service/matches/matches_view.h"
#include "service/run/open.h"
#include "testing.h"

#include "base/err.h"
#include "mail/pbm_int.h"
#include "mail/words.h"
#include "rules/position.h"
#include "service/people/names.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct world {
    struct service *s;
    struct reader *r;
    struct mail_site site;
    char reply[64 * 1024];
    bool failed, again;
};

static int load_key(struct work *w, void *context)
{
    struct world *world = context;
    return keys_load(batch_store(w), world->site.key);
}

static int open_site(void **state, const struct service_site *site)
{
    static struct world w;
    char buf[200];
    struct text why;
    text_init(&why, buf, sizeof buf);
    w.s = service_prepare(":memory:", &why);
    assert_non_null(w.s);
    w.r = reader_open(w.s, &why);
    assert_non_null(w.r);
    snprintf(w.site.address, sizeof w.site.address, "hoshi@example.org");
    struct order o = {.kind = ORDER_BATCH};
    o.u.batch.apply = load_key;
    o.u.batch.context = &w;
    service_run(w.s, &o);
    assert_int_equal(o.out.kind, OUTCOME_DONE);
    service_begin(w.s, site);
    *state = &w;
    return 0;
}

static int open_world(void **state)
{
    return open_site(state, &(struct service_site){.mails = true});
}

static int open_without_limits(void **state)
{
    return open_site(state, &(struct service_site){.mails = true, .no_limits = true});
}

static int close_world(void **state)
{
    struct world *w = *state;
    reader_close(w->r);
    service_close(w->s);
    return 0;
}

static int apply_seen(struct work *w, void *context)
{
    return mailbox_seen(batch_store(w), context, batch_now(w));
}

/* As the code in mail.c does when it has posted the reply. */
static void mark_seen(struct world *w, char *message_id)
{
    struct order o = {.kind = ORDER_BATCH};
    o.u.batch.apply = apply_seen;
    o.u.batch.context = message_id;
    service_run(w->s, &o);
    assert_int_equal(o.out.kind, OUTCOME_DONE);
}

static const char *run(struct world *w, struct pbm_ask *a)
{
    a->site = &w->site;
    assert_int_equal(pbm_prepare(a, reader_store(w->r)), 0);
    assert_int_equal(pbm_serve(a, w->r), 0);
    if (a->message_id[0] != '\0' && !a->again)
        mark_seen(w, a->message_id);
    snprintf(w->reply, sizeof w->reply, "%s", a->reply.text.buf != NULL ? a->reply.text.buf : "");
    w->failed = a->failed;
    w->again = a->again;
    pbm_free(a);
    return w->reply;
}

/* A mail with that Subject from ann@example.net. */
static const char *say(struct world *w, const char *subject)
{
    struct pbm_ask a = {.subject = subject, .body = "", .from = "ann@example.net"};
    return run(w, &a);
}

static const char *say_body(struct world *w, const char *subject, const char *body)
{
    struct pbm_ask a = {.subject = subject, .body = body, .from = "ann@example.net"};
    return run(w, &a);
}

/* Must be done, and the reply hold the text. */
static void must(struct world *w, const char *subject, const char *text)
{
    const char *reply = say(w, subject);
    if (w->failed || strstr(reply, text) == NULL)
        fail_msg("%s: no \"%s\" in: %s", subject, text, reply);
}

static void must_not(struct world *w, const char *subject, const char *text)
{
    const char *reply = say(w, subject);
    if (!w->failed || strstr(reply, text) == NULL)
        fail_msg("%s: no \"%s\" in: %s", subject, text, reply);
}

/* ann and bob have accounts, and a running match of Palisade 7x7, board 1. */
static void begin(struct world *w)
{
    must(w, "signup ann greypebble", "Welcome, ann");
    must(w, "signup bob wellhidden bob@example.net", "bob@example.net");
    must(w, "palisade challenge -size=7 -password=greypebble ann bob", "Board 1");
    must(w, "palisade accept 1 bob wellhidden", "ann is to move");
}

static struct store_match match_of(struct world *w, int64_t id)
{
    struct store *s = reader_store(w->r);
    struct store_match m;
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_match_get(s, id, &m), 0);
    assert_int_equal(store_commit(s), 0);
    return m;
}

/* The code that was mailed last for this address. */
struct mailed {
    const char *address;
    char code[80];
    int n;
};

static void on_mailed(void *context, const struct mailbox_mail *l)
{
    struct mailed *m = context;
    const char *last = strrchr(l->subject, ' ');
    if (strcmp(l->address, m->address) == 0 && strncmp(l->subject, "address ", 8) == 0) {
        snprintf(m->code, sizeof m->code, "%s", last + 1);
        m->n++;
    }
}

static struct mailed mailed_to(struct world *w, const char *address)
{
    struct store *s = reader_store(w->r);
    struct mailed m = {.address = address};
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(mailbox_due(s, INT64_MAX, 1000, on_mailed, &m), 0);
    assert_int_equal(store_commit(s), 0);
    return m;
}

/* --- words --- */

static void options_stand_anywhere_and_prefixes_are_dropped(void **state)
{
    struct words w;
    assert_int_equal(words_split("Re: FWD:  palisade challenge ann -size=7 bob -jacked", &w), 0);
    assert_int_equal(w.n, 4);
    assert_string_equal(w.word[2], "ann");
    assert_string_equal(words_option(&w, "SIZE"), "7");
    assert_string_equal(words_option(&w, "jacked"), "");
    assert_null(words_option(&w, "level"));
    char big[WORDS_BYTES + 10];
    memset(big, 'a', sizeof big - 1);
    big[sizeof big - 1] = '\0';
    assert_true(words_split(big, &w) < 0);
}

static void a_ply_follows_the_hash(void **state)
{
    char out[16];
    assert_int_equal(words_cut_ply("d4#12", out, sizeof out), 12);
    assert_string_equal(out, "d4");
    assert_int_equal(words_cut_ply("d4", out, sizeof out), -1);
    assert_int_equal(words_cut_ply("d4#x", out, sizeof out), -2);
    assert_int_equal(words_cut_ply("d4#123456", out, sizeof out), -2);
}

/* --- keys --- */

static void a_password_fits_itself_only(void **state)
{
    char stored[MAILBOX_PASSWORD_BYTES];
    assert_int_equal(keys_password("greypebble", stored), 0);
    assert_null(strstr(stored, "greypebble"));
    assert_true(keys_password_fits(stored, "greypebble"));
    assert_true(keys_password_fits(stored, "greypebble"));
    assert_false(keys_password_fits(stored, "Secret"));
}

/* --- the language --- */

static void help_lists_every_command_and_explains_each_game(void **state)
{
    struct world *w = *state;
    must(w, "help all", "GAME challenge [-size=N]");
    must(w, "Help tutorial", "signup ann greypebble");
    must(w, "help challenge", "userid1 moves first");
    must(w, "palisade rules", "Mark Steere");
    must(w, "help claims", "Barrie Evans");
    must(w, "redstone help", "Redstone");
}

static void a_match_is_played_from_signup_to_resignation(void **state)
{
    struct world *w = *state;
    begin(w);
    must(w, "palisade move 1 ann greypebble d4", "You have played d4");
    must(w, "palisade mvoe 1 bob wellhidden d5", "You have played d5");
    must(w, "PALISADE MOVE 1 ann greypebble C3", "bob is to move");
    must(w, "palisade show 1#1", "1. d4");
    must(w, "palisade show bob", "Board 1");
    must(w, "all show bob next", "Board 1");
    must(w, "palisade resign 1 bob wellhidden", "ann has won");
    must(w, "palisade standings", "ann                          1     0     0");
    must(w, "palisade history", "ann has won");
}

static void the_ring_is_drawn_around_the_board(void **state)
{
    struct world *w = *state;
    begin(w);
    must(w, "palisade show 1", "7  o . . . . . . . o  7");
    must(w, "palisade show 1", "o x o x o x o");
}

static void a_wrong_password_plays_nothing_and_is_never_quoted(void **state)
{
    struct world *w = *state;
    begin(w);
    must_not(w, "palisade move 1 ann wrongpass d4", "password is wrong");
    assert_null(strstr(w->reply, "wrongpass"));
    must_not(w, "palisade move 1 bob greypebble d4", "password is wrong");
    must_not(w, "palisade move 1 ann - d4", "does not vouch for your address");
    must_not(w, "palisade move 1 nobody greypebble d4", "password is wrong");
    assert_int_equal(match_of(w, 1).ply, 0);
}

static void a_stale_move_is_refused_with_the_position(void **state)
{
    struct world *w = *state;
    begin(w);
    must(w, "palisade move 1 ann greypebble d4#0", "You have played d4");
    must(w, "palisade move 1 bob wellhidden d5", "You have played d5");
    must_not(w, "palisade move 1 ann greypebble c3#0", "at #0, but the match is at #2 now");
    assert_non_null(strstr(w->reply, "ann is to move"));
    assert_int_equal(match_of(w, 1).ply, 2);
}

static void p1_an_illegal_move_is_refused_with_its_rule(void **state)
{
    struct world *w = *state;
    begin(w);
    must_not(w, "palisade move 1 ann greypebble d5", "rule P1");
}

static void even_sizes_are_refused_and_19_is_the_default(void **state)
{
    struct world *w = *state;
    must(w, "signup ann greypebble", "Welcome");
    must(w, "signup bob wellhidden", "Welcome");
    must_not(w, "palisade challenge -size=8 ann bob", "odd");
    must(w, "palisade challenge ann bob", "Palisade 19x19");
    must_not(w, "levee challenge -size=99 ann bob", "Unknown board");
    must(w, "claims challenge ann bob -size=5x4 -jacked", "Claims 5x4 jacked");
    must_not(w, "levee challenge -jacked ann bob", "Levee has no option -jacked");
}

static void nobody_is_in_a_match_that_they_did_not_accept(void **state)
{
    struct world *w = *state;
    must(w, "signup ann greypebble", "Welcome");
    must(w, "signup bob wellhidden", "Welcome");
    must(w, "levee challenge ann bob", "bob is asked to accept");
    assert_int_equal(match_of(w, 1).state, MATCH_OPEN);
    must(w, "levee accept 1 bob wellhidden", "It has not begun");
    must(w, "levee accept 1 ann greypebble", "ann is to move");
    must(w, "levee challenge ann bob", "Board 2");
    must(w, "levee decline 2 bob wellhidden", "called off");
    assert_int_equal(match_of(w, 2).state, MATCH_ABORTED);
    must_not(w, "levee accept 2 ann greypebble",
             "does not wait for anybody: the match is called off");
}

static void an_answer_to_a_notice_needs_no_password(void **state)
{
    struct world *w = *state;
    begin(w);
    struct store_match m = match_of(w, 1);
    struct pbm_ask a = {.subject = "Re: anything",
                        .body = "d4\nand so on\n",
                        .grant = {.match = 1, .player = m.seats[0].player.id}};
    run(w, &a);
    assert_false(w->failed);
    assert_int_equal(match_of(w, 1).ply, 1);
    /* Bob's cannot move for ann, and a notice of ply 0 is stale for another move now. */
    struct pbm_ask b = {
        .subject = "", .body = "C3\n", .grant = {.match = 1, .player = m.seats[1].player.id}};
    run(w, &b);
    assert_true(w->failed);
    struct pbm_ask c = {
        .subject = "", .body = "resign", .grant = {.match = 1, .player = m.seats[1].player.id}};
    run(w, &c);
    assert_int_equal(match_of(w, 1).winner_seat, 1);
}

static void the_same_message_acts_once(void **state)
{
    struct world *w = *state;
    begin(w);
    for (int i = 0; i < 2; i++) {
        struct pbm_ask a = {.subject = "palisade chat 1 ann greypebble",
                            .body = "hello",
                            .message_id = "a-message-id"};
        run(w, &a);
        assert_int_equal(w->again, i == 1);
    }
    int err;
    json_t *m = reader_match(w->r, 1, 0, NULL, &err);
    assert_int_equal(json_array_size(json_object_get(m, "chat")), 1);
    json_decref(m);
}

/* A mail whose reply could not be written comes again: mark_seen was not reached. */
static const char *deliver(struct world *w, struct pbm_ask *a)
{
    a->site = &w->site;
    assert_int_equal(pbm_prepare(a, reader_store(w->r)), 0);
    assert_int_equal(pbm_serve(a, w->r), 0);
    snprintf(w->reply, sizeof w->reply, "%s", a->reply.text.buf);
    w->failed = a->failed;
    pbm_free(a);
    return w->reply;
}

static void a_mail_without_its_reply_comes_again_and_acts_once(void **state)
{
    struct world *w = *state;
    begin(w);
    for (int i = 0; i < 3; i++) {
        struct pbm_ask a = {.subject = "mult",
                            .body = "palisade chat 1 ann greypebble\n  hello\n"
                                    "palisade move 1 ann greypebble d4\n",
                            .message_id = "one"};
        const char *reply = deliver(w, &a);
        assert_false(w->failed);
        assert_int_equal(strstr(reply, "arrived for the first time") != NULL, i > 0);
    }
    assert_int_equal(match_of(w, 1).ply, 1);
    int err;
    json_t *m = reader_match(w->r, 1, 0, NULL, &err);
    assert_int_equal(json_array_size(json_object_get(m, "chat")), 1);
    json_decref(m);
    /* The password that it changed is no reason to refuse it, nor is a reply address that has run
     * out meanwhile. */
    for (int i = 0; i < 2; i++) {
        struct pbm_ask a = {.subject = "change password bob wellhidden otherwise-9",
                            .from = "bob@example.net",
                            .body = "",
                            .message_id = "two"};
        assert_int_equal(strstr(deliver(w, &a), "first time") != NULL, i > 0);
        assert_false(w->failed);
    }
    /* What was refused changed nothing. It is judged anew, and not said to be done. */
    struct pbm_ask early = {
        .subject = "palisade move 1 ann greypebble a1", .body = "", .message_id = "three"};
    assert_non_null(strstr(deliver(w, &early), "not your turn"));
    assert_true(w->failed);
    must(w, "palisade move 1 bob otherwise-9 d5", "");
    struct pbm_ask late = {
        .subject = "palisade move 1 ann greypebble a1", .body = "", .message_id = "three"};
    (void)deliver(w, &late);
    assert_false(w->failed);
    assert_int_equal(match_of(w, 1).ply, 3);
}

static void multiple_runs_each_line_with_its_text(void **state)
{
    struct world *w = *state;
    begin(w);
    const char *reply = say_body(w, "mult",
                                 "palisade move 1 ann greypebble d4\n"
                                 "  a comment\n"
                                 "palisade chat 1 bob wellhidden\n"
                                 "  good luck\n"
                                 "palisade move 1 bob wellhidden d5\n");
    assert_false(w->failed);
    assert_non_null(strstr(reply, "--- 3: palisade move"));
    assert_int_equal(match_of(w, 1).ply, 2);
    int err;
    json_t *m = reader_match(w->r, 1, 0, NULL, &err);
    const char *line =
        json_string_value(json_object_get(json_array_get(json_object_get(m, "chat"), 0), "text"));
    assert_string_equal(line, "good luck");
    json_decref(m);
}

static void a_submitted_move_is_played_when_confirmed(void **state)
{
    struct world *w = *state;
    begin(w);
    must(w, "palisade submit 1 ann greypebble d4", "Nothing is played yet");
    assert_int_equal(match_of(w, 1).ply, 0);
    must(w, "palisade confirm 1 ann greypebble", "You have played d4");
    must_not(w, "palisade confirm 1 ann greypebble", "submitted no move");
}

static void conditional_moves_are_kept_for_their_owner_only(void **state)
{
    struct world *w = *state;
    begin(w);
    must_not(w, "palisade queue 1 ann greypebble d5 c3", "your turn");
    must(w, "palisade queue 1 bob wellhidden d4 d5 c3 c4", "at #0: d4 d5 c3 c4");
    must_not(w, "palisade queue 1 bob wellhidden d4 zz", "move");
    must(w, "palisade queue 1 bob wellhidden show", "d4 d5 c3 c4");
    must(w, "palisade show 1", "ann is to move");
    assert_null(strstr(w->reply, "d5"));
    must(w, "palisade queue 1 bob wellhidden clear", "were deleted");
    must(w, "palisade queue 1 bob wellhidden show", "none");
}

static void preview_plays_nothing(void **state)
{
    struct world *w = *state;
    begin(w);
    must(w, "palisade preview 1 d4 d5", "None of these moves was played");
    assert_int_equal(match_of(w, 1).ply, 0);
    must_not(w, "palisade preview 1 d5", "rule P1");
}

static void c7_three_play_claims_to_its_end(void **state)
{
    struct world *w = *state;
    must(w, "signup ann greypebble", "Welcome");
    must(w, "signup bob wellhidden", "Welcome");
    must(w, "signup cleo seven-queens", "Welcome");
    must(w, "claims challenge -size=4 -password=greypebble ann bob cleo", "Board 1");
    must(w, "claims accept 1 bob wellhidden", "It has not begun");
    must(w, "claims accept 1 cleo seven-queens", "ann is to move");
    must(w, "claims move 1 ann greypebble b2", "bob is to move");
    must(w, "claims move 1 bob wellhidden pass", "cleo is to move");
    must(w, "claims move 1 cleo seven-queens pass", "ann is to move");
    must(w, "claims move 1 ann greypebble pass", "ann has won");
}

static void r7_redstone_is_swapped_by_mail(void **state)
{
    struct world *w = *state;
    must(w, "signup ann greypebble", "Welcome");
    must(w, "signup bob wellhidden", "Welcome");
    must(w, "set bob wellhidden accept=auto", "accept=auto");
    must(w, "redstone challenge -size=9 -password=greypebble ann bob", "ann is to move");
    must(w, "redstone move 1 ann greypebble e5", "bob is to move");
    must(w, "redstone move 1 bob wellhidden swap", "ann is to move");
    assert_true(match_of(w, 1).swapped);
}

static void matches_have_clocks_that_vacations_stop(void **state)
{
    struct world *w = *state;
    begin(w);
    must_not(w, "levee challenge -clock=3 ann bob", "\"3\" is not a clock");
    must_not(w, "levee challenge -clock=90d ann bob", "too short or too long");
    must(w, "levee challenge -clock=3d -claim -password=greypebble ann bob", "Board 2");
    must(w, "levee accept 2 bob wellhidden", "The clock is 3d claim; ann has time until 2");
    assert_true(match_of(w, 2).deadline > 0);
    must_not(w, "levee claim 2 bob wellhidden", "has not run out");
    must(w, "vacation ann greypebble 7", "7 days");
    assert_int_equal(match_of(w, 2).deadline, 0);
    must(w, "levee show 2", "it stands still");
    must_not(w, "vacation ann greypebble 31", "1 to 30 days");
    must(w, "vacation ann greypebble 0", "is over");
    assert_true(match_of(w, 2).deadline > 0);
    must(w, "levee pause 2 ann greypebble", "asked to stop the clocks");
    must(w, "levee pause 2 bob wellhidden", "You agree to stop the clocks");
    assert_non_null(strstr(w->reply, "for a pause"));
    must(w, "levee resume 2 bob wellhidden", "has time until");
    must_not(w, "levee pause 1 bob wellhidden", "is a match of palisade");
    must_not(w, "palisade pause 1 bob wellhidden", "no clock");
}

static void settings_addresses_and_pauses_are_kept(void **state)
{
    struct world *w = *state;
    must(w, "signup ann greypebble", "A mail with a code was sent to ann@example.net");
    must_not(w, "signup ANN other-pebble", "taken");
    must_not(w, "signup palisade other", "A userid has");
    must_not(w, "signup x:y other", "A userid has");
    must(w, "set ann greypebble mail=digest broadcasts=no", "mail=digest accept=ask broadcasts=no");
    must_not(w, "set ann greypebble mail=often", "not a setting");
    must(w, "change password ann greypebble another-word", "was changed");
    must_not(w, "set ann greypebble", "password is wrong");
    must(w, "vacation ann another-word 7", "7 days");
    must(w, "signoff ann another-word", "signed off");
    must(w, "signup bob wellhidden", "Welcome");
    must_not(w, "levee challenge bob ann", "signed off");
    must(w, "signon ann another-word", "Welcome back");
    must_not(w, "address ann ann@example.net 000000000000000000000000", "wrong for this address");
    char line[200];
    snprintf(line, sizeof line, "Re: address ann ann@example.net %s",
             mailed_to(w, "ann@example.net").code);
    must(w, line, "Thank you");
    must(w, "delete ann another-word", "erased");
    must_not(w, "set ann another-word", "password is wrong");
}

static void errors_name_the_fault_and_the_right_form(void **state)
{
    struct world *w = *state;
    must_not(w, "", "This mail has no command");
    must_not(w, "dance", "no command \"dance\"");
    must_not(w, "palisade", "The command is missing");
    must_not(w, "move 1 ann greypebble d4", "GAME move board userid");
    must_not(w, "palisade move 1", "palisade move board userid");
    must_not(w, "broadcast ann greypebble", "password is wrong");
    must_not(w, "palisade show 77", "There is no board 77");
}

/* Found by the fuzzer: a byte that is no UTF-8 made the event's JSON fail, and the order with
 * it. */
static void chat_that_is_no_utf8_is_mended_and_kept(void **state)
{
    struct world *w = *state;
    begin(w);
    (void)say_body(w, "palisade chat 1 ann greypebble", "hello\xb6you");
    assert_false(w->failed);
    (void)say_body(w, "palisade chat 1 ann\xb6 greypebble", "hello");
    assert_true(w->failed);
}

/* "palisade show 1": the verb and what follows, after the game's name. */
static void PRINTF_LIKE(3, 4) must_game(struct world *w, const char *text, const char *format, ...)
{
    char line[300];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    must(w, line, text);
}

/* Every command that a game has, in a match of that game from challenge to its end. */
static void each_command_is_done(struct world *w, const struct game *g, int board)
{
    const char *n = g->name;
    must_game(w, g->title, "%s rules", n);
    must_game(w, g->title, "%s help", n);
    must_game(w, "bob is asked",
              "%s challenge ann -size=%s bob -rated -clock=3d -password=greypebble", n,
              g->rectangular ? "7x6" : "7");
    must_game(w, "waits for players", "%s games ann bob next", n);
    must_game(w, "ann is to move", "%s accept %d bob wellhidden", n, board);
    assert_true(match_of(w, board).rated);
    must_game(w, "None of these moves", "%s preview %d b2 e2", n, board);
    must_game(w, "Nothing is played yet", "%s submit %d ann greypebble b2", n, board);
    must_game(w, "You have played b2", "%s confirm %d ann greypebble", n, board);
    must_game(w, "d5 c3", "%s queue %d ann greypebble d5#1 c3", n, board);
    must_game(w, "d5 c3", "%s queue %d ann greypebble show", n, board);
    must_game(w, "were deleted", "%s queue %d ann greypebble clear", n, board);
    must_game(w, "You have played E2", "%s mvoe %d bob wellhidden E2#1", n, board);
    must_game(w, "asked to take back", "%s move %d bob wellhidden undo", n, board);
    must_game(w, "You have refused", "%s move %d ann greypebble reject", n, board);
    must_game(w, "ann is to move", "%s show %d#0 %d", n, board, board);
    must_game(w, "2. e2", "%s show ann bob active", n);
    must_game(w, "#2", "%s showas ann greypebble %d", n, board);
    must_game(w, "2. e2", "%s showas ann greypebble next", n);
    (void)say_body(w, n, "hello");
    char line[100];
    snprintf(line, sizeof line, "%s chat %d ann greypebble", n, board);
    (void)say_body(w, line, "hello");
    assert_false(w->failed);
    must_game(w, "You have played g1", "%s move %d ann greypebble g1", n, board); /* to be rated */
    must_game(w, "You have played g6", "%s move %d bob wellhidden g6", n, board);
    must_game(w, "You have played a1", "%s move %d ann greypebble a1", n, board);
    must_game(w, "You have resigned", "%s %s %d bob wellhidden%s", n,
              board % 2 == 0 ? "resign" : "move", board, board % 2 == 0 ? "" : " resign");
    must_game(w, "ann has won", "%s history", n);
    must_game(w, "ann has won", "%s games all", n);
    must_game(w, "ann has won", "%s games bob inactive", n);
    must_game(w, "1     0     0", "%s standings", n);
    must_game(w, "Glicko-2", "%s ratings", n);
    assert_non_null(strstr(w->reply, "ann"));
    assert_non_null(strstr(w->reply, "1 matches"));
    must_game(w, g->title, "list %s", n);
    must_game(w, "bob is asked", "%s challenge -unrated -password=greypebble ann bob", n);
    must_game(w, "declined", "%s decline %d bob wellhidden", n, board + 1);
    assert_false(match_of(w, board + 1).rated);
}

static void every_command_of_a_game_is_done_in_all_four(void **state)
{
    struct world *w = *state;
    must(w, "signup ann greypebble", "Welcome, ann");
    must(w, "signup bob wellhidden bob@example.net", "bob@example.net");
    for (int g = 0; g < GAME_N; g++)
        each_command_is_done(w, games[g], 2 * g + 1);
    must(w, "all show ann", "Palisade 7x7");
    must(w, "all show bob next", "that wait for this player");
    must(w, "all show bob active", "none");
    must(w, "list", "Claims, finished:");
}

static void every_command_has_a_help_of_its_own(void **state)
{
    struct world *w = *state;
    for (int i = 0; i < pbm_rows_n; i++) {
        char line[80];
        snprintf(line, sizeof line, "help %s", pbm_rows[i].name);
        must(w, line, pbm_rows[i].syntax);
        assert_non_null(strstr(w->reply, pbm_rows[i].help));
    }
}

static void signing_off_stops_clocks_like_a_vacation(void **state)
{
    struct world *w = *state;
    begin(w);
    must(w, "levee challenge -clock=3d -password=greypebble ann bob", "Board 2");
    must(w, "levee accept 2 bob wellhidden", "ann has time until");
    must(w, "vacation ann greypebble 20", "20 days");
    must(w, "vacation ann greypebble 0", "over");
    must(w, "signoff ann greypebble", "as on vacation, for up to");
    assert_int_equal(match_of(w, 2).deadline, 0);
    must(w, "signon ann greypebble", "Your clocks run again");
    assert_true(match_of(w, 2).deadline > 0);
    must(w, "signon ann greypebble", "Welcome back"); /* and there is no vacation to end */
    must(w, "vacation ann greypebble 7", "7 days");
    must(w, "signoff ann greypebble", "still on vacation");
    assert_int_equal(match_of(w, 2).deadline, 0);
}

/* --- mails that come back --- */

struct mails {
    struct world *w;
    int64_t id; /* of the newest */
    int n;
    const char *wanted;
};

static void on_mail(void *context, const struct mailbox_mail *l)
{
    struct mails *out = context;
    if (strcmp(l->address, out->wanted) != 0)
        return;
    out->id = l->id;
    out->n++;
}

static int find_mails(struct work *work, void *context)
{
    return mailbox_due(batch_store(work), INT64_MAX, 1000, on_mail, context);
}

static struct mails mails_to(struct world *w, const char *address)
{
    struct mails out = {.w = w, .wanted = address};
    struct order o = {.kind = ORDER_BATCH};
    o.u.batch.apply = find_mails;
    o.u.batch.context = &out;
    service_run(w->s, &o);
    assert_int_equal(o.out.kind, OUTCOME_DONE);
    return out;
}

static int bounce_mail(struct work *work, void *context)
{
    struct mails *l = context;
    int err = mailbox_bounced(batch_store(work), l->id, batch_now(work));
    l->n = err;
    return err == ERR_NOT_FOUND ? 0 : err;
}

/* Whether it was noted. */
static bool bounce(struct world *w, int64_t mail)
{
    struct mails l = {.w = w, .id = mail};
    struct order o = {.kind = ORDER_BATCH};
    o.u.batch.apply = bounce_mail;
    o.u.batch.context = &l;
    service_run(w->s, &o);
    assert_int_equal(o.out.kind, OUTCOME_DONE);
    return l.n == 0;
}

static void confirm(struct world *w, const char *name, const char *address)
{
    char line[300];
    snprintf(line, sizeof line, "address %s %s %s", name, address, mailed_to(w, address).code);
    must(w, line, "Thank you");
}

static void send_message(struct world *w)
{
    (void)say_body(w, "message ann greypebble bob", "hello");
    assert_false(w->failed);
}

static void an_address_that_bounces_gets_no_more_mail(void **state)
{
    static const char bob[] = "bob@example.net";
    struct world *w = *state;
    begin(w);
    confirm(w, "bob", bob);
    must(w, "set bob wellhidden", "Notifications go to bob@example.net");
    for (int i = 0; i < MAILBOX_BOUNCES_MAX; i++) {
        send_message(w);
        int64_t mail = mails_to(w, bob).id;
        assert_true(bounce(w, mail));
        assert_false(bounce(w, mail)); /* the same report once more */
    }
    assert_int_equal(mails_to(w, bob).n, 0); /* what waited is given up */
    send_message(w);
    assert_int_equal(mails_to(w, bob).n, 0);
    must(w, "set bob wellhidden", "bounced");
    must(w, "add bob wellhidden bob@example.net", "code was sent");
    assert_int_equal(mails_to(w, bob).n, 1); /* nothing but the code */
    confirm(w, "bob", bob);
    send_message(w);
    assert_int_equal(mails_to(w, bob).n, 2);
    assert_false(bounce(w, 999999));
}

static void a_mail_is_known_by_its_message_id_and_its_bounce_address(void **state)
{
    struct world *w = *state;
    char text[300];
    keys_mail_id(w->site.key, w->site.address, 7, text, sizeof text);
    assert_int_equal(strncmp(text, "letter-7-", 9), 0);
    assert_int_equal(keys_find_mail(w->site.key, text), 7);
    keys_bounce_address(w->site.key, w->site.address, 12, text, sizeof text);
    assert_int_equal(strncmp(text, "hoshi+b-12-", 11), 0);
    assert_non_null(strstr(text, "@example.org"));
    assert_int_equal(keys_find_mail(w->site.key, text), 12);
    text[9] = '3'; /* another mail's number */
    assert_int_equal(keys_find_mail(w->site.key, text), 0);
    assert_int_equal(keys_find_mail(w->site.key, "a-b-7-00"), 0);
}

/* --- what an answer tells --- */

static void a_challenge_that_waits_tells_everything_that_is_agreed(void **state)
{
    static const char *const told[] = {
        "Palisade, by Mark Steere",           "Size:     5x5",
        "ann (player 1, Black, moves first)", "bob (player 2, White): has not answered yet",
        "Options:  none in this game",        "Rated:    yes",
        "Clock:    3 days for each move",     "Start:    an empty board",
    };
    struct world *w = *state;
    must(w, "signup ann greypebble", "Welcome");
    must(w, "signup bob wellhidden", "Welcome");
    must(w, "palisade challenge -size=5 -rated -clock=3d -password=greypebble ann bob",
         "Board 1, Palisade 5x5: ann, (reserved for bob)");
    for (size_t i = 0; i < ARRAY_LEN(told); i++)
        must(w, "palisade show 1", told[i]);
    must(w, "redstone challenge -noswap -password=greypebble ann bob", "no swap");
    must(w, "claims challenge -jacked -clock=30d+1d<60d -claim -password=greypebble ann anyone",
         "never more than 60 days; an opponent must claim");
    assert_non_null(strstr(w->reply, "jacked stacks count one"));
    must(w, "levee challenge -clock=10m+3x30s -password=greypebble ann bob",
         "10 minutes, then 3 periods of 30 seconds");
}

static void lists_tell_reserved_seats_from_free_ones(void **state)
{
    struct world *w = *state;
    must(w, "signup ann greypebble", "Welcome");
    must(w, "signup bob wellhidden", "Welcome");
    must(w, "levee challenge -size=5 -password=greypebble ann bob", "Board 1");
    must(w, "levee challenge -size=7 -rated -clock=3d -password=greypebble ann anyone", "Board 2");
    must(w, "list", "Board 1, Levee 5x5: ann, (reserved for bob); waits for players");
    must(w, "list", "Board 2, Levee 7x7: ann, (free); waits for players; rated; clock 3d");
}

static void help_of_a_game_begins_with_its_challenge_and_its_sizes(void **state)
{
    struct world *w = *state;
    must(w, "palisade help", "  palisade challenge [-size=N] [-level=N]");
    assert_non_null(strstr(w->reply, "odd, 3 to 25; 19 without this option"));
    assert_true(strstr(w->reply, "palisade challenge") < strstr(w->reply, "Aim."));
    assert_null(strstr(w->reply, "-jacked"));
    assert_null(strstr(w->reply, "userid3"));
    must(w, "claims help", "-size=WxH");
    assert_non_null(strstr(w->reply, "[-jacked]"));
    assert_non_null(strstr(w->reply, "[userid3 userid4]"));
    must(w, "redstone help", "[-noswap]");
    must(w, "palisade help move", "  palisade move board userid password move");
    must(w, "help levee", "  levee challenge [-size=N]");
    must(w, "palisade rules", "Aim.");
    assert_null(strstr(w->reply, "challenge"));
}

static void help_has_a_line_for_each_command(void **state)
{
    struct world *w = *state;
    must(w, "help", "The commands");
    for (int i = 0; i < pbm_rows_n; i++) {
        char line[120];
        char name[40];
        const struct pbm_row *row = &pbm_rows[i];
        snprintf(name, sizeof name, "%s%s", row->flags & PBM_GAME ? "GAME " : "", row->name);
        int n = snprintf(line, sizeof line, "\n  %-16s %s\n", name, row->brief);
        assert_true(n < 80);
        if (strstr(w->reply, line) == NULL)
            fail_msg("no line%s", line);
    }
}

static void rules_alone_lists_the_games(void **state)
{
    struct world *w = *state;
    must(w, "rules", "  palisade   ");
    for (int g = 0; g < GAME_N; g++)
        assert_non_null(strstr(w->reply, games[g]->summary));
    must(w, "rules redstone", "Aim. Take all stones");
    must_not(w, "rules chess", "There is no game \"chess\"");
    assert_non_null(strstr(w->reply, "levee"));
}

static void a_mistyped_word_gets_the_nearest_commands(void **state)
{
    struct world *w = *state;
    must_not(w, "palisade mov 1 ann greypebble d4", "Did you mean:\n  palisade move board");
    must_not(w, "palisade chalenge ann bob", "Did you mean:\n  palisade challenge [-size=N]");
    must_not(w, "lsit", "Did you mean:\n  list [game...]");
    must_not(w, "sigup ann greypebble", "  signup userid password");
    must_not(w, "palisde rules", "Did you mean the game `palisade`?");
    must_not(w, "help chalenge", "Did you mean:\n  GAME challenge");
    must_not(w, "xyzzy", "There is no command \"xyzzy\". `help` lists the commands.");
}

static void commands_of_other_games_work_or_name_what_does(void **state)
{
    struct world *w = *state;
    begin(w);
    must_not(w, "palisade suggest 1 ann greypebble d4", "preview board move");
    must_not(w, "suggest", "GAME chat");
    must_not(w, "palisade kibitz 1 ann greypebble", "GAME chat board userid password");
    must_not(w, "who", "GAME standings");
    must_not(w, "help who", "GAME standings");
    must_not(w, "palisade withdraw 1 ann greypebble", "palisade resign 1 ann password");
    must(w, "levee challenge -password=greypebble ann bob", "Board 2");
    must_not(w, "levee withdraw 2 bob wellhidden", "no challenge on board 2");
    must(w, "levee withdraw 2 ann greypebble", "You have withdrawn your challenge.");
    assert_int_equal(match_of(w, 2).state, MATCH_ABORTED);
}

static void a_password_or_clock_that_is_wrong_stops_a_challenge(void **state)
{
    struct world *w = *state;
    must(w, "signup ann greypebble", "Welcome");
    must(w, "signup bob wellhidden", "Welcome");
    must_not(w, "palisade challenge -password=wrong1 ann bob", "Nothing was done");
    assert_non_null(strstr(w->reply, "palisade challenge [-size=N]"));
    assert_null(strstr(w->reply, "wrong1"));
    must_not(w, "palisade challenge -password ann bob", "Nothing was done");
    must_not(w, "palisade challenge -clock=foo -password=greypebble ann bob",
             "\"foo\" is not a clock");
    assert_non_null(strstr(w->reply, "-clock=30d+1d<60d"));
    must_not(w, "palisade challenge -clock -password=greypebble ann bob", "is not a clock");
    must_not(w, "palisade challenge -size=big ann bob", "\"big\" is not a size");
    assert_non_null(strstr(w->reply, "odd, from 3 to 25"));
    must_not(w, "palisade challenge -level=9 ann engine", "-level=1 to -level=8");
    must(w, "list", "no open, running or finished match");
    must(w, "palisade challenge -claim -clock=3d -password=wellhidden ann bob", "ann is asked");
    assert_string_equal(match_of(w, 1).clock, "3d claim");
}

/* An answer by the reply address of a seat. */
static const char *answer(struct world *w, int64_t match, int seat, const char *body)
{
    struct store_match m = match_of(w, match);
    const struct store_seat *s = &m.seats[seat - 1];
    struct pbm_ask a = {.subject = "Re: anything",
                        .body = body,
                        .grant = {.match = match,
                                  .player = s->player.id != 0 ? s->player.id : s->asked.id,
                                  .ply = m.ply}};
    return run(w, &a);
}

static void an_answer_to_a_challenge_may_be_written_as_people_write(void **state)
{
    static const char *const yes[] = {"Accept!",  "accept, thanks", "\"accept\"", "I accept.",
                                      "Accepted", "*accept*",       "Yes",        "ACCEPT :-)"};
    static const char *const no[] = {"Decline.", "no, sorry", "reject", "I decline, sorry"};
    struct world *w = *state;
    int64_t board = 0;
    must(w, "signup ann greypebble", "Welcome");
    must(w, "signup bob wellhidden", "Welcome");
    for (size_t i = 0; i < ARRAY_LEN(yes); i++) {
        must(w, "levee challenge -size=5 -password=greypebble ann bob", "Board");
        (void)answer(w, ++board, 2, yes[i]);
        if (match_of(w, board).state != MATCH_RUNNING)
            fail_msg("%s: %s", yes[i], w->reply);
    }
    for (size_t i = 0; i < ARRAY_LEN(no); i++) {
        must(w, "levee challenge -size=5 -password=greypebble ann bob", "Board");
        (void)answer(w, ++board, 2, no[i]);
        if (match_of(w, board).state != MATCH_ABORTED)
            fail_msg("%s: %s", no[i], w->reply);
    }
    must(w, "levee challenge -size=5 -password=greypebble ann bob", "Board");
    (void)answer(w, ++board, 2, "Gladly, when do we begin?");
    assert_true(w->failed);
    assert_non_null(strstr(w->reply, "write `accept` or `decline`"));
    (void)answer(w, 1, 1, "b2!");
    assert_int_equal(match_of(w, 1).ply, 1);
}

static void changing_to_the_same_address_changes_nothing(void **state)
{
    static const char bob[] = "bob@example.net";
    struct world *w = *state;
    begin(w);
    confirm(w, "bob", bob);
    int before = mails_to(w, bob).n;
    must(w, "change address bob wellhidden Bob@Example.net",
         "bob@example.net is confirmed already.");
    assert_non_null(strstr(w->reply, "Nothing was changed."));
    must(w, "set bob wellhidden", "Notifications go to bob@example.net");
    assert_int_equal(mails_to(w, bob).n, before); /* no code */
    must(w, "change address bob wellhidden bob@example.net two@example.net",
         "code was sent to two@");
    must(w, "set bob wellhidden", "Notifications go to bob@example.net");
    must_not(w, "change address bob wellhidden nonsense", "Nothing was changed");
    must(w, "set bob wellhidden", "Notifications go to bob@example.net");
    must(w, "change address bob wellhidden three@example.net", "bob@example.net gets no more mail");
    must(w, "set bob wellhidden", "three@example.net is not confirmed");
    assert_null(strstr(w->reply, "two@example.net"));
    assert_null(strstr(w->reply, "bob@example.net"));
}

/* The move that the answer gives as an example, played. */
static void play_the_example(struct world *w, const char *game, int board, const char *name,
                             const char *password)
{
    char line[100];
    char move[16];
    snprintf(line, sizeof line, "%s showas %s %s %d", game, name, password, board);
    must(w, line, "such as ");
    const char *at = strstr(w->reply, "such as ") + 8;
    snprintf(move, sizeof move, "%.*s", (int)strcspn(at, ",.\n"), at);
    const char *red = strstr(at, " for a red stone");
    char stone[16] = "";
    if (red != NULL)
        snprintf(stone, sizeof stone, "%.*s", (int)(red - strstr(at, ", or ") - 5),
                 strstr(at, ", or ") + 5);
    if (stone[0] != '\0') {
        snprintf(line, sizeof line, "%s preview %d %s", game, board, stone);
        must(w, line, "None of these moves");
    }
    snprintf(line, sizeof line, "%s move %d %s %s %s#%d", game, board, name, password, move,
             match_of(w, board).ply);
    must(w, line, "You have played");
}

static void examples_in_answers_are_legal_on_that_board(void **state)
{
    struct world *w = *state;
    char line[120];
    must(w, "signup ann greypebble", "Welcome");
    must(w, "signup bob wellhidden", "Welcome");
    must(w, "set bob wellhidden accept=auto", "auto");
    for (int g = 0; g < GAME_N; g++) {
        snprintf(line, sizeof line, "%s challenge -size=%s -password=greypebble ann bob",
                 games[g]->name, games[g]->rectangular ? "3x4" : "5");
        must(w, line, "ann is to move");
        for (int i = 0; i < 200 && match_of(w, g + 1).state == MATCH_RUNNING; i++) {
            bool ann = match_of(w, g + 1).turn_seat == 1;
            play_the_example(w, games[g]->name, g + 1, ann ? "ann" : "bob",
                             ann ? "greypebble" : "wellhidden");
        }
        if (g != GAME_REDSTONE)
            assert_int_equal(match_of(w, g + 1).state, MATCH_FINISHED);
    }
    must(w, "palisade challenge -size=3 -password=greypebble ann bob", "ann is to move");
    snprintf(line, sizeof line, "palisade move %d ann greypebble b2#x", GAME_N + 1);
    must_not(w, line, "as in c3#0");
}

static void plies_are_counted_the_same_way_everywhere(void **state)
{
    struct world *w = *state;
    begin(w);
    must(w, "palisade move 1 ann greypebble d4#0", "You have played d4");
    must(w, "palisade show 1#1", "1. d4");
    must(w, "list", "#1, bob to move");
    must(w, "palisade showas bob wellhidden 1", "#1\n");
    must(w, "palisade queue 1 ann greypebble d5#1 c3", "at #1: d5 c3");
    must_not(w, "palisade queue 1 ann greypebble d5#0 c3", "You wrote #0, but it is #1 now");
    must_not(w, "palisade move 1 bob wellhidden d5#0",
             "You chose d5 at #0, but the match is at #1 now");
    must_not(w, "palisade submit 1 bob wellhidden d5#0", "at #0, but the match is at #1 now");
    must_not(w, "palisade show 1#2", "1#0 to 1#1");
    must_not(w, "palisade preview 1 d6", "d6 is not allowed at #1");
    must(w, "palisade move 1 ann greypebble undo", "asked to take back");
    assert_non_null(strstr(w->reply, "ann asks to take back to #0"));
}

static void showas_without_active_matches_says_what_it_needs(void **state)
{
    struct world *w = *state;
    must(w, "signup ann greypebble", "Welcome");
    must(w, "palisade showas ann greypebble", "You have no active match of Palisade.");
    assert_non_null(strstr(w->reply, "palisade showas ann password all"));
}

static void offers_are_accepted_and_refused_with_either_word(void **state)
{
    struct world *w = *state;
    begin(w);
    must(w, "levee challenge -clock=3d -password=greypebble ann bob", "Board 2");
    must(w, "levee accept 2 bob wellhidden", "ann is to move");
    must(w, "levee pause 2 ann greypebble", "asked to stop the clocks");
    must(w, "levee move 2 bob wellhidden reject", "You have refused");
    must(w, "levee pause 2 ann greypebble", "asked to stop the clocks");
    (void)answer(w, 2, 2, "decline");
    assert_non_null(strstr(w->reply, "You have refused"));
    must(w, "levee pause 2 ann greypebble", "asked to stop the clocks");
    (void)answer(w, 2, 2, "Accept!");
    assert_true(match_of(w, 2).paused);
    must_not(w, "levee decline 2 bob wellhidden", "has no offer to answer");
}

#define IN_WORLD(f) cmocka_unit_test_setup_teardown(f, open_world, close_world)

/* Only the spelling distinguishes verbs and names, so no name may be a verb. */
static void no_member_is_named_like_a_command(void **state)
{
    (void)state;
    for (int i = 0; i < pbm_rows_n; i++) {
        char others[80];
        char *rest;
        assert_false(names_good(pbm_rows[i].name));
        snprintf(others, sizeof others, "%s", pbm_rows[i].aliases);
        for (char *w = strtok_r(others, " ", &rest); w != NULL; w = strtok_r(NULL, " ", &rest))
            assert_false(names_good(w));
    }
    assert_true(names_good("ann"));
    assert_true(names_good("Ann-Marie_2.b"));
    assert_false(names_good("GUEST-crow-12"));
    assert_false(names_good("Deleted-player-3"));
    assert_false(names_good("2fast"));
    assert_false(names_good("levee"));
}

/* As a mail without any voucher: first checked for the proofs that it contains. */
static bool shows(struct world *w, const char *subject, const char *body, bool serve)
{
    struct pbm_ask a = {.subject = subject, .body = body, .from = "eve@example.net"};
    bool proved = true;
    a.site = &w->site;
    assert_int_equal(pbm_prepare(&a, reader_store(w->r)), 0);
    assert_int_equal(pbm_prove(&a, w->r, &proved), 0);
    if (serve)
        assert_int_equal(pbm_serve(&a, w->r), 0);
    w->failed = a.failed;
    pbm_free(&a);
    return proved;
}

static void wrong_passwords_count_whatever_becomes_of_the_mail(void **state)
{
    struct world *w = *state;
    begin(w);
    for (int i = 0; i < 10; i++)
        assert_false(shows(w, "palisade challenge -password=guess ann bob", "", false));
    must_not(w, "palisade resign 1 ann greypebble", "Too many wrong passwords");
    must_not(w, "palisade resign 1 bob wellhidden", "Too many wrong passwords");
}

/* Whoever has an account may change its password to a guess at another's. */
static void a_right_password_erases_no_guess_at_anothers(void **state)
{
    struct world *w = *state;
    begin(w);
    for (int i = 0; i < 10; i++)
        assert_true(shows(w, "palisade challenge -password=wellhidden ann bob", "", false));
    must_not(w, "palisade resign 1 ann greypebble", "Too many wrong passwords");
    must(w, "palisade showas bob wellhidden", "bob"); /* whose password was right each time */
}

static void wrong_passwords_count_in_commands_that_only_read(void **state)
{
    struct world *w = *state;
    begin(w);
    for (int i = 0; i < 10; i++)
        must_not(w, "palisade showas ann guess", "password is wrong");
    must_not(w, "palisade showas ann greypebble", "Too many wrong passwords");
    must_not(w, "palisade resign 1 ann greypebble", "Too many wrong passwords");
}

static void proof_of_the_sender_may_stand_anywhere_in_the_mail(void **state)
{
    struct world *w = *state;
    begin(w);
    assert_true(
        shows(w, "multiple", "help\npalisade resign 1 ann guess\nset ann greypebble\n", false));
    assert_false(shows(w, "multiple", "list\npalisade show 1\n", true));
    /* The command that opens an account needs no proof, and later ones use its password. */
    assert_false(
        shows(w, "multiple",
              "signup cid openings\npalisade challenge -size=7 -password=openings bob cid\n"
              "set cid openings mail=none\n",
              true));
    assert_false(w->failed);
    must(w, "palisade show 2", "cid");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_stand_anywhere_and_prefixes_are_dropped),
        IN_WORLD(every_command_of_a_game_is_done_in_all_four),
        IN_WORLD(every_command_has_a_help_of_its_own),
        IN_WORLD(signing_off_stops_clocks_like_a_vacation),
        cmocka_unit_test_setup_teardown(an_address_that_bounces_gets_no_more_mail,
                                        open_without_limits, close_world),
        IN_WORLD(a_mail_is_known_by_its_message_id_and_its_bounce_address),
        IN_WORLD(chat_that_is_no_utf8_is_mended_and_kept),
        cmocka_unit_test(no_member_is_named_like_a_command),
        cmocka_unit_test(a_ply_follows_the_hash),
        IN_WORLD(a_password_fits_itself_only),
        IN_WORLD(help_lists_every_command_and_explains_each_game),
        IN_WORLD(a_match_is_played_from_signup_to_resignation),
        IN_WORLD(the_ring_is_drawn_around_the_board),
        IN_WORLD(a_wrong_password_plays_nothing_and_is_never_quoted),
        IN_WORLD(a_stale_move_is_refused_with_the_position),
        IN_WORLD(p1_an_illegal_move_is_refused_with_its_rule),
        IN_WORLD(even_sizes_are_refused_and_19_is_the_default),
        IN_WORLD(nobody_is_in_a_match_that_they_did_not_accept),
        IN_WORLD(an_answer_to_a_notice_needs_no_password),
        IN_WORLD(the_same_message_acts_once),
        IN_WORLD(a_mail_without_its_reply_comes_again_and_acts_once),
        IN_WORLD(multiple_runs_each_line_with_its_text),
        IN_WORLD(a_submitted_move_is_played_when_confirmed),
        IN_WORLD(conditional_moves_are_kept_for_their_owner_only),
        IN_WORLD(preview_plays_nothing),
        IN_WORLD(c7_three_play_claims_to_its_end),
        IN_WORLD(r7_redstone_is_swapped_by_mail),
        IN_WORLD(matches_have_clocks_that_vacations_stop),
        IN_WORLD(settings_addresses_and_pauses_are_kept),
        IN_WORLD(errors_name_the_fault_and_the_right_form),
        IN_WORLD(a_challenge_that_waits_tells_everything_that_is_agreed),
        IN_WORLD(lists_tell_reserved_seats_from_free_ones),
        IN_WORLD(help_of_a_game_begins_with_its_challenge_and_its_sizes),
        IN_WORLD(help_has_a_line_for_each_command),
        IN_WORLD(rules_alone_lists_the_games),
        IN_WORLD(a_mistyped_word_gets_the_nearest_commands),
        IN_WORLD(commands_of_other_games_work_or_name_what_does),
        IN_WORLD(a_password_or_clock_that_is_wrong_stops_a_challenge),
        IN_WORLD(an_answer_to_a_challenge_may_be_written_as_people_write),
        IN_WORLD(changing_to_the_same_address_changes_nothing),
        IN_WORLD(examples_in_answers_are_legal_on_that_board),
        IN_WORLD(plies_are_counted_the_same_way_everywhere),
        IN_WORLD(showas_without_active_matches_says_what_it_needs),
        IN_WORLD(offers_are_accepted_and_refused_with_either_word),
        IN_WORLD(wrong_passwords_count_whatever_becomes_of_the_mail),
        IN_WORLD(a_right_password_erases_no_guess_at_anothers),
        IN_WORLD(wrong_passwords_count_in_commands_that_only_read),
        IN_WORLD(proof_of_the_sender_may_stand_anywhere_in_the_mail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
