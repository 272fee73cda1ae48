#include "mail/reading/entities.h"

#include <glib.h>
#include <libxml/HTMLparser.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 32, DIGITS_MAX = 8, UNKNOWN = 0xfffd };

/* Names of HTML 5 that HTML 4 lacks: of ASCII, blanks, quotes, dashes and a few signs. */
static const struct {
    const char *name;
    uint16_t code;
} names[] = {
    {"AMP", '&'},
    {"CloseCurlyDoubleQuote", 0x201d},
    {"CloseCurlyQuote", 0x2019},
    {"COPY", 0xa9},
    {"DiacriticalAcute", 0xb4},
    {"DiacriticalGrave", '`'},
    {"ExponentialE", 0x2147},
    {"GT", '>'},
    {"Hat", '^'},
    {"HorizontalLine", 0x2500},
    {"InvisibleComma", 0x2063},
    {"InvisibleTimes", 0x2062},
    {"LT", '<'},
    {"MediumSpace", 0x205f},
    {"NegativeMediumSpace", 0x200b},
    {"NegativeThickSpace", 0x200b},
    {"NegativeThinSpace", 0x200b},
    {"NegativeVeryThinSpace", 0x200b},
    {"NewLine", '\n'},
    {"NoBreak", 0x2060},
    {"NonBreakingSpace", 0xa0},
    {"OpenCurlyDoubleQuote", 0x201c},
    {"OpenCurlyQuote", 0x2018},
    {"QUOT", '"'},
    {"REG", 0xae},
    {"TRADE", 0x2122},
    {"Tab", '\t'},
    {"ThinSpace", 0x2009},
    {"UnderBar", '_'},
    {"VerticalLine", '|'},
    {"VeryThinSpace", 0x200a},
    {"ZeroWidthSpace", 0x200b},
    {"af", 0x2061},
    {"apos", '\''},
    {"ast", '*'},
    {"bsol", '\\'},
    {"caron", 0x2c7},
    {"check", 0x2713},
    {"checkmark", 0x2713},
    {"colon", ':'},
    {"comma", ','},
    {"commat", '@'},
    {"dash", 0x2010},
    {"dollar", '$'},
    {"emsp13", 0x2004},
    {"emsp14", 0x2005},
    {"equals", '='},
    {"excl", '!'},
    {"grave", '`'},
    {"hairsp", 0x200a},
    {"half", 0xbd},
    {"horbar", 0x2015},
    {"hyphen", 0x2010},
    {"ic", 0x2063},
    {"it", 0x2062},
    {"lbrace", '{'},
    {"lbrack", '['},
    {"lcub", '{'},
    {"ldquor", 0x201e},
    {"lowbar", '_'},
    {"lpar", '('},
    {"lsqb", '['},
    {"lsquor", 0x201a},
    {"midast", '*'},
    {"mldr", 0x2026},
    {"nldr", 0x2025},
    {"num", '#'},
    {"numsp", 0x2007},
    {"percnt", '%'},
    {"period", '.'},
    {"plus", '+'},
    {"puncsp", 0x2008},
    {"quest", '?'},
    {"rbrace", '}'},
    {"rbrack", ']'},
    {"rcub", '}'},
    {"rdquor", 0x201d},
    {"rpar", ')'},
    {"rsqb", ']'},
    {"rsquor", 0x2019},
    {"semi", ';'},
    {"sol", '/'},
    {"verbar", '|'},
    {"vert", '|'},
};

/* Numbers from 128 to 159 are meant as windows-1252 (HTML, "numeric character reference end"). */
static uint32_t meant(uint32_t code)
{
    static const uint16_t windows[] = {
        0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021, 0x2c6,  0x2030, 0x160,
        0x2039, 0x152,  0x8d,   0x17d,  0x8f,   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
        0x2013, 0x2014, 0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0x9d,   0x17e,  0x178};
    if (code >= 0x80 && code < 0x80 + ARRAY_LEN(windows))
        return windows[code - 0x80];
    return code == 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? UNKNOWN : code;
}

/* Behind a number at "&#"; NULL if there is none. */
static const char *take_number(const char *p, const char *end, char out[16])
{
    bool hex = p < end && (*p == 'x' || *p == 'X');
    uint32_t code = 0;
    const char *from = p += hex;
    for (; p < end && (hex ? g_ascii_isxdigit(*p) : g_ascii_isdigit(*p)); p++)
        if (code <= 0x10ffff)
            code = code * (hex ? 16 : 10) + (uint32_t)g_ascii_xdigit_value(*p);
    if (p == from)
        return NULL;
    snprintf(out, 16, "&#%u;", meant(code));
    return p + (p < end && *p == ';');
}

/* Whether HTML 4 knows the name; without a semicolon only the oldest are read, those of Latin-1. */
static bool is_known(const char *name, bool old)
{
    const htmlEntityDesc *e = htmlEntityLookup((const xmlChar *)name);
    return e != NULL && (!old || (e->value <= 0xff && strcmp(name, "apos") != 0));
}

/* Behind a name at "&"; NULL if it needs no mending. */
static const char *take_name(const char *p, const char *end, char out[NAME_BYTES + 8])
{
    char name[NAME_BYTES];
    size_t n = 0;
    while (p + n < end && n + 1 < sizeof name && g_ascii_isalnum(p[n])) {
        name[n] = p[n];
        n++;
    }
    name[n] = '\0';
    bool ended = p + n < end && p[n] == ';';
    for (size_t i = 0; ended && i < ARRAY_LEN(names); i++)
        if (strcmp(names[i].name, name) == 0) {
            snprintf(out, NAME_BYTES + 8, "&#%u;", names[i].code);
            return p + n + 1;
        }
    if (ended && is_known(name, false))
        return NULL;
    for (; n >= 2; name[--n] = '\0') /* the longest beginning that is a name */
        if (is_known(name, true)) {
            snprintf(out, NAME_BYTES + 8, "&%s;", name);
            return p + n;
        }
    return NULL;
}

char *entities_mend(const char *html, size_t n, size_t *out_n)
{
    char *out = malloc(3 * n + 16); /* "&#1" becomes four bytes, "&lt" as well */
    const char *end = html + n;
    char *to = out;
    for (const char *p = html; out != NULL && p < end;) {
        char mended[NAME_BYTES + 8];
        const char *next = NULL;
        if (*p == '&' && p + 1 < end)
            next = p[1] == '#' ? take_number(p + 2, end, mended) : take_name(p + 1, end, mended);
        if (next == NULL) {
            *to++ = *p++;
            continue;
        }
        size_t len = strlen(mended);
        memcpy(to, mended, len);
        to += len;
        p = next;
    }
    if (out != NULL)
        *to = '\0';
    *out_n = out != NULL ? (size_t)(to - out) : 0;
    return out;
}
