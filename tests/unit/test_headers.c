/* test_headers.c - fields that repeat: the same head in a request, in a mail and in a text. */
#include "testing.h"

#include "base/err.h"
#include "http/wire/daemon.h"
#include "http/wire/head.h"
#include "http/wire/listen.h"
#include "mail/message.h"
#include "mail/reading/mime.h"
#include "platform/headers.h"
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A head, a field, and its values, of which each is followed by '|'. */
static const struct {
    const char *head, *name, *values;
} cases[] = {
    {"Cookie: a=1\r\nCookie: b=2\r\n", "Cookie", "a=1|b=2|"},
    {"X-Forwarded-For: 1.1.1.1\r\nCookie: a\r\nx-forwarded-for: 192.0.2.7, 10.0.0.1\r\n",
     "X-Forwarded-For", "1.1.1.1|192.0.2.7, 10.0.0.1|"},
    {"Forwarded: for=1.1.1.1\r\nFORWARDED: for=192.0.2.7\r\n", "forwarded",
     "for=1.1.1.1|for=192.0.2.7|"},
    {"Origin: https://a\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Proto: http\r\n",
     "X-Forwarded-Proto", "https|http|"},
    {"To: a@example.org\r\nDelivered-To: b@example.org\r\nTo: c@example.org\r\n", "To",
     "a@example.org|c@example.org|"},
    {"To: a@example.org\r\nDelivered-To: b@example.org\r\nDelivered-To: c@example.org\r\n",
     "Delivered-To", "b@example.org|c@example.org|"},
    {"Authentication-Results: mx; dkim=pass\r\nAuthentication-Results: mx; dmarc=pass\r\n",
     "Authentication-Results", "mx; dkim=pass|mx; dmarc=pass|"},
    {"From: a@example.org\r\nSubject: one\r\nFrom: b@example.org\r\nSubject: two\r\n", "From",
     "a@example.org|b@example.org|"},
    {"Subject: one\r\nSubject: two\r\nSubject: one\r\n", "Subject", "one|two|one|"},
    {"References: <a@x>\r\n <b@x>\r\n\t<c@x>\r\nReferences: <d@x>\r\n", "References",
     "<a@x> <b@x> <c@x>|<d@x>|"},
    {"Cookie: \t a=1; b=2 \t \r\n", "Cookie", "a=1; b=2|"},
    {"Cookie:a=1\r\nCookie:\r\nCookie: b: c\r\n", "Cookie", "a=1||b: c|"},
    {"Cookie2: a\r\nX-Cookie: b\r\nCooki: c\r\n", "Cookie", ""},
    {"Cookie: To: a@example.org\r\n", "To", ""},
};

/* The values in the head, and what the three functions say of it must agree. */
static void collect(const struct headers *head, const char *name, char out[400])
{
    struct header line;
    size_t n = 0;
    size_t len = 0;
    out[0] = '\0';
    for (size_t at = 0; headers_next(head, name, &at, &line); n++) {
        char value[200];
        assert_true(headers_is(&line, name));
        assert_int_equal(headers_copy(&line, value, sizeof value), 0);
        if (n == 0) {
            struct header first;
            assert_true(headers_first(head, name, &first));
            assert_ptr_equal(first.value, line.value);
        }
        len += (size_t)snprintf(out + len, 400 - len, "%s|", value);
    }
    assert_int_equal(headers_count(head, name), n);
    assert_int_equal(headers_first(head, name, &line), n > 0);
}

static void same(const char *side, size_t i, const char *values)
{
    if (strcmp(values, cases[i].values) != 0)
        fail_msg("%s: %s of\n%sis\n%s\nnot\n%s", side, cases[i].name, cases[i].head, values,
                 cases[i].values);
}

static void a_text_gives_all_lines(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        char values[400];
        const struct headers head = headers_of_text(cases[i].head);
        collect(&head, cases[i].name, values);
        same("text", i, values);
    }
}

static void a_mail_gives_all_lines(void **state)
{
    (void)state;
    message_start();
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        char values[400];
        char bytes[600];
        size_t n = (size_t)snprintf(bytes, sizeof bytes, "%s\r\nhello\r\n", cases[i].head);
        GMimeStream *stream = g_mime_stream_mem_new_with_buffer(bytes, n);
        GMimeParser *parser = g_mime_parser_new_with_stream(stream);
        GMimeMessage *m = g_mime_parser_construct_message(parser, NULL);
        assert_non_null(m);
        const struct headers head = mime_headers(m);
        collect(&head, cases[i].name, values);
        g_object_unref(m);
        g_object_unref(parser);
        g_object_unref(stream);
        same("mail", i, values);
    }
}

