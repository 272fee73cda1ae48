/* oauth.h - the consent of a mailbox's owner (OAuth 2, RFC 6749): the file that keeps it, and
 * access tokens made from it.
 *
 * `hoshi mail login` writes the file; the server reads it, and writes it again when the provider
 * replaces the refresh token. It is one JSON object and has the mode 0600. It is not in the store,
 * and so in no backup. */
#ifndef MAIL_DOOR_OAUTH_H
#define MAIL_DOOR_OAUTH_H
#include "base/macros.h"
#include "base/text.h"
#include <jansson.h>
#include <stdint.h>

enum { OAUTH_WORD_BYTES = 512, OAUTH_TOKEN_BYTES = 4096 };

struct oauth_consent {
    char token_url[OAUTH_WORD_BYTES];
    char client_id[OAUTH_WORD_BYTES], client_secret[OAUTH_WORD_BYTES]; /* secret: "" for none */
    char user[OAUTH_WORD_BYTES]; /* the mailbox that the owner has agreed to; "" unknown */
    char scope[OAUTH_WORD_BYTES];
    char refresh_token[OAUTH_TOKEN_BYTES];
};

struct oauth_access {
    char token[OAUTH_TOKEN_BYTES];
    int64_t lives_ms; /* from its arrival */
};

/* ERR_IO or ERR_SYNTAX with a sentence. A file that others may read is refused (ERR_DENIED). */
MUST_USE int oauth_load(const char *path, struct oauth_consent *out, struct text *why);
/* Replaces the file as a whole, or leaves it as it was: ERR_IO, with a sentence. */
MUST_USE int oauth_save(const char *path, const struct oauth_consent *c, struct text *why);

/* Whether tokens may go to such an address: https, or http to this machine. */
bool oauth_url_fits(const char *url);

/* Posts a form; *out is the JSON of the answer (json_decref). Returns the status, or 0 with a
 * sentence when no answer came. */
int oauth_post(const char *url, const char *form, json_t **out, struct text *why);
/* The same for GET. */
int oauth_get(const char *url, json_t **out, struct text *why);
/* Appends name=value to a form, as a URL has them. */
void oauth_field(struct text *form, const char *name, const char *value);

/* A new access token. If the provider replaces the refresh token, c has the new one and *renewed is
 * set. ERR_DENIED: the consent is withdrawn or has run out, and only a new `hoshi mail login`
 * helps; ERR_NETWORK: try again later. Each with a sentence. */
MUST_USE int oauth_refresh(struct oauth_consent *c, struct oauth_access *out, bool *renewed,
                           struct text *why);

#endif
