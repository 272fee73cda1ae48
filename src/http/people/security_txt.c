/* security_txt.c - /.well-known/security.txt (RFC 9116): where to report a vulnerability of this
 * site. It is there when the operator has given a contact. */
#include "http/wire/http_int.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

bool security_txt_fits(const char *day)
{
    struct tm tm = {.tm_isdst = 0};
    struct tm same;
    const char *end = strptime(day, "%Y-%m-%d", &tm);
    if (end == NULL || *end != '\0' || strlen(day) != strlen("2027-01-31"))
        return false;
    int month_day = tm.tm_mday;
    time_t at = timegm(&tm);
    return gmtime_r(&at, &same) != NULL && same.tm_mday == month_day;
}

bool security_txt_handle(struct request *r)
{
    char text[1024];
    const struct http_options *o = &r->http->options;
    if (strcmp(r->path, "/.well-known/security.txt") != 0 || o->security_contact == NULL)
        return false;
    if (strcmp(r->method, "GET") != 0 && strcmp(r->method, "HEAD") != 0) {
        answer_error(r, 405, "%s is not allowed here.", r->method);
        return true;
    }
    int n = snprintf(text, sizeof text,
                     "Contact: %s\nExpires: %sT00:00:00Z\nPreferred-Languages: en\n"
                     "Canonical: %s://%s/.well-known/security.txt\n",
                     o->security_contact, o->security_expires,
                     r->client.is_https ? "https" : "http", r->host);
    answer_text(r, 200, "text/plain; charset=utf-8", text, (size_t)n);
    return true;
}
