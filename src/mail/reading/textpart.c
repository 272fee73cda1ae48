#include "mail/reading/textpart.h"

#include "base/blanks.h"
#include "mail/reading/encoded.h"
#include "mail/reading/html.h"
#include "mail/reading/quoting.h"
#include "platform/transcode.h"
#include <stdlib.h>
#include <string.h>

enum { PARTS_MAX = 200, DEPTH_MAX = 20, PART_BYTES_MAX = 256 * 1024 };

struct search {
    int parts; /* looked at */
    bool full; /* memory was short */
};

static bool type_is(GMimeObject *part, const char *type, const char *subtype)
{
    GMimeContentType *t = g_mime_object_get_content_type(part);
    return t != NULL && g_mime_content_type_is_type(t, type, subtype);
}

/* --- one part --- */

/* The length of a line's quotation marks, and what stands behind them and the stuffed blank. */
static size_t quote_depth(const char *line, const char **text)
{
    size_t n = strspn(line, ">");
    *text = line + n + (line[n] == ' ');
    return n;
}

char *textpart_unflow(const char *text, bool delsp)
{
    size_t n = strlen(text);
    char *out = malloc(2 * n + 2); /* a line that begins with '>' gets a blank */
    char *to = out;
    size_t open = SIZE_MAX; /* the depth of the paragraph that goes on; SIZE_MAX: none */
    while (out != NULL && *text != '\0') {
        const char *words;
        size_t depth = quote_depth(text, &words);
        const char *end = text + strcspn(text, "\r\n");
        if (words > end)
            words = end;
        size_t words_n = (size_t)(end - words);
        bool mark = words_n == 3 && memcmp(words, "-- ", 3) == 0;
        bool flows = words_n > 0 && words[words_n - 1] == ' ' && !mark;
        /* An empty line ends a paragraph, though its last line has a blank at the end. */
        if (open != SIZE_MAX && (open != depth || mark || words_n == 0)) {
            *to++ = '\n';
            open = SIZE_MAX;
        }
        if (open == SIZE_MAX && depth > 0) {
            memset(to, '>', depth);
            to += depth;
            *to++ = ' ';
        }
        memcpy(to, words, words_n);
        to += words_n - (flows && delsp);
        open = flows ? depth : SIZE_MAX;
        text = end + (*end == '\r');
        text += *text == '\n';
        if (!flows)
            *to++ = '\n';
    }
    if (out != NULL)
        *to = '\0';
    return out;
}

/* What programs write for quoted-printable and base64, and GMime takes for no encoding: with
 * quotes, a semicolon, or an underscore. */
static void mend_encoding(GMimePart *part, GMimeDataWrapper *content)
{
    const char *given = g_mime_object_get_header(GMIME_OBJECT(part), "Content-Transfer-Encoding");
    if (given == NULL ||
        g_mime_data_wrapper_get_encoding(content) != GMIME_CONTENT_ENCODING_DEFAULT)
        return;
    given += strspn(given, "\" \t");
    if (g_ascii_strncasecmp(given, "base64", 6) == 0)
        g_mime_data_wrapper_set_encoding(content, GMIME_CONTENT_ENCODING_BASE64);
    if (g_ascii_strncasecmp(given, "quoted", 6) == 0 && strchr("-_ ", given[6]) != NULL &&
        given[6] != '\0' && g_ascii_strncasecmp(given + 7, "printable", 9) == 0)
        g_mime_data_wrapper_set_encoding(content, GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE);
}

