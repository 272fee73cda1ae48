#include "bot/api.h"

#include "base/err.h"
#include "version.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONNECT_TIMEOUT_S = 10, REQUEST_TIMEOUT_S = 60 };

static size_t on_answer(char *bytes, size_t size, size_t n, void *context)
{
    struct api *a = context;
    n *= size;
    if (a->answer_n + n > API_ANSWER_MAX) {
        a->too_big = true;
        return 0;
    }
    char *more = realloc(a->answer, a->answer_n + n + 1);
    if (more == NULL)
        return 0;
    memcpy(more + a->answer_n, bytes, n);
    a->answer = more;
    a->answer_n += n;
    return n;
}

struct curl_slist *api_headers(const char *token)
{
    char line[256];
    snprintf(line, sizeof line, "Authorization: Bearer %s", token);
    struct curl_slist *list = curl_slist_append(NULL, line);
    struct curl_slist *more = curl_slist_append(list, "Content-Type: application/json");
    return more != NULL ? more : list;
}

void api_common(CURL *curl, struct curl_slist *headers)
{
    (void)curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    (void)curl_easy_setopt(curl, CURLOPT_USERAGENT, "hoshi-bot/" HOSHI_VERSION);
    (void)curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    (void)curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    (void)curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_TIMEOUT_S);
    (void)curl_easy_setopt(curl, CURLOPT_TCP_KEEPALIVE, 1L);
}

int api_init(struct api *a, const char *server, const char *token)
{
    *a = (struct api){.curl = curl_easy_init(), .headers = api_headers(token), .server = server};
    if (a->curl == NULL || a->headers == NULL) {
        api_done(a);
        return ERR_NO_MEMORY;
    }
    return 0;
}

void api_done(struct api *a)
{
    curl_easy_cleanup(a->curl);
    curl_slist_free_all(a->headers);
    free(a->answer);
    *a = (struct api){.curl = NULL};
}

static int perform(struct api *a, const char *path, const char *body, json_t **out)
{
    char url[API_URL_BYTES];
    long status = 0;
    *out = NULL;
    int n = snprintf(url, sizeof url, "%s%s", a->server, path);
    if (n < 0 || (size_t)n >= sizeof url)
        return ERR_TOO_BIG;
    free(a->answer);
    a->answer = NULL;
    a->answer_n = 0;
    a->too_big = false;
    curl_easy_reset(a->curl); /* keeps the connection */
    api_common(a->curl, a->headers);
    (void)curl_easy_setopt(a->curl, CURLOPT_URL, url);
    (void)curl_easy_setopt(a->curl, CURLOPT_TIMEOUT, (long)REQUEST_TIMEOUT_S);
    (void)curl_easy_setopt(a->curl, CURLOPT_WRITEFUNCTION, on_answer);
    (void)curl_easy_setopt(a->curl, CURLOPT_WRITEDATA, a);
    if (body != NULL)
        (void)curl_easy_setopt(a->curl, CURLOPT_POSTFIELDS, body);
    if (curl_easy_perform(a->curl) != CURLE_OK)
        return a->too_big ? ERR_TOO_BIG : ERR_NETWORK;
    (void)curl_easy_getinfo(a->curl, CURLINFO_RESPONSE_CODE, &status);
    if (a->answer_n > 0)
        *out = json_loadb(a->answer, a->answer_n, 0, NULL);
    return (int)status;
}

int api_get(struct api *a, const char *path, json_t **out)
{
    return perform(a, path, NULL, out);
}

int api_post(struct api *a, const char *path, json_t *body, json_t **out)
{
    char *text = body != NULL ? json_dumps(body, JSON_COMPACT) : NULL;
    json_decref(body);
    if (text == NULL)
        return ERR_NO_MEMORY;
    int status = perform(a, path, text, out);
    free(text);
    return status;
}
