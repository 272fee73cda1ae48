#include "mail/door/credential.h"

#include "base/err.h"
#include "base/prefix.h"
#include "base/times.h"
#include "mail/door/oauth.h"
#include "platform/clock.h"
#include "platform/log.h"
#include "service/core/mail_state.h"
#include <curl/curl.h>
#include <errno.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PASSWORD_BYTES = 512, RETRY_MS = 60 * 1000 };

struct credential {
    struct service *service;
    struct credential_options options;
    pthread_mutex_t mutex;
    char password[PASSWORD_BYTES];
    struct oauth_access access;
    int64_t got_ms, tried_ms; /* clock_ms() of the token, and of the last try for one; 0: never */
    bool stale;
    char said[400]; /* the last trouble, so that the log has it once */
};

static int read_password(struct credential *c, struct text *why)
{
    char line[PASSWORD_BYTES];
    FILE *f = fopen(c->options.password_file, "re");
    bool ok = f != NULL && fgets(line, sizeof line, f) != NULL;
    int saved = errno;
    if (f != NULL)
        (void)fclose(f);
    if (!ok) {
        text_str(why, c->options.password_file);
        text_str(why, f == NULL ? " cannot be read: "
                                : " is empty: write the password into its "
                                  "first line");
        text_str(why, f == NULL ? strerror(saved) : "");
        return ERR_IO;
    }
    line[strcspn(line, "\r\n")] = '\0';
    snprintf(c->password, sizeof c->password, "%s", line + prefix_bom(line));
    sodium_memzero(line, sizeof line);
    return 0;
}

/* How long a token is used: what is left then is the time to notice that no new one comes. */
static int64_t use_ms(const struct credential *c)
{
    return c->access.lives_ms * 2 / 3;
}

static void note(struct credential *c, int err, const char *why)
{
    if (err < 0 && strcmp(c->said, why) != 0)
        log_error("mail: %s", why);
    snprintf(c->said, sizeof c->said, "%s", err < 0 ? why : "");
    if (c->service != NULL)
        mail_state_note(c->service, MAIL_STATE_CONSENT, err == ERR_DENIED ? why : "");
}

/* A new access token; the file is read again, because another server may have renewed it. */
static int renew(struct credential *c, struct text *why)
{
    struct oauth_consent consent;
    bool renewed = false;
    char buf[400] = "";
    char ignored_buf[200];
    struct text mine;
    struct text ignored;
    text_init(&mine, buf, sizeof buf);
    text_init(&ignored, ignored_buf, sizeof ignored_buf);
    c->tried_ms = clock_ms();
    int err = oauth_load(c->options.consent_file, &consent, &ignored);
    if (err < 0)
        text_str(&mine, ignored_buf);
    if (err == 0)
        err = oauth_refresh(&consent, &c->access, &renewed, &mine);
    if (err == 0) {
        c->got_ms = clock_ms();
        c->stale = false;
    }
    if (err == 0 && renewed) {
        text_init(&mine, buf, sizeof buf);
        if (oauth_save(c->options.consent_file, &consent, &mine) < 0)
            log_error("mail: %s; the new refresh token is lost when the server ends", buf);
    }
    note(c, err, buf);
    text_str(why, err < 0 ? buf : "");
    sodium_memzero(&consent, sizeof consent);
    return err;
}

/* Within the mutex. A token that still lives is used although no new one came. */
static int ready(struct credential *c, struct text *why)
{
    int64_t now = clock_ms();
    if (c->options.consent_file == NULL)
        return c->stale ? read_password(c, why) : 0;
    bool lives = c->got_ms != 0 && now - c->got_ms < c->access.lives_ms - 10 * SECOND_MS;
    if (lives && !c->stale && now - c->got_ms < use_ms(c))
        return 0;
    if (lives && !c->stale && now - c->tried_ms < RETRY_MS)
        return 0;
    char unused_buf[400];
    struct text unused;
    text_init(&unused, unused_buf, sizeof unused_buf);
    int err = renew(c, lives && !c->stale ? &unused : why);
    return lives && !c->stale ? 0 : err;
}

struct credential *credential_new(const struct credential_options *o, struct service *s,
                                  struct text *why)
{
    struct oauth_consent consent;
    struct credential *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->service = s;
    c->options = *o;
    (void)pthread_mutex_init(&c->mutex, NULL);
    char buf[400] = "";
    struct text mine;
    text_init(&mine, buf, sizeof buf);
    int err = o->consent_file != NULL ? oauth_load(o->consent_file, &consent, &mine)
                                      : read_password(c, &mine);
    if (err == 0 && o->consent_file != NULL && consent.user[0] != '\0' && o->user != NULL &&
        !text_same_nocase(consent.user, o->user)) {
        text_init(&mine, buf, sizeof buf);
        text_str(&mine, o->consent_file);
        text_str(&mine, " is the consent of ");
        text_str(&mine, consent.user);
        text_str(&mine, ", but the mailbox is that of ");
        text_str(&mine, o->user);
        text_str(&mine, ": set mailbox-user, or run `hoshi mail login` as that user");
        err = ERR_CONFLICT;
    }
    sodium_memzero(&consent, sizeof consent);
    if (err == 0)
        return c;
    text_str(why, buf);
    credential_free(c);
    return NULL;
}

void credential_free(struct credential *c)
{
    if (c == NULL)
        return;
    (void)pthread_mutex_destroy(&c->mutex);
    sodium_memzero(c, sizeof *c);
    free(c);
}

int credential_apply(struct credential *c, void *curl, struct text *why)
{
    (void)pthread_mutex_lock(&c->mutex);
    int err = ready(c, why);
    if (err == 0) {
        (void)curl_easy_setopt(curl, CURLOPT_USERNAME, c->options.user);
        if (c->options.consent_file != NULL)
            (void)curl_easy_setopt(curl, CURLOPT_XOAUTH2_BEARER, c->access.token);
        else
            (void)curl_easy_setopt(curl, CURLOPT_PASSWORD, c->password);
    }
    (void)pthread_mutex_unlock(&c->mutex);
    return err;
}

void credential_refused(struct credential *c)
{
    (void)pthread_mutex_lock(&c->mutex);
    c->stale = true;
    (void)pthread_mutex_unlock(&c->mutex);
}

void credential_tend(struct credential *c)
{
    char buf[400];
    struct text why;
    text_init(&why, buf, sizeof buf);
    if (c->options.consent_file == NULL)
        return;
    (void)pthread_mutex_lock(&c->mutex);
    if (clock_ms() - c->tried_ms >= RETRY_MS || c->tried_ms == 0)
        (void)ready(c, &why);
    (void)pthread_mutex_unlock(&c->mutex);
}

const char *credential_user(const struct credential *c)
{
    return c->options.user;
}

bool credential_has_consent(const struct credential *c)
{
    return c->options.consent_file != NULL;
}
