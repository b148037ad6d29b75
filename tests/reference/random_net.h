/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_TESTS_RANDOM_NET_H
#define TENUKI_TESTS_RANDOM_NET_H

#include "nnue/accumulator.h"

/* A net of weights by chance, large enough to reach every clip of the arithmetic. */
Net *random_net(const NetFeatures *features, int neurons, uint64_t seed);

#endif
