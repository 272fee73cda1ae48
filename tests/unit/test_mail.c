/* test_mail.c - reading and writing messages: text, quotes, character sets, automatic mail,
 * hostile bytes; when a mail is retried. */
#include "testing.h"

#include "base/err.h"
#include "mail/hook.h"
#include "mail/message.h"
#include "mail/reading/bounce.h"
#include "mail/smtp.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char own[] = "hoshi@example.org";

static struct message read_text(const char *text)
{
    struct message l;
    assert_int_equal(message_read(text, strlen(text), own, "mx.example.org", &l), 0);
    return l;
}

static void must_be_automatic(const char *headers, bool automatic)
{
    char text[600];
    snprintf(text, sizeof text, "From: ann@example.net\r\n%s\r\n\r\nhelp\r\n", headers);
    struct message l = read_text(text);
    if (l.automatic != automatic)
        fail_msg("automatic %d: %s", l.automatic, headers);
    message_done(&l);
}

static void plain_text_is_preferred_and_decoded(void **state)
{
    struct message l = read_text(
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
    message_done(&l);
}

static void html_alone_is_reduced_to_its_text(void **state)
{
    struct message l = read_text("From: a@b.c\r\nContent-Type: text/html\r\n\r\n<html><head><title>"
                                 "t</title><style>p{}</style></head><body>\r\n  <p>d4 &lt;&amp;</p>"
                                 "<div>more</div><blockquote>old</blockquote></body></html>\r\n");
    assert_int_equal(strncmp(l.body, "d4 <&\nmore", 10), 0);
    assert_null(strstr(l.body, "old"));
    assert_null(strstr(l.body, "p{}"));
    message_done(&l);
}

static void quotes_and_signatures_are_cut(void **state)
{
    struct message l =
        read_text("From: a@b.c\r\n\r\nd4\r\nand so on\r\n\r\nOn Monday hoshi wrote:\r\n"
                  "> help\r\n  > more\r\nend\r\n-- \r\nAnn\r\n");
    assert_string_equal(l.body, "d4\nand so on\n\nend\n");
    message_done(&l);
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
                                        "X-Novell-Autoreply: 1",
                                        "X-Auto-Replied: yes",
                                        "X-Auto-Response: x",
                                        "X-Vacation: on",
                                        "Autosubmitted: auto-replied",
                                        "Auto-Submitted: no\r\nAuto-Submitted: auto-replied",
                                        "auto-submitted: (x) \"auto-notified\"; y",
                                        "X-Precedence: bulk",
                                        "Mailing-List: list x@example.com",
                                        "List-Help: <mailto:x@example.com>",
                                        "X-BeenThere: x@example.com",
                                        "X-Mailer: vacation 1.2",
                                        "Return-Path: < >",
                                        "Return-Path:",
                                        "Subject: Out of Office Re: levee",
                                        "Subject: AUTO: Ann is out of the office (back 3.2.)",
                                        "Subject: [Auto-Reply] levee",
                                        "Subject: Abwesenheitsmeldung",
                                        "Subject: Message d'absence",
                                        "Subject: =?utf-8?q?R=C3=A9ponse_automatique?= : levee",
                                        "Subject: =?utf-8?b?6Ieq5YuV6L+U5L+h?=: levee",
                                        "Subject: Unzustellbar: levee",
                                        "Subject: failure notice",
                                        "Subject: Read: levee",
                                        "Content-Type: multipart/report; boundary=x"};
    for (size_t i = 0; i < ARRAY_LEN(marks); i++)
        must_be_automatic(marks[i], true);
    must_be_automatic("Auto-Submitted: no", false);
    must_be_automatic("Auto-Submitted: (by a person) \"no\"", false);
    must_be_automatic("X-Autoreply: no", false);
    must_be_automatic("X-Auto-Response-Suppress: DR, RN", false);
    must_be_automatic("X-Loop: other@example.com", false);
    must_be_automatic("Precedence: first-class", false);
    must_be_automatic("Feedback-ID: x:Fastmail", false); /* of people who use Fastmail */
    must_be_automatic("Subject: Reading", false);
    must_be_automatic("Subject: Absence", false);
    must_be_automatic("Subject: Re: levee board 1: your turn", false);
    must_be_automatic("Return-Path: <ann@example.net>", false);
    struct message l = read_text("From: hoshi+1-2-3-aa@example.org\r\n\r\nhelp\r\n");
    assert_true(l.automatic);
    message_done(&l);
    static const char *const programs[] = {"Mailer-Daemon@x.example",   "double-bounce@x.example",
                                           "nicht-antworten@x.example", "ne-pas-repondre@x.example",
                                           "notifications@x.example",   "list-bounces@x.example"};
    for (size_t i = 0; i < ARRAY_LEN(programs); i++) {
        char text[200];
        snprintf(text, sizeof text, "From: %s\r\n\r\nhelp\r\n", programs[i]);
        l = read_text(text);
        if (!l.automatic)
            fail_msg("%s is a program", programs[i]);
        message_done(&l);
    }
    static const char *const people[] = {"bouncer.joe@x.example", "rootbeer@x.example",
                                         "postman@x.example", "admin@x.example"};
    for (size_t i = 0; i < ARRAY_LEN(people); i++) {
        char text[200];
        snprintf(text, sizeof text, "From: %s\r\n\r\nhelp\r\n", people[i]);
        l = read_text(text);
        if (l.automatic)
            fail_msg("%s is a person", people[i]);
        message_done(&l);
    }
    l = read_text("Subject: help\r\n\r\n\r\n");
    assert_true(l.automatic);
    message_done(&l);
}

