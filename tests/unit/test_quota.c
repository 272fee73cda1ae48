/* test_quota.c - limits that are too large for a test over HTTP hold, with a clock that the test
 * sets.
 *
 * The limits of mails that confirm an address, for the whole site, and of messages between players.
 * Each test tries to use up the allowance of others and to evade its own (docs/LIMITS.md). */
#include "service/core/order.h"
#include "testing.h"

#include "base/err.h"
#include "mail/pbm.h"
#include "service/core/batch.h"
#include "service/core/quota.h"
#include "service/core/service_int.h"
#include "service/core/texts.h"
#include "service/people/accounts.h"
#include "world.h"

#include <stdio.h>
#include <string.h>

static const int64_t minute = 60000, hour = 3600000;

/* --- mails that confirm an address --- */

enum { SITE_MAILS = 500, CALLER_MAILS = 10 };

/* New members. Each has their own network and gives one address. */
struct newcomers {
    int from, n;
    int64_t wait_ms; /* out: how long the last member must wait; 0: the mail was sent */
    int sent;        /* out: the number of members who were sent a mail */
};

static int ask_newcomer(struct work *work, int n, int64_t *wait_ms)
{
    struct accounts_claim claim = {.player.kind = PLAYER_MEMBER};
    char name[32];
    char address[64];
    char caller[32];
    snprintf(name, sizeof name, "newcomer-%d", n);
    snprintf(address, sizeof address, "%s@example.net", name);
    snprintf(caller, sizeof caller, "10.%d.%d.1", n / 256, n % 256);
    claim.address = address;
    claim.caller = caller;
    int err = store_player_named(batch_store(work), name, &claim.player);
    if (err == ERR_NOT_FOUND)
        err = store_player_add(batch_store(work), PLAYER_MEMBER, name, batch_now(work),
                               &claim.player.id);
    if (err == 0)
        err = accounts_address(work, &claim);
    *wait_ms = claim.wait_ms;
    return err;
}

static int apply_newcomers(struct work *work, void *context)
{
    struct newcomers *all = context;
    int err = 0;
    for (int i = 0; err == 0 && i < all->n; i++) {
        err = ask_newcomer(work, all->from + i, &all->wait_ms);
        all->sent += all->wait_ms == 0;
    }
    return err;
}

/* The number of n newcomers who get their mail. */
static int sent_to(struct world *w, int from, int n)
{
    struct newcomers all = {.from = from, .n = n};
    assert_int_equal(batch_run_alone(w->s, apply_newcomers, &all), OUTCOME_DONE);
    return all.sent;
}

/* How long the n-th newcomer must wait for their mail. */
static int64_t wait_of(struct world *w, int n)
{
    struct newcomers one = {.from = n, .n = 1};
    assert_int_equal(batch_run_alone(w->s, apply_newcomers, &one), OUTCOME_DONE);
    return one.wait_ms;
}

static void the_site_asks_500_addresses_at_once_and_then_one_a_minute(void **state)
{
    struct world *w = *state;
    world_site(w, &(struct service_site){.mails = true});
    assert_int_equal(sent_to(w, 0, SITE_MAILS), SITE_MAILS);
    /* Another network, address or player does not help: the allowance of the site is used up. */
    assert_int_equal(wait_of(w, SITE_MAILS), minute);
    assert_int_equal(wait_of(w, SITE_MAILS + 1), minute);
    /* The refused players have used up nothing of their own, not even the daily mail to their
     * address. */
    world_pass(w, minute);
    assert_int_equal(wait_of(w, SITE_MAILS), 0);
    assert_int_equal(wait_of(w, SITE_MAILS + 1), minute);
    world_pass(w, minute);
    assert_int_equal(wait_of(w, SITE_MAILS + 1), 0);
}

/* Players of one network. Each asks for a mail to one address. */
static int apply_crowd(struct work *work, void *context)
{
    int *sent = context;
    int err = 0;
    for (int n = 0; err == 0 && n < 5 * CALLER_MAILS; n++) {
        char text[64];
        struct accounts_claim claim = {.player.kind = PLAYER_MEMBER, .caller = "192.0.2.66"};
        snprintf(text, sizeof text, "crowd-%d", n);
        err = store_player_add(batch_store(work), PLAYER_MEMBER, text, batch_now(work),
                               &claim.player.id);
        snprintf(text, sizeof text, "victim%d@example.net", n);
        claim.address = text;
        if (err == 0)
            err = accounts_address(work, &claim);
        *sent += claim.wait_ms == 0;
    }
    return err;
}

static void one_network_does_not_spend_the_mails_of_the_site(void **state)
{
    struct world *w = *state;
    int sent = 0;
    world_site(w, &(struct service_site){.mails = true});
    assert_int_equal(batch_run_alone(w->s, apply_crowd, &sent), OUTCOME_DONE);
    assert_int_equal(sent, CALLER_MAILS);
    /* Requests that were refused there do not count for the site. */
    const int left = SITE_MAILS - CALLER_MAILS;
    assert_int_equal(sent_to(w, 0, left), left);
    assert_int_not_equal(wait_of(w, SITE_MAILS), 0);
}

