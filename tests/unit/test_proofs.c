/* test_proofs.c - play by e-mail: what proves the player of an answer, and for how long; what an
 * answer means; and that nothing private goes to the opponent. */
#include "testing.h"

#include "base/err.h"
#include "mail/commands.h"
#include "mail/pbm_int.h"
#include "mail/reading/privacy.h"
#include "platform/clock.h"
#include "service/core/order.h"
#include "service/run/open.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ann[] = "ann@example.net";
static const char bob[] = "bob@example.net";

struct world {
    struct service *s;
    struct reader *r;
    struct mail_site site;
    char reply[64 * 1024];
    bool failed;
    int64_t ann, bob;
};

static int load_key(struct work *w, void *context)
{
    struct world *world = context;
    return keys_load(batch_store(w), world->site.key);
}

static void in_store(struct world *w, int (*apply)(struct work *, void *), void *context)
{
    struct order o = {.kind = ORDER_BATCH};
    o.u.batch.apply = apply;
    o.u.batch.context = context;
    service_run(w->s, &o);
    assert_int_equal(o.out.kind, OUTCOME_DONE);
}

static const char *run(struct world *w, struct pbm_ask *a)
{
    a->site = &w->site;
    assert_int_equal(pbm_prepare(a, reader_store(w->r)), 0);
    assert_int_equal(pbm_serve(a, w->r), 0);
    snprintf(w->reply, sizeof w->reply, "%s", a->reply.text.buf != NULL ? a->reply.text.buf : "");
    w->failed = a->failed;
    pbm_free(a);
    return w->reply;
}

static void must(struct world *w, const char *subject)
{
    struct pbm_ask a = {.subject = subject, .body = "", .from = "x@example.net"};
    (void)run(w, &a);
    if (w->failed)
        fail_msg("%s: %s", subject, w->reply);
}

static int confirm_both(struct work *work, void *context)
{
    struct world *w = context;
    struct store_player a;
    struct store_player b;
    struct store *s = batch_store(work);
    int err = store_player_named(s, "ann", &a);
    if (err == 0)
        err = store_player_named(s, "bob", &b);
    if (err == 0)
        err = mailbox_address_put(s, a.id, ann, true);
    if (err == 0)
        err = mailbox_address_put(s, b.id, bob, true);
    w->ann = a.id;
    w->bob = b.id;
    return err;
}

/* ann and bob have confirmed addresses, and a running match of Levee 9x9, board 1. */
static int open_world(void **state)
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
    in_store(&w, load_key, &w);
    service_begin(w.s, &(struct service_site){.mails = true, .no_limits = true});
    must(&w, "signup ann greypebble");
    must(&w, "signup bob wellhidden");
    in_store(&w, confirm_both, &w);
    must(&w, "levee challenge -size=9 -password=greypebble ann bob");
    must(&w, "levee accept 1 bob wellhidden");
    *state = &w;
    return 0;
}

static int close_world(void **state)
{
    struct world *w = *state;
    reader_close(w->r);
    service_close(w->s);
    return 0;
}

static struct store_match match_of(struct world *w, int64_t id)
{
    struct store *s = reader_store(w->r);
    struct store_match m;
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_match_get(s, id, &m), 0);
    store_end(s);
    return m;
}

/* A seat with its proof, made `days` ago when `ply` plies were played. */
static struct keys_seat proof_of(struct world *w, int64_t player, int ply, int days)
{
    char text[KEYS_PROOF_BYTES];
    struct keys_seat seat = {.match = 1,
                             .player = player,
                             .ply = ply,
                             .at = clock_unix_ms() / 1000 - days * INT64_C(86400)};
    keys_proof(w->site.key, &seat, text);
    assert_int_equal(keys_find_seat(w->site.key, text, &seat), KEYS_RIGHT);
    return seat;
}

/* An answer to a fresh notification, from the player's own address. */
static const char *answer(struct world *w, int64_t player, const char *body)
{
    struct pbm_ask a = {.subject = "Re: levee board 1: your turn, #0",
                        .body = body,
                        .grant = proof_of(w, player, match_of(w, 1).ply, 0)};
    snprintf(a.from, sizeof a.from, "%s", player == w->ann ? ann : bob);
    return run(w, &a);
}

