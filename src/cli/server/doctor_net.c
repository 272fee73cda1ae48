/* doctor_net.c - the proxy in front of the server (doctor.h). */
#include "cli/server/doctor.h"

#include "record/memory.h"
#include <curl/curl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMEOUT_S = 10 };

static size_t on_bytes(char *bytes, size_t size, size_t n, void *context)
{
    sink_mem(context, bytes, size * n);
    return size * n;
}

/* The status of a page; 0: no answer, and why. *body is freed by the caller. */
static int get(const char *base, const char *path, char **body, char why[CURL_ERROR_SIZE])
{
    char url[600];
    long status = 0;
    struct sink sink;
    CURL *curl = curl_easy_init();
    if (curl == NULL)
        return 0;
    sink_init(&sink, &memory_heap);
    size_t n = strlen(base);
    while (n > 0 && base[n - 1] == '/')
        n--;
    snprintf(url, sizeof url, "%.*s%s", (int)n, base, path);
    why[0] = '\0';
    (void)curl_easy_setopt(curl, CURLOPT_URL, url);
    (void)curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    (void)curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)TIMEOUT_S);
    (void)curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    (void)curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, why);
    (void)curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, on_bytes);
    (void)curl_easy_setopt(curl, CURLOPT_WRITEDATA, &sink);
    if (curl_easy_perform(curl) == CURLE_OK)
        (void)curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_cleanup(curl);
    *body = strdup(sink.buf != NULL ? sink.buf : "");
    sink_done(&sink);
    return (int)status;
}

/* Whether the address of the listener can be reached from other machines. */
static bool is_local(const char *listen)
{
    return strncmp(listen, "127.", 4) == 0 || strncmp(listen, "[::1]", 5) == 0 ||
           strncmp(listen, "localhost", 9) == 0;
}

/* The number of the newest public match; 0: there is none, -1: no answer. */
static int64_t newest_match(const char *base)
{
    char why[CURL_ERROR_SIZE];
    char *body = NULL;
    int status = get(base, "/api/matches?limit=1", &body, why);
    json_t *list = json_loads(body != NULL ? body : "", 0, NULL);
    const json_t *matches = json_object_get(list, "matches");
    int64_t id = status == 200 && json_is_array(matches)
                     ? json_integer_value(json_object_get(json_array_get(matches, 0), "id"))
                     : -1;
    json_decref(list);
    free(body);
    return id;
}

/* Whether the public address and the listener are one site. Numbers of
 * matches only grow. */
static void check_same(struct doctor *d, const char *here, const char *url)
{
    int64_t there = newest_match(url);
    int64_t mine = newest_match(here);
    int64_t again = newest_match(url);
    if (there < 0 || mine < 0 || again < 0)
        doctor_find(d, "proxy", DOCTOR_ERROR, "look at the proxy's log",
                    "%s does not answer as this server does", url);
    else if (mine < there || mine > again)
        doctor_find(d, "proxy", DOCTOR_ERROR, "look where the proxy leads to",
                    "%s is another site: its newest match is %lld, that of this server %lld", url,
                    (long long)again, (long long)mine);
    else
        doctor_find(d, "proxy", DOCTOR_OK, NULL, "%s leads to this server", url);
}

/* Metrics are for this machine only. If they are answered here, the server takes requests that come
 * through the proxy for requests from this machine. */
static void check_forwarded(struct doctor *d, const struct doctor_options *o)
{
    char why[CURL_ERROR_SIZE];
    char *body = NULL;
    int status = get(o->url, "/metrics", &body, why);
    if (status == 200)
        doctor_find(
            d, "proxy", DOCTOR_ERROR,
            "let the proxy send X-Forwarded-For (packaging/nginx.conf), and set trust-proxy",
            "everybody has the address of the proxy: limits hit all players together, and "
            "the metrics are public");
    else if (!head_trusts(&o->proxies))
        doctor_find(d, "proxy", DOCTOR_WARNING, "set trust-proxy",
                    "X-Forwarded-For is not believed: limits hit all players together");
    else
        doctor_find(d, "proxy", DOCTOR_OK, NULL, "tells the server whose requests it passes on");
    free(body);
}

void doctor_proxy(struct doctor *d, const struct doctor_options *o)
{
    char here[200];
    char why[CURL_ERROR_SIZE];
    char *body = NULL;
    const char *listen = o->listen != NULL ? o->listen : "127.0.0.1:8080";
    snprintf(here, sizeof here, "http://%s", listen);
    if (o->proxies.hops > 0 && !is_local(listen))
        doctor_find(d, "proxy", DOCTOR_ERROR,
                    "listen on 127.0.0.1, behind the proxy, or name the proxy's address",
                    "trust-proxy with a listener for all (%s): anybody can forge an address",
                    listen);
    int status = get(here, "/readyz", &body, why);
    if (status == 200)
        doctor_find(d, "server", DOCTOR_OK, NULL, "%s is ready", here);
    else if (status != 0)
        doctor_find(d, "server", DOCTOR_ERROR, "look at the server's log", "%s is not ready: %s",
                    here, body);
    else
        doctor_find(d, "server", DOCTOR_WARNING, "start it, or give its --listen",
                    "no server answers: %s", why);
    free(body);
    if (o->url == NULL) {
        doctor_find(d, "proxy", DOCTOR_WARNING, "set url, the address of this site for others",
                    "the public address is unknown and was not tried");
        return;
    }
    if (strncmp(o->url, "https://", 8) != 0)
        doctor_find(d, "proxy", DOCTOR_WARNING, "put a proxy with TLS in front of it",
                    "%s is not encrypted: passwords can be read on the way", o->url);
    body = NULL;
    int public_status = get(o->url, "/healthz", &body, why);
    free(body);
    if (public_status != 200) {
        doctor_find(d, "proxy", DOCTOR_ERROR, "look at the proxy, its certificate and the DNS",
                    "%s %s%s", o->url,
                    public_status == 0 ? "does not answer: " : "is answered by another program",
                    public_status == 0 ? why : "");
        return;
    }
    if (status == 200)
        check_same(d, here, o->url);
    check_forwarded(d, o);
}