/* --- accounts --- */

struct signing_up {
    const char *before, *after; /* of an address: what stands around a number */
    int from, n, each;          /* networks, and accounts of each */
    int opened;                 /* out */
};

static int apply_signups(struct work *work, void *context)
{
    struct signing_up *s = context;
    int err = 0;
    for (int i = 0; err == 0 && i < s->n * s->each; i++) {
        char address[64];
        int64_t wait_ms;
        snprintf(address, sizeof address, "%s%d%s", s->before, s->from + i / s->each, s->after);
        err = quota_signup(work, address, &wait_ms);
        s->opened += err == 0 && wait_ms == 0;
    }
    return err;
}

static int opened(struct world *w, const char *before, const char *after, int from, int n, int each)
{
    struct signing_up s = {.before = before, .after = after, .from = from, .n = n, .each = each};
    assert_int_equal(batch_run_alone(w->s, apply_signups, &s), OUTCOME_DONE);
    return s.opened;
}

static void accounts_of_neighbours_are_counted_together(void **state)
{
    enum { NEAR = 30, WIDE = 240 };
    struct world *w = *state;
    world_site(w, &(struct service_site){.mails = false});
    /* One address spends its own allowance and not that of its neighbours, */
    assert_int_equal(opened(w, "192.0.2.", "", 1, 1, 100), NEAR);
    assert_int_equal(opened(w, "192.0.2.", "", 2, 1, 100), NEAR);
    /* but all of them together have no more than eight of them, in either family. */
    assert_int_equal(opened(w, "192.0.2.", "", 3, 100, NEAR), WIDE - 2 * NEAR);
    assert_int_equal(opened(w, "::ffff:192.0.2.", "", 200, 20, 1), 0);
    assert_int_equal(opened(w, "198.51.100.", "", 1, 1, NEAR), NEAR);
    assert_int_equal(opened(w, "2001:db8:1:", "::1", 0, 100, NEAR), WIDE);
    assert_int_equal(opened(w, "2001:db8:", "::1", 2, 1, NEAR), NEAR);
    /* Who was refused has spent nothing of the larger network's. */
    world_pass(w, minute);
    assert_int_equal(opened(w, "192.0.2.", "", 120, 1, 100), NEAR);
}

/* --- texts --- */

enum { MEMBER_KIB = 16 * 1024, NET_MIB = 64 };

struct writing {
    struct store_player by;
    const char *address;
    size_t bytes;
};

static int apply_text(struct work *work, void *context)
{
    struct writing *t = context;
    work->order->asker = t->by;
    work->order->address = t->address;
    return texts_pay(work, t->bytes);
}

static enum outcome_kind write_text(struct world *w, int64_t player, const char *address,
                                    size_t kib)
{
    struct writing t = {
        {.id = player, .kind = PLAYER_MEMBER, .name = "writer"}, address, kib * 1024};
    return batch_run_alone(w->s, apply_text, &t);
}

static void texts_of_members_have_a_budget_and_those_of_a_network_together(void **state)
{
    struct world *w = *state;
    world_site(w, &(struct service_site){.mails = true});
    assert_int_equal(write_text(w, 1, "192.0.2.1", MEMBER_KIB - 1), OUTCOME_DONE);
    assert_int_equal(write_text(w, 1, "192.0.2.1", 2), OUTCOME_TOO_MANY);
    assert_int_equal(write_text(w, 1, "198.51.100.1", 2), OUTCOME_TOO_MANY); /* elsewhere, too */
    world_pass(w, 20 * 1000);
    assert_int_equal(write_text(w, 1, "192.0.2.1", 2), OUTCOME_DONE);
    /* The others of the network have what is left of it; a text that was refused took nothing. */
    for (int64_t n = 2; n < 2 + NET_MIB / 16 - 1; n++)
        assert_int_equal(write_text(w, n, "192.0.2.1", MEMBER_KIB), OUTCOME_DONE);
    assert_int_equal(write_text(w, 99, "192.0.2.1", 20), OUTCOME_TOO_MANY);
    assert_int_equal(write_text(w, 99, "192.0.2.2", MEMBER_KIB), OUTCOME_DONE);
    /* The networks of a customer of IPv6 are one. */
    for (int64_t n = 0; n < NET_MIB / 16; n++) {
        char address[64];
        snprintf(address, sizeof address, "2001:db8:1:%d::1", (int)n);
        assert_int_equal(write_text(w, 100 + n, address, MEMBER_KIB), OUTCOME_DONE);
    }
    assert_int_equal(write_text(w, 200, "2001:db8:1:ff::1", 20), OUTCOME_TOO_MANY);
    assert_int_equal(write_text(w, 200, "2001:db8:2:ff::1", 20), OUTCOME_DONE);
}

