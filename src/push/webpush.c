#include "push/webpush.h"

#include "base/err.h"
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/x509.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECRET_BYTES = 32, AUTH_BYTES = 16, TAG_BYTES = 16, HASH = crypto_auth_hmacsha256_BYTES };

struct webpush_key {
    EVP_PKEY *pair;
    unsigned char public[WEBPUSH_PUBLIC_BYTES]; /* 04 x y */
};

/* Takes the pair over. */
static struct webpush_key *wrap(EVP_PKEY *pair)
{
    struct webpush_key *k = calloc(1, sizeof *k);
    size_t n = 0;
    if (k != NULL && pair != NULL &&
        EVP_PKEY_get_octet_string_param(pair, OSSL_PKEY_PARAM_PUB_KEY, k->public, sizeof k->public,
                                        &n) == 1 &&
        n == sizeof k->public && k->public[0] == 4) {
        k->pair = pair;
        return k;
    }
    EVP_PKEY_free(pair);
    free(k);
    return NULL;
}

struct webpush_key *webpush_key_new(void)
{
    return wrap(EVP_EC_gen("P-256"));
}

void webpush_key_free(struct webpush_key *k)
{
    if (k == NULL)
        return;
    EVP_PKEY_free(k->pair);
    free(k);
}

int webpush_key_save(const struct webpush_key *k, char out[2 * WEBPUSH_DER_BYTES + 1])
{
    unsigned char der[WEBPUSH_DER_BYTES];
    unsigned char *end = der;
    int n = i2d_PrivateKey(k->pair, NULL);
    if (n <= 0 || n > WEBPUSH_DER_BYTES || i2d_PrivateKey(k->pair, &end) != n)
        return ERR_UNSUPPORTED;
    sodium_bin2hex(out, 2 * WEBPUSH_DER_BYTES + 1, der, (size_t)n);
    sodium_memzero(der, sizeof der);
    return 0;
}

struct webpush_key *webpush_key_load(const char *hex)
{
    unsigned char der[WEBPUSH_DER_BYTES];
    size_t n = 0;
    if (sodium_hex2bin(der, sizeof der, hex, strlen(hex), NULL, &n, NULL) != 0)
        return NULL;
    const unsigned char *at = der;
    struct webpush_key *k = wrap(d2i_AutoPrivateKey(NULL, &at, (long)n));
    sodium_memzero(der, sizeof der);
    return k;
}

/* A key from its numbers; private NULL: the public half only. */
static EVP_PKEY *make(const unsigned char public[WEBPUSH_PUBLIC_BYTES], const BIGNUM *private)
{
    EVP_PKEY *out = NULL;
    OSSL_PARAM *params = NULL;
    OSSL_PARAM_BLD *b = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    int what = private != NULL ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY;
    bool ok = b != NULL && c != NULL &&
              OSSL_PARAM_BLD_push_utf8_string(b, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) &&
              OSSL_PARAM_BLD_push_octet_string(b, OSSL_PKEY_PARAM_PUB_KEY, public,
                                               WEBPUSH_PUBLIC_BYTES) &&
              (private == NULL || OSSL_PARAM_BLD_push_BN(b, OSSL_PKEY_PARAM_PRIV_KEY, private));
    params = ok ? OSSL_PARAM_BLD_to_param(b) : NULL;
    if (params == NULL || EVP_PKEY_fromdata_init(c) != 1 ||
        EVP_PKEY_fromdata(c, &out, what, params) != 1)
        out = NULL;
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(b);
    EVP_PKEY_CTX_free(c);
    return out;
}

struct webpush_key *webpush_key_from(const unsigned char number[32])
{
    unsigned char public[WEBPUSH_PUBLIC_BYTES];
    struct webpush_key *k = NULL;
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    BIGNUM *private = BN_bin2bn(number, 32, NULL);
    EC_POINT *point = group != NULL ? EC_POINT_new(group) : NULL;
    if (point != NULL && private != NULL &&
        EC_POINT_mul(group, point, private, NULL, NULL, NULL) == 1 &&
        EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, public, sizeof public,
                           NULL) == sizeof public)
        k = wrap(make(public, private));
    EC_POINT_free(point);
    BN_clear_free(private);
    EC_GROUP_free(group);
    return k;
}

