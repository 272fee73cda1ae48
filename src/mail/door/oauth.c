#include "mail/door/oauth.h"

#include "base/err.h"
#include "base/prefix.h"
#include "mail/door/place.h"
#include "platform/json.h"
#include "record/memory.h"
#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TIMEOUT_S = 20, ANSWER_MAX = 256 * 1024, DEFAULT_LIFE_S = 3600 };

static const char *word(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text != NULL ? text : "";
}

/* --- the file --- */

int oauth_load(const char *path, struct oauth_consent *out, struct text *why)
{
    struct stat st;
    json_error_t error;
    *out = (struct oauth_consent){.user = ""};
    text_str(why, path);
    FILE *f = fopen(path, "re");
    if (f == NULL || fstat(fileno(f), &st) != 0) {
        text_str(why, " cannot be read: ");
        text_str(why, strerror(errno));
        text_str(why, errno == ENOENT ? "; `hoshi mail login` makes it" : "");
        if (f != NULL)
            (void)fclose(f);
        return ERR_IO;
    }
    json_t *all = json_loadf(f, JSON_REJECT_DUPLICATES, &error);
    (void)fclose(f);
    int err = 0;
    if ((st.st_mode & 077) != 0) {
        text_str(why, " can be read by others: chmod 600 it");
        err = ERR_DENIED;
    } else if (!json_is_object(all) || word(all, "refresh_token")[0] == '\0' ||
               word(all, "client_id")[0] == '\0' || !oauth_url_fits(word(all, "token_url"))) {
        text_str(why, " is not a file of `hoshi mail login`: run it again");
        err = ERR_SYNTAX;
    } else {
        snprintf(out->token_url, sizeof out->token_url, "%s", word(all, "token_url"));
        snprintf(out->client_id, sizeof out->client_id, "%s", word(all, "client_id"));
        snprintf(out->client_secret, sizeof out->client_secret, "%s", word(all, "client_secret"));
        snprintf(out->user, sizeof out->user, "%s", word(all, "user"));
        snprintf(out->scope, sizeof out->scope, "%s", word(all, "scope"));
        snprintf(out->refresh_token, sizeof out->refresh_token, "%s", word(all, "refresh_token"));
    }
    json_decref(all);
    return err;
}

int oauth_save(const char *path, const struct oauth_consent *c, struct text *why)
{
    char made[4096];
    json_t *all = JSON_OBJECT(
        {"token_url", json_string(c->token_url)}, {"client_id", json_string(c->client_id)},
        {"client_secret", json_string(c->client_secret)}, {"user", json_string(c->user)},
        {"scope", json_string(c->scope)}, {"refresh_token", json_string(c->refresh_token)});
    int n = snprintf(made, sizeof made, "%s.new", path);
    int fd = all != NULL && n > 0 && (size_t)n < sizeof made
                 ? open(made, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600)
                 : -1;
    bool ok = fd >= 0 && fchmod(fd, 0600) == 0 && json_dumpfd(all, fd, JSON_INDENT(1)) == 0 &&
              fsync(fd) == 0;
    int saved = errno;
    if (fd >= 0)
        (void)close(fd);
    json_decref(all);
    if (ok && rename(made, path) == 0)
        return 0;
    saved = ok ? errno : saved;
    if (fd >= 0)
        (void)unlink(made);
    text_str(why, path);
    text_str(why, " cannot be written: ");
    text_str(why, strerror(saved));
    return ERR_IO;
}

/* --- requests --- */

bool oauth_url_fits(const char *url)
{
    char host[200];
    const char *rest = prefix_after(url, "https://");
    if (strpbrk(url, " \t\r\n\"<>") != NULL || strlen(url) >= OAUTH_WORD_BYTES)
        return false;
    if (rest != NULL)
        return rest[0] != '\0' && rest[0] != '/';
    rest = prefix_after(url, "http://");
    if (rest == NULL)
        return false;
    size_t n = rest[0] == '[' ? strcspn(rest, "]") + 1 : strcspn(rest, ":/");
    snprintf(host, sizeof host, "%.*s", (int)(n < sizeof host ? n : 0), rest);
    return place_is_loopback(host);
}

void oauth_field(struct text *form, const char *name, const char *value)
{
    char *coded = curl_easy_escape(NULL, value, (int)strlen(value));
    if (form->len > 0)
        text_char(form, '&');
    text_str(form, name);
    text_char(form, '=');
    text_str(form, coded != NULL ? coded : "");
    curl_free(coded);
}

