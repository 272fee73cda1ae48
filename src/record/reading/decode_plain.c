/* decode_plain.c - the same where there is no iconv, as in WebAssembly: the caller gives UTF-8
 * (browsers have TextDecoder). Other bytes become U+FFFD, and a NUL a blank. */
#include "base/err.h"
#include "base/prefix.h"
#include "record/reading/decode.h"
#include "record/sgf.h"

int decode_bytes(const struct memory *memory, const char *bytes, size_t len, struct decoded *out)
{
    struct sink sink;
    *out = (struct decoded){.text = bytes, .len = len};
    if (len >= 3 && prefix_bom(bytes) > 0) {
        out->text += 3;
        out->len -= 3;
    }
    size_t nul = 0;
    while (nul < out->len && out->text[nul] != '\0')
        nul++;
    if (nul == out->len && sgf_utf8_span(out->text, out->len) == out->len)
        return 0;
    sink_init(&sink, memory);
    for (size_t i = 0; i < out->len; i++) {
        size_t n = sgf_utf8_span(out->text + i, out->len - i);
        sink_mem(&sink, out->text + i, n);
        i += n;
        if (i < out->len)
            sink_str(&sink, "\xef\xbf\xbd");
    }
    for (size_t i = 0; i < sink.len; i++)
        if (sink.buf[i] == '\0')
            sink.buf[i] = ' ';
    if (sink.failed) {
        sink_done(&sink);
        return ERR_NO_MEMORY;
    }
    out->text = sink.buf;
    out->len = sink.len;
    out->owned = sink.cap > 0 ? sink.buf : NULL;
    return 0;
}

void decode_free(const struct memory *memory, struct decoded *d)
{
    if (d->owned != NULL)
        memory->give(memory->context, d->owned);
    d->owned = NULL;
}
