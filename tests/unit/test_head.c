/* test_head.c - who asks, behind which proxies, for which site: the head of a request. */
#include "testing.h"

#include "base/err.h"
#include "http/wire/head.h"
#include <stdio.h>
#include <string.h>

/* A head: lines "Name: value", ended by NULL. */
static void walk(const void *head, size_t from, headers_on *on, void *context)
{
    for (const char *const *l = (const char *const *)head + from; *l != NULL; l++) {
        size_t n = strcspn(*l, ":");
        struct header line = headers_line("", *l + n + 1);
        line.name = *l;
        line.name_len = n;
        if (!on(context, &line))
            return;
    }
}

#define HEAD(...) (&(const struct headers){walk, (const char *[]){__VA_ARGS__, NULL}})

/* The client of a request from 10.0.0.1, or "400". */
static const char *client(const char *proxies, const struct headers *head)
{
    static struct head_client c;
    struct head_trust trust;
    char why_buf[160];
    struct text why;
    text_init(&why, why_buf, sizeof why_buf);
    assert_int_equal(head_trust_parse(proxies, &trust, &why), 0);
    int err = head_client(&trust, "10.0.0.1", head, &c, &why);
    if (err < 0) {
        assert_string_equal(c.address, "10.0.0.1");
        assert_false(c.is_https);
        assert_true(why_buf[0] != '\0');
    }
    return err < 0 ? "400" : c.address;
}

static bool is_https(const char *proxies, const struct headers *head)
{
    struct head_client c;
    struct head_trust trust;
    char why_buf[160];
    struct text why;
    text_init(&why, why_buf, sizeof why_buf);
    assert_int_equal(head_trust_parse(proxies, &trust, &why), 0);
    assert_int_equal(head_client(&trust, "10.0.0.1", head, &c, &why), 0);
    return c.is_https;
}

static void every_form_of_an_address_is_read(void **state)
{
    (void)state;
    static const char *const forms[][2] = {
        {"192.0.2.7", "192.0.2.7"},
        {" 192.0.2.7\t", "192.0.2.7"},
        {"192.0.2.7:20001", "192.0.2.7"},
        {"\"192.0.2.7:20001\"", "192.0.2.7"},
        {"192.0.2.7:_hidden", "192.0.2.7"},
        {"2001:DB8:0::1", "2001:db8::1"},
        {"[2001:db8::1]", "2001:db8::1"},
        {"\"[2001:db8::1]:4711\"", "2001:db8::1"},
        {"[2001:db8::1]:4711", "2001:db8::1"},
        {"fe80::1%eth0", "fe80::1"},
        {"[fe80::1%25eth0]", "fe80::1"},
        {"::ffff:192.0.2.7", "192.0.2.7"},
        {"[::ffff:192.0.2.7]:80", "192.0.2.7"},
        {"unknown", NULL},
        {"_hidden", NULL},
        {"\"_hidden:80\"", NULL},
        {"", NULL},
        {"\"\"", NULL},
        {"localhost", NULL},
        {"192.0.2", NULL},
        {"192.0.2.256", NULL},
        {"010.0.0.1", NULL},
        {"192.0.2.7%eth0", NULL},
        {"192.0.2.7:", NULL},
        {"192.0.2.7:http", NULL},
        {"192.0.2.7:123456", NULL},
        {"[192.0.2.7]", NULL},
        {"[2001:db8::1", NULL},
        {"2001:db8::1]", NULL},
        {"[2001:db8::1]x", NULL},
        {"[2001:db8::1]:", NULL},
        {"2001:db8::1::2", NULL},
        {"\"192.0.2.7", NULL},
        {"192.0.2.7 192.0.2.8", NULL},
        {"192.0.2.7\001", NULL},
    };
    for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
        char out[HEAD_ADDRESS_BYTES];
        bool ok = head_address(forms[i][0], strlen(forms[i][0]), out);
        if (ok != (forms[i][1] != NULL) || (ok && strcmp(out, forms[i][1]) != 0))
            fail_msg("%s: %s", forms[i][0], ok ? out : "none");
    }
}

