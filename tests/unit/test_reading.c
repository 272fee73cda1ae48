/* test_reading.c - what a person said in a mail, whatever their mail program put around it. The
 * mails lie in tests/data/mail: rebuilt from reports about other programs, and texts in many
 * languages. */
#include "testing.h"

#include "base/blanks.h"
#include "base/charset.h"
#include "base/macros.h"
#include "mail/message.h"
#include "mail/reading/html.h"
#include "mail/reading/quoting.h"
#include "mail/reading/textpart.h"
#include "mail/words.h"
#include "platform/transcode.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char own[] = "hoshi@example.org";

/* A file of tests/data/mail; the caller frees. */
static char *file_of(const char *name, size_t *n)
{
    enum { FILE_BYTES = 64 * 1024 };
    char path[500];
    const char *tests = getenv("HOSHI_TESTS");
    assert_non_null(tests);
    snprintf(path, sizeof path, "%s/data/mail/%s", tests, name);
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        fail_msg("no file %s", path);
    char *bytes = calloc(1, FILE_BYTES + 1);
    *n = fread(bytes, 1, FILE_BYTES, f);
    fclose(f);
    assert_in_range(*n, 1, FILE_BYTES - 1);
    return bytes;
}

static struct message read_bytes(const char *bytes, size_t n)
{
    struct message l;
    assert_int_equal(message_read(bytes, n, own, "mx.example.org", &l), 0);
    return l;
}

static struct message read_text(const char *text)
{
    return read_bytes(text, strlen(text));
}

/* The text without the blanks around it. */
static const char *trimmed(const char *text, char *out, size_t size)
{
    text += strspn(text, " \n");
    size_t n = strlen(text);
    while (n > 0 && strchr(" \n", text[n - 1]) != NULL)
        n--;
    snprintf(out, size, "%.*s", (int)n, text);
    return out;
}

static void must_say(const char *what, const struct message *l, const char *text)
{
    char said[2000];
    if (strcmp(trimmed(l->body, said, sizeof said), text) != 0)
        fail_msg("%s: \"%s\" instead of \"%s\"", what, said, text);
}

/* --- whole mails --- */

static void mails_of_the_world_say_what_their_sender_wrote(void **state)
{
    static const struct {
        const char *file, *text;
    } cases[] = {
        {"bom_before.eml", "c15"},
        {"bottom_fr_nbsp.eml", "a13"},
        {"bottom_sv_den.eml", "a19"},
        {"bottom_thunderbird_subject.eml", "a25"},
        {"bottom_trailing_space.eml", "a9"},
        {"bottom_wrote_own_line.eml", "a7"},
        {"bottom_zh_fullcolon.eml", "a15"},
        {"chat_colon_line.eml", "chat\nMy answer to this:\nis no."},
        {"external_banner.eml", "e15"},
        {"flowed_multiple.eml",
         "levee challenge -size=9 -clock=3d -start=a1,c1,e1 -password=secret-ann ann bob"},
        {"html_attr_gt.eml", "c21"},
        {"html_comment_gt.eml", "a17"},
        {"html_entities_chat.eml", "chat\nI can\xe2\x80\x99t play, caf\xc3\xa9 \xe2\x80\x93 "
                                   "\xc3\xa9t\xc3\xa9"},
        {"html_gmail_bottom.eml", "c9"},
        {"html_h1.eml", "c17\nthanks"},
        {"html_hex_nbsp.eml", "a25"},
        {"html_nested_bq_bottom.eml", "c11"},
        {"html_num_nbsp.eml", "a23"},
        {"html_rsquo.eml", "\xe2\x80\x9c"
                           "c3\xe2\x80\x9d"},
        {"html_table_cell.eml", "c13 thanks"},
        {"html_utf8_nbsp.eml", "c5"},
        {"html_zwsp.eml", "c1"},
        {"leading_blank_line.eml", "g5"},
        {"list_footer_mixed.eml", "a11"},
        {"nbsp_after.eml", "c7"},
        {"nbsp_before.eml", "c9"},
        {"nbsp_plain_full_html.eml", "e21"},
        {"pgp_inline.eml", "a9"},
        {"smart_quotes.eml", "\xe2\x80\x9c"
                             "c19\xe2\x80\x9d"},
        {"to_long_list.eml", "i3"},
        {"two_delivered_to.eml", "i1"},
        {"txt_file_inline_first.eml", "a5"},
        {"x_loop_of_forwarder.eml", "i15"},
        {"zwsp_before.eml", "c13"},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        size_t n;
        char *bytes = file_of(cases[i].file, &n);
        struct message l = read_bytes(bytes, n);
        must_say(cases[i].file, &l, cases[i].text);
        if (l.automatic || l.from[0] == '\0')
            fail_msg("%s: automatic %d, from %s", cases[i].file, l.automatic, l.from);
        message_done(&l);
        free(bytes);
    }
}

