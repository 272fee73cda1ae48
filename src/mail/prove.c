/* prove.c - the identity that a command claims, and its proof: passwords, with limits on tries
 * (service/core/quota.h), sessions, and addresses that a trusted server vouches for. */
#include "mail/pbm_int.h"

#include "base/err.h"
#include "service/community/moderation.h"
#include "service/core/order.h"
#include "service/core/quota.h"
#include "service/people/accounts.h"
#include "store/people/people.h"
#include <stdio.h>
#include <string.h>

enum { MISSES_MAX = 3 /* of one mail */, MISSES_WAIT_MS = 30 * 1000 };

/* Where userid and password stand among the arguments; -1: this command has none. */
static int auth_at(const struct pbm_command *c)
{
    if (c->row == NULL || c->row->auth == PBM_ANYBODY || !pbm_wants(c->row, c->words.n))
        return -1;
    int at = c->row->auth == PBM_SECOND ? 1 : 0;
    if (c->row->flags & PBM_SETS_PASSWORD)
        at = 1;
    return at + 1 < c->words.n ? at : -1;
}

/* The hash that the password of this command is compared with: for commands about the account
 * itself the account's, if it has one. "" if there is no password. */
static int stored_password(const struct pbm_command *c, struct store *store, int64_t player,
                           char out[MAILBOX_PASSWORD_BYTES], bool *by_account)
{
    struct people_account account;
    struct mailbox_player settings;
    *by_account = false;
    out[0] = '\0';
    if (c->row->flags & PBM_NEEDS_PASSWORD) {
        int err = people_account_get(store, player, &account);
        *by_account = err == 0 && account.password[0] != '\0';
        if (*by_account)
            snprintf(out, MAILBOX_PASSWORD_BYTES, "%s", account.password);
        if (err < 0 || *by_account)
            return err;
    }
    int err = mailbox_player_get(store, player, &settings);
    if (err == 0)
        snprintf(out, MAILBOX_PASSWORD_BYTES, "%s", settings.password);
    return err == ERR_NOT_FOUND ? 0 : err;
}

static int check_password(struct pbm_ask *a, struct pbm_command *c, struct reader *reader,
                          const char *name, const char *password)
{
    struct store_player p;
    struct store *store = reader_store(reader);
    if (strcmp(password, "-") == 0)
        return 0;
    c->wrong_password = true;
    int err = store_player_named(store, name, &p);
    if (err == 0)
        err = stored_password(c, store, p.id, c->against, &c->by_account);
    if (err < 0)
        return err == ERR_NOT_FOUND ? 0 : err;
    const struct quota_guesser g = {.player = p.id, .caller = a->caller, .browser = ""};
    /* One mail with many commands is not a way to guess often. */
    bool may = a->misses < MISSES_MAX;
    if (may)
        err = quota_may_guess(reader_service(reader), store, &g, &c->wait_ms);
    if (err < 0 || !may || c->wait_ms > 0) {
        c->wait_ms = c->wait_ms > 0 ? c->wait_ms : MISSES_WAIT_MS;
        return err;
    }
    if (c->against[0] != '\0' && keys_password_fits(c->against, password)) {
        c->proved = p.id;
        c->wrong_password = false;
    } else {
        ASSERT(c->missed_n < PBM_MISSED_MAX);
        c->missed[c->missed_n++] = p.id;
        a->misses++;
    }
    c->checked = true;
    return 0;
}

static int is_at_home(const struct pbm_ask *a, struct reader *reader, const char *name, bool *known)
{
    struct store_player p;
    int err = store_player_named(reader_store(reader), name, &p);
    if (err == 0)
        err = quota_knows(reader_store(reader), p.id, a->caller, known);
    return err == ERR_NOT_FOUND ? 0 : err;
}

/* `-password=P` of a challenge: the password of any player who is named. It is not checked in
 * advance if an earlier command of the mail may create the account of one of them.
 *
 * Those who were at this place before are tried first, so that a player who challenges others from
 * home makes no guess at theirs. Whatever is tried before the right one was a guess, and stays
 * counted: otherwise anybody who has an account could guess as often as they like. */
static int check_challenge(struct pbm_ask *a, struct pbm_command *c, struct reader *reader,
                           bool early)
{
    const char *password = words_option(&c->words, "password");
    int n = c->words.n < PBM_MISSED_MAX ? c->words.n : PBM_MISSED_MAX;
    int err = 0;
    struct store_player p;
    if (password == NULL)
        return 0;
    for (int i = 0; early && err == 0 && i < n; i++)
        err = store_player_named(reader_store(reader), c->words.word[i], &p);
    for (int home = 1; home >= 0; home--) {
        for (int i = 0; c->proved == 0 && err == 0 && i < n; i++) {
            bool known = false;
            err = is_at_home(a, reader, c->words.word[i], &known);
            if (err == 0 && known == (home == 1))
                err = check_password(a, c, reader, c->words.word[i], password);
        }
    }
    return err == ERR_NOT_FOUND ? 0 : err;
}

bool prove_by_password(const struct pbm_command *c)
{
    int at = auth_at(c);
    if (c->row == NULL || c->checked || (c->row->flags & PBM_MAKES_PLAYER))
        return false;
    return (c->row->flags & PBM_CHALLENGES) ? words_option(&c->words, "password") != NULL
                                            : at >= 0 && strcmp(c->words.word[at + 1], "-") != 0;
}