/* The content without its transfer encoding, cut; the caller frees. */
static char *bytes_of(GMimeObject *part, size_t *n)
{
    GMimeDataWrapper *content = g_mime_part_get_content(GMIME_PART(part));
    GMimeStream *out = g_mime_stream_mem_new();
    char *bytes = NULL;
    *n = 0;
    if (content != NULL)
        mend_encoding(GMIME_PART(part), content);
    bool base64 = content != NULL &&
                  g_mime_data_wrapper_get_encoding(content) == GMIME_CONTENT_ENCODING_BASE64;
    if (base64) /* is decoded here */
        g_mime_data_wrapper_set_encoding(content, GMIME_CONTENT_ENCODING_DEFAULT);
    if (content != NULL && g_mime_data_wrapper_write_to_stream(content, out) >= 0) {
        const GByteArray *all = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(out));
        *n = all->len < PART_BYTES_MAX ? all->len : PART_BYTES_MAX;
        bytes = malloc(*n + 1);
        if (bytes != NULL && *n > 0)
            memcpy(bytes, all->data, *n);
        if (bytes != NULL && base64)
            *n = encoded_base64(bytes, *n);
    } else {
        bytes = malloc(1);
    }
    g_object_unref(out);
    return bytes;
}

/* The charset that an HTML text names itself, in a <meta> element. */
static void charset_inside(const char *html, size_t n, char *out, size_t size)
{
    static const char word[] = "charset=";
    size_t end = n < 1024 ? n : 1024;
    out[0] = '\0';
    for (size_t i = 0; i + sizeof word < end; i++) {
        if (g_ascii_strncasecmp(html + i, word, sizeof word - 1) != 0)
            continue;
        i += sizeof word - 1;
        i += html[i] == '"' || html[i] == '\'';
        size_t len = 0;
        while (i < end && len + 1 < size && strchr("\"'>/; \t\r\n", html[i]) == NULL)
            out[len++] = html[i++];
        out[len] = '\0';
        return;
    }
}

static bool parameter_is(GMimeObject *part, const char *name, const char *value)
{
    const char *is = g_mime_object_get_content_type_parameter(part, name);
    return is != NULL && g_ascii_strcasecmp(is, value) == 0;
}

/* HTML, and what was there before it: libxml2 reads the elements of RFC 1896 as unknown ones. */
static bool is_marked_up(GMimeObject *part)
{
    return type_is(part, "text", "html") || type_is(part, "text", "enriched") ||
           type_is(part, "text", "richtext");
}

/* The text of a part as tidy UTF-8; NULL when memory is short. */
static char *read_part(GMimeObject *part)
{
    char inside[64];
    size_t mark;
    size_t n;
    bool html = is_marked_up(part);
    char *bytes = bytes_of(part, &n);
    if (bytes == NULL)
        return NULL;
    const char *label = g_mime_object_get_content_type_parameter(part, "charset");
    if (label == NULL && html) {
        charset_inside(bytes, n, inside, sizeof inside);
        label = inside;
    }
    const char *charset = transcode_guess(label, bytes, n, &mark);
    char *text = transcode(charset, bytes + mark, n - mark, &n);
    if (text == NULL) /* the system lacks it */
        text = transcode("UTF-8", bytes + mark, n - mark, &n);
    free(bytes);
    if (text != NULL && html) {
        char *plain = html_text(text, n);
        free(text);
        text = plain;
    } else if (text != NULL && parameter_is(part, "format", "flowed")) {
        char *plain = textpart_unflow(text, parameter_is(part, "delsp", "yes"));
        free(text);
        text = plain;
    }
    if (text != NULL)
        blanks_tidy(text);
    return text;
}

/* A file name, or a disposition that is not "inline": an unknown one is an attachment (RFC
 * 2183). */
static bool has_file_name(GMimeObject *part)
{
    const char *disposition = g_mime_object_get_disposition(part);
    const char *name = g_mime_part_get_filename(GMIME_PART(part));
    bool shown = disposition == NULL || disposition[0] == '\0' ||
                 g_ascii_strcasecmp(disposition, "inline") == 0 ||
                 g_ascii_strcasecmp(disposition, "form-data") == 0;
    return !shown || (name != NULL && name[strspn(name, " \t")] != '\0');
}

/* --- the tree --- */

static char *find(struct search *s, GMimeObject *part, int depth);

/* Plain text, HTML, or a type that nobody can read ("text"), which is plain text (RFC 2045). */
static bool is_read(GMimeObject *part)
{
    const char *type = g_mime_object_get_header(part, "Content-Type");
    size_t n = type != NULL ? strcspn(type, ";") : 0;
    bool none = type != NULL && memchr(type, '/', n) == NULL;
    return none || type_is(part, "text", "plain") || type_is(part, "text", "markdown") ||
           is_marked_up(part);
}