static void must_say(struct world *w, const char *text)
{
    if (strstr(w->reply, text) == NULL)
        fail_msg("no \"%s\" in: %s", text, w->reply);
}

/* --- proofs --- */

static void a_proof_is_found_wherever_it_travels_and_cannot_be_forged(void **state)
{
    struct world *w = *state;
    const unsigned char *key = w->site.key;
    struct keys_seat seat = {.match = 12, .player = 5, .ply = 17, .at = 1770000000};
    struct keys_seat found;
    char proof[KEYS_PROOF_BYTES];
    char address[300];
    char text[1000];
    keys_proof(key, &seat, proof);
    assert_int_equal(strlen(strrchr(proof, '-') + 1), 26); /* 130 bits in base32 */
    keys_reply_address(key, w->site.address, &seat, address, sizeof address);
    assert_in_range(strcspn(address, "@"), 1, 64); /* RFC 5321, 4.5.3.1.1 */
    snprintf(text, sizeof text, "a <b@c>, hoshi <%s>", address);
    for (int form = 0; form < 3; form++) {
        assert_int_equal(keys_find_seat(key, text, &found), KEYS_RIGHT);
        assert_int_equal(found.match, 12);
        assert_int_equal(found.player, 5);
        assert_int_equal(found.ply, 17);
        assert_int_equal(found.at, 1770000000);
        if (form == 0)
            for (char *c = text; *c != '\0'; c++)
                *c = (char)(*c >= 'a' && *c <= 'z' ? *c - 32 : *c);
        else
            snprintf(text, sizeof text, "Re: levee board 12: your turn [%s]", proof);
    }
    /* Each number and each letter counts. */
    for (size_t i = 0; proof[i] != '\0'; i++) {
        char forged[KEYS_PROOF_BYTES];
        snprintf(forged, sizeof forged, "%s", proof);
        if (forged[i] == '-')
            continue;
        forged[i] = forged[i] == '2' ? '3' : '2';
        assert_int_not_equal(keys_find_seat(key, forged, &found), KEYS_RIGHT);
    }
    assert_int_equal(keys_find_seat(key, "hoshi+12-5-17-0123@example.org", &found), KEYS_NONE);
    /* Another second, another proof. */
    char other[KEYS_PROOF_BYTES];
    seat.at++;
    keys_proof(key, &seat, other);
    assert_string_not_equal(strrchr(other, '-'), strrchr(proof, '-'));
}

static void all_reply_addresses_of_a_player_are_one_caller(void **state)
{
    struct world *w = *state;
    const struct keys_seat seats[] = {{.match = 12, .player = 5, .at = 1770000000},
                                      {.match = 13, .player = 5, .ply = 3, .at = 1770000001},
                                      {.match = 12, .player = 6, .at = 1770000000}};
    uint64_t callers[ARRAY_LEN(seats)];
    char address[300];
    for (size_t i = 0; i < ARRAY_LEN(seats); i++) {
        keys_reply_address(w->site.key, w->site.address, &seats[i], address, sizeof address);
        callers[i] = commands_caller(w->site.key, address);
    }
    assert_true(callers[0] == callers[1]);
    assert_true(callers[0] != callers[2]);
    /* What nobody has proved is one caller, too, and not that of a player. */
    uint64_t others = commands_caller(w->site.key, w->site.address);
    *strchr(address, '-') = '9'; /* a wrong proof */
    assert_true(commands_caller(w->site.key, address) == others);
    assert_true(others != callers[0] && others != callers[2] && others != 0);
}

static int rotate_key(struct work *w, void *context)
{
    return keys_rotate(batch_store(w), *(const int64_t *)context);
}

