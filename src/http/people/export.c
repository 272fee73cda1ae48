/* export.c - GET /api/account/export: the zip with a player's own data. It is made by a thread of
 * its own, one at a time, so that neither the event loop nor any move waits for it. After an export
 * a player must wait before the next; otherwise one player could block it for all others. */
#include "http/people/people_arg.h"

#include "base/err.h"
#include "platform/clock.h"
#include "service/people/export.h"
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A file without a name, in the folder for such files; NULL when it cannot be made. The archive
 * waits in it for the client, so a slow one holds no memory and no thread. */
static FILE *make_file(const struct http *h)
{
    char path[PATH_MAX];
    if (h->options.spool == NULL)
        return NULL;
    int n = snprintf(path, sizeof path, "%s/hoshi-export-XXXXXX", h->options.spool);
    int fd = n > 0 && n < (int)sizeof path ? mkostemp(path, O_CLOEXEC) : -1;
    if (fd < 0)
        return NULL;
    (void)unlink(path);
    FILE *f = fdopen(fd, "w+");
    if (f == NULL)
        (void)close(fd);
    return f;
}

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
    arg(r)->file = make_file(h);
    if (reader != NULL && arg(r)->file != NULL)
        arg(r)->file_err = export_write(reader, &r->asker, &h->stopping, arg(r)->file);
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
    int err = arg(r)->file_err;
    off_t bytes = err == 0 ? ftello(arg(r)->file) : -1;
    int fd = bytes >= 0 ? fcntl(fileno(arg(r)->file), F_DUPFD_CLOEXEC, 0) : -1;
    if (fd < 0) {
        if (err == ERR_TOO_BIG)
            answer_error(r, 503, "The export is too large; ask the operator for it.");
        else
            answer_error(r, 503, "The export failed; try again later.");
        return;
    }
    answer_file(r, 200, fd, (size_t)bytes);
    answer_header(r, "Content-Type", "application/zip");
    snprintf(name, sizeof name, "attachment; filename=\"hoshi-%s.zip\"", r->asker.name);
    answer_header(r, "Content-Disposition", name);
}

void export_stop(struct http *h)
{
    if (h->export.started)
        (void)pthread_join(h->export.thread, NULL);
    h->export.started = false;
}
