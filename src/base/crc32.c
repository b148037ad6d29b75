/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/crc32.h"

/* Four bits at a time: a table that can be read, and fast enough for files that are replayed move
 * by move anyway. */
static const uint32_t REST[16] = {
    0x00000000, 0x105ec76f, 0x20bd8ede, 0x30e349b1, 0x417b1dbc, 0x5125dad3, 0x61c69362, 0x7198540d,
    0x82f63b78, 0x92a8fc17, 0xa24bb5a6, 0xb21572c9, 0xc38d26c4, 0xd3d3e1ab, 0xe330a81a, 0xf36e6f75,
};

uint32_t crc32_of(uint32_t before, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    uint32_t crc = ~before;
    for (size_t i = 0; i < size; i++) {
        crc ^= at[i];
        crc = (crc >> 4) ^ REST[crc & 15];
        crc = (crc >> 4) ^ REST[crc & 15];
    }
    return ~crc;
}
