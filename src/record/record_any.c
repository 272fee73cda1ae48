#include "record/record_any.h"

#include "record/record_json.h"
#include "record/sgf.h"
#include <string.h>

int record_any_read(const struct memory *memory, const char *text, size_t len, int index,
                    struct record *out, struct record_error *error)
{
    size_t mark = len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    text += mark;
    len -= mark;
    size_t first = 0;
    while (first < len && text[first] != '\0' && strchr(" \t\r\n", text[first]) != NULL)
        first++;
    return first < len && text[first] == '{' ? record_json_read(memory, text, len, out, error)
                                             : sgf_read(memory, text, len, index, out, error);
}
