/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_BASE_TYPES_H
#define TENUKI_BASE_TYPES_H

/* The vocabulary that both games share. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The side that moves first is White in chess and Black (sente) in shogi. */
typedef enum { FIRST, SECOND } Side;

static inline Side other_side(Side side) { return (Side)(side ^ 1); }

#if defined(__GNUC__)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#define COLD __attribute__((cold, noinline))
#define PRINTF_LIKE(format_at, args_at) __attribute__((format(printf, format_at, args_at)))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
/* For the compiler: the condition is known to hold here. */
#define ASSUME(x)                                                                                  \
    do {                                                                                           \
        if (!(x))                                                                                  \
            __builtin_unreachable();                                                               \
    } while (0)
#else
#error "Tenuki needs gcc or clang"
#endif

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

#endif
