/* takeout.c - GET /api/account/export: the archive of what is one's own. It is made by a thread of its
 * own, one at a time, so that neither the event loop nor anybody's move waits for it. */
#include "http/http_int.h"

#include "base/err.h"
#include "service/takeout.h"
#include <stdio.h>

enum { ARCHIVE_BYTES_MAX = 128 * 1024 * 1024 };

static void *thread_main(void *arg)
{
    struct request *r = arg;
    struct http *h = r->http;
    char buf[200];
    struct text why;
    text_init(&why, buf, sizeof buf);
    struct reader *reader = service_reader_open(h->service, &why);
    r->file_err = ERR_STORE;
    if (reader != NULL)
        r->file_err = takeout_write(reader, &r->asker, &h->stopping, &r->file);
    service_reader_close(reader);
    r->order.out.kind = OUTCOME_DONE;
    atomic_store(&h->takeout.busy, false);
    request_go_on(r);
    return NULL;
}

void takeout_handle(struct request *r)
{
    struct http *h = r->http;
    if (atomic_exchange(&h->takeout.busy, true)) {
        answer_error(r, 503, "Another archive is being made; try again in a moment.");
        answer_header(r, "Retry-After", "5");
        return;
    }
    takeout_stop(h); /* the former one has ended */
    sink_init(&r->file, &memory_heap);
    r->file.limit_bytes = ARCHIVE_BYTES_MAX;
    if (!request_suspend(r)) {
        atomic_store(&h->takeout.busy, false);
        return;
    }
    h->takeout.started = pthread_create(&h->takeout.thread, NULL, thread_main, r) == 0;
    if (!h->takeout.started) {
        r->file_err = ERR_NO_MEMORY;
        atomic_store(&h->takeout.busy, false);
        request_go_on(r);
    }
}

void takeout_finish(struct request *r)
{
    char name[STORE_NAME_BYTES + 64];
    if (r->file_err < 0 || r->file.failed) {
        answer_error(r, 503, "The archive cannot be made now.");
        return;
    }
    answer_text(r, 200, "application/zip", r->file.buf, r->file.len);
    snprintf(name, sizeof name, "attachment; filename=\"hoshi-%s.zip\"", r->asker.name);
    answer_header(r, "Content-Disposition", name);
}

void takeout_stop(struct http *h)
{
    if (h->takeout.started)
        (void)pthread_join(h->takeout.thread, NULL);
    h->takeout.started = false;
}
