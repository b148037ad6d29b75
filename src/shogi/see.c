/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shogi/see.h"

#include "shogi/psq.h"

/* Pinned pieces, which may join in only along the line to their king. */
static ShogiBits barred_from(const ShogiPosition *pos, int to)
{
    ShogiBits barred = 0;
    if (LIKELY(!(pos->state->pinned[FIRST] | pos->state->pinned[SECOND])))
        return barred;
    for (int side = FIRST; side <= SECOND; side++) {
        ShogiBits pinned = pos->state->pinned[side];
        while (pinned) {
            int from = shogi_bits_take(&pinned);
            if (!shogi_bits_has(shogi_line(pos->king[side], from), to))
                barred |= shogi_bits(from);
        }
    }
    return barred;
}

/* The cheapest of the attackers, which are not empty; there are seldom more than two or three. */
static int cheapest(const ShogiPosition *pos, ShogiBits attackers)
{
    /* The order of the exchange values. */
    static const uint8_t RANK[SHOGI_TYPES] = {
        [SHOGI_PAWN] = 0,      [SHOGI_LANCE] = 1,      [SHOGI_PRO_PAWN] = 2, [SHOGI_KNIGHT] = 3,
        [SHOGI_PRO_LANCE] = 4, [SHOGI_PRO_KNIGHT] = 5, [SHOGI_SILVER] = 6,   [SHOGI_PRO_SILVER] = 7,
        [SHOGI_GOLD] = 8,      [SHOGI_BISHOP] = 9,     [SHOGI_ROOK] = 10,    [SHOGI_HORSE] = 11,
        [SHOGI_DRAGON] = 12,   [SHOGI_KING] = 13,
    };
    int best = shogi_bits_take(&attackers);
    while (attackers) {
        int square = shogi_bits_take(&attackers);
        if (RANK[shogi_type_of(pos->board[square])] < RANK[shogi_type_of(pos->board[best])])
            best = square;
    }
    return best;
}

/* What attacks `to` through the square that a piece has just left. */
static ShogiBits uncovered(const ShogiPosition *pos, int to, int left, ShogiBits occupied)
{
    ShogiBits bit = shogi_bits(left);
    if (bit & shogi_bishop_rays[to])
        return shogi_bishop_attacks(to, occupied)
             & (pos->by_type[SHOGI_BISHOP] | pos->by_type[SHOGI_HORSE]);
    if (!(bit & shogi_rook_rays[to]))
        return 0;
    ShogiBits lances = pos->by_type[SHOGI_LANCE];
    return (shogi_rook_attacks(to, occupied)
            & (pos->by_type[SHOGI_ROOK] | pos->by_type[SHOGI_DRAGON]))
         | (shogi_lance_attacks(FIRST, to, occupied) & lances & pos->by_side[SECOND])
         | (shogi_lance_attacks(SECOND, to, occupied) & lances & pos->by_side[FIRST]);
}

/* The series goes on as long as the side to capture is behind; who cannot, or may not, go on then
 * has lost the bet. `balance` is what the side that has just captured is ahead of its goal if its
 * piece is lost (after Stockfish's see_ge). */
bool shogi_see_ge(const ShogiPosition *pos, ShogiMove move, int threshold)
{
    const int16_t *value = shogi_exchange_values;
    Side us = pos->side_to_move, them = other_side(us), side = us;
    int to = shogi_to(move);
    ShogiBits occupied = shogi_occupied(pos) | shogi_bits(to);
    ShogiType type;
    int balance = -threshold;
    if (shogi_is_drop(move)) {
        type = shogi_drop_type(move);
    } else {
        ShogiType before = shogi_type_of(pos->board[shogi_from(move)]);
        type = shogi_promotes(move) ? (ShogiType)(before | SHOGI_PROMOTED) : before;
        balance += value[shogi_type_of(pos->board[to])] + value[type] - value[before];
        occupied ^= shogi_bits(shogi_from(move));
    }
    if (balance < 0)
        return false;
    balance -= value[type];
    if (balance >= 0)
        return true;

    /* Often the first answer settles it: there is none, or it wins even if its piece is lost. */
    ShogiBits attackers = shogi_attackers(pos, them, to, occupied);
    if (!attackers)
        return true;
    ShogiBits able = ~barred_from(pos, to);
    if (!(attackers & able))
        return true;
    type = shogi_type_of(pos->board[cheapest(pos, attackers & able)]);
    if (type != SHOGI_KING && -balance - 1 >= value[type])
        return false;
    attackers |= shogi_attackers(pos, us, to, occupied);
    for (;;) {
        side = other_side(side);
        attackers &= occupied & able;
        ShogiBits own = attackers & pos->by_side[side];
        if (!own)
            break;
        int from = cheapest(pos, own);
        type = shogi_type_of(pos->board[from]);
        balance = -balance - 1 - value[type];
        if (balance >= 0 && type != SHOGI_KING) {
            side = other_side(side);
            break;
        }
        occupied ^= shogi_bits(from);
        attackers |= uncovered(pos, to, from, occupied);
        if (type == SHOGI_KING) {
            /* A king may not capture what is still guarded. */
            if (!(attackers & occupied & able & pos->by_side[other_side(side)]))
                side = other_side(side);
            break;
        }
    }
    return side != us;
}
