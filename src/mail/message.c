#include "mail/message.h"

#include "base/err.h"
#include "mail/authres.h"
#include "platform/net.h"
#include <arpa/inet.h>
#include <gmime/gmime.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS_MAX = 200, RECIPIENTS_BYTES = 8192 };

static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool is_word(const char *value, const char *word)
{
    return value != NULL && g_ascii_strcasecmp(value, word) == 0;
}

static void copy_lower(char *out, size_t size, const char *text)
{
    snprintf(out, size, "%s", text);
    for (char *c = out; *c != '\0'; c++)
        *c = g_ascii_tolower(*c);
}

/* --- the text --- */

static bool is_quote(const char *line)
{
    return line[strspn(line, " \t")] == '>';
}

/* The line before a quote that says whose it is: "On Monday Ann wrote:". */
static bool introduces(const char *line, size_t n, const char *next)
{
    next += strspn(next, "\n");
    return n > 0 && line[n - 1] == ':' && is_quote(next);
}

void message_strip(char *text)
{
    char *out = text;
    char *p = text;
    for (char *c = text, *to = text;; c++) { /* CR LF and CR become LF */
        if (*c == '\r') {
            if (c[1] == '\n')
                continue;
            *to++ = '\n';
        } else {
            *to++ = *c;
        }
        if (*c == '\0')
            break;
    }
    while (*p != '\0') {
        size_t n = strcspn(p, "\n");
        bool more = p[n] == '\n';
        if ((n == 3 && strncmp(p, "-- ", 3) == 0) || (n == 2 && strncmp(p, "--", 2) == 0) ||
            strncmp(p, "-----Original Message", 21) == 0 || strncmp(p, "________________", 16) == 0)
            break;
        if (!is_quote(p) && !introduces(p, n, p + n)) {
            memmove(out, p, n);
            out += n;
            if (more)
                *out++ = '\n';
        }
        p += n + more;
    }
    *out = '\0';
}

char *message_valid(const char *text)
{
    char *valid = g_utf8_make_valid(text, -1);
    char *out = strdup(valid);
    g_free(valid);
    return out;
}

static bool tag_is(const char *tag, const char *name)
{
    size_t n = strlen(name);
    return g_ascii_strncasecmp(tag, name, n) == 0 && !g_ascii_isalnum(tag[n]);
}

/* The end of an element whose content is not for reading; NULL if this tag begins none. */
static const char *skip_element(const char *tag)
{
    static const char *const hidden[] = {"style", "script", "head", "blockquote", "title"};
    for (size_t i = 0; i < ARRAY_LEN(hidden); i++) {
        char end[16];
        if (!tag_is(tag, hidden[i]))
            continue;
        int n = snprintf(end, sizeof end, "</%s", hidden[i]);
        for (const char *p = tag; *p != '\0'; p++)
            if (g_ascii_strncasecmp(p, end, (size_t)n) == 0)
                return p;
        return tag + strlen(tag);
    }
    return NULL;
}

static char entity(const char *p, size_t *used)
{
    static const struct {
        const char *name;
        char c;
    } entities[] = {{"&lt;", '<'},   {"&gt;", '>'},   {"&amp;", '&'},
                    {"&quot;", '"'}, {"&#39;", '\''}, {"&nbsp;", ' '}};
    for (size_t i = 0; i < ARRAY_LEN(entities); i++) {
        *used = strlen(entities[i].name);
        if (strncmp(p, entities[i].name, *used) == 0)
            return entities[i].c;
    }
    *used = 1;
    return '&';
}