static void a_reply_address_is_found_in_any_line_of_a_field(void **state)
{
    static const char *const files[] = {"to_long_list.eml", "two_delivered_to.eml"};
    for (size_t i = 0; i < ARRAY_LEN(files); i++) {
        size_t n;
        char *bytes = file_of(files[i], &n);
        struct message l = read_bytes(bytes, n);
        assert_non_null(strstr(l.recipients, "hoshi+REPLY@example.org"));
        message_done(&l);
        free(bytes);
    }
}

/* Each subject says `levee show 1`. */
static void a_subject_is_read_without_marks_of_others(void **state)
{
    static const char *const files[] = {"subject_nbsp.eml", "subject_external.eml"};
    static const char *const words[] = {"levee", "show", "1"};
    for (size_t i = 0; i < ARRAY_LEN(files); i++) {
        size_t n;
        struct words w;
        char *bytes = file_of(files[i], &n);
        struct message l = read_bytes(bytes, n);
        assert_int_equal(words_split(l.subject, &w), 0);
        assert_int_equal(w.n, ARRAY_LEN(words));
        for (int k = 0; k < w.n; k++)
            assert_string_equal(w.word[k], words[k]);
        message_done(&l);
        free(bytes);
    }
}

static void lines_of_one_authority_belong_together_and_two_domains_prove_nothing(void **state)
{
    static const struct {
        const char *file;
        bool proven;
    } cases[] = {{"authres_two_headers.eml", true},
                 {"authres_two_header_from.eml", false},
                 {"loop_proven.eml", true}};
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        size_t n;
        char *bytes = file_of(cases[i].file, &n);
        struct message l = read_bytes(bytes, n);
        if (l.from_proven != cases[i].proven)
            fail_msg("%s: proven %d", cases[i].file, l.from_proven);
        message_done(&l);
        free(bytes);
    }
}

static void quotations_are_known_in_many_languages_and_programs(void **state)
{
    size_t n;
    int cases = 0;
    char *all = file_of("quoting.txt", &n);
    char *next = strstr(all, "\n==== ");
    while (next != NULL) {
        char *name = next + 6;
        char *text = strchr(name, '\n') + 1;
        next = strstr(text, "\n==== ");
        if (next != NULL)
            *next = '\0';
        char *want = strstr(text, "\n----\n");
        char said[2000];
        char wanted[2000];
        assert_non_null(want);
        text[-1] = '\0';
        want[1] = '\0';
        blanks_tidy(text);
        char *words = quoting_strip(text);
        trimmed(words, said, sizeof said);
        if (strcmp(said, trimmed(want + 6, wanted, sizeof wanted)) != 0)
            fail_msg("%s: \"%s\" instead of \"%s\"", name, said, wanted);
        free(words);
        cases++;
    }
    assert_in_range(cases, 60, 1000);
    free(all);
}

/* --- parts --- */

static void must_read(const char *type, const char *rest, const char *text)
{
    char mail[3000];
    snprintf(mail, sizeof mail, "From: ann@example.net\nMIME-Version: 1.0\nContent-Type: %s\n%s",
             type, rest);
    struct message l = read_text(mail);
    must_say(mail, &l, text);
    message_done(&l);
}

