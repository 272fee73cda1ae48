/* json_value.h - the members of a JSON record, judged one by one.
 *
 * Each function returns 0, or a negative ERR_* after it has written line, column and reason
 * into the reader's error. An absent member is no failure: it leaves the output unchanged. Texts
 * are copied into the record's arena. */
#ifndef JSON_VALUE_H
#define JSON_VALUE_H
#include "record/reading/json_tree.h"

struct json_reader {
    const char *s;
    size_t len;
    /* The last place that was counted; going on from it makes increasing questions linear. */
    size_t counted;
    uint32_t line, column;
    struct record *r;
    struct record_error *error;
    struct record_node **nodes; /* [number] in order of the text, without the root */
    size_t nodes_n;
};

/* Line and column (in characters) of an offset in the text, both from 1. */
void json_value_place(struct json_reader *in, size_t at, uint32_t *line, uint32_t *column);

/* Writes the error; returns err. more may be NULL. */
int json_value_fail(struct json_reader *in, size_t at, int err, const char *what, const char *more);
/* There is no more memory, or there are too many nodes. */
int json_value_full(struct json_reader *in);

/* NULL: the object has no such member. */
const struct json_value *json_value_member(const struct json_value *object, const char *name);
/* Where a member stands, or the object if there is none. */
size_t json_value_at(const struct json_value *object, const struct json_value *member);
/* Whether it is a text, and this one. */
bool json_value_is(const struct json_value *v, const char *text);

/* An object with no members but those named (NULL-ended). */
MUST_USE int json_value_object(struct json_reader *in, const struct json_value *v,
                               const char *const *names);
MUST_USE int json_value_whole(struct json_reader *in, const struct json_value *v, int64_t min,
                              int64_t max, int64_t *out);

MUST_USE int json_value_text(struct json_reader *in, const struct json_value *object,
                             const char *name, bool multi_line, const char **out);
MUST_USE int json_value_number(struct json_reader *in, const struct json_value *object,
                               const char *name, int64_t min, int64_t max, int64_t *out);
/* true sets the flag, false clears it. */
MUST_USE int json_value_flag(struct json_reader *in, const struct json_value *object,
                             const char *name, uint8_t flag, uint8_t *flags);
MUST_USE int json_value_array(struct json_reader *in, const struct json_value *object,
                              const char *name, const struct json_value **out);

#endif
