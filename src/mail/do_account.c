/* do_account.c - accounts: signup, addresses, pauses, settings, messages to players. */
#include "mail/pbm_int.h"

#include "base/err.h"
#include "service/core/order.h"
#include "service/core/quota.h"
#include "service/matches/timing.h"
#include "service/notifications/notify.h"
#include "service/people/accounts.h"
#include "service/people/leaving.h"
#include "service/people/names.h"
#include "service/people/password_strength.h"
#include "store/community/social.h"
#include "store/people/people.h"
#include <stdio.h>
#include <string.h>

/* Keeps an address, not confirmed, and mails the code there, by the limits that the page has,
 * too. */
static int ask_address(struct pbm_run *run, const struct store_player *p, const char *given)
{
    char address[MAILBOX_ADDRESS_BYTES];
    struct accounts_claim claim = {
        .player = *p, .address = given, .caller = run->ask->caller, .answered = true};
    struct order o = {.kind = ORDER_BATCH, .asker = *p};
    if (run->ask->from_proven && names_address(given, address, sizeof address) &&
        strcmp(address, run->ask->from) == 0) {
        reply_say(run->r, "Your notifications go to %s.", address);
        return mailbox_address_put(run->store, p->id, address, true);
    }
    o.u.batch.apply = accounts_claim;
    o.u.batch.context = &claim;
    int err = batch_run(run->w, &o);
    if (err == 0 && o.out.kind != OUTCOME_DONE)
        (void)pbm_refuse_outcome(run, &o.out);
    else if (err == 0)
        reply_say(run->r, "A mail with a code was sent to %s; answer it and the address is yours.",
                  given);
    outcome_free(&o.out);
    return err;
}

/* Whether it may be a mail password; says why not. */
static bool good_password(struct pbm_run *run, const char *password, const char *name)
{
    const char *why = strlen(password) < 8 ? "A password needs at least eight characters."
                                           : password_strength_why(password, name);
    if (why != NULL)
        (void)pbm_refuse(run, "%s", why);
    return why == NULL;
}

int do_signup(struct pbm_run *run)
{
    const char *name = run->arg[0];
    struct mailbox_player settings = {.broadcasts = true};
    struct store_player p = {.kind = PLAYER_MEMBER};
    int64_t wait_ms = 0;
    if (!names_good(name))
        return pbm_refuse(run,
                          "A userid has 2 to %d letters, digits, - _ or ., begins with a letter,"
                          " and must not be a word of the command language.",
                          NAMES_MAX);
    if (!good_password(run, run->arg[1], name))
        return 0;
    if (run->args_n == 2 && run->ask->from[0] == '\0')
        return pbm_refuse(run, "Give an address for your notifications.");
    int err = accounts_name_free(run->store, name, 0, batch_now(run->w));
    if (err == ERR_CONFLICT)
        return pbm_refuse(run, "The userid %s is taken; please choose another.", name);
    if (err == 0)
        err = quota_signup(run->w, run->ask->caller, &wait_ms);
    if (err < 0)
        return err;
    if (wait_ms > 0)
        return pbm_refuse(run,
                          "Too many accounts were opened from your network. Try again in %lld s.",
                          (long long)(wait_ms + 999) / 1000);
    err = store_player_add(run->store, PLAYER_MEMBER, name, batch_now(run->w), &p.id);
    if (err < 0)
        return err;
    snprintf(p.name, sizeof p.name, "%s", name);
    settings.player = p.id;
    snprintf(settings.password, sizeof settings.password, "%s", run->c->password);
    err = mailbox_player_put(run->store, &settings);
    if (err == 0)
        err = quota_been_here(run->w, p.id, run->ask->caller, "");
    if (err == 0)
        err = accounts_event(run->w, p.id, SECURITY_SIGNED_UP, "", "");
    reply_say(run->r, "Welcome, %s. Your account is open.", name);
    if (err == 0 && run->args_n == 2)
        err = ask_address(run, &p, run->ask->from);
    for (int i = 2; err == 0 && i < run->args_n; i++)
        err = ask_address(run, &p, run->arg[i]);
    run->refused = false; /* an address can be added later; the account is open */
    reply_say(run->r, "`help tutorial` explains the next steps.");
    return err;
}

