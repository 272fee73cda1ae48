/* charset.h - the labels of character sets that mails and records give, as the Encoding Standard
 * of the WHATWG reads them: "latin1", "iso-8859-1" and "us-ascii" all mean windows-1252, "gb2312"
 * means GBK, "shift_jis" means code page 932. Browsers decode by the same table (TextDecoder). */
#ifndef CHARSET_H
#define CHARSET_H
#include <stddef.h>

/* The name for iconv of the character set that a label of n bytes stands for; blanks around it and
 * the case of letters do not matter. NULL: the standard does not know the label. */
const char *charset_of(const char *label, size_t n);

/* The character set of the byte order mark that n bytes begin with, and its length; NULL: none. */
const char *charset_mark(const char *bytes, size_t n, size_t *mark_n);

#endif
