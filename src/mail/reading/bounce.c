#include "mail/reading/bounce.h"

#include "mail/message.h"
#include "platform/headers.h"
#include <gmime/gmime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS_MAX = 50, REPORT_BYTES = 64 * 1024 };

/* The content of a part, decoded and cut; the caller frees. */
static char *content_of(GMimePart *part)
{
    GMimeDataWrapper *content = g_mime_part_get_content(part);
    GMimeStream *out = g_mime_stream_mem_new();
    char *text = NULL;
    if (content != NULL && g_mime_data_wrapper_write_to_stream(content, out) >= 0) {
        const GByteArray *bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(out));
        text = strndup((const char *)bytes->data,
                       bytes->len < REPORT_BYTES ? bytes->len : REPORT_BYTES);
    }
    g_object_unref(out);
    return text;
}

/* "5.1.1": of the address; "5.6.x" and "5.7.x" are of this mail or its sender. */
static bool is_hard(const char *status)
{
    return status[0] == '5' && status[1] == '.' && status[2] != '6' && status[2] != '7';
}

/* One group of fields for each recipient; a mail of ours has one. */
static void read_status(const char *text, struct bounce *out)
{
    const struct headers head = headers_of_text(text);
    struct header action;
    struct header status;
    out->hard = headers_first(&head, "Action", &action) &&
                g_ascii_strncasecmp(action.value, "failed", 6) == 0 &&
                headers_first(&head, "Status", &status) && is_hard(status.value);
}

static void keep_id(struct bounce *out, const char *id)
{
    if (id != NULL && out->returned[0] == '\0')
        snprintf(out->returned, sizeof out->returned, "%s", id);
}

static void read_part(GMimeObject *part, struct bounce *out)
{
    GMimeContentType *type = g_mime_object_get_content_type(part);
    if (GMIME_IS_MESSAGE_PART(part)) {
        GMimeMessage *inner = g_mime_message_part_get_message(GMIME_MESSAGE_PART(part));
        keep_id(out, inner != NULL ? g_mime_message_get_message_id(inner) : NULL);
        return;
    }
    if (type == NULL || !GMIME_IS_PART(part))
        return;
    bool status = g_mime_content_type_is_type(type, "message", "delivery-status");
    bool headers = g_mime_content_type_is_type(type, "text", "rfc822-headers");
    char *text = status || headers ? content_of(GMIME_PART(part)) : NULL;
    if (text == NULL)
        return;
    if (status) {
        read_status(text, out);
    } else {
        char id[BOUNCE_ID_BYTES];
        const struct headers head = headers_of_text(text);
        struct header line;
        if (headers_first(&head, "Message-ID", &line) && headers_copy(&line, id, sizeof id) == 0)
            keep_id(out, id);
    }
    free(text);
}

static bool read_report(GMimeMessage *m, struct bounce *out)
{
    GMimeObject *top = g_mime_message_get_mime_part(m);
    GMimeContentType *type = top != NULL ? g_mime_object_get_content_type(top) : NULL;
    if (type == NULL || !GMIME_IS_MULTIPART(top) ||
        !g_mime_content_type_is_type(type, "multipart", "report"))
        return false;
    int n = g_mime_multipart_get_count(GMIME_MULTIPART(top));
    for (int i = 0; i < n && i < PARTS_MAX; i++)
        read_part(g_mime_multipart_get_part(GMIME_MULTIPART(top), i), out);
    return true;
}

bool bounce_read(const char *bytes, size_t n, struct bounce *out)
{
    *out = (struct bounce){.hard = false};
    message_start();
    GMimeStream *stream = g_mime_stream_mem_new_with_buffer(bytes, n);
    GMimeParser *parser = g_mime_parser_new_with_stream(stream);
    GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);
    bool report = message != NULL && read_report(message, out);
    if (message != NULL)
        g_object_unref(message);
    g_object_unref(parser);
    g_object_unref(stream);
    return report;
}