int prove_check(struct pbm_ask *a, struct pbm_command *c, struct reader *reader, bool early)
{
    int at = auth_at(c);
    if (c->row == NULL || c->checked)
        return 0;
    c->wait_ms = 0;
    if (c->row->flags & PBM_CHALLENGES)
        return check_challenge(a, c, reader, early);
    if (at < 0 || (c->row->flags & PBM_MAKES_PLAYER))
        return 0;
    return check_password(a, c, reader, c->words.word[at], c->words.word[at + 1]);
}

int prove_hash(struct pbm_command *c)
{
    int at = auth_at(c);
    if (at < 0)
        return 0;
    if (c->row->flags & PBM_MAKES_PLAYER)
        return keys_password(c->words.word[1], c->password);
    if ((c->row->flags & PBM_SETS_PASSWORD) && c->words.n == 4 && c->proved != 0)
        return keys_password(c->words.word[3], c->password);
    return 0;
}

/* The password may have been changed since it was checked. */
static int still_proved(struct pbm_run *run, bool *proven)
{
    const struct pbm_command *c = run->c;
    char now[MAILBOX_PASSWORD_BYTES];
    bool by_account;
    int err = stored_password(c, run->store, c->proved, now, &by_account);
    *proven = err == 0 && strcmp(now, c->against) == 0;
    if (*proven && run->w != NULL && run->ask->caller[0] != '\0')
        err = quota_been_here(run->w, c->proved, run->ask->caller, "");
    return err;
}

struct owner {
    int64_t player;
    bool found;
};

static void on_owner(void *context, int64_t id)
{
    struct owner *o = context;
    o->found = o->found || o->player == id;
}

int prove_owns(struct pbm_run *run, int64_t player, bool *owns)
{
    struct owner o = {player, false};
    int err = run->ask->from_proven && run->ask->from[0] != '\0'
                  ? mailbox_owners(run->store, run->ask->from, on_owner, &o)
                  : 0;
    *owns = err == 0 && o.found;
    return err;
}

/* `-` was given instead of a password, and nothing proves the sender. */
static int refuse_silent(struct pbm_run *run, const struct store_player *p)
{
    const struct pbm_ask *a = run->ask;
    if (a->from[0] == '\0')
        return pbm_refuse(run,
                          "Nothing shows that you are %s: give the mail password instead of `-`, or"
                          " sign in. Nothing was done.",
                          p->name);
    if (a->from_proven)
        return pbm_refuse(run,
                          "%s is not a confirmed address of %s. Give the mail password instead of"
                          " `-`, or `add` the address. Nothing was done.",
                          a->from, p->name);
    return pbm_refuse(run,
                      "Our mail server does not vouch for your address (no DMARC result for %s), so"
                      " `-` does not do. Give the mail password instead. Nothing was done.",
                      a->from);
}

int prove_actor(struct pbm_run *run)
{
    const struct pbm_ask *a = run->ask;
    const struct pbm_command *c = run->c;
    int at = auth_at(c);
    char why[SERVICE_DETAIL_BYTES];
    struct store_player p = {.id = 0};
    if (at < 0 || (c->row->flags & PBM_MAKES_PLAYER))
        return 0;
    int err = store_player_named(run->store, c->words.word[at], &p);
    if (err < 0 && err != ERR_NOT_FOUND)
        return err;
    bool proven = false;
    bool silent = strcmp(c->words.word[at + 1], "-") == 0;
    /* A guest has no password: their identity is all that they could prove. */
    bool needs_password =
        (c->row->flags & PBM_NEEDS_PASSWORD) && (err < 0 || p.kind != PLAYER_GUEST);
    if (silent && needs_password)
        return pbm_refuse(run,
                          "This command needs your password instead of `-`. Nothing was done.");
    if (err == 0 && silent && a->proven.id == p.id)
        proven = true;
    else if (err == 0 && silent)
        err = prove_owns(run, p.id, &proven);
    else if (err == 0 && c->proved == p.id)
        err = still_proved(run, &proven);
    if (err < 0 && err != ERR_NOT_FOUND)
        return err;
    if (c->wait_ms > 0)
        return pbm_refuse(run,
                          "Too many wrong passwords for %s came from your address. Try again"
                          " in %lld s, or answer a mail that we sent you.",
                          c->words.word[at], (long long)(c->wait_ms + 999) / 1000);
    if (!proven && silent && err == 0)
        return refuse_silent(run, &p);
    if (!proven)
        return pbm_refuse(run, "The userid or the password is wrong; nothing was done.%s",
                          c->by_account ? " Give the password of the account, not the one for mail."
                                        : "");
    bool factor = false;
    err = needs_password ? accounts_factor_on(run->store, p.id, &factor) : 0;
    if (err < 0)
        return err;
    if (factor)
        return pbm_refuse(run,
                          "The account of %s has a second factor, which a command cannot give."
                          " Do this on the page. Nothing was done.",
                          p.name);
    err = moderation_banned(run->store, p.id, run->now, why, sizeof why);
    if (err != ERR_NOT_FOUND)
        return err < 0 ? err : pbm_refuse(run, "%s", why);
    run->who = p;
    return 0;
}
