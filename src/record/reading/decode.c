#include "record/reading/decode.h"

#include "base/charset.h"
#include "base/err.h"
#include "base/text.h"
#include "record/sgf.h"
#include <errno.h>
#include <iconv.h>
#include <string.h>

enum { SAMPLE_BYTES = 512 }; /* of a text, to see whether it is UTF-16 */

/* The length of the well-formed character at s, or 0; *bad is then how many bytes are replaced
 * together: the longest beginning of a character (Encoding, 4.3). *cut: the end comes first. */
static size_t character(const unsigned char *s, size_t len, size_t *bad, bool *cut)
{
    unsigned char c = s[0];
    size_t n = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
    *bad = 1;
    *cut = false;
    for (size_t k = 1; k < n; k++) {
        unsigned char low = 0x80;
        unsigned char high = 0xbf;
        if (k == 1) { /* no overlong forms, no surrogates, nothing above U+10FFFF */
            low = c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80;
            high = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
        }
        if (k == len) {
            *cut = true;
            return 0;
        }
        if (s[k] < low || s[k] > high)
            return 0;
        *bad = k + 1;
    }
    return n;
}

/* How well a text is UTF-8. */
struct fit {
    size_t good, bad; /* characters beyond ASCII; pieces that are none */
    size_t tail;      /* bytes of a character that the end has cut */
};

static struct fit fit_utf8(const char *text, size_t len)
{
    struct fit f = {0};
    for (size_t i = 0; i < len;) {
        size_t bad;
        bool cut;
        size_t n = character((const unsigned char *)text + i, len - i, &bad, &cut);
        f.good += n > 1;
        if (cut)
            f.tail = len - i;
        else
            f.bad += n == 0;
        i += n > 0 ? n : bad;
    }
    return f;
}

static void put(struct sink *out, const char *s, size_t n)
{
    sink_mem(out, s, n);
}

static void put_replacement(struct sink *out)
{
    put(out, "\xef\xbf\xbd", 3);
}

/* --- conversions --- */

static void mend_utf8(const char *text, size_t len, struct sink *out)
{
    size_t from = 0;
    for (size_t i = 0; i < len;) {
        size_t bad;
        bool cut;
        size_t n = character((const unsigned char *)text + i, len - i, &bad, &cut);
        if (n == 0) {
            put(out, text + from, i - from);
            put_replacement(out);
            from = i + bad;
        }
        i += n > 0 ? n : bad;
    }
    put(out, text + from, len - from);
}

/* Whether it is one byte a character, with a control character where it has none in 80 to 9f. */
static bool is_windows(const char *charset)
{
    return strncmp(charset, "WINDOWS-", 8) == 0;
}

/* One byte that iconv does not know: browsers read it so. */
static void put_unknown(const char *charset, unsigned char byte, struct sink *out)
{
    if (is_windows(charset) && byte >= 0x80 && byte < 0xa0) {
        char control[2] = {(char)0xc2, (char)byte};
        put(out, control, sizeof control);
        return;
    }
    put_replacement(out);
}

/* Converts by iconv. False: a piece of it has no meaning in the charset. */
static bool convert(const char *charset, const char *bytes, size_t len, struct sink *out)
{
    bool whole = true;
    iconv_t cd = iconv_open("UTF-8", charset);
    if (cd == (iconv_t)-1) {
        out->failed = true;
        return false;
    }
    char *in = (char *)(uintptr_t)bytes; /* its argument is not const, but it only reads */
    size_t left = len;
    while (left > 0) {
        char piece[4096];
        char *to = piece;
        size_t room = sizeof piece;
        size_t n = iconv(cd, &in, &left, &to, &room);
        int why = n == (size_t)-1 ? errno : 0;
        put(out, piece, (size_t)(to - piece));
        if (why != EILSEQ && why != EINVAL)
            continue;
        bool single = is_windows(charset) || strncmp(charset, "ISO-8859", 8) == 0;
        size_t unit = strncmp(charset, "UTF-16", 6) == 0   ? 2
                      : strncmp(charset, "UTF-32", 6) == 0 ? 4
                                                           : 0;
        unsigned char byte = (unsigned char)in[0];
        whole = whole && is_windows(charset) && byte >= 0x80 && byte < 0xa0;
        put_unknown(charset, byte, out);
        /* A second byte that is ASCII may be a bracket, and stands for itself. */
        size_t skip = unit > 0 ? unit
                      : !single && left > 1 && byte > 0x80 && byte < 0xff && (in[1] & 0x80) != 0
                          ? 2
                          : 1;
        skip = skip < left ? skip : left;
        in += skip;
        left -= skip;
    }
    (void)iconv_close(cd);
    return whole;
}

