/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SHOGI_ZOBRIST_H
#define TENUKI_SHOGI_ZOBRIST_H

/* Random numbers whose sums identify a position (Zobrist 1970). */

#include "shogi/attacks.h"

enum { SHOGI_HAND_MAX = 18 };

typedef struct {
    uint64_t board[SHOGI_PIECES][SHOGI_SQUARES];
    /* Entry n is toggled when a hand goes from n of a type to n + 1, or back. */
    uint64_t hand[2][SHOGI_HAND_TYPES][SHOGI_HAND_MAX];
    /* Added, not toggled, once for each piece: no count is needed to keep the sum. */
    uint64_t material[SHOGI_PIECES];
    uint64_t material_hand[2][SHOGI_HAND_TYPES];
} ShogiZobrist;

/* Constant once filled; the same in every run. */
extern ShogiZobrist shogi_zobrist;

void shogi_zobrist_init(void);

#endif
