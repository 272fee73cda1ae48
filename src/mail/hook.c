#include "mail/hook.h"

#include "base/err.h"
#include "mail/message.h"
#include "platform/headers.h"
#include <gmime/gmime.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS_MAX = 80, TYPE_BYTES = 300, HEADERS_MAX = 200 };

struct field {
    char *name, *value; /* owned, GLib's; the value has a NUL behind its n bytes */
    size_t n;
};

struct form {
    struct field list[FIELDS_MAX];
    int n;
};

static void add_field(struct form *f, const char *name, const char *value, size_t n)
{
    if (name == NULL || value == NULL || f->n == FIELDS_MAX)
        return;
    char *copy = g_malloc(n + 1);
    memcpy(copy, value, n);
    copy[n] = '\0';
    f->list[f->n++] = (struct field){g_strdup(name), copy, n};
}

static void free_form(struct form *f)
{
    for (int i = 0; i < f->n; i++) {
        g_free(f->list[i].name);
        g_free(f->list[i].value);
    }
}

/* The first non-empty field with one of these names, which blanks separate. */
static const struct field *find(const struct form *f, const char *names)
{
    while (*names != '\0') {
        size_t n = strcspn(names, " ");
        for (int i = 0; i < f->n; i++)
            if (strlen(f->list[i].name) == n && strncmp(f->list[i].name, names, n) == 0 &&
                f->list[i].n > 0)
                return &f->list[i];
        names += n + (names[n] == ' ');
    }
    return NULL;
}

/* --- the three forms --- */

static bool type_is(const char *type, const char *name)
{
    size_t n = strlen(name);
    return type != NULL && g_ascii_strncasecmp(type, name, n) == 0 &&
           (type[n] == '\0' || type[n] == ';' || type[n] == ' ');
}

/* The members of an object become fields such as `envelope[to]`, and the object stays as JSON
 * too. */
static void read_json(const char *bytes, size_t n, struct form *f)
{
    const char *name;
    const char *inner_name;
    json_t *value;
    json_t *inner;
    json_t *all = json_loadb(bytes, n, 0, NULL);
    json_object_foreach(all, name, value)
    {
        if (json_is_string(value)) {
            add_field(f, name, json_string_value(value), json_string_length(value));
            continue;
        }
        char *text = json_dumps(value, JSON_COMPACT);
        add_field(f, name, text, text != NULL ? strlen(text) : 0);
        free(text);
        json_object_foreach(value, inner_name, inner)
        {
            char path[80];
            snprintf(path, sizeof path, "%s[%s]", name, inner_name);
            add_field(f, path, json_string_value(inner), json_string_length(inner));
        }
    }
    json_decref(all);
}

static size_t unescape(const char *p, size_t n, char *out)
{
    size_t len = 0;
    for (size_t i = 0; i < n; i++) {
        if (p[i] == '%' && i + 2 < n && g_ascii_isxdigit(p[i + 1]) && g_ascii_isxdigit(p[i + 2])) {
            out[len++] =
                (char)(g_ascii_xdigit_value(p[i + 1]) * 16 + g_ascii_xdigit_value(p[i + 2]));
            i += 2;
        } else {
            out[len++] = (char)(p[i] == '+' ? ' ' : p[i]);
        }
    }
    out[len] = '\0';
    return len;
}

static void read_urlencoded(const char *bytes, size_t n, struct form *f)
{
    const char *end = bytes + n;
    char *name = g_malloc(n + 1);
    char *value = g_malloc(n + 1);
    while (bytes < end) {
        const char *amp = memchr(bytes, '&', (size_t)(end - bytes));
        const char *stop = amp != NULL ? amp : end;
        const char *equals = memchr(bytes, '=', (size_t)(stop - bytes));
        if (equals != NULL) {
            (void)unescape(bytes, (size_t)(equals - bytes), name);
            size_t value_n = unescape(equals + 1, (size_t)(stop - equals - 1), value);
            add_field(f, name, value, value_n);
        }
        bytes = stop + 1;
    }
    g_free(value);
    g_free(name);
}

