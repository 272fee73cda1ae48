#include "cli/server/post.h"

#include "base/prefix.h"
#include "platform/json.h"
#include "record/memory.h"
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int post_read_secret(const char *path, char *out, size_t size)
{
    FILE *f = fopen(path, "re");
    if (f == NULL)
        return -1;
    bool ok = fgets(out, (int)size, f) != NULL;
    (void)fclose(f);
    if (!ok)
        return -1;
    size_t mark = prefix_bom(out);
    out[strcspn(out, "\r\n")] = '\0';
    memmove(out, out + mark, strlen(out + mark) + 1);
    return 0;
}

static size_t on_answer(char *bytes, size_t size, size_t n, void *context)
{
    sink_mem(context, bytes, size * n);
    return size * n;
}

/* Keeps the session of "Set-Cookie: hoshi_session=VALUE; …". */
static size_t on_header(char *bytes, size_t size, size_t n, void *context)
{
    static const char wanted[] = "set-cookie: hoshi_session=";
    char *session = context;
    size_t all = size * n;
    size_t from = sizeof wanted - 1;
    if (all > from && strncasecmp(bytes, wanted, from) == 0) {
        size_t len = 0;
        while (from + len < all && strchr("; \r\n", bytes[from + len]) == NULL &&
               len + 1 < POST_TOKEN_BYTES)
            len++;
        memcpy(session, bytes + from, len);
        session[len] = '\0';
    }
    return all;
}

/* session: where that of the answer goes, or NULL. */
static int post(const char *url, const char *type, const char *token, const char *bytes, size_t n,
                char *session, char **answer)
{
    char line[POST_TOKEN_BYTES + 40];
    long status = 0;
    struct sink sink;
    CURL *curl = curl_easy_init();
    if (curl == NULL)
        return 0;
    sink_init(&sink, &memory_heap);
    snprintf(line, sizeof line, "Content-Type: %s", type);
    struct curl_slist *headers = curl_slist_append(NULL, line);
    if (token != NULL) {
        snprintf(line, sizeof line, "Authorization: Bearer %s", token);
        headers = curl_slist_append(headers, line);
    }
    (void)curl_easy_setopt(curl, CURLOPT_URL, url);
    (void)curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    (void)curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    (void)curl_easy_setopt(curl, CURLOPT_POSTFIELDS, bytes);
    (void)curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)n);
    (void)curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, 10L);
    (void)curl_easy_setopt(curl, CURLOPT_TIMEOUT, 120L);
    (void)curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    (void)curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, on_answer);
    (void)curl_easy_setopt(curl, CURLOPT_WRITEDATA, &sink);
    if (session != NULL) {
        (void)curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, on_header);
        (void)curl_easy_setopt(curl, CURLOPT_HEADERDATA, session);
    }
    if (curl_easy_perform(curl) == CURLE_OK)
        (void)curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
    if (answer != NULL)
        *answer = strdup(sink.buf);
    sink_done(&sink);
    return (int)status;
}

int post_bytes(const char *url, const char *type, const char *token, const char *bytes, size_t n,
               char **answer)
{
    return post(url, type, token, bytes, n, NULL, answer);
}

int post_signin(const char *server, const char *name, const char *password,
                char token[POST_TOKEN_BYTES], char **answer)
{
    char url[300];
    json_t *body = JSON_OBJECT({"name", json_string(name)}, {"password", json_string(password)},
                               {"bring", json_false()});
    char *bytes = body != NULL ? json_dumps(body, JSON_COMPACT) : NULL;
    json_decref(body);
    *answer = NULL;
    token[0] = '\0';
    if (bytes == NULL)
        return 0;
    (void)snprintf(url, sizeof url, "%s/api/signin", server);
    int status = post(url, "application/json", NULL, bytes, strlen(bytes), token, answer);
    free(bytes);
    return status;
}
