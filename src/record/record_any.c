#include "record/record_any.h"

#include "base/err.h"
#include "record/record_json.h"
#include "record/sgf.h"
#include <string.h>

int record_any_read(const struct memory *memory, const char *text, size_t len, int index,
                    struct record *out, struct record_error *error)
{
    return record_any_read_as(memory, text, len, index, NULL, out, error);
}

int record_any_read_as(const struct memory *memory, const char *text, size_t len, int index,
                       const struct setup *as, struct record *out, struct record_error *error)
{
    size_t mark = len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    text += mark;
    len -= mark;
    size_t first = 0;
    while (first < len && text[first] != '\0' && strchr(" \t\r\n", text[first]) != NULL)
        first++;
    if (first == len || text[first] != '{')
        return sgf_read_as(memory, text, len, index, as, out, error);
    int err = record_json_read(memory, text, len, out, error);
    if (err < 0 || as == NULL || out->setup.game == as->game)
        return err;
    record_free(out);
    record_error_set(error, 0, 0, "the record is of another game", NULL);
    return ERR_UNKNOWN;
}