static void only_a_part_that_the_sender_wrote_is_the_text(void **state)
{
    static const char mixed[] = "multipart/mixed; boundary=b";
    static const char alternative[] = "multipart/alternative; boundary=b";
    /* An attached mail is none, wherever it stands and however it is packed. */
    must_read(mixed,
              "\n--b\nContent-Type: message/rfc822\n\nFrom: x@example.com\n\nresign\n--b--\n", "");
    must_read(mixed,
              "\n--b\nContent-Type: message/rfc822\nContent-Disposition: inline\n\n"
              "From: x@example.com\nContent-Type: multipart/mixed; boundary=c\n\n"
              "--c\n\nresign\n--c--\n\n--b\n\nd4\n--b--\n",
              "d4");
    must_read("multipart/digest; boundary=b", "\n--b\n\nFrom: x@example.com\n\nresign\n--b--\n",
              "");
    must_read("message/rfc822", "\nFrom: x@example.com\n\nresign\n", "");
    must_read(mixed, "\n--b\nContent-Type: text/rfc822-headers\n\nresign\n--b\n\nd4\n--b--\n",
              "d4");
    /* Neither is a file. */
    must_read(mixed, "\n--b\nContent-Disposition: attachment\n\nresign\n--b\n\nd4\n--b--\n", "d4");
    must_read(mixed,
              "\n--b\nContent-Type: text/plain; name*=utf-8''a.txt\n\nresign\n--b\n\nd4\n--b--\n",
              "d4");
    must_read(mixed,
              "\n--b\nContent-Type: text/html\nContent-Disposition: inline; filename=a.html\n\n"
              "<p>resign\n--b\n\nd4\n--b--\n",
              "d4");
    /* But a mail that is nothing else is the text. */
    must_read("text/plain; name=mail.txt", "\nd4\n", "d4");
    /* One text in two forms. */
    must_read(
        alternative,
        "\n--b\nContent-Type: text/html\n\n<p>c3\n--b\nContent-Type: text/plain\n\nd4\n--b--\n",
        "d4");
    must_read(
        alternative,
        "\n--b\nContent-Type: text/plain\n\n-- \nlist footer\n--b\nContent-Type: text/html\n\n"
        "<p>d4\n--b--\n",
        "d4");
    must_read(
        alternative,
        "\n--b\nContent-Type: text/plain\n\n> quoted\n--b\n"
        "Content-Type: multipart/related; boundary=c\n\n"
        "--c\nContent-Type: text/html\n\n<p>d4\n--c\nContent-Type: text/plain\n\nresign\n--c--\n"
        "\n--b--\n",
        "d4");
    must_read("multipart/signed; boundary=b",
              "\n--b\n\nd4\n--b\nContent-Type: application/pgp-signature\n\nx\n--b--\n", "d4");
    must_read("multipart/encrypted; boundary=b", "\n--b\n\nresign\n--b--\n", "");
    /* What says that it is divided, and is not; and a type that is none. */
    must_read("multipart/mixed", "\nd4\n", "d4");
    must_read("multipart/alternative; boundary=z", "\nd4\n-- \nAnn\n", "d4");
    must_read("multipart/report", "\nresign\n", "");
    must_read("text; charset=utf-8", "\nd4\n", "d4");
    /* A disposition that nobody knows is an attachment, and an empty file name is none. */
    must_read(mixed, "\n--b\nContent-Disposition: attachement\n\nresign\n--b\n\nd4\n--b--\n", "d4");
    must_read(mixed,
              "\n--b\nContent-Type: text/plain; name=\"\"\nContent-Disposition: inline; "
              "filename=\"\"\n\nd4\n--b--\n",
              "d4");
    must_read("multipart/related; boundary=b; start=\"<2>\"",
              "\n--b\nContent-Type: text/html\nContent-ID: <1>\n\n<p>resign\n"
              "--b\nContent-Type: text/html\nContent-ID: <2>\n\n<p>d4\n--b--\n",
              "d4");
    must_read("text/enriched", "\n<bold>d4</bold>\n", "d4");
    must_read("text/markdown", "\nd4\n", "d4");
    /* The first part without words is not the last word. */
    must_read(mixed, "\n--b\n\n\xc2\xa0\n--b\nContent-Type: text/html\n\n<p>d4\n--b--\n", "d4");
}

