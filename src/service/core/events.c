#include "service/core/events.h"

#include "base/macros.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const event_type_name[EVENT_TYPE_N] = {
#define EVENT_NAME(name, text, members) text,
    EVENT_TYPES(EVENT_NAME)
#undef EVENT_NAME
};

static const char *const kept[EVENT_TYPE_N] = {
#define EVENT_KEPT(name, text, members) members,
    EVENT_TYPES(EVENT_KEPT)
#undef EVENT_KEPT
};

enum event_type events_type(const char *name)
{
    int i = 0;
    while (i < EVENT_TYPE_N && strcmp(event_type_name[i], name) != 0)
        i++;
    return (enum event_type)i;
}

bool events_told(enum event_type type)
{
    return kept[type] != NULL;
}

static json_t *players_of(const struct topic *topics, int topics_n)
{
    json_t *to = json_array();
    for (int i = 0; i < topics_n; i++)
        if (topics[i].kind == TOPIC_KIND_PLAYER)
            json_array_append_new(to, json_integer(topics[i].id));
    return to;
}

/* Copies the members that the row keeps. */
static void keep(const char *members, const json_t *data, json_t *row)
{
    char name[24];
    while (*members != '\0') {
        size_t n = strcspn(members, " ");
        snprintf(name, sizeof name, "%.*s", (int)n, members);
        json_t *value = json_object_get(data, name);
        if (strcmp(name, "line") == 0)
            value = json_object_get(value, "id");
        if (value != NULL)
            json_object_set(row, name, value);
        members += n + (members[n] == ' ');
    }
}

char *events_row(enum event_type type, const json_t *data, const struct topic *topics, int topics_n)
{
    char *text = NULL;
    if (type == EVENT_TURN) { /* with every move: without building objects */
        int n = asprintf(&text, "{\"ply\":%lld}",
                         (long long)json_integer_value(json_object_get(data, "ply")));
        return n < 0 ? NULL : text;
    }
    json_t *row = json_object();
    json_object_set_new(row, "to", players_of(topics, topics_n));
    keep(kept[type], data, row);
    text = json_dumps(row, JSON_COMPACT);
    json_decref(row);
    return text;
}