static void after_a_rotation_former_proofs_count_for_their_time(void **state)
{
    struct world *w = *state;
    const struct keys_seat seat = {.match = 12, .player = 5, .ply = 17, .at = 1770000000};
    struct keys_seat found;
    char proof[KEYS_PROOF_BYTES];
    char fresh[KEYS_PROOF_BYTES];
    char mail[200];
    char quiet[KEYS_TOKEN_BYTES];
    int64_t until = clock_unix_ms() + 3600 * 1000;
    keys_proof(w->site.key, &seat, proof);
    keys_mail_id(w->site.key, w->site.address, 7, mail, sizeof mail);
    keys_confirm(w->site.key, 5, "quiet", quiet);
    in_store(w, rotate_key, &until);
    in_store(w, load_key, w);
    keys_proof(w->site.key, &seat, fresh);
    assert_string_not_equal(fresh, proof);
    assert_int_equal(keys_find_seat(w->site.key, fresh, &found), KEYS_RIGHT);
    assert_int_equal(keys_find_seat(w->site.key, proof, &found), KEYS_RIGHT);
    assert_int_equal(keys_find_mail(w->site.key, mail), 7);
    assert_true(keys_confirms(w->site.key, 5, "quiet", 24, quiet));
    assert_false(keys_confirms(w->site.key, 6, "quiet", 24, quiet));
    /* The former key's time is over, also for a server that goes on: it knows when. */
    const int64_t over = clock_unix_ms() - 1;
    memcpy(w->site.key + 2 * KEYS_KEY, &over, sizeof over);
    assert_int_equal(keys_find_seat(w->site.key, proof, &found), KEYS_WRONG);
    assert_int_equal(keys_find_mail(w->site.key, mail), 0);
    assert_false(keys_confirms(w->site.key, 5, "quiet", 24, quiet));
    /* A second rotation forgets the first key, and days of 0 also the second. */
    until = 0;
    in_store(w, rotate_key, &until);
    in_store(w, load_key, w);
    assert_int_equal(keys_find_seat(w->site.key, proof, &found), KEYS_WRONG);
    assert_int_equal(keys_find_seat(w->site.key, fresh, &found), KEYS_WRONG);
}

static void a_proof_counts_for_a_few_plies_and_sixty_days(void **state)
{
    struct world *w = *state;
    struct pbm_ask a = {.subject = "", .body = "a2", .grant = proof_of(w, w->ann, 0, 61)};
    (void)run(w, &a);
    assert_true(w->failed);
    must_say(w, "older than 60 days");
    a = (struct pbm_ask){.subject = "", .body = "b1", .grant = proof_of(w, w->ann, 0, 59)};
    (void)run(w, &a);
    assert_false(w->failed);
    static const char *const moves[] = {"b3", "b5", "b7", "d1"};
    for (int i = 0; i < 4; i++) {
        (void)answer(w, i % 2 == 0 ? w->bob : w->ann, moves[i]);
        assert_int_equal(match_of(w, 1).ply, 2 + i);
    }
    a = (struct pbm_ask){.subject = "", .body = "resign", .grant = proof_of(w, w->ann, 0, 0)};
    (void)run(w, &a);
    assert_true(w->failed);
    must_say(w, "was for #0, and the match is at #5 now");
    assert_int_equal(match_of(w, 1).state, MATCH_RUNNING);
    a = (struct pbm_ask){.subject = "", .body = "resign", .grant = proof_of(w, w->ann, 1, 0)};
    (void)run(w, &a);
    assert_int_equal(match_of(w, 1).state, MATCH_FINISHED);
}

struct newest {
    const struct world *w;
    const char *address, *wanted; /* wanted: a subject; NULL any */
    int64_t id;
    char subject[200], reply_to[300];
};

static void on_mail(void *context, const struct mailbox_mail *l)
{
    struct newest *n = context;
    if (strcmp(l->address, n->address) != 0 ||
        (n->wanted != NULL && strcmp(l->subject, n->wanted) != 0))
        return;
    n->id = l->id;
    snprintf(n->subject, sizeof n->subject, "%s", l->subject);
    snprintf(n->reply_to, sizeof n->reply_to, "%s", l->reply_to);
}

static int find_newest(struct work *work, void *context)
{
    return mailbox_due(batch_store(work), INT64_MAX, 1000, on_mail, context);
}