static void read_part(GMimeObject *part, struct form *f)
{
    const char *name = g_mime_object_get_content_disposition_parameter(part, "name");
    GMimeStream *to = g_mime_stream_mem_new();
    if (GMIME_IS_MESSAGE_PART(part)) {
        GMimeMessage *m = g_mime_message_part_get_message(GMIME_MESSAGE_PART(part));
        if (m != NULL)
            (void)g_mime_object_write_to_stream(GMIME_OBJECT(m), NULL, to);
    } else if (GMIME_IS_PART(part)) {
        GMimeDataWrapper *content = g_mime_part_get_content(GMIME_PART(part));
        if (content != NULL)
            (void)g_mime_data_wrapper_write_to_stream(content, to);
    }
    const GByteArray *all = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(to));
    if (all->len > 0)
        add_field(f, name, (const char *)all->data, all->len);
    g_object_unref(to);
}

/* A form is a MIME entity whose header is the request's. */
static void read_multipart(const char *type, const char *bytes, size_t n, struct form *f)
{
    char head[TYPE_BYTES + 32];
    snprintf(head, sizeof head, "Content-Type: %.*s\r\n\r\n", TYPE_BYTES, type);
    GMimeStream *stream = g_mime_stream_mem_new();
    (void)g_mime_stream_write(stream, head, strlen(head));
    (void)g_mime_stream_write(stream, bytes, n);
    (void)g_mime_stream_seek(stream, 0, GMIME_STREAM_SEEK_SET);
    GMimeParser *parser = g_mime_parser_new_with_stream(stream);
    GMimeObject *top = g_mime_parser_construct_part(parser, NULL);
    if (top != NULL && GMIME_IS_MULTIPART(top)) {
        GMimeMultipart *all = GMIME_MULTIPART(top);
        int parts = g_mime_multipart_get_count(all);
        for (int i = 0; i < parts && i < FIELDS_MAX; i++)
            read_part(g_mime_multipart_get_part(all, i), f);
    }
    if (top != NULL)
        g_object_unref(top);
    g_object_unref(parser);
    g_object_unref(stream);
}

/* --- a message from its parts --- */

/* One header line; whatever the value holds, it stays one line. Headers that describe the old body
 * are left out, because the body is rebuilt. */
static void put_header(GString *out, const char *name, const char *value)
{
    if (name == NULL || value == NULL || name[0] == '\0' ||
        g_ascii_strncasecmp(name, "Content-", 8) == 0 ||
        g_ascii_strcasecmp(name, "MIME-Version") == 0)
        return;
    for (const char *c = name; *c != '\0'; c++)
        if (*c <= ' ' || (unsigned char)*c >= 127 || *c == ':')
            return;
    g_string_append_printf(out, "%s: ", name);
    for (const char *c = value; *c != '\0'; c++)
        g_string_append_c(out, (char)((unsigned char)*c < ' ' ? ' ' : *c));
    g_string_append(out, "\r\n");
}

static void put_json_header(GString *out, const char *name, const json_t *value)
{
    if (!json_is_array(value))
        put_header(out, name, json_string_value(value));
    for (size_t i = 0; i < json_array_size(value) && i < HEADERS_MAX; i++)
        put_header(out, name, json_string_value(json_array_get(value, i)));
}

/* False when the text is not JSON. */
static bool put_json_headers(GString *out, const char *text)
{
    const char *name;
    json_t *value;
    json_t *all = json_loads(text, 0, NULL);
    if (all == NULL)
        return false;
    for (size_t i = 0; i < json_array_size(all) && i < HEADERS_MAX; i++) {
        const json_t *one = json_array_get(all, i);
        if (json_is_array(one))
            put_json_header(out, json_string_value(json_array_get(one, 0)), json_array_get(one, 1));
        else
            put_json_header(out, json_string_value(json_object_get(one, "Name")),
                            json_object_get(one, "Value"));
    }
    json_object_foreach(all, name, value)
    {
        put_json_header(out, name, value);
    }
    json_decref(all);
    return true;
}

static bool put_line(void *context, const struct header *line)
{
    char *name = g_strndup(line->name, line->name_len);
    char *value = g_malloc(line->len + 1);
    if (headers_copy(line, value, line->len + 1) == 0)
        put_header(context, name, value);
    g_free(value);
    g_free(name);
    return true;
}

