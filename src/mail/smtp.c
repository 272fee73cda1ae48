#include "mail/smtp.h"
#include "base/times.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct smtp {
    CURL *curl;
    const char *url, *login;
    struct credential *credential;
    const char *advice; /* of the last mail (smtp_advice) */
    bool plain;
};

struct upload {
    const char *bytes;
    size_t left;
};

struct smtp *smtp_new(const char *url, const char *login, struct credential *credential, bool plain)
{
    struct smtp *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->curl = curl_easy_init();
    s->url = url != NULL ? url : "smtp://localhost:25";
    s->login = login;
    s->credential = credential;
    s->plain = plain;
    if (s->curl == NULL) {
        free(s);
        return NULL;
    }
    return s;
}

void smtp_free(struct smtp *s)
{
    if (s == NULL)
        return;
    curl_easy_cleanup(s->curl);
    free(s);
}

static size_t on_read(char *out, size_t size, size_t n, void *context)
{
    struct upload *u = context;
    n *= size;
    if (n > u->left)
        n = u->left;
    memcpy(out, u->bytes, n);
    u->bytes += n;
    u->left -= n;
    return n;
}

const char *smtp_advice(const struct smtp *s)
{
    return s->advice;
}

static const char *advise(CURLcode rc, long status, const char *url)
{
    if (rc == CURLE_LOGIN_DENIED || status == 530 || status == 535)
        return "it refuses the sign-in: look at the user and the password. Most providers want an "
               "application password or `hoshi mail login`";
    switch (rc) {
    case CURLE_COULDNT_RESOLVE_HOST:
        return "the name of the host cannot be found: look at --smtp, and at the DNS of this "
               "machine";
    case CURLE_COULDNT_CONNECT:
        return "no connection: look at host and port, at the firewall (many networks close port "
               "25), and whether this machine has IPv4 or only IPv6";
    case CURLE_OPERATION_TIMEDOUT:
        return "no answer in time: look at host, port and firewall";
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
        return "its certificate is not good for this name now: look at the host, at the clock of "
               "this machine, and whether ca-certificates is installed";
    case CURLE_SSL_CONNECT_ERROR:
        return strncmp(url, "smtps", 5) == 0
                   ? "no TLS at this port: is it the port for STARTTLS? Then write smtp://"
                   : "TLS fails";
    case CURLE_USE_SSL_FAILED:
        return "it has no STARTTLS, and the password is not sent without TLS: use smtps://";
    default:
        return NULL;
    }
}

enum smtp_answer smtp_send(struct smtp *s, const char *from, const char *to, const char *bytes,
                           char *why, size_t why_size)
{
    char sender[300];
    char recipient[300];
    char detail[CURL_ERROR_SIZE] = "";
    struct upload upload = {bytes, strlen(bytes)};
    struct text reason;
    long status = 0;
    bool signs_in = s->login != NULL || s->credential != NULL;
    snprintf(sender, sizeof sender, "<%s>", from);
    snprintf(recipient, sizeof recipient, "<%s>", to);
    struct curl_slist *list = curl_slist_append(NULL, recipient);
    curl_easy_reset(s->curl); /* keeps the connection */
    (void)curl_easy_setopt(s->curl, CURLOPT_URL, s->url);
    (void)curl_easy_setopt(s->curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    (void)curl_easy_setopt(s->curl, CURLOPT_NOSIGNAL, 1L);
    (void)curl_easy_setopt(s->curl, CURLOPT_CONNECTTIMEOUT, 10L);
    (void)curl_easy_setopt(s->curl, CURLOPT_TIMEOUT, 60L);
    (void)curl_easy_setopt(s->curl, CURLOPT_ERRORBUFFER, detail);
    (void)curl_easy_setopt(s->curl, CURLOPT_USE_SSL,
                           signs_in && !s->plain ? (long)CURLUSESSL_ALL : (long)CURLUSESSL_NONE);
    if (getenv("SSL_CERT_FILE") != NULL)
        (void)curl_easy_setopt(s->curl, CURLOPT_CAINFO, getenv("SSL_CERT_FILE"));
    text_init(&reason, why, why_size);
    if (s->login != NULL) {
        (void)curl_easy_setopt(s->curl, CURLOPT_USERPWD, s->login);
    } else if (s->credential != NULL && credential_apply(s->credential, s->curl, &reason) < 0) {
        curl_slist_free_all(list);
        return SMTP_LATER;
    }
    (void)curl_easy_setopt(s->curl, CURLOPT_MAIL_FROM, sender);
    (void)curl_easy_setopt(s->curl, CURLOPT_MAIL_RCPT, list);
    (void)curl_easy_setopt(s->curl, CURLOPT_READFUNCTION, on_read);
    (void)curl_easy_setopt(s->curl, CURLOPT_READDATA, &upload);
    (void)curl_easy_setopt(s->curl, CURLOPT_UPLOAD, 1L);
    CURLcode rc = curl_easy_perform(s->curl);
    (void)curl_easy_getinfo(s->curl, CURLINFO_RESPONSE_CODE, &status);
    curl_slist_free_all(list);
    s->advice = rc == CURLE_OK ? NULL : advise(rc, status, s->url);
    if (rc == CURLE_OK)
        return SMTP_SENT;
    if (s->credential != NULL && (rc == CURLE_LOGIN_DENIED || status == 530 || status == 535))
        credential_refused(s->credential);
    snprintf(why, why_size, "%s (%ld)", detail[0] != '\0' ? detail : curl_easy_strerror(rc),
             status);
    /* 530 and 535 speak of our login, not of this mail. */
    if (rc != CURLE_SEND_ERROR || status < 500 || status == 530 || status == 535)
        return SMTP_LATER;
    return status >= 550 && status <= 553 ? SMTP_NOBODY : SMTP_NEVER;
}

const char *smtp_next(enum smtp_answer answer, int tries, int64_t age, int64_t now, int64_t *due_at)
{
    const int64_t first = 5 * SECOND_MS;
    const int64_t longest = 4 * HOUR_MS;
    const int64_t give_up = 5 * DAY_MS;
    *due_at = now;
    if (answer == SMTP_SENT)
        return "sent";
    if (answer == SMTP_NEVER || answer == SMTP_NOBODY || age > give_up)
        return "failed";
    int64_t wait = tries < 12 ? first << tries : longest;
    *due_at = now + (wait < longest ? wait : longest);
    return "waiting";
}