/* --- messages --- */

enum { WRITERS = 16, READERS = 6, PAIR = 5, WRITER = 20, READER = 60 };

struct people {
    struct store_player writers[WRITERS], readers[READERS];
};

static int add_person(struct work *work, const char *name, struct store_player *out)
{
    struct mailbox_player settings = {.broadcasts = true};
    struct store *store = batch_store(work);
    int err = store_player_add(store, PLAYER_MEMBER, name, batch_now(work), &settings.player);
    if (err == 0)
        err = mailbox_player_put(store, &settings);
    return err < 0 ? err : store_player_get(store, settings.player, out);
}

static int add_people(struct work *work, void *context)
{
    struct people *p = context;
    char name[32];
    int err = 0;
    for (int i = 0; err == 0 && i < WRITERS; i++) {
        snprintf(name, sizeof name, "writer-%d", i);
        err = add_person(work, name, &p->writers[i]);
    }
    for (int i = 0; err == 0 && i < READERS; i++) {
        snprintf(name, sizeof name, "reader-%d", i);
        err = add_person(work, name, &p->readers[i]);
    }
    return err;
}

/* Whether a message is sent. A refusal must say when to try again. */
static bool write_to(struct world *w, const struct store_player *writer, const char *reader)
{
    static const struct mail_site site = {.address = "hoshi@example.org"};
    char subject[100];
    snprintf(subject, sizeof subject, "message %s - %s", writer->name, reader);
    struct pbm_ask a = {.subject = subject, .body = "hello", .proven = *writer, .site = &site};
    assert_int_equal(pbm_prepare(&a, reader_store(w->r)), 0);
    assert_int_equal(pbm_serve(&a, w->r), 0);
    const char *expected = a.failed ? "too many messages. Try again in" : "Your message goes to";
    if (strstr(a.reply.text.buf, expected) == NULL)
        fail_msg("%s: %s", subject, a.reply.text.buf);
    bool sent = !a.failed;
    pbm_free(&a);
    return sent;
}

static void nobody_is_written_to_more_than_60_times(void **state)
{
    struct world *w = *state;
    struct people p;
    assert_int_equal(batch_run_alone(w->s, add_people, &p), OUTCOME_DONE);
    for (int i = 0; i < READER / PAIR; i++)
        for (int k = 0; k < PAIR; k++)
            assert_true(write_to(w, &p.writers[i], "reader-0"));
    /* More writers or another spelling of the name do not help. */
    assert_false(write_to(w, &p.writers[READER / PAIR], "reader-0"));
    assert_false(write_to(w, &p.writers[READER / PAIR + 1], "READER-0"));
    /* The allowances of other readers, and of the writers who were refused, are untouched. */
    for (int k = 0; k < PAIR; k++)
        assert_true(write_to(w, &p.writers[READER / PAIR], "reader-1"));
    assert_false(write_to(w, &p.writers[READER / PAIR], "reader-1"));
    world_pass(w, 10 * minute);
    assert_true(write_to(w, &p.writers[READER / PAIR], "reader-0"));
    assert_false(write_to(w, &p.writers[READER / PAIR + 1], "reader-0"));
}

static void nobody_writes_more_than_20_messages(void **state)
{
    struct world *w = *state;
    struct people p;
    assert_int_equal(batch_run_alone(w->s, add_people, &p), OUTCOME_DONE);
    for (int i = 0; i < WRITER; i++)
        assert_true(write_to(w, &p.writers[0], p.readers[i / PAIR].name));
    assert_false(write_to(w, &p.writers[0], "reader-4"));
    assert_false(write_to(w, &p.writers[0], "reader-5"));
    assert_true(write_to(w, &p.writers[1], "reader-4"));
    world_pass(w, hour / 2);
    assert_true(write_to(w, &p.writers[0], "reader-4"));
    assert_false(write_to(w, &p.writers[0], "reader-5"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_site_asks_500_addresses_at_once_and_then_one_a_minute,
                                        world_setup, world_teardown),
        cmocka_unit_test_setup_teardown(
            texts_of_members_have_a_budget_and_those_of_a_network_together, world_setup,
            world_teardown),
        cmocka_unit_test_setup_teardown(accounts_of_neighbours_are_counted_together, world_setup,
                                        world_teardown),
        cmocka_unit_test_setup_teardown(one_network_does_not_spend_the_mails_of_the_site,
                                        world_setup, world_teardown),
        cmocka_unit_test_setup_teardown(nobody_is_written_to_more_than_60_times, world_setup,
                                        world_teardown),
        cmocka_unit_test_setup_teardown(nobody_writes_more_than_20_messages, world_setup,
                                        world_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
