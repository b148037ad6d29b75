/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SHOGI_TYPES_H
#define TENUKI_SHOGI_TYPES_H

/* Squares, pieces, hands and moves of shogi. FIRST is Black (sente), who plays up the board.
 *
 * A square is 9 * file + rank: file 0 is file 1 (the right edge as Black sees it), rank 0 is rank a
 * (the top). Going up the board is -1, going to the left is +9. */

#include "base/types.h"

enum { SHOGI_SQUARES = 81, SHOGI_MAX_MOVES = 600 };

/* Type | SHOGI_PROMOTED is the promoted piece; gold and king do not promote. */
typedef enum {
    SHOGI_NO_TYPE,
    SHOGI_PAWN,
    SHOGI_LANCE,
    SHOGI_KNIGHT,
    SHOGI_SILVER,
    SHOGI_BISHOP,
    SHOGI_ROOK,
    SHOGI_GOLD,
    SHOGI_KING,
    SHOGI_PRO_PAWN,
    SHOGI_PRO_LANCE,
    SHOGI_PRO_KNIGHT,
    SHOGI_PRO_SILVER,
    SHOGI_HORSE,
    SHOGI_DRAGON,
    SHOGI_TYPES,
    SHOGI_PROMOTED = 8,
    SHOGI_HAND_TYPES = SHOGI_GOLD + 1,
} ShogiType;

/* A piece on the board is its type | side << 4; an empty square is 0. */
typedef uint8_t ShogiPiece;

static inline ShogiPiece shogi_piece(Side side, ShogiType type)
{
    return (ShogiPiece)(type | side << 4);
}
static inline ShogiType shogi_type_of(ShogiPiece piece) { return (ShogiType)(piece & 15); }
static inline Side shogi_side_of(ShogiPiece piece) { return (Side)(piece >> 4); }

/* What a captured piece becomes in the hand. */
static inline ShogiType shogi_unpromoted(ShogiType type)
{
    return type > SHOGI_KING ? (ShogiType)(type & 7) : type;
}
static inline bool shogi_can_promote(ShogiType type) { return type <= SHOGI_ROOK; }

static inline int shogi_square(int file, int rank) { return 9 * file + rank; }
static inline int shogi_file(int square) { return square / 9; }
static inline int shogi_rank(int square) { return square % 9; }
/* The rank as `side` counts it: 0 is the far edge, 0 to 2 the promotion zone. */
static inline int shogi_relative_rank(Side side, int square)
{
    int rank = shogi_rank(square);
    return side == FIRST ? rank : 8 - rank;
}

/* to (7 bits) | from (7 bits) << 7 | promotes << 14 | drop << 15; a drop has its type for `from`.
 */
typedef uint16_t ShogiMove;

enum {
    SHOGI_MOVE_NONE = 0,
    SHOGI_MOVE_NULL = 1 | 1 << 7,
    SHOGI_MOVE_PROMOTES = 1 << 14,
    SHOGI_MOVE_DROPS = 1 << 15,
};

static inline ShogiMove shogi_move(int from, int to) { return (ShogiMove)(to | from << 7); }
static inline ShogiMove shogi_move_promoting(int from, int to)
{
    return (ShogiMove)(to | from << 7 | SHOGI_MOVE_PROMOTES);
}
static inline ShogiMove shogi_move_drop(ShogiType type, int to)
{
    return (ShogiMove)(to | type << 7 | SHOGI_MOVE_DROPS);
}
static inline int shogi_to(ShogiMove move) { return move & 127; }
static inline int shogi_from(ShogiMove move) { return move >> 7 & 127; }
static inline bool shogi_is_drop(ShogiMove move) { return (move & SHOGI_MOVE_DROPS) != 0; }
static inline bool shogi_promotes(ShogiMove move) { return (move & SHOGI_MOVE_PROMOTES) != 0; }
static inline ShogiType shogi_drop_type(ShogiMove move) { return (ShogiType)(move >> 7 & 127); }

#endif
