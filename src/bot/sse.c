#include "bot/sse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sse_init(struct sse *s, sse_on_event *on_event, void *context)
{
    *s = (struct sse){.on_event = on_event, .context = context};
}

void sse_done(struct sse *s)
{
    free(s->line);
    free(s->data);
}

void sse_restart(struct sse *s)
{
    s->line_n = 0;
    s->data_n = 0;
    s->type[0] = '\0';
    s->line_lost = false;
    s->event_lost = false;
}

/* Appends n bytes and a NUL that is not counted; false when it does not fit. */
static bool append(char **buf, size_t *len, size_t *cap, const char *bytes, size_t n)
{
    if (*len + n + 1 > SSE_BYTES_MAX)
        return false;
    if (*len + n + 1 > *cap) {
        size_t more = *cap > 0 ? 2 * *cap : 1024;
        while (more < *len + n + 1)
            more *= 2;
        char *new_buf = realloc(*buf, more);
        if (new_buf == NULL)
            return false;
        *buf = new_buf;
        *cap = more;
    }
    memcpy(*buf + *len, bytes, n);
    *len += n;
    (*buf)[*len] = '\0';
    return true;
}

static void end_event(struct sse *s)
{
    if (s->data_n > 0 && !s->event_lost) {
        s->data[s->data_n - 1] = '\0'; /* the '\n' of its last line */
        s->on_event(s->context, s->type[0] != '\0' ? s->type : "message", s->data, s->id);
    }
    s->data_n = 0;
    s->type[0] = '\0';
    s->event_lost = false;
}

static void take_field(struct sse *s, const char *name, const char *value)
{
    if (strcmp(name, "data") == 0) {
        if (!append(&s->data, &s->data_n, &s->data_cap, value, strlen(value)) ||
            !append(&s->data, &s->data_n, &s->data_cap, "\n", 1))
            s->event_lost = true;
    } else if (strcmp(name, "event") == 0) {
        snprintf(s->type, sizeof s->type, "%s", value);
    } else if (strcmp(name, "id") == 0) {
        snprintf(s->id, sizeof s->id, "%s", value);
    }
}

static void end_line(struct sse *s)
{
    if (s->line_n > 0 && s->line[s->line_n - 1] == '\r')
        s->line[--s->line_n] = '\0';
    if (s->line_lost) {
        s->event_lost = true;
    } else if (s->line_n == 0) {
        end_event(s);
    } else if (s->line[0] != ':') {
        char *colon = strchr(s->line, ':');
        char *value = s->line + s->line_n;
        if (colon != NULL) {
            *colon = '\0';
            value = colon + 1 + (colon[1] == ' ');
        }
        take_field(s, s->line, value);
    }
    s->line_n = 0;
    s->line_lost = false;
}

void sse_feed(struct sse *s, const char *bytes, size_t n)
{
    while (n > 0) {
        const char *end = memchr(bytes, '\n', n);
        size_t part = end != NULL ? (size_t)(end - bytes) : n;
        if (part > 0 && !append(&s->line, &s->line_n, &s->line_cap, bytes, part))
            s->line_lost = true;
        if (end == NULL)
            return;
        end_line(s);
        bytes += part + 1;
        n -= part + 1;
    }
}
