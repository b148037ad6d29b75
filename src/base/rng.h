/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_BASE_RNG_H
#define TENUKI_BASE_RNG_H

/* SplitMix64 (Steele, Lea and Flood 2014): one word of state, every seed is good. */

#include "base/types.h"

typedef struct {
    uint64_t state;
} Rng;

static inline uint64_t rng_next(Rng *rng)
{
    uint64_t z = rng->state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* Uniform in [0, bound); bound is at least 1. */
static inline uint32_t rng_below(Rng *rng, uint32_t bound)
{
    return (uint32_t)(((rng_next(rng) >> 32) * bound) >> 32);
}

#endif
