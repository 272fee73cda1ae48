#include "mail/reading/headers.h"

static GMimeHeaderList *list_of(GMimeMessage *m)
{
    return g_mime_object_get_header_list(GMIME_OBJECT(m));
}

const char *headers_next(GMimeMessage *m, const char *name, int *at)
{
    GMimeHeaderList *all = list_of(m);
    int n = g_mime_header_list_get_count(all);
    while (*at < n) {
        GMimeHeader *one = g_mime_header_list_get_header_at(all, (*at)++);
        const char *value = g_mime_header_get_raw_value(one);
        if (value == NULL ||
            (name != NULL && g_ascii_strcasecmp(g_mime_header_get_name(one), name) != 0))
            continue;
        while (g_ascii_isspace(*value))
            value++;
        return value;
    }
    return NULL;
}

const char *headers_name(GMimeMessage *m, int at)
{
    return g_mime_header_get_name(g_mime_header_list_get_header_at(list_of(m), at - 1));
}

const char *headers_first(GMimeMessage *m, const char *name)
{
    int at = 0;
    return headers_next(m, name, &at);
}

bool headers_repeats(GMimeMessage *m, const char *name)
{
    int at = 0;
    return headers_next(m, name, &at) != NULL && headers_next(m, name, &at) != NULL;
}