static size_t on_answer(char *bytes, size_t size, size_t n, void *context)
{
    struct sink *sink = context;
    if (sink->len + size * n > ANSWER_MAX)
        return 0;
    sink_mem(sink, bytes, size * n);
    return size * n;
}

static int ask(const char *url, const char *form, json_t **out, struct text *why)
{
    char detail[CURL_ERROR_SIZE] = "";
    long status = 0;
    struct sink sink;
    CURL *curl = curl_easy_init();
    *out = NULL;
    if (curl == NULL)
        return 0;
    sink_init(&sink, &memory_heap);
    struct curl_slist *headers = curl_slist_append(NULL, "Accept: application/json");
    (void)curl_easy_setopt(curl, CURLOPT_URL, url);
    (void)curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    (void)curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    if (form != NULL)
        (void)curl_easy_setopt(curl, CURLOPT_POSTFIELDS, form);
    if (getenv("SSL_CERT_FILE") != NULL)
        (void)curl_easy_setopt(curl, CURLOPT_CAINFO, getenv("SSL_CERT_FILE"));
    (void)curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)TIMEOUT_S);
    (void)curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    (void)curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, detail);
    (void)curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, on_answer);
    (void)curl_easy_setopt(curl, CURLOPT_WRITEDATA, &sink);
    CURLcode rc = curl_easy_perform(curl);
    if (rc == CURLE_OK)
        (void)curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    else
        text_str(why, detail[0] != '\0' ? detail : curl_easy_strerror(rc));
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
    if (sink.buf != NULL)
        *out = json_loads(sink.buf, 0, NULL);
    sink_done(&sink);
    return (int)status;
}

int oauth_post(const char *url, const char *form, json_t **out, struct text *why)
{
    return ask(url, form, out, why);
}

int oauth_get(const char *url, json_t **out, struct text *why)
{
    return ask(url, NULL, out, why);
}

int oauth_refresh(struct oauth_consent *c, struct oauth_access *out, bool *renewed,
                  struct text *why)
{
    char buf[3 * (OAUTH_TOKEN_BYTES + 3 * OAUTH_WORD_BYTES)];
    struct text form;
    json_t *answer = NULL;
    text_init(&form, buf, sizeof buf);
    oauth_field(&form, "grant_type", "refresh_token");
    oauth_field(&form, "refresh_token", c->refresh_token);
    oauth_field(&form, "client_id", c->client_id);
    if (c->client_secret[0] != '\0')
        oauth_field(&form, "client_secret", c->client_secret);
    *renewed = false;
    int status = oauth_post(c->token_url, buf, &answer, why);
    const char *token = word(answer, "access_token");
    const char *fresh = word(answer, "refresh_token");
    const char *error = word(answer, "error");
    int err = status == 200 && token[0] != '\0' ? 0 : ERR_NETWORK;
    if (err == 0 && (strlen(token) >= sizeof out->token || strlen(fresh) >= OAUTH_TOKEN_BYTES)) {
        text_str(why, "the provider's token is too long");
        err = ERR_NETWORK;
    } else if (err == 0) {
        json_int_t lives = json_integer_value(json_object_get(answer, "expires_in"));
        snprintf(out->token, sizeof out->token, "%s", token);
        out->lives_ms = (lives > 0 && lives < 366 * 86400 ? lives : DEFAULT_LIFE_S) * 1000;
        *renewed = fresh[0] != '\0' && strcmp(fresh, c->refresh_token) != 0;
        if (*renewed)
            snprintf(c->refresh_token, sizeof c->refresh_token, "%s", fresh);
    } else if (strcmp(error, "invalid_grant") == 0 || strcmp(error, "invalid_client") == 0 ||
               strcmp(error, "unauthorized_client") == 0) {
        err = ERR_DENIED;
        text_str(why, strcmp(error, "invalid_grant") == 0
                          ? "the consent for the mailbox was withdrawn or has run out: run `hoshi "
                            "mail login` again"
                          : "the provider does not know the client id, or its secret is wrong: "
                            "look at it there, and run `hoshi mail login` again");
    } else if (status != 0) {
        text_str(why, "the provider gives no access token: status ");
        text_int(why, status);
        text_str(why, error[0] != '\0' ? ", " : "");
        text_str(why, error);
    }
    json_decref(answer);
    return err;
}