int do_add(struct pbm_run *run)
{
    int err = 0;
    if (run->who.kind != PLAYER_MEMBER)
        return pbm_refuse(run, "Guests have no addresses; sign up first.");
    for (int i = 2; err == 0 && i < run->args_n; i++)
        err = ask_address(run, &run->who, run->arg[i]);
    return err;
}

static int settings_of(struct pbm_run *run, struct mailbox_player *out)
{
    int err = mailbox_player_get(run->store, run->who.id, out);
    if (err == ERR_NOT_FOUND)
        (void)pbm_refuse(run, "%s has no account for play by e-mail; see `help signup`.",
                         run->who.name);
    return err;
}

enum { ADDRESSES_MAX = 16 };

/* The addresses of a player, and which of those they still name. */
struct addresses {
    char list[ADDRESSES_MAX][MAILBOX_ADDRESS_BYTES];
    bool confirmed[ADDRESSES_MAX], kept[ADDRESSES_MAX];
    int n;
};

static void on_present(void *context, const char *address, bool confirmed)
{
    struct addresses *a = context;
    if (a->n == ADDRESSES_MAX)
        return;
    snprintf(a->list[a->n], sizeof a->list[0], "%s", address);
    a->confirmed[a->n++] = confirmed;
}

/* Marks an address that is confirmed and stays; false when it must be asked for. */
static bool keep_address(struct addresses *a, const char *address)
{
    for (int i = 0; i < a->n; i++) {
        if (a->confirmed[i] && strcmp(a->list[i], address) == 0) {
            a->kept[i] = true;
            return true;
        }
    }
    return false;
}

static int change_addresses(struct pbm_run *run, const char *const *given, int n)
{
    char address[MAILBOX_ADDRESS_BYTES];
    struct addresses now = {.n = 0};
    int asked = 0;
    int forgotten = 0;
    for (int i = 0; i < n; i++)
        if (!names_address(given[i], address, sizeof address))
            return pbm_refuse(run,
                              "\"%.60s\" is not an address that mail can be sent to. Nothing was"
                              " changed.",
                              given[i]);
    int err = mailbox_addresses(run->store, run->who.id, on_present, &now);
    for (int i = 0; i < n; i++)
        if (names_address(given[i], address, sizeof address) && keep_address(&now, address))
            reply_say(run->r, "%s is confirmed already.", address);
        else
            asked++;
    for (int i = 0; err == 0 && i < now.n; i++) {
        if (now.kept[i])
            continue;
        err = now.confirmed[i]
                  ? accounts_changed(run->w, run->who.id, SECURITY_ADDRESS_ENDED, "", now.list[i])
                  : accounts_event(run->w, run->who.id, SECURITY_ADDRESS_ENDED, "", now.list[i]);
        if (err == 0)
            err = people_address_end(run->store, run->who.id, now.list[i]);
        reply_say(run->r, "%s gets no more mail.", now.list[i]);
        forgotten++;
    }
    if (asked == 0 && forgotten == 0)
        reply_say(run->r, "Nothing was changed.");
    for (int i = 0; err == 0 && i < n; i++)
        if (names_address(given[i], address, sizeof address) && !keep_address(&now, address))
            err = ask_address(run, &run->who, given[i]);
    return err;
}

int do_change(struct pbm_run *run)
{
    struct mailbox_player settings;
    int err = settings_of(run, &settings);
    if (err < 0)
        return err;
    if (text_same_nocase(run->arg[0], "password") && run->args_n == 4) {
        if (run->c->password[0] == '\0')
            return pbm_refuse(run, "Give the old password, and a new one.");
        if (!good_password(run, run->arg[3], run->who.name))
            return 0;
        snprintf(settings.password, sizeof settings.password, "%s", run->c->password);
        reply_say(run->r, "Your mail password was changed.");
        err = mailbox_player_put(run->store, &settings);
        return err < 0 ? err : accounts_event(run->w, run->who.id, SECURITY_MAIL_PASSWORD, "", "");
    }
    if (!text_same_nocase(run->arg[0], "address") || run->args_n < 4) {
        (void)pbm_refuse(run, "Wrong syntax. Write:");
        pbm_syntax(run->r, run->c->row, NULL);
        return 0;
    }
    return change_addresses(run, run->arg + 3, run->args_n - 3);
}

