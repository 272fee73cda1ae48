/* postgres_int.h - rows that postgres.c keeps back, and the arrays as which they travel; what the
 * files of the PostgreSQL back end share. */
#ifndef POSTGRES_INT_H
#define POSTGRES_INT_H
#include "store/driver.h"
#include <libpq-fe.h>
#include <stdatomic.h>

/* "hoshi" and what it is for; the same in every process and version. */
#define PG_LOCK_WRITE   "7526462867042697217"
#define PG_LOCK_MIGRATE "7526462867042697218"

enum { PG_COLUMNS_MAX = 64 };

enum pg_role { PG_WRITER, PG_READER, PG_LISTENER, PG_ROLE_N };

/* Rows of one query, in order. Text is copied into `text`; its value holds the offset there. */
struct pg_rows {
    const char *types; /* 'i' or 't' for each parameter; static */
    int columns, n, cap;
    struct store_value *values; /* [row * columns + column] */
    char *text;
    size_t text_n, text_cap;
};

/* How many rows each queue had. */
struct pg_marks {
    int at[STORE_DEFERRED_N];
};

void pg_rows_init(struct pg_rows *r, const char *types);
void pg_rows_done(struct pg_rows *r);
MUST_USE int pg_rows_add(struct pg_rows *r, const struct store_value *values, int values_n);
void pg_rows_cut(struct pg_rows *r, int n); /* keeps the first n */

/* Parameters for libpq: one array in PostgreSQL's binary form for each column. */
struct pg_arrays {
    int n;
    char *values[PG_COLUMNS_MAX]; /* owned */
    int lengths[PG_COLUMNS_MAX];
    int formats[PG_COLUMNS_MAX];
};
/* Of the rows from … to - 1. Memory that is not to be had ends the process: what was acknowledged is
 * on the disk. */
void pg_rows_arrays(const struct pg_rows *r, int from, int to, struct pg_arrays *out);
void pg_arrays_done(struct pg_arrays *a);

#endif
