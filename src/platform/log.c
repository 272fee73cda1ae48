#include "platform/log.h"

#include "platform/clock.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static bool as_json;

void log_as_json(bool json)
{
    as_json = json;
}

bool log_is_json(void)
{
    return as_json;
}

void log_time(char out[LOG_TIME_BYTES])
{
    int64_t now = clock_unix_ms();
    time_t seconds = (time_t)(now / 1000);
    struct tm tm;
    if (gmtime_r(&seconds, &tm) == NULL)
        memset(&tm, 0, sizeof tm);
    size_t n = strftime(out, LOG_TIME_BYTES, "%Y-%m-%dT%H:%M:%S", &tm);
    snprintf(out + n, LOG_TIME_BYTES - n, ".%03dZ", (int)(now % 1000));
}

void log_quote(const char *text, char *out, int out_bytes)
{
    int n = 0;
    out[n++] = '"';
    for (; *text != '\0' && n < out_bytes - 3; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            out[n++] = '\\';
        out[n++] = c < 0x20 || c > 0x7e ? '?' : (char)c;
    }
    out[n++] = '"';
    out[n] = '\0';
}

void log_error(const char *format, ...)
{
    char message[600];
    char quoted[1300];
    char at[LOG_TIME_BYTES];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (!as_json) {
        /* A terminal obeys what it is shown. */
        for (char *c = message; *c != '\0'; c++)
            if ((unsigned char)*c < 0x20 || *c == 0x7f)
                *c = '?';
        fprintf(stderr, "hoshi: %s\n", message);
        return;
    }
    log_time(at);
    log_quote(message, quoted, (int)sizeof quoted);
    fprintf(stderr, "{\"at\":\"%s\",\"level\":\"error\",\"message\":%s}\n", at, quoted);
}
