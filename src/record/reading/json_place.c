#include "record/reading/json_place.h"

#include <string.h>

void json_place_init(struct json_place *p, const char *s, size_t len)
{
    *p = (struct json_place){.s = s, .len = len, .line = 1, .column = 1};
}

static size_t skip_blanks(const struct json_place *p, size_t at)
{
    while (at < p->len && strchr(" \t\r\n,:", p->s[at]) != NULL && p->s[at] != '\0')
        at++;
    return at;
}

static size_t skip_string(const struct json_place *p, size_t at)
{
    for (at++; at < p->len && p->s[at] != '"'; at++)
        if (p->s[at] == '\\')
            at++;
    return at < p->len ? at + 1 : p->len;
}

/* The offset behind the value at `at`. */
static size_t skip_value(const struct json_place *p, size_t at)
{
    size_t depth = 0;
    while (at < p->len) {
        char c = p->s[at];
        if (c == '"') {
            at = skip_string(p, at);
        } else if (c == '{' || c == '[') {
            depth++;
            at++;
        } else if (c == '}' || c == ']') {
            depth--;
            at++;
        } else if (strchr(" \t\r\n,:", c) != NULL) {
            at++;
            continue; /* between values: the end is not here */
        } else {
            while (at < p->len && strchr(" \t\r\n,:]}", p->s[at]) == NULL)
                at++;
        }
        if (depth == 0)
            break;
    }
    return at;
}

size_t json_place_top(const struct json_place *p)
{
    return skip_blanks(p, 0);
}

size_t json_place_member(const struct json_place *p, size_t at, const char *name)
{
    size_t len = strlen(name);
    if (at >= p->len || p->s[at] != '{')
        return at;
    for (size_t i = skip_blanks(p, at + 1); i < p->len && p->s[i] == '"';) {
        size_t value = skip_blanks(p, skip_string(p, i));
        if (i + 1 + len < p->len && strncmp(p->s + i + 1, name, len) == 0 &&
            p->s[i + 1 + len] == '"')
            return value;
        i = skip_blanks(p, skip_value(p, value));
    }
    return at;
}

size_t json_place_first(const struct json_place *p, size_t at)
{
    return at < p->len ? skip_blanks(p, at + 1) : at;
}

size_t json_place_next(const struct json_place *p, size_t at)
{
    return skip_blanks(p, skip_value(p, at));
}

void json_place_count(struct json_place *p, size_t at, uint32_t *line, uint32_t *column)
{
    if (at > p->len)
        at = p->len;
    if (at < p->counted) {
        p->counted = 0;
        p->line = 1;
        p->column = 1;
    }
    for (; p->counted < at; p->counted++) {
        char c = p->s[p->counted];
        if (c == '\n') {
            p->line++;
            p->column = 1;
        } else if (((unsigned char)c & 0xc0) != 0x80) {
            p->column++;
        }
    }
    *line = p->line;
    *column = p->column;
}
