/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chess/see.h"

#include "chess/psq.h"

static ChessType cheapest(const ChessPosition *pos, ChessBits pieces)
{
    ChessType type = CHESS_PAWN;
    while (type < CHESS_KING && !(pieces & pos->by_type[type]))
        type++;
    return type;
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

/* The swap with a running balance: `balance` is what the side about to capture lacks to turn the
 * result in its favour. */
static bool swap_off(const ChessPosition *pos, int square, ChessBits occupied, int balance)
{
    Side side = pos->side;
    ChessBits attackers = chess_attackers(pos, square, occupied);
    bool result = true;
    for (;;) {
        side = other_side(side);
        attackers &= occupied;
        ChessBits own = attackers & pos->by_side[side];
        /* A shield does not leave its king while the piece it shields from is there. */
        if (own & pos->state->blockers[side]) {
            ChessBits shields = own & pos->state->blockers[side];
            int king = chess_king_square(pos, side);
            for (ChessBits rest = shields; rest;) {
                int at = bits_take_lowest(&rest);
                ChessBits line = chess_line(king, at);
                if (!(line & chess_bit(square))
                    && (line & occupied & pos->by_side[other_side(side)]
                        & (chess_diagonal_sliders(pos) | chess_straight_sliders(pos))))
                    own &= ~chess_bit(at);
            }
        }
        if (!own)
            return result;
        result = !result;
        ChessType type = cheapest(pos, own);
        if (type == CHESS_KING) /* may not capture into an attack */
            return attackers & pos->by_side[other_side(side)] ? !result : result;
        balance = chess_value[type] - balance;
        if (balance < (int)result)
            return result;
        ChessBits taker = own & pos->by_type[type];
        occupied ^= taker & -taker;
        attackers |= uncovered(pos, square, occupied, type);
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
    if (balance <= 0)
        return true;
    return swap_off(pos, to, occupied, balance);
}
