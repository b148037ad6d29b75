/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_NNUE_EMBEDDED_H
#define TENUKI_NNUE_EMBEDDED_H

/* The nets that were built in, so that the program needs no file. */

#include "nnue/accumulator.h"

/* Reads the game's net: once, before any thread. A built-in net that cannot be used is a hopeless
 * start. */
void net_embedded_init(const NetFeatures *features);
/* NULL when none was built in. Constant after net_embedded_init. */
const Net *net_embedded(NetGame game);

#endif
