#include "base/crc.h"

uint32_t crc32_more(uint32_t before, const void *bytes, size_t n)
{
    const unsigned char *at = bytes;
    uint32_t crc = ~before;
    for (size_t i = 0; i < n; i++) {
        crc ^= at[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (0xedb88320u & (0u - (crc & 1u)));
    }
    return ~crc;
}
