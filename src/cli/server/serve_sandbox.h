/* serve_sandbox.h - what `hoshi serve` may still do (platform/sandbox.h; docs/SECURITY.md). */
#ifndef SERVE_SANDBOX_H
#define SERVE_SANDBOX_H
#include "cli/server/serve_backup.h"
#include "cli/server/serve_mail.h"
#include "http/wire/http.h"

/* Prints the server's confinement on standard output; nothing if it is not confined. */
void serve_sandbox_tell(void);

/* Confines the server before it starts threads. It keeps: the folder of a store that is a file; the
 * files of tokens, which are made when they are missing; passwords of mail, to read; the folders of
 * backups, of exports, and of the mailbox's consent, which is renewed; `web_dir` to read (each may
 * be NULL); the system's files to read; this program to run, as the bot and for backups. */
void serve_sandbox(const char *store, const char *bot_token, const struct serve_mail *mail,
                   const struct serve_backup *backup, const struct http_options *http);

#endif
