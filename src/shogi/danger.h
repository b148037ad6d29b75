/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SHOGI_DANGER_H
#define TENUKI_SHOGI_DANGER_H

/* What a side attacks, and where a king may not go. */

#include "shogi/position.h"

/* What `side` attacks with these pieces: those that step, lances, and what moves like bishops and
 * rooks. */
static ALWAYS_INLINE ShogiBits shogi_attacks_of(const ShogiPosition *pos, Side side,
                                                ShogiBits steps, ShogiBits lances,
                                                ShogiBits diagonal, ShogiBits straight,
                                                ShogiBits occupied)
{
    ShogiBits attacked = 0;
    while (steps) {
        int from = shogi_bits_take(&steps);
        attacked |= shogi_step_table[pos->board[from]][from];
    }
    while (lances)
        attacked |= shogi_lance_attacks(side, shogi_bits_take(&lances), occupied);
    while (diagonal)
        attacked |= shogi_bishop_attacks(shogi_bits_take(&diagonal), occupied);
    while (straight)
        attacked |= shogi_rook_attacks(shogi_bits_take(&straight), occupied);
    return attacked;
}

/* The squares around `king` that `enemy` attacks, given the occupied squares (the king itself taken
 * off, or it would shield the squares behind it). Further away the answer is incomplete. */
static inline ShogiBits shogi_danger(const ShogiPosition *pos, int king, Side enemy,
                                     ShogiBits occupied)
{
    const ShogiZones *zones = &shogi_zones[enemy][king];
    const ShogiBits *by_type = pos->by_type;
    ShogiBits enemies = pos->by_side[enemy];
    return shogi_attacks_of(
        pos, enemy, enemies & zones->step, enemies & by_type[SHOGI_LANCE] & zones->lance,
        enemies & zones->bishop & (by_type[SHOGI_BISHOP] | by_type[SHOGI_HORSE]),
        enemies & zones->rook & (by_type[SHOGI_ROOK] | by_type[SHOGI_DRAGON]), occupied);
}

/* All squares that a side attacks. */
static inline ShogiBits shogi_attacked_by(const ShogiPosition *pos, Side side)
{
    const ShogiBits *by_type = pos->by_type;
    ShogiBits pieces = pos->by_side[side];
    return shogi_attacks_of(pos, side, pieces, pieces & by_type[SHOGI_LANCE],
                            pieces & (by_type[SHOGI_BISHOP] | by_type[SHOGI_HORSE]),
                            pieces & (by_type[SHOGI_ROOK] | by_type[SHOGI_DRAGON]),
                            pos->by_side[FIRST] | pos->by_side[SECOND]);
}

#endif
