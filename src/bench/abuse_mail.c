#include "bench/abuse_mail.h"

#include "bench/bench_game.h"
#include "mail/keys.h"
#include "platform/clock.h"
#include "store/core/store.h"
#include <stdio.h>
#include <string.h>

static char token[64];
static unsigned char key[KEYS_BYTES];

void abuse_mail_send(struct link *l, struct mailer *m, const char *subject, const char *line, int n)
{
    char to[200] = SITE_MAIL;
    char body[1600];
    char request[LINK_REQUEST_BYTES + 1024];
    const struct keys_seat seat = {
        .match = m->match, .player = m->player, .at = clock_unix_ms() / 1000};
    if (m->player != 0)
        keys_reply_address(key, SITE_MAIL, &seat, to, sizeof to);
    int used = snprintf(body, sizeof body,
                        "From: writer%lld@example.net\r\nTo: %s\r\nSubject: %s\r\n"
                        "Message-ID: <%lld.%d.%lld@example.net>\r\n\r\n",
                        (long long)m->player, to, subject, (long long)m->mails_n++, l->fd,
                        (long long)clock_us());
    for (int i = 0; i < n; i++)
        used += snprintf(body + used, sizeof body - (size_t)used, "%s\r\n", line);
    const char *plus = strchr(to, '+'); /* in a query it would be a blank */
    int local = (int)(plus != NULL ? plus - to : 0);
    snprintf(request, sizeof request,
             "POST /api/mail/inbound?to=%.*s%s%s HTTP/1.1\r\nHost: bench\r\nContent-Type:"
             " message/rfc822\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s",
             local, to, plus != NULL ? "%2B" : "", plus != NULL ? plus + 1 : to, token, used, body);
    l->waits = true;
    link_send(l, request);
}

bool abuse_mail_ready(struct link *l, const struct mailer *m)
{
    if (m->player == 0)
        link_post(l, "/api/guest", "{}");
    else if (m->match == 0)
        link_post(l, "/api/matches",
                  "{\"game\":\"" BENCH_GAME_NAME
                  "\",\"width\":5,\"height\":5,\"seats\":[\"me\",\"me\"]}");
    return m->player != 0 && m->match != 0;
}

void abuse_mail_take(struct mailer *m, int status, const char *body)
{
    if (status != 200 && status != 201)
        return;
    if (m->player == 0)
        m->player = json_number(body, "id");
    else if (m->match == 0)
        m->match = json_number(body, "id");
}

bool abuse_mail_open(const struct site *site, const char *store)
{
    char why_buf[200] = "";
    struct text why;
    struct store *s = NULL;
    FILE *f = fopen(site->mail_token_file, "r");
    bool ok = f != NULL && fgets(token, sizeof token, f) != NULL;
    if (f != NULL)
        (void)fclose(f);
    token[strcspn(token, "\n")] = '\0';
    text_init(&why, why_buf, sizeof why_buf);
    ok = ok && store_look(store, &s, &why) == 0 && store_begin(s) == 0;
    ok = ok && keys_load(s, key) == 0;
    store_close(s);
    if (!ok) {
        fprintf(stderr, "hoshi-bench: mail cannot be delivered: %s\n", why_buf);
        return false;
    }
    return true;
}
