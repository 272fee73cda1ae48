/* headers.h - the fields of a head, of which each may stand there several times: a request of HTTP,
 * a mail, or any text of lines "Name: value".
 *
 * Libraries give the first line of a field only. A reader of a field that may repeat (Cookie,
 * X-Forwarded-For, To, Authentication-Results, ...) walks through all of its lines, in the order in
 * which they stand in the head. Names are the same in upper and lower case. Nothing is allocated or
 * changed: what is found lies in the head and lives as long as it does. */
#ifndef HEADERS_H
#define HEADERS_H
#include "base/macros.h"
#include <stdbool.h>
#include <stddef.h>

/* A line of a head with what is folded below it, without the blanks at the ends of the value. A
 * value that is folded has its line breaks inside: a reader takes them as blanks (headers_copy). */
struct header {
    const char *name;
    size_t name_len;
    const char *value; /* never NULL; not ended by '\0' unless the head does so */
    size_t len;
};

/* False: no more lines are wanted. */
typedef bool headers_on(void *context, const struct header *line);

/* A head, wherever it lies: walk() gives the lines from place `from` on, which begins with 0. */
struct headers {
    void (*walk)(const void *head, size_t from, headers_on *on, void *context);
    const void *head;
};

/* A line of a library's. value may be NULL. The name stays as it is: in HTTP, one with a blank at
 * its end is another field, because proxies disagree about it (RFC 9112, 5.1). */
struct header headers_line(const char *name, const char *value);
/* A head that is a text, as in mail: blanks before the colon do not count. A line that has no name
 * is left out; an empty line ends nothing. */
struct headers headers_of_text(const char *text);

/* The next line of a field, from the top; *at begins with 0. False: there are no more, and *out is
 * as it was. name NULL: of any field. */
bool headers_next(const struct headers *h, const char *name, size_t *at, struct header *out);
/* The first line of a field; false: there is none. */
bool headers_first(const struct headers *h, const char *name, struct header *out);
/* How many lines of a field there are; more than one of a field that may stand once only (Host,
 * From) is to be refused, because programs disagree about which of them counts. */
size_t headers_count(const struct headers *h, const char *name);

/* Whether it is a line of that field. */
bool headers_is(const struct header *line, const char *name);
/* The value on one line. ERR_TOO_BIG if there is no room, and out is "". */
MUST_USE int headers_copy(const struct header *line, char *out, size_t size);

#endif
