/* pbm_run.c - what the handlers of commands share: refusing, finding players and matches, and mails
 * to others. */
#include "mail/pbm_int.h"

#include "base/err.h"
#include "mail/reading/privacy.h"
#include "service/core/order.h"
#include "service/matches/audience.h"
#include "store/core/inbox.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void PRINTF_LIKE(2, 0) vrefuse(struct pbm_run *run, const char *format, va_list args)
{
    char line[600];
    vsnprintf(line, sizeof line, format, args);
    run->refused = true;
    reply_say(run->r, "%s", line);
}

int pbm_refuse(struct pbm_run *run, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vrefuse(run, format, args);
    va_end(args);
    return 0;
}

int pbm_refuse_outcome(struct pbm_run *run, const struct outcome *o)
{
    ASSERT(o->kind != OUTCOME_DONE);
    if (o->rule != NULL && o->rule[0] != '\0')
        return pbm_refuse(run, "Refused (rule %s): %s", o->rule, o->detail);
    return pbm_refuse(run, "Refused: %s", o->detail);
}

int pbm_player(struct pbm_run *run, const char *name, struct store_player *out)
{
    int err = ERR_NOT_FOUND;
    if (strlen(name) < STORE_NAME_BYTES)
        err = store_player_named(run->store, name, out);
    if (err == ERR_NOT_FOUND)
        (void)pbm_refuse(run, "There is no player \"%.40s\".", name);
    return err;
}

int pbm_match(struct pbm_run *run, const char *number, struct store_match *out)
{
    long n = words_number(number);
    int err = n > 0 ? store_match_get(run->store, n, out) : ERR_NOT_FOUND;
    int64_t viewer = run->who.id != 0 ? run->who.id : run->ask->proven.id;
    if (err == 0 && !audience_view(out, viewer, NULL))
        err = ERR_NOT_FOUND;
    if (err == 0 && run->game != NULL && strcmp(run->game->name, out->game) != 0) {
        (void)pbm_refuse(run, "Board %ld is a match of %s.", n, out->game);
        return ERR_NOT_FOUND;
    }
    if (err == ERR_NOT_FOUND)
        (void)pbm_refuse(run, "There is no board %.20s%s%s.", number,
                         run->game != NULL ? " of " : "",
                         run->game != NULL ? run->game->title : "");
    return err;
}

struct post {
    const struct pbm_run *run;
    struct mailbox_mail mail;
    int err;
};

static void on_address(void *context, const char *address, bool confirmed)
{
    struct post *p = context;
    if (!confirmed || p->err < 0)
        return;
    p->mail.address = address;
    p->err = mailbox_post(p->run->store, &p->mail);
}

static const char address_key[] = "mail_address";

bool pbm_address_fits(const char *address)
{
    const char *at = strchr(address, '@');
    return at != NULL && at != address && at[1] != '\0' &&
           strlen(address) < sizeof((struct mail_site *)NULL)->address &&
           strpbrk(address, "+ <>\r\n") == NULL;
}

int pbm_address_put(struct store *s, const char *address)
{
    return store_meta_set(s, address_key, address);
}

int pbm_site_address(const struct pbm_run *run, char out[MAILBOX_ADDRESS_BYTES])
{
    bool sent = false;
    snprintf(out, MAILBOX_ADDRESS_BYTES, "%s", run->ask->site->address);
    if (out[0] != '\0')
        return 0;
    int err = inbox_was_present(run->store, INBOX_MAIL, batch_now(run->w), &sent);
    if (err == 0 && sent)
        err = store_meta_get(run->store, address_key, out, MAILBOX_ADDRESS_BYTES);
    return err == ERR_NOT_FOUND ? 0 : err;
}

int pbm_post(const struct pbm_run *run, int64_t player, int64_t match, const char *subject,
             const struct reply *text)
{
    char reply_to[MAILBOX_ADDRESS_BYTES + 64] = "";
    char address[MAILBOX_ADDRESS_BYTES];
    struct keys_seat seat = {.match = match, .player = player};
    struct store_match m;
    int err = pbm_site_address(run, address);
    if (err < 0 || address[0] == '\0')
        return err;
    if (match != 0 && store_match_get(run->store, match, &m) == 0) {
        seat.ply = m.ply;
        seat.at = grant_next_at(run->w, run->ask);
        keys_reply_address(run->ask->site->key, address, &seat, reply_to, sizeof reply_to);
    }
    struct post p = {.run = run,
                     .mail = {.player = player,
                              .match = match,
                              .answers = "",
                              .reply_to = reply_to,
                              .subject = subject,
                              .body = text->text.buf,
                              .html = text->html.buf,
                              .at = batch_now(run->w)}};
    err = mailbox_addresses(run->store, player, on_address, &p);
    return err < 0 ? err : p.err;
}

void pbm_show_later(struct pbm_run *run, int64_t match)
{
    run->show = match;
}

/* --- a proof in somebody else's hands --- */

/* Revokes it, and tells its owner, with a new one. */
static int apply_revoke(struct work *w, void *context)
{
    struct pbm_ask *a = context;
    struct pbm_run run = {.ask = a, .w = w, .store = batch_store(w), .now = batch_now(w)};
    struct reply text;
    struct store_match m;
    int err = grant_revoke(run.store, &a->grant, run.now);
    if (err == 0)
        err = store_match_get(run.store, a->grant.match, &m);
    if (err < 0)
        return err == ERR_NOT_FOUND ? 0 : err;
    reply_init(&text);
    reply_say(&text,
              "A mail of somebody else came to the reply address of one of our mails about board"
              " %lld. Nothing was done, and that reply address works no more.",
              (long long)m.id);
    reply_say(&text, "Do not forward our mails: who has one could move for you. You can answer this"
                     " mail instead.");
    err = pbm_post(&run, a->grant.player, m.id, "Your reply address was used by somebody else",
                   &text);
    reply_done(&text);
    return err;
}

int pbm_take_away(struct pbm_ask *a, struct service *s)
{
    return batch_run_alone(s, apply_revoke, a) == OUTCOME_DONE ? 0 : ERR_STORE;
}

/* --- what goes to others --- */

static void on_own_address(void *context, const char *address, bool confirmed)
{
    privacy_add(context, address);
}

int pbm_forward(struct pbm_run *run, const char *text, char **out)
{
    struct pbm_ask *a = run->ask;
    struct privacy *p = calloc(1, sizeof *p);
    char own[MAILBOX_ADDRESS_BYTES];
    *out = NULL;
    if (p == NULL)
        return ERR_NO_MEMORY;
    p->key = a->site->key;
    p->own = own;
    privacy_add(p, a->from);
    privacy_add(p, a->senders != NULL ? a->senders : "");
    int err = pbm_site_address(run, own);
    if (err >= 0 && run->who.id != 0)
        err = mailbox_addresses(run->store, run->who.id, on_own_address, p);
    if (err >= 0)
        *out = privacy_clean(p, text);
    if (err >= 0 && *out == NULL)
        err = ERR_NO_MEMORY;
    for (int i = 0; err >= 0 && i < p->seats_n; i++)
        err = grant_revoke(run->store, &p->seats[i], run->now);
    if (err >= 0 && p->removed)
        reply_say(run->r, "Addresses of yours or of this server were taken out of your text.");
    free(p);
    return err < 0 ? err : 0;
}
