/* api.h - requests to the server's API with libcurl. One struct api for each thread. */
#ifndef BOT_API_H
#define BOT_API_H
#include "base/macros.h"
#include <curl/curl.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum { API_ANSWER_MAX = 16 * 1024 * 1024, API_URL_BYTES = 512 };

struct api {
    CURL *curl;
    struct curl_slist *headers;
    const char *server; /* borrowed */
    char *answer;
    size_t answer_n;
    bool too_big;
};

/* Returns 0 or ERR_NO_MEMORY. server is borrowed until api_done. */
MUST_USE int api_init(struct api *a, const char *server, const char *token);
void api_done(struct api *a);

/* Returns the HTTP status, with the answer (a new reference, or NULL if it is not JSON) in *out, or
 * ERR_NETWORK. path begins with "/api". */
MUST_USE int api_get(struct api *a, const char *path, json_t **out);
/* Steals body. */
MUST_USE int api_post(struct api *a, const char *path, json_t *body, json_t **out);

/* Sets what every request has; for the stream of events. */
void api_common(CURL *curl, struct curl_slist *headers);
struct curl_slist *api_headers(const char *token);

#endif
