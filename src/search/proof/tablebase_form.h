/* tablebase_form.h - the numbers of the file format that making and reading tables share; the
 * format itself is described in tablebase.h. */
#ifndef TABLEBASE_FORM_H
#define TABLEBASE_FORM_H
#include "search/proof/tablebase.h"

#define TABLEBASE_MAGIC "hoshi-tablebase" /* with its zero 16 bytes */

enum {
    TABLEBASE_VERSION = 1,
    TABLEBASE_HEAD_BYTES = 40,
    TABLEBASE_ROW_BYTES = 24,
    TABLEBASE_BLOCK = 256, /* positions */
    TABLEBASE_CODES_MAX = 1 << 16,
};

/* Continues the checksum `sum`; n is a multiple of 8 but in the last call. */
uint64_t tablebase_sum(uint64_t sum, const uint8_t *bytes, uint64_t n);

/* The value of a position that is over, as its side to move would count it. */
struct tablebase_value tablebase_over(const struct position *p);

#endif
