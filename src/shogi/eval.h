/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SHOGI_EVAL_H
#define TENUKI_SHOGI_EVAL_H

#include "shogi/position.h"

/* Static evaluation in centipawns, from the side to move: material with hands and piece-square
 * values, tapered by phase, and how safe the kings are. */
int shogi_evaluate(const ShogiPosition *pos);

#endif
