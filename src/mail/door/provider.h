/* provider.h - what is known of providers of mailboxes: where their servers are, how to sign in,
 * and what is special. docs/MAILBOX.md shows the table. */
#ifndef MAIL_DOOR_PROVIDER_H
#define MAIL_DOOR_PROVIDER_H
#include "base/macros.h"
#include <stdbool.h>

struct provider {
    const char *name, *title;
    const char *mailbox, *smtp; /* URLs */
    const char *rate;           /* of sending, as --mail-rate has it */
    const char *trust;          /* its authserv-id; NULL: unknown, so nothing is believed */
    bool plain;                 /* NAME+anything@HOST does not arrive, so proofs go another way */
    /* OAuth 2; NULL: only application passwords */
    const char *issuer, *authorize, *device, *token, *scope;
};

extern const struct provider provider_list[];
extern const int provider_list_n;

/* NULL: there is none of that name. */
const struct provider *provider_find(const char *name);

#endif
