/* row.c - the columns of a row as values of the store (driver.h). */
#include "store/driver.h"
#include <stdio.h>
#include <string.h>

void store_row_copy(const struct store *s, void *row, int column, char *out, size_t size)
{
    snprintf(out, size, "%s", store_row_text(s, row, column));
}

int store_row_name(const struct store *s, void *row, int column, const char *const *names, int n)
{
    const char *text = store_row_text(s, row, column);
    for (int i = 0; i < n; i++)
        if (strcmp(names[i], text) == 0)
            return i;
    return 0;
}

void store_row_player(const struct store *s, void *row, int column, struct store_player *out)
{
    out->id = store_row_int(s, row, column);
    out->kind =
        (enum player_kind)store_row_name(s, row, column + 1, player_kind_name, PLAYER_KIND_N);
    store_row_copy(s, row, column + 2, out->name, sizeof out->name);
}

void store_on_int(void *context, const struct store *s, void *row)
{
    int64_t *out = context;
    *out = store_row_int(s, row, 0);
}

void store_on_id(void *context, const struct store *s, void *row)
{
    struct store_ids *list = context;
    if (list->n < list->limit)
        list->out[list->n++] = store_row_int(s, row, 0);
}
