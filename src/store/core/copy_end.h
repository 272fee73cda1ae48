/* copy_end.h - one end of a copy: a whole store, table by table (only copy.c and its two kinds of
 * ends include this).
 *
 * An end has a connection of its own and one transaction: one that reads sees one moment, one that
 * writes leaves all or nothing. */
#ifndef COPY_END_H
#define COPY_END_H
#include "store/core/copy.h"
#include "store/core/driver.h"

enum { COPY_COLUMNS_MAX = 64, COPY_ROWS = 500 };

struct copy_table {
    char name[64];
    int columns_n;
    char columns[COPY_COLUMNS_MAX][64];
    char types[COPY_COLUMNS_MAX + 1]; /* 'i' or 't' */
    bool counts;                      /* its numbers are never reused */
};

struct copy_end {
    const struct copy_kind *kind;
};

/* A row of the table's columns; text is valid until it returns. */
typedef int copy_on_row(void *context, const struct store_value *values, const bool *nulls);

struct copy_kind {
    int (*open)(const char *where, bool writes, struct copy_end **out, struct text *why);
    int (*read)(struct copy_end *e, const struct copy_table *t, copy_on_row *on_row, void *context);
    /* nulls: as values, row by row. */
    int (*write)(struct copy_end *e, const struct copy_table *t, const struct store_value *values,
                 const bool *nulls, int rows);
    /* The last number that was given to a row of a table that counts. */
    int (*last)(struct copy_end *e, const struct copy_table *t, int64_t *out);
    int (*set_last)(struct copy_end *e, const struct copy_table *t, int64_t last);
    int (*commit)(struct copy_end *e);
    const char *(*failure)(const struct copy_end *e);
    void (*close)(struct copy_end *e); /* undoes everything that was not committed */
};
extern const struct copy_kind copy_sqlite, copy_postgres;

/* Writes "a, b, c". */
void copy_columns(const struct copy_table *t, struct text *out);

#endif
