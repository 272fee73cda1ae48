/* json.h - JSON objects of typed members: the compiler checks each of them, but not the letters of
 * json_pack.
 *
 *     JSON_OBJECT({"id", json_integer(s->id)}, {"name", json_string(s->name)}) */
#ifndef JSON_H
#define JSON_H
#include "base/macros.h"
#include <jansson.h>
#include <stddef.h>

struct json_member {
    const char *name;
    json_t *value; /* given away; NULL: memory was short */
};

/* A new reference; NULL when a value is missing or memory is short. */
json_t *json_of(const struct json_member *members, size_t n);

#define JSON_OBJECT(...)                                                                           \
    json_of((const struct json_member[]){__VA_ARGS__},                                             \
            sizeof((const struct json_member[]){__VA_ARGS__}) / sizeof(struct json_member))

#endif
