/* routes_mail.c - the requests that play by e-mail answers: a message that an MTA or a provider
 * brings, and one command of the play-by-e-mail language. The connection is suspended until the
 * face has done it. */
#include "http/wire/route.h"
#include "service/core/mail_state.h"

#include "platform/json.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES_MAX = 16 * 1024 };

struct mail_arg {
    struct request *request;
    struct http_errand errand;
    char line[100]; /* the command, if the request is not JSON */
};

static struct mail_arg *arg(const struct request *r)
{
    return r->arg;
}

static void free_arg(void *context)
{
    const struct mail_arg *a = context;
    free(a->errand.text);
    free(a->errand.html);
}

/* On another thread. */
static void on_done(struct http_errand *e)
{
    request_go_on(CONTAINER_OF(e, struct mail_arg, errand)->request);
}

static void send_errand(struct request *r)
{
    if (!request_suspend(r))
        return;
    struct request_payer payer = request_payer(r);
    struct http_errand *e = &arg(r)->errand;
    arg(r)->request = r;
    e->asker = r->asker;
    snprintf(e->address, sizeof e->address, "%s", r->client.address);
    e->caller = payer.caller;
    e->class = payer.class;
    e->done = on_done;
    r->http->options.errand(r->http->options.errand_context, e);
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

bool route_is_unwanted_mail(struct request *r)
{
    if (strcmp(r->path, "/api/mail/inbound") != 0 || strcmp(r->method, "POST") != 0 ||
        (r->http->options.errand != NULL && is_ours(r)))
        return false;
    answer_error(r, 401, "Delivering mail needs the token of --mail-token-file.");
    return true;
}

static void handle_mail(struct request *r)
{
    const char *to = request_argument(r, "to");
    arg(r)->errand.is_mail = true;
    arg(r)->errand.bytes = r->body != NULL ? r->body : "";
    arg(r)->errand.n = r->body_bytes;
    arg(r)->errand.recipient = to != NULL ? to : "";
    arg(r)->errand.type = request_header(r, "Content-Type");
    send_errand(r);
}

/* The page that a mail program opens, or posts to (RFC 8058), to end the notifications of a player;
 * the code is in the address. Opening it alone changes nothing, because programs open all links of
 * a mail. */
static void handle_quiet_page(struct request *r)
{
    static const char page[] =
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width\"><title>hoshi</title>"
        "<p>Stop all notification mails to this player?"
        "<form method=\"post\"><button>Stop them</button></form>";
    answer_text(r, 200, "text/html; charset=utf-8", page, sizeof page - 1);
    answer_header(r, "Content-Security-Policy",
                  "default-src 'none'; form-action 'self'; frame-ancestors 'none'");
}

static void handle_quiet(struct request *r)
{
    const char *player = request_argument(r, "player");
    const char *code = request_argument(r, "code");
    size_t player_n = player != NULL ? strspn(player, "0123456789") : 0;
    size_t code_n = code != NULL ? strspn(code, "0123456789abcdef") : 0;
    if (r->http->options.errand == NULL || player_n == 0 || player[player_n] != '\0' ||
        player_n > 18 || code_n == 0 || code[code_n] != '\0' || code_n > 64) {
        answer_error(r, 404, "This link does not stop any mail.");
        return;
    }
    snprintf(arg(r)->line, sizeof arg(r)->line, "quiet %s %s", player, code);
    arg(r)->errand.bytes = arg(r)->line;
    arg(r)->errand.n = strlen(arg(r)->line);
    arg(r)->errand.body = "";
    send_errand(r);
}

/* Plain text: a program reads the status, a person the sentence. */
static void finish_quiet(struct request *r)
{
    const char *said = arg(r)->errand.text != NULL ? arg(r)->errand.text : "Try again later.\n";
    int status = arg(r)->errand.status != 200 ? arg(r)->errand.status
                 : arg(r)->errand.failed      ? 404
                                              : 200;
    answer_text(r, status, "text/plain; charset=utf-8", said, strlen(said));
}

static void handle_command(struct request *r)
{
    if (r->http->options.errand == NULL) {
        answer_error(r, 404, "This server does not accept commands.");
        return;
    }
    if (!route_within_limit(r, &r->http->commands))
        return;
    struct problem problem;
    if (r->json == NULL)
        r->json = fields_parse(r->body, r->body_bytes, &problem);
    const json_t *command = json_object_get(r->json, "command");
    const json_t *text = json_object_get(r->json, "text");
    if (!json_is_string(command) || json_string_length(command) > 1000 ||
        (text != NULL && (!json_is_string(text) || json_string_length(text) > TEXT_BYTES_MAX))) {
        answer_error(r, 400, "Send {\"command\": the command line, \"text\": the text below it}.");
        return;
    }
    arg(r)->errand.bytes = json_string_value(command);
    arg(r)->errand.n = json_string_length(command);
    arg(r)->errand.body = text != NULL ? json_string_value(text) : "";
    send_errand(r);
}

static void finish_errand(struct request *r)
{
    const struct http_errand *e = &arg(r)->errand;
    if (e->status == 503) {
        answer_error(r, 503, "The server is busy or cannot write now; try again in a moment.");
        answer_header(r, "Retry-After", "10");
    } else if (e->is_mail) {
        answer_json(r, e->status, JSON_OBJECT({"done", json_boolean(e->status == 200)}));
    } else {
        answer_json(r, 200,
                    JSON_OBJECT({"done", json_boolean(!e->failed)},
                                {"reply", json_string(e->text != NULL ? e->text : "")},
                                {"html", json_string(e->html != NULL ? e->html : "")}));
    }
}

/* --- the administrator's page about mail --- */

static void read_state(struct request *r)
{
    int err = 0;
    json_t *state = reader_mail_state(r->reader, &err);
    if (state == NULL)
        answer_error(r, 503, "The store cannot be read; try again in a moment.");
    else
        answer_json(r, 200, state);
}

static void handle_test(struct request *r)
{
    route_submit(r, mail_state_test, NULL);
}

#define GET_ADMINISTRATOR (ROUTE_PLAYER | ROUTE_SESSION | ROUTE_ADMINISTRATOR)

static const struct route rows[] = {
    READS("admin/mail", GET_ADMINISTRATOR, read_state),
    ORDERS("admin/mail/test", ROUTE_POST | GET_ADMINISTRATOR, handle_test, read_state),
    ORDERS_AT_ONCE("mail/inbound", ROUTE_RAW | ROUTE_HUGE, handle_mail, finish_errand),
    ANSWERS("mail/quiet", 0, handle_quiet_page),
    ORDERS_AT_ONCE("mail/quiet", ROUTE_RAW | ROUTE_LARGE, handle_quiet, finish_quiet),
    ORDERS_AT_ONCE("pbm", ROUTE_SESSION | ROUTE_LARGE, handle_command, finish_errand),
};

const struct route_table routes_mail = {
    .rows = rows, .n = ARRAY_LEN(rows), .arg_bytes = sizeof(struct mail_arg), .free_arg = free_arg};
