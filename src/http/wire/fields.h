/* fields.h - reads the fields of a JSON object into variables, strictly: one that is missing,
 * unknown, of another type or out of range is a problem (400) that names it and says what is
 * right. */
#ifndef FIELDS_H
#define FIELDS_H
#include "http/wire/problem.h"
#include <stdbool.h>
#include <stddef.h>

enum field_kind { FIELD_INT, FIELD_TEXT, FIELD_BOOL, FIELD_TIME, FIELD_ANY };

struct field {
    const char *name;
    enum field_kind kind;
    bool required;
    void *out;    /* int *, const char **, bool *, int64_t *, json_t ** (borrowed from the body) */
    int min, max; /* FIELD_INT: its range; FIELD_TEXT: its length in bytes */
};

/* The body as an object (a new reference); NULL and a problem if it is not an object. An empty body
 * counts as {}. */
MUST_USE json_t *fields_parse(const char *bytes, size_t n, struct problem *out);

/* Reads all fields of an object; false and a problem at the first that is not right. */
MUST_USE bool fields_read(const json_t *object, const struct field *fields, int n,
                          struct problem *out);

#endif