static void transfer_encodings_are_read_as_programs_write_them(void **state)
{
    static const struct {
        const char *encoding, *text, *want;
    } cases[] = {
        {"base64", "!!ZD\tQK-\n", "d4"},
        {"base64", "ZDQ", "d4"},
        {"base64", "Z\r\nD Q K", "d4"},
        {"base64", "ZDQKx", "d4"},
        {"base64", "ZDQK=\nZTUK\n", "d4\ne5"},
        /* What a mailing list has added below. */
        {"base64", "ZDQK\n\n_____________________\nlist mailing list\nlist@example.com\n", "d4"},
        {"base64", "ZDQ=\n-- \nlist footer\n", "d4"},
        {"base64;", "ZDQK", "d4"},
        {"\"quoted-printable\"", "d=34", "d4"},
        {"quoted-printable;", "d=\n4", "d4"},
        {"QUOTED_PRINTABLE", "d=34", "d4"},
        {"quoted-printable", "d4=ZZ", "d4=ZZ"},
        {"8-bit", "d4 =34", "d4 =34"},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        char rest[300];
        snprintf(rest, sizeof rest, "Content-Transfer-Encoding: %s\n\n%s\n", cases[i].encoding,
                 cases[i].text);
        must_read("text/plain; charset=utf-8", rest, cases[i].want);
    }
}

/* RFC 2047, and what programs make of it. */
static void a_subject_is_decoded_as_programs_write_it(void **state)
{
    static const struct {
        const char *subject, *want;
    } cases[] = {
        {"=?utf-8?q?levee_show_1?=", "levee show 1"},
        {"=?UTF-8?B?bGV2ZWUgc2hvdyAx?=", "levee show 1"},
        {"=?utf-8?q?levee_?=\n =?utf-8?q?show_1?=", "levee show 1"},
        {"levee =?utf-8?q?show?= 1", "levee show 1"},
        {"levee=?utf-8?q?_show_1?=", "levee show 1"},
        {"=?utf-8*en?q?levee show?= 1", "levee show 1"},
        /* A character in two words. */
        {"=?utf-8?q?=C3?=\n =?utf-8?q?=BC?=", "\xc3\xbc"},
        {"=?utf-8?b?w7w=?= =?utf-8?b?w7w=?=", "\xc3\xbc\xc3\xbc"},
        {"=?utf-8?q?=C3=BC?= =?iso-8859-1?q?=FC?=", "\xc3\xbc\xc3\xbc"},
        /* Character sets are those of browsers. */
        {"=?iso-8859-1?q?=93x=94?=", "\xe2\x80\x9cx\xe2\x80\x9d"},
        {"=?shift_jis?B?h0A=?=", "\xe2\x91\xa0"},
        {"=?gb2312?B?xOM=?=", "\xe4\xbd\xa0"},
        {"=?iso-2022-jp?B?GyRCJCIbKEI=?=", "\xe3\x81\x82"},
        {"=?nothing?q?levee?=", "levee"},
        {"lev\xe9"
         "e",
         "lev\xc3\xa9"
         "e"},
        {"lev\xc3\xa9"
         "e",
         "lev\xc3\xa9"
         "e"},
        /* What is broken stays as it is, or as far as it goes. */
        {"=?utf-8?b?bGV2ZWU?=", "levee"},
        {"=?utf-8?q?levee", "=?utf-8?q?levee"},
        {"=?utf-8?x?levee?=", "=?utf-8?x?levee?="},
        {"=??q?levee?=", "=??q?levee?="},
        {"=?utf-8?q?a=?=", "a="},
        {"levee\n show\r\n\t1", "levee show\t1"},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        char mail[300];
        snprintf(mail, sizeof mail, "From: ann@example.net\nSubject: %s\n\nd4\n", cases[i].subject);
        struct message l = read_text(mail);
        if (strcmp(l.subject, cases[i].want) != 0)
            fail_msg("%s: \"%s\" instead of \"%s\"", cases[i].subject, l.subject, cases[i].want);
        message_done(&l);
    }
}

