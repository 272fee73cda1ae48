#include "http/wire/fields.h"

#include "base/blanks.h"
#include "service/core/unicode.h"
#include <stdlib.h>
#include <string.h>

#define TIME_MAX INT64_C(9000000000000000) /* JSON numbers are exact up to 2^53 */

static bool wrong(struct problem *out, const struct field *f)
{
    switch (f->kind) {
    case FIELD_INT:
        problem_set(out, 400, "%s must be a whole number from %d to %d.", f->name, f->min, f->max);
        break;
    case FIELD_TEXT:
    case FIELD_NAME:
    case FIELD_WORDS:
        problem_set(out, 400, "%s must be a text of %d to %d bytes.", f->name, f->min, f->max);
        break;
    case FIELD_TIME:
        problem_set(out, 400, "%s must be a whole number of milliseconds.", f->name);
        break;
    default:
        problem_set(out, 400, "%s must be true or false.", f->name);
        break;
    }
    return false;
}

/* Rewrites a text as it is meant (fields.h); false if nothing is left of one that must be there. */
static bool tidy(json_t *value, const struct field *f)
{
    const char *given = json_string_value(value);
    size_t n = strlen(given);
    size_t size = 3 * n + 1; /* of what a composed letter may become */
    char *meant = malloc(size);
    bool ok = meant != NULL;
    if (ok && f->kind == FIELD_WORDS) {
        memcpy(meant, given, n + 1);
        blanks_tidy(meant);
        ok = f->min == 0 || meant[strspn(meant, " \t\n")] != '\0';
    } else if (ok) {
        ok = unicode_name(given, meant, size);
    }
    ok = ok && json_string_set(value, meant) == 0;
    free(meant);
    return ok;
}

static bool take(json_t *value, const struct field *f, struct problem *out)
{
    json_int_t n;
    size_t len;
    switch (f->kind) {
    case FIELD_INT:
        n = json_integer_value(value);
        if (!json_is_integer(value) || n < f->min || n > f->max)
            return wrong(out, f);
        *(int *)f->out = (int)n;
        return true;
    case FIELD_NAME:
    case FIELD_WORDS:
        if (!json_is_string(value) || !tidy(value, f))
            return wrong(out, f);
        /* fall through */
    case FIELD_TEXT:
        len = json_string_length(value);
        if (!json_is_string(value) || len < (size_t)f->min || len > (size_t)f->max)
            return wrong(out, f);
        *(const char **)f->out = json_string_value(value);
        return true;
    case FIELD_TIME: /* ms: a duration, or since 1970 */
        n = json_integer_value(value);
        if (!json_is_integer(value) || n < 0 || n > TIME_MAX)
            return wrong(out, f);
        *(int64_t *)f->out = n;
        return true;
    case FIELD_BOOL:
        if (!json_is_boolean(value))
            return wrong(out, f);
        *(bool *)f->out = json_is_true(value);
        return true;
    default:
        *(json_t **)f->out = value;
        return true;
    }
}

static const struct field *field_named(const struct field *fields, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(fields[i].name, name) == 0)
            return &fields[i];
    return NULL;
}

bool fields_read(const json_t *object, const struct field *fields, int n, struct problem *out)
{
    const char *key;
    json_t *value;
    /* Iterating changes nothing, but Jansson's iterator is not const. */
    json_t *body = (json_t *)(uintptr_t)object;
    json_object_foreach(body, key, value)
    {
        const struct field *f = field_named(fields, n, key);
        if (f == NULL) {
            problem_set(out, 400, "The field \"%.40s\" is unknown here.", key);
            return false;
        }
        if (!take(value, f, out))
            return false;
    }
    for (int i = 0; i < n; i++) {
        if (fields[i].required && json_object_get(object, fields[i].name) == NULL) {
            problem_set(out, 400, "The field %s is missing.", fields[i].name);
            return false;
        }
    }
    return true;
}

/* Counts without parsing. */
static bool is_bounded(const char *bytes, size_t n)
{
    int keys = 0;
    int depth = 0;
    bool text = false;
    for (size_t i = 0; i < n && keys <= FIELDS_KEYS_MAX && depth <= FIELDS_DEPTH_MAX; i++) {
        char c = bytes[i];
        if (text) {
            i += c == '\\';
            text = c != '"';
            continue;
        }
        text = c == '"';
        keys += c == ':';
        depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    }
    return keys <= FIELDS_KEYS_MAX && depth <= FIELDS_DEPTH_MAX;
}

json_t *fields_parse(const char *bytes, size_t n, struct problem *out)
{
    json_error_t error;
    if (n == 0)
        return json_object();
    if (!is_bounded(bytes, n)) {
        problem_set(out, 400, "A body may have %d keys, and lists and objects %d deep.",
                    FIELDS_KEYS_MAX, FIELDS_DEPTH_MAX);
        return NULL;
    }
    json_t *body = json_loadb(bytes, n, JSON_REJECT_DUPLICATES, &error);
    if (body == NULL) {
        problem_set(out, 400, "The body is not JSON: line %d, column %d: %.120s.", error.line,
                    error.column, error.text);
        return NULL;
    }
    if (!json_is_object(body)) {
        json_decref(body);
        problem_set(out, 400, "The body must be a JSON object.");
        return NULL;
    }
    return body;
}
