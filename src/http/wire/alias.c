#include "http/wire/alias.h"

#include "base/err.h"
#include "base/macros.h"
#include <string.h>

enum alias_of { ALIAS_PATH, ALIAS_FIELD, ALIAS_EVENT };

static const struct {
    enum alias_of of;
    struct alias name;
} aliases[] = {
    {ALIAS_PATH, {"notices", "notifications"}},
    {ALIAS_PATH, {"notices/read", "notifications/read"}},
    {ALIAS_PATH, {"account/notices", "account/notifications"}},
    {ALIAS_FIELD, {"notices", "notifications"}},
    {ALIAS_EVENT, {"notice", "notification"}},
};

const char *alias_path(const char *path)
{
    for (size_t i = 0; i < ARRAY_LEN(aliases); i++)
        if (aliases[i].of == ALIAS_PATH && strcmp(aliases[i].name.was, path) == 0)
            return aliases[i].name.is;
    return NULL;
}

int alias_answer(json_t *answer)
{
    for (size_t i = 0; i < ARRAY_LEN(aliases); i++) {
        const struct alias *a = &aliases[i].name;
        json_t *value = json_object_get(answer, a->is);
        if (aliases[i].of != ALIAS_FIELD || value == NULL)
            continue;
        if (json_object_set(answer, a->was, value) < 0)
            return ERR_NO_MEMORY;
        (void)json_object_del(answer, a->is);
    }
    return 0;
}

const struct alias *alias_event(const char *type)
{
    for (size_t i = 0; i < ARRAY_LEN(aliases); i++) {
        const struct alias *a = &aliases[i].name;
        if (aliases[i].of == ALIAS_EVENT && (strcmp(a->was, type) == 0 || strcmp(a->is, type) == 0))
            return a;
    }
    return NULL;
}