int do_confirm_address(struct pbm_run *run)
{
    struct store_player p;
    char address[MAILBOX_ADDRESS_BYTES] = "";
    struct account_act act = {.id = NULL};
    struct people_ticket t;
    struct order o = {.kind = ORDER_BATCH};
    int err = pbm_player(run, run->arg[0], &p);
    if (err < 0)
        return err;
    service_hash(run->arg[2], act.ticket);
    err = people_ticket_get(run->store, act.ticket, "email", batch_now(run->w), &t);
    if (err < 0 && err != ERR_NOT_FOUND)
        return err;
    if (err < 0 || t.player != p.id || !names_address(run->arg[1], address, sizeof address) ||
        strcmp(address, t.address) != 0)
        return pbm_refuse(run, "The code is wrong for this address, or has expired."
                               " `add` the address again for a new one.");
    o.u.batch.apply = accounts_email_confirm;
    o.u.batch.context = &act;
    err = batch_run(run->w, &o);
    if (err == 0 && o.out.kind != OUTCOME_DONE) {
        (void)pbm_refuse_outcome(run, &o.out);
    } else if (err == 0) {
        reply_say(run->r, "Thank you: notifications for %s now go to %s.", p.name, address);
        reply_say(run->r, "`list` shows matches; `help tutorial` says how to play.");
    }
    outcome_free(&o.out);
    return err;
}

int do_quiet(struct pbm_run *run)
{
    enum { QUIET_OLD = 24 };
    struct mailbox_player settings;
    /* Mails of version 0.1 had the beginning of the code. */
    if (!keys_confirms(run->ask->site->key, words_number(run->arg[0]), "quiet", QUIET_OLD,
                       run->arg[1]))
        return pbm_refuse(run, "Wrong code, or older than the last change of this server's keys; "
                               "nothing was changed. Use the link in our newest mail.");
    int64_t player = words_number(run->arg[0]);
    int err = mailbox_player_get(run->store, player, &settings);
    if (err < 0 && err != ERR_NOT_FOUND)
        return err;
    if (err == 0) {
        settings.mails = MAILBOX_MAILS_NONE;
        err = mailbox_player_put(run->store, &settings);
    } else {
        err = 0;
    }
    reply_say(run->r,
              "You get no more mail. `set userid password mail=every`, or the settings of the");
    reply_say(run->r, "page, turn it on again.");
    return err < 0 ? err : notify_quiet(run->store, player);
}

/* A vacation of so many days from now on, 0 ends one. 1, or 0 when it was refused (said). */
static int take_vacation(struct pbm_run *run, int days)
{
    struct order o = {.kind = ORDER_VACATION, .asker = run->who};
    o.u.days = days;
    int err = batch_run(run->w, &o);
    if (err == 0 && o.out.kind != OUTCOME_DONE)
        (void)pbm_refuse_outcome(run, &o.out);
    else if (err == 0)
        err = 1;
    outcome_free(&o.out);
    return err;
}

/* A player who signs off takes the rest of this year's vacation; unused days come back. */
static int stop_clocks(struct pbm_run *run)
{
    struct store_vacation v;
    int err = store_vacation_get(run->store, run->who.id, &v);
    if (err < 0)
        return err;
    vacation_now(&v, batch_now(run->w));
    int left = VACATION_DAYS - v.days;
    if (v.until != 0) {
        reply_say(run->r, "You are still on vacation: your clocks are stopped.");
        return 0;
    }
    err = left > 0 ? take_vacation(run, left) : 0;
    if (err > 0)
        reply_say(run->r, "Your clocks are stopped as on vacation, for up to %d days.", left);
    else if (err == 0)
        reply_say(run->r, "Your clocks keep running: you have no vacation left this year.");
    return err < 0 ? err : 0;
}

static int start_clocks(struct pbm_run *run)
{
    struct store_vacation v;
    int err = store_vacation_get(run->store, run->who.id, &v);
    if (err < 0 || v.until <= batch_now(run->w))
        return err;
    err = take_vacation(run, 0);
    if (err > 0)
        reply_say(run->r, "Your clocks run again.");
    return err < 0 ? err : 0;
}

static int set_signed_off(struct pbm_run *run, bool off)
{
    struct mailbox_player settings;
    int err = settings_of(run, &settings);
    if (err < 0)
        return err;
    settings.signed_off = off;
    reply_say(run->r,
              off ? "You are signed off: no challenges and no notifications until `signon`."
                  : "Welcome back: you can be challenged, and you get notifications again.");
    err = off ? stop_clocks(run) : start_clocks(run);
    return err < 0 ? err : mailbox_player_put(run->store, &settings);
}

