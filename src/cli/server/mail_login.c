/* mail_login.c - the authorization code with PKCE over a redirect to this machine (RFC 8252, RFC
 * 7636), or the device grant (RFC 8628). */
#include "cli/server/mail_login.h"

#include "base/err.h"
#include "base/exit.h"
#include "cli/server/post.h"
#include "mail/door/box.h"
#include "mail/door/oauth.h"
#include "mail/door/provider.h"
#include "platform/clock.h"
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SECRET_BYTES = 48, WAIT_S = 600, REQUEST_BYTES = 8192, FORM_BYTES = 16 * 1024 };

struct endpoints {
    char authorize[OAUTH_WORD_BYTES], device[OAUTH_WORD_BYTES], token[OAUTH_WORD_BYTES];
    char scope[OAUTH_WORD_BYTES];
    bool localhost; /* the redirect must have this name instead of the address */
};

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "hoshi: %s%s%s\n", what, why[0] != '\0' ? ": " : "", why);
    return EXIT_NO;
}

static void take(char out[OAUTH_WORD_BYTES], const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    snprintf(out, OAUTH_WORD_BYTES, "%s", text != NULL ? text : "");
}

/* --- where the provider is --- */

static int discover(const char *issuer, struct endpoints *e)
{
    static const char *const places[] = {"/.well-known/openid-configuration",
                                         "/.well-known/oauth-authorization-server"};
    char url[OAUTH_WORD_BYTES + 60];
    char why_buf[300] = "";
    struct text why;
    for (size_t i = 0; i < ARRAY_LEN(places); i++) {
        json_t *answer = NULL;
        size_t n = strlen(issuer);
        text_init(&why, why_buf, sizeof why_buf);
        n -= n > 0 && issuer[n - 1] == '/';
        snprintf(url, sizeof url, "%.*s%s", (int)n, issuer, places[i]);
        int status = oauth_get(url, &answer, &why);
        take(e->authorize, answer, "authorization_endpoint");
        take(e->device, answer, "device_authorization_endpoint");
        take(e->token, answer, "token_endpoint");
        json_decref(answer);
        if (status == 200 && oauth_url_fits(e->token))
            return 0;
        if (status != 0)
            snprintf(why_buf, sizeof why_buf,
                     "%.200s answers with status %d, not with the addresses "
                     "of OAuth 2",
                     url, status);
    }
    (void)fail("--provider is no provider of OAuth 2", why_buf);
    return ERR_NETWORK;
}

static int find_endpoints(const struct mail_login_options *o, struct endpoints *e)
{
    const struct provider *p = provider_find(o->provider);
    *e = (struct endpoints){.localhost = p != NULL && strcmp(p->name, "microsoft") == 0};
    int err = 0;
    if (p != NULL && p->token == NULL) {
        fprintf(stderr,
                "hoshi: %s has no OAuth 2 for mailboxes: make an application password there, and "
                "use --mailbox-password-file\n",
                p->title);
        return ERR_UNSUPPORTED;
    }
    if (p != NULL) {
        snprintf(e->authorize, sizeof e->authorize, "%s", p->authorize);
        snprintf(e->device, sizeof e->device, "%s", p->device != NULL ? p->device : "");
        snprintf(e->token, sizeof e->token, "%s", p->token);
        snprintf(e->scope, sizeof e->scope, "%s", p->scope);
    } else if (!oauth_url_fits(o->provider)) {
        fprintf(stderr, "hoshi: --provider must be google, microsoft, or the https:// address of "
                        "an issuer\n");
        err = ERR_SYNTAX;
    } else {
        err = discover(o->provider, e);
    }
    if (o->scope != NULL)
        snprintf(e->scope, sizeof e->scope, "%s", o->scope);
    return err;
}

/* --- the browser comes back --- */

