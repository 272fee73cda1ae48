/* cmd_mail.c - `hoshi mail`: one message from standard input to the running server; for an MTA's
 * alias, procmail or fetchmail. The exit statuses are those of sysexits.h, so that the MTA keeps
 * the mail and tries again when the server is not there. */
#include "cli/command.h"
#include "cli/server/mail_login.h"
#include "cli/server/post.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_mail;
const struct command cmd_mail = {
    .name = "mail",
    .summary = "hand a mail to the running server, or sign in at a mailbox",
    .help = "usage: hoshi mail --token-file FILE [OPTIONS] < MESSAGE\n"
            "       hoshi mail login --provider P --client-id ID --user USER --out FILE\n\n"
            "Hands one message to the server that plays by e-mail (docs/MAIL.md). The exit\n"
            "status is 0 when the message is done, 75 when it should be delivered again later\n"
            "(the server is down or busy), 77 when the token is wrong, 65 when the input is\n"
            "not a mail.\n\n"
            "  --token-file FILE  the file that hoshi serve --mail-token-file has written\n"
            "  --server URL       the server (http://127.0.0.1:8080)\n"
            "  --to ADDRESS       the recipient of the envelope, if the MTA knows it\n\n"
            "`hoshi mail login` lets the owner of a mailbox agree in a browser that the\n"
            "server uses it (OAuth 2, docs/MAILBOX.md), and writes the consent to a file for\n"
            "`hoshi serve --mailbox-consent-file`.\n\n"
            "  --provider P       google, microsoft, or the https:// address of an issuer\n"
            "  --client-id ID     of the program that you have registered there\n"
            "  --client-secret-file FILE  its secret, if it has one\n"
            "  --user USER        the address of the mailbox\n"
            "  --out FILE         the file, in a folder that the server may write to\n"
            "  --device           the browser is on another machine\n"
            "  --port N           of this machine, for the redirect (any free one)\n"
            "  --scope SCOPE      what is asked for (that of the provider)\n"
            "  --mailbox URL      the mailbox that is opened to try it (of the provider)\n"
            "  --mailbox-plain    it may be without TLS\n\n"
            "Examples:\n"
            "  hoshi mail --token-file /etc/hoshi/mail.token < message\n"
            "  |/usr/bin/hoshi mail --token-file FILE    (in /etc/aliases)\n"
            "  hoshi mail login --provider microsoft --client-id 1234 --device \\\n"
            "    --user hoshi@example.org --out /var/lib/hoshi/mailbox.consent\n",
    .run = run,
};

enum { MESSAGE_BYTES_MAX = 1024 * 1024, READ_BYTES = 64 * 1024 };

/* Standard input, at most the limit: of a longer mail the beginning says what it is, and the rest
 * is read and dropped so that the MTA does not see a broken pipe. */
static char *read_message(size_t *n)
{
    char *out = malloc(MESSAGE_BYTES_MAX + 1);
    char rest[4096];
    if (out == NULL)
        return NULL;
    *n = fread(out, 1, MESSAGE_BYTES_MAX, stdin);
    out[*n] = '\0';
    while (fread(rest, 1, sizeof rest, stdin) > 0)
        continue;
    if (ferror(stdin)) {
        free(out);
        return NULL;
    }
    return out;
}

/* Appends a word as a URL has it. */
static void add_escaped(char *url, size_t size, const char *word)
{
    size_t len = strlen(url);
    for (; *word != '\0' && len + 4 < size; word++) {
        unsigned char c = (unsigned char)*word;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     c == '-' || c == '.';
        if (plain)
            url[len++] = (char)c;
        else
            len += (size_t)snprintf(url + len, size - len, "%%%02X", c);
        url[len] = '\0';
    }
}

static int run_login(const char *word, const struct mail_login_options *o)
{
    const char *missing = o->provider == NULL    ? "--provider"
                          : o->client_id == NULL ? "--client-id"
                          : o->user == NULL      ? "--user"
                          : o->out == NULL       ? "--out"
                                                 : NULL;
    if (strcmp(word, "login") != 0)
        (void)usage_error("mail", "there is no command \"mail %s\"", word);
    else if (missing != NULL)
        (void)usage_error("mail", "login needs %s", missing);
    else
        return mail_login(o);
    return EX_USAGE;
}

static int run(int argc, char *const *argv)
{
    const char *server = "http://127.0.0.1:8080";
    const char *token_file = NULL;
    const char *to = NULL;
    const char *word = NULL;
    struct mail_login_options login = {.provider = NULL};
    const struct option_spec specs[] = {
        {.name = "server", .text = &server},
        {.name = "token-file", .text = &token_file},
        {.name = "to", .text = &to},
        {.name = "provider", .text = &login.provider},
        {.name = "client-id", .text = &login.client_id},
        {.name = "client-secret-file", .text = &login.client_secret_file},
        {.name = "user", .text = &login.user},
        {.name = "out", .text = &login.out},
        {.name = "scope", .text = &login.scope},
        {.name = "mailbox", .text = &login.mailbox},
        {.name = "port", .number = &login.port, .min = 1, .max = 65535},
        {.name = "device", .flag = &login.device},
        {.name = "mailbox-plain", .flag = &login.plain},
        {.name = NULL},
    };
    char token[POST_TOKEN_BYTES];
    char url[1024];
    size_t n;
    int words = options_parse(&cmd_mail, specs, argc, argv, &word, 1);
    if (words < 0)
        return EX_USAGE;
    if (words > 0)
        return run_login(word, &login);
    if (token_file == NULL) {
        (void)usage_error("mail", "--token-file FILE is missing");
        return EX_USAGE;
    }
    if (post_read_secret(token_file, token, sizeof token) < 0) {
        fprintf(stderr, "hoshi: cannot read the token %s: %s\n", token_file, strerror(errno));
        return EX_TEMPFAIL; /* the server may not have written it yet */
    }
    char *message = read_message(&n);
    if (message == NULL)
        return EX_TEMPFAIL;
    snprintf(url, sizeof url, "%s/api/mail/inbound?to=", server);
    add_escaped(url, sizeof url, to != NULL ? to : "");
    int status = post_bytes(url, "message/rfc822", token, message, n, NULL);
    free(message);
    if (status == 200)
        return EX_OK;
    if (status == 0)
        fprintf(
            stderr,
            "hoshi: there is no server at %s. The mail was not delivered; the mail server should "
            "try again later.\n",
            server);
    else
        fprintf(stderr, "hoshi: the server %s refused the mail with status %d\n", server, status);
    if (status == 401)
        return EX_NOPERM;
    return status == 422 || status == 413 || status == 400 ? EX_DATAERR : EX_TEMPFAIL;
}