static void a_proof_in_other_hands_is_revoked_and_its_owner_gets_a_new_one(void **state)
{
    struct world *w = *state;
    struct keys_seat proof = proof_of(w, w->ann, 0, 0);
    struct pbm_ask theft = {.subject = "", .body = "b1", .from = "bob@example.net", .grant = proof};
    (void)run(w, &theft);
    assert_true(w->failed);
    assert_int_equal(match_of(w, 1).ply, 0);
    must_say(w, "belongs to another player");
    struct pbm_ask own = {.subject = "", .body = "b1", .from = "ann@example.net", .grant = proof};
    (void)run(w, &own);
    assert_int_equal(match_of(w, 1).ply, 0);
    must_say(w, "was revoked");
    struct newest n = {.w = w, .address = ann};
    in_store(w, find_newest, &n);
    assert_string_equal(n.subject, "Your reply address was used by somebody else");
    struct pbm_ask again = {.subject = "", .body = "b1", .from = "ann@example.net"};
    assert_int_equal(keys_find_seat(w->site.key, n.reply_to, &again.grant), KEYS_RIGHT);
    (void)run(w, &again);
    assert_int_equal(match_of(w, 1).ply, 1);
    /* A proven sender whom nobody knows is somebody else, too; an unproven one may be an alias. */
    struct pbm_ask alias = {.subject = "",
                            .body = "b3",
                            .from = "bob@elsewhere.example",
                            .grant = proof_of(w, w->bob, 1, 1)};
    (void)run(w, &alias);
    assert_int_equal(match_of(w, 1).ply, 2);
    struct pbm_ask proven = {.subject = "",
                             .body = "b5",
                             .from = "eve@elsewhere.example",
                             .from_proven = true,
                             .grant = proof_of(w, w->ann, 2, 1)};
    (void)run(w, &proven);
    assert_int_equal(match_of(w, 1).ply, 2);
}

/* context: its reply address. */
static int post_mail(struct work *work, void *context)
{
    struct mailbox_mail l = {.address = ann,
                             .match = 1,
                             .answers = "",
                             .reply_to = context,
                             .subject = "x",
                             .body = "",
                             .html = "",
                             .at = batch_now(work)};
    return mailbox_post(batch_store(work), &l);
}

static struct pbm_ask found(struct world *w, const char *recipient, const char *subject,
                            const char *thread, const char *from)
{
    struct pbm_ask a = {.subject = subject, .body = "b1", .site = &w->site};
    const char *const carriers[GRANT_CARRIERS_N] = {recipient, "", subject, thread};
    snprintf(a.from, sizeof a.from, "%s", from);
    grant_find(&a, carriers);
    return a;
}

static void without_a_plus_the_thread_or_the_subject_proves_the_owner_of_an_address(void **state)
{
    struct world *w = *state;
    char proof[KEYS_PROOF_BYTES];
    char id[400];
    char address[300];
    char coded[200];
    struct keys_seat seat = {.match = 1, .player = w->ann, .at = clock_unix_ms() / 1000};
    struct newest n = {.w = w, .address = ann, .wanted = "x"};
    keys_proof(w->site.key, &seat, proof);
    keys_reply_address(w->site.key, w->site.address, &seat, address, sizeof address);
    in_store(w, post_mail, address);
    in_store(w, find_newest, &n);
    keys_mail_id(w->site.key, w->site.address, n.id, id, sizeof id);
    snprintf(coded, sizeof coded, "AW: levee board 1: your turn, #0 [%s]", proof);
    /* A command in the subject is a command, whatever it answers. */
    struct pbm_ask a = found(w, "hoshi@example.org", "levee show 1", id, ann);
    (void)run(w, &a);
    must_say(w, "Board 1");
    a = found(w, "hoshi@example.org", "Re: levee board 2: your turn, #0", id, ann);
    (void)run(w, &a);
    assert_int_equal(match_of(w, 1).ply, 0);
    a = found(w, "hoshi@example.org", "Re: levee board 1: your turn, #0", id, "eve@example.com");
    (void)run(w, &a);
    assert_int_equal(match_of(w, 1).ply, 0);
    /* From another address it proves nothing, and is not taken away. */
    a = found(w, "hoshi@example.org", coded, "", "eve@example.com");
    (void)run(w, &a);
    assert_int_equal(match_of(w, 1).ply, 0);
    a = found(w, "hoshi@example.org", "Re: levee board 1: your turn, #0", id, ann);
    assert_true(a.grant_is_weak);
    (void)run(w, &a);
    assert_int_equal(match_of(w, 1).ply, 1);
    a = found(w, "hoshi@example.org", coded, "", ann);
    a.body = "show";
    (void)run(w, &a);
    assert_false(w->failed);
    /* A wrong reply address is told as what it is. */
    char *last = address + strcspn(address, "@") - 1;
    *last = *last == 'a' ? 'b' : 'a';
    a = found(w, address, "Re: levee board 1: your turn, #0", "", ann);
    assert_true(a.grant_is_wrong);
    (void)run(w, &a);
    must_say(w, "not one of this server");
}

