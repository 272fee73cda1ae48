#include "base/charset.h"

#include "base/macros.h"
#include <stdbool.h>

/* Encoding Standard, section 4.2 "Names and labels"; `name` is what iconv calls the superset that
 * the standard decodes. ISO-8859-8-I differs from ISO-8859-8 in the direction of display only;
 * x-user-defined and the labels of "replacement" are left out, because they decode to no text. */
static const struct {
    const char *name, *labels; /* separated by blanks, with one at each end */
} charsets[] = {
    {"UTF-8", " unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8 "},
    {"IBM866", " 866 cp866 csibm866 ibm866 "},
    {"ISO-8859-2", " csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2"
                   " iso_8859-2:1987 l2 latin2 "},
    {"ISO-8859-3", " csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3"
                   " iso_8859-3:1988 l3 latin3 "},
    {"ISO-8859-4", " csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4"
                   " iso_8859-4:1988 l4 latin4 "},
    {"ISO-8859-5", " csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595"
                   " iso_8859-5 iso_8859-5:1988 "},
    {"ISO-8859-6", " arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6"
                   " iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6"
                   " iso_8859-6:1987 "},
    {"ISO-8859-7", " csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126"
                   " iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek "},
    {"ISO-8859-8", " csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138"
                   " iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual csiso88598i iso-8859-8-i"
                   " logical "},
    {"ISO-8859-10", " csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6 "},
    {"ISO-8859-13", " iso-8859-13 iso8859-13 iso885913 "},
    {"ISO-8859-14", " iso-8859-14 iso8859-14 iso885914 "},
    {"ISO-8859-15", " csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9 "},
    {"ISO-8859-16", " iso-8859-16 "},
    {"KOI8-R", " cskoi8r koi koi8 koi8-r koi8_r "},
    {"KOI8-U", " koi8-ru koi8-u "},
    {"MACINTOSH", " csmacintosh mac macintosh x-mac-roman "},
    {"WINDOWS-874", " dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874 "},
    {"WINDOWS-1250", " cp1250 windows-1250 x-cp1250 "},
    {"WINDOWS-1251", " cp1251 windows-1251 x-cp1251 "},
    {"WINDOWS-1252", " ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100"
                     " iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii"
                     " windows-1252 x-cp1252 "},
    {"WINDOWS-1253", " cp1253 windows-1253 x-cp1253 "},
    {"WINDOWS-1254", " cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9"
                     " iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254 "},
    {"WINDOWS-1255", " cp1255 windows-1255 x-cp1255 "},
    {"WINDOWS-1256", " cp1256 windows-1256 x-cp1256 "},
    {"WINDOWS-1257", " cp1257 windows-1257 x-cp1257 "},
    {"WINDOWS-1258", " cp1258 windows-1258 x-cp1258 "},
    {"MAC-CYRILLIC", " x-mac-cyrillic x-mac-ukrainian "},
    {"GB18030", " gb18030 chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58"
                " x-gbk "},
    {"BIG5-HKSCS", " big5 big5-hkscs cn-big5 csbig5 x-x-big5 "},
    {"EUC-JP", " cseucpkdfmtjapanese euc-jp x-euc-jp "},
    {"ISO-2022-JP", " csiso2022jp iso-2022-jp "},
    {"CP932", " csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis "},
    {"UHC", " cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601"
            " ksc_5601 windows-949 "},
    {"UTF-16BE", " unicodefffe utf-16be "},
    {"UTF-16LE", " csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le "},
};

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

/* Whether the label is one of the words. */
static bool is_word_of(const char *words, const char *label, size_t n)
{
    for (; *words != '\0'; words++) {
        size_t i = 0;
        if (*words != ' ')
            continue;
        while (i < n && words[1 + i] != '\0' && words[1 + i] == lower(label[i]))
            i++;
        if (i == n && words[1 + n] == ' ')
            return true;
    }
    return false;
}

const char *charset_of(const char *label, size_t n)
{
    while (n > 0 && is_blank(label[n - 1]))
        n--;
    while (n > 0 && is_blank(*label)) {
        label++;
        n--;
    }
    for (size_t i = 0; n > 0 && i < ARRAY_LEN(charsets); i++)
        if (is_word_of(charsets[i].labels, label, n))
            return charsets[i].name;
    return NULL;
}

const char *charset_mark(const char *bytes, size_t n, size_t *mark_n)
{
    static const struct {
        const char *name, *mark;
        size_t n;
    } marks[] = {
        {"UTF-8", "\xef\xbb\xbf", 3}, {"UTF-16BE", "\xfe\xff", 2}, {"UTF-16LE", "\xff\xfe", 2}};
    *mark_n = 0;
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        size_t k = 0;
        while (k < marks[i].n && k < n && bytes[k] == marks[i].mark[k])
            k++;
        if (k == marks[i].n) {
            *mark_n = k;
            return marks[i].name;
        }
    }
    return NULL;
}