int webpush_key_text(const struct webpush_key *k, char out[WEBPUSH_KEY_TEXT_BYTES])
{
    return sodium_bin2base64(out, WEBPUSH_KEY_TEXT_BYTES, k->public, sizeof k->public,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) != NULL
               ? 0
               : ERR_TOO_BIG;
}

/* --- encryption --- */

static void hmac(const unsigned char *key, size_t key_n, const void *a, size_t a_n, const void *b,
                 size_t b_n, unsigned char out[HASH])
{
    crypto_auth_hmacsha256_state s;
    crypto_auth_hmacsha256_init(&s, key, key_n);
    crypto_auth_hmacsha256_update(&s, a, a_n);
    if (b_n > 0)
        crypto_auth_hmacsha256_update(&s, b, b_n);
    crypto_auth_hmacsha256_final(&s, out);
}

static bool agree(const struct webpush_key *own, const unsigned char theirs[WEBPUSH_PUBLIC_BYTES],
                  unsigned char out[SECRET_BYTES])
{
    size_t n = SECRET_BYTES;
    EVP_PKEY *peer = make(theirs, NULL);
    EVP_PKEY_CTX *c = peer != NULL ? EVP_PKEY_CTX_new(own->pair, NULL) : NULL;
    bool ok = c != NULL && EVP_PKEY_derive_init(c) == 1 && EVP_PKEY_derive_set_peer(c, peer) == 1 &&
              EVP_PKEY_derive(c, out, &n) == 1 && n == SECRET_BYTES;
    EVP_PKEY_CTX_free(c);
    EVP_PKEY_free(peer);
    return ok;
}

static bool seal(const unsigned char key[16], const unsigned char nonce[12],
                 const unsigned char *in, int n, unsigned char *out)
{
    int done = 0;
    int rest = 0;
    EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
    bool ok = c != NULL && EVP_EncryptInit_ex(c, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
              EVP_EncryptUpdate(c, out, &done, in, n) == 1 &&
              EVP_EncryptFinal_ex(c, out + done, &rest) == 1 && done + rest == n &&
              EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_GCM_GET_TAG, TAG_BYTES, out + n) == 1;
    EVP_CIPHER_CTX_free(c);
    return ok;
}

