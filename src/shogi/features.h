/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SHOGI_FEATURES_H
#define TENUKI_SHOGI_FEATURES_H

/* What a network sees of shogi: 2344 features for each side, 2 x (14 kinds of pieces on 81 squares
 * + 38 of hands), own pieces first, from the own end of the board, mirrored so that the own king is
 * on the files 1 to 5. A hand of three pawns has three features: at least one, at least two, at
 * least three. So forty pieces always make forty features. */

#include "shogi/position.h"

enum {
    SHOGI_HAND_FEATURES = 18 + 4 + 4 + 4 + 2 + 2 + 4,
    SHOGI_HAND_CODES = SHOGI_PIECES * SHOGI_SQUARES, /* where they begin */
    SHOGI_CODES = SHOGI_HAND_CODES + 2 * SHOGI_HAND_FEATURES,
    SHOGI_INPUTS = 2 * (14 * SHOGI_SQUARES + SHOGI_HAND_FEATURES),
};

extern NetFeatures shogi_features; /* constant after shogi_init */

/* Where the features of each kind in hand begin. */
extern const uint8_t shogi_hand_start[SHOGI_HAND_TYPES];

static inline uint16_t shogi_code(ShogiPiece piece, int square)
{
    return (uint16_t)(piece * SHOGI_SQUARES + square);
}
/* Of the n-th piece of that kind in hand, n from 1. */
static inline uint16_t shogi_hand_code(Side side, ShogiType kind, int n)
{
    return (uint16_t)(SHOGI_HAND_CODES + side * SHOGI_HAND_FEATURES + shogi_hand_start[kind] + n
                      - 1);
}
/* The middle file is never mirrored; a side without a king mirrors nothing. */
static inline bool shogi_mirrors(Side side, int king)
{
    return side == FIRST ? king >= 5 * 9 && king != SHOGI_NO_SQUARE : king < 4 * 9;
}

void shogi_view(const ShogiPosition *pos, NetView *view);

void shogi_features_init(void);

#endif