static void the_character_set_is_what_browsers_take_for_it(void **state)
{
    /* Quotes of windows-1252 in what is called Latin-1, or nothing. */
    must_read("text/plain; charset=iso-8859-1", "\nd4 \x93x\x94\n", "d4 \xe2\x80\x9cx\xe2\x80\x9d");
    must_read("text/plain", "\nd4 \x93x\x94\n", "d4 \xe2\x80\x9cx\xe2\x80\x9d");
    must_read("text/plain; charset=us-ascii", "\nd4 gr\xc3\xbc\n", "d4 gr\xc3\xbc");
    must_read("text/plain; charset=unknown-8bit", "\nd4 gr\xfc\n", "d4 gr\xc3\xbc");
    must_read("text/plain; charset=iso-8859-15", "\nd4 \xa4\n", "d4 \xe2\x82\xac");
    must_read("text/plain; charset=gb2312", "\nd4 \xc4\xe3\x81\x40\n",
              "d4 \xe4\xbd\xa0\xe4\xb8\x82");
    must_read("text/plain; charset=koi8-r", "\nd4 \xc4\xc1\n", "d4 \xd0\xb4\xd0\xb0");
    must_read("text/plain; charset=shift_jis", "\nd4 \x87\x40\n", "d4 \xe2\x91\xa0");
    must_read("text/plain; charset=iso-2022-jp", "\nd4 \x1b$B$\"\x1b(B\n", "d4 \xe3\x81\x82");
    must_read("text/plain; charset=euc-kr", "\nd4 \xb0\xa1\n", "d4 \xea\xb0\x80");
    must_read("text/plain; charset=utf-16le", "Content-Transfer-Encoding: base64\n\nZAA0AA==\n",
              "d4");
    must_read("text/plain; charset=utf-8", "Content-Transfer-Encoding: base64\n\n//5kADQA\n", "d4");
    must_read("text/html", "\n<meta charset=koi8-r><p>d4 \xc4\xc1\n", "d4 \xd0\xb4\xd0\xb0");
    assert_string_equal(charset_of(" Latin1\n", 8), "WINDOWS-1252");
    assert_string_equal(charset_of("SJIS", 4), "CP932");
    assert_null(charset_of("sjis x-sjis", 11));
    assert_null(charset_of("", 0));
}

/* Each label of the table decodes, with the library that is here. */
static void the_system_knows_all_character_sets_of_the_table(void **state)
{
    static const char *const labels[] = {
        "utf-8",        "ibm866",       "iso-8859-2",   "iso-8859-3",     "iso-8859-4",
        "iso-8859-5",   "iso-8859-6",   "iso-8859-7",   "iso-8859-8",     "iso-8859-8-i",
        "iso-8859-10",  "iso-8859-13",  "iso-8859-14",  "iso-8859-15",    "iso-8859-16",
        "koi8-r",       "koi8-u",       "macintosh",    "windows-874",    "windows-1250",
        "windows-1251", "windows-1252", "windows-1253", "windows-1254",   "windows-1255",
        "windows-1256", "windows-1257", "windows-1258", "x-mac-cyrillic", "gbk",
        "gb18030",      "big5",         "euc-jp",       "iso-2022-jp",    "shift_jis",
        "euc-kr",       "utf-16be",     "utf-16le"};
    for (size_t i = 0; i < ARRAY_LEN(labels); i++) {
        size_t n;
        const char *charset = charset_of(labels[i], strlen(labels[i]));
        char *text = charset != NULL ? transcode(charset, "d4", 2, &n) : NULL;
        if (text == NULL)
            fail_msg("%s is not decoded", labels[i]);
        free(text);
    }
}