static bool from_base64(const char *text, unsigned char *out, size_t n)
{
    size_t got = 0;
    const char *end = NULL;
    size_t length = strcspn(text, "=");
    return sodium_base642bin(out, n, text, length, NULL, &got, &end,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           got == n && end == text + length;
}

int webpush_encrypt(const struct webpush_key *own, const unsigned char salt[16], const char *p256dh,
                    const char *auth, const char *payload, unsigned char out[WEBPUSH_BODY_MAX])
{
    static const unsigned char key_info[] = "Content-Encoding: aes128gcm\0\1";
    static const unsigned char nonce_info[] = "Content-Encoding: nonce\0\1";
    static const unsigned char record_size[4] = {0, 0, 16, 0}; /* 4096 */
    enum { HEAD = 16 + 4 + 1 + WEBPUSH_PUBLIC_BYTES };
    unsigned char theirs[WEBPUSH_PUBLIC_BYTES];
    unsigned char secret[AUTH_BYTES];
    unsigned char shared[SECRET_BYTES];
    unsigned char prk[HASH];
    unsigned char ikm[HASH];
    unsigned char key[HASH];
    unsigned char nonce[HASH];
    unsigned char info[14 + 2 * WEBPUSH_PUBLIC_BYTES + 1] = "WebPush: info"; /* and a NUL */
    unsigned char plain[WEBPUSH_PAYLOAD_MAX + 1];
    size_t n = strlen(payload);
    if (n > WEBPUSH_PAYLOAD_MAX)
        return ERR_TOO_BIG;
    if (!from_base64(p256dh, theirs, sizeof theirs) || !from_base64(auth, secret, sizeof secret) ||
        !agree(own, theirs, shared))
        return ERR_SYNTAX;
    /* RFC 8291, section 3.4. */
    memcpy(info + 14, theirs, sizeof theirs);
    memcpy(info + 14 + sizeof theirs, own->public, sizeof own->public);
    info[sizeof info - 1] = 1;
    hmac(secret, sizeof secret, shared, sizeof shared, NULL, 0, prk);
    hmac(prk, sizeof prk, info, sizeof info, NULL, 0, ikm);
    hmac(salt, 16, ikm, sizeof ikm, NULL, 0, prk);
    hmac(prk, sizeof prk, key_info, sizeof key_info - 1, NULL, 0, key);
    hmac(prk, sizeof prk, nonce_info, sizeof nonce_info - 1, NULL, 0, nonce);
    /* RFC 8188: salt, size of a record (4096), key id; one record that ends with 02. */
    memcpy(out, salt, 16);
    memcpy(out + 16, record_size, sizeof record_size);
    out[20] = WEBPUSH_PUBLIC_BYTES;
    memcpy(out + 21, own->public, sizeof own->public);
    memcpy(plain, payload, n + 1);
    plain[n] = 2;
    bool ok = seal(key, nonce, plain, (int)n + 1, out + HEAD);
    sodium_memzero(shared, sizeof shared);
    sodium_memzero(key, sizeof key);
    return ok ? HEAD + (int)n + 1 + TAG_BYTES : ERR_UNSUPPORTED;
}

/* --- who sends --- */

/* Appends base64url of the bytes; false when it does not fit. */
static bool append(char *out, size_t size, const void *bytes, size_t n)
{
    size_t at = strlen(out);
    if (sodium_base64_encoded_len(n, sodium_base64_VARIANT_URLSAFE_NO_PADDING) > size - at)
        return false;
    sodium_bin2base64(out + at, size - at, bytes, n, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return true;
}

/* ES256: r and s, 32 bytes each. */
static bool sign(const struct webpush_key *k, const char *text, unsigned char out[64])
{
    unsigned char der[128];
    size_t n = sizeof der;
    const unsigned char *at = der;
    EVP_MD_CTX *c = EVP_MD_CTX_new();
    ECDSA_SIG *sig = NULL;
    if (c != NULL && EVP_DigestSignInit(c, NULL, EVP_sha256(), NULL, k->pair) == 1 &&
        EVP_DigestSign(c, der, &n, (const unsigned char *)text, strlen(text)) == 1)
        sig = d2i_ECDSA_SIG(NULL, &at, (long)n);
    bool ok = sig != NULL && BN_bn2binpad(ECDSA_SIG_get0_r(sig), out, 32) == 32 &&
              BN_bn2binpad(ECDSA_SIG_get0_s(sig), out + 32, 32) == 32;
    ECDSA_SIG_free(sig);
    EVP_MD_CTX_free(c);
    return ok;
}

int webpush_authorization(const struct webpush_key *k, const char *endpoint, const char *contact,
                          int64_t expires, char out[WEBPUSH_HEADER_BYTES])
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[400];
    char token[WEBPUSH_HEADER_BYTES] = "";
    char key[WEBPUSH_KEY_TEXT_BYTES];
    unsigned char signature[64];
    const char *host = strstr(endpoint, "://");
    if (host == NULL)
        return ERR_SYNTAX;
    int origin = (int)(host - endpoint + 3 + (long)strcspn(host + 3, "/"));
    int n = snprintf(claims, sizeof claims, "{\"aud\":\"%.*s\",\"exp\":%lld,\"sub\":\"%s\"}",
                     origin, endpoint, (long long)expires, contact);
    if (n < 0 || (size_t)n >= sizeof claims || !append(token, sizeof token, head, sizeof head - 1))
        return ERR_TOO_BIG;
    snprintf(token + strlen(token), sizeof token - strlen(token), ".");
    if (!append(token, sizeof token, claims, strlen(claims)))
        return ERR_TOO_BIG;
    if (!sign(k, token, signature) || webpush_key_text(k, key) < 0)
        return ERR_UNSUPPORTED;
    snprintf(token + strlen(token), sizeof token - strlen(token), ".");
    if (!append(token, sizeof token, signature, sizeof signature))
        return ERR_TOO_BIG;
    n = snprintf(out, WEBPUSH_HEADER_BYTES, "vapid t=%s, k=%s", token, key);
    return n > 0 && n < WEBPUSH_HEADER_BYTES ? 0 : ERR_TOO_BIG;
}
