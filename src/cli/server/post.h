/* post.h - one POST to a running server, for the commands that are its pipes. */
#ifndef POST_H
#define POST_H
#include "base/macros.h"
#include <stddef.h>

enum { POST_TOKEN_BYTES = 128 };

/* The first line of a file without its end; 0 or -1. */
MUST_USE int post_read_secret(const char *path, char *out, size_t size);

/* Sends the bytes. Returns the status of the answer, or 0 if no answer came. *answer (may be NULL)
 * is the body, which the caller frees. token may be NULL. */
int post_bytes(const char *url, const char *type, const char *token, const char *bytes, size_t n,
               char **answer);

/* Signs a member in: the status, 200 with the session as a token (POST /api/signin). *answer as
 * above. */
int post_signin(const char *server, const char *name, const char *password,
                char token[POST_TOKEN_BYTES], char **answer);

#endif