/* --- what an answer means --- */

static void chat_on_one_line_sends_that_line(void **state)
{
    struct world *w = *state;
    (void)answer(w, w->ann, "chat hello\n\nBest wishes\nAnn\n");
    must_say(w, "Your message was sent: hello\n");
    assert_null(strstr(w->reply, "Ann"));
    (void)answer(w, w->ann, "Chat: hello there,\nhow are you?\n\nAnn");
    must_say(w, "sent: hello there,\nhow are you?\n");
    (void)answer(w, w->ann, "chat\nhello\n\nyou");
    must_say(w, "sent: hello\n\nyou\n");
    (void)answer(w, w->ann,
                 "\xe2\x80\x9c"
                 "chat\xe2\x80\x9d caf\xc3\xa9 \xe2\x80\x93 ok?");
    must_say(w, "sent: caf\xc3\xa9 \xe2\x80\x93 ok?\n");
    (void)answer(w, w->ann, "chat");
    assert_true(w->failed);
}

static void a_question_or_nothing_does_nothing(void **state)
{
    static const char *const questions[] = {
        "resign?", "resign ?",    "Resign? I am not sure", "shall I resign?",
        "b1?",     "\"resign?\"", "resign\xef\xbc\x9f"};
    struct world *w = *state;
    for (size_t i = 0; i < ARRAY_LEN(questions); i++) {
        (void)answer(w, w->ann, questions[i]);
        if (!w->failed || match_of(w, 1).state != MATCH_RUNNING || match_of(w, 1).ply != 0)
            fail_msg("%s: %s", questions[i], w->reply);
    }
    (void)answer(w, w->ann, "resign?");
    must_say(w, "is a question: \"resign?\"");
    (void)answer(w, w->ann, "\n \n");
    must_say(w, "no words of its own");
    must(w, "levee challenge -size=9 -password=greypebble ann bob");
    struct pbm_ask a = {.subject = "",
                        .body = "No longer with the company. Please write to x@example.com",
                        .grant = {.match = 2, .player = w->bob}};
    (void)run(w, &a);
    assert_int_equal(match_of(w, 2).state, MATCH_OPEN);
    a = (struct pbm_ask){
        .subject = "", .body = "No thanks!", .grant = {.match = 2, .player = w->bob}};
    (void)run(w, &a);
    assert_int_equal(match_of(w, 2).state, MATCH_ABORTED);
}

static void a_refusal_quotes_the_word_and_the_line_that_were_read(void **state)
{
    struct world *w = *state;
    (void)answer(w, w->ann, "Thank you for contacting us\n");
    assert_true(w->failed);
    must_say(w, "was read as \"Thank\"");
    must_say(w, "\"Thank you for contacting us\"");
    (void)answer(w, w->ann, "levee move 1 ann greypebble b1");
    assert_null(strstr(w->reply, "greypebble"));
    struct pbm_ask a = {.subject = "set ann -", .body = "", .from = "ann@example.net"};
    (void)run(w, &a);
    must_say(w, "does not vouch for your address");
    assert_null(strstr(w->reply, "password is wrong"));
    a = (struct pbm_ask){
        .subject = "set ann -", .body = "", .from = "eve@example.com", .from_proven = true};
    (void)run(w, &a);
    must_say(w, "eve@example.com is not a confirmed address of ann");
}

