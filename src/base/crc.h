/* crc.h - the CRC-32 of bytes (ISO 3309, as in zip and PNG), to notice damaged files. */
#ifndef CRC_H
#define CRC_H
#include <stddef.h>
#include <stdint.h>

/* The checksum of bytes that follow others whose checksum is `before` (0: none). */
uint32_t crc32_more(uint32_t before, const void *bytes, size_t n);

#endif