/* --- which charset --- */

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

/* The first value of CA in the text; *n is its length, 0 if there is none. */
static const char *find_label(const char *s, size_t len, size_t *n)
{
    *n = 0;
    for (size_t i = 0; i + 3 < len; i++) {
        if (s[i] != 'C' || s[i + 1] != 'A' || (i > 0 && is_letter(s[i - 1])))
            continue;
        size_t k = i + 2;
        while (k < len && is_blank(s[k]))
            k++;
        if (k >= len || s[k] != '[')
            continue;
        size_t from = k + 1;
        for (k = from; k < len && s[k] != ']' && k - from < 64; k++)
            ;
        *n = k < len && s[k] == ']' ? k - from : 0;
        return s + from;
    }
    return NULL;
}

/* UTF-16 or UTF-32 without a byte order mark: most letters are ASCII, so nearly every other byte is
 * zero, or three of four. NULL: neither. */
static const char *wide_name(const char *s, size_t len)
{
    size_t zeros[4] = {0, 0, 0, 0};
    size_t n = len < SAMPLE_BYTES ? len : SAMPLE_BYTES;
    n -= n % 2;
    for (size_t i = 0; i < n; i++)
        zeros[i % 4] += s[i] == '\0';
    if (zeros[2] * 8 > n && zeros[3] * 8 > n && zeros[0] * 16 < n)
        return "UTF-32LE";
    if (zeros[0] * 8 > n && zeros[1] * 8 > n && zeros[3] * 16 < n)
        return "UTF-32BE";
    if ((zeros[1] + zeros[3]) * 4 > n && (zeros[0] + zeros[2]) * 16 < n)
        return "UTF-16LE";
    if ((zeros[0] + zeros[2]) * 4 > n && (zeros[1] + zeros[3]) * 16 < n)
        return "UTF-16BE";
    return NULL;
}

/* How a text looks as SGF from its first game on: how many values it has, and whether everything
 * outside of them is as it must be. */
struct shape {
    size_t values;
    bool sane;
};

static struct shape shape_of(const char *s, size_t len)
{
    struct shape shape = {0, true};
    bool value = false;
    size_t i = sgf_begin(s, len, 0);
    if (i == len)
        return (struct shape){0, false};
    size_t depth = 0;
    for (; i < len; i++) {
        if (value) {
            if (s[i] == '\\')
                i++;
            else if (s[i] == ']')
                value = false;
        } else if (s[i] == '[') {
            value = true;
            shape.values++;
        } else if (s[i] == '(') {
            depth++;
        } else if (s[i] == ')') {
            if (--depth == 0)
                break;
        } else if (s[i] != ';' && !is_letter(s[i]) && !is_blank(s[i])) {
            shape.sane = false;
        }
    }
    shape.sane = shape.sane && !value;
    return shape;
}

/* A charset of East Asia whose characters may end in a byte that looks like a bracket or a
 * backslash, if the text makes sense only in it. Fills *out. */
static const char *guess(const char *bytes, size_t len, const struct shape *plain, struct sink *out)
{
    static const char *const names[] = {"shift_jis", "gb18030", "big5", "euc-kr"}; /* labels */
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        struct sink s;
        sink_init(&s, out->memory);
        bool whole = convert(charset_of(names[i], strlen(names[i])), bytes, len, &s);
        struct shape shape = shape_of(s.buf, s.len);
        if (whole && !s.failed && shape.sane && (!plain->sane || shape.values > plain->values)) {
            sink_done(out);
            *out = s;
            return names[i];
        }
        sink_done(&s);
    }
    return NULL;
}

