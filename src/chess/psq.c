/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chess/psq.h"

Score chess_psq[CHESS_PIECES][CHESS_SQUARES];

const uint8_t chess_phase_weight[CHESS_TYPES] = {
    [CHESS_KNIGHT] = 1, [CHESS_BISHOP] = 1, [CHESS_ROOK] = 2, [CHESS_QUEEN] = 4};

const int16_t chess_value[CHESS_TYPES] = {[CHESS_PAWN] = 100,
                                          [CHESS_KNIGHT] = 300,
                                          [CHESS_BISHOP] = 300,
                                          [CHESS_ROOK] = 500,
                                          [CHESS_QUEEN] = 900};

static const int16_t piece_mg[CHESS_TYPES] = {
#define PIECE(type, mg, eg) [CHESS_##type] = mg,
#include "chess/values.def"
};

static const int16_t piece_eg[CHESS_TYPES] = {
#define PIECE(type, mg, eg) [CHESS_##type] = eg,
#include "chess/values.def"
};

static const int16_t square_mg[CHESS_TYPES][CHESS_SQUARES] = {
#define SQUARES_MG(type, ...) [CHESS_##type] = {__VA_ARGS__},
#include "chess/values.def"
};

static const int16_t square_eg[CHESS_TYPES][CHESS_SQUARES] = {
#define SQUARES_EG(type, ...) [CHESS_##type] = {__VA_ARGS__},
#include "chess/values.def"
};

void chess_init_psq(void)
{
    for (ChessType type = CHESS_PAWN; type <= CHESS_KING; type++) {
        for (int square = 0; square < CHESS_SQUARES; square++) {
            int seen = square ^ 56;
            Score score = SCORE(piece_mg[type] + square_mg[type][seen],
                                piece_eg[type] + square_eg[type][seen]);
            chess_psq[chess_piece(FIRST, type)][square] = score;
            chess_psq[chess_piece(SECOND, type)][square ^ 56] = -score;
        }
    }
}
