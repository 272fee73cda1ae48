#include "mail/reading/mime.h"

#include <stdint.h>

static void walk(const void *head, size_t from, headers_on *on, void *context)
{
    /* Its argument is not const, but it only reads. */
    GMimeObject *m = (GMimeObject *)(uintptr_t)head;
    GMimeHeaderList *all = g_mime_object_get_header_list(m);
    int n = g_mime_header_list_get_count(all);
    for (int i = (int)from; i < n; i++) {
        GMimeHeader *one = g_mime_header_list_get_header_at(all, i);
        struct header line =
            headers_line(g_mime_header_get_name(one), g_mime_header_get_raw_value(one));
        if (!on(context, &line))
            return;
    }
}

struct headers mime_headers(GMimeMessage *m)
{
    return (struct headers){walk, m};
}
