#include "cli/server/admin_text.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static bool ends_in(const char *word, const char *end)
{
    size_t n = strlen(word);
    size_t k = strlen(end);
    return n >= k && strcmp(word + n - k, end) == 0;
}

static bool is_date(const char *key)
{
    return strcmp(key, "at") == 0 || strcmp(key, "until") == 0 || ends_in(key, "_at");
}

static bool is_empty(const json_t *value)
{
    return value == NULL || json_is_null(value) || json_is_false(value) ||
           (json_is_string(value) && json_string_length(value) == 0) ||
           (json_is_array(value) && json_array_size(value) == 0);
}

static void print_words(const char *key)
{
    for (; *key != '\0'; key++)
        putchar(*key == '_' ? ' ' : *key);
}

/* "27 November 2026, 14:05 UTC" */
static void print_date(json_int_t ms)
{
    char text[64] = "";
    struct tm tm;
    time_t s = (time_t)(ms / 1000);
    if (gmtime_r(&s, &tm) != NULL && strftime(text, sizeof text, "%B %Y, %H:%M UTC", &tm) > 0)
        printf("%d %s", tm.tm_mday, text);
}

static void print_parts(const json_t *object, const char *between);

static void print_value(const char *key, const json_t *value)
{
    const char *name = json_string_value(json_object_get(value, "name"));
    size_t i;
    const json_t *one;
    if (json_is_string(value)) {
        fputs(json_string_value(value), stdout);
    } else if (json_is_integer(value) && is_date(key)) {
        print_date(json_integer_value(value));
    } else if (json_is_integer(value)) {
        printf("%lld", (long long)json_integer_value(value));
    } else if (json_is_true(value)) {
        fputs("yes", stdout);
    } else if (json_is_array(value)) {
        json_array_foreach(value, i, one)
        {
            fputs(i > 0 ? ", " : "", stdout);
            print_value(key, one);
        }
    } else if (name != NULL) { /* a player */
        const char *kind = json_string_value(json_object_get(value, "kind"));
        fputs(name, stdout);
        if (kind != NULL && strcmp(kind, "member") != 0)
            printf(" (%s)", kind);
    } else {
        print_parts(value, ", ");
    }
}

static void print_parts(const json_t *object, const char *between)
{
    const char *key;
    const json_t *value;
    bool first = true;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        if (is_empty(value))
            continue;
        fputs(first ? "" : between, stdout);
        first = false;
        print_words(key);
        fputs(between[0] == '\n' ? ": " : " ", stdout);
        print_value(key, value);
    }
}

void admin_text_print(const json_t *answer)
{
    const char *key;
    const json_t *value;
    size_t i;
    const json_t *one;
    bool listed = false;
    json_object_foreach((json_t *)(uintptr_t)answer, key, value)
    {
        if (!json_is_array(value))
            continue;
        listed = true;
        if (json_array_size(value) == 0)
            printf("no %s\n", key);
        json_array_foreach(value, i, one)
        {
            print_parts(one, ", ");
            putchar('\n');
        }
    }
    if (!listed) {
        print_parts(answer, "\n");
        putchar('\n');
    } else if (!is_empty(json_object_get(answer, "next"))) {
        puts("There are more; --json has the number of the last as \"next\".");
    }
}
