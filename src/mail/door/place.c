#include "mail/door/place.h"

#include "base/err.h"
#include "base/prefix.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong(struct text *why, const char *what)
{
    text_str(why, what);
    return ERR_SYNTAX;
}

bool place_is_loopback(const char *host)
{
    return strncmp(host, "127.", 4) == 0 || strcmp(host, "::1") == 0 ||
           strcmp(host, "[::1]") == 0 || text_same_nocase(host, "localhost");
}

/* What a folder may be called: it goes between quotes, and other letters would need a coding. */
static bool is_folder(const char *name)
{
    for (const char *c = name; *c != '\0'; c++)
        if (*c < ' ' || *c > '~' || strchr("\"\\*%&?;#", *c) != NULL)
            return false;
    return name[0] != '\0' && strlen(name) < PLACE_FOLDER_BYTES;
}

/* HOST, HOST:PORT, [ADDRESS] or [ADDRESS]:PORT. */
static int read_host(const char *text, size_t n, struct place *out, struct text *why)
{
    char all[PLACE_BYTES - 16];
    if (n == 0 || n >= sizeof all)
        return wrong(why, "the host is missing or too long");
    memcpy(all, text, n);
    all[n] = '\0';
    if (strchr(all, '@') != NULL)
        return wrong(why, "the user does not belong into the address: use --mailbox-user and "
                          "--mailbox-password-file");
    size_t host_n = all[0] == '[' ? strcspn(all, "]") + 1 : strcspn(all, ":");
    if (host_n > n || host_n == 0 || strpbrk(all, " \t\r\n?#%\\") != NULL)
        return wrong(why, "the host must be a name or an address, IPv6 in []");
    if (all[host_n] != '\0') {
        char *end = NULL;
        long port = all[host_n] == ':' ? strtol(all + host_n + 1, &end, 10) : 0;
        if (port < 1 || port > 65535 || *end != '\0')
            return wrong(why, "the port must be a number from 1 to 65535");
    }
    snprintf(out->host, sizeof out->host, "%.*s", (int)host_n, all);
    snprintf(out->url, sizeof out->url, "%s%s://%s", out->pop ? "pop3" : "imap",
             out->tls ? "s" : "", all);
    return 0;
}

int place_parse(const char *url, bool plain, struct place *out, struct text *why)
{
    *out = (struct place){.pop = strncmp(url, "pop3", 4) == 0};
    const char *rest = prefix_after_either(url, "imaps://", "pop3s://");
    out->tls = rest != NULL;
    if (rest == NULL)
        rest = prefix_after_either(url, "imap://", "pop3://");
    if (rest == NULL)
        return wrong(why, "it must be imaps://HOST/INBOX or pop3s://HOST");
    size_t n = strcspn(rest, "/");
    int err = read_host(rest, n, out, why);
    if (err < 0)
        return err;
    const char *folder = rest[n] == '/' ? rest + n + 1 : "";
    if (out->pop && folder[0] != '\0')
        return wrong(why, "POP3 has no folders: leave out what follows the host");
    if (!out->pop) {
        folder = folder[0] != '\0' ? folder : "INBOX";
        if (!is_folder(folder))
            return wrong(why, "the folder may have only letters of ASCII, and none of "
                              "\" \\ * % & ? ; #");
        snprintf(out->folder, sizeof out->folder, "%s", folder);
    }
    out->secure = out->tls || (!plain && !place_is_loopback(out->host));
    return 0;
}
