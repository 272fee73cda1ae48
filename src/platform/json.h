/* json.h - JSON objects of typed members: the compiler checks each of them, but not the letters of
 * json_pack.
 *
 *     JSON_OBJECT({"id", json_integer(s->id)}, {"name", json_string(s->name)}) */
#ifndef JSON_H
#define JSON_H
#include <jansson.h>
#include <stddef.h>

struct json_member {
    const char *name;
    json_t *value; /* given away; NULL: memory was short */
};

/* A new reference; NULL when a value is missing or memory is short. */
static inline json_t *json_of(const struct json_member *members, size_t n)
{
    json_t *object = json_object();
    int failed = object == NULL;
    for (size_t i = 0; i < n; i++)
        failed |= json_object_set_new(object, members[i].name, members[i].value);
    if (failed == 0)
        return object;
    json_decref(object);
    return NULL;
}

#define JSON_OBJECT(...)                                                                           \
    json_of((const struct json_member[]){__VA_ARGS__},                                             \
            sizeof((const struct json_member[]){__VA_ARGS__}) / sizeof(struct json_member))

#endif
