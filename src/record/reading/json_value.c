#include "record/reading/json_value.h"

#include "base/err.h"
#include "record/sgf.h"
#include <string.h>

int json_value_fail(struct json_reader *in, size_t at, int err, const char *what, const char *more)
{
    uint32_t line;
    uint32_t column;
    json_place_count(&in->place, at, &line, &column);
    record_error_set(in->error, line, column, what, more, NULL);
    return err;
}

int json_value_full(struct json_reader *in)
{
    bool full = in->r->nodes_n >= RECORD_NODES_MAX;
    record_error_set(in->error, 0, 0, full ? "there are too many nodes" : "out of memory", NULL);
    return full ? ERR_TOO_BIG : ERR_NO_MEMORY;
}

struct json_value json_value_member(struct json_reader *in, struct json_value object,
                                    const char *name)
{
    struct json_value out = {.json = json_object_get(object.json, name), .at = object.at};
    if (out.json != NULL)
        out.at = json_place_member(&in->place, object.at, name);
    return out;
}

int json_value_object(struct json_reader *in, struct json_value v, const char *const *names)
{
    if (!json_is_object(v.json))
        return json_value_fail(in, v.at, ERR_SYNTAX, "an object is expected here", NULL);
    void *i = json_object_iter(v.json);
    for (; i != NULL; i = json_object_iter_next(v.json, i)) {
        const char *key = json_object_iter_key(i);
        const char *const *name = names;
        while (*name != NULL && strcmp(*name, key) != 0)
            name++;
        if (*name == NULL)
            return json_value_fail(in, json_place_member(&in->place, v.at, key), ERR_SYNTAX,
                                   "there is no member named ", key);
    }
    return 0;
}

int json_value_text(struct json_reader *in, struct json_value object, const char *name,
                    bool multi_line, const char **out)
{
    struct json_value v = json_value_member(in, object, name);
    if (v.json == NULL)
        return 0;
    if (!json_is_string(v.json))
        return json_value_fail(in, v.at, ERR_SYNTAX, "a text is expected here", NULL);
    char *copy = arena_copy(&in->r->arena, json_string_value(v.json), json_string_length(v.json));
    if (copy == NULL)
        return json_value_full(in);
    record_clean_text(copy, multi_line);
    *out = copy;
    return 0;
}

int json_value_whole(struct json_reader *in, struct json_value v, int64_t min, int64_t max,
                     int64_t *out)
{
    if (!json_is_integer(v.json))
        return json_value_fail(in, v.at, ERR_SYNTAX, "a whole number is expected here", NULL);
    int64_t n = json_integer_value(v.json);
    if (n < min || n > max) {
        char buf[64];
        struct text t;
        text_init(&t, buf, sizeof buf);
        text_int(&t, min);
        text_str(&t, " to ");
        text_int(&t, max);
        return json_value_fail(in, v.at, ERR_RANGE, "the number here goes from ", buf);
    }
    *out = n;
    return 0;
}

int json_value_number(struct json_reader *in, struct json_value object, const char *name,
                      int64_t min, int64_t max, int64_t *out)
{
    struct json_value v = json_value_member(in, object, name);
    return v.json == NULL ? 0 : json_value_whole(in, v, min, max, out);
}

int json_value_flag(struct json_reader *in, struct json_value object, const char *name,
                    uint8_t flag, uint8_t *flags)
{
    struct json_value v = json_value_member(in, object, name);
    if (v.json == NULL)
        return 0;
    if (!json_is_boolean(v.json))
        return json_value_fail(in, v.at, ERR_SYNTAX, "true or false is expected here", NULL);
    *flags = (uint8_t)((*flags & ~flag) | (json_is_true(v.json) ? flag : 0));
    return 0;
}

int json_value_array(struct json_reader *in, struct json_value object, const char *name,
                     struct json_value *out)
{
    *out = json_value_member(in, object, name);
    if (out->json == NULL || json_is_array(out->json))
        return 0;
    return json_value_fail(in, out->at, ERR_SYNTAX, "an array is expected here", NULL);
}
