/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chess/features.h"

#include "chess/eval.h"
#include "chess/psq.h"

NetFeatures chess_features;

_Static_assert((int)CHESS_CODES <= (int)NET_CODES_MAX, "a set of codes has room for all");

static uint16_t index_of(Side side, bool mirrored, ChessPiece piece, int square)
{
    int seen = square ^ (side == FIRST ? 0 : 56) ^ (mirrored ? 7 : 0);
    int kind = chess_type_of(piece) - CHESS_PAWN + (chess_side_of(piece) == side ? 0 : 6);
    return (uint16_t)(kind * CHESS_SQUARES + seen);
}

void chess_init_features(void)
{
    static uint16_t index[2][2][CHESS_CODES];
    static int16_t linear[2 * CHESS_INPUTS];
    for (int side = FIRST; side <= SECOND; side++) {
        for (ChessType type = CHESS_PAWN; type <= CHESS_KING; type++) {
            ChessPiece piece = chess_piece((Side)side, type);
            for (int square = 0; square < CHESS_SQUARES; square++) {
                for (int i = 0; i < 4; i++)
                    index[i / 2][i % 2][chess_code(piece, square)] =
                        index_of((Side)(i / 2), i % 2, piece, square);
                /* Both sides see the piece, so each counts half of its value. */
                int16_t *weight = linear + 2 * index_of(FIRST, false, piece, square);
                weight[0] = (int16_t)(score_mg(chess_psq[piece][square]) * NET_LINEAR_SCALE / 2);
                weight[1] = (int16_t)(score_eg(chess_psq[piece][square]) * NET_LINEAR_SCALE / 2);
            }
        }
    }
    chess_features = (NetFeatures){
        .game = NET_CHESS,
        .inputs = CHESS_INPUTS,
        .codes = CHESS_CODES,
        .phase_max = CHESS_PHASE_MAX,
        .index = {{index[0][0], index[0][1]}, {index[1][0], index[1][1]}},
        .linear_start = linear,
        .tempo_start = CHESS_TEMPO * NET_LINEAR_SCALE,
    };
}

void chess_view(const ChessPosition *pos, NetView *view)
{
    view->count = 0;
    for (ChessBits rest = chess_occupied(pos); rest;) {
        int square = bits_take_lowest(&rest);
        view->codes[view->count++] = chess_code(pos->board[square], square);
    }
    view->mirrored[FIRST] = chess_mirrors(chess_king_square(pos, FIRST));
    view->mirrored[SECOND] = chess_mirrors(chess_king_square(pos, SECOND));
    view->side = pos->side;
    view->phase = chess_taper(pos);
}