/* What the sender wrote in a text part; NULL if nothing. */
static char *words_of(struct search *s, GMimeObject *part)
{
    if (!is_read(part))
        return NULL;
    char *text = read_part(part);
    char *words = text != NULL ? quoting_strip(text) : NULL;
    free(text);
    s->full = s->full || words == NULL;
    if (words != NULL && words[strspn(words, " \t\n")] == '\0') {
        free(words);
        words = NULL;
    }
    return words;
}

/* The part of multipart/related that shows the others (RFC 2387); NULL: none is named. */
static GMimeObject *start_of(GMimeMultipart *all)
{
    char id[300];
    const char *start = g_mime_object_get_content_type_parameter(GMIME_OBJECT(all), "start");
    if (start == NULL)
        return NULL;
    start += strspn(start, "< \t");
    size_t n = strcspn(start, "> \t");
    if (n == 0 || n >= sizeof id)
        return NULL;
    memcpy(id, start, n);
    id[n] = '\0';
    return g_mime_multipart_get_subpart_from_content_id(all, id);
}

/* The first child with words; of an alternative first among the children that are not HTML. */
static char *find_among(struct search *s, GMimeMultipart *all, int depth)
{
    bool alternative = type_is(GMIME_OBJECT(all), "multipart", "alternative");
    bool related = type_is(GMIME_OBJECT(all), "multipart", "related");
    bool one = related || type_is(GMIME_OBJECT(all), "multipart", "signed");
    int n = g_mime_multipart_get_count(all);
    GMimeObject *start = related ? start_of(all) : NULL;
    if (start != NULL)
        return find(s, start, depth + 1);
    n = one && n > 1 ? 1 : n;
    char *words = NULL;
    for (int round = alternative ? 0 : 1; round < 2 && words == NULL; round++) {
        for (int i = 0; i < n && words == NULL && s->parts < PARTS_MAX; i++) {
            GMimeObject *part = g_mime_multipart_get_part(all, i);
            bool plain = part != NULL && type_is(part, "text", "plain");
            if (part != NULL && (!alternative || plain == (round == 0)))
                words = find(s, part, depth + 1);
        }
    }
    return words;
}

static char *find(struct search *s, GMimeObject *part, int depth)
{
    s->parts++;
    if (depth > DEPTH_MAX || type_is(part, "multipart", "encrypted") ||
        type_is(part, "multipart", "report"))
        return NULL;
    if (GMIME_IS_MULTIPART(part))
        return find_among(s, GMIME_MULTIPART(part), depth);
    /* A GMimeMessagePart is an attached mail, and no GMimePart. A mail that is one text and nothing
     * else is that text, whatever name it has. */
    if (!GMIME_IS_PART(part) || (depth > 0 && has_file_name(part)))
        return NULL;
    return words_of(s, part);
}

/* A multipart that names no boundary, or another one than it has, is one text. NULL: it is
 * divided, or memory is short. */
static char *undivided(GMimeObject *root)
{
    if (!GMIME_IS_MULTIPART(root) || g_mime_multipart_get_count(GMIME_MULTIPART(root)) > 0 ||
        type_is(root, "multipart", "encrypted") || type_is(root, "multipart", "report"))
        return NULL;
    const char *given = g_mime_multipart_get_prologue(GMIME_MULTIPART(root));
    size_t n = given != NULL ? strlen(given) : 0;
    char *text = n > 0 ? transcode("UTF-8", given, n, &n) : NULL;
    if (text == NULL)
        return NULL;
    blanks_tidy(text);
    char *words = quoting_strip(text);
    free(text);
    return words;
}

char *textpart_words(GMimeMessage *message)
{
    struct search s = {.parts = 0};
    GMimeObject *root = g_mime_message_get_mime_part(message);
    char *words = root != NULL ? find(&s, root, 0) : NULL;
    if (words == NULL && !s.full && root != NULL)
        words = undivided(root);
    if (words == NULL && !s.full)
        words = strdup("");
    return words;
}
