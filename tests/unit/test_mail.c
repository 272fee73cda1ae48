/* test_mail.c - reading and writing messages: text, quotes, character sets, automatic mail, hostile
 * bytes; when letters are tried again. */
#include "testing.h"

#include "base/err.h"
#include "mail/letter.h"
#include "mail/smtp.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char own[] = "hoshi@example.org";

static struct letter read_text(const char *text)
{
    struct letter l;
    assert_int_equal(letter_read(text, strlen(text), own, "mx.example.org", &l), 0);
    return l;
}

static void must_be_automatic(const char *headers, bool automatic)
{
    char text[600];
    snprintf(text, sizeof text, "From: ann@example.net\r\n%s\r\n\r\nhelp\r\n", headers);
    struct letter l = read_text(text);
    if (l.automatic != automatic)
        fail_msg("automatic %d: %s", l.automatic, headers);
    letter_done(&l);
}

static void plain_text_is_preferred_and_decoded(void **state)
{
    struct letter l = read_text(
        "From: =?iso-8859-1?q?J=F6rg?= <JOERG@Example.Net>\r\nTo: hoshi+1-2-3-x@example.org\r\n"
        "Subject: =?utf-8?b?cGFsaXNhZGU=?=\r\n =?utf-8?q?_show_12?=\r\nMessage-ID: <a@b>\r\n"
        "MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=x\r\n\r\n"
        "--x\r\nContent-Type: text/html\r\n\r\n<b>no</b>\r\n"
        "--x\r\nContent-Type: text/plain; charset=iso-8859-1\r\n"
        "Content-Transfer-Encoding: quoted-printable\r\n\r\ngr=FC=DFe\r\n--x--\r\n");
    assert_string_equal(l.from, "joerg@example.net");
    assert_string_equal(l.subject, "palisade show 12");
    assert_string_equal(l.answers, "a@b");
    assert_non_null(strstr(l.body, "gr\xc3\xbc\xc3\x9f"));
    assert_non_null(strstr(l.recipients, "hoshi+1-2-3-x@example.org"));
    letter_done(&l);
}

static void html_alone_is_reduced_to_its_text(void **state)
{
    struct letter l = read_text("From: a@b.c\r\nContent-Type: text/html\r\n\r\n<html><head><title>"
                                "t</title><style>p{}</style></head><body>\r\n  <p>d4 &lt;&amp;</p>"
                                "<div>more</div><blockquote>old</blockquote></body></html>\r\n");
    assert_int_equal(strncmp(l.body, "d4 <&\nmore", 10), 0);
    assert_null(strstr(l.body, "old"));
    assert_null(strstr(l.body, "p{}"));
    letter_done(&l);
}

static void quotes_and_signatures_are_cut(void **state)
{
    char text[] = "d4\r\nand so on\r\n\r\nOn Monday hoshi wrote:\r\n> help\r\n  > more\r\nend\r\n"
                  "-- \r\nAnn\r\n";
    letter_strip(text);
    assert_string_equal(text, "d4\nand so on\n\nend\n");
    char outlook[] = "c3\n-----Original Message-----\nhelp\n";
    letter_strip(outlook);
    assert_string_equal(outlook, "c3\n");
}

static void automatic_mail_is_known_by_any_of_its_marks(void **state)
{
    static const char *const marks[] = {"Auto-Submitted: auto-replied",
                                        "Precedence: bulk",
                                        "Precedence: LIST",
                                        "Return-Path: <>",
                                        "List-Id: <x.y>",
                                        "X-Loop: hoshi@example.org",
                                        "X-Autoreply: yes",
                                        "Content-Type: multipart/report; boundary=x"};
    for (size_t i = 0; i < ARRAY_LEN(marks); i++)
        must_be_automatic(marks[i], true);
    must_be_automatic("Auto-Submitted: no", false);
    must_be_automatic("Return-Path: <ann@example.net>", false);
    struct letter l = read_text("From: hoshi+1-2-3-aa@example.org\r\n\r\nhelp\r\n");
    assert_true(l.automatic);
    letter_done(&l);
    l = read_text("Subject: help\r\n\r\n\r\n");
    assert_true(l.automatic);
    letter_done(&l);
}

static void an_address_is_proven_only_by_the_trusted_server(void **state)
{
    static const struct {
        const char *results;
        bool proven;
    } cases[] = {
        {"mx.example.org; dmarc=pass header.from=example.net", true},
        {"mx.example.org; dmarc=fail", false},
        {"mx.example.org.evil.net; dmarc=pass", false},
        {"other.example.org; dmarc=pass", false},
        /* Only the topmost header counts: one below it may have come with the mail. */
        {"mx.example.org; dmarc=fail\r\nAuthentication-Results: mx.example.org; dmarc=pass", false},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "Authentication-Results: %s\r\nFrom: ann@example.net\r\n\r\nx\r\n",
                 cases[i].results);
        struct letter l = read_text(text);
        assert_int_equal(l.from_proven, cases[i].proven);
        letter_done(&l);
    }
}

