/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_NNUE_KERNELS_H
#define TENUKI_NNUE_KERNELS_H

/* The loops over neurons, one set for each number of them. */

#include "nnue/net.h"

typedef struct NetKernels {
    /* to = from - rows + rows; at most two of each, at least one. */
    void (*update)(const Net *net, const int16_t *from, int16_t *to, const uint16_t *minus,
                   int minuses, const uint16_t *plus, int pluses);
    /* The same in place, any number of each. */
    void (*apply)(const Net *net, int16_t *to, const uint16_t *minus, int minuses,
                  const uint16_t *plus, int pluses);
    /* Before the output bias, in units of input scale squared times output scale. */
    int32_t (*output)(const Net *net, int bucket, const int16_t *us, const int16_t *them);
} NetKernels;

/* NULL when there is none for that many neurons. */
const NetKernels *net_kernels(int neurons);

#endif