static void flowed_lines_are_joined_with_those_of_their_depth(void **state)
{
    static const struct {
        const char *text, *joined;
        bool delsp;
    } cases[] = {
        {"a \nb\nc\n", "a b\nc\n", false},
        {"a \r\nb\r\n", "a b\n", false},
        {"a \n b\n", "a b\n", false}, /* the blank was stuffed */
        {" >d4\n", ">d4\n", false},
        {"> a \n> b\n>> c \n> d\n", "> a b\n>> c \n> d\n", false},
        {"a \n> b\n", "a \n> b\n", false},
        {"a \n-- \nAnn\n", "a \n-- \nAnn\n", false},
        {"ab \nc\n", "abc\n", true},
        {"a \n\nb\n", "a \n\nb\n", false}, /* an empty line stays one */
        {"", "", false},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        char *joined = textpart_unflow(cases[i].text, cases[i].delsp);
        assert_string_equal(joined, cases[i].joined);
        free(joined);
    }
}

/* --- HTML --- */

static void must_show(const char *html, const char *text)
{
    char said[2000];
    char *copy = strdup(html);
    char *shown = html_text(copy, strlen(copy));
    free(copy);
    blanks_tidy(shown);
    char *words = quoting_strip(shown);
    if (strcmp(trimmed(words, said, sizeof said), text) != 0)
        fail_msg("%s: \"%s\" instead of \"%s\"", html, said, text);
    free(words);
    free(shown);
}

static void html_is_read_as_it_is_shown(void **state)
{
    must_show("<p>d4</p><p>more</p>", "d4\n\nmore");
    must_show("<p class=MsoNormal>d4<o:p></o:p></p><p class=MsoNormal>more</p>", "d4\nmore");
    must_show("<div>d4</div><div>more</div>", "d4\nmore");
    must_show("d4<br>more<BR/>end", "d4\nmore\nend");
    must_show("<div>d\n4   x</div>", "d 4 x");
    must_show("<b>d</b><i>4</i>", "d4");
    must_show("<pre>d4\n  e5</pre>", "d4\n  e5");
    must_show("<ul><li>d4<li>e5</ul>", "d4\ne5");
    must_show("<table><tr><td>d4<td>x<tr><td>e5</table>", "d4 x\ne5");
    must_show("<h1>d4</h1>x", "d4\nx");
    must_show("d4 &lt;&amp;&quot;&#39;&apos;&euro;&eacute;", "d4 <&\"''"
                                                             "\xe2\x82\xac\xc3\xa9");
    must_show("d4 &nosuch; & x", "d4 &nosuch; & x");
    /* Names of HTML 5, old ones without a semicolon, and numbers of windows-1252. */
    must_show("&nbsp;d4&nbsp&#160more", "d4  more");
    must_show("d4&ZeroWidthSpace;&NoBreak;&period;&lbrack;x&rsqb;&comma;&excl;&quest;&sol;&colon;",
              "d4.[x],!?/:");
    must_show("&OpenCurlyDoubleQuote;d4&CloseCurlyDoubleQuote; &ThinSpace;&NonBreakingSpace;x",
              "\xe2\x80\x9c"
              "d4\xe2\x80\x9d   x");
    must_show("it&#146;s &#x93;d4&#148; &#8217;", "it\xe2\x80\x99s \xe2\x80\x9c"
                                                  "d4\xe2\x80\x9d \xe2\x80\x99");
    must_show("d4 &lt&lt;b&gt; &ampx &eacute t&eacutet", "d4 <<b> &x \xc3\xa9 t\xc3\xa9t");
    must_show("R&D, AT&T &amp;nbsp; &", "R&D, AT&T &nbsp; &");
    must_show("&#0;&#xd800;&#99999999999;d4", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"
                                              "d4");
    must_show("ann&commat;example&period;net &num;1 &plus; &dollar;", "ann@example.net #1 + $");
    /* Nothing that is not shown. */
    must_show("<head><title>t</title><style>p{}</style></head><body>d4", "d4");
    must_show("<script>if (a < b) resign()</script>d4", "d4");
    must_show("<!-- resign --><!--[if mso]><p>resign</p><![endif]-->d4", "d4");
    must_show("<![if !mso]>d4<![endif]><?xml:namespace prefix=\"o\" />", "d4");
    must_show("<!--[if !mso]><!-->d4<!--<![endif]-->", "d4");
    must_show("d4<!-- <![if x]> --> e5", "d4 e5");
    must_show("<div style='display: none'>resign</div>d4", "d4");
    must_show("<span style=\"mso-hide:all;font-size:0px\">resign</span>d4", "d4");
    must_show("<div hidden>resign</div>d4", "d4");
    must_show("<div style='opacity:0;max-height:0'>resign</div><textarea>resign</textarea>d4",
              "d4");
    must_show("<div style='max-height:0px; overflow:hidden'>resign</div>d4", "d4");
    must_show("<div style='fill-opacity:0; opacity:0.9'>d4</div>", "d4");
    must_show("<a title='x>y' href=\"mailto:x\">d4</a>", "d4");
    must_show("<img alt='>' src=x>d4", "d4");
    must_show("d4 < e5", "d4 < e5");
    must_show("d4</div></div></p>", "d4");
}

