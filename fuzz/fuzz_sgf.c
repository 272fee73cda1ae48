/* fuzz_sgf.c - any bytes as SGF: a record that is read must be written and read back the same, in
 * both formats, and the position at the end of the main line must be drawn. Nothing that is written
 * steers a terminal. (tests/web/records.test.mjs compares the page with it.) */
#include "record/reading/decode.h"
#include "record/record_json.h"
#include "record/sgf.h"
#include "record/svg.h"
#include "record/textboard.h"
#include "rules/position.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void draw(const struct position *p)
{
    static char buf[TEXTBOARD_BYTES];
    const struct textboard_style text_style = {.flags = 15};
    const struct svg_style svg_style = {.flags = 15};
    struct text t;
    struct sink out;
    text_init(&t, buf, sizeof buf);
    textboard_print(p, &text_style, &t);
    ASSERT(!t.full);
    sink_init(&out, &memory_heap);
    svg_print(p, &svg_style, &out);
    ASSERT(!out.failed);
    sink_done(&out);
}

/* No text of a record steers a terminal: UTF-8, and no control characters but line breaks and
 * tabs. */
static void check_text(const char *text, bool lines)
{
    ASSERT(text[0] != '\0' && sgf_utf8_span(text, text_length(text)) == text_length(text));
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        ASSERT(*c != 0x7f && (*c >= ' ' || (lines && *c >= '\t' && *c <= '\r')));
        ASSERT(c[0] != 0xc2 || c[1] >= 0xa0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct record r;
    struct record again;
    struct record_error error;
    struct decoded d;
    int read = decode_bytes(&memory_heap, size > 0 ? (const char *)data : "", size, &d);
    ASSERT(read == 0 && sgf_utf8_span(d.text, d.len) == d.len);
    read = sgf_read(&memory_heap, d.text, d.len, 0, &r, &error);
    decode_free(&memory_heap, &d);
    if (read < 0) {
        check_text(error.text, false);
        return 0;
    }
    for (const struct record_warning *w = r.warnings; w != NULL; w = w->next)
        check_text(w->text, false);
    struct sink first;
    struct sink second;
    sink_init(&first, &memory_heap);
    sink_init(&second, &memory_heap);
    int err = sgf_write(&r, &first);
    ASSERT(err == 0);
    check_text(first.buf, true);
    err = sgf_read(&memory_heap, first.buf, first.len, 0, &again, &error);
    ASSERT(err == 0);
    ASSERT(record_equal(&r, &again));
    err = sgf_write(&again, &second);
    ASSERT(err == 0);
    ASSERT(text_same(first.buf, second.buf));
    record_free(&again);
    sink_done(&first);
    err = record_json_write(&r, &first);
    ASSERT(err == 0);
    err = record_json_read(&memory_heap, first.buf, first.len, &again, &error);
    ASSERT(err == 0);
    ASSERT(record_equal(&r, &again));
    record_free(&again);
    static struct position p;
    if (record_position(&r, record_main_end(&r), &p, &error) == 0)
        draw(&p);
    else
        ASSERT(error.text[0] != '\0');
    sink_done(&first);
    sink_done(&second);
    record_free(&r);
    return 0;
}