static void an_address_is_proven_only_by_the_trusted_server(void **state)
{
    static const struct {
        const char *headers; /* behind the first Authentication-Results: */
        bool proven;
    } cases[] = {
        {"mx.example.org; dmarc=pass header.from=example.net", true},
        {"MX.example.org 1; spf=pass smtp.mailfrom=x.net;\r\n\tdmarc=pass (p=none) header.from=\r\n"
         " Example.Net",
         true},
        {"\"mx.example.org\"; dmarc/1 = pass (a (b) \\) c) header.from=\"example.net\"", true},
        {"mx.example.org; dmarc=fail header.from=example.net", false},
        {"mx.example.org; dmarc=pass", false},
        {"mx.example.org; dmarc=pass header.from=example.com", false},
        {"mx.example.org; none", false},
        {"mx.example.org", false},
        {"mx.example.org.evil.net; dmarc=pass header.from=example.net", false},
        {"other.example.org; dmarc=pass header.from=example.net", false},
        {"mx.example.org 2; dmarc=pass header.from=example.net", false},
        /* Only the topmost header counts: one below it may have come with the mail. */
        {"mx.example.org; dmarc=fail\r\nAuthentication-Results: mx.example.org; dmarc=pass"
         " header.from=example.net",
         false},
        {"other.example.org; dmarc=fail\r\nAuthentication-Results: mx.example.org; dmarc=pass"
         " header.from=example.net",
         false},
        /* What senders choose stands in quotes, comments and addresses. */
        {"mx.example.org; spf=pass smtp.mailfrom=\"; dmarc=pass header.from=example.net;\"", false},
        {"mx.example.org; spf=fail (; dmarc=pass header.from=example.net); dmarc=fail", false},
        {"mx.example.org; spf=pass smtp.mailfrom=dmarc=pass@header.from=example.net", false},
        {"mx.example.org; spf=pass reason=\"=?utf-8?q?=3B_dmarc=3Dpass?=\"", false},
        {"mx.example.org; x=y (=?utf-8?q?=29=3B_dmarc=3Dpass_header=2Efrom=3Dexample=2Enet?=)",
         false},
        {"mx.example.org; dmarc=pass header.from=example.net; dmarc=fail", false},
        {"mx.example.org; dmarc=pass header.from=example.net (", false},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "Authentication-Results: %s\r\nFrom: ann@example.net\r\n\r\nx\r\n",
                 cases[i].headers);
        struct message l = read_text(text);
        if (l.from_proven != cases[i].proven)
            fail_msg("proven %d: %s", l.from_proven, cases[i].headers);
        message_done(&l);
    }
    struct message l = read_text("Authentication-Results: mx.example.org; dmarc=pass"
                                 " header.from=example.net\r\n"
                                 "From: ann@example.net, bob@example.net\r\n\r\nx\r\n");
    assert_false(l.from_proven);
    message_done(&l);
}

