#include "record/record_any.h"

#include "base/err.h"
#include "record/reading/decode.h"
#include "record/record_json.h"
#include "record/sgf_int.h"

static int read_text(const struct memory *memory, const char *text, size_t len, int index,
                     const struct setup *as, struct record *out, struct record_error *error)
{
    size_t first = 0;
    while (first < len && sgf_is_blank(text[first]))
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

int record_any_read(const struct memory *memory, const char *bytes, size_t len, int index,
                    struct record *out, struct record_error *error)
{
    return record_any_read_as(memory, bytes, len, index, NULL, out, error);
}

int record_any_read_as(const struct memory *memory, const char *bytes, size_t len, int index,
                       const struct setup *as, struct record *out, struct record_error *error)
{
    struct decoded d;
    if (len > RECORD_INPUT_BYTES) {
        record_error_set(error, 0, 0, "the text is too large (16 MiB at most)", NULL);
        return ERR_TOO_BIG;
    }
    if (decode_bytes(memory, bytes, len, &d) < 0) {
        record_error_set(error, 0, 0, "out of memory", NULL);
        return ERR_NO_MEMORY;
    }
    int err = read_text(memory, d.text, d.len, index, as, out, error);
    decode_free(memory, &d);
    if (err == 0 && d.warning[0] != '\0')
        record_warn(out, 0, 0, d.warning, NULL);
    return err;
}
