#include "mail/door/provider.h"

#include <string.h>

const struct provider provider_list[] = {
    {.name = "google",
     .title = "Gmail, Google Workspace",
     .mailbox = "imaps://imap.gmail.com/INBOX",
     .smtp = "smtps://smtp.gmail.com:465",
     .rate = "20/min,450/day",
     .trust = "mx.google.com",
     .issuer = "https://accounts.google.com",
     .authorize = "https://accounts.google.com/o/oauth2/v2/auth",
     .token = "https://oauth2.googleapis.com/token",
     .scope = "https://mail.google.com/"},
    {.name = "microsoft",
     .title = "Microsoft 365, Outlook.com",
     .mailbox = "imaps://outlook.office365.com/INBOX",
     .smtp = "smtp://smtp.office365.com:587",
     .rate = "25/min,5000/day",
     .issuer = "https://login.microsoftonline.com/common/v2.0",
     .authorize = "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
     .device = "https://login.microsoftonline.com/common/oauth2/v2.0/devicecode",
     .token = "https://login.microsoftonline.com/common/oauth2/v2.0/token",
     .scope = "https://outlook.office.com/IMAP.AccessAsUser.All "
              "https://outlook.office.com/SMTP.Send offline_access"},
    {.name = "fastmail",
     .title = "Fastmail",
     .mailbox = "imaps://imap.fastmail.com/INBOX",
     .smtp = "smtps://smtp.fastmail.com:465",
     .rate = "60/min,4000/day"},
    {.name = "mailbox.org",
     .title = "mailbox.org",
     .mailbox = "imaps://imap.mailbox.org/INBOX",
     .smtp = "smtps://smtp.mailbox.org:465",
     .rate = "10/min,500/day"},
    {.name = "gmx", /* its limits are not published */
     .title = "GMX",
     .mailbox = "imaps://imap.gmx.net/INBOX",
     .smtp = "smtps://mail.gmx.net:465",
     .rate = "10/min,200/day",
     .plain = true},
};

const int provider_list_n = (int)ARRAY_LEN(provider_list);

const struct provider *provider_find(const char *name)
{
    for (int i = 0; i < provider_list_n; i++)
        if (strcmp(provider_list[i].name, name) == 0)
            return &provider_list[i];
    return NULL;
}
