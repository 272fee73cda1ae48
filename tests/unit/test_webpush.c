/* test_webpush.c - web push gives the example of RFC 8291, appendix A, and refuses invalid keys. */
#include "testing.h"

#include "base/err.h"
#include "push/webpush.h"
#include <sodium.h>
#include <stdio.h>
#include <string.h>

static const char ua_public[] =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
static const char ua_auth[] = "BTBZMqHH6r4Tts7J_aSIgg";

static void from_base64(const char *text, unsigned char *out, size_t n)
{
    size_t got = 0;
    assert_int_equal(sodium_base642bin(out, n, text, strlen(text), NULL, &got, NULL,
                                       sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                     0);
    assert_int_equal(got, n);
}

static void the_example_of_the_rfc_comes_out(void **state)
{
    (void)state;
    unsigned char number[32];
    unsigned char salt[16];
    unsigned char body[WEBPUSH_BODY_MAX];
    char text[400];
    from_base64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", number, sizeof number);
    from_base64("DGv6ra1nlYgDCS1FRnbzlw", salt, sizeof salt);
    struct webpush_key *k = webpush_key_from(number);
    assert_non_null(k);
    assert_int_equal(webpush_key_text(k, text), 0);
    assert_string_equal(
        text,
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
    int n = webpush_encrypt(k, salt, ua_public, ua_auth,
                            "When I grow up, I want to be a watermelon", body);
    assert_int_equal(n, 144);
    sodium_bin2base64(text, sizeof text, body, (size_t)n, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    assert_string_equal(
        text, "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc"
              "InmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLV"
              "WGNWQexSgSxsj_Qulcy4a-fN");
    webpush_key_free(k);
}

static void invalid_keys_are_refused(void **state)
{
    (void)state;
    unsigned char body[WEBPUSH_BODY_MAX];
    static const unsigned char salt[16];
    char off_curve[sizeof ua_public];
    static char long_text[WEBPUSH_PAYLOAD_MAX + 2];
    struct webpush_key *k = webpush_key_new();
    assert_non_null(k);
    snprintf(off_curve, sizeof off_curve, "%s", ua_public);
    off_curve[20] = off_curve[20] == 'A' ? 'B' : 'A';
    assert_int_equal(webpush_encrypt(k, salt, off_curve, ua_auth, "x", body), ERR_SYNTAX);
    assert_int_equal(webpush_encrypt(k, salt, "BCVx", ua_auth, "x", body), ERR_SYNTAX);
    assert_int_equal(webpush_encrypt(k, salt, ua_public, "BTBZ", "x", body), ERR_SYNTAX);
    assert_int_equal(webpush_encrypt(k, salt, ua_public, "!!!!!!!!!!!!!!!!!!!!!!", "x", body),
                     ERR_SYNTAX);
    memset(long_text, 'x', sizeof long_text - 1);
    assert_int_equal(webpush_encrypt(k, salt, ua_public, ua_auth, long_text, body), ERR_TOO_BIG);
    assert_null(webpush_key_load("00ff"));
    assert_null(webpush_key_load("no"));
    webpush_key_free(k);
}

static void a_stored_key_reads_back_the_same(void **state)
{
    (void)state;
    char hex[2 * WEBPUSH_DER_BYTES + 1];
    char one[WEBPUSH_KEY_TEXT_BYTES];
    char two[WEBPUSH_KEY_TEXT_BYTES];
    char header[WEBPUSH_HEADER_BYTES];
    struct webpush_key *k = webpush_key_new();
    assert_non_null(k);
    assert_int_equal(webpush_key_save(k, hex), 0);
    assert_int_equal(webpush_key_text(k, one), 0);
    webpush_key_free(k);
    k = webpush_key_load(hex);
    assert_non_null(k);
    assert_int_equal(webpush_key_text(k, two), 0);
    assert_string_equal(one, two);
    assert_int_equal(webpush_authorization(k, "https://push.example:444/abc", "mailto:a@b.example",
                                           1790000000, header),
                     0);
    assert_memory_equal(header, "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.", 45);
    assert_non_null(strstr(header, two));
    assert_int_equal(webpush_authorization(k, "nonsense", "mailto:a@b.example", 1, header),
                     ERR_SYNTAX);
    webpush_key_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_rfc_comes_out),
        cmocka_unit_test(invalid_keys_are_refused),
        cmocka_unit_test(a_stored_key_reads_back_the_same),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
