/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_CHESS_EVAL_H
#define TENUKI_CHESS_EVAL_H

#include "chess/position.h"

/* Static evaluation in centipawns, from the side to move: material and piece-square values, pawns,
 * mobility, rook files and king safety, tapered by phase. */
int chess_evaluate(const ChessPosition *pos);

#endif
