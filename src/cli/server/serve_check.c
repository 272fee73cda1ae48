#include "cli/server/serve_check.h"

#include "http/wire/listen.h"
#include "mail/door/place.h"
#include "mail/door/provider.h"
#include "mail/pbm.h"
#include "mail/rate.h"
#include "mail/sender.h"
#include "platform/log.h"
#include "push/push.h"
#include "service/core/service.h"
#include "store/core/store.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether the folder of a file is there to be written to. */
static bool has_folder(const char *path)
{
    char folder[4096];
    const char *slash = strrchr(path, '/');
    int n = slash != NULL ? (int)(slash - path) : 0;
    snprintf(folder, sizeof folder, "%.*s", n > 0 ? n : 1,
             n > 0           ? path
             : slash != NULL ? "/"
                             : ".");
    return access(folder, W_OK | X_OK) == 0;
}

/* Says why an option's file or folder cannot be used. */
static bool cannot(const char *option, const char *path, const char *what)
{
    log_error("%s = %s: cannot %s it: %s", option, path, what, strerror(errno));
    return false;
}

/* A file that must be there. */
static bool check_readable(const char *option, const char *path)
{
    return path == NULL || access(path, R_OK) == 0 || cannot(option, path, "read");
}

/* A file that is made when it is not there. */
static bool check_made(const char *option, const char *path, int mode)
{
    struct stat s;
    if (path == NULL)
        return true;
    if (stat(path, &s) == 0 && S_ISDIR(s.st_mode))
        errno = EISDIR;
    else if (access(path, mode) == 0)
        return true;
    if (errno != ENOENT)
        return cannot(option, path, (mode & R_OK) != 0 ? "read" : "write");
    return has_folder(path) || cannot(option, path, "create");
}

static bool url_fits(const char *url)
{
    const char *host = strncasecmp(url, "https://", 8) == 0  ? url + 8
                       : strncasecmp(url, "http://", 7) == 0 ? url + 7
                                                             : NULL;
    if (host == NULL || strpbrk(host, " \t\r\n@?#\\") != NULL)
        return false;
    /* Page and API are at the root of a host. */
    size_t n = strcspn(host, "/");
    return n > 0 && host[n + strspn(host + n, "/")] == '\0' &&
           strlen(url) < sizeof((struct service_site *)NULL)->url;
}

static bool check_value(const char *option, const char *value, bool (*fits)(const char *value),
                        const char *must)
{
    if (value == NULL || fits(value))
        return true;
    log_error("%s = %s: it must %s", option, value, must);
    return false;
}

/* Reads which proxies are believed. */
static bool take_proxies(const struct serve_values *v)
{
    char why_buf[200];
    struct text why;
    text_init(&why, why_buf, sizeof why_buf);
    if (head_trust_parse(v->proxies, &v->http->proxies, &why) == 0)
        return true;
    log_error("trust-proxy = %s: %s", v->proxies, why_buf);
    return false;
}

static bool say(const char *what)
{
    log_error("%s", what);
    return false;
}

/* Whether the options about the mailbox fit together. */
static bool check_mailbox(const struct serve_mail *m)
{
    char why_buf[200];
    struct text why;
    struct place place;
    bool right = true;
    text_init(&why, why_buf, sizeof why_buf);
    if (m->provider != NULL && provider_find(m->provider) == NULL) {
        for (int i = 0; i < provider_list_n; i++) {
            text_str(&why, i > 0 ? ", " : "");
            text_str(&why, provider_list[i].name);
        }
        log_error("mail-provider = %s: it must be %s. For another one set mailbox and smtp instead",
                  m->provider, why_buf);
        right = false;
    }
    if (m->mailbox == NULL)
        return right;
    if (place_parse(m->mailbox, m->plain_mailbox, &place, &why) < 0) {
        log_error("mailbox = %s: %s", m->mailbox, why_buf);
        right = false;
    }
    if (m->address == NULL)
        right = say("mailbox needs mail-address, the address whose mails lie there");
    if (m->password_file == NULL && m->consent_file == NULL)
        right = say("mailbox needs mailbox-password-file (a file with the password), or "
                    "mailbox-consent-file (made by `hoshi mail login`)");
    if (m->password_file != NULL && m->consent_file != NULL)
        right = say("mailbox-password-file and mailbox-consent-file exclude each other");
    return right;
}

bool serve_check(const struct serve_values *v)
{
    bool right = check_value("url", v->url, url_fits,
                             "be https://HOST or http://HOST without a path, and shorter than 200 "
                             "bytes");
    right = take_proxies(v) && right;
    right = check_value("mail-address", v->mail->address, pbm_address_fits,
                        "be NAME@HOST, without a +") &&
            right;
    right =
        check_value("smtp", v->mail->smtp, sender_smtp_fits, "be smtp://HOST or smtps://HOST") &&
        right;
    right = check_mailbox(v->mail) && right;
    right = check_value("backup-at", v->backup->at, serve_backup_time_fits,
                        "be a time of day, HH:MM") &&
            right;
    if (v->backup->folder != NULL && strcmp(v->store, ":memory:") == 0)
        right = say("backup-daily needs a store that is kept; :memory: is not");
    if (v->backup->folder != NULL && access(v->backup->folder, W_OK | X_OK) != 0)
        right = cannot("backup-daily", v->backup->folder, "write to");
    right =
        check_value("mail-rate", v->mail->rate, rate_fits,
                    "be NUMBER/min, NUMBER/hour or NUMBER/day, or several of them with commas") &&
        right;
    right = check_value("security-contact", v->http->security_contact, push_contact_fits,
                        "be mailto:ADDRESS or https://HOST") &&
            right;
    right = check_value("security-expires", v->http->security_expires, security_txt_fits,
                        "be a day such as 2027-01-31") &&
            right;
    if ((v->http->security_contact == NULL) != (v->http->security_expires == NULL))
        right = say("security-contact and security-expires need each other");
    return check_value("push", v->push, push_contact_fits, "be mailto:ADDRESS or https://HOST") &&
           right;
}

bool serve_check_files(const struct serve_values *v)
{
    char why_buf[160];
    struct text why;
    bool right = check_made("mail-token-file", v->mail->token_file, R_OK);
    right = check_made("bot-token-file", v->bot_token_file, W_OK) && right;
    right = check_readable("smtp-login-file", v->mail->login_file) && right;
    right = check_readable("mailbox-password-file", v->mail->password_file) && right;
    right = check_readable("mailbox-consent-file", v->mail->consent_file) && right;
    right = check_readable("web", v->http->web_dir) && right;
    text_init(&why, why_buf, sizeof why_buf);
    if (listen_check(v->http->listen, &why) < 0) {
        log_error("listen = %s: %s", v->http->listen, why_buf);
        right = false;
    }
    if (!store_is_url(v->store) && strcmp(v->store, ":memory:") != 0)
        right = check_made("store", v->store, R_OK | W_OK) && right;
    return right;
}
