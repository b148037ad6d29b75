/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SHOGI_ATTACKS_H
#define TENUKI_SHOGI_ATTACKS_H

/* Where a piece can go, and the lines between squares.
 *
 * Sliders are found by arithmetic. On a line with the piece taken off, subtracting the piece's own
 * bit from the blockers turns over every bit up to the next blocker above; reversing the line gives
 * the blocker below (hyperbola quintessence, Gerd Isenberg). A rank or diagonal has at most one
 * square in each byte, so a byte swap is all the reversal that is needed. */

#include "shogi/bb81.h"

/* Fills every table of the game. Call once before any other function, and before any thread. */
void shogi_init(void);
void shogi_attacks_init(void);

/* The square after the last stands for "no king": it attacks nothing and lies on no line. */
enum { SHOGI_TABLE_SQUARES = SHOGI_SQUARES + 1, SHOGI_PIECES = 32 };

/* The steps of a piece; for horse and dragon the king's, for the other sliders nothing. */
extern ShogiBits shogi_step_table[SHOGI_PIECES][SHOGI_TABLE_SQUARES];

typedef struct {
    ShogiBits rank, rising, falling; /* the lines through a square, without it */
    ShogiBits bit, reversed;         /* the square itself, and byte-swapped */
    uint64_t up, down;               /* its file above and below, in the word that holds it */
} ShogiLines;
extern ShogiLines shogi_lines[SHOGI_TABLE_SQUARES];

/* What a lance, bishop or rook would attack on an empty board. */
extern ShogiBits shogi_lance_rays[2][SHOGI_TABLE_SQUARES];
extern ShogiBits shogi_bishop_rays[SHOGI_TABLE_SQUARES];
extern ShogiBits shogi_rook_rays[SHOGI_TABLE_SQUARES];
/* From where the pieces of a side attack a square, sliders on an empty board. These sets are in the
 * tables above too; whoever looks for attackers wants all of them, and finds them side by side. */
typedef struct {
    _Alignas(64) ShogiBits pawn, knight, silver, gold, king, lance, bishop, rook;
} ShogiSources;
extern ShogiSources shogi_sources[2][SHOGI_TABLE_SQUARES];

/* A square and all the lines through it. */
extern ShogiBits shogi_stars[SHOGI_TABLE_SQUARES];

/* The squares strictly between two on a common line, and the whole line with both; else empty. */
extern ShogiBits shogi_between_table[SHOGI_TABLE_SQUARES][SHOGI_TABLE_SQUARES];
extern ShogiBits shogi_line_table[SHOGI_TABLE_SQUARES][SHOGI_TABLE_SQUARES];

/* From where a step piece, a lance, a bishop or a rook of a side may reach the king's neighbours.
 */
typedef struct {
    _Alignas(64) ShogiBits step, lance, bishop, rook;
} ShogiZones;
extern ShogiZones shogi_zones[2][SHOGI_TABLE_SQUARES];

/* Where a piece of that side may promote on arrival: everywhere if it starts from the far three
 * ranks. */
extern ShogiBits shogi_promotion_targets[2][SHOGI_TABLE_SQUARES];

static inline ShogiBits shogi_between(int a, int b) { return shogi_between_table[a][b]; }
static inline ShogiBits shogi_line(int a, int b) { return shogi_line_table[a][b]; }

static inline ShogiBits shogi_steps(Side side, ShogiType type, int square)
{
    return shogi_step_table[shogi_piece(side, type)][square];
}
static inline ShogiBits shogi_king_steps(int square)
{
    return shogi_step_table[SHOGI_KING][square];
}

static inline ShogiBits shogi_swap_bytes(ShogiBits set)
{
    return shogi_bits_join(__builtin_bswap64(shogi_bits_high(set)),
                           __builtin_bswap64(shogi_bits_low(set)));
}

static inline ShogiBits shogi_line_attacks(const ShogiLines *at, ShogiBits line, ShogiBits occupied)
{
    ShogiBits blockers = occupied & line;
    ShogiBits above = blockers - at->bit;
    ShogiBits below = shogi_swap_bytes(shogi_swap_bytes(blockers) - at->reversed);
    return (above ^ below) & line;
}

static inline ShogiBits shogi_bishop_attacks(int square, ShogiBits occupied)
{
    const ShogiLines *at = &shogi_lines[square];
    return shogi_line_attacks(at, at->rising, occupied)
         | shogi_line_attacks(at, at->falling, occupied);
}

/* Within one word: up to the highest blocker of the part above, to the lowest of the part below. */
static inline uint64_t shogi_up_attacks(const ShogiLines *at, uint64_t word)
{
    uint64_t blockers = (word & at->up) | 1;
    return at->up & (uint64_t)(INT64_MIN >> __builtin_clzll(blockers));
}
static inline uint64_t shogi_down_attacks(const ShogiLines *at, uint64_t word)
{
    uint64_t blockers = word & at->down;
    return at->down & (blockers ^ (blockers - 1));
}

static inline uint64_t shogi_word_of(int square, ShogiBits set)
{
    return square < SHOGI_LOW_SQUARES ? shogi_bits_low(set) : shogi_bits_high(set);
}
static inline ShogiBits shogi_bits_from_word(int square, uint64_t word)
{
    return square < SHOGI_LOW_SQUARES ? shogi_bits_join(word, 0) : shogi_bits_join(0, word);
}

static inline ShogiBits shogi_lance_attacks(Side side, int square, ShogiBits occupied)
{
    const ShogiLines *at = &shogi_lines[square];
    uint64_t word = shogi_word_of(square, occupied);
    return shogi_bits_from_word(square, side == FIRST ? shogi_up_attacks(at, word)
                                                      : shogi_down_attacks(at, word));
}

static inline ShogiBits shogi_rook_attacks(int square, ShogiBits occupied)
{
    const ShogiLines *at = &shogi_lines[square];
    uint64_t word = shogi_word_of(square, occupied);
    uint64_t file = shogi_up_attacks(at, word) | shogi_down_attacks(at, word);
    return shogi_line_attacks(at, at->rank, occupied) | shogi_bits_from_word(square, file);
}

/* Everything that a piece attacks. */
ShogiBits shogi_attacks(ShogiPiece piece, int square, ShogiBits occupied);

/* From where each type of a side attacks a square. */
void shogi_origins(Side side, int square, ShogiBits occupied, ShogiBits from[SHOGI_TYPES]);

/* Everything that it would attack on an empty board, steps left out. */
static inline ShogiBits shogi_rays(ShogiPiece piece, int square)
{
    switch (shogi_type_of(piece)) {
    case SHOGI_LANCE: return shogi_lance_rays[shogi_side_of(piece)][square];
    case SHOGI_BISHOP:
    case SHOGI_HORSE: return shogi_bishop_rays[square];
    case SHOGI_ROOK:
    case SHOGI_DRAGON: return shogi_rook_rays[square];
    default: return 0;
    }
}

/* Whether a piece attacks one square. */
static inline bool shogi_attacks_square(ShogiPiece piece, int from, int target, ShogiBits occupied)
{
    return shogi_bits_has(shogi_step_table[piece][from], target)
        || (shogi_bits_has(shogi_rays(piece, from), target)
            && !(shogi_between(from, target) & occupied));
}

#endif
