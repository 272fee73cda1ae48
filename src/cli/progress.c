#include "cli/progress.h"

#include "cli/terminal.h"
#include "platform/clock.h"
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

enum { TERMINAL_MS = 250, LINE_BYTES = 400 };

void progress_begin(struct progress *p, int64_t lines_ms)
{
    *p = (struct progress){.every_ms = lines_ms > 0                 ? lines_ms
                                       : isatty(STDERR_FILENO) != 0 ? TERMINAL_MS
                                                                    : 0,
                           .begun_ms = clock_ms(),
                           .lines = lines_ms > 0};
    p->told_ms = p->begun_ms - p->every_ms;
}

bool progress_due(struct progress *p)
{
    if (p->every_ms == 0)
        return false;
    int64_t now = clock_ms();
    if (now - p->told_ms < p->every_ms)
        return false;
    p->told_ms = now;
    return true;
}

void progress_tell(struct progress *p, const char *format, ...)
{
    char line[LINE_BYTES];
    if (p->every_ms == 0)
        return;
    va_list args;
    va_start(args, format);
    (void)vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (p->lines) {
        int64_t s = (clock_ms() - p->begun_ms) / 1000;
        fprintf(stderr, "%lld:%02lld:%02lld  %s\n", (long long)(s / 3600), (long long)(s / 60 % 60),
                (long long)(s % 60), line);
        return;
    }
    /* The line may name files, whose control characters the filter takes out (terminal.h). */
    fprintf(stderr, "\r%s", line);
    terminal_own(stderr, "\033[K");
    (void)fflush(stderr);
    p->shown = true;
}

const char *progress_left(const struct progress *p, double done, double all, char out[32])
{
    double s = done > 0 ? (double)(clock_ms() - p->begun_ms) / 1000 * (all - done) / done : -1;
    if (s < 0)
        (void)snprintf(out, 32, "?");
    else if (s < 100)
        (void)snprintf(out, 32, "%.0f s", s);
    else if (s < 6000)
        (void)snprintf(out, 32, "%.0f min", s / 60);
    else
        (void)snprintf(out, 32, "%.1f h", s / 3600);
    return out;
}

void progress_end(struct progress *p)
{
    if (p->shown)
        terminal_own(stderr, "\r\033[K");
    p->shown = false;
}
