/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_BASE_TICKS_H
#define TENUKI_BASE_TICKS_H

/* The processor's own steady counter: cheap enough to be read at every node. */

#include "base/clock.h"

#if defined(__x86_64__) || defined(__i386__)
#define TICKS_SOURCE "time-stamp counter (rdtsc)"
static inline uint64_t ticks_now(void) { return __builtin_ia32_rdtsc(); }
#elif defined(__aarch64__)
#define TICKS_SOURCE "virtual counter (cntvct_el0)"
static inline uint64_t ticks_now(void)
{
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
}
#else
#define TICKS_SOURCE "system clock, in nanoseconds"
static inline uint64_t ticks_now(void) { return (uint64_t)clock_now_ns(); }
#endif

#endif
