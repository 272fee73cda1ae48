/* record_json_none.c - JSON records where there is no Jansson: none is read or written. */
#include "base/err.h"
#include "record/record_json.h"

int record_json_read(const struct memory *memory, const char *text, size_t len, struct record *out,
                     struct record_error *error)
{
    (void)memory;
    (void)text;
    (void)len;
    (void)out;
    record_error_set(error, 1, 1, "this build reads no JSON records", NULL);
    return ERR_UNSUPPORTED;
}

int record_json_write(const struct record *r, struct sink *out)
{
    (void)r;
    (void)out;
    return ERR_UNSUPPORTED;
}
