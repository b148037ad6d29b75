/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SHOGI_SEE_H
#define TENUKI_SHOGI_SEE_H

/* Static exchange evaluation. */

#include "shogi/position.h"

/* Does the series of captures on the move's destination, each side using its cheapest piece first
 * and free to stop, bring the mover at least `threshold`, in shogi_exchange_values? The promotion
 * of the move itself counts; recaptures are taken not to promote. Pieces pinned at the start stay
 * pinned. */
bool shogi_see_ge(const ShogiPosition *pos, ShogiMove move, int threshold);

#endif
