#include "service/notifications/notify_words.h"

#include "platform/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *text_of(const json_t *data, const char *name)
{
    const char *text = json_string_value(json_object_get(data, name));
    return text != NULL ? text : "";
}

static long long number_of(const json_t *data, const char *name)
{
    return (long long)json_integer_value(json_object_get(data, name));
}

bool notify_words_of(enum notification_kind kind, const json_t *data, char *out, size_t size)
{
    const json_t *rating = json_object_get(data, "rating");
    const json_t *name = json_object_get(data, "name");
    int n;
    switch (kind) {
    case NOTIFICATION_OVER:
        n = snprintf(out, size, "%s %s %s", text_of(data, "how"), text_of(data, "reason"),
                     text_of(data, "game"));
        if (rating != NULL && n > 0 && (size_t)n < size)
            snprintf(out + n, size - (size_t)n, " %lld", number_of(data, "rating"));
        return true;
    case NOTIFICATION_TOURNAMENT:
        snprintf(out, size, "%s", text_of(data, "state"));
        return true;
    case NOTIFICATION_PUZZLE:
        snprintf(out, size, "%s %s %s", text_of(data, "did"), text_of(data, "puzzle"),
                 text_of(data, "reason"));
        return true;
    case NOTIFICATION_TEAM:
    case NOTIFICATION_SIMUL:
        snprintf(out, size, "%s %lld%s%s", text_of(data, "did"), number_of(data, "id"),
                 name != NULL ? " " : "", text_of(data, "name"));
        return true;
    default:
        return false;
    }
}

/* Cuts the next word off; the rest begins behind one blank. */
static const char *cut(const char *text, char *word, size_t size)
{
    size_t n = strcspn(text, " ");
    snprintf(word, size, "%.*s", (int)n, text);
    return text + n + (text[n] == ' ');
}

static json_t *over_data(const char *text)
{
    char how[16];
    char reason[16];
    char game[24];
    char *end = NULL;
    text = cut(text, how, sizeof how);
    text = cut(text, reason, sizeof reason);
    text = cut(text, game, sizeof game);
    json_t *data = JSON_OBJECT({"how", json_string(how)}, {"reason", json_string(reason)},
                               {"game", json_string(game)});
    long change = strtol(text, &end, 10);
    if (end != text)
        json_object_set_new(data, "rating", json_integer(change));
    return data;
}

static json_t *puzzle_data(const char *text)
{
    char did[16];
    char puzzle[40];
    text = cut(text, did, sizeof did);
    text = cut(text, puzzle, sizeof puzzle);
    return JSON_OBJECT({"did", json_string(did)}, {"puzzle", json_string(puzzle)},
                       {"reason", json_string(text)});
}

static json_t *answer_data(const char *text, bool named)
{
    char did[16];
    char id[24];
    text = cut(text, did, sizeof did);
    text = cut(text, id, sizeof id);
    json_t *data =
        JSON_OBJECT({"did", json_string(did)}, {"id", json_integer(strtoll(id, NULL, 10))});
    if (named)
        json_object_set_new(data, "name", json_string(text));
    return data;
}

json_t *notify_words_data(const struct notification *n)
{
    json_t *data = n->data != NULL && n->data[0] != '\0' ? json_loads(n->data, 0, NULL) : NULL;
    if (data != NULL)
        return data;
    switch (n->kind) {
    case NOTIFICATION_OVER:
        return over_data(n->text);
    case NOTIFICATION_TOURNAMENT:
        return JSON_OBJECT({"state", json_string(n->text)});
    case NOTIFICATION_PUZZLE:
        return puzzle_data(n->text);
    case NOTIFICATION_TEAM:
    case NOTIFICATION_SIMUL:
        return answer_data(n->text, n->kind == NOTIFICATION_TEAM);
    default:
        return json_object();
    }
}