static void fields_that_stand_twice_are_read_or_refused(void **state)
{
    /* All lines count: in any case, folded, with odd blanks, and wherever they stand. */
    struct message l =
        read_text("To: a@x\r\nReceived: x\r\nDELIVERED-TO:b@x\r\nto:\r\n c@x,\r\n\td@x\r\n"
                  "From: ann@example.net\r\nDelivered-To: \t e@x\r\nCc: f@x\r\n"
                  "References: <1@x>\r\nReferences: <2@x>\r\nIn-Reply-To : <3@x>\r\n\r\n");
    static const char *const to[] = {"a@x", "b@x", "c@x", "d@x", "e@x", "f@x"};
    for (size_t i = 0; i < ARRAY_LEN(to); i++)
        if (strstr(l.recipients, to[i]) == NULL)
            fail_msg("%s is not in %s", to[i], l.recipients);
    for (int i = 1; i <= 3; i++) {
        char id[16];
        snprintf(id, sizeof id, "<%d@x>", i % 10);
        if (strstr(l.thread, id) == NULL)
            fail_msg("%s is not in %s", id, l.thread);
    }
    message_done(&l);
    /* Of those that may stand once only, none is taken for the right one. */
    static const char two[] = "From: ann@example.net\r\nfrom: ann@example.net\r\n\r\nhelp\r\n";
    assert_int_equal(message_read(two, sizeof two - 1, own, NULL, &l), ERR_SYNTAX);
    message_done(&l);
    l = read_text("From: ann@example.net\r\nSubject: help\r\nSUBJECT: list\r\n\r\n");
    assert_true(l.two_subjects);
    message_done(&l);
}

/* --- what providers post --- */

static struct message post(const char *type, const char *bytes, struct hook *h)
{
    struct message l;
    if (hook_read(type, bytes, strlen(bytes), h) != 0)
        fail_msg("not read: %s", bytes);
    assert_int_equal(
        message_read(h->made != NULL ? h->made : bytes, h->n, own, "mx.example.org", &l), 0);
    return l;
}

static void must_post(const char *type, const char *bytes, const char *recipient)
{
    struct hook h;
    struct message l = post(type, bytes, &h);
    assert_string_equal(l.from, "ann@example.net");
    assert_string_equal(l.subject, "palisade show 12");
    assert_int_equal(strncmp(l.body, "d4 & gr\xc3\xbc\xc3\x9f", 9), 0);
    assert_string_equal(h.recipient, recipient);
    assert_false(l.automatic);
    message_done(&l);
    hook_done(&h);
}

static void what_providers_post_is_read_as_a_message(void **state)
{
    static const char whole[] =
        "From: ann@example.net\\r\\nSubject: palisade show 12\\r\\n"
        "Content-Type: text/plain; charset=utf-8\\r\\n\\r\\nd4 & gr\xc3\xbc\xc3\x9f";
    char json[600];
    snprintf(json, sizeof json, "{\"RawEmail\":\"%s\",\"OriginalRecipient\":\"a+b@x\"}", whole);
    must_post("application/json", json, "a+b@x");
    must_post(
        "application/json; charset=utf-8",
        "{\"From\":\"Ann <ann@example.net>\",\"Subject\":\"palisade show 12\",\"Headers\":"
        "[{\"Name\":\"X-Loop-Not\",\"Value\":\"1\"}],\"TextBody\":\"d4 & gr\xc3\xbc\xc3\x9f\"}",
        "");
    must_post("application/json",
              "{\"envelope\":{\"to\":\"a+b@x\"},\"headers\":{\"from\":\"ann@example.net\","
              "\"subject\":\"palisade show 12\"},\"plain\":\"d4 & gr\xc3\xbc\xc3\x9f\"}",
              "a+b@x");
    must_post("application/x-www-form-urlencoded",
              "sender=x%40y&from=ann%40example.net&subject=palisade+show+12&recipient=a%2Bb%40x&"
              "message-headers=%5B%5B%22To%22%2C%22z%40x%22%5D%5D&body-plain=d4+%26+gr%C3%BC%C3%9F",
              "a+b@x");
    must_post("multipart/form-data; boundary=\"-x-\"",
              "---x-\r\nContent-Disposition: form-data; name=\"headers\"\r\n\r\n"
              "From: ann@example.net\nSubject: palisade\n show 12\nContent-Type: image/png\n\r\n"
              "---x-\r\nContent-Disposition: form-data; name=\"from\"\r\n\r\neve@example.net\r\n"
              "---x-\r\nContent-Disposition: form-data; name=\"envelope\"\r\n\r\n"
              "{\"to\":[\"a+b@x\"],\"from\":\"q@x\"}\r\n"
              "---x-\r\nContent-Disposition: form-data; name=\"charsets\"\r\n\r\n"
              "{\"text\":\"iso-8859-1\"}\r\n"
              "---x-\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n"
              "d4 & gr\xfc\xdf\r\n---x---\r\n",
              "a+b@x");
    must_post("multipart/form-data; boundary=y",
              "--y\r\nContent-Disposition: form-data; name=\"email\"; filename=\"m.eml\"\r\n"
              "Content-Type: message/rfc822\r\n\r\n"
              "From: ann@example.net\r\nSubject: palisade show 12\r\n"
              "Content-Type: text/plain; charset=utf-8\r\n\r\nd4 & gr\xc3\xbc\xc3\x9f\r\n--y--\r\n",
              "");
}

