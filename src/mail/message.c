#include "mail/message.h"

#include "base/blanks.h"
#include "base/err.h"
#include "mail/reading/authres.h"
#include "mail/reading/automatic.h"
#include "mail/reading/encoded.h"
#include "mail/reading/mime.h"
#include "mail/reading/textpart.h"
#include "platform/net.h"
#include <arpa/inet.h>
#include <gmime/gmime.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void copy_lower(char *out, size_t size, const char *text)
{
    snprintf(out, size, "%s", text);
    for (char *c = out; *c != '\0'; c++)
        *c = g_ascii_tolower(*c);
}

char *message_valid(const char *text)
{
    char *valid = g_utf8_make_valid(text, -1);
    char *out = strdup(valid);
    g_free(valid);
    return out;
}

/* --- the headers --- */

/* Whether the receiving server's filter takes it for spam. */
static bool is_spam(const struct headers *head)
{
    static const char *const names[] = {"X-Spam-Flag", "X-Spam-Status", "X-Spam", "X-Rspamd-Spam"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        struct header line;
        for (size_t at = 0; headers_next(head, names[i], &at, &line);)
            if (g_ascii_strncasecmp(line.value, "yes", 3) == 0)
                return true;
    }
    return false;
}

/* The one address of From, if it is one that can be answered. */
static void read_from(GMimeMessage *m, struct message *out)
{
    InternetAddressList *list = g_mime_message_get_from(m);
    if (list == NULL || internet_address_list_length(list) < 1)
        return;
    InternetAddress *one = internet_address_list_get_address(list, 0);
    if (!INTERNET_ADDRESS_IS_MAILBOX(one))
        return;
    const char *text = internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(one));
    if (text == NULL || strlen(text) >= sizeof out->from || strchr(text, '@') == NULL)
        return;
    for (const char *c = text; *c != '\0'; c++)
        if (*c <= ' ' || (unsigned char)*c >= 127 || strchr("<>\"\\,;", *c) != NULL)
            return;
    copy_lower(out->from, sizeof out->from, text);
}

/* The results that the receiving server has added stand on top, one line for each of its checks; a
 * line of another server, or one below the next Received, may have come with the mail. They speak
 * of one From with one address. */
static bool is_proven(GMimeMessage *m, const struct headers *head, const char *from,
                      const char *trust)
{
    InternetAddressList *list = g_mime_message_get_from(m);
    struct header line;
    struct authres a = {.server = trust, .domain = from[0] != '\0' ? strchr(from, '@') + 1 : ""};
    if (trust == NULL || from[0] == '\0' || headers_count(head, "From") != 1 || list == NULL ||
        internet_address_list_length(list) != 1)
        return false;
    for (size_t at = 0; headers_next(head, NULL, &at, &line);) {
        if (headers_is(&line, "Received") && a.lines > 0)
            break;
        if (headers_is(&line, "Authentication-Results") && !authres_add(&a, line.value))
            break;
    }
    return authres_proves(&a);
}

static void hash_id(const char *bytes, size_t n, char out[PBM_ID_BYTES])
{
    unsigned char hash[crypto_generichash_BYTES];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)bytes, n, NULL, 0);
    sodium_bin2hex(out, PBM_ID_BYTES, hash, sizeof hash);
}

/* All lines of these fields; the caller frees. NULL when memory is short. */
static char *read_fields(const struct headers *head, const char *const *names, size_t names_n)
{
    GString *all = g_string_new(NULL);
    struct header line;
    for (size_t i = 0; i < names_n; i++)
        for (size_t at = 0; headers_next(head, names[i], &at, &line);) {
            g_string_append_len(all, line.value, (gssize)line.len);
            g_string_append_c(all, '\n');
        }
    char *out = strdup(all->str);
    (void)g_string_free(all, TRUE);
    return out;
}

static int read_lists(const struct headers *head, struct message *out)
{
    static const char *const to[] = {"To",
                                     "Cc",
                                     "Delivered-To",
                                     "X-Original-To",
                                     "Envelope-To",
                                     "X-Envelope-To",
                                     "X-Delivered-To",
                                     "X-Forwarded-To",
                                     "Apparently-To",
                                     "Resent-To",
                                     "X-Rcpt-To"};
    static const char *const thread[] = {"In-Reply-To", "References"};
    static const char *const by[] = {"From",        "Reply-To",    "Sender",
                                     "Return-Path", "Resent-From", "X-Envelope-From"};
    out->recipients = read_fields(head, to, ARRAY_LEN(to));
    out->thread = read_fields(head, thread, ARRAY_LEN(thread));
    out->senders = read_fields(head, by, ARRAY_LEN(by));
    return out->recipients == NULL || out->thread == NULL || out->senders == NULL ? ERR_NO_MEMORY
                                                                                  : 0;
}

