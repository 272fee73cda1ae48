#include "service/people/passkeys.h"

#include "service/core/service.h"
#include <fido.h>
#include <fido/eddsa.h>
#include <fido/es256.h>
#include <fido/rs256.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum {
    BYTES_MAX = PASSKEYS_DATA_MAX,
    HASH_BYTES = 32,
    FLAG_PRESENT = 1,
    FLAG_VERIFIED = 4,
    BASE64 = sodium_base64_VARIANT_URLSAFE_NO_PADDING,
};

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void begin_fido(void)
{
    fido_init(0);
}

struct bytes {
    unsigned char data[BYTES_MAX];
    size_t n;
};

static bool decode(const char *text, struct bytes *out)
{
    return sodium_base642bin(out->data, sizeof out->data, text, strlen(text), NULL, &out->n, NULL,
                             BASE64) == 0;
}

bool passkeys_site(const char *url, const char *host, struct passkeys_site *out)
{
    static const char local[] = "localhost";
    const char *name = strstr(url, "://");
    if (name == NULL) {
        size_t n = strcspn(host, ":");
        if (n != strlen(local) || strncmp(host, local, n) != 0 || strlen(host) > n + 6)
            return false;
        snprintf(out->origin, sizeof out->origin, "http://%s", host);
        snprintf(out->host, sizeof out->host, "%s", local);
        return true;
    }
    name += 3;
    size_t whole = strcspn(name, "/?#");
    size_t n = strcspn(name, ":/?#");
    if (n == 0 || n >= sizeof out->host || (size_t)(name - url) + whole >= sizeof out->origin)
        return false;
    snprintf(out->origin, sizeof out->origin, "%.*s", (int)((size_t)(name - url) + whole), url);
    snprintf(out->host, sizeof out->host, "%.*s", (int)n, name);
    return true;
}

static bool is_text(const json_t *object, const char *member, const char *wanted)
{
    const char *text = json_string_value(json_object_get(object, member));
    return text != NULL && strcmp(text, wanted) == 0;
}

/* Checks the browser's data: the kind of request, the page, and the challenge. */
static bool client_fits(struct passkeys_claim *c, const struct bytes *client)
{
    json_t *said = json_loadb((const char *)client->data, client->n, JSON_REJECT_DUPLICATES, NULL);
    const char *challenge = json_string_value(json_object_get(said, "challenge"));
    bool fits = challenge != NULL && is_text(said, "origin", c->site.origin) &&
                is_text(said, "type", c->signature != NULL ? "webauthn.get" : "webauthn.create") &&
                !json_is_true(json_object_get(said, "crossOrigin"));
    if (fits)
        service_hash(challenge, c->challenge);
    json_decref(said);
    return fits;
}

/* --- a new one --- */

static bool read_new(struct passkeys_claim *c, const struct bytes *auth)
{
    static const int algs[] = {COSE_ES256, COSE_EDDSA, COSE_RS256};
    unsigned char rp[HASH_BYTES];
    bool fits = false;
    (void)crypto_hash_sha256(rp, (const unsigned char *)c->site.host, strlen(c->site.host));
    if (auth->n < HASH_BYTES || memcmp(auth->data, rp, sizeof rp) != 0)
        return false;
    for (size_t i = 0; !fits && i < ARRAY_LEN(algs); i++) {
        fido_cred_t *cred = fido_cred_new();
        if (cred != NULL && fido_cred_set_type(cred, algs[i]) == FIDO_OK &&
            fido_cred_set_authdata_raw(cred, auth->data, auth->n) == FIDO_OK &&
            (fido_cred_flags(cred) & FLAG_PRESENT) && fido_cred_id_len(cred) > 0 &&
            sodium_base64_encoded_len(fido_cred_id_len(cred), BASE64) <= sizeof c->key.id &&
            sodium_base64_encoded_len(fido_cred_pubkey_len(cred), BASE64) <= sizeof c->key.key) {
            (void)sodium_bin2base64(c->key.id, sizeof c->key.id, fido_cred_id_ptr(cred),
                                    fido_cred_id_len(cred), BASE64);
            (void)sodium_bin2base64(c->key.key, sizeof c->key.key, fido_cred_pubkey_ptr(cred),
                                    fido_cred_pubkey_len(cred), BASE64);
            c->key.alg = algs[i];
            c->counter = fido_cred_sigcount(cred);
            c->verified = (fido_cred_flags(cred) & FLAG_VERIFIED) != 0;
            fits = true;
        }
        fido_cred_free(&cred);
    }
    return fits;
}

/* --- one that is shown --- */

static bool verify_with(const fido_assert_t *shown, const struct security_passkey *k)
{
    struct bytes key;
    bool fits = false;
    if (!decode(k->key, &key))
        return false;
    if (k->alg == COSE_ES256) {
        es256_pk_t *pk = es256_pk_new();
        fits = pk != NULL && es256_pk_from_ptr(pk, key.data, key.n) == FIDO_OK &&
               fido_assert_verify(shown, 0, COSE_ES256, pk) == FIDO_OK;
        es256_pk_free(&pk);
    } else if (k->alg == COSE_EDDSA) {
        eddsa_pk_t *pk = eddsa_pk_new();
        fits = pk != NULL && eddsa_pk_from_ptr(pk, key.data, key.n) == FIDO_OK &&
               fido_assert_verify(shown, 0, COSE_EDDSA, pk) == FIDO_OK;
        eddsa_pk_free(&pk);
    } else if (k->alg == COSE_RS256) {
        rs256_pk_t *pk = rs256_pk_new();
        fits = pk != NULL && rs256_pk_from_ptr(pk, key.data, key.n) == FIDO_OK &&
               fido_assert_verify(shown, 0, COSE_RS256, pk) == FIDO_OK;
        rs256_pk_free(&pk);
    }
    return fits;
}

static bool read_shown(struct passkeys_claim *c, const struct bytes *client,
                       const struct bytes *auth)
{
    struct bytes signature;
    unsigned char hash[HASH_BYTES];
    if (c->key.id[0] == '\0' || !decode(c->signature, &signature))
        return false;
    (void)crypto_hash_sha256(hash, client->data, client->n);
    fido_assert_t *shown = fido_assert_new();
    bool fits = shown != NULL && fido_assert_set_count(shown, 1) == FIDO_OK &&
                fido_assert_set_rp(shown, c->site.host) == FIDO_OK &&
                fido_assert_set_up(shown, FIDO_OPT_TRUE) == FIDO_OK &&
                fido_assert_set_clientdata_hash(shown, hash, sizeof hash) == FIDO_OK &&
                fido_assert_set_authdata_raw(shown, 0, auth->data, auth->n) == FIDO_OK &&
                fido_assert_set_sig(shown, 0, signature.data, signature.n) == FIDO_OK &&
                verify_with(shown, &c->key);
    if (fits) {
        c->counter = fido_assert_sigcount(shown, 0);
        c->verified = (fido_assert_flags(shown, 0) & FLAG_VERIFIED) != 0;
    }
    fido_assert_free(&shown);
    return fits;
}

bool passkeys_fit(struct passkeys_claim *c)
{
    struct bytes client;
    struct bytes auth;
    (void)pthread_once(&once, begin_fido);
    if (!decode(c->client_data, &client) || !decode(c->authenticator_data, &auth) ||
        !client_fits(c, &client))
        return false;
    return c->signature != NULL ? read_shown(c, &client, &auth) : read_new(c, &auth);
}
