/* doctor_mail.c - mail, out and in (doctor.h). */
#include "cli/server/doctor.h"

#include "base/err.h"
#include "cli/server/post.h"
#include "mail/door/box.h"
#include "mail/door/credential.h"
#include "mail/message.h"
#include "mail/smtp.h"
#include <curl/curl.h>
#include <sodium.h>
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

static int send_test(const struct serve_mail *m, const char *login, struct credential *c,
                     const char *to, struct text *why)
{
    char said[300] = "";
    char id[200];
    char random[17];
    static const char text[] =
        "This is a test by `hoshi admin mail-test`.\n\nIf you can read it, the mail of your "
        "server goes out.\n";
    const char *at = strchr(m->address, '@');
    for (int i = 0; i < 16; i++)
        random[i] = "0123456789abcdef"[randombytes_uniform(16)];
    random[16] = '\0';
    (void)snprintf(id, sizeof id, "test.%s%s", random, at != NULL ? at : "@localhost");
    const struct message_out out = {.from = m->address,
                                    .to = to,
                                    .reply_to = m->address,
                                    .subject = "hoshi: a test mail",
                                    .text = text,
                                    .html = NULL,
                                    .message_id = id,
                                    .answers = "",
                                    .thread = "",
                                    .unsubscribe = ""};
    struct smtp *s = smtp_new(m->smtp, login, c, m->plain_mailbox);
    char *bytes = s != NULL ? message_compose(&out) : NULL;
    int err = bytes != NULL ? 0 : ERR_NO_MEMORY;
    if (err == 0 && smtp_send(s, m->address, to, bytes, said, sizeof said) != SMTP_SENT)
        err = ERR_IO;
    text_str(why, err == ERR_NO_MEMORY ? err_text(err) : said);
    free(bytes);
    smtp_free(s);
    return err;
}

int doctor_mail_test(const struct doctor_options *o, const char *to, struct text *why)
{
    const struct serve_mail *m = &o->mail;
    const struct credential_options of = {
        .user = m->user, .password_file = m->password_file, .consent_file = m->consent_file};
    char login[300];
    struct credential *c = NULL;
    if (strlen(to) > 200 || strchr(to, '@') == NULL || strpbrk(to, " \t\r\n<>,;:\"") != NULL) {
        text_str(why, to);
        text_str(why, " is not an address such as ann@example.org");
        return ERR_SYNTAX;
    }
    if (m->login_file != NULL && post_read_secret(m->login_file, login, sizeof login) < 0) {
        text_str(why, m->login_file);
        text_str(why, " cannot be read");
        return ERR_IO;
    }
    bool own = m->login_file != NULL;
    if (!own && m->smtp_as_mailbox && (c = credential_new(&of, NULL, why)) == NULL)
        return ERR_IO;
    int err = send_test(m, own ? login : NULL, c, to, why);
    credential_free(c);
    return err;
}
