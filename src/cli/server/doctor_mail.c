/* doctor_mail.c - mail, out and in (doctor.h). */
#include "cli/server/doctor.h"

#include "cli/server/post.h"
#include "mail/door/box.h"
#include "mail/door/credential.h"
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMEOUT_S = 10 };

/* Greets the mail server, signs in, and leaves. */
static bool smtp_answers(const struct serve_mail *m, const char *login, struct credential *c,
                         char why[CURL_ERROR_SIZE])
{
    struct text reason;
    CURL *curl = curl_easy_init();
    if (curl == NULL)
        return false;
    why[0] = '\0';
    text_init(&reason, why, CURL_ERROR_SIZE);
    (void)curl_easy_setopt(curl, CURLOPT_URL, m->smtp);
    (void)curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    (void)curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)TIMEOUT_S);
    (void)curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    (void)curl_easy_setopt(curl, CURLOPT_CONNECT_ONLY, 1L);
    (void)curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, why);
    if (getenv("SSL_CERT_FILE") != NULL)
        (void)curl_easy_setopt(curl, CURLOPT_CAINFO, getenv("SSL_CERT_FILE"));
    if (login != NULL)
        (void)curl_easy_setopt(curl, CURLOPT_USERPWD, login);
    if (login != NULL || c != NULL)
        (void)curl_easy_setopt(curl, CURLOPT_USE_SSL,
                               m->plain_mailbox ? (long)CURLUSESSL_NONE : (long)CURLUSESSL_ALL);
    bool ready = login != NULL || c == NULL || credential_apply(c, curl, &reason) == 0;
    CURLcode rc = ready ? curl_easy_perform(curl) : CURLE_LOGIN_DENIED;
    if (rc != CURLE_OK && why[0] == '\0')
        snprintf(why, CURL_ERROR_SIZE, "%s", curl_easy_strerror(rc));
    curl_easy_cleanup(curl);
    return rc == CURLE_OK;
}

static void check_smtp(struct doctor *d, const struct serve_mail *m, struct credential *c)
{
    char why[CURL_ERROR_SIZE];
    char login[300];
    struct serve_mail to = *m;
    to.smtp = m->smtp != NULL ? m->smtp : "smtp://localhost:25";
    if (m->login_file != NULL && post_read_secret(m->login_file, login, sizeof login) < 0) {
        doctor_find(d, "mail", DOCTOR_ERROR, "give a file with user:password that this user reads",
                    "%s cannot be read", m->login_file);
        return;
    }
    const char *own = m->login_file != NULL ? login : NULL;
    if (smtp_answers(&to, own, own == NULL && m->smtp_as_mailbox ? c : NULL, why))
        doctor_find(d, "mail", DOCTOR_OK, NULL, "%s takes mail%s", to.smtp,
                    own != NULL || m->smtp_as_mailbox ? ", and the login is right" : "");
    else
        doctor_find(d, "mail", DOCTOR_ERROR,
                    m->smtp_as_mailbox ? "look at smtp and at the sign-in of the mailbox"
                                       : "look at smtp and smtp-login-file, and at its log",
                    "%s does not take mail: %s", to.smtp, why);
}

/* Signs in at the mailbox and opens its folder; nothing is fetched. */
static void check_mailbox(struct doctor *d, const struct serve_mail *m, struct credential *c)
{
    char why_buf[400] = "";
    struct text why;
    struct place place;
    struct wire_stop stop = {.fd = -1};
    bool refused = false;
    text_init(&why, why_buf, sizeof why_buf);
    int err = place_parse(m->mailbox, m->plain_mailbox, &place, &why);
    struct box *b = err == 0 ? box_open(&place, c, &stop, &refused, &why) : NULL;
    if (b != NULL)
        doctor_find(d, "mailbox", DOCTOR_OK, NULL, "%s can be read%s", place.url,
                    box_hears(b) ? ", and tells of new mails at once" : "");
    else if (credential_has_consent(c) && refused)
        doctor_find(d, "mailbox", DOCTOR_ERROR, "run `hoshi mail login` as the mailbox's owner",
                    "%s", why_buf);
    else
        doctor_find(d, "mailbox", DOCTOR_ERROR,
                    "look at mailbox and mailbox-user (docs/MAILBOX.md)", "%s", why_buf);
    box_close(b);
}

void doctor_mail(struct doctor *d, const struct doctor_options *o)
{
    const struct serve_mail *m = &o->mail;
    const struct credential_options of = {
        .user = m->user, .password_file = m->password_file, .consent_file = m->consent_file};
    char why_buf[400] = "";
    struct text why;
    struct credential *c = NULL;
    text_init(&why, why_buf, sizeof why_buf);
    if (m->address == NULL) {
        doctor_find(d, "mail", DOCTOR_WARNING, "set mail-address and smtp (docs/MAIL.md)",
                    "nothing is mailed: players cannot recover a lost password");
        return;
    }
    if (m->password_file != NULL || m->consent_file != NULL)
        c = credential_new(&of, NULL, &why);
    if (why_buf[0] != '\0')
        doctor_find(d, "mailbox", DOCTOR_ERROR, "look at the file and at who may read it", "%s",
                    why_buf);
    if (c != NULL || !m->smtp_as_mailbox)
        check_smtp(d, m, c);
    if (o->url == NULL)
        doctor_find(d, "mail", DOCTOR_WARNING, "set url, the address of this site for others",
                    "mails carry codes instead of links");
    if (m->mailbox != NULL && c != NULL)
        check_mailbox(d, m, c);
    else if (m->mailbox == NULL && m->token_file == NULL)
        doctor_find(d, "mail", DOCTOR_WARNING, "set mailbox or mail-token-file (docs/MAIL.md)",
                    "mail can be sent, but none can come in");
    credential_free(c);
}
