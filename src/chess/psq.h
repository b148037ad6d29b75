/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_CHESS_PSQ_H
#define TENUKI_CHESS_PSQ_H

/* What a piece is worth on a square: summed up incrementally by the position. */

#include "base/score.h"
#include "chess/types.h"

enum { CHESS_PHASE_MAX = 24 };

/* From White's view: negative for black pieces. Constant after chess_init. */
extern Score chess_psq[CHESS_PIECES][CHESS_SQUARES];

/* The part of a full board's non-pawn material that one piece is: 1 a minor, 2 a rook, 4 a queen.
 */
extern const uint8_t chess_phase_weight[CHESS_TYPES];

/* Plain exchange values, pawn = 100. */
extern const int16_t chess_value[CHESS_TYPES];

void chess_init_psq(void);

#endif