void message_from_html(char *html)
{
    static const char *const breaks[] = {"br", "p", "div", "/div", "/p", "tr", "li", "hr"};
    char *out = html;
    const char *p = html;
    while (*p != '\0') {
        if (*p == '<') {
            const char *end = skip_element(p + 1);
            for (size_t i = 0; end == NULL && i < ARRAY_LEN(breaks); i++)
                if (tag_is(p + 1, breaks[i]) && out > html && out[-1] != '\n') {
                    *out++ = '\n';
                    break;
                }
            p = end != NULL ? end : p + 1;
            p += strcspn(p, ">");
            p += *p == '>';
        } else if (*p == '&') {
            size_t used;
            *out++ = entity(p, &used);
            p += used;
        } else if (*p == '\n' || *p == '\r' || *p == '\t') {
            *out++ = ' ';
            p++;
        } else {
            *out++ = *p++;
        }
    }
    *out = '\0';
    /* Blanks at the beginning of lines come from the layout of the source. */
    char *to = html;
    for (char *c = html; *c != '\0'; c++)
        if ((*c != ' ' && *c != '\n') || (to > html && (to[-1] != '\n' || *c == '\n')))
            *to++ = *c;
    *to = '\0';
}

static char *text_of(GMimeObject *part)
{
    char *text = g_mime_text_part_get_text(GMIME_TEXT_PART(part));
    if (text == NULL)
        return NULL;
    char *valid = g_utf8_make_valid(text, -1);
    g_free(text);
    if (g_mime_content_type_is_type(g_mime_object_get_content_type(part), "text", "html"))
        message_from_html(valid);
    return valid;
}

static bool is_attachment(GMimeObject *part)
{
    return is_word(g_mime_object_get_disposition(part), "attachment");
}

/* The first text/plain, else the first text/html; NULL if neither. */
static char *find_text(GMimeMessage *message)
{
    GMimeObject *html = NULL;
    GMimeObject *plain = NULL;
    GMimePartIter *iter = g_mime_part_iter_new(GMIME_OBJECT(message));
    for (int i = 0; i < PARTS_MAX && plain == NULL && g_mime_part_iter_is_valid(iter); i++) {
        GMimeObject *part = g_mime_part_iter_get_current(iter);
        if (part != NULL && GMIME_IS_TEXT_PART(part) && !is_attachment(part)) {
            GMimeContentType *type = g_mime_object_get_content_type(part);
            if (g_mime_content_type_is_type(type, "text", "html"))
                html = html != NULL ? html : part;
            else if (g_mime_content_type_is_type(type, "text", "plain"))
                plain = part;
        }
        if (!g_mime_part_iter_next(iter))
            break;
    }
    char *text = plain != NULL ? text_of(plain) : html != NULL ? text_of(html) : NULL;
    g_mime_part_iter_free(iter);
    return text;
}

/* --- the headers --- */

