/* row.c - the columns of a row as values of the store (driver.h). */
#include "store/core/row.h"
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

ROW_READER(read_player, struct store_player, PLAYER_ROW)

void store_row_player(const struct store *s, void *row, int column, struct store_player *out)
{
    read_player(s, row, column, out);
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
