/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SHOGI_BB81_H
#define TENUKI_SHOGI_BB81_H

/* Sets of squares. Files 1 to 7 (squares 0..62) are the low word, files 8 and 9 (63..80) start at
 * bit 64: no file straddles the words, and the two halves of a set can be handled as plain 64-bit
 * numbers. Bit 63 and the bits above 81 are always empty in a stored set. */

#include "base/bits.h"
#include "shogi/types.h"

#include <string.h>

__extension__ typedef unsigned __int128 ShogiBits;

enum { SHOGI_LOW_SQUARES = 63, SHOGI_NO_SQUARE = SHOGI_SQUARES };

/* One entry more than there are squares: the last is empty and serves for "no king". Filled by
 * shogi_init. */
extern ShogiBits shogi_square_bits[SHOGI_SQUARES + 1];

static inline ShogiBits shogi_bits(int square) { return shogi_square_bits[square]; }
static inline ShogiBits shogi_bits_join(uint64_t low, uint64_t high)
{
    return (ShogiBits)high << 64 | low;
}
static inline uint64_t shogi_bits_low(ShogiBits set) { return (uint64_t)set; }
static inline uint64_t shogi_bits_high(ShogiBits set) { return (uint64_t)(set >> 64); }

static inline ShogiBits shogi_bits_all(void)
{
    return shogi_bits_join(((uint64_t)1 << 63) - 1, ((uint64_t)1 << 18) - 1);
}
/* Every file's square of that rank (0 to 8). */
static inline ShogiBits shogi_bits_rank(int rank)
{
    return shogi_bits_join((uint64_t)0x0040201008040201 << rank, (uint64_t)0x201 << rank);
}

static inline bool shogi_bits_has(ShogiBits set, int square)
{
    return (set & shogi_square_bits[square]) != 0;
}
static inline int shogi_bits_count(ShogiBits set)
{
    return bits_count(shogi_bits_low(set)) + bits_count(shogi_bits_high(set));
}
static inline bool shogi_bits_several(ShogiBits set) { return (set & (set - 1)) != 0; }

/* The lowest square; the set must not be empty. */
static inline int shogi_bits_first(ShogiBits set)
{
    uint64_t low = shogi_bits_low(set);
    return low ? bits_lowest(low) : SHOGI_LOW_SQUARES + bits_lowest(shogi_bits_high(set));
}

/* Iteration is `while (set) { int square = shogi_bits_take(&set); ... }`. */
static inline int shogi_bits_take(ShogiBits *set)
{
    int square = shogi_bits_first(*set);
    *set &= *set - 1;
    return square;
}

/* Both words in one register, for long rows of ands and ors of sets in memory. */
typedef uint64_t ShogiWide __attribute__((vector_size(16)));

static inline ShogiWide shogi_wide(const ShogiBits *set)
{
    ShogiWide wide;
    memcpy(&wide, set, sizeof wide);
    return wide;
}
static inline ShogiBits shogi_narrow(ShogiWide wide) { return shogi_bits_join(wide[0], wide[1]); }

#endif
