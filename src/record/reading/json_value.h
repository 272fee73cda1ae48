/* json_value.h - the members of a JSON record, judged one by one, with the place of each in the
 * text.
 *
 * Each function returns 0, or a negative ERR_* after it has written line, column and reason
 * into the reader's error. An absent member is no failure: it leaves the output unchanged. Texts
 * are copied into the record's arena. */
#ifndef JSON_VALUE_H
#define JSON_VALUE_H
#include "record/reading/json_place.h"
#include "record/record.h"
#include <jansson.h>

struct json_reader {
    struct json_place place;
    struct record *r;
    struct record_error *error;
    struct record_node **nodes; /* [number] in order of the text, without the root */
    size_t nodes_n;
};

/* A value and where it stands. */
struct json_value {
    json_t *json; /* NULL: absent */
    size_t at;
};

/* Writes the error; returns err. more may be NULL. */
int json_value_fail(struct json_reader *in, size_t at, int err, const char *what, const char *more);
/* There is no more memory, or there are too many nodes. */
int json_value_full(struct json_reader *in);

struct json_value json_value_member(struct json_reader *in, struct json_value object,
                                    const char *name);
/* An object with no members but those named (NULL-ended). */
MUST_USE int json_value_object(struct json_reader *in, struct json_value v,
                               const char *const *names);
MUST_USE int json_value_whole(struct json_reader *in, struct json_value v, int64_t min, int64_t max,
                              int64_t *out);

MUST_USE int json_value_text(struct json_reader *in, struct json_value object, const char *name,
                             bool multi_line, const char **out);
MUST_USE int json_value_number(struct json_reader *in, struct json_value object, const char *name,
                               int64_t min, int64_t max, int64_t *out);
/* true sets the flag, false clears it. */
MUST_USE int json_value_flag(struct json_reader *in, struct json_value object, const char *name,
                             uint8_t flag, uint8_t *flags);
MUST_USE int json_value_array(struct json_reader *in, struct json_value object, const char *name,
                              struct json_value *out);

#endif