static void one_proxy_is_believed_for_its_own_entry_only(void **state)
{
    (void)state;
    assert_string_equal(client("yes", HEAD("Host: h")), "10.0.0.1");
    assert_string_equal(client("yes", HEAD("X-Forwarded-For: 192.0.2.7")), "192.0.2.7");
    assert_string_equal(client("yes", HEAD("X-Forwarded-For: 1.1.1.1, 192.0.2.7")), "192.0.2.7");
    /* HAProxy adds a line of its own behind those of the client. */
    assert_string_equal(
        client("yes", HEAD("x-forwarded-for: 1.1.1.1", "Host: h", "X-Forwarded-For: 192.0.2.7")),
        "192.0.2.7");
    assert_string_equal(client("yes", HEAD("X-Forwarded-For: 192.0.2.7, ,")), "192.0.2.7");
    assert_string_equal(client("yes", HEAD("X-Forwarded-For: ")), "10.0.0.1");
    /* What the client claims is neither read nor checked. */
    assert_string_equal(client("yes", HEAD("X-Forwarded-For: unknown, <x>, 192.0.2.7")),
                        "192.0.2.7");
    assert_string_equal(client("yes", HEAD("X-Forwarded-For: 192.0.2.7, unknown")), "400");
    assert_string_equal(client("yes", HEAD("X-Forwarded-For: 192.0.2.7", "X-Forwarded-For: x")),
                        "400");
}

static void forwarded_is_read_as_rfc_7239_says(void **state)
{
    (void)state;
    assert_string_equal(client("yes", HEAD("Forwarded: for=192.0.2.7")), "192.0.2.7");
    assert_string_equal(client("yes", HEAD("Forwarded: For=\"[2001:db8:cafe::17]:4711\"")),
                        "2001:db8:cafe::17");
    assert_string_equal(
        client("yes", HEAD("Forwarded: for=192.0.2.43, for=198.51.100.17;by=203.0.113.60;"
                           "proto=http;host=example.com")),
        "198.51.100.17");
    assert_string_equal(client("yes", HEAD("Forwarded: for=1.1.1.1", "Forwarded: for=192.0.2.7")),
                        "192.0.2.7");
    assert_string_equal(client("yes", HEAD("Forwarded: proto=https ; for = 192.0.2.7")),
                        "192.0.2.7");
    assert_string_equal(client("yes", HEAD("Forwarded: host=\"a, for=1.1.1.1\";for=192.0.2.7")),
                        "192.0.2.7");
    assert_string_equal(client("yes", HEAD("Forwarded: for=unknown")), "400");
    assert_string_equal(client("yes", HEAD("Forwarded: for=_gazonk")), "400");
    assert_string_equal(client("yes", HEAD("Forwarded: for=\"_gazonk:80\"")), "400");
    assert_string_equal(client("yes", HEAD("Forwarded: for=192.0.2.7, by=10.0.0.9")), "400");
    assert_string_equal(client("yes", HEAD("Forwarded: for=192.0.2.7;for=1.1.1.1")), "400");
    assert_string_equal(client("yes", HEAD("Forwarded: 192.0.2.7")), "400");
    /* A client cannot hide the proxy's entry in a quote that it begins. */
    assert_string_equal(client("yes", HEAD("Forwarded: for=\"1.1.1.1, for=192.0.2.7")), "400");
    assert_string_equal(
        client("yes", HEAD("Forwarded: for=1.1.1.1, host=\", for=\"[2001:db8::1]\"")), "400");
    assert_string_equal(client("yes", HEAD("Forwarded: for=\"1.1.1.1\\\", for=192.0.2.7")), "400");
    /* A field that says nothing about the client does no harm. */
    assert_string_equal(client("yes", HEAD("Forwarded: proto=https", "X-Forwarded-For: 192.0.2.7")),
                        "192.0.2.7");
}

static void two_fields_that_disagree_are_refused(void **state)
{
    (void)state;
    assert_string_equal(
        client("yes", HEAD("Forwarded: for=192.0.2.7", "X-Forwarded-For: 1.1.1.1, 192.0.2.7")),
        "192.0.2.7");
    assert_string_equal(client("yes", HEAD("Forwarded: for=1.1.1.1", "X-Forwarded-For: 192.0.2.7")),
                        "400");
    assert_string_equal(client("no", HEAD("Forwarded: for=1.1.1.1", "X-Forwarded-For: 192.0.2.7")),
                        "10.0.0.1");
}

static void several_proxies_are_counted_or_named(void **state)
{
    (void)state;
    const struct headers *three =
        HEAD("X-Forwarded-For: 1.1.1.1, 192.0.2.7", "X-Forwarded-For: 10.0.0.2:5");
    assert_string_equal(client("0", three), "10.0.0.1");
    assert_string_equal(client("1", three), "10.0.0.2");
    assert_string_equal(client("2", three), "192.0.2.7");
    assert_string_equal(client("3", three), "1.1.1.1");
    assert_string_equal(client("4", three), "1.1.1.1"); /* there are no more */
    assert_string_equal(client("10.0.0.0/8", three), "192.0.2.7");
    assert_string_equal(client("10.0.0.1", three), "10.0.0.2");
    assert_string_equal(client("10.0.0.0/31, 10.0.0.2 192.0.2.0/24", three), "1.1.1.1");
    /* A peer that is no proxy of ours speaks for itself. */
    assert_string_equal(client("10.0.0.2, ::1", three), "10.0.0.1");
    assert_string_equal(client("10.0.0.1", HEAD("X-Forwarded-For: unknown")), "400");
    assert_string_equal(client("10.0.0.2", HEAD("X-Forwarded-For: unknown")), "10.0.0.1");
    assert_string_equal(client("2", HEAD("X-Forwarded-For: 192.0.2.7, unknown")), "400");
    assert_string_equal(client("::ffff:10.0.0.1", HEAD("X-Forwarded-For: 192.0.2.7")), "192.0.2.7");
    assert_string_equal(client("2", HEAD("Forwarded: for=192.0.2.7", "Forwarded: for=10.0.0.2")),
                        "192.0.2.7");
}

