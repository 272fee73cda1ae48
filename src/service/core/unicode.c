#include "service/core/unicode.h"

#include "base/blanks.h"
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

enum { UNITS_MAX = 1024 }; /* of UTF-16 */

/* NFC of a text, with plain blanks if wanted. The buffers are wiped: it may be a password. */
static bool compose(const char *given, bool plain_blanks, char *out, size_t size)
{
    UChar in[UNITS_MAX];
    UChar composed[UNITS_MAX];
    int32_t n = 0;
    int32_t bytes = 0;
    UErrorCode err = U_ZERO_ERROR;
    u_strFromUTF8(in, UNITS_MAX, &n, given, -1, &err);
    for (int32_t i = 0; U_SUCCESS(err) && plain_blanks && i < n; i++)
        if (u_charType(in[i]) == U_SPACE_SEPARATOR) /* all of them are in the first plane */
            in[i] = ' ';
    const UNormalizer2 *nfc = unorm2_getNFCInstance(&err);
    if (U_SUCCESS(err))
        n = unorm2_normalize(nfc, in, n, composed, UNITS_MAX, &err);
    if (U_SUCCESS(err))
        u_strToUTF8(out, (int32_t)size, &bytes, composed, n, &err);
    sodium_memzero(in, sizeof in);
    sodium_memzero(composed, sizeof composed);
    return U_SUCCESS(err) && (size_t)bytes < size;
}

bool unicode_name(const char *given, char *out, size_t size)
{
    char clean[UNITS_MAX];
    if (strlen(given) >= sizeof clean)
        return false;
    snprintf(clean, sizeof clean, "%s", given);
    blanks_tidy(clean);
    char *to = clean;
    for (const char *c = clean; *c != '\0'; c++) {
        bool blank = *c == ' ' || *c == '\n' || *c == '\t';
        if (!blank)
            *to++ = *c;
        else if (to > clean && to[-1] != ' ')
            *to++ = ' ';
    }
    if (to > clean && to[-1] == ' ')
        to--;
    *to = '\0';
    return compose(clean, false, out, size);
}

void unicode_shape(const char *name, char out[UNICODE_SHAPE_BYTES])
{
    UChar a[UNITS_MAX];
    UChar b[UNITS_MAX];
    int32_t n = 0;
    int32_t bytes = 0;
    UErrorCode err = U_ZERO_ERROR;
    USpoofChecker *checker = uspoof_open(&err);
    u_strFromUTF8(a, UNITS_MAX, &n, name, -1, &err);
    /* What differs in case only may look like other letters: "I" like "l", small "M" like "rn". */
    n = uspoof_getSkeleton(checker, 0, a, n, b, UNITS_MAX, &err);
    n = u_strFoldCase(a, UNITS_MAX, b, n, U_FOLD_CASE_DEFAULT, &err);
    n = uspoof_getSkeleton(checker, 0, a, n, b, UNITS_MAX, &err);
    u_strToUTF8(out, UNICODE_SHAPE_BYTES, &bytes, b, n, &err);
    if (U_FAILURE(err) || bytes >= UNICODE_SHAPE_BYTES)
        snprintf(out, UNICODE_SHAPE_BYTES, "%s", name);
    if (out[0] == '\0')
        snprintf(out, UNICODE_SHAPE_BYTES, " ");
    uspoof_close(checker);
}

bool unicode_password(const char *given, char *out, size_t size)
{
    return compose(given, true, out, size);
}