int do_signoff(struct pbm_run *run)
{
    return set_signed_off(run, true);
}

int do_signon(struct pbm_run *run)
{
    return set_signed_off(run, false);
}

int do_delete(struct pbm_run *run)
{
    struct order o = {.kind = ORDER_BATCH, .asker = run->who};
    o.u.batch.apply = leaving_task;
    int err = batch_run(run->w, &o);
    if (err == 0 && o.out.kind != OUTCOME_DONE)
        (void)pbm_refuse_outcome(run, &o.out);
    else if (err == 0)
        reply_say(run->r, "The account was erased. Thank you for playing.");
    outcome_free(&o.out);
    return err;
}

int do_vacation(struct pbm_run *run)
{
    long days = strcmp(run->arg[2], "0") == 0 ? 0 : words_number(run->arg[2]);
    if (days < 0 || days > VACATION_DAYS || (days == 0 && strcmp(run->arg[2], "0") != 0))
        return pbm_refuse(run, "A vacation has 1 to %d days; 0 ends it.", VACATION_DAYS);
    int err = take_vacation(run, (int)days);
    if (err > 0 && days > 0)
        reply_say(run->r,
                  "Your clocks are stopped and you get no notifications for %ld days; your"
                  " opponents wait for you.",
                  days);
    else if (err > 0)
        reply_say(run->r, "Your vacation is over.");
    return err < 0 ? err : 0;
}

static bool set_option(struct mailbox_player *p, const char *option)
{
    char name[16];
    size_t n = strcspn(option, "=");
    const char *value = option[n] == '=' ? option + n + 1 : "";
    snprintf(name, sizeof name, "%.*s", (int)(n < sizeof name ? n : sizeof name - 1), option);
    if (text_same_nocase(name, "mail")) {
        for (int i = 0; i < MAILBOX_MAILS_N; i++) {
            if (text_same_nocase(value, mailbox_mails_name[i])) {
                p->mails = (enum mailbox_mails)i;
                return true;
            }
        }
        return false;
    }
    if (text_same_nocase(name, "accept")) {
        p->accept_auto = text_same_nocase(value, "auto");
        return p->accept_auto || text_same_nocase(value, "ask");
    }
    p->broadcasts = text_same_nocase(value, "yes");
    return text_same_nocase(name, "broadcasts") && (p->broadcasts || text_same_nocase(value, "no"));
}

static void on_own_address(void *context, const char *address, bool confirmed)
{
    const struct pbm_run *run = context;
    if (confirmed)
        reply_say(run->r, "Notifications go to %s.", address);
    else if (mailbox_comes_back(run->store, address) > 0)
        reply_say(run->r, "Mail to %s bounced; `add` it again when it works.", address);
    else
        reply_say(run->r, "%s is not confirmed; send the code that was mailed there.", address);
}

int do_set(struct pbm_run *run)
{
    struct mailbox_player settings;
    int err = settings_of(run, &settings);
    if (err < 0)
        return err;
    for (int i = 2; i < run->args_n; i++)
        if (!set_option(&settings, run->arg[i]))
            return pbm_refuse(run, "\"%.40s\" is not a setting; nothing was changed. %s",
                              run->arg[i], run->c->row->help);
    /* The latest choice counts, made here or on the page. */
    for (int i = 2; err == 0 && i < run->args_n; i++)
        if (strncasecmp(run->arg[i], "mail=", 5) == 0)
            err = notification_mail_unset(run->store, run->who.id);
    if (err < 0)
        return err;
    reply_say(run->r, "mail=%s accept=%s broadcasts=%s", mailbox_mails_name[settings.mails],
              settings.accept_auto ? "auto" : "ask", settings.broadcasts ? "yes" : "no");
    err = mailbox_addresses(run->store, run->who.id, on_own_address, run);
    return err < 0 ? err : mailbox_player_put(run->store, &settings);
}

/* --- messages --- */