/* A block of lines, with what is folded below each. */
static void put_block(GString *out, const char *text)
{
    const struct headers head = headers_of_text(text);
    head.walk(head.head, 0, put_line, out);
}

static bool has_header(const GString *out, const char *name)
{
    const struct headers head = headers_of_text(out->str);
    return headers_count(&head, name) > 0;
}

static void put_headers(const struct form *f, GString *out)
{
    static const char *const names[][2] = {{"From", "from From headers[from] sender"},
                                           {"To", "to To headers[to] recipient"},
                                           {"Subject", "subject Subject headers[subject]"},
                                           {"Message-ID", "Message-Id message-id"}};
    const struct field *all = find(f, "message-headers Headers headers");
    if (all != NULL && !put_json_headers(out, all->value))
        put_block(out, all->value);
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        const struct field *one = find(f, names[i][1]);
        if (one != NULL && !has_header(out, names[i][0]))
            put_header(out, names[i][0], one->value);
    }
}

/* `charsets` is SendGrid's: {"text":"iso-8859-1"}. The others post UTF-8. */
static void put_body(const struct form *f, GString *out)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    const struct field *text = find(f, "body-plain text TextBody plain");
    const struct field *html = find(f, "body-html html HtmlBody");
    const struct field *charsets = find(f, "charsets");
    const struct field *body = text != NULL ? text : html;
    char charset[32] = "utf-8";
    json_t *named = charsets != NULL ? json_loads(charsets->value, 0, NULL) : NULL;
    const char *one = json_string_value(json_object_get(named, text != NULL ? "text" : "html"));
    if (one != NULL && strlen(one) < sizeof charset && one[strspn(one, plain)] == '\0')
        snprintf(charset, sizeof charset, "%s", one);
    json_decref(named);
    g_string_append_printf(out,
                           "MIME-Version: 1.0\r\nContent-Type: text/%s; charset=%s\r\n"
                           "Content-Transfer-Encoding: 8bit\r\n\r\n",
                           text != NULL || html == NULL ? "plain" : "html", charset);
    if (body != NULL)
        g_string_append_len(out, body->value, (gssize)body->n);
}

/* A field of its own, or {"to":["…"]} of SendGrid. */
static void find_recipient(const struct form *f, char out[MAILBOX_ADDRESS_BYTES])
{
    const struct field *one = find(f, "recipient envelope[to] OriginalRecipient");
    const struct field *envelope = find(f, "envelope");
    json_t *e = envelope != NULL ? json_loads(envelope->value, 0, NULL) : NULL;
    const char *first = json_string_value(json_array_get(json_object_get(e, "to"), 0));
    if (one != NULL || first != NULL)
        snprintf(out, MAILBOX_ADDRESS_BYTES, "%s", one != NULL ? one->value : first);
    json_decref(e);
}

static int make_message(const struct form *f, struct hook *out)
{
    const struct field *raw = find(f, "raw body-mime RawEmail email message");
    GString *text = g_string_new(NULL);
    find_recipient(f, out->recipient);
    if (raw != NULL) {
        g_string_append_len(text, raw->value, (gssize)raw->n);
    } else {
        put_headers(f, text);
        if (has_header(text, "From"))
            put_body(f, text);
        else
            g_string_truncate(text, 0);
    }
    bool empty = text->len == 0;
    out->n = text->len;
    out->made = empty ? NULL : malloc(text->len + 1);
    if (out->made != NULL)
        memcpy(out->made, text->str, text->len + 1);
    g_string_free(text, TRUE);
    return empty ? ERR_SYNTAX : out->made == NULL ? ERR_NO_MEMORY : 0;
}

int hook_read(const char *type, const char *bytes, size_t n, struct hook *out)
{
    struct form f = {.n = 0};
    *out = (struct hook){.n = n};
    message_start();
    if (type_is(type, "application/json"))
        read_json(bytes, n, &f);
    else if (type_is(type, "application/x-www-form-urlencoded"))
        read_urlencoded(bytes, n, &f);
    else if (type_is(type, "multipart/form-data"))
        read_multipart(type, bytes, n, &f);
    else
        return 0;
    int err = make_message(&f, out);
    free_form(&f);
    return err;
}

void hook_done(struct hook *h)
{
    free(h->made);
    h->made = NULL;
}