static void quotations_in_html_are_those_of_mail_programs(void **state)
{
    must_show(
        "<div>d4</div><div class=gmail_quote><div class=gmail_attr>On a day hoshi wrote:</div>"
        "<blockquote>old</blockquote></div>",
        "d4");
    must_show("<div class=moz-cite-prefix>On 3/2/26 hoshi wrote:<br></div>"
              "<blockquote type=cite>old</blockquote>d4",
              "d4");
    must_show("<div>d4</div><br><div><blockquote type=cite><div>On 3 Feb 2026, at 10:00, hoshi"
              " wrote:</div>old</blockquote></div>",
              "d4");
    must_show(
        "d4<div id=appendonsend></div><hr><div id=divRplyFwdMsg>From: hoshi</div><div>old</div>",
        "d4");
    must_show("d4<div id=x_divRplyFwdMsg>From: hoshi</div>old", "d4");
    must_show("<p>d4</p><div style='border-top:solid #E1E1E1 1.0pt'><p class=MsoNormal><b>From:</b>"
              " hoshi &lt;hoshi@example.org&gt;<br><b>Sent:</b> Tuesday<br><b>To:</b> ann<br>"
              "<b>Subject:</b> levee</p></div><p>old</p>",
              "d4");
    must_show(
        "<div>d4</div><div name=quote style='border-left:2px'><b>Gesendet:</b> heute old</div>",
        "d4");
    must_show("d4<div class=yahoo_quoted>old</div>", "d4");
    must_show(
        "d4<div class='protonmail_quote'>On a day hoshi wrote:<blockquote>old</blockquote></div>",
        "d4");
    must_show("<p id=reply-intro>On 2026-02-03 10:00, hoshi wrote:</p><blockquote>old</blockquote>"
              "<p>d4</p>",
              "d4");
    must_show("d4<div class=gmail_signature>Ann</div>", "d4");
    must_show("d4<div class='k9mail-signature'>Ann</div>", "d4");
    must_show("d4<div id=AppleMailSignature>Sent from my iPad</div>", "d4");
    must_show("d4<div id=Signature>Ann</div>", "d4");
    must_show("d4<signature>Ann</signature><div class=front-signature>Ann</div>", "d4");
    must_show("d4<div class=ydp4f2asignature></div><div class='ydp4f2ayahoo_quoted'>old</div>",
              "d4");
    must_show("<del>resign</del><s>resign</s><strike>e5</strike>d4", "d4");
    must_show("<blockquote>a<blockquote>b</blockquote>c</blockquote>d4", "d4");
}

static void deep_or_long_html_takes_no_longer_than_its_length(void **state)
{
    enum { DEEP = 40 * 1000 };
    char *html = malloc(DEEP * 8);
    size_t n = 0;
    for (int i = 0; i < DEEP; i++)
        n += (size_t)sprintf(html + n, "<b>");
    for (int i = 0; i < DEEP; i++)
        n += (size_t)sprintf(html + n, "</i>");
    char *text = html_text(html, n);
    assert_string_equal(text, "");
    free(text);
    free(html);
}

/* --- blanks --- */

