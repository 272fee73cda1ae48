/* fields.h - reads the fields of a JSON object into variables, strictly: one that is missing,
 * unknown, of another type or out of range is a problem (400) that names it and says what is
 * right. */
#ifndef FIELDS_H
#define FIELDS_H
#include "http/wire/problem.h"
#include <stdbool.h>
#include <stddef.h>

enum field_kind {
    FIELD_INT,
    FIELD_TEXT,  /* as it was sent: passwords, records, tokens of programs */
    FIELD_NAME,  /* a name or word on one line: as unicode_name reads it (service/core/unicode.h) */
    FIELD_WORDS, /* what people read: without control characters (base/blanks.h), not all blank */
    FIELD_BOOL,
    FIELD_TIME,
    FIELD_ANY
};

struct field {
    const char *name;
    enum field_kind kind;
    bool required;
    void *out;    /* int *, const char **, bool *, int64_t *, json_t ** (borrowed from the body) */
    int min, max; /* FIELD_INT: its range; of texts as they are read: the length in bytes */
};

enum { FIELDS_KEYS_MAX = 5000, FIELDS_DEPTH_MAX = 32 };

/* The body as an object (a new reference); NULL and a problem if it is not an object, or has more
 * keys or lists in lists than any body needs. An empty body counts as {}. */
MUST_USE json_t *fields_parse(const char *bytes, size_t n, struct problem *out);

/* Reads all fields of an object, whose texts it may rewrite; false and a problem at the first that
 * is not right. */
MUST_USE bool fields_read(const json_t *object, const struct field *fields, int n,
                          struct problem *out);

#endif