/* Our own mail server writes the topmost Received; the sender may have forged those below:
 *     from name (name [192.0.2.1]) by us ... */
static void read_host(const struct headers *head, struct message *out)
{
    char host[NET_BYTES];
    struct in6_addr address;
    struct header top;
    const char *from = headers_first(head, "Received", &top) ? strchr(top.value, '[') : NULL;
    if (from == NULL)
        return;
    from++;
    if (g_ascii_strncasecmp(from, "IPv6:", 5) == 0)
        from += 5;
    size_t n = strcspn(from, "]");
    if (n >= sizeof host || from[n] != ']')
        return;
    snprintf(host, sizeof host, "%.*s", (int)n, from);
    if (inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1)
        net_of(host, NET_NEAR_BITS, out->host);
}

/* What the sender wrote, and when, without what the way here has added: the same mail has the same
 * hash however it was delivered. Message-IDs alone repeat with some programs. */
static void hash_content(GMimeMessage *m, const struct headers *head, struct message *out)
{
    const char *id = g_mime_message_get_message_id(m);
    struct header date;
    bool dated = headers_first(head, "Date", &date);
    GString *all = g_string_new(NULL);
    g_string_printf(all, "%s\n%s\n%s\n%s\n%s", out->from, id != NULL ? id : "",
                    dated ? date.value : "", out->subject, out->body);
    hash_id(all->str, all->len, out->content);
    g_string_free(all, TRUE);
}

static int read_message(GMimeMessage *m, const char *own, const char *trust, struct message *out)
{
    const char *id = g_mime_message_get_message_id(m);
    const struct headers head = mime_headers(m);
    struct header subject;
    if (headers_count(&head, "From") > 1)
        return ERR_SYNTAX;
    read_from(m, out);
    read_host(&head, out);
    out->two_subjects = headers_count(&head, "Subject") > 1;
    if (headers_first(&head, "Subject", &subject)) {
        char *text = encoded_words(subject.value, subject.len);
        if (text == NULL)
            return ERR_NO_MEMORY;
        blanks_tidy(text);
        snprintf(out->subject, sizeof out->subject, "%s", text);
        free(text);
    }
    if (id != NULL && id[0] != '\0') {
        /* With the sender, so that an attacker cannot use up the Message-ID of another's mail
         * beforehand. */
        char both[MAILBOX_ADDRESS_BYTES + MESSAGE_ID_BYTES];
        snprintf(both, sizeof both, "%s %s", out->from, id);
        hash_id(both, strlen(both), out->message_id);
        if (strlen(id) < sizeof out->answers && strpbrk(id, " \t\r\n<>") == NULL)
            snprintf(out->answers, sizeof out->answers, "%s", id);
    }
    out->automatic = automatic_is(m, out->from, own, out->subject);
    out->from_proven = is_proven(m, &head, out->from, trust);
    char *words = textpart_words(m);
    out->body = words != NULL ? strndup(words, PBM_BODY_BYTES) : NULL;
    free(words);
    if (out->body == NULL)
        return ERR_NO_MEMORY;
    out->spam = is_spam(&head);
    hash_content(m, &head, out);
    return read_lists(&head, out);
}

void message_start(void)
{
    (void)pthread_once(&once, g_mime_init);
}

/* Skips blank lines, a byte order mark and the "From " line of a mailbox before a mail. */
static size_t skip_front(const char *bytes, size_t n)
{
    static const char mark[] = "\xef\xbb\xbf";
    static const char mailbox[] = "From ";
    size_t i = n >= 3 && memcmp(bytes, mark, 3) == 0 ? 3 : 0;
    while (i < n && strchr(" \t\r\n", bytes[i]) != NULL && bytes[i] != '\0')
        i++;
    if (n - i >= sizeof mailbox && memcmp(bytes + i, mailbox, sizeof mailbox - 1) == 0) {
        const char *end = memchr(bytes + i, '\n', n - i);
        i = end != NULL ? (size_t)(end - bytes) + 1 : n;
    }
    return i;
}

