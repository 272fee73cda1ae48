/* export.c - GET /api/account/export: the zip with a player's own data. It is made by a thread of
 * its own, one at a time, so that neither the event loop nor any move waits for it. After an export
 * a player must wait before the next; otherwise one player could block it for all others. */
#include "http/people/people_arg.h"

#include "base/err.h"
#include "platform/clock.h"
#include "service/people/export.h"
#include <stdio.h>

enum { ARCHIVE_BYTES_MAX = 128 * 1024 * 1024 };

/* Whether it is this player's turn; answers if not. */
static bool may_have(struct request *r)
{
    struct http *h = r->http;
    char name[32];
    char seconds[24];
    snprintf(name, sizeof name, "export %lld", (long long)r->asker.id);
    int64_t wait_ms =
        h->options.no_limits ? 0 : limit_take(&h->exports, limit_key(name, h->seed), clock_ms());
    if (wait_ms == 0)
        return true;
    answer_error(r, 429, "You exported your data a moment ago; try again later.");
    snprintf(seconds, sizeof seconds, "%lld", (long long)(wait_ms + 999) / 1000);
    answer_header(r, "Retry-After", seconds);
    return false;
}

static void *thread_main(void *context)
{
    struct request *r = context;
    struct http *h = r->http;
    char buf[200];
    struct text why;
    text_init(&why, buf, sizeof buf);
    struct reader *reader = reader_open(h->service, &why);
    arg(r)->file_err = ERR_STORE;
    if (reader != NULL)
        arg(r)->file_err = export_write(reader, &r->asker, &h->stopping, &arg(r)->file);
    reader_close(reader);
    r->order.out.kind = OUTCOME_DONE;
    atomic_store(&h->export.busy, false);
    request_go_on(r);
    return NULL;
}

void export_handle(struct request *r)
{
    struct http *h = r->http;
    if (atomic_exchange(&h->export.busy, true)) {
        answer_error(r, 503, "The server is busy with another export; try again in a moment.");
        answer_header(r, "Retry-After", "5");
        return;
    }
    if (!may_have(r)) {
        atomic_store(&h->export.busy, false);
        return;
    }
    export_stop(h); /* the former one has ended */
    sink_init(&arg(r)->file, &memory_heap);
    arg(r)->file.limit_bytes = ARCHIVE_BYTES_MAX;
    if (!request_suspend(r)) {
        atomic_store(&h->export.busy, false);
        return;
    }
    h->export.started = pthread_create(&h->export.thread, NULL, thread_main, r) == 0;
    if (!h->export.started) {
        arg(r)->file_err = ERR_NO_MEMORY;
        atomic_store(&h->export.busy, false);
        request_go_on(r);
    }
}

void export_finish(struct request *r)
{
    char name[STORE_NAME_BYTES + 64];
    if (arg(r)->file_err < 0 || arg(r)->file.failed) {
        answer_error(r, 503, "The export failed; try again later.");
        return;
    }
    answer_text(r, 200, "application/zip", arg(r)->file.buf, arg(r)->file.len);
    snprintf(name, sizeof name, "attachment; filename=\"hoshi-%s.zip\"", r->asker.name);
    answer_header(r, "Content-Disposition", name);
}

void export_stop(struct http *h)
{
    if (h->export.started)
        (void)pthread_join(h->export.thread, NULL);
    h->export.started = false;
}
