#include "platform/transcode.h"

#include "base/blanks.h"
#include "base/charset.h"
#include <errno.h>
#include <iconv.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char unknown[] = "\xef\xbf\xbd"; /* U+FFFD */

/* A character of UTF-8 that is cut by the end of the bytes is none. */
static uint32_t char_at(const char *bytes, size_t n, size_t *used)
{
    char copy[5] = {0};
    memcpy(copy, bytes, n < 4 ? n : 4);
    return blanks_char(copy, used);
}

static char *copy_utf8(const char *bytes, size_t n, size_t *out_n)
{
    char *out = malloc(3 * n + 1);
    size_t len = 0;
    for (size_t i = 0; out != NULL && i < n;) {
        size_t used;
        uint32_t c = char_at(bytes + i, n - i, &used);
        bool bad = c == UINT32_MAX || (c >= 0xd800 && c <= 0xdfff);
        if (bad) {
            memcpy(out + len, unknown, 3);
            len += 3;
        } else if (c != 0) {
            memcpy(out + len, bytes + i, used);
            len += used;
        }
        i += used;
    }
    if (out != NULL)
        out[len] = '\0';
    *out_n = len;
    return out;
}

/* All of iconv's output; what cannot be decoded becomes U+FFFD. One byte becomes at most 4. */
static char *convert(iconv_t cd, const char *bytes, size_t n, size_t *out_n)
{
    size_t room = 4 * n + 16;
    char *out = malloc(room);
    char *in = malloc(n + 1); /* iconv takes no const bytes */
    char *from = in;
    char *to = out;
    size_t left = n;
    if (out != NULL && in != NULL) {
        memcpy(in, bytes, n);
        while (left > 0 && iconv(cd, &from, &left, &to, &room) == (size_t)-1) {
            if (errno == E2BIG || left == 0 || room < 3)
                break;
            memcpy(to, unknown, 3);
            to += 3;
            room -= 3;
            from++;
            left--;
        }
        *out_n = (size_t)(to - out);
    } else {
        free(out);
        out = NULL;
    }
    free(in);
    return out;
}

char *transcode(const char *charset, const char *bytes, size_t n, size_t *out_n)
{
    if (strcmp(charset, "UTF-8") == 0)
        return copy_utf8(bytes, n, out_n);
    iconv_t cd = iconv_open("UTF-8", charset);
    if (cd == (iconv_t)-1)
        return NULL;
    size_t made_n = 0;
    char *made = convert(cd, bytes, n, &made_n);
    (void)iconv_close(cd);
    char *out = made != NULL ? copy_utf8(made, made_n, out_n) : NULL; /* without NUL */
    free(made);
    return out;
}

const char *transcode_guess(const char *label, const char *bytes, size_t n, size_t *mark_n)
{
    const char *charset = charset_mark(bytes, n, mark_n);
    bool ascii = true;
    bool utf8 = true;
    if (charset != NULL)
        return charset;
    charset = label != NULL ? charset_of(label, strlen(label)) : NULL;
    if (charset != NULL && strncmp(charset, "UTF-16", 6) == 0)
        return charset;
    for (size_t i = 0; utf8 && i < n;) {
        size_t used;
        uint32_t c = char_at(bytes + i, n - i, &used);
        ascii = ascii && c < 0x80;
        utf8 = c != UINT32_MAX;
        i += used;
    }
    if (utf8 && !ascii)
        return "UTF-8";
    return charset != NULL ? charset : utf8 ? "UTF-8" : "WINDOWS-1252";
}
