#include "cli/server/serve_mail.h"

#include "cli/server/post.h"
#include "mail/commands.h"
#include "mail/door/fetcher.h"
#include "mail/door/provider.h"
#include "mail/sender.h"
#include "platform/log.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct errand_job {
    struct mail_job job;
    struct http_errand *errand;
};

/* On the mail's reading thread. */
static void on_done(struct mail_job *job)
{
    struct errand_job *e = job->context;
    struct http_errand *errand = e->errand;
    errand->status = job->status == MAIL_DONE ? 200 : job->status == MAIL_REFUSED ? 422 : 503;
    errand->failed = job->failed;
    errand->text = job->text;
    errand->html = job->html;
    free(e);
    errand->done(errand);
}

/* On the HTTP thread. */
static void on_errand(void *context, struct http_errand *errand)
{
    struct errand_job *e = calloc(1, sizeof *e);
    if (e == NULL) {
        errand->status = 503;
        errand->done(errand);
        return;
    }
    e->errand = errand;
    e->job = (struct mail_job){.bytes = errand->bytes,
                               .n = errand->n,
                               .is_command = !errand->is_mail,
                               .body = errand->body,
                               .recipient = errand->recipient,
                               .type = errand->type,
                               .address = errand->address,
                               .asker = errand->asker,
                               .caller = errand->caller,
                               .class = errand->class,
                               .done = on_done,
                               .context = e};
    commands_take(context, &e->job);
}

/* The token of the file, or a new one that is written there. A file that is there but cannot be
 * read is left alone: others may use it. Static storage. */
static const char *load_token(const char *path)
{
    static char token[POST_TOKEN_BYTES];
    char hash[STORE_HASH_BYTES];
    if (access(path, R_OK) != 0 && errno != ENOENT) {
        log_error("cannot read the mail token %s: %s", path, strerror(errno));
        return NULL;
    }
    if (post_read_secret(path, token, sizeof token) == 0 && strlen(token) >= 16)
        return token;
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    service_secret(token, hash);
    bool ok = fd >= 0 && dprintf(fd, "%s\n", token) > 0;
    if (fd >= 0)
        ok = close(fd) == 0 && ok;
    if (!ok)
        log_error("cannot write the mail token to %s: %s", path, strerror(errno));
    return ok ? token : NULL;
}

void serve_mail_complete(struct serve_mail *o)
{
    const struct provider *p = o->provider != NULL ? provider_find(o->provider) : NULL;
    if (p != NULL) {
        o->smtp_as_mailbox = o->smtp_as_mailbox || (o->smtp == NULL && o->login_file == NULL);
        o->mailbox = o->mailbox != NULL ? o->mailbox : p->mailbox;
        o->smtp = o->smtp != NULL ? o->smtp : p->smtp;
        o->rate = o->rate != NULL ? o->rate : p->rate;
        o->trust = o->trust != NULL ? o->trust : p->trust;
        o->plain_address = o->plain_address || p->plain;
    }
    if (o->user == NULL)
        o->user = o->address;
}

static bool start_credential(struct serve_mail_parts *parts, const struct serve_mail *o,
                             struct service *s, struct text *why)
{
    const struct credential_options c = {
        .user = o->user, .password_file = o->password_file, .consent_file = o->consent_file};
    if (o->password_file == NULL && o->consent_file == NULL)
        return true;
    parts->credential = credential_new(&c, s, why);
    return parts->credential != NULL;
}

static bool start_fetcher(struct serve_mail_parts *parts, const struct serve_mail *o,
                          struct service *s, struct text *why)
{
    static struct fetcher_options options;
    options = (struct fetcher_options){.credential = parts->credential, .old = o->old};
    if (o->mailbox == NULL)
        return true;
    if (place_parse(o->mailbox, o->plain_mailbox, &options.place, why) < 0)
        return false;
    parts->fetcher = fetcher_start(s, parts->commands, &options, why);
    return parts->fetcher != NULL;
}

static bool start_commands(struct serve_mail_parts *parts, const struct serve_mail *o,
                           struct service *s, struct text *why)
{
    const struct commands_options options = {
        .address = o->address, .trust = o->trust, .admins = o->admins};
    parts->commands = commands_start(s, &options, why);
    return parts->commands != NULL;
}

static bool start_sender(struct serve_mail_parts *parts, const struct serve_mail *o,
                         struct service *s, struct text *why)
{
    static char login[300];
    struct sender_options options = {.address = o->address, .smtp = o->smtp};
    if (o->address == NULL)
        return true;
    if (o->login_file != NULL && post_read_secret(o->login_file, login, sizeof login) < 0) {
        text_str(why, o->login_file);
        text_str(why, " cannot be read");
        return false;
    }
    options.login = o->login_file != NULL ? login : NULL;
    options.credential = o->smtp_as_mailbox && options.login == NULL ? parts->credential : NULL;
    options.open = o->plain_mailbox;
    options.plain = o->plain_address;
    options.rate = o->rate;
    parts->sender = sender_start(s, &options, why);
    return parts->sender != NULL;
}

bool serve_mail_start(struct serve_mail_parts *parts, const struct serve_mail *o, struct service *s,
                      struct http_options *http)
{
    char why_buf[400];
    struct text why;
    text_init(&why, why_buf, sizeof why_buf);
    *parts = (struct serve_mail_parts){.sender = NULL};
    if (o->token_file != NULL) {
        http->mail_token = load_token(o->token_file);
        if (http->mail_token == NULL)
            return false;
    }
    if (!start_credential(parts, o, s, &why) || !start_commands(parts, o, s, &why) ||
        !start_sender(parts, o, s, &why) || !start_fetcher(parts, o, s, &why)) {
        log_error("%s", why_buf);
        serve_mail_stop(parts);
        return false;
    }
    http->errand = on_errand;
    http->errand_context = parts->commands;
    return true;
}

void serve_mail_stop(struct serve_mail_parts *parts)
{
    fetcher_stop(parts->fetcher);
    sender_stop(parts->sender);
    commands_stop(parts->commands);
    credential_free(parts->credential);
    *parts = (struct serve_mail_parts){.sender = NULL};
}
