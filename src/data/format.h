/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_DATA_FORMAT_H
#define TENUKI_DATA_FORMAT_H

/* The bytes of a game file, for its reader and its writer alone. Numbers are little-endian.
 *
 *   file     magic, a HEAD chunk, GAME chunks
 *   chunk    kind (4), size of the content (4), CRC of these 8 bytes (4), content, its CRC (4)
 *   HEAD     version (2), game (2), settings as text
 *   GAME     number (4), result (1), length of the start (1), plies (2), the start as text (none:
 *            the usual start position), then a move (2) and a score (2) for each ply
 *
 * The head of a chunk has a checksum of its own, so that a damaged size is not taken for a file
 * that ends early. */

#include "base/crc32.h"
#include "data/gamefile.h"

#include <string.h>

#define DATA_MAGIC "TnkGames"

enum {
    DATA_VERSION = 1,
    DATA_MAGIC_SIZE = 8,
    DATA_CHUNK_HEAD = 12,
    DATA_CHUNK_TAIL = 4,
    DATA_HEAD_FIXED = 4,
    DATA_GAME_FIXED = 8,
    DATA_PLY_SIZE = 4,
    DATA_HEAD_MAX = DATA_HEAD_FIXED + DATA_SETTINGS_MAX,
    DATA_GAME_MAX = DATA_GAME_FIXED + DATA_START_MAX + DATA_PLIES_MAX * DATA_PLY_SIZE,
};

_Static_assert(DATA_START_MAX <= 256, "its length must fit into a byte");
_Static_assert(DATA_PLIES_MAX <= UINT16_MAX, "their number must fit into two bytes");

#define DATA_KIND_HEAD "HEAD"
#define DATA_KIND_GAME "GAME"

/* Numbers of the games in HEAD. */
enum { DATA_GAME_CHESS = 1, DATA_GAME_SHOGI = 2 };

static inline void data_put16(uint8_t *at, uint16_t value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}
static inline void data_put32(uint8_t *at, uint32_t value)
{
    data_put16(at, (uint16_t)value);
    data_put16(at + 2, (uint16_t)(value >> 16));
}
static inline uint16_t data_get16(const uint8_t *at) { return (uint16_t)(at[0] | at[1] << 8); }
static inline uint32_t data_get32(const uint8_t *at)
{
    return data_get16(at) | (uint32_t)data_get16(at + 2) << 16;
}

/* Puts head and tail around a content of `size` bytes that stands at at + DATA_CHUNK_HEAD; returns
 * the size of it all. */
static inline size_t data_seal_chunk(uint8_t *at, const char kind[4], size_t size)
{
    uint8_t *content = at + DATA_CHUNK_HEAD;
    memcpy(at, kind, 4);
    data_put32(at + 4, (uint32_t)size);
    data_put32(at + 8, crc32_of(0, at, 8));
    data_put32(content + size, crc32_of(0, content, size));
    return DATA_CHUNK_HEAD + size + DATA_CHUNK_TAIL;
}

#endif