int message_read(const char *bytes, size_t n, const char *own, const char *trust,
                 struct message *out)
{
    *out = (struct message){.from = ""};
    if (n > MESSAGE_BYTES_MAX)
        return ERR_TOO_BIG;
    message_start();
    hash_id(bytes, n, out->message_id);
    size_t front = skip_front(bytes, n);
    bytes += front;
    n -= front;
    GMimeStream *stream = g_mime_stream_mem_new_with_buffer(bytes, n);
    GMimeParser *parser = g_mime_parser_new_with_stream(stream);
    GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);
    int err = message != NULL ? read_message(message, own, trust, out) : ERR_SYNTAX;
    if (message != NULL)
        g_object_unref(message);
    g_object_unref(parser);
    g_object_unref(stream);
    return err;
}

void message_done(struct message *l)
{
    free(l->body);
    free(l->recipients);
    free(l->thread);
    free(l->senders);
    l->body = l->recipients = l->thread = l->senders = NULL;
}

/* --- sending --- */

static GMimeObject *text_part(const char *subtype, const char *text)
{
    GMimeTextPart *part = g_mime_text_part_new_with_subtype(subtype);
    g_mime_text_part_set_charset(part, "utf-8");
    g_mime_text_part_set_text(part, text);
    g_mime_part_set_content_encoding(GMIME_PART(part), GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE);
    return GMIME_OBJECT(part);
}

/* Nothing is set when the value is empty. */
static void set_header(GMimeMessage *m, const char *name, const char *value)
{
    if (value[0] != '\0')
        g_mime_object_set_header(GMIME_OBJECT(m), name, value, "utf-8");
}

/* The same, in angle brackets. */
static void set_bracketed(GMimeMessage *m, const char *name, const char *value)
{
    char line[1200];
    if (value[0] == '\0')
        return;
    snprintf(line, sizeof line, "<%s>", value);
    set_header(m, name, line);
}

static void set_headers(GMimeMessage *m, const struct message_out *l)
{
    char references[2 * MESSAGE_ID_BYTES + 8] = "";
    GDateTime *now = g_date_time_new_now_utc();
    g_mime_message_add_mailbox(m, GMIME_ADDRESS_TYPE_FROM, "hoshi", l->from);
    g_mime_message_add_mailbox(m, GMIME_ADDRESS_TYPE_TO, NULL, l->to);
    if (l->reply_to[0] != '\0')
        g_mime_message_add_mailbox(m, GMIME_ADDRESS_TYPE_REPLY_TO, "hoshi", l->reply_to);
    g_mime_message_set_subject(m, l->subject, "utf-8");
    g_mime_message_set_date(m, now);
    g_date_time_unref(now);
    g_mime_message_set_message_id(m, l->message_id);
    snprintf(references, sizeof references, "%s%s%s%s%s%s%s", l->thread[0] != '\0' ? "<" : "",
             l->thread, l->thread[0] != '\0' ? ">" : "",
             l->thread[0] != '\0' && l->answers[0] != '\0' ? " " : "",
             l->answers[0] != '\0' ? "<" : "", l->answers, l->answers[0] != '\0' ? ">" : "");
    set_bracketed(m, "In-Reply-To", l->answers[0] != '\0' ? l->answers : l->thread);
    set_header(m, "References", references);
    set_header(m, "Auto-Submitted", l->is_answer ? "auto-replied" : "auto-generated");
    set_header(m, "X-Auto-Response-Suppress", "OOF, AutoReply, DR, RN, NRN");
    set_header(m, "X-Loop", l->from);
    if (l->unsubscribe_url != NULL && l->unsubscribe_url[0] != '\0') {
        char both[1000];
        snprintf(both, sizeof both, "<%s>, <%s>", l->unsubscribe_url, l->unsubscribe);
        set_header(m, "List-Unsubscribe", both);
        set_header(m, "List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
    } else {
        set_bracketed(m, "List-Unsubscribe", l->unsubscribe);
    }
}

char *message_compose(const struct message_out *l)
{
    message_start();
    GMimeMessage *m = g_mime_message_new(FALSE);
    GMimeMultipart *both = g_mime_multipart_new_with_subtype("alternative");
    GMimeObject *plain = text_part("plain", l->text);
    GMimeObject *html = text_part("html", l->html);
    set_headers(m, l);
    g_mime_multipart_add(both, plain);
    g_mime_multipart_add(both, html);
    g_mime_message_set_mime_part(m, GMIME_OBJECT(both));
    GMimeFormatOptions *format = g_mime_format_options_new();
    g_mime_format_options_set_newline_format(format, GMIME_NEWLINE_FORMAT_DOS);
    char *text = g_mime_object_to_string(GMIME_OBJECT(m), format);
    char *out = text != NULL ? strdup(text) : NULL;
    g_free(text);
    g_mime_format_options_free(format);
    g_object_unref(html);
    g_object_unref(plain);
    g_object_unref(both);
    g_object_unref(m);
    return out;
}
