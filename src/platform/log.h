/* log.h - what a server says to its operator: one line on standard error for each thing, as text or
 * as JSON. Safe to call from any thread. */
#ifndef LOG_H
#define LOG_H
#include "base/macros.h"
#include <stdbool.h>

/* Lines are JSON objects from now on: {"at","level","message"}. To be called before threads
 * start. */
void log_as_json(bool json);
bool log_is_json(void);

/* "hoshi: " and the message. */
void log_error(const char *format, ...) PRINTF_LIKE(1, 2);

/* The time now as "2026-01-31T12:00:00.123Z". */
enum { LOG_TIME_BYTES = 32 };
void log_time(char out[LOG_TIME_BYTES]);

/* Writes text as a JSON string with its quotes, cut to fit, with a final NUL. Invalid UTF-8 and
 * control characters become question marks. */
void log_quote(const char *text, char *out, int out_bytes);

#endif
