/* serve_check.h - whether `hoshi serve` can use its options. Nothing is opened or made. Each
 * fault is a line on standard error. */
#ifndef SERVE_CHECK_H
#define SERVE_CHECK_H
#include "cli/server/serve_backup.h"
#include "cli/server/serve_mail.h"
#include "http/wire/http.h"
#include <stdbool.h>

struct serve_values {
    struct http_options *http; /* listen, web_dir; gets the proxies */
    const struct serve_mail *mail;
    const char *push, *url, *bot_token_file; /* NULL: not given */
    const char *store;
    const struct serve_backup *backup;
    const char *proxies; /* trust-proxy */
};

/* Whether each value is of the right form. Reads the proxies. */
bool serve_check(const struct serve_values *v);
/* Whether the files can be used and the address is one that a server may listen on. */
bool serve_check_files(const struct serve_values *v);

#endif
