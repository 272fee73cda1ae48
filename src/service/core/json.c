#include "service/core/json.h"

json_t *json_of(const struct json_member *members, size_t n)
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
