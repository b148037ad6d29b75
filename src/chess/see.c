/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chess/see.h"

#include "chess/psq.h"

/* A pawn that reaches its last rank comes back as a queen, so it is spent like one. */
static ChessType cheapest(const ChessPosition *pos, ChessBits pieces, bool promotes)
{
    ChessType type = promotes ? CHESS_KNIGHT : CHESS_PAWN;
    while (type < CHESS_QUEEN && !(pieces & pos->by_type[type]))
        type++;
    if (type < CHESS_QUEEN)
        return type;
    if (promotes && (pieces & pos->by_type[CHESS_PAWN]))
        return CHESS_PAWN;
    return pieces & pos->by_type[CHESS_QUEEN] ? CHESS_QUEEN : CHESS_KING;
}

/* Sliders that a departing piece uncovers. */
static ChessBits uncovered(const ChessPosition *pos, int square, ChessBits occupied, ChessType gone)
{
    ChessBits found = 0;
    if (gone == CHESS_PAWN || gone == CHESS_BISHOP || gone == CHESS_QUEEN)
        found |= chess_bishop_attacks(square, occupied) & chess_diagonal_sliders(pos);
    if (gone == CHESS_ROOK || gone == CHESS_QUEEN)
        found |= chess_rook_attacks(square, occupied) & chess_straight_sliders(pos);
    return found;
}

/* The swap with a running balance: what the side about to capture wins by it, over what it needs to
 * turn the result in its favour. Pins are not looked at. */
static bool swap_off(const ChessPosition *pos, int square, ChessBits occupied, int balance)
{
    Side side = other_side(pos->side);
    ChessBits attackers = chess_attackers(pos, square, occupied) & occupied;
    bool result = true;
    for (;;) {
        ChessBits own = attackers & pos->by_side[side];
        if (!own)
            return result;
        bool last_rank = chess_relative_rank(side, square) == 7;
        ChessType type = cheapest(pos, own, last_rank);
        int risk = chess_value[type];
        if (last_rank && type == CHESS_PAWN) {
            risk = chess_value[CHESS_QUEEN];
            balance += risk - chess_value[CHESS_PAWN];
        }
        if (balance < (int)result)
            return result;
        if (type == CHESS_KING && (attackers & pos->by_side[other_side(side)]))
            return result; /* it may not capture into an attack */
        result = !result;
        balance = risk - balance;
        ChessBits taker = own & pos->by_type[type];
        occupied ^= taker & -taker;
        attackers = (attackers | uncovered(pos, square, occupied, type)) & occupied;
        side = other_side(side);
    }
}

bool chess_see_ge(const ChessPosition *pos, ChessMove move, int threshold)
{
    if (chess_is_castling(move))
        return threshold <= 0;
    int from = chess_from(move), to = chess_to(move);
    ChessType mover = chess_type_of(pos->board[from]);
    ChessBits occupied = (chess_occupied(pos) ^ chess_bit(from)) | chess_bit(to);
    int gain = chess_value[chess_type_of(pos->board[to])];
    if (chess_is_en_passant(move)) {
        gain = chess_value[CHESS_PAWN];
        occupied ^= chess_bit(to ^ 8);
    }
    if (chess_is_promotion(move)) {
        mover = chess_promotion_type(move);
        gain += chess_value[mover] - chess_value[CHESS_PAWN];
    }
    int balance = gain - threshold;
    if (balance < 0)
        return false;
    balance = chess_value[mover] - balance;
    /* Good even if the piece is lost; only a pawn that promotes on it could take more. */
    if (balance <= 0 && chess_relative_rank(other_side(pos->side), to) != 7)
        return true;
    return swap_off(pos, to, occupied, balance);
}
