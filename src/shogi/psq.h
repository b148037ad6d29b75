/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SHOGI_PSQ_H
#define TENUKI_SHOGI_PSQ_H

/* What pieces are worth, by themselves and by where they stand. */

#include "base/score.h"
#include "shogi/attacks.h"

/* Values of one piece on the board and in hand. */
extern const int16_t shogi_board_values[SHOGI_TYPES];
extern const int16_t shogi_hand_values[SHOGI_HAND_TYPES];

/* What capturing a piece is worth in an exchange: it leaves the one side and joins the other's
 * hand; halved, so that a pawn is still a pawn. The king is beyond price. */
extern const int16_t shogi_exchange_values[SHOGI_TYPES];

/* Piece and square, and piece in hand, as FIRST sees them: negative for SECOND's. Filled by
 * shogi_init; SECOND's are FIRST's on the board turned round. */
extern Score shogi_psq[SHOGI_PIECES][SHOGI_SQUARES];
extern Score shogi_hand_psq[2][SHOGI_HAND_TYPES];

void shogi_psq_init(void);

#endif