static void make_secret(char out[SECRET_BYTES])
{
    unsigned char bytes[32];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(out, SECRET_BYTES, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static int listen_here(int64_t port, int *fd, int *found)
{
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t n = sizeof at;
    int one = 1;
    *fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (*fd < 0)
        return ERR_NETWORK;
    (void)setsockopt(*fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(*fd, (struct sockaddr *)&at, sizeof at) != 0 || listen(*fd, 4) != 0 ||
        getsockname(*fd, (struct sockaddr *)&at, &n) != 0) {
        int saved = errno;
        (void)close(*fd);
        errno = saved;
        return ERR_NETWORK;
    }
    *found = ntohs(at.sin_port);
    return 0;
}

/* A field of the query "code=…&state=…", decoded; "" when it is not there. */
static void query_field(const char *query, const char *name, char *out, size_t size)
{
    size_t n = strlen(name);
    out[0] = '\0';
    for (const char *p = query; *p != '\0'; p += strcspn(p, "&"), p += *p == '&') {
        if (strncmp(p, name, n) != 0 || p[n] != '=')
            continue;
        size_t at = 0;
        for (const char *c = p + n + 1; *c != '\0' && *c != '&' && at + 1 < size; c++) {
            unsigned value = 0;
            if (*c == '%' && sscanf(c + 1, "%2x", &value) == 1 && c[1] != '\0' && c[2] != '\0') {
                out[at++] = (char)value;
                c += 2;
            } else {
                out[at++] = *c == '+' ? ' ' : *c;
            }
        }
        out[at] = '\0';
        return;
    }
}

static void answer_browser(int fd, int status, const char *text)
{
    char page[700];
    int n = snprintf(page, sizeof page,
                     "HTTP/1.1 %d %s\r\nContent-Type: text/html; charset=utf-8\r\n"
                     "Content-Security-Policy: default-src 'none'\r\nCache-Control: no-store\r\n"
                     "Connection: close\r\n\r\n<!doctype html><title>hoshi</title><p>%s",
                     status, status == 200 ? "OK" : "Not Found", text);
    if (write(fd, page, (size_t)n) < 0)
        return; /* the browser is gone; what it has brought counts */
}

/* The first line's query of one request; "" for another path. */
static void read_request(int fd, char query[REQUEST_BYTES])
{
    char head[REQUEST_BYTES];
    size_t n = 0;
    struct pollfd p = {.fd = fd, .events = POLLIN};
    query[0] = '\0';
    while (n + 1 < sizeof head && poll(&p, 1, 5000) > 0) {
        ssize_t got = read(fd, head + n, sizeof head - 1 - n);
        if (got <= 0)
            break;
        n += (size_t)got;
        head[n] = '\0';
        if (strstr(head, "\r\n\r\n") != NULL)
            break;
    }
    head[n] = '\0';
    if (strncmp(head, "GET /?", 6) == 0)
        snprintf(query, REQUEST_BYTES, "%.*s", (int)strcspn(head + 6, " \r\n"), head + 6);
}

/* Waits for the redirect with our state. */
static int wait_code(int listener, const char *state, char *code, size_t size)
{
    int64_t until = clock_ms() + INT64_C(1000) * WAIT_S;
    while (clock_ms() < until) {
        struct pollfd p = {.fd = listener, .events = POLLIN};
        char query[REQUEST_BYTES];
        char given[2 * SECRET_BYTES];
        char error[200];
        if (poll(&p, 1, 1000) <= 0)
            continue;
        int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (fd < 0)
            continue;
        read_request(fd, query);
        query_field(query, "state", given, sizeof given);
        query_field(query, "code", code, size);
        query_field(query, "error", error, sizeof error);
        bool ours =
            strlen(given) == strlen(state) && sodium_memcmp(given, state, strlen(state)) == 0;
        answer_browser(fd, ours ? 200 : 404,
                       !ours              ? "This is not the answer that is waited for."
                       : error[0] != '\0' ? "The consent was not given. Look at the terminal."
                                          : "Done. You can close this page.");
        (void)close(fd);
        if (ours && error[0] != '\0') {
            (void)fail("the consent was not given", error);
            return ERR_DENIED;
        }
        if (ours && code[0] != '\0')
            return 0;
    }
    (void)fail("nobody has agreed within ten minutes: run it again", "");
    return ERR_NETWORK;
}

/* --- tokens --- */

struct login {
    const struct mail_login_options *o;
    struct endpoints at;
    char secret[OAUTH_WORD_BYTES];
    struct oauth_consent consent;
};

/* What all requests have. */
static void begin_form(const struct login *l, struct text *form, char *buf)
{
    text_init(form, buf, FORM_BYTES);
    oauth_field(form, "client_id", l->o->client_id);
    if (l->secret[0] != '\0')
        oauth_field(form, "client_secret", l->secret);
}

/* Takes the refresh token out of an answer. 0, ERR_BUSY (RFC 8628: go on asking), or ERR_DENIED
 * after a message. */
static int take_tokens(struct login *l, int status, const json_t *answer, const char *why)
{
    const char *error = json_string_value(json_object_get(answer, "error"));
    const char *text = json_string_value(json_object_get(answer, "error_description"));
    const char *refresh = json_string_value(json_object_get(answer, "refresh_token"));
    if (error != NULL &&
        (strcmp(error, "authorization_pending") == 0 || strcmp(error, "slow_down") == 0))
        return ERR_BUSY;
    if (status == 200 && refresh != NULL && strlen(refresh) < sizeof l->consent.refresh_token) {
        snprintf(l->consent.refresh_token, sizeof l->consent.refresh_token, "%s", refresh);
        return 0;
    }
    char what[200];
    snprintf(what, sizeof what, "the provider gives no tokens (status %d%s%s)", status,
             error != NULL ? ", " : "", error != NULL ? error : "");
    if (status == 200)
        (void)fail("the provider gives no refresh token",
                   "withdraw the old consent in the account there and run it again, or add "
                   "offline_access to --scope");
    else
        (void)fail(what, text != NULL ? text : why);
    return ERR_DENIED;
}

static int by_browser(struct login *l)
{
    char verifier[SECRET_BYTES];
    char state[SECRET_BYTES];
    char challenge[SECRET_BYTES];
    unsigned char hash[crypto_hash_sha256_BYTES];
    char redirect[64];
    char code[2048];
    char buf[FORM_BYTES];
    char why_buf[300] = "";
    struct text form;
    struct text why;
    int listener;
    int port;
    if (listen_here(l->o->port, &listener, &port) < 0)
        return fail("cannot listen for the browser on this machine", strerror(errno)), ERR_NETWORK;
    make_secret(verifier);
    make_secret(state);
    crypto_hash_sha256(hash, (const unsigned char *)verifier, strlen(verifier));
    sodium_bin2base64(challenge, sizeof challenge, hash, sizeof hash,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    snprintf(redirect, sizeof redirect, "http://%s:%d/",
             l->at.localhost ? "localhost" : "127.0.0.1", port);
    text_init(&form, buf, sizeof buf);
    oauth_field(&form, "client_id", l->o->client_id);
    oauth_field(&form, "response_type", "code");
    oauth_field(&form, "redirect_uri", redirect);
    oauth_field(&form, "scope", l->at.scope);
    oauth_field(&form, "state", state);
    oauth_field(&form, "code_challenge", challenge);
    oauth_field(&form, "code_challenge_method", "S256");
    oauth_field(&form, "login_hint", l->o->user);
    /* Google gives a refresh token only with these; others ignore what they do not know. */
    oauth_field(&form, "access_type", "offline");
    oauth_field(&form, "prompt", "consent");
    printf("Open this address in a browser on this machine, and sign in as %s:\n\n%s%s%s\n\n"
           "If the browser is on another machine, end this and use --device, or let ssh pass the\n"
           "port on: ssh -L %d:127.0.0.1:%d ...\n",
           l->o->user, l->at.authorize, strchr(l->at.authorize, '?') != NULL ? "&" : "?", buf, port,
           port);
    (void)fflush(stdout);
    int err = wait_code(listener, state, code, sizeof code);
    (void)close(listener);
    if (err < 0)
        return err;
    json_t *answer = NULL;
    text_init(&why, why_buf, sizeof why_buf);
    begin_form(l, &form, buf);
    oauth_field(&form, "grant_type", "authorization_code");
    oauth_field(&form, "code", code);
    oauth_field(&form, "redirect_uri", redirect);
    oauth_field(&form, "code_verifier", verifier);
    int status = oauth_post(l->at.token, buf, &answer, &why);
    err = take_tokens(l, status, answer, why_buf);
    json_decref(answer);
    return err;
}

static int by_device(struct login *l)
{
    char buf[FORM_BYTES];
    char why_buf[300] = "";
    char code[OAUTH_TOKEN_BYTES];
    struct text form;
    struct text why;
    json_t *answer = NULL;
    if (l->at.device[0] == '\0')
        return fail("this provider has no sign-in from another device", "run it without --device"),
               ERR_UNSUPPORTED;
    text_init(&why, why_buf, sizeof why_buf);
    begin_form(l, &form, buf);
    oauth_field(&form, "scope", l->at.scope);
    int status = oauth_post(l->at.device, buf, &answer, &why);
    const char *device = json_string_value(json_object_get(answer, "device_code"));
    const char *shown = json_string_value(json_object_get(answer, "user_code"));
    const char *where = json_string_value(json_object_get(answer, "verification_uri"));
    if (where == NULL)
        where = json_string_value(json_object_get(answer, "verification_url"));
    json_int_t interval = json_integer_value(json_object_get(answer, "interval"));
    int err =
        status == 200 && device != NULL && shown != NULL && where != NULL ? ERR_BUSY : ERR_DENIED;
    snprintf(code, sizeof code, "%s", device != NULL ? device : "");
    if (err == ERR_BUSY)
        printf("Open %s in a browser, sign in as %s, and type the code\n\n    %s\n\n", where,
               l->o->user, shown);
    else
        (void)fail("the provider does not begin a sign-in for a device", why_buf);
    (void)fflush(stdout);
    json_decref(answer);
    int64_t until = clock_ms() + INT64_C(1000) * WAIT_S;
    while (err == ERR_BUSY && clock_ms() < until) {
        (void)sleep(interval > 0 && interval < 60 ? (unsigned)interval : 5);
        begin_form(l, &form, buf);
        oauth_field(&form, "grant_type", "urn:ietf:params:oauth:grant-type:device_code");
        oauth_field(&form, "device_code", code);
        text_init(&why, why_buf, sizeof why_buf);
        status = oauth_post(l->at.token, buf, &answer, &why);
        err = status == 0 ? ERR_BUSY : take_tokens(l, status, answer, why_buf);
        json_decref(answer);
    }
    if (err == ERR_BUSY)
        (void)fail("nobody has agreed in time: run it again", "");
    return err;
}

/* Whether the consent opens the mailbox. */
static int try_mailbox(const struct mail_login_options *o)
{
    const struct provider *p = provider_find(o->provider);
    const char *url = o->mailbox != NULL ? o->mailbox : p != NULL ? p->mailbox : NULL;
    const struct credential_options of = {.user = o->user, .consent_file = o->out};
    char why_buf[500] = "";
    struct text why;
    struct place place;
    struct wire_stop stop = {.fd = -1};
    bool refused = false;
    if (url == NULL)
        return EXIT_OK;
    text_init(&why, why_buf, sizeof why_buf);
    struct credential *c =
        place_parse(url, o->plain, &place, &why) == 0 ? credential_new(&of, NULL, &why) : NULL;
    struct box *b = c != NULL ? box_open(&place, c, &stop, &refused, &why) : NULL;
    if (b != NULL)
        printf("hoshi: %s opens with it\n", place.url);
    box_close(b);
    credential_free(c);
    if (b != NULL)
        return EXIT_OK;
    fprintf(stderr, "hoshi: the consent was written, but does not open the mailbox of %s: %s\n",
            o->user, why_buf);
    if (refused)
        fprintf(stderr, "hoshi: is it that of another account? Sign in as %s and run it again\n",
                o->user);
    return EXIT_NO;
}

int mail_login(const struct mail_login_options *o)
{
    struct login *l = calloc(1, sizeof *l);
    char why_buf[300] = "";
    struct text why;
    if (l == NULL)
        return EXIT_NO;
    l->o = o;
    text_init(&why, why_buf, sizeof why_buf);
    int status = EXIT_NO;
    if (o->client_secret_file != NULL &&
        post_read_secret(o->client_secret_file, l->secret, sizeof l->secret) < 0) {
        (void)fail(o->client_secret_file, "cannot be read: it must have the client secret in its "
                                          "first line");
    } else if (sodium_init() >= 0 && find_endpoints(o, &l->at) == 0 &&
               (o->device ? by_device(l) : by_browser(l)) == 0) {
        snprintf(l->consent.token_url, sizeof l->consent.token_url, "%s", l->at.token);
        snprintf(l->consent.client_id, sizeof l->consent.client_id, "%s", o->client_id);
        snprintf(l->consent.client_secret, sizeof l->consent.client_secret, "%s", l->secret);
        snprintf(l->consent.user, sizeof l->consent.user, "%s", o->user);
        snprintf(l->consent.scope, sizeof l->consent.scope, "%s", l->at.scope);
        if (oauth_save(o->out, &l->consent, &why) < 0)
            (void)fail(why_buf, "");
        else
            status = EXIT_OK;
    }
    sodium_memzero(l, sizeof *l);
    free(l);
    if (status == EXIT_OK) {
        printf("hoshi: the consent is in %s; the server takes it with --mailbox-consent-file %s\n",
               o->out, o->out);
        status = try_mailbox(o);
    }
    return status;
}