static void a_message_id_counts_for_its_sender_only(void **state)
{
    struct letter a = read_text("From: ann@example.net\r\nMessage-ID: <1@x>\r\n\r\n");
    struct letter b = read_text("From: bob@example.net\r\nMessage-ID: <1@x>\r\n\r\n");
    struct letter c = read_text("From: Ann <ANN@example.net>\r\nMessage-ID: <1@x>\r\n\r\nother");
    assert_string_not_equal(a.message_id, b.message_id);
    assert_string_equal(a.message_id, c.message_id);
    letter_done(&a);
    letter_done(&b);
    letter_done(&c);
}

static void deep_nesting_and_nonsense_are_survived(void **state)
{
    enum { DEEP = 3000 };
    char *text = calloc(DEEP, 80);
    size_t n = (size_t)sprintf(text, "From: a@b.c\r\nSubject: list\r\n");
    for (int i = 0; i < DEEP / 2; i++)
        n += (size_t)sprintf(text + n,
                             "Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i);
    struct letter l;
    assert_int_equal(letter_read(text, n, own, NULL, &l), 0);
    assert_string_equal(l.subject, "list");
    letter_done(&l);
    memset(text, 0xff, 1000);
    (void)!letter_read(text, 1000, own, NULL, &l);
    letter_done(&l);
    free(text);
    char *big = calloc(1, LETTER_BYTES_MAX + 1);
    assert_int_equal(letter_read(big, LETTER_BYTES_MAX + 1, own, NULL, &l), ERR_TOO_BIG);
    letter_done(&l);
    free(big);
}

static void what_is_composed_is_read_back(void **state)
{
    struct letter_out out = {.from = own,
                             .to = "ann@example.net",
                             .reply_to = "hoshi+1-2-3-x@example.org",
                             .subject = "palisade board 1: gr\xc3\xbc\xc3\x9f"
                                        "e",
                             .text = "A B C\n.From here\n",
                             .html = "<p>A</p>",
                             .message_id = "letter-1@example.org",
                             .answers = "q@example.net",
                             .thread = "match-1@example.org",
                             .unsubscribe = "mailto:hoshi@example.org?subject=quiet",
                             .is_answer = true};
    char *bytes = letter_compose(&out);
    assert_non_null(bytes);
    assert_non_null(strstr(bytes, "In-Reply-To: <q@example.net>"));
    assert_non_null(strstr(bytes, "<match-1@example.org> <q@example.net>"));
    assert_non_null(strstr(bytes, "Auto-Submitted: auto-replied"));
    struct letter l = read_text(bytes);
    assert_string_equal(l.subject, out.subject);
    assert_string_equal(l.body, out.text);
    assert_true(l.automatic); /* or two servers would talk for ever */
    letter_done(&l);
    free(bytes);
}

static void letters_are_tried_again_ever_more_slowly_and_given_up(void **state)
{
    int64_t due;
    int64_t before = 0;
    for (int tries = 0; tries < 30; tries++) {
        assert_string_equal(smtp_next(SMTP_LATER, tries, 0, 1000, &due), "waiting");
        assert_true(due - 1000 >= before && due - 1000 <= 4 * 3600 * 1000);
        before = due - 1000;
    }
    assert_string_equal(smtp_next(SMTP_LATER, 40, INT64_C(6) * 24 * 3600 * 1000, 0, &due),
                        "failed");
    assert_string_equal(smtp_next(SMTP_NEVER, 0, 0, 0, &due), "failed");
    assert_string_equal(smtp_next(SMTP_SENT, 0, 0, 0, &due), "sent");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_text_is_preferred_and_decoded),
        cmocka_unit_test(html_alone_is_reduced_to_its_text),
        cmocka_unit_test(quotes_and_signatures_are_cut),
        cmocka_unit_test(automatic_mail_is_known_by_any_of_its_marks),
        cmocka_unit_test(an_address_is_proven_only_by_the_trusted_server),
        cmocka_unit_test(a_message_id_counts_for_its_sender_only),
        cmocka_unit_test(deep_nesting_and_nonsense_are_survived),
        cmocka_unit_test(what_is_composed_is_read_back),
        cmocka_unit_test(letters_are_tried_again_ever_more_slowly_and_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