static const char *header(GMimeMessage *m, const char *name)
{
    return g_mime_object_get_header(GMIME_OBJECT(m), name);
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

/* Whether it is the server's own address, with or without what follows a '+'. */
static bool is_own(const char *from, const char *own)
{
    size_t local = strcspn(own, "@");
    size_t n = strcspn(from, "+@");
    return n == local && g_ascii_strncasecmp(from, own, n) == 0 &&
           g_ascii_strcasecmp(from + strcspn(from, "@"), own + local) == 0;
}

static bool is_automatic(GMimeMessage *m, const char *from, const char *own)
{
    static const char *const marks[] = {"List-Id", "X-Autoreply", "X-Autorespond", "X-Loop",
                                        "X-Failed-Recipients"};
    static const char *const precedences[] = {"bulk", "junk", "list", "auto_reply"};
    static const char *const senders[] = {"mailer-daemon", "postmaster", "noreply", "no-reply",
                                          "bounce"};
    const char *submitted = header(m, "Auto-Submitted");
    const char *path = header(m, "Return-Path");
    const char *precedence = header(m, "Precedence");
    if (submitted != NULL && g_ascii_strncasecmp(submitted, "no", 2) != 0)
        return true;
    if (path != NULL && strncmp(path + strspn(path, " \t"), "<>", 2) == 0)
        return true;
    for (size_t i = 0; i < ARRAY_LEN(precedences); i++)
        if (is_word(precedence, precedences[i]))
            return true;
    for (size_t i = 0; i < ARRAY_LEN(marks); i++)
        if (header(m, marks[i]) != NULL)
            return true;
    GMimeContentType *type = g_mime_message_get_mime_part(m) != NULL
                                 ? g_mime_object_get_content_type(g_mime_message_get_mime_part(m))
                                 : NULL;
    if (type != NULL && g_mime_content_type_is_type(type, "multipart", "report"))
        return true;
    for (size_t i = 0; i < ARRAY_LEN(senders); i++)
        if (strncmp(from, senders[i], strlen(senders[i])) == 0)
            return true;
    return from[0] == '\0' || is_own(from, own);
}

/* The topmost Authentication-Results is the one that the receiving server has added; those below
 * may have come with the mail. It speaks of one From with one address. */
static bool is_proven(GMimeMessage *m, const char *from, const char *trust)
{
    const char *results = NULL;
    InternetAddressList *list = g_mime_message_get_from(m);
    GMimeHeaderList *all = g_mime_object_get_header_list(GMIME_OBJECT(m));
    int froms = 0;
    for (int i = 0; i < g_mime_header_list_get_count(all); i++) {
        GMimeHeader *one = g_mime_header_list_get_header_at(all, i);
        froms += is_word(g_mime_header_get_name(one), "From");
        /* Raw, because decoding could turn a sender's encoded words into text that the server did
         * not write. */
        if (results == NULL && is_word(g_mime_header_get_name(one), "Authentication-Results"))
            results = g_mime_header_get_raw_value(one);
    }
    return trust != NULL && results != NULL && from[0] != '\0' && froms == 1 && list != NULL &&
           internet_address_list_length(list) == 1 &&
           authres_proves(results, trust, strchr(from, '@') + 1);
}

static void hash_id(const char *bytes, size_t n, char out[PBM_ID_BYTES])
{
    unsigned char hash[crypto_generichash_BYTES];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)bytes, n, NULL, 0);
    sodium_bin2hex(out, PBM_ID_BYTES, hash, sizeof hash);
}

static int read_recipients(GMimeMessage *m, struct message *out)
{
    static const char *const names[] = {
        "To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To"};
    out->recipients = calloc(1, RECIPIENTS_BYTES);
    if (out->recipients == NULL)
        return ERR_NO_MEMORY;
    size_t len = 0;
    for (size_t i = 0; i < ARRAY_LEN(names) && len < RECIPIENTS_BYTES; i++) {
        const char *value = header(m, names[i]);
        if (value != NULL)
            len += (size_t)snprintf(out->recipients + len, RECIPIENTS_BYTES - len, "%s ", value);
    }
    return 0;
}

/* Our own mail server writes the topmost Received; the sender may have forged those below:
 *     from name (name [192.0.2.1]) by us ... */
static void read_host(GMimeMessage *m, struct message *out)
{
    char host[NET_BYTES];
    struct in6_addr address;
    const char *top = header(m, "Received");
    const char *from = top != NULL ? strchr(top, '[') : NULL;
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

static int read_message(GMimeMessage *m, const char *own, const char *trust, struct message *out)
{
    const char *subject = g_mime_message_get_subject(m);
    const char *id = g_mime_message_get_message_id(m);
    read_from(m, out);
    read_host(m, out);
    if (subject != NULL) {
        char *valid = g_utf8_make_valid(subject, -1);
        snprintf(out->subject, sizeof out->subject, "%s", valid);
        g_free(valid);
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
    out->automatic = is_automatic(m, out->from, own);
    out->from_proven = is_proven(m, out->from, trust);
    char *text = find_text(m);
    if (text != NULL)
        message_strip(text);
    out->body = strndup(text != NULL ? text : "", PBM_BODY_BYTES);
    g_free(text);
    return out->body == NULL ? ERR_NO_MEMORY : read_recipients(m, out);
}

void message_start(void)
{
    (void)pthread_once(&once, g_mime_init);
}

int message_read(const char *bytes, size_t n, const char *own, const char *trust,
                 struct message *out)
{
    *out = (struct message){.from = ""};
    if (n > MESSAGE_BYTES_MAX)
        return ERR_TOO_BIG;
    message_start();
    hash_id(bytes, n, out->message_id);
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
    l->body = NULL;
    l->recipients = NULL;
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
