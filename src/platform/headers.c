#include "platform/headers.h"

#include "base/err.h"
#include <stdint.h>
#include <string.h>
#include <strings.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void trim(const char **s, size_t *n)
{
    while (*n > 0 && is_blank(**s)) {
        (*s)++;
        (*n)--;
    }
    while (*n > 0 && is_blank((*s)[*n - 1]))
        (*n)--;
}

struct header headers_line(const char *name, const char *value)
{
    struct header h = {name, strlen(name), value != NULL ? value : "", 0};
    h.len = strlen(h.value);
    trim(&h.value, &h.len);
    return h;
}

/* Behind a line and what is folded below it. */
static const char *after(const char *line)
{
    do {
        line += strcspn(line, "\n");
        line += *line == '\n';
    } while (*line == ' ' || *line == '\t');
    return line;
}

static void walk_text(const void *head, size_t from, headers_on *on, void *context)
{
    for (const char *line = head, *end; *line != '\0'; line = end) {
        end = after(line);
        const char *colon = memchr(line, ':', (size_t)(end - line));
        if (colon == NULL)
            continue;
        struct header h = {line, (size_t)(colon - line), colon + 1, (size_t)(end - colon) - 1};
        trim(&h.name, &h.name_len);
        trim(&h.value, &h.len);
        if (h.name_len == 0 || memchr(h.name, '\n', h.name_len) != NULL)
            continue;
        if (from > 0)
            from--;
        else if (!on(context, &h))
            return;
    }
}

struct headers headers_of_text(const char *text)
{
    return (struct headers){walk_text, text};
}

bool headers_is(const struct header *line, const char *name)
{
    return strlen(name) == line->name_len && strncasecmp(line->name, name, line->name_len) == 0;
}

struct search {
    const char *name;
    size_t most; /* lines that are looked for */
    size_t seen; /* of all fields */
    size_t found;
    struct header last;
};

static bool on_line(void *context, const struct header *line)
{
    struct search *s = context;
    s->seen++;
    if (s->name == NULL || headers_is(line, s->name)) {
        s->last = *line;
        s->found++;
    }
    return s->found < s->most;
}

bool headers_next(const struct headers *h, const char *name, size_t *at, struct header *out)
{
    struct search s = {.name = name, .most = 1};
    h->walk(h->head, *at, on_line, &s);
    *at += s.seen;
    if (s.found > 0)
        *out = s.last;
    return s.found > 0;
}

bool headers_first(const struct headers *h, const char *name, struct header *out)
{
    size_t at = 0;
    return headers_next(h, name, &at, out);
}

size_t headers_count(const struct headers *h, const char *name)
{
    struct search s = {.name = name, .most = SIZE_MAX};
    h->walk(h->head, 0, on_line, &s);
    return s.found;
}

int headers_copy(const struct header *line, char *out, size_t size)
{
    size_t n = 0;
    bool fold = false;
    for (size_t i = 0; i < line->len; i++) {
        char c = line->value[i];
        if (c == '\r' || c == '\n' || (fold && is_blank(c))) {
            fold = true;
            continue;
        }
        if (n + 2 + fold > size) {
            out[0] = '\0';
            return ERR_TOO_BIG;
        }
        if (fold)
            out[n++] = ' ';
        fold = false;
        out[n++] = c;
    }
    out[n] = '\0';
    return 0;
}