static void a_form_keeps_the_marks_of_automatic_mail_and_adds_no_header(void **state)
{
    struct hook h;
    struct message l = post("application/x-www-form-urlencoded",
                            "from=ann%40example.net&subject=help&message-headers="
                            "%5B%5B%22Auto-Submitted%22%2C%22auto-replied%22%5D%5D",
                            &h);
    assert_true(l.automatic);
    message_done(&l);
    hook_done(&h);
    l = post("application/x-www-form-urlencoded",
             "from=ann%40example.net&subject=help%0D%0AAuthentication-Results%3A+mx.example.org%3B"
             "+dmarc%3Dpass+header.from%3Dexample.net&text=x",
             &h);
    assert_false(l.from_proven);
    message_done(&l);
    hook_done(&h);
    static const char *const nothing[] = {"", "a", "=", "&&", "subject=help", "%"};
    for (size_t i = 0; i < ARRAY_LEN(nothing); i++) {
        assert_int_equal(
            hook_read("application/x-www-form-urlencoded", nothing[i], strlen(nothing[i]), &h),
            ERR_SYNTAX);
        hook_done(&h);
    }
    assert_int_equal(hook_read("application/json", "[1]", 3, &h), ERR_SYNTAX);
    assert_int_equal(hook_read("multipart/form-data", "x", 1, &h), ERR_SYNTAX);
}

/* --- what comes back --- */

static bool is_hard(const char *action, const char *status, const char *part)
{
    char text[1200];
    struct bounce b;
    snprintf(
        text, sizeof text,
        "From: MAILER-DAEMON@mx.example.net\r\nSubject: failed\r\nMIME-Version: 1.0\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=x\r\n\r\n"
        "--x\r\n\r\nsorry\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; mx.example.net\r\n\r\nFinal-Recipient: rfc822; ann@example.net\r\n"
        "Action: %s\r\nStatus: %s\r\n\r\n--x\r\nContent-Type: %s\r\n\r\n"
        "From: hoshi@example.org\r\nMessage-ID: <letter-7-00@example.org>\r\n\r\nd4\r\n"
        "--x--\r\n",
        action, status, part);
    assert_true(bounce_read(text, strlen(text), &b));
    if (b.hard && strstr(b.returned, "letter-7-00@example.org") == NULL)
        fail_msg("returned: %s", b.returned);
    struct message l = read_text(text);
    assert_true(l.automatic);
    message_done(&l);
    return b.hard;
}

static void a_report_tells_whether_the_address_is_bad_and_which_mail_it_was(void **state)
{
    struct bounce b;
    static const char plain[] = "From: a@b.c\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n";
    assert_true(is_hard("failed", "5.1.1", "message/rfc822"));
    assert_true(is_hard("Failed (really)", "5.2.2 (full)", "text/rfc822-headers"));
    assert_false(is_hard("delayed", "4.4.1", "message/rfc822"));
    assert_false(is_hard("failed", "4.4.7", "message/rfc822"));
    assert_false(is_hard("delivered", "2.0.0", "message/rfc822"));
    assert_false(is_hard("failed", "5.7.1", "message/rfc822"));
    assert_false(bounce_read(plain, sizeof plain - 1, &b));
}

