/* digest.c - one mail a day with the notifications that wait for it (notifications_int.h). */
#include "mail/notifications/notifications_int.h"

#include "base/err.h"
#include "base/times.h"
#include "service/notifications/notify_words.h"
#include <stdio.h>
#include <string.h>

enum { PLAYERS_AT_ONCE = 100, DIGEST_LINES = 50 };

struct lines {
    struct reply *text;
    const char *url;
    int n;
};

static const char *over_said(const struct notification *n)
{
    static const char *const said[][2] = {{"won", "you won"},
                                          {"lost", "you lost"},
                                          {"drawn", "it ended in a draw"},
                                          {"aborted", "it was called off"}};
    json_t *data = notify_words_data(n);
    const char *how = json_string_value(json_object_get(data, "how"));
    const char *out = "it is over";
    for (size_t i = 0; how != NULL && i < ARRAY_LEN(said); i++)
        if (strcmp(how, said[i][0]) == 0)
            out = said[i][1];
    json_decref(data);
    return out;
}

static void on_line(void *context, const struct notification *n)
{
    static const char *const said[NOTIFICATION_KIND_N] = {
        [NOTIFICATION_TURN] = "it is your turn",
        [NOTIFICATION_CHALLENGE] = "you are invited to a match",
        [NOTIFICATION_OVER] = "it is over",
        [NOTIFICATION_MESSAGE] = "somebody writes",
        [NOTIFICATION_REMINDER] = "your time runs out",
        [NOTIFICATION_TOURNAMENT] = "a tournament goes on",
        [NOTIFICATION_PUZZLE] = "moderators have looked at a puzzle",
        [NOTIFICATION_TEAM] = "your request to join a team was answered",
        [NOTIFICATION_SIMUL] = "news of a simultaneous exhibition",
    };
    struct lines *l = context;
    char where[260] = "";
    l->n++;
    if (n->match != 0)
        snprintf(where, sizeof where, "%s%sm/%lld: ", l->url, l->url[0] != '\0' ? "/" : "",
                 (long long)n->match);
    else if (n->kind == NOTIFICATION_MESSAGE)
        snprintf(where, sizeof where, "%s%sinbox/%s: ", l->url, l->url[0] != '\0' ? "/" : "",
                 n->other.name);
    reply_say(l->text, "%s%s%s%s", where,
              n->kind == NOTIFICATION_OVER ? over_said(n) : said[n->kind],
              n->other.id != 0 ? ", " : "", n->other.name);
    if (n->text[0] != '\0' && n->kind == NOTIFICATION_MESSAGE)
        reply_say(l->text, "  \"%s\"", n->text);
}

static void on_digest_address(void *context, const char *address, bool confirmed)
{
    char *out = context;
    if (confirmed && out[0] == '\0')
        snprintf(out, MAILBOX_ADDRESS_BYTES, "%s", address);
}

static int write_digest(struct work *w, int64_t player, const struct mail_site *site)
{
    char address[MAILBOX_ADDRESS_BYTES] = "";
    struct reply text;
    struct lines l = {.text = &text, .url = service_site(batch_service(w))->url};
    int err = mailbox_addresses(batch_store(w), player, on_digest_address, address);
    if (err < 0 || address[0] == '\0')
        return err;
    reply_init(&text);
    reply_say(&text, "Since the last mail:");
    reply_say(&text, "%s", "");
    err = notification_due(batch_store(w), player, DIGEST_LINES, on_line, &l);
    if (site->near_limit) {
        reply_say(&text, "%s", "");
        reply_say(&text, "The mail provider of this server takes only so many mails a day, and that"
                         " number is nearly reached.");
        reply_say(&text, "So turns are mailed at once, and everything else in one mail a day.");
    }
    struct mailbox_mail mail = {.player = player,
                                .address = address,
                                .answers = "",
                                .reply_to = "",
                                .subject = "What has happened",
                                .body = text.text.buf,
                                .html = text.html.buf,
                                .at = batch_now(w)};
    if (err == 0 && l.n > 0)
        err = mailbox_post(batch_store(w), &mail);
    reply_done(&text);
    return err;
}

/* At the hour that the player chose, if it has come since the last one. */
static int digest_of(struct work *w, int64_t player, const struct mail_site *site)
{
    struct notification_digest d;
    int err = notification_digest_get(batch_store(w), player, &d);
    if (err < 0)
        return err;
    int64_t today = batch_now(w) - batch_now(w) % DAY_MS + d.hour * HOUR_MS;
    int64_t due = today <= batch_now(w) ? today : today - DAY_MS;
    if (d.told_at == 0) {
        /* The first digest waits for its hour, too. */
        d.told_at = batch_now(w);
        return notification_digest_put(batch_store(w), player, &d);
    }
    if (d.told_at >= due)
        return 0;
    err = write_digest(w, player, site);
    d.told_at = batch_now(w);
    if (err == 0)
        err = notification_digest_put(batch_store(w), player, &d);
    return err < 0 ? err : notification_told(batch_store(w), player);
}

struct waiting_players {
    int64_t list[PLAYERS_AT_ONCE];
    int n;
};

static void on_waiting(void *context, int64_t player)
{
    struct waiting_players *p = context;
    if (p->n < PLAYERS_AT_ONCE)
        p->list[p->n++] = player;
}

int notifications_digests(struct work *w, const struct mail_site *site)
{
    struct waiting_players p;
    int64_t after = 0;
    int err = 0;
    do {
        p.n = 0;
        err = notification_waiting(batch_store(w), after, PLAYERS_AT_ONCE, on_waiting, &p);
        for (int i = 0; err == 0 && i < p.n; i++) {
            err = digest_of(w, p.list[i], site);
            after = p.list[i];
        }
    } while (err == 0 && p.n == PLAYERS_AT_ONCE);
    return err;
}