static void a_wrong_list_of_proxies_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",           "maybe",      "33",         "-1",          "10.0.0.0/33",
        "10.0.0.0/",  "10.0.0.0/x", "proxy.lan",  "fd00::/129",  "10.0.0.1;10.0.0.2",
        "10.0.0.256", ",",          "10.0.0.1 2", "10.0.0.1:80x"};
    for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
        struct head_trust t;
        char why_buf[200];
        struct text why;
        text_init(&why, why_buf, sizeof why_buf);
        if (head_trust_parse(wrong[i], &t, &why) != ERR_SYNTAX || why_buf[0] == '\0')
            fail_msg("\"%s\" is taken", wrong[i]);
    }
}

static void forwarding_by_others_is_noticed(void **state)
{
    (void)state;
    struct head_client c;
    struct head_trust none = {0};
    char why_buf[160];
    struct text why;
    text_init(&why, why_buf, sizeof why_buf);
    assert_int_equal(head_client(&none, "127.0.0.1", HEAD("Forwarded: for=x"), &c, &why), 0);
    assert_true(c.unheard);
    assert_int_equal(head_client(&none, "127.0.0.1", HEAD("X-Real-IP: x"), &c, &why), 0);
    assert_true(c.unheard);
    assert_int_equal(head_client(&none, "127.0.0.1", HEAD("Host: x"), &c, &why), 0);
    assert_false(c.unheard || c.believed);
}

static void tls_is_what_our_proxies_say(void **state)
{
    (void)state;
    assert_true(is_https("yes", HEAD("X-Forwarded-Proto: HTTPS")));
    assert_true(is_https("yes", HEAD("X-Forwarded-Proto: https, https")));
    assert_true(is_https("yes", HEAD("X-Forwarded-Proto: http", "X-Forwarded-Proto: https")));
    assert_false(is_https("yes", HEAD("X-Forwarded-Proto: https, http")));
    assert_true(is_https(
        "2", HEAD("X-Forwarded-Proto: https, http", "X-Forwarded-For: 192.0.2.7, 10.0.0.2")));
    assert_true(
        is_https("2", HEAD("X-Forwarded-Proto: https", "X-Forwarded-For: 192.0.2.7, 10.0.0.2")));
    assert_true(is_https("yes", HEAD("Forwarded: for=192.0.2.7;proto=\"https\"")));
    assert_false(is_https("yes", HEAD("Forwarded: for=192.0.2.7;proto=http")));
    assert_false(is_https("yes", HEAD("Host: h")));
    assert_false(is_https("no", HEAD("X-Forwarded-Proto: https")));
}

/* "host path", or "400". */
static const char *site(const char *target, bool is_http_11, const struct headers *head)
{
    static char out[400];
    char host[HEAD_HOST_BYTES];
    char why_buf[160];
    const char *path;
    struct text why;
    text_init(&why, why_buf, sizeof why_buf);
    if (head_host(target, is_http_11, head, host, &path, &why) < 0)
        return "400";
    snprintf(out, sizeof out, "%s %s", host, path);
    return out;
}

