/* sse.h - reads a stream of Server-Sent Events from bytes as they come.
 *
 * Knows "event", "data" (lines are joined by '\n') and "id"; comments and other fields are skipped.
 * A line or data beyond SSE_BYTES_MAX is dropped with its event. */
#ifndef SSE_H
#define SSE_H
#include <stdbool.h>
#include <stddef.h>

enum { SSE_BYTES_MAX = 256 * 1024, SSE_TYPE_BYTES = 32, SSE_ID_BYTES = 32 };

/* Texts are valid until it returns. id: the last one given, also by earlier events. */
typedef void sse_on_event(void *context, const char *type, const char *data, const char *id);

struct sse {
    sse_on_event *on_event;
    void *context;
    char type[SSE_TYPE_BYTES];
    char id[SSE_ID_BYTES];
    char *line, *data;       /* owned */
    size_t line_n, line_cap; /* bytes */
    size_t data_n, data_cap;
    bool line_lost, event_lost; /* too long */
};

void sse_init(struct sse *s, sse_on_event *on_event, void *context);
void sse_done(struct sse *s);
void sse_feed(struct sse *s, const char *bytes, size_t n);
/* For a new connection: drops a half-read event, keeps the id. */
void sse_restart(struct sse *s);

#endif
