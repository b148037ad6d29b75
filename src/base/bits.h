/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_BASE_BITS_H
#define TENUKI_BASE_BITS_H

/* 64-bit sets. */

#include "base/types.h"

static inline int bits_count(uint64_t set) { return __builtin_popcountll(set); }

/* Index of the lowest and of the highest member; the set must not be empty. */
static inline int bits_lowest(uint64_t set) { return __builtin_ctzll(set); }
static inline int bits_highest(uint64_t set) { return 63 ^ __builtin_clzll(set); }

static inline int bits_take_lowest(uint64_t *set)
{
    int index = bits_lowest(*set);
    *set &= *set - 1;
    return index;
}

static inline bool bits_several(uint64_t set) { return (set & (set - 1)) != 0; }

#endif
