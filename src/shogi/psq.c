/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shogi/psq.h"

const int16_t shogi_board_values[SHOGI_TYPES] = {
#define PIECE(type, value) [SHOGI_##type] = value,
#include "shogi/values.def"
};

const int16_t shogi_hand_values[SHOGI_HAND_TYPES] = {
#define HAND(type, value) [SHOGI_##type] = value,
#include "shogi/values.def"
};

/* The mean of the value on the board and of the captured piece in hand. */
const int16_t shogi_exchange_values[SHOGI_TYPES] = {
    [SHOGI_PAWN] = 110,      [SHOGI_LANCE] = 315,      [SHOGI_KNIGHT] = 365,
    [SHOGI_SILVER] = 500,    [SHOGI_BISHOP] = 850,     [SHOGI_ROOK] = 985,
    [SHOGI_GOLD] = 560,      [SHOGI_KING] = 15000,     [SHOGI_PRO_PAWN] = 320,
    [SHOGI_PRO_LANCE] = 415, [SHOGI_PRO_KNIGHT] = 445, [SHOGI_PRO_SILVER] = 525,
    [SHOGI_HORSE] = 1000,    [SHOGI_DRAGON] = 1160,
};

Score shogi_psq[SHOGI_PIECES][SHOGI_SQUARES];
Score shogi_hand_psq[2][SHOGI_HAND_TYPES];

static const int16_t rank_mg[SHOGI_TYPES][9] = {
#define RANKS(type, ...) [SHOGI_##type] = {__VA_ARGS__},
#include "shogi/values.def"
};

static const int16_t file_mg[SHOGI_TYPES][5] = {
#define FILES(type, ...) [SHOGI_##type] = {__VA_ARGS__},
#include "shogi/values.def"
};

/* In the endgame being near the middle and forward counts for all that fight at short range, and a
 * king that goes forward is hard to mate. */
static int endgame_bonus(ShogiType type, int rank, int from_centre)
{
    switch (type) {
    case SHOGI_PAWN: return 4 * (6 - rank);
    case SHOGI_KING: return rank <= 3 ? 30 - 6 * rank : -2 * from_centre;
    case SHOGI_LANCE:
    case SHOGI_BISHOP:
    case SHOGI_ROOK:
    case SHOGI_HORSE:
    case SHOGI_DRAGON: return 8 - rank;
    default: return 3 * (5 - rank) - 3 * from_centre;
    }
}

void shogi_psq_init(void)
{
    for (int type = SHOGI_PAWN; type < SHOGI_TYPES; type++) {
        for (int square = 0; square < SHOGI_SQUARES; square++) {
            int rank = shogi_rank(square);
            int from_centre =
                shogi_file(square) < 4 ? 4 - shogi_file(square) : shogi_file(square) - 4;
            int value = shogi_board_values[type];
            Score score = SCORE(value + rank_mg[type][rank] + file_mg[type][from_centre],
                                value + endgame_bonus((ShogiType)type, rank, from_centre));
            shogi_psq[type][square] = score;
            shogi_psq[type | SECOND << 4][SHOGI_SQUARES - 1 - square] = -score;
        }
    }
    for (int type = SHOGI_PAWN; type < SHOGI_HAND_TYPES; type++) {
        Score score = SCORE(shogi_hand_values[type], shogi_hand_values[type]);
        shogi_hand_psq[FIRST][type] = score;
        shogi_hand_psq[SECOND][type] = -score;
    }
}