static void what_looks_like_a_blank_or_nothing_is_read_so(void **state)
{
    static const struct {
        const char *text, *tidy, *fold;
    } cases[] = {
        {"a\xc2\xa0"
         "b\xe3\x80\x80"
         "c\xe2\x80\xaf"
         "d",
         "a b c d", "a b c d"},
        {"\xef\xbb\xbf"
         "d\xe2\x80\x8b"
         "4\xe2\x80\x8e\xc2\xad\xe2\x81\xa0",
         "d4", "d4"},
        {"a\r\nb\rc\xe2\x80\xa8"
         "d\xc2\x85"
         "e",
         "a\nb\nc\nd\ne", "a\nb\nc\nd\ne"},
        {"a\x1b[31m\x07\x7f\xc2\x9b"
         "b",
         "a[31mb", "a[31mb"},
        {"\xe2\x80\xae"
         "a\xe2\x81\xa6"
         "b",
         "ab", "ab"},
        {"\xe2\x80\x9e"
         "d4\xe2\x80\x9c \xe2\x80\x93size \xc2\xab"
         "x\xc2\xbb\xe2\x80\x99",
         "\xe2\x80\x9e"
         "d4\xe2\x80\x9c \xe2\x80\x93size \xc2\xab"
         "x\xc2\xbb\xe2\x80\x99",
         "\"d4\" -size \"x\"'"},
        {"\xef\xbd\x84\xef\xbc\x94\xef\xbc\x9a", "\xef\xbd\x84\xef\xbc\x94\xef\xbc\x9a", "d4:"},
        /* A joiner has a meaning between letters that are not ASCII, and in pictures. */
        {"d\xe2\x80\x8d"
         "4\xef\xb8\x8f",
         "d4", "d4"},
        {"\xe2\x9d\xa4\xef\xb8\x8f", "\xe2\x9d\xa4\xef\xb8\x8f", "\xe2\x9d\xa4"},
        /* What is no UTF-8 stays. */
        {"a\xff\xc2"
         "b\xe2\x80",
         "a\xff\xc2"
         "b\xe2\x80",
         "a\xff\xc2"
         "b\xe2\x80"},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        char tidy[100];
        char fold[100];
        snprintf(tidy, sizeof tidy, "%s", cases[i].text);
        snprintf(fold, sizeof fold, "%s", cases[i].text);
        blanks_tidy(tidy);
        blanks_fold(fold);
        assert_string_equal(tidy, cases[i].tidy);
        assert_string_equal(fold, cases[i].fold);
    }
}

/* tests/web/records.test.mjs asks the page the same. */
static void the_page_and_the_program_fold_alike(void **state)
{
    size_t n;
    size_t i;
    json_t *row;
    char *bytes = file_of("../blanks.json", &n);
    json_t *all = json_loadb(bytes, n, 0, NULL);
    assert_in_range(json_array_size(all), 60, 1000);
    json_array_foreach(all, i, row)
    {
        char text[100];
        snprintf(text, sizeof text, "%s", json_string_value(json_array_get(row, 0)));
        blanks_fold(text);
        assert_string_equal(text, json_string_value(json_array_get(row, 1)));
    }
    json_decref(all);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mails_of_the_world_say_what_their_sender_wrote),
        cmocka_unit_test(a_reply_address_is_found_in_any_line_of_a_field),
        cmocka_unit_test(a_subject_is_read_without_marks_of_others),
        cmocka_unit_test(lines_of_one_authority_belong_together_and_two_domains_prove_nothing),
        cmocka_unit_test(quotations_are_known_in_many_languages_and_programs),
        cmocka_unit_test(only_a_part_that_the_sender_wrote_is_the_text),
        cmocka_unit_test(transfer_encodings_are_read_as_programs_write_them),
        cmocka_unit_test(a_subject_is_decoded_as_programs_write_it),
        cmocka_unit_test(the_character_set_is_what_browsers_take_for_it),
        cmocka_unit_test(the_system_knows_all_character_sets_of_the_table),
        cmocka_unit_test(flowed_lines_are_joined_with_those_of_their_depth),
        cmocka_unit_test(html_is_read_as_it_is_shown),
        cmocka_unit_test(quotations_in_html_are_those_of_mail_programs),
        cmocka_unit_test(deep_or_long_html_takes_no_longer_than_its_length),
        cmocka_unit_test(what_looks_like_a_blank_or_nothing_is_read_so),
        cmocka_unit_test(the_page_and_the_program_fold_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