/* 0 or ERR_*; *out is to be freed in any case. */
static int write_message(struct pbm_run *run, struct reply *out)
{
    enum { MESSAGE_BYTES = 4000 };
    char *text = NULL;
    reply_init(out);
    int err = pbm_forward(run, run->c->body, &text);
    if (err < 0)
        return err;
    size_t n = strlen(text) < MESSAGE_BYTES ? strlen(text) : MESSAGE_BYTES;
    while (n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80) /* no letter is cut */
        n--;
    text[n] = '\0';
    reply_say(out, "%s writes:", run->who.name);
    reply_say(out, "%s", "");
    reply_verbatim(out, text);
    reply_say(out, "%s", "");
    reply_say(out, "To answer, send a mail with the Subject");
    reply_say(out, "  message userid password %s", run->who.name);
    free(text);
    return 0;
}

/* Whether a message may go to this player; 1, or 0 when it was refused (said). */
static int may_write_to(struct pbm_run *run, const struct store_player *to)
{
    struct mailbox_player settings;
    bool blocked = false;
    int64_t wait_ms = 0;
    int err = mailbox_player_get(run->store, to->id, &settings);
    if (err == ERR_NOT_FOUND || (err == 0 && settings.signed_off))
        return pbm_refuse(run, "%s gets no mail.", to->name);
    if (err == 0)
        err = social_blocks(run->store, to->id, run->who.id, &blocked);
    if (err == 0 && blocked)
        return pbm_refuse(run, "%s has blocked you.", to->name);
    if (err == 0)
        err = quota_message(run->w, run->who.id, to->id, &wait_ms);
    if (err == 0 && wait_ms > 0)
        return pbm_refuse(run,
                          "Your message to %s was not sent: too many messages. Try again in"
                          " %lld min.",
                          to->name, (long long)(wait_ms + 59999) / 60000);
    return err < 0 ? err : 1;
}

int do_message(struct pbm_run *run)
{
    struct reply text;
    struct store_player to[WORDS_MAX];
    int n = 0;
    int err = 0;
    if (run->c->body[strspn(run->c->body, " \t\r\n")] == '\0')
        return pbm_refuse(run, "The mail has no text. Write your message in the text of the mail.");
    if (run->who.kind != PLAYER_MEMBER)
        return pbm_refuse(run, "Guests can write in their matches only; sign up first.");
    err = write_message(run, &text);
    for (int i = 2; err == 0 && i < run->args_n; i++) {
        err = pbm_player(run, run->arg[i], &to[n]);
        for (int k = 0; err == 0 && k < n; k++)
            if (to[k].id == to[n].id) /* named twice: told once */
                err = ERR_CONFLICT;
        if (err == ERR_CONFLICT) {
            err = 0;
            continue;
        }
        if (err == 0)
            err = may_write_to(run, &to[n]);
        if (err > 0) {
            err = pbm_post(run, to[n].id, 0, "A message from another player", &text);
            reply_say(run->r, "Your message goes to %s.", to[n++].name);
        }
    }
    reply_done(&text);
    return err;
}

struct broadcast {
    struct pbm_run *run;
    const struct reply *text;
    int64_t last;
    int n, sent, err;
};

static void on_recipient(void *context, const struct mailbox_player *p)
{
    struct broadcast *b = context;
    b->last = p->player;
    b->n++;
    if (b->err < 0 || !p->broadcasts || p->signed_off)
        return;
    b->err = pbm_post(b->run, p->player, 0, "A message to all players", b->text);
    b->sent++;
}

int do_broadcast(struct pbm_run *run)
{
    enum { AT_ONCE = 200 };
    char admins[400];
    char name[STORE_NAME_BYTES + 2];
    struct reply text;
    /* The operator names them (hoshi serve --mail-admins). */
    int err = store_meta_get(run->store, "mail_admins", admins, (int)sizeof admins);
    snprintf(name, sizeof name, " %s ", run->who.name);
    if (err < 0 || strstr(admins, name) == NULL)
        return pbm_refuse(run, "Only administrators can write to all players.");
    err = write_message(run, &text);
    struct broadcast b = {.run = run, .text = &text, .n = AT_ONCE};
    while (err == 0 && b.n == AT_ONCE) {
        b.n = 0;
        err = mailbox_players(run->store, b.last, AT_ONCE, on_recipient, &b);
        if (err == 0)
            err = b.err;
    }
    reply_done(&text);
    reply_say(run->r, "Your message goes to %d players.", b.sent);
    return err;
}
