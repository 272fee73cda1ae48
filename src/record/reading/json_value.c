#include "record/reading/json_value.h"

#include "base/err.h"

void json_value_place(struct json_reader *in, size_t at, uint32_t *line, uint32_t *column)
{
    if (at < in->counted || in->counted == 0) {
        in->counted = 0;
        in->line = 1;
        in->column = 1;
    }
    for (; in->counted < at && in->counted < in->len; in->counted++) {
        char c = in->s[in->counted];
        if (c == '\n') {
            in->line++;
            in->column = 1;
        } else if (((unsigned char)c & 0xc0) != 0x80) {
            in->column++;
        }
    }
    *line = in->line;
    *column = in->column;
}

int json_value_fail(struct json_reader *in, size_t at, int err, const char *what, const char *more)
{
    uint32_t line;
    uint32_t column;
    json_value_place(in, at, &line, &column);
    record_error_set(in->error, line, column, what, more, NULL);
    return err;
}

int json_value_full(struct json_reader *in)
{
    bool full = in->r->nodes_n >= RECORD_NODES_MAX;
    record_error_set(in->error, 0, 0, full ? "there are too many nodes" : "out of memory", NULL);
    return full ? ERR_TOO_BIG : ERR_NO_MEMORY;
}

const struct json_value *json_value_member(const struct json_value *object, const char *name)
{
    const struct json_value *v = object->first;
    while (v != NULL && !text_same(v->name, name))
        v = v->next;
    return v;
}

size_t json_value_at(const struct json_value *object, const struct json_value *member)
{
    return member != NULL ? member->at : object->at;
}

bool json_value_is(const struct json_value *v, const char *text)
{
    return v != NULL && v->kind == KIND_TEXT && text_same(v->text, text);
}

int json_value_object(struct json_reader *in, const struct json_value *v, const char *const *names)
{
    if (v->kind != KIND_OBJECT)
        return json_value_fail(in, v->at, ERR_SYNTAX, "an object is expected here", NULL);
    for (const struct json_value *member = v->first; member != NULL; member = member->next) {
        const char *const *name = names;
        while (*name != NULL && !text_same(*name, member->name))
            name++;
        if (*name == NULL)
            return json_value_fail(in, member->at, ERR_SYNTAX, "there is no member named ",
                                   member->name);
    }
    return 0;
}

int json_value_text(struct json_reader *in, const struct json_value *object, const char *name,
                    bool multi_line, const char **out)
{
    const struct json_value *v = json_value_member(object, name);
    if (v == NULL)
        return 0;
    if (v->kind != KIND_TEXT)
        return json_value_fail(in, v->at, ERR_SYNTAX, "a text is expected here", NULL);
    char *copy = arena_copy(&in->r->arena, v->text, v->n);
    if (copy == NULL)
        return json_value_full(in);
    record_clean_text(copy, multi_line);
    *out = copy;
    return 0;
}

int json_value_whole(struct json_reader *in, const struct json_value *v, int64_t min, int64_t max,
                     int64_t *out)
{
    if (v->kind != KIND_INTEGER)
        return json_value_fail(in, v->at, ERR_SYNTAX, "a whole number is expected here", NULL);
    if (v->integer < min || v->integer > max) {
        char buf[64];
        struct text t;
        text_init(&t, buf, sizeof buf);
        text_int(&t, min);
        text_str(&t, " to ");
        text_int(&t, max);
        return json_value_fail(in, v->at, ERR_RANGE, "the number here goes from ", buf);
    }
    *out = v->integer;
    return 0;
}

int json_value_number(struct json_reader *in, const struct json_value *object, const char *name,
                      int64_t min, int64_t max, int64_t *out)
{
    const struct json_value *v = json_value_member(object, name);
    return v == NULL ? 0 : json_value_whole(in, v, min, max, out);
}

int json_value_flag(struct json_reader *in, const struct json_value *object, const char *name,
                    uint8_t flag, uint8_t *flags)
{
    const struct json_value *v = json_value_member(object, name);
    if (v == NULL)
        return 0;
    if (v->kind != KIND_TRUE && v->kind != KIND_FALSE)
        return json_value_fail(in, v->at, ERR_SYNTAX, "true or false is expected here", NULL);
    *flags = (uint8_t)((*flags & ~flag) | (v->kind == KIND_TRUE ? flag : 0));
    return 0;
}

int json_value_array(struct json_reader *in, const struct json_value *object, const char *name,
                     const struct json_value **out)
{
    *out = json_value_member(object, name);
    if (*out == NULL || (*out)->kind == KIND_ARRAY)
        return 0;
    return json_value_fail(in, (*out)->at, ERR_SYNTAX, "an array is expected here", NULL);
}
