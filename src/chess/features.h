/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_CHESS_FEATURES_H
#define TENUKI_CHESS_FEATURES_H

/* What a network sees of chess: 768 features for each side, 2 x 6 kinds of pieces on 64 squares,
 * own pieces first, from the own end of the board, mirrored so that the own king is on the files e
 * to h. */

#include "chess/position.h"

enum { CHESS_CODES = CHESS_PIECES * CHESS_SQUARES, CHESS_INPUTS = 2 * 6 * CHESS_SQUARES };

extern NetFeatures chess_features; /* constant after chess_init */

static inline uint16_t chess_code(ChessPiece piece, int square)
{
    return (uint16_t)(piece << 6 | square);
}
static inline bool chess_mirrors(int king) { return chess_file(king) < 4; }

void chess_view(const ChessPosition *pos, NetView *view);

void chess_init_features(void);

#endif
