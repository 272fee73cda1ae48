#include "cli/server/serve_mail.h"

#include "cli/server/post.h"
#include "mail/commands.h"
#include "mail/sender.h"
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
        fprintf(stderr, "hoshi: cannot read the mail token %s: %s\n", path, strerror(errno));
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
        fprintf(stderr, "hoshi: cannot write the mail token to %s: %s\n", path, strerror(errno));
    return ok ? token : NULL;
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
    if (!start_commands(parts, o, s, &why) || !start_sender(parts, o, s, &why)) {
        fprintf(stderr, "hoshi: %s\n", why_buf);
        serve_mail_stop(parts);
        return false;
    }
    http->errand = on_errand;
    http->errand_context = parts->commands;
    return true;
}

void serve_mail_stop(struct serve_mail_parts *parts)
{
    sender_stop(parts->sender);
    commands_stop(parts->commands);
    *parts = (struct serve_mail_parts){.sender = NULL};
}
