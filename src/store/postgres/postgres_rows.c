/* postgres_rows.c - rows kept back by postgres.c, and their arrays in PostgreSQL's binary form:
 *
 *     int32 dimensions = 1, int32 has nulls, int32 type of the elements,
 *     int32 number of elements, int32 first index = 1,
 *     for each: int32 length (-1: NULL), the bytes
 *
 * all in network order. */
#include "base/err.h"
#include "platform/must.h"
#include "store/postgres/postgres_int.h"

#include <stdlib.h>
#include <string.h>

enum { TYPE_INT8 = 20, TYPE_TEXT = 25 };

void pg_rows_init(struct pg_rows *r, const char *types, int keys)
{
    *r = (struct pg_rows){.types = types, .columns = (int)strlen(types), .keys = keys};
}

void pg_rows_done(struct pg_rows *r)
{
    free(r->values);
    free(r->text);
}

static int room_for_row(struct pg_rows *r)
{
    if (r->n < r->cap)
        return 0;
    int cap = r->cap > 0 ? 2 * r->cap : 64;
    struct store_value *more =
        realloc(r->values, (size_t)cap * (size_t)r->columns * sizeof *r->values);
    if (more == NULL)
        return ERR_NO_MEMORY;
    r->values = more;
    r->cap = cap;
    return 0;
}

static int add_text(struct pg_rows *r, const char *text, int64_t *offset)
{
    size_t n = strlen(text) + 1;
    if (r->text_cap - r->text_n < n) {
        size_t cap = 2 * r->text_cap + n + 1024;
        char *more = realloc(r->text, cap);
        if (more == NULL)
            return ERR_NO_MEMORY;
        r->text = more;
        r->text_cap = cap;
    }
    memcpy(r->text + r->text_n, text, n);
    *offset = (int64_t)r->text_n;
    r->text_n += n;
    return 0;
}

int pg_rows_add(struct pg_rows *r, const struct store_value *values, int values_n)
{
    ASSERT(values_n == r->columns);
    int err = room_for_row(r);
    if (err < 0)
        return err;
    struct store_value *row = &r->values[(size_t)r->n * (size_t)r->columns];
    for (int i = 0; i < values_n; i++) {
        ASSERT(values[i].is_text == (r->types[i] == 't'));
        row[i] = values[i];
        if (values[i].is_text && values[i].text != NULL)
            err = add_text(r, values[i].text, &row[i].number);
        if (err < 0)
            return err;
    }
    r->n++;
    return 0;
}

void pg_rows_cut(struct pg_rows *r, int n)
{
    ASSERT(n <= r->n);
    r->n = n;
    if (n == 0)
        r->text_n = 0; /* else the text of rows cut stays until then */
}

static char *put32(char *at, int32_t v)
{
    uint32_t u = (uint32_t)v;
    for (int i = 0; i < 4; i++)
        *at++ = (char)(u >> (24 - 8 * i) & 0xff);
    return at;
}

static char *put64(char *at, int64_t v)
{
    at = put32(at, (int32_t)((uint64_t)v >> 32));
    return put32(at, (int32_t)((uint64_t)v & 0xffffffffu));
}

static bool is_null(const struct store_value *v, bool is_text)
{
    return is_text ? v->text == NULL : v->is_null;
}

/* Where a row's place is kept while rows are sorted by what they are about. */
struct place {
    const struct store_value *keys;
    int keys_n, row;
};

static int compare_keys(const struct place *x, const struct place *y)
{
    for (int i = 0; i < x->keys_n; i++)
        if (x->keys[i].number != y->keys[i].number)
            return x->keys[i].number < y->keys[i].number ? -1 : 1;
    return 0;
}

static int compare_places(const void *a, const void *b)
{
    const struct place *x = a;
    const struct place *y = b;
    int keys = compare_keys(x, y);
    return keys != 0 ? keys : (x->row > y->row) - (x->row < y->row);
}

/* The rows that count, in any order: of those about the same thing only the last. Returns how
 * many. */
static int last_rows(const struct pg_rows *r, int from, int to, int *rows)
{
    int n = 0;
    struct place *places =
        r->keys > 0 ? must_have(malloc((size_t)(to - from) * sizeof *places)) : NULL;
    for (int row = from; row < to; row++) {
        rows[row - from] = row;
        if (r->keys > 0)
            places[row - from] =
                (struct place){&r->values[(row + 1) * r->columns - r->keys], r->keys, row};
    }
    if (places == NULL)
        return to - from;
    qsort(places, (size_t)(to - from), sizeof *places, compare_places);
    for (int i = 0; i < to - from; i++)
        if (i + 1 == to - from || compare_keys(&places[i], &places[i + 1]) != 0)
            rows[n++] = places[i].row;
    free(places);
    return n;
}

static void column_array(const struct pg_rows *r, int column, const int *rows, int rows_n,
                         char **value, int *length)
{
    bool is_text = r->types[column] == 't';
    bool nulls = false;
    size_t size = 20;
    for (int i = 0; i < rows_n; i++) {
        const struct store_value *v = &r->values[rows[i] * r->columns + column];
        nulls = nulls || is_null(v, is_text);
        size += 4 + (!is_text ? 8 : v->text != NULL ? strlen(r->text + v->number) : 0);
    }
    char *out = must_have(malloc(size));
    char *at = put32(out, 1);
    at = put32(at, nulls ? 1 : 0);
    at = put32(at, is_text ? TYPE_TEXT : TYPE_INT8);
    at = put32(at, rows_n);
    at = put32(at, 1);
    for (int i = 0; i < rows_n; i++) {
        const struct store_value *v = &r->values[rows[i] * r->columns + column];
        if (is_null(v, is_text)) {
            at = put32(at, -1);
        } else if (!is_text) {
            at = put64(put32(at, 8), v->number);
        } else {
            size_t n = strlen(r->text + v->number);
            at = put32(at, (int32_t)n);
            memcpy(at, r->text + v->number, n);
            at += n;
        }
    }
    *value = out;
    *length = (int)(at - out);
}

void pg_rows_arrays(const struct pg_rows *r, int from, int to, struct pg_arrays *out)
{
    int *rows = must_have(malloc((size_t)(to - from) * sizeof *rows));
    int rows_n = last_rows(r, from, to, rows);
    out->n = r->columns;
    for (int i = 0; i < r->columns; i++) {
        column_array(r, i, rows, rows_n, &out->values[i], &out->lengths[i]);
        out->formats[i] = 1;
    }
    free(rows);
}

void pg_arrays_done(struct pg_arrays *a)
{
    for (int i = 0; i < a->n; i++)
        free(a->values[i]);
}
