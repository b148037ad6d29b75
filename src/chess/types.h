/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_CHESS_TYPES_H
#define TENUKI_CHESS_TYPES_H

/* Squares, pieces and moves of chess. FIRST is White. A square is 8 * rank + file, a1 = 0. */

#include "base/types.h"

typedef uint64_t ChessBits;

enum {
    CHESS_SQUARES = 64,
    /* Fifteen queens are accepted, so the famous 218 is no bound: 16 pieces with 27 targets are. */
    CHESS_MAX_MOVES = 440,
    CHESS_NO_SQUARE = 64,
};

typedef enum {
    CHESS_NO_TYPE,
    CHESS_PAWN,
    CHESS_KNIGHT,
    CHESS_BISHOP,
    CHESS_ROOK,
    CHESS_QUEEN,
    CHESS_KING,
    CHESS_TYPES,
} ChessType;

/* A piece on the board is its type | side << 3; an empty square is 0. */
typedef uint8_t ChessPiece;

enum { CHESS_PIECES = 16 };

static inline ChessPiece chess_piece(Side side, ChessType type)
{
    return (ChessPiece)(type | side << 3);
}
static inline ChessType chess_type_of(ChessPiece piece) { return (ChessType)(piece & 7); }
static inline Side chess_side_of(ChessPiece piece) { return (Side)(piece >> 3); }

static inline int chess_square(int file, int rank) { return 8 * rank + file; }
static inline int chess_file(int square) { return square & 7; }
static inline int chess_rank(int square) { return square >> 3; }
static inline int chess_relative_rank(Side side, int square)
{
    return chess_rank(square) ^ (side == FIRST ? 0 : 7);
}

/* to (6 bits) | from (6 bits) << 6 | kind << 12. Castling goes from the king's square to the
 * rook's, which is the only form that tells all Chess960 castlings apart from king moves. */
typedef uint16_t ChessMove;

enum {
    CHESS_MOVE_NONE = 0,
    CHESS_MOVE_NULL = 1 | 1 << 6,
};

typedef enum {
    CHESS_NORMAL = 0 << 12,
    CHESS_EN_PASSANT = 1 << 12,
    CHESS_CASTLING = 2 << 12,
    CHESS_PROMOTION = 4 << 12, /* + (type - CHESS_KNIGHT) << 12 */
} ChessMoveKind;

static inline ChessMove chess_move(int from, int to, ChessMoveKind kind)
{
    return (ChessMove)(to | from << 6 | (int)kind);
}
static inline ChessMove chess_move_promoting(int from, int to, ChessType type)
{
    return (ChessMove)(to | from << 6 | CHESS_PROMOTION | (type - CHESS_KNIGHT) << 12);
}
static inline int chess_to(ChessMove move) { return move & 63; }
static inline int chess_from(ChessMove move) { return move >> 6 & 63; }
static inline bool chess_is_promotion(ChessMove move) { return (move & CHESS_PROMOTION) != 0; }
static inline bool chess_is_castling(ChessMove move) { return (move & 0xf000) == CHESS_CASTLING; }
static inline bool chess_is_en_passant(ChessMove move)
{
    return (move & 0xf000) == CHESS_EN_PASSANT;
}
/* Not all 16-bit values are moves of some kind. */
static inline bool chess_kind_exists(ChessMove move) { return 0xf7 >> (move >> 12) & 1; }
static inline ChessType chess_promotion_type(ChessMove move)
{
    return (ChessType)((move >> 12 & 3) + CHESS_KNIGHT);
}

/* Castling rights: one bit for each side and wing. */
typedef enum { CHESS_KING_SIDE, CHESS_QUEEN_SIDE } ChessWing;

static inline unsigned chess_right(Side side, ChessWing wing) { return 1u << (2 * side + wing); }

#endif