/* Answers with the values of the field of the case that the path names: "/c" is the third. */
static void on_head(void *context, struct exchange *e)
{
    char values[400];
    const struct headers head = exchange_headers(e);
    (void)context;
    size_t i = (size_t)(exchange_target(e)[1] - 'a');
    if (head_is_plain(&head))
        collect(&head, cases[i].name, values);
    else
        snprintf(values, sizeof values, "refused");
    exchange_answer(e, 200, values, strlen(values), EXCHANGE_COPIED);
}

static bool on_body(struct exchange *e, const char *bytes, size_t n)
{
    (void)e, (void)bytes, (void)n;
    return true;
}

static void on_rest(struct exchange *e)
{
    (void)e;
}

/* What the server at the socket answers. */
static void ask(int listening, size_t i, char *answer, size_t size)
{
    struct sockaddr_in where;
    socklen_t where_n = sizeof where;
    char bytes[600];
    size_t got = 0;
    ssize_t n;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(getsockname(listening, (struct sockaddr *)&where, &where_n), 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&where, where_n), 0);
    int sent =
        snprintf(bytes, sizeof bytes, "GET /%c HTTP/1.1\r\nHost: h\r\nConnection: close\r\n%s\r\n",
                 (char)('a' + i), cases[i].head);
    assert_int_equal(send(fd, bytes, (size_t)sent, 0), sent);
    while (got + 1 < size && (n = recv(fd, answer + got, size - got - 1, 0)) > 0)
        got += (size_t)n;
    answer[got] = '\0';
    close(fd);
}

static void a_request_gives_all_lines(void **state)
{
    (void)state;
    const struct daemon_calls calls = {
        .head = on_head, .body = on_body, .whole = on_rest, .resumed = on_rest, .end = on_rest};
    char url[80];
    char why_buf[160];
    struct text why;
    text_init(&why, why_buf, sizeof why_buf);
    int fd = listen_open("127.0.0.1:0", url, sizeof url, &why);
    assert_true(fd >= 0);
    struct daemon *d =
        daemon_new(&(struct daemon_options){.socket = fd, .connections_max = 8}, &calls);
    assert_non_null(d);
    assert_true(daemon_start(d));
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        char answer[1000];
        ask(fd, i, answer, sizeof answer);
        const char *values = strstr(answer, "\r\n\r\n");
        assert_non_null(values);
        /* libmicrohttpd does not unfold. A request may be refused for that (RFC 9112, 5.2). */
        if (strstr(cases[i].head, "\r\n ") != NULL)
            assert_string_equal(values + 4, "refused");
        else
            same("request", i, values + 4);
    }
    daemon_quiesce(d);
    daemon_stop(d);
    daemon_free(d);
    close(fd);
}

static void odd_lines_lose_no_other(void **state)
{
    (void)state;
    char values[400];
    struct header line;
    const struct headers head =
        headers_of_text("no field\n: no name\n folded\nTo : a\n\nTO:\n b\n\n c\nTo: d");
    collect(&head, "To", values);
    assert_string_equal(values, "a|b|d|");
    /* A value that does not fit is not cut. */
    char little[4];
    const struct headers folded = headers_of_text("To: ab\r\n \r\n c\r\n");
    assert_true(headers_first(&folded, "to", &line));
    assert_int_equal(headers_copy(&line, little, sizeof little), ERR_TOO_BIG);
    assert_string_equal(little, "");
    char enough[5];
    assert_int_equal(headers_copy(&line, enough, sizeof enough), 0);
    assert_string_equal(enough, "ab c");
    /* In HTTP a name with a blank at its end is another field. */
    line = headers_line("Host ", " a ");
    assert_false(headers_is(&line, "Host"));
    assert_int_equal(line.len, 1);
    line = headers_line("Host", NULL);
    assert_int_equal(line.len, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_gives_all_lines),
        cmocka_unit_test(a_mail_gives_all_lines),
        cmocka_unit_test(a_request_gives_all_lines),
        cmocka_unit_test(odd_lines_lose_no_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
