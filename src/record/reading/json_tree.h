/* json_tree.h - a JSON text as a tree of values, each with its place, for record_json_read.
 *
 * Jansson keeps no places and needs libc; this runs in WebAssembly, too. The text is judged
 * strictly (RFC 8259): UTF-8, no member twice, no number beyond 64 bits, no U+0000, and at most
 * JSON_TREE_DEPTH_MAX levels. Nothing recurses. */
#ifndef JSON_TREE_H
#define JSON_TREE_H
#include "record/record.h"

enum { JSON_TREE_DEPTH_MAX = 64, JSON_TREE_MEMBERS_MAX = 2 * RECORD_PROPERTIES_MAX };

enum json_kind {
    KIND_NULL,
    KIND_FALSE,
    KIND_TRUE,
    KIND_INTEGER,
    KIND_REAL, /* its value is not kept */
    KIND_TEXT,
    KIND_ARRAY,
    KIND_OBJECT
};

/* A value: in the arena, as are its texts. */
struct json_value {
    enum json_kind kind;
    uint32_t at;              /* offset of its first byte */
    uint32_t n;               /* elements or members; bytes of a text */
    const char *name;         /* of a member; else NULL */
    struct json_value *first; /* of an array or object */
    struct json_value *next;  /* behind it in the same one */
    union {
        int64_t integer;
        const char *text; /* NUL-ended */
    };
};

/* The text's value; NULL: *why says why not, and *at where. why is NULL if memory is reached. */
MUST_USE const struct json_value *json_tree_read(struct arena *arena, const char *text, size_t len,
                                                 const char **why, size_t *at);

#endif
