/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "nnue/kernels.h"

#include "base/clones.h"

#include <string.h>

#define NEURONS 64
#include "nnue/kernels_tmpl.h"
#define NEURONS 128
#include "nnue/kernels_tmpl.h"
#define NEURONS 256
#include "nnue/kernels_tmpl.h"
#define NEURONS 512
#include "nnue/kernels_tmpl.h"

const NetKernels *net_kernels(int neurons)
{
    switch (neurons) {
    case 64: return &kernels_64;
    case 128: return &kernels_128;
    case 256: return &kernels_256;
    case 512: return &kernels_512;
    default: return NULL;
    }
}
