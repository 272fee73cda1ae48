/* fuzz_record_json.c - any bytes as a JSON record: a record that is read must be written and read
 * back the same, and also through SGF if SGF can hold it. */
#include "base/err.h"
#include "record/record_json.h"
#include "record/sgf.h"
#include "rules/position.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* SGF always names the colour of a move. */
static bool all_sides_known(const struct record *r)
{
    for (const struct record_node *n = r->root;;) {
        if (n->move != MOVE_NONE && n->side == 0)
            return false;
        if (n->first_child != NULL) {
            n = n->first_child;
            continue;
        }
        while (n->next == NULL) {
            n = n->parent;
            if (n == NULL)
                return true;
        }
        n = n->next;
    }
}

static void through_sgf(const struct record *r)
{
    struct sink out;
    struct record again;
    struct record_error error;
    sink_init(&out, &memory_heap);
    int err = sgf_write(r, &out);
    ASSERT(err == (r->setup.players == 2 ? 0 : ERR_UNSUPPORTED));
    if (err == 0) {
        err = sgf_read(&memory_heap, out.buf, out.len, 0, &again, &error);
        ASSERT(err == 0);
        ASSERT(record_equal(r, &again) || !all_sides_known(r));
        record_free(&again);
    }
    sink_done(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct record r;
    struct record again;
    struct record_error error;
    const char *text = size > 0 ? (const char *)data : "";
    if (record_json_read(&memory_heap, text, size, &r, &error) < 0) {
        ASSERT(error.text[0] != '\0');
        return 0;
    }
    struct sink first;
    struct sink second;
    sink_init(&first, &memory_heap);
    sink_init(&second, &memory_heap);
    int err = record_json_write(&r, &first);
    ASSERT(err == 0);
    err = record_json_read(&memory_heap, first.buf, first.len, &again, &error);
    ASSERT(err == 0);
    ASSERT(record_equal(&r, &again));
    err = record_json_write(&again, &second);
    ASSERT(err == 0);
    ASSERT(text_same(first.buf, second.buf));
    record_free(&again);
    static struct position p;
    if (record_start_position(&r, &p, &error) == 0)
        through_sgf(&r);
    if (record_position(&r, record_main_end(&r), &p, &error) < 0)
        ASSERT(error.text[0] != '\0');
    sink_done(&first);
    sink_done(&second);
    record_free(&r);
    return 0;
}
