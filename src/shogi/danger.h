/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SHOGI_DANGER_H
#define TENUKI_SHOGI_DANGER_H

/* Where a king may not go. */

#include "shogi/position.h"

/* The squares around `king` that `enemy` attacks, given the occupied squares (the king itself taken
 * off, or it would shield the squares behind it). Further away the answer is incomplete. */
static inline ShogiBits shogi_danger(const ShogiPosition *pos, int king, Side enemy,
                                     ShogiBits occupied)
{
    const ShogiBits *by_type = pos->by_type;
    ShogiBits enemies = pos->by_side[enemy];
    ShogiBits danger = 0;
    ShogiBits near = enemies & shogi_step_zone[enemy][king];
    while (near) {
        int from = shogi_bits_take(&near);
        danger |= shogi_step_table[pos->board[from]][from];
    }
    ShogiBits lances = enemies & by_type[SHOGI_LANCE] & shogi_lance_zone[enemy][king];
    while (lances)
        danger |= shogi_lance_attacks(enemy, shogi_bits_take(&lances), occupied);
    ShogiBits diagonal =
        enemies & shogi_bishop_zone[king] & (by_type[SHOGI_BISHOP] | by_type[SHOGI_HORSE]);
    while (diagonal)
        danger |= shogi_bishop_attacks(shogi_bits_take(&diagonal), occupied);
    ShogiBits straight =
        enemies & shogi_rook_zone[king] & (by_type[SHOGI_ROOK] | by_type[SHOGI_DRAGON]);
    while (straight)
        danger |= shogi_rook_attacks(shogi_bits_take(&straight), occupied);
    return danger;
}

#endif
