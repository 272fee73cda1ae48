/* errand.c - the two requests that the mail face answers: a message that an MTA or a provider
 * brings, and one command of the play-by-e-mail language. The connection is suspended until the
 * face has done it. */
#include "http/http_int.h"

#include "platform/clock.h"
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAIL_BYTES_MAX = 1024 * 1024, TEXT_BYTES_MAX = 16 * 1024 };

size_t errand_limit(const struct request *r)
{
    return strcmp(r->path, "/api/mail/inbound") == 0 ? MAIL_BYTES_MAX : BODY_BYTES_MAX;
}

/* On another thread. */
static void on_done(struct http_errand *e)
{
    struct request *r = (struct request *)(void *)((char *)e - offsetof(struct request, errand));
    atomic_store(&r->done, true);
    MHD_resume_connection(r->connection);
}

static void send_errand(struct request *r)
{
    if (atomic_load(&r->http->stopping)) {
        answer_error(r, 503, "The server is stopping.");
        return;
    }
    r->submitted = true;
    r->errand.asker = r->asker;
    r->errand.done = on_done;
    (void)atomic_fetch_add(&r->http->under_way, 1);
    MHD_suspend_connection(r->connection);
    r->http->options.errand(r->http->options.errand_context, &r->errand);
}

static bool is_ours(struct request *r)
{
    const char *header = request_header(r, "Authorization");
    const char *token = r->http->options.mail_token;
    const char *given = NULL;
    if (header != NULL && strncasecmp(header, "Bearer ", 7) == 0)
        given = header + 7 + strspn(header + 7, " ");
    else
        given = request_argument(r, "token"); /* providers' webhooks can often send nothing else */
    return token != NULL && given != NULL && strlen(given) == strlen(token) &&
           sodium_memcmp(given, token, strlen(token)) == 0;
}

void errand_mail(struct request *r)
{
    const char *type = request_header(r, "Content-Type");
    const char *to = request_argument(r, "to");
    if (r->http->options.errand == NULL || !is_ours(r)) {
        answer_error(r, 401, "Mail is brought with the token of --mail-token-file.");
        return;
    }
    r->errand.is_mail = true;
    r->errand.bytes = r->body != NULL ? r->body : "";
    r->errand.n = r->body_bytes;
    r->errand.recipient = to != NULL ? to : "";
    /* {"raw": "From: …"} as well as the message itself. */
    if (type != NULL && strncasecmp(type, "application/json", 16) == 0) {
        r->json = json_loadb(r->errand.bytes, r->errand.n, 0, NULL);
        const json_t *raw = json_object_get(r->json, "raw");
        if (!json_is_string(raw)) {
            answer_error(r, 400,
                         "The body must be a message, or JSON with the message as \"raw\".");
            return;
        }
        r->errand.bytes = json_string_value(raw);
        r->errand.n = json_string_length(raw);
    }
    send_errand(r);
}

void errand_command(struct request *r)
{
    char key[64];
    request_address(r, key, sizeof key);
    if (r->http->options.errand == NULL) {
        answer_error(r, 404, "There is no command line here.");
        return;
    }
    if (!r->http->options.no_limits &&
        limit_take(&r->http->matches, limit_key(key, r->http->seed), clock_ms()) > 0) {
        answer_error(r, 429, "Too many of these from one address; try again later.");
        answer_header(r, "Retry-After", "1");
        return;
    }
    r->json =
        json_loadb(r->body != NULL ? r->body : "", r->body_bytes, JSON_REJECT_DUPLICATES, NULL);
    const json_t *command = json_object_get(r->json, "command");
    const json_t *text = json_object_get(r->json, "text");
    if (!json_is_string(command) || json_string_length(command) > 1000 ||
        (text != NULL && (!json_is_string(text) || json_string_length(text) > TEXT_BYTES_MAX))) {
        answer_error(r, 400, "Send {\"command\": a line, \"text\": what stands below it}.");
        return;
    }
    r->errand.bytes = json_string_value(command);
    r->errand.n = json_string_length(command);
    r->errand.body = text != NULL ? json_string_value(text) : "";
    send_errand(r);
}

void errand_finish(struct request *r)
{
    const struct http_errand *e = &r->errand;
    if (e->status == 503) {
        answer_error(r, 503, "The store cannot write now; nothing was done.");
        answer_header(r, "Retry-After", "60");
    } else if (e->is_mail) {
        answer_json(r, e->status, json_pack("{sb}", "done", e->status == 200));
    } else {
        answer_json(r, 200,
                    json_pack("{sb ss ss}", "done", !e->failed, "reply",
                              e->text != NULL ? e->text : "", "html",
                              e->html != NULL ? e->html : ""));
    }
}