static void one_click_is_offered_where_there_is_a_page(void **state)
{
    struct message_out out = {.from = own,
                              .to = "ann@example.net",
                              .reply_to = "",
                              .subject = "x",
                              .text = "x",
                              .html = "x",
                              .message_id = "1@example.org",
                              .answers = "",
                              .thread = "",
                              .unsubscribe = "mailto:hoshi@example.org?subject=quiet"};
    char *bytes = message_compose(&out);
    assert_non_null(strstr(bytes, "List-Unsubscribe: <mailto:"));
    assert_null(strstr(bytes, "List-Unsubscribe-Post"));
    free(bytes);
    out.unsubscribe_url = "https://example.org/api/mail/quiet?player=1&code=00";
    bytes = message_compose(&out);
    assert_non_null(strstr(bytes, "<https://example.org/api/mail/quiet?player=1&code=00>"));
    assert_non_null(strstr(bytes, "List-Unsubscribe-Post: List-Unsubscribe=One-Click"));
    free(bytes);
}

static void a_message_id_counts_for_its_sender_only(void **state)
{
    struct message a = read_text("From: ann@example.net\r\nMessage-ID: <1@x>\r\n\r\n");
    struct message b = read_text("From: bob@example.net\r\nMessage-ID: <1@x>\r\n\r\n");
    struct message c = read_text("From: Ann <ANN@example.net>\r\nMessage-ID: <1@x>\r\n\r\nother");
    assert_string_not_equal(a.message_id, b.message_id);
    assert_string_equal(a.message_id, c.message_id);
    message_done(&a);
    message_done(&b);
    message_done(&c);
}

static void deep_nesting_and_nonsense_are_survived(void **state)
{
    enum { DEEP = 3000 };
    char *text = calloc(DEEP, 80);
    size_t n = (size_t)sprintf(text, "From: a@b.c\r\nSubject: list\r\n");
    for (int i = 0; i < DEEP / 2; i++)
        n += (size_t)sprintf(text + n,
                             "Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i);
    struct message l;
    assert_int_equal(message_read(text, n, own, NULL, &l), 0);
    assert_string_equal(l.subject, "list");
    message_done(&l);
    memset(text, 0xff, 1000);
    (void)!message_read(text, 1000, own, NULL, &l);
    message_done(&l);
    free(text);
    char *big = calloc(1, MESSAGE_BYTES_MAX + 1);
    assert_int_equal(message_read(big, MESSAGE_BYTES_MAX + 1, own, NULL, &l), ERR_TOO_BIG);
    message_done(&l);
    free(big);
}

static void composed_mails_are_read_back(void **state)
{
    struct message_out out = {.from = own,
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
    char *bytes = message_compose(&out);
    assert_non_null(bytes);
    assert_non_null(strstr(bytes, "In-Reply-To: <q@example.net>"));
    assert_non_null(strstr(bytes, "<match-1@example.org> <q@example.net>"));
    assert_non_null(strstr(bytes, "Auto-Submitted: auto-replied"));
    struct message l = read_text(bytes);
    assert_string_equal(l.subject, out.subject);
    assert_string_equal(l.body, out.text);
    assert_true(l.automatic); /* or two servers would talk for ever */
    message_done(&l);
    free(bytes);
}

static void mails_are_tried_again_ever_more_slowly_and_given_up(void **state)
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
    assert_string_equal(smtp_next(SMTP_NOBODY, 0, 0, 0, &due), "failed");
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
        cmocka_unit_test(fields_that_stand_twice_are_read_or_refused),
        cmocka_unit_test(what_providers_post_is_read_as_a_message),
        cmocka_unit_test(a_form_keeps_the_marks_of_automatic_mail_and_adds_no_header),
        cmocka_unit_test(a_report_tells_whether_the_address_is_bad_and_which_mail_it_was),
        cmocka_unit_test(one_click_is_offered_where_there_is_a_page),
        cmocka_unit_test(a_message_id_counts_for_its_sender_only),
        cmocka_unit_test(deep_nesting_and_nonsense_are_survived),
        cmocka_unit_test(composed_mails_are_read_back),
        cmocka_unit_test(mails_are_tried_again_ever_more_slowly_and_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
