/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_CHESS_ATTACKS_H
#define TENUKI_CHESS_ATTACKS_H

/* Where pieces reach. Sliders look their attacks up in a table, indexed by the occupancy of the
 * squares that can block them: extracted by PEXT where the processor does that fast, multiplied by
 * a magic factor (Kannan, 2007) elsewhere. Which one is decided once, at start. */

#include "base/bits.h"
#include "chess/types.h"

#define CHESS_FILE_A 0x0101010101010101u
#define CHESS_FILE_H 0x8080808080808080u
#define CHESS_RANK_1 0x00000000000000ffu

static inline ChessBits chess_bit(int square) { return (ChessBits)1 << square; }
static inline ChessBits chess_rank_bits(int rank) { return (ChessBits)CHESS_RANK_1 << 8 * rank; }

typedef struct {
    ChessBits mask;
    const ChessBits *attacks;
    uint64_t factor;
    unsigned shift;
} ChessSlider;

typedef struct {
    bool use_pext;
    ChessBits pawn[2][CHESS_SQUARES];
    ChessBits knight[CHESS_SQUARES];
    ChessBits king[CHESS_SQUARES];
    ChessSlider bishop[CHESS_SQUARES];
    ChessSlider rook[CHESS_SQUARES];
    ChessBits between[CHESS_SQUARES][CHESS_SQUARES]; /* exclusive; empty when not on a line */
    ChessBits line[CHESS_SQUARES][CHESS_SQUARES];    /* edge to edge; empty when not on a line */
    ChessBits diagonal[CHESS_SQUARES];               /* in the direction of a1-h8 */
    ChessBits antidiagonal[CHESS_SQUARES];
} ChessAttackTables;

/* Constant after chess_init. */
extern ChessAttackTables chess_tables;

/* Fills every table of this folder; more calls do nothing. Before any thread is started. */
void chess_init(void);

/* The two ways to index a slider's table, by name, so that a test can compare them. */
bool chess_pext_is_fast(void);
void chess_init_sliders(bool use_pext);

static inline uint64_t chess_pext(uint64_t value, uint64_t mask)
{
#if defined(__x86_64__)
    uint64_t result;
    /* An instruction by name: the build may be for a processor without it, the choice is made at
     * start. */
    __asm__("pextq %2, %1, %0" : "=r"(result) : "r"(value), "rm"(mask));
    return result;
#else
    (void)value, (void)mask;
    return 0;
#endif
}

static ALWAYS_INLINE ChessBits chess_slide(const ChessSlider *slider, ChessBits occupied)
{
#if defined(__x86_64__)
    if (LIKELY(chess_tables.use_pext))
        return slider->attacks[chess_pext(occupied, slider->mask)];
#endif
    return slider->attacks[((occupied & slider->mask) * slider->factor) >> slider->shift];
}

static ALWAYS_INLINE ChessBits chess_bishop_attacks(int square, ChessBits occupied)
{
    return chess_slide(&chess_tables.bishop[square], occupied);
}
static ALWAYS_INLINE ChessBits chess_rook_attacks(int square, ChessBits occupied)
{
    return chess_slide(&chess_tables.rook[square], occupied);
}
static ALWAYS_INLINE ChessBits chess_queen_attacks(int square, ChessBits occupied)
{
    return chess_bishop_attacks(square, occupied) | chess_rook_attacks(square, occupied);
}
static ALWAYS_INLINE ChessBits chess_pawn_attacks(Side side, int square)
{
    return chess_tables.pawn[side][square];
}
static ALWAYS_INLINE ChessBits chess_knight_attacks(int square)
{
    return chess_tables.knight[square];
}
static ALWAYS_INLINE ChessBits chess_king_attacks(int square) { return chess_tables.king[square]; }
static ALWAYS_INLINE ChessBits chess_between(int a, int b) { return chess_tables.between[a][b]; }
static ALWAYS_INLINE ChessBits chess_line(int a, int b) { return chess_tables.line[a][b]; }

/* Attacks of any piece but a pawn. */
static ALWAYS_INLINE ChessBits chess_attacks(ChessType type, int square, ChessBits occupied)
{
    switch (type) {
    case CHESS_KNIGHT: return chess_knight_attacks(square);
    case CHESS_BISHOP: return chess_bishop_attacks(square, occupied);
    case CHESS_ROOK: return chess_rook_attacks(square, occupied);
    case CHESS_QUEEN: return chess_queen_attacks(square, occupied);
    case CHESS_KING: return chess_king_attacks(square);
    default: return 0;
    }
}

/* All squares attacked by a set of pawns; one step forward. */
static ALWAYS_INLINE ChessBits chess_pawns_attack(Side side, ChessBits pawns)
{
    return side == FIRST ? (pawns & ~CHESS_FILE_A) << 7 | (pawns & ~CHESS_FILE_H) << 9
                         : (pawns & ~CHESS_FILE_A) >> 9 | (pawns & ~CHESS_FILE_H) >> 7;
}
static ALWAYS_INLINE ChessBits chess_forward(Side side, ChessBits set)
{
    return side == FIRST ? set << 8 : set >> 8;
}

#endif
