/* fuzz_http.c - any bytes as a request, through all routes to the answer: path, query, headers,
 * cookies, body. stub_mhd.c stands in for libmicrohttpd. The service is a real one in memory, with
 * a guest, a member, an administrator and two matches.
 *
 * An input is "METHOD TARGET", lines "Name: value", an empty line, the body. The fuzzer cannot know
 * the secrets of sessions, so it writes G, M or A for the guest, the member or the administrator.
 * */
#include "base/macros.h"
#include "base/text.h"
#include "http/wire/assets.h"
#include "http/wire/http.h"
#include "service/core/batch.h"
#include "service/core/order.h"
#include "service/run/open.h"
#include "store/people/people.h"
#include "stub_mhd.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* After so many inputs the service starts again: an input may have ended sessions that the next
 * ones need. */
enum { INPUTS_PER_SITE = 40 };

static struct service *service;
static struct http *http;
static int inputs_n;

/* A quick stand-in: hashing a password costs 64 MiB and 50 ms, and is not tested here. */
int crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *const password,
                      unsigned long long n, unsigned long long ops, size_t memory)
{
    (void)password;
    (void)n;
    (void)ops;
    (void)memory;
    snprintf(out, crypto_pwhash_STRBYTES, "$argon2id$stub");
    return 0;
}

int crypto_pwhash_str_verify(const char *str, const char *const password, unsigned long long n)
{
    return strcmp(str, "$argon2id$stub") == 0 && n > 0 && password[0] == 'p' ? 0 : -1;
}

static const unsigned char page[] = "<!doctype html>";

const struct asset *asset_find(const char *path)
{
    static const struct asset index = {.path = "/index.html",
                                       .mime = "text/html; charset=utf-8",
                                       .etag = "\"1\"",
                                       .gz = page,
                                       .gz_bytes = 4,
                                       .br = page,
                                       .br_bytes = 3,
                                       .raw = page,
                                       .raw_bytes = sizeof page - 1};
    return strcmp(path, index.path) == 0 ? &index : NULL;
}

/* Stand-in: fuzz_mail and fuzz_pbm cover messages and commands. */
static void on_errand(void *context, struct http_errand *e)
{
    (void)context;
    e->status = 200;
    e->text = strdup("Done.\n");
    e->html = strdup("<p>Done.</p>");
    e->done(e);
}

static int promote(struct work *w, void *context)
{
    struct people_account a;
    struct store_player p;
    (void)context;
    int err = store_player_named(batch_store(w), "theboss", &p);
    if (err == 0)
        err = people_account_get(batch_store(w), p.id, &a);
    a.role = ROLE_ADMINISTRATOR;
    return err < 0 ? err : people_account_put(batch_store(w), &a);
}

static void must(int status, const char *request)
{
    struct stub_answer a;
    ASSERT(stub_request((const uint8_t *)request, strlen(request), &a) && a.status == status);
    stub_done(&a);
}

/* The secret of the session in the cookies of an answer. */
static const char *session_of(const struct stub_answer *a)
{
    static const char name[] = "hoshi_session=";
    for (int i = 0; i < a->headers_n; i++)
        if (strcasecmp(a->headers[i].name, "Set-Cookie") == 0 &&
            strncmp(a->headers[i].value, name, sizeof name - 1) == 0)
            return a->headers[i].value + sizeof name - 1;
    return NULL;
}

static void begin(char who, const char *request)
{
    struct stub_answer a;
    ASSERT(stub_request((const uint8_t *)request, strlen(request), &a) && a.status == 201);
    const char *secret = session_of(&a);
    ASSERT(secret != NULL);
    stub_secret(who, secret, strcspn(secret, ";"));
    stub_done(&a);
}

#define JSON "Content-Type: application/json\n"

static void open_site(void)
{
    static struct http_options options = {.listen = "127.0.0.1:0",
                                          .spool = "/tmp",
                                          .errand = on_errand,
                                          .mail_token = "T",
                                          .no_limits = true};
    char buf[200];
    struct text why;
    struct order o = {.kind = ORDER_BATCH};
    text_init(&why, buf, sizeof buf);
    ASSERT(head_trust_parse("yes", &options.proxies, &why) == 0);
    service = service_open(":memory:", &why);
    ASSERT(service != NULL);
    http = http_start(service, &options, &why);
    ASSERT(http != NULL);
    begin('G', "POST /api/guest\n" JSON "\n{}");
    begin('M', "POST /api/signup\n" JSON "\n{\"name\":\"ann\",\"password\":\"pass word\"}");
    begin('A', "POST /api/signup\n" JSON "\n{\"name\":\"theboss\",\"password\":\"pass word\"}");
    o.u.batch.apply = promote;
    service_run(service, &o);
    ASSERT(o.out.kind == OUTCOME_DONE);
    must(201, "POST /api/matches\nCookie: hoshi_session=M\n" JSON
              "\n{\"game\":\"levee\",\"width\":5,\"seats\":[\"me\",\"open\"]}");
    must(201, "POST /api/matches\nCookie: hoshi_session=G\n" JSON
              "\n{\"game\":\"redstone\",\"width\":5,\"seats\":[\"me\",\"me\"],\"private\":true}");
}

static void close_site(void)
{
    http_stop(http);
    service_close(service);
}

/* The form that every answer must have. */
static void check(const struct stub_answer *a)
{
    const char *type = stub_header(a, "Content-Type");
    ASSERT(a->status >= 200 && a->status < 600);
    ASSERT(a->status != 500);
    ASSERT(stub_header(a, "X-Content-Type-Options") != NULL);
    for (int i = 0; i < a->headers_n; i++)
        ASSERT(strpbrk(a->headers[i].value, "\r\n") == NULL);
    if (type == NULL || strstr(type, "json") == NULL || a->body == NULL)
        return;
    json_t *json = json_loadb(a->body, a->body_n, JSON_DECODE_ANY, NULL);
    ASSERT(json != NULL);
    if (a->status >= 400) {
        ASSERT(json_integer_value(json_object_get(json, "status")) == a->status);
        ASSERT(json_string_length(json_object_get(json, "detail")) > 0);
    }
    json_decref(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct stub_answer a;
    if (inputs_n == 0)
        open_site();
    if (stub_request(data, size, &a)) {
        check(&a);
        stub_done(&a);
    }
    inputs_n = (inputs_n + 1) % INPUTS_PER_SITE;
    if (inputs_n == 0)
        close_site();
    return 0;
}