static void words_are_read_as_phones_and_servers_write_them(void **state)
{
    static const char *const subjects[] = {
        "levee\xc2\xa0show\xc2\xa0"
        "1",
        "[EXTERNAL] levee show 1",
        "Re: [EXT] AW: levee show 1",
        "***SPAM*** levee show 1",
        "R: levee show 1",
        "Re[2]: levee show 1",
        "Antw: Betr: levee show 1",
        "\xe5\x9b\x9e\xe5\xa4\x8d\xef\xbc\x9a levee show 1",
        "\xe2\x80\x8elevee show \xe2\x80\x9c"
        "1\xe2\x80\x9d",
        "\xef\xbd\x8c\xef\xbd\x85\xef\xbd\x96\xef\xbd\x85\xef\xbd\x85\xe3\x80\x80show 1",
    };
    struct world *w = *state;
    for (size_t i = 0; i < ARRAY_LEN(subjects); i++) {
        struct pbm_ask a = {.subject = subjects[i], .body = ""};
        (void)run(w, &a);
        if (w->failed || strstr(w->reply, "Board 1") == NULL)
            fail_msg("%s: %s", subjects[i], w->reply);
    }
    must(w, "levee challenge \xe2\x80\x93size=7 \xe2\x80\x94password=greypebble ann bob");
    assert_int_equal(match_of(w, 2).width, 7);
    (void)answer(w, w->ann,
                 "\xc2\xa0\xe2\x80\x9e"
                 "b1\xe2\x80\x9c.");
    assert_int_equal(match_of(w, 1).ply, 1);
}

/* --- what goes to others --- */

static void nothing_private_goes_to_the_opponent(void **state)
{
    struct world *w = *state;
    char proof[KEYS_PROOF_BYTES];
    char body[2000];
    struct keys_seat seat = {.match = 1, .player = w->ann, .ply = 0, .at = 1770000000};
    keys_proof(w->site.key, &seat, proof);
    snprintf(body, sizeof body,
             "chat\nhi\nmy ANN@Example.net, ann+x@example.net, mailto:ann%%40example.net\n"
             "ann\xef\xbc\xa0"
             "example.net ann@\nexample.net <ann2@example.com>\n"
             "hoshi+%s@example.org Hoshi@Example.Org hoshi+12-5-\n17-abc@example.org\n%s\nbye",
             proof, proof);
    struct pbm_ask a = {.subject = "Re: x",
                        .body = body,
                        .from = "ann+x@example.net",
                        .senders = "Ann <ann+x@example.net>\nann2@example.com\n",
                        .grant = {.match = 1, .player = w->ann}};
    const char *reply = run(w, &a);
    must_say(w, "Your message was sent: hi");
    must_say(w, "bye");
    must_say(w, "were taken out");
    char *low = strdup(reply);
    for (char *c = low; *c != '\0'; c++)
        *c = (char)(*c >= 'A' && *c <= 'Z' ? *c + 32 : *c);
    assert_null(strstr(low, "example.net"));
    assert_null(strstr(low, "example.com"));
    assert_null(strstr(low, "example.org"));
    assert_null(strstr(low, strrchr(proof, '-')));
    free(low);
    /* The proof in it counts no more. */
    struct pbm_ask b = {.subject = "", .body = "b1"};
    assert_int_equal(keys_find_seat(w->site.key, proof, &b.grant), KEYS_RIGHT);
    (void)run(w, &b);
    must_say(w, "was revoked");
    assert_int_equal(match_of(w, 1).ply, 0);
}

static void an_address_of_somebody_else_may_be_told(void **state)
{
    struct world *w = *state;
    (void)answer(w, w->ann, "chat ask cleo@example.com at 10:00");
    must_say(w, "sent: ask cleo@example.com at 10:00\n");
    assert_null(strstr(w->reply, "taken out"));
}

#define IN_WORLD(f) cmocka_unit_test_setup_teardown(f, open_world, close_world)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_WORLD(a_proof_is_found_wherever_it_travels_and_cannot_be_forged),
        IN_WORLD(all_reply_addresses_of_a_player_are_one_caller),
        IN_WORLD(after_a_rotation_former_proofs_count_for_their_time),
        IN_WORLD(a_proof_counts_for_a_few_plies_and_sixty_days),
        IN_WORLD(a_proof_in_other_hands_is_revoked_and_its_owner_gets_a_new_one),
        IN_WORLD(without_a_plus_the_thread_or_the_subject_proves_the_owner_of_an_address),
        IN_WORLD(chat_on_one_line_sends_that_line),
        IN_WORLD(a_question_or_nothing_does_nothing),
        IN_WORLD(a_refusal_quotes_the_word_and_the_line_that_were_read),
        IN_WORLD(words_are_read_as_phones_and_servers_write_them),
        IN_WORLD(nothing_private_goes_to_the_opponent),
        IN_WORLD(an_address_of_somebody_else_may_be_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