static void the_site_is_the_targets_or_hosts(void **state)
{
    (void)state;
    assert_string_equal(site("/a", true, HEAD("Host: hoshi.example:8080")),
                        "hoshi.example:8080 /a");
    assert_string_equal(site("http://hoshi.example/a", true, HEAD("Host: x")), "hoshi.example /a");
    assert_string_equal(site("HTTPS://[::1]:81/a//b", true, HEAD("Host: x")), "[::1]:81 /a//b");
    assert_string_equal(site("http://hoshi.example", true, HEAD("Host: x")), "hoshi.example /");
    assert_string_equal(site("/http://x/", true, HEAD("Host: h")), "h /http://x/");
    assert_string_equal(site("*", true, HEAD("Host: h")), "h *");
    assert_string_equal(site("/a", true, HEAD("Host:")), " /a");
    assert_string_equal(site("/a", false, HEAD("X: y")), " /a");
    assert_string_equal(site("/a", true, HEAD("X: y")), "400");
    assert_string_equal(site("/a", true, HEAD("Host: a", "Host: b")), "400");
    assert_string_equal(site("/a", true, HEAD("Host: a", "host: a")), "400");
    assert_string_equal(site("/a", false, HEAD("Host: a", "Host: b")), "400");
    assert_string_equal(site("http://c/a", true, HEAD("Host: a", "Host: b")), "400");
    assert_string_equal(site("http://c/a", true, HEAD("X: y")), "400");
    assert_string_equal(site("/a", true, HEAD("Host: a, b")), "400");
    assert_string_equal(site("/a", true, HEAD("Host: a b")), "400");
    assert_string_equal(site("/a", true, HEAD("Host: a/b")), "400");
    assert_string_equal(site("/a", true, HEAD("Host: ann@a")), "400");
    assert_string_equal(site("http:///a", true, HEAD("Host: a")), "400");
    assert_string_equal(site("http://ann@a/a", true, HEAD("Host: a")), "400");
    assert_string_equal(site("ftp://a/a", true, HEAD("Host: a")), "400");
    assert_string_equal(site("a", true, HEAD("Host: a")), "400");
}

static void a_default_port_is_no_port(void **state)
{
    (void)state;
    assert_true(head_origin_is("https://hoshi.example", "hoshi.example:443"));
    assert_true(head_origin_is("https://hoshi.example:443", "hoshi.example"));
    assert_true(head_origin_is("http://hoshi.example", "HOSHI.example:80"));
    assert_true(head_origin_is("http://hoshi.example:80", "hoshi.example"));
    assert_true(head_origin_is("http://hoshi.example:8080", "hoshi.example:8080"));
    assert_true(head_origin_is("http://[::1]:8080", "[::1]:8080"));
    assert_true(head_origin_is("https://[::1]", "[::1]:443"));
    assert_true(head_origin_is("https://hoshi.example", "hoshi.example:"));
    assert_false(head_origin_is("http://hoshi.example", "hoshi.example:443"));
    assert_false(head_origin_is("https://hoshi.example", "hoshi.example:80"));
    assert_false(head_origin_is("https://hoshi.example:8443", "hoshi.example"));
    assert_false(head_origin_is("https://hoshi.example.evil", "hoshi.example"));
    assert_false(head_origin_is("https://hoshi.exampl", "hoshi.example"));
    assert_false(head_origin_is("https://evil/hoshi.example", "hoshi.example"));
    assert_false(head_origin_is("null", "null"));
    assert_false(head_origin_is("https://", ""));
    assert_false(head_origin_is("", ""));
    assert_false(head_origin_is("ftp://hoshi.example", "hoshi.example"));
}

static void cookies_are_found_on_every_line(void **state)
{
    (void)state;
    const struct headers *head =
        HEAD("Cookie: a=1; bb = 2;c=\"3\"", "Host: h", "cookie: session=x=y;;d", "Cookie: a=9");
    static const char *const want[][2] = {{"a", "1"},  {"bb", "2"}, {"c", "3"}, {"session", "x=y"},
                                          {"d", NULL}, {"b", NULL}, {"A", NULL}};
    for (size_t i = 0; i < ARRAY_LEN(want); i++) {
        size_t n = 0;
        const char *value = head_cookie(head, want[i][0], &n);
        if ((value == NULL) != (want[i][1] == NULL) ||
            (value != NULL && (n != strlen(want[i][1]) || memcmp(value, want[i][1], n) != 0)))
            fail_msg("%s", want[i][0]);
    }
}

static void lists_go_over_lines(void **state)
{
    (void)state;
    const struct headers *head =
        HEAD("Accept-Encoding: gzip;q=0, deflate", "Accept-Encoding: BR ; q=0.5");
    assert_false(head_accepts(head, "Accept-Encoding", "gzip"));
    assert_true(head_accepts(head, "Accept-Encoding", "deflate"));
    assert_true(head_accepts(head, "Accept-Encoding", "br"));
    assert_false(head_accepts(head, "Accept-Encoding", "zstd"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_of_an_address_is_read),
        cmocka_unit_test(one_proxy_is_believed_for_its_own_entry_only),
        cmocka_unit_test(forwarded_is_read_as_rfc_7239_says),
        cmocka_unit_test(two_fields_that_disagree_are_refused),
        cmocka_unit_test(several_proxies_are_counted_or_named),
        cmocka_unit_test(a_wrong_list_of_proxies_is_refused),
        cmocka_unit_test(forwarding_by_others_is_noticed),
        cmocka_unit_test(tls_is_what_our_proxies_say),
        cmocka_unit_test(the_site_is_the_targets_or_hosts),
        cmocka_unit_test(a_default_port_is_no_port),
        cmocka_unit_test(cookies_are_found_on_every_line),
        cmocka_unit_test(lists_go_over_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
