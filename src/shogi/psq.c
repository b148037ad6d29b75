/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shogi/psq.h"

const int16_t shogi_board_values[SHOGI_TYPES] = {
    [SHOGI_PAWN] = 100,      [SHOGI_LANCE] = 300,      [SHOGI_KNIGHT] = 350,
    [SHOGI_SILVER] = 480,    [SHOGI_BISHOP] = 820,     [SHOGI_ROOK] = 950,
    [SHOGI_GOLD] = 540,      [SHOGI_KING] = 0,         [SHOGI_PRO_PAWN] = 520,
    [SHOGI_PRO_LANCE] = 500, [SHOGI_PRO_KNIGHT] = 510, [SHOGI_PRO_SILVER] = 530,
    [SHOGI_HORSE] = 1120,    [SHOGI_DRAGON] = 1300,
};

const int16_t shogi_hand_values[SHOGI_HAND_TYPES] = {
    [SHOGI_PAWN] = 120,   [SHOGI_LANCE] = 330, [SHOGI_KNIGHT] = 380, [SHOGI_SILVER] = 520,
    [SHOGI_BISHOP] = 880, [SHOGI_ROOK] = 1020, [SHOGI_GOLD] = 580,
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

/* Middle game, by rank from the far edge. */
static const int8_t RANK_MG[SHOGI_TYPES][9] = {
    [SHOGI_PAWN] = {0, 20, 24, 18, 12, 6, 0, 0, 0},
    [SHOGI_LANCE] = {0, 0, 0, 0, 2, 2, 2, 4, 6},
    [SHOGI_KNIGHT] = {0, 0, 10, 20, 12, 0, 8, -4, -4},
    [SHOGI_SILVER] = {-20, -10, 0, 14, 18, 16, 10, 2, -10},
    [SHOGI_BISHOP] = {10, 10, 6, 4, 0, 4, 6, 4, -6},
    [SHOGI_ROOK] = {20, 20, 20, 8, 4, 0, -4, 4, 0},
    [SHOGI_GOLD] = {-30, -10, 0, 4, 4, 6, 8, 12, 2},
    [SHOGI_KING] = {-60, -60, -60, -60, -50, -40, -24, 8, 16},
    [SHOGI_PRO_PAWN] = {-6, 16, 14, 4, -10, -20, -30, -30, -30},
    [SHOGI_PRO_LANCE] = {-6, 16, 14, 4, -10, -20, -30, -30, -30},
    [SHOGI_PRO_KNIGHT] = {-6, 16, 14, 4, -10, -20, -30, -30, -30},
    [SHOGI_PRO_SILVER] = {-6, 16, 14, 6, 0, -4, -6, -6, -8},
    [SHOGI_HORSE] = {8, 10, 10, 12, 14, 16, 16, 14, 4},
    [SHOGI_DRAGON] = {20, 24, 24, 16, 8, 4, 0, 0, 0},
};

/* Middle game, by distance from the centre file. */
static const int8_t FILE_MG[SHOGI_TYPES][5] = {
    [SHOGI_PAWN] = {4, 4, 2, 0, 2},        [SHOGI_KNIGHT] = {6, 4, 2, 0, -8},
    [SHOGI_SILVER] = {4, 4, 6, 0, -12},    [SHOGI_BISHOP] = {8, 4, 0, 4, -6},
    [SHOGI_GOLD] = {0, 6, 8, 0, -12},      [SHOGI_KING] = {-24, -10, 6, 16, 10},
    [SHOGI_PRO_PAWN] = {8, 6, 4, 0, -8},   [SHOGI_PRO_LANCE] = {8, 6, 4, 0, -8},
    [SHOGI_PRO_KNIGHT] = {8, 6, 4, 0, -8}, [SHOGI_PRO_SILVER] = {8, 6, 4, 0, -8},
    [SHOGI_HORSE] = {10, 8, 4, 0, -4},
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
            Score score = SCORE(value + RANK_MG[type][rank] + FILE_MG[type][from_centre],
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
