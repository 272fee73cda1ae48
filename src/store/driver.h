/* driver.h - what a back end of the store does (only store.c and the back ends include this).
 *
 * The queries are numbered (store.c); a back end prepares each when it is first used. Parameters
 * are written $1, $2, … in the order of their first appearance. */
#ifndef STORE_DRIVER_H
#define STORE_DRIVER_H
#include "store/store.h"
#include <stdarg.h>

enum store_verb {
    VERB_BEGIN,
    VERB_COMMIT,
    VERB_ROLLBACK,
    VERB_SAVEPOINT,
    VERB_RELEASE,
    VERB_UNDO,
    VERB_N
};

struct store_value {
    bool is_text;
    int64_t number;
    const char *text; /* NULL: SQL NULL */
};

/* Called for each row; `row` goes to the driver's row_int and row_text. */
typedef void store_on_row(void *context, const struct store *s, void *row);

struct store_driver {
    int (*open)(const char *where, struct store **out, struct text *why);
    int (*open_reader)(struct store *writer, struct store **out, struct text *why);
    void (*close)(struct store *s);
    int (*verb)(struct store *s, enum store_verb verb);
    /* Returns the number of rows, or ERR_*. */
    int (*query)(struct store *s, int query, const struct store_value *values, int values_n,
                 store_on_row *on_row, void *context);
    int64_t (*row_int)(void *row, int column);
    const char *(*row_text)(void *row, int column); /* "" for NULL */
    int (*schema)(const struct store *s);
    const char *(*failure)(const struct store *s);
};

/* Every back end's handle begins with this. */
struct store {
    const struct store_driver *driver;
};

extern const struct store_driver store_sqlite;

enum { STORE_QUERY_MAILBOX = 128, STORE_QUERY_N = 192 }; /* store.c; mailbox.c */
/* Runs a query; types: 'i' for an int64_t argument, 't' for a text. */
MUST_USE int store_ask(struct store *s, int query, store_on_row *on_row, void *context,
                       const char *types, va_list args);

extern const char *const store_queries[STORE_QUERY_N]; /* NULL: not used */

/* Numbered from 1; applied in order, each in its own transaction. */
struct store_migration {
    const char *what;
    const char *sql;
};
extern const struct store_migration store_migrations[];
extern const int store_migrations_n;

#endif
