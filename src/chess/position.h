/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_CHESS_POSITION_H
#define TENUKI_CHESS_POSITION_H

/* A chess position with its history. Everything that a search asks at a node is kept up to date by
 * make and unmake; nothing scans the board. */

#include "base/report.h"
#include "base/score.h"
#include "chess/attacks.h"
#include "nnue/accumulator.h"

typedef struct {
    /* Carried from ply to ply. */
    uint64_t key; /* pieces, side to move, castling rights, en-passant file */
    uint64_t pawn_key;
    uint64_t material_key; /* counts of pieces only */
    uint64_t piece_key[2]; /* each side's pieces other than pawns */
    Score psq;             /* from White's view */
    int16_t non_pawn[2];   /* exchange values of each side's knights, bishops, rooks and queens */
    uint8_t phase;         /* CHESS_PHASE_MAX with all pieces on the board, 0 with pawns only */
    uint8_t castling;
    uint8_t en_passant; /* the square behind the pawn; set only if a capture there is legal */
    int32_t halfmove_clock;
    int32_t plies_from_null;
    /* Worked out anew at each ply. */
    ChessPiece captured;
    ChessMove move;        /* the one that led here; CHESS_MOVE_NONE at the start */
    ChessBits checkers;    /* pieces that give check to the side to move */
    ChessBits blockers[2]; /* pieces of either side that alone shield that side's king */
    NetChange change;      /* what the move did to the features of a network */
#ifdef TENUKI_DEBUG
    uint64_t fingerprint; /* of the position before the move */
#endif
} ChessState;

typedef struct {
    uint8_t rook; /* where the castling rook starts; CHESS_NO_SQUARE without a right */
    uint8_t king_to;
    uint8_t rook_to;
    ChessBits empty; /* must be empty but for the king and this rook */
    ChessBits safe;  /* must not be attacked, the king's own square left out */
} ChessCastle;

typedef struct {
    ChessPiece board[CHESS_SQUARES];
    ChessBits by_type[CHESS_TYPES]; /* by_type[CHESS_NO_TYPE] is all pieces */
    ChessBits by_side[2];
    uint8_t count[CHESS_PIECES];
    Side side;
    int game_ply;                        /* half-moves since move 1, White to move */
    bool chess960;                       /* moves are written king-takes-rook */
    uint8_t castle_keeps[CHESS_SQUARES]; /* rights that survive a move from or to the square */
    ChessCastle castle[2][2];
    ChessState *state; /* the present one: the top of the stack */
    ChessState *stack;
    int capacity;
} ChessPosition;

void chess_init_position_tables(void);

ChessPosition *chess_new(void); /* the start position */
void chess_delete(ChessPosition *pos);
void chess_copy(ChessPosition *to, const ChessPosition *from); /* with its history */

/* Room for so many more moves: make itself neither allocates nor checks. */
void chess_reserve(ChessPosition *pos, int plies);

/* The move must be legal, and the null move not made in check. */
void chess_make(ChessPosition *pos, ChessMove move);
/* The key that most legal moves lead to, without making them: castling, taking en passant, a double
 * step that allows it and promotions are left out. For fetching memory ahead, nothing else. */
uint64_t chess_key_after(const ChessPosition *pos, ChessMove move);
void chess_unmake(ChessPosition *pos);
void chess_make_null(ChessPosition *pos);
void chess_unmake_null(ChessPosition *pos);

/* For readers of positions: empty the board, put the pieces, then complete the state. */
void chess_clear(ChessPosition *pos);
void chess_put(ChessPosition *pos, ChessPiece piece, int square);
void chess_complete(ChessPosition *pos);
void chess_allow_castling(ChessPosition *pos, Side side, int rook_square);

/* Whether an enemy pawn may legally take the pawn of the side not to move that has just passed
 * over `square`. */
bool chess_en_passant_is_legal(const ChessPosition *pos, int square);

/* Works everything out from scratch and names what differs. */
bool chess_is_consistent(const ChessPosition *pos, Diag *diag);
/* Board and present state equal in every field. */
bool chess_same(const ChessPosition *a, const ChessPosition *b);

static inline int chess_plies_played(const ChessPosition *pos)
{
    return (int)(pos->state - pos->stack);
}
static inline ChessBits chess_occupied(const ChessPosition *pos)
{
    return pos->by_type[CHESS_NO_TYPE];
}
static inline ChessBits chess_pieces(const ChessPosition *pos, Side side, ChessType type)
{
    return pos->by_side[side] & pos->by_type[type];
}
static inline int chess_king_square(const ChessPosition *pos, Side side)
{
    return bits_lowest(chess_pieces(pos, side, CHESS_KING));
}
static inline ChessPiece chess_piece_at(const ChessPosition *pos, int square)
{
    return pos->board[square];
}
static inline bool chess_in_check(const ChessPosition *pos) { return pos->state->checkers != 0; }
static inline uint64_t chess_key(const ChessPosition *pos) { return pos->state->key; }

static inline ChessBits chess_diagonal_sliders(const ChessPosition *pos)
{
    return pos->by_type[CHESS_BISHOP] | pos->by_type[CHESS_QUEEN];
}
static inline ChessBits chess_straight_sliders(const ChessPosition *pos)
{
    return pos->by_type[CHESS_ROOK] | pos->by_type[CHESS_QUEEN];
}

/* Pieces of both sides that attack a square, given an occupancy. */
static inline ChessBits chess_attackers(const ChessPosition *pos, int square, ChessBits occupied)
{
    return (chess_pawn_attacks(SECOND, square) & chess_pieces(pos, FIRST, CHESS_PAWN))
         | (chess_pawn_attacks(FIRST, square) & chess_pieces(pos, SECOND, CHESS_PAWN))
         | (chess_knight_attacks(square) & pos->by_type[CHESS_KNIGHT])
         | (chess_king_attacks(square) & pos->by_type[CHESS_KING])
         | (chess_bishop_attacks(square, occupied) & chess_diagonal_sliders(pos))
         | (chess_rook_attacks(square, occupied) & chess_straight_sliders(pos));
}

/* All squares that a side attacks. */
static inline ChessBits chess_attacked_by(const ChessPosition *pos, Side side)
{
    ChessBits occupied = chess_occupied(pos);
    ChessBits attacked = chess_pawns_attack(side, chess_pieces(pos, side, CHESS_PAWN));
    for (ChessBits left = pos->by_side[side] & ~pos->by_type[CHESS_PAWN]; left;) {
        int square = bits_take_lowest(&left);
        attacked |= chess_attacks(chess_type_of(pos->board[square]), square, occupied);
    }
    return attacked;
}

static ALWAYS_INLINE bool chess_is_attacked(const ChessPosition *pos, int square, Side by,
                                            ChessBits occupied)
{
    ChessBits enemy = pos->by_side[by];
    return (chess_pawn_attacks(other_side(by), square) & enemy & pos->by_type[CHESS_PAWN])
        || (chess_knight_attacks(square) & enemy & pos->by_type[CHESS_KNIGHT])
        || (chess_king_attacks(square) & enemy & pos->by_type[CHESS_KING])
        || (chess_bishop_attacks(square, occupied) & enemy & chess_diagonal_sliders(pos))
        || (chess_rook_attacks(square, occupied) & enemy & chess_straight_sliders(pos));
}

#endif