static void warn(struct decoded *out, const char *a, const char *b, size_t b_len, const char *c)
{
    struct text t;
    text_init(&t, out->warning, sizeof out->warning);
    text_str(&t, a);
    for (size_t i = 0; i < b_len && i < 40; i++)
        text_char(&t, b[i] >= ' ' && b[i] < 0x7f ? b[i] : '?');
    text_str(&t, c);
}

/* Bytes that are not UTF-8, with the label that CA gives. */
static void decode_by_label(const char *bytes, size_t len, const char *label, size_t label_n,
                            const struct fit *fit, struct decoded *out, struct sink *sink)
{
    const char *c = label_n > 0 ? charset_of(label, label_n) : NULL;
    /* A text in which CA can be read is not UTF-16. */
    if (c != NULL && strcmp(c, "UTF-8") != 0 && strncmp(c, "UTF-16", 6) != 0) {
        if (!convert(c, bytes, len, sink))
            warn(out, "some letters have no meaning in ", label, label_n,
                 ", the charset of CA; they are shown as U+FFFD");
        return;
    }
    if (fit->good > fit->bad) {
        mend_utf8(bytes, len - fit->tail, sink);
        warn(out, "some bytes are not UTF-8; they are shown as U+FFFD", "", 0, "");
        return;
    }
    (void)convert(charset_of("latin1", 6), bytes, len, sink);
    struct shape plain = shape_of(sink->buf, sink->len);
    const char *other = sink->failed ? NULL : guess(bytes, len, &plain, sink);
    if (label_n > 0 && c == NULL)
        warn(out, "the charset ", label, label_n,
             other != NULL ? " is not known; the text fits another one of East Asia"
                           : " is not known; letters beyond ASCII may be wrong");
    else if (other != NULL)
        warn(out, "the text does not say its charset in CA; it was read as ", other, strlen(other),
             "");
}

static bool has(const char *bytes, size_t len, char c)
{
    return len > 0 && memchr(bytes, c, len) != NULL;
}

static bool begins(const char *bytes, size_t len, const char *mark, size_t n)
{
    return len >= n && memcmp(bytes, mark, n) == 0;
}

int decode_bytes(const struct memory *memory, const char *bytes, size_t len, struct decoded *out)
{
    struct sink sink;
    *out = (struct decoded){.text = bytes, .len = len};
    const char *wide = begins(bytes, len, "\xff\xfe\0\0", 4)   ? "UTF-32LE"
                       : begins(bytes, len, "\0\0\xfe\xff", 4) ? "UTF-32BE"
                       : begins(bytes, len, "\xff\xfe", 2)     ? "UTF-16LE"
                       : begins(bytes, len, "\xfe\xff", 2)     ? "UTF-16BE"
                                                               : NULL;
    size_t mark = wide != NULL                            ? (wide[4] == '3' ? 4 : 2)
                  : begins(bytes, len, "\xef\xbb\xbf", 3) ? 3
                                                          : 0;
    bytes += mark;
    len -= mark;
    if (wide == NULL && has(bytes, len, '\0'))
        wide = wide_name(bytes, len);
    sink_init(&sink, memory);
    if (wide != NULL) {
        if (!convert(wide, bytes, len, &sink))
            warn(out, "some letters have no meaning in ", wide, 6, "; they are shown as U+FFFD");
    } else {
        size_t label_n;
        const char *label = find_label(bytes, len, &label_n);
        struct fit fit = fit_utf8(bytes, len);
        const char *c = label_n > 0 ? charset_of(label, label_n) : NULL;
        if (has(bytes, len, '\x1b') && c != NULL && strcmp(c, "ISO-2022-JP") == 0) {
            (void)convert(c, bytes, len, &sink);
        } else if (fit.bad == 0) {
            out->text = bytes;
            out->len = len - fit.tail;
            if (!has(bytes, len, '\0'))
                return 0;
            sink_mem(&sink, out->text, out->len);
        } else {
            decode_by_label(bytes, len, label, label_n, &fit, out, &sink);
        }
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
