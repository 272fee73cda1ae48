#include "cli/server/serve_store.h"

#include "base/err.h"
#include "platform/clock.h"
#include "platform/log.h"
#include "store/core/store.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { RETRY_MIN_MS = 250, RETRY_MAX_MS = 4000 };

static void pause_ms(int64_t ms)
{
    const struct timespec t = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    (void)nanosleep(&t, NULL);
}

static int ask(const char *where, char *message, int message_bytes)
{
    struct text why;
    text_init(&why, message, (size_t)message_bytes);
    int err = store_answers(where, &why);
    for (char *c = message; *c != '\0'; c++) /* one line of a log */
        if (*c == '\n' || *c == '\t')
            *c = ' ';
    return err;
}

static void wait_until(const char *where, int64_t ms)
{
    char message[320] = "";
    char name[256];
    int64_t begun = clock_ms();
    int64_t until = begun + ms;
    int64_t pause = RETRY_MIN_MS;
    int err = ask(where, message, (int)sizeof message);
    if (err != ERR_BUSY)
        return;
    store_name(where, name, sizeof name);
    log_error("the store %s does not answer yet; trying again for %g s: %s", name,
              (double)ms / 1000, message);
    while (err == ERR_BUSY && clock_ms() < until) {
        int64_t left = until - clock_ms();
        pause_ms(pause < left ? pause : left);
        pause = 2 * pause < RETRY_MAX_MS ? 2 * pause : RETRY_MAX_MS;
        err = ask(where, message, (int)sizeof message);
    }
    if (err == 0)
        log_error("the store answers after %lld s", (long long)((clock_ms() - begun + 500) / 1000));
}

void serve_store_wait(const char *where, int64_t ms)
{
    sigset_t stops;
    sigset_t before;
    if (ms <= 0 || !store_is_url(where))
        return;
    (void)sigemptyset(&stops);
    (void)sigaddset(&stops, SIGTERM);
    (void)sigaddset(&stops, SIGINT);
    (void)pthread_sigmask(SIG_UNBLOCK, &stops, &before);
    wait_until(where, ms);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
}

bool serve_store_spool(const char *where, char *out, size_t size)
{
    const char *slash = strrchr(where, '/');
    const char *tmp = getenv("TMPDIR");
    struct stat st;
    int n;
    if (!store_is_url(where) && strcmp(where, ":memory:") != 0) {
        n = slash == NULL    ? snprintf(out, size, ".")
            : slash == where ? snprintf(out, size, "/")
                             : snprintf(out, size, "%.*s", (int)(slash - where), where);
        return n > 0 && (size_t)n < size;
    }
    n = snprintf(out, size, "%s/hoshi-%ld", tmp != NULL && tmp[0] == '/' ? tmp : "/var/tmp",
                 (long)geteuid());
    if (n <= 0 || (size_t)n >= size || (mkdir(out, 0700) != 0 && errno != EEXIST))
        return false;
    return lstat(out, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid() &&
           (st.st_mode & 077) == 0;
}
