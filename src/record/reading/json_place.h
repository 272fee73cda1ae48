/* json_place.h - the place of a value in a JSON text, for error messages.
 *
 * Jansson reports line and column of syntax errors, but keeps no places after parsing. These
 * functions walk the text again beside the parsed values. The text must be one that Jansson has
 * accepted; an offset always stands on the first byte of a value. Nothing recurses. */
#ifndef JSON_PLACE_H
#define JSON_PLACE_H
#include <stddef.h>
#include <stdint.h>

struct json_place {
    const char *s;
    size_t len;
    /* The last place that was counted; going on from it makes increasing questions linear. */
    size_t counted;
    uint32_t line, column;
};

void json_place_init(struct json_place *p, const char *s, size_t len);

/* The offset of the whole text's value. */
size_t json_place_top(const struct json_place *p);

/* The offset of the member's value in the object at `at`; `at` itself if it is not found there. */
size_t json_place_member(const struct json_place *p, size_t at, const char *name);

/* The offset of the first element of the array at `at`, and of the one after the element at `at`;
 * any offset in the text when there is none. */
size_t json_place_first(const struct json_place *p, size_t at);
size_t json_place_next(const struct json_place *p, size_t at);

/* Line and column (in characters), both from 1. */
void json_place_count(struct json_place *p, size_t at, uint32_t *line, uint32_t *column);

#endif
